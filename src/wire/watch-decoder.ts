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

/** A line that is not blank, from its first byte that is no space to its line end. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/**
 * Turns the bytes of a watch into events: one JSON object a line, cut anywhere. Blank lines are skipped, and never parsed.
 *
 * Lines that have come together are parsed together, as one array, which V8 does faster than one by one (see
 * `batchBytes`). If that does not give as many events as there are lines, each is parsed alone.
 *
 * A line that is not an event ends the watch (`ERR_WATCH_DECODE`). It is never skipped: the state after a lost event is
 * wrong for good. Errors hold a line's number and length but none of its content, since it may be a Secret.
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

  /** `parse` is tried before JSON.parse. */
  constructor(options: WatchDecoderOptions = {}, parse: PartParser = nothingParsed) {
    this.#parse = parse;
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxObjectBytes;
  }

  /**
   * Takes the next bytes. Appends events when enough have come for a batch; see `flush`. Throws TransportError
   * `ERR_WATCH_DECODE`; events before the bad line have been appended then, and the decoder cannot be used any more.
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
    // What was searched before holds no line end.
    const lines = this.#lines(bytes, start, stop, start + this.#searched);
    if (lines.length > 1 && this.#parseAll(bytes, lines, events)) return;
    for (const line of lines) this.#takeLine(bytes, line, events);
  }

  #takeLine(bytes: Buffer, { start, end, number }: Line, events: WatchEvent<T>[]): void {
    this.#checkLength(number, end - start);
    const value = this.#parse(bytes, start, end);
    // What is wrong with a line is found out from its text, so that the message is the same however it was parsed.
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
   * All lines as one array. Returns false, with nothing taken, if anything about them is unusual. (What cannot be told apart
   * is a line of two events beside one that spans two lines: all of them are events, and in order.)
   */
  #parseAll(bytes: Buffer, lines: readonly Line[], events: WatchEvent<T>[]): boolean {
    for (const { start, end } of lines)
      if (bytes[end - 1] !== closeBrace || end - start > this.#maxLineBytes) return false;
    // The store has a byte to spare in front, and a comma fits into a line's end. Blank lines between them are spaces to JSON.
    const first = (lines[0]?.start ?? 0) - 1;
    const last = lines.at(-1)?.end ?? 0;
    bytes[first] = openBracket;
    for (const { end } of lines) bytes[end] = comma;
    bytes[last] = closeBracket;
    let values: unknown[];
    try {
      // It begins with a bracket.
      values = (this.#parse(bytes, first, last + 1) ??
        JSON.parse(bytes.toString('utf8', first, last + 1))) as unknown[];
    } catch {
      // Parsing them alone finds out which line it is, and what is wrong with it.
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
