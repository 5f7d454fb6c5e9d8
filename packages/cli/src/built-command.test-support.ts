import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The program as it is published, in a folder beside the packages that it needs; disposing it removes the folder. */
export class BuiltCommand implements AsyncDisposable {
  /** The file to run with Node. */
  readonly main: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.main = join(folder, 'cli/main.js');
  }

  static async create(): Promise<BuiltCommand> {
    const cache = join(root, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, 'command-'));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const project = join(root, 'tsconfig.build.json');
    // Type errors are another check's task; the output is written in any case.
    spawnSync(process.execPath, [tsc, '-p', project, '--outDir', folder, '--declaration', 'false']);
    return new BuiltCommand(folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
