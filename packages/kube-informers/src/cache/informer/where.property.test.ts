import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { compact } from '../../compact/compact-cache.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import type { Deletion, ResourceEventHandler } from '../types.js';
import { InformerFixture, pod } from './informer.test-support.js';

type ReadOnlyObject = DeepReadonly<KubernetesObject>;

const nameOf = (object: ReadOnlyObject): string => object.metadata?.name ?? '';

function isOn({ metadata }: ReadOnlyObject): boolean {
  return metadata?.labels?.['on'] === 'yes';
}

/** What is kept of an object, and its version. */
function kept(object: ReadOnlyObject): string {
  const { name, resourceVersion, labels } = object.metadata ?? {};
  return JSON.stringify([name, resourceVersion, labels]);
}

/** A cache made of the events of a handler, which records what cannot be in its state. */
class Replica implements ResourceEventHandler<KubernetesObject> {
  readonly objects = new Map<string, ReadOnlyObject>();
  readonly illegal: string[] = [];
  readonly #exists: (name: string) => boolean;

  constructor(exists: (name: string) => boolean) {
    this.#exists = exists;
  }

  onAdd(object: ReadOnlyObject): void {
    if (this.objects.has(nameOf(object))) this.illegal.push(`${nameOf(object)} was added twice`);
    this.#put(object);
  }

  onUpdate(old: ReadOnlyObject, object: ReadOnlyObject): void {
    if (!this.objects.has(nameOf(object))) this.illegal.push(`${nameOf(object)} was not there`);
    // Updates that change nothing but the version are skipped.
    const { labels } = object.metadata ?? {};
    if (
      JSON.stringify(old.metadata?.labels) === JSON.stringify(labels) &&
      old.metadata?.uid === object.metadata?.uid
    )
      this.illegal.push(`${nameOf(object)} did not change`);
    this.#put(object);
  }

  onDelete({ key, object, leftScope, finalStateUnknown }: Deletion<KubernetesObject>): void {
    if (!this.objects.delete(key)) this.illegal.push(`${key} was not there`);
    if (object === undefined || !isOn(object)) this.illegal.push(`${key} was not in the scope before`);
    if (leftScope && finalStateUnknown) this.illegal.push(`${key} left the scope and was missed`);
    if (leftScope && !this.#exists(key)) this.illegal.push(`${key} left the scope and never existed`);
  }

  #put(object: ReadOnlyObject): void {
    if (!isOn(object)) this.illegal.push(`${nameOf(object)} is not in the scope`);
    this.objects.set(nameOf(object), object);
  }
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      verb: fc.constantFrom('set', 'set', 'set', 'remove'),
      on: fc.constantFrom('yes', 'no', 'never'),
      delivered: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('forget', 'closeWatches', 'bookmark', 'failList') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 0, 3000, 40_000) }),
  },
);

const fields = { metadata: { labels: true } } as const;
/** Ways to get objects, and to keep them. */
const variants = [
  { name: 'watch-list', options: { useWatchList: true } },
  { name: 'list', options: { useWatchList: false } },
  { name: 'pages', options: { useWatchList: false, pageSize: 1 } },
  { name: 'compact', options: { cacheFormat: compact() } },
  {
    name: 'transform',
    options: { transform: (object: KubernetesObject) => ({ ...object }), useWatchList: false },
  },
];

test.each(variants)(
  'the cache and every handler have what a filter of the source keeps ($name)',
  async ({ options }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const onWatchError = (): void => undefined;
        const common = { fields, where: isOn, skipUnchanged: true, onWatchError };
        const fixture = new InformerFixture({ ...common, ...options });
        const { informer, source, clock } = fixture;
        const existed = new Set<string>();
        const replica = new Replica((name) => existed.has(name));
        informer.addEventHandler(replica);
        await fixture.start();
        // After a lost event, a watch delivers no more events: no server continues after a gap.
        let isLost = false;
        for (const now of steps) {
          switch (now.do) {
            case 'write': {
              const there = source.objects.some((object) => nameOf(object) === now.name);
              if (!there && now.verb === 'remove') break;
              existed.add(now.name);
              isLost ||= !now.delivered;
              const verb = now.verb === 'remove' ? 'delete' : there ? 'modify' : 'add';
              const object = { ...pod(now.name, { on: now.on }), spec: { size: 1 } };
              source[isLost ? (`${verb}Dropped` as const) : verb](object);
              break;
            }
            case 'pass':
              if (now.ms === 0) await settle(1);
              else await clock.advance(now.ms);
              break;
            case 'forget':
              isLost = false;
              source.resetWatch();
              break;
            case 'closeWatches':
              isLost = false;
              source.closeWatches();
              break;
            case 'bookmark':
              if (!isLost) source.bookmark();
              break;
            case 'failList':
              source.failNext('list', new Error('no list'));
              break;
          }
        }
        // A list finds the changes whose events were lost.
        source.resetWatch();
        await clock.advance(300_000);
        const expected = source.objects.filter(isOn).map(kept).toSorted();
        expect(informer.indexer.list().map(kept).toSorted()).toEqual(expected);
        expect(informer.indexer.list().some((object) => 'spec' in object)).toBe(false);
        expect(replica.illegal).toEqual([]);
        const labels = (objects: Iterable<ReadOnlyObject>): string[] =>
          Array.from(objects, ({ metadata }) =>
            JSON.stringify([metadata?.name, metadata?.labels]),
          ).toSorted();
        expect(labels(replica.objects.values())).toEqual(labels(source.objects.filter(isOn)));
        await fixture.stop();
      }),
      { numRuns: 100, seed: 1 },
    );
  },
);
