import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Credentials } from '../../rest/config.js';
import type { Clock, Timer } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import type { Random } from '../../util/random.js';
import { endsEarly, readsText, shapeOf } from './body-shape.js';
import type { BodyShape, Ending, Shaped } from './body-shape.js';
import { cannedAnswer } from './canned.js';
import type { ClientConnection } from './client-connection.js';
import type { Fault } from './fault.js';
import { hasBody, isZipped, requestHeaders, responseHeaders } from './headers.js';
import type { RequestRecord } from './proxied-request.js';
import type { Plan } from './rules.js';
import type { Upstream } from './upstream.js';
import { howItEnded } from './upstream-connection.js';
import type { HowItEnded } from './upstream-connection.js';

/** What an Exchange works with. */
export interface ExchangeOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly upstream: Upstream;
  readonly connection: ClientConnection;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: RequestRecord;
  readonly plan: Plan | undefined;
  readonly onDone: (exchange: Exchange) => void;
}

/** What waits to go to the client: bytes, the head before them, or how it ends. */
type Entry =
  | { readonly kind: 'head'; readonly answer: IncomingMessage }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'ending'; readonly how: Ending | 'whole' | 'broken' };

const empty = Buffer.alloc(0);
const paceStepMs = 50;

/**
 * One request on its way to the server and its answer on the way back, and what is done to them.
 *
 * Towards the client everything passes one queue, which moves on when nothing holds it: a stall, a delay, a pace, or a
 * client that reads slowly. While anything waits in it, the server's answer is not read.
 */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #abort = new AbortController();
  #plan: Plan | undefined;
  #happened = false;
  #queue: Entry[] = [];
  #shape: BodyShape | undefined;
  #atLineStart = true;
  // What holds the queue.
  #stalled = false;
  #delayed: Timer | undefined;
  #pacing: Timer | undefined;
  #draining = false;
  #endTimer: Timer | undefined;
  #bytesPerSecond: number | undefined;
  // Towards the client, `lost`: some bytes were.
  #dropping = false;
  #lost = false;
  #toServer: 'open' | 'stalled' | 'dropped' = 'open';
  #bodyLeft = Infinity;
  #bodyRest: Buffer | undefined;
  #sent: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #headSent = false;
  #lengthAnnounced = false;
  #clientGone = false;
  #gaveUpServer = false;
  #ended = false;
  #done = false;
  #brokenBy: HowItEnded = 'FIN';

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#plan = options.plan;
  }

  get record(): RequestRecord {
    return this.#options.record;
  }

  get connection(): ClientConnection {
    return this.#options.connection;
  }

  /** The answer's head has gone to the client, and its body is not over. */
  get streaming(): boolean {
    return this.#headSent && !this.#done && !this.#clientGone;
  }

  /** Begins. */
  start(): void {
    const { request, response, connection } = this.#options;
    connection.use(this);
    response.sendDate = false;
    // 'close' follows, and is heard.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    response.on('close', () => this.#clientClosed());
    const fault = this.#plan?.fault;
    if (fault !== undefined) this.#begin(fault);
    if (!this.#done && this.#toServer === 'open') this.#send();
  }

  /**
   * Does this to the request as it is now, in place of a fault that it had; stalls stay, unless this ends the connection.
   * False when it cannot be done to it any more.
   */
  apply(plan: Plan): boolean {
    if (this.#ended || this.#done || this.#clientGone) return false;
    const { fault } = plan;
    if (this.#answer !== undefined && readsText(fault) && isZipped(this.#answer)) return false;
    if (this.#headSent && endsEarly(fault) && this.#lengthAnnounced) return false;
    const held = this.#shape?.held();
    this.#shape = undefined;
    if (held !== undefined) this.#enqueue({ kind: 'bytes', bytes: held });
    this.#endTimer?.cancel();
    this.#endTimer = undefined;
    this.#bytesPerSecond = undefined;
    this.#plan = plan;
    this.#happened = false;
    this.record.fault = fault.name;
    this.#begin(fault);
    if (this.#headSent) this.#afterHead();
    // A connection that is broken or ended now is stalled no longer.
    if (this.#shapeFromHere()) this.#stalled = false;
    this.#pump();
    return true;
  }

  /** Lets go on what was stalled, as far as nothing was lost. */
  unstall(): void {
    if (this.#done) return;
    this.#stalled = false;
    if (this.#dropping && !this.#lost) this.#dropping = false;
    if (this.#toServer === 'stalled') {
      this.#toServer = 'open';
      if (this.#clientGone) return this.#finish();
      this.#bodyLeft = Infinity;
      if (this.#sent === undefined) this.#send();
      else this.#passBody(this.#sent);
    }
    this.#pump();
  }

  /** Lets go of everything; the client's connection is somebody else's to close. */
  destroy(): void {
    this.#finish();
  }

  /** What a fault does before there is an answer, or whatever state the answer is in. */
  #begin(fault: Fault): void {
    switch (fault.kind) {
      case 'answer':
        return this.#answerInstead(fault.status, fault.options);
      case 'reset':
        if (fault.afterBytes === undefined) this.#end('reset');
        return;
      case 'stall':
        if (fault.afterBytes !== undefined) {
          if (fault.direction === 'toServer') this.#bodyLeft = fault.afterBytes;
          return;
        }
        this.#stall(fault.direction);
        return;
      case 'drop':
        if (fault.direction !== 'toClient') {
          this.#toServer = 'dropped';
          this.#options.request.resume();
        }
        if (fault.direction !== 'toServer') {
          this.#dropping = true;
          if (this.#queue.length > 0) this.#lost = true;
          this.#queue = [];
        }
        return this.#faultHappened();
      case 'bandwidth':
        this.#bytesPerSecond = fault.bytesPerSecond;
        return;
      default:
        // The others wait for the answer.
        return;
    }
  }

  #stall(direction: 'toClient' | 'toServer' | 'both'): void {
    if (direction !== 'toServer') this.#stalled = true;
    if (direction !== 'toClient' && this.#toServer === 'open') {
      this.#toServer = 'stalled';
      this.#options.request.pause();
    }
    this.#faultHappened();
  }

  #answerInstead(status: number, options: Parameters<typeof cannedAnswer>[1]): void {
    const { request, response } = this.#options;
    const answer = cannedAnswer(status, options);
    request.resume();
    this.record.status = status;
    response.writeHead(status, answer.headers.flat());
    this.#headSent = true;
    response.end(request.method === 'HEAD' ? empty : answer.body);
    this.#faultHappened();
  }

  #send(): void {
    this.#ask(true).catch((error: unknown) => this.#serverFailed(error));
  }

  async #ask(firstTry: boolean): Promise<void> {
    const { upstream, request, connection } = this.#options;
    const fault = this.#plan?.fault;
    const credentials = await upstream.credentials(this.#abort.signal);
    if (this.#done || this.#clientGone) return;
    const sent = await upstream.open(
      {
        method: request.method ?? 'GET',
        target: request.url ?? '/',
        headers: requestHeaders(request, fault !== undefined && readsText(fault)),
      },
      connection.upstream,
      credentials,
    );
    if (this.#done || this.#clientGone) {
      // 'error' follows what is destroyed; nobody waits for it.
      sent.on('error', () => undefined);
      sent.destroy();
      return;
    }
    this.#sent = sent;
    sent.on('socket', (socket) => {
      connection.followUpstream(socket);
    });
    sent.on('error', (error) => {
      if (this.#sent === sent) this.#serverFailed(error);
    });
    sent.on('response', (answer) => this.#answered(sent, answer, credentials, firstTry));
    if (hasBody(request)) this.#passBody(sent);
    else sent.end();
  }

  #passBody(sent: ClientRequest): void {
    const { request } = this.#options;
    if (this.#bodyRest !== undefined) {
      sent.write(this.#bodyRest);
      this.#bodyRest = undefined;
    }
    if (request.listenerCount('data') > 0) {
      request.resume();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      if (this.#done || this.#toServer === 'dropped') return;
      if (chunk.length <= this.#bodyLeft) {
        this.#bodyLeft -= chunk.length;
        if (!sent.write(chunk)) request.pause();
        return;
      }
      sent.write(chunk.subarray(0, this.#bodyLeft));
      this.#bodyRest = chunk.subarray(this.#bodyLeft);
      this.#stall('toServer');
    });
    sent.on('drain', () => {
      if (this.#toServer !== 'stalled') request.resume();
    });
    request.on('end', () => {
      if (this.#done || this.#toServer !== 'open') return;
      const trailers = pairs(request.rawTrailers);
      if (trailers.length > 0) sent.addTrailers(trailers);
      sent.end();
    });
  }

  #answered(
    sent: ClientRequest,
    answer: IncomingMessage,
    credentials: Credentials | undefined,
    firstTry: boolean,
  ): void {
    const { upstream, request, clock } = this.#options;
    if (this.#done || sent !== this.#sent) {
      answer.on('error', () => undefined);
      answer.destroy();
      return;
    }
    if (answer.statusCode === 401 && upstream.refused(credentials) && firstTry && !hasBody(request)) {
      // Credentials that expired meanwhile are the proxy's trouble and not the client's.
      answer.on('error', () => undefined);
      answer.resume();
      this.#sent = undefined;
      this.#ask(false).catch((error: unknown) => this.#serverFailed(error));
      return;
    }
    this.#answer = answer;
    answer.on('data', (chunk: Buffer) => this.#received(chunk));
    answer.on('end', () => this.#enqueueEnding('whole'));
    answer.on('error', (error) => this.#serverFailed(error));
    this.#enqueue({ kind: 'head', answer });
    this.#shapeFromHere();
    const fault = this.#plan?.fault;
    if (fault?.kind === 'delay' && !this.#done) {
      this.#faultHappened();
      this.#delayed = clock.setTimer(() => {
        this.#delayed = undefined;
        this.#pump();
      }, fault.ms);
    }
    this.#pump();
  }

  #received(chunk: Buffer): void {
    if (this.#done) return;
    if (this.#shape === undefined) this.#enqueue({ kind: 'bytes', bytes: chunk });
    else this.#shaped(this.#shape.take(chunk));
    this.#atLineStart = chunk.length === 0 ? this.#atLineStart : chunk.at(-1) === 0x0a;
    this.#pump();
  }

  #shaped({ pass, ending, happened, rest, done }: Shaped): void {
    for (const bytes of pass) this.#enqueue({ kind: 'bytes', bytes });
    if (happened === true) this.#faultHappened();
    if (done === true) this.#shape = undefined;
    if (ending === undefined) return;
    this.#shape = undefined;
    this.#enqueueEnding(ending);
    if (rest !== undefined) this.#enqueue({ kind: 'bytes', bytes: rest });
  }

  #enqueueEnding(how: Ending | 'whole' | 'broken'): void {
    if (how === 'whole' || how === 'broken') {
      const held = this.#shape?.held();
      if (held !== undefined) this.#enqueue({ kind: 'bytes', bytes: held });
    }
    this.#enqueue({ kind: 'ending', how });
    this.#pump();
  }

  #enqueue(entry: Entry): void {
    if (this.#done || this.#ended) return;
    if (this.#dropping) {
      this.#lost = true;
      return;
    }
    if (entry.kind === 'bytes' && entry.bytes.length === 0) return;
    this.#queue.push(entry);
  }

  /** Moves the queue on as far as nothing holds it, and lets the server be heard when it is empty. */
  #pump(): void {
    while (!this.#done && !this.#ended && !this.#clientGone && !this.#isHeld()) {
      const entry = this.#queue.shift();
      if (entry === undefined) break;
      if (entry.kind === 'head') this.#sendHead(entry.answer);
      else if (entry.kind === 'bytes') this.#sendBytes(entry.bytes);
      else this.#end(entry.how);
    }
    if (this.#answer === undefined || this.#done) return;
    if (this.#queue.length === 0 || this.#clientGone || this.#ended) this.#answer.resume();
    else this.#answer.pause();
  }

  #isHeld(): boolean {
    return this.#stalled || this.#draining || this.#delayed !== undefined || this.#pacing !== undefined;
  }

  #sendHead(answer: IncomingMessage): void {
    const { response } = this.#options;
    const fault = this.#plan?.fault;
    const shortened = fault !== undefined && endsEarly(fault);
    this.record.status = answer.statusCode;
    this.#lengthAnnounced = !shortened && answer.headers['content-length'] !== undefined;
    if (answer.headers.connection?.toLowerCase() === 'close') response.shouldKeepAlive = false;
    try {
      const headers = responseHeaders(answer, shortened);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers);
    } catch (error) {
      // A head that cannot be passed on.
      this.record.failure = asError(error).message;
      return this.#end('broken');
    }
    response.flushHeaders();
    this.#headSent = true;
    this.#afterHead();
  }

  /** Begins what counts from the head. */
  #afterHead(): void {
    const fault = this.#plan?.fault;
    if (fault?.kind === 'bandwidth') this.#faultHappened();
    if (fault?.kind !== 'endAfter') return;
    this.#endTimer = this.#options.clock.setTimer(() => this.#end('end'), fault.ms);
  }

  /** Lets the fault look at the body from here on; true when it ends it at once. */
  #shapeFromHere(): boolean {
    const fault = this.#plan?.fault;
    const answer = this.#answer;
    if (fault === undefined || answer === undefined) return false;
    if (readsText(fault) && isZipped(answer)) return false;
    if (fault.kind === 'errorEvent' && answer.statusCode !== 200) return false;
    this.#shape = shapeOf(fault, this.#atLineStart, this.#options.random);
    const shaped = this.#shape?.take(empty);
    if (shaped === undefined) return false;
    this.#shaped(shaped);
    return shaped.ending !== undefined && shaped.ending !== 'stall';
  }

  #sendBytes(bytes: Buffer): void {
    const { response, clock } = this.#options;
    let piece = bytes;
    if (this.#bytesPerSecond !== undefined) {
      const size = Math.max(1, Math.floor((this.#bytesPerSecond * paceStepMs) / 1000));
      piece = bytes.subarray(0, size);
      if (piece.length < bytes.length)
        this.#queue.unshift({ kind: 'bytes', bytes: bytes.subarray(piece.length) });
      this.#pacing = clock.setTimer(
        () => {
          this.#pacing = undefined;
          this.#pump();
        },
        (piece.length / this.#bytesPerSecond) * 1000,
      );
    }
    if (response.write(piece)) return;
    this.#draining = true;
    response.once('drain', () => {
      this.#draining = false;
      this.#pump();
    });
  }

  #end(how: Ending | 'whole' | 'broken'): void {
    if (this.#done || this.#ended) return;
    const { response, connection } = this.#options;
    switch (how) {
      case 'stall': {
        const fault = this.#plan?.fault;
        return this.#stall(fault?.kind === 'stall' ? fault.direction : 'toClient');
      }
      case 'whole': {
        const trailers = pairs(this.#answer?.rawTrailers ?? []);
        if (trailers.length > 0) response.addTrailers(trailers);
        this.#ended = true;
        response.end();
        return;
      }
      case 'broken':
        // The client's connection ends as the server's did.
        if (this.#brokenBy === 'RST') connection.reset(true);
        else connection.end();
        return this.#finish();
      case 'end':
        this.#faultHappened();
        this.#giveUpServer();
        this.#ended = true;
        this.#queue = [];
        response.end();
        return;
      case 'cut':
        this.#faultHappened();
        connection.end();
        return this.#finish();
      case 'reset':
        this.#faultHappened();
        connection.reset(this.#headSent);
        return this.#finish();
    }
  }

  #serverFailed(error: unknown): void {
    // What a destroyed request says is our own doing; the first error is the reason of those that follow.
    if (this.#done || this.#gaveUpServer || this.record.failure !== undefined) return;
    this.record.failure = asError(error).message;
    this.#brokenBy = howItEnded(error);
    this.#enqueueEnding('broken');
  }

  #clientClosed(): void {
    if (this.#done) return;
    this.#clientGone = true;
    this.record.open = false;
    // A stall or a loss towards the server hides this from it.
    if (this.#toServer !== 'open' && this.#sent !== undefined && !this.#options.response.writableFinished) {
      this.#queue = [];
      this.#answer?.resume();
      return;
    }
    this.#finish();
  }

  #giveUpServer(): void {
    this.#gaveUpServer = true;
    this.#abort.abort(new Error('the proxy has given up this request'));
    if (this.#answer?.complete === true) return;
    const socket = this.#sent?.socket;
    if (socket !== undefined && socket !== null) this.#options.connection.upstream.letGo(socket);
    this.#sent?.destroy();
  }

  #faultHappened(): void {
    if (this.#happened) return;
    this.#happened = true;
    this.#plan?.happened();
  }

  #finish(): void {
    if (this.#done) return;
    this.#done = true;
    this.#queue = [];
    for (const timer of [this.#delayed, this.#pacing, this.#endTimer]) timer?.cancel();
    this.record.open = false;
    this.#giveUpServer();
    this.#options.connection.release(this);
    this.#options.onDone(this);
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    found.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return found;
}
