import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@kube-informers/testing';
import type { ApiServerOptions, Interception } from '@kube-informers/testing';
import type { FakeClock } from '../../testing/src/fake-clock.js';
import { systemClock } from '../../kube-informers/src/util/clock.js';
import type { Clock } from '../../kube-informers/src/util/clock.js';
import { Interrupted, OutputClosed } from './cli-io.js';
import type { CliIo, ExitCode, Terminal, TerminalSession, TextSink } from './cli-io.js';
import { run } from './run.js';

/** Records what is written to it, and resolves promises when an expected string has been written. */
export class TextBuffer implements TextSink {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  #text = '';
  readonly #waiting = new Set<{ readonly pattern: string | RegExp; readonly resolve: () => void }>();

  constructor(options: { readonly isTTY?: boolean; readonly columns?: number } = {}) {
    this.isTTY = options.isTTY ?? false;
    this.columns = options.columns;
  }

  write(text: string): void {
    this.#text += text;
    for (const entry of this.#waiting) {
      if (!has(this.#text, entry.pattern)) continue;
      this.#waiting.delete(entry);
      entry.resolve();
    }
  }

  control(sequence: string): void {
    this.write(sequence);
  }

  get text(): string {
    return this.#text;
  }

  /** The complete lines so far. */
  get lines(): readonly string[] {
    return this.#text.split('\n').slice(0, -1);
  }

  /** Resolves once the text matches. */
  until(pattern: string | RegExp): Promise<void> {
    if (has(this.#text, pattern)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ pattern, resolve });
    });
  }
}

/** A terminal that records what is written, and sends keys. */
export class FakeTerminal implements Terminal {
  columns = 80;
  rows = 24;
  readonly output: TextBuffer = new TextBuffer();
  #session: TerminalSession | undefined;

  /** True while a full-screen view has taken it over. */
  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  write(output: string): void {
    this.output.write(output);
  }

  open(session: TerminalSession): () => void {
    this.#session = session;
    return () => {
      this.#session = undefined;
    };
  }

  suspend(): void {
    this.#session?.onSuspend();
  }

  press(keys: string): void {
    this.#session?.onInput(keys);
  }
}

function has(text: string, pattern: string | RegExp): boolean {
  return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
}

/** The environment of a command under test. */
export interface CommandOptions {
  readonly isTTY?: boolean;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly homeDir?: string;
  readonly terminal?: Terminal;
  /** What is piped to it. Default: it has no standard input. */
  readonly stdin?: string;
}

/** A command running in this process. */
export interface RunningCommand {
  readonly out: TextBuffer;
  readonly err: TextBuffer;
  readonly exitCode: Promise<ExitCode>;
  /** Does what Ctrl-C does. */
  interrupt(): void;
  /** Closes the output, as `head` does. */
  closeOutput(): void;
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text);
}

/** Starts a command line in this process, with its own streams, signal and environment. */
export function start(args: readonly string[], options: CommandOptions = {}): RunningCommand {
  const { isTTY = false, clock = systemClock, env = {}, homeDir = '/nonexistent', terminal, stdin } = options;
  const out = new TextBuffer({ isTTY });
  const err = new TextBuffer({ isTTY });
  const ended = new AbortController();
  const io: CliIo = {
    stdout: out,
    stderr: err,
    env,
    signal: ended.signal,
    clock,
    homeDir,
    terminal,
    ...(stdin !== undefined && { stdin: () => chunksOf(stdin) }),
  };
  return {
    out,
    err,
    exitCode: run(args, io),
    interrupt: () => ended.abort(new Interrupted()),
    closeOutput: () => ended.abort(new OutputClosed('closed')),
  };
}

/** Runs a command line to its end. */
export async function finish(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<{ readonly out: string; readonly err: string; readonly exitCode: ExitCode }> {
  const command = start(args, options);
  const exitCode = await command.exitCode;
  return { out: command.out.text, err: command.err.text, exitCode };
}

/** The cells of each line of a table, which prints its columns at least two spaces apart, as kubectl does. */
export function cellsOf(table: string): string[][] {
  return table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
}

/** A temporary folder, removed at the end of the test. */
export class TemporaryFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(join(tmpdir(), 'kube-informers-')));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  async write(name: string, text: string): Promise<string> {
    const file = this.file(name);
    await writeFile(file, text);
    return file;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** An embedded server, and an environment whose KUBECONFIG points to it. */
export class TestCluster implements AsyncDisposable {
  readonly server: ApiServer;
  readonly folder: TemporaryFolder;

  private constructor(server: ApiServer, folder: TemporaryFolder) {
    this.server = server;
    this.folder = folder;
  }

  static async start(options: ApiServerOptions = {}): Promise<TestCluster> {
    const folder = await TemporaryFolder.create();
    const server = await ApiServer.start(options);
    await folder.write('kubeconfig', await server.kubeconfig());
    return new TestCluster(server, folder);
  }

  get env(): { readonly KUBECONFIG: string } {
    return { KUBECONFIG: this.folder.file('kubeconfig') };
  }

  /** Starts a command line against this cluster. */
  command(args: readonly string[], options: CommandOptions = {}): RunningCommand {
    return start(args, { env: this.env, ...options });
  }

  /** Runs a command line against this cluster to its end. */
  finish(args: readonly string[], options: CommandOptions = {}): ReturnType<typeof finish> {
    return finish(args, { env: this.env, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
    await this.folder[Symbol.asyncDispose]();
  }
}

/** Advances the clock in small steps, yielding to the network, until the promise resolves. */
export async function pump(clock: FakeClock, until: Promise<void>): Promise<void> {
  let done = false;
  const watching = until.finally(() => {
    done = true;
  });
  while (!done) await clock.advance(100);
  await watching;
}

/** Makes a cluster's server refuse every request for these resources; `remove()` ends this. */
export function refuse(
  { server }: TestCluster,
  resources: readonly string[],
  code: number,
  message: string,
): Interception {
  const reason = code === 401 ? 'Unauthorized' : 'Forbidden';
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code };
  return server.intercept(({ resource }) =>
    resources.includes(resource) ? { status: code, body } : undefined,
  );
}
