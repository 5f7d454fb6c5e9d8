import { RingQueue } from '../util/ring-queue.js';
import type { TransportBody } from './transport.js';

// Enough to keep a fast connection busy, small enough for hundreds of watches.
const highWaterBytes = 256 * 1024;
const lowWaterBytes = 64 * 1024;
// Leaves room for one socket read: undici copies the data it receives while paused.
const fillingBytes = 192 * 1024;

/** The source of a BodyQueue's chunks. */
export interface BodySource {
  /** Asks for no more chunks until `resume`; a few may still arrive. */
  pause(): void;
  resume(): void;
  /** The reader wants no more chunks. */
  destroy(): void;
}

/**
 * Buffers a body between the socket and its reader; asks the source to pause above 256 KiB.
 *
 * Chunks that arrived before a failure are delivered before it.
 */
export class BodyQueue implements TransportBody {
  readonly #source: BodySource;
  readonly #chunks = new RingQueue<Uint8Array>();
  #bytes = 0;
  #paused = false;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #waiting: PromiseWithResolvers | undefined;
  #filling: (() => void) | undefined;

  constructor(source: BodySource) {
    this.#source = source;
  }

  /** Adds a chunk. Ignored after the end. */
  push(chunk: Uint8Array): void {
    if (this.#ended || chunk.length === 0) return;
    const waiting = this.#reader();
    if (waiting !== undefined) {
      waiting.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= fillingBytes && this.#filling !== undefined) {
      const filling = this.#filling;
      this.#filling = undefined;
      filling();
    }
    if (this.#bytes > highWaterBytes && !this.#paused) {
      this.#paused = true;
      this.#source.pause();
    }
  }

  /** The body is complete. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reader()?.resolve(done);
  }

  /** The body failed. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    const waiting = this.#reader();
    if (waiting === undefined) this.#failure = { error };
    else waiting.reject(error);
  }

  /** Discards unread chunks; the reader then gets the end, or `error` if there is one. */
  drop(error?: unknown): void {
    this.#chunks.clear();
    this.#bytes = 0;
    this.#failure = undefined;
    if (error === undefined) this.end();
    else if (this.#ended) this.#failure = { error };
    else this.fail(error);
  }

  readNow(): Uint8Array | undefined {
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return undefined;
    this.#bytes -= chunk.length;
    if (this.#paused && this.#bytes < lowWaterBytes) {
      this.#paused = false;
      this.#source.resume();
    }
    return chunk;
  }

  whenFilling(filling: (() => void) | undefined): void {
    this.#filling = filling;
  }

  /** Iterates over the chunks; leaving the loop early destroys the source. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.#source.destroy();
        return Promise.resolve(done);
      },
    };
  }

  /** Returns the reader that waits for the next chunk, if any, and clears it. */
  #reader(): PromiseWithResolvers | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const chunk = this.readNow();
    if (chunk !== undefined) return Promise.resolve({ done: false, value: chunk });
    const failure = this.#failure;
    if (failure !== undefined) {
      this.#failure = undefined;
      // The failure is passed on unchanged: an abort's reason need not be an Error.
      return Promise.reject(failure.error as Error);
    }
    if (this.#ended) return Promise.resolve(done);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

interface PromiseWithResolvers {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}
