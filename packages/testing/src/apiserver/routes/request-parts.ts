import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { newMethodNotSupported } from 'kube-informers/internal';
import { addWarning } from '../http/warnings.js';
import type { BodyKind } from '../bodies/decode.js';
import type { JsonObject } from '@kube-informers/schema/internal';
import type { WriteAdmission } from '../registry/context.js';
import type { HandlerOptions } from './handler-options.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import type { WriteTarget } from '../write/update.js';

/** Throws the server's 405 for a verb that the resource does not support. */
export function requireVerb(served: ServedResource, verb: string): void {
  if (served.resource.verbs.includes(verb)) return;
  throw served.custom ? newMethodNotSupported(served.resource, verb) : methodNotAllowed();
}

/** Returns the object that a path names. */
export function targetOf(path: ResourcePath): WriteTarget {
  return { namespace: path.namespace, name: path.name, subresource: path.subresource };
}

/** Returns what asks webhooks about a change of a resource; undefined if there are none. */
export function admissionOf(
  { admission }: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: { readonly namespace: string; readonly name: string; readonly subresource: string },
  of: { readonly kind?: BodyKind | undefined; readonly options?: JsonObject | undefined } = {},
): WriteAdmission | undefined {
  return admission.of(() => {
    const { query, response, signal, user } = exchange;
    if (user === undefined) throw new Error('a request without a user is not admitted');
    const options = 'options' in of ? of.options : writeOptionsOf(query);
    const dryRun = options?.['dryRun'];
    return {
      served,
      kind: of.kind ?? served,
      // A namespace counts as being in itself.
      namespace: served.id === 'namespaces.' ? path.name : path.namespace,
      name: path.name,
      subresource: path.subresource,
      dryRun: Array.isArray(dryRun) && dryRun.length > 0,
      options,
      user,
      signal,
      warn: (text) => addWarning(response, text),
    };
  });
}

/** The options in a query, as a webhook sees them. */
function writeOptionsOf(query: URLSearchParams): JsonObject {
  const options: JsonObject = {};
  const dryRun = query.getAll('dryRun');
  if (dryRun.length > 0) options['dryRun'] = dryRun;
  for (const field of ['fieldManager', 'fieldValidation']) {
    const value = query.get(field) ?? '';
    if (value !== '') options[field] = value;
  }
  return options;
}

/** Returns the Accept header. */
export function accept(exchange: Exchange): string | undefined {
  return headerOf(exchange.request, 'accept');
}

/** Returns the options of an apply. */
export function applyOptions({ query }: Exchange): { manager: string; force: boolean } {
  const force = query.get('force');
  return {
    manager: query.get('fieldManager') ?? '',
    force: force !== null && force !== 'false' && force !== '0',
  };
}
