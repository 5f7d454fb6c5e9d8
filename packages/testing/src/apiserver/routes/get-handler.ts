import { ready, storageKey } from '../registry/context.js';
import type { Exchange } from '../http/exchange.js';
import { serverError } from '../http/failure.js';
import { newNotFound } from 'kube-informers/internal';
import { resourceVersionSyntax } from '../http/query-values.js';
import { waitForRevision } from '../read/list.js';
import { negotiate } from '../http/negotiation.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import { sendObject } from '../responses/responses.js';
import type { HandlerOptions } from './handler-options.js';
import { oneObject } from './unconverted.js';
import { requireVerb, accept } from './request-parts.js';

/** Handles GET of an object or its status, once the requested resourceVersion is reached. */
export async function handleGet(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const representation = negotiate(accept(exchange), served.custom, true);
  requireVerb(served, 'get');
  const resourceVersion = exchange.query.get('resourceVersion') ?? '';
  const syntax = resourceVersionSyntax(resourceVersion);
  if (syntax !== undefined) {
    throw serverError(`resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: ${syntax}`);
  }
  if (resourceVersion !== '') await waitForRevision(options.context, resourceVersion, exchange.signal);
  const stored = served.table.get(storageKey(served, path.namespace, path.name));
  if (stored === undefined) throw newNotFound(served.resource, path.name);
  await oneObject(served, async () => ready(served, [stored]));
  return sendObject(exchange, served, representation, stored);
}
