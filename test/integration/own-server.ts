import { join } from 'node:path';
import { RealCluster, realClusterFolder } from './real-cluster.js';

/** Whether this machine has the programs of which `OwnServer.start` needs. */
export const canStartServers = realClusterFolder !== undefined;

/** Flags of every API server of this run, such as `--emulated-version=1.34`. */
const flagsOfRun: readonly string[] = (process.env['KUBE_APISERVER_FLAGS'] ?? '')
  .split(' ')
  .filter((flag) => flag !== '');

/** An API server over etcd that a test may stop, kill and compact. */
export class OwnServer implements AsyncDisposable {
  readonly #cluster: RealCluster;

  private constructor(cluster: RealCluster) {
    this.#cluster = cluster;
  }

  /** Starts a new one with the flags given and those of the run. */
  static async start(...flags: readonly string[]): Promise<OwnServer> {
    // The server refuses a flag that is given twice.
    return new OwnServer(await RealCluster.start(...new Set([...flagsOfRun, ...flags])));
  }

  get kubeconfig(): string {
    return this.#cluster.kubeconfig;
  }

  /** Stops the API server; etcd goes on. */
  async stop(how: 'cleanly' | 'by SIGKILL'): Promise<void> {
    await this.#cluster.stop(how === 'cleanly' ? 'server' : 'server-kill');
  }

  /** Starts it again on the same port; resolves when it is ready. */
  async up(): Promise<void> {
    await this.#cluster.up();
  }

  /** Compacts the history up to now. */
  async compact(): Promise<void> {
    await this.#cluster.compact();
  }

  /** Stops the API server and etcd, changes etcd's files, and starts both again. */
  async withEtcdStopped(act: (data: string) => Promise<void>): Promise<void> {
    await this.#cluster.stop('all');
    await act(join(this.#cluster.state, 'etcd'));
    await this.#cluster.up();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cluster[Symbol.asyncDispose]();
  }
}
