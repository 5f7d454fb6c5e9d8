import type { KubernetesObject } from '../meta/types.js';
import { badWatchLine, parseLastLine, parseWatchLine } from '../meta/watch-line.js';
import { WatchEventType } from '../meta/watch.js';
import type { WatchEvent } from '../meta/watch.js';
import { defaultMaxObjectBytes } from '../meta/wire-format.js';
import type { WatchBytesDecoder, WatchDecoderOptions } from '../meta/wire-format.js';
import { parseJsonBytes } from '../util/json.js';
import { dropFront } from './compact-items-reader.js';
import type { CompactObjects } from './compact-objects.js';
import { EventCode, FoundField, FoundStatus, foundFields } from './kernel/kernel.js';

/** Bytes of complete lines that are decoded without waiting for more. */
const enoughBytes = 128 * 1024;
const newline = 0x0a;

/** Decodes a watch's lines into events with compact objects: calls the kernel once for all received bytes, not per chunk. */
export class CompactWatchDecoder<T extends KubernetesObject> implements WatchBytesDecoder<T> {
  readonly #objects: CompactObjects;
  readonly #maxLineBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  // Number of bytes up to and including the last line end.
  #completeBytes = 0;
  #completeLines = 0;
  // Number of bytes of the incomplete line.
  #partBytes = 0;
  // Number of the first line in the chunks.
  #line = 1;

  constructor(objects: CompactObjects, options: WatchDecoderOptions) {
    this.#objects = objects;
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxObjectBytes;
  }

  feed(chunk: Uint8Array, events: WatchEvent<T>[]): void {
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    let start = 0;
    // A chunk is usually one line.
    while (start < bytes.length) {
      const end = bytes.indexOf(newline, start);
      if (end === -1) break;
      this.#checkLength(this.#partBytes + end - start, events);
      this.#completeBytes += this.#partBytes + end + 1 - start;
      this.#completeLines++;
      this.#partBytes = 0;
      start = end + 1;
    }
    this.#partBytes += bytes.length - start;
    this.#checkLength(this.#partBytes, events);
    if (this.#completeBytes >= enoughBytes) this.flush(events);
  }

  flush(events: WatchEvent<T>[]): void {
    if (this.#completeBytes === 0) return;
    const chunks = this.#chunks;
    // The last chunk usually ends with a line, as the server wrote it.
    const whole = this.#bytes === this.#completeBytes;
    const lines = whole ? chunks : upTo(chunks, this.#completeBytes);
    this.#chunks = whole ? [] : dropFront(chunks, this.#completeBytes);
    this.#bytes -= this.#completeBytes;
    this.#completeBytes = 0;
    const firstLine = this.#line;
    this.#line += this.#completeLines;
    this.#completeLines = 0;
    const { kernel } = this.#objects;
    const before = events.length;
    try {
      kernel.load(lines);
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      // The kernel's memory cannot grow for them.
      this.#oneByOne(lines, firstLine, 0, events);
      return;
    }
    for (;;) {
      const found = kernel.nextLines(this.#objects.dictionary);
      if (found === 0) return;
      const whole = this.#take(found, events);
      this.#objects.endRun();
      if (!whole) {
        this.#oneByOne(lines, firstLine, events.length - before, events);
        return;
      }
    }
  }

  end(events: WatchEvent<T>[]): void {
    this.flush(events);
    const text = Buffer.concat(this.#chunks).toString('utf8');
    this.#chunks = [];
    this.#bytes = 0;
    this.#partBytes = 0;
    const event = parseLastLine<T>(text, this.#line);
    if (event !== undefined) events.push(this.#compacted(event));
  }

  /** Returns false at a line that the kernel leaves to JavaScript; the events before it have been appended. */
  #take(count: number, events: WatchEvent<T>[]): boolean {
    const { kernel } = this.#objects;
    const { found } = kernel;
    for (let index = 0; index < count; index++) {
      const at = index * foundFields;
      if (found[at + FoundField.Status] !== FoundStatus.Whole) return false;
      const type = eventTypes[found[at + FoundField.EventType] as number];
      if (type === undefined) return false;
      let object: unknown;
      if (type !== WatchEventType.Bookmark && type !== WatchEventType.Error)
        object = this.#objects.take(index, undefined);
      if (object === undefined) {
        const start = found[at + FoundField.ObjectStart] as number;
        // The kernel has found it valid.
        object = parseJsonBytes(kernel.bytes, start, found[at + FoundField.ObjectEnd]);
      }
      // The kernel has checked the type, and that the object is one; the caller promises the rest of T.
      events.push({ type, object } as WatchEvent<T>);
    }
    return true;
  }

  /** Reads line by line like the ordinary decoder, after the `taken` events: for unusual lines, and for error messages. */
  #oneByOne(chunks: readonly Buffer[], firstLine: number, taken: number, events: WatchEvent<T>[]): void {
    let toSkip = taken;
    const lines = Buffer.concat(chunks);
    let line = firstLine;
    for (let start = 0; start < lines.length; line++) {
      const end = lines.indexOf(newline, start);
      const text = lines.toString('utf8', start, end);
      start = end + 1;
      if (toSkip > 0) {
        if (text.trim() !== '') toSkip--;
        continue;
      }
      const event = parseWatchLine<T>(text, line);
      if (event !== undefined) events.push(this.#compacted(event));
    }
  }

  #compacted(event: WatchEvent<T>): WatchEvent<T> {
    if (event.type === 'BOOKMARK' || event.type === 'ERROR') return event;
    return { type: event.type, object: this.#objects.compact(event.object) as T };
  }

  #checkLength(bytes: number, events: WatchEvent<T>[]): void {
    if (bytes <= this.#maxLineBytes) return;
    const line = this.#line + this.#completeLines;
    this.flush(events);
    throw badWatchLine(line, bytes, `is longer than the ${this.#maxLineBytes} bytes allowed`);
  }
}

/** By EventCode. */
const eventTypes: readonly (WatchEventType | undefined)[] = Array.from(
  { length: Object.keys(EventCode).length },
  (_, code) => {
    switch (code) {
      case EventCode.Added:
        return WatchEventType.Added;
      case EventCode.Modified:
        return WatchEventType.Modified;
      case EventCode.Deleted:
        return WatchEventType.Deleted;
      case EventCode.Bookmark:
        return WatchEventType.Bookmark;
      case EventCode.Error:
        return WatchEventType.Error;
      default:
        return undefined;
    }
  },
);

/** The first bytes of the chunks. */
function upTo(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  const front: Buffer[] = [];
  for (const chunk of chunks) {
    if (left === 0) break;
    front.push(chunk.length <= left ? chunk : chunk.subarray(0, left));
    left -= Math.min(left, chunk.length);
  }
  return front;
}
