import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/** CPU profiles of single phases, a file each: `<name>-<phase>.cpuprofile`. Slows down what it looks at. */
export class Profiler {
  #folder;
  #name;
  #session = new Session();

  constructor(folder, name) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#name = name.replaceAll(/[^\w.]+/g, '-');
  }

  async start() {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.setSamplingInterval', { interval: 200 });
    await this.#session.post('Profiler.start');
  }

  async stop(phase) {
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    writeFileSync(join(this.#folder, `${this.#name}-${phase}.cpuprofile`), JSON.stringify(profile));
  }
}
