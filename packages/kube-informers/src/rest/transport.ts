/**
 * The interface through which all bytes leave this process.
 *
 * `undici-transport.ts` implements it; tests and other runtimes provide their own.
 */
import type { Duplex } from 'node:stream';

/** A request that is ready to be sent. */
export interface TransportRequest {
  /** HTTP method. */
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Body of the request. */
  readonly body?: string | Uint8Array | undefined;
  /** Ends the request early; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** True for watches: they have no body timeout and a connection each, so that they never block requests. */
  readonly streaming?: boolean | undefined;
  /** Timeout for the response's headers, ms. */
  readonly headersTimeoutMs?: number | undefined;
  /**
   * Longest pause within the body, and longest time by which it may fall behind 4 KiB a second, ms; 0 for no limit. Ignored
   * for streaming requests.
   */
  readonly bodyTimeoutMs?: number | undefined;
  /** Client certificate of this request (exec plugins); connections with different certificates are never shared. */
  readonly clientCertificate?:
    | {
        /** Certificate, PEM. */
        readonly cert: string;
        /** Key of the certificate, PEM. */
        readonly key: string;
      }
    | undefined;
  /** The transport adds the bytes of the response's body to `bytes` as they arrive, before they are decompressed. */
  readonly received?:
    | {
        /** Bytes received so far. */
        bytes: number;
      }
    | undefined;
  /**
   * Called when a connection has been found, immediately before the request is written to it. If it throws, nothing is
   * written, and `send` rejects. A transport may leave it out.
   */
  readonly beforeWrite?: (() => void) | undefined;
}

/** A response body: an iterable of decompressed chunks. */
export interface TransportBody extends AsyncIterable<Uint8Array> {
  /**
   * Returns the next chunk if it has arrived; otherwise, or at the end, undefined.
   *
   * Optional: it saves readers a promise per chunk under load.
   */
  readNow?(): Uint8Array | undefined;
  /**
   * Calls `filling` once, as soon as the unread data approaches the limit at which the transport stops reading.
   *
   * A reader that lets chunks accumulate then reads them. Passing undefined cancels a pending callback. Optional.
   */
  whenFilling?(filling: (() => void) | undefined): void;
}

/** A response whose body is unread. The receiver must read the body to its end or destroy it. */
export interface TransportResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * The body. If the connection breaks, iterating rejects with a TransportError after the chunks that arrived before.
   */
  readonly body: TransportBody;
  /** Drops the body and its connection; a waiting reader gets the end. */
  destroy(): void;
}

/** A connection for another protocol than HTTP requests. */
export interface TransportConnect {
  /** The server: an http or https URL, whose path is not used. */
  readonly url: string;
  /** Ends the attempt early; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** As in a TransportRequest. */
  readonly clientCertificate?: TransportRequest['clientCertificate'];
}

/** Sends requests. Rejects with a TransportError if there is no response, with `signal.reason` if aborted. */
export interface Transport {
  /** Sends a request; resolves with the response's head, and its body as a stream. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Opens a connection to a server, through TLS (ALPN http/1.1) and proxies, on which the caller speaks a protocol such as
   * WebSocket. The caller destroys it. Rejects as `send` does.
   *
   * Optional: exec, attach, port-forward and copies need it.
   */
  connect?(request: TransportConnect): Promise<Duplex>;
  /** Closes idle connections immediately, the others after their requests. */
  close(): Promise<void>;
}
