import { loggerOf } from '../client/clientset.js';
import type { Clientset } from '../client/clientset.js';
import { systemClock, systemRandom, elapsedMs, PassedTime } from '../util/clock.js';
import type { Clock, Timer, Random, Instant } from '../util/clock.js';
import { interruptible, linkSignal, onAbort, raceSignal } from '../util/signal.js';
import { asError, TransportError } from '../util/errors.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import { requireNumber } from '../util/require.js';
import type { LinkedSignal } from '../util/signal.js';
import { electionSettings, jitterFactor } from './election-options.js';
import type { ElectionSettings, LeaderElectorOptions } from './election-options.js';
import { ElectionReporter, activities } from './election-reporter.js';
import { initialElectionState, nextElectionStep } from './election-state.js';
import type {
  ElectionEffect,
  ElectionEvent,
  ElectionInput,
  ElectionPolicy,
  ElectionState,
  Held,
} from './election-state.js';
import { LeaseLock } from './lease-lock.js';
import type { LeaseVerb, ElectionLease } from './lease-lock.js';
import type { LeaderElectionStats } from './election-reporter.js';
import { LeaderElectionError } from './errors.js';
import { LeaseCandidate } from './lease-candidate.js';
import { LeadershipTerm } from './fence.js';
import type { Term, TermOwner } from './fence.js';

/** Options of `check`. */
export interface LeaderElectionCheckOptions {
  /** How long after the expiry of its Lease an elector still counts as healthy, ms. Default: 0. */
  readonly toleranceMs?: number | undefined;
}

/** client-go's floor of a request's timeout, ms. */
const minRequestTimeoutMs = 1000;

/**
 * Elects one leader among several processes by a Lease (client-go's leaderelection.LeaderElector).
 *
 * ```ts
 * for await (const term of elector.terms({ signal })) {
 *   await work({ clientset: term.clientset, signal: term.signal });
 * }
 * ```
 *
 * The record in the Lease and the timings are client-go's, so electors of both can contend for one Lease. Unlike there,
 * losing the Lease does not end the process: the loop yields again when this elector leads again.
 *
 * Writes through `term.clientset`, or another client behind `fenced`, are refused as soon as the term is in doubt: when
 * `renewDeadlineMs` have passed since the last successful renewal was sent, by the clock that advanced more. No write
 * that reaches the server within `leaseDurationMs - renewDeadlineMs` of being sent arrives after another term began.
 *
 * Failed requests are retried for ever. They are logged once for each kind of error; `stats().failing` has the
 * last one, and without a logger a missing permission or API emits a process warning.
 */
export class LeaderElector {
  readonly #clientset: Clientset;
  readonly #options: LeaderElectorOptions;
  readonly #settings: ElectionSettings;
  readonly #policy: ElectionPolicy;
  /** `namespace/name` of the Lease, for messages. */
  readonly #name: string;
  readonly #lock: LeaseLock;
  readonly #clock: Clock;
  readonly #passed: PassedTime;
  readonly #random: Random;
  readonly #reporter: ElectionReporter;
  readonly #owner: TermOwner;
  #state: ElectionState = initialElectionState;
  /** Inputs of a step that is still being carried out. */
  readonly #inputs: ElectionInput[] = [];
  #isStepping = false;
  #iterating = false;
  #timer: Timer | undefined;
  #request: LinkedSignal | undefined;
  #term: LeadershipTerm | undefined;
  /** Hands over a term, or undefined at the end, to the iteration that waits for it. */
  #handOver: ((term: LeadershipTerm | undefined) => void) | undefined;
  #waiting: LeadershipTerm | undefined;
  /**
   * Takes part in an election by a Lease, which `clientset` reads and writes. Sends no request before `terms()` is iterated.
   *
   * Throws ConfigError `ERR_OPTION`, `ERR_NAMESPACE` or `ERR_NAME` for an invalid option.
   */
  constructor(clientset: Clientset, options: LeaderElectorOptions) {
    const settings = electionSettings(clientset, options);
    const { namespace, name, labels, clock, random } = options;
    this.#options = { ...options, logger: options.logger ?? loggerOf(clientset) };
    this.#clientset = clientset;
    this.#settings = settings;
    this.#name = `${namespace}/${name}`;
    this.#policy = { ...settings, coordinated: options.coordinated !== undefined };
    this.#lock = new LeaseLock({ client: clientset, namespace, name, labels });
    this.#clock = clock ?? systemClock;
    this.#passed = new PassedTime(this.#clock);
    this.#random = random ?? systemRandom;
    this.#reporter = new ElectionReporter(this.#options, settings.identity, this.#clock);
    this.#owner = {
      identity: settings.identity,
      client: clientset,
      remainingMs: () => this.#remainingMs(),
      endIfOver: () => this.#dispatch({ type: 'wake' }),
      unanswered: () => this.#dispatch({ type: 'unanswered' }),
    };
  }

  /** The name of this candidate. */
  get identity(): string {
    return this.#settings.identity;
  }

  /** True while a term of this elector is valid. */
  get isLeader(): boolean {
    return this.#term?.isValid ?? false;
  }

  /** Identity of the last observed holder of the Lease; "" if none was seen. For information only. */
  get leader(): string {
    return this.#state.observed?.record.holderIdentity ?? '';
  }

  /**
   * Yields a term each time this elector becomes the leader. The loop body is the work of that term.
   *
   * After the body has ended, the elector competes again. The loop ends without an error when `signal` aborts, which also
   * ends the term; leaving the loop ends the term too. The Lease is released then, before the loop is left, but only
   * after the body has ended and unless `releaseOnCancel` is false. To finish work that writes, leave the loop instead of
   * aborting the signal.
   *
   * Throws LeaderElectionError `ERR_ELECTION_RUNNING` if the terms are already being iterated.
   */
  terms(
    call: {
      /** Ends the candidacy and releases the Lease. */
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): AsyncGenerator<Term, void, void> {
    return interruptible((left) => this.#terms(call, left));
  }

  async *#terms(
    call: { readonly signal?: AbortSignal | undefined },
    left: AbortSignal,
  ): AsyncGenerator<Term, void, void> {
    requireCall('terms', call);
    const { signal } = call;
    if (this.#iterating) {
      throw new LeaderElectionError(
        'ERR_ELECTION_RUNNING',
        `${this.#name}: the terms of this elector are already being iterated`,
      );
    }
    if (signal?.aborted === true) return;
    this.#iterating = true;
    const candidate = linkSignal();
    const candidacy = this.#runCandidate(candidate.signal);
    const cancel = (): void => this.#dispatch({ type: 'cancel' });
    const undo = signal && onAbort(signal, cancel);
    onAbort(left, cancel);
    try {
      this.#dispatch({ type: 'start' });
      for (let term = await this.#nextTerm(); term !== undefined; term = await this.#nextTerm()) {
        let isLeft = true;
        try {
          yield term;
          isLeft = false;
        } finally {
          this.#dispatch({ type: 'bodyEnded' });
          // The loop was left by break, return or throw, which has cancelled.
          if (isLeft) await this.#nextTerm();
        }
      }
    } finally {
      undo?.();
      candidate.abort();
      await candidacy;
      this.#iterating = false;
    }
  }

  /**
   * Throws LeaderElectionError `ERR_LEASE_EXPIRED` if work of a term goes on although its Lease has expired (client-go's
   * HealthzAdaptor): the process should be restarted. A candidate is healthy.
   */
  check(options: LeaderElectionCheckOptions = {}): void {
    requireKnownOptions('check', options, { toleranceMs: true });
    const { toleranceMs = 0 } = options;
    requireNumber('toleranceMs of check', toleranceMs);
    const state = this.#state;
    if (state.phase !== 'leading' && state.phase !== 'ending') return;
    const { leaseDurationMs } = this.#settings;
    const ageMs = elapsedMs(state.held.sentAt, this.#now());
    if (ageMs <= leaseDurationMs + toleranceMs) return;
    throw new LeaderElectionError(
      'ERR_LEASE_EXPIRED',
      `${this.#name}: the work of a term goes on, but its Lease was last renewed ${Math.round(ageMs)} ms ago and lasts ${leaseDurationMs} ms`,
    );
  }

  /** Returns what the elector is doing, its counters since it was created, and the failure that lasts. */
  stats(): LeaderElectionStats {
    // First, since it ends a term that is over.
    const { isLeader } = this;
    return {
      name: this.#name,
      identity: this.identity,
      activity: activities[this.#state.phase],
      isLeader,
      leader: this.leader,
      leaderSinceMs: this.leader === '' ? undefined : epochMs(this.#state.observed?.record.acquireTime),
      transitions: this.#state.observed?.record.leaderTransitions ?? 0,
      ...this.#reporter.counts,
      failing: this.#reporter.failing,
    };
  }

  #nextTerm(): Promise<LeadershipTerm | undefined> {
    const term = this.#waiting;
    this.#waiting = undefined;
    if (term !== undefined || this.#state.phase === 'stopped') return Promise.resolve(term);
    return new Promise((resolve) => {
      this.#handOver = resolve;
    });
  }

  #now(): Instant {
    return this.#passed.read();
  }

  #remainingMs(): number {
    const state = this.#state;
    if (state.phase !== 'leading') return 0;
    return this.#settings.renewDeadlineMs - elapsedMs(state.held.sentAt, this.#now());
  }

  /** Carries out one step. What happens meanwhile, a hook that calls back for one, is handled after it. */
  #dispatch(event: ElectionEvent): void {
    this.#inputs.push({ ...event, now: this.#now() });
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let input = this.#inputs.shift(); input !== undefined; input = this.#inputs.shift()) {
        const { state, effects } = nextElectionStep(this.#policy, this.#state, input);
        this.#state = state;
        for (const effect of effects) this.#carryOut(effect);
      }
    } finally {
      this.#isStepping = false;
    }
  }

  #carryOut(effect: ElectionEffect): void {
    switch (effect.do) {
      case 'get':
        this.#send('get', (signal) => this.#lock.get(signal));
        break;
      case 'create':
        this.#send('create', (signal) => this.#lock.create(effect.record, signal));
        break;
      case 'update':
        this.#send('update', (signal) => this.#lock.update(effect.lease, effect.record, signal));
        break;
      case 'abortRequest':
        this.#endRequest();
        break;
      case 'timer':
        this.#setTimer(effect.ms);
        break;
      case 'retryTimer':
        this.#setTimer(this.#settings.retryPeriodMs * (1 + jitterFactor * this.#random()));
        break;
      case 'startTerm':
        this.#startTerm(effect.held);
        break;
      case 'renewed':
        this.#reporter.counts.renewals++;
        break;
      case 'endTerm':
        this.#endTerm(effect.held, effect.lost);
        break;
      case 'newLeader':
        this.#reporter.newLeader(effect.identity);
        break;
      case 'leaseBroken':
        this.#reporter.leaseBroken(effect.forMs);
        break;
      case 'slowPath':
        this.#reporter.counts.readRenewals++;
        break;
      case 'report':
        this.#reporter.failed('lease', effect.error);
        break;
      case 'released':
        this.#reporter.released();
        break;
      case 'leftToExpire':
        this.#reporter.leftToExpire(effect.reason);
        break;
      case 'bodyOutlivesLease':
        this.#reporter.bodyOutlivesLease();
        break;
      case 'stop':
        this.#timer?.cancel();
        this.#give(undefined);
        break;
    }
  }

  #setTimer(delayMs: number): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.setTimer(() => this.#dispatch({ type: 'wake' }), delayMs);
  }

  /** Sends one request, whose outcome is the next input unless it is aborted before. */
  #send(verb: LeaseVerb, call: (signal: AbortSignal) => Promise<ElectionLease | undefined>): void {
    this.#endRequest();
    const link = linkSignal();
    this.#request = link;
    const timeoutMs = Math.max(minRequestTimeoutMs, this.#settings.renewDeadlineMs / 2);
    const timer = this.#clock.setTimer(() => {
      const name = this.#name;
      link.abort(
        new TransportError('ERR_TIMEOUT', `${verb} of the Lease ${name} took longer than ${timeoutMs} ms`),
      );
    }, timeoutMs);
    const settle = (event: ElectionEvent): void => {
      timer.cancel();
      if (this.#request !== link) return;
      this.#request = undefined;
      // A Lease that does not exist says nothing: only its creation shows whether the namespace exists.
      if ('lease' in event && event.lease !== undefined) this.#reporter.succeeded('lease');
      this.#dispatch(event);
    };
    raceSignal(call(link.signal), link.signal).then(
      (lease) =>
        settle(verb === 'get' || lease === undefined ? { type: 'read', lease } : { type: 'written', lease }),
      (error: unknown) => settle({ type: 'failed', error: this.#lock.problem(verb, error) }),
    );
  }

  #endRequest(): void {
    const link = this.#request;
    this.#request = undefined;
    link?.abort(new DOMException('The election no longer needs this request', 'AbortError'));
  }

  #startTerm(held: Held): void {
    this.#term = new LeadershipTerm(this.#owner, held.record.leaderTransitions);
    this.#reporter.becameLeader(held);
    this.#give(this.#term);
  }

  #endTerm(held: Held, lost: string | undefined): void {
    const name = this.#name;
    const { identity } = this;
    const why = lost ?? 'the election was cancelled or its work is done';
    this.#term?.end(
      new LeaderElectionError('ERR_LEADERSHIP_LOST', `${name}: ${identity} no longer leads: ${why}`),
    );
    this.#term = undefined;
    this.#reporter.stoppedLeading(held, lost);
  }

  #give(term: LeadershipTerm | undefined): void {
    const handOver = this.#handOver;
    this.#handOver = undefined;
    if (handOver === undefined) this.#waiting = term;
    else handOver(term);
  }

  async #runCandidate(signal: AbortSignal): Promise<void> {
    const { namespace, name, coordinated } = this.#options;
    if (coordinated === undefined) return;
    const candidate = new LeaseCandidate({
      client: this.#clientset,
      namespace,
      name: this.identity,
      leaseName: name,
      coordination: coordinated,
      clock: this.#clock,
      random: this.#random,
      onError: (error) => this.#reporter.failed('candidate', error),
      onSuccess: () => this.#reporter.succeeded('candidate'),
    });
    try {
      await candidate.run({ signal });
    } catch (error) {
      this.#reporter.failed('candidate', asError(error));
    }
  }
}

/** A time of a Lease, which anyone may have written. */
function epochMs(time: unknown): number | undefined {
  const ms = typeof time === 'string' ? Date.parse(time) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
