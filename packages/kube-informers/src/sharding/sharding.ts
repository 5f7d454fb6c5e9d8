import { loggerOf } from '../client/clientset.js';
import type { Clientset } from '../client/clientset.js';
import { elapsedMs, PassedTime, systemClock, systemRandom } from '../util/clock.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { callHook } from '../util/call-hook.js';
import type { Clock, Timer } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import { requireNumber } from '../util/require.js';
import { onAbort } from '../util/signal.js';
import { DrainTimers, ShardRuns, ShardTerm } from './shard-runs.js';
import { LeaseRequests, MemberLeases } from './member-leases.js';
import type { ShardRun } from './shard-runs.js';
import { ShardingReporter, membersOf } from './sharding-reporter.js';
import { initialShardingState, nextShardingStep } from './sharding-state.js';
import type { ShardingStats } from './sharding-reporter.js';
import type {
  ShardingEffect,
  ShardingEvent,
  ShardingInput,
  ShardingPolicy,
  ShardingState,
} from './sharding-state.js';
import { slotOfObject } from './slot-of-object.js';
import { both, minus, noSlots, same, slotOfText, slotOfUid, union } from './slots.js';
import type { Slots } from './slots.js';
import { ShardingError } from './errors.js';
import { shardingSettings } from './sharding-options.js';
import type { ShardingOptions, ShardingSettings } from './sharding-options.js';

/** Options of `Sharding.check`. */
export interface ShardingCheckOptions {
  /** How long after the expiry of its Lease a replica whose runs go on still counts as healthy, ms. Default: 0. */
  readonly toleranceMs?: number | undefined;
}

/**
 * Divides the keys of controllers among replicas.
 *
 * ```ts
 * const sharding = new Sharding(clientset, { namespace: 'default', name: 'website' });
 * const controller = new Controller('website', { sharding, for: factory.forResource(websites), reconcile });
 * await new Manager(clientset, { factory, controllers: [controller] }).run({ signal });
 * ```
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
  readonly #clock: Clock;
  readonly #passed: PassedTime;
  readonly #reporter: ShardingReporter;
  readonly #requests: LeaseRequests;
  readonly #drains: DrainTimers;
  readonly #runs = new ShardRuns();
  readonly #listeners = new Set<(gained: Slots) => void>();
  #state: ShardingState = initialShardingState;
  /** Inputs of a step that is still being carried out. */
  readonly #inputs: ShardingInput[] = [];
  #isStepping = false;
  #term: ShardTerm | undefined;
  #hasJoined = false;
  #timer: Timer | undefined;
  /** Slots whose objects the caches are to have. */
  #cached: Slots = noSlots;
  #ranges: HashRanges = HashRanges.none;
  #stopped: (() => void) | undefined;

  /**
   * Divides the keys of controllers among replicas. Sends no request before `run`; a Manager runs it with its controllers.
   *
   * Throws ConfigError `ERR_OPTION`, `ERR_NAMESPACE` or `ERR_NAME` for an invalid option.
   */
  constructor(clientset: Clientset, options: ShardingOptions) {
    const settings = shardingSettings(clientset, options);
    const { namespace, name, clock, logger = loggerOf(clientset), random = systemRandom } = options;
    // A process that starts again must not write the Lease of one that may still run.
    const leaseName = `${name}-${suffix(random)}${suffix(random)}`;
    this.#settings = settings;
    this.#shardBy = options.shardBy;
    this.#policy = { ...settings, leaseName };
    this.#name = `${namespace}/${name}`;
    this.#clock = clock ?? systemClock;
    this.#passed = new PassedTime(this.#clock);
    this.#reporter = new ShardingReporter(this.#name, logger);
    this.#requests = new LeaseRequests({
      name: this.#name,
      leases: new MemberLeases(clientset, { ...settings, namespace, name, leaseName }),
      clock: this.#clock,
      renewDeadlineMs: settings.renewDeadlineMs,
      reporter: this.#reporter,
      settled: (event) => this.#dispatch(event),
    });
    this.#drains = new DrainTimers(this.#clock, settings.graceMs);
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

  /**
   * True while this replica may reconcile the object; false for one without a uid, unless `shardBy` is set.
   *
   * Throws ConfigError `ERR_OPTION` if the argument is not an object, or `shardBy` does not return a string.
   */
  owns(object: DeepReadonly<KubernetesObject>): boolean {
    const slot = this.slotOf(object);
    return slot !== undefined && this.isOwned(slot);
  }

  /**
   * Takes part until the signal aborts; then drains all slots, deletes the Lease, and resolves.
   *
   * May be called again after it has resolved. Throws ShardingError `ERR_SHARDING_RUNNING` while it runs.
   */
  async run(
    call: {
      /** Stops the run. */
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): Promise<void> {
    requireCall('run of a Sharding', call);
    const { signal } = call;
    if (this.#stopped !== undefined)
      throw new ShardingError('ERR_SHARDING_RUNNING', `sharding ${this.#name} is running already`);
    if (signal?.aborted === true) return;
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    this.#hasJoined = false;
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
    const { phase, held, draining, target } = this.#state;
    return {
      name: this.#name,
      identity: this.identity,
      activity: phase,
      slots: this.#settings.slots,
      owned: this.#term?.isValid === true ? sorted(minus(held, draining)) : [],
      draining: sorted(draining),
      waiting: sorted(minus(target, held)),
      members: membersOf(this.#policy, this.#state),
      activeRuns: this.#runs.count,
      ...this.#reporter.counts,
      failing: this.#reporter.failing,
    };
  }

  /**
   * Throws ShardingError `ERR_LEASE_EXPIRED` if runs go on although the Lease under which they began has expired, so that
   * other replicas may run their keys: the process should be restarted. A replica without slots is healthy.
   */
  check(options: ShardingCheckOptions = {}): void {
    requireKnownOptions('check of a Sharding', options, { toleranceMs: true });
    const { toleranceMs = 0 } = options;
    requireNumber('toleranceMs of check of a Sharding', toleranceMs);
    const { leaseDurationMs } = this.#settings;
    const now = this.#passed.read();
    for (const [{ renewedAt }, count] of this.#runs.byTerm()) {
      const ageMs = elapsedMs(renewedAt, now);
      if (ageMs <= leaseDurationMs + toleranceMs) continue;
      throw new ShardingError(
        'ERR_LEASE_EXPIRED',
        `${this.#name}: ${count} runs go on, but their Lease was last renewed ${Math.round(ageMs)} ms ago and lasts ${leaseDurationMs} ms`,
      );
    }
  }

  /** @internal True once this replica has had a Lease, and knows the others, since `run` was called. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** @internal Returns the slot of an object; undefined if it has none. */
  slotOf(object: DeepReadonly<KubernetesObject>): number | undefined {
    return slotOfObject(object, this.#shardBy, this.#settings.slots);
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
        this.#requests.list();
        break;
      case 'write':
        this.#requests.write(effect.claim, effect.before, this.#state.writes);
        break;
      case 'delete':
        this.#requests.delete();
        break;
      case 'removeExpired':
        this.#requests.removeExpired(effect.leaseName, effect.resourceVersion);
        break;
      case 'abortRequest':
        this.#requests.abort();
        break;
      case 'timer':
        this.#timer?.cancel();
        this.#timer = this.#clock.setTimer(() => this.#dispatch({ type: 'wake' }), effect.ms);
        break;
      case 'startTerm':
        this.#reporter.counts.renewals++;
        this.#term = new ShardTerm(this.#name, effect.sentAt, () => this.#isValid());
        this.#hasJoined = true;
        break;
      case 'renewed':
        this.#reporter.counts.renewals++;
        if (this.#term !== undefined) this.#term.renewedAt = effect.sentAt;
        break;
      case 'endTerm':
        this.#endTerm(effect.reason);
        break;
      case 'gained':
        this.#reporter.gained(effect.slots.size);
        break;
      case 'drain':
        this.#reporter.drains(effect.slots.size);
        this.#drains.start(both(effect.slots, this.#runs.busy), (slot) => this.#abortRuns(slot));
        break;
      case 'resume':
        this.#drains.cancel(effect.slots);
        break;
      case 'released':
        this.#reporter.released(effect.slots.size);
        this.#drains.cancel(effect.slots);
        break;
      case 'memberProblem':
        this.#reporter.memberProblem(effect.leaseName, effect.problem);
        break;
      case 'report':
        this.#reporter.failed(effect.error, this.#clock.now());
        break;
      case 'leftToExpire':
        this.#reporter.leftToExpire();
        break;
      case 'stop':
        this.#timer?.cancel();
        this.#drains.cancelAll();
        this.#requests.stop();
        this.#stopped?.();
        break;
    }
  }

  #endTerm(reason: string): void {
    const term = this.#term;
    this.#term = undefined;
    this.#drains.cancelAll();
    if (this.#state.phase !== 'stopped') this.#reporter.lost(reason);
    term?.end(reason);
  }

  #abortRuns(slot: number): void {
    const message = `${this.#name}: the run was aborted because its key goes to another replica`;
    this.#runs.abort(slot, new ShardingError('ERR_SHARD_DRAINED', message));
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
      callHook('a listener of a Sharding', this.#reporter.logger, () => listener(gained));
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
