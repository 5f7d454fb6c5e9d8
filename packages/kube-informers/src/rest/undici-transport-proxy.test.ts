import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ca, foreign, server as serverPair } from './fixtures/certificates.test-support.js';
import { network, text } from './fixtures/server.test-support.js';
import type { TestServer } from './fixtures/server.test-support.js';
import { createServer as createTlsServer } from 'node:tls';
import type { UndiciTransport } from './undici-transport.js';

const { serve, serveRaw, transport } = network();

async function get(via: UndiciTransport, url: string): Promise<string> {
  return text((await via.send({ method: 'GET', url, headers: {} })).body);
}

/** The heads of the CONNECT requests that a proxy received. */
type Heads = string[];

/** A proxy that handles one CONNECT per connection, then forwards bytes; `answer` replaces its response. */
function tunnel(heads: Heads, answer?: string): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', (head) => {
      heads.push(head.toString());
      if (answer !== undefined) {
        socket.end(answer);
        return;
      }
      const port = Number(/^CONNECT \S+:(\d+) /.exec(head.toString())?.[1]);
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      for (const [one, other] of [
        [socket, target],
        [target, socket],
      ] as const)
        one.on('error', () => undefined).on('close', () => void other.destroy());
    });
  };
}

async function proxy(answer?: string): Promise<{ server: TestServer; heads: Heads }> {
  const heads: Heads = [];
  return { server: await serveRaw(tunnel(heads, answer)), heads };
}

describe('a proxy', () => {
  test('tunnels TLS to the server, which is verified; the connection is kept', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    const { server: via, heads } = await proxy();
    const client = transport({ tls: { ca: { data: ca } }, proxyUrl: via.url });
    expect(await get(client, server.url)).toBe('ok');
    expect(await get(client, server.url)).toBe('ok');
    expect(await get(client, server.url)).toBe('ok');
    expect(heads.length).toBeLessThanOrEqual(2);
    expect(heads[0]).toMatch(new RegExp(`^CONNECT 127\\.0\\.0\\.1:${server.port} HTTP/1\\.1\r\n`));
    expect(heads[0]?.toLowerCase()).toContain(`host: 127.0.0.1:${server.port}`);
    expect(heads[0]?.toLowerCase()).not.toContain('proxy-authorization');

    const wrong = await serve((_request, response) => response.end('ok'), { tls: foreign });
    await expect(get(client, wrong.url)).rejects.toMatchObject({ code: 'ERR_TLS' });
  });

  test('gets an absolute URL for an http server, and its 407 is ERR_PROXY', async () => {
    const refusing = await serve((_request, response) => {
      response.statusCode = 407;
      response.end();
    });
    const client = transport({ proxyUrl: refusing.url.replace('//', '//bob:hunter2@') });
    await expect(get(client, 'http://api.example.com:8080/a?b=c')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: `proxy ${refusing.url} rejected the credentials (407)`,
    });
    expect(refusing.seen[0]).toMatchObject({
      url: 'http://api.example.com:8080/a?b=c',
      headers: { host: 'api.example.com:8080' },
    });
  });

  test("may speak TLS, with a certificate of the cluster's authority", async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    const heads: Heads = [];
    const inner = createServer(tunnel(heads));
    const outer = await serveRaw(() => undefined);
    await outer.close();
    const secure = createTlsServer(serverPair, (socket) => void inner.emit('connection', socket));
    await new Promise<void>((resolve) => {
      secure.listen(0, '127.0.0.1', resolve);
    });
    const address = secure.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const client = transport({ tls: { ca: { data: ca } }, proxyUrl: `https://127.0.0.1:${port}` });
    expect(await get(client, server.url)).toBe('ok');
    const strict = transport({ tls: { ca: { data: foreign.cert } }, proxyUrl: `https://127.0.0.1:${port}` });
    await expect(get(strict, server.url)).rejects.toMatchObject({ code: 'ERR_PROXY' });
    await client.close();
    await new Promise((resolve) => {
      secure.close(resolve);
    });
    expect(heads).toHaveLength(1);
  });

  test('is taken from the environment, unless NO_PROXY excludes the server', async () => {
    const { server: via, heads } = await proxy('HTTP/1.1 403 Forbidden\r\n\r\n');
    const asked = transport({ env: { HTTP_PROXY: via.url, HTTPS_PROXY: via.url } });
    await expect(get(asked, 'https://api.example.com:8080')).rejects.toMatchObject({ code: 'ERR_PROXY' });
    expect(heads[0]).toContain('CONNECT api.example.com:8080 ');
    const server = await serve((_request, response) => response.end('direct'));
    // Proxies of the environment are never used for loopback addresses.
    expect(await get(asked, server.url)).toBe('direct');
    await expect(
      get(transport({ env: { HTTP_PROXY: via.url, NO_PROXY: '.invalid' } }), 'http://api.invalid'),
    ).rejects.toMatchObject({ code: 'ERR_DNS' });
  });

  test.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'status 403'],
    ['cannot reach the server', 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 3\r\n\r\nbad', 'status 502'],
    ['rejects the credentials', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', '407'],
    ['hangs up', '', 'failed'],
    ['does not speak HTTP', '220 smtp ready\r\n', 'failed'],
  ])('that %s: ERR_PROXY once, naming proxy and server but no password', async (_what, answer, part) => {
    const { server: via, heads } = await proxy(answer);
    const client = transport({ proxyUrl: via.url.replace('//', '//bob:hunter2@') });
    const error: unknown = await get(client, 'https://api.example.com:6443').catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'ERR_PROXY' });
    expect((error as Error).message).toContain(part);
    expect((error as Error).message).toContain(`127.0.0.1:${via.port}`);
    expect((error as Error).message).not.toContain('hunter2');
    expect(heads).toHaveLength(1);
  });

  test('that sends its response one byte at a time: ERR_PROXY after the connect timeout', async () => {
    const via = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const trickle = setInterval(() => socket.write('a: b\r\n'), 10);
      socket.on('error', () => undefined).on('close', () => clearInterval(trickle));
      socket.resume();
    });
    const client = transport({ proxyUrl: via.url, connectTimeoutMs: 50 });
    await expect(get(client, 'https://api.example.com')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining('within 50 ms') as string,
    });
    await via.drained();
  });

  test('that never responds: ERR_PROXY after the connect timeout', async () => {
    const via = await serveRaw((socket) => void socket.resume());
    const client = transport({ proxyUrl: via.url, connectTimeoutMs: 50 });
    await expect(get(client, 'https://api.example.com')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining('50 ms') as unknown,
    });
    await via.drained();
  });

  test('that does not exist: ERR_PROXY', async () => {
    const { server: via } = await proxy();
    await via.close();
    await expect(get(transport({ proxyUrl: via.url }), 'https://api.example.com')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining('ECONNREFUSED') as unknown,
    });
  });

  test('of an unsupported kind: ERR_PROXY_URL immediately; from the environment with the request', async () => {
    const expected = expect.objectContaining({
      name: 'ConfigError',
      code: 'ERR_PROXY_URL',
      message: expect.stringContaining('socks4') as unknown,
    }) as Error;
    expect(() => transport({ proxyUrl: 'socks4://127.0.0.1:1' })).toThrow(expected);
    const env = { HTTPS_PROXY: 'socks4://127.0.0.1:1' };
    await expect(get(transport({ env }), 'https://x')).rejects.toEqual(expected);
  });

  test('that hangs while connecting does not delay close', async () => {
    const via = await serveRaw((socket) => void socket.resume());
    const client = transport({ proxyUrl: via.url, connectTimeoutMs: 600_000 });
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = client.send({
      method: 'GET',
      url: 'https://api.example.com',
      headers: {},
      signal: controller.signal,
    });
    const opened = new Promise<void>((resolve) => {
      const look = (): void => {
        if (via.open.size > 0) resolve();
        else setImmediate(look);
      };
      look();
    });
    await opened;
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await client.close();
    await via.drained();
  });
});
