import { asError } from '../util/errors.js';
import { TraceChannel } from '../util/trace-channel.js';
import type { Trace } from '../util/trace-channel.js';
import type { Outcome } from './result.js';
import type { Run } from './run.js';

/** The message of the tracing channel `kube-informers:reconcile`: one run of a reconcile. It has no objects. */
export interface ReconcileTrace {
  /** Name of the controller. */
  readonly controller: string;
  readonly key: string;
  /** As in the context of the reconcile. */
  readonly runId: string;
  readonly reasons: readonly string[];
  readonly attempt: number;
  readonly priority: number;
  /** How long the key was ready and waited for this run, ms. */
  readonly queueMs: number;
  /** As in `ControllerStats`, or `stopped` if the controller stopped the run; undefined until the end. */
  result?: 'success' | 'requeue' | 'requeueAfter' | 'error' | 'stopped' | undefined;
  /** What the reconcile threw, or the ControllerError of its timeout. */
  error?: unknown;
}

/** How a run ended. */
export type RunEnd = Outcome | { readonly thrown: unknown };

const channel = new TraceChannel<ReconcileTrace>('kube-informers:reconcile');
const results = { none: 'success', after: 'requeueAfter', backoff: 'requeue' } as const;

/** Returns the trace of a run that is about to start; undefined without a subscriber. */
export function traceOfRun(controller: string, run: Run): Trace<ReconcileTrace> | undefined {
  if (!channel.isObserved) return undefined;
  const { item, key, runId, reasons, attempt, priority } = run;
  return channel.operation({ controller, key, runId, reasons, attempt, priority, queueMs: item.queuedMs });
}

/** Ends the trace of a run. The error of a run that was stopped does not count, unless it had timed out. */
export function endRunTrace(trace: Trace<ReconcileTrace>, { timeout, isStopped }: Run, end: RunEnd): void {
  const { message } = trace;
  if (timeout === undefined && !('thrown' in end)) message.result = results[end.next];
  else message.result = timeout === undefined && isStopped ? 'stopped' : 'error';
  const error = timeout ?? ('thrown' in end ? asError(end.thrown) : undefined);
  trace.end(message.result === 'error' ? error : undefined);
}
