import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError, ExecError, StatusError } from 'kube-informers';

/** An answer other than 200, with a text for the person who reads it. */
export class HttpError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.statusCode = statusCode;
  }
}

/** Returns what to answer for an error: the viewer's own mistakes are 4xx. */
export function problemOf(error: unknown): { readonly statusCode: number; readonly message: string } {
  if (error instanceof HttpError) return error;
  const message = error instanceof Error ? error.message : String(error);
  // The API server's own answer to the viewer: 401, 403, 404, 409, …
  if (error instanceof StatusError) return { statusCode: error.statusCode || 502, message };
  // A name or a number that the library does not accept.
  if (error instanceof ConfigError) return { statusCode: 400, message };
  if (error instanceof ExecError) return { statusCode: 422, message };
  return { statusCode: 502, message };
}

/** Returns a header that may be sent only once: of two, one is the viewer's own and not the proxy's. */
export function headerOf({ headersDistinct }: IncomingMessage, name: string): string | undefined {
  const [value, ...others] = headersDistinct[name] ?? [];
  if (others.length > 0) throw new HttpError(400, `the header ${name} was sent more than once`);
  return value;
}

/**
 * Throws HttpError for requests of web pages that are not the console's: those of a public DNS name that was pointed to this
 * server (DNS rebinding), and those of another site, which could use up what a viewer may have open.
 */
export function requireOwnPage(request: IncomingMessage, hosts: ReadonlySet<string>): void {
  const host = headerOf(request, 'host') ?? '';
  if (!hosts.has(host.toLowerCase().replace(/:\d*$/, '')))
    throw new HttpError(
      403,
      `this console is not called ${JSON.stringify(host)}: see its option allowedHosts`,
    );
  if (headerOf(request, 'sec-fetch-site') === 'cross-site')
    throw new HttpError(403, 'requests of other web sites are refused');
}

/** Returns the parts of the path, and the query. */
export function targetOf({ url = '' }: IncomingMessage): {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
} {
  try {
    const { pathname, searchParams } = new URL(url, 'http://console');
    const path = pathname.slice(1).split('/').map(decodeURIComponent);
    if (path.every((part) => /^[\w.:-]*$/.test(part))) return { path, query: searchParams };
  } catch (cause) {
    throw new HttpError(400, `the URL ${url} cannot be read`, { cause });
  }
  throw new HttpError(400, `the path of ${url} must consist of names of Kubernetes`);
}

/** Returns the namespace that the query names; undefined for all. */
export function namespaceOf(query: URLSearchParams): string | undefined {
  const namespace = query.get('namespace');
  if (namespace === null) return undefined;
  if (/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)) return namespace;
  throw new HttpError(400, `namespace must be a name such as shop, got ${JSON.stringify(namespace)}`);
}

const maxBodyBytes = 64 * 1024;

/**
 * Reads the body, an object.
 *
 * A page of another site can send this content type only if this server agrees, so it cannot act in a viewer's name.
 */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'the content type must be application/json');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // What is too much is read, so that the answer is, but not kept.
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes > maxBodyBytes) throw new HttpError(413, `the body must have at most ${maxBodyBytes} bytes`);
  try {
    return Object(JSON.parse(Buffer.concat(chunks).toString()));
  } catch (cause) {
    throw new HttpError(400, `the body must be JSON: ${String(cause)}`, { cause });
  }
}

export function sendJson(response: ServerResponse, body: unknown, statusCode = 200): void {
  response.writeHead(statusCode, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}

/** Sends a text as fast as the viewer reads it. */
export async function send(
  response: ServerResponse,
  contentType: string,
  text: Iterable<string> | AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  response.setHeader('content-type', contentType);
  response.setHeader('cache-control', 'no-store');
  for await (const chunk of text) {
    if (!response.write(chunk)) await once(response, 'drain', { signal });
  }
  response.end();
}
