import type { Environment } from '../rest/proxy.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import type { TransportResponse } from '../rest/transport.js';
import { TransportError } from '../util/errors.js';
import { shownUrl } from '../util/shown.js';

/** A small HTTP request, to an identity provider. */
export interface HttpFetchRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** CA bundle to trust instead of the system's, PEM. */
  readonly ca?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Its answer, read whole. */
export interface HttpFetchResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends one request; rejects when there is no answer. Injected, so that tests bring their own identity provider. */
export type HttpFetch = (request: HttpFetchRequest) => Promise<HttpFetchResponse>;

/** Longest answer of an identity provider, in bytes. */
const maxBodyBytes = 1024 * 1024;

/** Longest wait for an identity provider's answer, ms. */
const timeoutMs = 30_000;

/**
 * An HttpFetch over the library's own transport: by the proxy that `env` names, without following redirects. Its
 * connection is closed with the answer, since the next refresh is far away.
 */
export function transportFetch(env: Environment): HttpFetch {
  return async ({ method, url, headers = {}, body, ca, signal }) => {
    const transport = new UndiciTransport({
      env,
      tls: ca === undefined ? {} : { ca: { data: ca } },
      headersTimeoutMs: timeoutMs,
      bodyTimeoutMs: timeoutMs,
    });
    try {
      const response = await transport.send({ method, url, headers, body, signal });
      return { status: response.status, body: await readBody(response, url) };
    } finally {
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
        `the answer of ${shownUrl(url)} is longer than ${maxBodyBytes} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
