import { describe, expect, test } from 'vitest';
import { pod, podList } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { bench, sinks, synced } from '../reflector/setups.test-support.js';

describe.each(sinks)('into a %s', (sink) => {
  const setup = { sink, useWatchList: true };

  test.each([
    ['data consistency detector disabled', false, []],
    ['data consistency detector enabled', true, [{ resourceVersion: '2', resourceVersionMatch: 'Exact' }]],
  ])('TestReflectorDataConsistencyDetector, %s', async (_name, consistencyDetector, lists) => {
    const first = podList('2', pod('a', '1'), pod('b', '2'));
    const { source, contents, faults } = await synced(setup, { first, reflector: { consistencyDetector } });
    expect(source.lists).toEqual(lists);
    expect(source.watches).toHaveLength(1);
    expect(contents()).toEqual({ a: '1', b: '2' });
    expect(faults).toEqual([]);
  });

  test('does not check a list', async () => {
    const { source } = await synced(
      { sink, useWatchList: false },
      { first: podList('2', pod('a', '1')), reflector: { consistencyDetector: true } },
    );
    expect(source.lists).toHaveLength(1);
  });

  test('TestDataConsistencyChecker: a difference makes run reject and does not change the store', async () => {
    const { reflector, signal, source, contents } = bench(
      setup,
      { list: () => podList('3', pod('a', '1'), pod('c', '3')) },
      { consistencyDetector: true },
    );
    const run = reflector.run({ signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const stream = await source.nextStream();
    stream.add(pod('a', '1'));
    stream.add(pod('b', '2'));
    stream.bookmark('3', { initialEventsEnd: true });
    expect(await run).toMatchObject({ code: 'ERR_WATCH_LIST_INCONSISTENT' });
    expect(contents()).toEqual({});
  });

  test('TestDataConsistencyCheckerRetry: neither fills the cache nor fails the reflector while its list fails', async () => {
    const first = podList('2', pod('a', '1'));
    let failing = true;
    const { clock, contents, faults, source } = await synced(setup, {
      first,
      source: { list: () => (failing ? Promise.reject(new Error('down')) : first) },
      reflector: { consistencyDetector: true },
    });
    await clock.advance(2500);
    expect([contents(), faults, source.lists.length]).toEqual([{}, [], 3]);
    failing = false;
    await clock.advance(500);
    await settle();
    expect([contents(), faults, source.lists.length]).toEqual([{ a: '1' }, [], 4]);
  });
});
