import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Clock, Timer } from 'kube-informers';
import { rawPairs, responseHeaders } from './headers.js';

/** Dependencies of a ToClient. */
export interface ToClientOptions {
  readonly clock: Clock;
  readonly response: ServerResponse;
  /** True if the body may end before its announced length. */
  readonly isShortened: () => boolean;
  /** Called when the head was sent. */
  readonly onHead: (status: number) => void;
  /** Called at an ending; `broken` means a head that cannot be passed on. */
  readonly onEnding: (how: EndOfAnswer) => void;
}

/** How a response ends: by a fault, complete as the server sent it, or broken by the server. */
export type EndOfAnswer = 'reset' | 'cut' | 'end' | 'stall' | 'whole' | 'broken';

type Entry =
  | { readonly kind: 'head'; readonly answer: IncomingMessage }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'ending'; readonly how: EndOfAnswer };

// Finer steps cost timers, coarser ones cause bursts.
const paceStepMs = 50;

/**
 * Sends one response to the client through a queue.
 *
 * A stall, a delay, a rate limit or a slow client holds the queue. While it is not empty, the server's response is
 * not read.
 */
export class ToClient {
  readonly #options: ToClientOptions;
  #queue: Entry[] = [];
  #answer: IncomingMessage | undefined;
  /** Where the server's bytes come from, and where they go: bodies, or connections after an upgrade. */
  #source: Readable | undefined;
  #out: Writable;
  #stalled = false;
  #draining = false;
  #delayed: Timer | undefined;
  #pacing: Timer | undefined;
  #bytesPerSecond: number | undefined;
  #dropping = false;
  #lost = false;
  #headSent = false;
  #lengthAnnounced = false;
  #closed = false;

  constructor(options: ToClientOptions) {
    this.#options = options;
    this.#out = options.response;
  }

  get headSent(): boolean {
    return this.#headSent;
  }

  /** True if the client received a content length. */
  get lengthAnnounced(): boolean {
    return this.#lengthAnnounced;
  }

  /** True once nothing more is sent. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Takes the head of the server's response; its body is then read as fast as the queue moves. */
  head(answer: IncomingMessage): void {
    this.#answer = answer;
    this.#source = answer;
    this.#push({ kind: 'head', answer });
  }

  /** Takes the head of a response that changes the protocol, and the connections of both sides. */
  tunnel(answer: IncomingMessage, server: Duplex, client: Duplex): void {
    this.#out = client;
    this.#source = server;
    this.#push({ kind: 'head', answer });
  }

  bytes(bytes: Buffer): void {
    if (bytes.length > 0) this.#push({ kind: 'bytes', bytes });
  }

  ending(how: EndOfAnswer): void {
    this.#push({ kind: 'ending', how });
  }

  /** Holds everything until `unstall`. */
  stall(): void {
    this.#stalled = true;
  }

  /** Ends a stall, or a drop that has not lost anything yet. */
  unstall(): void {
    this.#stalled = false;
    if (!this.#lost) this.#dropping = false;
    this.move();
  }

  /** Discards everything that was not sent. */
  drop(): void {
    this.#dropping = true;
    if (this.#queue.length > 0) this.#lost = true;
    this.#queue = [];
  }

  /** Holds everything for this long. */
  delay(ms: number): void {
    this.#delayed = this.#options.clock.setTimer(() => {
      this.#delayed = undefined;
      this.move();
    }, ms);
  }

  /** Sets the rate; undefined for no limit. */
  pace(bytesPerSecond: number | undefined): void {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Ends the response properly. */
  end(): void {
    if (this.#closed) return;
    const { response } = this.#options;
    const trailers = rawPairs(this.#answer?.rawTrailers ?? []);
    if (trailers.length > 0) response.addTrailers(trailers);
    this.close();
    this.#out.end();
  }

  /** Stops accepting and sending. */
  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#delayed?.cancel();
    this.#pacing?.cancel();
  }

  /** Moves the queue as far as possible, and resumes reading from the server when it is empty. */
  move(): void {
    while (!this.#closed && !this.#isHeld()) {
      const entry = this.#queue.shift();
      if (entry === undefined) break;
      if (entry.kind === 'head') this.#sendHead(entry.answer);
      else if (entry.kind === 'bytes') this.#sendBytes(entry.bytes);
      else this.#options.onEnding(entry.how);
    }
    if (this.#queue.length === 0) this.#source?.resume();
    else this.#source?.pause();
  }

  #push(entry: Entry): void {
    if (this.#closed) return;
    if (this.#dropping) this.#lost = true;
    else this.#queue.push(entry);
  }

  #isHeld(): boolean {
    return this.#stalled || this.#draining || this.#delayed !== undefined || this.#pacing !== undefined;
  }

  #sendHead(answer: IncomingMessage): void {
    const { response, isShortened, onHead, onEnding } = this.#options;
    const shortened = isShortened();
    const status = answer.statusCode ?? 0;
    if (this.#out !== response) {
      const lines = rawPairs(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `HTTP/1.1 ${status} ${answer.statusMessage ?? ''}\r\n${lines.join('')}\r\n`;
      this.#out.write(Buffer.from(head, 'latin1'));
      this.#headSent = true;
      return onHead(status);
    }
    this.#lengthAnnounced = !shortened && answer.headers['content-length'] !== undefined;
    if (answer.headers.connection?.toLowerCase() === 'close') response.shouldKeepAlive = false;
    try {
      response.writeHead(status, answer.statusMessage ?? '', responseHeaders(answer, shortened));
    } catch {
      // Node parses heads that it refuses to write: for the client, that server is broken.
      return onEnding('broken');
    }
    response.flushHeaders();
    this.#headSent = true;
    onHead(status);
  }

  #sendBytes(bytes: Buffer): void {
    const { clock } = this.#options;
    const out = this.#out;
    let piece = bytes;
    const pace = this.#bytesPerSecond;
    if (pace !== undefined) {
      piece = bytes.subarray(0, Math.max(1, Math.floor((pace * paceStepMs) / 1000)));
      if (piece.length < bytes.length)
        this.#queue.unshift({ kind: 'bytes', bytes: bytes.subarray(piece.length) });
      this.#pacing = clock.setTimer(
        () => {
          this.#pacing = undefined;
          this.move();
        },
        (piece.length / pace) * 1000,
      );
    }
    if (out.write(piece)) return;
    this.#draining = true;
    out.once('drain', () => {
      this.#draining = false;
      this.move();
    });
  }
}
