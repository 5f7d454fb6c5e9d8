// CPU time and memory of an API server on this machine, of proc(5).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Process id of the API server that serves this URL; undefined if it is not a process of this machine. */
export function processOf(url) {
  const flag = `--secure-port=${new URL(url).port}`;
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && commandOf(name).includes(flag));
  return found === undefined ? undefined : Number(found);
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It has ended since the folder was read.
    return [];
  }
}

/** What a server has used since this was constructed. The server must belong to the same user. */
export class ServerCosts {
  #pid;
  #before;

  constructor(pid) {
    this.#pid = pid;
    // The largest RSS begins at the present size again.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    this.#before = this.#cpuSeconds();
  }

  until() {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
    return {
      cpuSeconds: this.#cpuSeconds() - this.#before,
      peakRssMiB: Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024,
    };
  }

  /** User and system time of all threads; Linux counts in hundredths of a second. */
  #cpuSeconds() {
    const text = readFileSync(`/proc/${this.#pid}/stat`, 'utf8');
    // Behind the name of the program, which may have spaces.
    const [user, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  }
}
