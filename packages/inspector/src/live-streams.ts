import type { Clock, Timer } from 'kube-informers';
import type { OpenStream, StreamSink } from './exchange.js';
import { RefusedError } from './exchange.js';

/** How often open pages get the current state, ms. */
const tickMs = 1000;
/** Pages that may be open at the same time. */
export const maxStreams = 64;
/** A browser that has read nothing for so long is disconnected, ms. */
export const stalledMs = 30_000;

/** An event of a stream: its name and its data, serialised. */
export type StreamEvent = readonly [name: string, json: string];

/** Options of LiveStreams. Neither function may throw. */
export interface LiveStreamsOptions {
  /** Called before the sources of the streams are read: what was read before is old. */
  readonly beforeRead: () => void;
  /** Called with what a source, a sink or the clock throws. */
  readonly onFailure: (thrown: unknown) => void;
}

/** What one stream shows: called with each tick; may keep what the stream has seen. */
export interface StreamSource {
  events(): readonly StreamEvent[];
  closed(): void;
}

/**
 * The open event streams. Every second each gets the current state; nothing is computed while none is open.
 *
 * A stream holds at most one state that its browser has not read: a slow browser gets fewer states, not a longer queue.
 * What a source, a sink or the clock throws ends the stream, and never leaves this class: it is called by timers and sockets.
 */
export class LiveStreams {
  readonly #clock: Clock;
  readonly #options: LiveStreamsOptions;
  readonly #streams = new Set<Stream>();
  #timer: Timer | undefined;
  #closed = false;

  constructor(clock: Clock, options: LiveStreamsOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /** Throws RefusedError if there are too many streams, or after `close`. */
  requireRoom(): void {
    if (this.#closed) throw new RefusedError(503, 'the inspector is closed');
    if (this.#streams.size >= maxStreams)
      throw new RefusedError(503, `${maxStreams} pages are open already: close one`);
  }

  /** Opens a stream, which gets the current state at once. */
  open(sink: StreamSink, source: StreamSource): OpenStream {
    const stream = new Stream(sink, source, this.#clock);
    this.#streams.add(stream);
    // What the last tick has read is up to a second old: a page must not begin with it.
    this.#options.beforeRead();
    this.#write(stream);
    this.#schedule();
    return {
      drained: () => stream.drained(),
      closed: () => {
        if (!this.#streams.delete(stream)) return;
        this.#attempt(() => source.closed());
        if (this.#streams.size === 0) this.#cancel();
      },
    };
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#closed = true;
    this.#cancel();
    for (const stream of this.#streams) this.#end(stream);
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    this.#attempt(() => stream.source.closed());
    this.#attempt(() => stream.sink.end());
  }

  /** Writes the current state; ends the stream if that fails, or if its browser has stalled. */
  #write(stream: Stream): void {
    let reads = false;
    this.#attempt(() => {
      reads = stream.tick();
    });
    if (!reads) this.#end(stream);
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      this.#options.onFailure(thrown);
    }
  }

  #cancel(): void {
    this.#attempt(() => this.#timer?.cancel());
    this.#timer = undefined;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#closed || this.#streams.size === 0) return;
    this.#attempt(() => {
      // An open page must not keep a program alive.
      this.#timer = this.#clock.setTimer(() => this.#tick(), tickMs, { unref: true });
    });
    if (this.#timer === undefined) for (const stream of this.#streams) this.#end(stream);
  }

  #tick(): void {
    this.#timer = undefined;
    this.#options.beforeRead();
    for (const stream of this.#streams) this.#write(stream);
    this.#schedule();
  }
}

class Stream {
  readonly sink: StreamSink;
  readonly source: StreamSource;
  readonly #clock: Clock;
  #fullSinceMs: number | undefined;

  constructor(sink: StreamSink, source: StreamSource, clock: Clock) {
    this.sink = sink;
    this.source = source;
    this.#clock = clock;
  }

  /** Writes the current state, unless the browser has not read the last one. Returns false if it has stalled. */
  tick(): boolean {
    const nowMs = this.#clock.monotonic();
    if (this.#fullSinceMs !== undefined) return nowMs - this.#fullSinceMs < stalledMs;
    const text = this.source
      .events()
      .map(([name, json]) => `event: ${name}\ndata: ${json}\n\n`)
      .join('');
    if (!this.sink.write(text)) this.#fullSinceMs = nowMs;
    return true;
  }

  drained(): void {
    this.#fullSinceMs = undefined;
  }
}
