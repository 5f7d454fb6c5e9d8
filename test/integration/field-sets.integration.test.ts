import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import type { ObjectOf } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { sharingFormat } from '../../packages/kube-informers/src/wire/json-format.js';
import { deepText, difference } from '../hostile-json.test-support.js';
import type { ConfigMap } from './config-maps.js';
import { connect, contents, freshNamespace, Recorder } from './harness.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';

const secrets = 25;

type Secret = ObjectOf<typeof coreV1.secrets>;

/** managedFields `depth` levels deep, which any user who may create a config map can write. */
function deepConfigMap(name: string, depth: number): ConfigMap {
  // It consists of nested objects.
  const fieldsV1 = JSON.parse(deepText(depth, 'objects', '{}').replaceAll('"d"', '"f:d"')) as object;
  const entry = { manager: 'deep', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
  return { metadata: { name, managedFields: [{ ...entry, time: '2026-01-01T00:00:00Z' }] } };
}

function secret(number: number): Secret {
  const keys = Array.from({ length: 4 }, (_, key) => [`key-of-set-${number % 5}-number-${key}`, 'eA==']);
  return {
    metadata: { name: `secret-${number}`, labels: { [`label-${number % 5}`]: 'x' } },
    data: Object.fromEntries(keys) as Record<string, string>,
  };
}

/** An informer that shares field sets from its first byte on, and its events. */
function watched<T extends KubernetesObject>(client: ResourceClient<T>) {
  const format = sharingFormat(0);
  const informer = new SharedIndexInformer(client, {
    cacheFormat: {
      newCache: () => ({ intake: ({ apply }) => ({ objectFormat: format, transformer: apply }) }),
    },
  });
  const recorder = new Recorder<T>();
  informer.addEventHandler(recorder);
  informer.start();
  return { client, informer, recorder, format };
}

/** Waits until the informer equals the server, and compares the managedFields, which plain lists do not share. */
async function expectSameManagedFields<T extends KubernetesObject>(
  { client, informer, recorder, format }: ReturnType<typeof watched<T>>,
  count: number,
): Promise<void> {
  const { items } = await client.list();
  expect(items).toHaveLength(count);
  const expected = JSON.stringify(contents(items));
  await recorder.until(() => JSON.stringify(sorted(informer.indexer.list())) === expected);
  for (const item of items) {
    const cached = informer.indexer.list().find(({ metadata }) => metadata?.uid === item.metadata?.uid);
    expect(difference(cached?.metadata?.managedFields, item.metadata?.managedFields)).toBeUndefined();
  }
  expect(format.fieldSets.violations()).toEqual([]);
}

/** As `contents`, in the order of a server's list. */
function sorted(objects: readonly DeepReadonly<KubernetesObject>[]): Record<string, string> {
  return Object.fromEntries(Object.entries(contents(objects)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('config maps with managedFields 7,000 levels deep do not change other cached objects', async () => {
  const clientset = await connect();
  const namespace = await freshNamespace(clientset);
  const configMaps = watched(clientset.resource(coreV1.configMaps, namespace));
  const ofSecrets = watched(clientset.resource(coreV1.secrets, namespace));
  try {
    await Promise.all([configMaps.informer.synced, ofSecrets.informer.synced]);
    for (const name of ['a', 'b']) await configMaps.client.create(deepConfigMap(name, 7_000));
    for (const round of ['1', '2'])
      for (const name of ['a', 'b'])
        await configMaps.client.patch(name, { data: { round } }, { type: 'merge' });
    for (let number = 0; number < secrets; number++) await ofSecrets.client.create(secret(number));
    await expectSameManagedFields(configMaps, 2);
    await expectSameManagedFields(ofSecrets, secrets);
    let levels = 0;
    let set: unknown = configMaps.informer.indexer.list()[0]?.metadata?.managedFields?.[0]?.fieldsV1;
    for (; typeof set === 'object' && set !== null; levels++) set = Object.values(set)[0];
    expect(levels).toBeGreaterThan(5_000);
  } finally {
    await configMaps.informer.stop();
    await ofSecrets.informer.stop();
    await clientset.close();
  }
});
