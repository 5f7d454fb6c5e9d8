import { onAbort } from '../util/signal.js';
import { eventsOf } from '../meta/events-of.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { WatchBytesDecoder } from '../meta/wire-format.js';
import type { Clock } from '../util/clock.js';
import { Moment, setTurn } from '../util/clock.js';
import { errorOfEvent } from '../meta/error-event.js';
import { TransportError } from '../util/errors.js';
import { defaultSliceMs, yieldToEventLoop } from '../util/steps.js';
import type { Redactor } from './redactor.js';
import type { TransportResponse } from './transport.js';

/** Options of a RestWatchStream. */
export interface RestWatchStreamOptions<T> {
  /** Name of the watch in messages: `watch of https://host/api/v1/pods`. */
  readonly name: string;
  readonly clock: Clock;
  /** Aborting it ends the stream, as `stop` does. */
  readonly signal: AbortSignal;
  /** Used by this stream only. */
  readonly decoder: WatchBytesDecoder<T>;
  readonly redactor: Redactor;
  /** Called with the object of each event. */
  readonly note?: ((object: unknown) => void) | undefined;
  /** Called once, when the stream has ended. */
  readonly onClose: () => void;
}

// Node reads 64 KiB at once.
const floodBytes = 48 * 1024;

const stopped = Symbol('stopped');

/** A watch over HTTP. Buffers no more than the transport does; yields to the event loop under load. */
export class RestWatchStream<T extends KubernetesObject> implements WatchStream<T> {
  readonly #response: TransportResponse;
  readonly #options: RestWatchStreamOptions<T>;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #decoder: WatchBytesDecoder<T>;
  readonly #onAbort = (): void => this.stop();
  #state: 'open' | 'ended' | 'closed' = 'open';
  #failure: unknown;
  readonly #unlisten: () => void;
  #reading = false;
  #wakeReader: ((reason: typeof stopped) => void) | undefined;
  // The last read filled most of a socket buffer: there may be more.
  #flood = false;
  // When the event loop last ran other work, as far as known here.
  #turnMs: number;
  readonly #lastByte = new Moment();
  #receivedBytes = 0;

  constructor(response: TransportResponse, options: RestWatchStreamOptions<T>) {
    this.#response = response;
    this.#options = options;
    this.#decoder = options.decoder;
    this.#chunks = response.body[Symbol.asyncIterator]();
    this.#turnMs = options.clock.monotonic();
    this.#lastByte.mark(options.clock);
    this.#unlisten = onAbort(options.signal, this.#onAbort);
    if (options.signal.aborted) this.stop();
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#reading) throw new Error('nextBatch of a watch was called while another call is pending');
    this.#reading = true;
    try {
      return await this.#next();
    } finally {
      this.#reading = false;
    }
  }

  stop(): void {
    this.#close();
    this.#wakeReader?.(stopped);
  }

  get lastByteAgeMs(): number {
    return this.#lastByte.ageMs(this.#options.clock) ?? 0;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>, undefined> {
    return eventsOf(this);
  }

  async #next(): Promise<readonly WatchEvent<T>[] | undefined> {
    const { clock } = this.#options;
    while (this.#state === 'open') {
      if (clock.monotonic() - this.#turnMs > defaultSliceMs) {
        this.#flood = false;
        await yieldToEventLoop();
        this.#turnMs = clock.monotonic();
        continue;
      }
      // Let the socket's data accumulate: decoding large batches costs less than many small ones.
      if (this.#flood) {
        this.#flood = false;
        await this.#gathered();
        continue;
      }
      const events: WatchEvent<T>[] = [];
      try {
        const chunk = this.#response.body.readNow?.() ?? (await this.#wait());
        if (chunk === stopped) return undefined;
        if (chunk === undefined) {
          this.#state = 'ended';
          this.#decoder.end(events);
        } else {
          this.#decode(chunk, events);
        }
      } catch (thrown) {
        // Deliver the preceding events first; the connection is not used further.
        this.#state = 'ended';
        this.#response.destroy();
        this.#failure = this.#named(thrown);
      }
      if (events.length > 0) return this.#checked(events);
    }
    const failure = this.#failure;
    this.#failure = undefined;
    this.#close();
    // Created by #named, which returns errors, or an abort's reason unchanged.
    if (failure !== undefined) throw failure as Error;
    return undefined;
  }

  /**
   * Resolves after a turn of the event loop, or earlier if the transport is about to stop reading.
   *
   * A paused transport copies what it receives: about a third of the bytes under heavy load.
   */
  #gathered(): Promise<void> {
    return new Promise((resolve) => {
      const { body } = this.#response;
      body.whenFilling?.(resolve);
      setTurn(() => {
        body.whenFilling?.(undefined);
        this.#turnMs = this.#options.clock.monotonic();
        resolve();
      });
    });
  }

  /** Decodes the chunk and those that arrived with it, until the time slice ends. */
  #decode(first: Uint8Array, events: WatchEvent<T>[]): void {
    const { body } = this.#response;
    const { clock } = this.#options;
    this.#lastByte.mark(clock);
    let chunk: Uint8Array | undefined = first;
    let bytes = 0;
    while (chunk !== undefined) {
      bytes += chunk.length;
      this.#decoder.feed(chunk, events);
      if (body.readNow === undefined || clock.monotonic() - this.#turnMs > defaultSliceMs) break;
      chunk = body.readNow();
    }
    this.#decoder.flush(events);
    this.#receivedBytes += bytes;
    this.#flood = bytes >= floodBytes;
  }

  /** Resolves with the next chunk, or undefined at the end. */
  #wait(): Promise<Uint8Array | undefined | typeof stopped> {
    return new Promise((resolve, reject) => {
      const settle = <V>(then: (value: V) => void) => {
        return (value: V): void => {
          this.#wakeReader = undefined;
          this.#turnMs = this.#options.clock.monotonic();
          then(value);
        };
      };
      this.#wakeReader = settle(resolve);
      this.#chunks.next().then(
        settle((result: IteratorResult<Uint8Array>) =>
          resolve(result.done === true ? undefined : result.value),
        ),
        settle(reject),
      );
    });
  }

  /** Redacts the Status of ERROR events, which becomes an error and must not repeat credentials. */
  #checked(events: WatchEvent<T>[]): readonly WatchEvent<T>[] {
    const { redactor, note } = this.#options;
    for (const [index, event] of events.entries()) {
      note?.(event.object);
      if (event.type !== 'ERROR') continue;
      const kind: unknown = event.object.kind;
      // For other objects the error contains only the kind. As in client-go, the reader gets the object unchanged.
      if (typeof kind === 'string' && kind !== 'Status' && redactor.text(kind) === kind) continue;
      events[index] = { type: 'ERROR', object: redactor.status(errorOfEvent(event.object).status) };
    }
    return events;
  }

  #named(error: unknown): unknown {
    const { name, redactor } = this.#options;
    const thrown = redactor.error(error);
    if (!(thrown instanceof TransportError)) return thrown;
    if (thrown.code === 'ERR_WATCH_DECODE')
      return new TransportError(thrown.code, `${name}: ${thrown.message}`);
    return new TransportError('ERR_WATCH_CUT', `${name} was cut: ${thrown.message}`, { cause: thrown });
  }

  #close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#failure = undefined;
    this.#unlisten();
    this.#response.destroy();
    this.#options.onClose();
  }
}

/**
 * A watch that ends immediately (client-go's watch.NewEmptyWatch); `unopened` is the error that client-go only logs.
 */
export class EmptyWatchStream<T extends KubernetesObject> implements WatchStream<T> {
  readonly unopened: Error;

  constructor(unopened: Error) {
    this.unopened = unopened;
  }

  nextBatch(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  stop(): void {
    // Nothing is open.
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>, undefined> {
    return eventsOf(this);
  }
}
