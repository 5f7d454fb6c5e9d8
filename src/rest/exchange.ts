import { onAbort, reasonOf } from '../util/signal.js';
import type { Dispatcher } from 'undici';
import { BodyQueue } from './body-queue.js';
import { GunzipBody } from './gunzip-body.js';
import type { ZippedSource } from './gunzip-body.js';
import type { Connection, ConnectionPlace } from './tracked-agent.js';
import { isConnectionLost, transportFailure } from './transport-failure.js';
import type { FailureContext } from './transport-failure.js';
import type { TransportBody, TransportResponse } from './transport.js';

/** What an Exchange needs to know. */
export interface ExchangeOptions {
  readonly failure: Omit<FailureContext, 'inBody'>;
  readonly signal: AbortSignal | undefined;
  /** Called once, when nothing of it is under way any more. */
  readonly onDone: (failed: unknown) => void;
}

/** Where the bytes of a body go: a BodyQueue, or a GunzipBody that has one. */
interface Sink {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
  drop(error?: unknown): void;
}

/** One request and its answer: what undici's dispatcher calls back. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** The answer's head; its body streams in after. */
  readonly response: Promise<TransportResponse>;
  readonly #options: ExchangeOptions;
  #resolve: (response: TransportResponse) => void = nothing;
  #reject: (error: unknown) => void = nothing;
  readonly #onAbort = (): void =>
    this.#stop({ error: this.#options.signal && reasonOf(this.#options.signal) });
  #controller: Dispatcher.DispatchController | undefined;
  #sink: Sink | undefined;
  #done = false;
  #place: ConnectionPlace | undefined;
  #connection: Connection | undefined;
  /** Bytes that the connection had brought before the request was written to it. */
  #bytesBefore = 0;
  #metStaleConnection = false;
  readonly #unlisten: (() => void) | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#unlisten = options.signal && onAbort(options.signal, this.#onAbort);
  }

  /**
   * True when the request failed because it was written to a connection that had been used before, and that broke before
   * it brought a byte of the answer: the server may have closed it while it was idle, and the request came too late.
   */
  get metStaleConnection(): boolean {
    return this.#metStaleConnection;
  }

  /** The request has been given a place in the pool; see TrackedDispatch. */
  onPlaced(place: ConnectionPlace): void {
    this.#place = place;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#connection = this.#place?.current;
    this.#bytesBefore = this.#connection?.socket.bytesRead ?? 0;
    // Thrown, it fails this request alone; an abort would take the connection with it.
    if (this.#done) throw new Error('stopped before it was sent');
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // 1xx is not the answer yet.
    if (status < 200 || this.#done) return;
    const source: ZippedSource = {
      pause: () => controller.pause(),
      resume: () => controller.resume(),
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
    this.#sink?.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#connection !== undefined) this.#connection.answers++;
    this.#sink?.end();
    this.#finish(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, thrown: Error): void {
    if (this.#done) return;
    const failure = transportFailure(thrown, { ...this.#options.failure, inBody: this.#sink !== undefined });
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

  /** Nobody reads any more. */
  #stop(reason: { readonly error: unknown } | undefined): void {
    // A body that is complete may still be half read.
    this.#sink?.drop(reason?.error);
    if (this.#sink === undefined) this.#reject(reason?.error);
    this.#abandon();
  }

  /** The connection goes, since the rest would still come on it. */
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
  // Stands in until the promise's executor has run, which is at once.
}

function isGzip(encoding: string | string[] | undefined): boolean {
  return typeof encoding === 'string' && /^\s*(x-)?gzip\s*$/i.test(encoding);
}
