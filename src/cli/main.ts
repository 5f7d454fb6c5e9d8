#!/usr/bin/env node
import { homedir } from 'node:os';
import { systemClock } from '../util/clock.js';
import { Interrupted, OutputClosed } from './cli-io.js';
import type { TextSink } from './cli-io.js';
import { run } from './run.js';

/** The process around the command: its streams, its signals, its exit code. */
function main(): void {
  const ended = new AbortController();
  const interrupt = (): void => {
    // The second one is for somebody who does not want to wait for a clean end.
    if (ended.signal.aborted) process.exit(130);
    ended.abort(new Interrupted('interrupted'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    ended.abort(new OutputClosed('the reader of our output has closed it'));
  });

  const finished = run(process.argv.slice(2), {
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    env: process.env,
    signal: ended.signal,
    clock: systemClock,
    homeDir: homedir(),
  });
  void finished.then((exitCode) => {
    process.exitCode = exitCode;
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  });
}

function sink(stream: NodeJS.WriteStream): TextSink {
  return {
    write: (text) => stream.write(text),
    isTTY: stream.isTTY,
    columns: stream.columns,
  };
}

main();
