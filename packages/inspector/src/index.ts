/**
 * @kube-informers/inspector: one request handler that shows what a program's informers and controllers do.
 */
export type { InspectorAccess } from './access.js';
export type { NodeRequest, NodeResponse } from './node-form.js';
export type { InspectorOptions, ProgramIdentity } from './options.js';

import { respondToFetch } from './fetch-form.js';
import { InspectorServer } from './inspector.js';
import { respondToNode } from './node-form.js';
import type { NodeRequest, NodeResponse } from './node-form.js';
import type { InspectorOptions } from './options.js';

/**
 * A request handler: itself for Node's servers, `fetch` for servers that pass a Request.
 *
 * It never throws and never rejects: what fails while the state is read or a response is written is logged, and ends that response.
 */
export interface Inspector extends Disposable {
  /** For `http.createServer`, Express, NestJS, and the raw requests of Fastify. */
  (request: NodeRequest, response: NodeResponse): void;
  /**
   * For Bun, Deno, Hono and others. `info` is what they pass beside the request, from which the caller's address is read, or
   * `{ remoteAddress }`. Without it the caller is unknown, and refused unless `access` is set.
   */
  readonly fetch: (request: Request, info?: unknown) => Promise<Response>;
  /** Ends the streams of the open pages, so that a server can close. Further streams are refused. */
  readonly close: () => void;
}

/**
 * Returns a handler that serves a status page, `/statusz`, `/metrics` and health endpoints for the informers of factories
 * and the controllers of managers.
 *
 * ```ts
 * createServer(inspector({ factories: factory })).listen(8082, '127.0.0.1');
 * ```
 *
 * It changes nothing, neither in the program nor in the cluster, unless `actions` allows it. It computes nothing while no page is open.
 * Throws ConfigError `ERR_OPTION`.
 */
export function inspector(options: InspectorOptions): Inspector {
  const server = new InspectorServer(options);
  const prefix = options.path ?? '';
  const handle = (request: NodeRequest, response: NodeResponse): void => {
    // Never rejects.
    void respondToNode(server, request, prefix, response);
  };
  const close = (): void => server.close();
  return Object.assign(handle, {
    fetch: (request: Request, info?: unknown) => respondToFetch(server, request, info, prefix),
    close,
    [Symbol.dispose]: close,
  });
}
