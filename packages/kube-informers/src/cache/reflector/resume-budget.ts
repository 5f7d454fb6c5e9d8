/**
 * Time in which one more watch that made progress may be reopened, ms. So a watch that lasted a second is followed by the
 * next at once, as in client-go, and shorter ones come no more often than client-go's RetryWatcher allows. (Its Reflector
 * has no such limit: against a server that sends one event and closes, it reopens the watch without pause.)
 */
export const resumeEveryMs = 1000;

/** Consecutive watches that are reopened at once, however short: the default burst of client-go's REST client. */
export const maxResumes = 10;

/** Result of `takeResume`. */
export interface Resume {
  /** Delay before the watch may be reopened, ms; 0 is at once. */
  readonly waitMs: number;
  readonly fullAtMs: number;
}

/**
 * Takes one token from the budget of reopened watches: a token bucket, stored as the time at which it is full again.
 * It is separate from the backoff, since such a watch is not a failure.
 */
export function takeResume(fullAtMs: number, nowMs: number): Resume {
  const nextFullAtMs = Math.max(fullAtMs, nowMs) + resumeEveryMs;
  return { fullAtMs: nextFullAtMs, waitMs: Math.max(0, nextFullAtMs - nowMs - maxResumes * resumeEveryMs) };
}
