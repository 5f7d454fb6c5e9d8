import fc from 'fast-check';
import type { NetworkFault } from './faulty-network.test-support.js';
import { maxRate } from './simulated-processes.test-support.js';

/** Something that happens to one process. */
export type ProcessFault =
  | NetworkFault
  /** SIGSTOP: neither timers nor responses get through, the clocks go on. */
  | 'pause'
  /** The machine sleeps: the monotonic clock stands still too. */
  | 'suspend'
  | 'wallJump'
  /** SIGKILL, and a new process afterwards. */
  | 'kill'
  /** Its signal aborts; it starts again afterwards. */
  | 'stop';

export const processFaults: readonly ProcessFault[] = [
  'partition',
  'slow',
  'lossy',
  'pause',
  'suspend',
  'wallJump',
  'kill',
  'stop',
];

/** The clocks of a process, and how often its work writes. */
export const anyProcess = {
  offsetMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  rate: fc.double({ min: 1 / maxRate, max: maxRate, noNaN: true }),
  writesEveryMs: fc.integer({ min: 500, max: 3000 }),
};

/** When a fault happens until then, how long it lasts, and by how much a clock jumps. */
export function anyFault(faultsEndMs: number) {
  return {
    atMs: fc.integer({ min: 0, max: faultsEndMs }),
    forMs: fc.integer({ min: 100, max: 40_000 }),
    jumpMs: fc.integer({ min: -30_000, max: 30_000 }),
  };
}
