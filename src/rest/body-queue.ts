import { RingQueue } from '../util/ring-queue.js';
import type { TransportBody } from './transport.js';

// Enough to keep a fast link busy, little enough for hundreds of watches at once.
const highWaterBytes = 256 * 1024;
const lowWaterBytes = 64 * 1024;
// One read of a socket before that: undici copies what it holds while it is paused.
const fillingBytes = 192 * 1024;

/** Where a BodyQueue's chunks come from. */
export interface BodySource {
  /** No more chunks for now: the reader is behind. Some may still come. */
  pause(): void;
  resume(): void;
  /** The reader wants no more. */
  destroy(): void;
}

/**
 * A body between the socket and its reader: holds at most about 256 KiB, then asks the source to pause.
 *
 * Chunks that came before a failure are handed out before it.
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

  /** A chunk has come. Ignored after the end. */
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

  /** The body broke off. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    const waiting = this.#reader();
    if (waiting === undefined) this.#failure = { error };
    else waiting.reject(error);
  }

  /** Forgets what was not read; then the end, or `error` when there is one. */
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

  /** Leaving the loop early destroys the source. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.#source.destroy();
        return Promise.resolve(done);
      },
    };
  }

  /** Who waits for the next chunk, once. */
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
      // Whatever the failure is, it goes on as it is: an abort's reason need not be an Error.
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
