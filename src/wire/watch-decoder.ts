import {
  badWatchLine,
  checkedWatchEvent,
  isWatchEvent,
  parseLastLine,
  parseWatchLine,
} from '../meta/watch-line.js';
import type { WatchEvent } from '../meta/watch.js';
import { defaultMaxObjectBytes } from '../meta/wire-format.js';
import type { WatchBytesDecoder, WatchDecoderOptions } from '../meta/wire-format.js';
import { ByteStore } from './byte-store.js';
import { batchBytes } from './json-items-reader.js';
import { nothingParsed } from './part-parser.js';
import type { PartParser } from './part-parser.js';

const newline = 0x0a;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/**
 * Turns the bytes of a watch into events: one JSON object a line, cut anywhere.
 *
 * Lines that have come together are parsed together, as one array, which V8 does faster than one by one (see
 * `batchBytes`). If that does not give as many events as there are lines, each is parsed alone.
 *
 * A line that is no event ends the watch (`ERR_WATCH_DECODE`), never is it passed over: the state after a lost event is
 * wrong for good. Errors hold a line's number and length and nothing of what it says, since it may be a Secret.
 */
export class WatchDecoder<T> implements WatchBytesDecoder<T> {
  readonly #maxLineBytes: number;
  readonly #parse: PartParser;
  readonly #store = new ByteStore();
  // A chunk that nothing has followed yet: most of the time one event, and then it is never copied.
  #alone: Buffer | undefined;
  // Bytes of the store that hold no line end.
  #searched = 0;
  #line = 1;

  /** `parse` stands in for JSON.parse where it answers anything. */
  constructor(options: WatchDecoderOptions = {}, parse: PartParser = nothingParsed) {
    this.#parse = parse;
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxObjectBytes;
  }

  /**
   * Takes the next bytes. Appends events when enough have come for a batch; see `flush`. Throws TransportError
   * `ERR_WATCH_DECODE`; events before the bad line have been appended then, and the decoder is of no more use.
   */
  feed(chunk: Uint8Array, events: WatchEvent<T>[]): void {
    if (chunk.length === 0) return;
    if (this.#alone === undefined && this.#store.length === 0) {
      this.#alone = asBuffer(chunk);
    } else {
      this.#keepAlone();
      this.#store.append(chunk);
    }
    if (this.#store.length >= batchBytes) this.flush(events);
  }

  /** Appends what is complete. Throws as `feed` does. */
  flush(events: WatchEvent<T>[]): void {
    const alone = this.#alone;
    if (alone !== undefined) {
      const end = alone.indexOf(newline);
      if (end === alone.length - 1) {
        this.#alone = undefined;
        this.#takeLine(alone, 0, end, events);
        return;
      }
      this.#keepAlone();
    }
    const { bytes, start, end } = this.#store;
    const last = bytes.subarray(start + this.#searched, end).lastIndexOf(newline);
    if (last !== -1) {
      const stop = start + this.#searched + last;
      this.#decode(bytes, start, stop, events);
      this.#store.drop(stop + 1);
    }
    this.#searched = this.#store.length;
    if (this.#searched === 0) this.#store.release();
    this.#checkLength(this.#searched);
  }

  /**
   * The stream has ended as it should. Appends a last event that lacks only its line end; throws TransportError
   * `ERR_WATCH_CUT` for half a line.
   */
  end(events: WatchEvent<T>[]): void {
    this.flush(events);
    const text = this.#store.bytes.toString('utf8', this.#store.start, this.#store.end);
    this.#store.release();
    this.#searched = 0;
    const event = parseLastLine<T>(text, this.#line);
    if (event !== undefined) events.push(event);
  }

  /** The lines from `start` to the line end at `stop`. */
  #decode(bytes: Buffer, start: number, stop: number, events: WatchEvent<T>[]): void {
    const ends = this.#lineEnds(bytes, start, stop);
    if (ends.length > 1 && this.#parseAll(bytes, start, ends, events)) {
      this.#line += ends.length;
      return;
    }
    let from = start;
    for (const end of ends) {
      this.#takeLine(bytes, from, end, events);
      from = end + 1;
    }
  }

  #takeLine(bytes: Buffer, start: number, end: number, events: WatchEvent<T>[]): void {
    this.#checkLength(end - start);
    const value = this.#parse(bytes, start, end);
    const event =
      value === undefined
        ? parseWatchLine<T>(bytes.toString('utf8', start, end), this.#line)
        : checkedWatchEvent<T>(value, this.#line, end - start);
    if (event !== undefined) events.push(event);
    this.#line++;
  }

  #keepAlone(): void {
    if (this.#alone === undefined) return;
    this.#store.append(this.#alone);
    this.#alone = undefined;
  }

  #lineEnds(bytes: Buffer, start: number, stop: number): number[] {
    const ends: number[] = [];
    // The first search begins behind what was searched before this chunk.
    let end = bytes.indexOf(newline, start + this.#searched);
    while (end < stop) {
      ends.push(end);
      end = bytes.indexOf(newline, end + 1);
    }
    ends.push(stop);
    return ends;
  }

  /**
   * All lines as one array. False, with nothing taken, when anything about them is unusual. (What cannot be told apart is
   * a line of two events beside one that spans two lines: all of them are events, and in order.)
   */
  #parseAll(bytes: Buffer, start: number, ends: readonly number[], events: WatchEvent<T>[]): boolean {
    let from = start;
    for (const end of ends) {
      if (bytes[end - 1] !== closeBrace || end - from > this.#maxLineBytes) return false;
      from = end + 1;
    }
    // The store has a byte to spare in front, and a line's end is where a comma has to be.
    bytes[start - 1] = openBracket;
    for (const end of ends) bytes[end] = comma;
    const stop = from - 1;
    bytes[stop] = closeBracket;
    let values: unknown[];
    try {
      // It begins with a bracket.
      values = (this.#parse(bytes, start - 1, stop + 1) ??
        JSON.parse(bytes.toString('utf8', start - 1, stop + 1))) as unknown[];
    } catch {
      // Which line it is, and what is wrong with it, is told by parsing them alone.
      values = [];
    }
    if (values.length === ends.length && values.every(isWatchEvent<T>)) {
      for (const event of values) events.push(event);
      return true;
    }
    for (const end of ends) bytes[end] = newline;
    return false;
  }

  #checkLength(bytes: number): void {
    if (bytes > this.#maxLineBytes)
      throw badWatchLine(this.#line, bytes, `is longer than the ${this.#maxLineBytes} bytes allowed`);
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
