import { afterEach, beforeEach, expect } from 'vitest';
import { leakCheck } from '../packages/testing/src/leak-check.js';
import type { LeakCheck } from '../packages/testing/src/leak-check.js';

// Property tests take another seed in each run, and print it when they fail; CI repeats the same ones.
const { TEST_SEED } = process.env;
if (TEST_SEED !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(TEST_SEED) });
}

/** After every test: no more sockets, servers, timers or child processes than before it. */
let check: LeakCheck | undefined;

beforeEach(({ task }) => {
  // Tests in a browser share one program: they check once, at its end.
  check = task.file.filepath.includes('/test/inspector/') ? undefined : leakCheck();
});

afterEach(async () => {
  await check?.assertNone();
  expect(check?.leaks() ?? []).toEqual([]);
});
