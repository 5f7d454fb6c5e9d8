import { expect, test } from 'vitest';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ApplyConfiguration, Unstructured } from './call-options.js';
import { DynamicClient } from './clientset.js';
import type { ClientOf } from './subresource-calls.js';
import { json, wire } from './wire.test-support.js';

// The requests of client-go's dynamic/golden_test.go; query and body fields may be in a different order.

const flips = { group: 'flops', version: 'v1alpha1', resource: 'flips' };
const mips: Unstructured = { metadata: { name: 'mips' } };
type Flips = ClientOf<Unstructured>;

interface Golden {
  readonly name: string;
  readonly call: (client: Flips) => Promise<unknown>;
  readonly request: string;
  readonly contentType?: string;
  readonly body?: unknown;
}

const inMops = '/apis/flops/v1alpha1/namespaces/mops/flips';

const golden: readonly Golden[] = [
  {
    name: 'create',
    call: (client) =>
      client.subresource('fin').create('mips', { metadata: { name: 'mips' } }, { fieldValidation: 'Warn' }),
    request: `POST ${inMops}/mips/fin?fieldValidation=Warn`,
    contentType: 'application/json',
    body: { metadata: { name: 'mips' } },
  },
  {
    name: 'update',
    call: (client) =>
      client.subresource('fin').update('mips', { metadata: { name: 'mips' } }, { fieldValidation: 'Warn' }),
    request: `PUT ${inMops}/mips/fin?fieldValidation=Warn`,
    contentType: 'application/json',
    body: { metadata: { name: 'mips' } },
  },
  {
    name: 'updatestatus',
    call: (client) => client.updateStatus(mips, { fieldValidation: 'Warn' }),
    request: `PUT ${inMops}/mips/status?fieldValidation=Warn`,
    contentType: 'application/json',
    body: { metadata: { name: 'mips' } },
  },
  {
    name: 'delete',
    call: (client) => client.delete('mips', { dryRun: true }),
    request: `DELETE ${inMops}/mips`,
    contentType: 'application/json',
    body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] },
  },
  {
    name: 'deletecollection',
    call: (client) => client.deleteCollection({ dryRun: true }, { resourceVersion: '42' }),
    request: `DELETE ${inMops}?resourceVersion=42`,
    contentType: 'application/json',
    body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] },
  },
  {
    name: 'get',
    call: (client) => client.subresource('fin').get('mips', { resourceVersion: '42' }),
    request: `GET ${inMops}/mips/fin?resourceVersion=42`,
  },
  {
    name: 'list',
    call: (client) => client.list({ resourceVersion: '42' }),
    request: `GET ${inMops}?resourceVersion=42`,
  },
  {
    name: 'watch',
    call: async (client) => (await client.watch({ resourceVersion: '42' })).stop(),
    request: `GET ${inMops}?resourceVersion=42&watch=true`,
  },
  {
    name: 'patch',
    call: (client) =>
      client.subresource('fin').patch('mips', '{"foo":"bar"}\n', { type: 'strategic', fieldManager: 'baz' }),
    request: `PATCH ${inMops}/mips/fin?fieldManager=baz`,
    contentType: 'application/strategic-merge-patch+json',
    body: { foo: 'bar' },
  },
  {
    name: 'apply',
    call: (client) =>
      client.apply(mips as ApplyConfiguration<Unstructured>, { fieldManager: 'baz', force: true }),
    // client-go leaves the field validation to the server, whose default only warns.
    request: `PATCH ${inMops}/mips?fieldManager=baz&fieldValidation=Strict&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: { metadata: { name: 'mips' } },
  },
  {
    name: 'applystatus',
    call: (client) =>
      client.applyStatus(mips as ApplyConfiguration<Unstructured>, { fieldManager: 'baz', force: true }),
    request: `PATCH ${inMops}/mips/status?fieldManager=baz&fieldValidation=Strict&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: { metadata: { name: 'mips' } },
  },
];

test.for(golden)('TestGoldenRequest/$name', async ({ call, request, contentType, body }) => {
  await using server = await wire((_request, response) =>
    json(response, { apiVersion: 'flops/v1alpha1', kind: 'FlipList', metadata: {}, items: [] }),
  );
  await call(new DynamicClient(server.rest).resource(flips, 'mops'));
  expect(server.requests).toHaveLength(1);
  const [seen] = server.requests;
  expect(`${seen?.method} ${seen?.url}`).toBe(request);
  expect(seen?.headers.accept).toBe('application/json');
  expect(seen?.headers['user-agent']).toBe('golden');
  expect(seen?.headers['content-type']).toBe(contentType);
  expect(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? '')).toEqual(body);
});

const crons = defineResource<KubernetesObject & { spec?: { every?: string } }>({
  group: 'example.com',
  version: 'v1',
  resource: 'crons',
  kind: 'Cron',
  namespaced: true,
});

test.for([
  ['json', 'application/json-patch+json', [{ op: 'remove', path: '/spec/every' }]],
  ['merge', 'application/merge-patch+json', { spec: { every: null } }],
  ['strategic', 'application/strategic-merge-patch+json', { spec: { every: '1h' } }],
] as const)('a %s patch is sent as %s', async ([type, contentType, body]) => {
  await using server = await wire();
  const client = new DynamicClient(server.rest).resource(crons, 'default');
  await client.patch('nightly', body, { type, dryRun: true });
  expect(server.requests[0]).toMatchObject({
    method: 'PATCH',
    url: '/apis/example.com/v1/namespaces/default/crons/nightly?dryRun=All',
    headers: { 'content-type': contentType },
    body: JSON.stringify(body),
  });
});

test('a patch of a subresource goes to its path', async () => {
  await using server = await wire();
  const client = new DynamicClient(server.rest).resource(crons, 'default');
  await client.patch('nightly', { status: {} }, { type: 'merge', subresource: 'status' });
  expect(server.requests[0]?.url).toBe('/apis/example.com/v1/namespaces/default/crons/nightly/status');
});

test('an apply patch may be YAML, sent unchanged', async () => {
  await using server = await wire();
  const client = new DynamicClient(server.rest).resource(crons, 'default');
  const yaml = 'apiVersion: example.com/v1\nkind: Cron\nspec:\n  every: 1h\n';
  await client.patch('nightly', yaml, { type: 'apply', fieldManager: 'tests' });
  expect(server.requests[0]).toMatchObject({
    url: '/apis/example.com/v1/namespaces/default/crons/nightly?fieldManager=tests',
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: yaml,
  });
});

test("create, update and apply fill in apiVersion and kind, and do not modify the caller's object", async () => {
  await using server = await wire();
  const client = new DynamicClient(server.rest).resource(crons, 'default');
  const object = Object.freeze({ metadata: { name: 'nightly' } });
  await client.create(object);
  await client.update(object);
  // A program in JavaScript may omit them.
  await client.apply(object as unknown as ApplyConfiguration<Unstructured>, { fieldManager: 'tests' });
  const expected = { apiVersion: 'example.com/v1', kind: 'Cron', metadata: { name: 'nightly' } };
  expect(server.requests.map(({ body }): unknown => JSON.parse(body))).toEqual([
    expected,
    expected,
    expected,
  ]);
});

test('an apiVersion and kind from the caller are sent unchanged', async () => {
  await using server = await wire();
  const client = new DynamicClient(server.rest).resource(crons, 'default');
  await client.create({ apiVersion: 'example.com/v2', kind: 'Cron', metadata: { name: 'nightly' } });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ apiVersion: 'example.com/v2' });
});

test('delete sends its options as a body', async () => {
  await using server = await wire();
  const client = new DynamicClient(server.rest).resource(crons, 'default');
  await client.delete('nightly', {
    gracePeriodSeconds: 0,
    preconditions: { uid: 'u-1', resourceVersion: '7' },
    propagationPolicy: 'Foreground',
  });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds: 0,
    preconditions: { uid: 'u-1', resourceVersion: '7' },
    propagationPolicy: 'Foreground',
  });
});

test('names are escaped in the path', async () => {
  await using server = await wire();
  const roles = {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'clusterroles',
    namespaced: false,
  };
  await new DynamicClient(server.rest).resource(roles).get('system:a b?c#d');
  expect(server.requests[0]?.url).toBe(
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aa%20b%3Fc%23d',
  );
});

test('a list sends its selectors and paging as query parameters', async () => {
  await using server = await wire((_request, response) =>
    json(response, { apiVersion: 'example.com/v1', kind: 'CronList', metadata: {}, items: [] }),
  );
  await new DynamicClient(server.rest).resource(crons).list({
    labelSelector: 'app in (a, b),!canary',
    fieldSelector: 'metadata.name!=x',
    limit: 5,
    continue: 'a/b+c=',
    resourceVersionMatch: 'NotOlderThan',
  });
  const url = new URL(server.requests[0]?.url ?? '', server.host);
  expect(url.pathname).toBe('/apis/example.com/v1/crons');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    labelSelector: 'app in (a, b),!canary',
    fieldSelector: 'metadata.name!=x',
    limit: '5',
    continue: 'a/b+c=',
    resourceVersionMatch: 'NotOlderThan',
  });
});
