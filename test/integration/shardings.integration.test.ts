import { afterAll, beforeAll, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { connect, connectAs, freshNamespace } from './harness.js';
import { dividesConfigMaps, freshWithoutSlots } from './shardings.js';
import { rulesOf } from './users.js';

let clientset: Clientset;

beforeAll(async () => {
  clientset = await connect();
});

afterAll(async () => {
  await clientset.close();
});

test.each([false, true])('three replicas divide keys, shard: %s', { timeout: 120_000 }, async (shard) => {
  await dividesConfigMaps(clientset, await freshNamespace(clientset), await clients(3), { shard });
});

test('the cache of a replica without slots is fresh', { timeout: 120_000 }, async () => {
  await freshWithoutSlots(await freshNamespace(clientset), await clients(5));
});

/** Connects `count` clients; each call of the result returns another one. */
async function clients(count: number): Promise<() => Clientset> {
  const rules = [
    ...(await rulesOf('docs/scale.md', 'Role')),
    { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch', 'patch'] },
  ];
  const connected = await Promise.all(Array.from({ length: count }, () => connectAs(rules)));
  return () => {
    const client = connected.pop();
    if (client === undefined) throw new Error(`there are ${count} replicas`);
    return client;
  };
}
