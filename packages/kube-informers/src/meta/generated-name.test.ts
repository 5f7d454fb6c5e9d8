import { expect, test } from 'vitest';
import { generateName } from './generated-name.js';

test('a generated name fits into a DNS label', () => {
  expect(generateName('web-', () => 0)).toBe('web-bbbbb');
  expect(generateName('x'.repeat(100), () => 0.999)).toBe(`${'x'.repeat(58)}99999`);
});
