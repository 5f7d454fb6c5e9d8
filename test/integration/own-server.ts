import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RealApiServer } from '@kube-informers/testing';

const assets = process.env['KUBEBUILDER_ASSETS'] ?? '';

/** Whether this machine has a kube-apiserver where `RealApiServer` looks for it. */
export const canStartServers = existsSync(
  join(assets === '' ? '/usr/local/kubebuilder/bin' : assets, 'kube-apiserver'),
);

/** Flags of every API server of this run, such as `--emulated-version=1.34`. */
const flagsOfRun: readonly string[] = (process.env['KUBE_APISERVER_FLAGS'] ?? '')
  .split(' ')
  .filter((flag) => flag !== '');

/** An API server over etcd that a test may stop, kill and compact. */
export class OwnServer implements AsyncDisposable {
  /** Its kubeconfig file, for an administrator. */
  readonly kubeconfig: string;
  readonly #server: RealApiServer;

  private constructor(server: RealApiServer, kubeconfig: string) {
    this.#server = server;
    this.kubeconfig = kubeconfig;
  }

  /** Starts a new one with the flags given and those of the run. */
  static async start(...flags: readonly string[]): Promise<OwnServer> {
    const server = await RealApiServer.start({ flags: [...flagsOfRun, ...flags] });
    return new OwnServer(server, await server.kubeconfigFile());
  }

  /** Stops the API server and etcd, or kills the API server alone. */
  async stop(how: 'cleanly' | 'by SIGKILL'): Promise<void> {
    await (how === 'cleanly' ? this.#server.stop() : this.#server.kill());
  }

  /** Starts what does not run, on the same port; resolves when it is ready. */
  async up(): Promise<void> {
    await this.#server.start();
  }

  /** Compacts the history up to now. */
  async compact(): Promise<void> {
    await this.#server.compact();
  }

  /** Stops the API server and etcd, changes etcd's files, and starts both again. */
  async withEtcdStopped(act: (data: string) => Promise<void>): Promise<void> {
    await this.#server.stop();
    await act(join(this.#server.folder, 'etcd'));
    await this.#server.start();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server[Symbol.asyncDispose]();
  }
}
