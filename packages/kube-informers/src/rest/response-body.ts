import { StatusError } from '../meta/errors.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import { TransportError, asError } from '../util/errors.js';
import { parseJsonBytes } from '../util/exact-bytes.js';
import { onAbort, throwIfAborted } from '../util/signal.js';
import { defaultSliceMs, yieldToEventLoop } from '../util/time-slice.js';
import type { ListDecoder } from './list-decoder.js';
import { asStatus, notKubernetes } from './response-error.js';
import type { RequestName } from './response-error.js';
import { defaultMaxBodyBytes } from './rest-request.js';
import type { TransportResponse } from './transport.js';

const pieceBytes = 64 * 1024;

/** Bytes decoded without checking the clock; an API server's chunks are 2 KiB. */
const unseenMost = 16 * 1024;

/** Reads the whole body. Throws TransportError `ERR_BODY_SIZE` if it is longer than `maxBytes`. */
export async function readAll(
  response: TransportResponse,
  name: RequestName,
  maxBytes = defaultMaxBodyBytes,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      throw new TransportError(
        'ERR_BODY_SIZE',
        `the answer to ${name.method} ${name.url} is longer than the ${maxBytes} bytes allowed`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses an API object. Throws StatusError if it is a failure, TransportError if it is not an API object. */
export function parseObject(body: Buffer, name: RequestName): unknown {
  let value: unknown;
  try {
    value = parseJsonBytes(body);
  } catch {
    // The parser's own message quotes the content, which may be a Secret.
    throw notKubernetes(name, `was answered with ${body.length} bytes that are not valid JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw notKubernetes(name, 'was answered with JSON that is not an object');
  const status = asStatus(value);
  if (status !== undefined && status.status !== 'Success') throw new StatusError(status);
  const { kind } = value as { kind?: unknown };
  if (/^\/apis?(\/|$)/.test(name.path) && typeof kind !== 'string')
    throw notKubernetes(name, 'was answered with an object without a kind');
  return value;
}

/** Iterates over the chunks of a body that may pause for any time. An abort ends a pending read. */
export async function* chunksOf(
  response: TransportResponse,
  name: RequestName,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  // A waiting reader gets the end.
  const unlisten = onAbort(signal, () => response.destroy());
  const chunks = response.body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((cause: unknown) => {
        const message = `${name.method} ${name.url} was cut: ${asError(cause).message}`;
        throw new TransportError('ERR_BODY_CUT', message, { cause });
      });
      throwIfAborted(signal);
      if (next.done === true) return;
      yield next.value;
      throwIfAborted(signal);
    }
  } finally {
    unlisten();
  }
}

/** Feeds a body to a list's decoder as it arrives, in time slices. */
export async function feedDecoder(
  response: TransportResponse,
  decoder: ListDecoder<KubernetesObject>,
  clock: Clock,
): Promise<void> {
  const { body } = response;
  const chunks = body[Symbol.asyncIterator]();
  let turnMs = clock.monotonic();
  let unseenBytes = 0;
  try {
    for (;;) {
      // Chunks that have arrived already need no promise.
      const next = body.readNow?.();
      const { done, value: chunk } = next === undefined ? await chunks.next() : { done: false, value: next };
      if (done === true) return;
      // Large chunks are decoded in pieces, so that timers and other sockets are not delayed.
      for (let start = 0; start < chunk.length; start += pieceBytes) {
        const piece = chunk.length <= pieceBytes ? chunk : chunk.subarray(start, start + pieceBytes);
        decoder.feed(piece);
        unseenBytes += piece.length;
        if (unseenBytes < unseenMost) continue;
        unseenBytes = 0;
        if (clock.monotonic() - turnMs > defaultSliceMs) {
          await yieldToEventLoop();
          turnMs = clock.monotonic();
        }
      }
    }
  } catch (thrown) {
    // Stops reading, as leaving a `for await` does.
    await chunks.return?.();
    throw thrown;
  }
}
