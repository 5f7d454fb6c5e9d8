import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import {
  oneRound,
  pod,
  podList,
  rig,
  scripted,
  track,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { Pod } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { KubernetesList, ListOptions } from '../../../packages/kube-informers/src/meta/types.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { bench, sinks } from './setups.test-support.js';

const ten = Array.from({ length: 10 }, (_, index) => pod(`pod-${index}`));

/** Answers like a server that returns pages of four, whatever the request. */
function byFour({ continue: token = '0' }: ListOptions): KubernetesList<Pod> {
  const from = Number(token);
  const next = from + 4 < ten.length ? { continue: String(from + 4) } : {};
  return { metadata: { resourceVersion: '10', ...next }, items: ten.slice(from, from + 4) };
}

describe.each(sinks)('into a %s', (sink) => {
  const setup = { sink, useWatchList: false };

  test('TestReflectorWatchListPageSize: sends an explicit page size even with a resourceVersion, and follows tokens', async () => {
    const { reflector, source, contents } = bench(setup, { list: byFour }, { pageSize: 4 });
    for (let round = 0; round < 2; round++) {
      await oneRound(reflector, source);
      expect(Object.keys(contents())).toHaveLength(10);
    }
    expect(source.lists).toEqual([
      { resourceVersion: '0', limit: 4 },
      { limit: 4, continue: '4' },
      { limit: 4, continue: '8' },
      { resourceVersion: '10', resourceVersionMatch: 'NotOlderThan', limit: 4 },
      { limit: 4, continue: '4' },
      { limit: 4, continue: '8' },
    ]);
  });

  test('TestReflectorNotPaginatingNotConsistentReads: sends no limit with a resourceVersion', async () => {
    const { reflector, source, contents } = bench(setup, { list: () => podList('10', ...ten) });
    await oneRound(reflector, source);
    await oneRound(reflector, source);
    expect(source.lists).toEqual([{ resourceVersion: '0', limit: 500 }, { resourceVersion: '10' }]);
    expect(Object.keys(contents())).toHaveLength(10);
  });

  test('TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled: keeps using pages after a first list in pages', async () => {
    const { reflector, source, contents } = bench(setup, { list: byFour });
    for (let round = 0; round < 2; round++) {
      await oneRound(reflector, source);
      expect(Object.keys(contents())).toHaveLength(10);
    }
    expect(source.lists).toEqual([
      { resourceVersion: '0', limit: 500 },
      { limit: 500, continue: '4' },
      { limit: 500, continue: '8' },
      { resourceVersion: '10', resourceVersionMatch: 'NotOlderThan', limit: 500 },
      { limit: 500, continue: '4' },
      { limit: 500, continue: '8' },
    ]);
  });
});

describe('TestReflectorListExtract', () => {
  function collectGarbage(): void {
    setFlagsFromString('--expose-gc');
    const gc: unknown = runInNewContext('gc');
    if (typeof gc !== 'function') throw new Error('no gc function');
    gc();
  }

  test.each([false, true])(
    'one kept object retains no other object and no response (in pages: %s)',
    async (paged) => {
      const answers: WeakRef<object>[] = [];
      const items: WeakRef<object>[] = [];
      const store = new MemoryIndexer<Pod>();
      const source = scripted({
        list: (options) => {
          // New objects without other references, as a decoder makes them.
          const answer = structuredClone(paged ? byFour(options) : podList('10', ...ten));
          answers.push(new WeakRef(answer), new WeakRef(answer.items));
          items.push(...answer.items.map((item) => new WeakRef(item)));
          return answer;
        },
      });
      const { reflector, signal } = rig(source, { store });
      track(reflector.run({ signal }));
      await source.nextStream();
      await settle();
      expect(store.size).toBe(10);
      for (const key of store.listKeys().filter((name) => name !== 'pod-5')) store.delete(pod(key));
      await settle();
      collectGarbage();
      await settle();
      collectGarbage();
      expect(answers.map((answer) => answer.deref())).toEqual(answers.map(() => undefined));
      expect(items.flatMap((item) => (item.deref() === undefined ? [] : [item.deref()]))).toEqual([
        store.getByKey('pod-5'),
      ]);
    },
  );

  test('passes the items to the store in one list', async () => {
    const answer = podList('10', ...ten);
    const given: unknown[] = [];
    const store = new MemoryIndexer<Pod>();
    store.replace = (...call) => void given.push(call);
    const source = scripted({ list: () => answer });
    await oneRound(rig(source, { store }).reflector, source);
    expect(given).toEqual([[answer.items, '10']]);
  });
});
