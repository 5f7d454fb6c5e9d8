import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { callHook } from './call-hook.js';
import { noopLogger } from './logger.js';

function recorder(): { lines: unknown[]; logger: typeof noopLogger } {
  const lines: unknown[] = [];
  return { lines, logger: { ...noopLogger, error: ({ err }, message) => void lines.push([message, err]) } };
}

test("logs a hook's error with the hook's name", () => {
  const { lines, logger } = recorder();
  callHook('onWatchError', logger, () => {
    throw new Error('thrown');
  });
  expect(lines).toEqual([['onWatchError failed', new Error('thrown')]]);
});

test("logs an async hook's rejection, which is not an unhandled rejection", async () => {
  const { lines, logger } = recorder();
  const rejected = Promise.reject(new Error('rejected'));
  callHook('onHandlerError', logger, () => rejected);
  await rejected.catch(() => undefined);
  expect(lines).toEqual([['onHandlerError failed', new Error('rejected')]]);
});

test.each([
  [
    'a promise from a different realm',
    () => runInNewContext('Promise.reject(new Error("rejected"))') as unknown,
  ],
  ['a thenable', () => runInNewContext('({ then(_, fail) { fail(new Error("rejected")) } })') as unknown],
  [
    'a thenable that throws',
    () => runInNewContext('({ then() { throw new Error("rejected") } })') as unknown,
  ],
])('logs the rejection of %s, which is not an unhandled rejection', async (_what, hook) => {
  const { lines, logger } = recorder();
  callHook('onHandlerError', logger, hook);
  await new Promise(setImmediate);
  expect(lines).toEqual([['onHandlerError failed', expect.objectContaining({ message: 'rejected' })]]);
});

test('logs a hook that throws a value without a message', () => {
  const { lines, logger } = recorder();
  callHook('onHandlerError', logger, () => {
    throw Object.create(null);
  });
  expect(lines).toHaveLength(1);
});

test('logs nothing for a hook that succeeds', () => {
  const { lines, logger } = recorder();
  callHook('onObjectError', logger, () => 7);
  expect(lines).toEqual([]);
});
