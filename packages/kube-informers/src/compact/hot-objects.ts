import type { DecodedObject } from './decoded-object.js';
import type { CompactRecord } from './slab.js';

/** Maximum number of decoded objects that are not in a store: an update's old object, and those not stored yet. */
const mostPassing = 4;

/**
 * The most recently decoded objects. Keeps only a few that are not in a store, since each may keep a slab alive that is not
 * needed otherwise.
 */
export class HotObjects {
  readonly #most: number;
  readonly #stored = new Map<CompactRecord, DecodedObject>();
  readonly #passing = new Map<CompactRecord, DecodedObject>();
  /** Reads of a decoded object, and reads that had to decode it. */
  hits = 0;
  misses = 0;
  #lastRecord: CompactRecord | undefined;
  #last: DecodedObject | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#stored.size + this.#passing.size;
  }

  get(record: CompactRecord): DecodedObject | undefined {
    if (record === this.#lastRecord) {
      this.hits++;
      return this.#last;
    }
    const from = this.#stored.has(record) ? this.#stored : this.#passing;
    const decoded = from.get(record);
    if (decoded === undefined) {
      this.misses++;
      return undefined;
    }
    this.hits++;
    // Moves it to the end: the first one is removed next.
    from.delete(record);
    this.set(record, decoded);
    return decoded;
  }

  set(record: CompactRecord, decoded: DecodedObject): void {
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
  into: Map<CompactRecord, DecodedObject>,
  most: number,
  record: CompactRecord,
  decoded: DecodedObject,
): void {
  if (into.size >= most) {
    for (const oldest of into.keys()) {
      into.delete(oldest);
      break;
    }
  }
  into.set(record, decoded);
}
