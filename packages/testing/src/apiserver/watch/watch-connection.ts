import type { ServerResponse } from 'node:http';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type Clock, type Status, StatusError, type Timer } from 'kube-informers';
import {
  bookmarkState,
  ChangeLines,
  errorBytes,
  eventBytes,
  watchType,
} from '../responses/event-encoding.js';
import type { EventFormat } from '../responses/event-encoding.js';
import type { ServedResource } from '../registry/registry.js';
import { NotConvertedError } from '../custom/undecodable-error.js';
import type { Selection } from '../read/selection.js';
import type { Change } from '../storage/resource-table.js';
import type { StoredObject } from '../storage/stored-object.js';

/** Options shared by all watches of a server. */
export interface WatchHubOptions {
  readonly clock: Clock;
  /** Time between bookmarks, ms. */
  readonly bookmarkIntervalMs: number;
  /** Number of bytes that may be buffered for a slow reader before it is disconnected. */
  readonly bufferBytes: number;
  /** Returns the latest revision. */
  revision(): number;
  /** Called with what a watch threw; that watch ends. */
  onFailure(thrown: unknown): void;
}

/** The parameters of one watch. */
export interface WatchRequest {
  readonly served: ServedResource;
  readonly namespace: string;
  readonly selection: Selection;
  readonly format: EventFormat;
  /** Events after this revision are sent. */
  readonly fromRevision: number;
  /** The current state, sent first as ADDED events. */
  readonly initial: readonly StoredObject[];
  /** The existing changes after `fromRevision`. */
  readonly past: readonly Change[];
  readonly bookmarks: boolean;
  /** Sends a bookmark at the end of the initial events (watch-list). */
  readonly initialEventsEnd: boolean;
  /** Compresses the response; each write can be read at once. */
  readonly gzip: boolean;
  readonly timeoutMs: number;
}

// Size of one write: large enough for few system calls, small enough not to block the event loop.
const chunkBytes = 64 * 1024;
// cacher: a last bookmark is sent this long before the deadline.
const bookmarkBeforeDeadlineMs = 2000;
// apiserver's level, the fastest.
const gzipLevel = 1;
// How long a client may take to read the rest of an ended watch.
const lingerMs = 10_000;

/**
 * One open watch; buffers events until the client's socket accepts them.
 *
 * Its methods never throw: timers, sockets and the requests of other clients call them.
 */
export class WatchConnection {
  readonly #response: ServerResponse;
  readonly #request: WatchRequest;
  readonly #options: WatchHubOptions;
  readonly #onClosed: () => void;
  readonly #prefix: string;
  readonly #deadlineMs: number;
  /** The lines from before the watch was opened; serialised while they are written. */
  #backlog: Iterator<Buffer> | undefined;
  #lines: Buffer[] = [];
  #waitingBytes = 0;
  #blocked = false;
  #first = true;
  /** No more events are accepted; buffered ones are still sent. */
  #ending = false;
  #closed = false;
  #deadline: Timer | undefined;
  #bookmark: Timer | undefined;
  readonly #gzip: GzipMember | undefined;
  /** Changes that wait until the object of the first is converted. */
  readonly #held: ChangeLines[] = [];

  constructor(
    response: ServerResponse,
    request: WatchRequest,
    options: WatchHubOptions,
    onClosed: () => void,
  ) {
    this.#response = response;
    this.#request = request;
    this.#gzip = request.gzip ? new GzipMember() : undefined;
    this.#options = options;
    this.#onClosed = onClosed;
    this.#prefix = request.namespace === '' ? '' : `${request.namespace}/`;
    this.#deadlineMs = options.clock.monotonic() + request.timeoutMs;
  }

  /** Sends the header and the existing lines. */
  start(): void {
    const response = this.#response;
    const request = this.#request;
    response.writeHead(200, {
      'Content-Type': watchType(request.format),
      'Cache-Control': 'no-cache, private',
      ...(request.gzip ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
    });
    response.flushHeaders();
    response.on('close', () => this.#finish());
    response.on('drain', () => {
      this.#blocked = false;
      this.flush();
    });
    this.#backlog = this.#backlogLines();
    this.#deadline = this.#options.clock.setTimer(() => this.close('end'), request.timeoutMs, {
      unref: true,
    });
    if (request.bookmarks) this.#scheduleBookmark();
    this.flush();
  }

  /** Breaks the connection if the step throws. */
  #attempt(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      this.#options.onFailure(thrown);
      this.close('reset');
    }
  }

  *#backlogLines(): Generator<Buffer> {
    try {
      yield* this.#existingLines();
    } catch (error) {
      yield this.#errorLine(error);
    }
  }

  *#existingLines(): Generator<Buffer> {
    const { initial, past, format, initialEventsEnd, bookmarks, fromRevision } = this.#request;
    for (const stored of initial) yield eventBytes('ADDED', format, stored, this.#takeFirst());
    for (const change of past) {
      const type = this.#eventType(change);
      if (type !== undefined) yield new ChangeLines(change).line(type, format, this.#takeFirst());
    }
    if (initialEventsEnd && bookmarks) yield this.#bookmarkLine(fromRevision, true, this.#takeFirst());
  }

  /** Adds a change if it is relevant to this watch. Returns true if there is something to flush. */
  offer(lines: ChangeLines): boolean {
    let isAdded = false;
    this.#attempt(() => {
      isAdded = this.#add(lines);
    });
    return isAdded;
  }

  #add(lines: ChangeLines): boolean {
    if (this.#ending || this.#closed) return false;
    // A watch from a future version does not receive earlier events (cache_watcher.go, process).
    if (lines.change.revision <= this.#request.fromRevision) return false;
    if (this.#held.length > 0) {
      this.#held.push(lines);
      return false;
    }
    try {
      const type = this.#eventType(lines.change);
      if (type === undefined) return false;
      this.#push(lines.line(type, this.#request.format, this.#backlog === undefined && this.#takeFirst()));
    } catch (error) {
      if (error instanceof NotConvertedError) {
        this.#held.push(lines);
        this.#releaseAfter(error).catch((thrown: unknown) => this.#options.onFailure(thrown));
        return false;
      }
      // It must not fail the write whose change this is.
      this.#push(this.#errorLine(error));
    }
    if (this.#waitingBytes > this.#options.bufferBytes) this.#ending = true;
    return true;
  }

  /** Adds the changes that were held, when the webhook has converted the object of the first. */
  async #releaseAfter(waiting: NotConvertedError): Promise<void> {
    const failed = await waiting.convert().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (this.#closed) return;
    const held = this.#held.splice(0);
    this.#attempt(() => {
      if (failed !== undefined) this.#push(this.#errorLine(failed.error));
      else for (const lines of held) this.#add(lines);
    });
    this.flush();
  }

  /** Returns the last line of a watch with an object that cannot be presented in its version. */
  #errorLine(error: unknown): Buffer {
    if (!(error instanceof StatusError)) throw error;
    this.#ending = true;
    return errorBytes(this.#request.format, error.status);
  }

  #eventType(change: Change): 'ADDED' | 'MODIFIED' | 'DELETED' | undefined {
    if (!change.current.key.startsWith(this.#prefix)) return undefined;
    const { selection } = this.#request;
    if (selection.everything && selection.shard === undefined) return change.type;
    const was = change.previous !== undefined && selection.matches(change.previous);
    const is = change.type !== 'DELETED' && selection.matches(change.current);
    if (is) return was ? 'MODIFIED' : 'ADDED';
    return was ? 'DELETED' : undefined;
  }

  #takeFirst(): boolean {
    const first = this.#first;
    this.#first = false;
    return first;
  }

  #push(line: Buffer): void {
    this.#lines.push(line);
    this.#waitingBytes += line.length;
  }

  /** Writes buffered lines as far as the socket accepts them; ends the watch after the last one. */
  flush(): void {
    this.#attempt(() => this.#write());
    if (this.#ending && !this.#blocked) this.close('end');
  }

  #write(): void {
    while (!this.#blocked && !this.#closed) {
      const chunk = this.#nextChunk();
      if (chunk === undefined) return;
      this.#blocked = !this.#response.write(this.#encoded(chunk));
    }
  }

  /** Writes all buffered events, which are in memory anyway. A partially sent initial state stays partial. */
  #writeRest(): void {
    this.#write();
    if (this.#closed || this.#backlog !== undefined) return;
    for (let chunk = this.#nextChunk(); chunk !== undefined; chunk = this.#nextChunk())
      this.#response.write(this.#encoded(chunk));
  }

  #encoded(chunk: Buffer): Buffer {
    return this.#gzip?.part(chunk) ?? chunk;
  }

  #nextChunk(): Buffer | undefined {
    if (this.#request.format.unwritable === true) return this.#refuseEvent();
    const parts: Buffer[] = [];
    let size = 0;
    while (this.#backlog !== undefined && size < chunkBytes) {
      const next = this.#backlog.next();
      if (next.done === true) this.#backlog = undefined;
      else {
        parts.push(next.value);
        size += next.value.length;
      }
    }
    if (this.#backlog === undefined && this.#lines.length > 0) {
      let taken = 0;
      for (const line of this.#lines) {
        if (size >= chunkBytes) break;
        parts.push(line);
        size += line.length;
        this.#waitingBytes -= line.length;
        taken++;
      }
      this.#lines = taken === this.#lines.length ? [] : this.#lines.slice(taken);
    }
    return parts.length === 0 ? undefined : Buffer.concat(parts, size);
  }

  /** Ends a stream at the first event if it cannot be represented. */
  #refuseEvent(): undefined {
    if (this.#backlog !== undefined && this.#backlog.next().done === true) this.#backlog = undefined;
    if (this.#backlog === undefined && this.#lines.length === 0) return;
    this.#backlog = undefined;
    this.#lines = [];
    this.close('end');
  }

  #scheduleBookmark(): void {
    const { clock, bookmarkIntervalMs } = this.#options;
    const untilDeadline = this.#deadlineMs - bookmarkBeforeDeadlineMs - clock.monotonic();
    if (untilDeadline <= 0) return;
    const delay = Math.min(bookmarkIntervalMs, untilDeadline);
    this.#bookmark = clock.setTimer(
      () => {
        this.#attempt(() => {
          const next = this.#held[0]?.change.revision;
          const revision = next === undefined ? this.#options.revision() : next - 1;
          // The client knows the revision it started with.
          if (revision > this.#request.fromRevision && !this.#ending) {
            this.#push(this.#bookmarkLine(revision, false, this.#backlog === undefined && this.#takeFirst()));
            this.flush();
          }
        });
        if (!this.#closed) this.#scheduleBookmark();
      },
      delay,
      { unref: true },
    );
  }

  #bookmarkLine(revision: number, initialEventsEnd: boolean, first: boolean): Buffer {
    const { served, format } = this.#request;
    const state = bookmarkState(served.type, revision, initialEventsEnd);
    return eventBytes('BOOKMARK', format, state, first);
  }

  /** Ends the watch. `end`: the response is complete; `reset`: the connection breaks. */
  close(how: 'end' | 'reset'): void {
    if (this.#closed) return;
    // Earlier events are sent before the end, unless the client does not read.
    if (how === 'end') this.#attempt(() => this.#writeRest());
    if (this.#closed) return;
    this.#finish();
    const response = this.#response;
    if (how === 'reset' || response.destroyed) response.destroy();
    else {
      response.end(this.#gzip?.end());
      // A client that stopped reading would keep its socket open.
      const timer = this.#options.clock.setTimer(() => response.destroy(), lingerMs, { unref: true });
      response.once('close', () => timer.cancel());
    }
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#deadline?.cancel();
    this.#bookmark?.cancel();
    this.#lines = [];
    this.#backlog = undefined;
    this.#onClosed();
  }
}

/**
 * One gzip member (RFC 1952), of parts that a client can read as soon as they arrive.
 *
 * Several members would not do: Go's reader waits for the header of the next before it hands out the end of the last.
 */
class GzipMember {
  #started = false;
  #crc = 0;
  #size = 0;

  /** Returns the part compressed, up to a byte boundary. */
  part(data: Buffer): Buffer {
    this.#crc = crc32(data, this.#crc);
    this.#size = (this.#size + data.length) >>> 0;
    const compressed = deflateRawSync(data, { level: gzipLevel, finishFlush: constants.Z_SYNC_FLUSH });
    return Buffer.concat([...this.#header(), compressed]);
  }

  /** Returns the last block, the checksum and the size. */
  end(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#size, 4);
    return Buffer.concat([...this.#header(), Buffer.from([3, 0]), trailer]);
  }

  #header(): Buffer[] {
    if (this.#started) return [];
    this.#started = true;
    return [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])];
  }
}

/** Responds with a watch that only reports an error: 200, one ERROR event, end. */
export function refuseWatch(response: ServerResponse, format: EventFormat, status: Status): void {
  response.writeHead(200, { 'Content-Type': watchType(format), 'Cache-Control': 'no-cache, private' });
  response.end(errorBytes(format, status));
}
