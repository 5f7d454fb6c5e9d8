import { onAbort, reasonOf } from '../util/signal.js';
import type { Dispatcher } from 'undici';
import type { Clock } from '../util/clock.js';
import { TransportError } from '../util/errors.js';
import { leastBytesPerSecond, Patience } from '../util/patience.js';
import { BodyQueue } from './body-queue.js';
import { GunzipBody } from './gunzip-body.js';
import type { ZippedSource } from './gunzip-body.js';
import type { Connection } from './connection.js';
import type { ConnectionPlace } from './tracked-agent.js';
import { isConnectionLost, transportFailure } from './transport-failure.js';
import type { FailureContext } from './transport-failure.js';
import type { TransportBody, TransportResponse } from './transport.js';

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
