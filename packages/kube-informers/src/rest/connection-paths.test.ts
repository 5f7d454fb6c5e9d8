import { createServer, request as httpRequest } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { transportFetch } from '../kubeconfig/http-fetch.js';
import {
  ca,
  client as clientPair,
  foreign,
  secondClient,
  server as serverPair,
} from './fixtures/certificates.test-support.js';
import { RestClient } from './rest-client.js';
import type { RestConfig, TlsConfig } from './config.js';

/** What a server saw of a request. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly certificate: string;
  readonly serverName: string | false;
  readonly authorization: string | undefined;
  readonly proxyAuthorization: string | undefined;
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0))
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
});

function seenOf(request: Parameters<RequestListener>[0]): Seen {
  const socket = request.socket as Partial<TLSSocket>;
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    certificate: String(socket.getPeerCertificate?.().subject?.CN ?? ''),
    serverName: (socket as { servername?: string | false }).servername ?? false,
    authorization: request.headers.authorization,
    proxyAuthorization: request.headers['proxy-authorization'],
  };
}

async function listen(secure: boolean, pair: typeof serverPair, listener: RequestListener): Promise<Server> {
  const tls = { ...pair, ca, requestCert: true, rejectUnauthorized: false };
  const server = secure ? createTlsServer(tls, listener) : createServer(listener);
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function urlOf(server: Server, secure: boolean): string {
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Path {
  readonly name: string;
  readonly server: 'http' | 'https';
  readonly proxy?: 'http' | 'https';
}

const paths: readonly Path[] = [
  { name: 'https', server: 'https' },
  { name: 'https through an http proxy', server: 'https', proxy: 'http' },
  { name: 'https through an https proxy', server: 'https', proxy: 'https' },
  { name: 'http', server: 'http' },
  { name: 'http through an http proxy', server: 'http', proxy: 'http' },
  { name: 'http through an https proxy', server: 'http', proxy: 'https' },
];
const securePaths = paths.filter(({ server, proxy }) => server === 'https' || proxy === 'https');
const proxied = paths.filter(({ proxy }) => proxy !== undefined);

interface Place {
  readonly host: string;
  readonly proxyUrl: string | undefined;
  readonly atServer: Seen[];
  readonly atProxy: Seen[];
}

/** An API server that answers every kind of call, and the proxy in front of it. */
async function place(
  path: Path,
  pairs: {
    readonly server?: typeof serverPair;
    readonly proxy?: typeof serverPair;
    readonly padding?: number;
  } = {},
): Promise<Place> {
  const [atServer, atProxy]: [Seen[], Seen[]] = [[], []];
  const api = await listen(path.server === 'https', pairs.server ?? serverPair, (request, response) => {
    atServer.push(seenOf(request));
    response.setHeader('x-padding', 'a'.repeat(pairs.padding ?? 0));
    response.setHeader('content-type', 'application/json');
    if (/watch=true/.test(request.url ?? '')) {
      const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'x', resourceVersion: '2' } };
      response.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
    } else response.end('{"kind":"Pod","apiVersion":"v1"}');
  });
  const host = urlOf(api, path.server === 'https');
  if (path.proxy === undefined) return { host, proxyUrl: undefined, atServer, atProxy };
  const proxy = await listen(path.proxy === 'https', pairs.proxy ?? serverPair, (request, response) => {
    atProxy.push(seenOf(request));
    const { 'proxy-authorization': _own, ...headers } = request.headers;
    const { port, pathname, search } = new URL(request.url ?? '');
    const target = {
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method: request.method ?? '',
      headers,
    };
    const forwarded = httpRequest(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      response.on('close', () => answer.destroy());
    });
    request.pipe(forwarded);
  });
  proxy.on('connect', (request, socket: Socket) => {
    atProxy.push(seenOf(request));
    const target = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const)
      one.on('error', () => undefined).on('close', () => void other.destroy());
  });
  return { host, proxyUrl: urlOf(proxy, path.proxy === 'https'), atServer, atProxy };
}

/** Makes every kind of call with one client: a request, a write, a watch, a stream. */
async function everyCall(config: RestConfig): Promise<void> {
  await using rest = new RestClient(config, { maxRetries: 0 });
  await rest.request({ method: 'GET', path: '/api/v1/namespaces/d/pods/x' });
  await rest.request({ method: 'POST', path: '/api/v1/namespaces/d/pods', body: { a: 1 } });
  const watch = await rest.watch({ path: '/api/v1/pods' });
  expect(await watch.nextBatch()).toHaveLength(1);
  watch.stop();
  const chunks: Uint8Array[] = [];
  for await (const chunk of rest.stream({ path: '/api/v1/namespaces/d/pods/x/log', longRunning: true }))
    chunks.push(chunk);
  expect(Buffer.concat(chunks).length).toBeGreaterThan(0);
}

const calls = 4;
const trusted: TlsConfig = { ca: { data: ca } };
const own: TlsConfig = { ...trusted, cert: { data: clientPair.cert }, key: { data: clientPair.key } };

describe.each(paths)('$name', (path) => {
  test('every call arrives, with its credentials, at the server only', async () => {
    const { host, proxyUrl, atServer, atProxy } = await place(path);
    await everyCall({
      host,
      proxyUrl: proxyUrl ?? '',
      tls: trusted,
      credentials: { authorization: 'Bearer t' },
    });
    expect(atServer.map(({ authorization }) => authorization)).toEqual(Array(calls).fill('Bearer t'));
    expect(atServer[0]?.url).toBe('/api/v1/namespaces/d/pods/x');
    if (path.proxy === undefined) return;
    for (const { method, url } of atProxy)
      if (path.server === 'https') expect([method, url]).toEqual(['CONNECT', new URL(host).host]);
      else expect(url).toMatch(new RegExp(`^${host}/api/v1/`));
    // Through a tunnel, the proxy sees no header of a request.
    if (path.server === 'https')
      expect(atProxy.some(({ authorization }) => authorization !== undefined)).toBe(false);
  });

  test('maxHeaderBytes applies', async () => {
    const { host, proxyUrl } = await place(path, { padding: 15_000 });
    const config = { host, proxyUrl: proxyUrl ?? '', tls: trusted };
    await everyCall(config);
    await expect(everyCall({ ...config, maxHeaderBytes: 4096 })).rejects.toMatchObject({ code: 'ERR_HTTP' });
  });

  test('an identity provider is reached the same way', async () => {
    const { host, proxyUrl = '', atServer, atProxy } = await place(path);
    // Go never uses the proxies of the environment for loopback addresses, so the name is another one.
    const env = path.proxy === undefined ? {} : { HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl };
    const name = path.proxy === undefined ? '127.0.0.1' : 'api.example.com';
    const url = `${host.replace('127.0.0.1', name)}/token`;
    const fetched = transportFetch(env)({ method: 'POST', url, body: 'a=b', ca });
    expect((await fetched).status).toBe(200);
    expect(atServer).toHaveLength(1);
    expect(atProxy.length > 0).toBe(path.proxy !== undefined);
  });
});

describe.each(securePaths)('TLS of $name', (path) => {
  const last = (seen: Place): Seen | undefined =>
    (path.server === 'https' ? seen.atServer : seen.atProxy).at(-1);

  test("the config's client certificate is presented to server and proxy, as in Go", async () => {
    const seen = await place(path);
    await everyCall({ host: seen.host, proxyUrl: seen.proxyUrl ?? '', tls: own });
    if (path.server === 'https') expect(seen.atServer.at(-1)?.certificate).toBe('first client');
    if (path.proxy === 'https') expect(seen.atProxy.at(-1)?.certificate).toBe('first client');
  });

  test("a plugin's client certificate replaces it", async () => {
    const seen = await place(path);
    const credentials = { clientCertificate: secondClient };
    await everyCall({ host: seen.host, proxyUrl: seen.proxyUrl ?? '', tls: own, credentials });
    if (path.server === 'https') expect(last(seen)?.certificate).toBe('second client');
  });

  test.each<[string, { readonly server?: typeof serverPair; readonly proxy?: typeof serverPair }]>([
    ['server', { server: foreign }],
    ['proxy', { proxy: foreign }],
  ])('an untrusted %s is refused, unless insecureSkipVerify is set', async (who, pairs) => {
    if (who === 'server' ? path.server !== 'https' : path.proxy !== 'https') return;
    const { host, proxyUrl = '' } = await place(path, pairs);
    const code = who === 'server' ? 'ERR_TLS' : 'ERR_PROXY';
    await expect(everyCall({ host, proxyUrl, tls: trusted })).rejects.toMatchObject({ code, notSent: true });
    await everyCall({ host, proxyUrl, tls: { insecureSkipVerify: true } });
    if (who === 'proxy') return;
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(everyCall({ host, proxyUrl, tls: trusted })).rejects.toThrow(
      'NODE_TLS_REJECT_UNAUTHORIZED has no effect here: insecure-skip-tls-verify turns the check off',
    );
  });

  test('a CA bundle with a certificate that cannot be read is used', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n';
    const { host, proxyUrl = '' } = await place(path);
    await everyCall({ host, proxyUrl, tls: { ca: { data: broken + ca } } });
  });

  test('serverName is sent and verified, an address is only verified', async () => {
    const seen = await place(path);
    const with_ = (serverName: string): RestConfig => ({
      host: seen.host,
      proxyUrl: seen.proxyUrl ?? '',
      tls: { ...trusted, serverName },
    });
    await everyCall(with_('api.example.com'));
    // The proxy is verified by its own name: client-go would verify it by the server's, too.
    if (path.server === 'https') expect(seen.atServer.at(-1)?.serverName).toBe('api.example.com');
    await everyCall(with_('::1'));
    if (path.server === 'https') expect(seen.atServer.at(-1)?.serverName).toBe(false);
    if (path.server === 'https')
      for (const name of ['10.9.9.9', 'other.example.com'])
        await expect(everyCall(with_(name))).rejects.toMatchObject({
          code: 'ERR_TLS',
          message: expect.stringContaining(`is not for ${name}`) as unknown,
        });
  });
});

describe.each(proxied)('the proxy of $name', (path) => {
  test('gets its user and password, the server does not', async () => {
    const { host, proxyUrl = '', atServer, atProxy } = await place(path);
    await everyCall({ host, proxyUrl: proxyUrl.replace('//', '//bob:s%40crit@'), tls: trusted });
    const expected = `Basic ${Buffer.from('bob:s@crit').toString('base64')}`;
    expect(new Set(atProxy.map(({ proxyAuthorization }) => proxyAuthorization))).toEqual(new Set([expected]));
    expect(atServer.some(({ proxyAuthorization }) => proxyAuthorization !== undefined)).toBe(false);
  });
});
