import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { CallOptions } from '../meta/calls.js';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { ConfigError, TransportError, asError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { Check } from '../util/require.js';
import {
  refuseValue,
  requireAbortSignal,
  requireFunction,
  requireList,
  requireText,
} from '../util/require.js';
import { UnhandledFailures } from '../util/call-hook.js';
import { linkSignal, onAbort, reasonOf } from '../util/signal.js';
import { isThenable } from '../util/type-checks.js';
import { withRemedy } from './errors.js';
import type { PodStreams } from './remote-process.js';

/** A port to forward: the same number on both sides, or a pair. */
export type ForwardedPort =
  | number
  | {
      /** Port of the pod. */
      readonly remote: number;
      /** Port to listen on; 0 for a free one. Default: 0. */
      readonly local?: number | undefined;
    };

/** Options of `portForward`. */
export interface PortForwardOptions extends CallOptions {
  /** Ports of the pod: `[8080, { remote: 80 }]`. */
  readonly ports: readonly ForwardedPort[];
  /** Address to listen on. Default: `127.0.0.1`, which only this machine reaches. */
  readonly address?: string | undefined;
  /**
   * Called when a connection fails, such as one to a port on which nothing listens; forwarding goes on. What it throws becomes a
   * process warning. Default: process warnings, for the 1st, 4th, 16th, … failure.
   */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A port that is forwarded. */
export interface OpenPort {
  /** Port of the pod. */
  readonly remote: number;
  /** Port on this machine. */
  readonly local: number;
  /** Address that it listens on. */
  readonly address: string;
}

/** Ports of a pod that are open on this machine. */
export interface PortForward extends AsyncDisposable {
  /** The ports, in the order of the options. */
  readonly ports: readonly OpenPort[];
  /** Number of connections that are open now. */
  readonly connections: number;
  /** Stops listening and ends all connections, as the signal and the client's `close` do. */
  close(): Promise<void>;
}

const isPort = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 65535;

const requirePorts: Check = (what, value) => {
  requireList(what, value);
  const ports = value as readonly unknown[];
  if (ports.length === 0) throw new ConfigError('ERR_OPTION', `${what} must have a port, got []`);
  for (const port of ports) {
    if (typeof port === 'number') {
      requirePort(`every port of ${what}`, port);
      continue;
    }
    requireKnownOptions(`a port of ${what}`, port, pairNames);
    requirePort(`remote of a port of ${what}`, (port as { readonly remote?: unknown }).remote);
  }
};

const requirePort: Check = (what, value) => {
  if (!isPort(value, 1)) refuseValue(what, 'a number from 1 to 65535', value);
};

const pairNames: OptionNames<Exclude<ForwardedPort, number>> = {
  remote: true,
  local: (what, value) => {
    if (!isPort(value, 0)) refuseValue(what, 'a number from 0 to 65535', value);
  },
};

const portForwardOptionNames: OptionNames<PortForwardOptions> = {
  signal: requireAbortSignal,
  ports: requirePorts,
  address: requireText,
  onError: requireFunction,
};

// The kubelets and API servers of all supported versions serve it; the tunnel of SPDY needs Kubernetes 1.30.
const protocols = ['v4.channel.k8s.io'];

const chunkBytes = 32 * 1024;

/** How long the pod may be silent after this side has ended, ms: the protocol cannot tell it the end, so it may wait for ever. */
const silentMs = 600_000;

/** Connects to a port of a pod. */
export async function connectTo(pod: PodStreams, port: number, options: CallOptions): Promise<Duplex> {
  const what = `port ${port} of ${pod.pod}`;
  requirePort(`the port of ${pod.pod}`, port);
  requireKnownOptions(what, options, { signal: requireAbortSignal });
  return connected(pod, port, options.signal);
}

async function connected(
  pod: PodStreams,
  port: number,
  signal: AbortSignal | undefined,
): Promise<PortStream> {
  try {
    const connection = await pod.open('portforward', { ports: String(port) }, protocols, signal);
    return new PortStream(connection, `port ${port} of ${pod.pod}`);
  } catch (thrown) {
    throw withRemedy(thrown, 'get and create', 'pods/portforward');
  }
}

/** One connection to a port: channel 0 has its bytes, channel 1 what is wrong. */
class PortStream extends Duplex {
  readonly #connection: WebSocketConnection;
  readonly #what: string;
  readonly #headers = new Set<number>();
  /** True once the pod has ended its side. */
  isOver = false;
  #ended = false;
  #continue: (() => void) | undefined;

  constructor(connection: WebSocketConnection, what: string) {
    super();
    this.#connection = connection;
    this.#what = what;
    void this.#receive();
  }

  override _read(): void {
    this.#continue?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    void this.#sendThen(chunk, callback);
  }

  override _final(callback: () => void): void {
    this.#ended = true;
    this.#limitSilence();
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#continue?.();
    this.#connection.close();
    callback(error);
  }

  /** A connection that nobody answers any more must not stay open, and its end must not look like the end of an answer. */
  #limitSilence(): void {
    const problem = `${this.#what} sent nothing for ${silentMs} ms after the local side had ended; its answer may be incomplete`;
    this.#connection.failAfter(silentMs, new TransportError('ERR_PORT_FORWARD', problem));
  }

  async #sendThen(chunk: Buffer, callback: (error?: Error | null) => void): Promise<void> {
    let failure: Error | null = null;
    try {
      await this.#send(chunk);
    } catch (thrown) {
      failure = asError(thrown);
    }
    callback(failure);
  }

  async #send(chunk: Buffer): Promise<void> {
    for (let start = 0; start < chunk.length; start += chunkBytes)
      await this.#connection.send(Buffer.concat([Buffer.of(0), chunk.subarray(start, start + chunkBytes)]));
  }

  async #receive(): Promise<void> {
    try {
      for await (const message of this.#connection.messages) {
        const channel = message[0] ?? 0;
        const isHeader = !this.#headers.has(channel);
        this.#headers.add(channel);
        // The first message of each channel repeats the port.
        const data = message.subarray(isHeader ? 3 : 1);
        if (data.length === 0) continue;
        if (channel === 1) {
          const text = this.#connection.textOf(data).trim();
          throw new TransportError(
            'ERR_PORT_FORWARD',
            `${this.#what} cannot be reached: ${text}; check that the container listens on the port`,
          );
        }
        // No other channel was asked for.
        if (channel !== 0) continue;
        if (this.#ended) this.#limitSilence();
        if (this.destroyed) return;
        if (!this.push(data))
          await new Promise<void>((resolve) => {
            this.#continue = resolve;
          });
      }
      this.isOver = true;
      this.push(null);
    } catch (thrown) {
      this.destroy(asError(thrown));
    }
  }
}

/** Listens on local ports, and connects each connection to a port of a pod. */
export async function forwardPorts(pod: PodStreams, options: PortForwardOptions): Promise<PortForward> {
  const what = `portForward of ${pod.pod}`;
  requireKnownOptions(what, options, portForwardOptionNames);
  // JavaScript callers may omit it.
  if ((options.ports as unknown) === undefined)
    throw new ConfigError('ERR_OPTION', `ports of ${what} must be an array such as [8080], got undefined`);
  const forward = new Forwarding(pod, options);
  try {
    await forward.open();
  } catch (error) {
    await forward.close();
    throw error;
  }
  return forward;
}

class Forwarding implements PortForward {
  readonly #pod: PodStreams;
  readonly #options: PortForwardOptions;
  readonly #closing = linkSignal();
  readonly #unhandled = new UnhandledFailures('Forwarding goes on.');
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  /** A connection that showed that the pod can be reached; the first local connection gets it. */
  #spare: { readonly port: number; readonly stream: PortStream } | undefined;
  #unlisten: (() => void)[] = [];
  ports: readonly OpenPort[] = [];

  constructor(pod: PodStreams, options: PortForwardOptions) {
    this.#pod = pod;
    this.#options = options;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async open(): Promise<void> {
    const { ports, address = '127.0.0.1', signal } = this.#options;
    const pairs = ports.map((port) =>
      typeof port === 'number'
        ? { remote: port, local: port }
        : { remote: port.remote, local: port.local ?? 0 },
    );
    const [first] = pairs;
    if (first !== undefined) {
      const stream = await connected(this.#pod, first.remote, signal);
      // Its failure is reported to a connection that wants it; one that the pod has closed is not used.
      stream.on('error', () => undefined);
      this.#spare = { port: first.remote, stream };
    }
    const opened: OpenPort[] = [];
    for (const { remote, local } of pairs)
      opened.push({ remote, local: await this.#listen(remote, local, address), address });
    this.ports = opened;
    if (signal?.aborted === true) throw reasonOf(signal);
    const { closing } = this.#pod;
    if (closing?.aborted === true) throw reasonOf(closing);
    // A listener that is left would keep the program from its end.
    const ends = [signal, closing].filter((end) => end !== undefined);
    this.#unlisten = ends.map((end) => onAbort(end, () => void this.close()));
  }

  async close(): Promise<void> {
    for (const unlisten of this.#unlisten.splice(0)) unlisten();
    this.#closing.abort(new TransportError('ERR_CLOSED', `forwarding of ${this.#pod.pod} was closed`));
    this.#spare?.stream.destroy();
    const closed = this.#servers.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
        }),
    );
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #listen(remote: number, local: number, address: string): Promise<number> {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      void this.#serve(socket, remote);
    });
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const problem =
          error.code === 'EADDRINUSE'
            ? 'it is in use; choose another local port, or 0 for a free one'
            : error.message;
        reject(
          new ConfigError(
            'ERR_LOCAL_PORT',
            `cannot listen on port ${local} of ${address} for port ${remote} of ${this.#pod.pod}: ${problem}`,
            { cause: error },
          ),
        );
      });
      server.listen(local, address, () => resolve((server.address() as AddressInfo).port));
    });
  }

  /** One local connection; its failure ends neither the others nor the listener. */
  async #serve(socket: Socket, port: number): Promise<void> {
    this.#sockets.add(socket);
    let remote: PortStream | undefined;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      remote?.destroy();
    });
    try {
      remote = this.#takeSpare(port) ?? (await connected(this.#pod, port, this.#closing.signal));
    } catch (error) {
      this.#fail(socket, error);
      return;
    }
    if (socket.destroyed) {
      remote.destroy();
      return;
    }
    remote.on('error', (error) => this.#fail(socket, error));
    socket.pipe(remote);
    remote.pipe(socket);
  }

  #takeSpare(port: number): PortStream | undefined {
    const spare = this.#spare;
    if (spare?.port !== port) return undefined;
    this.#spare = undefined;
    const { stream } = spare;
    if (!stream.destroyed && !stream.isOver) return stream;
    stream.destroy();
    return undefined;
  }

  /** Resets the local connection, as the pod's would be. */
  #fail(socket: Socket, error: unknown): void {
    if (!socket.destroyed) socket.resetAndDestroy();
    if (this.#closing.signal.aborted) return;
    const { onError } = this.#options;
    const what = `forwarding of ${this.#pod.pod}`;
    if (onError === undefined) {
      this.#unhandled.report('onError', what, asError(error), false);
      return;
    }
    const failed = (thrown: unknown): void =>
      this.#unhandled.report(
        'an onError that catches its errors',
        `onError of ${what} failed`,
        asError(thrown),
      );
    try {
      const result: unknown = onError(asError(error));
      if (isThenable(result)) Promise.resolve(result).then(undefined, failed);
    } catch (thrown) {
      failed(thrown);
    }
  }
}
