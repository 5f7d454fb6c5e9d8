import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Random, Timer } from 'kube-informers';
import { asError } from 'kube-informers/internal';
import { endsEarly, lineEndsOf, readsLines, shapeOf, cannedAnswer } from './body-shape.js';
import type { BodyShape, LineEnds, Shaped } from './body-shape.js';
import type { ClientConnection, HowItEnded, Upstream } from './connections.js';
import type { Direction, Fault, FaultOf } from './fault.js';
import { hasLines, ToClient, ToServer } from './directions.js';
import type { RequestRecord, Plan } from './rules.js';
import type { EndOfAnswer } from './directions.js';
import { howItEnded } from './connections.js';

/** Dependencies of an Exchange. */
export interface ExchangeOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly upstream: Upstream;
  readonly connection: ClientConnection;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Takes the client's connection over after an upgrade; undefined for a request without an Upgrade header. */
  readonly takeOver: (() => Duplex) | undefined;
  readonly record: RequestRecord;
  readonly plan: Plan | undefined;
  readonly onDone: (exchange: Exchange) => void;
}

const nothing = Buffer.alloc(0);

/** One request and its response, with the fault that applies to them. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #toServer: ToServer;
  readonly #toClient: ToClient;
  #plan: Plan | undefined;
  #happened = false;
  #answer: IncomingMessage | undefined;
  /** The client's connection after an upgrade. */
  #tunnel: Duplex | undefined;
  #shape: BodyShape | undefined;
  #contentType = '';
  #sent: LineEnds = lineEndsOf('');
  #endTimer: Timer | undefined;
  #brokenBy: HowItEnded = 'FIN';
  #clientGone = false;
  #done = false;

  constructor(options: ExchangeOptions) {
    const { clock, upstream, connection, request, response, plan, record } = options;
    const asLines = plan !== undefined && readsLines(plan.fault);
    this.#options = options;
    this.#plan = plan;
    this.#toServer = new ToServer({
      upstream,
      connection,
      request,
      isUpgrade: options.takeOver !== undefined,
      asLines,
      // A fault can strike a watch at any time of its life, and Kubernetes 1.37 compresses watch-lists.
      uncompressed: asLines || record.verb === 'watch' || record.verb === 'watchList',
      onAnswer: (answer) => this.#answered(answer),
      onUpgrade: (answer, server) => this.#upgraded(answer, server),
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

  /** True after the response's head was sent and until its body ends. */
  get isStreaming(): boolean {
    return this.#toClient.headSent && !this.#toClient.isClosed && !this.#clientGone;
  }

  /** Starts the exchange; call it once. */
  start(): void {
    const { request, response, connection } = this.#options;
    connection.use(this);
    response.sendDate = false;
    // The 'close' event follows and is handled.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    response.on('close', () => this.#clientClosed());
    if (this.#plan !== undefined) this.#begin(this.#plan.fault);
    if (!this.#done && !this.#toClient.isClosed) this.#toServer.send();
  }

  /**
   * Applies a fault to the current state of the request, replacing a previous fault.
   *
   * A stall remains unless the new fault ends the connection. Returns false if the fault is no longer possible.
   */
  apply(plan: Plan): boolean {
    const { fault } = plan;
    const toClient = this.#toClient;
    if (toClient.isClosed || this.#clientGone) return false;
    if (this.#answer !== undefined && readsLines(fault) && !hasLines(this.#answer)) return false;
    if (toClient.lengthAnnounced && endsEarly(fault)) return false;
    this.#letShapeGo();
    this.#endTimer?.cancel();
    toClient.pace(undefined);
    this.#plan = plan;
    this.#happened = false;
    this.record.fault = fault.name;
    this.#begin(fault);
    if (toClient.headSent) this.#headSent();
    // A stall ends with a broken or ended connection.
    if (this.#shapeFromHere()) toClient.unstall();
    toClient.move();
    return true;
  }

  /** Resumes stalled data, unless some of it was dropped. */
  unstall(): void {
    if (this.#done) return;
    if (this.#clientGone) return this.destroy();
    this.#toServer.unstall();
    this.#toClient.unstall();
  }

  /** Releases everything; the caller closes the client's connection. */
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

  /** Starts the part of a fault that does not depend on the response. */
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
        // The other faults wait for the response.
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
    this.#contentType = answer.headers['content-type'] ?? '';
    this.#sent = lineEndsOf(this.#contentType);
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

  /** The server has changed the protocol: what follows are bytes in both directions. */
  #upgraded(answer: IncomingMessage, server: Duplex): void {
    const client = this.#options.takeOver?.();
    if (client === undefined || this.#done) {
      server.destroy();
      return;
    }
    this.#tunnel = client;
    this.#answer = answer;
    client.on('close', () => this.#clientClosed());
    // 'close' follows.
    client.on('error', () => undefined);
    let isEnded = false;
    const ended = (how: 'whole' | 'broken'): void => {
      if (!isEnded) this.#serverEnded(how);
      isEnded = true;
    };
    server.on('data', (chunk: Buffer) => this.#received(chunk));
    server.on('end', () => ended('whole'));
    server.on('error', (error) => {
      isEnded = true;
      this.#serverFailed(error);
    });
    server.on('close', () => ended('broken'));
    this.#toClient.tunnel(answer, server, client);
    const fault = this.#plan?.fault;
    if (fault?.kind === 'delay') {
      this.#toClient.delay(fault.ms);
      this.#faultHappened();
    }
    this.#shapeFromHere();
    this.#toClient.move();
    if (!this.#done) this.#toServer.tunnel(client, server);
  }

  #received(chunk: Buffer): void {
    if (this.#shape === undefined) this.#toClient.bytes(chunk);
    else this.#shaped(this.#shape.take(chunk));
    for (let at: number | undefined = 0; at !== undefined && at < chunk.length;)
      at = this.#sent.next(chunk, at);
    this.#toClient.move();
  }

  #serverEnded(how: 'whole' | 'broken'): void {
    this.#letShapeGo();
    this.#toClient.ending(how);
    this.#toClient.move();
  }

  #serverFailed(error: unknown): void {
    // The first error is the cause of later ones.
    if (this.record.failure !== undefined) return;
    this.record.failure = asError(error).message;
    this.#brokenBy = howItEnded(error);
    this.#serverEnded('broken');
  }

  /** Starts shaping the body; returns true if the fault ends it immediately. */
  #shapeFromHere(): boolean {
    const fault = this.#plan?.fault;
    const answer = this.#answer;
    if (fault === undefined || answer === undefined) return false;
    if (readsLines(fault) && !hasLines(answer)) return false;
    if (fault.kind === 'errorEvent' && answer.statusCode !== 200) return false;
    this.#shape = shapeOf(fault, this.#sent, this.#contentType, this.#options.random);
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

  /** Starts timers that count from the head. */
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
        // End the client's connection as the server ended its own.
        if (this.#brokenBy === 'RST') connection.reset(true);
        else connection.end();
        return this.destroy();
    }
  }

  #clientClosed(): void {
    if (this.#done) return;
    this.#clientGone = true;
    this.record.open = false;
    // A stall or drop towards the server hides this from it: its connection stays open.
    const { writableFinished } = this.#tunnel ?? this.#options.response;
    if (this.#toServer.isCutOff && !writableFinished) {
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
