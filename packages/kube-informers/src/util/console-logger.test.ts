import { afterEach, expect, test, vi } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { consoleLogger } from './console-logger.js';

afterEach(() => void vi.restoreAllMocks());

const fields = { informer: 'pods', err: new Error('cut\nshort') };

test.each([
  ['text', {}, 'warn a cache has not synced informer="pods" err="cut\\nshort"\n'],
  [
    'JSON',
    { format: 'json', clock: new FakeClock(Date.UTC(2026, 0, 2)) },
    '{"message":"a cache has not synced","level":"warn","time":"2026-01-02T00:00:00.000Z","informer":"pods","err":{"name":"Error","message":"cut\\nshort"}}\n',
  ],
] as const)('prints %s on stderr, with the message before the fields', (_format, options, expected) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const logger = consoleLogger(options);
  logger.debug(fields, 'not printed');
  logger.warn(fields, 'a cache has not synced');
  expect(written.mock.calls).toEqual([[expected]]);
});

test('prints lines of the given level and above', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const logger = consoleLogger({ level: 'error' });
  for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]({}, 'a line');
  expect(written.mock.calls).toEqual([['error a line\n']]);
});

test('refuses another format or level', () => {
  expect(() => consoleLogger({ format: 'xml' as never })).toThrow(
    'format of consoleLogger must be text or json, got "xml"',
  );
  expect(() => consoleLogger({ level: 'trace' as never })).toThrow(
    'level of consoleLogger must be debug, info, warn or error, got "trace"',
  );
});
