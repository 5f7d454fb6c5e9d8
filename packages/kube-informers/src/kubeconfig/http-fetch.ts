import type { Environment } from '../rest/config.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import type { TransportResponse } from '../rest/transport.js';
import { decodeText } from '../util/text-file.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { TransportError } from '../util/errors.js';
import { shownUrl } from '../util/shown.js';
import { linkSignal } from '../util/signal.js';

/** An HTTP request to an identity provider. */
export interface HttpFetchRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Full URL. */
  readonly url: string;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body of a POST. */
  readonly body?: string | undefined;
  /** CA bundle to trust instead of the system's, PEM. */
  readonly ca?: string | undefined;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
}

/** The response, read completely. */
export interface HttpFetchResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Body as text. */
  readonly body: string;
}

/** Sends one request; rejects without a response. Injected, so that tests can simulate an identity provider. */
export type HttpFetch = (request: HttpFetchRequest) => Promise<HttpFetchResponse>;

/** Longest response of an identity provider, bytes. */
const maxBodyBytes = 1024 * 1024;

/** Timeout for an identity provider's whole response, ms. */
const requestTimeoutMs = 30_000;

/**
 * Creates an HttpFetch on the library's own transport, with the proxies of `env` and without following redirects.
 *
 * Its connection is closed after each response, since refreshes are rare.
 */
export function transportFetch(env: Environment, clock: Clock = systemClock): HttpFetch {
  return async ({ method, url, headers = {}, body, ca, signal }) => {
    const transport = new UndiciTransport({
      env,
      tls: ca === undefined ? {} : { ca: { data: ca } },
    });
    const link = linkSignal(signal);
    const timer = clock.setTimer(() => {
      link.abort(
        new TransportError(
          'ERR_TIMEOUT',
          `${shownUrl(url)} did not respond completely within ${requestTimeoutMs} ms`,
        ),
      );
    }, requestTimeoutMs);
    try {
      const response = await transport.send({ method, url, headers, body, signal: link.signal });
      return { status: response.status, body: await readBody(response, url) };
    } finally {
      timer.cancel();
      link.dispose();
      await transport.close();
    }
  };
}

async function readBody(response: TransportResponse, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body) {
    total += chunk.length;
    if (total > maxBodyBytes) {
      response.destroy();
      throw new TransportError(
        'ERR_BODY_SIZE',
        `the response of ${shownUrl(url)} is longer than ${maxBodyBytes} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}
