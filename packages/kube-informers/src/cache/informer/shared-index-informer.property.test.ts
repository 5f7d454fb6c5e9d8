import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { InformerFixture, pod } from './informer.test-support.js';
import type { ResourceEventHandler } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** A cache built only from handler events; records every event that is impossible in its state. */
class Replica implements ResourceEventHandler<KubernetesObject> {
  readonly objects = new Map<string, string | undefined>();
  readonly illegal: string[] = [];

  onAdd(object: DeepReadonly<KubernetesObject>): void {
    const name = nameOf(object);
    if (this.objects.has(name)) this.illegal.push(`${name} was added twice`);
    this.objects.set(name, object.metadata?.resourceVersion);
  }

  onUpdate(oldObject: DeepReadonly<KubernetesObject>, newObject: DeepReadonly<KubernetesObject>): void {
    const name = nameOf(newObject);
    if (!this.objects.has(name)) this.illegal.push(`${name} was updated before it was added`);
    if (this.objects.get(name) !== oldObject.metadata?.resourceVersion)
      this.illegal.push(`${name} was updated from another state`);
    this.objects.set(name, newObject.metadata?.resourceVersion);
  }

  onDelete({ key }: { readonly key: string }): void {
    if (!this.objects.delete(key)) this.illegal.push(`${key} was deleted before it was added`);
  }
}

function nameOf(object: DeepReadonly<KubernetesObject>): string {
  return object.metadata?.name ?? '';
}

function versions(objects: readonly DeepReadonly<KubernetesObject>[]): [string, string | undefined][] {
  return objects
    .map((object): [string, string | undefined] => [nameOf(object), object.metadata?.resourceVersion])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      remove: fc.boolean(),
      delivered: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'forget',
        'closeWatches',
        'breakWatches',
        'bookmark',
        'failList',
        'failWatch',
        'joinHandler',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 0, 500, 3000, 40_000) }),
  },
);

test.each([true, false])(
  'after any failures, the cache and every handler converge to the objects of the source (watch-list %s)',
  async (useWatchList) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const fixture = new InformerFixture({ useWatchList, resyncPeriodMs: 5000 });
        const { informer, source, clock } = fixture;
        const replicas: Replica[] = [];
        const join = (): void => {
          const replica = new Replica();
          replicas.push(replica);
          informer.addEventHandler(replica);
        };
        join();
        await fixture.start();
        // After a lost event, a watch delivers no more events: no server continues after a gap.
        let eventsLost = false;
        for (const now of steps) {
          switch (now.do) {
            case 'write': {
              const there = source.objects.some((object) => nameOf(object) === now.name);
              if (!there && now.remove) break;
              const verb = now.remove ? 'delete' : there ? 'modify' : 'add';
              eventsLost ||= !now.delivered;
              source[!eventsLost ? verb : (`${verb}Dropped` as const)](pod(now.name));
              break;
            }
            case 'pass':
              if (now.ms === 0) await settle(1);
              else await clock.advance(now.ms);
              break;
            case 'forget':
              eventsLost = false;
              source.resetWatch();
              break;
            case 'closeWatches':
              eventsLost = false;
              source.closeWatches();
              break;
            case 'breakWatches':
              eventsLost = false;
              source.failWatches(new Error('the connection broke'));
              break;
            case 'bookmark':
              if (!eventsLost) source.bookmark();
              break;
            case 'failList':
              source.failNext('list', new Error('no list'));
              break;
            case 'failWatch':
              source.failNext('watch', new Error('no watch'));
              break;
            case 'joinHandler':
              join();
              break;
          }
        }
        // A relist finds the changes whose events were lost.
        source.resetWatch();
        await clock.advance(300_000);
        const truth = versions(source.objects);
        expect(versions(informer.indexer.list())).toEqual(truth);
        for (const replica of replicas) {
          expect(replica.illegal).toEqual([]);
          expect([...replica.objects].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(truth);
        }
        await fixture.stop();
      }),
      { numRuns: 200, seed: 1 },
    );
  },
);
