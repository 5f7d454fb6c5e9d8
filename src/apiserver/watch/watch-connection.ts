import type { ServerResponse } from 'node:http';
import type { Status } from '../../meta/types.js';
import type { Clock, Timer } from '../../util/clock.js';
import { bookmarkState, ChangeLines, eventLine } from '../responses/event-encoding.js';
import type { EventFormat } from '../responses/event-encoding.js';
import type { ServedResource } from '../registry/registry.js';
import type { Selection } from '../read/selection.js';
import type { Change } from '../storage/resource-table.js';
import type { StoredObject } from '../storage/stored-object.js';

/** What all watches of a server share. */
export interface WatchHubOptions {
  readonly clock: Clock;
  /** Time between bookmarks, ms. */
  readonly bookmarkIntervalMs: number;
  /** How many bytes may wait for a slow reader before it is cut off. */
  readonly bufferBytes: number;
  /** The last revision written. */
  revision(): number;
}

/** What one watch asked for. */
export interface WatchRequest {
  readonly served: ServedResource;
  readonly namespace: string;
  readonly selection: Selection;
  readonly format: EventFormat;
  /** Events after this revision. */
  readonly fromRevision: number;
  /** The present state first, as ADDED events. */
  readonly initial: readonly StoredObject[];
  /** The changes after `fromRevision` that are in the past. */
  readonly past: readonly Change[];
  readonly bookmarks: boolean;
  /** Marks the end of the initial events (watch-list). */
  readonly initialEventsEnd: boolean;
  readonly timeoutMs: number;
}

// One write takes about this much: large enough for few system calls, small enough to leave the loop alone.
const chunkBytes = 64 * 1024;
// cacher: a last bookmark goes out this long before the deadline.
const bookmarkBeforeDeadlineMs = 2000;
// How long a client may take for the rest of a watch that has ended.
const lingerMs = 10_000;

/** One open watch: its events wait here until the client's socket takes them. */
export class WatchConnection {
  readonly #response: ServerResponse;
  readonly #request: WatchRequest;
  readonly #options: WatchHubOptions;
  readonly #onClosed: () => void;
  readonly #prefix: string;
  readonly #deadlineMs: number;
  /** What was before this watch was opened; written first, made as it is written. */
  #backlog: Iterator<Buffer> | undefined;
  #lines: Buffer[] = [];
  #waitingBytes = 0;
  #blocked = false;
  #first = true;
  /** Nothing more is taken in; what waits is still sent. */
  #ending = false;
  #closed = false;
  #deadline: Timer | undefined;
  #bookmark: Timer | undefined;

  constructor(
    response: ServerResponse,
    request: WatchRequest,
    options: WatchHubOptions,
    onClosed: () => void,
  ) {
    this.#response = response;
    this.#request = request;
    this.#options = options;
    this.#onClosed = onClosed;
    this.#prefix = request.namespace === '' ? '' : `${request.namespace}/`;
    this.#deadlineMs = options.clock.monotonic() + request.timeoutMs;
  }

  /** Sends the header and what is there already. */
  start(): void {
    const response = this.#response;
    const request = this.#request;
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, private',
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

  *#backlogLines(): Generator<Buffer> {
    const { initial, past, format, initialEventsEnd, bookmarks, fromRevision } = this.#request;
    for (const stored of initial) yield eventLine('ADDED', format.object(stored, this.#takeFirst()));
    for (const change of past) {
      const type = this.#eventType(change);
      if (type !== undefined) yield new ChangeLines(change).line(type, format, this.#takeFirst());
    }
    if (initialEventsEnd && bookmarks) yield this.#bookmarkLine(fromRevision, true, this.#takeFirst());
  }

  /** Takes in a change, when it concerns this watch. True when there is something to flush. */
  offer(lines: ChangeLines): boolean {
    if (this.#ending || this.#closed) return false;
    // A watch at a version still to come hears of nothing before it (cache_watcher.go, process).
    if (lines.change.revision <= this.#request.fromRevision) return false;
    const type = this.#eventType(lines.change);
    if (type === undefined) return false;
    this.#push(lines.line(type, this.#request.format, this.#backlog === undefined && this.#takeFirst()));
    if (this.#waitingBytes > this.#options.bufferBytes) this.#ending = true;
    return true;
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

  /** Writes what waits, as far as the socket takes it; ends the watch when that was the last of it. */
  flush(): void {
    this.#write();
    if (this.#ending && !this.#blocked) this.close('end');
  }

  #write(): void {
    while (!this.#blocked && !this.#closed) {
      const chunk = this.#nextChunk();
      if (chunk === undefined) return;
      this.#blocked = !this.#response.write(chunk);
    }
  }

  /** Hands over all events that wait: they are in memory anyway. A state half told stays half told. */
  #writeRest(): void {
    this.#write();
    if (this.#closed || this.#backlog !== undefined) return;
    for (let chunk = this.#nextChunk(); chunk !== undefined; chunk = this.#nextChunk())
      this.#response.write(chunk);
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

  /** The first event ends a stream that cannot carry it. */
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
        const revision = this.#options.revision();
        // The client knows the revision it began with.
        if (revision > this.#request.fromRevision && !this.#ending) {
          this.#push(this.#bookmarkLine(revision, false, this.#backlog === undefined && this.#takeFirst()));
          this.flush();
        }
        this.#scheduleBookmark();
      },
      delay,
      { unref: true },
    );
  }

  #bookmarkLine(revision: number, initialEventsEnd: boolean, first: boolean): Buffer {
    const { served, format } = this.#request;
    const state = bookmarkState(served.type, revision, initialEventsEnd);
    return eventLine('BOOKMARK', format.object(state, first));
  }

  /** Ends the watch. `end`: the response is complete; `reset`: the connection breaks. */
  close(how: 'end' | 'reset'): void {
    if (this.#closed) return;
    // What happened before the end is told before the end, unless the client does not read.
    if (how === 'end') this.#writeRest();
    this.#finish();
    const response = this.#response;
    if (how === 'reset' || response.destroyed) response.destroy();
    else {
      response.end();
      // A client that reads no more would keep its socket for ever.
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

/** A watch that only says what is wrong: 200, one ERROR event, end. */
export function refuseWatch(response: ServerResponse, status: Status): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache, private' });
  response.end(eventLine('ERROR', JSON.stringify(status)));
}
