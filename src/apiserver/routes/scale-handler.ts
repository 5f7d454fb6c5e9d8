import type { ServerContext } from '../registry/context.js';
import { requireJson } from '../bodies/decode.js';
import { headerOf, readBody, sendJson } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { badRequest, methodNotAllowed, unsupportedMediaType } from '../http/failure.js';
import { jsonSyntaxProblem } from '../json/json-syntax.js';
import { isJsonObject } from '../json/json-fields.js';
import { patchDocument, patchType, PatchType } from '../write/patch.js';
import type { ServedResource } from '../registry/registry.js';
import { readScale, scaleToPatch, writeScale } from '../write/scale.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { WriteTarget } from '../write/update.js';
import { writeOptions } from '../write/write-options.js';

/** Answers GET, PUT and PATCH of a `scale` subresource. */
export async function handleScale(
  context: ServerContext,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
): Promise<void> {
  switch (exchange.method) {
    case 'GET':
      return sendJson(exchange, 200, JSON.stringify(readScale(served, target)));
    case 'PUT': {
      requireJson(headerOf(exchange.request, 'content-type'));
      const scale = scaleOf(parse(await readBody(exchange)));
      const options = writeOptions(exchange, 'UpdateOptions');
      return sendJson(exchange, 200, JSON.stringify(writeScale(context, served, target, scale, options)));
    }
    case 'PATCH': {
      const type = patchType(served, headerOf(exchange.request, 'content-type'));
      if (type === PatchType.Apply) {
        throw unsupportedMediaType([PatchType.Json, PatchType.Merge, PatchType.Strategic]);
      }
      const text = await readBody(exchange);
      const scale = scaleOf(patchDocument(type, scaleToPatch(served, target), text));
      const options = writeOptions(exchange, 'PatchOptions');
      return sendJson(exchange, 200, JSON.stringify(writeScale(context, served, target, scale, options)));
    }
    default:
      throw methodNotAllowed();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Worded by the server's own parser.
    const problem = jsonSyntaxProblem(text);
    throw badRequest(
      `the object provided is unrecognized (must be of type Scale): couldn't get version/kind; json parse error: ${problem}`,
    );
  }
}

function scaleOf(value: unknown): ObjectBody {
  if (isJsonObject(value) && (value['kind'] === 'Scale' || value['kind'] === undefined)) {
    const metadata = value['metadata'];
    const version = isJsonObject(metadata) ? metadata['resourceVersion'] : undefined;
    return { spec: value['spec'], metadata: typeof version === 'string' ? { resourceVersion: version } : {} };
  }
  throw badRequest('the object provided is unrecognized (must be of type Scale)');
}
