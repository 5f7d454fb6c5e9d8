import { describe, expect, test } from 'vitest';
import { MemoryIndexer } from '../cache/stores/indexer.js';
import { compacted, newCache, samplePod } from './compact.test-support.js';
import type { Pod } from './compact.test-support.js';
import { recordOf } from './compact-objects.js';
import type { Slab } from './slab.js';

/** Bytes of all slabs that the objects point to. */
function slabBytesOf(objects: readonly unknown[]): number {
  const slabs = new Set<Slab>();
  for (const object of objects) {
    const slab = recordOf(object)?.slab;
    if (slab !== undefined) slabs.add(slab);
  }
  return [...slabs].reduce((sum, slab) => sum + slab.bytes.length, 0);
}

describe('the memory of a compact cache', () => {
  test('stays flat while objects change, and old objects stay readable', () => {
    const cache = newCache();
    const store = new MemoryIndexer<Pod>({ onChange: cache.onChange });
    const old: { readonly kept: Pod; readonly plain: Pod }[] = [];
    // About 600 bytes each that do not compress.
    let state = 1;
    const noise = (): string => {
      let text = '';
      while (text.length < 600) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        text += (state >>> 8).toString(36);
      }
      return text;
    };
    for (let round = 0; round < 100; round++) {
      for (let number = 0; number < 100; number++) {
        const plain = samplePod(`pod-${number}`, String(1000 + round), { status: { phase: noise() } });
        plain.metadata = { ...plain.metadata, labels: { app: `app-${round}` } };
        const kept = compacted(cache, plain);
        store.update(kept);
        if ((round * 100 + number) % 997 === 0) old.push({ kept, plain });
      }
    }
    expect(store.size).toBe(100);
    // 100 objects of some 700 bytes: two slabs, three when the last has just begun.
    expect(slabBytesOf(store.list())).toBeLessThanOrEqual(3 * 256 * 1024);
    expect(cache.objects.texts.size).toBeLessThanOrEqual(101);
    expect(old.length).toBeGreaterThan(10);
    for (const { kept, plain } of old) expect(kept).toEqual(plain);
    for (const pod of store.list()) expect(pod.metadata?.resourceVersion).toBe('1099');
  });

  test('a sparse slab is released after its objects are moved', () => {
    const cache = newCache();
    const store = new MemoryIndexer<Pod>({ onChange: cache.onChange });
    const plain = Array.from({ length: 5000 }, (_, number) =>
      samplePod(`pod-${number}`, String(number), {
        status: { phase: Array.from({ length: 40 }, (__, n) => Math.sin(number * 40 + n)).join() },
      }),
    );
    for (const pod of plain) store.add(compacted(cache, pod));
    const before = slabBytesOf(store.list());
    for (const [number, pod] of plain.entries()) if (number % 10 !== 0) store.delete(pod);
    expect(slabBytesOf(store.list())).toBeLessThan(before / 3);
    expect(store.list()).toEqual(plain.filter((_, number) => number % 10 === 0));
    store.replace([], '1');
    expect(store.list()).toEqual([]);
  });

  test('equal labels and owners are kept once', () => {
    const cache = newCache();
    const [a, b] = ['a', 'b'].map((name) => compacted(cache, samplePod(name)));
    expect(a?.metadata?.labels).toBe(b?.metadata?.labels);
    expect(a?.metadata?.ownerReferences).toBe(b?.metadata?.ownerReferences);
    expect(cache.objects.texts.size).toBe(2);
  });

  test('texts of objects that never reach a store do not accumulate', () => {
    const cache = newCache();
    for (let number = 0; number < 20_000; number++) {
      compacted(cache, { metadata: { name: 'a', labels: { number: String(number) } } });
    }
    expect(cache.objects.texts.size).toBeLessThan(5000);
  });

  test('labels that no two objects share are not more with every sweep, while some stay and others come and go', () => {
    const cache = newCache();
    const store = new MemoryIndexer<Pod>({ onChange: cache.onChange });
    const staying = 1000;
    const passing = 100;
    const job = (number: number): Pod => {
      const plain = samplePod(`pod-${number % passing}`, String(number));
      return { ...plain, metadata: { ...plain.metadata, labels: { job: String(number) } } };
    };
    for (let number = 0; number < staying; number++) {
      const plain = samplePod(`stays-${number}`);
      store.add(
        compacted(cache, { ...plain, metadata: { ...plain.metadata, labels: { stays: String(number) } } }),
      );
    }
    let most = 0;
    for (let number = 0; number < 40_000; number++) {
      if (number >= passing && number % 3 === 0) store.delete(job(number - passing));
      store.update(compacted(cache, job(number)));
      most = Math.max(most, cache.objects.texts.size);
    }
    // Those in use, and some 1100 that came since the last sweep; the one of their owner.
    expect(most).toBeLessThanOrEqual(2 * (staying + passing) + 1024);
    expect(store.getByKey('default/pod-99')?.metadata?.labels).toEqual({ job: '39999' });
    expect(store.getByKey('default/stays-7')?.metadata?.labels).toEqual({ stays: '7' });
  });

  test('slabs are mostly full while objects change in any order, and read as they were written', () => {
    const cache = newCache();
    const store = new MemoryIndexer<Pod>({ onChange: cache.onChange });
    const count = 4000;
    const newest = Array.from({ length: count }, (_, number) => samplePod(`pod-${number}`, '1'));
    for (const pod of newest) store.add(compacted(cache, pod));
    let state = 1;
    for (let change = 1; change <= 5 * count; change++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const number = (state >>> 8) % count;
      // Of other lengths, so that what is moved lies elsewhere than before.
      const phase = Math.sin(change)
        .toString(36)
        .repeat(1 + (change % 40));
      const plain = samplePod(`pod-${number}`, String(change), { status: { phase } });
      newest[number] = plain;
      store.update(compacted(cache, plain));
      if (change % count !== 0) continue;
      const stored = store.list();
      const bytes = stored.reduce((sum, pod) => sum + (recordOf(pod)?.length ?? 0), 0);
      // The last slab is being filled.
      expect(slabBytesOf(stored)).toBeLessThan(bytes / 0.7 + 256 * 1024);
    }
    expect(store.list()).toEqual(newest);
  });

  test('a very long object has its own slab', () => {
    const cache = newCache();
    const plain = samplePod('a', '1', {
      status: { phase: Array.from({ length: 40_000 }, (_, n) => Math.sin(n)).join() },
    });
    const kept = compacted(cache, plain);
    expect(recordOf(kept)?.slab.bytes.length).toBe(recordOf(kept)?.length);
    expect(kept).toEqual(plain);
  });
});

describe('labels of many kinds', () => {
  test('read as they were written after any sweep, and are kept once', () => {
    const cache = newCache();
    const store = new MemoryIndexer<Pod>({ onChange: cache.onChange });
    const labels = (number: number): Record<string, string> => ({
      app: `app-${number}`,
      tail: 'x'.repeat(number % 300),
    });
    const passed: { readonly kept: Pod; readonly number: number }[] = [];
    for (let number = 0; number < 6000; number++) {
      const plain = samplePod(`pod-${number % 1500}`, String(number));
      plain.metadata = { ...plain.metadata, labels: labels(number % 4000) };
      const kept = compacted(cache, plain);
      store.update(kept);
      if (number % 100 === 0) passed.push({ kept, number: number % 4000 });
    }
    for (const { kept, number } of passed) expect(kept.metadata?.labels).toEqual(labels(number));
    const stored = store.list();
    for (const [index, pod] of stored.entries())
      expect(pod.metadata?.labels).toEqual(labels((4500 + index) % 4000));
    // Asked for once more: the stored one and the new one have the same.
    const again = stored.map((pod) =>
      compacted(cache, { metadata: { name: 'again', labels: { ...pod.metadata?.labels } } }),
    );
    const shared = again.filter((pod, index) => pod.metadata.labels === stored[index]?.metadata?.labels);
    expect(shared.length).toBeGreaterThan(1450);
    expect(cache.objects.texts.size).toBeLessThan(4500);
  });
});
