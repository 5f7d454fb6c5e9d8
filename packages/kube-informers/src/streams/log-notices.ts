import { UnhandledFailures, callHook } from '../util/call-hook.js';
import { containLogger, isDefaultLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';

/**
 * Why lines of a log can no longer be had: the container was `restarted` more often than its node keeps logs, its log was `rotated`,
 * the pod was `deleted` before the rest could be read, or the node writes no times (`untimed`), so that a log cannot be continued.
 */
export type LogLoss = 'restarted' | 'rotated' | 'deleted' | 'untimed';

/** What the reader of a followed log should know besides its lines. */
export type LogNotice = {
  /** Namespace of the pod. */
  readonly namespace: string;
  /** Name of the pod. */
  readonly pod: string;
  /** Name of the container; "" if `logs` was called without one. */
  readonly container: string;
} & (
  | {
      /** Lines are missing here. */
      readonly kind: 'lost';
      /** Why. */
      readonly reason: LogLoss;
    }
  | {
      /** The log cannot be read now; it is asked for again. */
      readonly kind: 'failing';
      /** The error of the last request. */
      readonly error: unknown;
    }
  | {
      /** The container began to wait because `maxFollowed` others are followed, or waits no longer. */
      readonly kind: 'waiting';
      /** Number of containers that wait now. */
      readonly waiting: number;
    }
);

const losses: Readonly<Record<LogLoss, string>> = {
  restarted: 'the container was restarted, and its node no longer has the log of the run before',
  rotated: 'the node no longer has them',
  deleted: 'the pod was deleted before the rest could be read',
  untimed: 'the node writes no times before the lines, so the log cannot be continued',
};

/** Returns a sentence for people. */
export function describeLogNotice(notice: LogNotice): string {
  const { namespace, pod, container } = notice;
  const log = `the log of ${[namespace, pod, container].filter((part) => part !== '').join('/')}`;
  if (notice.kind === 'lost') return `lines of ${log} are missing: ${losses[notice.reason]}`;
  if (notice.kind === 'failing') return `${log} cannot be read now`;
  return `${log}: ${notice.waiting} containers wait, since no more are followed at once`;
}

/** Passes notices on to the program's function; without one to the client's logger, or else as process warnings. */
export function noticeSink(
  onNotice: ((notice: LogNotice) => void) | undefined,
  given: Logger | undefined,
): (notice: LogNotice) => void {
  const logger = containLogger(given);
  const unhandled = new UnhandledFailures('The log goes on.', ' or a logger');
  return (notice) => {
    if (onNotice !== undefined) {
      callHook('onNotice', logger, () => onNotice(notice));
      return;
    }
    const message = describeLogNotice(notice);
    const { kind, namespace, pod, container } = notice;
    const err = notice.kind === 'failing' ? notice.error : undefined;
    logger.warn({ kind, namespace, pod, container, err }, 'a followed log is incomplete or delayed');
    // What is asked for again is not lost.
    if (kind !== 'failing' && isDefaultLogger(logger))
      unhandled.report('onNotice', 'a followed log', new Error(message), false);
  };
}
