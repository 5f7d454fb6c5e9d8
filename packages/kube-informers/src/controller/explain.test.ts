import { expect, test } from 'vitest';
import { ItemExponentialFailureRateLimiter } from '../workqueue/rate-limiters.js';
import { newScene, website } from './controller.test-support.js';

test('explains a key from before the start to after the stop', async () => {
  const { controller, factory, sites, clock } = newScene();
  let end = (): void => undefined;
  let outcome: 'fail' | 'later' | 'wait' = 'fail';
  const made = controller({
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 4000, maxMs: 4000 }),
    reconcile: async () => {
      if (outcome === 'fail') throw new Error('no quota');
      if (outcome === 'later') return { afterMs: 600_000 };
      return new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
    },
  });
  const text = (): string => made.explain('default/a').text;
  const kind = (): string => made.explain('default/a').wait.kind;
  sites.add(website('a'));
  expect(kind()).toBe('start');
  void made.run();
  await clock.advance(1);
  expect(text()).toMatch(/^default\/a waits until the informer .*websites.* has synced: not started: /);
  factory.start();
  await clock.advance(1);
  expect(text()).toBe('default/a is tried again in 4s, after a run failed: no quota');
  expect(made.explain('default/a').wait).toMatchObject({ kind: 'backoff', untilMs: clock.now() + 3999 });
  outcome = 'later';
  await clock.advance(4000);
  expect(text()).toBe('default/a is due in 10m');
  made.pause('default/a');
  made.enqueue('default/a');
  await clock.advance(1);
  expect(text()).toBe('default/a is paused until resume("default/a")');
  outcome = 'wait';
  made.resume('default/a');
  made.pauseFor(60_000);
  await clock.advance(1);
  expect(text()).toBe('default/a waits until the controller is resumed, in 60s');
  made.resume();
  await clock.advance(1);
  made.enqueue('default/a');
  made.enqueue('default/b');
  await clock.advance(2000);
  expect(text()).toMatch(
    /^default\/a has been running for 2s \(run website-\w+-3\); it runs again after that$/,
  );
  expect(made.explain('default/b').text).toBe(
    'default/b has waited 2s for another run to end (concurrency 1)',
  );
  outcome = 'later';
  end();
  await clock.advance(1);
  expect(kind()).toBe('time');
  expect(made.explain('default/c').text).toBe('default/c waits for an event: its object is not in the cache');
  await made.stop();
  expect(text()).toBe('default/a does not run: the controller was stopped');
});
