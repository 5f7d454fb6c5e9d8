import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact as compactFormat } from '../compact/compact-cache.js';
import type { KubernetesObject } from '../meta/types.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { shardUid } from './sharded-source.js';
import { shardOf } from './informer-shard.js';
import type { ShardBy } from '../cache/informer/informer-shard.js';
import { metaNamespaceIndexFunc, namespaceIndex } from '../cache/stores/indexer.js';
import type { Deletion, ResourceEventHandler } from '../cache/types.js';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { quarters, ShardingSource, supports, uidIn } from './shards.test-support.js';

type Read = DeepReadonly<KubernetesObject>;

function keyOf({ metadata }: Read): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}

function stateOf({ metadata }: Read): string {
  return `${metadata?.uid} at ${metadata?.resourceVersion}`;
}

/** A cache built only from handler events; records every event that is impossible in its state. */
class Replica implements ResourceEventHandler<KubernetesObject> {
  readonly objects = new Map<string, string>();
  readonly illegal: string[] = [];
  readonly #onDeletion: (deletion: Deletion<KubernetesObject>) => void;

  constructor(onDeletion: (deletion: Deletion<KubernetesObject>) => void) {
    this.#onDeletion = onDeletion;
  }

  onAdd(object: Read): void {
    if (this.objects.has(keyOf(object))) this.illegal.push(`${keyOf(object)} was added twice`);
    this.objects.set(keyOf(object), stateOf(object));
  }

  onUpdate(oldObject: Read, newObject: Read): void {
    const key = keyOf(newObject);
    if (this.objects.get(key) !== stateOf(oldObject))
      this.illegal.push(`${key} was updated from another state`);
    const [before, after] = [oldObject, newObject].map(({ metadata }) => Number(metadata?.resourceVersion));
    if (Number(after) < Number(before)) this.illegal.push(`${key} went back in time`);
    this.objects.set(key, stateOf(newObject));
  }

  onDelete(deletion: Deletion<KubernetesObject>): void {
    if (!this.objects.delete(deletion.key))
      this.illegal.push(`${deletion.key} was deleted before it was added`);
    if (deletion.object === undefined) this.illegal.push(`${deletion.key} was deleted without its state`);
    this.#onDeletion(deletion);
  }

  get content(): [string, string][] {
    return sorted([...this.objects]);
  }
}

function sorted(entries: [string, string][]): [string, string][] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const uids = [0, 1, 2, 3].flatMap((quarter) => [uidIn(quarter, 0), uidIn(quarter, 1)]);
const uid = fc.constantFrom(...uids);
const namespace = fc.constantFrom('one', 'two');
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      namespace,
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      remove: fc.boolean(),
      uid,
      owner: fc.option(uid, { nil: undefined }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('shard' as const),
      slots: fc.subarray([0, 1, 2, 3]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'forget' as const,
        'breakWatches' as const,
        'failList' as const,
        'failWatch' as const,
        'bookmark' as const,
      ),
      namespace,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('joinHandler' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('compare' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 0, 500, 6000, 40_000) }),
  },
);

const modes = supports.flatMap((support) =>
  [
    { useWatchList: true, compact: false, namespaced: false, by: 'uid' as ShardBy },
    { useWatchList: false, compact: true, namespaced: true, by: 'uid' as ShardBy },
    {
      useWatchList: support === 'full',
      compact: support === 'full',
      namespaced: false,
      by: 'controllerRef' as ShardBy,
    },
  ].map((mode) => ({ support, ...mode })),
);

test.each(modes)(
  'the cache and every handler hold the objects of the shard (server support $support, watch-list $useWatchList, compact $compact, namespaces $namespaced, by $by)',
  async ({ support, useWatchList, compact, namespaced, by }) => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([0, 1, 2, 3]),
        fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
        async (first, steps) => {
          const clock = new FakeClock();
          const sources = new Map(
            (namespaced ? ['one', 'two'] : ['']).map((name, index) => [
              name,
              new FakeSource<KubernetesObject>({ firstResourceVersion: 10 * (index + 1) }),
            ]),
          );
          const sourceOf = (name: string): FakeSource<KubernetesObject> => {
            const source = sources.get(namespaced ? name : '');
            if (source === undefined) throw new Error(`no source for ${name}`);
            return source;
          };
          const served = (name: string): ShardingSource => new ShardingSource(sourceOf(name), support);
          const informer = new SharedIndexInformer<KubernetesObject>(
            namespaced ? { namespaces: ['one', 'two'], forNamespace: served } : served(''),
            {
              clock,
              useWatchList,
              shard: shardOf(quarters(...first), { by }),
              cacheFormat: compact ? compactFormat() : undefined,
              random: () => 0,
              resyncPeriodMs: 5000,
              onWatchError: () => undefined,
              indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
            },
          );
          const isMine = (object: Read): boolean => {
            const owner = shardUid(by, object as KubernetesObject);
            return owner !== undefined && informer.shard?.ranges.has(owner) === true;
          };
          // Only objects of a quarter that was given up at some time can have left the shard, unless they changed their owner.
          let always = quarters(...first);
          const flags: string[] = [];
          const replicas: Replica[] = [];
          const join = (): void => {
            const replica = new Replica(({ key, object, leftScope, finalStateUnknown }) => {
              const was = object?.metadata?.uid ?? '';
              if (by === 'uid' && leftScope && always.has(was))
                flags.push(`${key} left a shard that it was always in`);
              if (leftScope && finalStateUnknown) flags.push(`${key} left the shard and is a missed delete`);
            });
            replicas.push(replica);
            informer.addEventHandler(replica);
          };
          join();
          const compare = (): void => {
            const truth = sorted(
              [...sources.values()].flatMap((source) =>
                source.objects
                  .filter(isMine)
                  .map((object): [string, string] => [keyOf(object), stateOf(object)]),
              ),
            );
            const cached = informer.indexer
              .list()
              .map((object): [string, string] => [keyOf(object), stateOf(object)]);
            expect(sorted(cached)).toEqual(truth);
            for (const replica of replicas) {
              expect(replica.illegal).toEqual([]);
              expect(replica.content).toEqual(truth);
            }
          };
          const stop = new AbortController();
          const running = informer.run({ signal: stop.signal });
          await settle();
          for (const now of steps) {
            switch (now.do) {
              case 'write': {
                const source = sourceOf(now.namespace);
                const isThis = ({ metadata }: KubernetesObject): boolean =>
                  metadata?.name === now.name && metadata.namespace === now.namespace;
                const there = source.objects.find(isThis);
                if (now.remove && there === undefined) break;
                const ownerReferences =
                  now.owner === undefined
                    ? []
                    : [{ apiVersion: 'v1', kind: 'Owner', name: 'o', uid: now.owner, controller: true }];
                source[now.remove ? 'delete' : there === undefined ? 'add' : 'modify']({
                  metadata: {
                    namespace: now.namespace,
                    name: now.name,
                    uid: there?.metadata?.uid ?? now.uid,
                    ownerReferences: now.remove ? (there?.metadata?.ownerReferences ?? []) : ownerReferences,
                  },
                });
                break;
              }
              case 'shard': {
                const ranges = quarters(...now.slots);
                informer.setShard(ranges);
                always = always.minus(always.minus(ranges));
                break;
              }
              case 'forget':
                sourceOf(now.namespace).resetWatch();
                break;
              case 'breakWatches':
                sourceOf(now.namespace).failWatches(new Error('the connection broke'));
                break;
              case 'failList':
                sourceOf(now.namespace).failNext('list', new Error('no list'));
                break;
              case 'failWatch':
                sourceOf(now.namespace).failNext('watch', new Error('no watch'));
                break;
              case 'bookmark':
                sourceOf(now.namespace).bookmark();
                break;
              case 'joinHandler':
                join();
                break;
              case 'compare': {
                await settle();
                // A source with an open watch has sent every change. Nothing else, such as a list, may have to repair the cache.
                const watched = [...sources.values()].every(({ openWatches }) => openWatches > 0);
                if (watched && informer.shard?.hasSynced === true) {
                  compare();
                  compared++;
                }
                break;
              }
              case 'pass':
                if (now.ms === 0) await settle(1);
                else await clock.advance(now.ms);
                break;
            }
          }
          await clock.advance(300_000);
          compare();
          expect(flags).toEqual([]);
          const { shard } = informer;
          expect([informer.hasSynced, shard?.hasSynced]).toEqual([true, true]);
          for (const source of sources.values())
            expect(source.openWatches).toBe(shard?.ranges.isEmpty === true ? 0 : 1);
          stop.abort();
          await running;
          expect(clock.pendingTimers).toBe(0);
          for (const source of sources.values()) expect(source.openWatches).toBe(0);
        },
      ),
      { numRuns: 12, seed: 1 },
    );
    expect(compared).toBeGreaterThan(40);
  },
  60_000,
);
