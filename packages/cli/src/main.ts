#!/usr/bin/env node
import { processIo } from './process-io.js';
import { run } from './run.js';

/** Runs the command in this process, which ends when nothing is left to do: nothing here calls exit. */
function main(): void {
  const io = processIo(process);
  // run reports every failure and never rejects.
  void run(process.argv.slice(2), io).then((exitCode) => {
    process.exitCode = exitCode;
    io[Symbol.dispose]();
  });
}

main();
