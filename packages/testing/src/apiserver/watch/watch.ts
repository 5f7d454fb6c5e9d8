import { StatusError } from 'kube-informers';
import { newResourceExpired } from 'kube-informers/internal';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { serverError } from '../http/failure.js';
import { withConversions } from '../custom/undecodable-error.js';
import { ready } from '../registry/context.js';
import type { ServerContext } from '../registry/context.js';
import type { WatchHub } from './watch-hub.js';
import { resourceVersionSyntax } from '../http/query-values.js';
import type { ListQuery } from '../read/list-options.js';
import { waitForRevision } from '../read/list.js';
import { acceptsGzip } from '../http/negotiation.js';
import type { Representation } from '../http/negotiation.js';
import type { ServedResource } from '../registry/registry.js';
import { watchFormat } from '../responses/responses.js';
import type { Selection } from '../read/selection.js';
import type { Change } from '../storage/resource-table.js';
import type { StoredObject } from '../storage/stored-object.js';
import { refuseWatch } from './watch-connection.js';

/** Server options for watches. */
export interface WatchOptions {
  readonly context: ServerContext;
  readonly hub: WatchHub;
  /** Minimum lifetime of watches without timeoutSeconds, s; the maximum is twice that. */
  readonly minRequestTimeoutSeconds: number;
}

/** The request's part of a watch. */
export interface WatchCall {
  readonly namespace: string;
  readonly query: ListQuery;
  readonly selection: Selection;
  readonly representation: Representation;
}

/** Where a watch starts. */
interface WatchStart {
  readonly fromRevision: number;
  readonly initial: readonly StoredObject[];
  readonly past: readonly Change[];
}

/**
 * Responds with a watch.
 *
 * Errors of the request are thrown; a resourceVersion that is too old or too new is an ERROR event in a stream that
 * then ends, as with the watch cache.
 */
export async function serveWatch(
  options: WatchOptions,
  exchange: Exchange,
  served: ServedResource,
  call: WatchCall,
): Promise<void> {
  const { resourceVersion } = call.query;
  const syntax = resourceVersionSyntax(resourceVersion);
  if (syntax !== undefined) {
    throw serverError(`resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: ${syntax}`);
  }
  const format = watchFormat(exchange, served, call.representation);
  const timeoutMs = watchTimeoutMs(options, call.query.timeoutSeconds);
  let start: WatchStart;
  try {
    start = await beginWatch(options, served, call, exchange.signal);
    // What is written meanwhile must not be missed: the watch opens when nothing is left to convert.
    for (let missing = unconverted(served, start); missing.length > 0; missing = unconverted(served, start)) {
      await ready(served, missing);
      start = await beginWatch(options, served, call, exchange.signal);
    }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    refuseWatch(exchange.response, format, error.status);
    return;
  }
  if (exchange.signal.aborted) return;
  options.hub.open(exchange.response, {
    served,
    namespace: call.namespace,
    selection: call.selection,
    format,
    ...start,
    bookmarks: call.query.allowWatchBookmarks,
    initialEventsEnd: call.query.sendInitialEvents === true,
    // Of watches only watch-lists are compressed.
    gzip:
      call.query.sendInitialEvents === true &&
      call.query.allowWatchBookmarks &&
      acceptsGzip(headerOf(exchange.request, 'accept-encoding')),
    timeoutMs,
  });
}

/** The objects of a watch's beginning that the webhook has to convert first. */
function unconverted({ customKind }: ServedResource, { initial, past }: WatchStart): StoredObject[] {
  if (customKind?.byWebhook !== true) return [];
  const changed = past.flatMap(({ current, previous }) =>
    previous === undefined ? [current] : [current, previous],
  );
  return [...initial, ...changed].filter((stored) => !customKind.canView(stored));
}

function watchTimeoutMs(options: WatchOptions, timeoutSeconds: number | undefined): number {
  const { context, minRequestTimeoutSeconds } = options;
  if (timeoutSeconds !== undefined && timeoutSeconds !== 0) return Math.max(0, timeoutSeconds * 1000);
  return minRequestTimeoutSeconds * 1000 * (1 + context.random());
}

async function beginWatch(
  options: WatchOptions,
  served: ServedResource,
  call: WatchCall,
  signal: AbortSignal,
): Promise<WatchStart> {
  const { log } = options.context;
  const { resourceVersion, sendInitialEvents } = call.query;
  const anyState = resourceVersion === '' || resourceVersion === '0';
  // Without watch-lists, a watch from "" or "0" starts with the current state as well.
  if (sendInitialEvents === true || (sendInitialEvents === undefined && anyState)) {
    if (!anyState) await waitForRevision(options.context, resourceVersion, signal);
    if (served.customKind?.byWebhook === true && !call.selection.everything)
      await ready(served, served.table.all());
    return withConversions(() => ({
      fromRevision: log.revision,
      initial: presentState(served, call),
      past: [],
    }));
  }
  if (anyState) return { fromRevision: log.revision, initial: [], past: [] };
  const from = Number(resourceVersion);
  const { watchFloor } = served.table;
  if (from < watchFloor) throw newResourceExpired(`too old resource version: ${from} (${watchFloor})`);
  return { fromRevision: from, initial: [], past: served.table.changesAfter(from) };
}

function presentState(served: ServedResource, call: WatchCall): StoredObject[] {
  const prefix = call.namespace === '' ? '' : `${call.namespace}/`;
  const found: StoredObject[] = [];
  for (const stored of served.table.range({ prefix, start: '' })) {
    if (call.selection.matches(stored)) found.push(stored);
  }
  return found;
}
