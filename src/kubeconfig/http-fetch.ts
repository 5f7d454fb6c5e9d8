import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';

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

/** Sends one request; rejects when there is no answer. Injected, so that tests and proxies bring their own. */
export type HttpFetch = (request: HttpFetchRequest) => Promise<HttpFetchResponse>;

/** Longest answer of an identity provider, in bytes. */
const maxBodyBytes = 1024 * 1024;

/** Longest wait for an answer, ms. */
const timeoutMs = 30_000;

/** `HttpFetch` by node:http and node:https: follows no redirect, uses no proxy, keeps no connection. */
export const nodeFetch: HttpFetch = (request) =>
  new Promise((resolve, reject) => {
    const url = new URL(request.url);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(url, {
      method: request.method,
      headers: request.headers ?? {},
      agent: false,
      timeout: timeoutMs,
      ...(request.ca === undefined ? {} : { ca: request.ca }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    sent.on('response', (response) => {
      readBody(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.end(request.body);
  });

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > maxBodyBytes) throw new Error(`the answer is longer than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
