import { indexProblems } from '../invariants/index-problems.js';
import { compareCache } from '../faults/compare-cache.js';
import { CompactObjects, recordOf } from '../../packages/kube-informers/src/compact/compact-objects.js';
import { compactProblems } from '../../packages/kube-informers/src/compact/invariants.test-support.js';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import { shortBackoff } from './mirrors.js';
import type { Mirror } from './mirrors.js';

/** How long an informer may take to be right again once all is well, ms: far beyond its longest backoff (twice the cap). */
const graceMs = 60_000;
const lookEveryMs = 250;

/**
 * Lists and watches of one informer in a minute, at most. A round is at most three requests (watch-list, list, watch). The
 * delays between rounds start over after each watch that lasted as long as the longest of them, so the first rounds of a
 * row, which are close together, come no more than three to that time. A watch that made progress is opened again at once,
 * ten times in a row and then once a second.
 */
export const minuteBound = 3 * 3 * (60_000 / shortBackoff.capMs) + 10 + 60;

/** How long it took until everything was correct. */
export interface Recovery {
  readonly tookMs: number;
  /** The informers that were correct last; undefined when all were correct at once. */
  readonly last: string | undefined;
}

/**
 * Resolves when every cache equals the server and every handler has received every event. What is still wrong after the
 * grace period is added to `failures`.
 */
export async function untilRight(
  mirrors: readonly Mirror[],
  clock: Clock,
  failures: string[],
): Promise<Recovery> {
  const startMs = clock.monotonic();
  const truths = new Map(
    await Promise.all(mirrors.map(async (mirror) => [mirror, await mirror.truth()] as const)),
  );
  let last: string | undefined;
  for (;;) {
    const wrong = mirrors.filter((mirror) => !isRight(mirror, truths.get(mirror) ?? []));
    const tookMs = clock.monotonic() - startMs;
    if (wrong.length === 0) return { tookMs, last };
    last = wrong.map(({ name }) => name).join(' ');
    if (tookMs > graceMs) {
      for (const mirror of wrong) {
        const differing = compareCache(mirror.informer.indexer, truths.get(mirror) ?? []);
        const pending = mirror.listeners.map(({ registration }) => registration.pending);
        failures.push(
          `${mirror.name} is not right after ${graceMs} ms: ${differing.length} differ (${differing[0] ?? '-'}), ` +
            `${pending.join('+')} events wait, last error ${mirror.informer.lastWatchError?.message ?? 'none'}`,
        );
      }
      return { tookMs, last };
    }
    // Polled in real time: no event marks the moment when all informers are correct.
    await clock.sleep(lookEveryMs);
  }
}

function isRight(mirror: Mirror, truth: Awaited<ReturnType<Mirror['truth']>>): boolean {
  return (
    mirror.informer.indexer.size === truth.length &&
    mirror.listeners.every(
      // On a busy machine the next resync begins before a slow handler is done with the last one.
      ({ history, registration }) =>
        (mirror.resyncs || registration.pending === 0) && history.hasReached(truth),
    )
  );
}

/** In words: what a mirror's cache and handlers have wrong, compared deeply with a fresh answer of the server. */
export async function violationsOf(mirror: Mirror): Promise<string[]> {
  const truth = await mirror.truth();
  const { counters, informer, listeners, name } = mirror;
  return [
    ...compareCache(informer.indexer, truth).map((text) => `${name}: ${text}`),
    ...indexProblems(informer.indexer).map((text) => `${name}: ${text}`),
    ...compactCacheProblems(informer.indexer.list()).map((text) => `${name}: ${text}`),
    ...(mirror.shared?.violations() ?? []).map((text) => `${name}: ${text}`),
    ...mirror.indexFaults(truth),
    ...listeners.flatMap(({ history }) => history.finish(truth)),
    ...mirror.past.map((text) => `${name}: ${text}`),
    ...counters.handlerErrors.map((text) => `${name}: a handler failed: ${text}`),
    ...(counters.objectErrors > 0 ? [`${name}: ${counters.objectErrors} objects could not be stored`] : []),
  ];
}

/** Checks the shared state of the compact cache that these objects are of; nothing for plain objects. */
function compactCacheProblems(stored: readonly unknown[]): string[] {
  for (const object of stored) {
    const objects = recordOf(object)?.slab.objects;
    if (objects instanceof CompactObjects) return compactProblems(objects, stored);
  }
  return [];
}
