import type { Exchange } from './exchange.js';
import { leavesTooMuch } from './request-body.js';

// How long a client may go on sending a body that nobody reads.
const lingerMs = 5000;

/** The headers of a response; undefined leaves one out. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Sends a whole response.
 *
 * A response may come before the request's body has arrived (401, 413, a deadline). What is left of the body is then read
 * and dropped: a client that is still writing would otherwise see a reset instead of the response, and the next request
 * on the connection would never be read. When more than 256 KiB is left, or nobody knows how much, the response closes the connection.
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

/** Drops what is left of the request, then ends the response. A client that takes too long is cut off. */
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
