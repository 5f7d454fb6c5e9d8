import { shownList } from '../util/shown.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ResourceInformer } from '../factories/informer-factory.js';
import type { Requester } from '../client/requests.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { Sharding } from '../sharding/sharding.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { Checks, OptionNames } from '../util/known-options.js';
import { loggerOf } from '../client/clientset.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { systemRandom } from '../util/random.js';
import type { Random } from '../util/random.js';
import { isPlainObject } from '../util/type-checks.js';
import {
  refuse,
  refuseValue,
  requireBooleans,
  requireFunction,
  requireFunctions,
  requireMethods,
  requireNumber,
  requireTools,
} from '../util/require.js';
import { defaultControllerRateLimiter } from '../workqueue/rate-limiters.js';
import type { RateLimiter } from '../workqueue/rate-limiters.js';
import type { GiveUpOptions } from './failures.js';
import type { MapFunc, ObjectEvent } from './object-event.js';
import { requirePredicate } from './predicates.js';
import type { Predicate } from './predicates.js';
import type { EventSource, ReconcileContext, ReconcileResult } from './reconcile-client.js';
import type { TestOptions } from '../util/test-options.js';

/** The objects that a controller reconciles. */
export interface ForOptions<T extends KubernetesObject = KubernetesObject> {
  /** The informer or factory resource whose objects are reconciled. */
  readonly informer: ResourceInformer<T>;
  /** Default: all events. */
  readonly predicate?: Predicate<NoInfer<T>> | undefined;
}

/** An informer of a factory, of any resource. */
export type AnyInformer = Pick<
  ResourceInformer<KubernetesObject>,
  'resource' | 'namespaces' | 'selectors'
> & {
  /** Returns the informer. */
  readonly informer: () => object;
  /** Returns the lister of its cache. */
  readonly lister: () => object;
};

/** Objects whose events run their owner, an object of `for`. */
export interface OwnsOptions {
  /** The informer of the owned objects. */
  readonly informer: AnyInformer;
  /** Decides which events start a run. Default: all. */
  readonly predicate?: Predicate | undefined;
  /** True runs every owner. Default: false, only the owner whose reference has `controller: true`. */
  readonly everyOwner?: boolean | undefined;
}

/** Objects whose events run the keys that `map` returns. */
export interface WatchOptions {
  /** The informer of the watched objects. */
  readonly informer: AnyInformer;
  /**
   * Returns the keys to run for an object. With an update it is called for the old and for the new object. Its parameter may
   * have the type of the informer's objects: `map: (pod: DeepReadonly<Pod>) => [...]`.
   */
  map(object: DeepReadonly<KubernetesObject>, event: ObjectEvent): Iterable<string>;
  /** Decides which events start a run. Default: all. */
  readonly predicate?: Predicate | undefined;
  /** Priority of the runs. Default: 0, and -100 for the first list and for resyncs. */
  readonly priority?: number | undefined;
}

/** What a clientset needs for a controller. */
export interface ControllerClientset {
  /** Sends the requests of the runs. */
  readonly restClient: Requester;
}

/** Where a failure happened. */
export interface ControllerErrorInfo {
  /** Name of the controller. */
  readonly controller: string;
  /** The key that failed; undefined if the failure concerns no key. */
  readonly key: string | undefined;
  /** `reconcile`: a run failed. `event`: a predicate or map failed, so the event is lost. */
  readonly during: 'reconcile' | 'event' | 'source' | 'loop';
}

/** Options of a Controller. */
export interface ControllerOptions<T extends KubernetesObject = KubernetesObject> extends TestOptions {
  /** Sends the requests of `context.client`. Default: that of `run`. */
  readonly clientset?: ControllerClientset | undefined;
  /** The objects to reconcile. Their keys are `namespace/name`, or `name`. */
  readonly for?: ResourceInformer<T> | ForOptions<T> | undefined;
  /** Objects owned by those of `for`. */
  readonly owns?: readonly (AnyInformer | OwnsOptions)[] | undefined;
  /** Other objects that matter. */
  readonly watches?: readonly WatchOptions[] | undefined;
  /** Other events: each yields keys to run. */
  readonly sources?: readonly AsyncIterable<string>[] | undefined;
  /**
   * Brings the cluster in line with one object. Called with its key, never with an event. A run that throws is retried
   * with backoff.
   */
  readonly reconcile: (
    context: ReconcileContext<T>,
  ) => ReconcileResult | void | Promise<ReconcileResult | void>;
  /** Maximum number of keys that run at the same time. Default: 1. */
  readonly concurrency?: number | undefined;
  /**
   * Delays of failed runs. Default: `defaultControllerRateLimiter()`: 5 ms to 1000 s for each key, 10 per second overall.
   */
  readonly rateLimiter?: RateLimiter | undefined;
  /**
   * Maximum duration of a run, ms; 0 for no limit. Then its signal aborts and its slot is free; its key waits until the
   * run settles. Default: 0.
   */
  readonly reconcileTimeoutMs?: number | undefined;
  /** Maximum wait for the informers, ms. Not counted while a resource is not installed. Default: 120 000. */
  readonly cacheSyncTimeoutMs?: number | undefined;
  /** When to stop retrying a key until its object changes: see `parked`. Default: never. */
  readonly giveUp?: GiveUpOptions | undefined;
  /** Spreads the runs of the first list and of each resync over this time, ms. Default: 0. */
  readonly initialSpreadMs?: number | undefined;
  /** How runs wait until the caches show what their key has written. */
  readonly ownWrites?: OwnWritesOptions | undefined;
  /**
   * Divides the keys among replicas: only those of this replica run. A Manager runs it; otherwise call its `run`. Default: all
   * keys run here.
   *
   * A key whose object is not in the cache runs only after an event has shown the object's uid, as its deletion does.
   */
  readonly sharding?: Sharding | undefined;
  /** When a key counts as woken by its own writes without end. */
  readonly loop?: LoopOptions | undefined;
  /** Field manager of the writes of `context.client`. Default: the controller's name. */
  readonly fieldManager?: string | undefined;
  /** Provides `context.events`, such as an EventRecorder. Default: that of `run`; without either, events are dropped. */
  readonly events?: EventSource | undefined;
  /** Default: the clientset's, else that of `run`. */
  readonly logger?: Logger | undefined;
  /**
   * Called with each failure, which is also logged. Without this hook and a logger, the 1st, 4th, 16th, … failure emits a process
   * warning.
   */
  readonly onError?: ((error: Error, info: ControllerErrorInfo) => unknown) | undefined;
}

/** How a controller reads its own writes. */
export interface OwnWritesOptions {
  /** How long a key waits for its writes to appear in the caches, ms, before the server is asked. Default: 5000. */
  readonly waitMs?: number | undefined;
  /**
   * Drops the event of an own write, if the write required the resourceVersion before it (`update`, `updateStatus`,
   * `create`). Then the controller must not depend on runs that its own writes trigger. Default: false.
   */
  readonly ignoreEchoes?: boolean | undefined;
}

/** When a key counts as woken by its own writes without end. */
export interface LoopOptions {
  /**
   * Maximum number of runs of a key in any minute that only own writes triggered and that wrote again; other runs in
   * between do not count. A key with more is reported, at most once a minute. Runs that its own writes trigger are then
   * rate limited until there has been none for a minute. Default: 60.
   */
  readonly runsPerMinute?: number | undefined;
}

const controllerOptionNames: OptionNames<ControllerOptions> = {
  clientset: true,
  for: true,
  owns: true,
  watches: true,
  sources: true,
  reconcile: true,
  concurrency: true,
  rateLimiter: true,
  reconcileTimeoutMs: true,
  cacheSyncTimeoutMs: true,
  giveUp: true,
  initialSpreadMs: true,
  ownWrites: true,
  sharding: true,
  loop: true,
  fieldManager: true,
  events: true,
  logger: true,
  clock: true,
  random: true,
  onError: true,
};

/** Names of the same options in other libraries, for hints in the error message. */
const controllerOptionAliases = {
  maxConcurrentReconciles: 'concurrency',
  workers: 'concurrency',
  reconciler: 'reconcile',
  informer: 'for',
  recorder: 'events',
  backoff: 'rateLimiter',
  maxAttempts: 'giveUp: { attempts }',
} as const;

const forNames: OptionNames<ForOptions> = { informer: true, predicate: true };
const ownsNames: OptionNames<OwnsOptions> = { informer: true, predicate: true, everyOwner: true };
const watchNames: OptionNames<WatchOptions> = { informer: true, map: true, predicate: true, priority: true };
const giveUpNames: OptionNames<GiveUpOptions> = { attempts: true, afterMs: true };
const ownWritesNames: OptionNames<OwnWritesOptions> = { waitMs: true, ignoreEchoes: true };
const loopNames: OptionNames<LoopOptions> = { runsPerMinute: true };

/** The informers of a controller, with any type of object: they were checked against each other's types by the caller. */
export interface SourceOptions {
  readonly role: 'for' | 'owns' | 'watches';
  readonly informer: ResourceInformer<KubernetesObject>;
  readonly predicate: Predicate | undefined;
  readonly everyOwner: boolean;
  readonly map: MapFunc | undefined;
  readonly priority: number | undefined;
}

/** The options of a controller with their defaults. */
export interface ControllerSettings {
  readonly name: string;
  readonly clientset: ControllerClientset | undefined;
  readonly sources: readonly SourceOptions[];
  readonly external: readonly AsyncIterable<string>[];
  readonly reconcile: (context: never) => unknown;
  readonly concurrency: number;
  readonly rateLimiter: RateLimiter;
  readonly reconcileTimeoutMs: number;
  readonly cacheSyncTimeoutMs: number;
  readonly giveUp: GiveUpOptions;
  readonly initialSpreadMs: number;
  readonly waitMs: number;
  readonly ignoreEchoes: boolean;
  readonly sharding: Sharding | undefined;
  readonly runsPerMinute: number;
  readonly fieldManager: string;
  readonly events: EventSource | undefined;
  /** Of the options or the clientset. */
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly onError: ControllerOptions['onError'];
}

/** Checks the options of a controller. Throws ConfigError `ERR_OPTION`. */
export function controllerSettings<T extends KubernetesObject>(
  name: string,
  options: ControllerOptions<T>,
): ControllerSettings {
  if (typeof name !== 'string' || name === '')
    refuseValue('name of a controller', 'a non-empty string', name);
  const what = `controller ${name}`;
  requireKnownOptions(what, options, controllerOptionNames, controllerOptionAliases);
  requireFunction(`reconcile of ${what}`, options.reconcile);
  requireFunctions(what, options, ['onError']);
  requireTools(what, options);
  const { giveUp = {}, ownWrites = {}, loop = {}, concurrency = 1, fieldManager = name } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    refuseValue(`concurrency of ${what}`, 'an integer of at least 1', concurrency);
  requireKnownOptions(`giveUp of ${what}`, giveUp, giveUpNames);
  requireKnownOptions(`ownWrites of ${what}`, ownWrites, ownWritesNames);
  requireKnownOptions(`loop of ${what}`, loop, loopNames);
  requireBooleans(`ownWrites of ${what}`, ownWrites, ['ignoreEchoes']);
  requireNumber(`reconcileTimeoutMs of ${what}`, options.reconcileTimeoutMs);
  requireNumber(`cacheSyncTimeoutMs of ${what}`, options.cacheSyncTimeoutMs, 1);
  requireNumber(`initialSpreadMs of ${what}`, options.initialSpreadMs);
  requireNumber(`giveUp.attempts of ${what}`, giveUp.attempts, 1);
  requireNumber(`giveUp.afterMs of ${what}`, giveUp.afterMs);
  requireNumber(`ownWrites.waitMs of ${what}`, ownWrites.waitMs);
  requireNumber(`loop.runsPerMinute of ${what}`, loop.runsPerMinute, 1);
  if (typeof fieldManager !== 'string' || fieldManager === '')
    refuseValue(`fieldManager of ${what}`, 'a non-empty string', fieldManager);
  if (options.rateLimiter !== undefined)
    requireMethods(`rateLimiter of ${what}`, options.rateLimiter, ['when', 'forget', 'numRequeues']);
  if (options.events !== undefined) requireMethods(`events of ${what}`, options.events, ['for']);
  if (options.clientset !== undefined) requireClientset(what, options.clientset);
  if (options.sharding !== undefined && !(options.sharding instanceof Sharding))
    refuse(`sharding of ${what}`, 'a Sharding', options.sharding);
  const external = listOf(`sources of ${what}`, options.sources);
  external.forEach((source, index) => requireAsyncIterable(`sources[${index}] of ${what}`, source));
  const sources = [
    ...(options.for === undefined ? [] : [forSource(what, options.for)]),
    ...listOf(`owns of ${what}`, options.owns).map((owned, index) =>
      ownsSource(`owns[${index}] of ${what}`, owned),
    ),
    ...listOf(`watches of ${what}`, options.watches).map((watch, index) =>
      watchSource(`watches[${index}] of ${what}`, watch),
    ),
  ];
  if (sources.length + external.length === 0)
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must have at least one of for, watches and sources, got none`,
    );
  requireOwners(what, sources);
  return {
    name,
    clientset: options.clientset,
    sources,
    // `requireAsyncIterable` has checked them.
    external: external as readonly AsyncIterable<string>[],
    reconcile: options.reconcile,
    concurrency,
    rateLimiter: options.rateLimiter ?? defaultControllerRateLimiter({ clock: options.clock }),
    reconcileTimeoutMs: options.reconcileTimeoutMs ?? 0,
    cacheSyncTimeoutMs: options.cacheSyncTimeoutMs ?? 120_000,
    giveUp,
    initialSpreadMs: options.initialSpreadMs ?? 0,
    waitMs: ownWrites.waitMs ?? 5000,
    ignoreEchoes: ownWrites.ignoreEchoes ?? false,
    sharding: options.sharding,
    runsPerMinute: loop.runsPerMinute ?? 60,
    fieldManager,
    events: options.events,
    logger: containLogger(options.logger ?? loggerOf(options.clientset)),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    onError: options.onError,
  };
}

/** Throws ConfigError `ERR_OPTION` unless the value has a RestClient. */
export function requireClientset(what: string, clientset: unknown): void {
  const { restClient } = Object(clientset) as { readonly restClient?: unknown };
  requireMethods(`clientset of ${what}: its restClient`, restClient, ['request', 'list', 'watch']);
}

/** Checks one watch. Throws ConfigError `ERR_OPTION`. */
export function watchSource(what: string, watch: unknown): SourceOptions {
  requireKnownOptions(what, watch, watchNames);
  const options = watch as WatchOptions;
  const { informer, predicate, priority } = options;
  const map: MapFunc = (object, event) => options.map(object, event);
  requireFunction(`map of ${what}`, (watch as Readonly<Record<string, unknown>>)['map']);
  requirePredicate(what, predicate);
  if (priority !== undefined && !Number.isSafeInteger(priority))
    refuseValue(`priority of ${what}`, 'an integer', priority);
  return { role: 'watches', informer: checked(what, informer), predicate, everyOwner: false, map, priority };
}

function forSource(what: string, given: unknown): SourceOptions {
  const { informer, predicate } = withInformer(`for of ${what}`, given, forNames);
  return { role: 'for', informer, predicate, everyOwner: false, map: undefined, priority: undefined };
}

function ownsSource(what: string, given: unknown): SourceOptions {
  const { informer, predicate, everyOwner } = withInformer(what, given, ownsNames);
  requireBooleans(what, { everyOwner }, ['everyOwner']);
  return {
    role: 'owns',
    informer,
    predicate,
    everyOwner: everyOwner ?? false,
    map: undefined,
    priority: undefined,
  };
}

/** Accepts an informer, or options with one. */
function withInformer(
  what: string,
  given: unknown,
  names: Checks,
): Omit<OwnsOptions, 'informer'> & Pick<SourceOptions, 'informer'> {
  if (!isPlainObject(given))
    refuse(what, 'an informer of a factory, such as factory.core().v1().pods()', given);
  if ('lister' in given) return { informer: checked(what, given) };
  requireKnownOptions(what, given, names);
  const options = given as OwnsOptions;
  requirePredicate(what, options.predicate);
  return { ...options, informer: checked(what, options.informer) };
}

function checked(what: string, informer: unknown): ResourceInformer<KubernetesObject> {
  requireMethods(`informer of ${what}`, informer, ['informer', 'lister', 'selectors']);
  return informer as ResourceInformer<KubernetesObject>;
}

function listOf(what: string, list: unknown): readonly unknown[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) refuse(what, 'an array', list);
  return list;
}

function requireAsyncIterable(what: string, source: unknown): void {
  if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) return;
  refuse(what, 'an AsyncIterable of keys', source);
}

/** Checks that objects of `owns` can have owners of `for`. */
function requireOwners(what: string, sources: readonly SourceOptions[]): void {
  const owner = sources.find(({ role }) => role === 'for')?.informer;
  for (const { role, informer } of sources) {
    if (role !== 'owns') continue;
    const { resource } = informer.resource;
    const bad = (expected: string): ConfigError =>
      new ConfigError('ERR_OPTION', `owns ${resource} of ${what}: ${expected}`);
    if (owner === undefined) throw bad('owners are objects of for, which is missing');
    if (owner.resource.kind === undefined)
      throw bad(
        `the kind of for (${owner.resource.resource}) must be known, to compare owner references with it: use a descriptor`,
      );
    if (owner.resource.namespaced === undefined)
      throw bad(`the scope of for (${owner.resource.resource}) must be known: use a descriptor`);
    if (owner.resource.namespaced === true && informer.resource.namespaced === false)
      throw bad(
        `${resource} is cluster-scoped and cannot be owned by ${owner.resource.resource}, which is namespaced`,
      );
    if (owner.resource.namespaced === true && !overlap(owner.namespaces, informer.namespaces))
      throw bad(
        `its informer is for ${namespacesText(informer)}, that of ${owner.resource.resource} for ${namespacesText(owner)}, so no object has an owner there`,
      );
  }
}

function overlap(a: string | readonly string[], b: string | readonly string[]): boolean {
  if (a === '' || b === '') return true;
  // The namespaces of a list can change later.
  if (typeof a !== 'string' || typeof b !== 'string') return true;
  return a === b;
}

function namespacesText({ namespaces }: ResourceInformer<KubernetesObject>): string {
  return `namespace ${shownList(namespaces)}`;
}
