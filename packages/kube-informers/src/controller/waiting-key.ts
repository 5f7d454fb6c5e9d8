import { defaultMaxReasons } from '../workqueue/work-queue.js';

/** What is kept of a key that waits outside of the queue. */
export interface WaitingKey {
  readonly priority: number;
  readonly reasons: readonly string[];
  readonly kinds: readonly string[];
}

/** Merges the adds of one key: the highest priority, all kinds, and as many distinct reasons as its queue keeps. */
export function merged(before: WaitingKey | undefined, { priority, reasons, kinds }: WaitingKey): WaitingKey {
  if (before === undefined) return { priority, reasons: reasons.slice(0, defaultMaxReasons), kinds };
  return {
    priority: Math.max(priority, before.priority),
    reasons: [...new Set([...before.reasons, ...reasons])].slice(0, defaultMaxReasons),
    kinds: [...new Set([...before.kinds, ...kinds])],
  };
}

/** A key that waits until the caches show what its run before wrote. */
export interface WaitForWrites {
  readonly priority: number;
  /** On the monotonic clock. */
  readonly sinceMs: number;
}
