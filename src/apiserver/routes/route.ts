import { builtInResources } from '../../resources/index.js';
import type { Exchange } from '../http/exchange.js';
import { badRequest, methodNotAllowed, unknownResource, verbNotSupported } from '../http/failure.js';
import { named } from '../registry/registry.js';
import type { Registry, ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';

/** What a request is for, once its path is known to lead somewhere. */
export interface Route {
  readonly served: ServedResource;
  /** The request, with the method that it counts as. */
  readonly exchange: Exchange;
}

const builtInVersions = new Set(builtInResources.map(({ group, version }) => `${group}/${version}`));
const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const methodsOfOne = ['GET', 'PUT', 'PATCH', 'DELETE'];

/**
 * Finds what a path is about. Built-in resources have a route for each method and say so with 405; custom ones share one
 * handler, which takes HEAD for GET, watches by the path alone, and has no page for what it does not know: undefined.
 *
 * Throws the server's 400, 404 and 405.
 */
export function routeOf(registry: Registry, exchange: Exchange, path: ResourcePath): Route | undefined {
  const served = registry.find(path.group, path.version, path.resource);
  const custom = path.group !== '' && !builtInVersions.has(`${path.group}/${path.version}`);
  if (custom) return customRoute(served, exchange, path);
  if (served === undefined || !pathFits(served, path)) throw unknownResource();
  if (path.nameMissing) {
    if (methodsOfOne.includes(exchange.method)) throw badRequest('name must be provided');
    throw methodNotAllowed();
  }
  return { served, exchange };
}

function pathFits(served: ServedResource, path: ResourcePath): boolean {
  if (served.resource.namespaced) return path.namespace !== '' || path.name === '';
  return path.namespace === '';
}

/** apiextensions' crdHandler. */
function customRoute(
  served: ServedResource | undefined,
  exchange: Exchange,
  path: ResourcePath,
): Route | undefined {
  if (served === undefined) return undefined;
  const method = path.watch || exchange.method === 'HEAD' ? 'GET' : exchange.method;
  const { namespaced } = served.resource;
  if (!namespaced && path.namespace !== '') return undefined;
  // Across all namespaces there are lists and watches, and nothing else.
  if (namespaced && path.namespace === '' && (method !== 'GET' || path.name !== '')) return undefined;
  if (!knownMethods.includes(method)) throw verbNotSupported(named(served), '');
  const needsName = path.nameMissing || (path.name === '' && (method === 'PUT' || method === 'PATCH'));
  if (needsName) throw badRequest('name must be provided');
  return { served, exchange: { ...exchange, method } };
}
