import { expect, test } from 'vitest';
import { newScene, website } from './controller.test-support.js';

test('keeps the last runs, the last ten failures with their errors, and the counts of one hour', async () => {
  const { clock, factory, sites, controller } = newScene();
  let fails = false;
  const made = controller({
    reconcile: ({ key }) => {
      if (fails) throw new Error(`no volume for ${key}`);
    },
    initialSpreadMs: 0,
  });
  sites.add(website('a'));
  factory.start();
  void made.run();
  await clock.advance(1);
  expect(made.history().runs).toMatchObject([
    { key: 'default/a', attempt: 1, result: 'success', durationMs: 0, message: undefined },
  ]);
  fails = true;
  made.enqueue('default/a', { reason: 'wanted' });
  await clock.advance(60_000);
  const { runs, failures, minutes } = made.history();
  const errors = made.stats().reconcileErrorsTotal;
  expect(errors).toBeGreaterThan(10);
  expect(failures).toHaveLength(10);
  expect(failures[0]).toMatchObject({ key: 'default/a', attempt: errors, result: 'error' });
  expect(failures[0]?.error.stack).toContain('no volume for default/a');
  expect(runs.at(-2)).toMatchObject({ reasons: ['wanted'], message: 'no volume for default/a' });
  expect(minutes).toHaveLength(60);
  const sum = (counts: typeof minutes) => counts.reduce((all, each) => all + each.errors, 0);
  expect(sum(minutes)).toBe(errors);
  fails = false;
  await made.stop();
  await clock.advance(61 * 60_000);
  expect(sum(made.history().minutes)).toBe(0);
  expect(made.history().failures).toHaveLength(10);
});

test('keeps 200 runs, the newest first', async () => {
  const { clock, factory, controller } = newScene();
  const made = controller({});
  factory.start();
  void made.run();
  for (let key = 0; key < 250; key++) made.enqueue(`default/${key}`);
  await clock.advance(1000);
  const { runs } = made.history();
  expect([runs.length, runs[0]?.key, runs.at(-1)?.key]).toEqual([200, 'default/249', 'default/50']);
});

test('a pause for a time ends by itself, and a pause without an end is kept', async () => {
  const { clock, factory, controller } = newScene();
  const keys: string[] = [];
  const made = controller({ reconcile: ({ key }) => void keys.push(key) });
  factory.start();
  void made.run();
  await clock.advance(1);
  made.pauseFor(60_000);
  made.enqueue('default/a');
  await clock.advance(59_999);
  expect([keys, made.pausedUntil]).toEqual([[], clock.now() + 1]);
  await clock.advance(1);
  expect([keys, made.pausedUntil]).toEqual([['default/a'], undefined]);

  made.pauseFor(1000);
  made.pause();
  made.pauseFor(10);
  made.enqueue('default/b');
  await clock.advance(2000);
  expect([keys, made.pausedUntil]).toEqual([['default/a'], Infinity]);
  made.resume();
  await clock.advance(1);
  expect(keys).toEqual(['default/a', 'default/b']);
});

test.each([-1, NaN, Infinity, 2 ** 31])('refuses to pause for %s ms', (durationMs) => {
  const made = newScene().controller({});
  expect(() => made.pauseFor(durationMs)).toThrow(
    expect.objectContaining({
      code: 'ERR_OPTION',
      message: expect.stringContaining('durationMs of pauseFor'),
    }),
  );
});
