import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Clock } from '../../util/clock.js';
import type { StatusError } from '../../meta/errors.js';
import { requestTooLarge } from './failure.js';
import { acceptsGzip } from './negotiation.js';

const gzipAsync = promisify(gzip);

/** The largest body the server reads (apiserver's MaxRequestBodyBytes). */
export const maxBodyBytes = 3 * 1024 * 1024;
// apiserver compresses answers above this, at the fastest level.
const gzipAboveBytes = 128 * 1024;
const gzipLevel = 1;
// Longer lists are written piece by piece, so that no string of hundreds of MiB is made.
const streamAboveChars = 4 * 1024 * 1024;

// How long a client may go on sending a body that was refused.
const lingerMs = 5000;

/** One request and the way to answer it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborts when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Reads the whole body as text; bytes that are no UTF-8 become U+FFFD, as in Go. Throws 413 above 3 MiB. */
export async function readBody(exchange: Exchange): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(exchange));
}

/** Reads the whole body. Throws 413 above 3 MiB. */
export async function readBytes(exchange: Exchange): Promise<Buffer> {
  const { request } = exchange;
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    dropRest(exchange);
    throw requestTooLarge(maxBodyBytes);
  }
  const parts: Buffer[] = [];
  let size = 0;
  // Not destroyed on the way out, or the answer would have no connection to go by. A request without an encoding set gives
  // buffers.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) {
      dropRest(exchange);
      throw requestTooLarge(maxBodyBytes);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Reads what is left of a request and forgets it: a client that still writes would otherwise see a reset and not the
 * answer. One that never stops is cut off.
 */
function dropRest({ request, clock }: Exchange): void {
  const timer = clock.setTimer(() => request.destroy(), lingerMs, { unref: true });
  request.once('close', () => timer.cancel());
  request.resume();
}

/** Answers with JSON text. */
export async function sendJson(
  exchange: Exchange,
  code: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { request, response } = exchange;
  const body = Buffer.from(wantsPretty(exchange) ? pretty(text) : text, 'utf8');
  const all = { 'Cache-Control': 'no-cache, private', 'Content-Type': 'application/json', ...headers };
  if (body.length > gzipAboveBytes && acceptsGzip(headerOf(request, 'accept-encoding'))) {
    const zipped = await gzipAsync(body, { level: gzipLevel });
    response.writeHead(code, { ...all, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    response.end(zipped);
    return;
  }
  response.writeHead(code, { ...all, 'Content-Length': String(body.length) });
  response.end(body);
}

/** Answers with a long JSON text that comes in pieces. */
export async function sendPieces(exchange: Exchange, pieces: readonly string[]): Promise<void> {
  let chars = 0;
  for (const piece of pieces) chars += piece.length;
  if (chars <= streamAboveChars || wantsPretty(exchange)) {
    await sendJson(exchange, 200, pieces.join(''));
    return;
  }
  const { request, response } = exchange;
  const zip = acceptsGzip(headerOf(request, 'accept-encoding'));
  response.writeHead(200, {
    'Cache-Control': 'no-cache, private',
    'Content-Type': 'application/json',
    ...(zip ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
  });
  const source = Readable.from(chunks(pieces), { objectMode: false });
  if (zip) await pipeline(source, createGzip({ level: gzipLevel }), response, { signal: exchange.signal });
  else await pipeline(source, response, { signal: exchange.signal });
}

const chunkChars = 256 * 1024;

function* chunks(pieces: readonly string[]): Generator<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < chunkChars) continue;
    yield Buffer.from(text, 'utf8');
    text = '';
  }
  if (text !== '') yield Buffer.from(text, 'utf8');
}

/** Answers with plain text. */
export function sendText(exchange: Exchange, code: number, text: string): void {
  exchange.response.writeHead(code, {
    'Cache-Control': 'no-cache, private',
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': String(Buffer.byteLength(text)),
  });
  exchange.response.end(text);
}

/** Answers with a Status. */
export async function sendStatus(exchange: Exchange, error: StatusError): Promise<void> {
  const { status } = error;
  const headers: Record<string, string> = {};
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  await sendJson(exchange, status.code ?? 500, JSON.stringify(status), headers);
}

/** A header that is sent once. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function wantsPretty({ query, request }: Exchange): boolean {
  const asked = query.get('pretty');
  if (asked !== null) return asked !== '0' && asked !== 'false';
  return /^(curl|Wget|Mozilla\/5\.0)/.test(headerOf(request, 'user-agent') ?? '');
}

function pretty(text: string): string {
  return JSON.stringify(JSON.parse(text), undefined, 2);
}
