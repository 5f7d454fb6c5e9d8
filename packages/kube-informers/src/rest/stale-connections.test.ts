import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { ca, server as serverPair } from './fixtures/certificates.test-support.js';
import { json, network, text } from './fixtures/server.test-support.js';
import type { Handler, TestServer } from './fixtures/server.test-support.js';
import type { Transport, TransportRequest } from './transport.js';

const { serve, serveRaw, transport, client } = network();

async function get(via: Transport, url: string, more: Partial<TransportRequest> = {}): Promise<string> {
  const got = await text((await via.send({ method: 'GET', url, headers: {}, ...more })).body);
  // undici reuses the connection one turn of the event loop later.
  await settle();
  return got;
}

/** How a server treats a request on a reused connection. */
type Stale = (socket: Socket) => void;
// A TLS socket cannot be reset in Node, only destroyed.
const reset: Stale = (socket) => void ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy());
const close: Stale = (socket) => socket.end();

/** A server that responds to the first request on each connection, and applies `stale` to later ones. */
async function onceEach(stale: Stale, tls: boolean, answer: (response: ServerResponse) => void = ok) {
  const used = new Set<number>();
  const handler: Handler = ({ connection }, response) => {
    const again = used.has(connection);
    used.add(connection);
    if (!again) answer(response);
    else if (response.socket !== null) stale(response.socket);
  };
  return serve(handler, tls ? { tls: serverPair } : {});
}

function ok(response: ServerResponse): void {
  response.end('ok');
}

/** Sends concurrent requests to open `count` connections. */
async function fill(via: Transport, server: TestServer, count: number, more?: Partial<TransportRequest>) {
  await Promise.all(Array.from({ length: count }, () => get(via, server.url, more)));
  expect(server.connections).toBe(count);
}

describe.each([
  ['http', false],
  ['https', true],
])('a kept connection that breaks before the response, %s', (_scheme, tls) => {
  const trusting = () => transport(tls ? { tls: { ca: { data: ca } } } : {});

  describe.each([
    ['reset', reset],
    ['closed', close],
  ])('%s', (_how, stale) => {
    test.each([
      ['a request', false],
      ['a watch', true],
    ])('%s is sent again immediately, on a new connection', async (_what, streaming) => {
      const server = await onceEach(stale, tls);
      const via = trusting();
      await fill(via, server, 1, { streaming });
      expect(await get(via, server.url, { streaming })).toBe('ok');
      expect(server.seen.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    });

    test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
      '%s is not sent again: the server may have carried it out',
      async (method) => {
        const server = await onceEach(stale, tls);
        const via = trusting();
        await fill(via, server, 1);
        const body = method === 'DELETE' ? undefined : '{}';
        await expect(get(via, server.url, { method, body })).rejects.toMatchObject({
          code: 'ERR_CONNECTION_RESET',
        });
        expect(server.seen).toHaveLength(2);
      },
    );

    test('a request does not try many such connections in turn', async () => {
      const server = await onceEach(stale, tls);
      const via = trusting();
      await fill(via, server, 9);
      expect(await get(via, server.url)).toBe('ok');
      // Each connection that was tried is closed.
      const tried = server.seen.length - 9;
      expect(tried).toBeGreaterThanOrEqual(2);
      expect(tried).toBeLessThanOrEqual(10);
    });

    test('nor do as many concurrent requests as connections', async () => {
      const server = await onceEach(stale, tls);
      const via = trusting();
      await fill(via, server, 9);
      const answers = await Promise.all(Array.from({ length: 9 }, () => get(via, server.url)));
      expect(answers).toEqual(Array.from({ length: 9 }, () => 'ok'));
      expect(server.seen.length).toBeLessThanOrEqual(3 * 9);
    });
  });

  test('a read is sent at most twice', async () => {
    const server = await onceEach(reset, tls);
    const via = trusting();
    for (let count = 0; count < 20; count++) expect(await get(via, server.url)).toBe('ok');
    expect(server.seen.length).toBeLessThanOrEqual(2 * 20);
  });

  test('gzip responses are handled too', async () => {
    const server = await onceEach(reset, tls, (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('ok'));
    });
    const via = trusting();
    await fill(via, server, 3);
    expect(await get(via, server.url)).toBe('ok');
  });

  test('once a byte of the response has arrived, the request is not sent again', async () => {
    const server = await onceEach((socket) => socket.end('H'), tls);
    const via = trusting();
    await fill(via, server, 1);
    await expect(get(via, server.url)).rejects.toMatchObject({ code: 'ERR_CONNECTION_RESET' });
    expect(server.seen).toHaveLength(2);
  });

  test('a caller that aborted gets its reason', async () => {
    const controller = new AbortController();
    const server = await onceEach((socket) => {
      controller.abort(new Error('gone'));
      socket.destroy();
    }, tls);
    const via = trusting();
    await fill(via, server, 1);
    await expect(get(via, server.url, { signal: controller.signal })).rejects.toThrow('gone');
    expect(server.seen).toHaveLength(2);
  });

  test('idle connections closed by the server are not used: a write is carried out once', async () => {
    const server = await serve((_request, response) => response.end('ok'), tls ? { tls: serverPair } : {});
    const via = trusting();
    await fill(via, server, 5);
    for (const socket of server.open) socket.end();
    await server.drained();
    for (let count = 0; count < 5; count++)
      expect(await get(via, server.url, { method: 'POST', body: String(count) })).toBe('ok');
    expect(server.seen.slice(5).map(({ body }) => body)).toEqual(['0', '1', '2', '3', '4']);
  });
});

test('a new connection that breaks before the response is reported to the caller', async () => {
  const server = await serveRaw((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  await expect(get(transport(), server.url)).rejects.toMatchObject({ code: 'ERR_CONNECTION_RESET' });
  expect(server.connections).toBe(1);
});

test('the REST client does not wait before the repeated request', async () => {
  const server = await onceEach(reset, false, (response) =>
    json(response, { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: [] }),
  );
  const pods = client({ host: server.url }, { clock: new FakeClock() });
  for (let count = 0; count < 3; count++)
    expect(await pods.list({ path: '/api/v1/pods' })).toMatchObject({ metadata: { resourceVersion: '7' } });
});
