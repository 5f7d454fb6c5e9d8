import { expect, test, vi } from 'vitest';
import { TraceChannel } from '../util/trace-channel.js';
import { ended, observe } from '../util/trace-channel.test-support.js';
import { newScene, website } from './controller.test-support.js';
import type { ReconcileResult } from './reconcile-client.js';

const failure = new Error('no');

test.each<[string, () => ReconcileResult | undefined, object]>([
  ['nothing', () => undefined, { result: 'success' }],
  ['a delay', () => ({ afterMs: 1e9 }), { result: 'requeueAfter' }],
  ['backoff', () => ({ backoff: true }), { result: 'requeue' }],
  [
    'an error',
    () => {
      throw failure;
    },
    { result: 'error', error: failure },
  ],
])('publishes a run that ends with %s', async (_what, act, expected) => {
  const runs = observe('reconcile');
  const { controller, factory, sites, clock } = newScene();
  const observed = controller({
    reconcile: act,
    rateLimiter: { when: () => 1e9, forget: () => undefined, numRequeues: () => 0 },
  });
  factory.start();
  void observed.run();
  sites.add(website('a'));
  await clock.advance(100);
  expect(runs.map(([phase]) => phase).filter((phase) => phase !== 'error')).toEqual([
    'start',
    'end',
    'asyncStart',
    'asyncEnd',
  ]);
  expect(ended(runs)).toEqual([
    {
      controller: 'website',
      key: 'default/a',
      runId: expect.stringMatching(/^website-/),
      reasons: ['initial list of Website default/a'],
      attempt: 1,
      priority: -100,
      queueMs: 0,
      ...expected,
    },
  ]);
});

test('publishes the time that a key waited for a worker', async () => {
  const runs = observe('reconcile');
  const { controller, factory, sites, clock } = newScene();
  const busy = controller({ concurrency: 1, reconcile: () => clock.sleep(300) });
  factory.start();
  void busy.run();
  sites.add(website('a'));
  sites.add(website('b'));
  await clock.advance(1000);
  expect(ended(runs)).toMatchObject([
    { key: 'default/a', queueMs: 0 },
    { key: 'default/b', queueMs: 300 },
  ]);
});

test('publishes the timeout of a run, and no error of a run that was stopped', async () => {
  const runs = observe('reconcile');
  const { controller, factory, sites, clock, settle } = newScene();
  const waiting = controller({
    reconcileTimeoutMs: 1000,
    reconcile: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(failure));
      }),
  });
  factory.start();
  void waiting.run();
  sites.add(website('a'));
  await clock.advance(1000);
  expect(ended(runs)).toMatchObject([{ result: 'error', error: { code: 'ERR_RECONCILE_TIMEOUT' } }]);
  await clock.advance(500);
  waiting.abortRuns();
  await settle();
  expect(ended(runs)[1]).toMatchObject({ result: 'stopped', attempt: 2 });
  expect(ended(runs)[1]).not.toHaveProperty('error');
});

test('creates no message without a subscriber', async () => {
  const operation = vi.spyOn(TraceChannel.prototype, 'operation');
  const { controller, factory, sites, clock } = newScene();
  const reconcile = vi.fn<() => undefined>();
  const unobserved = controller({ reconcile });
  factory.start();
  void unobserved.run();
  sites.add(website('a'));
  await clock.advance(100);
  expect(reconcile).toHaveBeenCalledOnce();
  expect(operation).not.toHaveBeenCalled();
  operation.mockRestore();
});
