import { loadConfig } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { OwnServer } from '../integration/own-server.js';

/** An API server that a run may stop, kill and compact. */
export interface Cluster extends AsyncDisposable {
  readonly config: RestConfig;
  /** Stops and starts it again, at the same address, with the same objects. */
  restart(how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Removes old resourceVersions. */
  compact(): Promise<void>;
}

/** A real API server over etcd. */
export async function realCluster(): Promise<Cluster> {
  // Frequent compaction, and restarts that empty the watch cache, make resourceVersions expire within a run.
  const server = await OwnServer.start('--etcd-compaction-interval=30s');
  return {
    config: await loadConfig({ kubeconfig: server.kubeconfig }),
    async restart(how) {
      await server.stop(how === 'SIGTERM' ? 'cleanly' : 'by SIGKILL');
      await server.up();
    },
    compact: () => server.compact(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The embedded API server, in this process. `prepare` says what its pods do. */
export async function embeddedCluster(
  prepare: (server: ApiServer) => void = () => undefined,
): Promise<Cluster> {
  const server = await ApiServer.start({ historyLimit: 5000, bookmarkIntervalMs: 5000 });
  prepare(server);
  return {
    config: { host: server.url, proxyUrl: '' },
    async restart(how) {
      await (how === 'SIGKILL' ? server.kill() : server.stop());
      await server.start();
    },
    compact: () => server.compact(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
