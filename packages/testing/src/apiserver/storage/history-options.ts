import type { Clock } from 'kube-informers';

/** How much history is kept. */
export interface HistoryOptions {
  readonly clock: Clock;
  /** Changes kept for each resource. */
  readonly historyLimit: number;
  /** How long changes are kept, ms. */
  readonly historyMs: number;
  /** The revision before the first write. */
  readonly initialRevision: number;
}
