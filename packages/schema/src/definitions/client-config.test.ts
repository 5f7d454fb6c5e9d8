import { expect, test } from 'vitest';
import { bundleProblem } from './client-config.js';

const problem = (text: string): string | undefined => bundleProblem(Buffer.from(text).toString('base64'));

test('a bundle of any blocks is read in linear time', () => {
  const unreadable = 'unable to load root certificates: unable to parse bytes as PEM block';
  expect(problem('-----BEGIN A-----\n'.repeat(150_000))).toBe(unreadable);
  expect(problem(`-----BEGIN ${'A'.repeat(3_000_000)}`)).toBe(unreadable);
  expect(problem('-----BEGIN A-----\n-----END A-----\n'.repeat(80_000))).toBe(
    'unable to load root certificates: no valid certificate authority data seen',
  );
});
