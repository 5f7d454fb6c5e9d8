import { refuseValue } from '../util/require.js';
import { textsOf } from './key-entry.js';
import type { KeyEntry } from './key-entry.js';
import type { WorkItem } from './work-item.js';

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
