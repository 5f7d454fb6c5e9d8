import { afterEach, expect, test, vi } from 'vitest';
import { listBody, watchBody } from '../../../../test/hostile-json.test-support.js';
import { MemoryIndexer } from '../cache/stores/indexer.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { ListDecoder } from '../rest/response-body.js';
import { CompactCache } from './compact-cache.js';
import { isCompact } from './compact-objects.js';
import { samplePod } from './compact.test-support.js';
import { Kernel } from './kernel/kernel.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

afterEach(() => {
  vi.restoreAllMocks();
});

// TypeScript knows WebAssembly of browsers only.
const { Memory } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Memory: { readonly prototype: { grow: (pages: number) => number } };
};
const original = Reflect.get(Memory.prototype, 'grow') as (pages: number) => number;

/** Makes the calls of memory.grow fail for whose number from 0 on `fails` returns true; returns a counter of the calls. */
function growth(fails: (call: number) => boolean): () => number {
  let calls = 0;
  vi.spyOn(Memory.prototype, 'grow').mockImplementation(function (this: object, pages) {
    if (fails(calls++)) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    return original.call(this, pages);
  });
  return () => calls;
}

/** Incompressible, so that slabs, tables and the kernel's regions grow. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += (state >>> 8).toString(36);
  }
  return text.slice(0, length);
}

/** Lengths that make input, output and text grow again and again, between ordinary ones. */
const lengths = [100, 300_000, 200, 1_000_000, 50, 3_000_000];

const pods = Array.from({ length: 400 }, (_, number) => {
  const plain = samplePod(`pod-${number}`, String(number), {
    status: { phase: noise(number, number % 50 === 7 ? (lengths[(number / 50) | 0] ?? 100) : 100) },
  });
  return { ...plain, metadata: { ...plain.metadata, labels: { own: noise(number, 300) } } };
});

/** Retries once what failed because the memory could not grow: the second attempt has to succeed. */
function again<V>(run: () => V): V {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return run();
  }
}

/** Does everything that a cache does with its kernel; returns the content of its store at the end. */
function work(): { readonly kernel: Kernel; readonly objects: readonly DeepReadonly<KubernetesObject>[] } {
  const kernel = again(() => new Kernel());
  const cache = new CompactCache(kernel, { hotObjects: 0 });
  const store = new MemoryIndexer<KubernetesObject>({ onChange: cache.onChange });
  const body = listBody(pods.slice(0, 100).map((pod) => JSON.stringify(pod)));
  const listed = again(() => {
    const decoder = new ListDecoder<KubernetesObject>({ name: 'GET /pods', format: cache.format });
    decoder.feed(body);
    return decoder.end().items;
  });
  store.replace(listed, '1');
  for (const pod of pods.slice(100, 390)) {
    // A watch goes on, with plain objects where the kernel cannot take them.
    const events: WatchEvent<KubernetesObject>[] = [];
    const decoder = cache.format.watchDecoder({});
    decoder.feed(watchBody([JSON.stringify({ type: 'ADDED', object: pod })]), events);
    decoder.end(events);
    for (const { object } of events) store.add(object);
  }
  const transform = cache.transformer<KubernetesObject>(undefined);
  for (const pod of pods.slice(390)) store.add(transform(pod));
  const objects = pods.map((pod) => store.getByKey(`default/${pod.metadata.name ?? ''}`) ?? {});
  objects.forEach((object, index) =>
    again(() => {
      if (JSON.stringify(object) !== JSON.stringify(pods[index]))
        throw new Error(`pod ${index} is another one`);
    }),
  );
  return { kernel, objects };
}

test(
  'a memory that cannot grow for a while fails only the current operation, wherever that happens',
  { timeout: 120_000 },
  () => {
    const calls = growth(() => false);
    const undisturbed = work();
    const count = calls();
    expect(count).toBeGreaterThan(8);
    expect(undisturbed.objects.every(isCompact)).toBe(true);
    vi.restoreAllMocks();
    for (let failing = 0; failing < count; failing++) {
      growth((call) => call === failing);
      const { kernel, objects } = work();
      expect(objects.filter((object) => !isCompact(object)).length).toBeLessThanOrEqual(1);
      // Nothing was lost: what is in use is what was in use without the failure, or less for a table that did not grow.
      expect(kernel.takenBytes).toBeLessThanOrEqual(undisturbed.kernel.takenBytes);
      vi.restoreAllMocks();
    }
  },
);

test('a memory that cannot grow any more fails only operations that need more', () => {
  const kernel = new Kernel();
  const cache = new CompactCache(kernel, { hotObjects: 0 });
  const transform = cache.transformer<KubernetesObject>(undefined);
  const early = pods.filter((_, index) => index % 50 !== 7).slice(0, 50);
  const kept = early.map((pod) => transform(pod));
  growth(() => true);
  const large = pods[7] ?? {};
  for (let turn = 0; turn < 3; turn++) {
    const big = pods[57] ?? {};
    expect(transform(big)).toBe(big);
    for (const pod of early) expect(isCompact(transform(pod))).toBe(true);
    kept.forEach((object, index) => {
      expect(object).toEqual(early[index]);
    });
  }
  expect(isCompact(transform(large))).toBe(true);
});
