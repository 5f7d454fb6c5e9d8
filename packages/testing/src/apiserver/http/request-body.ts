import type { IncomingMessage } from 'node:http';
import type { StatusError } from 'kube-informers';
import { newRequestEntityTooLarge } from 'kube-informers/internal';
import type { Exchange } from './exchange.js';

/** The largest accepted body (apiserver's MaxRequestBodyBytes). */
export const maxBodyBytes = 3 * 1024 * 1024;

// Go's HTTP server discards at most this much of an unread body to keep the connection (maxPostHandlerReadBytes).
const maxDiscardedBytes = 256 * 1024;

/** Reads the body as a string; invalid UTF-8 becomes U+FFFD, as in Go. Throws 413 above 3 MiB. */
export async function readBody(exchange: Exchange): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(exchange));
}

/** Reads the body. Throws 413 above 3 MiB; rejects with the signal's reason if the exchange ends first. */
export function readBytes({ request, signal, onBody }: Exchange): Promise<Buffer> {
  const declared = declaredLength(request);
  const limit = maxBodyBytes + maxDiscardedBytes;
  if (declared !== undefined && declared > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const onAborted = (): void => reject(signal.reason as Error);
    if (signal.aborted) return onAborted();
    signal.addEventListener('abort', onAborted, { once: true });
    // Listeners instead of an iterator, which would destroy the stream when left early. Without an encoding, requests
    // emit buffers. A slightly oversized body is read to its end, so that the connection can be reused.
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maxBodyBytes) parts.push(part);
      else if (size > limit) reject(tooLarge());
    });
    request.once('end', () => {
      signal.removeEventListener('abort', onAborted);
      const body = Buffer.concat(parts);
      onBody?.(body);
      if (size > maxBodyBytes) reject(tooLarge());
      else resolve(body);
    });
    return undefined;
  });
}

/** True if so much of the body is missing that Go's server would close the connection rather than read it. */
export function leavesTooMuch(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const declared = declaredLength(request);
  return declared === undefined || declared > maxDiscardedBytes;
}

/** Returns the Content-Length; undefined for a chunked body. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function tooLarge(): StatusError {
  return newRequestEntityTooLarge(`limit is ${maxBodyBytes}`);
}
