import { expect, test } from 'vitest';
import { Redactor } from './redactor.js';

test('of hundreds of tokens the last ones are taken out of texts', () => {
  const redactor = new Redactor({ host: 'https://server' });
  const tokens = Array.from({ length: 300 }, (_, number) => `token-number-${number}-end`);
  for (const token of tokens) redactor.learn({ authorization: `Bearer ${token}` });
  const shown = redactor.text(tokens.join(' ')).split(' ');
  // Those that were forgotten stand as they are.
  expect(shown.slice(-32)).toEqual(Array.from({ length: 32 }, () => '[redacted]'));
  expect(shown.slice(0, -32)).toEqual(tokens.slice(0, -32));
});
