import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kubeconfigs in a temporary folder, which is removed at the latest when the process exits. */
export class KubeconfigFiles {
  #folder: string | undefined;
  #count = 0;
  readonly #onExit = (): void => this.remove();

  /** Writes a kubeconfig into a new file, which only this user can read, and returns its path. */
  write(text: string): string {
    if (this.#folder === undefined) {
      this.#folder = mkdtempSync(join(tmpdir(), 'kube-informers-'));
      process.on('exit', this.#onExit);
    }
    this.#count++;
    const file = join(this.#folder, `kubeconfig-${this.#count}`);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }

  /** Removes the files and the folder. */
  remove(): void {
    if (this.#folder === undefined) return;
    process.off('exit', this.#onExit);
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}
