import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { MemoryIndexer } from './indexer.js';
import { MutationCache } from './mutation-cache.js';

/** A clock that the test moves by hand; no timer fires. */
class ManualClock extends FakeClock {
  nowMs = 0;

  override monotonic(): number {
    return this.nowMs;
  }
}

const ttlMs = 10;
const name = fc.constantFrom('a', 'b', 'c');
const pass = fc.record({ op: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 12 }) });

test('a MutationCache is never older than the store, drops expired mutations and restores no deleted object', () => {
  interface Pod {
    readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
  }
  // The server writes. Its events reach the store later, in order; results of the program's own writes come at any time.
  const step = fc.oneof(
    fc.record({ op: fc.constantFrom('write' as const, 'remove' as const), name, own: fc.boolean() }),
    fc.record({ op: fc.constant('deliver' as const) }),
    fc.record({ op: fc.constant('own' as const) }),
    pass,
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (script, includeAdds) => {
      const clock = new ManualClock();
      const store = new MemoryIndexer<Pod>({ keyFunc: (pod) => pod.metadata.name });
      const cache = new MutationCache<Pod>(store, { ttlMs, includeAdds, clock });
      const server = new Map<string, Pod>();
      const events: { readonly deleted: boolean; readonly pod: Pod }[] = [];
      const results: Pod[] = [];
      const mutatedAt = new Map<Pod, number>();
      const goneAt = new Map<string, number>();
      let version = 0;
      const versionOf = (pod: Pod | undefined): number => Number(pod?.metadata.resourceVersion ?? 0);
      for (const entry of script) {
        if (entry.op === 'pass') clock.nowMs += entry.ms;
        else if (entry.op === 'write' || entry.op === 'remove') {
          const before = server.get(entry.name);
          if (entry.op === 'remove' && before === undefined) continue;
          const resourceVersion = String(++version);
          const uid = before?.metadata.uid ?? `uid-${resourceVersion}`;
          const pod = { metadata: { name: entry.name, uid, resourceVersion } };
          events.push({ deleted: entry.op === 'remove', pod });
          if (entry.op === 'remove') server.delete(entry.name);
          else server.set(entry.name, pod);
          if (entry.own && entry.op === 'write') results.push(pod);
        } else if (entry.op === 'own') {
          const pod = results.shift();
          if (pod === undefined) continue;
          cache.mutation(pod);
          mutatedAt.set(pod, clock.nowMs);
        } else {
          const event = events.shift();
          if (event === undefined) continue;
          const old = store.getByKey(event.pod.metadata.name);
          if (event.deleted) {
            store.delete(event.pod);
            cache.onDelete({ object: event.pod });
            goneAt.set(event.pod.metadata.uid, clock.nowMs);
          } else {
            store.add(event.pod);
            if (old === undefined) cache.onAdd(event.pod);
            else cache.onUpdate(old, event.pod);
          }
        }
        for (const key of ['a', 'b', 'c']) {
          const stored = store.getByKey(key);
          const read = cache.getByKey(key);
          expect(versionOf(read)).toBeGreaterThanOrEqual(versionOf(stored));
          if (stored === undefined && !includeAdds) expect(read).toBeUndefined();
          if (read === undefined || read === stored) continue;
          const at = mutatedAt.get(read);
          expect(at).toBeDefined();
          expect(clock.nowMs - (at ?? -Infinity)).toBeLessThanOrEqual(ttlMs);
          // A deletion is recorded for as long as a mutation.
          const deletedAt = goneAt.get(read.metadata.uid);
          if (deletedAt !== undefined) expect(clock.nowMs - deletedAt).toBeGreaterThan(ttlMs);
        }
      }
    }),
    { numRuns: 3000, seed: 1 },
  );
});
