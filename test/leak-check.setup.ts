import { afterEach, beforeEach, expect } from 'vitest';
import { leakCheck } from '../packages/testing/src/leak-check.js';
import type { LeakCheck } from '../packages/testing/src/leak-check.js';

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
