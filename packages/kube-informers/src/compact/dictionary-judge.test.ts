import { describe, expect, test } from 'vitest';
import { listBody } from '../../../../test/hostile-json.test-support.js';
import { MemoryIndexer } from '../cache/stores/indexer.js';
import type { KubernetesObject } from '../meta/types.js';
import { ListDecoder } from '../rest/response-body.js';
import { newCache, samplePod } from './compact.test-support.js';
import type { CompactCache } from './compact-cache.js';
import { recordOf } from './compact-objects.js';
import { DictionaryJudge, firstJudgement } from './dictionary-judge.js';
import { compactProblems } from './invariants.test-support.js';

// The benchmark's pods are JavaScript; imported by address, typed here.
const { makePod } = (await import(new URL('../../../../bench/server/pods.mjs', import.meta.url).href)) as {
  readonly makePod: (number: number) => { readonly bytes: Buffer };
};

const pods = Array.from({ length: 2000 }, (_, number) => makePod(number).bytes.toString());

/** An object unlike any other. */
function noise(number: number, length = 16_000): string {
  let state = number + 1;
  let data = '';
  while (data.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data += (state >>> 8).toString(36);
  }
  return JSON.stringify({ metadata: { name: `noise-${number}`, namespace: 'a' }, data });
}

function list(cache: CompactCache, items: readonly string[]): MemoryIndexer<KubernetesObject> {
  const decoder = new ListDecoder<KubernetesObject>({ name: 'GET /pods', format: cache.format });
  const body = listBody(items);
  for (let start = 0; start < body.length; start += 100_000)
    decoder.feed(body.subarray(start, start + 100_000));
  const store = new MemoryIndexer<KubernetesObject>({ onChange: cache.onChange });
  store.replace(decoder.end().items, '1');
  return store;
}

function bytesPerPod(store: MemoryIndexer<KubernetesObject>): number {
  const lengths = store
    .list()
    .filter(({ metadata }) => metadata?.name?.startsWith('noise') !== true)
    .map((pod) => recordOf(pod)?.length ?? Number.NaN);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

function generationsOf(store: MemoryIndexer<KubernetesObject>): number {
  return new Set(store.list().map((object) => recordOf(object)?.slab.generation)).size;
}

describe('a dictionary', () => {
  const usual = bytesPerPod(list(newCache(), pods));

  test('of pods alone is never learnt again', () => {
    const store = list(newCache(), pods);
    expect(generationsOf(store)).toBe(1);
    expect(usual).toBeLessThan(460);
  });

  test.each([4, 8, 12, 40])(
    'that %i objects of noise have come to first does not cost the pods behind them',
    (count) => {
      const cache = newCache();
      const store = list(cache, [...Array.from({ length: count }, (_, number) => noise(number)), ...pods]);
      expect(compactProblems(cache.objects, store.list())).toEqual([]);
      // Those that came before the dictionary was found bad stay as they are.
      expect(bytesPerPod(store)).toBeLessThan(usual * 1.4 + firstJudgement / pods.length);
      expect(bytesPerPod(list(cache, pods))).toBeLessThan(usual * 1.4);
    },
  );

  test('of pods with noise between them stays good', () => {
    const items = pods.flatMap((pod, number) =>
      number % 50 === 0 ? [0, 1, 2, 3].map((n) => noise(number + n)).concat(pod) : [pod],
    );
    const cache = newCache();
    const store = list(cache, items);
    expect(bytesPerPod(store)).toBeLessThan(usual * 1.6 + firstJudgement / pods.length);
    expect(compactProblems(cache.objects, store.list())).toEqual([]);
  });

  test('is seldom learnt again for objects that nothing compresses', () => {
    const cache = newCache();
    const store = list(
      cache,
      Array.from({ length: 6000 }, (_, number) => noise(number, 2000)),
    );
    // 12 MB: after 0.5, 2.5 and 10.5 MiB of them.
    expect(generationsOf(store)).toBe(4);
    expect(compactProblems(cache.objects, store.list())).toEqual([]);
  });

  test('is left behind by objects as they change, and old ones stay readable', () => {
    const cache = newCache();
    const store = list(cache, [...Array.from({ length: 12 }, (_, number) => noise(number)), ...pods]);
    const before = store.list();
    const texts = before.map((pod) => JSON.stringify(pod));
    const transform = cache.transformer<KubernetesObject>(undefined);
    for (const pod of pods) {
      const plain = JSON.parse(pod) as KubernetesObject;
      store.update(
        transform({
          apiVersion: 'v1',
          kind: 'Pod',
          ...plain,
          metadata: { ...plain.metadata, resourceVersion: '9' },
        }),
      );
    }
    expect(compactProblems(cache.objects, store.list())).toEqual([]);
    expect(before.map((pod) => JSON.stringify(pod))).toEqual(texts);
    store.replace([], '2');
    expect(compactProblems(cache.objects, [])).toEqual([]);
  });
});

test('invariants report what is broken', () => {
  const cache = newCache();
  const transform = cache.transformer<KubernetesObject>(undefined);
  const store = new MemoryIndexer<KubernetesObject>({ onChange: cache.onChange });
  for (const name of ['a', 'b', 'c']) store.add(transform(samplePod(name)));
  const stored = store.list();
  const record = recordOf(stored[1]);
  if (record?.labels === undefined) throw new Error('not compact');
  expect(compactProblems(cache.objects, stored)).toEqual([]);
  expect(compactProblems(cache.objects, stored.slice(1)).join()).toContain('bytes and counts');
  record.labels.users++;
  expect(compactProblems(cache.objects, stored).join()).toContain('3 users and counts 4');
  record.labels.users--;
  record.offset -= 5;
  expect(() => expect(compactProblems(cache.objects, stored)).toEqual([])).toThrow();
});

describe('the choice of dictionaries', () => {
  const judge = new DictionaryJudge();
  const after = (objects: number, textBytes: number, blobBytes: number): boolean => {
    for (let object = 0; object < objects; object++) judge.count(textBytes, blobBytes);
    return judge.isBad();
  };

  test('decides by the number of badly compressed objects, and then waits longer', () => {
    expect(after(100, 5000, 2500)).toBe(false);
    expect(after(400, 5000, 2500)).toBe(true);
    expect(after(400, 5000, 2500)).toBe(false);
    expect(after(500, 5000, 2500)).toBe(true);
    expect(after(4, 5_000_000, 4_000_000)).toBe(true);
    // Good ones are many: a few large ones decide nothing.
    for (let turn = 0; turn < 40; turn++) {
      expect(after(100, 5000, 300)).toBe(false);
      expect(after(4, 5_000_000, 4_000_000)).toBe(false);
    }
    expect(after(Math.ceil(firstJudgement / 2500), 5000, 2500)).toBe(true);
  });
});
