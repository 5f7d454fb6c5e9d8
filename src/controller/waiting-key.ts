import { defaultMaxReasons } from '../workqueue/work-queue.js';

/** What is kept of a key that waits outside of the queue. */
export interface WaitingKey {
  readonly priority: number;
  readonly reasons: readonly string[];
}

/** Merges the adds of one key: the highest priority, and as many distinct reasons as its queue keeps. */
export function merged(before: WaitingKey | undefined, { priority, reasons }: WaitingKey): WaitingKey {
  if (before === undefined) return { priority, reasons: reasons.slice(0, defaultMaxReasons) };
  return {
    priority: Math.max(priority, before.priority),
    reasons: [...new Set([...before.reasons, ...reasons])].slice(0, defaultMaxReasons),
  };
}
