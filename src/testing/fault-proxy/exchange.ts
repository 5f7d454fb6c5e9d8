import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import type { Random } from '../../util/random.js';
import { endsEarly, readsText, shapeOf } from './body-shape.js';
import type { BodyShape, Shaped } from './body-shape.js';
import { cannedAnswer } from './canned.js';
import type { ClientConnection } from './client-connection.js';
import type { Direction, Fault, FaultOf } from './fault.js';
import { isText } from './headers.js';
import type { RequestRecord } from './proxied-request.js';
import type { Plan } from './rules.js';
import { ToClient } from './to-client.js';
import type { EndOfAnswer } from './to-client.js';
import { ToServer } from './to-server.js';
import { howItEnded } from './upstream-connection.js';
import type { HowItEnded } from './upstream-connection.js';
import type { Upstream } from './upstream.js';

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

const nothing = Buffer.alloc(0);

/** One request and its answer, and the fault that is done to them. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #toServer: ToServer;
  readonly #toClient: ToClient;
  #plan: Plan | undefined;
  #happened = false;
  #answer: IncomingMessage | undefined;
  #shape: BodyShape | undefined;
  #atLineStart = true;
  #endTimer: Timer | undefined;
  #brokenBy: HowItEnded = 'FIN';
  #clientGone = false;
  #done = false;

  constructor(options: ExchangeOptions) {
    const { clock, upstream, connection, request, response, plan, record } = options;
    this.#options = options;
    this.#plan = plan;
    this.#toServer = new ToServer({
      upstream,
      connection,
      request,
      asText: plan !== undefined && readsText(plan.fault),
      onAnswer: (answer) => this.#answered(answer),
      onFailure: (error) => this.#serverFailed(error),
      onStall: () => this.#stall('toServer'),
    });
    this.#toClient = new ToClient({
      clock,
      response,
      isShortened: () => this.#plan !== undefined && endsEarly(this.#plan.fault),
      onHead: (status) => {
        record.status = status;
        this.#headSent();
      },
      onEnding: (how) => this.#end(how),
    });
  }

  get record(): RequestRecord {
    return this.#options.record;
  }

  /** The answer's head has gone to the client, and its body is not over. */
  get isStreaming(): boolean {
    return this.#toClient.headSent && !this.#toClient.isClosed && !this.#clientGone;
  }

  /** Begins; to be called once. */
  start(): void {
    const { request, response, connection } = this.#options;
    connection.use(this);
    response.sendDate = false;
    // 'close' follows, and is heard.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    response.on('close', () => this.#clientClosed());
    if (this.#plan !== undefined) this.#begin(this.#plan.fault);
    if (!this.#done && !this.#toClient.isClosed) this.#toServer.send();
  }

  /**
   * Does this to the request as it is now, in place of a fault that it had; a stall stays, unless this ends the connection.
   * False when it cannot be done to it any more.
   */
  apply(plan: Plan): boolean {
    const { fault } = plan;
    const toClient = this.#toClient;
    if (toClient.isClosed || this.#clientGone) return false;
    if (this.#answer !== undefined && readsText(fault) && !isText(this.#answer)) return false;
    if (toClient.lengthAnnounced && endsEarly(fault)) return false;
    this.#letShapeGo();
    this.#endTimer?.cancel();
    toClient.pace(undefined);
    this.#plan = plan;
    this.#happened = false;
    this.record.fault = fault.name;
    this.#begin(fault);
    if (toClient.headSent) this.#headSent();
    // A connection that is broken or ended now is stalled no longer.
    if (this.#shapeFromHere()) toClient.unstall();
    toClient.move();
    return true;
  }

  /** Lets go on what was stalled, as far as nothing was lost. */
  unstall(): void {
    if (this.#done) return;
    if (this.#clientGone) return this.destroy();
    this.#toServer.unstall();
    this.#toClient.unstall();
  }

  /** Lets go of everything; the client's connection is its caller's to close. */
  destroy(): void {
    if (this.#done) return;
    this.#done = true;
    this.record.open = false;
    this.#endTimer?.cancel();
    this.#toClient.close();
    this.#toServer.giveUp();
    this.#options.connection.release(this);
    this.#options.onDone(this);
  }

  /** What a fault does before there is an answer, or whatever has come of it. */
  #begin(fault: Fault): void {
    switch (fault.kind) {
      case 'answer':
        return this.#answerInstead(fault);
      case 'reset':
        if (fault.afterBytes === undefined) this.#end('reset');
        return;
      case 'stall':
        if (fault.afterBytes === undefined) this.#stall(fault.direction);
        else if (fault.direction === 'toServer') this.#toServer.stallAfter(fault.afterBytes);
        return;
      case 'drop':
        if (fault.direction !== 'toClient') this.#toServer.drop();
        if (fault.direction !== 'toServer') this.#toClient.drop();
        return this.#faultHappened();
      case 'bandwidth':
        return this.#toClient.pace(fault.bytesPerSecond);
      default:
        // The others wait for the answer.
        return;
    }
  }

  #stall(direction: Direction): void {
    if (direction !== 'toServer') this.#toClient.stall();
    if (direction !== 'toClient') this.#toServer.stall();
    this.#faultHappened();
  }

  #answerInstead({ status, options }: FaultOf<'answer'>): void {
    const { request, response } = this.#options;
    const answer = cannedAnswer(status, options);
    request.resume();
    this.record.status = status;
    this.#toClient.close();
    response.writeHead(status, answer.headers.flat());
    response.end(request.method === 'HEAD' ? nothing : answer.body);
    this.#faultHappened();
  }

  #answered(answer: IncomingMessage): void {
    this.#answer = answer;
    answer.on('data', (chunk: Buffer) => this.#received(chunk));
    answer.on('end', () => this.#serverEnded('whole'));
    this.#toClient.head(answer);
    const fault = this.#plan?.fault;
    if (fault?.kind === 'delay') {
      this.#toClient.delay(fault.ms);
      this.#faultHappened();
    }
    this.#shapeFromHere();
    this.#toClient.move();
  }

  #received(chunk: Buffer): void {
    if (this.#shape === undefined) this.#toClient.bytes(chunk);
    else this.#shaped(this.#shape.take(chunk));
    this.#atLineStart = chunk.at(-1) === 0x0a;
    this.#toClient.move();
  }

  #serverEnded(how: 'whole' | 'broken'): void {
    this.#letShapeGo();
    this.#toClient.ending(how);
    this.#toClient.move();
  }

  #serverFailed(error: unknown): void {
    // The first error is the reason of those that follow.
    if (this.record.failure !== undefined) return;
    this.record.failure = asError(error).message;
    this.#brokenBy = howItEnded(error);
    this.#serverEnded('broken');
  }

  /** Lets the fault look at the body from here on; true when it ends it at once. */
  #shapeFromHere(): boolean {
    const fault = this.#plan?.fault;
    const answer = this.#answer;
    if (fault === undefined || answer === undefined) return false;
    if (readsText(fault) && !isText(answer)) return false;
    if (fault.kind === 'errorEvent' && answer.statusCode !== 200) return false;
    this.#shape = shapeOf(fault, this.#atLineStart, this.#options.random);
    const shaped = this.#shape?.take(nothing);
    if (shaped === undefined) return false;
    this.#shaped(shaped);
    return shaped.ending !== undefined && shaped.ending !== 'stall';
  }

  #shaped({ pass, ending, happened, rest, done }: Shaped): void {
    for (const bytes of pass) this.#toClient.bytes(bytes);
    if (happened === true) this.#faultHappened();
    if (done === true || ending !== undefined) this.#shape = undefined;
    if (ending !== undefined) this.#toClient.ending(ending);
    if (rest !== undefined) this.#toClient.bytes(rest);
  }

  #letShapeGo(): void {
    const held = this.#shape?.held();
    this.#shape = undefined;
    if (held !== undefined) this.#toClient.bytes(held);
  }

  /** Begins what counts from the head. */
  #headSent(): void {
    const fault = this.#plan?.fault;
    if (fault?.kind === 'bandwidth') this.#faultHappened();
    if (fault?.kind !== 'endAfter') return;
    this.#endTimer = this.#options.clock.setTimer(() => this.#end('end'), fault.ms);
  }

  #end(how: EndOfAnswer): void {
    const { connection } = this.#options;
    switch (how) {
      case 'stall': {
        const fault = this.#plan?.fault;
        return this.#stall(fault?.kind === 'stall' ? fault.direction : 'toClient');
      }
      case 'whole':
        // The response's 'close' follows.
        return this.#toClient.end();
      case 'end':
        this.#faultHappened();
        this.#toServer.giveUp();
        return this.#toClient.end();
      case 'cut':
        this.#faultHappened();
        connection.end();
        return this.destroy();
      case 'reset':
        this.#faultHappened();
        connection.reset(this.#toClient.headSent);
        return this.destroy();
      case 'broken':
        // The client's connection ends as the server's did.
        if (this.#brokenBy === 'RST') connection.reset(true);
        else connection.end();
        return this.destroy();
    }
  }

  #clientClosed(): void {
    if (this.#done) return;
    this.#clientGone = true;
    this.record.open = false;
    // A stall or a loss towards the server hides this from it: it goes on talking to nobody.
    if (this.#toServer.isCutOff && !this.#options.response.writableFinished) {
      this.#toClient.close();
      this.#answer?.resume();
    } else this.destroy();
  }

  #faultHappened(): void {
    if (this.#happened) return;
    this.#happened = true;
    this.#plan?.happened();
  }
}
