import { newInvalid } from 'kube-informers/internal';
import { forbiddenField } from '@kube-informers/schema/internal';
import { ready } from '../registry/context.js';
import type { WriteResult } from '../registry/context.js';
import { createObject } from '../write/create.js';
import { readObject } from '../bodies/decode.js';
import { headerOf } from '../http/exchange.js';
import { readBody } from '../http/request-body.js';
import type { Exchange } from '../http/exchange.js';
import { applyObject } from '../write/apply.js';
import { negotiate } from '../http/negotiation.js';
import type { Representation } from '../http/negotiation.js';
import { metadataOf } from '../objects/object-meta.js';
import { patchObject, patchType, PatchType } from '../write/patch.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import { sendBody, sendObject } from '../responses/responses.js';
import { mayBeginAgain, replaceObject, untilUnchanged } from '../write/update.js';
import { writeOptions } from '../write/write-options.js';
import type { HandlerOptions } from './handler-options.js';
import { admissionOf, targetOf, requireVerb, accept, applyOptions } from './request-parts.js';

/** Handles POST to a collection. */
export async function handleCreate(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom, true);
  requireVerb(served, 'create');
  const write = { ...writeOptions(exchange, 'CreateOptions'), guard: options.guard };
  const body = await readObject(exchange, served, write);
  const name = metadataOf(body).name ?? '';
  const admission = admissionOf(options, exchange, served, { ...path, name });
  const result = await createObject(options.context, served, path.namespace, body, {
    ...write,
    admission,
  });
  return sendWritten(exchange, served, representation, result);
}

/** Handles PUT to an object or its status. */
export async function handleUpdate(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom, true);
  requireVerb(served, 'update');
  const write = { ...writeOptions(exchange, 'UpdateOptions'), guard: options.guard };
  const body = await readObject(exchange, served, write);
  const admitted = { ...write, admission: admissionOf(options, exchange, served, path) };
  const result = await untilUnchanged(async () => {
    // Webhooks take time, in which another write may have it begin again.
    const given = mayBeginAgain(served, admitted) ? structuredClone(body) : body;
    return replaceObject(options.context, served, targetOf(path), given, admitted);
  });
  return sendWritten(exchange, served, representation, result);
}

/** Handles PATCH of an object or its status: the three kinds of patch, and server-side apply. */
export async function handlePatch(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const type = patchType(served, headerOf(exchange.request, 'content-type'));
  const representation = negotiate(accept(exchange), served.custom, true);
  requireVerb(served, 'patch');
  if (type !== PatchType.Apply && exchange.query.has('force')) {
    throw newInvalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [
      forbiddenField('force', 'may not be specified for non-apply patch'),
    ]);
  }
  const write = { ...writeOptions(exchange, 'PatchOptions'), guard: options.guard };
  const text = await readBody(exchange);
  const { context } = options;
  const target = targetOf(path);
  const admitted = { ...write, admission: admissionOf(options, exchange, served, path) };
  const result = await untilUnchanged(async () =>
    type === PatchType.Apply
      ? applyObject(context, served, target, text, { ...admitted, ...applyOptions(exchange) })
      : patchObject(context, served, target, type, text, admitted),
  );
  return sendWritten(exchange, served, representation, result);
}

async function sendWritten(
  exchange: Exchange,
  served: ServedResource,
  representation: Representation,
  result: WriteResult,
): Promise<void> {
  const code = result.created ? 201 : 200;
  if (result.body === undefined) await ready(served, [result.stored]);
  if (result.body === undefined) return sendObject(exchange, served, representation, result.stored, code);
  return sendBody(exchange, served, representation, result.body, code);
}
