import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { noopLogger } from '../util/logger.js';
import { ExecStderr } from './exec-stderr.js';

test('of a plugin that prints thousands of words the first ones are taken out of what it says', () => {
  const stderr = new ExecStderr({
    command: 'plugin',
    secrets: [],
    clock: new FakeClock(),
    logger: noopLogger,
  });
  const words = Array.from({ length: 5000 }, (_, number) => `word-${number}-of-many`);
  stderr.push(Buffer.from(`${words[0]} ${words[499]} ${words[4999]}\n`));
  expect(stderr.end(words.join(' '))).toBe(`[redacted] [redacted] ${words[4999]}`);
});
