/**
 * The one way bytes leave this process. undici stands behind it (`undici-transport.ts`); tests and other runtimes bring
 * their own.
 */

/** A request ready to be sent. */
export interface TransportRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** True for watches: they get their own connections, so that they never starve requests, and no body timeout. */
  readonly streaming?: boolean | undefined;
  /** Longest wait for the answer's headers, ms. */
  readonly headersTimeoutMs?: number | undefined;
  /** Longest silence within the body, ms; 0 for none. Ignored for streaming requests, which have none. */
  readonly bodyTimeoutMs?: number | undefined;
  /** Client certificate of this request (exec plugins); connections are never shared between certificates. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string } | undefined;
}

/** A body as it comes in: decoded (unzipped) chunks. */
export interface TransportBody extends AsyncIterable<Uint8Array> {
  /**
   * The next chunk when it has already come; undefined when it has not, or at the end. A transport may leave this out:
   * it spares readers a promise for each chunk of a flood.
   */
  readNow?(): Uint8Array | undefined;
  /**
   * Calls `filling` once, as soon as so much comes unread that the transport will soon stop reading: a reader that lets chunks
   * gather takes them then. Undefined takes a call back that is not due yet. A transport may leave this out.
   */
  whenFilling?(filling: (() => void) | undefined): void;
}

/** An answer whose body has not been read yet. Whoever gets one reads the body to its end or destroys it. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body. Iterating rejects with a TransportError when the connection breaks, after what came before. */
  readonly body: TransportBody;
  /** Drops the body and its connection; a reader that waits gets the end. */
  destroy(): void;
}

/** Sends requests. Rejects with a TransportError when there is no answer, with `signal.reason` when aborted. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes idle connections and, after the requests under way, the rest. */
  close(): Promise<void>;
}
