import { eventsOf } from '../meta/events-of.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';

/** A watch whose events are changed by a function. If it throws, the preceding events are delivered first. */
export class MappedStream<T extends KubernetesObject> implements WatchStream<T> {
  readonly #stream: WatchStream<T>;
  readonly #map: (event: WatchEvent<T>) => WatchEvent<T>;
  #failure: { readonly error: unknown } | undefined;

  constructor(stream: WatchStream<T>, map: (event: WatchEvent<T>) => WatchEvent<T>) {
    this.#stream = stream;
    this.#map = map;
  }

  get unopened(): Error | undefined {
    return this.#stream.unopened;
  }

  get lastByteAgeMs(): number | undefined {
    return this.#stream.lastByteAgeMs;
  }

  get receivedBytes(): number | undefined {
    return this.#stream.receivedBytes;
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    const failure = this.#failure;
    this.#failure = undefined;
    // Thrown by `map`, which throws errors.
    if (failure !== undefined) throw failure.error as Error;
    const batch = await this.#stream.nextBatch();
    if (batch === undefined) return undefined;
    const events: WatchEvent<T>[] = [];
    try {
      for (const event of batch) events.push(this.#map(event));
    } catch (error) {
      // As for an invalid line: deliver the preceding events first, and close the connection.
      this.#stream.stop();
      if (events.length === 0) throw error;
      this.#failure = { error };
    }
    return events;
  }

  stop(): void {
    this.#failure = undefined;
    this.#stream.stop();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }
}
