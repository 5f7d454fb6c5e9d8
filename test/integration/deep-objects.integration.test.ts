// Objects as deep as a real API server accepts, in both caches, through list, watch-list and watch.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import { DynamicClient } from '../../packages/kube-informers/src/client/clientset.js';
import { compact as compactFormat } from '../../packages/kube-informers/src/compact/compact-cache.js';
import { isCompact } from '../../packages/kube-informers/src/compact/compact-objects.js';
import { copyOf } from '../../packages/kube-informers/src/meta/copy-of.js';
import { isAlreadyExists, isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { deepText, difference } from '../hostile-json.test-support.js';
import { connect, ensure, freshNamespace, served } from './harness.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';

const depth = 7000;
const group = 'deep.example.com';
const trees = defineResource<KubernetesObject>({
  group,
  version: 'v1',
  resource: 'trees',
  kind: 'Tree',
  namespaced: true,
});

let clientset: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `trees.${group}` },
    spec: {
      group,
      names: { plural: 'trees', singular: 'tree', kind: 'Tree' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  try {
    await clientset.restClient.request({ method: 'POST', path, body: definition });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  await untilServed(`/apis/${group}/v1/trees`);
});

/** Polls: a definition is served a moment after it was created. */
async function untilServed(path: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await raw(path);
      return;
    } catch (error) {
      if (!isNotFound(error) || attempt === 2000) throw error;
    }
  }
}

afterAll(async () => {
  await clientset.close();
});

/** The object from the server, without either cache. */
async function raw(path: string): Promise<KubernetesObject> {
  const { apiVersion, kind, ...rest } = await clientset.restClient.request<KubernetesObject>({
    method: 'GET',
    path,
  });
  // A list's items have their type first.
  return { apiVersion, kind, ...rest };
}

function typeFirst(object: DeepReadonly<KubernetesObject> = {}): KubernetesObject {
  const { apiVersion, kind, ...rest } = copyOf(object);
  return { apiVersion, kind, ...rest };
}

async function both(
  client: ResourceClient<KubernetesObject>,
  useWatchList: boolean,
  deep: () => Promise<KubernetesObject>,
  change: () => Promise<unknown>,
): Promise<void> {
  for (const compact of [true, false]) {
    const errors: unknown[] = [];
    const informer = new SharedIndexInformer<KubernetesObject>(client, {
      cacheFormat: compact ? compactFormat() : undefined,
      useWatchList,
      onWatchError: (error) => void errors.push(error),
    });
    const seen = new Map<string, number>();
    const waiting: { readonly version: string; readonly resolve: () => void }[] = [];
    const note = (object: DeepReadonly<KubernetesObject>): void => {
      seen.set(object.metadata?.name ?? '', (seen.get(object.metadata?.name ?? '') ?? 0) + 1);
      for (const { version, resolve } of waiting) if (object.metadata?.resourceVersion === version) resolve();
    };
    informer.addEventHandler({ onAdd: note, onUpdate: (_old, object) => note(object) });
    informer.start();
    await informer.synced;
    const plain = await deep();
    const kept = (name: string): DeepReadonly<KubernetesObject> | undefined =>
      informer.indexer.getByKey(`${namespace}/${name}`);
    expect(difference(typeFirst(kept('deep')), plain)).toBeUndefined();
    expect(isCompact(kept('a'))).toBe(compact);
    expect(isCompact(kept('z'))).toBe(compact);
    expect(isCompact(kept('deep'))).toBe(false);
    await change();
    const changed = await deep();
    await new Promise<void>((resolve) => {
      if (kept('deep')?.metadata?.resourceVersion === changed.metadata?.resourceVersion) resolve();
      else waiting.push({ version: changed.metadata?.resourceVersion ?? '', resolve });
    });
    expect(difference(typeFirst(kept('deep')), changed)).toBeUndefined();
    expect(errors).toEqual([]);
    expect(seen.get('a')).toBe(1);
    await informer.stop();
  }
}

describe.each([{ useWatchList: true }, { useWatchList: false }])('with %o', ({ useWatchList }) => {
  test(`a custom resource of ${depth} levels`, async () => {
    const client = new DynamicClient(clientset.restClient).resource(trees, namespace);
    const path = `/apis/${group}/v1/namespaces/${namespace}/trees`;
    let turn = 0;
    const tree = (name: string, spec: string): KubernetesObject =>
      JSON.parse(
        `{"apiVersion":"${group}/v1","kind":"Tree","metadata":{"name":"${name}"},"spec":${spec}}`,
      ) as KubernetesObject;
    const deep = deepText(depth, 'objects', '{"n":0}');
    for (const [name, spec] of [
      ['a', '{}'],
      ['deep', deep],
      ['z', '{}'],
    ] as const)
      await ensure(client, tree(name, spec));
    await served(client, await raw(`${path}/z`));
    await both(
      client,
      useWatchList,
      () => raw(`${path}/deep`),
      async () => {
        const now = await raw(`${path}/deep`);
        const next = deepText(depth, 'objects', `{"n":${++turn}}`);
        await client.update({ ...now, ...(JSON.parse(`{"spec":${next}}`) as object) });
      },
    );
  });

  test('a ConfigMap with managedFields several thousand levels deep', async () => {
    const client = clientset.coreV1().configMaps(namespace);
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const fieldsV1 = deepText(depth - 50, 'objects', '{}').replaceAll('"d"', '"f:d"');
    const configMap = (name: string, value: string): KubernetesObject =>
      JSON.parse(
        `{"metadata":{"name":"${name}"${name === 'deep' ? `,"managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","time":"2026-01-01T00:00:00Z","fieldsV1":${fieldsV1}}]` : ''}},"data":{"value":"${value}"}}`,
      ) as KubernetesObject;
    for (const name of ['a', 'deep', 'z']) await ensure(client, configMap(name, '0'));
    await served(client, await raw(`${path}/z`));
    let turn = 0;
    await both(
      client as ResourceClient<KubernetesObject>,
      useWatchList,
      () => raw(`${path}/deep`),
      () => client.patch('deep', { data: { value: String(++turn) } }, { type: 'merge' }),
    );
  });
});
