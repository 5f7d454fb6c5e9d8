import type { EventLog, Piece } from './event-log.js';
import type { Backlog, Notification } from './notification.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/**
 * One listener's place in an EventLog: first what the cache held when it joined, as adds, then what is written.
 *
 * While it has nothing to read it holds no place, and so no event: whoever writes the next one for it says where it is.
 */
export class LogReader<T> implements Backlog<T> {
  readonly #log: EventLog<T>;
  readonly #listener: unknown;
  #initial: readonly DeepReadonly<T>[];
  #initialAt = 0;
  #piece: Piece<T> | undefined;
  #at = 0;
  /** Events for this listener so far, less those that the log has from before it joined. */
  #given: number;
  #taken = 0;
  #syncedAt = Infinity;

  /** `listener` is whom resyncs name in their audience; `initial` is kept and must not change. */
  constructor(log: EventLog<T>, listener: unknown, initial: readonly DeepReadonly<T>[]) {
    this.#log = log;
    this.#listener = listener;
    this.#initial = initial;
    this.#given = initial.length - log.written;
    if (initial.length > 0) ({ piece: this.#piece, at: this.#at } = log.end);
  }

  next(): Notification<T> | undefined {
    if (this.#initialAt < this.#initial.length) return this.#nextInitial();
    let piece = this.#piece;
    while (piece !== undefined) {
      const event = piece.events[this.#at];
      if (event === undefined) {
        this.#piece = piece = piece.following;
        this.#at = 0;
        continue;
      }
      this.#at++;
      // Counted as not given when it was written.
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
    this.#piece = undefined;
  }

  /** Reading goes on at the last event of this piece. */
  goOnAt(piece: Piece<T>): void {
    this.#piece = piece;
    this.#at = piece.events.length - 1;
  }

  /** The last event written is not for this listener. */
  pass(): void {
    this.#given--;
  }

  #nextInitial(): Notification<T> {
    // The place is inside the array.
    const object = this.#initial[this.#initialAt++] as DeepReadonly<T>;
    if (this.#initialAt === this.#initial.length) {
      this.#initial = [];
      this.#initialAt = 0;
    }
    this.#taken++;
    return { event: 'add', object, isInInitialList: true };
  }
}
