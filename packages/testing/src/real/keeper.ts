import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/**
 * The program of the watching child. Each line that it reads replaces the list of process groups to end. Its input ends when the
 * parent closes it or is gone, however that happened.
 */
const watching = `
umask 077
mkdir -- "$1" || exit 1
echo made
exec > /dev/null 2>&1
groups=
while read -r line; do groups=$line; done
for group in $groups; do kill -s KILL -- "-$group"; done
tries=0
until rm -rf -- "$1"; do
  tries=$((tries + 1))
  if [ "$tries" -ge 50 ]; then exit 1; fi
  sleep 0.1
done
`;

/** Runs a program once its process is in the watching child's list; ends if the parent is gone before that. */
const launching = 'read -r go || exit 1; exec "$@" < /dev/null';

/**
 * A temporary folder and processes that do not outlive this one.
 *
 * A small child process watches a pipe from this process. When the pipe closes, it ends the processes and removes the folder: also
 * after SIGKILL, which nothing in this process could handle.
 */
export class Keeper {
  /** Readable by this user only. */
  readonly folder: string;
  readonly #watching: ChildProcess;
  readonly #kept = new Set<KeptProcess>();

  private constructor(folder: string, child: ChildProcess) {
    this.folder = folder;
    this.#watching = child;
  }

  /** Makes the folder. Rejects with the system's error if that is impossible. */
  static async start(): Promise<Keeper> {
    const folder = join(tmpdir(), `kube-informers-${randomBytes(8).toString('hex')}`);
    const child = spawn('/bin/sh', ['-c', watching, 'kube-informers-keeper', folder], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    // A child that is gone has closed its input, which `close` reports by its exit code.
    child.stdin.on('error', () => undefined);
    let problem = '';
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.stdout.on('data', () => resolve());
      child.on('close', () => reject(new Error(`cannot make the folder ${folder}: ${problem.trim()}`)));
    });
    child.stdout.destroy();
    child.stderr.destroy();
    // The processes keep this one alive, but not the folder of those that were stopped.
    child.unref();
    unref(child.stdin);
    return new Keeper(folder, child);
  }

  /** Starts a program, whose output is appended to a log in the folder. A signal to this process's group does not reach it. */
  spawn(program: string, args: readonly string[], logName: string): KeptProcess {
    const log = openSync(join(this.folder, logName), 'a');
    try {
      const child = spawn('/bin/sh', ['-c', launching, 'sh', program, ...args], {
        stdio: ['pipe', log, log],
        detached: true,
      });
      const kept = new KeptProcess(child);
      this.#kept.add(kept);
      child.on('exit', () => {
        this.#kept.delete(kept);
        this.#tell();
      });
      this.#tell();
      child.stdin?.on('error', () => undefined);
      child.stdin?.end('go\n');
      return kept;
    } finally {
      closeSync(log);
    }
  }

  /** Ends what still runs, by SIGKILL, and removes the folder. */
  async close(): Promise<void> {
    const exits = Array.from(this.#kept, (kept) => kept.exited);
    const child = this.#watching;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.ref();
      child.stdin?.end();
      await exited;
    }
    await Promise.all(exits);
  }

  #tell(): void {
    const groups = Array.from(this.#kept, ({ pid }) => pid).filter((pid) => pid !== undefined);
    this.#watching.stdin?.write(`${groups.join(' ')}\n`);
  }
}

/** A process of a Keeper, with those that it started. */
export class KeptProcess {
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  #isRunning = true;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.exited = new Promise((resolve) => {
      const ended = (): void => {
        this.#isRunning = false;
        resolve();
      };
      child.on('exit', ended);
      child.on('error', ended);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Sends a signal to the process and those that it started, and resolves when it has ended. */
  async end(name: NodeJS.Signals): Promise<void> {
    // Once the process has ended, its number may be another's.
    if (this.#isRunning && this.pid !== undefined) process.kill(-this.pid, name);
    await this.exited;
  }
}

/** Lets the process end while the pipe is open. A pipe to a child is a socket. */
function unref(pipe: Writable): void {
  if (pipe instanceof Socket) pipe.unref();
}
