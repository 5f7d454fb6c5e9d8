import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const startAttempts = 3;

/** Folder of scripts that start a whole control plane; undefined if this machine has none. CONTRIBUTING.md describes them. */
export const realClusterFolder: string | undefined = process.env['REALCLUSTER'];

/** A whole control plane of one test, which may stop its parts: API server, controllers, scheduler and a small kubelet. */
export class RealCluster implements AsyncDisposable {
  /** The folder with its kubeconfig, logs and the kubelet's files. */
  readonly state: string;
  readonly #folder: string;
  readonly #options: readonly string[];

  private constructor(folder: string, state: string, options: readonly string[]) {
    this.#folder = folder;
    this.state = state;
    this.#options = options;
  }

  /** Starts a new one with options of `up.sh`: `--controllers`, `--nodes=N`, and flags of kube-apiserver. */
  static async start(...options: readonly string[]): Promise<RealCluster> {
    const folder = realClusterFolder;
    if (folder === undefined) throw new Error('set REALCLUSTER to a folder with up.sh and down.sh');
    // A new folder has other ports; the script looks for free ones before the servers listen.
    for (let attempt = 1; ; attempt++) {
      const cluster = new RealCluster(
        folder,
        await mkdtemp(join(tmpdir(), 'kube-informers-cluster-')),
        options,
      );
      try {
        await cluster.up();
        return cluster;
      } catch (error) {
        await cluster[Symbol.asyncDispose]();
        if (attempt === startAttempts) throw error;
      }
    }
  }

  get kubeconfig(): string {
    return join(this.state, 'kubeconfig');
  }

  /** Starts what does not run, on the same ports with the same certificates; resolves when it is ready. */
  async up(): Promise<void> {
    // Another process can take a free port between choosing and listening: then it is started once more.
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#script('up.sh', this.state, ...this.#options);
        return;
      } catch (error) {
        if (attempt === startAttempts) throw error;
        await this.#script('down.sh', this.state, 'server');
      }
    }
  }

  /** Stops a part; the others and etcd go on. */
  async stop(part: 'server' | 'server-kill' | 'controllers' | 'kubelet'): Promise<void> {
    await this.#script('down.sh', this.state, part);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#script('down.sh', this.state);
    await rm(this.state, { recursive: true, force: true });
  }

  async #script(name: string, ...args: readonly string[]): Promise<void> {
    await exec(join(this.#folder, name), [...args]);
  }
}
