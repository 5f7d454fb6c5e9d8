import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Credentials, Clock, Timer } from 'kube-informers';
import type { ClientConnection, Upstream } from './connections.js';

/** Dependencies of a ToServer. */
interface ToServerOptions {
  readonly upstream: Upstream;
  readonly connection: ClientConnection;
  readonly request: IncomingMessage;
  /** True for a request with an Upgrade header. */
  readonly isUpgrade: boolean;
  /** True to request a response in JSON or protobuf. */
  readonly asLines: boolean;
  /** True to request an uncompressed response. */
  readonly uncompressed: boolean;
  readonly onAnswer: (answer: IncomingMessage) => void;
  /** Called when the server has changed to another protocol, with its connection. */
  readonly onUpgrade: (answer: IncomingMessage, server: Duplex) => void;
  /** Called without a (complete) response, unless the proxy itself caused it. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the position of a stall is reached. */
  readonly onStall: () => void;
}

/** Sends one request to the server. */
export class ToServer {
  readonly #options: ToServerOptions;
  readonly #abort = new AbortController();
  #state: 'open' | 'stalled' | 'dropped' = 'open';
  #bodyLeft = Infinity;
  #bodyRest: Buffer | undefined;
  #bodyBegun = false;
  #sent: ClientRequest | undefined;
  /** Where the client's bytes come from, and where they go: the request, or the connection after an upgrade. */
  #from: Readable;
  #to: Writable | undefined;
  #answer: IncomingMessage | undefined;
  #gaveUp = false;

  constructor(options: ToServerOptions) {
    this.#options = options;
    this.#from = options.request;
  }

  /** True if the server no longer receives the client's data, nor its end. */
  get isCutOff(): boolean {
    return this.#state !== 'open' && this.#sent !== undefined;
  }

  /** Sends the request, unless a stall or a drop prevents it. */
  send(): void {
    if (this.#state === 'open') this.#ask(true).catch((error: unknown) => this.#failed(error));
  }

  /** Stalls after this many bytes of the request's body. */
  stallAfter(bytes: number): void {
    this.#bodyLeft = bytes;
  }

  stall(): void {
    if (this.#state !== 'open') return;
    this.#state = 'stalled';
    this.#from.pause();
  }

  /** Drops everything that the client sends. */
  drop(): void {
    this.#state = 'dropped';
    this.#from.resume();
  }

  unstall(): void {
    if (this.#state !== 'stalled') return;
    this.#state = 'open';
    this.#bodyLeft = Infinity;
    if (this.#sent === undefined) return this.send();
    if (this.#bodyRest !== undefined) this.#to?.write(this.#bodyRest);
    this.#bodyRest = undefined;
    this.#from.resume();
  }

  /** Gives up the response, or finishes a complete one, whose connection can then be reused. */
  giveUp(): void {
    this.#gaveUp = true;
    this.#abort.abort(new Error('the proxy has given up this request'));
    const sent = this.#sent;
    if (sent === undefined) return;
    this.#answer?.resume();
    if (this.#to !== sent) this.#to?.destroy();
    if (this.#answer?.complete === true && sent.writableEnded) return;
    const { socket } = sent;
    if (socket !== null) this.#options.connection.upstream.release(socket);
    sent.destroy();
  }

  async #ask(firstTry: boolean): Promise<void> {
    const { upstream, request, connection, isUpgrade, onUpgrade } = this.#options;
    const credentials = await upstream.credentials(this.#abort.signal);
    this.#abort.signal.throwIfAborted();
    const sent = await upstream.open(
      {
        method: request.method ?? 'GET',
        target: request.url ?? '/',
        headers: requestHeaders(request, this.#options),
      },
      connection.upstream,
      credentials,
    );
    sent.on('error', (error) => {
      if (this.#sent === sent) this.#failed(error);
    });
    sent.on('socket', (socket) => connection.followUpstream(socket));
    sent.on('response', (answer) => {
      try {
        this.#answered(sent, answer, credentials, firstTry);
      } catch (thrown) {
        // Such as a credentials provider of the user.
        this.#failed(thrown);
      }
    });
    if (isUpgrade) {
      sent.on('upgrade', (answer, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        this.#answer = answer;
        onUpgrade(answer, socket);
      });
    }
    this.#sent = sent;
    if (this.#gaveUp) this.giveUp();
    else if (hasBody(request)) this.#passBody(sent);
    else sent.end();
  }

  #passBody(sent: ClientRequest): void {
    const { request } = this.#options;
    if (this.#bodyBegun) return;
    this.#bodyBegun = true;
    this.#pass(request, sent, () => {
      const trailers = rawPairs(request.rawTrailers);
      if (trailers.length > 0) sent.addTrailers(trailers);
    });
  }

  /** Passes on what the client sends after an upgrade. */
  tunnel(client: Readable, server: Writable): void {
    this.#pass(client, server, () => undefined);
    if (this.#state === 'stalled') client.pause();
  }

  #pass(from: Readable, to: Writable, onEnd: () => void): void {
    this.#from = from;
    this.#to = to;
    from.on('data', (chunk: Buffer) => {
      if (this.#gaveUp || this.#state === 'dropped') return;
      if (chunk.length <= this.#bodyLeft) {
        this.#bodyLeft -= chunk.length;
        if (!to.write(chunk)) from.pause();
        return;
      }
      if (this.#bodyLeft > 0) to.write(chunk.subarray(0, this.#bodyLeft));
      this.#bodyRest = chunk.subarray(this.#bodyLeft);
      this.stall();
      this.#options.onStall();
    });
    to.on('drain', () => {
      if (this.#state !== 'stalled') from.resume();
    });
    from.on('end', () => {
      if (this.#gaveUp || this.#state !== 'open') return;
      onEnd();
      to.end();
    });
    from.resume();
  }

  #answered(
    sent: ClientRequest,
    answer: IncomingMessage,
    credentials: Credentials | undefined,
    firstTry: boolean,
  ): void {
    answer.on('error', (error) => {
      if (this.#sent === sent) this.#failed(error);
    });
    if (this.#gaveUp) return;
    const { upstream, request, onAnswer } = this.#options;
    if (answer.statusCode === 401 && upstream.refused(credentials) && firstTry && !hasBody(request)) {
      // Expired credentials are the proxy's concern, not the client's: retry once.
      this.#sent = undefined;
      answer.resume();
      this.#ask(false).catch((error: unknown) => this.#failed(error));
      return;
    }
    this.#answer = answer;
    onAnswer(answer);
  }

  #failed(error: unknown): void {
    if (!this.#gaveUp) this.#options.onFailure(error);
  }
}

/** Dependencies of a ToClient. */
interface ToClientOptions {
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

/** A format whose objects are not lines of text, nor have a length in front. */
const withoutLines = /cbor/i;

// Headers of a single connection (RFC 9110, 7.6.1), and Expect, which is answered per connection. Keep-Alive passes:
// each client connection has a server connection with the same lifetime.
const ofOneConnection = new Set(['connection', 'proxy-connection', 'te', 'upgrade', 'expect']);

/**
 * Returns the request headers for the server: names and values alternating, in the client's order and case.
 *
 * `asLines`: requests a response in JSON or protobuf if the client accepts one. `isUpgrade`: passes an upgrade on.
 */
function requestHeaders(
  request: IncomingMessage,
  { asLines, uncompressed, isUpgrade }: Pick<ToServerOptions, 'asLines' | 'uncompressed' | 'isUpgrade'>,
): string[] {
  const headers: string[] = isUpgrade
    ? ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
    : [];
  for (const [name, value] of passed(request)) {
    const lower = name.toLowerCase();
    // Replaced by the server's host.
    if (lower === 'host') continue;
    if (uncompressed && lower === 'accept-encoding') continue;
    headers.push(name, asLines && lower === 'accept' ? acceptingLines(value) : value);
  }
  if (uncompressed) headers.push('Accept-Encoding', 'identity');
  return headers;
}

/** Returns the response headers for the client. `shortened`: omits the length, since the body may end early. */
function responseHeaders(answer: IncomingMessage, shortened: boolean): string[] {
  const headers: string[] = [];
  for (const [name, value] of passed(answer)) {
    const lower = name.toLowerCase();
    // The proxy's server adds its own chunk framing.
    if (lower === 'transfer-encoding' || (shortened && lower === 'content-length')) continue;
    headers.push(name, value);
  }
  return headers;
}

/** True if the headers announce a body. */
function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** True if the body has lines or frames: not compressed, JSON or protobuf, and not another protocol. */
export function hasLines(answer: IncomingMessage): boolean {
  if (answer.statusCode === 101) return false;
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return false;
  return !withoutLines.test(answer.headers['content-type'] ?? '');
}

/** Converts alternating names and values to pairs. */
function rawPairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    found.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return found;
}

function* passed(message: IncomingMessage): Generator<readonly [string, string]> {
  const named = new Set(
    (message.headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== 'keep-alive'),
  );
  for (const [name, value] of rawPairs(message.rawHeaders)) {
    const lower = name.toLowerCase();
    if (!ofOneConnection.has(lower) && !named.has(lower)) yield [name, value];
  }
}

function acceptingLines(accept: string): string {
  const ranges = accept.split(',').filter((range) => !withoutLines.test(range));
  return ranges.length === 0 ? accept : ranges.join(',').trim();
}
