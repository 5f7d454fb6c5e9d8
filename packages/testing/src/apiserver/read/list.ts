import { withConversions } from '../custom/undecodable-error.js';
import { ready } from '../registry/context.js';
import type { ServerContext } from '../registry/context.js';
import type { Page } from '../storage/resource-table.js';
import { decodeContinue, encodeContinue } from './continue-token.js';
import { newBadRequest, newResourceExpired, newTooLargeResourceVersion } from 'kube-informers/internal';
import { resourceVersionSyntax } from '../http/query-values.js';
import type { ListQuery } from './list-options.js';
import type { ServedResource } from '../registry/registry.js';
import type { Selection } from './selection.js';
import type { StoredObject } from '../storage/stored-object.js';

/** The result of a list, not yet serialised. */
export interface ListResult {
  readonly resourceVersion: string;
  readonly continueToken: string | undefined;
  readonly remainingItemCount: number | undefined;
  /** The shard that the list was limited to; undefined without one. */
  readonly shardSelector: string | undefined;
  readonly items: readonly StoredObject[];
}

const listExpired = 'The resourceVersion for the provided list is too old.';
const continueExpired =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';

/** The state that a list shows, and its start. */
interface Snapshot {
  readonly revision: number;
  readonly start: string;
  /** Page size; 0 for everything. */
  readonly limit: number;
}

/** Waits for `resourceVersion`; throws 504 "Too large resource version" on timeout. */
export async function waitForRevision(
  context: ServerContext,
  resourceVersion: string,
  signal: AbortSignal,
): Promise<void> {
  const { log, clock, freshnessTimeoutMs } = context;
  const wanted = BigInt(resourceVersion);
  if (wanted <= BigInt(log.revision)) return;
  await log.reached(wanted, clock, freshnessTimeoutMs, signal);
  if (wanted > BigInt(log.revision))
    throw newTooLargeResourceVersion(resourceVersion, String(log.revision), 1);
}

/** Lists by kube-apiserver's rules for resourceVersion, resourceVersionMatch, limit and continue. */
export async function listObjects(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  query: ListQuery,
  selection: Selection,
  signal: AbortSignal,
): Promise<ListResult> {
  const scope = narrowed(served, namespace, query, selection);
  const snapshot = await chooseSnapshot(context, served, scope, query, signal);
  const prefix = scope === '' ? '' : `${scope}/`;
  const range = { prefix, start: snapshot.start };
  const read = (): Page =>
    served.table.page(snapshot.revision, range, snapshot.limit, (stored) => selection.matches(stored));
  const page = served.customKind?.byWebhook === true ? await readConverted(served, selection, read) : read();
  const last = page.items.at(-1);
  const more = page.remaining > 0 && last !== undefined;
  return {
    resourceVersion: String(snapshot.revision),
    continueToken: more
      ? encodeContinue({ revision: snapshot.revision, start: after(last, prefix) })
      : undefined,
    // etcd also counts objects that do not match, so the number is correct only without selectors.
    remainingItemCount: more && selection.everything ? page.remaining : undefined,
    shardSelector: selection.shard?.text,
    items: page.items,
  };
}

/** Has the webhook convert the objects of a page, and those that selectors look at. */
async function readConverted(served: ServedResource, selection: Selection, read: () => Page): Promise<Page> {
  if (!selection.everything) await ready(served, served.table.all());
  const page = await withConversions(read);
  await ready(served, page.items);
  return page;
}

/**
 * Returns the namespace of the list.
 *
 * A selector for one namespace narrows a list of all; but not in a continuation, as in kube-apiserver
 * (SelectionPredicate.MatchesSingleNamespace), whose token then starts at a different place.
 */
function narrowed(served: ServedResource, namespace: string, query: ListQuery, selection: Selection): string {
  if (namespace !== '' || !served.resource.namespaced || query.continueToken !== '') return namespace;
  const selected = selection.namespace ?? '';
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(selected) ? selected : '';
}

/** Returns the smallest key after the object's, relative to the list's prefix. */
function after(stored: StoredObject, prefix: string): string {
  return `/${stored.key.slice(prefix.length)}\0`;
}

async function chooseSnapshot(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  query: ListQuery,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { log } = context;
  const { resourceVersion, resourceVersionMatch: match, continueToken } = query;
  const limit = Math.max(0, query.limit);
  if (continueToken !== '') {
    if (resourceVersion !== '' && resourceVersion !== '0') {
      throw newBadRequest('specifying resource version is not allowed when using continue');
    }
    return resume(context, served, namespace, continueToken, resourceVersion === '0' ? 0 : limit, signal);
  }
  const syntax = resourceVersionSyntax(resourceVersion);
  if (syntax !== undefined) {
    const value = JSON.stringify(resourceVersion);
    throw newBadRequest(`invalid resource version: resourceVersion: Invalid value: ${value}: ${syntax}`);
  }
  if (resourceVersion === '') return { revision: log.revision, start: '', limit };
  // The watch cache returns "any state" without paging, whatever the limit.
  if (resourceVersion === '0') return { revision: log.revision, start: '', limit: 0 };
  await waitForRevision(context, resourceVersion, signal);
  const exact = match === 'Exact' || (match === '' && limit > 0);
  if (!exact) return { revision: log.revision, start: '', limit };
  const revision = Number(resourceVersion);
  if (revision < served.table.floor) throw newResourceExpired(listExpired);
  return { revision, start: '', limit };
}

async function resume(
  context: ServerContext,
  served: ServedResource,
  namespace: string,
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { log } = context;
  const token = decodeContinue(text);
  const start = namespace === '' ? token.start : `${namespace}/${token.start}`;
  // A negative revision is an inconsistent continuation: continue in the newest state.
  if (token.revision < 0) return { revision: log.revision, start, limit };
  await waitForRevision(context, String(token.revision), signal);
  if (token.revision < served.table.floor) {
    throw newResourceExpired(continueExpired, encodeContinue({ revision: -1, start: token.start }));
  }
  return { revision: token.revision, start, limit };
}
