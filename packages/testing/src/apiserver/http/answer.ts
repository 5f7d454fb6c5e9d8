import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { StatusError } from 'kube-informers';
import { indentJson } from '@kube-informers/schema/internal';
import { jsonToYaml } from '../json/yaml-body.js';
import { headerOf } from './exchange.js';
import type { Exchange } from './exchange.js';
import { encodeStatus } from '../types/encode-protobuf.js';
import { acceptsGzip, prefersProtobuf, prefersYaml, protobufType } from './negotiation.js';
import { leavesTooMuch } from './request-body.js';

// How long a client may keep sending an unread body, ms.
const lingerMs = 5000;

const gzipAsync = promisify(gzip);

// apiserver compresses larger responses, at the fastest level.
const gzipAboveBytes = 128 * 1024;
const gzipLevel = 1;
// Longer lists are written in pieces, to avoid strings of hundreds of MiB.
const streamAboveChars = 4 * 1024 * 1024;

/** The headers of a response; undefined ones are left out. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Sends a complete response.
 *
 * A response may precede the end of the request's body (401, 413, a deadline). The rest of the body is then read and
 * dropped: otherwise a client that is still writing would see a reset instead of the response, and the connection
 * could not be reused. If more than 256 KiB, or an unknown amount, is left, the response closes the connection.
 */
export function answer(
  exchange: Exchange,
  code: number,
  headers: AnswerHeaders,
  body: string | Uint8Array = '',
): void {
  const { request, response } = exchange;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  if (request.complete) {
    response.writeHead(code);
    response.end(body);
    return;
  }
  if (leavesTooMuch(request)) response.shouldKeepAlive = false;
  const hasBody = code !== 204 && code !== 304;
  if (hasBody && !response.hasHeader('content-length'))
    response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(code);
  response.flushHeaders();
  if (hasBody && body.length > 0) response.write(body);
  dropRest(exchange);
}

/** Drops the rest of the request, then ends the response. A client that takes too long is disconnected. */
function dropRest({ request, response, clock, signal }: Exchange): void {
  const finish = (): void => {
    timer.cancel();
    signal.removeEventListener('abort', finish);
    response.end();
  };
  const timer = clock.setTimer(() => request.destroy(), lingerMs, { unref: true });
  signal.addEventListener('abort', finish, { once: true });
  request.once('close', finish);
  request.once('end', finish);
  request.resume();
}

/**
 * Responds with what a JSON text says: as YAML if the client prefers that and the headers name no other content type, else as JSON, which
 * ends with a newline unless it is indented (Go's json.Encoder and json.MarshalIndent).
 */
export async function sendJson(
  exchange: Exchange,
  code: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (headers['Content-Type'] === undefined && wantsYaml(exchange)) {
    const body = Buffer.from(await jsonToYaml(text), 'utf8');
    return sendBytes(exchange, code, body, { 'Content-Type': 'application/yaml', ...headers });
  }
  await sendPlainJson(exchange, code, wantsPretty(exchange) ? indentJson(text) : `${text}\n`, headers);
}

/** Responds with JSON text as it is: some documents are not written by the encoder of objects. */
export async function sendPlainJson(
  exchange: Exchange,
  code: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const body = Buffer.from(text, 'utf8');
  await sendBytes(exchange, code, body, { 'Content-Type': 'application/json', ...headers });
}

/** Responds with a body of any type, compressed if it is long and the client accepts gzip. */
export async function sendBytes(
  exchange: Exchange,
  code: number,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const all = { 'Cache-Control': 'no-cache, private', ...headers };
  if (body.length > gzipAboveBytes && acceptsGzip(headerOf(exchange.request, 'accept-encoding'))) {
    const zipped = await gzipAsync(body, { level: gzipLevel });
    const vary = ['Accept-Encoding', ...(headers['Vary'] === undefined ? [] : [headers['Vary']])];
    answer(exchange, code, { ...all, 'Content-Encoding': 'gzip', Vary: vary.join(', ') }, zipped);
  } else answer(exchange, code, { ...all, 'Content-Length': String(body.length) }, body);
}

/** Responds with a long JSON text in pieces. */
export async function sendPieces(exchange: Exchange, pieces: readonly string[]): Promise<void> {
  let chars = 0;
  for (const piece of pieces) chars += piece.length;
  if (chars <= streamAboveChars || wantsPretty(exchange) || wantsYaml(exchange)) {
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
  yield Buffer.from(`${text}\n`, 'utf8');
}

/** Responds with plain text. */
export function sendText(exchange: Exchange, code: number, text: string): void {
  const headers = {
    'Cache-Control': 'no-cache, private',
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  answer(exchange, code, headers, text);
}

/** Responds with a Status. */
export async function sendStatus(exchange: Exchange, error: StatusError): Promise<void> {
  const { status } = error;
  const headers: Record<string, string> = {};
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  const code = status.code ?? 500;
  if (prefersProtobuf(headerOf(exchange.request, 'accept')))
    await sendBytes(exchange, code, encodeStatus(status), { 'Content-Type': protobufType, ...headers });
  else await sendJson(exchange, code, JSON.stringify(status), headers);
}

function wantsYaml({ request }: Exchange): boolean {
  return prefersYaml(headerOf(request, 'accept'));
}

function wantsPretty({ query, request }: Exchange): boolean {
  const asked = query.get('pretty');
  if (asked !== null) return asked !== '0' && asked !== 'false';
  return /^(curl|Wget|Mozilla\/5\.0)/.test(headerOf(request, 'user-agent') ?? '');
}
