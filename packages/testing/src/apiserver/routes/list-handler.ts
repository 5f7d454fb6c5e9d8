import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { serverError, storageInitializing } from '../http/failure.js';
import { newBadRequest } from 'kube-informers/internal';
import { newMethodNotSupported } from 'kube-informers/internal';
import type { HandlerOptions } from './handler-options.js';
import { parseListQuery } from '../read/list-options.js';
import type { ListQuery } from '../read/list-options.js';
import { listObjects } from '../read/list.js';
import { negotiate, requireStream } from '../http/negotiation.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import { sendList } from '../responses/responses.js';
import { parseSelection } from '../read/selection.js';
import type { Selection } from '../read/selection.js';
import { parseShardSelector, ShardSelectorError } from '../read/sharding/shard-selector.js';
import type { ShardSelector } from '../read/sharding/shard-selector.js';
import { manyObjects } from './unconverted.js';
import { serveWatch } from '../watch/watch.js';

/** Handles a list or a watch of a collection. */
export async function handleList(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(headerOf(exchange.request, 'accept'), served.custom, true);
  const query = parseListQuery(exchange.query, { watchList: options.watchList, forceWatch: path.watch });
  const verb = query.watch ? 'watch' : 'list';
  if (!served.resource.verbs.includes(verb)) throw newMethodNotSupported(served.resource, verb);
  const selection = selectionOf(options, served, query, path.name);
  const { namespace } = path;
  const downtimeMs = options.cacheDowntimeMs();
  if (downtimeMs !== undefined && !isServedByEtcd(query, selection, options.minor))
    throw storageInitializing(downtimeMs);
  if (query.watch) {
    requireStream(representation, served.custom);
    await serveWatch(options, exchange, served, { namespace, query, selection, representation });
    return;
  }
  await manyObjects(served, async () => {
    const list = await listObjects(options.context, served, namespace, query, selection, exchange.signal);
    await sendList(exchange, served, representation, list);
  });
}

/**
 * True for requests that an unready watch cache passes to etcd: an exact state, and pages without selectors. Before 1.34 etcd serves
 * all pages, and before 1.31 all consistent lists.
 */
function isServedByEtcd(query: ListQuery, selection: Selection, minor: number): boolean {
  if (query.watch) return false;
  if (minor < 34 && query.limit > 0 && query.resourceVersion !== '0') return true;
  if (minor < 31 && query.resourceVersion === '') return true;
  if (query.continueToken !== '' || query.resourceVersionMatch === 'Exact') return true;
  return query.limit > 0 && selection.everything;
}

/**
 * Returns the objects that a list, watch or deletion of a collection selects. `name` is that of `/watch/…/NAME`, or
 * "".
 */
export function selectionOf(
  options: HandlerOptions,
  served: ServedResource,
  query: ListQuery,
  name = '',
): Selection {
  const fieldSelector = withName(parseSelection(served, '', query.fieldSelector), query, name);
  return parseSelection(served, query.labelSelector, fieldSelector, shardOf(options, query));
}

/** A name in the path selects it; a field selector must not contradict it. */
function withName(byField: Selection, { fieldSelector }: ListQuery, name: string): string {
  if (name === '') return fieldSelector;
  if (byField.everything) return `metadata.name=${name}`;
  if (byField.name === name) return fieldSelector;
  throw newBadRequest("fieldSelector metadata.name doesn't match requested name");
}

/** Returns the requested shard; undefined without one, or if shards are disabled and the parameter is ignored. */
function shardOf(options: HandlerOptions, { shardSelector }: ListQuery): ShardSelector | undefined {
  if (!options.shardedListAndWatch || shardSelector === '') return undefined;
  try {
    return parseShardSelector(shardSelector);
  } catch (error) {
    if (error instanceof ShardSelectorError) throw serverError(`invalid shard selector: ${error.message}`);
    throw error;
  }
}
