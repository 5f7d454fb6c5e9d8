import type { Clock } from './clock.js';
import type { Random } from './random.js';

/** Time and chance, which tests replace. A program leaves these options out. */
export interface TestOptions {
  /** For tests: the source of time, such as a `FakeClock`. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** For tests: returns numbers from 0 up to, but not including, 1. Default: `Math.random`. */
  readonly random?: Random | undefined;
}
