import type { HandlerOptions } from './handler-options.js';
import { envelopeProblem, versionProblem, readObject, readTyped, strictRefusal } from '../bodies/decode.js';
import { sendJson } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import { readBody } from '../http/request-body.js';
import type { Exchange } from '../http/exchange.js';
import { negotiate } from '../http/negotiation.js';
import { methodNotAllowed } from '../http/failure.js';
import { newInvalid } from 'kube-informers/internal';
import { asObject, invalidField, textAt } from '@kube-informers/schema/internal';
import { metadataOf } from '../objects/object-meta.js';
import type { WriteOptions } from '../registry/context.js';
import { withConversions } from '../custom/undecodable-error.js';
import { matchNamespace } from '../write/create.js';
import { patchDocument, patchProblems, patchType, readPatch, PatchType } from '../write/patch.js';
import type { Patch } from '../write/patch.js';
import type { ServedResource } from '../registry/registry.js';
import { objectPolicy, scaleTable } from '../responses/table.js';
import { applyScale, readScale, replaceScale, scaleKind, scaleToChange, writeScale } from '../write/scale.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { requireName, untilUnchanged } from '../write/update.js';
import type { WriteTarget } from '../write/update.js';
import { writeOptions } from '../write/write-options.js';
import { accept, admissionOf, applyOptions } from './request-parts.js';
import { oneObject } from './unconverted.js';

/** Handles GET, PUT and PATCH of a `scale` subresource. */
export async function handleScale(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
): Promise<void> {
  // Writes answer with the Scale itself.
  const { as, version } = negotiate(accept(exchange), served.custom);
  const { context } = options;
  const admission = admissionOf(options, exchange, served, target, { kind: scaleKind });
  const sendScale = async (write: () => Promise<ObjectBody>): Promise<void> =>
    sendJson(exchange, 200, JSON.stringify(await untilUnchanged(write)));
  switch (exchange.method) {
    case 'GET': {
      const scale = await oneObject(served, async () => withConversions(() => readScale(served, target)));
      if (as !== 'table') return sendJson(exchange, 200, JSON.stringify(scale));
      const style = { policy: objectPolicy(exchange.query), version };
      return sendJson(exchange, 200, scaleTable(scale, style, exchange.clock.now()));
    }
    case 'PUT': {
      const write = { ...writeOptions(exchange, 'UpdateOptions'), admission };
      const given = await readObject(exchange, scaleKind, write);
      return sendScale(async () => replaceScale(context, served, target, structuredClone(given), write));
    }
    case 'PATCH': {
      const type = patchType(served, headerOf(exchange.request, 'content-type'));
      if (type === PatchType.Apply) {
        const apply = { ...writeOptions(exchange, 'PatchOptions'), ...applyOptions(exchange), admission };
        const text = await readBody(exchange);
        return sendScale(async () => applyScale(context, served, target, text, apply));
      }
      const write = { ...writeOptions(exchange, 'PatchOptions'), admission };
      const patch = readPatch(type, await readBody(exchange));
      return sendScale(async () => {
        const scale = patchedScale(patch, scaleToChange(served, target), target.name, write);
        matchNamespace(served, scale, target.namespace);
        return writeScale(context, served, target, scale, write);
      });
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
