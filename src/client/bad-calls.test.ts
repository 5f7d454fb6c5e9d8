// Calls that only JavaScript can make: each fails with a descriptive error before any request is sent.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreV1 } from '../resources/index.js';
import { RestClient } from '../rest/rest-client.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import { ConfigError } from '../util/errors.js';
import { Clientset } from './clientset.js';
import { Discovery } from './discovery.js';
import { DynamicClient } from './dynamic-client.js';
import { MetadataClient } from './metadata-client.js';
import { findResource } from './resolve.js';
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

const pods = () => new ResourceClient(server.rest, coreV1.pods, { namespace: 'default' });
const scale = () => pods().subresource('scale');
const metadata = () => new MetadataClient(server.rest).resource(coreV1.pods).namespace('default');
const discovery = () => new Discovery(server.rest);
/** The methods informers call, on every client and on its class. */
const clients = [Clientset, DynamicClient, MetadataClient] as const;
const pod = { metadata: { name: 'a' } };

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
  test.each<[string, () => unknown, string, string]>([
    [
      'options of a patch',
      () => pods().patch('a', {}, wrong(undefined)),
      'ERR_OPTION',
      'options of patch pods must be an object, got undefined',
    ],
    [
      'options of a patch of a subresource',
      () => scale().patch('a', {}, wrong(undefined)),
      'ERR_OPTION',
      'options of patch scale of pods "a" must be an object, got undefined',
    ],
    [
      'the type of a patch',
      () => pods().patch('a', {}, wrong({})),
      'ERR_PATCH',
      'type of a patch must be one of json, merge, strategic, apply, got undefined',
    ],
    [
      'options of an apply',
      () => pods().apply({ metadata: { name: 'a', managedFields: [{}] } }, wrong(undefined)),
      'ERR_OPTION',
      'options of apply pods must be an object, got undefined',
    ],
    [
      'the request',
      () => server.rest.request(wrong(undefined)),
      'ERR_OPTION',
      'options of a request must be an object, got undefined',
    ],
    [
      'the path of a request',
      () => server.rest.list(wrong({})),
      'ERR_OPTION',
      'path of a request must be a string, got undefined',
    ],
    [
      'the method of a request',
      () => server.rest.request(wrong({ path: '/api' })),
      'ERR_OPTION',
      'method of a request must be a string, got undefined',
    ],
  ])('%s', (_what, call, code, said) => expectRefused(call, code, said));
});

describe('arguments of the wrong type', () => {
  test.each<[string, () => unknown, string, string]>([
    [
      'the path of a watch',
      () => server.rest.watch(wrong({ path: ['api'] })),
      'ERR_OPTION',
      'path of a request must be a string, got object',
    ],
    [
      'the subresource of a patch',
      () => pods().patch('a', {}, wrong({ type: 'merge', subresource: 5 })),
      'ERR_OPTION',
      'subresource must be a string, got number',
    ],
    [
      'a subresource',
      () => pods().subresource(wrong(null)),
      'ERR_OPTION',
      'subresource of pods must be a string, got null',
    ],
    [
      'a name to resolve',
      () => discovery().resolve(wrong(5)),
      'ERR_OPTION',
      'name of a resource must be a string, got number',
    ],
    [
      'a kind to resolve',
      () => discovery().resolveKind('v1', wrong(undefined)),
      'ERR_OPTION',
      'kind must be a string, got undefined',
    ],
    [
      'the RestClient of a ResourceClient',
      () => new ResourceClient(wrong({ request() {} }), coreV1.pods),
      'ERR_OPTION',
      'rest of a ResourceClient must have the methods request, list, watch, got object without list, watch',
    ],
    [
      'the RestClient of a Discovery',
      () => new Discovery(wrong(undefined)),
      'ERR_OPTION',
      'rest of a Discovery must have the methods request',
    ],
    [
      'the options of a ResourceClient',
      () => new ResourceClient(server.rest, coreV1.pods, wrong('default')),
      'ERR_OPTION',
      'options of a ResourceClient must be an object, got "default"',
    ],
    [
      'a name to find',
      () => findResource([coreV1.pods], wrong(null)),
      'ERR_OPTION',
      'name of a resource must be a string, got null',
    ],
    [
      'the options of a transport',
      () => new UndiciTransport(wrong(7)),
      'ERR_OPTION',
      'options of an UndiciTransport must be an object, got 7',
    ],
    [
      'the tls of a transport',
      () => new UndiciTransport(wrong({ tls: null })),
      'ERR_OPTION',
      'tls of an UndiciTransport must be an object, got null',
    ],
    [
      'the proxy of a transport',
      () => new UndiciTransport(wrong({ proxyUrl: 3128 })),
      'ERR_PROXY_URL',
      'proxyUrl must be a URL, "" or { url }, got number',
    ],
    [
      'the tls of a config',
      () => new RestClient(wrong({ host: server.host, tls: null })),
      'ERR_OPTION',
      'tls of a RestConfig must be an object, got null',
    ],
    [
      'the credentials of a config',
      () => new RestClient(wrong({ host: server.host, credentials: 'Bearer of-secrets' })),
      'ERR_OPTION',
      'credentials of a RestConfig must be an object, got string',
    ],
    [
      'the impersonated user',
      () => new RestClient(wrong({ host: server.host, impersonate: 'jane' })),
      'ERR_OPTION',
      'impersonate of a RestConfig must be an object, got string',
    ],
    [
      'the provider of a config',
      () => new RestClient(wrong({ host: server.host, provider: { credentials() {} } })),
      'ERR_OPTION',
      'provider of a RestConfig must have the methods credentials, invalidate, got object without invalidate',
    ],
    [
      'the proxy of a config',
      () => new RestClient(wrong({ host: server.host, proxyUrl: null })),
      'ERR_PROXY_URL',
      'proxyUrl must be a URL, "" or { url }, got null',
    ],
    [
      'the options of a RestClient',
      () => new RestClient({ host: server.host }, wrong(null)),
      'ERR_OPTION',
      'options of a RestClient must be an object, got null',
    ],
  ])('%s', (_what, call, code, said) => expectRefused(call, code, said));
});

describe('values that the server or JSON would misinterpret', () => {
  test.each<[string, () => unknown, string]>([
    [
      "a dry run in the API's notation",
      () => pods().create(pod, { dryRun: wrong('All') }),
      'dryRun must be true or false, got "All"',
    ],
    [
      'a dry run of a delete',
      () => pods().delete('a', { dryRun: wrong(['All']) }),
      'dryRun must be true or false, got ["All"]',
    ],
    [
      'a dry run of a subresource',
      () => scale().update('a', pod, { dryRun: wrong(1) }),
      'dryRun must be true or false, got 1',
    ],
    [
      'a forced apply',
      () => pods().apply(pod, { fieldManager: 'me', force: wrong('true') }),
      'force must be true or false, got "true"',
    ],
    [
      'no preconditions',
      () => pods().delete('a', { preconditions: wrong(null) }),
      'preconditions of a delete must be an object, got null',
    ],
    [
      'a grace period that is not a number',
      () => pods().deleteCollection({ gracePeriodSeconds: NaN }),
      'gracePeriodSeconds must be a whole number, got NaN',
    ],
    [
      'a selector that is null',
      () => pods().list({ labelSelector: wrong(null) }),
      'labelSelector must be a string, a number or a boolean, got null',
    ],
    [
      'a selector that is an object',
      () => pods().watch({ labelSelector: wrong({ app: 'web' }) }),
      'labelSelector must be a string, a number or a boolean, got object',
    ],
    [
      'a resourceVersion that is a symbol',
      () => pods().get('a', { resourceVersion: wrong(Symbol('5')) }),
      'resourceVersion must be a string, a number or a boolean, got symbol',
    ],
    [
      'a fractional number of retries',
      () => pods().list({ maxRetries: 1.5 }),
      'maxRetries must be a whole number of 0 or more, got 1.5',
    ],
    [
      'retries of a watch below 0',
      () => pods().watch({ maxRetries: -1 }),
      'maxRetries must be a whole number of 0 or more, got -1',
    ],
    [
      'an invalid format',
      () => pods().list({ format: wrong({ itemsReader() {} }) }),
      'format of a request must have the methods itemsReader, watchDecoder, got object without watchDecoder',
    ],
    [
      'the body of a new subresource',
      () => scale().create('a', wrong(null)),
      'create scale of pods "a" takes an object, got null',
    ],
    [
      'the body of a subresource',
      () => scale().update('a', wrong([])),
      'update scale of pods "a" takes an object, got an array',
    ],
    [
      'the query of a request',
      () => server.rest.list({ path: '/api', query: wrong('limit=5') }),
      'query of a request must be an object, got string',
    ],
    [
      'the headers of a request',
      () => server.rest.watch({ path: '/api', headers: wrong(null) }),
      'headers of a request must be an object, got null',
    ],
    [
      'a body of a request',
      () => server.rest.request({ method: 'POST', path: '/api', body: wrong(null) }),
      'body of a request must be an object or a string, got null',
    ],
    [
      'the response limit',
      () => server.rest.raw({ method: 'GET', path: '/api', maxBodyBytes: NaN }),
      'maxBodyBytes must be a number of 0 or more, got NaN',
    ],
    ...clients.map((Client): [string, () => unknown, string] => [
      `the options of a ${Client.name} with a RestClient`,
      () => new Client(server.rest, wrong(null)),
      'options of a client must be an object, got null',
    ]),
  ])('%s', (_what, call, said) => expectRefused(call, 'ERR_OPTION', said));
});

describe('a transport request', () => {
  test.each<[string, object, string]>([
    [
      'without a method',
      { method: undefined },
      'method of a transport request must be a string, got undefined',
    ],
    ['without a URL', { url: undefined }, 'url of a transport request must be a string, got undefined'],
    [
      'with an invalid URL',
      { url: 'user:s3cr3t@host/api' },
      'url of a transport request must begin with http:// or https://, got (20 characters, not shown)',
    ],
    [
      'with an unsupported URL',
      { url: 'ftp://host/' },
      'url of a transport request must begin with http:// or https://, got "ftp://host"',
    ],
    [
      'with headers that are null',
      { headers: null },
      'headers of a transport request must be an object, got null',
    ],
    [
      'with a body that is an object',
      { body: {} },
      'body of a transport request must be a string or a Uint8Array, got object',
    ],
    [
      'with a body that is null',
      { body: null },
      'body of a transport request must be a string or a Uint8Array, got null',
    ],
    [
      'with an invalid headers timeout',
      { headersTimeoutMs: '5' },
      'headersTimeoutMs must be a number of 0 or more, got 5',
    ],
    [
      'with an invalid body timeout',
      { bodyTimeoutMs: -1 },
      'bodyTimeoutMs must be a number of 0 or more, got -1',
    ],
    [
      'with a certificate that is a file name',
      { clientCertificate: '/etc/cert.pem' },
      'clientCertificate of a transport request must be an object, got string',
    ],
  ])('%s', async (_what, field, said) => {
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
  await pods().apply({ metadata: { name: 'a', managedFields: wrong(null) } }, { fieldManager: 'me' });
  await pods().apply({ metadata: { name: 'a', managedFields: [] } }, { fieldManager: 'me' });
  expect(server.requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
});
