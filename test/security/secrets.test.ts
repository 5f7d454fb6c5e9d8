import type { ServerResponse } from 'node:http';
import { tracingChannel } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { TestCluster } from '../../packages/cli/src/cli.test-support.js';
import { Controller } from 'kube-informers/controller';
import { Clientset, DynamicClient, SharedInformerFactory, loadConfig } from 'kube-informers';
import { RestClient } from 'kube-informers/rest';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { KubernetesObject, RestConfig } from 'kube-informers';
import type { HttpFetch } from 'kube-informers/internal';
import { FakeClock, FaultProxy } from '@kube-informers/testing';
import {
  kubeconfigText,
  memoryFiles,
  pemFixtures,
} from '../../packages/kube-informers/src/kubeconfig/fixtures.test-support.js';
import {
  ca,
  client as clientPair,
  foreign,
  server as serverPair,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { UndiciTransport } from '../../packages/kube-informers/src/rest/undici-transport.js';
import { json, network } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import type { Seen } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import { someOf } from '../nightly.test-support.js';
import { Printed } from './printed.test-support.js';
import { tunnelProxy } from './wire.test-support.js';
import type { CacheFormat } from 'kube-informers';
import { plainFormat } from 'kube-informers';
import { compact } from 'kube-informers/compact';

const { serve, serveRaw } = network();

const secrets = {
  token: 'kubeconfig-Tok3n/7Hq2',
  password: 'pass+Word&9Xr4',
  pair: `admin:pass+Word&9Xr4`,
  key: clientPair.key,
  'token of the plugin': 'plugin-Tok3n/5Lp8',
  'token in the file': 'file-Tok3n/2Vs9',
  'refresh token': 'refresh-Tok3n/8Zd1',
  'id token': idToken(),
  'client secret': 'client-S3cret/4Jb6',
  "proxy's password": 'proxy/Pass@6Mw3',
  'token given by hand': 'byhand-Tok3n/1Ck5',
  "Secret's data": 'Data-of-Secret/0Ny7',
  // So short that it is within the few characters that JSON.parse quotes.
  'short value': 'pw0Ny7',
} as const;

function idToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: 4e9, sub: 'somebody' })}.signature`;
}

const data = Buffer.from(secrets["Secret's data"]).toString('base64');
const secret = (name: string, resourceVersion = '5'): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion },
  data: { password: data },
  stringData: { password: secrets["Secret's data"] },
});
const list = (...items: object[]): string =>
  JSON.stringify({ kind: 'SecretList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items });
/** JSON with one error, deeper than the kernel of a compact cache checks. */
const deepAndBroken = (text: string): string =>
  text.replace(
    '"stringData":{',
    `"deep":${'['.repeat(600)}{"pw":x"${secrets['short value']}"}${']'.repeat(600)},"stringData":{`,
  );

/** Answers with the whole request, as some proxies do for diagnosis. */
function echo(status: number, type: string): (request: Seen, response: ServerResponse) => void {
  return ({ headers, body }, response) => {
    const said = `you sent ${JSON.stringify(headers)} ${body === '' ? '' : 'and a body'}`;
    response.writeHead(status, { 'content-type': type });
    if (type === 'application/json')
      response.end(
        JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status, message: said }),
      );
    else response.end(type === 'text/html' ? `<html><title>${said}</title>${said}</html>` : said);
  };
}

/** A list of one Secret, then these lines as the watch. */
function thenWatch(lines: readonly string[]): (request: Seen, response: ServerResponse) => void {
  return ({ url, method }, response) => {
    if (method !== 'GET') return json(response, secret('a'));
    response.writeHead(200, { 'content-type': 'application/json' });
    if (url.includes('sendInitialEvents')) response.end(`${lines.join('\n')}\n`);
    else if (url.includes('watch=')) response.end(`${lines.join('\n')}\n`);
    else if (url.includes('/secrets/')) response.end(JSON.stringify(secret('a')).slice(0, -3));
    else response.end(list(secret('a')));
  };
}

const event = (type: string, object: unknown): string => JSON.stringify({ type, object });
const answers: Readonly<Record<string, (request: Seen, response: ServerResponse) => void>> = {
  '401 that repeats the request': echo(401, 'text/plain'),
  '401 with a Status that repeats it': echo(401, 'application/json'),
  '403 with a Status that repeats it': echo(403, 'application/json'),
  '400 that repeats the request': echo(400, 'text/plain'),
  '500 in HTML that repeats it': echo(500, 'text/html'),
  '503 that repeats it': echo(503, 'text/plain'),
  'a redirect that repeats it': ({ headers }, response) => {
    response.writeHead(302, {
      location: `http://elsewhere.example/?to=${encodeURIComponent(headers.authorization ?? '')}`,
    });
    response.end();
  },
  'a login page': echo(200, 'text/html'),
  'a list with an item that is not valid JSON': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(list(secret('a')).replace('"stringData":{', '"stringData":{,'));
  },
  'a list with a deep item that is not valid JSON': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(deepAndBroken(list(secret('a'))));
  },
  'a list that is cut': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(list(secret('a')).slice(0, -5));
  },
  'an item without a name': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(list({ ...secret('a'), metadata: {} }));
  },
  'a watch line that is not valid JSON': thenWatch([event('ADDED', secret('b', '6')).replace(':', ',')]),
  'a watch line that is cut': thenWatch([event('ADDED', secret('b', '6')).slice(0, -20)]),
  'a deep watch line that is not valid JSON': thenWatch([deepAndBroken(event('ADDED', secret('b', '6')))]),
  'an event of an unknown type': thenWatch([event('MOVED', secret('b', '6'))]),
  'an event without a name': thenWatch([
    event('ADDED', { ...secret('b', '6'), metadata: { resourceVersion: '6' } }),
  ]),
  'an ERROR event that holds a Secret': thenWatch([event('ERROR', secret('b', '6'))]),
  'an ERROR event that holds a string': thenWatch([event('ERROR', data)]),
  'an event of another kind': thenWatch([event('ADDED', { ...secret('b', '6'), kind: 'Other' })]),
  'all is well, and the handler throws': thenWatch([
    event('ADDED', secret('b', '6')),
    event('DELETED', secret('a', '7')),
  ]),
};

/** Ways to give credentials, each with the header that the server must have received. */
interface Way {
  readonly what: string;
  readonly user?: object;
  readonly config?: Partial<RestConfig>;
  readonly seen: string | undefined;
}

const bearer = (token: string): string => `Bearer ${token}`;
const plugin = `
  const fs = require('node:fs');
  const token = process.env.THE_TOKEN;
  for (const piece of ['my token is ', ...token, ' ', Buffer.from(token).toString('base64'), '\\n']) fs.writeSync(2, piece);
  fs.writeSync(1, JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status: { token } }));
`;
const ways: readonly Way[] = [
  { what: 'a token', user: { token: secrets.token }, seen: bearer(secrets.token) },
  {
    what: 'user and password',
    user: { username: 'admin', password: secrets.password },
    seen: `Basic ${Buffer.from(secrets.pair).toString('base64')}`,
  },
  {
    what: 'a client key',
    user: {
      'client-certificate-data': Buffer.from(clientPair.cert).toString('base64'),
      'client-key-data': Buffer.from(clientPair.key).toString('base64'),
    },
    seen: undefined,
  },
  {
    what: 'an exec plugin',
    user: {
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: process.execPath,
        args: ['-e', plugin],
        env: [{ name: 'THE_TOKEN', value: secrets['token of the plugin'] }],
        interactiveMode: 'Never',
      },
    },
    seen: bearer(secrets['token of the plugin']),
  },
  { what: 'a token file', user: { tokenFile: '/token' }, seen: bearer(secrets['token in the file']) },
  {
    what: 'OIDC',
    user: {
      'auth-provider': {
        name: 'oidc',
        config: {
          'idp-issuer-url': 'https://idp',
          'client-id': 'me',
          'client-secret': secrets['client secret'],
          'refresh-token': secrets['refresh token'],
        },
      },
    },
    seen: bearer(secrets['id token']),
  },
  {
    what: 'a config made by hand, with a provider of its own',
    config: {
      provider: new (class HandMade {
        readonly token = secrets['token given by hand'];
        credentials(): Promise<{ authorization: string }> {
          return Promise.resolve({ authorization: bearer(this.token) });
        }
        invalidate(): boolean {
          return true;
        }
      })(),
    },
    seen: bearer(secrets['token given by hand']),
  },
  {
    what: 'a config made by hand',
    config: { credentials: { authorization: bearer(secrets['token given by hand']) } },
    seen: bearer(secrets['token given by hand']),
  },
];

/** The identity provider: returns everything, and repeats the request when it refuses. */
const identityProvider: HttpFetch = ({ method, body = '' }) =>
  Promise.resolve({
    status: 200,
    body: JSON.stringify(
      method === 'GET'
        ? { token_endpoint: 'https://idp/token' }
        : { id_token: secrets['id token'], refresh_token: secrets['refresh token'], you_sent: body },
    ),
  });

async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('the call succeeded');
}

/** A transform that throws for one name. */
function notB<T extends KubernetesObject>(object: T): T {
  if (object.metadata?.name === 'b') throw new Error('no b');
  return object;
}

/**
 * What a program does with a config against any server; all its output and reports are added to `printed`. Resolves with
 * the tracing channels that had messages.
 */
async function wholeScene(
  config: RestConfig,
  printed: Printed,
  cacheFormat = plainFormat,
): Promise<ReadonlySet<string>> {
  const messages = new Map<unknown, string>();
  const channels = ['request', 'list', 'watch', 'reconcile'].map((name) => {
    const publish = (message: unknown): void => void messages.set(message, name);
    const subscribers = {
      start: publish,
      end: publish,
      asyncStart: publish,
      asyncEnd: publish,
      error: publish,
    };
    return { channel: tracingChannel(`kube-informers:${name}`), subscribers };
  });
  for (const { channel, subscribers } of channels) channel.subscribe(subscribers);
  try {
    await wholeProgram(config, printed, cacheFormat);
  } finally {
    for (const { channel, subscribers } of channels) channel.unsubscribe(subscribers);
  }
  for (const message of messages.keys()) {
    printed.take(message);
    printed.take((message as { readonly error?: unknown }).error);
  }
  const published = new Set(messages.values());
  expect(published).toContain('request');
  return published;
}

async function wholeProgram(config: RestConfig, printed: Printed, cacheFormat: CacheFormat): Promise<void> {
  const { logger } = printed;
  const clock = new FakeClock();
  await using clientset = new Clientset(config, { logger, maxRetries: 1 });
  await using dynamic = new DynamicClient(clientset.restClient);
  const failed = (thrown: unknown): void => printed.take(thrown);
  const api = clientset.coreV1().secrets('default');
  await api.list().catch(failed);
  await api.get('a').catch(failed);
  await api.create({ ...secret('c'), metadata: { name: 'c' } }).catch(failed);
  await clientset.discovery().serverVersion().catch(failed);
  await dynamic.resource(coreV1.secrets, 'default').list().catch(failed);
  await api.watch().then(async (stream) => {
    try {
      for await (const { type } of stream) printed.take(type);
    } catch (thrown) {
      failed(thrown);
    }
    stream.stop();
  }, failed);
  await using factory = new SharedInformerFactory(clientset, {
    clock,
    logger,
    onWatchError: (error, info) => [error, info].forEach(failed),
    onHandlerError: failed,
    onObjectError: failed,
    cacheFormat,
    // A compact cache decodes bytes only without a transform.
    transform: cacheFormat === plainFormat ? notB : undefined,
  });
  const secretsInformer = factory.core().v1().secrets();
  const informer = secretsInformer.informer();
  const controller = new Controller('secrets', {
    for: secretsInformer,
    clock,
    logger,
    onError: failed,
    giveUp: { attempts: 2 },
    // Fails with the client's error for whatever the server sends.
    reconcile: async ({ name }) => {
      await api.get(name);
    },
  });
  const registration = informer.addEventHandler({
    onAdd: () => {
      throw new Error('the handler is broken');
    },
    onDelete: () => Promise.reject(new Error('the handler is broken later')),
  });
  factory.start();
  const running = controller.run();
  const before = printed.taken;
  for (let turn = 0; turn < 2000 && printed.taken < before + 4; turn++) {
    await clock.advance(200);
    await setImmediate();
  }
  await controller.stop();
  await running;
  expect(printed.taken).toBeGreaterThan(before);
  for (const object of [
    clientset,
    clientset.restClient.config,
    dynamic,
    api,
    factory,
    informer,
    registration,
  ])
    printed.take(object);
  printed.take({ ...clientset.restClient.config });
}

/** The config of a way to give credentials, for this server. */
async function configOf({ user, config }: Way, url: string, printed: Printed): Promise<RestConfig> {
  // A user's own object may be printed by the user; the library's objects are checked.
  if (config !== undefined) return { host: url, tls: { ca: { data: ca } }, ...config };
  const text = kubeconfigText({
    user: user ?? {},
    cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
  });
  const loaded = await loadConfig({
    kubeconfig: '/k',
    env: {},
    logger: printed.logger,
    fetch: identityProvider,
    readFile: memoryFiles({ '/k': text, '/token': secrets['token in the file'] }),
  });
  printed.take(loaded);
  printed.take({ ...loaded });
  return loaded;
}

describe.each(ways.map((way, row) => ({ ...way, row })))('with $what', ({ row, ...way }) => {
  test('prints no secret for any response of the server', { timeout: 60_000 }, async () => {
    const printed = new Printed(secrets);
    let answer = echo(500, 'text/plain');
    const server = await serve((request, response) => answer(request, response), { tls: serverPair });
    const published = new Set<string>();
    for (const [name, answerer] of someOf(Object.entries(answers), row, 3)) {
      answer = answerer;
      for (const channel of await wholeScene(await configOf(way, server.url, printed), printed))
        published.add(channel);
      expect(printed.leaks(), name).toEqual([]);
    }
    expect([...published].toSorted()).toEqual(['list', 'reconcile', 'request', 'watch']);
    if (way.seen !== undefined)
      expect(server.seen.map(({ headers }) => headers.authorization)).toContain(way.seen);
    await server.close();
    await wholeScene(await configOf(way, server.url, printed), printed);
    expect(printed.leaks(), 'no server').toEqual([]);
    expect(printed.text).toContain('ERR_CONNECTION_REFUSED');
  });

  test('prints no secret when TLS fails', async () => {
    const printed = new Printed(secrets);
    const server = await serve((_request, response) => response.end(), { tls: foreign });
    await wholeScene(await configOf(way, server.url, printed), printed);
    expect(printed.text).toContain('ERR_TLS');
    expect(server.seen).toEqual([]);
    expect(printed.leaks()).toEqual([]);
  });
});

test(
  'prints no secret with a compact cache for any response of the server',
  { timeout: 60_000 },
  async () => {
    const printed = new Printed(secrets);
    let answer = echo(500, 'text/plain');
    const server = await serve((request, response) => answer(request, response), { tls: serverPair });
    const config = {
      host: server.url,
      tls: { ca: { data: ca } },
      credentials: { authorization: bearer(secrets.token) },
    };
    for (const [name, answerer] of Object.entries(answers)) {
      answer = answerer;
      await wholeScene(config, printed, compact());
      expect(printed.leaks(), name).toEqual([]);
    }
  },
);

test('prints no secret of a proxy: its password and its responses', { timeout: 60_000 }, async () => {
  const printed = new Printed(secrets);
  const heads: string[] = [];
  const good = await serveRaw(tunnelProxy(heads));
  const bad = await serveRaw((socket) => {
    socket.once('data', (head) =>
      socket.end(`HTTP/1.1 407 you sent\r\nX: ${head.toString().replaceAll(/\s/g, ' ')}\r\n\r\n`),
    );
  });
  const odd = await serveRaw((socket) => {
    socket.once('data', (head) => socket.end(`what is ${head.toString()}\r\n\r\n`));
  });
  const server = await serve(thenWatch([event('ERROR', secret('b', '6'))]), { tls: serverPair });
  const password = secrets["proxy's password"];
  for (const proxy of [good, bad, odd]) {
    const proxyUrl = proxy.url.replace('//', `//me:${encodeURIComponent(password)}@`);
    const config = await loadConfig({
      kubeconfig: '/k',
      env: {},
      logger: printed.logger,
      readFile: memoryFiles({
        '/k': kubeconfigText({
          user: { token: secrets.token },
          cluster: {
            server: server.url,
            'certificate-authority-data': Buffer.from(ca).toString('base64'),
            'proxy-url': proxyUrl,
          },
        }),
      }),
    });
    await wholeScene(config, printed);
    printed.take({ ...config });
    expect(printed.leaks()).toEqual([]);
    await using byHand = new Clientset({ host: server.url, tls: { ca: { data: ca } }, proxyUrl });
    printed.take([byHand, byHand.restClient.config, { ...byHand.restClient.config }]);
    expect(printed.leaks()).toEqual([]);
  }
  expect(heads[0]).toContain(Buffer.from(`me:${password}`).toString('base64'));
  // An invalid URL must not be quoted with its password.
  for (const proxyUrl of [
    `http://me:${password}@proxy:1`,
    `socks5://me:${password}@proxy`,
    `me:${password}@proxy`,
    `http://me:%${password}@proxy`,
  ]) {
    for (const attempt of [
      () => new RestClient({ host: 'https://x', proxyUrl }),
      () => new RestClient({ host: proxyUrl.replace('socks5', 'http') }),
    ]) {
      try {
        printed.take(attempt());
      } catch (error) {
        printed.take(error);
      }
    }
    const text = kubeconfigText({ cluster: { 'proxy-url': proxyUrl } });
    await loadConfig({ kubeconfig: '/k', env: {}, readFile: memoryFiles({ '/k': text }) }).then(
      (config) => printed.take(config),
      (error: unknown) => printed.take(error),
    );
  }
  expect(printed.leaks()).toEqual([]);
});

describe('prints no secret of a URL', () => {
  // The ^ is not valid in a host, so nothing in the rest names a host but this address, which has no server.
  const value = 'url_Tok3n^2Jw6';
  const host = '127.0.0.1:1';
  const wrongUrls = [
    `https://${host}/?token=${value}`,
    `https://${host}/#${value}`,
    `https://${host}/${value}?x`,
    `https://${host}/${value}@h/`,
    `https://${host}${value}/`,
    `https://${value}/`,
    `https://me:${value}@${host}/`,
    `ftp://${host}/${value}`,
    `/api?token=${value}`,
    `${value}@${host}`,
    `${value}:x@${host}`,
    `h:${value}`,
    value,
  ];
  const fails: HttpFetch = () => Promise.reject(new Error('no answer'));
  const oidc = (issuer: string): object => ({
    'auth-provider': {
      name: 'oidc',
      config: { 'idp-issuer-url': issuer, 'client-id': 'me', 'refresh-token': 'r' },
    },
  });
  const kubeconfig = (parts: object, fetch = fails): Promise<RestConfig> =>
    loadConfig({
      kubeconfig: '/k',
      env: {},
      fetch,
      readFile: memoryFiles({ '/k': kubeconfigText(parts) }),
    });
  const credentials = async (parts: object, fetch = fails): Promise<unknown> =>
    (await kubeconfig(parts, fetch)).provider?.credentials({});
  const idp = (endpoint: string): HttpFetch => {
    return ({ method }) =>
      method === 'GET'
        ? Promise.resolve({ status: 200, body: JSON.stringify({ token_endpoint: endpoint }) })
        : Promise.resolve({ status: 400, body: '{}' });
  };

  test.each<[string, (url: string) => unknown]>([
    ['as host of a config', (url) => new RestClient({ host: url })],
    ['as proxy of a config', (proxyUrl) => new RestClient({ host: 'https://x', proxyUrl })],
    [
      'as proxy of the environment',
      (url) =>
        new UndiciTransport({ env: { HTTPS_PROXY: url } }).send({
          method: 'GET',
          url: 'https://h/',
          headers: {},
        }),
    ],
    [
      'of a transport request',
      (url) => new UndiciTransport({ env: {} }).send({ method: 'GET', url, headers: {} }),
    ],
    ['as path of a request', (path) => new RestClient({ host: 'http://h' }).request({ path, method: 'GET' })],
    [
      'as target of a fault proxy',
      async (target) => (await FaultProxy.start({ target: { host: target } })).stop(),
    ],
    ['as server of a kubeconfig', (server) => kubeconfig({ cluster: { server } })],
    ['as proxy of a kubeconfig', (url) => kubeconfig({ cluster: { 'proxy-url': url } })],
    ['of an OIDC issuer', (url) => credentials({ user: oidc(url) })],
    ['of an OIDC token endpoint', (url) => credentials({ user: oidc('https://idp') }, idp(url))],
  ])('%s', async (_what, use) => {
    const printed = new Printed({ value });
    for (const url of wrongUrls) {
      try {
        await use(url);
      } catch (error) {
        printed.take(error);
      }
    }
    expect(printed.taken).toBeGreaterThan(3);
    expect(printed.leaks()).toEqual([]);
  });
});

describe.each(['ca', 'cert', 'key'] as const)(
  'refuses %s of TLS options, and prints none of it,',
  (field) => {
    const { key } = secrets;
    const host = 'https://127.0.0.1:1';
    /** The value that a JavaScript caller passes, and what the message has about it. */
    const wrongSources: readonly [string, unknown, string][] = [
      ['as a string', key, 'got string'],
      ['as a list', [key], 'got object'],
      ['as an object without data and file', { pem: key }, 'got object'],
      ['as a symbol', Symbol(key), 'got symbol'],
      ['with data in a list', { data: [key] }, `data of ${field} of tls`],
      ['with data as bytes', { data: Buffer.from(key) }, `data of ${field} of tls`],
      ['with file in a list', { file: [key] }, `file of ${field} of tls`],
      ['with PEM as the path', { file: key }, `file of ${field} of tls`],
    ];
    const untyped = (tls: unknown): never => tls as never;

    test.each(wrongSources)('%s', async (_how, source, part) => {
      const tls = untyped({ [field]: source });
      const pair = untyped({ cert: serverPair.cert, key: serverPair.key, [field]: source });
      const calls: readonly (() => unknown)[] = [
        () => new RestClient({ host, tls }),
        () => new Clientset({ host, tls }),
        () => new UndiciTransport({ tls }),
        () => FaultProxy.start({ target: { host, tls } }),
      ];
      const printed = new Printed(secrets);
      for (const call of calls) {
        const error = await failureOf(call);
        printed.take(error);
        expect(error).toMatchObject({ code: 'ERR_OPTION', message: expect.stringContaining(part) as string });
        expect(error).toMatchObject({ message: expect.stringContaining(`${field} of tls of`) as string });
      }
      // These take texts, not sources.
      if (typeof source !== 'string') {
        for (const call of [
          () => ApiServer.start({ tls: pair }),
          ...(field === 'ca' ? [] : [() => FaultProxy.start({ target: { host }, tls: pair })]),
          ...(field === 'ca'
            ? []
            : [() => new RestClient({ host, credentials: { clientCertificate: pair } })]),
        ]) {
          const error = await failureOf(call);
          printed.take(error);
          expect(error).toMatchObject({
            code: 'ERR_OPTION',
            message: expect.stringContaining(field) as string,
          });
        }
      }
      expect(printed.leaks()).toEqual([]);
    });
  },
);

test.each([
  ['a string', secrets.key],
  ['a list', [secrets.key]],
])('refuses tls as %s, and prints none of it', async (_how, value) => {
  const tls = value as never;
  const host = 'https://127.0.0.1:1';
  const printed = new Printed(secrets);
  for (const call of [
    () => new RestClient({ host, tls }),
    () => new UndiciTransport({ tls }),
    () => ApiServer.start({ tls }),
    () => FaultProxy.start({ target: { host }, tls }),
    () => FaultProxy.start({ target: { host, tls } }),
  ]) {
    const error = await failureOf(call);
    printed.take(error);
    expect(error).toMatchObject({ code: 'ERR_OPTION', message: expect.stringContaining('tls of') as string });
  }
  expect(printed.leaks()).toEqual([]);
});

test('prints no secret of an identity provider that refuses and repeats the request', async () => {
  for (const status of [400, 401, 500, 200, 302]) {
    const printed = new Printed(secrets);
    const repeats: HttpFetch = ({ method, body = '', headers = {} }) =>
      Promise.resolve(
        method === 'GET'
          ? {
              status: 200,
              body: JSON.stringify({
                token_endpoint: `https://me:${encodeURIComponent(secrets['client secret'])}@idp/token`,
              }),
            }
          : { status, body: JSON.stringify({ error: body, error_description: body, headers }) },
      );
    const oidc = ways.find(({ what }) => what === 'OIDC')?.user ?? {};
    const config = await loadConfig({
      kubeconfig: '/k',
      env: {},
      logger: printed.logger,
      fetch: repeats,
      readFile: memoryFiles({
        '/k': kubeconfigText({ user: oidc, cluster: { server: 'https://127.0.0.1:1' } }),
      }),
    });
    await wholeScene(config, printed);
    expect(printed.text).toContain('ERR_OIDC_REFRESH');
    expect(printed.leaks()).toEqual([]);
  }
});

test('prints no secret of an invalid kubeconfig', async () => {
  const printed = new Printed(secrets);
  const { cert } = await pemFixtures();
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const users: object[] = [
    { token: `${secrets.token}\nmore` },
    { token: secrets.token, username: 'me', password: secrets.password },
    { 'client-key-data': base64(secrets.key), 'client-certificate-data': base64(cert) },
    { 'client-key-data': secrets.key },
    { password: [secrets.password] },
    { exec: { command: 'nowhere', args: [secrets.token], env: [{ name: '', value: secrets.password }] } },
    { 'auth-provider': { name: 'gcp', config: { 'access-token': secrets.token } } },
    { 'auth-provider': { name: 'oidc', config: { 'refresh-token': secrets['refresh token'] } } },
    {
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: '/nowhere',
        args: [secrets.token],
        interactiveMode: 'Never',
        installHint: 'get it',
      },
    },
  ];
  for (const user of users) {
    const text = kubeconfigText({ user });
    for (const broken of [text, text.slice(0, -2), `${text}}`, text.replaceAll(':', ': - ')]) {
      await loadConfig({
        kubeconfig: '/k',
        env: {},
        logger: printed.logger,
        readFile: memoryFiles({ '/k': broken }),
      }).then(
        async (config) => {
          printed.take(config);
          printed.take(await config.provider?.credentials({}).catch((error: unknown) => error));
        },
        (error: unknown) => printed.take(error),
      );
    }
  }
  expect(printed.taken).toBeGreaterThanOrEqual(users.length * 4);
  expect(printed.leaks()).toEqual([]);
});

test('test servers print neither their token nor their objects', async () => {
  const printed = new Printed(secrets);
  await using server = await ApiServer.start({
    token: secrets.token,
    tls: { ...serverPair, ca },
    logger: printed.logger,
  });
  await server.create(coreV1.secrets, {
    metadata: { name: 'a', namespace: 'default' },
    data: { password: data },
  });
  await using proxy = await FaultProxy.start({
    target: {
      host: server.url,
      tls: { ca: { data: ca } },
      credentials: { authorization: bearer(secrets.token) },
    },
  });
  await using clientset = new Clientset(proxy.config, { logger: printed.logger });
  const { items } = await clientset.coreV1().secrets('default').list();
  expect(items).toHaveLength(1);
  for (const value of [server, server.requests, proxy, proxy.config, proxy.requests, clientset])
    printed.take(value);
  expect(printed.leaks()).toEqual([]);
});

test('the command shows Secrets without their data, with --events and --debug too', async () => {
  const printed = new Printed(secrets);
  await using cluster = await TestCluster.start({ token: secrets.token, tls: { ...serverPair, ca } });
  await cluster.server.create(coreV1.secrets, {
    metadata: { name: 'a', namespace: 'default' },
    data: { password: data },
  });
  const command = cluster.command(['watch', 'secrets', '--events', '--debug']);
  await command.out.until(/a +Opaque/);
  await cluster.server.patch(coreV1.secrets, 'a', { data: { other: data } }, { namespace: 'default' });
  await command.out.until(/~ secret default\/a/);
  await cluster.server.delete(coreV1.secrets, 'a', { namespace: 'default' });
  await command.out.until(/- secret default\/a/);
  await cluster.server.kill();
  await command.err.until('refused');
  command.interrupt();
  await command.exitCode;
  printed.take(command.out.text);
  printed.take(command.err.text);
  expect(printed.leaks()).toEqual([]);
});
