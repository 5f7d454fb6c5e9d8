// Integers beyond 2^53 in a real cluster: what a program reads and does not touch is stored unchanged.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { copyOf } from '../../packages/kube-informers/src/meta/copy-of.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { isAlreadyExists, isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import { exactInteger } from '../../packages/kube-informers/src/meta/exact-integer.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { connect, connectReader, freshNamespace } from './harness.js';
import { plainFormat } from '../../packages/kube-informers/src/cache/cache-format.js';
import { compact } from '../../packages/kube-informers/src/compact/compact-cache.js';

const group = 'long.example.com';

interface Count extends KubernetesObject {
  spec?: { id?: number; any?: { ids?: number[] } };
}

const counts = defineResource<Count>({
  group,
  version: 'v1',
  resource: 'counts',
  kind: 'Count',
  namespaced: true,
});

let clientset: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
  const spec = {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    properties: { id: { type: 'integer', format: 'int64' } },
  };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `counts.${group}` },
    spec: {
      group,
      names: { plural: 'counts', singular: 'count', kind: 'Count' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
  try {
    await clientset.restClient.request({ method: 'POST', path, body });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  // A definition is served a moment after it was created.
  for (let attempt = 0; ; attempt++) {
    try {
      await clientset.resource(counts, namespace).list();
      return;
    } catch (error) {
      if (!isNotFound(error) || attempt === 2000) throw error;
    }
  }
});

afterAll(async () => {
  await clientset.close();
});

test.each([
  ['plain', true],
  ['compact', true],
  ['plain', false],
  ['compact', false],
] as const)('a %s cache, watch-list: %s', async (cache, useWatchList) => {
  const client = clientset.resource(counts, namespace);
  const name = `${cache}-${String(useWatchList)}`;
  const spec = '{"any":{"ids":[-9007199254740993,9223372036854775807]},"id":9007199254740993}';
  await clientset.restClient.request({
    method: 'POST',
    path: `/apis/${group}/v1/namespaces/${namespace}/counts`,
    body: `{"apiVersion":"${group}/v1","kind":"Count","metadata":{"name":"${name}"},"spec":${spec}}`,
  });
  await using program = await connectReader(counts);
  const factory = new SharedInformerFactory(program, { useWatchList });
  const lister = factory
    .forResource(counts, {
      namespace,
      cacheFormat: cache === 'compact' ? compact() : plainFormat,
    })
    .lister();
  factory.start();
  try {
    await factory.waitForCacheSync();
    const copy = copyOf<Count>(lister.namespace(namespace).getOrThrow(name));
    copy.metadata = { ...copy.metadata, labels: { touched: 'yes' } };
    const updated = await client.update(copy);
    // The spec is unchanged for the server, too.
    expect(updated.metadata?.generation).toBe(1);
    expect(exactInteger(updated.spec ?? {}, 'id')).toBe(9_007_199_254_740_993n);
    expect(exactInteger(updated.spec?.any?.ids ?? [], 1)).toBe(2n ** 63n - 1n);
    const patched = await client.patch(name, { spec: updated.spec ?? {} }, { type: 'merge' });
    const applied = await client.apply(
      { apiVersion: `${group}/v1`, kind: 'Count', metadata: { name }, spec: patched.spec ?? {} },
      { fieldManager: 'test' },
    );
    expect(applied.metadata?.generation).toBe(1);
    await expect(client.update(structuredClone(updated))).rejects.toMatchObject({ code: 'ERR_NUMBER' });
  } finally {
    await factory.stop();
  }
});
