import { Clientset } from '../client/clientset.js';
import { LeaderElectionError } from './errors.js';
import { fenced } from './fence.js';
import type { Fence } from './fence.js';

/**
 * One stretch of leadership: the value that `LeaderElector.terms()` yields. It is also the `Fence` of its writes.
 *
 * A term that has ended stays ended, even if the same process leads again.
 */
export interface Term extends Fence {
  /** The identity that leads. */
  readonly identity: string;
  /**
   * The Lease's `leaseTransitions`: grows with each term, so it orders the terms of all candidates, unless the Lease was
   * deleted and created by one that had never seen it.
   */
  readonly transitions: number;
  /**
   * Aborts when the term ends, is in doubt, or `terms()` is cancelled; the reason is a LeaderElectionError
   * `ERR_LEADERSHIP_LOST`.
   */
  readonly signal: AbortSignal;
  /** False once the term has ended or is in doubt; judged by the clocks, even if no timer could fire. */
  readonly isValid: boolean;
  /** How long the term is valid without another renewal, ms; 0 if it is not valid. */
  readonly validForMs: number;
  /**
   * A client whose writes are refused once the term is in doubt: see `fenced`. Reads and watches pass.
   *
   * It uses the connection of the elector's `client`; its `restClient` and `discovery()` are not fenced.
   */
  readonly clientset: Clientset;
  /** Throws LeaderElectionError `ERR_LEADERSHIP_LOST` unless the term is valid. */
  assertValid(): void;
  /** Reports a write that may still be carried out: the Lease is then not released early. Called by `fenced`. */
  unanswered(): void;
}

/** The elector that a term belongs to. */
export interface TermOwner {
  readonly identity: string;
  readonly client: Clientset;
  /** Remaining validity by both clocks, ms; 0 or less if the term is over. */
  remainingMs(): number;
  /** Ends the term if its time has passed although no timer has fired. */
  wake(): void;
  unanswered(): void;
}

/** The implementation of Term. */
export class LeadershipTerm implements Term {
  readonly identity: string;
  readonly transitions: number;
  readonly #owner: TermOwner;
  readonly #controller = new AbortController();
  #clientset: Clientset | undefined;
  #ended: Error | undefined;

  constructor(owner: TermOwner, transitions: number) {
    this.identity = owner.identity;
    this.transitions = transitions;
    this.#owner = owner;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isValid(): boolean {
    return this.validForMs > 0;
  }

  get validForMs(): number {
    if (this.#ended !== undefined) return 0;
    const remainingMs = this.#owner.remainingMs();
    if (remainingMs > 0) return remainingMs;
    this.#owner.wake();
    return 0;
  }

  get clientset(): Clientset {
    this.#clientset ??= new Clientset(this.#owner.client.restClient, {}, () =>
      fenced(this.#owner.client.requester, this),
    );
    return this.#clientset;
  }

  assertValid(): void {
    if (this.isValid) return;
    throw (
      this.#ended ?? new LeaderElectionError('ERR_LEADERSHIP_LOST', `${this.identity} may no longer lead`)
    );
  }

  unanswered(): void {
    this.#owner.unanswered();
  }

  end(reason: Error): void {
    this.#ended = reason;
    this.#controller.abort(reason);
  }
}
