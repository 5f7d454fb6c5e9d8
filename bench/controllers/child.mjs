// The runner's side of a process of this benchmark.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./process.mjs', import.meta.url));

/** A process that was started, and ends with the runner. */
export class Child {
  #child;
  #listeners = new Set();
  #waiting = new Map();
  #lastId = 0;
  #stderr = '';
  exited;

  /** Starts a job on the Node at `binary`; `setup.entries` are the modules of the library to measure. */
  constructor(job, binary, setup) {
    this.#child = fork(main, [job, JSON.stringify(setup)], {
      execPath: binary,
      execArgv: ['--expose-gc', '--max-old-space-size=8192'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-10_000);
    });
    this.#child.on('message', (message) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      waiting?.resolve(message.result);
      for (const listener of this.#listeners) listener(message);
    });
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        const error = new Error(`${job} ended with ${code ?? signal}: ${this.#stderr}`);
        for (const { reject } of this.#waiting.values()) reject(error);
        for (const listener of this.#listeners) listener({ error });
        resolve();
      });
    });
  }

  /** Resolves with the next message that matches; rejects when the process ends before. */
  next(matches = () => true) {
    return new Promise((resolve, reject) => {
      const listener = (message) => {
        if (message.error === undefined && !matches(message)) return;
        this.#listeners.delete(listener);
        if (message.error === undefined) resolve(message);
        else reject(message.error);
      };
      this.#listeners.add(listener);
    });
  }

  /** Calls a function of the process, and resolves with its result. */
  ask(call, args = {}) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, call, args });
    });
  }

  /** Sends a signal to it; SIGKILL by default. */
  async kill(signal = 'SIGKILL') {
    this.#child.kill(signal);
    await this.exited;
  }

  /** Sends a signal, and does not wait for the end. */
  signal(signal) {
    this.#child.kill(signal);
  }
}
