import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ourAnswer } from './questions.test-support.js';

interface SpecTest {
  readonly expression: string;
  readonly value?: unknown;
  readonly error?: true;
}

/** The tests of the language that apply here; the file names its source and counts by cause what it leaves out. */
const { tests } = JSON.parse(readFileSync(new URL('cel-spec.json', import.meta.url), 'utf8')) as {
  readonly tests: Record<string, SpecTest>;
};

describe('a test of cel-spec', () => {
  test.each(Object.entries(tests))('%s', (_name, { expression, value, error }) => {
    const answer = ourAnswer({ expression });
    if (error) expect(answer.error ?? answer.program ?? answer.issues).toBeDefined();
    else expect(answer).toHaveProperty('value', value);
  });
});
