import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Api, at, text } from '../contract/http.js';
import { reviewOf, send, WebhookServer } from '../contract/webhook-server.js';
import type { WebhookAnswer } from '../contract/webhook-server.js';

// What a webhook may do to the embedded server that asks it.

const hooks = new WebhookServer();
const maps = '/api/v1/namespaces/default/configmaps';
const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

beforeAll(() => hooks.listen());
afterAll(() => hooks.close());

function configuration(clientConfig: object, timeoutSeconds = 10): object {
  return {
    metadata: { name: 'hostile' },
    webhooks: [
      {
        name: 'hostile.example.com',
        clientConfig,
        timeoutSeconds,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      },
    ],
  };
}

/** Answers with bytes until the server has had enough. */
function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(1 << 20, 0x20);
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = (): void => {
    if (!response.destroyed) response.write(piece, write);
  };
  write();
}

const deep = '['.repeat(100_000);
const allow = { allowed: true };
const failures: readonly (readonly [string, WebhookAnswer, string, number])[] = [
  ['never answers', () => undefined, 'context deadline exceeded', 1],
  [
    'begins an answer and never ends it',
    (response) => void response.writeHead(200).write('{'),
    'context deadline exceeded',
    1,
  ],
  ['answers without end', endless, 'the answer is larger than 16777216 bytes', 10],
  ['closes the connection', (response) => void response.destroy(), 'EOF', 10],
  [
    'switches to another protocol',
    (response) => void response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    '0-length response with status code: 101 and content type: ',
    1,
  ],
  ['answers with garbage', (response) => send(response, 200, '\u0000{}'), "couldn't get version/kind", 10],
  [
    'answers with deep lists',
    (response) => send(response, 200, `{"response":${deep}`),
    "couldn't get version/kind",
    10,
  ],
  [
    'answers with deep objects',
    (response) => send(response, 200, `{"response":${'{"a":'.repeat(5000)}0${'}'.repeat(5001)}`),
    'exceeded max depth',
    10,
  ],
  [
    'sends headers without end',
    (response) => send(response, 200, '{}', 'x'.repeat(1 << 20)),
    'Header overflow',
    10,
  ],
  [
    'answers for another request',
    (response, review) => send(response, 200, { ...reviewOf(review, { ...allow, uid: '' }) }),
    'expected response.uid',
    10,
  ],
  [
    'answers with __proto__',
    (response) => send(response, 200, '{"__proto__":{"response":{"allowed":true}}}'),
    'webhook response was absent',
    10,
  ],
];

test.each(failures)(
  'a webhook that %s fails the request, and the server goes on',
  async (_what, answer, why, timeoutSeconds) => {
    await using server = await ApiServer.start();
    const api = new Api({ baseUrl: server.url });
    const hook = hooks.add(() => answer);
    expect((await api.post(configurations, configuration(hook.clientConfig, timeoutSeconds))).status).toBe(
      201,
    );
    const refused = await api.post(maps, { metadata: { name: 'a' } });
    expect([refused.status, refused.json['message']]).toEqual([500, expect.stringContaining(why)]);
    expect((await api.delete(`${configurations}/hostile`)).status).toBe(200);
    expect((await api.post(maps, { metadata: { name: 'a' } })).status).toBe(201);
  },
);

test('redirects of a webhook are not followed', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const target = hooks.add(() => allow);
  const hook = hooks.add(
    () => (response) =>
      void response.writeHead(307, { location: target.clientConfig.url, connection: 'close' }).end(),
  );
  await api.post(configurations, configuration(hook.clientConfig));
  const refused = await api.post(maps, { metadata: { name: 'a' } });
  expect(refused.json['message']).toContain('the server responded with the status code 307');
  expect(target.reviews).toEqual([]);
});

test.each([
  ['a large code', { code: 1e9, message: 'm' }, 400],
  ['a code that is a text', { code: '200', message: 'm' }, 400],
  ['no text', { message: { a: 1 }, details: [] }, 400],
  ['control characters', { message: 'a\r\nSet-Cookie: b' }, 400],
])('a refusal with %s is a Status', async (_what, status, code) => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const hook = hooks.add(() => ({ allowed: false, status, warnings: ['a\r\nSet-Cookie: b', 7] }));
  await api.post(configurations, configuration(hook.clientConfig));
  const refused = await api.post(maps, { metadata: { name: 'a' } });
  expect([refused.status, refused.json['kind']]).toEqual([code, 'Status']);
  expect(refused.headers).not.toHaveProperty('set-cookie');
});

test('an http:// URL needs the option, and a loopback address', async () => {
  const plain = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => void (text += part));
    request.on('end', () => send(response, 200, reviewOf(JSON.parse(text) as never, { allowed: false })));
  });
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const url = (host: string): object => ({ url: `http://${host}:${(plain.address() as AddressInfo).port}/` });
  await using strict = await ApiServer.start();
  await using server = await ApiServer.start({ httpWebhooks: true });
  const post = async (to: ApiServer, host: string): Promise<number> =>
    (await new Api({ baseUrl: to.url }).post(configurations, configuration(url(host)))).status;
  expect(await post(strict, '127.0.0.1')).toBe(422);
  expect(await post(server, 'example.com')).toBe(422);
  expect(await post(server, '127.0.0.1')).toBe(201);
  expect(
    (await new Api({ baseUrl: server.url }).post(maps, { metadata: { name: 'a' } })).json['message'],
  ).toBe('admission webhook "hostile.example.com" denied the request without explanation');
  plain.close();
});

test('a service is resolved by the test, and its certificate must be for the service', async () => {
  await using server = await ApiServer.start({
    resolveService: ({ namespace, name, port }) =>
      `${namespace}/${name}:${port}` === 'hooks/one:443' ? `127.0.0.1:${hooks.port}` : undefined,
  });
  const api = new Api({ baseUrl: server.url });
  const { caBundle } = hooks.add(() => allow).clientConfig;
  const service = { namespace: 'hooks', name: 'one', path: '/x' };
  await api.post(configurations, configuration({ service, caBundle }));
  expect((await api.post(maps, { metadata: { name: 'a' } })).json['message']).toContain(
    'Post "https://one.hooks.svc:443/x?timeout=10s": tls: failed to verify certificate: x509: certificate is valid for localhost, api.example.com, 127.0.0.1, ',
  );
});

test.each([
  ['answers without end', endless, 'the answer is larger than 16777216 bytes'],
  [
    'answers with garbage',
    (response: ServerResponse) => send(response, 200, '\u0000'),
    "couldn't get version/kind",
  ],
  ['closes the connection', (response: ServerResponse) => void response.destroy(), 'EOF'],
])('a conversion webhook that %s fails what needs it, and nothing else', async (_what, answer, why) => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const { clientConfig } = hooks.add(() => answer);
  const schema = { openAPIV3Schema: { type: 'object' } };
  await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'boxes', kind: 'Box' },
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
      versions: [
        { name: 'v1', served: true, storage: true, schema },
        { name: 'v2', served: true, storage: false, schema },
      ],
    },
  });
  const box = { apiVersion: 'example.com/v1', kind: 'Box', metadata: { name: 'a' } };
  expect((await api.post('/apis/example.com/v1/boxes', box)).status).toBe(201);
  for (const path of ['/apis/example.com/v2/boxes', '/apis/example.com/v2/boxes/a']) {
    const failed = await api.get(path);
    expect([failed.status, failed.json['message']]).toEqual([500, expect.stringContaining(why)]);
  }
  expect((await api.get('/apis/example.com/v1/boxes')).status).toBe(200);
});

test('what a conversion webhook did not convert for managed fields is asked again', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  let works = true;
  const { clientConfig } = hooks.add(() => (response, review) => {
    const apiVersion = text(review, 'request.desiredAPIVersion');
    const objects = at(review, 'request.objects') as readonly object[];
    const result = works ? { status: 'Success' } : { status: 'Failed', message: 'not now' };
    const convertedObjects = works ? objects.map((object) => ({ ...object, apiVersion })) : [];
    send(response, 200, reviewOf(review, { result, convertedObjects }));
  });
  const property = { type: 'string' };
  const spec = { type: 'object', properties: { a: property, b: property } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'crates.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'crates', kind: 'Crate' },
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
      versions: [
        { name: 'v1', served: true, storage: true, schema },
        { name: 'v2', served: true, storage: false, schema },
      ],
    },
  });
  const apply = (version: string, manager: string, fields: object) =>
    api.patch(`/apis/example.com/${version}/crates/one?fieldManager=${manager}`, 'apply', {
      apiVersion: `example.com/${version}`,
      kind: 'Crate',
      metadata: { name: 'one' },
      spec: fields,
    });
  expect((await apply('v1', 'first', { a: 'x' })).status).toBe(201);
  expect((await api.get('/apis/example.com/v2/crates/one')).status).toBe(200);
  works = false;
  const failed = await apply('v2', 'second', { b: 'y' });
  expect([failed.status, failed.json['message']]).toEqual([500, expect.stringContaining('not now')]);
  works = true;
  const applied = await apply('v2', 'second', { b: 'y' });
  expect([applied.status, applied.json['message']]).toEqual([200, undefined]);
});

test('an object that is removed while webhooks are asked does not fail the deletion of all', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  for (const name of ['a', 'b']) await api.post(maps, { metadata: { name } });
  let asked = 0;
  const hook = hooks.add(async (request) => {
    if (asked++ === 0) await api.delete(`${maps}/${text(request, 'name')}`);
    return allow;
  });
  await api.post(configurations, configuration(hook.clientConfig));
  expect((await api.delete(maps)).status).toBe(200);
  expect((await api.get(maps)).json['items']).toEqual([]);
});
