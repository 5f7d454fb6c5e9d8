import { expect, test } from 'vitest';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { StatusError } from '../meta/errors.js';
import { coreV1 } from '../resources/index.js';
import { newScene, website } from './controller.test-support.js';

test('a watch on a stopped informer throws and does not hold the runs', async () => {
  const { controller, factory, sites, clock, client } = newScene();
  const other = new SharedInformerFactory(client, { clock });
  const pods = other.core().v1().pods();
  pods.informer();
  other.start();
  await clock.advance(10);
  await other.stop();
  const keys: string[] = [];
  const running = controller({ reconcile: ({ key }) => void keys.push(key) });
  factory.start();
  void running.run();
  sites.add(website('a'));
  await clock.advance(100);
  expect(() => running.watch({ informer: pods, map: () => [] })).toThrow('stopped');
  sites.add(website('b'));
  await clock.advance(100);
  expect(keys).toEqual(['default/a', 'default/b']);
});

test.each([
  ['whose resource is not installed holds no run', 404, 'NotFound', 0],
  ['that never syncs holds the runs until its time is up', 403, 'Forbidden', 5000],
])('a late watch %s, and does not hold the next term', async (_what, code, reason, heldMs) => {
  const { controller, factory, sites, clock, client, settle } = newScene();
  const other = new SharedInformerFactory(client, { clock, onWatchError: () => undefined });
  const error = new StatusError({
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    message: 'the server could not find the requested resource',
    reason,
    details: {},
    code,
  });
  const source = client.source(coreV1.pods);
  source.failNext('list', error, 1_000_000);
  source.failNext('watch', error, 1_000_000);
  const keys: string[] = [];
  const running = controller({ reconcile: ({ key }) => void keys.push(key), cacheSyncTimeoutMs: 5000 });
  const firstTerm = new AbortController();
  factory.start();
  const first = running.run({ signal: firstTerm.signal });
  sites.add(website('a'));
  await clock.advance(100);
  running.watch({ informer: other.core().v1().pods(), map: () => [] });
  other.start();
  running.enqueue('default/x');
  keys.length = 0;
  if (heldMs > 0) {
    await clock.advance(heldMs - 1);
    expect(keys).toEqual([]);
    await clock.advance(1);
  }
  await settle();
  expect(keys).toEqual(['default/x']);
  firstTerm.abort();
  await first;
  keys.length = 0;
  const second = running.run();
  running.enqueue('default/x');
  await settle();
  expect(keys).toEqual(['default/x']);
  await running.stop();
  await second;
  await other.stop();
});

async function* someKeys(): AsyncGenerator<string, void, void> {
  await Promise.resolve();
  yield* ['default/a', '', 'default/b'];
}

test('a bad key of an external source is reported, and the next keys run', async () => {
  const { controller, factory, clock } = newScene();
  const errors: string[] = [];
  const keys: string[] = [];
  const running = controller({
    sources: [someKeys()],
    onError: ({ message }) => void errors.push(message),
    reconcile: ({ key }) => void keys.push(key),
  });
  factory.start();
  void running.run();
  await clock.advance(1000);
  expect(keys).toEqual(['default/a', 'default/b']);
  expect(errors).toEqual([expect.stringContaining('gave a bad key, which is skipped')]);
});

test('an external source that fails is reported and closed', async () => {
  const { controller, factory, clock } = newScene();
  const errors: string[] = [];
  let closed = 0;
  const iterator = {
    next: () => Promise.reject(new Error('no more')),
    return: () => {
      closed++;
      return Promise.reject(new Error('cannot close'));
    },
  };
  const running = controller({
    sources: [{ [Symbol.asyncIterator]: () => iterator }],
    onError: ({ message }) => void errors.push(message),
  });
  factory.start();
  void running.run();
  await clock.advance(1000);
  expect(closed).toBe(1);
  expect(errors).toEqual([expect.stringContaining('is not read any more: no more')]);
});
