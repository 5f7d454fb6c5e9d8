import type { ServerContext } from '../registry/context.js';
import { envelopeProblem, versionProblem, readObject, readTyped, strictRefusal } from '../bodies/decode.js';
import { sendJson } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import { readBody } from '../http/request-body.js';
import type { Exchange } from '../http/exchange.js';
import { negotiate } from '../http/negotiation.js';
import { methodNotAllowed } from '../http/failure.js';
import { newInvalid } from 'kube-informers/internal';
import { invalidField } from '@kube-informers/schema/internal';
import { asObject, textAt } from '../json/json-fields.js';
import { metadataOf } from '../objects/object-meta.js';
import type { WriteOptions } from '../registry/context.js';
import { matchNamespace } from '../write/create.js';
import { patchDocument, patchProblems, patchType, readPatch, PatchType } from '../write/patch.js';
import type { Patch } from '../write/patch.js';
import type { ServedResource } from '../registry/registry.js';
import { objectPolicy, scaleTable } from '../responses/table.js';
import { applyScale, readScale, replaceScale, scaleKind, scaleToChange, writeScale } from '../write/scale.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { requireName } from '../write/update.js';
import type { WriteTarget } from '../write/update.js';
import { writeOptions } from '../write/write-options.js';
import { accept, applyOptions } from './request-parts.js';

/** Handles GET, PUT and PATCH of a `scale` subresource. */
export async function handleScale(
  context: ServerContext,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
): Promise<void> {
  // Writes answer with the Scale itself.
  const { as, version } = negotiate(accept(exchange), served.custom);
  switch (exchange.method) {
    case 'GET': {
      const scale = readScale(served, target);
      if (as !== 'table') return sendJson(exchange, 200, JSON.stringify(scale));
      const style = { policy: objectPolicy(exchange.query), version };
      return sendJson(exchange, 200, scaleTable(scale, style, exchange.clock.now()));
    }
    case 'PUT': {
      const options = writeOptions(exchange, 'UpdateOptions');
      const scale = await readObject(exchange, scaleKind, options);
      return sendJson(exchange, 200, JSON.stringify(replaceScale(context, served, target, scale, options)));
    }
    case 'PATCH': {
      const type = patchType(served, headerOf(exchange.request, 'content-type'));
      if (type === PatchType.Apply) {
        const apply = { ...writeOptions(exchange, 'PatchOptions'), ...applyOptions(exchange) };
        const text = await readBody(exchange);
        const applied = await applyScale(context, served, target, text, apply);
        return sendJson(exchange, 200, JSON.stringify(applied));
      }
      const options = writeOptions(exchange, 'PatchOptions');
      const patch = readPatch(type, await readBody(exchange));
      const scale = patchedScale(patch, scaleToChange(served, target), target.name, options);
      matchNamespace(served, scale, target.namespace);
      return sendJson(exchange, 200, JSON.stringify(writeScale(context, served, target, scale, options)));
    }
    default:
      throw methodNotAllowed();
  }
}

/** Applies a patch to a Scale, and reads the result by its type. */
function patchedScale(patch: Patch, scale: ObjectBody, name: string, options: WriteOptions): ObjectBody {
  const { value: result, text } = patchDocument(patch, scale, options);
  const value = asObject(result) ?? {};
  const kind = textAt(value, 'kind') || 'Scale';
  const apiVersion = textAt(value, 'apiVersion') || scaleKind.resource.apiVersion;
  const known = kind === 'Scale' && apiVersion === scaleKind.resource.apiVersion;
  const typed = readTyped(scaleKind, value, 'json', text);
  const problem =
    envelopeProblem(result) ??
    versionProblem(apiVersion) ??
    (known
      ? (typed.problem ?? strictRefusal(patchProblems(patch, typed.unknown, options), options))
      : `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "@kube-informers/testing"`);
  if (problem !== undefined) {
    throw newInvalid({ group: '', kind: '' }, '', [invalidField('patch', text, problem)]);
  }
  requireName(typed.value, name);
  const { namespace, resourceVersion } = metadataOf(typed.value);
  return {
    spec: typed.value['spec'],
    metadata: {
      ...(namespace === undefined ? {} : { namespace }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  };
}
