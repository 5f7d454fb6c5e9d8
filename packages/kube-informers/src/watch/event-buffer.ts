import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { eventsOf } from '../meta/events-of.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * Buffers events for one reader, in order (client-go's eventProcessor).
 *
 * Pushing never waits, so a slow reader does not block the writer; unread events are kept.
 */
export class EventBuffer<T extends DeepReadonly<KubernetesObject>> implements WatchStream<T> {
  #events: WatchEvent<T>[] = [];
  #ended = false;
  #failure: Error | undefined;
  #wakeReader: (() => void) | undefined;
  readonly #onStop: () => void;

  /** Creates a buffer. `onStop` is called once, at the reader's first `stop`. */
  constructor(onStop: () => void = () => undefined) {
    this.#onStop = onStop;
  }

  /** Adds an event. Ignored after the end. */
  push(event: WatchEvent<T>): void {
    if (this.#ended) return;
    this.#events.push(event);
    this.#wakeReader?.();
  }

  /** Ends the buffer. Buffered events are still delivered, then `failure`, if given. */
  end(failure?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#wakeReader?.();
  }

  /** Number of events not yet read. */
  get length(): number {
    return this.#events.length;
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#wakeReader !== undefined)
      throw new Error('a watch has one reader, and nextBatch is already pending');
    while (this.#events.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
      this.#wakeReader = undefined;
    }
    if (this.#events.length > 0) {
      const batch = this.#events;
      this.#events = [];
      return batch;
    }
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    return undefined;
  }

  stop(): void {
    this.#events = [];
    this.#failure = undefined;
    if (this.#ended) return;
    this.#ended = true;
    this.#wakeReader?.();
    this.#onStop();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }
}
