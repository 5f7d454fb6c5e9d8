import type { Chunk, EventLog } from './event-log.js';
import type { Backlog, Notification } from './notification.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/**
 * One listener's position in an EventLog. First returns the objects that the cache held when it joined, as adds.
 *
 * A reader at the end of the log has no position, so that it keeps no event in memory: the writer of the next event sets
 * the position with `resumeAt`.
 */
export class LogReader<T> implements Backlog<T> {
  readonly #log: EventLog<T>;
  readonly #listener: unknown;
  #initial: readonly DeepReadonly<T>[];
  #initialAt = 0;
  #chunk: Chunk<T> | undefined;
  #at = 0;
  /** Events for this listener, minus all events in the log: `#given + #log.written` is the number of its events. */
  #given: number;
  #taken = 0;
  #syncedAt = Infinity;

  /** `listener` identifies the reader in the audience of a resync; `initial` is kept and must not change. */
  constructor(log: EventLog<T>, listener: unknown, initial: readonly DeepReadonly<T>[]) {
    this.#log = log;
    this.#listener = listener;
    this.#initial = initial;
    this.#given = initial.length - log.written;
    if (initial.length > 0) ({ chunk: this.#chunk, at: this.#at } = log.end);
  }

  next(): Notification<T> | undefined {
    if (this.#initialAt < this.#initial.length) return this.#nextInitial();
    let chunk = this.#chunk;
    while (chunk !== undefined) {
      const event = chunk.events[this.#at];
      if (event === undefined) {
        this.#chunk = chunk = chunk.following;
        this.#at = 0;
        continue;
      }
      this.#at++;
      // `skipLast` has uncounted it.
      if (event.event === 'resync' && !event.audience.has(this.#listener)) continue;
      this.#taken++;
      return event;
    }
    return undefined;
  }

  get length(): number {
    return this.#given + this.#log.written - this.#taken;
  }

  upstreamSynced(): void {
    this.#syncedAt = this.#taken + this.length;
  }

  get initialTaken(): boolean {
    return this.#taken >= this.#syncedAt;
  }

  clear(): void {
    this.#initial = [];
    this.#chunk = undefined;
  }

  /** Continues at the last event of this chunk. */
  resumeAt(chunk: Chunk<T>): void {
    this.#chunk = chunk;
    this.#at = chunk.events.length - 1;
  }

  /** Notes that the last event written is not for this listener. */
  skipLast(): void {
    this.#given--;
  }

  #nextInitial(): Notification<T> {
    // `next` checked the index.
    const object = this.#initial[this.#initialAt++] as DeepReadonly<T>;
    if (this.#initialAt === this.#initial.length) {
      this.#initial = [];
      this.#initialAt = 0;
    }
    this.#taken++;
    return { event: 'add', object, isInInitialList: true };
  }
}
