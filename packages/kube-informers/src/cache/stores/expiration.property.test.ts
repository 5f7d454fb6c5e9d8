import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { ExpirationStore, ttlPolicy } from './expiration-store.js';
import { MutationCache } from './mutation-cache.js';
import { MemoryIndexer } from './indexer.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const name = fc.constantFrom('a', 'b', 'c', 'd');
const item: fc.Arbitrary<Item> = fc.record({ name, value: fc.nat(99) });
const wait = fc.record({
  op: fc.constant('wait' as const),
  ms: fc.constantFrom(0, 1, 49, 50, 51, 100, 101, 1000),
});

/** A clock that the test moves by hand; no timer fires. */
class Moving extends FakeClock {
  passed = 0;

  override monotonic(): number {
    return this.passed;
  }
}

test('an ExpirationStore equals a list of writes with their times', () => {
  const ttlMs = 100;
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('add', 'update', 'delete'), item }) },
    {
      weight: 1,
      arbitrary: fc.record({ op: fc.constant('replace' as const), items: fc.array(item, { maxLength: 4 }) }),
    },
    { weight: 4, arbitrary: wait },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('read' as const), name }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (script) => {
      const clock = new Moving();
      const store = new ExpirationStore<Item>((object) => object.name, ttlPolicy(ttlMs, { clock }), {
        clock,
      });
      // The model keeps all writes and filters them by time on each read.
      let writes: { readonly object: Item; readonly at: number }[] = [];
      const live = (): Item[] =>
        writes.filter(({ at }) => clock.passed - at <= ttlMs).map(({ object }) => object);
      for (const entry of script) {
        switch (entry.op) {
          case 'wait':
            clock.passed += entry.ms;
            break;
          case 'replace':
            store.replace(entry.items, '1');
            writes = [];
            for (const object of entry.items)
              writes = [
                ...writes.filter((write) => write.object.name !== object.name),
                { object, at: clock.passed },
              ];
            break;
          case 'read':
            expect(store.getByKey(entry.name)).toBe(live().find((object) => object.name === entry.name));
            break;
          default:
            store[entry.op](entry.item);
            writes = writes.filter(({ object }) => object.name !== entry.item.name);
            if (entry.op !== 'delete') writes.push({ object: entry.item, at: clock.passed });
        }
        const names = (items: readonly DeepReadonly<Item>[]): string[] =>
          items.map((object) => object.name).toSorted();
        // Some scripts read everything after each step, so that the store drops objects earlier; results must be the same.
        if (script.length % 2 === 0) {
          expect(store.list().toSorted(byName)).toEqual(live().toSorted(byName));
          expect(store.listKeys().toSorted()).toEqual(names(live()));
          expect(store.size).toBe(live().length);
        }
      }
      expect(store.list().toSorted(byName)).toEqual(live().toSorted(byName));
    }),
    { numRuns: 3000, seed: 1 },
  );
});

function byName(a: Item, b: Item): number {
  return a.name.localeCompare(b.name);
}

test('a MutationCache returns the newer of the stored object and the last mutation that has not expired', () => {
  const ttlMs = 100;
  const write = fc.record({
    op: fc.constantFrom('store', 'mutation'),
    name,
    version: fc.integer({ min: 1, max: 12 }),
  });
  const step = fc.oneof(
    { weight: 5, arbitrary: write },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('remove' as const), name }) },
    { weight: 3, arbitrary: wait },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (script, includeAdds) => {
      const clock = new Moving();
      const store = new MemoryIndexer<KubernetesObject>({ keyFunc: metaNamespaceKey });
      // One UID for each name: deleted objects do not come back here. The tests of the handler cover that.
      const cache = new MutationCache<KubernetesObject>(store, { clock, ttlMs, includeAdds });
      const held = new Map<string, { version: number; object: KubernetesObject; until: number }>();
      for (const entry of script) {
        if (entry.op === 'wait') clock.passed += entry.ms;
        else if (entry.op === 'remove') store.delete({ metadata: { name: entry.name } });
        else {
          const object = {
            metadata: { name: entry.name, uid: entry.name, resourceVersion: String(entry.version) },
          };
          if (entry.op === 'store') store.add(object);
          else {
            cache.mutation(object);
            const before = held.get(entry.name);
            const alive = before !== undefined && clock.passed <= before.until;
            if (!alive || entry.version >= before.version)
              held.set(entry.name, { version: entry.version, object, until: clock.passed + ttlMs });
          }
        }
        if (script.length % 2 === 0) check();
      }
      check();

      function check(): void {
        for (const key of ['a', 'b', 'c', 'd']) {
          const stored = store.getByKey(key);
          const mine = held.get(key);
          const alive = mine !== undefined && clock.passed <= mine.until;
          const version = Number(stored?.metadata?.resourceVersion ?? 0);
          const found = cache.getByKey(key);
          const which = (object: unknown): unknown =>
            (object as KubernetesObject | undefined)?.metadata?.resourceVersion;
          if (stored === undefined)
            expect(which(found)).toBe(includeAdds && alive ? which(mine.object) : undefined);
          else {
            expect(which(found)).toBe(which(alive && mine.version > version ? mine.object : stored));
            // A mutation is dropped once the store has its version.
            if (alive && mine.version <= version) held.delete(key);
          }
        }
      }
    }),
    { numRuns: 3000, seed: 2 },
  );
});
