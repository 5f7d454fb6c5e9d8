import { describe, expect, test } from 'vitest';
import type { KubernetesObject, ListOptions } from '../../../packages/kube-informers/src/meta/types.js';
import { FakeClock } from '../../../packages/testing/src/fake-clock.js';
import { FakeListerWatcher } from '../../../packages/testing/src/fake-lister-watcher.js';
import { noopLogger } from '../../../packages/kube-informers/src/util/logger.js';
import { waitForCacheSync } from '../../../packages/kube-informers/src/cache/informer/cache-sync.js';
import {
  checkDataConsistency,
  isDataConsistencyDetectionEnabled,
} from '../../../packages/kube-informers/src/cache/reflector/consistency-detector.js';
import type { DataConsistencyCheck } from '../../../packages/kube-informers/src/cache/reflector/consistency-detector.js';
import { SharedIndexInformer } from '../../../packages/kube-informers/src/cache/informer/shared-index-informer.js';

function pod(name: string, uid: string, extra: object = {}): KubernetesObject {
  return { metadata: { name, namespace: 'ns', uid }, ...extra };
}

const [a, b, c] = [pod('a', '1'), pod('b', '2'), pod('c', '3')];

function check(
  listed: readonly KubernetesObject[],
  received: readonly KubernetesObject[],
  more: Partial<DataConsistencyCheck<KubernetesObject>> = {},
): { asked: ListOptions[]; done: Promise<void> } {
  const asked: ListOptions[] = [];
  const done = checkDataConsistency({
    name: 'pods',
    resourceVersion: '2',
    items: received,
    list: async (options) => {
      asked.push(options);
      return { metadata: { resourceVersion: '2' }, items: [...listed] };
    },
    clock: new FakeClock(),
    logger: noopLogger,
    signal: new AbortController().signal,
    ...more,
  });
  return { asked, done };
}

describe('TestDataConsistencyChecker', () => {
  test('the same objects in another order are consistent, after one exact list', async () => {
    const { asked, done } = check([a, b, c], [c, a, b]);
    await done;
    expect(asked).toEqual([{ resourceVersion: '2', resourceVersionMatch: 'Exact' }]);
  });

  test('no items are consistent', async () => {
    await check([], []).done;
  });

  test('apiVersion and kind are not compared', async () => {
    await check([a], [{ ...a, apiVersion: 'v1', kind: 'Pod' }]).done;
  });

  test.each([
    ['missing', [a, b], [a], 'ns/b (uid 2, not received)'],
    ['too many', [a], [a, b], 'ns/b (uid 2, not listed)'],
    ['changed', [a, b], [a, pod('b', '2', { spec: 1 })], 'ns/b (uid 2, changed)'],
    ['another uid', [a], [pod('a', '9')], 'ns/a (uid 1, not received), ns/a (uid 9, not listed)'],
  ])('%s objects are named', async (_name, listed, received, named) => {
    await expect(check(listed, received).done).rejects.toMatchObject({
      code: 'ERR_WATCH_LIST_INCONSISTENT',
      message: expect.stringContaining(named),
    });
  });

  test('transforms the listed objects like the received ones', async () => {
    const transformer = (object: KubernetesObject): KubernetesObject =>
      Object.assign({}, object, { spec: 'cut' });
    await check([a], [pod('a', '1', { spec: 'cut' })], { transformer }).done;
  });

  test.each<[string, ListOptions, string]>([
    ['a continue token', { continue: 'C1' }, '2'],
    ['resourceVersion "0"', {}, '0'],
  ])('skipped with %s', async (_name, listOptions, resourceVersion) => {
    const { asked, done } = check([a], [], { listOptions, resourceVersion });
    await done;
    expect(asked).toEqual([]);
  });

  test.each<[string, ListOptions, ListOptions]>([
    ['"0" and more items than the limit: no limit', { resourceVersion: '0', limit: 2 }, {}],
    ['"0" and no more items than the limit: the limit', { resourceVersion: '0', limit: 3 }, { limit: 3 }],
    ['another version: the limit', { resourceVersion: '', limit: 2 }, { limit: 2 }],
    ['selectors are kept', { labelSelector: 'a=b' }, { labelSelector: 'a=b' }],
  ])('legacy: %s', async (_name, listOptions, expected) => {
    const { asked, done } = check([a, b, c], [a, b, c], { listOptions });
    await done;
    expect(asked).toEqual([{ ...expected, resourceVersion: '2', resourceVersionMatch: 'Exact' }]);
  });
});

describe('TestDataConsistencyCheckerRetry', () => {
  test('retries a failing list every second', async () => {
    const clock = new FakeClock();
    const atMs: number[] = [];
    const { done } = check([], [a], {
      clock,
      list: async () => {
        atMs.push(clock.monotonic());
        if (atMs.length < 4) throw new Error('down');
        return { metadata: {}, items: [a] };
      },
    });
    await clock.advance(5000);
    await done;
    expect(atMs).toEqual([0, 1000, 2000, 3000]);
  });

  test('never fails the reflector and ends on abort', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const { done } = check([], [a], {
      clock,
      signal: controller.signal,
      list: () => Promise.reject(new Error('down')),
    });
    await clock.advance(1500);
    controller.abort(new Error('stop'));
    await done;
    expect(clock.pendingTimers).toBe(0);
  });
});

test.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['false', false],
  ['yes', false],
  ['true', true],
  ['1', true],
  ['T', true],
])('KUBE_WATCHLIST_INCONSISTENCY_DETECTOR=%s → %s', (value, enabled) => {
  expect(isDataConsistencyDetectionEnabled({ KUBE_WATCHLIST_INCONSISTENCY_DETECTOR: value })).toBe(enabled);
});

test('waitForCacheSync rejects with the difference that ended an informer', async () => {
  const source = new FakeListerWatcher<KubernetesObject>({
    list: () => ({ metadata: { resourceVersion: '5' }, items: [] }),
  });
  const informer = new SharedIndexInformer(source, {
    consistencyDetector: true,
    name: 'pods',
    useWatchList: true,
  });
  informer.start();
  const stream = await source.nextStream();
  stream.add({ metadata: { name: 'a', uid: '1', resourceVersion: '5' } });
  stream.bookmark('5', { initialEventsEnd: true });
  await expect(waitForCacheSync({}, informer)).rejects.toThrow('data inconsistency detected for pods');
  await expect(informer.stop()).rejects.toMatchObject({ code: 'ERR_WATCH_LIST_INCONSISTENT' });
});
