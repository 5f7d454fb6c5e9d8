import type { Fence } from '../leaderelection/fence.js';
import type { KubernetesObject, OwnerReference } from '../meta/types.js';
import { both, noSlots, union } from '../sharding/slots.js';
import type { Slots } from '../sharding/slots.js';
import type { ShardRun } from '../sharding/shard-runs.js';
import type { Sharding } from '../sharding/sharding.js';
import { ConfigError, asError, textOf } from '../util/errors.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { linkSignal } from '../util/signal.js';
import type { CacheView } from './cache-view.js';
import type { Replica } from './key-state.js';
import type { SourceOptions } from './options.js';

/** The parts of a controller that the division of its keys needs. */
export interface KeyShardsParts {
  readonly sharding: Sharding;
  /** The cache of `for`; undefined if keys stand for no objects. */
  readonly own: () => CacheView | undefined;
  readonly views: () => Iterable<CacheView>;
  /** Called after each change: keys that were set aside may run, or belong to another replica. */
  readonly onChange: () => void;
  /** Runs all keys of these slots. */
  readonly onGained: (isGained: (key: string) => boolean) => void;
  /** True for a key that waits or runs. */
  readonly hasWork: (key: string) => boolean;
  /** Called for a failure of `shardBy`, with the number of those so far, and for objects that cannot be divided. */
  readonly report: (error: Error, key: string, failures?: number) => void;
}

/** Causes of failures that are counted apart. */
const maxCauses = 20;

/** Which keys of one controller this replica runs. */
export class KeyShards {
  readonly #parts: KeyShardsParts;
  readonly #remembered: RememberedSlots;
  /** Slots whose objects the caches hold. */
  #cached: Slots = noSlots;
  /** Slots that were taken, and whose keys were not added since. */
  #gained: Slots = noSlots;
  #undo: (() => void) | undefined;
  #hasReportedUid = false;
  /** Failures of `shardBy` by their cause. */
  readonly #failures = new Map<string, { count: number; reportAt: number }>();

  constructor(parts: KeyShardsParts) {
    this.#parts = parts;
    this.#remembered = new RememberedSlots(parts.hasWork);
  }

  /** Follows the slots of this replica, until `stop`. */
  start(): void {
    if (this.#undo !== undefined) return;
    this.#undo = this.#parts.sharding.onChange((gained) => this.#changed(gained));
    this.#changed(this.#parts.sharding.keptSlots);
  }

  stop(): void {
    this.#undo?.();
    this.#undo = undefined;
    this.#remembered.clear();
  }

  /** Returns where a key may run. */
  replicaOf(key: string): Replica {
    const slot = this.#slotOf(key);
    const { sharding } = this.#parts;
    if (slot === undefined) return 'unknown';
    if (sharding.isDecided && !sharding.isWanted(slot)) return 'other';
    return this.#cached.has(slot) && sharding.isOwned(slot) ? 'here' : 'handover';
  }

  /** False before it is known which keys belong to this replica. */
  get isDecided(): boolean {
    return this.#parts.sharding.isDecided;
  }

  /** Starts the run of a key that `replicaOf` has `here`, under another fence as well; undefined if the term is over by now. */
  enter(key: string, fence: Fence | undefined, abort: (reason: Error) => void): ShardRun | undefined {
    const slot = this.#slotOf(key);
    const shard = slot === undefined ? undefined : this.#parts.sharding.enter(slot, abort);
    return shard === undefined || fence === undefined ? shard : withFence(shard, fence);
  }

  /** Remembers the slot of an object that may no longer be in the cache. */
  remember(key: string, object: DeepReadonly<KubernetesObject>): void {
    const slot = this.#guard(key, () => this.#parts.sharding.slotOf(object));
    if (slot !== undefined) this.#remembered.set(key, slot);
  }

  /** Remembers that this replica held an object that was deleted. */
  deleted(key: string, object: DeepReadonly<KubernetesObject>): void {
    const slot = this.#guard(key, () => this.#parts.sharding.slotOf(object));
    if (slot !== undefined && this.#parts.sharding.isWanted(slot))
      this.#remembered.deleted(key, object, slot);
  }

  /**
   * Remembers the slots of an object's owners, which may have been deleted before it.
   *
   * Anyone who may create an object can write a false uid into its owner references. A cache with a shard cannot show that
   * the owner lives elsewhere, so there a uid counts only if this replica has held the owner.
   */
  rememberOwner(key: string, { metadata }: DeepReadonly<KubernetesObject>): void {
    const references: unknown = metadata?.ownerReferences;
    if (!Array.isArray(references)) return;
    const name = key.slice(key.indexOf('/') + 1);
    for (const reference of references as readonly (Partial<OwnerReference> | null)[]) {
      if (reference?.name !== name || typeof reference.uid !== 'string') continue;
      const isSharded = this.#parts.own()?.informer.shard !== undefined;
      const slot =
        this.#remembered.slotOfDeleted(key, reference.uid) ??
        (isSharded ? undefined : this.#parts.sharding.slotOfUid(reference.uid));
      if (slot !== undefined) this.#remembered.set(key, slot);
    }
  }

  /** Forgets a key without work. */
  forget(key: string): void {
    this.#remembered.delete(key);
  }

  #slotOf(key: string): number | undefined {
    const { sharding, own } = this.#parts;
    const view = own();
    if (view === undefined) return sharding.slotOfKey(key);
    return this.#guard(key, () => {
      const object = view.get(key);
      if (object === undefined) return this.#remembered.get(key);
      const slot = sharding.slotOf(object);
      if (slot === undefined) this.#reportUid(key, view);
      return slot;
    });
  }

  /** Without it, the controller would run nothing and not say why. */
  #reportUid(key: string, { informer }: CacheView): void {
    if (this.#hasReportedUid) return;
    this.#hasReportedUid = true;
    const { name } = this.#parts.sharding;
    this.#parts.report(
      new ConfigError(
        'ERR_OPTION',
        `${key} in ${informer.name} has no metadata.uid, by which sharding ${name} divides objects, so no replica runs it: a transform must keep the uid, or set shardBy; further objects are not reported`,
      ),
      key,
    );
  }

  #guard(key: string, slot: () => number | undefined): number | undefined {
    try {
      return slot();
    } catch (thrown) {
      this.#failed(key, asError(thrown));
      return undefined;
    }
  }

  /** Reports the 1st, 10th, 100th … failure of a cause: `shardBy` is called with each event. */
  #failed(key: string, error: Error): void {
    const given = textOf(error);
    const cause = this.#failures.has(given) || this.#failures.size < maxCauses ? given : '';
    const failures = this.#failures.get(cause) ?? { count: 0, reportAt: 1 };
    this.#failures.set(cause, failures);
    if (++failures.count < failures.reportAt) return;
    failures.reportAt *= 10;
    this.#parts.report(error, key, failures.count);
  }

  #changed(gained: Slots): void {
    const { sharding } = this.#parts;
    const kept = sharding.keptSlots;
    // Those that are new follow when the informers have listed them.
    this.#cached = both(this.#cached, kept);
    this.#gained = both(union(this.#gained, gained), kept);
    const synced: Promise<void>[] = [];
    for (const { informer } of this.#parts.views()) {
      if (informer.shard === undefined || informer.isStopped || !sharding.isByUid) continue;
      const shard = informer.setShard(sharding.ranges);
      if (!shard.hasSynced) synced.push(shard.synced);
    }
    if (synced.length === 0) {
      this.#ready(kept);
      return;
    }
    Promise.all(synced).then(
      () => {
        if (sharding.keptSlots === kept) this.#ready(kept);
      },
      // Changed again, or stopped.
      () => undefined,
    );
  }

  #ready(cached: Slots): void {
    this.#cached = cached;
    const gained = this.#gained;
    this.#gained = noSlots;
    this.#parts.onChange();
    if (gained.size === 0) return;
    this.#parts.onGained((key) => {
      const slot = this.#slotOf(key);
      return slot !== undefined && gained.has(slot);
    });
  }
}

/**
 * Checks that an informer's shard, which follows the slots of this replica, holds all objects whose events this replica needs.
 *
 * Throws ConfigError `ERR_OPTION`.
 */
export function requireShardOfSource(
  controller: string,
  sharding: Sharding | undefined,
  { role, everyOwner }: Pick<SourceOptions, 'role' | 'everyOwner'>,
  { informer }: CacheView,
): void {
  const { shard } = informer;
  if (sharding === undefined || shard === undefined) return;
  const what = `shard of ${informer.name}, ${role} of controller ${controller}`;
  const by = role === 'for' ? 'uid' : 'controllerRef';
  if (!sharding.isByUid)
    throw new ConfigError('ERR_OPTION', `${what}: with shardBy, the informer must hold all objects`);
  if (role === 'watches' || everyOwner)
    throw new ConfigError(
      'ERR_OPTION',
      `${what}: its events may concern objects of any replica, so the informer must hold all objects`,
    );
  if (shard.by !== by)
    throw new ConfigError(
      'ERR_OPTION',
      `${what}: must be by ${by}, by which keys are divided, got ${shard.by}`,
    );
}

/** Returns a run whose writes need both fences. */
function withFence(shard: ShardRun, fence: Fence): ShardRun {
  const link = linkSignal(fence.signal, shard.signal);
  return {
    signal: link.signal,
    assertValid() {
      fence.assertValid();
      shard.assertValid();
    },
    unanswered() {
      fence.unanswered?.();
      shard.unanswered();
    },
    end() {
      link.dispose();
      shard.end();
    },
  };
}

/** Number of deleted objects whose uids are remembered, about 2 MB: those of the last minutes of a large cluster. */
const maxDeleted = 10_000;

/** Number of keys below which none is looked for that has no work. */
const fewKeys = 1000;

/**
 * The slots of keys whose objects are not in the cache, such as those that were deleted.
 *
 * Holds the keys that have work and at most as many others (at least 1000), and the uids of 10,000 deleted objects.
 */
export class RememberedSlots {
  readonly #hasWork: (key: string) => boolean;
  readonly #slots = new Map<string, number>();
  /** The objects of this replica that were deleted last, in the order of their deletion. */
  readonly #deleted = new Map<string, { readonly uid: string; readonly slot: number }>();
  /** Number of keys from which on those without work are forgotten. */
  #sweepAt = fewKeys;

  /** `hasWork` returns true for a key that waits or runs. */
  constructor(hasWork: (key: string) => boolean) {
    this.#hasWork = hasWork;
  }

  get(key: string): number | undefined {
    return this.#slots.get(key);
  }

  /** Number of keys and of deleted objects. */
  get size(): number {
    return this.#slots.size + this.#deleted.size;
  }

  set(key: string, slot: number): void {
    if (this.#slots.size >= this.#sweepAt && !this.#slots.has(key)) this.#sweep();
    this.#slots.set(key, slot);
  }

  delete(key: string): void {
    this.#slots.delete(key);
  }

  /** Remembers that this replica held the object, for events of objects that it owned. */
  deleted(key: string, { metadata }: DeepReadonly<KubernetesObject>, slot: number): void {
    if (typeof metadata?.uid !== 'string') return;
    this.#deleted.delete(key);
    this.#deleted.set(key, { uid: metadata.uid, slot });
    if (this.#deleted.size <= maxDeleted) return;
    for (const oldest of this.#deleted.keys()) {
      this.#deleted.delete(oldest);
      break;
    }
  }

  /** Returns the slot of a deleted object that this replica held under the key; undefined for another uid. */
  slotOfDeleted(key: string, uid: string): number | undefined {
    const found = this.#deleted.get(key);
    return found?.uid === uid ? found.slot : undefined;
  }

  clear(): void {
    this.#slots.clear();
    this.#deleted.clear();
  }

  #sweep(): void {
    for (const key of this.#slots.keys()) if (!this.#hasWork(key)) this.#slots.delete(key);
    this.#sweepAt = Math.max(fewKeys, this.#slots.size * 2);
  }
}
