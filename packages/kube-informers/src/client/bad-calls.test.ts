// Calls that only JavaScript can make: each fails with the error in its title before any request is sent.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreV1 } from '../resources/index.js';
import { UndiciTransport } from '../rest/undici-transport.js';
import { ConfigError } from '../util/errors.js';
import { Clientset, DynamicClient } from './clientset.js';
import { Discovery } from './discovery.js';
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
const discovery = () => new Discovery(server.rest);
/** The methods informers call, on every client and on its class. */
const clients = [Clientset, DynamicClient, MetadataClient] as const;

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
  ])('%s', (said, call, code = 'ERR_OPTION') => expectRefused(call, code, said));
});

describe('values that the server or JSON would misinterpret', () => {
  test.each<[string, () => unknown]>([
    [
      'labelSelector must be a string such as "app=web", got null',
      () => pods().list({ labelSelector: wrong(null) }),
    ],
    [
      'labelSelector must be a string such as "app=web", got object',
      () => pods().watch({ labelSelector: wrong({ app: 'web' }) }),
    ],
    ['create scale of pods "a" takes an object, got null', () => scale().create('a', wrong(null))],
    ['update scale of pods "a" takes an object, got an array', () => scale().update('a', wrong([]))],
  ])('%s', (said, call) => expectRefused(call, 'ERR_OPTION', said));
});

describe('a transport request', () => {
  test.each<[string, object]>([
    [
      'url of a transport request must begin with http:// or https://, got (20 characters, not shown)',
      { url: 'user:s3cr3t@host/api' },
    ],
    [
      'url of a transport request must begin with http:// or https://, got "ftp://host"',
      { url: 'ftp://host/' },
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
