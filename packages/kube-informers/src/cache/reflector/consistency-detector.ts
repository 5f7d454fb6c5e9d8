import { environmentFlag } from '../../util/builtin.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import { sleepUnlessAborted } from '../../util/backoff.js';
import type { Clock } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import { equalDeep } from '../../util/json-values.js';
import type { Logger } from '../../util/logger.js';
import { ReflectorError } from './reflector-errors.js';
import { notKept } from '../types.js';
import type { IntakeFunc } from '../types.js';

/** Wait between attempts to list, ms (client-go's consistencydetector). */
const retryMs = 1000;

/** client-go's environment variable, read as Go's strconv.ParseBool reads it. */
export function isDataConsistencyDetectionEnabled(
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return environmentFlag(env, 'KUBE_WATCHLIST_INCONSISTENCY_DETECTOR');
}

/** What `checkDataConsistency` compares. */
export interface DataConsistencyCheck<T extends KubernetesObject> {
  readonly name: string;
  /** ResourceVersion of the received objects, and of the list that is compared with them. */
  readonly resourceVersion: string;
  /** What was received, already transformed. */
  readonly items: readonly T[];
  readonly list: (options: ListOptions) => Promise<KubernetesList<T>>;
  /** Options of the list that returned the objects. Default: none. */
  readonly listOptions?: ListOptions | undefined;
  readonly transformer?: IntakeFunc<T> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * consistencydetector.CheckDataConsistency: lists again, at exactly the same resourceVersion, and compares both by uid.
 *
 * Throws ReflectorError `ERR_WATCH_LIST_INCONSISTENT` naming the objects that differ. A list that fails is logged and
 * retried each second until the signal aborts. Skipped where such a list is not possible: at resourceVersion "0", and
 * after a continue token. apiVersion and kind are not compared: list items need not have them.
 */
export async function checkDataConsistency<T extends KubernetesObject>(
  check: DataConsistencyCheck<T>,
): Promise<void> {
  const { name, resourceVersion, items, logger } = check;
  const listOptions = check.listOptions ?? {};
  if ((listOptions.continue ?? '') !== '' || resourceVersion === '0') return;
  logger.warn({ name }, 'data consistency check is on: listing everything once more');
  const listed = await listUntilAborted(check, optionsFor(listOptions, resourceVersion, items.length));
  if (listed === undefined) return;
  const { transformer } = check;
  const kept = (item: T): readonly T[] => {
    const taken = transformer === undefined ? item : transformer(item);
    return taken === notKept ? [] : [taken];
  };
  const expected = listed.flatMap(kept);
  // Those that are stored but not kept any more were received, too.
  const different = differences(expected, items.flatMap(kept));
  if (different.length === 0) return;
  throw new ReflectorError(
    'ERR_WATCH_LIST_INCONSISTENT',
    `data inconsistency detected for ${name} at resourceVersion ${resourceVersion}: ${different.length} of ` +
      `${expected.length} listed and ${items.length} received objects differ: ${different.slice(0, 5).join(', ')}`,
  );
}

async function listUntilAborted<T extends KubernetesObject>(
  check: DataConsistencyCheck<T>,
  options: ListOptions,
): Promise<T[] | undefined> {
  const { clock, signal, logger, name } = check;
  while (!signal.aborted) {
    try {
      return (await check.list(options)).items;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      logger.warn(
        { name, err: asError(thrown) },
        'listing for the data consistency check failed, trying again',
      );
    }
    if (!(await sleepUnlessAborted(clock, retryMs, signal))) return undefined;
  }
  return undefined;
}

function optionsFor(listOptions: ListOptions, resourceVersion: string, received: number): ListOptions {
  const { limit = 0, ...rest } = listOptions;
  // At "0" the server's watch cache ignores the limit if it returned more items; etcd, which answers now, would apply it.
  const ignored = rest.resourceVersion === '0' && limit > 0 && received > limit;
  return {
    ...rest,
    ...(limit > 0 && !ignored ? { limit } : {}),
    resourceVersion,
    resourceVersionMatch: 'Exact',
  };
}

function differences<T extends KubernetesObject>(listed: readonly T[], received: readonly T[]): string[] {
  const byUid = (object: T): string => object.metadata?.uid ?? '';
  const compareUids = (a: T, b: T): number => (byUid(a) < byUid(b) ? -1 : byUid(a) > byUid(b) ? 1 : 0);
  const left = listed.toSorted(compareUids);
  const right = received.toSorted(compareUids);
  const found: string[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const [a, b] = [left[l], right[r]];
    const order = a === undefined ? 1 : b === undefined ? -1 : compareUids(a, b);
    const object = order <= 0 ? a : b;
    if (order !== 0 || !equalDeep(withoutType(a), withoutType(b))) found.push(describe(object, order));
    if (order <= 0) l++;
    if (order >= 0) r++;
  }
  return found;
}

function withoutType(object: KubernetesObject | undefined): object {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object ?? {};
  return rest;
}

function describe(object: KubernetesObject | undefined, order: number): string {
  const { namespace, name = '?', uid = '?' } = object?.metadata ?? {};
  const how = order < 0 ? 'not received' : order > 0 ? 'not listed' : 'changed';
  return `${namespace === undefined ? '' : `${namespace}/`}${name} (uid ${uid}, ${how})`;
}
