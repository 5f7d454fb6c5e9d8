import { expect } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import type { InformerFactoryOptions } from '../../packages/kube-informers/src/factories/informer-factory.js';
import { HashRanges } from '../../packages/kube-informers/src/meta/hash-ranges.js';
import { freshNamespace } from './harness.js';
import { shardOf } from '../../packages/kube-informers/src/sharding/informer-shard.js';

/** Changes the shard of an informer while objects change; `divides` is true for a server with ShardedListAndWatch. */
export async function changesShards(
  clientset: Clientset,
  divides: boolean,
  options: InformerFactoryOptions,
): Promise<void> {
  const namespace = await freshNamespace(clientset);
  const configMaps = clientset.coreV1().configMaps(namespace);
  const uids = new Map<string, string>();
  const create = async (name: string): Promise<void> => {
    const { metadata } = await configMaps.create({ metadata: { name } });
    uids.set(`${namespace}/${name}`, metadata?.uid ?? '');
  };
  for (let number = 0; number < 40; number++) await create(`c${number}`);
  const mine = (ranges: HashRanges): string[] =>
    [...uids]
      .filter(([, uid]) => ranges.has(uid))
      .map(([key]) => key)
      .toSorted();
  const first = HashRanges.ofSlots([0, 1], 4);
  const second = HashRanges.ofSlots([1, 2], 4);

  const answer = await configMaps.list({ shardSelector: first.selector() });
  expect(answer.metadata.shardInfo).toEqual(divides ? { selector: first.selector() } : undefined);
  expect(answer.items).toHaveLength(divides ? mine(first).length : 40);

  await using factory = new SharedInformerFactory(clientset, { namespace, ...options });
  const informer = factory
    .core()
    .v1()
    .configMaps({ namespace, shard: shardOf(first) })
    .informer();
  const keys = (): string[] => informer.indexer.listKeys().toSorted();
  factory.start();
  await informer.shard?.synced;
  expect(keys()).toEqual(mine(first));
  const { total: before } = listsOf(informer.stats().listWatch.lists);
  await informer.setShard(second).synced;
  await expect.poll(keys).toEqual(mine(second));
  // Only the difference is listed by a server that divides the objects: that is not a list of the shard.
  expect(listsOf(informer.stats().listWatch.lists).total).toBe(divides ? before : before + 1);
  await create('late');
  for (const name of ['c0', 'c1', 'c2', 'c3']) {
    await configMaps.delete(name);
    await create(name);
  }
  await expect.poll(keys).toEqual(mine(second));
  await informer.setShard(HashRanges.none).synced;
  await expect.poll(keys).toEqual([]);
  await informer.setShard(HashRanges.all).synced;
  await expect.poll(keys).toEqual(mine(HashRanges.all));
}

function listsOf(lists: Readonly<Record<string, number>>): { readonly total: number } {
  return { total: Object.values(lists).reduce((sum, count) => sum + count, 0) };
}
