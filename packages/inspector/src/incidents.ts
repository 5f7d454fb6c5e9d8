import type { Clock, Timer } from 'kube-informers';
import type { IncidentModel, IncidentsModel, ProblemModel } from './model.js';
import { textOf } from './verdict.js';
import { shownText } from './words.js';

/** Incidents that are kept, and for how long after their end. */
const keptIncidents = 100;
const keptMs = 24 * 3_600_000;
/** Time between two looks while no page is open. */
const lookMs = 5_000;
/** A problem that comes again so soon is the same incident. */
const againMs = 60_000;

/** The bad problems of the last day: each from its beginning to its end, also while no page is open. */
export class Incidents {
  readonly #clock: Clock;
  readonly #problems: () => readonly ProblemModel[];
  readonly #onFailure: (thrown: unknown) => void;
  readonly #sinceMs: number;
  /** The newest first. */
  #incidents: Incident[] = [];
  #timer: Timer;

  /** `onFailure` is called with what a look throws: it reads objects of the program. */
  constructor(clock: Clock, problems: () => readonly ProblemModel[], onFailure: (thrown: unknown) => void) {
    this.#clock = clock;
    this.#problems = problems;
    this.#onFailure = onFailure;
    this.#sinceMs = clock.now();
    this.#timer = this.#nextLook();
  }

  /** The newest first. */
  get model(): IncidentsModel {
    const incidents = this.#incidents.map(({ beginMs, endMs, what, detail, again }): IncidentModel => ({
      beginMs,
      endMs,
      what,
      detail,
      again,
    }));
    return { sinceMs: this.#sinceMs, incidents };
  }

  /** Notes which problems there are now. */
  record(problems: readonly ProblemModel[]): void {
    const nowMs = this.#clock.now();
    const lasting = new Set<string>();
    for (const problem of problems) {
      if (!problem.bad) continue;
      lasting.add(problem.id);
      this.#note(problem, nowMs);
    }
    for (const incident of this.#incidents) if (!lasting.has(incident.id)) incident.endMs ??= nowMs;
    this.#incidents = this.#incidents
      .filter(({ endMs = nowMs }) => nowMs - endMs < keptMs)
      .slice(0, keptIncidents);
  }

  close(): void {
    this.#timer.cancel();
  }

  #note(problem: ProblemModel, nowMs: number): void {
    const { id, sinceMs = nowMs, detail, names = [] } = problem;
    let incident = this.#incidents.find(({ id: of, endMs = nowMs }) => of === id && nowMs - endMs < againMs);
    if (incident === undefined) {
      incident = { id, beginMs: sinceMs, endMs: undefined, what: '', detail: undefined, again: 0, size: 0 };
      this.#incidents = [incident, ...this.#incidents].toSorted((a, b) => b.beginMs - a.beginMs);
    }
    if (incident.endMs !== undefined) incident.again++;
    incident.endMs = undefined;
    // What it was at its worst; it does not end everywhere at once.
    if (names.length < incident.size) return;
    incident.size = names.length;
    incident.what = shownText(textOf(problem));
    incident.detail = detail === undefined ? undefined : shownText(detail);
  }

  #nextLook(): Timer {
    return this.#clock.setTimer(
      () => {
        try {
          this.#timer = this.#nextLook();
          this.record(this.#problems());
        } catch (thrown) {
          this.#onFailure(thrown);
        }
      },
      lookMs,
      { unref: true },
    );
  }
}

/** An incident as it is kept. */
interface Incident {
  readonly id: string;
  readonly beginMs: number;
  endMs: number | undefined;
  what: string;
  detail: string | undefined;
  again: number;
  /** How much suffered from it. */
  size: number;
}
