/**
 * What costs do not bound: steps of patterns, and parts of values that are shared, as `[a, a]` of `[b, b]` of …, which are visited
 * again wherever they occur. The API server has no limit for them.
 */
import { Work } from '../values/work.js';

/** For one evaluation, or for all of an object: a few seconds. A step is one state of a pattern at one character. */
const maxSteps = 100_000_000;

const stepsPerPart = 20;
const stepsPerCharacter = 10;

let current: Work | undefined;

export function evaluationWork(): Work {
  return new Work(maxSteps);
}

/** Evaluates something with this work left. Evaluations may nest. */
export function withWork<T>(work: Work, evaluate: () => T): T {
  const before = current;
  current = work;
  try {
    return evaluate();
  } finally {
    current = before;
  }
}

/** Counts a part of a value that is visited. Throws TooMuchWorkError. */
export function countPart(): void {
  current?.spend(stepsPerPart);
}

/** Counts the characters of a text that is made. Throws TooMuchWorkError. */
export function countText(text: string): void {
  current?.spend(stepsPerPart + text.length * stepsPerCharacter);
}
