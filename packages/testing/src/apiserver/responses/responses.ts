import { seen } from '../registry/context.js';
import { sendBytes, sendJson, sendPieces } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { objectFormat, partialFormat, partialListFormat, protobufFormat } from './event-encoding.js';
import type { EventFormat } from './event-encoding.js';
import { notAList, unexpectedList } from '../http/failure.js';
import { sortedJson } from '@kube-informers/schema/internal';
import type { ListResult } from '../read/list.js';
import { protobufType } from '../http/negotiation.js';
import type { Representation } from '../http/negotiation.js';
import { encodeListMessage, envelope } from '../types/encode-protobuf.js';
import type { ServedResource } from '../registry/registry.js';
import { objectJson, objectMessage, partialJson, unstoredObject } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { objectPolicy, tableFormat, tableRow, tableText } from './table.js';

/** Responds with one object. */
export async function sendObject(
  exchange: Exchange,
  served: ServedResource,
  { as, version, protobuf }: Representation,
  stored: StoredObject,
  code = 200,
): Promise<void> {
  const { apiVersion, kind } = served.resource;
  switch (as) {
    case 'partial':
      return sendJson(exchange, code, partialJson(seen(served, stored), version));
    case 'partialList':
      throw notAList(served.custom, goType(served, kind));
    case 'table': {
      const style = { policy: objectPolicy(exchange.query), version };
      const row = tableRow(served, stored, style, exchange.clock.now());
      const metadata = stored.revision === 0 ? {} : { resourceVersion: String(stored.revision) };
      return sendJson(exchange, code, tableText(served, version, metadata, [row], true));
    }
    case 'object':
      if (protobuf === true)
        return sendProtobuf(
          exchange,
          code,
          envelope({ apiVersion, kind }, objectMessage(seen(served, stored))),
        );
      return sendJson(exchange, code, objectJson(seen(served, stored), apiVersion, kind));
  }
}

/** Responds with an object that is not stored in this form: of a dry run, or of a deletion. */
export async function sendBody(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
  body: ObjectBody,
  code = 200,
): Promise<void> {
  await sendObject(exchange, served, representation, unstoredObject(body, served.type), code);
}

/** Responds with a list. */
export async function sendList(
  exchange: Exchange,
  served: ServedResource,
  { as, version, protobuf }: Representation,
  list: ListResult,
): Promise<void> {
  const { apiVersion, kind } = served.resource;
  const metadata = listMetadata(served, as, list);
  switch (as) {
    case 'partial':
      throw unexpectedList(goType(served, served.listKind));
    case 'table': {
      const style = { policy: objectPolicy(exchange.query), version };
      const rows = list.items.map((stored) => tableRow(served, stored, style, exchange.clock.now()));
      return sendJson(exchange, 200, tableText(served, version, metadata, rows, true));
    }
    case 'partialList': {
      const head = { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${version}`, metadata };
      // The list is newly created, so an empty one is null.
      if (list.items.length === 0) return sendJson(exchange, 200, JSON.stringify({ ...head, items: null }));
      return sendPieces(
        exchange,
        listPieces(head, list.items, (stored) => partialJson(seen(served, stored), version)),
      );
    }
    case 'object': {
      if (protobuf === true) {
        const message = encodeListMessage(
          metadata,
          list.items.map((stored) => objectMessage(seen(served, stored))),
        );
        return sendProtobuf(exchange, 200, envelope({ apiVersion, kind: served.listKind }, message));
      }
      // Items of built-in lists have no kind and apiVersion; those of custom lists do.
      if (!served.custom) {
        const head = { kind: served.listKind, apiVersion, metadata };
        return sendPieces(
          exchange,
          listPieces(head, list.items, (stored) => seen(served, stored).json),
        );
      }
      // The keys of a custom list are sorted, including those of its metadata.
      const tail = `,"kind":${JSON.stringify(served.listKind)},"metadata":${sortedJson(metadata)}}`;
      const write = (stored: StoredObject): string => objectJson(seen(served, stored), apiVersion, kind);
      return sendPieces(exchange, listPieces({ apiVersion }, list.items, write, tail));
    }
  }
}

function sendProtobuf(exchange: Exchange, code: number, body: Buffer): Promise<void> {
  return sendBytes(exchange, code, body, { 'Content-Type': protobufType });
}

function listMetadata(
  served: ServedResource,
  as: Representation['as'],
  list: ListResult,
): Record<string, unknown> {
  const metadata: Record<string, unknown> = { resourceVersion: list.resourceVersion };
  if (list.continueToken !== undefined) metadata['continue'] = list.continueToken;
  else if (served.custom && as === 'object') metadata['continue'] = '';
  if (list.remainingItemCount !== undefined) metadata['remainingItemCount'] = list.remainingItemCount;
  // Lists of custom resources have no field for the echo, and transformations drop it.
  if (list.shardSelector !== undefined && !served.custom && as === 'object') {
    metadata['shardInfo'] = { selector: list.shardSelector };
  }
  return metadata;
}

function listPieces(
  head: object,
  items: readonly StoredObject[],
  write: (stored: StoredObject) => string,
  tail = '}',
): string[] {
  const pieces = [`${JSON.stringify(head).slice(0, -1)},"items":[`];
  for (const stored of items) pieces.push(pieces.length === 1 ? write(stored) : `,${write(stored)}`);
  pieces.push(`]${tail}`);
  return pieces;
}

/** Returns the type name in the server's messages. */
function goType(served: ServedResource, kind: string): string {
  if (!served.custom) return `*${served.resource.version}.${kind}`;
  return kind === served.listKind ? '*unstructured.UnstructuredList' : '*unstructured.Unstructured';
}

/** Returns how a watch writes its objects. */
export function watchFormat(
  exchange: Exchange,
  served: ServedResource,
  { as, version, protobuf }: Representation,
): EventFormat {
  switch (as) {
    case 'partial':
      return partialFormat(version, served.resource.apiVersion, (stored) => seen(served, stored));
    case 'partialList':
      return partialListFormat;
    case 'table':
      return tableFormat(served, { policy: objectPolicy(exchange.query), version }, exchange.clock);
    case 'object':
      if (protobuf === true)
        return protobufFormat(served.resource.apiVersion, served.resource.kind, (stored) =>
          seen(served, stored),
        );
      return objectFormat(served.resource.apiVersion, served.resource.kind, (stored) => seen(served, stored));
  }
}
