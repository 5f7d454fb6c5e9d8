// Calls that only JavaScript can make: each fails with the error in its title before any request is sent.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreV1 } from '../resources/index.js';
import { RestClient } from '../rest/rest-client.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import { ConfigError } from '../util/errors.js';
import { Clientset, DynamicClient } from './clientset.js';
import { Discovery, findResource } from './discovery.js';
import { MetadataClient } from './metadata-client.js';
import { ResourceClient } from './resource-client.js';
import { wire } from './wire.test-support.js';
import type { Wire } from './wire.test-support.js';

/** Passes a value that the types reject. */
const wrong = (value: unknown): never => value as never;

let server: Wire;

let transport: UndiciTransport;

beforeEach(async () => {
  server = await wire();
  transport = new UndiciTransport();
});

afterEach(async () => {
  await transport.close();
  await server[Symbol.asyncDispose]();
});

const pods = () => new Clientset(server.rest).coreV1().pods('default');
const scale = () => pods().subresource('scale');
const metadata = () => new MetadataClient(server.rest).resource(coreV1.pods, 'default');
const discovery = () => new Discovery(server.rest);
/** The methods informers call, on every client and on its class. */
const clients = [Clientset, DynamicClient, MetadataClient] as const;
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } as const;

/** Expects a ConfigError with this code and these words, and no request to the server. */
async function expectRefused(call: () => unknown, code: string, ...words: readonly string[]): Promise<void> {
  const outcome = await Promise.resolve()
    .then(call)
    .then(
      () => 'the call succeeded',
      (error: unknown) => error,
    );
  expect(outcome).toBeInstanceOf(ConfigError);
  expect(outcome).toMatchObject({ code });
  for (const word of words) expect((outcome as Error).message).toContain(word);
  expect(server.requests).toEqual([]);
}

type Call = (options: never) => unknown;

/** Every call that takes options, with its name in messages. */
const calls: readonly (readonly [said: string, call: Call])[] = [
  ['get pods', (options) => pods().get('a', options)],
  ['list pods', (options) => pods().list(options)],
  ['listAll pods', (options) => pods().listAll(options)],
  ['pages pods', (options) => pods().pages(options).next()],
  ['pages pods', (options) => pods().items(options).next()],
  ['watch pods', (options) => pods().watch(options)],
  ['create pods', (options) => pods().create(pod, options)],
  ['update pods', (options) => pods().update(pod, options)],
  ['update pods', (options) => pods().updateStatus(pod, options)],
  ['patch pods', (options) => pods().patch('a', {}, options)],
  ['apply pods', (options) => pods().apply(pod, options)],
  ['apply pods', (options) => pods().applyStatus(pod, options)],
  ['delete pods', (options) => pods().delete('a', options)],
  ['deletecollection pods', (options) => pods().deleteCollection(options)],
  ['the list of deletecollection pods', (options) => pods().deleteCollection({}, options)],
  ['get scale of pods "a"', (options) => scale().get('a', options)],
  ['create scale of pods "a"', (options) => scale().create('a', pod, options)],
  ['update scale of pods "a"', (options) => scale().update('a', pod, options)],
  ['patch scale of pods "a"', (options) => scale().patch('a', {}, options)],
  ['patch pods', (options) => metadata().patch('a', {}, options)],
  ['serverVersion', (options) => discovery().serverVersion(options)],
  ['a discovery call', (options) => discovery().serverResources(options)],
  ['a discovery call', (options) => discovery().groups(options)],
  ['a discovery call', (options) => discovery().resolve('pods', options)],
  ['a discovery call', (options) => discovery().resolveKind('v1', 'Pod', options)],
  ['a discovery call', (options) => discovery().resourcesOf('v1', options)],
  ['a request', (options) => server.rest.request(options)],
  ['a request', (options) => server.rest.raw(options)],
  ['a request', (options) => server.rest.list(options)],
  ['a request', (options) => server.rest.watch(options)],
  ...clients.flatMap((Client): [string, Call][] => [
    ['list pods', (options) => new Client(server.rest).list(coreV1.pods, '', options)],
    ['watch pods', (options) => new Client(server.rest).watch(coreV1.pods, '', options)],
    ['the call of list pods', (call) => new Client(server.rest).list(coreV1.pods, '', {}, call)],
    ['the call of watch pods', (call) => new Client(server.rest).watch(coreV1.pods, '', {}, call)],
  ]),
  ['a transport request', (request) => transport.send(request)],
];

describe.each(calls)('%s', (said, call) => {
  test.each([
    ['null', null, 'null'],
    ['a number', 5, '5'],
    ['a string', 'now', '"now"'],
    ['a signal', new AbortController().signal, 'an AbortSignal: write { signal }'],
  ])('options that are %s', async (_what, options, got) => {
    await expectRefused(
      () => call(wrong(options)),
      'ERR_OPTION',
      `options of ${said} must be an object, got ${got}`,
    );
  });

  // These have no signal.
  if (said.startsWith('the list of')) return;

  test.each([
    ['null', null, 'null'],
    ['a string', 'now', 'string'],
    ['a controller', new AbortController(), 'an AbortController: write controller.signal'],
  ])('a signal that is %s', async (_what, signal, got) => {
    await expectRefused(
      () => call(wrong({ signal })),
      'ERR_OPTION',
      `signal of ${said.replace('the call of ', '')} must be an AbortSignal, got ${got}`,
    );
  });
});

describe('missing arguments', () => {
  test.each<[string, () => unknown, string?]>([
    [
      "patch pods needs options with the type of the patch, such as { type: 'merge' }, got undefined",
      () => pods().patch('a', {}, wrong(undefined)),
    ],
    [
      'options of patch scale of pods "a" must be an object, got undefined',
      () => scale().patch('a', {}, wrong(undefined)),
    ],
    [
      'type of a patch must be one of json, merge, strategic, apply, got undefined',
      () => pods().patch('a', {}, wrong({})),
      'ERR_PATCH',
    ],
    [
      "apply pods needs options with a field manager, such as { fieldManager: 'my-controller' }, got undefined",
      () => pods().apply(wrong({ metadata: { name: 'a', managedFields: [{}] } }), wrong(undefined)),
    ],
    ['options of a request must be an object, got undefined', () => server.rest.request(wrong(undefined))],
    ['path of a request must be a string, got undefined', () => server.rest.list(wrong({}))],
    [
      'method of a request must be a string, got undefined',
      () => server.rest.request(wrong({ path: '/api' })),
    ],
  ])('%s', (said, call, code = 'ERR_OPTION') => expectRefused(call, code, said));
});

describe('arguments of the wrong type', () => {
  test.each<[string, () => unknown, string?]>([
    ['path of a request must be a string, got object', () => server.rest.watch(wrong({ path: ['api'] }))],
    [
      'subresource must be a string, got number',
      () => pods().patch('a', {}, wrong({ type: 'merge', subresource: 5 })),
    ],
    ['subresource of pods must be a string, got null', () => pods().subresource(wrong(null))],
    ['name of a resource must be a string, got number', () => discovery().resolve(wrong(5))],
    ['kind must be a string, got undefined', () => discovery().resolveKind('v1', wrong(undefined))],
    [
      'rest of a ResourceClient must have the methods request, list, watch, got object without list, watch',
      () => new ResourceClient(wrong({ request() {} }), coreV1.pods),
    ],
    ['rest of a Discovery must have the methods request', () => new Discovery(wrong(undefined))],
    [
      'options of a ResourceClient must be an object, got "default"',
      () => new ResourceClient(server.rest, coreV1.pods, wrong('default')),
    ],
    ['name of a resource must be a string, got null', () => findResource([coreV1.pods], wrong(null))],
    ['options of an UndiciTransport must be an object, got 7', () => new UndiciTransport(wrong(7))],
    [
      'tls of an UndiciTransport must be an object, got null',
      () => new UndiciTransport(wrong({ tls: null })),
    ],
    [
      'proxyUrl of an UndiciTransport must be a URL, "" or { url }, got number',
      () => new UndiciTransport(wrong({ proxyUrl: 3128 })),
      'ERR_PROXY_URL',
    ],
    [
      'tls of a RestConfig must be an object, got null',
      () => new RestClient(wrong({ host: server.host, tls: null })),
    ],
    [
      'credentials of a RestConfig must be an object, got string',
      () => new RestClient(wrong({ host: server.host, credentials: 'Bearer of-secrets' })),
    ],
    [
      'impersonate of a RestConfig must be an object, got string',
      () => new RestClient(wrong({ host: server.host, impersonate: 'jane' })),
    ],
    [
      'provider of a RestConfig must have the methods credentials, invalidate, got object without invalidate',
      () => new RestClient(wrong({ host: server.host, provider: { credentials() {} } })),
    ],
    [
      'proxyUrl of a RestConfig must be a URL, "" or { url }, got null',
      () => new RestClient(wrong({ host: server.host, proxyUrl: null })),
      'ERR_PROXY_URL',
    ],
    [
      'options of a RestClient must be an object, got null',
      () => new RestClient({ host: server.host }, wrong(null)),
    ],
  ])('%s', (said, call, code = 'ERR_OPTION') => expectRefused(call, code, said));
});

describe('values that the server or JSON would misinterpret', () => {
  test.each<[string, () => unknown]>([
    [
      'dryRun of create pods must be true or false, got "All"',
      () => pods().create(pod, { dryRun: wrong('All') }),
    ],
    [
      'dryRun of delete pods must be true or false, got object',
      () => pods().delete('a', { dryRun: wrong(['All']) }),
    ],
    [
      'dryRun of update scale of pods "a" must be true or false, got number',
      () => scale().update('a', pod, { dryRun: wrong(1) }),
    ],
    [
      'force of apply pods must be true or false, got "true"',
      () => pods().apply(pod, { fieldManager: 'me', force: wrong('true') }),
    ],
    [
      'preconditions of delete pods must be an object, got null',
      () => pods().delete('a', { preconditions: wrong(null) }),
    ],
    [
      'gracePeriodSeconds of deletecollection pods must be a whole number, got NaN',
      () => pods().deleteCollection({ gracePeriodSeconds: NaN }),
    ],
    [
      'labelSelector must be a string, a number or a boolean, got null',
      () => pods().list({ labelSelector: wrong(null) }),
    ],
    [
      'labelSelector must be a string, a number or a boolean, got object',
      () => pods().watch({ labelSelector: wrong({ app: 'web' }) }),
    ],
    [
      'resourceVersion must be a string, a number or a boolean, got symbol',
      () => pods().get('a', { resourceVersion: wrong(Symbol('5')) }),
    ],
    [
      'maxRetries of a request must be a whole number of 0 or more, got 1.5',
      () => pods().list({ maxRetries: 1.5 }),
    ],
    [
      'maxRetries of a request must be a whole number of 0 or more, got -1',
      () => pods().watch({ maxRetries: -1 }),
    ],
    [
      'format of a request must have the methods itemsReader, watchDecoder, got object without watchDecoder',
      () => pods().list({ format: wrong({ itemsReader() {} }) }),
    ],
    ['create scale of pods "a" takes an object, got null', () => scale().create('a', wrong(null))],
    ['update scale of pods "a" takes an object, got an array', () => scale().update('a', wrong([]))],
    [
      'query of a request must be an object, got string',
      () => server.rest.list({ path: '/api', query: wrong('limit=5') }),
    ],
    [
      'headers of a request must be an object, got null',
      () => server.rest.watch({ path: '/api', headers: wrong(null) }),
    ],
    [
      'body of a request must be an object or a string, got null',
      () => server.rest.request({ method: 'POST', path: '/api', body: wrong(null) }),
    ],
    [
      'maxBodyBytes of a request must be a number of 0 or more, got NaN',
      () => server.rest.raw({ method: 'GET', path: '/api', maxBodyBytes: NaN }),
    ],
    ...clients.map((Client): [string, () => unknown] => [
      'options of a client must be an object, got null',
      () => new Client(server.rest, wrong(null)),
    ]),
  ])('%s', (said, call) => expectRefused(call, 'ERR_OPTION', said));
});

describe('a transport request', () => {
  test.each<[string, object]>([
    ['method of a transport request must be a string, got undefined', { method: undefined }],
    ['url of a transport request must be a string, got undefined', { url: undefined }],
    [
      'url of a transport request must begin with http:// or https://, got (20 characters, not shown)',
      { url: 'user:s3cr3t@host/api' },
    ],
    [
      'url of a transport request must begin with http:// or https://, got "ftp://host"',
      { url: 'ftp://host/' },
    ],
    ['headers of a transport request must be an object, got null', { headers: null }],
    ['body of a transport request must be a string or a Uint8Array, got object', { body: {} }],
    ['body of a transport request must be a string or a Uint8Array, got null', { body: null }],
    [
      'headersTimeoutMs of a transport request must be a number of 0 or more, got "5"',
      { headersTimeoutMs: '5' },
    ],
    ['bodyTimeoutMs of a transport request must be a number of 0 or more, got -1', { bodyTimeoutMs: -1 }],
    [
      'clientCertificate of a transport request must have the strings cert, key, got string without cert, key',
      { clientCertificate: '/etc/cert.pem' },
    ],
  ])('%s', async (said, field) => {
    const request = { method: 'GET', url: `${server.host}/api`, headers: {}, ...field };
    await expectRefused(() => transport.send(wrong(request)), 'ERR_OPTION', said);
  });
});

test.each(clients)('a signal in the list options aborts the list', async (Client) => {
  const reason = new Error('enough');
  const options = { signal: AbortSignal.abort(reason) };
  await expect(new Client(server.rest).list(coreV1.pods, '', wrong(options))).rejects.toBe(reason);
  expect(server.requests).toEqual([]);
});

test('sends an apply of an object whose managedFields are null or absent', async () => {
  await pods().apply(wrong({ metadata: { name: 'a', managedFields: null } }), { fieldManager: 'me' });
  await pods().apply(wrong({ metadata: { name: 'a', managedFields: [] } }), { fieldManager: 'me' });
  expect(server.requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
});
