import { refuseValue } from '../util/require.js';

/** A key that was handed out by a WorkQueue. No other worker gets the key until `done` is called. */
export interface WorkItem<K extends string = string> extends Disposable {
  /** The key to process. */
  readonly key: K;
  /** The highest priority that was asked for since the key was last handed out. */
  readonly priority: number;
  /** The distinct reasons that were given since then, the oldest first, for people: there may have been more. */
  readonly reasons: readonly string[];
  /** Number of adds whose reason was not kept because of `maxReasons`. */
  readonly droppedReasons: number;
  /** The distinct kinds that were given since then: all of them, for decisions. */
  readonly kinds: readonly string[];
  /** How long the key was ready and waited before it was handed out, ms. */
  readonly queuedMs: number;
  /** Ends the processing of the key. Calling it again does nothing. */
  done(): void;
  /**
   * Gives the key back unprocessed, with its priority, reasons and kinds, to be handed out again: at once, in its old place, or
   * in `afterMs`. What was added meanwhile is merged; the earliest due time counts. Does nothing after `done`. Default: 0.
   */
  release(afterMs?: number): void;
}

/** The ready keys of one priority, in the order in which they joined: a linked list, so that any of them can leave. */
export interface Lane {
  readonly priority: number;
  /** Number of keys of this priority that are ready or remembered, whichever lane they stand in. */
  depth: number;
  head: KeyEntry | undefined;
  tail: KeyEntry | undefined;
  index: number;
}

/**
 * What a queue knows of one key that waits, is in processing, or both.
 *
 * ```text
 *            add                     due                 get
 *   idle ──────────▶ delayed ─────────────────▶ ready ─────────▶ idle
 *    │                  └─▶ remembered ───────────▲
 *    └────────────────────▶   (in processing)   done
 * ```
 *
 * `idle` means that nothing waits: the key is in processing, or its entry is about to be dropped. Plain fields, since
 * there may be a million entries.
 */
export class KeyEntry {
  readonly key: string;
  waiting: 'idle' | 'delayed' | 'remembered' | 'ready' = 'idle';
  priority = 0;
  /** While delayed: when it is due. While ready: when it joined its lane. */
  atMs = 0;
  /** While remembered or ready: since when, for the statistics. */
  sinceMs = 0;
  /** Position among the delayed keys, and the order of those that are due at the same time. */
  index = -1;
  order = 0;
  /** One reason is kept as it is: most keys have one. */
  reasons: undefined | string | string[] = undefined;
  droppedReasons = 0;
  kinds: undefined | string | string[] = undefined;
  lane: Lane | undefined = undefined;
  previous: KeyEntry | undefined = undefined;
  next: KeyEntry | undefined = undefined;
  item: WorkItem | undefined = undefined;

  constructor(key: string) {
    this.key = key;
  }

  addReason(reason: string, maxReasons: number): void {
    const { reasons } = this;
    if (has(reasons, reason)) return;
    const count = reasons === undefined ? 0 : Array.isArray(reasons) ? reasons.length : 1;
    if (count >= maxReasons) this.droppedReasons++;
    else this.reasons = withText(reasons, reason);
  }

  /** Adds the reasons and kinds of an item back, before those that were added since it was taken. */
  restore(item: Pick<WorkItem, 'reasons' | 'droppedReasons' | 'kinds'>, maxReasons: number): void {
    const { reasons, kinds } = this;
    this.reasons = undefined;
    this.droppedReasons += item.droppedReasons;
    for (const reason of [...item.reasons, ...textsOf(reasons)]) this.addReason(reason, maxReasons);
    this.kinds = undefined;
    for (const kind of [...item.kinds, ...textsOf(kinds)]) this.addKind(kind);
  }

  addKind(kind: string): void {
    if (!has(this.kinds, kind)) this.kinds = withText(this.kinds, kind);
  }
}

const noTexts: readonly string[] = Object.freeze([]);

export function textsOf(texts: undefined | string | string[]): readonly string[] {
  if (texts === undefined) return noTexts;
  return Array.isArray(texts) ? texts : [texts];
}

function has(texts: undefined | string | string[], text: string): boolean {
  return texts === text || (Array.isArray(texts) && texts.includes(text));
}

function withText(texts: undefined | string | string[], text: string): string | string[] {
  if (texts === undefined) return text;
  if (!Array.isArray(texts)) return [texts, text];
  texts.push(text);
  return texts;
}

/** The item of one entry in processing. */
export class RunningItem implements WorkItem {
  readonly key: string;
  readonly priority: number;
  readonly reasons: readonly string[];
  readonly droppedReasons: number;
  readonly kinds: readonly string[];
  /** Position among the items in processing; only the queue writes it. */
  index = -1;
  readonly queuedMs: number;
  /** When it was ready, and when it joined its lane. */
  readonly sinceMs: number;
  readonly atMs: number;
  readonly #entry: KeyEntry;
  readonly #startedMs: number;
  readonly #leave: (item: RunningItem, entry: KeyEntry, releaseAfterMs?: number) => void;

  /** Takes the reasons and kinds out of the entry. */
  constructor(
    entry: KeyEntry,
    startedMs: number,
    leave: (item: RunningItem, entry: KeyEntry, releaseAfterMs?: number) => void,
  ) {
    const { key, priority, reasons, droppedReasons, kinds } = entry;
    this.key = key;
    this.priority = priority;
    this.reasons = textsOf(reasons);
    this.kinds = textsOf(kinds);
    this.droppedReasons = droppedReasons;
    this.sinceMs = entry.sinceMs;
    this.atMs = entry.atMs;
    this.queuedMs = startedMs - entry.sinceMs;
    this.#entry = entry;
    this.#startedMs = startedMs;
    this.#leave = leave;
    entry.reasons = undefined;
    entry.droppedReasons = 0;
    entry.kinds = undefined;
    entry.item = this;
  }

  get startedMs(): number {
    return this.#startedMs;
  }

  done(): void {
    if (this.#entry.item === this) this.#leave(this, this.#entry);
  }

  release(afterMs = 0): void {
    if (!Number.isFinite(afterMs))
      refuseValue('afterMs of release of a WorkItem', 'a finite number', afterMs);
    if (this.#entry.item === this) this.#leave(this, this.#entry, Math.max(0, afterMs));
  }

  [Symbol.dispose](): void {
    this.done();
  }
}
