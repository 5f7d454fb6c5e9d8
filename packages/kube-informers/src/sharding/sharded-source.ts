import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import { ConfigError, asError } from '../util/errors.js';
import { notKept } from '../cache/types.js';
import type { IntakeFunc, KeyFunc, ListerWatcher, Queue, ReflectorStore } from '../cache/types.js';
import type { CallOptions, SourceOptions } from '../meta/calls.js';
import { StatusError, isExpired } from '../meta/errors.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { WatchStream } from '../meta/watch.js';
import { endSlice, objectsPerStep, runSteps, stepsOverEach, yieldToEventLoop } from '../util/steps.js';
import { keyOf } from '../cache/key-of.js';
import { keyOfTransformed, transformDeleted } from '../cache/queues/queue-options.js';
import type { KnownObjects } from '../cache/queues/queue-options.js';
import { replaceInSteps } from '../cache/sliced-replace.js';
import { takenBy } from '../cache/transform.js';
import type { ReflectorRounds } from '../cache/reflector/divided-source.js';
import type { InformerShard, ShardBy, ShardedSource } from '../cache/informer/informer-shard.js';
import { linkSignal, untilAborted } from '../util/signal.js';
import type { Steps } from '../util/steps.js';
import { PageProgress, defaultPageSize } from '../meta/list-pager.js';
import { checkNames } from '../cache/reflector/list-session.js';

/**
 * Returns the uid that decides the object's shard: "" without a uid, as on the server; undefined if the object belongs to no
 * shard.
 */
export function shardUid(by: ShardBy, object: KubernetesObject): string | undefined {
  // Objects of the wire are not checked before.
  const metadata = object.metadata as
    | { readonly uid?: unknown; readonly ownerReferences?: unknown }
    | undefined;
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
 * the store of the Reflector keeps only objects that `selects` accepts, whatever the server sends.
 */
export class ShardedListerWatcher<T extends KubernetesObject> implements ShardedSource<T> {
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

  constructor(
    source: ListerWatcher<T>,
    shard: Pick<InformerShard, 'ranges' | 'by'>,
    options: ShardedListerWatcherOptions<T>,
  ) {
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

  list(options: SourceOptions): Promise<KubernetesList<T>> {
    return this.#request(options, (sent) => this.#source.list(sent));
  }

  watch(options: SourceOptions): Promise<WatchStream<T>> {
    return this.#request(options, (sent) => this.#source.watch(sent));
  }

  async #request<R>(options: SourceOptions, send: (options: SourceOptions) => Promise<R>): Promise<R> {
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

  /** Interrupts the rounds whenever the shard changes, and begins again once the queue has the difference. */
  async drive(rounds: ReflectorRounds<T>, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const link = linkSignal(signal);
        this.#onChange = () => link.abort(new Error('the shard has changed'));
        rounds.status.enter('waiting');
        try {
          const first = await changeShard(this, rounds, link.signal);
          if (first !== undefined) await rounds.run(first, link.signal);
        } finally {
          this.#onChange = undefined;
          link.dispose();
        }
      }
    } finally {
      this.#closed = true;
      this.#options.onProgress();
    }
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

  /** Queues an empty list, so that an empty shard counts as synced. */
  *clear(): Generator<unknown, void, void> {
    const queue = this.#queue;
    if (queue === undefined || queue.hasSynced) return;
    const steps = replaceInSteps(queue, [], '');
    while (steps.next().done !== true) yield;
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

  /** A transform must not change the uid that decides: an object of a lost range could not be recognized by what is stored of it. */
  transformer(transformer: IntakeFunc<T> | undefined): IntakeFunc<T> | undefined {
    if (transformer === undefined) return undefined;
    const { by } = this;
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

  storeOf(store: ReflectorStore<T>): ReflectorStore<T> {
    return new ShardStore<T>(this, store, this.#options.keyFunc);
  }
}

/** Passes on the objects of the shard, and deletes what an event shows to be in another. */
class ShardStore<T extends KubernetesObject> implements ReflectorStore<T> {
  readonly #shard: ShardedListerWatcher<T>;
  readonly #store: ReflectorStore<T> & { readonly length?: number };
  readonly #keyFunc: KeyFunc<T>;
  readonly #take: ((object: T) => T | undefined) | undefined;

  constructor(shard: ShardedListerWatcher<T>, store: ReflectorStore<T>, keyFunc: KeyFunc<T>) {
    this.#shard = shard;
    this.#store = store;
    this.#keyFunc = keyFunc;
    this.#take = takenBy(store);
  }

  selects(object: T): boolean {
    return this.#shard.selects(object);
  }

  take(object: T): T | undefined {
    if (!this.#shard.selects(object)) return undefined;
    return this.#take === undefined ? object : this.#take(object);
  }

  get transformer(): IntakeFunc<T> | undefined {
    return this.#store.transformer;
  }

  add(object: T): void {
    if (this.#shard.selects(object)) this.#store.add(object);
    else this.#drop(object, false);
  }

  update(object: T): void {
    if (this.#shard.selects(object)) this.#store.update(object);
    else this.#drop(object, false);
  }

  delete(object: T): void {
    if (this.#shard.selects(object)) this.#store.delete(object);
    else this.#drop(object, true);
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    this.#store.replace(objects, resourceVersion);
  }

  replaceInSteps(objects: readonly T[], resourceVersion: string): Steps {
    return replaceInSteps(this.#store, objects, resourceVersion);
  }

  resync(): void {
    this.#store.resync();
  }

  updateResourceVersion(resourceVersion: string): void {
    this.#store.updateResourceVersion?.(resourceVersion);
  }

  bookmark(resourceVersion: string): void {
    this.#store.bookmark?.(resourceVersion);
  }

  get length(): number {
    return this.#store.length ?? 0;
  }

  #drop(object: T, deleted: boolean): void {
    const { transformer } = this.#store;
    const given = keyOf(this.#keyFunc, object);
    // An object that cannot be transformed was not stored either, so its error is of no use here.
    const transformed = transformDeleted(transformer, object, given, () => undefined);
    const key = keyOfTransformed(this.#keyFunc, transformer, transformed, given);
    // Another uid: the object of that name was deleted. Another controller: the object still exists.
    const leftScope = this.#shard.by === 'controllerRef' && !deleted;
    // The queue knows whether it, or the store, has the key, and completes the object.
    this.#store.delete(new DeletedFinalStateUnknown<T>(key, undefined, leftScope) as unknown as T);
  }
}

/**
 * Brings a queue from the previous shard to the current one; returns how to begin the next round.
 *
 * Objects of lost ranges are deleted. If the server divides the objects, the gained ranges are listed as they were at the
 * resourceVersion that the watch had reached: the next watch continues from there for the whole shard, and nothing goes back
 * in time. Otherwise the next round begins with a list of everything. Returns undefined when the signal has aborted; a shard
 * without objects waits for that, without any request.
 */
async function changeShard<T extends KubernetesObject>(
  shard: ShardedListerWatcher<T>,
  rounds: ReflectorRounds<T>,
  signal: AbortSignal,
): Promise<'begin' | 'resume' | undefined> {
  const { clock, resumeFrom } = rounds;
  await untilStored(shard, signal);
  await inSlices(shard.leave(), { clock, signal });
  await untilStored(shard, signal);
  if (signal.aborted) return undefined;
  if (shard.ranges.isEmpty) {
    await inSlices(shard.clear(), { clock, signal });
    if (signal.aborted) return undefined;
    shard.completed();
    rounds.status.nothingToWatch();
    await untilAborted(signal);
    return undefined;
  }
  if (shard.isNew || resumeFrom === undefined) return 'begin';
  const { gained } = shard;
  const isListed = gained.isEmpty || (await listGained(shard, gained, resumeFrom, rounds, signal));
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
  { name, clock, status, pages, report }: ReflectorRounds<T>,
  signal: AbortSignal,
): Promise<boolean> {
  // The server divides by uid only.
  if (shard.by !== 'uid') return false;
  status.enter('listing');
  const selector = gained.selector();
  try {
    const items: T[] = [];
    for await (const page of pagesOfShard(selector, resourceVersion, pages(signal))) {
      // After the first page of a server that does not answer with the shard or with that state: an old one ignores what it does not know.
      if (page === undefined) return false;
      const keep = (item: T): void => void (shard.selects(item) && items.push(item));
      await inSlices(stepsOverEach(page, objectsPerStep, keep), { clock, signal });
      if (signal.aborted) return false;
    }
    let named: readonly T[] = items;
    const leaveOut = (rest: readonly T[], error: Error): void => {
      named = rest;
      report(error);
    };
    await inSlices(checkNames(name, items, leaveOut), { clock, signal });
    if (signal.aborted) return false;
    await inSlices(shard.enter(named, report), { clock, signal });
    return true;
  } catch (thrown) {
    // 410: the server no longer has that state. After any other failure the next round lists, and backs off if that fails.
    if (!signal.aborted && !isExpired(thrown)) report(asError(thrown));
    return false;
  }
}

/** Lists a shard as it was at a resourceVersion. Ends with undefined if the server answers with anything else. */
async function* pagesOfShard<T>(
  shardSelector: string,
  resourceVersion: string,
  page: (options: ListOptions) => Promise<KubernetesList<T>>,
): AsyncGenerator<readonly T[] | undefined> {
  const progress = new PageProgress();
  const first: ListOptions = { shardSelector, limit: defaultPageSize };
  let request: ListOptions = { ...first, resourceVersion, resourceVersionMatch: 'Exact' };
  for (;;) {
    const listed = await page(request);
    const { shardInfo, resourceVersion: reached, continue: next = '' } = listed.metadata;
    if (shardInfo?.selector !== shardSelector || reached !== resourceVersion) return yield undefined;
    yield listed.items;
    if (next === '') return;
    progress.next(listed, next);
    request = { ...first, continue: next };
  }
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

async function inSlices(steps: Steps, options: Parameters<typeof runSteps>[1]): Promise<void> {
  await runSteps(steps, options);
}
