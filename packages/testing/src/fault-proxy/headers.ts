import type { IncomingMessage } from 'node:http';

const binary = /protobuf|cbor/i;

// Headers of a single connection (RFC 9110, 7.6.1), and Expect, which is answered per connection. Keep-Alive passes:
// each client connection has a server connection with the same lifetime.
const ofOneConnection = new Set(['connection', 'proxy-connection', 'te', 'upgrade', 'expect']);

/**
 * Returns the request headers for the server: names and values alternating, in the client's order and case.
 *
 * `asText`: requests an uncompressed, textual response if the client accepts one. `upgrade`: passes an upgrade on.
 */
export function requestHeaders(request: IncomingMessage, asText: boolean, upgrade: boolean): string[] {
  const headers: string[] = upgrade
    ? ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
    : [];
  for (const [name, value] of passed(request)) {
    const lower = name.toLowerCase();
    // Replaced by the server's host.
    if (lower === 'host') continue;
    if (asText && lower === 'accept-encoding') continue;
    headers.push(name, asText && lower === 'accept' ? withoutBinary(value) : value);
  }
  if (asText) headers.push('Accept-Encoding', 'identity');
  return headers;
}

/** Returns the response headers for the client. `shortened`: omits the length, since the body may end early. */
export function responseHeaders(answer: IncomingMessage, shortened: boolean): string[] {
  const headers: string[] = [];
  for (const [name, value] of passed(answer)) {
    const lower = name.toLowerCase();
    // The proxy's server adds its own chunk framing.
    if (lower === 'transfer-encoding' || (shortened && lower === 'content-length')) continue;
    headers.push(name, value);
  }
  return headers;
}

/** True if the headers announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** True if the body's bytes are text: not compressed, not in a binary format, and not another protocol. */
export function isText(answer: IncomingMessage): boolean {
  if (answer.statusCode === 101) return false;
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return false;
  return !binary.test(answer.headers['content-type'] ?? '');
}

/** Converts alternating names and values to pairs. */
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
