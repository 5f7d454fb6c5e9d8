import { asStatusError, findCause, isForbidden } from './errors.js';
import { Moment } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { isError } from '../util/type-checks.js';

/** How long a refusal may be due to a server that starts, and how long before it the client may have met trouble, ms. */
const graceMs = 10_000;

/** `pods "web" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"` */
const authorizerPattern =
  /^(?:\S+ (?:"[^"]*" )?is )?forbidden: User "(?:[^"\\]|\\.)*" cannot (?<verb>\S+) (?:path|resource) "(?<resource>[^"]*)"(?: in API group "(?<group>[^"]*)")?/;

/** What the server's authorizer refused. */
export interface AuthorizerRefusal {
  readonly verb: string;
  /** As in messages: `pods/log`, `deployments.apps`; a path without a resource. */
  readonly resource: string;
}

/** Returns what the server's authorizer refused; undefined for another error, such as a 403 of admission, a quota or a webhook. */
export function authorizerRefusal(error: unknown): AuthorizerRefusal | undefined {
  const message = isForbidden(error) ? asStatusError(error)?.status.message : undefined;
  const { verb, resource, group = '' } = authorizerPattern.exec(message ?? '')?.groups ?? {};
  if (verb === undefined || resource === undefined) return undefined;
  return { verb, resource: group === '' ? resource : `${resource}.${group}` };
}

/** True for a 403 of the server's authorizer; false for one of admission, a quota or a webhook. */
export function isRefusedByAuthorizer(error: unknown): boolean {
  return authorizerRefusal(error) !== undefined;
}

/** Errors that a client met at most 10 s after a connection error or a 5xx. */
const afterTrouble = new WeakSet<Error>();

/** Notes how long before a refusal its client met a connection error or a 5xx (`RestClient.troubleAgeMs`). */
export function noteTrouble(error: Error, troubleAgeMs: number | undefined): void {
  if ((troubleAgeMs ?? Infinity) <= graceMs) afterTrouble.add(error);
}

function isAfterTrouble(error: unknown): boolean {
  const isNoted = (candidate: unknown): candidate is Error =>
    isError(candidate) && afterTrouble.has(candidate);
  return findCause(error, isNoted) !== undefined;
}

/** True for a refusal by the authorizer of a server that may be starting: it refuses the users of RBAC until it has read the roles. */
export function mayBeStarting(error: unknown): boolean {
  return isAfterTrouble(error) && isRefusedByAuthorizer(error);
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
  readonly #refused = new Moment();
  #wasAllowed = false;
  #isRefused = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The request was allowed. */
  allowed(): void {
    this.#wasAllowed = true;
    this.#isRefused = false;
  }

  /** Returns true if a request that failed with this error should be tried again. Called with every error of these requests. */
  mayRetry(error: unknown, isRefusal = isRefusedByAuthorizer(error)): boolean {
    if (!isRefusal) {
      this.#isRefused = false;
      return false;
    }
    if (this.#isRefused) return (this.#refused.ageMs(this.#clock) ?? 0) < graceMs;
    if (!this.#wasAllowed && !isAfterTrouble(error)) return false;
    this.#isRefused = true;
    this.#refused.mark(this.#clock);
    return true;
  }
}
