import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { ca, client as clientPair, server as serverPair } from './fixtures/certificates.test-support.js';
import { network } from './fixtures/server.test-support.js';
import type { RestWebSocketRequest } from './request.js';
import type { WebSocketConnection } from './web-socket.js';

const { serveRaw, client, transport } = network();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Peer {
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>[];
  readonly sockets: WebSocket[];
}

interface PeerOptions {
  readonly tls?: boolean;
  readonly autoPong?: boolean;
  /** The status that the n-th handshake is refused with; 0 lets it pass. */
  readonly refuse?: (attempt: number) => number;
  readonly protocol?: string | false;
}

/** A server of WebSockets, which keeps what it is connected to. */
async function peer({ tls = false, autoPong = true, refuse, protocol }: PeerOptions = {}): Promise<Peer> {
  const http = tls
    ? createTlsServer({ ...serverPair, ca, requestCert: true, rejectUnauthorized: true })
    : createServer();
  const headers: Readonly<Record<string, unknown>>[] = [];
  const sockets: WebSocket[] = [];
  const server = new WebSocketServer({
    noServer: true,
    autoPong,
    handleProtocols: (offered) => protocol ?? [...offered][0] ?? false,
  });
  http.on('upgrade', (request, socket, head) => {
    headers.push(request.headers);
    const status = refuse?.(headers.length) ?? 0;
    if (status !== 0) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-type: text/html\r\n\r\n<title>no way</title>`);
      return;
    }
    server.handleUpgrade(request, socket, head, (ws) => sockets.push(ws));
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    for (const socket of sockets) socket.terminate();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, headers, sockets };
}

const request: RestWebSocketRequest = { path: '/exec', protocols: ['v5', 'v4'] };

async function messages(connection: WebSocketConnection): Promise<string[]> {
  const found: string[] = [];
  for await (const message of connection.messages) found.push(Buffer.from(message).toString());
  return found;
}

describe('a WebSocket', () => {
  test('uses the TLS, credentials and impersonation of every request', async () => {
    const server = await peer({ tls: true });
    const rest = client({
      host: server.url,
      tls: { ca: { data: ca }, cert: { data: clientPair.cert }, key: { data: clientPair.key } },
      credentials: { authorization: 'Bearer abc' },
      impersonate: { userName: 'jane', groups: ['a', 'b'] },
    });
    const connection = await rest.webSocket({ ...request, query: { command: ['ls', ''] } });
    expect(connection.protocol).toBe('v5');
    expect(server.headers[0]).toMatchObject({
      authorization: 'Bearer abc',
      'impersonate-user': 'jane',
      'impersonate-group': 'a, b',
      'sec-websocket-protocol': 'v5,v4',
    });
    await connection.send(Buffer.from('hello'));
    server.sockets[0]?.send('one');
    server.sockets[0]?.send(Buffer.from('two'));
    server.sockets[0]?.close(1000);
    expect(await messages(connection)).toEqual(['one', 'two']);
  });

  test('asks for new credentials after a 401, and tries again after a Retry-After only', async () => {
    const server = await peer({ refuse: (attempt) => (attempt === 1 ? 401 : 0) });
    let token = 1;
    const rest = client({
      host: server.url,
      provider: {
        credentials: () => Promise.resolve({ authorization: `Bearer t${token}` }),
        invalidate: () => {
          token++;
          return true;
        },
      },
    });
    const connection = await rest.webSocket(request);
    expect(server.headers.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    connection.close();
    await connection.closed;
  });

  test.each([200, 403, 426, 502])('a %i from a proxy is ERR_UPGRADE', async (status) => {
    const server = await peer({ refuse: () => status });
    const rest = client({ host: server.url }, { maxRetries: 0 });
    await expect(rest.webSocket(request)).rejects.toMatchObject({
      name: 'TransportError',
      code: 'ERR_UPGRADE',
      message: expect.stringContaining(`/exec was answered with ${status} instead of a WebSocket`) as string,
    });
  });

  test('a server that chooses none of the subprotocols is ERR_UPGRADE', async () => {
    const server = await peer({ protocol: false });
    await expect(client({ host: server.url }).webSocket(request)).rejects.toMatchObject({
      code: 'ERR_UPGRADE',
    });
  });

  test('goes through a proxy with CONNECT, for an http server too', async () => {
    const server = await peer();
    const asked: string[] = [];
    const proxy = await serveRaw((socket) => {
      socket.once('data', (head) => {
        asked.push(head.toString().split('\r\n')[0] ?? '');
        const port = Number(/:(\d+) /.exec(head.toString())?.[1]);
        const target = connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(target).pipe(socket);
        });
        target.on('error', () => undefined);
      });
    });
    const connection = await client({ host: server.url, proxyUrl: proxy.url }).webSocket(request);
    expect(asked).toEqual([`CONNECT ${new URL(server.url).host} HTTP/1.1`]);
    connection.close();
    await connection.closed;
  });

  test('a proxy that refuses CONNECT is named', async () => {
    const refusing = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 403 No\r\n\r\n')),
    );
    const rest = client({ host: 'http://api.example.com', proxyUrl: refusing.url });
    await expect(rest.webSocket(request)).rejects.toMatchObject({ code: 'ERR_PROXY' });
  });

  test('a broken connection is ERR_SOCKET_CUT after what arrived', async () => {
    const server = await peer();
    const connection = await client({ host: server.url }).webSocket(request);
    const seen: string[] = [];
    server.sockets[0]?.send('one', () => server.sockets[0]?.terminate());
    await expect(
      (async () => {
        for await (const message of connection.messages) seen.push(Buffer.from(message).toString());
      })(),
    ).rejects.toMatchObject({ code: 'ERR_SOCKET_CUT' });
    expect(seen).toEqual(['one']);
    await expect(connection.send(Buffer.from('x'))).rejects.toMatchObject({ code: 'ERR_SOCKET_CUT' });
  });

  test('ends with its signal, and with the client, which closes its socket', async () => {
    const server = await peer();
    const rest = client({ host: server.url });
    const controller = new AbortController();
    const one = await rest.webSocket({ ...request, signal: controller.signal });
    const two = await rest.webSocket(request);
    controller.abort(new Error('enough'));
    await expect(messages(one)).rejects.toThrow('enough');
    await rest.close();
    await expect(messages(two)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await expect(rest.webSocket(request)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });

  test('is not read faster than its messages are taken', async () => {
    const server = await peer();
    const connection = await client({ host: server.url }).webSocket(request);
    const [socket] = server.sockets;
    const sent = Buffer.alloc(64 * 1024);
    for (let i = 0; i < 500; i++) socket?.send(sent);
    socket?.close(1000);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    expect(socket?.bufferedAmount).toBeGreaterThan(10_000_000);
    let bytes = 0;
    for await (const message of connection.messages) bytes += message.length;
    expect(bytes).toBe(500 * sent.length);
  });

  test('sends pings, and a peer that answers none is lost', async () => {
    const clock = new FakeClock();
    const server = await peer({ autoPong: false });
    const connection = await client({ host: server.url }, { clock }).webSocket(request);
    let pings = 0;
    const [socket] = server.sockets;
    const pinged = (): Promise<void> =>
      new Promise((resolve) => {
        socket?.once('ping', () => {
          pings++;
          resolve();
        });
      });
    for (let i = 0; i < 4; i++) {
      const next = pinged();
      await clock.advance(15_000);
      await next;
    }
    expect(pings).toBe(4);
    const read = messages(connection).catch((error: unknown) => error);
    await clock.advance(15_000);
    expect(await read).toMatchObject({
      code: 'ERR_SOCKET_CUT',
      message: expect.stringContaining('answered no ping for 60000 ms') as string,
    });
  });

  test('a silent server is ERR_TIMEOUT', async () => {
    const clock = new FakeClock();
    const server = await serveRaw(() => undefined);
    const opening = client({ host: server.url }, { clock })
      .webSocket(request)
      .catch((error: unknown) => error);
    while (server.connections === 0 || clock.pendingTimers === 0)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    await clock.advance(75_000);
    expect(await opening).toMatchObject({ code: 'ERR_TIMEOUT' });
  });

  test('needs a transport that can connect, and valid options', async () => {
    const rest = client(
      { host: 'http://127.0.0.1:1' },
      { transport: { send: () => Promise.reject(new Error('no')), close: () => Promise.resolve() } },
    );
    await expect(rest.webSocket(request)).rejects.toMatchObject({
      code: 'ERR_OPTION',
      message: 'a WebSocket needs a transport with the method connect',
    });
    await expect(rest.webSocket({ ...request, protocols: 'v5' as never })).rejects.toMatchObject({
      code: 'ERR_OPTION',
    });
    await expect(transport().connect({ url: 'ftp://x' })).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(transport().connect({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'ERR_CONNECTION_REFUSED',
      notSent: true,
    });
  });
});
