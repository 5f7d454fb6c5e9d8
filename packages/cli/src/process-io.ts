import { homedir } from 'node:os';
import { Readable } from 'node:stream';
import { systemClock } from 'kube-informers/internal';
import { onAbort } from 'kube-informers/internal';
import { ExitCode, Interrupted, OutputClosed } from './cli-io.js';
import type { CliIo, TextSink } from './cli-io.js';
import type { CommandProcess, ProcessStream } from './command-process.js';
import { hasTerminalInput, processTerminal } from './process-terminal.js';

/** The process as a CliIo; disposing it removes its signal handlers. */
export interface ProcessIo extends CliIo, Disposable {}

// Each of these codes means that the reader has closed the stream.
const closedCodes = new Set([
  'EPIPE',
  'ECONNRESET',
  'EIO',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Connects a command with its process: Ctrl-C and SIGTERM interrupt it; a closed stdout or stderr ends it. */
export function processIo(process: CommandProcess): ProcessIo {
  const ended = new AbortController();
  const end = (code: ExitCode): void => {
    // A second signal means that the user does not want to wait for a clean end.
    if (ended.signal.aborted) process.exit(code);
    else ended.abort(new Interrupted(code));
  };
  const interrupt = (): void => end(ExitCode.Interrupted);
  const terminate = (): void => end(ExitCode.Terminated);
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  const onClosed = (error: NodeJS.ErrnoException): void => {
    if (!closedCodes.has(error.code ?? '')) throw error;
    ended.abort(new OutputClosed('the reader of the output closed it'));
  };
  process.stdout.on('error', onClosed);
  process.stderr.on('error', onClosed);
  return {
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    // A getter in Node: reading it opens the stream, which keeps a program with a terminal running.
    stdin() {
      const { stdin } = process;
      // What reads it rejects with the reason, and an open terminal no longer keeps the program running.
      const stop = (): void => void stdin?.destroy(ended.signal.reason as Error);
      if (ended.signal.aborted) stop();
      else onAbort(ended.signal, stop);
      return stdin ?? Readable.from([]);
    },
    terminal: process.stdout.isTTY === true && hasTerminalInput() ? processTerminal(process) : undefined,
    env: process.env,
    signal: ended.signal,
    clock: systemClock,
    homeDir: homedir(),
    [Symbol.dispose]() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', terminate);
    },
  };
}

function sink(stream: ProcessStream): TextSink {
  return {
    write: (text) => stream.write(text),
    control: (sequence) => stream.write(sequence),
    get isTTY() {
      return stream.isTTY === true;
    },
    // A terminal's width changes when its window is resized.
    get columns() {
      return stream.columns;
    },
  };
}
