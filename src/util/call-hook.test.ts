import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { callHook } from './call-hook.js';
import { noopLogger } from './logger.js';

function recorder(): { lines: unknown[]; logger: typeof noopLogger } {
  const lines: unknown[] = [];
  return { lines, logger: { ...noopLogger, error: ({ err }, message) => void lines.push([message, err]) } };
}

test('what a hook throws is logged under its name', () => {
  const { lines, logger } = recorder();
  callHook('onWatchError', logger, () => {
    throw new Error('thrown');
  });
  expect(lines).toEqual([['onWatchError failed', new Error('thrown')]]);
});

test('what an async hook rejects with is logged too, and is no unhandled rejection', async () => {
  const { lines, logger } = recorder();
  const rejected = Promise.reject(new Error('rejected'));
  callHook('onHandlerError', logger, () => rejected);
  await rejected.catch(() => undefined);
  expect(lines).toEqual([['onHandlerError failed', new Error('rejected')]]);
});

test.each([
  ['another realm’s promise', () => runInNewContext('Promise.reject(new Error("rejected"))') as unknown],
  ['a thenable', () => runInNewContext('({ then(_, fail) { fail(new Error("rejected")) } })') as unknown],
  [
    'a thenable that throws',
    () => runInNewContext('({ then() { throw new Error("rejected") } })') as unknown,
  ],
])('what %s rejects with is logged, and is no unhandled rejection', async (_what, hook) => {
  const { lines, logger } = recorder();
  callHook('onHandlerError', logger, hook);
  await new Promise(setImmediate);
  expect(lines).toEqual([['onHandlerError failed', expect.objectContaining({ message: 'rejected' })]]);
});

test('a hook that throws what has no text is logged', () => {
  const { lines, logger } = recorder();
  callHook('onHandlerError', logger, () => {
    throw Object.create(null);
  });
  expect(lines).toHaveLength(1);
});

test('a hook that works is nobody’s business', () => {
  const { lines, logger } = recorder();
  callHook('onObjectError', logger, () => 7);
  expect(lines).toEqual([]);
});
