import { expect, test } from 'vitest';
import { settle } from '../../../../testing/src/fake-clock.js';
import { Controller } from '../controller.js';
import { websites } from '../controller.test-support.js';
import type { Website } from '../controller.test-support.js';
import { Sharding } from '../../sharding/sharding.js';
import { newShardedCluster, site } from '../sharded-controller.test-support.js';
import type { Manager } from './manager.js';

const seconds = 1000;

/** Another controller of the replica's sharding. */
function another(
  { sharding, factory }: ReturnType<ReturnType<typeof newShardedCluster>['replica']>,
  cluster: ReturnType<typeof newShardedCluster>,
  name = 'another',
) {
  const keys: string[] = [];
  const controller = new Controller<Website>(name, {
    for: factory.forResource(websites),
    sharding,
    reconcile: ({ key }) => void keys.push(key),
    clock: cluster.clock,
    random: () => 0,
  });
  return { controller: controller as Controller<never>, keys };
}

test('removing the last controller of a sharding gives up its slots', async () => {
  const cluster = newShardedCluster();
  cluster.sites.add(site(1));
  const a = cluster.replica('a');
  await cluster.clock.advance(2 * seconds);
  expect(a.sharding.stats().owned).toHaveLength(16);
  const second = another(a, cluster);
  a.manager.add(second.controller);
  await cluster.clock.advance(2 * seconds);
  await a.manager.remove('another');
  expect(a.sharding.stats().activity).toBe('running');
  await a.manager.remove('website');
  expect(a.sharding.stats()).toMatchObject({ activity: 'stopped', owned: [] });
  expect([...cluster.leases.objects.keys()].filter((name) => name.startsWith('leases/'))).toEqual([]);
});

test('a controller that is added after the last one was removed runs its keys', async () => {
  const cluster = newShardedCluster();
  cluster.sites.add(site(1));
  const a = cluster.replica('a');
  await cluster.clock.advance(2 * seconds);
  await a.manager.remove('website');
  const later = another(a, cluster);
  a.manager.add(later.controller);
  await cluster.clock.advance(4 * seconds);
  expect(new Set(later.keys)).toEqual(new Set(['default/site-1']));
});

test('a controller that is added while the sharding gives up its slots runs its keys', async () => {
  const cluster = newShardedCluster();
  cluster.sites.add(site(1));
  const a = cluster.replica('a');
  await cluster.clock.advance(2 * seconds);
  // The Lease cannot be deleted, so that leaving lasts.
  a.disconnect();
  const removed = a.manager.remove('website');
  await cluster.clock.advance(1 * seconds);
  expect(a.sharding.stats().activity).toBe('leaving');
  const later = another(a, cluster);
  a.manager.add(later.controller);
  a.connect();
  await cluster.clock.advance(20 * seconds);
  await removed;
  expect(new Set(later.keys)).toEqual(new Set(['default/site-1']));
});

test('controllers of one sharding can be removed at the same time', async () => {
  const cluster = newShardedCluster();
  const a = cluster.replica('a');
  a.manager.add(another(a, cluster).controller);
  await cluster.clock.advance(2 * seconds);
  const removed = Promise.all(['website', 'another', 'another'].map((name) => a.manager.remove(name)));
  await cluster.clock.advance(5 * seconds);
  await removed;
  expect(a.sharding.stats().activity).toBe('stopped');
  const again = another(a, cluster);
  cluster.sites.add(site(1));
  a.manager.add(again.controller);
  await cluster.clock.advance(5 * seconds);
  expect(new Set(again.keys)).toEqual(new Set(['default/site-1']));
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'a controller that is being removed when the manager starts, %i ticks later, is not an error',
  async (ticks) => {
    const cluster = newShardedCluster();
    cluster.sites.add(site(1));
    const a = cluster.replica('a', { isIdle: true });
    const later = another(a, cluster);
    a.manager.add(later.controller);
    const removed = a.manager.remove('website');
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    const stop = new AbortController();
    const run = a.manager.run({ signal: stop.signal });
    await cluster.clock.advance(5 * seconds);
    await removed;
    expect(later.keys).toContain('default/site-1');
    stop.abort();
    await cluster.clock.advance(5 * seconds);
    await run;
  },
);

test('a controller that remains after others were added and removed during a release of slots runs its keys', async () => {
  const cluster = newShardedCluster();
  cluster.sites.add(site(1));
  const a = cluster.replica('a');
  await cluster.clock.advance(2 * seconds);
  a.disconnect();
  const removed = [a.manager.remove('website')];
  await cluster.clock.advance(1 * seconds);
  a.manager.add(another(a, cluster).controller);
  removed.push(a.manager.remove('another'));
  await cluster.clock.advance(1 * seconds);
  const last = another(a, cluster, 'last');
  a.manager.add(last.controller);
  a.connect();
  await cluster.clock.advance(20 * seconds);
  await Promise.all(removed);
  expect(new Set(last.keys)).toEqual(new Set(['default/site-1']));
});

test('a replica joins the others once its caches have synced', async () => {
  const cluster = newShardedCluster();
  for (const verb of ['list', 'watch'] as const) cluster.sites.failNext(verb, new Error('unavailable'), 100);
  const a = cluster.replica('a');
  await cluster.clock.advance(10 * seconds);
  expect(a.sharding.stats().activity).toBe('stopped');
  expect(cluster.leases.verbs).toEqual([]);
});

test('two shardings of one name are refused before the controller is added', async () => {
  const cluster = newShardedCluster();
  const a = cluster.replica('a');
  await cluster.clock.advance(1 * seconds);
  const sharding = new Sharding(cluster.leases.clientset(), { namespace: 'default', name: 'web' });
  const { controller } = another({ ...a, sharding }, cluster);
  expect(() => a.manager.add(controller)).toThrow(
    expect.objectContaining({
      code: 'ERR_MANAGER_NAME',
      message: 'names in a manager must be unique, got "sharding default/web" twice',
    }),
  );
  expect(a.manager.controllers.map(({ name }) => name)).toEqual(['website']);
});

test('is ready once its replica has joined, and alive until runs go on without a Lease', async () => {
  const cluster = newShardedCluster();
  cluster.sites.add(site(1));
  let finish = (): void => undefined;
  const a = cluster.replica('a', {
    isConnected: false,
    work: () => new Promise((resolve) => (finish = resolve)),
    manager: () => ({ health: { port: 0, host: '127.0.0.1' } }),
  });
  const probe = async (path: string): Promise<number> => {
    while (a.manager.healthPort === undefined) await settle();
    return statusOf(a.manager, path);
  };
  await cluster.clock.advance(1 * seconds);
  expect([await probe('/readyz/caches'), await probe('/readyz/sharding')]).toEqual([200, 500]);
  expect(await probe('/healthz/sharding')).toBe(200);
  a.connect();
  await cluster.clock.advance(5 * seconds);
  expect([await probe('/readyz/sharding'), await probe('/healthz/sharding')]).toEqual([200, 200]);
  a.disconnect();
  await cluster.clock.advance(20 * seconds);
  expect([await probe('/readyz/sharding'), await probe('/healthz/sharding')]).toEqual([200, 500]);
  finish();
  await cluster.clock.advance(1 * seconds);
  expect(await probe('/healthz')).toBe(200);
  a.connect();
  a.stop.abort();
  await cluster.clock.advance(20 * seconds);
  await a.run;
});

async function statusOf(manager: Manager, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${manager.healthPort}${path}`)).status;
}
