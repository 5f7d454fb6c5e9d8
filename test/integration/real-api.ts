import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const startAttempts = 3;

/**
 * Folder with the scripts `up.sh`, `down.sh` and `compact.sh` of a real API server that tests may stop and start
 * themselves; undefined if there is only a running cluster.
 */
export const realApiFolder: string | undefined = process.env['REALAPI'];

/** A real API server for one test. */
export class RealApi implements AsyncDisposable {
  readonly #folder: string;
  readonly #state: string;
  readonly #flags: readonly string[];

  private constructor(folder: string, state: string, flags: readonly string[]) {
    this.#folder = folder;
    this.#state = state;
    this.#flags = flags;
  }

  /** Starts a new cluster with the flags given and those of REALAPI_FLAGS, each once: the server refuses duplicates. */
  static async start(...flags: readonly string[]): Promise<RealApi> {
    const folder = process.env['REALAPI'];
    if (folder === undefined) throw new Error('set REALAPI to a folder with up.sh, down.sh and compact.sh');
    const inherited = (process.env['REALAPI_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
    const all = [...new Set([...inherited, ...flags])];
    // A new folder has another port; the script looks for a free one before it listens.
    for (let attempt = 1; ; attempt++) {
      const state = await mkdtemp(join(tmpdir(), 'kube-informers-cluster-'));
      const server = new RealApi(folder, state, all);
      try {
        await server.up();
        return server;
      } catch (error) {
        await server[Symbol.asyncDispose]();
        if (attempt === startAttempts) throw error;
      }
    }
  }

  get kubeconfig(): string {
    return join(this.#state, 'kubeconfig');
  }

  /** Starts what is not running, on the same port with the same certificates; resolves when it is ready. */
  async up(): Promise<void> {
    // Another process can take its free port between choosing and listening: then it is started once more.
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#script('up.sh', this.#state, ...this.#flags);
        return;
      } catch (error) {
        if (attempt === startAttempts) throw error;
        await this.#script('down.sh', this.#state, 'server');
      }
    }
  }

  /** Stops the API server; etcd continues. */
  async stop(how: 'cleanly' | 'by SIGKILL'): Promise<void> {
    await this.#script('down.sh', this.#state, how === 'cleanly' ? 'server' : 'server-kill');
  }

  /** Compacts the history up to now. */
  async compact(): Promise<void> {
    await this.#script('compact.sh', this.#state);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#script('down.sh', this.#state);
    await rm(this.#state, { recursive: true, force: true });
  }

  async #script(name: string, ...args: readonly string[]): Promise<void> {
    await exec(join(this.#folder, name), [...args]);
  }
}
