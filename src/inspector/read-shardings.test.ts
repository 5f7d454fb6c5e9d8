import { expect, test } from 'vitest';
import { newShardedCluster } from '../controller/sharded-controller.test-support.js';
import { inspector } from './index.js';
import type { ShardingModel, StateModel } from './model.js';
import type { Manager } from '../controller/manager/manager.js';

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
