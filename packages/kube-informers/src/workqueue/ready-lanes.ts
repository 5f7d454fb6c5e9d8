import { IndexedHeap } from '../util/indexed-heap.js';
import type { KeyEntry, Lane } from './work-item.js';

/**
 * The keys that are ready, and the order in which they are handed out.
 *
 * A key that joined its lane at time t has the rank `t - priority * agingMs`; the smallest is first. Ranks do not change
 * with time, and those of one lane grow, so only the first keys of the lanes are compared.
 */
export class ReadyLanes {
  /** The lane of priority 0 stays, since nearly every key uses it; the others are dropped when they are empty. */
  readonly #normal = newLane(0);
  readonly #lanes = new Map<number, Lane>([[0, this.#normal]]);
  readonly #order: IndexedHeap<Lane>;
  readonly #agingMs: number;
  #length = 0;
  #depth = 0;

  constructor(agingMs: number) {
    this.#agingMs = agingMs;
    this.#order = new IndexedHeap((a, b) => {
      // A comparison of the ranks that also works for an infinite agingMs.
      const lead = (a.priority - b.priority) * agingMs - ((a.head?.atMs ?? 0) - (b.head?.atMs ?? 0));
      return lead > 0 || (lead === 0 && a.priority > b.priority);
    });
  }

  /** Number of keys that are ready. */
  get length(): number {
    return this.#length;
  }

  /** Number of keys that are ready or remembered. */
  get depth(): number {
    return this.#depth;
  }

  /** `depth` by priority, the highest first. */
  depths(): ReadonlyMap<number, number> {
    const lanes = [...this.#lanes.values()].filter(({ depth }) => depth > 0);
    return new Map(
      lanes.toSorted((a, b) => b.priority - a.priority).map(({ priority, depth }) => [priority, depth]),
    );
  }

  /** Counts a key that becomes ready or remembered. */
  count(entry: KeyEntry): void {
    this.#laneOf(entry.priority).depth++;
    this.#depth++;
  }

  /** Appends a counted key to the lane of its priority. `nowMs` never decreases. */
  append(entry: KeyEntry, nowMs: number): void {
    const lane = this.#laneOf(entry.priority);
    entry.atMs = nowMs;
    entry.lane = lane;
    entry.previous = lane.tail;
    if (lane.tail === undefined) {
      lane.head = entry;
      lane.tail = entry;
      this.#order.add(lane);
    } else {
      lane.tail.next = entry;
      lane.tail = entry;
    }
    this.#length++;
  }

  /** Puts a counted key first in the lane of its priority, where it has been since `atMs`. */
  prepend(entry: KeyEntry, atMs: number): void {
    const lane = this.#laneOf(entry.priority);
    const { head } = lane;
    if (head === undefined) return this.append(entry, atMs);
    entry.atMs = Math.min(atMs, head.atMs);
    entry.lane = lane;
    entry.next = head;
    head.previous = entry;
    lane.head = entry;
    this.#order.reorder(lane);
    this.#length++;
  }

  /**
   * Raises the priority of a counted key.
   *
   * A ready one keeps its place if that is better than the last place of the new lane.
   */
  raise(entry: KeyEntry, priority: number, nowMs: number): void {
    const { lane } = entry;
    const old = this.#laneOf(entry.priority);
    entry.priority = priority;
    this.#laneOf(priority).depth++;
    if (lane !== undefined && (priority - lane.priority) * this.#agingMs >= nowMs - entry.atMs) {
      this.#leave(entry, lane);
      this.append(entry, nowMs);
    }
    old.depth--;
    this.#dropIfUnused(old);
  }

  /** Removes and returns the first key. */
  take(): KeyEntry | undefined {
    const lane = this.#order.peek();
    const entry = lane?.head;
    if (lane === undefined || entry === undefined) return undefined;
    this.#leave(entry, lane);
    const counted = lane.priority === entry.priority ? lane : this.#laneOf(entry.priority);
    counted.depth--;
    this.#depth--;
    this.#dropIfUnused(counted);
    return entry;
  }

  #leave(entry: KeyEntry, lane: Lane): void {
    const { previous, next } = entry;
    if (next === undefined) lane.tail = previous;
    else next.previous = previous;
    if (previous === undefined) lane.head = next;
    else previous.next = next;
    entry.lane = undefined;
    entry.previous = undefined;
    entry.next = undefined;
    this.#length--;
    if (lane.head === undefined) {
      this.#order.remove(lane);
      this.#dropIfUnused(lane);
    } else if (previous === undefined) {
      this.#order.reorder(lane);
    }
  }

  #laneOf(priority: number): Lane {
    if (priority === 0) return this.#normal;
    let lane = this.#lanes.get(priority);
    if (lane === undefined) {
      lane = newLane(priority);
      this.#lanes.set(priority, lane);
    }
    return lane;
  }

  #dropIfUnused(lane: Lane): void {
    if (lane.depth > 0 || lane.head !== undefined || lane === this.#normal) return;
    this.#lanes.delete(lane.priority);
  }
}

function newLane(priority: number): Lane {
  return { priority, depth: 0, head: undefined, tail: undefined, index: -1 };
}
