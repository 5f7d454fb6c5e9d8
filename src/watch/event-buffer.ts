import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { eventsOf } from '../meta/events-of.js';

/**
 * client-go's eventProcessor: takes events whenever they come and hands them to one reader, in order. Whoever pushes never
 * waits, so that a reader that stops reading holds nobody up; what it does not read is kept.
 */
export class EventBuffer<T extends KubernetesObject> implements WatchStream<T> {
  #events: WatchEvent<T>[] = [];
  #ended = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  readonly #onStop: () => void;

  /** `onStop` is called once, at the reader's first `stop`. */
  constructor(onStop: () => void = () => undefined) {
    this.#onStop = onStop;
  }

  /** Ignored after the end. */
  push(event: WatchEvent<T>): void {
    if (this.#ended) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** No more events come. What waits is still handed out; with `failure`, the reader is told of that after it. */
  end(failure?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#wake?.();
  }

  /** Events that wait for the reader. */
  get length(): number {
    return this.#events.length;
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#wake !== undefined)
      throw new Error('a watch is read by one reader, and nextBatch waits already');
    while (this.#events.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
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
    this.#wake?.();
    this.#onStop();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }
}
