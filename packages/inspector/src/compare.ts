import {
  type Clock,
  compareResourceVersion,
  type KubernetesObject,
  type SharedIndexInformer,
} from 'kube-informers';
import { defaultKeyFunc, isResourceVersion, keyOf, resourceVersionOf } from 'kube-informers/internal';
import type { ComparisonModel, DifferenceModel } from './model.js';
import { forEachInSlices } from './slices.js';

/** Differences that are listed; all are counted. */
export const listedDifferences = 200;
/** How long a cache that is behind gets to reach the list, ms. */
export const catchUpMs = 3000;
const lookEveryMs = 100;

/** A page of the server's list. */
export interface ListedPage {
  readonly items: readonly KubernetesObject[];
  readonly resourceVersion: string;
}

/** How the server's objects of an informer are listed. */
export interface ServerList {
  /** True if only metadata is sent. */
  readonly metadataOnly: boolean;
  readonly pages: () => AsyncIterable<ListedPage>;
}

interface ServerObject {
  readonly resourceVersion: string;
  readonly changedMs: number | undefined;
}

/**
 * Compares an informer's cache with one list of the server; changes nothing.
 *
 * A cache that is behind the list gets `catchUpMs` to reach it. Objects that the informer changed since the list was
 * requested are left out, because the list may be older or newer than they are.
 */
export async function compareWithServer(
  informer: SharedIndexInformer<KubernetesObject>,
  { metadataOnly, pages }: ServerList,
  clock: Clock,
): Promise<ComparisonModel> {
  const atMs = clock.now();
  const startMs = clock.monotonic();
  const touched = new Set<string>();
  const touch = (object: unknown): void => void touched.add(keyOf(defaultKeyFunc, object));
  const observer = informer.isStopped
    ? undefined
    : informer.observe(
        {
          onAdd: touch,
          onUpdate: (_before, after) => touch(after),
          onDelete: ({ key }) => void touched.add(key),
        },
        'inspector: compare with the server',
      );
  try {
    const server = new Map<string, ServerObject>();
    let resourceVersion = '';
    for await (const page of pages()) {
      resourceVersion = later(resourceVersion, page.resourceVersion);
      await forEachInSlices(page.items, clock, (item) => {
        if (!holds(informer, item)) return;
        const changedMs = lastChange(item);
        server.set(keyOf(defaultKeyFunc, item), {
          resourceVersion: resourceVersionOf(item) ?? '',
          changedMs,
        });
      });
    }
    const deadlineMs = clock.monotonic() + catchUpMs;
    while (isBehind(informer, resourceVersion) && clock.monotonic() < deadlineMs)
      await clock.sleep(lookEveryMs);
    const found = await differences(informer, server, touched, clock);
    return {
      atMs,
      tookMs: clock.monotonic() - startMs,
      metadataOnly,
      serverObjects: server.size,
      cachedObjects: informer.indexer.size,
      serverResourceVersion: resourceVersion,
      cachedResourceVersion: informer.lastSyncResourceVersion,
      changedMeanwhile: touched.size,
      ...found,
    };
  } finally {
    observer?.remove();
  }
}

async function differences(
  { indexer }: SharedIndexInformer<KubernetesObject>,
  server: ReadonlyMap<string, ServerObject>,
  touched: ReadonlySet<string>,
  clock: Clock,
): Promise<Pick<ComparisonModel, 'missing' | 'extra' | 'older' | 'differences'>> {
  const counts = { missing: 0, extra: 0, older: 0 };
  const listed: DifferenceModel[] = [];
  const add = (difference: DifferenceModel): void => {
    counts[difference.kind]++;
    if (listed.length < listedDifferences) listed.push(difference);
  };
  await forEachInSlices(server, clock, ([key, { resourceVersion, changedMs }]) => {
    if (touched.has(key)) return;
    const object = indexer.getByKey(key);
    const cached = object === undefined ? undefined : (resourceVersionOf(object) ?? '');
    if (cached === undefined) add({ key, kind: 'missing', server: resourceVersion, sinceMs: changedMs });
    // A transform may have dropped the version.
    else if (cached !== '' && isOlder(cached, resourceVersion))
      add({ key, kind: 'older', cached, server: resourceVersion, sinceMs: changedMs });
  });
  await forEachInSlices(indexer.listKeys(), clock, (key) => {
    if (server.has(key) || touched.has(key)) return;
    const object = indexer.getByKey(key);
    if (object !== undefined) add({ key, kind: 'extra', cached: resourceVersionOf(object) ?? '' });
  });
  return { ...counts, differences: listed };
}

/** True for objects that the informer is to hold: of a shard, its own. */
function holds({ shard }: SharedIndexInformer<KubernetesObject>, object: KubernetesObject): boolean {
  return shard?.includes(object) ?? true;
}

/** When the server changed the object last, as far as its metadata shows. */
function lastChange({ metadata }: KubernetesObject): number | undefined {
  const times = [
    metadata?.creationTimestamp,
    metadata?.deletionTimestamp,
    ...(metadata?.managedFields ?? []).map(({ time }) => time),
  ].map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN));
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : Math.max(...known);
}

function isBehind(
  { lastSyncResourceVersion }: { readonly lastSyncResourceVersion: string },
  resourceVersion: string,
): boolean {
  return isOlder(lastSyncResourceVersion, resourceVersion);
}

/** True if both can be compared and the first is older; otherwise true if they differ. */
function isOlder(version: string, than: string): boolean {
  if (version === than || than === '') return false;
  if (!isResourceVersion(version) || !isResourceVersion(than)) return true;
  return compareResourceVersion(version, than) < 0;
}

function later(version: string, other: string): string {
  return version === '' || isOlder(version, other) ? other : version;
}
