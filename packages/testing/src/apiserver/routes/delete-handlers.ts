import { isNotFound } from 'kube-informers';
import { bodyFormat } from '../bodies/decode.js';
import { decodeDeleteOptions } from '../bodies/decode-options.js';
import { deleteAdmitted, deleteOptions, parseDeleteRequest } from '../write/delete.js';
import type { DeleteRequest } from '../write/delete.js';
import { sendJson } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import { readBytes } from '../http/request-body.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { selectionOf } from './list-handler.js';
import { parseListQuery } from '../read/list-options.js';
import { listObjects } from '../read/list.js';
import { withConversions } from '../custom/undecodable-error.js';
import { ready } from '../registry/context.js';
import { negotiate } from '../http/negotiation.js';
import { metadataOf } from '../objects/object-meta.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import { sendBody, sendList } from '../responses/responses.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { HandlerOptions } from './handler-options.js';
import { manyObjects, oneObject } from './unconverted.js';
import { requireVerb, accept, admissionOf } from './request-parts.js';

/**
 * Handles DELETE of an object: responds with the object if it still exists or its kind requires it, else with a
 * Status.
 */
export async function handleDelete(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom);
  requireVerb(served, 'delete');
  const request = await readDeleteRequest(exchange);
  const admission = admissionOf(options, exchange, served, path, { options: deleteOptions(request) });
  const { body, stored } = await oneObject(served, async () =>
    withConversions(async () =>
      deleteAdmitted(options.context, served, path.namespace, path.name, request, admission),
    ),
  );
  const held = body !== undefined && isHeld(served, stored.key) && isMarked(body);
  // 202 for a deletion that has only begun, but only with this option: other clients expect 200.
  const code = held && request.orphanDependents === false ? 202 : 200;
  if (body !== undefined && (served.rules.returnsDeletedObject || held)) {
    return sendBody(exchange, served, representation, body, code);
  }
  const { group, resource } = served.resource;
  const details = { name: path.name, ...(group === '' ? {} : { group }), kind: resource, uid: stored.uid };
  const metadata = options.deleteResourceVersion ? { resourceVersion: String(stored.revision) } : {};
  const status = { kind: 'Status', apiVersion: 'v1', metadata, status: 'Success', details };
  return sendJson(exchange, 200, JSON.stringify(status));
}

/** A dry run keeps the object, so this checks for a started deletion. */
function isMarked(body: ObjectBody): boolean {
  return metadataOf(body).deletionTimestamp !== undefined;
}

/** True if the object still exists and is marked; the response is then the object. */
function isHeld(served: ServedResource, key: string): boolean {
  return served.table.get(key) !== undefined;
}

async function readDeleteRequest(exchange: Exchange): Promise<DeleteRequest> {
  const bytes = await readBytes(exchange);
  if (bytes.length === 0) return parseDeleteRequest(undefined, exchange.query);
  // The options are of a built-in kind for every resource.
  const format = bodyFormat(headerOf(exchange.request, 'content-type'), false);
  return parseDeleteRequest(await decodeDeleteOptions(bytes, format), exchange.query);
}

/** Handles DELETE of a collection: responds with the list of its objects. */
export async function handleDeleteCollection(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const { context } = options;
  const representation = negotiate(accept(exchange), served.custom);
  if (!served.rules.deleteCollection) throw methodNotAllowed();
  requireVerb(served, 'deletecollection');
  const query = parseListQuery(exchange.query, { watchList: options.watchList, forceWatch: false });
  const selection = selectionOf(options, served, query);
  const request = await readDeleteRequest(exchange);
  const list = await manyObjects(served, async () => {
    const found = await listObjects(context, served, path.namespace, query, selection, exchange.signal);
    // All can be read, or none is deleted.
    await ready(served, found.items);
    return found;
  });
  const admission = admissionOf(options, exchange, served, path, { options: deleteOptions(request) });
  for (const stored of list.items) {
    if (served.table.get(stored.key)?.uid !== stored.uid) continue;
    try {
      await withConversions(async () =>
        deleteAdmitted(context, served, stored.namespace, stored.name, request, admission),
      );
    } catch (error) {
      // As the server does: another request may remove it while webhooks are asked.
      if (!isNotFound(error)) throw error;
    }
  }
  return sendList(exchange, served, representation, list);
}
