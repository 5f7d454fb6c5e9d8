import { isExpired } from '../../meta/errors.js';
import type { HashRanges } from '../../meta/hash-ranges.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { Clock } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import { untilAborted } from '../../util/signal.js';
import { runSteps } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { yieldToEventLoop } from '../../util/time-slice.js';
import { checkNames } from './list-items.js';
import { PageProgress } from './page-progress.js';
import { defaultPageSize } from './pager.js';
import type { ReflectorStatus } from './reflector-status.js';
import type { ShardedListerWatcher } from './sharded-lister-watcher.js';

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
