import { sendJson, sendPieces } from './exchange.js';
import type { Exchange } from './exchange.js';
import { objectFormat, partialFormat } from './event-encoding.js';
import type { EventFormat } from './event-encoding.js';
import type { ListResult } from './list.js';
import type { Representation } from './negotiation.js';
import type { ServedResource } from './registry.js';
import { objectJson, partialJson } from './storage/stored-object.js';
import type { ObjectBody, StoredObject } from './storage/stored-object.js';
import { objectPolicy, tableFormat, tableRow, tableText } from './table.js';

/** Answers with one object. */
export async function sendObject(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
  stored: StoredObject,
  code = 200,
): Promise<void> {
  const { apiVersion, kind } = served.resource;
  if (representation === 'partial') return sendJson(exchange, code, partialJson(stored));
  if (representation === 'table') {
    const row = tableRow(served, stored, objectPolicy(exchange.query), exchange.clock.now());
    return sendJson(
      exchange,
      code,
      tableText(served, { resourceVersion: String(stored.revision) }, [row], true),
    );
  }
  return sendJson(exchange, code, objectJson(stored, apiVersion, kind));
}

/** Answers with an object that is not stored as it is: a dry run, or what a deletion took away. */
export async function sendBody(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
  body: ObjectBody,
  code = 200,
): Promise<void> {
  const { apiVersion, kind } = served.resource;
  const whole =
    representation === 'object'
      ? { kind, apiVersion, ...body }
      : { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: body.metadata };
  await sendJson(exchange, code, JSON.stringify(whole));
}

/** Answers with a list. */
export async function sendList(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
  list: ListResult,
): Promise<void> {
  const { apiVersion, kind } = served.resource;
  const metadata: Record<string, unknown> = { resourceVersion: list.resourceVersion };
  if (list.continueToken !== undefined) metadata['continue'] = list.continueToken;
  else if (served.custom && representation === 'object') metadata['continue'] = '';
  if (list.remainingItemCount !== undefined) metadata['remainingItemCount'] = list.remainingItemCount;
  if (representation === 'table') {
    const policy = objectPolicy(exchange.query);
    const rows = list.items.map((stored) => tableRow(served, stored, policy, exchange.clock.now()));
    return sendJson(exchange, 200, tableText(served, metadata, rows, true));
  }
  const head =
    representation === 'partial'
      ? { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata }
      : { kind: served.listKind, apiVersion, metadata };
  const write = itemWriter(served, representation, apiVersion, kind);
  const pieces = [`${JSON.stringify(head).slice(0, -1)},"items":[`];
  for (const stored of list.items) pieces.push(pieces.length === 1 ? write(stored) : `,${write(stored)}`);
  pieces.push(']}');
  return sendPieces(exchange, pieces);
}

/** Items of built-in lists carry no kind and apiVersion of their own; those of custom ones do. */
function itemWriter(
  served: ServedResource,
  representation: Representation,
  apiVersion: string,
  kind: string,
): (stored: StoredObject) => string {
  if (representation === 'partial') return partialJson;
  if (served.custom) return (stored) => objectJson(stored, apiVersion, kind);
  return (stored) => stored.json;
}

/** How a watch writes its objects. */
export function watchFormat(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
): EventFormat {
  if (representation === 'partial') return partialFormat;
  if (representation === 'table') return tableFormat(served, objectPolicy(exchange.query), exchange.clock);
  return objectFormat(served.resource.apiVersion, served.resource.kind);
}
