import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bindings, variables } from './expressions.test-support.js';
import { ourAnswer } from './questions.test-support.js';
import type { Answer } from './questions.test-support.js';

/** What `test/client-go/cel-judge` answered, which asks the packages of the API server. */
const recorded = JSON.parse(readFileSync(new URL('server-answers.json', import.meta.url), 'utf8')) as Record<
  string,
  Answer
>;

describe('says of an expression what the API server says', () => {
  test.each(Object.entries(recorded))('%s', (expression, answer) => {
    expect(ourAnswer({ expression, variables, bindings })).toEqual(answer);
  });
});
