import { WatchEventType } from '../meta/watch.js';
import type { WatchEvent } from '../meta/watch.js';
import { TransportError } from '../util/errors.js';

/** How a watch is decoded. */
export interface WatchDecoderOptions {
  /** A longer line is an error, bytes. Default: 64 MiB; etcd holds objects of 1.5 MiB, client-go's limit is 16 MiB. */
  readonly maxLineBytes?: number | undefined;
}

const newline = 0x0a;
const eventTypes: ReadonlySet<unknown> = new Set(Object.values(WatchEventType));

/**
 * Turns the bytes of a watch into events: one JSON object a line, cut anywhere.
 *
 * A line that is no event ends the watch (`ERR_WATCH_DECODE`), never is it passed over: the state after a lost event is
 * wrong for good. Errors hold a line's number and length and nothing of what it says, since it may be a Secret.
 */
export class WatchDecoder<T> {
  readonly #maxLineBytes: number;
  // The unfinished line, joined once when its end is there.
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #line = 1;

  constructor(options: WatchDecoderOptions = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? 64 * 1024 * 1024;
  }

  /**
   * Appends to `events` what is complete with this chunk. Throws TransportError `ERR_WATCH_DECODE`; events before the bad
   * line have been appended then, and the decoder is of no more use.
   */
  feed(chunk: Uint8Array, events: WatchEvent<T>[]): void {
    const bytes = asBuffer(chunk);
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      this.#take(bytes, start, end, events);
      this.#line++;
      start = end + 1;
    }
    if (start === bytes.length) return;
    this.#parts.push(bytes.subarray(start));
    this.#partBytes += bytes.length - start;
    this.#checkLength(this.#partBytes);
  }

  /**
   * The stream has ended as it should. Appends a last event that lacks only its line end; throws TransportError
   * `ERR_WATCH_CUT` for half a line.
   */
  end(events: WatchEvent<T>[]): void {
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#partBytes = 0;
    if (text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // Half a line looks like a syntax error; what it means is that the connection was cut.
      throw new TransportError(
        'ERR_WATCH_CUT',
        `the watch ended in the middle of line ${this.#line}, after ${text.length} characters of it`,
      );
    }
    events.push(this.#event(value, text.length));
  }

  #take(bytes: Buffer, start: number, end: number, events: WatchEvent<T>[]): void {
    let text: string;
    if (this.#parts.length === 0) {
      this.#checkLength(end - start);
      text = bytes.toString('utf8', start, end);
    } else {
      this.#checkLength(this.#partBytes + end - start);
      this.#parts.push(bytes.subarray(start, end));
      text = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#partBytes = 0;
    }
    if (text.length <= 1 && text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (thrown) {
      if (text.trim() === '') return;
      throw this.#failure(text.length, `is no JSON${positionOf(thrown)}`);
    }
    events.push(this.#event(value, text.length));
  }

  #event(value: unknown, length: number): WatchEvent<T> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.#failure(length, 'is no event: expected an object with type and object');
    const { type, object } = value as { type?: unknown; object?: unknown };
    if (!eventTypes.has(type)) {
      const shown = typeof type === 'string' && /^\w{1,32}$/.test(type) ? JSON.stringify(type) : typeof type;
      throw this.#failure(
        length,
        `has an unknown event type: expected ${Object.values(WatchEventType).join(', ')}, got ${shown}`,
      );
    }
    if (typeof object !== 'object' || object === null || Array.isArray(object))
      throw this.#failure(length, `is a ${String(type)} event without an object`);
    // Type and object have been checked; what the object holds is the server's promise.
    return value as WatchEvent<T>;
  }

  #checkLength(bytes: number): void {
    if (bytes > this.#maxLineBytes)
      throw this.#failure(bytes, `is longer than the ${this.#maxLineBytes} bytes allowed`);
  }

  #failure(length: number, problem: string): TransportError {
    // The parser's own error is not kept as a cause: it quotes the text.
    return new TransportError(
      'ERR_WATCH_DECODE',
      `line ${this.#line} of the watch (${length} characters) ${problem}`,
    );
  }
}

function positionOf(thrown: unknown): string {
  const position = thrown instanceof Error ? /at position (\d+)/.exec(thrown.message)?.[1] : undefined;
  return position === undefined ? '' : ` at character ${position}`;
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
