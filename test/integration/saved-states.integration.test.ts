// A program that starts from what an earlier run has saved, against a real API server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { connect, freshNamespace } from './harness.js';

let clientset: Clientset;
let namespace: string;
let state: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
  state = await mkdtemp(join(tmpdir(), 'state-'));
});

afterAll(async () => {
  await clientset.close();
  await rm(state, { recursive: true, force: true });
});

test.each(['DeltaFIFO', 'RealFIFO'] as const)(
  '%s: a second run reads what the first has saved, and then sees each change, without a list',
  async (queue) => {
    const maps = clientset.coreV1().configMaps(namespace);
    const name = (word: string): string => `${queue.toLowerCase()}-${word}`;
    const run = () => {
      const factory = new SharedInformerFactory(clientset, { namespace, state, queue });
      const informer = factory.core().v1().configMaps().informer();
      const events: string[] = [];
      informer.addEventHandler({
        onAdd: ({ metadata }) => events.push(`add ${metadata?.name}`),
        onUpdate: (_old, { metadata }) => events.push(`update ${metadata?.name}`),
        onDelete: ({ key }) => events.push(`delete ${key}`),
      });
      factory.start();
      return { factory, informer, events };
    };
    for (const word of ['stays', 'goes']) await maps.create({ metadata: { name: name(word) } });

    const first = run();
    await first.informer.synced;
    await first.factory.stop();
    await maps.create({ metadata: { name: name('new') } });
    await maps.delete(name('goes'));

    const second = run();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    expect(second.informer.indexer.getByKey(`${namespace}/${name('goes')}`)).toBeDefined();
    expect(second.informer.hasSynced).toBe(false);
    await second.informer.synced;
    expect(second.informer.indexer.getByKey(`${namespace}/${name('goes')}`)).toBeUndefined();
    expect(second.informer.indexer.getByKey(`${namespace}/${name('new')}`)).toBeDefined();
    expect(Object.values(second.informer.stats().listWatch.lists).reduce((sum, count) => sum + count)).toBe(
      0,
    );
    await second.factory.stop();
    const own = second.events.filter((event) => event.includes(queue.toLowerCase()));
    expect(own.slice(0, 2).toSorted()).toEqual([`add ${name('goes')}`, `add ${name('stays')}`]);
    expect(own.slice(2)).toEqual([`add ${name('new')}`, `delete ${namespace}/${name('goes')}`]);
  },
);
