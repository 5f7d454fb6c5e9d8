import { HashRanges } from '../../meta/hash-ranges.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import { ConfigError, asError } from '../../util/errors.js';
import { notKept } from '../types.js';
import type { IntakeFunc, KeyFunc, ListerWatcher, Queue } from '../types.js';
import type { CallOptions, SourceCallOptions } from '../../meta/calls.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { oneOf, refuse } from '../../util/require.js';
import { StatusError, isExpired } from '../../meta/errors.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { WatchStream } from '../../meta/watch.js';
import { endSlice, objectsPerStep, runSteps, stepsOverEach, yieldToEventLoop } from '../../util/steps.js';
import { keyOf } from '../key-of.js';
import { keyOfTransformed, transformDeleted } from '../queues/queue-options.js';
import type { KnownObjects } from '../queues/queue-options.js';
import type { WatchSink } from './watch-session.js';
import type { Clock } from '../../util/clock.js';
import { untilAborted } from '../../util/signal.js';
import type { Steps } from '../../util/steps.js';
import { PageProgress, defaultPageSize } from '../../meta/list-pager.js';
import { checkNames } from './list-checks.js';
import type { ReflectorStatus } from './reflector-status.js';

/** Which uid decides to which shard an object belongs: its own, or that of its controller owner. */
export type ShardBy = 'uid' | 'controllerRef';

/** The part of a resource's objects that an informer holds. */
export interface ShardOptions {
  /** The hashes of the uids whose objects the informer holds. */
  readonly ranges: HashRanges;
  /**
   * `uid`: the object's own uid. `controllerRef`: the uid of its controller owner, so that a shard holds the children of its
   * objects; an object without controller is in no shard. The server can select only by `uid`; by `controllerRef`, every
   * replica receives all objects and keeps its own. Default: `uid`.
   */
  readonly by?: ShardBy | undefined;
}

/** A shard with its defaults filled in. */
export interface ShardSettings {
  readonly ranges: HashRanges;
  readonly by: ShardBy;
}

const shardNames: OptionNames<ShardOptions> = { ranges: requireRanges, by: oneOf('uid', 'controllerRef') };

/** Checks that a value is HashRanges or ShardOptions. */
export function requireShard(what: string, given: unknown): void {
  if (given instanceof HashRanges) return;
  requireKnownOptions(what, given, shardNames);
  requireRanges(`ranges of ${what}`, (given as Partial<ShardOptions>).ranges);
}

/** Returns the shard of an option: ranges, or ranges with `by`. */
export function shardSettings(given: HashRanges | ShardOptions): ShardSettings {
  return given instanceof HashRanges
    ? { ranges: given, by: 'uid' }
    : { ranges: given.ranges, by: given.by ?? 'uid' };
}

/** Throws ConfigError `ERR_OPTION` for anything except HashRanges. */
export function requireRanges(what: string, ranges: unknown): void {
  if (!(ranges instanceof HashRanges)) refuse(what, 'HashRanges', ranges);
}

/**
 * Returns the uid that decides the object's shard: "" without a uid, as on the server; undefined if the object belongs to no
 * shard.
 */
export function shardUid(by: ShardBy, object: KubernetesObject): string | undefined {
  // Objects of the wire are not checked before.
  const metadata = object.metadata as
    { readonly uid?: unknown; readonly ownerReferences?: unknown } | undefined;
  if (by === 'uid') return typeof metadata?.uid === 'string' ? metadata.uid : '';
  const owners: unknown = metadata?.ownerReferences;
  if (!Array.isArray(owners)) return undefined;
  for (const owner of owners as readonly unknown[]) {
    if (typeof owner !== 'object' || owner === null || !('controller' in owner) || owner.controller !== true)
      continue;
    return 'uid' in owner && typeof owner.uid === 'string' ? owner.uid : '';
  }
  return undefined;
}

/**
 * Returns a transform that throws if it changes the uid that decides the shard: an object of a lost range could not be
 * recognized by what is stored of it.
 */
export function keepingShard<T extends KubernetesObject>(
  by: ShardBy,
  transformer: IntakeFunc<T> | undefined,
): IntakeFunc<T> | undefined {
  if (transformer === undefined) return undefined;
  return (object) => {
    const uid = shardUid(by, object);
    const transformed = transformer(object);
    if (transformed === notKept || shardUid(by, transformed) === uid) return transformed;
    throw new ConfigError(
      'ERR_OPTION',
      `the transform of an informer with a shard must keep ${by === 'uid' ? 'metadata.uid' : 'metadata.ownerReferences'}, by which objects are divided`,
    );
  };
}

/** Waiting items above which the deletions of lost ranges yield, so that they can be popped (client-go's batch size). */
const queuedHighWater = 1000;

/** Status codes of a server or proxy that refuses a selector which it does not know, or which makes the URL too long. */
const refusals: readonly number[] = [400, 414, 431];

/** Options of a `ShardedListerWatcher`. */
export interface ShardedListerWatcherOptions<T> {
  readonly keyFunc: KeyFunc<T>;
  /** What the consumer of the queue has stored of this source. */
  readonly known: KnownObjects<T>;
  /** Called when the store may have become complete, and when the source is closed. */
  readonly onProgress: () => void;
}

/**
 * Lists and watches one shard of the objects of a source, and lets the shard change while a Reflector uses it.
 *
 * Sends `shardSelector` with every list and watch that is divided by uid. A server that does not support it ignores it, so
 * the Reflector keeps only objects that `selects` accepts, whatever the server sends.
 */
export class ShardedListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly by: ShardBy;
  readonly #source: ListerWatcher<T>;
  readonly #options: ShardedListerWatcherOptions<T>;
  #queue: Queue<T> | undefined;
  #ranges: HashRanges;
  /** The ranges of which the queue has received everything. */
  #complete: HashRanges = HashRanges.none;
  /** Whether the queue has also received the deletions of lost ranges. */
  #isQueued = false;
  #isComplete = false;
  #closed = false;
  #selectorRefused = false;
  #onChange: (() => void) | undefined;

  constructor(source: ListerWatcher<T>, shard: ShardSettings, options: ShardedListerWatcherOptions<T>) {
    this.by = shard.by;
    this.#source = source;
    this.#options = options;
    this.#ranges = shard.ranges;
  }

  get watchListUnsupported(): boolean {
    return this.#source.watchListUnsupported === true;
  }

  async pagesFromCache(call?: CallOptions): Promise<boolean> {
    return (await this.#source.pagesFromCache?.(call)) ?? false;
  }

  list(options: ListOptions, call?: SourceCallOptions): Promise<KubernetesList<T>> {
    return this.#request(options, (sent) => this.#source.list(sent, call));
  }

  watch(options: ListOptions, call?: SourceCallOptions): Promise<WatchStream<T>> {
    return this.#request(options, (sent) => this.#source.watch(sent, call));
  }

  async #request<R>(options: ListOptions, send: (options: ListOptions) => Promise<R>): Promise<R> {
    const { shardSelector = this.#selector, ...plain } = options;
    if (shardSelector === undefined || this.#selectorRefused) return send(plain);
    try {
      return await send({ ...plain, shardSelector });
    } catch (thrown) {
      if (!(thrown instanceof StatusError) || !refusals.includes(thrown.statusCode)) throw thrown;
      const answer = await send(plain);
      this.#selectorRefused = true;
      return answer;
    }
  }

  get #selector(): string | undefined {
    return this.by === 'uid' && !this.#ranges.isEverything ? this.#ranges.selector() : undefined;
  }

  // --- the shard ----------------------------------------------------------------------------------------------------

  get ranges(): HashRanges {
    return this.#ranges;
  }

  /** The ranges that the queue does not have completely. */
  get gained(): HashRanges {
    return this.#ranges.minus(this.#complete);
  }

  /** True if nothing of the shard is complete, so that the next round has to list all of it. */
  get isNew(): boolean {
    return this.#complete.isEmpty;
  }

  /** True if the store has all objects of the shard, and no others. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** True once the Reflector has ended. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** True for an object of the shard, and for anything that is not an object, which others report. */
  selects(object: T): boolean {
    const given: { readonly metadata?: unknown } | null | undefined = object;
    if (typeof given?.metadata !== 'object' || given.metadata === null) return true;
    const uid = shardUid(this.by, object);
    return uid !== undefined && this.#ranges.has(uid);
  }

  /** Changes the shard and interrupts the Reflector, which then calls `leave` and lists `gained`. */
  set(ranges: HashRanges): void {
    this.#ranges = ranges;
    this.#isQueued = false;
    this.#isComplete = false;
    this.#complete = this.#complete.minus(this.#complete.minus(ranges));
    this.#onChange?.();
  }

  /** Sets the one listener that `set` calls; undefined removes it. */
  onChange(listener: (() => void) | undefined): void {
    this.#onChange = listener;
  }

  // --- the queue ----------------------------------------------------------------------------------------------------

  /** Sets the queue that the Reflector fills. */
  attach(queue: Queue<T>): void {
    this.#queue = queue;
  }

  /** Number of items that the store does not show yet. */
  get queued(): number {
    return this.#queue?.length ?? 0;
  }

  /** True once the queue has received a first list, which has been stored. */
  get hasSynced(): boolean {
    return this.#queue?.hasSynced === true;
  }

  /** Queues deletions, with `leftScope`, of the stored objects outside the shard. Nothing may be queued for the store. */
  *leave(): Generator<unknown, void, void> {
    const queue = this.#queue;
    // Before the first list is complete, a write would count as the first list; the next list deletes what is left.
    if (queue?.hasSynced !== true) return;
    const { known } = this.#options;
    const steps = stepsOverEach(known.listKeys(), objectsPerStep, (key) => {
      const object = known.getByKey(key);
      // Only read, as by any reader of the store.
      if (object === undefined || this.selects(object as T)) return;
      queue.delete(new DeletedFinalStateUnknown<T>(key, object, true));
    });
    while (steps.next().done !== true) yield queue.length > queuedHighWater ? endSlice : undefined;
  }

  /** Queues objects of ranges that the shard has gained. Reports the error of each that the queue refuses. */
  *enter(objects: readonly T[], report: (error: Error) => void): Generator<unknown, void, void> {
    const queue = this.#queue;
    if (queue === undefined) return;
    const steps = stepsOverEach(objects, objectsPerStep, (object) => {
      try {
        queue.add(object);
      } catch (thrown) {
        report(asError(thrown));
      }
    });
    while (steps.next().done !== true) yield queue.length > queuedHighWater ? endSlice : undefined;
  }

  /** Records that the queue has received all objects of the shard, and the deletions of others. */
  completed(): void {
    this.#complete = this.#ranges;
    this.#isQueued = true;
    this.drained();
  }

  /** Called when the queue is empty. */
  drained(): void {
    if (this.#isComplete || this.queued > 0 || !this.#isQueued) return;
    this.#isComplete = true;
    this.#options.onProgress();
  }

  /** Called when the Reflector has ended. */
  close(): void {
    this.#closed = true;
    this.#options.onProgress();
  }

  /** Returns a sink that passes on the events of the shard, and deletes what an event shows to be in another. */
  sink(queue: WatchSink<T>): WatchSink<T> {
    const { transformer } = this.#queue ?? {};
    const { keyFunc } = this.#options;
    return new ShardSink<T>(this, queue, (object, deleted) => {
      const given = keyOf(keyFunc, object);
      // An object that cannot be transformed was not stored either, so its error is of no use here.
      const transformed = transformDeleted(transformer, object, given, () => undefined);
      const key = keyOfTransformed(keyFunc, transformer, transformed, given);
      // Another uid: the object of that name was deleted. Another controller: the object still exists.
      const leftScope = this.by === 'controllerRef' && !deleted;
      // The queue knows whether it, or the store, has the key, and completes the object.
      queue.delete(new DeletedFinalStateUnknown<T>(key, undefined, leftScope) as unknown as T);
    });
  }

  /** Returns a sink of the initial events of a watch-list. */
  initialSink(objects: WatchSink<T>): WatchSink<T> {
    return new ShardSink<T>(this, objects, (object) => objects.delete(object));
  }
}

class ShardSink<T extends KubernetesObject> implements WatchSink<T> {
  readonly #shard: ShardedListerWatcher<T>;
  readonly #sink: WatchSink<T>;
  readonly #drop: (object: T, deleted: boolean) => void;

  constructor(
    shard: ShardedListerWatcher<T>,
    sink: WatchSink<T>,
    drop: (object: T, deleted: boolean) => void,
  ) {
    this.#shard = shard;
    this.#sink = sink;
    this.#drop = drop;
  }

  add(object: T): void {
    if (this.#shard.selects(object)) this.#sink.add(object);
    else this.#drop(object, false);
  }

  update(object: T): void {
    if (this.#shard.selects(object)) this.#sink.update(object);
    else this.#drop(object, false);
  }

  delete(object: T): void {
    if (this.#shard.selects(object)) this.#sink.delete(object);
    else this.#drop(object, true);
  }

  bookmark(resourceVersion: string): void {
    this.#sink.bookmark?.(resourceVersion);
  }

  get length(): number {
    return this.#sink.length ?? 0;
  }
}

/** What a Reflector provides for a change of its shard, between two rounds. */
export interface ShardChange<T extends KubernetesObject> {
  readonly name: string;
  readonly clock: Clock;
  /** The resourceVersion from which a watch can continue; undefined if the next round has to list. */
  readonly resumeFrom: string | undefined;
  /** Aborts when the shard changes again, and when the Reflector stops. */
  readonly signal: AbortSignal;
  readonly page: (options: ListOptions) => Promise<KubernetesList<T>>;
  /** Keeps the objects of the shard. */
  readonly select: (page: KubernetesList<T>) => Promise<KubernetesList<T>>;
  /** Replaces the content of the queue by nothing. */
  readonly clear: () => Promise<void>;
  readonly status: Pick<ReflectorStatus, 'enter' | 'nothingToWatch'>;
  readonly report: (error: Error) => void;
}

/**
 * Brings a queue from the previous shard to the current one; returns how to begin the next round.
 *
 * Objects of lost ranges are deleted. If the server divides the objects, the gained ranges are listed as they were at the
 * resourceVersion that the watch had reached: the next watch continues from there for the whole shard, and nothing goes back
 * in time. Otherwise the next round begins with a list of everything. Returns undefined when the signal has aborted; a shard
 * without objects waits for that, without any request.
 */
export async function changeShard<T extends KubernetesObject>(
  shard: ShardedListerWatcher<T>,
  change: ShardChange<T>,
): Promise<'begin' | 'resume' | undefined> {
  const { signal, resumeFrom } = change;
  await untilStored(shard, signal);
  await inSlices(shard.leave(), change);
  await untilStored(shard, signal);
  if (signal.aborted) return undefined;
  if (shard.ranges.isEmpty) {
    if (!shard.hasSynced) await change.clear();
    if (signal.aborted) return undefined;
    shard.completed();
    change.status.nothingToWatch();
    await untilAborted(signal);
    return undefined;
  }
  if (shard.isNew || resumeFrom === undefined) return 'begin';
  const { gained } = shard;
  const isListed = gained.isEmpty || (await listGained(shard, gained, resumeFrom, change));
  if (signal.aborted) return undefined;
  if (!isListed) return 'begin';
  shard.completed();
  return 'resume';
}

/** Returns false if only a list of everything can bring the gained ranges, or the signal has aborted. */
async function listGained<T extends KubernetesObject>(
  shard: ShardedListerWatcher<T>,
  gained: HashRanges,
  resourceVersion: string,
  change: ShardChange<T>,
): Promise<boolean> {
  const { name, signal, status, report } = change;
  // The server divides by uid only.
  if (shard.by !== 'uid') return false;
  status.enter('listing');
  try {
    let items: readonly T[] | undefined = await listShard(gained.selector(), resourceVersion, change);
    if (items === undefined) return false;
    const leaveOut = (rest: readonly T[], error: Error): void => {
      items = rest;
      report(error);
    };
    await inSlices(checkNames(name, items, leaveOut), change);
    if (signal.aborted) return false;
    await inSlices(shard.enter(items, report), change);
    return true;
  } catch (thrown) {
    // 410: the server no longer has that state. After any other failure the next round lists, and backs off if that fails.
    if (!signal.aborted && !isExpired(thrown)) report(asError(thrown));
    return false;
  }
}

/**
 * Lists a shard as it was at a resourceVersion. Returns undefined after the first page of a server that does not answer with
 * the shard or with that state: an old server ignores what it does not know.
 */
async function listShard<T extends KubernetesObject>(
  shardSelector: string,
  resourceVersion: string,
  { page, select, signal }: ShardChange<T>,
): Promise<T[] | undefined> {
  const progress = new PageProgress();
  const items: T[] = [];
  const first: ListOptions = { shardSelector, limit: defaultPageSize };
  let request: ListOptions = { ...first, resourceVersion, resourceVersionMatch: 'Exact' };
  while (!signal.aborted) {
    const listed = await page(request);
    const { shardInfo, resourceVersion: reached, continue: next = '' } = listed.metadata;
    if (shardInfo?.selector !== shardSelector || reached !== resourceVersion) return undefined;
    for (const item of (await select(listed)).items) items.push(item);
    if (next === '') return items;
    progress.next(listed, next);
    request = { ...first, continue: next };
  }
  return undefined;
}

/**
 * Resolves when the store shows everything in the queue, or the signal has aborted. The Reflector queues nothing
 * meanwhile.
 */
async function untilStored<T extends KubernetesObject>(
  shard: ShardedListerWatcher<T>,
  signal: AbortSignal,
): Promise<void> {
  while (shard.queued > 0 && !signal.aborted) await yieldToEventLoop();
}

async function inSlices(
  steps: Steps,
  options: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  await runSteps(steps, options);
}
