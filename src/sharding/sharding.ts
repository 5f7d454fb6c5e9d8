import type { Clientset } from '../client/clientset.js';
import { elapsedMs } from '../leaderelection/election-step.js';
import { FailureLog } from '../leaderelection/failure-log.js';
import type { ElectionFailure } from '../leaderelection/failure-log.js';
import type { ElectionLease } from '../leaderelection/lease-record.js';
import { PassedTime } from '../leaderelection/passed-time.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { callHook } from '../util/call-hook.js';
import { systemClock } from '../util/clock.js';
import type { Clock, Timer } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { TransportError } from '../util/errors.js';
import { requireCall } from '../util/known-options.js';
import { noopLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { printable } from '../util/printable.js';
import { systemRandom } from '../util/random.js';
import { linkSignal, onAbort, raceSignal } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';
import { ShardingError } from './errors.js';
import { MemberLeases } from './member-leases.js';
import type { MemberLeaseVerb } from './member-leases.js';
import { ShardRuns, ShardTerm } from './shard-runs.js';
import type { ShardRun } from './shard-runs.js';
import { shardingSettings } from './sharding-options.js';
import type { ShardingOptions, ShardingSettings } from './sharding-options.js';
import { initialShardingState, nextShardingStep } from './sharding-state.js';
import type {
  ShardingEffect,
  ShardingEvent,
  ShardingInput,
  ShardingPolicy,
  ShardingState,
} from './sharding-step.js';
import { both, minus, noSlots, same, slotOfText, slotOfUid, union } from './slots.js';
import type { Slots } from './slots.js';

/** A replica that takes part. */
export interface ShardingMember {
  readonly identity: string;
  /** Name of its Lease. */
  readonly lease: string;
  /** Number of slots that it claims; undefined if its Lease cannot be read, so that it counts as claiming all. */
  readonly slots: number | undefined;
  /** True if it gives its slots to the others. */
  readonly leaving: boolean;
}

/** A snapshot of a Sharding, for metrics and status pages. */
export interface ShardingStats {
  /** `namespace/name`. */
  readonly name: string;
  readonly identity: string;
  /** `leaving`: drains its slots before it stops. */
  readonly activity: 'stopped' | 'running' | 'leaving';
  /** Number of slots of all replicas. */
  readonly slots: number;
  /** Slots whose keys this replica runs. */
  readonly owned: readonly number[];
  /** Slots that start no more runs, and wait for those in process. */
  readonly draining: readonly number[];
  /** Slots that this replica is to have, and that another one has not given up. */
  readonly waiting: readonly number[];
  /** This replica and the others whose Leases have not expired. */
  readonly members: readonly ShardingMember[];
  /** Runs that have not settled. */
  readonly activeRuns: number;
  readonly renewals: number;
  /** How often the own Lease was in doubt, so that all slots were lost. */
  readonly lostTerms: number;
  /** Slots taken and given up since the start. */
  readonly gainedSlots: number;
  readonly releasedSlots: number;
  /** Failed requests for the Leases. */
  readonly failures: number;
  /** The failure that lasts; undefined if the last request succeeded. */
  readonly failing: ElectionFailure | undefined;
}

/** client-go's floor of the timeout of a Lease's request, ms. */
const minRequestTimeoutMs = 1000;

/** Share of the renew deadline after which a request is given up: a renewal has time for two more tries. */
const timeoutShare = 0.25;

/**
 * Divides the keys of controllers among replicas.
 *
 *     const sharding = new Sharding(clientset, { namespace: 'default', name: 'website' });
 *     const controller = new Controller('website', { sharding, for: factory.forResource(websites), reconcile });
 *     await new Manager(clientset, { factory, controllers: [controller] }).run({ signal });
 *
 * - The hash space of the uids is cut into slots. Each replica has a Lease, in which it writes the slots that it claims.
 *   There is no leader.
 * - An object is never reconciled by two replicas: one gives up a slot after the runs of its keys have settled, and another
 *   one takes it only when no live replica claims it.
 * - Writes of a run are refused as soon as the own Lease is in doubt, `renewDeadlineMs` after the last successful renewal
 *   was sent by the clock that advanced more. That holds in partitions, for paused processes and for clocks that are set.
 * - A replica that crashes is replaced `leaseDurationMs` after its last renewal.
 *
 * Failed requests are retried for ever. They are logged once for each kind of error; `stats().failing` has the
 * last one, and without a logger a missing permission or API emits a process warning.
 */
export class Sharding {
  readonly #settings: ShardingSettings;
  readonly #shardBy: ShardingOptions['shardBy'];
  readonly #policy: ShardingPolicy;
  /** `namespace/name`, for messages. */
  readonly #name: string;
  readonly #leases: MemberLeases;
  readonly #clock: Clock;
  readonly #passed: PassedTime;
  readonly #logger: Logger;
  readonly #hasLogger: boolean;
  readonly #runs = new ShardRuns();
  readonly #listeners = new Set<(gained: Slots) => void>();
  readonly #failures: FailureLog;
  /** The request that failed last. */
  #failedVerb: MemberLeaseVerb | undefined;
  #state: ShardingState = initialShardingState;
  /** Inputs of a step that is still being carried out. */
  readonly #inputs: ShardingInput[] = [];
  #isStepping = false;
  #term: ShardTerm | undefined;
  #timer: Timer | undefined;
  #request: LinkedSignal | undefined;
  /** Requests to remove Leases of other replicas. */
  readonly #removals = new Map<string, LinkedSignal>();
  /** Timers that abort the runs of draining slots. */
  readonly #graces = new Map<number, Timer>();
  /** Slots whose objects the caches are to have. */
  #cached: Slots = noSlots;
  #ranges: HashRanges = HashRanges.none;
  #stopped: (() => void) | undefined;
  #hasWarned = false;
  readonly #counts = { renewals: 0, lostTerms: 0, gainedSlots: 0, releasedSlots: 0, failures: 0 };

  /**
   * Creates a replica, which sends no request before `run`; a Manager runs it with its controllers.
   *
   * Throws ConfigError `ERR_OPTION`, `ERR_NAMESPACE` or `ERR_NAME` for an invalid option.
   */
  constructor(clientset: Clientset, options: ShardingOptions) {
    const settings = shardingSettings(clientset, options);
    const { namespace, name, clock, logger, random = systemRandom } = options;
    // A process that starts again must not write the Lease of one that may still run.
    const leaseName = `${name}-${suffix(random)}${suffix(random)}`;
    this.#settings = settings;
    this.#shardBy = options.shardBy;
    this.#policy = { ...settings, leaseName };
    this.#name = `${namespace}/${name}`;
    this.#leases = new MemberLeases(clientset, { ...settings, namespace, name, leaseName });
    this.#clock = clock ?? systemClock;
    this.#passed = new PassedTime(this.#clock);
    this.#logger = logger ?? noopLogger;
    this.#hasLogger = logger !== undefined;
    this.#failures = new FailureLog(this.#logger, this.#name, 'sharding');
  }

  /** `namespace/name`. */
  get name(): string {
    return this.#name;
  }

  /** The name of this replica. */
  get identity(): string {
    return this.#settings.identity;
  }

  /**
   * The uids of this replica's objects, for an informer; empty with `shardBy`.
   *
   * A slot is added when this replica has taken it, and removed when it is given up to another one.
   */
  get ranges(): HashRanges {
    return this.#ranges;
  }

  /** True if objects are divided by their uid, as a server does it. */
  get isByUid(): boolean {
    return this.#shardBy === undefined;
  }

  /** True while this replica may reconcile the object. */
  owns(object: DeepReadonly<KubernetesObject>): boolean {
    const slot = this.slotOf(object);
    return slot !== undefined && this.isOwned(slot);
  }

  /**
   * Takes part until the signal aborts; then drains all slots, deletes the Lease, and resolves.
   *
   * May be called again after it has resolved. Throws ShardingError `ERR_SHARDING_RUNNING` while it runs.
   */
  async run(call: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    requireCall('run of a Sharding', call);
    const { signal } = call;
    if (this.#stopped !== undefined)
      throw new ShardingError('ERR_SHARDING_RUNNING', `sharding ${this.#name} is running already`);
    if (signal?.aborted === true) return;
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    this.#dispatch({ type: 'start' });
    const undo = signal && onAbort(signal, () => this.#dispatch({ type: 'leave' }));
    try {
      await stopped;
    } finally {
      undo?.();
      this.#stopped = undefined;
    }
  }

  /** Returns what this replica has, and what it knows of the others. */
  stats(): ShardingStats {
    const { phase, held, draining, target, others, live, confirmed } = this.#state;
    const own: ShardingMember = {
      identity: this.identity,
      lease: this.#policy.leaseName,
      slots: confirmed?.claim.slots.size ?? 0,
      leaving: phase === 'leaving',
    };
    const known = [...others.values()].filter(({ leaseName }) => live.has(leaseName));
    const rest = known.map(({ identity, leaseName, claims, leaving }) => ({
      identity,
      lease: leaseName,
      slots: claims?.size,
      leaving,
    }));
    return {
      name: this.#name,
      identity: this.identity,
      activity: phase,
      slots: this.#settings.slots,
      owned: this.#term?.isValid === true ? sorted(minus(held, draining)) : [],
      draining: sorted(draining),
      waiting: sorted(minus(target, held)),
      members: phase === 'stopped' ? [] : [own, ...rest],
      activeRuns: this.#runs.count,
      ...this.#counts,
      failing: this.#failures.current,
    };
  }

  /** @internal Returns the slot of an object; undefined if it has none. */
  slotOf(object: DeepReadonly<KubernetesObject>): number | undefined {
    if (this.#shardBy !== undefined) return slotOfText(this.#shardBy(object), this.#settings.slots);
    const uid = object.metadata?.uid;
    return uid === undefined ? undefined : this.slotOfUid(uid);
  }

  /** @internal Returns the slot of the object with a uid; undefined if that does not decide. */
  slotOfUid(uid: string): number | undefined {
    return this.#shardBy === undefined ? slotOfUid(uid, this.#settings.slots) : undefined;
  }

  /** @internal Returns the slot of a key that stands for no object. */
  slotOfKey(key: string): number {
    return slotOfText(key, this.#settings.slots);
  }

  /** @internal True while keys of the slot may start runs here. */
  isOwned(slot: number): boolean {
    const { held, draining } = this.#state;
    return held.has(slot) && !draining.has(slot) && this.#term?.isValid === true;
  }

  /** @internal False before it is known which slots this replica is to have. */
  get isDecided(): boolean {
    return this.#state.hasListed;
  }

  /** @internal True if this replica has the slot, or is to have it. */
  isWanted(slot: number): boolean {
    const { target, held } = this.#state;
    return target.has(slot) || held.has(slot);
  }

  /** @internal Slots of `ranges`; another set after each change. */
  get keptSlots(): Slots {
    return this.#cached;
  }

  /** @internal Starts a run of a key; undefined unless the slot is owned. `abort` is called when the run has to end. */
  enter(slot: number, abort: (reason: Error) => void): ShardRun | undefined {
    const term = this.#term;
    if (term === undefined || !this.isOwned(slot)) return undefined;
    return this.#runs.add(slot, term, {
      abort,
      unanswered: () => this.#dispatch({ type: 'unanswered', slot }),
      ended: () => {
        if (this.#state.draining.has(slot)) this.#dispatch({ type: 'wake' });
      },
    });
  }

  /** @internal Calls back after each change of `ranges`, or of the slots that are owned; returns its undo. */
  onChange(listener: (gained: Slots) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #isValid(): boolean {
    const { confirmed } = this.#state;
    if (confirmed === undefined) return false;
    if (elapsedMs(confirmed.sentAt, this.#passed.read()) < this.#settings.renewDeadlineMs) return true;
    this.#dispatch({ type: 'wake' });
    return false;
  }

  /** Carries out one step. What happens meanwhile, a run that ends for one, is handled after it. */
  #dispatch(event: ShardingEvent): void {
    this.#inputs.push({ ...event, now: this.#passed.read(), busy: this.#runs.busy });
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let input = this.#inputs.shift(); input !== undefined; input = this.#inputs.shift()) {
        const before = this.#state;
        const { state, effects } = nextShardingStep(this.#policy, before, input);
        this.#state = state;
        for (const effect of effects) this.#carryOut(effect);
        this.#updateRanges(before);
      }
    } finally {
      this.#isStepping = false;
    }
  }

  #carryOut(effect: ShardingEffect): void {
    switch (effect.do) {
      case 'list':
        this.#send(
          'list',
          (signal) => this.#leases.list(signal),
          (leases) => ({ type: 'listed', leases }),
        );
        break;
      case 'write':
        this.#write(effect.claim, effect.before);
        break;
      case 'delete':
        this.#send(
          'delete',
          (signal) => this.#leases.delete(signal),
          () => ({ type: 'deleted' }),
        );
        break;
      case 'removeExpired':
        this.#remove(effect.leaseName, effect.resourceVersion);
        break;
      case 'abortRequest':
        this.#endRequest();
        break;
      case 'timer':
        this.#timer?.cancel();
        this.#timer = this.#clock.setTimer(() => this.#dispatch({ type: 'wake' }), effect.ms);
        break;
      case 'startTerm':
        this.#counts.renewals++;
        this.#term = new ShardTerm(this.#name, () => this.#isValid());
        break;
      case 'renewed':
        this.#counts.renewals++;
        break;
      case 'endTerm':
        this.#endTerm(effect.reason);
        break;
      case 'gained':
        this.#counts.gainedSlots += effect.slots.size;
        this.#logger.info({ sharding: this.#name, slots: effect.slots.size }, 'took slots');
        break;
      case 'drain':
        this.#logger.info({ sharding: this.#name, slots: effect.slots.size }, 'drains slots');
        this.#drain(effect.slots);
        break;
      case 'resume':
        this.#endGraces(effect.slots);
        break;
      case 'released':
        this.#counts.releasedSlots += effect.slots.size;
        this.#endGraces(effect.slots);
        break;
      case 'report':
        this.#failed(effect.error);
        break;
      case 'leftToExpire':
        this.#logger.warn(
          { sharding: this.#name },
          'could not delete the lease, others wait until it expires',
        );
        break;
      case 'stop':
        this.#timer?.cancel();
        this.#endRequest();
        this.#endGraces(union(this.#graces.keys()));
        for (const removal of this.#removals.values()) removal.abort();
        this.#stopped?.();
        break;
    }
  }

  #write(claim: Parameters<MemberLeases['write']>[0], before: ElectionLease | undefined): void {
    const { writes } = this.#state;
    const nowMs = this.#clock.now();
    this.#send(
      before === undefined ? 'create' : 'update',
      (signal) => this.#leases.write(claim, before, nowMs, writes, signal),
      (lease) => ({ type: 'written', lease }),
    );
  }

  /** Sends one request, whose outcome is the next input unless it is aborted before. */
  #send<R>(
    verb: MemberLeaseVerb,
    call: (signal: AbortSignal) => Promise<R>,
    succeeded: (response: R) => ShardingEvent,
  ): void {
    this.#endRequest();
    const link = linkSignal();
    this.#request = link;
    const timer = this.#limit(link, verb);
    const settle = (event: () => ShardingEvent): void => {
      timer.cancel();
      if (this.#request !== link) return;
      this.#request = undefined;
      this.#dispatch(event());
    };
    raceSignal(call(link.signal), link.signal).then(
      (response) =>
        settle(() => {
          // A list that succeeds does not show that writes do, nor the other way round.
          if ((verb === 'list') === (this.#failedVerb === 'list')) this.#failures.succeeded();
          return succeeded(response);
        }),
      (error: unknown) =>
        settle(() => {
          this.#failedVerb = verb;
          return { type: 'failed', error: this.#leases.problem(verb, error) };
        }),
    );
  }

  #endRequest(): void {
    const link = this.#request;
    this.#request = undefined;
    link?.abort(new DOMException('The sharding no longer needs this request', 'AbortError'));
  }

  /** Whether it succeeds shows in the next list. */
  #remove(leaseName: string, resourceVersion: string): void {
    if (this.#removals.has(leaseName)) return;
    const link = linkSignal();
    this.#removals.set(leaseName, link);
    const timer = this.#limit(link, 'delete');
    const ended = (): void => {
      timer.cancel();
      this.#removals.delete(leaseName);
    };
    raceSignal(this.#leases.remove(leaseName, resourceVersion, link.signal), link.signal).then(
      () => {
        ended();
        this.#logger.info({ sharding: this.#name, lease: leaseName }, 'removed an expired lease');
      },
      (error: unknown) => {
        ended();
        this.#logger.debug({ sharding: this.#name, lease: leaseName, err: error }, 'an expired lease stays');
      },
    );
  }

  #limit(link: LinkedSignal, verb: MemberLeaseVerb): Timer {
    const timeoutMs = Math.max(minRequestTimeoutMs, this.#settings.renewDeadlineMs * timeoutShare);
    return this.#clock.setTimer(() => {
      const what = `${verb} of the Leases of ${this.#name}`;
      link.abort(new TransportError('ERR_TIMEOUT', `${what} took longer than ${timeoutMs} ms`));
    }, timeoutMs);
  }

  #endTerm(reason: string): void {
    const term = this.#term;
    this.#term = undefined;
    this.#endGraces(union(this.#graces.keys()));
    if (this.#state.phase !== 'stopped') {
      this.#counts.lostTerms++;
      this.#logger.warn({ sharding: this.#name, reason }, 'lost all slots');
    }
    term?.end(reason);
  }

  #drain(slots: Slots): void {
    for (const slot of both(slots, this.#runs.busy)) {
      const name = this.#name;
      const abort = (): void => {
        this.#graces.delete(slot);
        const message = `${name}: the run was aborted because its key goes to another replica`;
        this.#runs.abort(slot, new ShardingError('ERR_SHARD_DRAINED', message));
      };
      this.#graces.set(slot, this.#clock.setTimer(abort, this.#settings.drainGraceMs));
    }
  }

  #endGraces(slots: Slots): void {
    for (const slot of slots) {
      this.#graces.get(slot)?.cancel();
      this.#graces.delete(slot);
    }
  }

  /** Without a valid Lease the caches keep what this replica is to have again. */
  #updateRanges(before: ShardingState): void {
    const { target, held, draining } = this.#state;
    if (before.held === held && before.target === target && before.draining === draining) return;
    const cached = union(both(this.#cached, target), held);
    const gained = minus(minus(held, draining), minus(before.held, before.draining));
    const changed = !same(cached, this.#cached);
    if (changed) this.#cached = cached;
    if (changed && this.isByUid) this.#ranges = HashRanges.ofSlots(cached, this.#settings.slots);
    const isNews = before.hasListed !== this.#state.hasListed || !same(before.target, target);
    if (!changed && !isNews && gained.size === 0) return;
    for (const listener of this.#listeners)
      callHook('a listener of a Sharding', this.#logger, () => listener(gained));
  }

  #failed(error: Error): void {
    this.#counts.failures++;
    this.#failures.failed(error, this.#clock.now());
    // Other failures pass by themselves; these need someone to act.
    if (this.#hasLogger || this.#hasWarned || !(error instanceof ShardingError)) return;
    this.#hasWarned = true;
    process.emitWarning(printable(`sharding ${this.#name}: ${error.message}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: 'The replica keeps trying. Further failures are not reported: pass a logger, or read stats().',
    });
  }
}

function suffix(random: () => number): string {
  return Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
}

function sorted(slots: Slots): number[] {
  return [...slots].sort((a, b) => a - b);
}
