import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Credentials } from 'kube-informers';
import type { ClientConnection } from './client-connection.js';
import { hasBody, rawPairs, requestHeaders } from './headers.js';
import type { Upstream } from './upstream.js';

/** Dependencies of a ToServer. */
export interface ToServerOptions {
  readonly upstream: Upstream;
  readonly connection: ClientConnection;
  readonly request: IncomingMessage;
  /** True for a request with an Upgrade header. */
  readonly isUpgrade: boolean;
  /** True to request an uncompressed, textual response. */
  readonly asText: boolean;
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
    const { upstream, request, connection, asText, isUpgrade, onUpgrade } = this.#options;
    const credentials = await upstream.credentials(this.#abort.signal);
    this.#abort.signal.throwIfAborted();
    const sent = await upstream.open(
      {
        method: request.method ?? 'GET',
        target: request.url ?? '/',
        headers: requestHeaders(request, asText, isUpgrade),
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
