import { expect, test } from 'vitest';
import {
  newShardedCluster,
  site,
} from '../../kube-informers/src/controller/sharded-controller.test-support.js';
import { inspector } from './index.js';
import type { ShardingModel, StateModel } from './model.js';
import type { Manager } from '../../kube-informers/src/controller/manager/manager.js';

const seconds = 1000;

async function shown(manager: Manager): Promise<{ shardings: readonly ShardingModel[]; text: string }> {
  using handler = inspector({ managers: manager });
  const get = (path: string): Promise<Response> =>
    handler.fetch(new Request(`http://localhost${path}`), { remoteAddress: '127.0.0.1' });
  // The handler's own answer.
  const { shardings } = (await (await get('/api/state')).json()) as StateModel;
  return { shardings, text: await (await get('/statusz')).text() };
}

test('shows the slots of this replica and the other replicas of a sharding', async () => {
  const cluster = newShardedCluster();
  const a = cluster.replica('a');
  cluster.replica('b');
  await cluster.clock.advance(20 * seconds);
  const { shardings, text } = await shown(a.manager);
  expect(shardings).toMatchObject([
    {
      name: 'default/web',
      identity: 'a',
      activity: 'running',
      slots: 16,
      draining: [],
      waiting: [],
      memberCount: 2,
    },
  ]);
  const [{ owned, members, failing }] = shardings as [ShardingModel];
  const slots = owned.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  expect(slots).toEqual(a.sharding.stats().owned);
  expect(members).toMatchObject([
    { identity: 'a', slots: slots.length, leaving: false },
    { identity: 'b', slots: 16 - slots.length, leaving: false },
  ]);
  expect(failing).toBeUndefined();
  expect(text).toContain(
    `default/web: running; identity a, ${slots.length} of 16 slots, 0 draining, 0 waiting, 2 replicas`,
  );
});

test('is ready once its replica has joined, also without a slot, and alive until runs go on without a Lease', async () => {
  const cluster = newShardedCluster();
  let finish = (): void => undefined;
  cluster.sites.add(site(1));
  const a = cluster.replica('a', {
    isConnected: false,
    work: () => new Promise((resolve) => (finish = resolve)),
  });
  using handler = inspector({ managers: a.manager });
  const statuses = async (): Promise<number[]> => {
    const paths = ['/readyz/sharding', '/livez/sharding'];
    const answers = paths.map((path) => handler.fetch(new Request(`http://localhost${path}`)));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  await cluster.clock.advance(1 * seconds);
  expect(await statuses()).toEqual([500, 200]);
  expect(a.sharding.stats().owned).toEqual([]);
  a.connect();
  await cluster.clock.advance(5 * seconds);
  expect(await statuses()).toEqual([200, 200]);
  a.disconnect();
  await cluster.clock.advance(20 * seconds);
  expect(await statuses()).toEqual([200, 500]);
  expect(a.sharding.stats().owned).toEqual([]);
  finish();
  await cluster.clock.advance(1 * seconds);
  expect(await statuses()).toEqual([200, 200]);
});

test('lists the keys that fail, with their last error, those that have failed longest first', async () => {
  const cluster = newShardedCluster();
  const reconcile = ({ key }: { key: string }): void => {
    throw new Error(`cannot do ${key}`);
  };
  const a = cluster.replica('a', { controller: { reconcile } });
  await cluster.clock.advance(5 * seconds);
  for (let index = 0; index < 60; index++) {
    cluster.sites.add(site(index));
    await cluster.clock.advance(1);
  }
  await cluster.clock.advance(10 * seconds);
  using handler = inspector({ managers: a.manager });
  const local = { remoteAddress: '127.0.0.1' };
  const answer = await handler.fetch(new Request('http://localhost/api/state'), local);
  const [controller] = ((await answer.json()) as StateModel).controllers;
  expect(controller?.failing).toHaveLength(50);
  const [first] = controller?.failing ?? [];
  expect(first).toMatchObject({ error: `cannot do ${first?.key}`, reasons: [] });
  expect(first?.attempts).toBeGreaterThan(1);
  const since = controller?.failing.map(({ sinceMs }) => sinceMs) ?? [];
  expect(since).toEqual(since.toSorted((one, two) => one - two));
});

test('shows why requests for the Leases fail', async () => {
  const cluster = newShardedCluster();
  const a = cluster.replica('a');
  await cluster.clock.advance(2 * seconds);
  a.disconnect();
  await cluster.clock.advance(30 * seconds);
  const { shardings, text } = await shown(a.manager);
  expect(shardings[0]).toMatchObject({ owned: [], failing: { requests: expect.any(Number) } });
  const message = shardings[0]?.failing?.message ?? '';
  expect(message).not.toBe('');
  expect(text).toContain(message);
});
