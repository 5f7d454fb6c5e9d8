import { expect } from 'vitest';
import { KubeInformersError, StatusError } from '../../src/index.js';

/** What a rejected promise was rejected with, or a throwing function threw; fails when nothing went wrong. */
export async function failureOf(attempt: Promise<unknown> | (() => unknown)): Promise<Error> {
  let outcome: unknown;
  try {
    outcome = await (typeof attempt === 'function' ? attempt() : attempt);
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`thrown was no Error but ${String(error)}`, { cause: error });
  }
  throw new Error(`nothing went wrong; the outcome was ${String(outcome)}`);
}

/** Expects one of this library's errors, with this code and with all of these words in its message. */
export function expectError(error: unknown, code: string, ...words: readonly (string | RegExp)[]): void {
  expect(error).toSatisfy((thrown) => thrown instanceof KubeInformersError || thrown instanceof StatusError);
  expect(error).toMatchObject({ code });
  for (const word of words) expect((error as Error).message).toMatch(word);
  // A message is for one line of a log.
  expect((error as Error).message).not.toMatch(/\n/);
}

/** Expects what a command that failed has printed: one line on stderr, with these words, and no stack. */
export function expectOneLine(text: string, ...words: readonly (string | RegExp)[]): void {
  expect(text).toMatch(/^error: [^\n]+\n$/);
  for (const word of words) expect(text).toMatch(word);
}
