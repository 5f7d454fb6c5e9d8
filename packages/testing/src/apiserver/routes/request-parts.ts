import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { newMethodNotSupported } from 'kube-informers/internal';
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
