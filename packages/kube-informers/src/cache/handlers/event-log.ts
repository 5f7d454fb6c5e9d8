import type { Notification } from './notification.js';

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
