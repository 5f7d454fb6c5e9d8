import type { Clock } from '../util/clock.js';
import { textOf } from '../util/errors.js';
import { shortened } from '../util/shown.js';

/** Runs of all keys that are kept. */
const keptRuns = 200;
/** Failed runs that are kept with their errors. */
const keptFailures = 10;
const minuteMs = 60_000;
const minutes = 60;
/** Longest message that is kept of each run, characters. */
const keptCharacters = 500;

/** How a run ended, in one word: as in `ControllerStats`, or `stopped` if the controller stopped it. */
export type RunResult = 'success' | 'requeue' | 'requeueAfter' | 'error' | 'stopped';

/** A run that has ended. */
export interface EndedRun {
  /** The key that was reconciled. */
  readonly key: string;
  /** Identifies the run in logs. */
  readonly runId: string;
  /** 1 for the first run since the last success, 2 for the first retry, and so on. */
  readonly attempt: number;
  /** Why the key ran. */
  readonly reasons: readonly string[];
  /** Milliseconds since the epoch. */
  readonly endedAtMs: number;
  /** How long it ran, ms. */
  readonly durationMs: number;
  /** As in `ControllerStats`, or `stopped` if the controller stopped the run. */
  readonly result: RunResult;
  /** The message of its error, shortened; undefined if it did not fail. */
  readonly message?: string | undefined;
}

/** A run that failed, with its error. */
export interface FailedRun extends EndedRun {
  /** What the reconcile threw, or the ControllerError of its timeout. */
  readonly error: Error;
}

/** What the last runs of a controller did. */
export interface ControllerHistory {
  /** The last runs of all keys, at most 200, the newest first. */
  readonly runs: readonly EndedRun[];
  /** The last ten failed runs, the newest first. */
  readonly failures: readonly FailedRun[];
  /** The last 60 minutes, the current one last: runs that ended in each, without those that were stopped, and how many failed. */
  readonly minutes: readonly {
    /** Runs that ended in the minute. */
    readonly runs: number;
    /** Those of them that failed. */
    readonly errors: number;
  }[];
}

/** Keeps the last runs of one controller. */
export class RunHistory {
  readonly #clock: Clock;
  readonly #runs: EndedRun[] = [];
  /** Where the next run is written, once as many as are kept are there. */
  #next = 0;
  #failures: readonly FailedRun[] = [];
  readonly #minutes = Array.from({ length: minutes }, () => ({ runs: 0, errors: 0 }));
  #minute: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#minute = this.#minuteNow();
  }

  /** Adds a run that has ended. */
  add(
    run: Pick<EndedRun, 'key' | 'runId' | 'attempt' | 'reasons'> & { readonly startedMs: number },
    result: RunResult,
    error: Error | undefined,
  ): void {
    const { key, runId, attempt, reasons, startedMs } = run;
    const ended: EndedRun = {
      key,
      runId,
      attempt,
      reasons,
      endedAtMs: this.#clock.now(),
      durationMs: this.#clock.monotonic() - startedMs,
      result,
      message: error && shortened(textOf(error.message), keptCharacters),
    };
    this.#runs[this.#next] = ended;
    this.#next = (this.#next + 1) % keptRuns;
    if (error !== undefined)
      this.#failures = [{ ...ended, error }, ...this.#failures.slice(0, keptFailures - 1)];
    if (result === 'stopped') return;
    this.#turn();
    // `#turn` keeps 60 minutes.
    const now = this.#minutes[this.#minute % minutes];
    if (now === undefined) return;
    now.runs++;
    if (error !== undefined) now.errors++;
  }

  /** Returns the last run of a key, if it is kept. */
  lastOf(key: string): EndedRun | undefined {
    for (let back = 1; back <= this.#runs.length; back++) {
      const run = this.#runs.at((this.#next - back) % keptRuns);
      if (run?.key === key) return run;
    }
    return undefined;
  }

  read(): ControllerHistory {
    this.#turn();
    const ordered = [...this.#runs.slice(this.#next), ...this.#runs.slice(0, this.#next)];
    const first = (this.#minute + 1) % minutes;
    return {
      runs: ordered.toReversed(),
      failures: this.#failures,
      minutes: [...this.#minutes.slice(first), ...this.#minutes.slice(0, first)].map((each) => ({ ...each })),
    };
  }

  #minuteNow(): number {
    return Math.floor(this.#clock.monotonic() / minuteMs);
  }

  /** Clears the minutes that began since the last call. */
  #turn(): void {
    const now = this.#minuteNow();
    for (let minute = Math.max(this.#minute + 1, now - minutes + 1); minute <= now; minute++)
      this.#minutes[minute % minutes] = { runs: 0, errors: 0 };
    this.#minute = now;
  }
}
