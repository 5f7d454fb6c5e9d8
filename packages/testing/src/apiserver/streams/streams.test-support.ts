import { WebSocket } from 'ws';
import { ApiServer } from '../api-server.js';
import { resources } from 'kube-informers';

/** What a client received over a WebSocket with channels. */
export interface Received {
  /** The subprotocol; undefined if the server refused the connection. */
  protocol: string | undefined;
  /** The response that refused it. */
  refusal: { status: number; body: string } | undefined;
  /** The bytes of each channel as text. */
  channels: Record<number, string>;
  /** The close code. */
  code: number | undefined;
}

/** A client of a stream, as a browser or client-go would open it. */
export class StreamClient {
  readonly socket: WebSocket;
  readonly received: Received = { protocol: undefined, refusal: undefined, channels: {}, code: undefined };
  /** Resolves when the connection is over. */
  readonly over: Promise<Received>;
  readonly opened: Promise<void>;
  readonly #base64: boolean;

  constructor(server: ApiServer, path: string, protocols: string[] = ['v5.channel.k8s.io']) {
    this.#base64 = protocols[0]?.includes('base64') ?? false;
    const url = `${server.url.replace('http', 'ws')}/api/v1/namespaces/default/pods/${path}`;
    this.socket = new WebSocket(url, protocols);
    this.opened = new Promise((resolve) => {
      this.socket.on('open', () => {
        this.received.protocol = this.socket.protocol;
        resolve();
      });
    });
    this.socket.on('message', (data: Buffer) => {
      const channel = this.#base64 ? (data[0] ?? 0) - 48 : (data[0] ?? 0);
      const rest = data.subarray(1);
      const text = (this.#base64 ? Buffer.from(rest.toString(), 'base64') : rest).toString('latin1');
      this.received.channels[channel] = (this.received.channels[channel] ?? '') + text;
    });
    this.socket.on('error', () => undefined);
    this.over = new Promise((resolve) => {
      this.socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () => {
          this.received.refusal = { status: response.statusCode ?? 0, body };
          resolve(this.received);
        });
      });
      this.socket.on('close', (code) => {
        this.received.code = code;
        resolve(this.received);
      });
    });
  }

  /** Sends bytes over a channel. */
  async send(channel: number, data: string): Promise<void> {
    await this.opened;
    const message = this.#base64
      ? String(channel) + Buffer.from(data).toString('base64')
      : Buffer.concat([Buffer.of(channel), Buffer.from(data, 'latin1')]);
    this.socket.send(message);
  }

  /** Resolves when a channel has received this text. */
  async until(channel: number, text: string): Promise<void> {
    while (!(this.received.channels[channel] ?? '').includes(text))
      await new Promise((resolve) => this.socket.once('message', resolve));
  }
}

/** Starts a server with the pods `web` (container `c`), `two` (`a` and `b`) and `unbound`, without a node. */
export async function startWithPods(): Promise<ApiServer> {
  const server = await ApiServer.start();
  const pod = (name: string, containers: readonly string[], nodeName?: string): Promise<unknown> =>
    server.create(resources.coreV1.pods, {
      metadata: { name, namespace: 'default' },
      spec: { nodeName, containers: containers.map((each) => ({ name: each, image: 'i' })) },
    });
  await pod('web', ['c'], 'node-1');
  await pod('two', ['a', 'b'], 'node-1');
  await pod('unbound', ['c']);
  return server;
}

/** A promise with its resolve function. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: ((value: T) => void) | undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve: (value) => resolve?.(value) };
}
