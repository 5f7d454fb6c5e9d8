import type { KubernetesObject, SharedIndexInformer } from 'kube-informers';
import type { ListWatchStats, StateRegistration } from 'kube-informers/internal';
import type { MomentModel } from './model.js';
import { listWords, phaseWords, shownText, watchEndWords } from './words.js';

/** Moments that are kept of each informer. */
export const keptMoments = 60;

/**
 * What happened to one informer: an entry for each change of its state, with the ends of watches and the reasons of lists
 * between them, as counted.
 */
export class Timeline {
  readonly #moments: MomentModel[] = [];
  readonly #informer: SharedIndexInformer<KubernetesObject>;
  readonly #registration: StateRegistration;
  #counted: ListWatchStats;
  #lastRelist: string | undefined;
  #failing: { readonly refused: boolean; readonly sinceMs: number } | undefined;

  constructor(informer: SharedIndexInformer<KubernetesObject>) {
    this.#informer = informer;
    this.#counted = informer.stats().listWatch;
    this.#stateChanged();
    this.#registration = informer.onStateChange(() => this.#changed());
  }

  /** The newest first. */
  get moments(): readonly MomentModel[] {
    this.#count();
    return this.#moments.toReversed();
  }

  /** Why everything was listed again the last time; undefined if it was not, since the inspector was created. */
  get lastRelist(): string | undefined {
    this.#count();
    return this.#lastRelist;
  }

  /** When the failure began that the informer has not overcome; undefined if there is none. */
  get failingSinceMs(): number | undefined {
    this.#noteFailure();
    return this.#failing?.sinceMs;
  }

  /** True if it is the timeline of this informer. */
  follows(informer: SharedIndexInformer<KubernetesObject>): boolean {
    return informer === this.#informer;
  }

  /** Adds an action that somebody carried out. */
  acted(what: string, atMs: number): void {
    this.#count();
    this.#add({ atMs, what, bad: false });
  }

  close(): void {
    this.#registration.remove();
  }

  #changed(): void {
    this.#count();
    this.#noteFailure();
    this.#stateChanged();
  }

  #noteFailure(): void {
    const { lastError } = this.#informer.health;
    if (lastError?.overcome !== false) {
      this.#failing = undefined;
      return;
    }
    // A server that is lost after it refused, or refuses after it was lost, is another failure.
    const refused = isRefusal(lastError.code);
    if (this.#failing?.refused !== refused) this.#failing = { refused, sinceMs: lastError.at };
  }

  #stateChanged(): void {
    const { state, health } = this.#informer;
    const { lastError } = health;
    const bad = state.phase === 'backingOff' || state.phase === 'absent';
    const detail =
      bad && lastError !== undefined ? shownText(`${lastError.code}: ${lastError.error.message}`) : undefined;
    this.#add({ atMs: state.sinceMs, what: phaseWords[state.phase], detail, bad });
  }

  /** Adds what the counters have counted since the last look. */
  #count(): void {
    const before = this.#counted;
    const after = this.#informer.stats().listWatch;
    this.#counted = after;
    const atMs = this.#informer.state.sinceMs;
    for (const reason of increased(before.watchEnds, after.watchEnds)) {
      const bad = reason !== 'ended' && reason !== 'stopped';
      this.#add({ atMs, what: 'watch ended', detail: watchEndWords[reason], bad });
    }
    for (const reason of increased(before.lists, after.lists)) {
      if (reason !== 'initial') this.#lastRelist = listWords[reason];
      this.#add({ atMs, what: 'everything listed', detail: listWords[reason], bad: false });
    }
  }

  /** Adds a moment; a retry that failed like the one before adds to that one, or an outage would push out all before it. */
  #add(moment: MomentModel): void {
    const moments = this.#moments;
    const failed = moments.findLastIndex(({ what }) => !tries.has(what));
    const before = moments[failed];
    if (before !== undefined && isSame(before, moment)) {
      const times = (before.times ?? 1) + 1;
      moments.splice(failed, Infinity, { ...before, times, lastMs: moment.atMs });
      return;
    }
    moments.push(moment);
    if (this.#moments.length > keptMoments) this.#moments.shift();
  }
}

/** What an informer does between two failures. */
const tries: ReadonlySet<string> = new Set([phaseWords.connecting, phaseWords.listing]);

/** True for an answer that stays the same until somebody acts; false for a lost connection, a 429 or a 5xx. */
function isRefusal(code: string): boolean {
  return code === 'ERR_RESOURCE_ABSENT' || (/^4\d\d$/.test(code) && code !== '429');
}

function isSame(before: MomentModel, { what, detail, bad }: MomentModel): boolean {
  return bad && what === before.what && detail === before.detail;
}

function increased<K extends string>(
  before: Readonly<Record<K, number>>,
  after: Readonly<Record<K, number>>,
): K[] {
  // The record has exactly these keys.
  return (Object.keys(after) as K[]).filter((name) => after[name] > before[name]);
}
