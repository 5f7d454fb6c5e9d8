import { describe, expect, test } from 'vitest';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1, resources } from '../resources/index.js';
import type { ResourceTable } from '../resources/index.js';
import { RestClient } from '../rest/rest-client.js';
import { Clientset, DynamicClient } from './clientset.js';
import { json, wire } from './wire.test-support.js';

test('every built-in resource has an accessor with the right path', async () => {
  await using server = await wire((_request, response) =>
    json(response, { apiVersion: 'v1', kind: 'List', metadata: {}, items: [] }),
  );
  const clientset = new Clientset(server.rest);
  const expected: string[] = [];
  for (const [groupVersion, table] of Object.entries<ResourceTable>(resources)) {
    for (const [accessor, { group, version, resource }] of Object.entries(table)) {
      const groupClient: unknown = Reflect.get(clientset, groupVersion);
      if (typeof groupClient !== 'function') throw new Error(`no accessor ${groupVersion}`);
      const client: unknown = groupClient()[accessor]();
      await (client as { list(): Promise<unknown> }).list();
      expected.push(`${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`);
    }
  }
  expect(server.requests.map(({ url }) => url)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(70);
});

test('accessors take a namespace; those of a cluster-scoped resource do not', async () => {
  await using server = await wire((_request, response) =>
    json(response, { kind: 'Pod', metadata: { name: 'a' } }),
  );
  const clientset = new Clientset(server.rest);
  await clientset.coreV1().pods('one').get('a');
  await clientset.appsV1().deployments('two').get('b');
  await clientset.rbacV1().clusterRoles().get('c');
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/namespaces/one/pods/a',
    '/apis/apps/v1/namespaces/two/deployments/b',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/c',
  ]);
  const nodes = clientset.coreV1().nodes as (namespace: string) => unknown;
  expect(() => nodes('one')).toThrow('nodes is cluster-scoped');
});

test('a custom resource is accessible by its descriptor', async () => {
  await using server = await wire((_request, response) =>
    json(response, { kind: 'Backup', spec: { every: '1h' } }),
  );
  const backups = defineResource<KubernetesObject & { spec: { every: string } }>({
    group: 'example.com',
    version: 'v1',
    resource: 'backups',
    kind: 'Backup',
    namespaced: true,
  });
  const { spec } = await new Clientset(server.rest).resource(backups, 'one').get('nightly');
  expect(spec.every).toBe('1h');
  expect(server.requests[0]?.url).toBe('/apis/example.com/v1/namespaces/one/backups/nightly');
});

describe.each([
  { name: 'Clientset', Client: Clientset },
  { name: 'DynamicClient', Client: DynamicClient },
])('$name for informers', ({ Client }) => {
  test('lists and watches by descriptor', async () => {
    await using server = await wire((request, response) => {
      if (request.url.includes('watch')) response.end();
      else
        json(response, {
          apiVersion: 'v1',
          kind: 'PodList',
          metadata: {},
          items: [{ metadata: { name: 'a' } }],
        });
    });
    const client = new Client(server.rest);
    const { items } = await client.list(coreV1.pods, 'one', { limit: 2, resourceVersion: '0' });
    expect(items).toEqual([{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }]);
    (await client.watch(coreV1.pods, '', { resourceVersion: '3', allowWatchBookmarks: true })).stop();
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/namespaces/one/pods?limit=2&resourceVersion=0',
      '/api/v1/pods?resourceVersion=3&allowWatchBookmarks=true&watch=true',
    ]);
  });

  test('a namespace for a cluster-scoped resource rejects', async () => {
    await using server = await wire();
    await expect(new Client(server.rest).list(coreV1.nodes, 'one', {})).rejects.toMatchObject({
      code: 'ERR_NAMESPACE',
    });
    expect(server.requests).toEqual([]);
  });

  test('an aborted call rejects with its reason', async () => {
    await using server = await wire();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(new Client(server.rest).list(coreV1.pods, '', { signal })).rejects.toThrow('enough');
    await expect(new Client(server.rest).watch(coreV1.pods, '', { signal })).rejects.toThrow('enough');
  });
});

describe('close', () => {
  test('closes the connections that the client created', async () => {
    await using server = await wire((_request, response) => json(response, { gitVersion: 'v1' }));
    const clientset = new Clientset({ host: server.host });
    await clientset.discovery().serverVersion();
    await clientset.close();
    await expect(clientset.discovery().serverVersion()).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });

  test('leaves a RestClient that was passed in open', async () => {
    await using server = await wire((_request, response) => json(response, { gitVersion: 'v1' }));
    {
      await using clientset = new Clientset(server.rest);
      expect(clientset.restClient).toBeInstanceOf(RestClient);
      expect(clientset.discovery()).toBe(clientset.discovery());
    }
    await expect(new DynamicClient(server.rest).discovery().serverVersion()).resolves.toEqual({
      gitVersion: 'v1',
    });
  });
});
