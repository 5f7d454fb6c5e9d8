import type { Clock } from '../util/clock.js';
import { printableLines } from '../util/printable.js';

/** Everything the command touches outside itself: tests bring their own. */
export interface CliIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts on Ctrl-C (reason `Interrupted`) or when the reader of our output went away (reason `OutputClosed`). */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly homeDir?: string | undefined;
}

/** A place to write text to. */
export interface TextSink {
  write(text: string): unknown;
  /** Writes a control sequence of the command's own, for a terminal. */
  control(sequence: string): unknown;
  /** True when a person reads it. */
  readonly isTTY: boolean;
  /** Width of the terminal, in columns; undefined when there is none. */
  readonly columns?: number | undefined;
}

/**
 * The same streams, with every control character in what is written as its escape: the last step before a terminal, so that
 * no text of a server can reach it raw. In JSON and in double-quoted YAML the escapes mean the same as the characters.
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

/** The reason of `CliIo.signal` when a person pressed Ctrl-C (or the process got SIGTERM). */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The reason of `CliIo.signal` when whoever read our output closed it, as `head` does: a normal end. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** The exit codes of the command. */
export const ExitCode = {
  /** Done. */
  Ok: 0,
  /** It could not be done: no cluster, no permission, a broken kubeconfig. */
  Failed: 1,
  /** The command line is wrong: an unknown flag or resource, a bad selector. */
  Usage: 2,
  /** Ended by Ctrl-C: 128 + SIGINT. */
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
