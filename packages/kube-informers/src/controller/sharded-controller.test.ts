import { describe, expect, test } from 'vitest';
import { coreV1 } from '../resources/core-v1.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { noopLogger } from '../util/logger.js';
import { settle } from '../../../testing/src/fake-clock.js';
import { Controller } from './controller.js';
import type { ControllerOptions } from './options.js';
import { Sharding } from '../sharding/sharding.js';
import { websites } from './controller.test-support.js';
import type { Website } from './controller.test-support.js';
import { newShardedCluster, site } from './sharded-controller.test-support.js';
import { shardOf } from '../sharding/informer-shard.js';

const seconds = 1000;
const names = Array.from({ length: 40 }, (_none, index) => `default/site-${index}`);

/** A config map that a website owns. */
function page(index: number): KubernetesObject {
  const { name = '', uid = '' } = site(index).metadata ?? {};
  const owner = { apiVersion: 'example.com/v1', kind: 'Website', name, uid, controller: true };
  return { metadata: { name: `page-${index}`, namespace: 'default', ownerReferences: [owner] } };
}

function changed(index: number, name?: string): Website {
  return { ...site(index, name), spec: { text: 'new' } };
}

function addSites({ sites }: Pick<ReturnType<typeof newShardedCluster>, 'sites'>): void {
  names.forEach((_name, index) => sites.add(site(index)));
}

test('each key runs on one replica, all keys run, and events of a key reach only its replica', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const a = cluster.replica('a');
  const b = cluster.replica('b');
  await cluster.clock.advance(8 * seconds);
  cluster.runs.length = 0;
  for (const [index] of names.entries()) cluster.sites.modify(changed(index));
  await cluster.clock.advance(1 * seconds);
  const replicas = cluster.replicasOf();
  expect([...replicas.keys()].toSorted()).toEqual(names.toSorted());
  expect([...replicas.values()].filter((each) => each.length !== 1)).toEqual([]);
  for (const [key, [owner]] of replicas) {
    const object = a.factory.forResource(websites).informer().indexer.getByKey(key) ?? {};
    expect([a.sharding.owns(object), b.sharding.owns(object)]).toEqual([owner === 'a', owner === 'b']);
  }
  expect(new Set([...replicas.values()].flat()).size).toBe(2);
  expect(cluster.overlaps).toEqual([]);
});

test('a deletion runs on the replica of the object', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  cluster.replica('a');
  cluster.replica('b');
  await cluster.clock.advance(8 * seconds);
  const before = cluster.replicasOf();
  cluster.runs.length = 0;
  for (const [index] of names.entries()) cluster.sites.delete(site(index));
  await cluster.clock.advance(1 * seconds);
  expect(cluster.runs.map(({ exists }) => exists)).toEqual(names.map(() => false));
  const after = cluster.replicasOf();
  for (const [key, replicas] of after) expect(before.get(key)).toContain(replicas[0]);
  expect(after.size).toBe(names.length);
});

test('keys of a replica that leaves run on another one after the runs in process have ended', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const finish: (() => void)[] = [];
  const a = cluster.replica('a', { work: () => new Promise((resolve) => void finish.push(resolve)) });
  await cluster.clock.advance(1 * seconds);
  expect(cluster.runs).toHaveLength(names.length);
  cluster.replica('b');
  await cluster.clock.advance(1 * seconds);
  a.stop.abort();
  await cluster.clock.advance(10 * seconds);
  expect(cluster.runs.filter(({ replica }) => replica === 'b')).toEqual([]);
  for (const end of finish) end();
  await cluster.clock.advance(4 * seconds);
  expect(await a.run).toBeUndefined();
  expect(new Set(cluster.runs.filter(({ replica }) => replica === 'b').map(({ key }) => key)).size).toBe(
    names.length,
  );
  expect(cluster.overlaps).toEqual([]);
});

test('a run that lasts is aborted after graceMs, and its key runs on the other replica', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const reasons: unknown[] = [];
  cluster.replica('a', {
    sharding: { graceMs: 3 * seconds },
    controller: {
      reconcile: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(new Error('aborted'));
          });
        }),
    },
  });
  await cluster.clock.advance(1 * seconds);
  cluster.replica('b');
  await cluster.clock.advance(12 * seconds);
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons[0]).toMatchObject({ code: 'ERR_SHARD_DRAINED' });
  expect(cluster.replicasOf().size).toBe(reasons.length);
});

test('a key is no longer given up when it belongs to another replica', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const a = cluster.replica('a', {
    controller: {
      giveUp: { attempts: 1 },
      reconcile: () => {
        throw new Error('never works');
      },
    },
  });
  await cluster.clock.advance(1 * seconds);
  expect(a.controller.givenUp()).toHaveLength(names.length);
  cluster.replica('b');
  await cluster.clock.advance(8 * seconds);
  const taken = new Set(cluster.runs.map(({ key }) => key));
  expect(taken.size).toBeGreaterThan(0);
  const givenUp = a.controller.givenUp().map(({ key }) => key);
  expect(givenUp.toSorted()).toEqual(names.filter((name) => !taken.has(name)).toSorted());
});

test('keys of a replica that crashed run on another one, and its writes are refused before', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const refused: unknown[] = [];
  const a = cluster.replica('a', {
    controller: {
      reconcile: ({ client, signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            const write = client
              .resource(coreV1.configMaps, 'default')
              .create({ metadata: { name: 'late' } });
            write.catch((error: unknown) => refused.push(error)).finally(resolve);
          });
        }),
    },
  });
  await cluster.clock.advance(1 * seconds);
  cluster.replica('b');
  a.disconnect();
  await cluster.clock.advance(8 * seconds);
  expect(refused).toEqual([]);
  await cluster.clock.advance(4 * seconds);
  expect(refused).toHaveLength(names.length);
  expect(refused[0]).toMatchObject({ code: 'ERR_SHARD_LOST' });
  expect(cluster.runs).toEqual([]);
  await cluster.clock.advance(10 * seconds);
  expect(new Set(cluster.runs.map(({ key }) => key)).size).toBe(names.length);
});

test('events during a drain run on the next owner, or here if the slot stays', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const finish: (() => void)[] = [];
  cluster.replica('a', {
    work: () =>
      finish.length < names.length ? new Promise((resolve) => void finish.push(resolve)) : Promise.resolve(),
  });
  await cluster.clock.advance(1 * seconds);
  const b = cluster.replica('b');
  await cluster.clock.advance(3 * seconds);
  cluster.runs.length = 0;
  for (const [index] of names.entries()) cluster.sites.modify(changed(index));
  // Before it has taken a slot.
  b.stop.abort();
  await cluster.clock.advance(4 * seconds);
  for (const end of finish) end();
  await cluster.clock.advance(4 * seconds);
  expect(new Set(cluster.runs.map(({ key }) => key)).size).toBe(names.length);
  expect(cluster.overlaps).toEqual([]);
});

test('an informer with a shard holds only the objects of its replica, and follows a handoff', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const cachedBy = ({ factory }: ReturnType<typeof cluster.replica>): string[] =>
    factory
      .forResource(websites, { shard: shardOf(HashRanges.none) })
      .informer()
      .indexer.listKeys();
  const a = cluster.replica('a', { shard: true });
  await cluster.clock.advance(1 * seconds);
  expect(cachedBy(a)).toHaveLength(names.length);
  const b = cluster.replica('b', { shard: true });
  await cluster.clock.advance(8 * seconds);
  const [ofA, ofB] = [cachedBy(a), cachedBy(b)];
  expect([...ofA, ...ofB].toSorted()).toEqual(names.toSorted());
  expect(ofB.length).toBeGreaterThan(0);
  expect(cluster.runs.filter(({ exists }) => !exists)).toEqual([]);
  b.stop.abort();
  await cluster.clock.advance(8 * seconds);
  expect(cachedBy(a)).toHaveLength(names.length);
  const runsOfA = new Set(cluster.runs.slice(names.length + ofB.length).map(({ key }) => key));
  expect([...runsOfA].toSorted()).toEqual(ofB.toSorted());
  expect(cluster.runs.filter(({ exists }) => !exists)).toEqual([]);
  expect(cluster.overlaps).toEqual([]);
});

test('a key waits until the informer has listed its slot, although an owned object is there', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const maps = cluster.client.source(coreV1.configMaps);
  for (const [index] of names.entries()) maps.add(page(index));
  cluster.replica('a', { shard: true, owns: true });
  await cluster.clock.advance(1 * seconds);
  cluster.replica('b', { shard: true, owns: true });
  await cluster.clock.advance(8 * seconds);
  expect(new Set(cluster.runs.map(({ replica }) => replica)).size).toBe(2);
  expect(cluster.runs.filter(({ exists }) => !exists)).toEqual([]);
});

test.each([undefined, true] as const)(
  'events of owned objects run on the replica of their controller, shard: %s',
  async (shard) => {
    const cluster = newShardedCluster();
    addSites(cluster);
    const maps = cluster.client.source(coreV1.configMaps);
    for (const identity of ['a', 'b']) cluster.replica(identity, { owns: true, ...(shard && { shard }) });
    await cluster.clock.advance(8 * seconds);
    const before = cluster.replicasOf();
    cluster.runs.length = 0;
    for (const [index] of names.entries()) maps.add(page(index));
    await cluster.clock.advance(1 * seconds);
    expect(cluster.runs).toHaveLength(names.length);
    for (const { key, replica } of cluster.runs) expect(before.get(key)).toContain(replica);
  },
);

test('a controller without sharding runs in the same manager, on the leader', async () => {
  const cluster = newShardedCluster();
  addSites(cluster);
  const led: string[] = [];
  for (const identity of ['a', 'b']) {
    cluster.replica(identity, {
      manager: (factory) => ({
        election: { namespace: 'default', name: 'leader', identity, clock: cluster.clock, random: () => 0 },
        controllers: [
          new Controller('unsharded', {
            for: factory.forResource(websites),
            reconcile: () => void led.push(identity),
            clock: cluster.clock,
            random: () => 0,
          }) as Controller<never>,
        ],
      }),
    });
    await cluster.clock.advance(1 * seconds);
  }
  await cluster.clock.advance(8 * seconds);
  expect(new Set(led)).toEqual(new Set(['a']));
  expect(led).toHaveLength(names.length);
  expect(new Set(cluster.runs.map(({ replica }) => replica)).size).toBe(2);
});

test('divides by the result of shardBy; a shardBy that throws is reported', async () => {
  const cluster = newShardedCluster();
  const shardBy = ({ metadata }: DeepReadonly<KubernetesObject>): string => {
    if (metadata?.name === 'bad') throw new Error('no shard for this');
    return metadata?.name?.startsWith('x') === true ? 'x' : 'y';
  };
  ['x1', 'x2', 'x3', 'y1', 'y2', 'y3', 'bad'].forEach((name, index) => cluster.sites.add(site(index, name)));
  const a = cluster.replica('a', { sharding: { shardBy } });
  cluster.replica('b', { sharding: { shardBy } });
  await cluster.clock.advance(8 * seconds);
  cluster.runs.length = 0;
  for (const [index, name] of ['x1', 'x2', 'x3'].entries()) cluster.sites.modify(changed(index, name));
  await cluster.clock.advance(1 * seconds);
  expect(new Set(cluster.runs.map(({ replica }) => replica)).size).toBe(1);
  expect(cluster.runs).toHaveLength(3);
  expect(a.errors.map(({ message }) => message)).toContain('no shard for this');
});

test('the 1st, 10th and 100th failure of a cause of shardBy are reported, and further causes as one', async () => {
  const cluster = newShardedCluster();
  let cause = 'no tenant';
  const shardBy = (): string => {
    throw new Error(cause);
  };
  cluster.sites.add(site(0, 'bad'));
  const lines: { key?: unknown; err?: unknown; failures?: unknown }[] = [];
  const logger = { ...noopLogger, error: (fields: object) => void lines.push(fields) };
  const a = cluster.replica('a', { sharding: { shardBy }, controller: { logger } });
  await cluster.clock.advance(8 * seconds);
  const change = async (times: number): Promise<void> => {
    for (let index = 0; index < times; index++) {
      cluster.sites.modify(changed(0, 'bad'));
      await cluster.clock.advance(1);
    }
  };
  await change(150);
  expect(lines.map(({ key, failures }) => ({ key, failures }))).toEqual(
    [1, 10, 100].map((failures) => ({ key: 'default/bad', failures })),
  );
  expect(a.errors.map(({ message }) => message)).toEqual(['no tenant', 'no tenant', 'no tenant']);
  expect(cluster.runs).toEqual([]);
  lines.length = 0;
  for (let index = 0; index < 60; index++) {
    cause = `no tenant ${index}`;
    await change(1);
  }
  // 19 causes of their own, then the 1st and the 10th failure of all others.
  expect(lines).toHaveLength(21);
});

test('keys without an object are divided by the key', async () => {
  const cluster = newShardedCluster();
  const keys = Array.from({ length: 20 }, (_none, index) => `job-${index}`);
  // A source that lasts, as a subscription to a queue does.
  async function* source(): AsyncGenerator<string> {
    yield* keys;
    await new Promise(() => undefined);
  }
  const given = { controller: { for: undefined, sources: [source()] } };
  cluster.replica('a', given);
  await cluster.clock.advance(1 * seconds);
  await settle();
  expect(new Set(cluster.runs.map(({ key }) => key)).size).toBe(20);
});

test('refuses a shard that cannot hold the objects of this replica', () => {
  const cluster = newShardedCluster();
  const { sharding, factory } = cluster.replica('a', { shard: true });
  const byName = new Sharding(cluster.leases.clientset(), {
    namespace: 'default',
    name: 'by-name',
    shardBy: ({ metadata }) => metadata?.name ?? '',
  });
  const shard = shardOf(HashRanges.none);
  const sites = factory.forResource(websites, { shard });
  const maps = factory.core().v1().configMaps({ shard });
  const owned = factory
    .core()
    .v1()
    .configMaps({ shard: shardOf(HashRanges.none, { by: 'controllerRef' }) });
  const build = (options: Omit<ControllerOptions<Website>, 'reconcile'>) => (): void => {
    new Controller('x', { sharding, ...options, reconcile: () => undefined });
  };
  const error = (text: string) =>
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(text) });
  expect(build({ for: sites, owns: [owned] })).not.toThrow();
  expect(build({ for: sites, owns: [maps] })).toThrow(error('must be by controllerRef'));
  expect(build({ for: sites, owns: [{ informer: owned, everyOwner: true }] })).toThrow(
    error('of any replica'),
  );
  expect(build({ for: sites, watches: [{ informer: maps, map: () => [] }] })).toThrow(
    error('of any replica'),
  );
  expect(build({ for: sites, sharding: byName })).toThrow(error('with shardBy'));
});

describe('owner references with a false uid', () => {
  /** A config map of the site, with the uid of another one. */
  const forged = (index: number, uid: string): KubernetesObject => {
    const map = page(index);
    const [owner] = map.metadata?.ownerReferences ?? [];
    return {
      metadata: { ...map.metadata, name: `forged-${index}`, ownerReferences: [{ ...owner, uid } as never] },
    };
  };

  test('run no key of another replica as if its object did not exist', async () => {
    const cluster = newShardedCluster();
    addSites(cluster);
    const maps = cluster.client.source(coreV1.configMaps);
    for (const identity of ['a', 'b']) cluster.replica(identity, { owns: true, shard: true });
    await cluster.clock.advance(8 * seconds);
    cluster.runs.length = 0;
    // Among the uids of all sites are those of every slot.
    for (const [index] of names.entries())
      maps.add(forged(index, site((index + 7) % names.length).metadata?.uid ?? ''));
    await cluster.clock.advance(2 * seconds);
    expect(cluster.runs.filter(({ exists }) => !exists)).toEqual([]);
  });

  test('objects owned by a deleted object still run its key, on the replica that had it', async () => {
    const cluster = newShardedCluster();
    addSites(cluster);
    const maps = cluster.client.source(coreV1.configMaps);
    for (const [index] of names.entries()) maps.add(page(index));
    for (const identity of ['a', 'b']) cluster.replica(identity, { owns: true, shard: true });
    await cluster.clock.advance(8 * seconds);
    const before = cluster.replicasOf();
    for (const [index] of names.entries()) cluster.sites.delete(site(index));
    await cluster.clock.advance(1 * seconds);
    cluster.runs.length = 0;
    for (const [index] of names.entries()) maps.delete(page(index));
    await cluster.clock.advance(1 * seconds);
    expect(cluster.runs.map(({ key }) => key).toSorted()).toEqual(names.toSorted());
    for (const { key, replica } of cluster.runs) expect(before.get(key)).toContain(replica);
  });

  test('a cache of all objects shows that an owner does not exist, so its key runs once', async () => {
    const cluster = newShardedCluster();
    const maps = cluster.client.source(coreV1.configMaps);
    for (const identity of ['a', 'b']) cluster.replica(identity, { owns: true });
    await cluster.clock.advance(8 * seconds);
    maps.add(page(1));
    await cluster.clock.advance(1 * seconds);
    expect(cluster.runs).toEqual([{ replica: expect.any(String), key: 'default/site-1', exists: false }]);
  });
});

test('objects without a uid are reported once', async () => {
  const cluster = newShardedCluster();
  for (const index of [1, 2, 3]) {
    // As after a transform that drops it.
    cluster.sites.add({ ...site(index), metadata: { ...site(index).metadata, uid: '' } });
  }
  const a = cluster.replica('a');
  await cluster.clock.advance(4 * seconds);
  expect(cluster.runs).toEqual([]);
  expect(a.errors).toEqual([
    expect.objectContaining({
      code: 'ERR_OPTION',
      message: expect.stringMatching(
        /^default\/site-\d in .* has no metadata\.uid, by which sharding default\/web divides objects, so no replica runs it/,
      ),
    }),
  ]);
});
