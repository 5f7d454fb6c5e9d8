import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The program as it is published, in a folder beside the dependencies that it needs; disposing it removes the folder. */
export class BuiltCommand implements AsyncDisposable {
  /** The file to run with Node. */
  readonly main: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.main = join(folder, 'node_modules/@kube-informers/cli/dist/main.js');
  }

  static async create(): Promise<BuiltCommand> {
    const cache = join(root, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, 'command-'));
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the command cannot be built: ${stderr}`);
    return new BuiltCommand(folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
