import type { Backlog, Notification } from './event-log.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** The pending events of one key: one event, or a delete followed by an add. */
interface Entry<T> {
  readonly key: string;
  /** Sequence number of the entry, in order of arrival. */
  readonly number: number;
  event: Notification<T>;
  added: Notification<T> | undefined;
  before: Entry<T> | undefined;
  after: Entry<T> | undefined;
}

/**
 * The pending events of one listener, merged for each key: see `AddEventHandlerOptions.coalesce`.
 *
 * The entries are also a linked list: finding the first entry of a Map skips over all slots deleted before it, so taking
 * the entries out one by one would be quadratic.
 */
export class CoalescingBacklog<T> implements Backlog<T> {
  readonly #entries = new Map<string, Entry<T>>();
  #first: Entry<T> | undefined;
  #last: Entry<T> | undefined;
  #lastNumber = 0;
  #length = 0;
  #syncedAt = Infinity;

  /** Merges an event into the pending events of its key. */
  offer(key: string, event: Notification<T>): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#append(key, event);
    else if (event.event === 'delete') this.#delete(entry, event);
    else if (entry.event.event === 'delete') {
      if (entry.added === undefined) this.#length++;
      entry.added = { event: 'add', object: event.object, isInInitialList: false };
    } else entry.event = merged(entry.event, event.object);
  }

  next(): Notification<T> | undefined {
    const entry = this.#first;
    if (entry === undefined) return undefined;
    this.#length--;
    const { event } = entry;
    if (entry.added === undefined) this.#drop(entry);
    else {
      entry.event = entry.added;
      entry.added = undefined;
    }
    return event;
  }

  /** Key of the next event. */
  get nextKey(): string | undefined {
    return this.#first?.key;
  }

  get length(): number {
    return this.#length;
  }

  upstreamSynced(): void {
    this.#syncedAt = this.#lastNumber;
  }

  /** An event that was merged into an earlier entry counts with that entry. */
  get hasReadInitial(): boolean {
    return this.#syncedAt !== Infinity && (this.#first === undefined || this.#first.number > this.#syncedAt);
  }

  clear(): void {
    this.#entries.clear();
    this.#first = undefined;
    this.#last = undefined;
    this.#length = 0;
  }

  #append(key: string, event: Notification<T>): void {
    const entry: Entry<T> = {
      key,
      number: ++this.#lastNumber,
      event,
      added: undefined,
      before: this.#last,
      after: undefined,
    };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.after = entry;
    this.#last = entry;
    this.#entries.set(key, entry);
    this.#length++;
  }

  #delete(entry: Entry<T>, event: Notification<T>): void {
    switch (entry.event.event) {
      case 'add':
        // The handler never saw the object.
        this.#length--;
        this.#drop(entry);
        break;
      case 'delete':
        // The pending delete is of the object that the handler knows; it never saw the later one.
        if (entry.added !== undefined) this.#length--;
        entry.added = undefined;
        break;
      default:
        entry.event = event;
    }
  }

  #drop(entry: Entry<T>): void {
    this.#entries.delete(entry.key);
    if (entry.before === undefined) this.#first = entry.after;
    else entry.before.after = entry.after;
    if (entry.after === undefined) this.#last = entry.before;
    else entry.after.before = entry.before;
  }
}

/** Returns the pending event with the newest object. */
function merged<T>(
  waiting: Exclude<Notification<T>, { event: 'delete' }>,
  object: DeepReadonly<T>,
): Notification<T> {
  return waiting.event === 'add'
    ? { event: 'add', object, isInInitialList: waiting.isInInitialList }
    : { event: 'update', oldObject: waiting.oldObject, object };
}
