import { StateError } from '../cache/informer/saved-state.js';
import type { StateStore } from '../cache/informer/saved-state.js';
import { builtin } from '../util/builtin.js';
import type { Clock, Timer } from '../util/clock.js';
import { asError } from '../util/errors.js';
import { SingleFlight } from '../util/signal.js';
import { shownValue } from '../util/shown.js';

/** How often the owner of a directory shows that it is alive, ms. */
const heartbeatMs = 10_000;

/** Age of the last sign of life after which a process on another host counts as gone, ms. */
const goneAfterMs = 30_000;

/** How far two readings of one process's start may be apart, ms: the wall clock may be corrected in between. */
const sameStartMs = 500;

/** Longest name of a file without its suffix; file systems allow 255 bytes. */
const longestName = 200;

interface Owner {
  readonly host: string;
  readonly pid: number;
  /** When the process was started, ms since the epoch: a container's program may have the same pid in each run. */
  readonly startedAt: number;
}

/**
 * Keeps saved objects as files of a directory, readable only by their owner. A file `lock` names the process that uses the
 * directory: another one gets StateError `ERR_STATE`, and runs without saved objects. The lock of a process that has ended
 * is taken over; one of another host after 30 s.
 */
export class DirectoryStateStore implements StateStore {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #lock: string;
  #opened = false;
  #heartbeat: Timer | undefined;
  readonly #opening = new SingleFlight<void>(() => this.#open(), { finish: true });

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
    this.#lock = builtin('node:path').join(directory, 'lock');
  }

  async load(name: string): Promise<Uint8Array | undefined> {
    if (!this.#opened) await this.#opening.get(undefined);
    try {
      return await builtin('node:fs/promises').readFile(this.#file(name));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      throw thrown;
    }
  }

  async save(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    if (!this.#opened) await this.#opening.get(undefined);
    const { open, rename, rm } = builtin('node:fs/promises');
    const file = this.#file(name);
    const temporary = `${file}.tmp`;
    // Of a process that ended while it wrote.
    await rm(temporary, { force: true });
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        for await (const chunk of content) await handle.writeFile(chunk);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    } catch (thrown) {
      await rm(temporary, { force: true });
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#heartbeat?.cancel();
    if (!this.#opened) return;
    this.#opened = false;
    await builtin('node:fs/promises').rm(this.#lock, { force: true });
  }

  #file(name: string): string {
    const path = builtin('node:path');
    // Names have the characters of selectors: `/`, `=`, `!` and spaces.
    const escaped = encodeURIComponent(name).replaceAll('*', '%2A');
    if (escaped.length <= longestName) return path.join(this.#directory, `${escaped}.state`);
    const hash = builtin('node:crypto').createHash('sha256').update(name).digest('hex').slice(0, 32);
    return path.join(this.#directory, `${escaped.slice(0, longestName - hash.length)}${hash}.state`);
  }

  async #open(): Promise<void> {
    const { mkdir, open, utimes } = builtin('node:fs/promises');
    const own = thisProcess();
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      for (;;) {
        try {
          const handle = await open(this.#lock, 'wx', 0o600);
          await handle.writeFile(JSON.stringify(own));
          await handle.close();
          break;
        } catch (thrown) {
          if (codeOf(thrown) !== 'EEXIST') throw thrown;
          await this.#removeLockOf(own);
        }
      }
    } catch (thrown) {
      if (thrown instanceof StateError) throw thrown;
      throw stateError(`cannot be used: ${asError(thrown).message}`, this.#directory, thrown);
    }
    this.#opened = true;
    const beat = (): void => {
      this.#heartbeat = this.#clock.setTimer(
        () => {
          const now = this.#clock.now() / 1000;
          // A directory that was deleted or made read-only: the next save reports it.
          utimes(this.#lock, now, now).catch(() => undefined);
          beat();
        },
        heartbeatMs,
        { unref: true },
      );
    };
    beat();
  }

  /** Removes the lock of a process that has ended. Throws StateError while that runs. */
  async #removeLockOf(own: Owner): Promise<void> {
    const { readFile, rename, rm, stat } = builtin('node:fs/promises');
    let text: string;
    let ageMs: number;
    try {
      text = await readFile(this.#lock, 'utf8');
      ageMs = this.#clock.now() - (await stat(this.#lock)).mtimeMs;
    } catch (thrown) {
      // Its owner has just removed it.
      if (codeOf(thrown) === 'ENOENT') return;
      throw thrown;
    }
    const owner = ownerIn(text);
    const isHere = owner?.host === own.host;
    const isRunning = isHere ? isAlive(owner, own) : ageMs < goneAfterMs;
    if (isRunning) {
      const who =
        owner === undefined ? 'another process' : `process ${owner.pid} on ${shownValue(owner.host)}`;
      throw stateError(
        `is in use by ${who}: give each process a directory of its own, or delete ${this.#lock} if that process has ended`,
        this.#directory,
      );
    }
    // Another process may do the same: only one of them can rename the file.
    const taken = `${this.#lock}.${own.pid}`;
    try {
      await rename(this.#lock, taken);
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
    }
    await rm(taken, { force: true });
  }
}

function thisProcess(): Owner {
  const startedAt = Math.round(Date.now() - performance.now());
  return { host: builtin('node:os').hostname(), pid: process.pid, startedAt };
}

function ownerIn(text: string): Owner | undefined {
  try {
    const { host, pid, startedAt } = JSON.parse(text) as Partial<Owner>;
    if (typeof host !== 'string' || typeof pid !== 'number' || typeof startedAt !== 'number')
      return undefined;
    return { host, pid, startedAt };
  } catch {
    return undefined;
  }
}

function isAlive({ pid, startedAt }: Owner, own: Owner): boolean {
  if (pid === own.pid) return Math.abs(startedAt - own.startedAt) < sameStartMs;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}

function codeOf(thrown: unknown): unknown {
  return (thrown as { readonly code?: unknown } | null)?.code;
}

function stateError(problem: string, directory: string, cause?: unknown): StateError {
  return new StateError('ERR_STATE', `the directory ${shownValue(directory)} for saved objects ${problem}`, {
    cause,
  });
}
