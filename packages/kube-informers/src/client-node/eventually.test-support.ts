import { vi } from 'vitest';

/** Waits until an assertion holds, however busy the machine is: `vi.waitFor` gives up after a second. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 60_000 });
}
