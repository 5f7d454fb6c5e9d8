import { RingQueue } from '../util/ring-queue.js';
import type { TransportBody, TransportResponse } from './transport.js';
import { builtin } from '../util/builtin.js';
import type { Gunzip } from 'node:zlib';
import { TransportError } from '../util/errors.js';
import { onAbort, reasonOf } from '../util/signal.js';
import type { Dispatcher } from 'undici';
import type { Clock } from '../util/clock.js';
import { Patience, leastBytesPerSecond } from '../util/clock.js';
import type { Connection, ConnectionPlace } from './connections.js';
import { isConnectionLost, transportFailure } from './errors.js';
import type { FailureContext } from './errors.js';

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

/** The source of gzip data. */
export interface ZippedSource extends BodySource {
  /** Later input is not needed; output produced so far will still be read. */
  abandon(): void;
}

/**
 * Decompresses a gzip body into a BodyQueue.
 *
 * Data that the server flushed is available immediately, also at the end of each of several gzip members: the API
 * server compresses a watch-list that way.
 */
export class GunzipBody {
  readonly queue: BodyQueue;
  readonly #gunzip: Gunzip;
  readonly #source: ZippedSource;
  #failure: { readonly error: unknown } | undefined;
  #paused = false;

  /** Creates a body. `source` delivers the gzip data; `host` is for messages. */
  constructor(source: ZippedSource, host: string) {
    this.#source = source;
    // SYNC_FLUSH emits everything that can be decompressed so far; a truncated stream still fails.
    const { constants, createGunzip } = builtin('node:zlib');
    const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 });
    this.#gunzip = gunzip;
    this.queue = new BodyQueue({
      pause: () => void gunzip.pause(),
      resume: () => void gunzip.resume(),
      destroy: () => source.destroy(),
    });
    gunzip.on('data', (chunk: Uint8Array) => this.queue.push(chunk));
    gunzip.on('drain', () => {
      this.#paused = false;
      source.resume();
    });
    gunzip.on('end', () => {
      if (this.#failure === undefined) this.queue.end();
      else this.queue.fail(this.#failure.error);
    });
    gunzip.on('error', (cause: NodeJS.ErrnoException) => {
      if (this.#failure !== undefined) {
        this.queue.fail(this.#failure.error);
        return;
      }
      this.queue.fail(
        cause.code === 'Z_BUF_ERROR'
          ? new TransportError('ERR_BODY_CUT', `the gzip response of ${host} is truncated`, { cause })
          : new TransportError(
              'ERR_TRANSPORT',
              `the response of ${host} is labelled gzip but is invalid: ${cause.message}`,
              { cause },
            ),
      );
      source.abandon();
    });
  }

  /** Adds gzip data. */
  push(chunk: Uint8Array): void {
    if (this.#gunzip.destroyed || this.#gunzip.write(chunk) || this.#paused) return;
    this.#paused = true;
    this.#source.pause();
  }

  /** The gzip data is complete. */
  end(): void {
    this.#gunzip.end();
  }

  /** The connection failed: what has arrived is still decompressed and delivered before `error`. */
  fail(error: unknown): void {
    if (this.#gunzip.destroyed) {
      this.queue.fail(error);
      return;
    }
    this.#failure = { error };
    this.#gunzip.end();
  }

  /** The reader wants no more of the body. */
  drop(error?: unknown): void {
    this.queue.drop(error);
    this.#gunzip.destroy();
  }
}

/** What an ResponseHandler needs. */
export interface ResponseHandlerOptions {
  readonly failure: Omit<FailureContext, 'inBody' | 'notSent' | 'speaksHttp2'>;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** See TransportRequest. */
  readonly received: { bytes: number } | undefined;
  /** See TransportRequest. */
  readonly beforeWrite: (() => void) | undefined;
  /** Called once, when the exchange is completely over. */
  readonly onDone: (failed: unknown) => void;
}

/** Receives the bytes of a body: a BodyQueue, or a GunzipBody in front of one. */
interface Sink {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
  drop(error?: unknown): void;
}

/** Time that a body has to catch up, ms: a process that was blocked reads what has arrived meanwhile. */
const overdueMs = 1000;

/** One request and its response: the handler that undici's dispatcher calls. */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  /** Resolves with the response's head; the body streams in afterwards. */
  readonly response: Promise<TransportResponse>;
  readonly #options: ResponseHandlerOptions;
  #resolve: (response: TransportResponse) => void = nothing;
  #reject: (error: unknown) => void = nothing;
  readonly #onAbort = (): void =>
    this.#stop({ error: this.#options.signal && reasonOf(this.#options.signal) });
  #controller: Dispatcher.DispatchController | undefined;
  #sink: Sink | undefined;
  #done = false;
  #place: ConnectionPlace | undefined;
  #connection: Connection | undefined;
  /** Bytes that the connection had received before the request was written to it. */
  #bytesBefore = 0;
  #started = false;
  #metStaleConnection = false;
  /** Of a body with a timeout: undici's own starts anew with each byte. */
  #patience: Patience | undefined;
  /** Since when the server has had to send; Infinity while the reader wants no more. */
  #waitingSinceMs = Infinity;
  /** When a chunk came after the patience was used up; the next one decides, if the process was blocked before. */
  #overdueMs: number | undefined;
  readonly #unlisten: (() => void) | undefined;

  constructor(options: ResponseHandlerOptions) {
    this.#options = options;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#unlisten = options.signal && onAbort(options.signal, this.#onAbort);
  }

  /**
   * True if a reused connection broke before the first byte of the response arrived.
   *
   * The server may have closed the idle connection just before the request was written.
   */
  get metStaleConnection(): boolean {
    return this.#metStaleConnection;
  }

  /** The request has been assigned to a pooled connection; see TrackedDispatch. */
  onPlaced(place: ConnectionPlace): void {
    this.#place = place;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#connection = this.#place?.current;
    this.#bytesBefore = this.#connection?.socket.bytesRead ?? 0;
    // Throwing fails only this request; an abort would close the connection.
    if (this.#done) throw new Error('stopped before it was sent');
    this.#options.beforeWrite?.();
    this.#started = true;
    this.#connection?.expectResponse();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // 1xx is not the final response.
    if (status < 200 || this.#done) return;
    const { clock, failure } = this.#options;
    if (failure.bodyTimeoutMs > 0) this.#patience = new Patience(failure.bodyTimeoutMs);
    this.#waitingSinceMs = clock.monotonic();
    const source: ZippedSource = {
      pause: () => {
        this.#waitingSinceMs = Infinity;
        controller.pause();
      },
      resume: () => {
        this.#waitingSinceMs = clock.monotonic();
        controller.resume();
      },
      destroy: () => this.#stop(undefined),
      abandon: () => this.#abandon(),
    };
    let body: TransportBody;
    if (isGzip(headers['content-encoding'])) {
      const gunzip = new GunzipBody(source, new URL(this.#options.failure.url).host);
      this.#sink = gunzip;
      body = gunzip.queue;
    } else {
      const queue = new BodyQueue(source);
      this.#sink = queue;
      body = queue;
    }
    this.#resolve({ status, headers, body, destroy: () => this.#stop(undefined) });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const { received, failure } = this.#options;
    if (received !== undefined) received.bytes += chunk.length;
    if (!this.#isTooSlow(chunk.length)) {
      this.#sink?.push(chunk);
      return;
    }
    const error = new TransportError(
      'ERR_BODY_TIMEOUT',
      `${new URL(failure.url).host} sent less than ${leastBytesPerSecond} bytes of its response a second for ${failure.bodyTimeoutMs} ms`,
    );
    this.#sink?.fail(error);
    this.#finish(error);
    this.#controller?.abort(error);
  }

  #isTooSlow(bytes: number): boolean {
    const patience = this.#patience;
    if (patience === undefined) return false;
    const nowMs = this.#options.clock.monotonic();
    patience.count(Math.max(0, nowMs - this.#waitingSinceMs), bytes);
    // A chunk may arrive after `pause`.
    if (this.#waitingSinceMs !== Infinity) this.#waitingSinceMs = nowMs;
    this.#overdueMs = patience.leftMs > 0 ? undefined : (this.#overdueMs ?? nowMs);
    return this.#overdueMs !== undefined && nowMs - this.#overdueMs >= overdueMs;
  }

  onResponseEnd(): void {
    if (this.#connection !== undefined) this.#connection.answers++;
    this.#sink?.end();
    this.#finish(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, thrown: Error): void {
    if (this.#done) return;
    const failure = transportFailure(thrown, {
      ...this.#options.failure,
      inBody: this.#sink !== undefined,
      notSent: !this.#started,
      speaksHttp2: this.#connection?.speaksHttp2 === true,
    });
    const connection = this.#connection;
    this.#metStaleConnection =
      connection !== undefined &&
      connection.answers > 0 &&
      connection.socket.bytesRead === this.#bytesBefore &&
      isConnectionLost(thrown);
    if (this.#sink === undefined) this.#reject(failure);
    else this.#sink.fail(failure);
    this.#finish(failure);
  }

  /** The reader wants no more of the body. */
  #stop(reason: { readonly error: unknown } | undefined): void {
    // The unread part of a complete body is discarded as well.
    this.#sink?.drop(reason?.error);
    if (this.#sink === undefined) this.#reject(reason?.error);
    this.#abandon();
  }

  /** Closes the connection, on which the rest of the body would still arrive. */
  #abandon(): void {
    if (this.#done) return;
    this.#finish(undefined);
    this.#controller?.abort(new Error('stopped by the reader'));
  }

  #finish(failure: unknown): void {
    this.#done = true;
    this.#unlisten?.();
    this.#options.onDone(failure);
  }
}

function nothing(): void {
  // Placeholder until the promise's executor has run, which is immediately.
}

function isGzip(encoding: string | string[] | undefined): boolean {
  return typeof encoding === 'string' && /^\s*(x-)?gzip\s*$/i.test(encoding);
}
