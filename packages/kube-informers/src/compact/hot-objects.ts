import type { DecodedObject } from './decoded-object.js';
import type { CompactRecord } from './slab.js';

/** A decoded object, whole or only those of its members that were read. */
export type HotObject =
  | { readonly isWhole: true; readonly object: DecodedObject }
  | { readonly isWhole: false; readonly object: Record<string, unknown> };

/** Maximum number of decoded objects that are not in a store: an update's old object, and those not stored yet. */
const mostPassing = 4;

/**
 * The most recently decoded objects. Keeps only a few that are not in a store, since each may keep a slab alive that is not
 * needed otherwise.
 */
export class HotObjects {
  readonly #most: number;
  readonly #stored = new Map<CompactRecord, HotObject>();
  readonly #passing = new Map<CompactRecord, HotObject>();
  #lastRecord: CompactRecord | undefined;
  #last: HotObject | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#stored.size + this.#passing.size;
  }

  get(record: CompactRecord): HotObject | undefined {
    if (record === this.#lastRecord) return this.#last;
    const from = this.#stored.has(record) ? this.#stored : this.#passing;
    const decoded = from.get(record);
    if (decoded === undefined) return undefined;
    // Moves it to the end: the first one is removed next.
    from.delete(record);
    this.set(record, decoded);
    return decoded;
  }

  set(record: CompactRecord, decoded: HotObject): void {
    if (this.#most === 0) return;
    if (record.slot === -1) put(this.#passing, Math.min(mostPassing, this.#most), record, decoded);
    else put(this.#stored, this.#most, record, decoded);
    this.#lastRecord = record;
    this.#last = decoded;
  }

  /** The record has left its store. */
  left(record: CompactRecord): void {
    if (this.#stored.size === 0) return;
    const decoded = this.#stored.get(record);
    if (decoded === undefined) return;
    this.#stored.delete(record);
    put(this.#passing, Math.min(mostPassing, this.#most), record, decoded);
  }
}

function put(
  into: Map<CompactRecord, HotObject>,
  most: number,
  record: CompactRecord,
  decoded: HotObject,
): void {
  if (into.size >= most && !into.has(record)) {
    for (const oldest of into.keys()) {
      into.delete(oldest);
      break;
    }
  }
  into.set(record, decoded);
}
