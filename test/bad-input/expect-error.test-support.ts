import { expect } from 'vitest';
import { KubeInformersError, StatusError } from 'kube-informers';

/** Returns the error of a rejected promise or a throwing function; fails if there was no error. */
export async function failureOf(attempt: Promise<unknown> | (() => unknown)): Promise<Error> {
  let outcome: unknown;
  try {
    outcome = await (typeof attempt === 'function' ? attempt() : attempt);
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`expected an Error, got ${String(error)}`, { cause: error });
  }
  throw new Error(`expected an error, got ${String(outcome)}`);
}

/** Expects an error of this library with this code and with all of these words in its message. */
export function expectError(error: unknown, code: string, ...words: readonly (string | RegExp)[]): void {
  expect(error).toSatisfy((thrown) => thrown instanceof KubeInformersError || thrown instanceof StatusError);
  expect(error).toMatchObject({ code });
  for (const word of words) expect((error as Error).message).toMatch(word);
  // A message is a single line of a log.
  expect((error as Error).message).not.toMatch(/\n/);
}

/** Expects the output of a failed command: one line on stderr with these words, and no stack. */
export function expectOneLine(text: string, ...words: readonly (string | RegExp)[]): void {
  expect(text).toMatch(/^error: [^\n]+\n$/);
  for (const word of words) expect(text).toMatch(word);
}
