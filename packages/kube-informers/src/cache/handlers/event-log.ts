import type { Deletion } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** One event, shared by all listeners that receive it. */
export type Notification<T> =
  | { readonly event: 'add'; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly event: 'update'; readonly oldObject: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly event: 'delete'; readonly deletion: Deletion<T> }
  | Resync<T>;

/** An update in which nothing changed. Only listeners that are due a resync receive it. */
export interface Resync<T> {
  readonly event: 'resync';
  readonly oldObject: DeepReadonly<T>;
  readonly object: DeepReadonly<T>;
  /** The listeners that receive it. */
  readonly audience: ReadonlySet<unknown>;
}

/** The pending events of one listener. */
export interface Backlog<T> {
  /** Removes and returns the next event; undefined if no event is pending. */
  next(): Notification<T> | undefined;
  /** Number of pending events. */
  readonly length: number;
  /** Marks the pending events as the last initial ones: the informer has synced. */
  upstreamSynced(): void;
  /** True once all events before `upstreamSynced` have been read. */
  readonly hasReadInitial: boolean;
  /** Drops all pending events. */
  clear(): void;
}

/** A chunk of consecutive events; chunks form a linked list. */
export interface Chunk<T> {
  readonly events: Notification<T>[];
  following: Chunk<T> | undefined;
}

/** Events in a chunk. A reader in the middle of a chunk keeps up to this many handled events in memory. */
const chunkLength = 64;

/**
 * The events of one informer, stored once for all listeners; each listener reads at its own pace.
 *
 * A pending event takes one entry, whatever the number of listeners. Only readers refer to a full chunk, so it is garbage
 * collected once the slowest reader has passed it; `truncate` drops the last chunk.
 */
export class EventLog<T> {
  #last: Chunk<T> = { events: [], following: undefined };
  /** Number of events written so far. */
  written = 0;

  /** Appends an event and returns its chunk, in which it is the last event. */
  write(event: Notification<T>): Chunk<T> {
    if (this.#last.events.length === chunkLength) {
      const following: Chunk<T> = { events: [], following: undefined };
      this.#last.following = following;
      this.#last = following;
    }
    this.#last.events.push(event);
    this.written++;
    return this.#last;
  }

  /** The position of the next event. `truncate` invalidates it. */
  get end(): { readonly chunk: Chunk<T>; readonly at: number } {
    return { chunk: this.#last, at: this.#last.events.length };
  }

  /** Drops the events of the last chunk. Call it only if every reader has read them all. */
  truncate(): void {
    if (this.#last.events.length > 0) this.#last = { events: [], following: undefined };
  }
}

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
  #readCount = 0;
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
      this.#readCount++;
      return event;
    }
    return undefined;
  }

  get length(): number {
    return this.#given + this.#log.written - this.#readCount;
  }

  upstreamSynced(): void {
    this.#syncedAt = this.#readCount + this.length;
  }

  get hasReadInitial(): boolean {
    return this.#readCount >= this.#syncedAt;
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
    this.#readCount++;
    return { event: 'add', object, isInInitialList: true };
  }
}
