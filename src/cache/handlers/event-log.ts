import type { Notification } from './notification.js';

/** Some events in the order in which they came, and the piece that follows. */
export interface Piece<T> {
  readonly events: Notification<T>[];
  following: Piece<T> | undefined;
}

/** Events of a piece: so many that were handled may be kept by a reader that stands in its middle. */
const pieceLength = 64;

/**
 * The events of one informer, written once for all of its listeners, each of which reads at its own pace.
 *
 * An event that waits costs one entry, however many wait for it. Nothing but readers holds a piece that is full, so that
 * the collector takes what the slowest has read; `rest` lets go of the last one.
 */
export class EventLog<T> {
  #last: Piece<T> = { events: [], following: undefined };
  /** Number of events so far. */
  written = 0;

  /** Writes an event; returns the piece that holds it, as its last one. */
  write(event: Notification<T>): Piece<T> {
    if (this.#last.events.length === pieceLength) {
      const following: Piece<T> = { events: [], following: undefined };
      this.#last.following = following;
      this.#last = following;
    }
    this.#last.events.push(event);
    this.written++;
    return this.#last;
  }

  /** Where the next event will be, as long as `rest` is not called. */
  get end(): { readonly piece: Piece<T>; readonly at: number } {
    return { piece: this.#last, at: this.#last.events.length };
  }

  /** Nobody has anything left to read: lets go of what was read. */
  rest(): void {
    if (this.#last.events.length > 0) this.#last = { events: [], following: undefined };
  }
}
