import type { IncomingMessage } from 'node:http';

const binary = /protobuf|cbor/i;

// Those that speak of one connection (RFC 9110, 7.6.1), and Expect, which is answered on each. Keep-Alive
// passes: each connection of a client has one to the server that lives as long.
const ofOneConnection = new Set(['connection', 'proxy-connection', 'te', 'upgrade', 'expect']);

/**
 * What goes to the server: names and values in turn, in the client's order and case. `asText`: the answer is to be
 * neither zipped nor in a binary format, where the client takes anything else.
 */
export function requestHeaders(request: IncomingMessage, asText: boolean): string[] {
  const headers: string[] = [];
  for (const [name, value] of passed(request)) {
    const lower = name.toLowerCase();
    // The server's own name goes there.
    if (lower === 'host') continue;
    if (asText && lower === 'accept-encoding') continue;
    headers.push(name, asText && lower === 'accept' ? withoutBinary(value) : value);
  }
  if (asText) headers.push('Accept-Encoding', 'identity');
  return headers;
}

/** What goes to the client. `shortened`: the body may end before its announced length, which is left out then. */
export function responseHeaders(answer: IncomingMessage, shortened: boolean): string[] {
  const headers: string[] = [];
  for (const [name, value] of passed(answer)) {
    const lower = name.toLowerCase();
    // Chunks are framed anew by the proxy's own server.
    if (lower === 'transfer-encoding' || (shortened && lower === 'content-length')) continue;
    headers.push(name, value);
  }
  return headers;
}

/** Whether the message has a body by its headers. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** Whether the body's bytes are text as they are: not zipped, and in no binary format. */
export function isText(answer: IncomingMessage): boolean {
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return false;
  return !binary.test(answer.headers['content-type'] ?? '');
}

/** Names and values in turn, as pairs. */
export function rawPairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    found.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return found;
}

function* passed(message: IncomingMessage): Generator<readonly [string, string]> {
  const named = new Set(
    (message.headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== 'keep-alive'),
  );
  for (const [name, value] of rawPairs(message.rawHeaders)) {
    const lower = name.toLowerCase();
    if (!ofOneConnection.has(lower) && !named.has(lower)) yield [name, value];
  }
}

function withoutBinary(accept: string): string {
  const ranges = accept.split(',').filter((range) => !binary.test(range));
  return ranges.length === 0 ? accept : ranges.join(',').trim();
}
