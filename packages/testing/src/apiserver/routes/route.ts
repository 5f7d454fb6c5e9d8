import { builtInResources } from 'kube-informers';
import { newBadRequest } from 'kube-informers/internal';
import { newMethodNotSupported } from 'kube-informers/internal';
import type { Exchange } from '../http/exchange.js';
import { unknownResource } from '../http/failure.js';
import type { Registry, ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';

/** The target of a request with a known path. */
export interface Route {
  readonly served: ServedResource;
  /** The request, with the effective method. */
  readonly exchange: Exchange;
}

const builtInVersions = new Set(builtInResources.map(({ group, version }) => `${group}/${version}`));
const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Returns the target of a path. Throws the server's 400, 404 and 405.
 *
 * Built-in resources have a route per method, with 405 for others. Custom resources share one handler, which treats
 * HEAD as GET, recognises watches by the path, and returns undefined for what it does not support.
 */
export function routeOf(registry: Registry, exchange: Exchange, path: ResourcePath): Route | undefined {
  const served = registry.find(path.group, path.version, path.resource);
  const custom = path.group !== '' && !builtInVersions.has(`${path.group}/${path.version}`);
  if (custom) return customRoute(served, exchange, path);
  if (served === undefined || !pathFits(served, path)) throw unknownResource();
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
  // Only lists and watches cover all namespaces.
  if (namespaced && path.namespace === '' && (method !== 'GET' || path.name !== '')) return undefined;
  if (!knownMethods.includes(method)) throw newMethodNotSupported(served.resource, '');
  if (path.name === '' && (method === 'PUT' || method === 'PATCH'))
    throw newBadRequest('name must be provided');
  return { served, exchange: { ...exchange, method } };
}
