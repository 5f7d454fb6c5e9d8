import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that answers one message at a time. */
export class Process {
  #child;
  #failed;
  #ending = false;

  constructor(file, setup) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(setup)], {
      execArgv: ['--max-old-space-size=8192'],
    });
    this.#failed = new Promise((_, reject) => {
      this.#child.once('exit', (code, signal) => {
        if (!this.#ending) reject(new Error(`${file} ended with ${code ?? signal}`));
      });
    });
    // Reported by the next answer.
    this.#failed.catch(() => undefined);
  }

  async answer() {
    const [message] = await Promise.race([once(this.#child, 'message'), this.#failed]);
    return message;
  }

  ask(message) {
    const answer = this.answer();
    this.#child.send(message);
    return answer;
  }

  async end() {
    this.#ending = true;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}
