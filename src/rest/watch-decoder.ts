import { badWatchLine, checkedWatchEvent, parseWatchLine } from '../meta/watch-line.js';
import type { WatchEvent } from '../meta/watch.js';
import { defaultMaxObjectBytes } from '../meta/wire-format.js';
import type { WatchBytesDecoder, WatchDecoderOptions } from '../meta/wire-format.js';
import { TransportError } from '../util/errors.js';

const newline = 0x0a;

/**
 * Turns the bytes of a watch into events: one JSON object a line, cut anywhere.
 *
 * A line that is no event ends the watch (`ERR_WATCH_DECODE`), never is it passed over: the state after a lost event is
 * wrong for good. Errors hold a line's number and length and nothing of what it says, since it may be a Secret.
 */
export class WatchDecoder<T> implements WatchBytesDecoder<T> {
  readonly #maxLineBytes: number;
  // The unfinished line, joined once when its end is there.
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #line = 1;

  constructor(options: WatchDecoderOptions = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxObjectBytes;
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

  /** Does nothing: no complete line waits here. */
  flush(_events: WatchEvent<T>[]): void {
    // Nothing waits.
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
    events.push(checkedWatchEvent(value, this.#line, text.length));
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
    const event = parseWatchLine<T>(text, this.#line);
    if (event !== undefined) events.push(event);
  }

  #checkLength(bytes: number): void {
    if (bytes > this.#maxLineBytes)
      throw badWatchLine(this.#line, bytes, `is longer than the ${this.#maxLineBytes} bytes allowed`);
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
