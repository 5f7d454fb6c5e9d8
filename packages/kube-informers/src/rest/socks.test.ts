import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ca, foreign, server as serverPair } from './fixtures/certificates.test-support.js';
import { network, text } from './fixtures/server.test-support.js';
import type { TestServer } from './fixtures/server.test-support.js';
import type { UndiciTransport } from './undici-transport.js';

const { serve, serveRaw, transport } = network();

async function get(via: UndiciTransport, url: string): Promise<string> {
  return text((await via.send({ method: 'GET', url, headers: {} })).body);
}

/** What a SOCKS5 proxy was asked for. */
interface Asked {
  readonly user: string | undefined;
  readonly type: number;
  readonly host: string;
  readonly port: number;
}

interface SocksProxy {
  readonly server: TestServer;
  readonly asked: Asked[];
}

/** How a proxy behaves. */
interface Behaviour {
  /** Requires this `user:password`. */
  readonly credentials?: string;
  /** Reply to the request. Default: 0. */
  readonly reply?: number;
  /** Type and bytes of the address in the reply. */
  readonly bound?: readonly number[];
  /** Sends its bytes one at a time. */
  readonly slowly?: boolean;
}

/** A SOCKS5 proxy that connects every name to loopback. */
async function socks(behaviour: Behaviour = {}): Promise<SocksProxy> {
  const asked: Asked[] = [];
  const server = await serveRaw((socket) => void serveSocks(socket, behaviour, asked).catch(() => undefined));
  return { server, asked };
}

async function serveSocks(socket: Socket, behaviour: Behaviour, asked: Asked[]): Promise<void> {
  const { credentials, reply = 0, bound = [1, 127, 0, 0, 1], slowly = false } = behaviour;
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const next = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next();
    if (done === true) throw new Error('the client closed the connection');
    return value;
  };
  const send = async (...bytes: readonly number[]): Promise<void> => {
    if (!slowly) return void socket.write(Buffer.from(bytes));
    for (const byte of bytes) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const offer = await next();
  const method = credentials === undefined ? 0 : 2;
  if (!offer.subarray(2).includes(method)) {
    await send(5, 0xff);
    return void socket.end();
  }
  await send(5, method);
  let user: string | undefined;
  if (credentials !== undefined) {
    const login = await next();
    const end = 2 + (login[1] ?? 0);
    user = `${login.toString('utf8', 2, end)}:${login.toString('utf8', end + 1)}`;
    await send(1, user === credentials ? 0 : 1);
    if (user !== credentials) return void socket.end();
  }
  const request = await next();
  const [, , , type = 0] = request;
  const address = request.subarray(type === 3 ? 5 : 4, -2);
  const port = request.readUInt16BE(request.length - 2);
  const host = type === 3 ? address.toString() : type === 1 ? address.join('.') : address.toString('hex');
  asked.push({ user, type, host, port });
  if (reply !== 0) {
    await send(5, reply, 0, ...bound, 0, 0);
    return void socket.end();
  }
  const target = connect(port, '127.0.0.1');
  for (const [one, other] of [
    [socket, target],
    [target, socket],
  ] as const)
    one.on('error', () => undefined).on('close', () => void other.destroy());
  await send(5, 0, 0, ...bound, 0x12, 0x34);
  target.pipe(socket);
  for (;;) target.write(await next());
}

const socksUrl = ({ port }: TestServer, user = '', scheme = 'socks5'): string =>
  `${scheme}://${user}127.0.0.1:${port}`;

async function failureOf(client: UndiciTransport, url = 'https://api.example.com:6443'): Promise<unknown> {
  return get(client, url).catch((error: unknown) => error);
}

describe.each(['socks5', 'socks5h'])('a proxy with the scheme %s', (scheme) => {
  test('tunnels TLS to the server, which is verified; the connection is kept', async () => {
    const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
    const { server: via, asked } = await socks();
    const client = transport({ tls: { ca: { data: ca } }, proxyUrl: socksUrl(via, '', scheme) });
    expect(await get(client, server.url)).toBe('ok');
    expect(await get(client, server.url)).toBe('ok');
    expect(await get(client, server.url)).toBe('ok');
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked[0]).toEqual({ user: undefined, type: 1, host: '127.0.0.1', port: server.port });

    const wrong = await serve((_request, response) => response.end('ok'), { tls: foreign });
    expect(await failureOf(client, wrong.url)).toMatchObject({ code: 'ERR_TLS' });
  });
});

test('http servers are reached through the tunnel as well, and their 407 is passed on', async () => {
  const server = await serve((request, response) => {
    response.statusCode = request.url === '/407' ? 407 : 200;
    response.end(request.url);
  });
  const { server: via } = await socks();
  const client = transport({ proxyUrl: socksUrl(via) });
  expect(await get(client, `${server.url}/a?b=c`)).toBe('/a?b=c');
  const { status, body } = await client.send({ method: 'GET', url: `${server.url}/407`, headers: {} });
  expect([status, await text(body)]).toEqual([407, '/407']);
  expect(server.seen[0]?.headers).not.toHaveProperty('proxy-authorization');
});

test('the proxy resolves names, and gets addresses in their binary form', async () => {
  const server = await serve((_request, response) => response.end('ok'));
  const { server: via, asked } = await socks();
  const client = transport({ proxyUrl: socksUrl(via) });
  for (const host of ['api.example.com', '10.1.2.3', '[fd00::1:2]', '[::1]'])
    expect(await get(client, `http://${host}:${server.port}/`)).toBe('ok');
  expect(asked.map(({ type, host }) => [type, host])).toEqual([
    [3, 'api.example.com'],
    [1, '10.1.2.3'],
    [4, 'fd000000000000000000000000010002'],
    [4, '00000000000000000000000000000001'],
  ]);
});

test.each([
  ['an IPv6 address', [4, ...Array.from({ length: 16 }, () => 7)]],
  ['a name', [3, 5, ...Buffer.from('proxy')]],
])('its reply may have %s, and arrive byte by byte', async (_what, bound) => {
  const server = await serve((_request, response) => response.end('ok'), { tls: serverPair });
  const { server: via } = await socks({ bound, slowly: true, credentials: 'me:secret' });
  const client = transport({ tls: { ca: { data: ca } }, proxyUrl: socksUrl(via, 'me:secret@') });
  expect(await get(client, server.url)).toBe('ok');
});

test('gets the user and password of its URL', async () => {
  const server = await serve((_request, response) => response.end('ok'));
  const { server: via, asked } = await socks({ credentials: 'jane@corp:p:ä' });
  expect(await get(transport({ proxyUrl: socksUrl(via, 'jane%40corp:p%3A%C3%A4@') }), server.url)).toBe('ok');
  expect(asked[0]?.user).toBe('jane@corp:p:ä');
  // A proxy that asks for no credentials gets none.
  const open = await socks();
  expect(await get(transport({ proxyUrl: socksUrl(open.server, 'jane:x@') }), server.url)).toBe('ok');
  expect(open.asked[0]?.user).toBeUndefined();
});

test('is taken from HTTPS_PROXY, unless NO_PROXY excludes the server', async () => {
  const { server: via, asked } = await socks({ reply: 2 });
  const env = { HTTPS_PROXY: socksUrl(via) };
  expect(await failureOf(transport({ env }))).toMatchObject({ code: 'ERR_PROXY' });
  expect(asked).toHaveLength(1);
  expect(
    await failureOf(transport({ env: { ...env, NO_PROXY: '.invalid' } }), 'https://api.invalid'),
  ).toMatchObject({ code: 'ERR_DNS' });
});

describe('ERR_PROXY names proxy and server, but no password', () => {
  test.each([
    [1, 'general failure of the proxy'],
    [2, 'not allowed by its rules'],
    [5, 'connection refused'],
    [77, 'unknown reply 77'],
  ])('for reply %d', async (reply, words) => {
    const { server: via } = await socks({ reply, credentials: 'bob:hunter2' });
    expect(await failureOf(transport({ proxyUrl: socksUrl(via, 'bob:hunter2@') }))).toMatchObject({
      code: 'ERR_PROXY',
      notSent: true,
      message: `proxy socks5://127.0.0.1:${via.port} refused to connect to api.example.com:6443: ${words}`,
    });
  });

  test.each([
    ['bob:wrong2@', 'rejected the credentials for a connection to api.example.com:6443'],
    ['', 'requires credentials for a connection to api.example.com:6443: put user and password into its URL'],
    [`${'u'.repeat(256)}:hunter2@`, 'needs a user of 1 to 255 bytes and a password of at most 255 bytes'],
    [':hunter2@', 'needs a user of 1 to 255 bytes and a password of at most 255 bytes'],
  ])('for the credentials %j', async (user, words) => {
    const { server: via } = await socks({ credentials: 'bob:hunter2' });
    expect(await failureOf(transport({ proxyUrl: socksUrl(via, user) }))).toMatchObject({
      code: 'ERR_PROXY',
      message: `proxy socks5://127.0.0.1:${via.port} ${words}`,
    });
  });

  test.each([
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'does not speak SOCKS5'],
    ['speaks SOCKS4', '\0Z', 'does not speak SOCKS5'],
    ['chooses an unknown method', '\x05\x01', 'requires credentials'],
    ['hangs up', '', 'closed the connection before it led to api.example.com:6443'],
    ['hangs up in the middle', '\x05', 'closed the connection'],
  ])('for a proxy that %s', async (_what, answer, words) => {
    const via = await serveRaw((socket) => void socket.once('data', () => socket.end(answer)));
    expect(await failureOf(transport({ proxyUrl: socksUrl(via) }))).toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining(`proxy socks5://127.0.0.1:${via.port} ${words}`) as string,
    });
    await via.drained();
  });

  test('for a proxy that never responds, after the connect timeout', async () => {
    const via = await serveRaw((socket) => void socket.resume());
    expect(await failureOf(transport({ proxyUrl: socksUrl(via), connectTimeoutMs: 50 }))).toMatchObject({
      code: 'ERR_PROXY',
      message: `proxy socks5://127.0.0.1:${via.port} did not connect to api.example.com:6443 within 50 ms`,
    });
    await via.drained();
  });

  test('for a proxy that does not exist', async () => {
    const { server: via } = await socks();
    await via.close();
    expect(await failureOf(transport({ proxyUrl: socksUrl(via) }))).toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});

test('a request that is aborted while the proxy hangs ends with its reason', async () => {
  let connected: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const via = await serveRaw((socket) => void socket.once('data', () => connected?.()));
  const client = transport({ proxyUrl: socksUrl(via), connectTimeoutMs: 600_000 });
  const controller = new AbortController();
  const reason = new Error('enough');
  const sent = client.send({
    method: 'GET',
    url: 'https://api.example.com',
    headers: {},
    signal: controller.signal,
  });
  await waiting;
  controller.abort(reason);
  await expect(sent).rejects.toBe(reason);
  await client.close();
  await via.drained();
});
