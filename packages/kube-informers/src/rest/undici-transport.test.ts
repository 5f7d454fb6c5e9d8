import { getEventListeners } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { network, text } from './fixtures/server.test-support.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import type { TransportRequest } from './transport.js';

const { serve, serveRaw, transport } = network();

function get(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return { method: 'GET', url, headers: {}, ...more };
}

describe('a request', () => {
  test('sends method, path, query, headers and body; returns status, headers and body', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('warning', ['299 - "a"', '299 - "b"']);
      response.writeHead(201, { 'X-Thing': 'y' });
      response.end('made');
    });
    const response = await transport().send({
      method: 'POST',
      url: `${server.url}/api/v1/pods?dryRun=All`,
      headers: { 'content-type': 'application/json', 'impersonate-group': ['a', 'b'] },
      body: '{"a":"ä"}',
    });
    expect(response.status).toBe(201);
    expect(response.headers).toMatchObject({ 'x-thing': 'y', warning: ['299 - "a"', '299 - "b"'] });
    expect(await text(response.body)).toBe('made');
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/v1/pods?dryRun=All',
        body: '{"a":"ä"}',
        headers: {
          'content-type': 'application/json',
          'impersonate-group': 'a, b',
          'accept-encoding': 'gzip',
        },
      },
    ]);
  });

  test('reuses a connection', async () => {
    const server = await serve((_request, response) => response.end('ok'));
    const client = transport();
    for (let count = 0; count < 9; count++) await text((await client.send(get(server.url))).body);
    // undici reuses a connection one turn of the event loop later, so two alternate.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test('is queued when all connections are in use', async () => {
    const waiting: ServerResponse[] = [];
    const server = await serve((_request, response) => void waiting.push(response));
    const client = transport({ maxConnections: 2 });
    const all = [0, 1, 2, 3].map(async () => text((await client.send(get(server.url))).body));
    while (waiting.length < 2) await settle();
    await settle(20);
    expect(server.seen).toHaveLength(2);
    for (let count = 0; count < 4; count++) {
      while (waiting.length === 0) await settle();
      waiting.shift()?.end('ok');
    }
    await Promise.all(all);
    expect(server.connections).toBe(2);
  });

  test('returns a redirect without following it', async () => {
    const other = await serve((_request, response) => response.end('secret'));
    const server = await serve((_request, response) => {
      response.writeHead(302, { location: other.url });
      response.end();
    });
    const response = await transport().send(get(server.url, { headers: { authorization: 'Bearer x' } }));
    expect(response.status).toBe(302);
    response.destroy();
    expect(other.connections).toBe(0);
  });
});

describe('200 watches', () => {
  test('are open concurrently, each on its own connection, without blocking requests', async () => {
    const streams: ServerResponse[] = [];
    const server = await serve((request, response) => {
      if (request.url === '/watch') {
        response.write('x');
        streams.push(response);
      } else response.end('ok');
    });
    const client = transport({ maxConnections: 4 });
    const watches = await Promise.all(
      Array.from({ length: 200 }, () => client.send(get(`${server.url}/watch`, { streaming: true }))),
    );
    for (const watch of watches) {
      const first = await watch.body[Symbol.asyncIterator]().next();
      expect(first.done).toBe(false);
    }
    expect(server.open.size).toBe(200);
    expect(await text((await client.send(get(`${server.url}/list`))).body)).toBe('ok');
    for (const watch of watches) watch.destroy();
    expect(await text((await client.send(get(`${server.url}/list`))).body)).toBe('ok');
    await client.close();
    await server.drained();
  });
});

describe('stopping', () => {
  test('destroy closes the socket immediately and ends a waiting reader', async () => {
    const server = await serve((_request, response) => void response.write('x'));
    const response = await transport().send(get(server.url, { streaming: true }));
    const reader = response.body[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    response.destroy();
    expect(await next).toEqual({ done: true, value: undefined });
    response.destroy();
    await server.drained();
  });

  test('leaving the loop closes the socket', async () => {
    const server = await serve((_request, response) => void response.write('x'));
    const response = await transport().send(get(server.url, { streaming: true }));
    for await (const chunk of response.body) {
      expect(Buffer.from(chunk).toString()).toBe('x');
      break;
    }
    await server.drained();
  });

  test('an aborted signal rejects with its reason, before the response and in the body, and leaves no listener', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/body') response.write('x');
    });
    const client = transport();
    const reason = new Error('enough');
    const early = AbortSignal.abort(reason);
    await expect(client.send(get(server.url, { signal: early }))).rejects.toBe(reason);
    expect(server.connections).toBe(0);

    const first = new AbortController();
    const waiting = client.send(get(server.url, { signal: first.signal }));
    while (server.seen.length === 0) await settle();
    first.abort(reason);
    await expect(waiting).rejects.toBe(reason);

    const second = new AbortController();
    const response = await client.send(get(`${server.url}/body`, { signal: second.signal }));
    const reader = response.body[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    second.abort(reason);
    await expect(next).rejects.toBe(reason);

    for (const { signal } of [first, second]) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await server.drained();
  });

  test('an abort in any turn of microtasks ends the request, and close does not wait for it', async () => {
    const server = await serve(() => undefined);
    const client = transport();
    for (let turns = 0; turns < 12; turns++) {
      const stop = new AbortController();
      const failed = client
        .send(get(server.url, { signal: stop.signal, streaming: true }))
        .catch((error: unknown) => error);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      stop.abort(`after ${turns}`);
      expect(await failed).toBe(`after ${turns}`);
    }
    await client.close();
  });

  test('a signal that never aborts has no listener after the response, read or not, or after a failure', async () => {
    const { signal } = new AbortController();
    const server = await serve((request, response) => {
      if (request.url === '/ok') response.end('ok');
      else response.destroy();
    });
    const client = transport();
    await text((await client.send(get(`${server.url}/ok`, { signal }))).body);
    (await client.send(get(`${server.url}/ok`, { signal }))).destroy();
    await expect(client.send(get(`${server.url}/cut`, { signal }))).rejects.toMatchObject({
      code: 'ERR_CONNECTION_RESET',
    });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('an abort while waiting for a connection does not affect other requests', async () => {
    const waiting: ServerResponse[] = [];
    const server = await serve((_request, response) => void waiting.push(response));
    const client = transport({ maxConnections: 1 });
    const first = client.send(get(server.url));
    while (waiting.length === 0) await settle();
    const controller = new AbortController();
    const reason = new Error('enough');
    const second = client.send(get(server.url, { signal: controller.signal }));
    const third = client.send(get(server.url));
    await settle();
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    waiting.shift()?.end('first');
    expect(await text((await first).body)).toBe('first');
    while (waiting.length === 0) await settle();
    waiting.shift()?.end('third');
    expect(await text((await third).body)).toBe('third');
    expect(server.connections).toBe(1);
    expect(server.seen).toHaveLength(2);
  });

  test('an abort while connecting rejects immediately, and close does not wait for the connection', async () => {
    // This server accepts connections and never starts TLS.
    const server = await serveRaw((socket) => void socket.resume());
    const client = transport({ tls: { insecureSkipVerify: true }, connectTimeoutMs: 600_000 });
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = client.send(
      get(server.url.replace('http:', 'https:'), { signal: controller.signal, streaming: true }),
    );
    while (server.open.size === 0) await settle();
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await client.close();
    await server.drained();
  });

  test('close waits for pending responses, accepts no new requests, and leaves no socket', async () => {
    const waiting: ServerResponse[] = [];
    const server = await serve((_request, response) => void waiting.push(response));
    const client = transport();
    const answer = client.send(get(server.url));
    while (waiting.length === 0) await settle();
    const closed = client.close();
    await expect(client.send(get(server.url))).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    waiting[0]?.end('late');
    expect(await text((await answer).body)).toBe('late');
    await closed;
    await client.close();
    await server.drained();
  });
});

describe('back-pressure', () => {
  test('an unread body is buffered only up to a limit, and delivered in full later', async () => {
    const total = 64 * 1024 * 1024;
    let written = 0;
    const server = await serve((_request, response) => {
      const piece = Buffer.alloc(256 * 1024, 0x61);
      const write = (): void => {
        while (written < total) {
          written += piece.length;
          if (!response.write(piece)) {
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
    });
    const response = await transport().send(get(server.url, { streaming: true }));
    // The sockets' buffers fill up, then nothing more is accepted.
    let last = -1;
    for (let still = 0; still < 50; still = written === last ? still + 1 : 0) {
      last = written;
      await settle(20);
    }
    expect(written).toBeLessThan(total / 2);
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    expect(bytes).toBe(total);
  });
});

describe('failures name the host and keep the cause', () => {
  test('no server is listening: ERR_CONNECTION_REFUSED', async () => {
    const server = await serve(() => undefined);
    await server.close();
    const error: unknown = await transport()
      .send(get(server.url))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ERR_CONNECTION_REFUSED', cause: { code: 'ECONNREFUSED' } });
    expect((error as Error).message).toContain(`127.0.0.1:${server.port}`);
  });

  test('a name without an address: ERR_DNS', async () => {
    await expect(transport().send(get('http://no-such-host.invalid/'))).rejects.toMatchObject({
      code: 'ERR_DNS',
      message: expect.stringContaining('no-such-host.invalid') as unknown,
    });
  });

  test('closed without a response, cleanly or by a reset: ERR_CONNECTION_RESET', async () => {
    for (const end of ['end', 'resetAndDestroy'] as const) {
      const server = await serveRaw((socket) => void socket.once('data', () => socket[end]()));
      await expect(transport().send(get(server.url))).rejects.toMatchObject({
        code: 'ERR_CONNECTION_RESET',
        message: expect.stringContaining(`127.0.0.1:${server.port}`) as unknown,
      });
    }
  });

  test('cut in the body: the received part is delivered, then ERR_BODY_CUT', async () => {
    for (const headers of [
      'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n',
      'content-length: 9\r\n\r\nhello',
    ]) {
      const server = await serveRaw(
        (socket) => void socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${headers}`)),
      );
      const response = await transport().send(get(server.url));
      // The connection has ended before anybody reads.
      await server.drained();
      await settle();
      const got: string[] = [];
      await expect(async () => {
        for await (const chunk of response.body) got.push(Buffer.from(chunk).toString());
      }).rejects.toMatchObject({ code: 'ERR_BODY_CUT' });
      expect(got).toEqual(['hello']);
    }
  });

  test('a failure without a reader is not an unhandled rejection', async () => {
    const server = await serveRaw(
      (socket) => void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n')),
    );
    await transport().send(get(server.url));
    await server.drained();
    await settle();
  });

  test('errors contain neither headers nor query', async () => {
    const server = await serve(() => undefined);
    await server.close();
    for (const authorization of ['Bearer hunter2', 'Bearer hunter2\n']) {
      const error: unknown = await transport()
        .send(get(`${server.url}/api?continue=hunter2`, { headers: { authorization } }))
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'TransportError' });
      expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
    }
  });

  test('no response in time: ERR_TIMEOUT (peer-failures 8)', async () => {
    const server = await serve(() => undefined);
    await expect(transport().send(get(server.url, { headersTimeoutMs: 50 }))).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
      message: expect.stringContaining('50 ms') as unknown,
    });
    await expect(transport({ headersTimeoutMs: 60 }).send(get(server.url))).rejects.toMatchObject({
      message: expect.stringContaining('60 ms') as unknown,
    });
  });

  test('statuses 1xx without end: ERR_TIMEOUT after the same time', async () => {
    const server = await serveRaw((socket) => {
      const hint = (): void =>
        void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', (error) => !error && setImmediate(hint));
      socket.once('data', hint);
    });
    await expect(transport().send(get(server.url, { headersTimeoutMs: 200 }))).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
    });
  });

  test('a pause in the body: ERR_BODY_TIMEOUT for a request, nothing for a watch', async () => {
    const streams: ServerResponse[] = [];
    const server = await serve((_request, response) => {
      response.write('x');
      streams.push(response);
    });
    const client = transport({ bodyTimeoutMs: 50 });
    const watch = await client.send(get(server.url, { streaming: true }));
    await expect(client.send(get(server.url)).then((response) => text(response.body))).rejects.toMatchObject({
      code: 'ERR_BODY_TIMEOUT',
    });
    // The watch, which started earlier and was as silent, is still open.
    streams[0]?.end('y');
    expect(await text(watch.body)).toBe('xy');
  });
});

describe('a body that keeps sending', () => {
  /** A response to which the test writes, on a clock that only the test moves. */
  async function sending(more: Partial<TransportRequest> = {}) {
    const streams: ServerResponse[] = [];
    const server = await serve((_request, response) => {
      response.write('x');
      streams.push(response);
    });
    const clock = new FakeClock();
    const response = await transport({ clock, bodyTimeoutMs: 10_000 }).send(get(server.url, more));
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    const pass = async (seconds: number, bytes: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        await clock.advance(1000);
        streams[0]?.write('x'.repeat(bytes));
        for (let got = 0; got < bytes;) got += (await chunks.next()).value?.length ?? 0;
      }
    };
    return { clock, chunks, pass, end: () => streams[0]?.end() };
  }

  test('a byte a second: ERR_BODY_TIMEOUT, as after a pause of that length', async () => {
    const { pass } = await sending();
    await pass(9, 1);
    await expect(pass(4, 1)).rejects.toMatchObject({
      code: 'ERR_BODY_TIMEOUT',
      message: expect.stringMatching(/sent less than 4096 bytes of its response a second for 10000 ms/),
    });
  });

  test('a slow link is fast enough', async () => {
    const { pass, chunks, end } = await sending();
    await pass(100, 4200);
    end();
    expect((await chunks.next()).done).toBe(true);
  });

  test('a watch, and a log that is followed, may send as little as there is', async () => {
    const { pass, chunks, end } = await sending({ streaming: true });
    await pass(100, 1);
    end();
    expect((await chunks.next()).done).toBe(true);
  });

  test('a process that was blocked reads on', async () => {
    const { clock, pass, chunks, end } = await sending();
    await clock.advance(60_000);
    await pass(1, 300_000);
    end();
    expect((await chunks.next()).done).toBe(true);
  });

  test('the time of a slow reader does not count', async () => {
    const size = 3_000_000;
    const server = await serve((_request, response) => response.end(Buffer.alloc(size)));
    const clock = new FakeClock();
    const response = await transport({ clock, bodyTimeoutMs: 10_000 }).send(get(server.url));
    let got = 0;
    for await (const chunk of response.body) {
      got += chunk.length;
      await clock.advance(30_000);
      await settle();
    }
    expect(got).toBe(size);
  });
});

test('undici is a type-only import; its code is loaded with the first connection', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const imports = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes("'undici"))
    .map((line) => line.trim());
  expect(imports.length).toBeGreaterThan(1);
  for (const line of imports) expect(line).toMatch(/^import type |\bimport\('undici\/lib|^const wholeName/);
});
