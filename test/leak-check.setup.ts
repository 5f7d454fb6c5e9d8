import { afterEach, beforeEach, expect } from 'vitest';
import { leakCheck } from '../src/testing/leak-check.js';
import type { LeakCheck } from '../src/testing/leak-check.js';

/** After every test: no more sockets, servers, timers or child processes than before it. */
let check: LeakCheck | undefined;

beforeEach(() => {
  check = leakCheck();
});

afterEach(async () => {
  await check?.assertNone();
  expect(check?.leaks() ?? []).toEqual([]);
});
