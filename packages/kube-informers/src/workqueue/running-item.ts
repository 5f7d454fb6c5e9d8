import type { KeyEntry } from './key-entry.js';
import type { WorkItem } from './work-item.js';

const noTexts: readonly string[] = Object.freeze([]);

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
  readonly #entry: KeyEntry;
  readonly #startedMs: number;
  readonly #finish: (item: RunningItem, entry: KeyEntry) => void;

  /** Takes the reasons and kinds out of the entry. */
  constructor(entry: KeyEntry, startedMs: number, finish: (item: RunningItem, entry: KeyEntry) => void) {
    const { key, priority, reasons, droppedReasons, kinds } = entry;
    this.key = key;
    this.priority = priority;
    this.reasons = textsOf(reasons);
    this.kinds = textsOf(kinds);
    this.droppedReasons = droppedReasons;
    this.queuedMs = startedMs - entry.sinceMs;
    this.#entry = entry;
    this.#startedMs = startedMs;
    this.#finish = finish;
    entry.reasons = undefined;
    entry.droppedReasons = 0;
    entry.kinds = undefined;
    entry.item = this;
  }

  get startedMs(): number {
    return this.#startedMs;
  }

  done(): void {
    if (this.#entry.item === this) this.#finish(this, this.#entry);
  }

  [Symbol.dispose](): void {
    this.done();
  }
}

function textsOf(texts: undefined | string | string[]): readonly string[] {
  if (texts === undefined) return noTexts;
  return Array.isArray(texts) ? texts : [texts];
}
