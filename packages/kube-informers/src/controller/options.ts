import { shownList } from '../util/shown.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ResourceInformer } from '../factories/informer-factory.js';
import type { Requester } from '../client/requests.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import type { Sharding } from '../sharding/sharding.js';
import { systemClock, systemRandom } from '../util/clock.js';
import type { Clock, Random, TestOptions } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { optionsOf, requireKnownOptions } from '../util/known-options.js';
import type { Checks, OptionNames } from '../util/known-options.js';
import { loggerOf } from '../client/clientset.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { isPlainObject } from '../util/type-checks.js';
import {
  hasMethods,
  numberFrom,
  refuse,
  requireBoolean,
  requireClock,
  requireFunction,
  requireInteger,
  requireList,
  requireLogger,
  requireMethods,
  requireText,
  wholeFrom,
} from '../util/require.js';
import { defaultControllerRateLimiter, requireRateLimiter } from '../workqueue/rate-limiters.js';
import type { RateLimiter } from '../workqueue/rate-limiters.js';
import type { GiveUpOptions } from './failures.js';
import type { MapFunc, ObjectEvent } from './object-event.js';
import { requirePredicate, requirePredicateFields } from './predicates.js';
import type { Predicate } from './predicates.js';
import type { EventSource, ReconcileContext, ReconcileResult } from './reconcile-client.js';

/** The objects that a controller reconciles. */
export interface ForOptions<T extends KubernetesObject = KubernetesObject> {
  /** The informer or factory resource whose objects are reconciled. */
  readonly informer: ResourceInformer<T>;
  /** Default: all events. */
  readonly predicate?: Predicate<NoInfer<T>> | undefined;
}

// In a list of sources each informer has its own type.
/* oxlint-disable typescript/no-explicit-any */

/** Objects whose events run their owner, an object of `for`. */
export interface OwnsOptions<T extends KubernetesObject = any> {
  /** The informer of the owned objects. */
  readonly informer: ResourceInformer<T>;
  /** Decides which events start a run. Default: all. */
  readonly predicate?: Predicate<NoInfer<T>> | undefined;
  /** True runs every owner. Default: false, only the owner whose reference has `controller: true`. */
  readonly everyOwner?: boolean | undefined;
}

/** Objects whose events run the keys that `map` returns. */
export interface WatchOptions<T extends KubernetesObject = any> {
  /** The informer of the watched objects. */
  readonly informer: ResourceInformer<T>;
  /** Returns the keys to run for an object. With an update it is called for the old and for the new object. */
  map(object: DeepReadonly<NoInfer<T>>, event: ObjectEvent<NoInfer<T>>): Iterable<string>;
  /** Decides which events start a run. Default: all. */
  readonly predicate?: Predicate<NoInfer<T>> | undefined;
  /** Priority of the runs. Default: 0, and -100 for the first list and for resyncs. */
  readonly priority?: number | undefined;
}

/** What a clientset needs for a controller. */
export interface ControllerClientset {
  /** Sends the requests of the runs, unless there is a `requester`. */
  readonly restClient: Requester;
  /** Sends the requests of the runs, such as the fenced ones of a term's clientset. Default: `restClient`. */
  readonly requester?: Requester | undefined;
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

/** Options of a Controller; `O` and `W` are the types of the objects of `owns` and `watches`. */
export interface ControllerOptions<
  T extends KubernetesObject = KubernetesObject,
  O extends readonly KubernetesObject[] = readonly any[],
  W extends readonly KubernetesObject[] = readonly any[],
> extends TestOptions {
  /** Sends the requests of `context.client`. Default: that of `run`. */
  readonly clientset?: ControllerClientset | undefined;
  /** The objects to reconcile. Their keys are `namespace/name`, or `name`. */
  readonly for?: ResourceInformer<T> | ForOptions<T> | undefined;
  /** Objects owned by those of `for`. */
  readonly owns?: { readonly [I in keyof O]: ResourceInformer<O[I]> | OwnsOptions<O[I]> } | undefined;
  /** Other objects that matter. */
  readonly watches?: { readonly [I in keyof W]: WatchOptions<W[I]> } | undefined;
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
  /** When to stop retrying a key until its object changes apart from its status: see `givenUp`. Default: never. */
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

/* oxlint-enable typescript/no-explicit-any */

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

const giveUpNames: OptionNames<GiveUpOptions> = { attempts: numberFrom(1), afterMs: numberFrom(0) };
const ownWritesNames: OptionNames<OwnWritesOptions> = { waitMs: numberFrom(0), ignoreEchoes: requireBoolean };
const loopNames: OptionNames<LoopOptions> = { runsPerMinute: numberFrom(1) };

const controllerOptionNames: OptionNames<ControllerOptions> = {
  clientset: requireClientset,
  for: true,
  owns: requireList,
  watches: requireList,
  sources: requireList,
  reconcile: true,
  concurrency: wholeFrom(1),
  rateLimiter: requireRateLimiter,
  reconcileTimeoutMs: numberFrom(0),
  cacheSyncTimeoutMs: numberFrom(1),
  giveUp: optionsOf(giveUpNames),
  initialSpreadMs: numberFrom(0),
  ownWrites: optionsOf(ownWritesNames),
  sharding: requireSharding,
  loop: optionsOf(loopNames),
  fieldManager: requireText,
  events: hasMethods('for'),
  logger: requireLogger,
  clock: requireClock,
  random: requireFunction,
  onError: requireFunction,
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

const forNames: OptionNames<ForOptions> = { informer: true, predicate: requirePredicate };
const ownsNames: OptionNames<OwnsOptions> = { ...forNames, everyOwner: requireBoolean };
const watchNames: OptionNames<WatchOptions> = {
  informer: true,
  map: true,
  predicate: requirePredicate,
  priority: requireInteger,
};

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
  if (typeof name === 'object')
    throw new ConfigError(
      'ERR_OPTION',
      "a controller must have a name, got options: write new Controller('my-controller', { … })",
    );
  requireText('name of a controller', name);
  const what = `controller ${name}`;
  requireKnownOptions(what, options, controllerOptionNames, controllerOptionAliases);
  requireFunction(`reconcile of ${what}`, options.reconcile);
  const { giveUp = {}, ownWrites = {}, loop = {}, owns = [], watches = [], sources: external = [] } = options;
  external.forEach((source, index) => requireAsyncIterable(`sources[${index}] of ${what}`, source));
  const sources = [
    ...(options.for === undefined ? [] : [forSource(what, options.for)]),
    ...owns.map((owned, index) => ownsSource(`owns[${index}] of ${what}`, owned)),
    ...watches.map((watch, index) => watchSource(`watches[${index}] of ${what}`, watch)),
  ];
  if (sources.length + external.length === 0)
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must have at least one of for, watches and sources, got none`,
    );
  requireOwners(what, sources);
  for (const { informer, predicate, role } of sources) {
    const { fields } = informer.informer().optionsInForce;
    if (predicate !== undefined)
      requirePredicateFields(`${role} ${informer.resource.resource} of ${what}`, predicate, fields);
  }
  return {
    name,
    clientset: options.clientset,
    sources,
    external,
    reconcile: options.reconcile,
    concurrency: options.concurrency ?? 1,
    rateLimiter: options.rateLimiter ?? defaultControllerRateLimiter({ clock: options.clock }),
    reconcileTimeoutMs: options.reconcileTimeoutMs ?? 0,
    cacheSyncTimeoutMs: options.cacheSyncTimeoutMs ?? 120_000,
    giveUp,
    initialSpreadMs: options.initialSpreadMs ?? 0,
    waitMs: ownWrites.waitMs ?? 5000,
    ignoreEchoes: ownWrites.ignoreEchoes ?? false,
    sharding: options.sharding,
    runsPerMinute: loop.runsPerMinute ?? 60,
    fieldManager: options.fieldManager ?? name,
    events: options.events,
    logger: containLogger(options.logger ?? loggerOf(options.clientset)),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    onError: options.onError,
  };
}

/** Throws ConfigError `ERR_OPTION` unless the value has a RestClient. */
export function requireClientset(what: string, clientset: unknown): void {
  const { restClient, requester } = Object(clientset) as {
    readonly restClient?: unknown;
    readonly requester?: unknown;
  };
  requireMethods(`restClient of ${what}`, restClient, ['request', 'list', 'watch']);
  if (requester !== undefined)
    requireMethods(`requester of ${what}`, requester, ['request', 'list', 'watch']);
}

function requireSharding(what: string, sharding: unknown): void {
  if (typeof (sharding as Partial<Sharding> | null)?.enter !== 'function')
    refuse(what, 'a Sharding of kube-informers/sharding', sharding);
}

/** Checks one watch. Throws ConfigError `ERR_OPTION`. */
export function watchSource(what: string, watch: unknown): SourceOptions {
  requireKnownOptions(what, watch, watchNames);
  const options = watch as WatchOptions;
  const { predicate, priority } = options;
  const informer = checked(what, options.informer);
  requireFunction(`map of ${what}`, (watch as Readonly<Record<string, unknown>>)['map']);
  const map: MapFunc = (object, event) => options.map(object, event);
  return { role: 'watches', informer, predicate, everyOwner: false, map, priority };
}

function forSource(what: string, given: unknown): SourceOptions {
  const { informer, predicate } = withInformer(`for of ${what}`, given, forNames);
  return { role: 'for', informer, predicate, everyOwner: false, map: undefined, priority: undefined };
}

function ownsSource(what: string, given: unknown): SourceOptions {
  const { informer, predicate, everyOwner } = withInformer(what, given, ownsNames);
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
  const members = Object.entries(given);
  if (members.length > 0 && members.every(([, member]) => typeof member === 'function')) {
    const names = members.map(([member]) => `${member}()`);
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must be the informer of one resource, got a group of them: call one of its functions, such as ${names.slice(0, 3).join(', ')}`,
    );
  }
  // Either of them is checked next.
  const options = ('lister' in given ? { informer: given } : given) as OwnsOptions;
  requireKnownOptions(what, options, names);
  return { ...options, informer: checked(what, options.informer) };
}

function checked(what: string, informer: unknown): ResourceInformer<KubernetesObject> {
  requireMethods(`informer of ${what}`, informer, ['informer', 'lister', 'selectors']);
  return informer as ResourceInformer<KubernetesObject>;
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
