import { parseJsonBytes, isSpace } from '../util/json.js';
import { badWatchLine, isWatchEvent, parseLastLine, parseWatchLine } from '../meta/watch-line.js';
import type { WatchEvent } from '../meta/watch.js';
import { defaultMaxObjectBytes } from '../meta/wire-format.js';
import type { WatchBytesDecoder, WatchDecoderOptions } from '../meta/wire-format.js';
import { ByteStore } from './byte-store.js';
import { batchBytes } from './json-items-reader.js';
import { nothingParsed } from './part-parser.js';
import type { PartParser } from './part-parser.js';

const tab = 0x09;
const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** A line that is not blank, from its first byte that is not whitespace to its line end. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/**
 * Decodes the bytes of a watch into events: one JSON object per line, cut anywhere. Blank lines are skipped without parsing.
 *
 * Lines that have arrived together are parsed together, as one array, which V8 does faster than one by one (see
 * `batchBytes`). If that does not give one event per line, each line is parsed alone.
 *
 * A line that is not an event ends the watch (`ERR_WATCH_DECODE`). It is never skipped: after a lost event the state would
 * stay wrong. Errors contain a line's number and length but none of its content, since it may be a Secret.
 */
export class WatchDecoder<T> implements WatchBytesDecoder<T> {
  readonly #maxLineBytes: number;
  readonly #parse: PartParser;
  readonly #store = new ByteStore();
  // The last chunk while no other has followed: usually one event, which is then never copied.
  #alone: Buffer | undefined;
  // Number of the store's bytes known to hold no line end.
  #searched = 0;
  #line = 1;

  /** `parse` is tried before JSON.parse. */
  constructor(options: WatchDecoderOptions = {}, parse: PartParser = nothingParsed) {
    this.#parse = parse;
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxObjectBytes;
  }

  /**
   * Takes the next bytes. Appends events when there are enough for a batch; see `flush`. Throws TransportError
   * `ERR_WATCH_DECODE`, after appending the events before the bad line; the decoder cannot be used after that.
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

  /** Appends the events of all complete lines. Throws as `feed` does. */
  flush(events: WatchEvent<T>[]): void {
    const alone = this.#alone;
    if (alone !== undefined) {
      const end = alone.indexOf(newline);
      if (end === alone.length - 1) {
        this.#alone = undefined;
        for (const line of this.#lines(alone, 0, end, end)) this.#takeLine(alone, line, events);
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
    this.#checkLength(this.#line, this.#searched);
  }

  /**
   * Called when the stream has ended cleanly. Appends a last event that lacks only its line end; throws TransportError
   * `ERR_WATCH_CUT` for an incomplete line.
   */
  end(events: WatchEvent<T>[]): void {
    this.flush(events);
    const { bytes, start, end } = this.#store;
    let from = start;
    while (from < end && isSpace(bytes[from])) from++;
    const value = from === end ? undefined : this.#parse(bytes, from, end);
    const event = isWatchEvent<T>(value)
      ? value
      : parseLastLine<T>(bytes.toString('utf8', start, end), this.#line);
    this.#store.release();
    this.#searched = 0;
    if (event !== undefined) events.push(event);
  }

  /** Decodes the lines from `start` to the line end at `stop`. */
  #decode(bytes: Buffer, start: number, stop: number, events: WatchEvent<T>[]): void {
    // The bytes searched before contain no line end.
    const lines = this.#lines(bytes, start, stop, start + this.#searched);
    if (lines.length > 1 && this.#parseAll(bytes, lines, events)) return;
    for (const line of lines) this.#takeLine(bytes, line, events);
  }

  #takeLine(bytes: Buffer, { start, end, number }: Line, events: WatchEvent<T>[]): void {
    this.#checkLength(number, end - start);
    const value = this.#parse(bytes, start, end);
    // The error is determined from the line's text, so that the message is the same however it was parsed.
    const event = isWatchEvent<T>(value)
      ? value
      : parseWatchLine<T>(bytes.toString('utf8', start, end), number);
    if (event !== undefined) events.push(event);
  }

  #keepAlone(): void {
    if (this.#alone === undefined) return;
    this.#store.append(this.#alone);
    this.#alone = undefined;
  }

  /** Counts the lines up to the line end at `stop` and returns those that are not blank. The first line end is not before `search`. */
  #lines(bytes: Buffer, start: number, stop: number, search: number): Line[] {
    const lines: Line[] = [];
    let from = start;
    while (from <= stop) {
      const byte = bytes[from];
      if (byte === newline) this.#line++;
      if (byte === newline || byte === space || byte === carriageReturn || byte === tab) {
        from++;
        continue;
      }
      const end = bytes.indexOf(newline, Math.max(from, search));
      lines.push({ start: from, end, number: this.#line++ });
      from = end + 1;
    }
    return lines;
  }

  /**
   * Parses all lines as one array. Returns false, with nothing taken, if anything about them is unusual. (A line with two
   * events beside an event that spans two lines goes unnoticed: all of them are events, and in order.)
   */
  #parseAll(bytes: Buffer, lines: readonly Line[], events: WatchEvent<T>[]): boolean {
    for (const { start, end } of lines)
      if (bytes[end - 1] !== closeBrace || end - start > this.#maxLineBytes) return false;
    // The store has a spare byte in front, and a comma fits into a line's end. Blank lines in between are whitespace in JSON.
    const first = (lines[0]?.start ?? 0) - 1;
    const last = lines.at(-1)?.end ?? 0;
    bytes[first] = openBracket;
    for (const { end } of lines) bytes[end] = comma;
    bytes[last] = closeBracket;
    let values: unknown[];
    try {
      // The text begins with a bracket, so it is an array.
      values = (this.#parse(bytes, first, last + 1) ?? parseJsonBytes(bytes, first, last + 1)) as unknown[];
    } catch {
      // Parsing them one by one finds the invalid line and what is wrong with it.
      values = [];
    }
    if (values.length === lines.length && values.every(isWatchEvent<T>)) {
      for (const event of values) events.push(event);
      return true;
    }
    for (const { end } of lines) bytes[end] = newline;
    return false;
  }

  #checkLength(line: number, bytes: number): void {
    if (bytes > this.#maxLineBytes)
      throw badWatchLine(line, bytes, `is longer than the ${this.#maxLineBytes} bytes allowed`);
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
