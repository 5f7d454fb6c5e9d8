import type { GroupVersionResource } from '../../meta/resource.js';
import type { HistogramStats } from '../../util/histogram.js';
import type { CacheFormatStats } from '../cache-format.js';
import type { HandlerStats } from '../handlers/event-handler.js';
import type { InformerHealth, InformerState, StateListener } from '../reflector/reflector-status.js';
import type { ListWatchStats } from '../reflector/reflector-counts.js';
import { callHook } from '../../util/call-hook.js';
import type { Clock } from '../../util/clock.js';
import { interruptible, linkSignal, onAbort } from '../../util/signal.js';
import { isoTime } from '../../util/shown.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import type { Logger } from '../../util/logger.js';
import { refuseValue, requireFunction } from '../../util/require.js';
import { InformerError } from '../informer-error.js';
import { isSameState, worstState } from '../reflector/reflector-status.js';
import type { CallOptions } from '../../meta/calls.js';

/** What an informer lists and watches. */
export interface InformerTargetInfo {
  /** Group, version and plural name. */
  readonly resource: GroupVersionResource;
  /** Undefined if unknown, as in a dynamic factory. */
  readonly kind?: string | undefined;
  /** The namespaces that were requested: one, "" for all, or a list. Undefined if unknown. */
  readonly namespaces?: string | readonly string[] | undefined;
  /** The label selector as text; undefined without one. */
  readonly labelSelector?: string | undefined;
  /** The field selector as text; undefined without one. */
  readonly fieldSelector?: string | undefined;
  /**
   * Names of other informers of the factory that list and watch the same objects: their scopes differ only in what they keep of
   * these, such as by `fields` or `where`. Each costs the server a list and a watch. Undefined without such informers.
   */
  readonly alsoWatchedBy?: readonly string[] | undefined;
}

/** The objects in an informer's cache. */
export interface StoreStats {
  /** Number of objects in the cache. */
  readonly objects: number;
  /** "" before the first list. */
  readonly resourceVersion: string;
  /** Number of values in use, by index name. */
  readonly indexes: Readonly<Record<string, number>>;
  /** Undefined for plain objects. */
  readonly cacheFormat: CacheFormatStats | undefined;
}

/** The queue between an informer's Reflector and its cache. */
export interface QueueStats {
  /** Number of items: keys with changes, and lists. */
  readonly depth: number;
  /** Seconds to store a popped item, or a batch of them, and to add it to the handlers' backlogs. */
  readonly processingSeconds: HistogramStats;
}

/** One namespace of an informer that has several. */
export interface NamespaceStats {
  /** Name of the namespace. */
  readonly namespace: string;
  /** What the informer is doing for this namespace. */
  readonly state: InformerState;
  /** True once the cache holds the first list of this namespace. */
  readonly hasSynced: boolean;
  /** Lists, watches and failures of this namespace. */
  readonly listWatch: ListWatchStats;
}

/** A snapshot of an informer's counters, which start with the informer. */
export interface InformerStats {
  /** Name of the informer in logs and errors. */
  readonly name: string;
  /** Undefined if the informer was created without a `resource`. */
  readonly target: InformerTargetInfo | undefined;
  /** What the informer is doing. */
  readonly state: InformerState;
  /** True once the cache holds the complete first list. */
  readonly hasSynced: boolean;
  /** With several namespaces, the sum over all, also those that were removed. */
  readonly listWatch: ListWatchStats;
  /** Undefined for an informer with one list and watch. */
  readonly namespaces: readonly NamespaceStats[] | undefined;
  /** The objects in the cache. */
  readonly store: StoreStats;
  /** The queue between the Reflector and the cache. */
  readonly queue: QueueStats;
  /** The handlers, in the order in which they were added. */
  readonly handlers: readonly HandlerStats[];
}

/** Options of `assertFresh`. */
export interface AssertFreshOptions {
  /** For how long the cache may have been out of date, ms; 0 or more. */
  readonly maxAgeMs: number;
}

const assertFreshOptionNames: OptionNames<AssertFreshOptions> = { maxAgeMs: true };

/** A listener of state changes. */
export interface StateRegistration extends Disposable {
  /** Ends the calls. */
  remove(): void;
}

/** What an InformerMonitor needs from its informer. */
export interface InformerMonitorOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The states of the informer's Reflectors, at least one. */
  readonly states: () => Iterable<InformerState>;
}

/** The state of an informer: the worst of its Reflectors' states, and who is called when it changes. */
export class InformerMonitor {
  readonly #options: InformerMonitorOptions;
  readonly #listeners = new Set<StateListener>();
  #state: InformerState;

  constructor(options: InformerMonitorOptions) {
    this.#options = options;
    this.#state = Object.freeze({ phase: 'waiting', sinceMs: options.clock.now() });
  }

  get state(): InformerState {
    // `until` of a state may change without a change of the state.
    this.#state = worstState(this.#options.states()) ?? this.#state;
    return this.#state;
  }

  /** The state of a Reflector has changed, or there is one more or less. */
  changed(): void {
    const previous = this.#state;
    const { state } = this;
    if (isSameState(previous, state)) return;
    for (const listener of this.#listeners)
      callHook('a listener of onStateChange', this.#options.logger, () => listener(state, previous));
  }

  onStateChange(listener: StateListener): StateRegistration {
    requireFunction('listener of onStateChange', listener);
    // A new function, because the same listener may be added twice.
    const entry: StateListener = (state, previous) => listener(state, previous);
    this.#listeners.add(entry);
    const remove = (): void => void this.#listeners.delete(entry);
    return { remove, [Symbol.dispose]: remove };
  }

  stateChanges({ signal }: CallOptions): AsyncGenerator<InformerState, undefined, void> {
    return interruptible((left) => this.#stateChanges(signal, left));
  }

  async *#stateChanges(
    parent: AbortSignal | undefined,
    left: AbortSignal,
  ): AsyncGenerator<InformerState, undefined, void> {
    const link = linkSignal(parent, left);
    const { signal } = link;
    let changed = false;
    let wakeReader: (() => void) | undefined;
    const note = (): void => {
      changed = true;
      wakeReader?.();
    };
    const registration = this.onStateChange(note);
    const undo = onAbort(signal, () => wakeReader?.());
    try {
      while (!isAborted(signal)) {
        changed = false;
        const { state } = this;
        yield state;
        if (state.phase === 'stopped') return undefined;
        // A reader may take its time: the state may have changed, or the signal may have aborted meanwhile.
        while (!changed && !isAborted(signal)) {
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
          wakeReader = undefined;
        }
      }
      return undefined;
    } finally {
      registration.remove();
      undo();
      link.dispose();
    }
  }

  assertFresh(options: AssertFreshOptions, health: InformerHealth): void {
    requireKnownOptions('assertFresh', options, assertFreshOptionNames);
    const { maxAgeMs } = options;
    if (!Number.isFinite(maxAgeMs) || maxAgeMs < 0)
      refuseValue('maxAgeMs of assertFresh', 'a number of milliseconds, 0 or more', maxAgeMs);
    if (health.hasSynced && health.staleMs <= maxAgeMs) return;
    throw new InformerError('ERR_INFORMER_STALE', this.#whyStale(health, maxAgeMs), {
      cause: health.lastError?.overcome === false ? health.lastError.error : undefined,
    });
  }

  #whyStale({ hasSynced, staleSinceMs, staleMs, lastError }: InformerHealth, maxAgeMs: number): string {
    const { name } = this.#options;
    // Rounded up, so that it never equals what is allowed.
    const ageMs = Math.ceil(staleMs);
    const what = hasSynced
      ? `the cache of ${name} may be out of date since ${isoTime(staleSinceMs ?? 0)}, for ${ageMs} ms, but ${maxAgeMs} ms are allowed`
      : `the cache of ${name} has not synced`;
    const failure =
      lastError?.overcome === false ? `; last error ${lastError.code}: ${lastError.error.message}` : '';
    return `${what} (${describeState(this.state)}${failure})`;
  }
}

/** Read anew each time: the compiler takes a signal that was not aborted before an `await` for one that is not after it. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function describeState(state: InformerState): string {
  const since = `since ${isoTime(state.sinceMs)}`;
  switch (state.phase) {
    case 'backingOff':
      return `backing off until ${isoTime(state.untilMs)}`;
    case 'absent':
      return `absent ${since}: the server does not have the resource`;
    case 'waiting':
      return 'not started';
    case 'connecting':
    case 'listing':
    case 'streaming':
    case 'watching':
    case 'probing':
    case 'stopped':
      return `${state.phase} ${since}`;
  }
}
