import { cutNote } from './occurrence.js';
import type { ObjectReference } from '../resources/types/core-v1.js';
import type { Occurrence } from './occurrence.js';

/** Limits of the correlation; the defaults are client-go's. */
interface CorrelatorOptions {
  /** Distinct notes of one object and reason from which on they are one event. */
  readonly aggregateNotes: number;
  /** Time after which distinct notes are counted from the beginning, ms. */
  readonly aggregateMs: number;
  /** Requests that an object and reason may cause at once. */
  readonly burst: number;
  /** Time after which they may cause one more, ms. */
  readonly refillMs: number;
}

/** Equal occurrences of an event, which are one object on the server. */
export interface Series {
  readonly key: string;
  readonly occurrence: Occurrence;
  readonly isAggregate: boolean;
  /** Name of the event object. */
  name: string;
  /** The newest note. */
  note: string;
  count: number;
  readonly firstMs: number;
  lastMs: number;
  /** `lastMs` on the monotonic clock. */
  lastTick: number;
  /** What the object on the server has: 0 as long as it was not created. */
  writtenCount: number;
  /** Occurrences that this object, or one before it with another note, has shown on the server. */
  shownCount: number;
  writtenNote: string;
  /** When it was written, on the monotonic clock. */
  writtenTick: number;
  /** True from the decision to write it until that has ended. */
  isQueued: boolean;
  /** True if it occurred again meanwhile. */
  isDue: boolean;
  /** True if all of it has to be written, however often that is. */
  isFlushed: boolean;
}

// client-go's maxLruCacheEntries: the memory of a recorder does not grow with the objects of a cluster.
const maxEntries = 4096;

const aggregatePrefix = '(combined from similar events): ';

/** Distinct notes of an object and reason. */
interface Group {
  readonly notes: Set<number>;
  lastTick: number;
}

/** Tokens of an object and reason. */
interface Budget {
  tokens: number;
  refilledTick: number;
  /** The newest series that was refused a token for its object; it may have been written or forgotten since. */
  refused: Series | undefined;
}

/** What an occurrence belongs to. */
interface Correlated {
  readonly series: Series;
  /** A series that was forgotten for it. */
  readonly displaced: Series | undefined;
}

/** Groups the occurrences of events to series, and gives each object and reason a budget of requests. */
export class Correlator {
  readonly #options: CorrelatorOptions;
  readonly #series = new LruMap<string, Series>(maxEntries);
  readonly #groups = new LruMap<string, Group>(maxEntries);
  readonly #budgets = new LruMap<string, Budget>(maxEntries);

  constructor(options: CorrelatorOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#series.size;
  }

  series(): IterableIterator<Series> {
    return this.#series.values();
  }

  /** Counts an occurrence. `name` gives a new object its name. */
  add(occurrence: Occurrence, nowMs: number, tick: number, name: () => string): Correlated {
    const { note, isAggregate, key } = this.#classified(occurrence, tick);
    let series = this.#series.get(key);
    let displaced: Series | undefined;
    if (series === undefined) {
      series = {
        key,
        occurrence,
        isAggregate,
        name: name(),
        note,
        count: 0,
        firstMs: nowMs,
        lastMs: nowMs,
        lastTick: tick,
        writtenCount: 0,
        shownCount: 0,
        writtenNote: '',
        writtenTick: tick,
        isQueued: false,
        isDue: false,
        isFlushed: false,
      };
      displaced = this.#series.add(key, series);
    }
    series.count++;
    series.note = note;
    series.lastMs = nowMs;
    series.lastTick = tick;
    return { series, displaced };
  }

  /** Takes one request of the budget; false if it is used up. */
  takeToken(occurrence: Occurrence, tick: number): boolean {
    const { burst, refillMs } = this.#options;
    const budget = this.#budgetOf(occurrence, tick);
    const refilled = Math.floor((tick - budget.refilledTick) / refillMs);
    if (refilled > 0) {
      budget.tokens = Math.min(burst, budget.tokens + refilled);
      budget.refilledTick += refilled * refillMs;
    }
    if (budget.tokens === 0) return false;
    // A full budget starts to refill with its first use.
    if (budget.tokens === burst) budget.refilledTick = tick;
    budget.tokens--;
    return true;
  }

  /** Returns the series of the same budget that waits for a token. */
  waiting(occurrence: Occurrence, tick: number): Series | undefined {
    const { refused } = this.#budgetOf(occurrence, tick);
    return refused !== undefined && isWaiting(refused) && this.#series.has(refused.key, refused)
      ? refused
      : undefined;
  }

  /** Has a series wait for a token of its budget, in place of the one that waits for it now. */
  wait(series: Series, tick: number): void {
    this.#budgetOf(series.occurrence, tick).refused = series;
  }

  /** Forgets a series: the next occurrence begins a new one. */
  remove(series: Series): void {
    this.#series.remove(series.key, series);
  }

  clear(): void {
    this.#series.clear();
    this.#groups.clear();
    this.#budgets.clear();
  }

  #budgetOf({ regarding, reason }: Occurrence, tick: number): Budget {
    const key = JSON.stringify([...idOf(regarding), reason]);
    let budget = this.#budgets.get(key);
    if (budget === undefined) {
      budget = { tokens: this.#options.burst, refilledTick: tick, refused: undefined };
      this.#budgets.add(key, budget);
    }
    return budget;
  }

  /**
   * An occurrence's series, or that of its aggregate. Neither has the object's resourceVersion in its key: a changed
   * object continues the series.
   */
  #classified(occurrence: Occurrence, tick: number): { key: string; note: string; isAggregate: boolean } {
    const { regarding, related, type, reason, action, note } = occurrence;
    const { aggregateNotes, aggregateMs } = this.#options;
    const groupKey = JSON.stringify([...idOf(regarding), type, reason]);
    let group = this.#groups.get(groupKey);
    if (group === undefined || tick - group.lastTick >= aggregateMs) {
      group = { notes: new Set(), lastTick: tick };
      this.#groups.add(groupKey, group);
    }
    group.lastTick = tick;
    group.notes.add(hashOf(note));
    if (group.notes.size >= aggregateNotes) {
      // One is forgotten, so that the set does not grow; the next new note fills it again.
      for (const oldest of group.notes) {
        group.notes.delete(oldest);
        break;
      }
      return { key: groupKey, note: cutNote(aggregatePrefix + note), isAggregate: true };
    }
    const relatedId = related === undefined ? [] : [...idOf(related), related.fieldPath];
    const key = JSON.stringify([
      ...idOf(regarding),
      regarding.fieldPath,
      relatedId,
      type,
      reason,
      action,
      note,
    ]);
    return { key, note, isAggregate: false };
  }
}

/** True if a remembered series has no object and none is being created: its budget was used up. */
export function isWaiting({ writtenCount, isQueued }: Series): boolean {
  return writtenCount === 0 && !isQueued;
}

function idOf({ apiVersion, kind, namespace, name, uid }: ObjectReference): (string | undefined)[] {
  return [apiVersion, kind, namespace, name, uid];
}

/** FNV-1a. Notes are kept as numbers; two with one number count as the same note, which delays an aggregate. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** A map that forgets the entry that was not used for the longest time when it is full. */
class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value and marks it as used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** True if the key has this value; does not mark it as used. */
  has(key: K, value: V): boolean {
    return this.#entries.get(key) === value;
  }

  /** Adds an entry; returns the value that it displaced. */
  add(key: K, value: V): V | undefined {
    this.#entries.delete(key);
    let displaced: V | undefined;
    if (this.#entries.size >= this.#capacity) {
      for (const [oldest, entry] of this.#entries) {
        displaced = entry;
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, value);
    return displaced;
  }

  /** Removes an entry if it has this value. */
  remove(key: K, value: V): void {
    if (this.has(key, value)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
