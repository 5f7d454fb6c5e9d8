import { afterEach, expect, test, vi } from 'vitest';
import { settle } from '../testing/fake-clock.js';
import { containLogger, noopLogger } from './logger.js';
import type { Logger } from './logger.js';

afterEach(() => void vi.restoreAllMocks());

function loggerThat(log: () => unknown): Logger {
  const method = log as () => void;
  return { debug: method, info: method, warn: method, error: method };
}

test.each([
  [
    'throws',
    () => {
      throw new Error('disk full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('a logger that %s is contained, with one process warning', async (_how, log) => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const logger = containLogger(loggerThat(log));
  for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]({}, 'line');
  await settle();
  expect(warn.mock.calls.map(([text]) => text)).toEqual(['a logger failed: disk full']);
});

test('lines reach the logger as its methods', () => {
  const lines: unknown[] = [];
  class Lines {
    debug(fields: object, message: string): void {
      lines.push([this instanceof Lines, 'debug', fields, message]);
    }
    info(): void {}
    warn(): void {}
    error(): void {}
  }
  containLogger(new Lines()).debug({ a: 1 }, 'hello');
  expect(lines).toEqual([[true, 'debug', { a: 1 }, 'hello']]);
});

test('a contained logger is not wrapped again, and no logger is the silent one', () => {
  const logger = containLogger(loggerThat(() => undefined));
  expect(containLogger(logger)).toBe(logger);
  expect(containLogger(undefined)).toBe(noopLogger);
});
