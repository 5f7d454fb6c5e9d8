import { linkSignal, onAbort, reasonOf } from '../../util/signal.js';
import { isError } from '../../util/type-checks.js';
import type { LinkedSignal } from '../../util/signal.js';
import type { Clientset } from '../../client/clientset.js';
import type { Fence } from '../../leaderelection/fence.js';

/** What a part of a Manager runs with. */
export interface RunContext {
  /** Aborts when the part must end. */
  readonly signal: AbortSignal;
  /** Aborts when the shutdown begins, with the reason of it: before `signal` for a part with `endsLast`. */
  readonly stopping: AbortSignal;
  /** The leadership under which it runs; undefined without an election. */
  readonly fence?: Fence | undefined;
  /** Sends requests; under an election, writes are refused once this process may no longer lead. */
  readonly clientset: Clientset;
}

/** Something that a Manager runs beside its controllers, such as a web server. */
export interface Runnable {
  /** Unique within the manager; named when the runnable does not stop. */
  readonly name: string;
  /** Runs until the signal aborts. A rejection ends the manager with that error. May be called again in a later term. */
  run(context: RunContext): Promise<void>;
  /** True runs it only while this process leads. Default: false. */
  readonly needsElection?: boolean | undefined;
  /**
   * True ends it when everything else has ended, as webhooks which the last reconciles may need. Not with `needsElection`.
   * Default: false.
   */
  readonly endsLast?: boolean | undefined;
  /** Throws, or rejects, while it is not ready: a part of the check `runnables` of `/readyz`. Default: always ready. */
  ready?(): void | Promise<void>;
}

/** A runnable whose running work has names, and which can prepare while another replica leads. */
export interface Part extends Runnable {
  warmUp?(call: { readonly signal: AbortSignal }): Promise<void>;
  /** Returns what is running. */
  stuck?(): readonly StuckWork[];
}

/** Work that is still running, by its name and in a sentence. */
export interface StuckWork {
  readonly name: string;
  readonly text: string;
}

interface Running {
  readonly link: LinkedSignal;
  readonly ended: Promise<void>;
}

/**
 * Parts that run together, and to which parts are added while they run.
 *
 * `run` may be called again after it has ended: a group of leader-elected parts runs once a term.
 */
export class PartGroup {
  readonly #parts = new Set<Part>();
  readonly #running = new Map<Part, Running>();
  #current: { readonly context: RunContext; readonly fail: (error: unknown) => void } | undefined;

  add(part: Part): void {
    this.#parts.add(part);
    this.#start(part);
  }

  /** Ends the part and waits for it. */
  async remove(part: Part): Promise<void> {
    this.#parts.delete(part);
    const running = this.#running.get(part);
    running?.link.abort();
    await running?.ended;
  }

  /**
   * Runs all parts until the signal aborts and every one has ended.
   *
   * `fail` is called at once with the error of each part that fails; it should abort the signal, so that the others end.
   */
  async run(context: RunContext, fail: (error: unknown) => void): Promise<void> {
    this.#current = { context, fail };
    for (const part of this.#parts) this.#start(part);
    await aborted(context.signal);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** What is running: of each part its own work, or the part. */
  stuck(): StuckWork[] {
    return [...this.#running.keys()].flatMap((part) => {
      const work = part.stuck?.() ?? [];
      return work.length > 0 ? work : [{ name: part.name, text: part.name }];
    });
  }

  #start(part: Part): void {
    if (this.#current === undefined || this.#current.context.signal.aborted) return;
    const { context, fail } = this.#current;
    const link = linkSignal(context.signal);
    const run = async (): Promise<void> => {
      try {
        await part.run({ ...context, signal: link.signal });
      } catch (thrown) {
        if (!isAbort(thrown, link.signal)) fail(thrown);
      } finally {
        link.dispose();
        this.#running.delete(part);
      }
    };
    // A part that throws at once must be in the map before it leaves it.
    this.#running.set(part, { link, ended: Promise.resolve().then(run) });
  }
}

/** True for a rejection with the reason of an aborted signal, or with an AbortError, as Node's APIs reject. */
function isAbort(thrown: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  if (thrown === reasonOf(signal)) return true;
  return isError(thrown) && (thrown.name === 'AbortError' || thrown.cause === reasonOf(signal));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}
