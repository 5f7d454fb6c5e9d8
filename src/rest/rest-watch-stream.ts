import { onAbort } from '../util/signal.js';
import { eventsOf } from '../meta/events-of.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { WatchBytesDecoder } from '../meta/wire-format.js';
import type { Clock } from '../util/clock.js';
import { errorOfEvent } from '../meta/error-event.js';
import { TransportError } from '../util/errors.js';
import { defaultSliceMs, yieldToEventLoop } from '../util/time-slice.js';
import type { Redactor } from './redactor.js';
import type { TransportResponse } from './transport.js';

/** What a RestWatchStream needs besides the answer. */
export interface RestWatchStreamOptions<T> {
  /** For messages: `watch of https://host/api/v1/pods`. */
  readonly name: string;
  readonly clock: Clock;
  /** Aborting it ends the stream, as `stop` does. */
  readonly signal: AbortSignal;
  /** For this stream alone. */
  readonly decoder: WatchBytesDecoder<T>;
  readonly redactor: Redactor;
  /** Called once, when the stream is over. */
  readonly onClose: () => void;
}

// Node reads 64 KiB at once.
const floodBytes = 48 * 1024;

const stopped = Symbol('stopped');

/** A watch over HTTP. Reads no further ahead than the transport's buffer; yields to the event loop in a flood. */
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
  #wake: ((reason: typeof stopped) => void) | undefined;
  // As much came at once as one read of the socket gives: there may be more.
  #flood = false;
  // When the event loop last had its turn, as far as is known here.
  #turnMs: number;

  constructor(response: TransportResponse, options: RestWatchStreamOptions<T>) {
    this.#response = response;
    this.#options = options;
    this.#decoder = options.decoder;
    this.#chunks = response.body[Symbol.asyncIterator]();
    this.#turnMs = options.clock.monotonic();
    this.#unlisten = onAbort(options.signal, this.#onAbort);
    if (options.signal.aborted) this.stop();
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#reading) throw new Error('nextBatch of a watch was called while another call is waiting');
    this.#reading = true;
    try {
      return await this.#next();
    } finally {
      this.#reading = false;
    }
  }

  stop(): void {
    this.#close();
    this.#wake?.(stopped);
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
      // What the socket has is left to gather: decoding much at once costs less than little by little.
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
        // First what came before it; the connection is of no more use.
        this.#state = 'ended';
        this.#response.destroy();
        this.#failure = this.#named(thrown);
      }
      if (events.length > 0) return this.#checked(events);
    }
    const failure = this.#failure;
    this.#failure = undefined;
    this.#close();
    // Made by #named, which gives errors, or an abort's reason as it is.
    if (failure !== undefined) throw failure as Error;
    return undefined;
  }

  /**
   * Resolves when the event loop has had its turn, or before, when the transport would soon stop reading: then what it holds
   * is copied once more, a third of a flood's bytes.
   */
  #gathered(): Promise<void> {
    return new Promise((resolve) => {
      const { body } = this.#response;
      body.whenFilling?.(resolve);
      setImmediate(() => {
        body.whenFilling?.(undefined);
        this.#turnMs = this.#options.clock.monotonic();
        resolve();
      });
    });
  }

  /** The chunk and those that have come with it, until the slice is over. */
  #decode(first: Uint8Array, events: WatchEvent<T>[]): void {
    const { body } = this.#response;
    const { clock } = this.#options;
    let chunk: Uint8Array | undefined = first;
    let bytes = 0;
    while (chunk !== undefined) {
      bytes += chunk.length;
      this.#decoder.feed(chunk, events);
      if (body.readNow === undefined || clock.monotonic() - this.#turnMs > defaultSliceMs) break;
      chunk = body.readNow();
    }
    this.#decoder.flush(events);
    this.#flood = bytes >= floodBytes;
  }

  /** The next chunk; undefined at the end. */
  #wait(): Promise<Uint8Array | undefined | typeof stopped> {
    return new Promise((resolve, reject) => {
      const settle = <V>(then: (value: V) => void) => {
        return (value: V): void => {
          this.#wake = undefined;
          this.#turnMs = this.#options.clock.monotonic();
          then(value);
        };
      };
      this.#wake = settle(resolve);
      this.#chunks.next().then(
        settle((result: IteratorResult<Uint8Array>) =>
          resolve(result.done === true ? undefined : result.value),
        ),
        settle(reject),
      );
    });
  }

  /** The Status of an ERROR event becomes an error, so it must not repeat our credentials. */
  #checked(events: WatchEvent<T>[]): readonly WatchEvent<T>[] {
    for (const [index, event] of events.entries()) {
      if (event.type !== 'ERROR') continue;
      const { redactor } = this.#options;
      const kind: unknown = event.object.kind;
      // Of any other object the error names the kind alone. As in client-go, the reader gets it as it came.
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

/** client-go's watch.NewEmptyWatch: ends at once; `unopened` says what client-go only logs. */
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

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>, undefined> {
    return eventsOf(this);
  }
}
