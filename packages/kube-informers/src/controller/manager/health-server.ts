import { builtin } from '../../util/builtin.js';
import type { HealthChecks, HealthResponse } from '../../util/health-checks.js';
import { listen } from '../../util/listen.js';
import type { ListenAddress } from '../../util/listen.js';

/** Serves `/healthz`, `/readyz` and their checks (`/readyz/caches`) over HTTP. */
export class HealthServer {
  readonly #endpoints: ReadonlyMap<string, HealthChecks>;
  readonly #onFailure: (error: unknown) => void;
  #close: (() => Promise<void>) | undefined;

  /** `onFailure` is called with what cannot be answered, such as on a broken connection; it must not throw. */
  constructor(
    endpoints: Readonly<Record<'healthz' | 'readyz', HealthChecks>>,
    onFailure: (error: unknown) => void,
  ) {
    this.#endpoints = new Map(Object.entries(endpoints));
    this.#onFailure = onFailure;
  }

  /** Listens; returns the port. Rejects with ConfigError `ERR_LOCAL_PORT` if it cannot. */
  async listen(address: ListenAddress): Promise<number> {
    const server = builtin('node:http').createServer((request, response) => {
      response.on('error', this.#onFailure);
      this.#respond(request.method, request.url ?? '/')
        .then(({ status, text }) => {
          response.writeHead(status, {
            'content-type': 'text/plain; charset=utf-8',
            'x-content-type-options': 'nosniff',
          });
          response.end(request.method === 'HEAD' ? undefined : text);
        })
        .catch((thrown: unknown) => {
          this.#onFailure(thrown);
          response.destroy();
        });
    });
    const used = await listen(server, address, 'health.port');
    this.#close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return used;
  }

  async close(): Promise<void> {
    await this.#close?.();
  }

  async #respond(method: string | undefined, url: string): Promise<HealthResponse> {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'use GET\n' };
    const [path = '', query = ''] = url.split('?', 2);
    const [, endpoint = '', name, ...rest] = path.split('/');
    const checks = this.#endpoints.get(endpoint);
    if (checks === undefined || rest.length > 0) return { status: 404, text: 'not found\n' };
    return checks.respond(name === '' ? undefined : name, new URLSearchParams(query));
  }
}
