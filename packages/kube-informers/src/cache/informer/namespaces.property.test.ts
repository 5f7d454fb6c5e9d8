import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { metaNamespaceIndexFunc, namespaceIndex } from '../stores/indexer.js';
import type { Deletion, ResourceEventHandler } from '../types.js';
import { compact as compactFormat } from '../../compact/compact-cache.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

const all = ['one', 'two', 'three'] as const;
type Namespace = (typeof all)[number];

function pod(namespace: string, name: string): KubernetesObject {
  return { metadata: { namespace, name } };
}

function keyOf({ metadata }: DeepReadonly<KubernetesObject>): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}

/** A cache built only from handler events; records every event that is impossible in its state. */
class Replica implements ResourceEventHandler<KubernetesObject> {
  readonly objects = new Map<string, string | undefined>();
  readonly illegal: string[] = [];
  readonly #onDeletion: (deletion: Deletion<KubernetesObject>) => void;

  constructor(onDeletion: (deletion: Deletion<KubernetesObject>) => void) {
    this.#onDeletion = onDeletion;
  }

  onAdd(object: DeepReadonly<KubernetesObject>): void {
    if (this.objects.has(keyOf(object))) this.illegal.push(`${keyOf(object)} was added twice`);
    this.objects.set(keyOf(object), object.metadata?.resourceVersion);
  }

  onUpdate(oldObject: DeepReadonly<KubernetesObject>, newObject: DeepReadonly<KubernetesObject>): void {
    if (this.objects.get(keyOf(newObject)) !== oldObject.metadata?.resourceVersion)
      this.illegal.push(`${keyOf(newObject)} was updated from another state`);
    this.objects.set(keyOf(newObject), newObject.metadata?.resourceVersion);
  }

  onDelete(deletion: Deletion<KubernetesObject>): void {
    if (!this.objects.delete(deletion.key))
      this.illegal.push(`${deletion.key} was deleted before it was added`);
    this.#onDeletion(deletion);
  }

  get content(): [string, string | undefined][] {
    return sorted([...this.objects]);
  }
}

function sorted(entries: [string, string | undefined][]): [string, string | undefined][] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const namespace = fc.constantFrom(...all);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      namespace,
      name: fc.constantFrom('a', 'b', 'c'),
      remove: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('enter' as const, 'leave' as const), namespace }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'forget' as const,
        'breakWatches' as const,
        'failList' as const,
        'failWatch' as const,
      ),
      namespace,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('joinHandler' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 0, 500, 6000, 40_000) }),
  },
);

const modes = [true, false].flatMap((useWatchList) =>
  [true, false].map((compact) => ({ useWatchList, compact })),
);

test.each(modes)(
  'the cache and every handler hold the objects of the namespaces in scope (watch-list $useWatchList, compact $compact)',
  async ({ useWatchList, compact }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
        const clock = new FakeClock();
        const sources = Object.fromEntries(
          all.map((name, index) => [name, new FakeSource({ firstResourceVersion: 10 * (index + 1) })]),
        ) as Record<Namespace, FakeSource<KubernetesObject>>;
        const scope = new Set<Namespace>(['one', 'two']);
        const informer = new SharedIndexInformer<KubernetesObject>(
          { namespaces: [...scope], forNamespace: (name) => sources[name as Namespace] },
          {
            clock,
            useWatchList,
            cacheFormat: compact ? compactFormat() : undefined,
            random: () => 0,
            resyncPeriodMs: 5000,
            onWatchError: () => undefined,
            indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
          },
        );
        // Only objects of a removed namespace have left the scope; no relist here finds a missed delete.
        const removed = new Set<string>();
        const flags: string[] = [];
        const replicas: Replica[] = [];
        const join = (): void => {
          const replica = new Replica(({ key, leftScope, finalStateUnknown }) => {
            const name = key.split('/')[0] ?? '';
            if (leftScope && !removed.has(name)) flags.push(`${key} left the scope, ${name} never did`);
            if (leftScope && finalStateUnknown) flags.push(`${key} left the scope and is a missed delete`);
          });
          replicas.push(replica);
          informer.addEventHandler(replica);
        };
        join();
        const stop = new AbortController();
        const running = informer.run({ signal: stop.signal });
        await settle();
        for (const now of steps) {
          switch (now.do) {
            case 'write': {
              const source = sources[now.namespace];
              const there = source.objects.some(({ metadata }) => metadata?.name === now.name);
              if (now.remove && !there) break;
              source[now.remove ? 'delete' : there ? 'modify' : 'add'](pod(now.namespace, now.name));
              break;
            }
            case 'enter':
              scope.add(now.namespace);
              informer.addNamespace(now.namespace);
              break;
            case 'leave':
              expect(informer.removeNamespace(now.namespace)).toBe(scope.delete(now.namespace));
              removed.add(now.namespace);
              break;
            case 'forget':
              sources[now.namespace].resetWatch();
              break;
            case 'breakWatches':
              sources[now.namespace].failWatches(new Error('the connection broke'));
              break;
            case 'failList':
              sources[now.namespace].failNext('list', new Error('no list'));
              break;
            case 'failWatch':
              sources[now.namespace].failNext('watch', new Error('no watch'));
              break;
            case 'joinHandler':
              join();
              break;
            case 'pass':
              if (now.ms === 0) await settle(1);
              else await clock.advance(now.ms);
              break;
          }
        }
        await clock.advance(300_000);
        const truth = sorted(
          [...scope].flatMap((name) =>
            sources[name].objects.map((object): [string, string | undefined] => [
              keyOf(object),
              object.metadata?.resourceVersion,
            ]),
          ),
        );
        const cached = informer.indexer
          .list()
          .map((object): [string, string | undefined] => [keyOf(object), object.metadata?.resourceVersion]);
        expect(sorted(cached)).toEqual(truth);
        for (const name of all) {
          const count = scope.has(name) ? sources[name].objects.length : 0;
          expect(informer.indexer.byIndex(namespaceIndex, name)).toHaveLength(count);
          expect(sources[name].openWatches).toBe(scope.has(name) ? 1 : 0);
        }
        for (const replica of replicas) {
          expect(replica.illegal).toEqual([]);
          expect(replica.content).toEqual(truth);
        }
        expect(flags).toEqual([]);
        expect([...(informer.namespaces?.keys() ?? [])].toSorted()).toEqual([...scope].toSorted());
        expect(informer.hasSynced).toBe(true);
        stop.abort();
        await running;
        expect(clock.pendingTimers).toBe(0);
        for (const name of all) expect(sources[name].openWatches).toBe(0);
      }),
      { numRuns: 60, seed: 1 },
    );
  },
);
