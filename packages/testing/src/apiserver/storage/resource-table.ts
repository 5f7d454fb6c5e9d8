import type { Clock } from 'kube-informers';
import { storeObject } from './stored-object.js';
import type { BodyType, ObjectBody, StoredObject } from './stored-object.js';

/** How much history is kept. */
export interface HistoryOptions {
  readonly clock: Clock;
  /** Changes kept for each resource. */
  readonly historyLimit: number;
  /** How long changes are kept, ms. */
  readonly historyMs: number;
  /** The revision before the first write. */
  readonly initialRevision: number;
}

/** One write, as delivered to watches. */
export interface Change {
  readonly revision: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The new state; for a deletion the last state, with the deletion's revision. */
  readonly current: StoredObject;
  readonly previous: StoredObject | undefined;
  readonly atMs: number;
}

/** A range of objects in a table, in key order. */
interface Range {
  /** Prefix of the keys: `namespace/`, or "" for all. */
  readonly prefix: string;
  /** The first key wanted; "" for the first of all. */
  readonly start: string;
}

/** One page. */
export interface Page {
  readonly items: readonly StoredObject[];
  /** Number of objects in the range after this page, matching or not; 0 at the end of the list. */
  readonly remaining: number;
}

/** The part of the revision log that its tables use. */
interface Revisions {
  readonly options: HistoryOptions;
  readonly revision: number;
  next(): number;
  readonly listener: ((table: ResourceTable, change: Change) => void) | undefined;
}

/** The objects of one resource, now and as far back as the history reaches. */
export class ResourceTable {
  readonly #log: Revisions;
  readonly #objects = new Map<string, StoredObject>();
  readonly #keys = new SortedKeys();
  #changes: Change[] = [];
  /** States before this revision are discarded. */
  #floor: number;
  /** Watches from before this revision are rejected. */
  #watchFloor: number;

  constructor(log: Revisions, floor: number) {
    this.#log = log;
    this.#floor = floor;
    // A watch cache starts when its resource is first served.
    this.#watchFloor = log.revision;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** The oldest revision whose state is available. */
  get floor(): number {
    return this.#floor;
  }

  /** The oldest revision that a watch can start from. */
  get watchFloor(): number {
    return Math.max(this.#floor, this.#watchFloor);
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** Stores `body` under `key` as the next revision. */
  put(key: string, body: ObjectBody, fields: Readonly<Record<string, string>>, type: BodyType): StoredObject {
    const previous = this.#objects.get(key);
    const current = storeObject(key, this.#log.next(), body, fields, type);
    this.#objects.set(key, current);
    if (previous === undefined) this.#keys.add(key);
    this.#append(previous === undefined ? 'ADDED' : 'MODIFIED', current, previous);
    return current;
  }

  /** Removes the object; `body` is its last state, for the deletion's event. */
  remove(key: string, body: ObjectBody): StoredObject | undefined {
    const previous = this.#objects.get(key);
    if (previous === undefined) return undefined;
    const current = storeObject(key, this.#log.next(), body, previous.fields, previous.type);
    this.#objects.delete(key);
    this.#keys.remove(key);
    this.#append('DELETED', current, previous);
    return current;
  }

  #append(type: Change['type'], current: StoredObject, previous: StoredObject | undefined): void {
    const { clock, historyLimit, historyMs } = this.#log.options;
    const atMs = clock.now();
    const change = { revision: current.revision, type, current, previous, atMs };
    this.#changes.push(change);
    const oldest = this.#changes[0];
    // Trimmed at 125 % of the limit, so that the array is not moved on each write.
    if (this.#changes.length > historyLimit * 1.25) this.#dropChanges(this.#changes.length - historyLimit);
    else if (oldest !== undefined && atMs - oldest.atMs > historyMs * 1.25) {
      this.#dropChanges(this.#changes.findIndex((entry) => atMs - entry.atMs <= historyMs));
    }
    this.#log.listener?.(this, change);
  }

  #dropChanges(count: number): void {
    const last = this.#changes[count - 1];
    if (last === undefined) return;
    this.#floor = Math.max(this.#floor, last.revision);
    this.#changes = this.#changes.slice(count);
  }

  /** Discards the changes up to and including `revision`. */
  compact(revision: number): void {
    this.#dropChanges(this.#firstAfter(revision));
    this.#floor = Math.max(this.#floor, revision);
  }

  forgetWatchHistory(): void {
    this.#watchFloor = this.#log.revision;
  }

  /** Returns the changes after `revision`, oldest first. The caller has checked `watchFloor`. */
  changesAfter(revision: number): readonly Change[] {
    return this.#changes.slice(this.#firstAfter(revision));
  }

  #firstAfter(revision: number): number {
    return lowerBound(this.#changes.length, (index) => (this.#changes[index]?.revision ?? 0) > revision);
  }

  /** Returns the current objects of the range; later changes do not affect the list. */
  all(range: Range = { prefix: '', start: '' }): StoredObject[] {
    return [...this.range(range)];
  }

  /** Iterates over the current objects of the range, in order; the table must not change during the iteration. */
  *range(range: Range): Generator<StoredObject> {
    const keys = this.#keys.values;
    for (let index = this.#keys.indexOf(first(range)); index < keys.length; index++) {
      const key = keys[index] ?? '';
      if (!key.startsWith(range.prefix)) return;
      const stored = this.#objects.get(key);
      if (stored !== undefined) yield stored;
    }
  }

  /** Returns a page of the range at `revision` (at least `floor`): at most `limit` matching objects; 0 for all. */
  page(revision: number, range: Range, limit: number, matches: (stored: StoredObject) => boolean): Page {
    const items: StoredObject[] = [];
    let remaining = 0;
    for (const stored of this.#rangeAt(revision, range)) {
      if (limit > 0 && items.length >= limit) remaining++;
      else if (matches(stored)) items.push(stored);
    }
    return { items, remaining };
  }

  #rangeAt(revision: number, range: Range): Iterable<StoredObject> {
    const from = this.#firstAfter(revision);
    if (from === this.#changes.length) return this.range(range);
    // The previous states of later changes: the first change of each key has it.
    const before = new Map<string, StoredObject | undefined>();
    for (let index = from; index < this.#changes.length; index++) {
      const change = this.#changes[index];
      if (change !== undefined && !before.has(change.current.key))
        before.set(change.current.key, change.previous);
    }
    return this.#rangeBefore(range, before);
  }

  *#rangeBefore(
    range: Range,
    before: ReadonlyMap<string, StoredObject | undefined>,
  ): Generator<StoredObject> {
    const start = first(range);
    const gone: StoredObject[] = [];
    for (const [key, stored] of before) {
      if (stored !== undefined && !this.#objects.has(key) && key >= start && key.startsWith(range.prefix)) {
        gone.push(stored);
      }
    }
    gone.sort((a, b) => (a.key < b.key ? -1 : 1));
    let next = 0;
    for (const stored of this.range(range)) {
      for (let lost = gone[next]; lost !== undefined && lost.key < stored.key; lost = gone[++next])
        yield lost;
      if (!before.has(stored.key)) yield stored;
      else {
        const old = before.get(stored.key);
        if (old !== undefined) yield old;
      }
    }
    for (; next < gone.length; next++) {
      const lost = gone[next];
      if (lost !== undefined) yield lost;
    }
  }
}

function first(range: Range): string {
  return range.start > range.prefix ? range.start : range.prefix;
}

/** Returns the first index in [0, length) for which `test` holds, else `length`; `test` must be monotonic. */
function lowerBound(length: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The keys of a table in etcd's order.
 *
 * Names are ASCII, so comparing strings equals comparing bytes. Inserting moves part of one array, which takes
 * microseconds for a hundred thousand keys; sorted input is appended.
 */
class SortedKeys {
  readonly #keys: string[] = [];

  get values(): readonly string[] {
    return this.#keys;
  }

  /** Returns the position of the first key that is not less than `key`. */
  indexOf(key: string): number {
    if (key === '') return 0;
    return lowerBound(this.#keys.length, (index) => (this.#keys[index] ?? '') >= key);
  }

  /** Adds a new key. */
  add(key: string): void {
    const last = this.#keys[this.#keys.length - 1];
    if (last === undefined || last < key) this.#keys.push(key);
    else this.#keys.splice(this.indexOf(key), 0, key);
  }

  /** Removes an existing key. */
  remove(key: string): void {
    const index = this.indexOf(key);
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }
}
