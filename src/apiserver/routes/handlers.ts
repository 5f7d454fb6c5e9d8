import { forbiddenField } from '../../meta/field-error.js';
import type { WriteResult } from '../registry/context.js';
import { keyOf } from '../registry/context.js';
import { createObject } from '../write/create.js';
import { bodyFormat, decodeObject } from '../bodies/decode.js';
import { decodeDeleteOptions } from '../bodies/decode-options.js';
import { deleteObject, parseDeleteRequest } from '../write/delete.js';
import type { DeleteRequest } from '../write/delete.js';
import { headerOf, readBody, readBytes, sendJson, sendText } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import {
  invalid,
  methodNotAllowed,
  notFound,
  serverError,
  unknownResource,
  verbNotSupported,
} from '../http/failure.js';
import { applyObject } from '../write/apply.js';
import { handleList, selectionOf } from './list-handler.js';
import { parseListQuery } from '../read/list-options.js';
import { resourceVersionSyntax } from '../http/query-values.js';
import { listObjects, waitForRevision } from '../read/list.js';
import { deprecations } from '../kinds/deprecations.js';
import { negotiate } from '../http/negotiation.js';
import type { Representation } from '../http/negotiation.js';
import { metadataOf } from '../objects/object-meta.js';
import { patchObject, patchType, PatchType } from '../write/patch.js';
import { named } from '../registry/registry.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import { sendBody, sendList, sendObject } from '../responses/responses.js';
import { routeOf } from './route.js';
import { handleScale } from './scale-handler.js';
import { isScalable } from '../write/scale.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { replaceObject } from '../write/update.js';
import { addWarning } from '../http/warnings.js';
import { writeOptions } from '../write/write-options.js';
import type { WriteTarget } from '../write/update.js';
import type { HandlerOptions } from './handler-options.js';

/** Answers a request for a resource. Throws StatusError for every answer that is a failed Status. */
export async function handleResource(
  options: HandlerOptions,
  exchange: Exchange,
  path: ResourcePath,
): Promise<void> {
  const route = routeOf(options.context.registry, exchange, path);
  if (route === undefined) {
    sendText(exchange, 404, '404 page not found\n');
    return;
  }
  const { served, exchange: request } = route;
  for (const text of served.customKind?.warnings ?? []) addWarning(exchange.response, text);
  addWarning(exchange.response, deprecations[served.id] ?? '');
  if (path.subresource !== '') return handleSubresource(options, request, served, path);
  if (path.watch || path.name === '') return handleCollection(options, request, served, path);
  return handleObject(options, request, served, path);
}

async function handleCollection(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const everyNamespace = served.resource.namespaced && path.namespace === '';
  switch (exchange.method) {
    case 'GET':
      return handleList(options, exchange, served, path);
    case 'POST':
      if (everyNamespace || path.watch) throw methodNotAllowed();
      return handleCreate(options, exchange, served, path);
    case 'DELETE':
      if (everyNamespace || path.watch) throw methodNotAllowed();
      return handleDeleteCollection(options, exchange, served, path);
    default:
      throw methodNotAllowed();
  }
}

async function handleObject(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  switch (exchange.method) {
    case 'GET':
      return handleGet(options, exchange, served, path);
    case 'PUT':
      return handleUpdate(options, exchange, served, path);
    case 'PATCH':
      return handlePatch(options, exchange, served, path);
    case 'DELETE':
      return handleDelete(options, exchange, served, path);
    default:
      throw methodNotAllowed();
  }
}

async function handleSubresource(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  if (path.subresource === 'scale' && isScalable(served)) {
    return handleScale(options.context, exchange, served, targetOf(path));
  }
  if (path.subresource !== 'status' || !served.rules.hasStatus) {
    if (served.custom) throw notFound(named(served), path.name);
    throw unknownResource();
  }
  switch (exchange.method) {
    case 'GET':
      return handleGet(options, exchange, served, path);
    case 'PUT':
      return handleUpdate(options, exchange, served, path);
    case 'PATCH':
      return handlePatch(options, exchange, served, path);
    default:
      throw methodNotAllowed();
  }
}

function requireVerb(served: ServedResource, verb: string): void {
  if (!served.resource.verbs.includes(verb)) throw verbNotSupported(named(served), verb);
}

async function handleGet(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom);
  requireVerb(served, 'get');
  const resourceVersion = exchange.query.get('resourceVersion') ?? '';
  const syntax = resourceVersionSyntax(resourceVersion);
  if (syntax !== undefined) {
    throw serverError(`resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: ${syntax}`);
  }
  if (resourceVersion !== '') await waitForRevision(options.context, resourceVersion, exchange.signal);
  const stored = served.table.get(keyOf(served, path.namespace, path.name));
  if (stored === undefined) throw notFound(named(served), path.name);
  return sendObject(exchange, served, representation, stored);
}

async function handleCreate(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom);
  requireVerb(served, 'create');
  const write = writeOptions(exchange, 'CreateOptions');
  const format = bodyFormat(headerOf(exchange.request, 'content-type'), served.custom);
  const body = await decodeObject(served, await readBytes(exchange), format, write);
  const result = createObject(options.context, served, path.namespace, body, write);
  return sendWritten(exchange, served, representation, result);
}

async function handleUpdate(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom);
  requireVerb(served, 'update');
  const write = writeOptions(exchange, 'UpdateOptions');
  const format = bodyFormat(headerOf(exchange.request, 'content-type'), served.custom);
  const body = await decodeObject(served, await readBytes(exchange), format, write);
  return sendWritten(
    exchange,
    served,
    representation,
    replaceObject(options.context, served, targetOf(path), body, write),
  );
}

async function handlePatch(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const type = patchType(served, headerOf(exchange.request, 'content-type'));
  const representation = negotiate(accept(exchange), served.custom);
  requireVerb(served, 'patch');
  if (type !== PatchType.Apply && exchange.query.has('force')) {
    throw invalid({ group: 'meta.k8s.io', name: 'PatchOptions' }, '', [
      forbiddenField('force', 'may not be specified for non-apply patch'),
    ]);
  }
  const write = writeOptions(exchange, 'PatchOptions');
  const text = await readBody(exchange);
  const { context } = options;
  const target = targetOf(path);
  const result =
    type === PatchType.Apply
      ? await applyObject(context, served, target, text, { ...write, ...applyOptions(exchange) })
      : patchObject(context, served, target, type, text, write);
  return sendWritten(exchange, served, representation, result);
}

function applyOptions({ query }: Exchange): { manager: string; force: boolean } {
  const force = query.get('force');
  return {
    manager: query.get('fieldManager') ?? '',
    force: force !== null && force !== 'false' && force !== '0',
  };
}

async function sendWritten(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
  result: WriteResult,
): Promise<void> {
  const code = result.created ? 201 : 200;
  if (result.body === undefined) return sendObject(exchange, served, representation, result.stored, code);
  return sendBody(exchange, served, representation, result.body, code);
}

async function handleDelete(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom);
  requireVerb(served, 'delete');
  const request = await readDeleteRequest(exchange, served);
  const { body, stored } = deleteObject(options.context, served, path.namespace, path.name, request);
  if (
    body !== undefined &&
    (served.rules.returnsDeletedObject || (isHeld(served, stored.key) && isMarked(body)))
  ) {
    return sendBody(exchange, served, representation, body);
  }
  const { group, resource } = served.resource;
  const details = { name: path.name, ...(group === '' ? {} : { group }), kind: resource, uid: stored.uid };
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
  return sendJson(exchange, 200, JSON.stringify(status));
}

/** A dry run leaves the object there, too: it is held when its deletion has begun. */
function isMarked(body: ObjectBody): boolean {
  return metadataOf(body).deletionTimestamp !== undefined;
}

/** True when the object is still there, marked: then the answer is the object. */
function isHeld(served: ServedResource, key: string): boolean {
  return served.table.get(key) !== undefined;
}

async function readDeleteRequest(exchange: Exchange, served: ServedResource): Promise<DeleteRequest> {
  const bytes = await readBytes(exchange);
  if (bytes.length === 0) return parseDeleteRequest(undefined, exchange.query);
  const format = bodyFormat(headerOf(exchange.request, 'content-type'), served.custom);
  return parseDeleteRequest(await decodeDeleteOptions(bytes, format), exchange.query);
}

async function handleDeleteCollection(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const { context } = options;
  const representation = negotiate(accept(exchange), served.custom);
  if (!served.rules.deleteCollection) throw verbNotSupported(named(served), 'deletecollection');
  requireVerb(served, 'deletecollection');
  const query = parseListQuery(exchange.query, { watchList: options.watchList, forceWatch: false });
  const selection = selectionOf(options, served, query);
  const request = await readDeleteRequest(exchange, served);
  const list = await listObjects(context, served, path.namespace, query, selection, exchange.signal);
  for (const stored of list.items) {
    if (served.table.get(stored.key)?.uid !== stored.uid) continue;
    deleteObject(context, served, stored.namespace, stored.name, request);
  }
  return sendList(exchange, served, representation, list);
}

function targetOf(path: ResourcePath): WriteTarget {
  return { namespace: path.namespace, name: path.name, subresource: path.subresource };
}

function accept(exchange: Exchange): string | undefined {
  return headerOf(exchange.request, 'accept');
}
