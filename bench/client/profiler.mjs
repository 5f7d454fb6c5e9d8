import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/** Profiles of single phases, a file each: `<name>-<phase>.<extension>`. Slows down what it looks at. */
class PhaseProfiler {
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
    await this.begin(this.#session);
  }

  async stop(phase) {
    const { profile } = await this.end(this.#session);
    this.#session.disconnect();
    const path = join(this.#folder, `${this.#name}-${phase}.${this.extension}`);
    writeFileSync(path, JSON.stringify(profile));
  }
}

/** Where the time goes. */
export class CpuProfiler extends PhaseProfiler {
  extension = 'cpuprofile';

  async begin(session) {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  }

  end(session) {
    return session.post('Profiler.stop');
  }
}

/** What is allocated and where, also what the collector has taken since: a sample for every 64 KiB. */
export class HeapProfiler extends PhaseProfiler {
  extension = 'heapprofile';

  async begin(session) {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 64 * 1024,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
  }

  end(session) {
    return session.post('HeapProfiler.stopSampling');
  }
}
