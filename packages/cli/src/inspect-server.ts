import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspector } from '@kube-informers/inspector';
import type { Clock, KubernetesObject, SharedIndexInformer } from 'kube-informers';
import { InformerFactory, isError } from 'kube-informers/internal';
import type { RestClient } from 'kube-informers/rest';
import { UsageError } from './cli-io.js';

/** The informers of a command as a factory, which is what an inspector shows. */
export class CommandInformers extends InformerFactory {
  readonly #informers: readonly SharedIndexInformer<KubernetesObject>[];
  readonly #rest: RestClient;

  constructor(informers: readonly SharedIndexInformer<KubernetesObject>[], rest: RestClient) {
    super({});
    this.#informers = informers;
    this.#rest = rest;
  }

  override get restClient(): RestClient {
    return this.#rest;
  }

  override informers(): readonly SharedIndexInformer<KubernetesObject>[] {
    return this.#informers;
  }
}

/** An inspector that is being served. */
export interface InspectServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Gives each `--inspect` of `watch` without a port the port 0, which means a free one.
 *
 * Commander takes the next word as the value, whatever it is: `watch --inspect pods` would have no resource.
 */
export function withInspectPort(args: readonly string[]): string[] {
  if (args.find((word) => !word.startsWith('-')) !== 'watch') return [...args];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((word, index) => {
    if (word !== '--inspect' || index >= end) return word;
    return /^\d+$/.test(args[index + 1] ?? '') ? word : '--inspect=0';
  });
}

/** Reads the value of `--inspect`. Throws UsageError unless it is a port. */
export function inspectPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--inspect must be a port from 0 to 65535, got ${JSON.stringify(value)}`);
}

/** Serves the inspector of a factory's informers on 127.0.0.1. */
export async function serveInspector(
  port: number,
  factory: InformerFactory,
  clock: Clock,
): Promise<InspectServer> {
  const handler = inspector({ factories: factory, clock });
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(port, error)));
    server.listen(port, '127.0.0.1', resolve);
  });
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      handler.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listenError(port: number, error: unknown): Error {
  const code = isError(error) && 'code' in error ? String(error.code) : String(error);
  const advice =
    code === 'EADDRINUSE'
      ? ', another program is listening there; choose another port, or none for a free one'
      : code === 'EACCES'
        ? ', permission denied; choose a port above 1023'
        : '';
  return new Error(`--inspect cannot listen on 127.0.0.1, port ${port}: ${code}${advice}`, { cause: error });
}
