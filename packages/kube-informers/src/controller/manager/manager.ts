import type { InformerFactory } from '../../factories/informer-factory.js';
import type { LeaderElectorOptions } from '../../leaderelection/election-options.js';
import type { Clock, Timer, TestOptions } from '../../util/clock.js';
import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import type { Logger } from '../../util/logger.js';
import {
  refuse,
  refuseValue,
  requireBoolean,
  requireClock,
  requireList,
  requireLogger,
  requireMethods,
  requirePort,
  requireRecord,
  requireString,
} from '../../util/require.js';
import type { HealthCheck } from '../../util/health-checks.js';
import type { ListenAddress } from '../../util/listen.js';
import type { Part, Runnable } from './part-group.js';
import { KubeInformersError, asError } from '../../util/errors.js';
import type { ErrorCause } from '../../util/errors.js';
import { AccessError, requireAccess, requireNeeds } from '../../client/permissions.js';
import type { AccessNeed } from '../../client/permissions.js';
import { requireClientset, loggerOf } from '../../client/clientset.js';
import { shownValue } from '../../util/shown.js';
import { EventRecorder } from '../../events/event-recorder.js';
import type { EventRecorderStats } from '../../events/event-recorder.js';
import type { SharedIndexInformer } from '../../cache/informer/shared-index-informer.js';
import type { InformerStats } from '../../cache/informer/informer-monitor.js';
import type { LeaderElectionStats } from '../../leaderelection/election-reporter.js';
import type { ControllerStats } from '../statistics.js';
import type { Clientset } from '../../client/clientset.js';
import { LeaderElector } from '../../leaderelection/leader-elector.js';
import { isRefusedByAuthorizer, noteTrouble, RefusalGrace } from '../../meta/refusals.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { Sharding } from '../../sharding/sharding.js';
import { sleepUnlessAborted } from '../../util/backoff.js';
import { systemClock } from '../../util/clock.js';
import { containLogger } from '../../util/logger.js';
import { defaultGraceMs, linkSignal, onAbort } from '../../util/signal.js';
import { Controller } from '../controller.js';
import { HealthChecks } from '../../util/health-checks.js';
import { HealthServer } from './health-server.js';
import { PartGroup } from './part-group.js';

/** A controller that runs in every replica, leader or not. */
export interface UnelectedController {
  /** The controller, which runs without election. */
  readonly controller: Controller<never>;
  /**
   * False runs it in every replica. Default: true; if the manager has an election, it runs only while this process leads.
   */
  readonly needsElection: boolean;
}

/** Options of a Manager. */
export interface ManagerOptions extends Pick<TestOptions, 'clock'> {
  /** The factories whose informers the controllers use. Started and stopped by the manager. */
  readonly factory?: InformerFactory | readonly InformerFactory[] | undefined;
  /** The controllers that the manager runs. */
  readonly controllers?: readonly (Controller<never> | UnelectedController)[] | undefined;
  /**
   * What the user of the clientset must be allowed to do. `run` checks it first and rejects with an AccessError that names all that is
   * missing. If the server cannot be asked, it logs a warning and starts. Default: not checked.
   */
  readonly needs?: readonly AccessNeed[] | undefined;
  /** Whatever else runs with them. */
  readonly runnables?: readonly Runnable[] | undefined;
  /** The Lease that decides which replica reconciles. Default: none; then every replica reconciles. */
  readonly election?: LeaderElectorOptions | undefined;
  /** True fills caches and queues while another replica leads, so that a takeover starts at once. Default: true. */
  readonly warmUp?: boolean | undefined;
  /** Serves `/healthz` and `/readyz`; checks are added to the manager's own. Default: not served. */
  readonly health?:
    | (ListenAddress & {
        /** Checks of `/healthz`, by name. */
        readonly liveness?: Readonly<Record<string, HealthCheck>> | undefined;
        /** Checks of `/readyz`, by name. */
        readonly readiness?: Readonly<Record<string, HealthCheck>> | undefined;
      })
    | undefined;
  /**
   * How long a shutdown waits for running work, ms; 0 does not wait, Infinity has no limit. After four fifths of it the
   * signals of running reconciles abort. Default: 30000, as in controller-runtime.
   */
  readonly graceMs?: number | undefined;
  /** Default: the clientset's. */
  readonly logger?: Logger | undefined;
}

const healthNames: OptionNames<NonNullable<ManagerOptions['health']>> = {
  port: true,
  host: requireString,
  liveness: requireRecord,
  readiness: requireRecord,
};

const optionNames: OptionNames<ManagerOptions> = {
  factory: true,
  controllers: requireList,
  needs: requireList,
  runnables: requireList,
  election: requireRecord,
  warmUp: requireBoolean,
  health: requireHealth,
  graceMs: (what, value) => {
    if (!(typeof value === 'number' && value >= 0))
      refuseValue(what, '0 or more milliseconds, or Infinity', value);
  },
  logger: requireLogger,
  clock: requireClock,
};

/** Names of the same options in other libraries, for hints in the error message. */
const optionAliases = {
  factories: 'factory',
  informers: 'factory',
  leaderElection: 'election',
  shutdownTimeoutMs: 'graceMs',
} as const;

function requireHealth(what: string, health: unknown): void {
  requireKnownOptions(what, health, healthNames);
  requirePort(`port of ${what}`, (health as { readonly port?: unknown }).port);
}

/**
 * A Manager was used in a way it does not support, or could not shut down in time.
 *
 * docs/error-codes.md explains its codes.
 */
export class ManagerError extends KubeInformersError {
  override readonly name = 'ManagerError';
  /**
   * What was still running: `website/default/a` for a reconcile of that controller and key, `Lease default/web` for an election
   * that has not released its Lease, the name of any other part.
   */
  readonly stuck: readonly string[];

  /** Creates the error of a manager. */
  constructor(
    code: string,
    message: string,
    options: ErrorCause & {
      /** What was still running. */
      readonly stuck?: readonly string[] | undefined;
    } = {},
  ) {
    super(code, message, options);
    this.stuck = options.stuck ?? [];
  }
}

/** How long the end of a shutdown waits for events that were not sent, ms. */
const eventsFlushMs = 5_000;

/** Wait before permissions that a server refuses, which may be starting, are checked again, ms. */
const accessDelayMs = 1_000;

/** Share of the shutdown's limit after which running reconciles are aborted. */
const graceShare = 0.8;

/** A snapshot of the counters of a manager's parts. */
export interface ManagerStats {
  /** True while this process may reconcile. */
  readonly isLeading: boolean;
  /**
   * True while the manager has started and all started informers of the factories have synced, apart from those that only
   * removed controllers and watches used.
   */
  readonly cachesSynced: boolean;
  /** The informers of all factories. */
  readonly informers: readonly InformerStats[];
  /** The statistics of each controller. */
  readonly controllers: readonly ControllerStats[];
  /** Undefined without an election. */
  readonly election: LeaderElectionStats | undefined;
  /** The EventRecorders that the manager created, by the name of their controller. */
  readonly events: Readonly<Record<string, EventRecorderStats>>;
}

/**
 * Starts and stops caches, controllers and an election in the right order (controller-runtime's Manager).
 *
 * ```ts
 * await new Manager(clientset, { factory, controllers: [controller], election: { namespace, name } }).run({ signal });
 * ```
 *
 * Start: health endpoints, caches, parts without an election, then the election and, in each term, the parts that need it.
 * Stop: the reverse; the Lease is released after all work of the term has ended, and parts with `endsLast` end then. A lost
 * Lease ends the term, not the process: the manager takes part again, and keys that wait in a queue are kept. `context.events`
 * of the controllers is an EventRecorder, unless they have `events` of their own; the shutdown sends what it still holds.
 *
 * Nothing here ends the process or handles its signals: see `onSignals`.
 */
export class Manager {
  readonly #clientset: Clientset;
  readonly #options: ManagerOptions;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #factories: readonly InformerFactory[];
  readonly #elector: LeaderElector | undefined;
  readonly #parts = new Map<string, Part>();
  readonly #controllers = new Map<string, Controller<never>>();
  readonly #shardings = new Map<Sharding, Part>();
  /** Names of the parts that are being removed. */
  readonly #removing = new Set<string>();
  readonly #recorders = new Map<string, EventRecorder>();
  readonly #always = new PartGroup();
  readonly #elected = new PartGroup();
  readonly #last = new PartGroup();
  readonly #health: HealthServer | undefined;
  readonly #election = new AbortController();
  #state: 'new' | 'running' | 'stopped' = 'new';
  #cachesStarted = false;
  /** Informers of controllers that were removed. */
  readonly #left = new WeakSet<SharedIndexInformer<KubernetesObject>>();
  #healthPort: number | undefined;
  #stopping = false;
  /** True until the Lease was released, or left to expire. */
  #electing = false;
  // What standing by runs with; undefined before the election.
  #warm: { readonly signal: AbortSignal; readonly fail: (error: unknown) => void } | undefined;

  /**
   * Runs caches, controllers and the election of one process together, once `run` is called.
   *
   * Throws ConfigError `ERR_OPTION` for an invalid option, ManagerError `ERR_MANAGER_NAME` for two controllers or runnables
   * of one name, and as LeaderElector does for its options.
   */
  constructor(clientset: Clientset, options: ManagerOptions = {}) {
    requireClientset('clientset of a Manager', clientset);
    requireKnownOptions('a Manager', options, optionNames, optionAliases);
    if (options.needs !== undefined) requireNeeds(options.needs);
    this.#clientset = clientset;
    this.#options = options;
    this.#logger = containLogger(options.logger ?? loggerOf(clientset));
    this.#clock = options.clock ?? systemClock;
    this.#factories = options.factory === undefined ? [] : [options.factory].flat();
    for (const factory of this.#factories)
      requireMethods('factory of a Manager', factory, ['start', 'stop', 'waitForCacheSync']);
    if (options.election !== undefined) {
      const { clock = options.clock, logger = options.logger } = options.election;
      this.#elector = new LeaderElector(clientset, { ...options.election, clock, logger });
    }
    for (const controller of options.controllers ?? []) this.#addController(controller);
    for (const runnable of options.runnables ?? []) this.#add(runnable);
    this.#health = options.health === undefined ? undefined : this.#healthServer(options.health);
  }

  /** The port of the health endpoints while the manager runs; undefined without them. */
  get healthPort(): number | undefined {
    return this.#healthPort;
  }

  /**
   * The factories that it starts and stops.
   * @internal
   */
  get factories(): readonly InformerFactory[] {
    return this.#factories;
  }

  /**
   * The controllers that it has now.
   * @internal
   */
  get controllers(): readonly Controller<never>[] {
    return [...this.#controllers.values()];
  }

  /**
   * The runnables that it has now.
   * @internal
   */
  get runnables(): readonly Runnable[] {
    return [...this.#parts.values()];
  }

  /**
   * The EventRecorders that it has created and not stopped.
   * @internal
   */
  get recorders(): readonly EventRecorder[] {
    return [...this.#recorders.values()];
  }

  /** True while this process may reconcile: it leads, or there is no election. */
  get isLeading(): boolean {
    return this.#state === 'running' && (this.#elector?.isLeader ?? true);
  }

  /** Returns a snapshot of the counters of all parts. */
  stats(): ManagerStats {
    return Object.freeze({
      isLeading: this.isLeading,
      cachesSynced: this.#cachesSynced,
      informers: Object.freeze(
        this.#factories.flatMap((factory) => factory.informers().map((informer) => informer.stats())),
      ),
      controllers: Object.freeze(Array.from(this.#controllers.values(), (controller) => controller.stats())),
      election: this.#elector?.stats(),
      events: Object.freeze(
        Object.fromEntries(Array.from(this.#recorders, ([name, recorder]) => [name, recorder.stats()])),
      ),
    });
  }

  /** The elector, for its statistics and the current leader; undefined without an election. */
  get elector(): LeaderElector | undefined {
    return this.#elector;
  }

  /**
   * Adds a controller or runnable; if the manager runs, it is started in its turn.
   *
   * Throws ManagerError `ERR_MANAGER_STOPPED` after the shutdown has begun, `ERR_MANAGER_NAME` for a name that is taken.
   */
  add(part: Controller<never> | UnelectedController | Runnable): void {
    if (this.#stopping) {
      throw new ManagerError('ERR_MANAGER_STOPPED', 'the manager is stopping: nothing can be added');
    }
    if (isController(part)) this.#addController(part);
    else this.#add(part);
    // Informers that the new part has created.
    if (this.#cachesStarted) for (const factory of this.#factories) factory.start();
  }

  /**
   * Stops a controller or runnable and waits for its work; does nothing for an unknown name. The health check `caches` no
   * longer waits for informers that no other controller, watch or handler uses.
   *
   * With the last controller of a sharding, this replica gives up its slots; it takes part again when another one is added.
   */
  async remove(name: string): Promise<void> {
    requireString('name of remove', name);
    const part = this.#parts.get(name);
    if (part === undefined) return;
    this.#removing.add(name);
    // The name is free again after the last await: until then it stands for this part.
    await this.#groupOf(part).remove(part);
    const controller = this.#controllers.get(name);
    await controller?.stop();
    for (const informer of this.#factories.flatMap((factory) => factory.informers()))
      if (controller?.uses(informer) === false) this.#left.add(informer);
    await this.#recorders.get(name)?.stop();
    if (this.#parts.get(name) !== part) return;
    this.#controllers.delete(name);
    this.#recorders.delete(name);
    this.#parts.delete(name);
    this.#removing.delete(name);
    for (const [sharding, of] of this.#shardings) if (of === part) this.#shardings.delete(sharding);
    if (controller?.sharding !== undefined) await this.#leaveUnused(controller.sharding);
  }

  /** Gives up the slots of a sharding that no controller uses any more. */
  async #leaveUnused(sharding: Sharding): Promise<void> {
    const part = this.#shardings.get(sharding);
    if (part === undefined || this.#usersOf(sharding).length > 0) return;
    await this.#always.remove(part);
    if (this.#shardings.get(sharding) !== part) return;
    this.#shardings.delete(sharding);
    this.#parts.delete(part.name);
    // A controller may have been added meanwhile.
    if (this.#usersOf(sharding).length > 0) this.#addSharding(sharding);
  }

  #usersOf(sharding: Sharding): Controller<never>[] {
    return [...this.#controllers.values()].filter((controller) => controller.sharding === sharding);
  }

  /** An outage at the start must not stop a manager that would survive it later. */
  async #requireAccess(signal: AbortSignal): Promise<void> {
    const { needs = [] } = this.#options;
    const grace = new RefusalGrace(this.#clock);
    while (needs.length > 0 && !signal.aborted) {
      try {
        return await requireAccess(this.#clientset, needs, { signal });
      } catch (thrown) {
        if (signal.aborted) return;
        const isMissing = thrown instanceof AccessError;
        // A server that starts knows of no roles yet.
        if (isMissing) noteTrouble(thrown, this.#clientset.restClient.troubleAgeMs);
        if (!grace.mayRetry(thrown, isMissing || isRefusedByAuthorizer(thrown))) {
          if (isMissing) throw thrown;
          this.#logger.warn({ err: asError(thrown) }, 'the permissions of the manager could not be checked');
          return;
        }
      }
      await sleepUnlessAborted(this.#clock, accessDelayMs, signal);
    }
  }

  /**
   * Runs until the signal aborts, or a part fails; then shuts down.
   *
   * Resolves after a clean shutdown. Rejects with the error of a part that failed; with ManagerError
   * `ERR_SHUTDOWN_TIMEOUT`, whose `stuck` names what was still running and whose `cause` is that error; with `ERR_MANAGER_STARTED` the second time.
   * After a timeout the Lease is left to expire, since work may still be running.
   */
  async run(
    call: {
      /** Ends the manager. */
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): Promise<void> {
    requireCall('run of a Manager', call);
    if (this.#state !== 'new') {
      throw new ManagerError('ERR_MANAGER_STARTED', 'a manager runs once: construct a new one');
    }
    this.#state = 'running';
    const work = linkSignal(call.signal);
    const serving = linkSignal();
    const errors: unknown[] = [];
    const fail = (error: unknown): void => {
      this.#logger.error({ err: asError(error) }, 'a part of the manager failed: shutting down');
      errors.push(error);
      work.abort(error);
    };
    try {
      if (this.#health !== undefined && this.#options.health !== undefined)
        this.#healthPort = await this.#health.listen(this.#options.health);
      // Without needs nothing is awaited: a program may wait for the caches right after its call of run.
      if (this.#options.needs !== undefined) await this.#requireAccess(work.signal);
      this.#startCaches(fail);
      if (work.signal.aborted) serving.abort();
      const context = { signal: work.signal, stopping: work.signal, clientset: this.#clientset };
      const last = this.#last.run({ ...context, signal: serving.signal }, fail).catch(fail);
      const running = [this.#always.run(context, fail), this.#lead(work.signal, fail)];
      const ended = Promise.all(running.map((each) => each.catch(fail))).then(() => {
        serving.abort();
        return last;
      });
      await this.#ended(ended, work.signal, errors);
    } finally {
      work.dispose();
      serving.abort();
      await this.#shutDown();
    }
    if (errors.length > 0) throw errors[0];
  }

  #startCaches(fail: (error: unknown) => void): void {
    this.#cachesStarted = true;
    try {
      for (const factory of this.#factories) factory.start();
    } catch (thrown) {
      fail(thrown);
      return;
    }
    const synced = Promise.all(this.#factories.map((factory) => factory.waitForCacheSync()));
    synced.catch((error: unknown) => {
      if (this.#state === 'running') fail(error);
    });
  }

  get #cachesSynced(): boolean {
    if (!this.#cachesStarted) return false;
    const informers = this.#factories.flatMap((factory) => factory.informers());
    return informers.every(
      (informer) => informer.hasSynced || !informer.isStarted || !this.#isNeeded(informer),
    );
  }

  /** False for an informer that only removed controllers and watches used. */
  #isNeeded(informer: SharedIndexInformer<KubernetesObject>): boolean {
    const uses = Array.from(this.#controllers.values(), (controller) => controller.uses(informer));
    if (informer.handlerCount > 0 || uses.includes(true)) return true;
    return !uses.includes(false) && !this.#left.has(informer);
  }

  /** Runs the parts that need the Lease: once without an election, otherwise once a term. */
  async #lead(signal: AbortSignal, fail: (error: unknown) => void): Promise<void> {
    if (this.#elector === undefined)
      return this.#elected.run({ signal, stopping: signal, clientset: this.#clientset }, fail);
    this.#warm = { signal, fail };
    this.#electing = true;
    for (const part of this.#parts.values()) this.#warmUp(part);
    // A shutdown ends the work first; the Lease is renewed until that has ended.
    let working = false;
    const endElection = (): void => {
      if (!working) this.#election.abort();
    };
    const undo = onAbort(signal, endElection);
    if (signal.aborted) endElection();
    try {
      for await (const term of this.#elector.terms({ signal: this.#election.signal })) {
        working = true;
        const link = linkSignal(signal, term.signal);
        const context = { signal: link.signal, stopping: signal, fence: term, clientset: term.clientset };
        await this.#elected.run(context, fail);
        link.dispose();
        working = false;
        if (signal.aborted) endElection();
      }
    } finally {
      undo();
      this.#electing = false;
    }
  }

  #warmUp(part: Part): void {
    const warm = this.#warm;
    if (warm === undefined || part.needsElection !== true || this.#options.warmUp === false) return;
    if (this.#removing.has(part.name)) return;
    part.warmUp?.({ signal: warm.signal }).catch(warm.fail);
  }

  /** Resolves when all work has ended; rejects when that takes longer than allowed after the signal has aborted. */
  async #ended(work: Promise<unknown>, signal: AbortSignal, errors: readonly unknown[]): Promise<void> {
    const limitMs = this.#options.graceMs ?? defaultGraceMs;
    let timer: Timer | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const refuse = (): void => {
        const elected = this.#elected.stuck();
        const stuck = [...this.#always.stuck(), ...elected];
        // Its release comes after the work of the term.
        const lease = `Lease ${this.#elector?.stats().name}`;
        if (this.#electing && elected.length === 0) stuck.push({ name: lease, text: lease });
        // They wait for the others.
        if (stuck.length === 0) stuck.push(...this.#last.stuck());
        const texts = stuck.map(({ text }) => text).join(', ');
        reject(
          new ManagerError(
            'ERR_SHUTDOWN_TIMEOUT',
            `after ${limitMs} ms of shutdown still running: ${texts}`,
            { stuck: stuck.map(({ name }) => name), cause: errors[0] },
          ),
        );
      };
      const begin = (): void => {
        this.#stopping = true;
        if (limitMs < Infinity) timer = this.#clock.setTimer(refuse, limitMs);
      };
      if (signal.aborted) begin();
      else onAbort(signal, begin);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      timer?.cancel();
    }
  }

  async #shutDown(): Promise<void> {
    this.#state = 'stopped';
    this.#stopping = true;
    // After a timeout: the Lease is no longer renewed, and expires.
    this.#election.abort();
    const stuck = this.#always.stuck().length + this.#elected.stuck().length > 0;
    const stops = [...this.#controllers.values()].map((controller) => controller.stop());
    // A run that does not end would make `stop` wait for ever; then no one awaits its rejection.
    if (stuck)
      for (const stop of stops)
        stop.catch((error: unknown) => this.#logger.error({ err: error }, 'stop failed'));
    else await Promise.all(stops);
    await this.#stopRecorders(stuck ? 0 : eventsFlushMs);
    await Promise.all(this.#factories.map((factory) => factory.stop()));
    await this.#health?.close();
    this.#healthPort = undefined;
  }

  async #stopRecorders(limitMs: number): Promise<void> {
    const late = new AbortController();
    const timer = this.#clock.setTimer(() => late.abort(), limitMs);
    await Promise.all(
      [...this.#recorders.values()].map((recorder) => recorder.stop({ signal: late.signal })),
    );
    timer.cancel();
  }

  #addController(given: Controller<never> | UnelectedController): void {
    // JavaScript callers are not type-checked.
    const inside = given as Partial<UnelectedController> | null | undefined;
    const controller: unknown = given instanceof Controller ? given : inside?.controller;
    if (!(controller instanceof Controller))
      refuse('a controller of a Manager', 'a Controller or { controller, needsElection }', given);
    const { sharding } = controller;
    const isNew = sharding !== undefined && !this.#shardings.has(sharding);
    // Before anything is added: without its sharding a controller would never run a key.
    this.#requireFree(controller.name);
    if (isNew) this.#requireFree(shardingPartName(sharding));
    this.#add(this.#partOf(given));
    if (isNew) this.#addSharding(sharding);
  }

  #addSharding(sharding: Sharding): void {
    const part = this.#shardingPart(sharding);
    this.#shardings.set(sharding, part);
    this.#add(part);
  }

  /** Takes part in a sharding while the controllers that use it run, and until their runs have ended. */
  #shardingPart(sharding: Sharding): Part {
    return {
      name: shardingPartName(sharding),
      run: async ({ signal }) => {
        // A replica without caches would take keys that it cannot run.
        const controllers = this.#usersOf(sharding).filter(({ name }) => !this.#removing.has(name));
        await Promise.all(controllers.map((controller) => controller.warmUp({ signal })));
        await sharding.run({ signal });
      },
    };
  }

  #add(part: Part): void {
    // JavaScript callers are not type-checked.
    const { name } = (part ?? {}) as Partial<Part>;
    const given: unknown = typeof part === 'function' ? part : name;
    if (typeof given !== 'string')
      refuse(
        'name of a runnable',
        "a string, as in { name: 'warm-up', run: async ({ signal }) => … }",
        given,
      );
    requireMethods(`runnable ${shownValue(name)}`, part, ['run']);
    this.#requireFree(part.name);
    this.#parts.set(part.name, part);
    this.#warmUp(part);
    this.#groupOf(part).add(part);
  }

  #requireFree(name: string): void {
    if (!this.#parts.has(name)) return;
    const problem = `names in a manager must be unique, got ${shownValue(name)} twice`;
    throw new ManagerError('ERR_MANAGER_NAME', problem);
  }

  /** Part of the shutdown in which reconciles may go on; in the rest they are aborted and have to end. */
  get #graceMs(): number {
    const limitMs = this.#options.graceMs ?? defaultGraceMs;
    return Math.min(limitMs * graceShare, Number.MAX_SAFE_INTEGER);
  }

  #groupOf(part: Part): PartGroup {
    if (part.needsElection === true) return this.#elected;
    return part.endsLast === true ? this.#last : this.#always;
  }

  #partOf(given: Controller<never> | UnelectedController): Part {
    const { controller, needsElection } =
      given instanceof Controller
        ? { controller: given, needsElection: given.sharding === undefined }
        : given;
    const { name } = controller;
    const events = new EventRecorder(this.#clientset, {
      controller: name,
      logger: this.#logger,
      clock: this.#clock,
    });
    this.#controllers.set(name, controller);
    this.#recorders.set(name, events);
    return {
      name,
      needsElection,
      warmUp: ({ signal }) => controller.warmUp({ signal }),
      // The controller fences its writes itself, and records them.
      run: ({ signal, fence }) =>
        controller.run({
          signal,
          fence,
          events,
          clientset: this.#clientset,
          logger: this.#logger,
          graceMs: this.#graceMs,
        }),
      stuck: () =>
        controller.activeRuns().map(({ key }) => ({
          name: `${name}/${key}`,
          text: `${name}/${controller.explain(key).text}`,
        })),
    };
  }

  #healthServer({ liveness = {}, readiness = {} }: NonNullable<ManagerOptions['health']>): HealthServer {
    const failed = (name: string, error: unknown): void =>
      this.#logger.warn({ check: name, err: error }, 'a health check failed');
    const elector = this.#elector;
    const alive: Record<string, HealthCheck> = {
      ...(elector === undefined ? {} : { 'leader-election': () => elector.check() }),
      sharding: () => {
        for (const sharding of this.#shardings.keys()) sharding.check();
      },
    };
    const ready: Record<string, HealthCheck> = {
      caches: () => {
        if (!this.#cachesSynced) throw new Error('the caches have not synced');
      },
      runnables: async () => {
        for (const part of this.#parts.values()) await part.ready?.();
      },
      shutdown: () => {
        if (this.#stopping) throw new Error('the manager is shutting down');
      },
      sharding: () => {
        for (const { name, hasJoined } of this.#shardings.keys())
          if (!hasJoined) throw new Error(`sharding ${name} has not joined the other replicas`);
      },
    };
    return new HealthServer(
      {
        healthz: new HealthChecks({ ...alive, ...liveness }, failed),
        readyz: new HealthChecks({ ...ready, ...readiness }, failed),
      },
      (error) => this.#logger.warn({ err: error }, 'a health response failed'),
    );
  }
}

function shardingPartName({ name }: Sharding): string {
  return `sharding ${name}`;
}

function isController(
  part: Controller<never> | UnelectedController | Runnable,
): part is Controller<never> | UnelectedController {
  return part instanceof Controller || (typeof part === 'object' && part !== null && 'controller' in part);
}
