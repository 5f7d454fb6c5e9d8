import { PassThrough, Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import type { CallOptions } from '../meta/calls.js';
import { StatusError } from '../meta/errors.js';
import { statusOf } from '../meta/status-shape.js';
import type { Status } from '../meta/types.js';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { ConfigError, TransportError, asError } from '../util/errors.js';
import type { Checks, OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { Check } from '../util/require.js';
import {
  refuse,
  refuseValue,
  requireAbortSignal,
  requireBoolean,
  requireList,
  requireString,
  requireText,
  wholeFrom,
} from '../util/require.js';
import { linkSignal, onAbort, raceSignal, reasonOf } from '../util/signal.js';
import { shownKey } from '../util/shown.js';
import { isBytes } from '../util/type-checks.js';
import { ExecError, withRemedy } from './errors.js';

/** What opens a pod's streams. */
export interface PodStreams {
  /** The pod, for messages: `pods "web"`. */
  readonly pod: string;
  /** Opens a WebSocket to a subresource of the pod. */
  open(
    subresource: 'attach' | 'exec' | 'portforward',
    query: Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
    protocols: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<WebSocketConnection>;
  /** Returns the pod's default container, or undefined if none is named. */
  defaultContainer(signal: AbortSignal | undefined): Promise<string | undefined>;
  /** Aborts when the client is closed, which ends what listens for it. */
  readonly closing?: AbortSignal | undefined;
}

/** Input of a command: all of it, or a stream of bytes or of text, which is sent as UTF-8, such as a Readable. */
export type StreamInput = Uint8Array | AsyncIterable<string | Uint8Array>;

/** Size of a terminal, in characters. */
export interface TerminalSize {
  /** Characters in a line. */
  readonly columns: number;
  /** Lines. */
  readonly rows: number;
}

/** A terminal whose size a remote terminal follows: `process.stdout`, if that is one. */
export interface TerminalSizeSource {
  /** Characters in a line; undefined if it is no terminal. */
  readonly columns?: number | undefined;
  /** Lines; undefined if it is no terminal. */
  readonly rows?: number | undefined;
  /** Adds a listener. */
  on(event: 'resize', listener: () => void): unknown;
  /** Removes a listener. */
  off(event: 'resize', listener: () => void): unknown;
}

/** Options of `attach`. */
export interface AttachOptions extends CallOptions {
  /** Default: the container of the annotation `kubectl.kubernetes.io/default-container`, or the only one. */
  readonly container?: string | undefined;
  /** Input; `pipe` opens the Writable `stdin` of the process. Default: none. */
  readonly stdin?: 'pipe' | StreamInput | undefined;
  /** Takes the output; it is not ended. `pipe` opens the Readable `stdout` of the process. Default: `pipe`. */
  readonly stdout?: 'pipe' | 'ignore' | Writable | undefined;
  /** Takes the error output, as `stdout` does. A terminal has none. Default: `pipe`. */
  readonly stderr?: 'pipe' | 'ignore' | Writable | undefined;
  /** Uses a terminal, for programs such as shells; the container decides for an attach. Default: false. */
  readonly tty?: boolean | undefined;
  /** The terminal whose size the remote one follows: `process.stdout`. Default: none, see `RemoteProcess.resize`. */
  readonly resize?: TerminalSizeSource | undefined;
}

/** Options of `spawn`. */
export interface SpawnOptions extends AttachOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
}

/** Options of `exec`. */
export interface ExecOptions extends Omit<SpawnOptions, 'stdin' | 'stdout' | 'stderr'> {
  /** Input; a string is sent as UTF-8. Default: none. */
  readonly stdin?: string | StreamInput | undefined;
  /** Takes the output instead of `stdout` of the result; it is not ended. */
  readonly stdout?: Writable | undefined;
  /** Takes the error output instead of `stderr` of the result; it is not ended. */
  readonly stderr?: Writable | undefined;
  /** Most bytes of each output in the result; more is ExecError `ERR_EXEC_SIZE`. Default: 16 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

/** How a command ended. */
export interface ExecExit {
  /** 0 for success. Of an attach always 0: the server does not tell it; the pod's status does. */
  readonly exitCode: number;
  /** The Status that the server sent; undefined if an attach ended without one. */
  readonly status: Status | undefined;
}

/** What a command has written. */
export interface ExecResult {
  /** Always 0. */
  readonly exitCode: number;
  /** The output; empty if the option `stdout` took it. */
  readonly stdout: Buffer;
  /** The error output; empty with a terminal, and if the option `stderr` took it. */
  readonly stderr: Buffer;
}

const requireOutput =
  (...words: readonly string[]): Check =>
  (what, value) => {
    if (words.some((word) => word === value)) return;
    const { write, on } = Object(value) as Partial<Record<'write' | 'on', unknown>>;
    if (typeof value === 'string') refuseValue(what, [...words, 'a Writable'].join(', '), value);
    if (typeof write !== 'function' || typeof on !== 'function') refuse(what, 'a Writable', value);
  };

const requireInput: Check = (what, value) => {
  if (isBytes(value)) return;
  const { [Symbol.asyncIterator]: iterate } = Object(value) as Partial<AsyncIterable<unknown>>;
  if (typeof iterate !== 'function') refuse(what, 'bytes or an AsyncIterable such as a Readable', value);
};

const requireSizeSource: Check = (what, value) => {
  const { on, off } = Object(value) as Partial<Record<'on' | 'off', unknown>>;
  if (typeof on !== 'function' || typeof off !== 'function')
    refuse(what, 'a terminal such as process.stdout', value);
};

const attachOptionNames: OptionNames<AttachOptions> = {
  signal: requireAbortSignal,
  container: requireText,
  stdin: (what, value) => {
    if (value !== 'pipe') requireInput(what, value);
  },
  stdout: requireOutput('pipe', 'ignore'),
  stderr: requireOutput('pipe', 'ignore'),
  tty: requireBoolean,
  resize: requireSizeSource,
};

const requireCommand: Check = (what, value) => {
  requireList(what, value);
  const words = value as readonly unknown[];
  if (words.length === 0) throw new ConfigError('ERR_OPTION', `${what} must have a program, got []`);
  for (const word of words) requireString(`every word of ${what}`, word);
  requireText(`the program of ${what}`, words[0]);
};

const spawnOptionNames: OptionNames<SpawnOptions> = { ...attachOptionNames, command: requireCommand };

const execOptionNames: OptionNames<ExecOptions> = {
  ...spawnOptionNames,
  stdin: (what, value) => {
    if (typeof value !== 'string') requireInput(what, value);
  },
  stdout: requireOutput(),
  stderr: requireOutput(),
  maxOutputBytes: wholeFrom(1),
};

/** The channels of the protocol `v5.channel.k8s.io`: the first byte of each message. */
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** v5 (Kubernetes 1.30) can end the input; v4 cannot. */
const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const;

/** Longest message that is sent, bytes. */
const chunkBytes = 32 * 1024;

/** Longest Status that is read, bytes, and most frames that it comes in: servers send a few hundred bytes in one. */
const maxStatusBytes = 1024 * 1024;
const maxStatusFrames = 100;

/** A command in a container, or a container's own process, with its streams. */
export class RemoteProcess {
  /** The Writable of `stdin: 'pipe'`, else undefined. */
  readonly stdin: Writable | undefined;
  /** The Readable of `stdout: 'pipe'`, else undefined. Read it together with `stderr`: both wait for the slower one. */
  readonly stdout: Readable | undefined;
  /** The Readable of `stderr: 'pipe'`, else undefined; undefined with a terminal. */
  readonly stderr: Readable | undefined;
  /** The channel protocol that the server speaks. */
  readonly protocol: string;
  /**
   * Resolves when the command has ended, whatever its exit code, and every byte of its output was taken: a Writable that was passed in
   * has called back for it. As long as a `stdout` or `stderr` is not read, the command waits.
   *
   * Rejects with ExecError if it cannot run, with TransportError `ERR_SOCKET_CUT` if the connection ended before the exit code
   * (the command may go on), with the signal's reason if aborted, with the error of a stream that was passed in, and with ExecError
   * `ERR_EXEC_STREAM` if a Writable that was passed in is destroyed before it has the whole output, or a stream of input before its
   * end.
   */
  readonly exit: Promise<ExecExit>;
  readonly #connection: WebSocketConnection;
  readonly #what: string;
  readonly #isAttach: boolean;
  readonly #outputs = new Map<number, Output>();
  readonly #ended: ReturnType<typeof linkSignal>;
  #failure: { readonly error: unknown } | undefined;

  /** @internal */
  constructor(connection: WebSocketConnection, options: AttachOptions, what: string, isAttach: boolean) {
    this.#connection = connection;
    this.#what = what;
    this.#isAttach = isAttach;
    this.protocol = connection.protocol;
    // Ends the sending of input.
    this.#ended = linkSignal();
    this.stdout = this.#output(channels.stdout, options.stdout);
    this.stderr = options.tty === true ? undefined : this.#output(channels.stderr, options.stderr);
    const { stdin, resize } = options;
    const source = stdin === 'pipe' ? new PassThrough() : stdin;
    const input = stdin === 'pipe' && source instanceof PassThrough ? source : undefined;
    this.stdin = input;
    const undoResize = resize && this.#follow(resize);
    if (source !== undefined) void this.#send(source);
    // What has arrived goes to the outputs, which need not be read any more for `exit` to settle.
    void connection.closed.then(() => {
      for (const output of this.#outputs.values()) output.waitNoMore();
    });
    this.exit = this.#run(options.signal).finally(() => {
      undoResize?.();
      // A write to a command that has ended is dropped, as by a pipe without a reader.
      input?.on('error', ignored).destroy();
    });
    // A program that waits for the streams only must not be ended by an unhandled rejection.
    this.exit.catch(ignored);
  }

  /** Tells a terminal its size. Rejects once the process has ended. */
  async resize({ columns, rows }: TerminalSize): Promise<void> {
    wholeFrom(1)(`columns of the terminal of ${this.#what}`, columns);
    wholeFrom(1)(`rows of the terminal of ${this.#what}`, rows);
    await this.#write(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));
  }

  /**
   * Closes the connection, and drops what still comes. The runtime decides whether the command goes on; `exit` rejects with
   * `ERR_SOCKET_CUT`, and resolves for an attach.
   */
  close(): void {
    this.#connection.close();
    for (const output of this.#outputs.values()) output.release();
  }

  #output(channel: number, given: AttachOptions['stdout'] = 'pipe'): Readable | undefined {
    if (given === 'ignore') return undefined;
    const piped = given === 'pipe' ? new PassThrough() : undefined;
    this.#outputs.set(
      channel,
      new Output(piped ?? (given as Writable), piped !== undefined, (error) => {
        // The reader of a pipe may leave; what it no longer reads is dropped.
        if (piped !== undefined) return;
        const name = channel === channels.stdout ? 'stdout' : 'stderr';
        this.#fail(
          error ??
            new ExecError(
              'ERR_EXEC_STREAM',
              `the stream given as ${name} of ${this.#what} was ended or destroyed before it had the whole output; end the command with its signal instead`,
            ),
        );
      }),
    );
    return piped;
  }

  /** Ends the process with an error of a stream. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.close();
  }

  async #run(signal: AbortSignal | undefined): Promise<ExecExit> {
    let status: Status | undefined;
    let error: unknown;
    const outputs = [...this.#outputs.values()];
    const undo =
      signal &&
      onAbort(signal, () => {
        for (const output of outputs) output.release();
      });
    try {
      status = await this.#receive();
    } catch (thrown) {
      error = thrown;
    }
    // The outcome is known: what becomes of the input has no part in it.
    this.#ended.abort();
    try {
      const taken = await Promise.all(outputs.map((output) => output.taken()));
      const exit = this.#outcome(taken.every(Boolean) ? status : undefined, error, signal);
      for (const output of outputs) output.end();
      return exit;
    } catch (thrown) {
      for (const output of outputs) output.destroy(asError(thrown));
      throw thrown;
    } finally {
      undo?.();
    }
  }

  /** Reads up to the Status, which is the last that the server has to say; returns undefined if there is none. */
  async #receive(): Promise<Status | undefined> {
    const parts: Uint8Array[] = [];
    for await (const message of this.#connection.messages) {
      const channel = message[0] ?? -1;
      const data = message.subarray(1);
      if (data.length === 0) continue;
      if (channel !== channels.status) {
        await this.#outputs.get(channel)?.write(data);
        continue;
      }
      parts.push(data);
      const bytes = Buffer.concat(parts);
      if (bytes.length > maxStatusBytes || parts.length === maxStatusFrames || isWholeStatus(bytes))
        return parseStatus(this.#connection.textOf(bytes));
    }
    return parts.length === 0 ? undefined : parseStatus(this.#connection.textOf(Buffer.concat(parts)));
  }

  #outcome(status: Status | undefined, error: unknown, signal: AbortSignal | undefined): ExecExit {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (signal?.aborted === true && status === undefined) throw reasonOf(signal);
    // The connection may break after the Status: everything has arrived by then.
    if (status !== undefined) return exitOf(status, this.#what);
    if (error !== undefined && !(error instanceof TransportError && error.code === 'ERR_SOCKET_CUT'))
      throw asError(error);
    // Some runtimes end an attach without a Status.
    if (this.#isAttach && error === undefined) return { exitCode: 0, status };
    throw new TransportError(
      'ERR_SOCKET_CUT',
      `${this.#what} ended without an exit code: the pod or container ended, or a connection on the way broke${error === undefined ? '' : ` (${asError(error).message})`}; look at the pod's status, and whether the command has run`,
      { cause: error },
    );
  }

  async #send(input: StreamInput): Promise<void> {
    try {
      const { signal } = this.#ended;
      const chunks = isBytes(input) ? [input] : input;
      for await (const chunk of chunks instanceof Readable
        ? undestroyed(chunks, signal)
        : until(chunks, signal)) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        if (!isBytes(bytes))
          throw new ConfigError(
            'ERR_OPTION',
            `stdin of ${this.#what} must give strings or bytes, got ${typeof chunk}`,
          );
        for (let start = 0; start < bytes.length; start += chunkBytes)
          if (!(await this.#sent(bytes.subarray(start, start + chunkBytes)))) return;
      }
      // Else a cut input would look like a whole one to the command.
      if (chunks instanceof Readable && !chunks.readableEnded && !signal.aborted)
        throw new ExecError(
          'ERR_EXEC_STREAM',
          `the stream of stdin of ${this.#what} was destroyed before its end, so the command has only a part of it; end the stream instead`,
        );
      if (this.protocol === protocols[0]) await this.#sent(Buffer.of(channels.stdin), channels.close);
    } catch (thrown) {
      if (!this.#ended.signal.aborted) this.#fail(thrown);
    }
  }

  /** Returns false if the connection is closed, which the reader of its messages reports. */
  async #sent(data: Uint8Array, channel: number = channels.stdin): Promise<boolean> {
    if (this.#ended.signal.aborted) return false;
    try {
      await this.#write(channel, data);
      return true;
    } catch {
      return false;
    }
  }

  #write(channel: number, data: Uint8Array): Promise<void> {
    return this.#connection.send(Buffer.concat([Buffer.of(channel), data]));
  }

  #follow(terminal: TerminalSizeSource): () => void {
    const tell = (): void => {
      const { columns, rows } = terminal;
      if (columns !== undefined && rows !== undefined && columns > 0 && rows > 0)
        this.resize({ columns, rows }).catch(ignored);
    };
    tell();
    terminal.on('resize', tell);
    return () => {
      terminal.off('resize', tell);
    };
  }
}

/** For promises and streams whose failure `exit` reports. */
function ignored(): void {
  // See above.
}

/** One output, which waits for a Writable that is slower than the network. */
class Output {
  readonly #target: Writable;
  readonly #owned: boolean;
  /** Without an error if the target was closed before it had everything. */
  readonly #onLoss: (error?: Error) => void;
  /** `waits`: a write waits for a full target. */
  #state: 'waits' | 'waitsNot' | 'released' = 'waits';
  #isClosed: boolean;
  /** Writes that the target has not called back for. */
  #pending = 0;
  #continue: (() => void) | undefined;

  constructor(target: Writable, owned: boolean, onLoss: (error?: Error) => void) {
    this.#target = target;
    this.#owned = owned;
    this.#onLoss = onLoss;
    target.on('error', this.#failed).on('close', this.#closed).on('drain', this.#drained);
    // It may have failed while the connection was opened.
    const { errored } = target;
    if (errored !== null && errored !== undefined) queueMicrotask(() => this.#failed(errored));
    this.#isClosed = target.destroyed || target.writableEnded;
  }

  /** Drops what still comes; a pending write ends. */
  release(): void {
    this.#state = 'released';
    this.#continue?.();
  }

  /** Writes what still comes to a pipe without waiting: it is all that there is, and the pipe's reader finds it. */
  waitNoMore(): void {
    if (this.#state === 'waits' && this.#owned) this.#state = 'waitsNot';
    if (this.#owned) this.#continue?.();
  }

  async write(data: Uint8Array): Promise<void> {
    if (this.#state === 'released') return;
    if (this.#isClosed) {
      this.#onLoss();
      return;
    }
    this.#pending++;
    let wants: boolean;
    try {
      wants = this.#target.write(data, () => {
        this.#pending--;
        if (this.#pending === 0) this.#continue?.();
      });
    } catch (thrown) {
      // It will not call back.
      this.#failed(asError(thrown));
      return;
    }
    if (!wants && this.#state === 'waits') await this.#turn();
  }

  /** Resolves when the target has everything; false if it will not have it. A pipe has it for its reader. */
  async taken(): Promise<boolean> {
    if (this.#owned) return true;
    while (this.#pending > 0 && this.#state !== 'released' && !this.#isClosed) await this.#turn();
    return this.#pending === 0;
  }

  /** Waits until the target may have room, or has called back for all. */
  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#continue = resolve;
    });
    this.#continue = undefined;
  }

  end(): void {
    this.#unlisten();
    if (this.#owned) this.#target.end();
  }

  destroy(error: Error): void {
    this.#unlisten();
    if (!this.#owned) return;
    // Readers get the error; without one it must not be uncaught, since `exit` reports it.
    this.#target.on('error', ignored).destroy(error);
  }

  #unlisten(): void {
    this.#target.off('error', this.#failed).off('close', this.#closed).off('drain', this.#drained);
  }

  readonly #failed = (error: Error): void => {
    this.#onLoss(error);
    this.release();
  };

  readonly #closed = (): void => {
    this.#isClosed = true;
    // What it holds is lost.
    if (this.#pending > 0) this.#onLoss();
    this.#continue?.();
  };

  readonly #drained = (): void => {
    this.#continue?.();
  };
}

/** Iterates until the signal aborts, which also ends a wait for the next value. */
async function* until<T>(
  values: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, void> {
  const iterator =
    Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]();
  try {
    while (!signal.aborted) {
      const result = await raceSignal(Promise.resolve(iterator.next()), signal);
      if (result.done === true) return;
      yield result.value;
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  } finally {
    // A generator that waits would answer after that only.
    if (signal.aborted) void Promise.resolve(iterator.return?.()).catch(ignored);
  }
}

/** Iterates over a stream until the signal aborts; then it is only paused: a shell's input belongs to the program. */
async function* undestroyed(
  stream: Readable,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array, void, void> {
  let wake: (() => void) | undefined;
  let ended = false;
  let failure: Error | undefined;
  const notify = (): void => wake?.();
  const onEnd = (): void => {
    ended = true;
    wake?.();
  };
  const onError = (error: Error): void => {
    failure = error;
    wake?.();
  };
  stream.on('readable', notify).on('end', onEnd).on('close', onEnd).on('error', onError);
  const undo = onAbort(signal, notify);
  try {
    for (;;) {
      if (failure !== undefined) throw failure;
      if (signal.aborted) return;
      const chunk = stream.read() as string | Uint8Array | null;
      if (chunk !== null) yield chunk;
      else if (ended || stream.readableEnded || stream.destroyed) {
        if (stream.errored !== null && stream.errored !== undefined) throw stream.errored;
        return;
      } else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    undo();
    stream.off('readable', notify).off('end', onEnd).off('close', onEnd).off('error', onError);
    if (signal.aborted) stream.pause();
  }
}

/** Older runtimes send a message instead of JSON. */
function isWholeStatus(data: Buffer): boolean {
  if (data[0] !== 0x7b) return true;
  try {
    JSON.parse(data.toString('utf8'));
    return true;
  } catch {
    // A part of it: the rest comes in another frame.
    return false;
  }
}

function parseStatus(text: string): Status {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return statusOf(parsed);
  } catch {
    // Older runtimes send the message itself.
  }
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: text.trim() };
}

/** Returns how a command ended. Throws ExecError if it did not run. */
function exitOf(status: Status, what: string): ExecExit {
  if (status.status === 'Success') return { exitCode: 0, status };
  const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message ?? '';
  // Eight bits on Linux; 32 bits, signed or not, on Windows.
  if (status.reason === 'NonZeroExitCode' && /^-?\d{1,10}$/.test(code))
    return { exitCode: Number(code), status };
  throw refusedBy(status, what, undefined);
}

/** Returns the error of a refusal by the API server or the node. */
function refusedBy(status: Status, what: string, cause: unknown): ExecError {
  const message = status.message ?? status.reason ?? 'no reason given';
  const [code, remedy] = remedyOf(message);
  return new ExecError(code, `${what} failed: ${message}; ${remedy}`, { status, cause });
}

function remedyOf(message: string): readonly [string, string] {
  if (unknownCommand.test(message))
    return [
      'ERR_EXEC_COMMAND',
      "check that the container's image has the program, and that it is executable",
    ];
  if (unknownContainer.test(message))
    return ['ERR_EXEC_CONTAINER', "choose a container of the pod's spec that is running, as its status says"];
  return ['ERR_EXEC_REFUSED', "look at the pod's status and events"];
}

// The texts of the runtimes (containerd, CRI-O) and of the API server, which has no reasons for them.
const unknownCommand =
  /executable file .*not found|no such file|permission denied|exec format error|OCI runtime exec failed/i;
const unnamedContainer = /container name must be specified/i;
const unknownContainer =
  /container.*(not found|is not valid|not running|stopped|terminated|paused)|container name must be specified|no running task/i;

/** Starts a command in a container. */
export async function spawnIn(pod: PodStreams, options: SpawnOptions): Promise<RemoteProcess> {
  requireCommandOptions('spawn', pod, options, spawnOptionNames);
  return spawned(pod, options);
}

function requireCommandOptions(
  call: string,
  pod: PodStreams,
  options: SpawnOptions | ExecOptions,
  known: Checks,
): void {
  const what = `${call} in ${pod.pod}`;
  requireKnownOptions(what, options, known);
  // JavaScript callers may omit it.
  if ((options.command as unknown) === undefined)
    throw new ConfigError(
      'ERR_OPTION',
      `command of ${what} must be an array such as ['ls', '-l'], got undefined`,
    );
}

async function spawned(pod: PodStreams, options: SpawnOptions): Promise<RemoteProcess> {
  const [program = ''] = options.command;
  return open(pod, 'exec', `exec of ${shownKey(program)} in ${pod.pod}`, options, options.command);
}

/** Connects to the process of a container. */
export async function attachTo(pod: PodStreams, options: AttachOptions): Promise<RemoteProcess> {
  requireKnownOptions(`attach to ${pod.pod}`, options, attachOptionNames);
  return open(pod, 'attach', `attach to ${pod.pod}`, options);
}

async function open(
  pod: PodStreams,
  subresource: 'attach' | 'exec',
  what: string,
  options: AttachOptions,
  command?: readonly string[],
): Promise<RemoteProcess> {
  const { container, stdin, stdout, stderr, tty = false, signal } = options;
  const query = {
    command,
    container,
    stdin: stdin !== undefined,
    stdout: stdout !== 'ignore',
    stderr: stderr !== 'ignore' && !tty,
    tty,
  };
  if (!query.stdin && !query.stdout && !query.stderr)
    throw new ConfigError('ERR_OPTION', `${what} needs one of stdin, stdout and stderr`);
  const full = container === undefined ? what : `${what}, container ${shownKey(container)},`;
  let connection: WebSocketConnection;
  try {
    connection = await pod.open(subresource, query, protocols, signal).catch(async (thrown: unknown) => {
      // The API server does not know the annotation: it refuses a pod of several containers.
      const isUnnamed =
        container === undefined && thrown instanceof StatusError && unnamedContainer.test(thrown.problem);
      const named = isUnnamed ? await pod.defaultContainer(signal) : undefined;
      if (named === undefined) throw thrown;
      return pod.open(subresource, { ...query, container: named }, protocols, signal);
    });
  } catch (thrown) {
    const isRefusal =
      thrown instanceof StatusError &&
      (thrown.statusCode === 400 || thrown.statusCode === 500) &&
      remedyOf(thrown.problem)[0] !== 'ERR_EXEC_REFUSED';
    if (isRefusal) throw refusedBy(thrown.status, full, thrown);
    // Kubernetes 1.35 checks create as well for a WebSocket, which is a GET.
    throw withRemedy(thrown, 'get and create', `pods/${subresource}`);
  }
  return new RemoteProcess(connection, options, full, subresource === 'attach');
}

/** Runs a command in a container to its end. */
export async function execIn(pod: PodStreams, options: ExecOptions): Promise<ExecResult> {
  requireCommandOptions('exec', pod, options, execOptionNames);
  const { maxOutputBytes = 16 * 1024 * 1024, stdin, ...rest } = options;
  const link = linkSignal(options.signal);
  try {
    const process = await spawned(pod, {
      ...rest,
      stdin: typeof stdin === 'string' ? Buffer.from(stdin) : stdin,
      signal: link.signal,
    });
    const what = shownKey(options.command[0]);
    let excess: ExecError | undefined;
    const limit = (name: string) => (): void => {
      excess ??= new ExecError(
        'ERR_EXEC_SIZE',
        `${name} of ${what} in ${pod.pod} has more than ${maxOutputBytes} bytes; pass a Writable as ${name}, or raise maxOutputBytes`,
      );
      link.abort(excess);
    };
    const collected = [
      collect(process.stdout, maxOutputBytes, limit('stdout')),
      collect(process.stderr, maxOutputBytes, limit('stderr')),
    ] as const;
    const { exitCode, status } = await process.exit;
    const [out, err] = [await collected[0], await collected[1]];
    // The end may arrive together with too much output.
    if (excess !== undefined) throw excess;
    if (exitCode === 0) return { exitCode, stdout: out, stderr: err };
    const [line = ''] = err.toString('utf8').trim().split('\n').slice(-1);
    throw new ExecError(
      'ERR_EXEC_EXIT',
      `${what} in ${pod.pod} ended with exit code ${exitCode}${line === '' ? '' : `: ${line}`}`,
      { exitCode, status, stdout: out, stderr: err },
    );
  } finally {
    link.dispose();
  }
}

async function collect(stream: Readable | undefined, most: number, onMore: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (stream === undefined) return Buffer.alloc(0);
  try {
    for await (const chunk of stream) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) {
        onMore();
        break;
      }
      chunks.push(chunk as Buffer);
    }
  } catch {
    // `exit` rejects with the same error.
  }
  return Buffer.concat(chunks);
}
