import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { Api, at, shown, text } from '../../../../../test/contract/http.js';
import type { Json } from '../../../../../test/contract/http.js';
import { reviewOf, send, WebhookServer } from '../../../../../test/contract/webhook-server.js';
import { NotConvertedError, withConversions } from './undecodable-error.js';
import { ApiServer } from '../api-server.js';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = 'conversion.example.com';
const name = `boxes.${group}`;

function version(name: string, field: string, storage: boolean): object {
  const spec = { type: 'object', properties: { [field]: { type: 'string' } } };
  const selectableFields = [{ jsonPath: `.spec.${field}` }];
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return { name, served: true, storage, selectableFields, schema };
}

const definition = {
  metadata: { name },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'boxes', kind: 'Box' },
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/' } },
    },
    versions: [version('v1', 'size', true), version('v2', 'dimensions', false)],
  },
};

function path(version: string, namespace = 'default'): string {
  return `/apis/${group}/${version}/namespaces/${namespace}/boxes`;
}

function box(version: string, name: string): object {
  return { apiVersion: `${group}/${version}`, kind: 'Box', metadata: { name }, spec: { size: 'XL' } };
}

const failed = `conversion webhook for ${group}/v1, Kind=Box failed: Post "https://127.0.0.1:1/?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused`;

async function start(): Promise<{ readonly api: Api; readonly stop: () => Promise<void> }> {
  const server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const created = await api.post(definitions, definition);
  expect([created.status, created.headers['warning']]).toEqual([201, undefined]);
  return { api, stop: () => server.stop() };
}

test.each([
  ['resourceVersion=0', 'that exist'],
  ['resourceVersion=SINCE', 'that were created since'],
  ['resourceVersion=0&fieldSelector=spec.dimensions%3Dx', 'whose fields are selected'],
])(
  'a watch with %s ends with an error at objects %s, if the webhook does not convert them',
  async (query) => {
    const { api, stop } = await start();
    const since = text((await api.get(path('v1'))).json, 'metadata.resourceVersion');
    await api.post(path('v1'), box('v1', 'one'));
    const watch = await api.watch(`${path('v2')}?watch=true&${query.replace('SINCE', since)}`);
    expect(await watch.rest()).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 500, message: expect.stringContaining(failed) } },
    ]);
    await stop();
  },
);

test('a write ends open watches in other versions, and no others', async () => {
  const { api, stop } = await start();
  const other = await api.watch(`${path('v2')}?watch=true&resourceVersion=0`);
  const same = await api.watch(`${path('v1')}?watch=true&resourceVersion=0`);
  expect((await api.post(path('v1'), box('v1', 'one'))).status).toBe(201);
  expect(await other.rest()).toMatchObject([
    { type: 'ERROR', object: { message: expect.stringContaining(failed) } },
  ]);
  expect((await api.delete(`${path('v1')}/one`)).status).toBe(200);
  expect((await same.take(2)).map(shown)).toEqual(['ADDED one', 'DELETED one']);
  same.close();
  await stop();
});

test('a namespace and a definition can be deleted with objects that only a webhook converts', async () => {
  const { api, stop } = await start();
  const namespace = await api.post('/api/v1/namespaces', { metadata: { name: 'leaving' } });
  await api.post(path('v1', 'leaving'), box('v1', 'one'));
  await api.post(path('v1'), box('v1', 'two'));
  const since = text(namespace.json, 'metadata.resourceVersion');
  const namespaces = await api.watch(`/api/v1/namespaces?watch=true&resourceVersion=${since}`);
  await api.delete('/api/v1/namespaces/leaving');
  let last = '';
  while (last !== 'DELETED leaving') last = shown(await namespaces.next());
  namespaces.close();

  const watch = await api.watch(`${definitions}?watch=true&resourceVersion=0`);
  await api.delete(`${definitions}/${name}`);
  while (last !== `DELETED ${name}`) last = shown(await watch.next());
  watch.close();
  expect((await api.get(path('v1'))).status).toBe(404);
  await stop();
});

test('a definition with a column that cannot be followed is answered with a warning', async () => {
  await using server = await ApiServer.start();
  const columns = ['.spec.size', '.spec.parts[?(@.a==@.b)].name'].map((jsonPath) => ({
    name: jsonPath,
    type: 'string',
    jsonPath,
  }));
  const created = await new Api({ baseUrl: server.url }).post(definitions, {
    metadata: { name },
    spec: {
      ...definition.spec,
      conversion: { strategy: 'None' },
      versions: [{ ...version('v1', 'size', true), additionalPrinterColumns: columns }],
    },
  });
  expect([created.status, created.headers['warning']]).toEqual([
    201,
    '299 - "additionalPrinterColumns: the embedded API server cannot follow .spec.parts[?(@.a==@.b)].name: the column is empty"',
  ]);
});

test('stopping the server ends the calls of conversion webhooks', async () => {
  const hook = new WebhookServer();
  await hook.listen();
  let silent = true;
  const calls = new EventEmitter();
  const [asked, gone] = [once(calls, 'asked'), once(calls, 'gone')];
  const { clientConfig } = hook.add((request) => (response, review) => {
    if (silent) {
      response.once('close', () => calls.emit('gone'));
      calls.emit('asked');
      return;
    }
    const convertedObjects = [{ ...(at(request, 'objects.0') as Json), apiVersion: `${group}/v2` }];
    send(response, 200, reviewOf(review, { result: { status: 'Success' }, convertedObjects }));
  });
  const server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
  await api.post(definitions, { ...definition, spec: { ...definition.spec, conversion } });
  await api.post(path('v1'), box('v1', 'one'));
  const read = expect(api.get(`${path('v2')}/one`)).rejects.toThrow();
  await asked;
  await server.stop();
  await gone;
  await read;
  silent = false;
  await server.start();
  expect((await api.get(`${path('v2')}/one`)).status).toBe(200);
  await server.stop();
  await hook.close();
});

test('what was converted for a write is dropped at its end', async () => {
  const kept = new Set<string>();
  const part = (key: string): void => {
    if (kept.has(key)) return;
    const convert = async (): Promise<void> => void kept.add(key);
    throw new NotConvertedError('', 0, convert, () => kept.delete(key));
  };
  await withConversions(() => ['a', 'b'].forEach(part));
  expect(kept.size).toBe(0);
  const failed = withConversions(() => {
    part('c');
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(kept.size).toBe(0);
});

test('a scale is refused as its object is, if the webhook does not convert it', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const replicas = { type: 'object', properties: { replicas: { type: 'integer' } } };
  const versions = ['v1', 'v2'].map((each) => ({
    name: each,
    served: true,
    storage: each === 'v1',
    subresources: { scale },
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: replicas, status: replicas } } },
  }));
  const created = await api.post(definitions, { ...definition, spec: { ...definition.spec, versions } });
  expect([created.status, created.json['message']]).toEqual([201, undefined]);
  const object = { ...box('v1', 'one'), spec: { replicas: 2 } };
  expect((await api.post(path('v1'), object)).status).toBe(201);
  expect((await api.get(`${path('v1')}/one/scale`)).json).toMatchObject({ spec: { replicas: 2 } });
  const refused = await api.get(`${path('v2')}/one/scale`);
  expect([refused.status, refused.json['message']]).toEqual([500, expect.stringContaining(failed)]);
});
