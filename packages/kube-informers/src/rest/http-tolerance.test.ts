import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { isNotSent } from '../meta/errors.js';
import { ca, elsewhere, server as serverPair } from './fixtures/certificates.test-support.js';
import { network, text } from './fixtures/server.test-support.js';
import type { TestServer } from './fixtures/server.test-support.js';
import type { TransportResponse } from './transport.js';
import type { UndiciTransport } from './undici-transport.js';

const { serveRaw, transport, client } = network();

/** A server that answers each request on a connection with these bytes, in the given pieces. */
function answering(...pieces: readonly (string | Buffer)[]): Promise<TestServer> {
  return serveRaw((socket) => socket.on('data', () => void writeAll(socket, pieces)));
}

/** Writes each piece in a packet of its own. */
async function writeAll(socket: Socket, pieces: readonly (string | Buffer)[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, 'latin1', resolve));
    await new Promise(setImmediate);
  }
}

function get(via: UndiciTransport, url: string): Promise<TransportResponse> {
  return via.send({ method: 'GET', url, headers: {} });
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error as Error,
  );
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('a response that Go and curl read is read', () => {
  test.each<[string, readonly string[]]>([
    ['an unasked 100 Continue before it', ['HTTP/1.1 100 Continue\r\n\r\n', ok]],
    ['an unasked 100 Continue in the same packet', [`HTTP/1.1 100 Continue\r\n\r\n${ok}`]],
    [
      'several responses of 1xx before it',
      [
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 \r\n\r\nHTTP/1.0 199 x\r\nA: b\r\n\r\n',
        ok,
      ],
    ],
    ['single bytes', `HTTP/1.1 100 Continue\r\n\r\n${ok}`.split('')],
    ['Content-Length twice', ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\ncontent-length:2\r\n\r\nok']],
    ['a list of equal lengths', ['HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok']],
    [
      'chunks and a Content-Length',
      ['HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ],
    ['a folded header', ['HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\nok']],
    ['lines that end in LF only', ['HTTP/1.1 200 OK\nContent-Length: 2\n\nok']],
    [
      'a header of 600 KiB',
      [`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(600 * 1024)}\r\nContent-Length: 2\r\n\r\nok`],
    ],
    [
      'a hundred cookies of 4 KiB',
      [`HTTP/1.1 200 OK\r\n${`Set-Cookie: ${'a'.repeat(4096)}\r\n`.repeat(100)}Content-Length: 2\r\n\r\nok`],
    ],
  ])('with %s; the connection is kept', async (_what, pieces) => {
    const server = await answering(...pieces);
    const via = transport({ maxConnections: 1 });
    for (let count = 0; count < 3; count++) {
      const response = await get(via, server.url);
      expect([response.status, await text(response.body)]).toEqual([200, 'ok']);
    }
    expect(server.connections).toBe(1);
  });

  test('a body that looks like a head is a body', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const server = await answering(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body);
    expect(await text((await get(transport(), server.url)).body)).toBe(body);
  });

  test('bytes outside ASCII in headers stay as they are', async () => {
    const server = await answering(
      'HTTP/1.1 200 OK\r\nX: Zo\xeb\r\nX-Folded: a\r\n\tb\r\nContent-Length: 0\r\n\r\n',
    );
    const { headers } = await get(transport(), server.url);
    expect([headers['x'], headers['x-folded']]).toEqual(['Zo\xeb', 'a b']);
  });
});

const settingsFrame = Buffer.from('000006040000000000000400100000', 'hex');

describe('a response that cannot be read: ERR_HTTP, and the request may have been carried out', () => {
  test.each<[string, readonly (string | Buffer)[], string]>([
    ['not HTTP', ['220 hunter2 ready\r\n'], 'not valid HTTP/1.1'],
    [
      'two different lengths',
      ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
      'Content-Length',
    ],
    [
      'another protocol, unasked',
      ['HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
      '101',
    ],
    ['headers over the limit', [`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(3000)}\r\n\r\n`], 'raise maxHeaderBytes'],
    [
      'endless headers',
      ['HTTP/1.1 200 OK\r\n', ...Array<string>(50).fill(`X: ${'a'.repeat(100)}\r\n`)],
      '2048 bytes',
    ],
    ['HTTP/2', [settingsFrame], 'speaks only HTTP/2'],
  ])('%s', async (_what, pieces, part) => {
    const server = await answering(...pieces);
    const error = await failure(get(transport({ maxHeaderBytes: 2048 }), server.url));
    expect(error).toMatchObject({ name: 'TransportError', code: 'ERR_HTTP' });
    expect(error.message).toContain(part);
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
    expect(isNotSent(error)).toBe(false);
    expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
  });

  test('it is not asked for again', async () => {
    const server = await answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok');
    const error = await failure(
      client({ host: server.url }).request({ method: 'GET', path: '/api/v1/pods/x' }),
    );
    expect(error).toMatchObject({ code: 'ERR_HTTP' });
    expect(server.connections).toBe(1);
  });

  test('maxHeaderBytes of a RestConfig is the limit of its client', async () => {
    const server = await answering(
      `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(3000)}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    const read = (maxHeaderBytes: number): Promise<unknown> =>
      client({ host: server.url, maxHeaderBytes }).raw({ method: 'GET', path: '/healthz' });
    expect(await failure(read(2048))).toMatchObject({ code: 'ERR_HTTP' });
    expect(Buffer.from((await read(4096)) as Uint8Array).toString()).toBe('{}');
    expect(() => client({ host: server.url, maxHeaderBytes: 1 })).toThrow(
      /maxHeaderBytes of a RestConfig must be .*1024 or more, got 1/,
    );
  });
});

test('over TLS, a server that speaks only HTTP/2 is named as such', async () => {
  const only = createTlsServer({ ...serverPair, ALPNProtocols: ['h2'] });
  await new Promise<void>((resolve) => {
    only.listen(0, '127.0.0.1', resolve);
  });
  only.on('tlsClientError', () => undefined);
  const address = only.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const error = await failure(get(transport({ tls: { ca: { data: ca } } }), `https://127.0.0.1:${port}`));
  await new Promise((resolve) => {
    only.close(resolve);
  });
  expect(error).toMatchObject({ code: 'ERR_TLS' });
  expect(error.message).toContain('may speak only HTTP/2');
  expect(error.message).not.toContain('client certificate');
  expect(isNotSent(error)).toBe(true);
});

describe('isNotSent', () => {
  test('is true if no connection was made', async () => {
    const closed = await answering(ok);
    await closed.close();
    const hangsUp = await serveRaw((socket) => void socket.once('data', () => socket.end()));
    const silent = await serveRaw((socket) => void socket.resume());
    const secure = (server: TestServer): string => server.url.replace('http:', 'https:');
    const cases: readonly [UndiciTransport, string][] = [
      [transport(), closed.url],
      [transport({ proxyUrl: closed.url }), 'http://api.example.com'],
      [transport({ proxyUrl: closed.url }), 'https://api.example.com'],
      [transport(), 'https://api.invalid'],
      [transport(), secure(hangsUp)],
      [transport({ connectTimeoutMs: 20 }), secure(silent)],
      [transport({ connectTimeoutMs: 20, proxyUrl: silent.url }), 'https://api.example.com'],
    ];
    for (const [via, url] of cases) expect(isNotSent(await failure(get(via, url)))).toBe(true);
  });

  test('is false once the request was written, and for a later attempt of a call', async () => {
    const hangsUp = await serveRaw((socket) => void socket.once('data', () => socket.end()));
    const silent = await serveRaw((socket) => void socket.resume());
    const via = transport({ headersTimeoutMs: 20 });
    for (const server of [hangsUp, silent])
      expect(isNotSent(await failure(get(via, server.url)))).toBe(false);
    // The first attempt is answered and ends the server: the second finds none.
    const busy: TestServer = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.end('HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n');
        void busy.close();
      }),
    );
    const call = client({ host: busy.url }).request({ method: 'POST', path: '/api/v1/pods', body: {} });
    const error = await failure(call);
    expect(error).toMatchObject({ code: 'ERR_CONNECTION_REFUSED', notSent: false });
  });
});

test('a certificate for another name is refused again, although TLS 1.2 could resume its session', async () => {
  const server = createTlsServer({ ...elsewhere, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => undefined).on('data', () => void socket.write(ok));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const via = transport({ tls: { ca: { data: ca } }, maxConnections: 1 });
  for (let count = 0; count < 3; count++) {
    expect(await failure(get(via, url))).toMatchObject({
      code: 'ERR_TLS',
      message: expect.stringContaining('is not for 127.0.0.1') as unknown,
    });
  }
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
