import { expect, test } from 'vitest';
import type { Requester } from '../client/requests.js';
import { newScene, website } from './controller.test-support.js';
import type { Website } from './controller.test-support.js';

const odd = (message: unknown): Error => Object.assign(new Error('x'), { message });

test.each<[string, unknown]>([
  ['an object', { code: 1 }],
  ['an object without toString', Object.create(null)],
  ['a symbol', Symbol('odd')],
])('retries a key whose error has as message %s', async (_what, message) => {
  const { controller, factory, sites, clock } = newScene();
  let runs = 0;
  const retrying = controller({
    reconcile: () => {
      runs++;
      throw odd(message);
    },
  });
  factory.start();
  void retrying.run();
  sites.add(website('a'));
  await clock.advance(5000);
  expect(runs).toBeGreaterThan(3);
  await clock.advance(60_000);
  expect(retrying.activeRuns()).toEqual([]);
});

test('gives up a key whose error has an odd message', async () => {
  const { controller, factory, sites, clock } = newScene();
  const given = controller({
    giveUp: { attempts: 1 },
    reconcile: () => {
      throw odd(Symbol('odd'));
    },
  });
  factory.start();
  void given.run();
  sites.add(website('a'));
  await clock.advance(1000);
  expect(given.givenUp()).toMatchObject([{ key: 'default/a' }]);
});

test.each<[string, () => number]>([
  [
    'throws',
    () => {
      throw new Error('no limit today');
    },
  ],
  ['returns NaN', () => NaN],
])('retries a key after a second if its rate limiter %s', async (_what, when) => {
  const { controller, factory, sites, clock } = newScene();
  const startedMs: number[] = [];
  const errors: string[] = [];
  const limited = controller({
    rateLimiter: { when, forget: () => undefined, numRequeues: () => 0 },
    onError: ({ message }) => void errors.push(message),
    reconcile: () => {
      startedMs.push(clock.monotonic());
      throw new Error('not today');
    },
  });
  factory.start();
  void limited.run();
  sites.add(website('a'));
  await clock.advance(3500);
  const [first = 0] = startedMs;
  expect(startedMs.map((ms) => ms - first)).toEqual([0, 1000, 2000, 3000]);
  expect(errors).toHaveLength(8);
  expect(limited.activeRuns()).toEqual([]);
});

test('a write of unknown outcome does not end the wait for a fresh one', async () => {
  const { controller, factory, sites, clock } = newScene();
  const restClient = {
    request: async ({ body }: { readonly body: Website }) => {
      if (body.metadata?.name === 'lost')
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      // No watch shows it.
      return Promise.resolve(sites.modifyDropped(structuredClone(body)));
    },
    list: () => sites.list({}),
    watch: () => Promise.reject(new Error('not used')),
  };
  for (const name of ['a', 'fresh', 'lost']) sites.add(website(name));
  const codes: unknown[] = [];
  const writing = controller({
    clientset: { restClient: restClient as unknown as Requester },
    ownWrites: { waitMs: 5000 },
    onError: (error) => void codes.push((error as { code?: unknown }).code),
    reconcile: async ({ key, attempt, client }) => {
      if (key !== 'default/a' || attempt > 1) return;
      await client.update(website('fresh', { spec: { text: '1' } }));
      await client.update(website('lost', { spec: { text: '1' } }));
    },
  });
  factory.start();
  void writing.run();
  await clock.advance(4000);
  expect(codes).toEqual(['ECONNRESET']);
  expect(writing.stats()).toMatchObject({ ownWriteTimeoutsTotal: 0, waitingForOwnWrites: 1 });
  await clock.advance(2000);
  // Then the server is asked.
  expect(codes[1]).toBe('ERR_OWN_WRITE_UNSEEN');
});

test('a run that timed out gives its slot back once', async () => {
  const { controller, factory, sites, clock } = newScene();
  const ends = new Map<string, () => void>();
  let lasts = true;
  const slow = controller({
    reconcileTimeoutMs: 1000,
    reconcile: async ({ key }) => {
      if (lasts) await new Promise<void>((resolve) => ends.set(key, resolve));
    },
  });
  for (const name of ['a', 'b', 'c']) sites.add(website(name));
  factory.start();
  void slow.run();
  await clock.advance(1500);
  expect(Array.from(ends.keys())).toEqual(['default/a', 'default/b']);
  ends.get('default/a')?.();
  await clock.advance(100);
  expect(Array.from(ends.keys())).toEqual(['default/a', 'default/b']);
  expect(slow.stats()).toMatchObject({ activeWorkers: 1, timedOutRuns: 0 });
  expect(slow.explain('default/c').wait).toMatchObject({ kind: 'slot', concurrency: 1 });
  lasts = false;
  for (const end of ends.values()) end();
});
