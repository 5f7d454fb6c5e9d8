import { afterEach, expect, test, vi } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { KubeInformersError } from './errors.js';
import { containLogger, isDefaultLogger, noopLogger } from './logger.js';
import type { LogFields, Logger } from './logger.js';

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
  // Tests of other files run in this process, and what they left may warn meanwhile.
  const texts = warn.mock.calls.map(([text]) => String(text));
  expect(texts.filter((text) => text.startsWith('a logger'))).toEqual(['a logger failed: disk full']);
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

test('long strings in fields are shortened, and lists of them', () => {
  const lines: LogFields[] = [];
  const logger = containLogger({ ...noopLogger, info: (fields) => void lines.push(fields) });
  const short = { name: 'a', keys: ['a', 'b'], count: 1 };
  logger.info(short, 'line');
  expect(lines[0]).toBe(short);
  logger.info(
    { holder: 'x'.repeat(1_000_000), keys: Array.from({ length: 1000 }, String), count: 1 },
    'line',
  );
  expect(lines[1]).toMatchObject({ holder: `${'x'.repeat(2048)}… (1000000 characters)`, count: 1 });
  expect(lines[1]?.['keys']).toHaveLength(100);
});

test('JSON.stringify shows an error in the fields of a line', () => {
  const lines: string[] = [];
  const keep = (fields: object): void => void lines.push(JSON.stringify({ ...fields }));
  const logger = containLogger({ debug: keep, info: keep, warn: keep, error: keep });
  const err = Object.assign(new TypeError('broken', { cause: new Error('why') }), { code: 'ERR_X' });
  logger.warn({ key: 'a', err }, 'failed');
  logger.warn({ err: Object.freeze(new Error('frozen')) }, 'failed');
  expect(lines).toEqual([
    '{"key":"a","err":{"name":"TypeError","code":"ERR_X","message":"broken","cause":"why"}}',
    '{"err":{}}',
  ]);
  expect(Object.keys(err)).toEqual(['code']);
});

test('the message of an error is shortened', () => {
  const { message } = new KubeInformersError('ERR_X', '\u{1f600}'.repeat(1_000_000));
  expect(message).toMatch(/… \(2000000 characters\)$/);
  expect(message.length).toBeLessThan(8300);
});

test('a contained logger is not wrapped again, and no logger is the silent one', () => {
  const logger = containLogger(loggerThat(() => undefined));
  expect(containLogger(logger)).toBe(logger);
  expect(containLogger(undefined)).toBe(noopLogger);
});

test.each([
  ['1', ['kube-informers debug cache populated name="pods" items=3 err="cut\\nshort" options=(object)\n']],
  ['', []],
])('without a logger, KUBE_INFORMERS_DEBUG=%s prints on stderr', (value, expected) => {
  vi.stubEnv('KUBE_INFORMERS_DEBUG', value);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const logger = containLogger(undefined);
  expect(isDefaultLogger(logger)).toBe(true);
  logger.debug({ name: 'pods', items: 3, err: new Error('cut\nshort'), options: {} }, 'cache populated');
  expect(written.mock.calls.map(([line]) => line)).toEqual(expected);
  vi.unstubAllEnvs();
});
