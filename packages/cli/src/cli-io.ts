import type { Clock } from 'kube-informers';
import { printableLines } from 'kube-informers/internal';

/** Everything the command uses outside itself; tests pass their own. */
export interface CliIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Opens the standard input, which fails with the reason of `signal` when that aborts; undefined if the process has no standard input. */
  readonly stdin?: (() => AsyncIterable<Uint8Array>) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts on Ctrl-C (reason `Interrupted`) or when the reader of the output goes away (reason `OutputClosed`). */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** The terminal that the command may take over; undefined if input or output is not one. */
  readonly terminal?: Terminal | undefined;
  readonly homeDir?: string | undefined;
}

/** A terminal that shows a full screen. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  /** Writes lines and control sequences, unescaped: text from objects must be escaped before. */
  write(output: string): unknown;
  /** Takes the terminal over until the returned function is called, or the process exits. */
  open(session: TerminalSession): () => void;
  /** Stops the process as Ctrl-Z does; `onSuspend` and `onResume` are called around it. */
  suspend(): void;
}

/** What a full-screen view does with its terminal. */
export interface TerminalSession {
  /** Written when the view begins and after it was suspended. */
  readonly enter: string;
  /** Written when it ends and before it is suspended. */
  readonly leave: string;
  readonly onInput: (text: string) => void;
  readonly onResize: () => void;
  readonly onSuspend: () => void;
  readonly onResume: () => void;
}

/** A place to write text to. */
export interface TextSink {
  write(text: string): unknown;
  /** Writes a terminal control sequence of the command, unescaped. */
  control(sequence: string): unknown;
  /** True if this is a terminal. */
  readonly isTTY: boolean;
  /** Width of the terminal in columns; undefined if this is not a terminal. */
  readonly columns?: number | undefined;
}

/**
 * Returns the same streams, which escape every control character written to them.
 *
 * The last step before a terminal, so that no string from a server reaches it unescaped. In JSON and in double-quoted
 * YAML the escapes mean the same as the characters.
 */
export function safeIo(io: CliIo): CliIo {
  return { ...io, stdout: safeSink(io.stdout), stderr: safeSink(io.stderr) };
}

function safeSink(sink: TextSink): TextSink {
  return {
    write: (text) => sink.write(printableLines(text)),
    control: (sequence) => sink.control(sequence),
    get isTTY() {
      return sink.isTTY;
    },
    get columns() {
      return sink.columns;
    },
  };
}

/** The reason of `CliIo.signal` when a person pressed Ctrl-C, or the process got SIGTERM. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode = ExitCode.Interrupted) {
    super('interrupted');
    this.exitCode = exitCode;
  }
}

/** The reason of `CliIo.signal` when the reader of the output closed it, as `head` does: a normal end. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** The exit codes of the command. */
export const ExitCode = {
  /** Done. */
  Ok: 0,
  /** The command failed: no cluster, no permission, an invalid kubeconfig. */
  Failed: 1,
  /** The command line is invalid: an unknown flag or resource, an invalid selector. */
  Usage: 2,
  /** Interrupted by Ctrl-C: 128 + SIGINT. */
  Interrupted: 130,
  /** Ended by a SIGTERM: 128 + SIGTERM. */
  Terminated: 143,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
