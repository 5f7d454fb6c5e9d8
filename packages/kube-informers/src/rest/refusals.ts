import { isForbidden, asStatusError } from '../meta/errors.js';
import { Moment } from '../util/clock.js';
import type { Clock } from '../util/clock.js';

/** How long a refusal may be due to a server that starts, and how long before it the client may have met trouble, ms. */
const graceMs = 10_000;

/** `pods "web" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"` */
const authorizerPattern = /\bcannot \S+ (resource|path) "/;

/** True for a 403 of the server's authorizer; false for one of admission, quota or a webhook. */
export function isRefusedByAuthorizer(error: unknown): boolean {
  return isForbidden(error) && authorizerPattern.test(asStatusError(error)?.message ?? '');
}

/**
 * Decides whether a loop goes on after a 403.
 *
 * An API server that starts refuses the users of RBAC until it has read the roles. So a refusal by the authorizer is repeated for at
 * most 10 s, if the same was allowed before, or if the client met a connection error or a 5xx in the last 10 s. One for each kind
 * of request of a loop.
 */
export class RefusalGrace {
  readonly #clock: Clock;
  readonly #troubleAgeMs: () => number | undefined;
  readonly #refused = new Moment();
  #wasAllowed = false;
  #isRefused = false;

  /** `troubleAgeMs` is that of the RestClient. */
  constructor(clock: Clock, troubleAgeMs: () => number | undefined) {
    this.#clock = clock;
    this.#troubleAgeMs = troubleAgeMs;
  }

  /** The request was allowed. */
  allowed(): void {
    this.#wasAllowed = true;
    this.#isRefused = false;
  }

  /** Returns true if a request that failed with this error should be tried again. Called with every error of these requests. */
  mayRetry(error: unknown): boolean {
    if (!isRefusedByAuthorizer(error)) {
      this.#isRefused = false;
      return false;
    }
    if (this.#isRefused) return (this.#refused.ageMs(this.#clock) ?? 0) < graceMs;
    if (!this.#wasAllowed && (this.#troubleAgeMs() ?? Infinity) > graceMs) return false;
    this.#isRefused = true;
    this.#refused.mark(this.#clock);
    return true;
  }
}
