/**
 * Time in which a watch that made progress may be opened again, ms. So one that lasted a second is followed by the next at
 * once, as in client-go, and shorter ones come no more often than client-go's RetryWatcher allows. (Its Reflector has no
 * such limit: it asks a server that sends one event and closes, again and again, without pause.)
 */
export const resumeEveryMs = 1000;

/** Watches in a row that are opened again at once, however short: the default burst of client-go's REST client. */
export const maxResumes = 10;

/** What opening a watch again has come to: see `takeResume`. */
export interface Resume {
  /** How long it has to wait, ms; 0 is at once. */
  readonly waitMs: number;
  readonly fullAtMs: number;
}

/**
 * Takes one from the budget of watches that are opened again: a token bucket, kept as the time at which it is full again.
 * It is apart from the backoff, since such a watch is no failure.
 */
export function takeResume(fullAtMs: number, nowMs: number): Resume {
  const nextFullAtMs = Math.max(fullAtMs, nowMs) + resumeEveryMs;
  return { fullAtMs: nextFullAtMs, waitMs: Math.max(0, nextFullAtMs - nowMs - maxResumes * resumeEveryMs) };
}
