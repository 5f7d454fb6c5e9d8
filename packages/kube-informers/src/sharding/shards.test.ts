import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { StatusError } from '../meta/errors.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import type { FakeSourceOptions } from '../../../testing/src/fake-source.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { TransportError } from '../util/errors.js';
import type { HandlerRegistration } from '../cache/handlers/event-handler.js';
import type { ListerWatcher, ResourceEventHandler } from '../cache/types.js';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { SharedIndexInformerOptions } from '../cache/informer/shared-index-informer.js';
import { shardOf } from './informer-shard.js';
import type { ShardOptions } from './informer-shard.js';
import { quarters, rangesOf, ShardingSource, uidIn } from './shards.test-support.js';
import type { Support } from './shards.test-support.js';

/** An object of a quarter of the hash space, or with a controller of that quarter. */
function pod(name: string, quarter: number, controller?: number): KubernetesObject {
  const owner = { apiVersion: 'v1', kind: 'Owner', name: 'owner', controller: true };
  return {
    metadata: {
      name,
      uid: uidIn(quarter),
      ...(controller === undefined ? {} : { ownerReferences: [{ ...owner, uid: uidIn(controller) }] }),
    },
  };
}

/** Records events as lines: `*` initial add, `+` add, `~` update, `-` delete, `?` missed delete, `>` left the shard. */
class EventLines implements ResourceEventHandler<KubernetesObject> {
  readonly lines: string[] = [];

  onAdd({ metadata }: DeepReadonly<KubernetesObject>, info: { readonly isInInitialList: boolean }): void {
    this.lines.push(`${info.isInInitialList ? '*' : '+'}${metadata?.name}`);
  }

  onUpdate(_old: DeepReadonly<KubernetesObject>, { metadata }: DeepReadonly<KubernetesObject>): void {
    this.lines.push(`~${metadata?.name}`);
  }

  onDelete(deletion: {
    readonly key: string;
    readonly leftScope: boolean;
    readonly finalStateUnknown: boolean;
    readonly object: DeepReadonly<KubernetesObject> | undefined;
  }): void {
    const { key, leftScope, finalStateUnknown, object } = deletion;
    expect(object?.metadata?.name).toBe(key);
    this.lines.push(`${leftScope ? '>' : finalStateUnknown ? '?' : '-'}${key}`);
  }

  take(): string[] {
    return this.lines.splice(0).toSorted();
  }
}

interface Setup extends Partial<SharedIndexInformerOptions<KubernetesObject>> {
  readonly support?: Support;
  readonly objects?: readonly KubernetesObject[];
  readonly intercept?: FakeSourceOptions<KubernetesObject>['intercept'];
}

const four = [0, 1, 2, 3].map((quarter) => pod(`q${quarter}`, quarter));

class Fixture {
  readonly clock = new FakeClock();
  readonly source: FakeSource<KubernetesObject>;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly events = new EventLines();
  readonly registration: HandlerRegistration;
  readonly errors: Error[] = [];

  constructor({ support = 'full', objects = four, intercept, ...options }: Setup) {
    this.source = new FakeSource({ objects, firstResourceVersion: 10, intercept });
    const served: ListerWatcher<KubernetesObject> = new ShardingSource(this.source, support);
    const report = (error: Error): void => void this.errors.push(error);
    this.informer = new SharedIndexInformer<KubernetesObject>(served, {
      name: 'pods',
      clock: this.clock,
      random: () => 0,
      shard: shardOf(quarters(0, 1)),
      onWatchError: report,
      onObjectError: report,
      ...options,
    });
    this.registration = this.informer.addEventHandler(this.events);
  }

  async start(): Promise<this> {
    this.informer.start();
    await settle();
    return this;
  }

  get keys(): string[] {
    return this.informer.indexer.listKeys().toSorted();
  }

  /** The requests since the last call: verb, resourceVersion and its match, and the quarters of the selector. */
  takeRequests(): string[] {
    return this.source.requests.splice(0).map(({ verb, options }) => {
      const { resourceVersion = '-', resourceVersionMatch, sendInitialEvents, shardSelector } = options;
      const asked = rangesOf(shardSelector ?? '');
      const slots = [0, 1, 2, 3].filter((slot) => asked.has(uidIn(slot)));
      const how = sendInitialEvents === true ? 'initial' : (resourceVersionMatch ?? 'from');
      return `${verb} ${how} ${resourceVersion}${shardSelector === undefined ? '' : ` at ${slots.join()}`}`;
    });
  }
}

const fixtures: Fixture[] = [];
afterEach(async () => {
  for (const { informer, clock, source } of fixtures.splice(0)) {
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
    expect(source.openWatches).toBe(0);
  }
});

function setUp(setup: Setup = {}): Fixture {
  const fixture = new Fixture(setup);
  fixtures.push(fixture);
  return fixture;
}

function refusal(code: number): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message: 'refused' });
}

describe('the shard of an informer', () => {
  // Upstream: no shardInfo: the server ignored it, the client filters.
  test.each(['full', 'none', 'unnamed', 'wrong'] as const)(
    'is all that is stored; server support: %s',
    async (support) => {
      const { informer, events, keys, source } = await setUp({ support }).start();
      expect(keys).toEqual(['q0', 'q1']);
      expect(events.take()).toEqual(['*q0', '*q1']);
      expect([informer.hasSynced, informer.shard?.hasSynced]).toEqual([true, true]);
      source.add(pod('mine', 0));
      source.add(pod('other', 3));
      source.modify(pod('q0', 0));
      source.modify(pod('q3', 3));
      source.delete('q1');
      source.delete('q2');
      await settle();
      expect(events.take()).toEqual(['+mine', '-q1', '~q0']);
      // A server that divides the objects does not send the last change.
      expect(informer.indexer.resourceVersion).toBe(
        support === 'full' || support === 'unnamed' ? '18' : source.resourceVersion,
      );
    },
  );

  test('loses ranges at once, and its watch continues', async () => {
    const fixture = await setUp().start();
    const { informer, events } = fixture;
    events.take();
    fixture.takeRequests();
    const shard = informer.setShard(quarters(1));
    await shard.synced;
    expect(events.take()).toEqual(['>q0']);
    await settle();
    expect(fixture.keys).toEqual(['q1']);
    expect(fixture.takeRequests()).toEqual(['watch from 13 at 1']);
    expect(informer.shard).toBe(shard);
    expect(informer.setShard(quarters(1))).toBe(shard);
  });

  test('gains ranges: only the difference is listed, as it was where the watch has stopped', async () => {
    const fixture = await setUp().start();
    const { informer, events, source } = fixture;
    events.take();
    fixture.takeRequests();
    // Changes after that state arrive by the next watch.
    const shard = informer.setShard(quarters(1, 2));
    source.modify(pod('q2', 2));
    source.add(pod('new', 2));
    await shard.synced;
    await settle();
    expect(events.take()).toEqual(['+new', '+q2', '>q0', '~q2']);
    expect(fixture.keys).toEqual(['new', 'q1', 'q2']);
    expect(fixture.takeRequests()).toEqual(['list Exact 13 at 2', 'watch from 13 at 1,2']);
    expect(fixture.errors).toEqual([]);
  });

  test.each(['none', 'unnamed'] as const)(
    'gains ranges by a list of everything if the server does not confirm the shard (%s)',
    async (support) => {
      const fixture = await setUp({ support, useWatchList: false }).start();
      const { informer, events } = fixture;
      events.take();
      fixture.takeRequests();
      await informer.setShard(quarters(1, 2)).synced;
      await settle();
      expect(events.take()).toEqual(['+q2', '>q0']);
      expect(fixture.takeRequests()).toEqual([
        'list Exact 13 at 2',
        'list from 13 at 1,2',
        'watch from 13 at 1,2',
      ]);
      expect(fixture.errors).toEqual([]);
    },
  );

  test('gains ranges by a list of everything if the server no longer has the state', async () => {
    const fixture = await setUp({ useWatchList: false }).start();
    const { informer, events, source } = fixture;
    events.take();
    source.addDropped(pod('unseen', 2));
    source.compact();
    await informer.setShard(quarters(1, 2)).synced;
    await settle();
    expect(events.take()).toEqual(['+q2', '+unseen', '>q0']);
    expect(fixture.errors).toEqual([]);
  });

  test('gains ranges after a failed list, which is reported', async () => {
    const fixture = await setUp().start();
    const { informer, events, source } = fixture;
    events.take();
    source.failNext('list', refusal(500));
    const shard = informer.setShard(quarters(0, 1, 2));
    await settle();
    await shard.synced;
    expect(events.take()).toEqual(['+q2']);
    expect(fixture.errors).toEqual([refusal(500)]);
  });

  test('loses ranges while the server is down', async () => {
    const fixture = await setUp().start();
    const { informer, events, source, clock } = fixture;
    events.take();
    source.failNext('watch', refusal(500), 100);
    source.failNext('list', refusal(500), 100);
    source.resetWatch();
    await clock.advance(10_000);
    const shard = informer.setShard(quarters(0, 2));
    await settle();
    expect(events.take()).toEqual(['>q1']);
    expect(shard.hasSynced).toBe(false);
  });

  test('without ranges there are no requests, and an empty cache is complete', async () => {
    const fixture = await setUp({ shard: shardOf(HashRanges.none) }).start();
    const { informer, events } = fixture;
    expect([informer.hasSynced, informer.shard?.hasSynced, fixture.keys]).toEqual([true, true, []]);
    await fixture.clock.advance(600_000);
    expect(fixture.takeRequests()).toEqual([]);
    await informer.setShard(quarters(0)).synced;
    expect(events.take()).toEqual(['+q0']);
    await informer.setShard(HashRanges.none).synced;
    expect(events.take()).toEqual(['>q0']);
    fixture.takeRequests();
    await fixture.clock.advance(600_000);
    expect([fixture.takeRequests(), fixture.source.openWatches]).toEqual([[], 0]);
    // Everything needs no selector.
    await informer.setShard(HashRanges.all).synced;
    expect(fixture.takeRequests()[0]).toBe('list from 13');
    expect(fixture.keys).toEqual(['q0', 'q1', 'q2', 'q3']);
  });

  test('an informer with an empty shard is fresh, and stays so', async () => {
    // The watch of a watch-list is fresh from its first moment on.
    const { clock, informer } = await setUp({
      shard: shardOf(HashRanges.none),
      useWatchList: true,
    }).start();
    await clock.advance(600_000);
    informer.assertFresh({ maxAgeMs: 0 });
    expect(informer.state.phase).toBe('watching');
    expect(informer.health).toMatchObject({ connected: true, staleSinceMs: undefined });
    // The objects of the gained ranges are missing from now on.
    informer.setShard(quarters(0));
    expect(informer.health).toMatchObject({ connected: true, staleMs: 0 });
    await settle();
    await clock.advance(500);
    expect(informer.health.staleMs).toBe(0);
    await clock.advance(500);
    informer.setShard(HashRanges.none);
    await settle();
    await clock.advance(600_000);
    informer.assertFresh({ maxAgeMs: 0 });
    await informer.stop();
    await clock.advance(1000);
    expect(informer.health).toMatchObject({ connected: false, staleMs: 1000 });
  });

  test('after an empty shard, a cache is stale from the change of the shard on while its list fails', async () => {
    let isDown = false;
    const { clock, informer } = await setUp({
      shard: shardOf(HashRanges.none),
      intercept: () => {
        if (isDown) throw new TransportError('ERR_CONNECTION_REFUSED', 'connect ECONNREFUSED');
      },
    }).start();
    await clock.advance(600_000);
    isDown = true;
    informer.setShard(quarters(0));
    await settle();
    await clock.advance(10_000);
    expect(informer.health).toMatchObject({ connected: false, staleMs: 10_000 });
    isDown = false;
    await clock.advance(60_000);
    informer.assertFresh({ maxAgeMs: 0 });
  });

  test('changes during the first list: the list begins again', async () => {
    let answer = (): void => undefined;
    const fixture = setUp({
      useWatchList: false,
      intercept: ({ options }) =>
        options.shardSelector?.includes("'0x0") === true
          ? new Promise<void>((resolve) => (answer = resolve))
          : undefined,
    });
    const { informer, events } = await fixture.start();
    const first = informer.shard;
    const second = informer.setShard(quarters(3));
    await expect(first?.synced).rejects.toMatchObject({ code: 'ERR_SHARD_CHANGED' });
    await second.synced;
    answer();
    await settle();
    expect(events.take()).toEqual(['*q3']);
    expect([informer.hasSynced, fixture.keys]).toEqual([true, ['q3']]);
  });

  test('changes before the start', async () => {
    const { informer, keys } = setUp();
    const shard = informer.setShard(quarters(2));
    expect([shard.hasSynced, keys]).toEqual([false, []]);
    informer.start();
    await shard.synced;
    expect(informer.indexer.listKeys()).toEqual(['q2']);
  });

  test('an object recreated with a uid of another shard is deleted here', async () => {
    const fixture = await setUp({ support: 'wrong' }).start();
    const { events, source, clock } = fixture;
    events.take();
    // Both deletions are missed: one by the watch, one by a list.
    source.deleteDropped('q0');
    source.add(pod('q0', 3));
    await settle();
    expect(events.take()).toEqual(['?q0']);
    source.deleteDropped('q1');
    source.addDropped(pod('q1', 2));
    source.resetWatch();
    await clock.advance(60_000);
    expect(events.take()).toEqual(['?q1']);
    expect(fixture.keys).toEqual([]);
  });

  test('by controllerRef: children of the owners in the ranges, wherever they go', async () => {
    const fixture = await setUp({
      shard: shardOf(quarters(0, 1), { by: 'controllerRef' }),
      objects: [pod('mine', 3, 0), pod('other', 0, 3), pod('orphan', 0)],
    }).start();
    const { informer, events, source } = fixture;
    expect(events.take()).toEqual(['*mine']);
    source.modify(pod('orphan', 0, 1));
    source.modify(pod('mine', 3, 2));
    await settle();
    expect(events.take()).toEqual(['+orphan', '>mine']);
    source.delete(pod('orphan', 0, 2));
    await settle();
    // Deleted together with the change of its owner.
    expect(events.take()).toEqual(['?orphan']);
    await informer.setShard(quarters(2, 3)).synced;
    expect(events.take()).toEqual(['+mine', '+other']);
    expect(fixture.takeRequests().every((line) => !line.includes(' at '))).toBe(true);
  });

  test('an object that enters and leaves before it is stored is deleted with its state', async () => {
    const fixture = await setUp({
      shard: shardOf(quarters(0), { by: 'controllerRef' }),
      objects: [],
    }).start();
    fixture.source.add(pod('a', 3, 0));
    fixture.source.modify(pod('a', 3, 1));
    await settle();
    // `onDelete` checks the object.
    expect(fixture.events.lines).toEqual(['+a', '>a']);
  });

  test('10,000 lost objects are deleted in slices, beside other work', async () => {
    const objects = Array.from({ length: 10_000 }, (_, index) => pod(`p${index}`, index % 2));
    const fixture = await setUp({ objects }).start();
    const { informer, events } = fixture;
    await informer.shard?.synced;
    events.take();
    let turns = 0;
    let running = true;
    const count = (): void => {
      turns++;
      if (running) setImmediate(count);
    };
    count();
    await informer.setShard(quarters(1)).synced;
    running = false;
    expect(turns).toBeGreaterThan(3);
    expect(fixture.keys).toHaveLength(5000);
    expect(events.lines.every((line) => line.startsWith('>'))).toBe(true);
  });

  test.each([400, 414, 431])('a selector that is refused with %i is not sent again', async (code) => {
    const fixture = await setUp({
      support: 'none',
      intercept: ({ options }) => {
        if (options.shardSelector !== undefined) throw refusal(code);
      },
    }).start();
    expect(fixture.keys).toEqual(['q0', 'q1']);
    await fixture.informer.setShard(quarters(2)).synced;
    expect(fixture.keys).toEqual(['q2']);
    expect(fixture.takeRequests().filter((line) => line.includes(' at '))).toHaveLength(1);
    expect(fixture.errors).toEqual([]);
  });

  test('a transform must keep the uid', async () => {
    const fixture = await setUp({
      transform: (object) =>
        object.metadata?.name === 'q0' ? { ...object, metadata: { name: 'q0' } } : { ...object, kind: 'Pod' },
    }).start();
    expect(fixture.keys).toEqual(['q1']);
    expect(fixture.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('the transform of an informer with a shard must keep metadata.uid'),
    ]);
  });

  test('several namespaces have one shard, which an added namespace shares', async () => {
    const clock = new FakeClock();
    const sources = new Map(
      ['a', 'b'].map((namespace, index) => [
        namespace,
        new FakeSource<KubernetesObject>({
          firstResourceVersion: 10 + index,
          objects: [0, 1, 2, 3].map((quarter) => ({
            metadata: { namespace, name: `q${quarter}`, uid: uidIn(quarter) },
          })),
        }),
      ]),
    );
    const informer = new SharedIndexInformer<KubernetesObject>(
      {
        namespaces: ['a'],
        forNamespace: (name) => new ShardingSource(sources.get(name) ?? new FakeSource(), 'full'),
      },
      { clock, shard: shardOf(quarters(0, 1)), random: () => 0 },
    );
    informer.start();
    await informer.shard?.synced;
    await informer.addNamespace('b').synced;
    expect(informer.indexer.listKeys().toSorted()).toEqual(['a/q0', 'a/q1', 'b/q0', 'b/q1']);
    await informer.setShard(quarters(1, 2)).synced;
    expect(informer.indexer.listKeys().toSorted()).toEqual(['a/q1', 'a/q2', 'b/q1', 'b/q2']);
    informer.removeNamespace('a');
    await informer.setShard(quarters(2, 3)).synced;
    expect(informer.indexer.listKeys().toSorted()).toEqual(['b/q2', 'b/q3']);
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});

test('an informer without a shard has none', () => {
  const { informer } = setUp({ shard: undefined });
  expect(informer.shard).toBeUndefined();
  expect(() => informer.setShard(HashRanges.all)).toThrow(
    expect.objectContaining({
      code: 'ERR_INFORMER_SHARD',
      message: 'cannot change the shard: informer pods was created without the shard option',
    }),
  );
});

test('a stop ends the wait for a shard, and refuses another', async () => {
  const { informer } = await setUp({ intercept: () => new Promise(() => undefined) }).start();
  const { shard } = informer;
  await informer.stop();
  await expect(shard?.synced).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
  expect(() => informer.setShard(HashRanges.all)).toThrow(
    expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }),
  );
});

test('prints its ranges', () => {
  expect(inspect(setUp().informer.shard)).toBe(
    "{\n  ranges: HashRanges([0x0000000000000000, 0x8000000000000000)),\n  by: 'uid',\n  hasSynced: false\n}",
  );
});

test.each([
  ['0x0', {}, 'ranges of shardOf must be HashRanges, got string'],
  [[], {}, 'ranges of shardOf must be HashRanges'],
  [HashRanges.all, { by: 'name' }, 'by of shardOf must be uid or controllerRef, got "name"'],
  [HashRanges.all, { key: 'uid' }, 'unknown option "key" of shardOf'],
])('shardOf refuses %o, %o', (ranges, options, why) => {
  expect(() => shardOf(ranges as HashRanges, options as ShardOptions)).toThrow(why);
});

test.each(['0x0', null, {}, HashRanges.all])('an informer refuses the shard %o', (shard) => {
  // @ts-expect-error none of them is a Shard
  expect(() => new SharedIndexInformer(new FakeSource(), { shard })).toThrow(
    'shard of an informer must be a shard: shardOf(ranges) of kube-informers/sharding',
  );
});

test.each(['0x0', shardOf(HashRanges.all)])('an informer refuses the ranges %o', (ranges) => {
  // @ts-expect-error only HashRanges are ranges
  expect(() => setUp().informer.setShard(ranges)).toThrow('the shard of an informer must be HashRanges');
});
