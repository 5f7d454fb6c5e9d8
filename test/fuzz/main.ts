/** Explores with random inputs: see `arguments.ts` for how to run it. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArguments, usage } from './arguments.js';
import { keepInCorpus } from './corpus.js';
import { targetNames } from './targets/index.js';
import type { WorkerFind, WorkerMessage, WorkerTask } from './worker.js';

/** A worker that says nothing for so long hangs. One input takes milliseconds; the machine may be busy. */
const silenceMs = 60_000;

const workerFile = fileURLToPath(new URL('worker.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));

interface Ended {
  readonly last: WorkerMessage;
  /** How the process ended, unless it ended as it should. */
  readonly broken: string | undefined;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    say(`${usage}\ntargets: ${targetNames.join(', ')}`);
    return 0;
  }
  const { minutes, executions, seed, targets, jobs, input } = parseArguments(
    process.argv.slice(2),
    targetNames,
  );
  say(
    `fuzz: seed ${seed}, ${executions === undefined ? `${minutes} minutes` : `${executions} executions each`}`,
  );
  const runMs = (minutes * 60_000 * Math.min(jobs, targets.length)) / targets.length;
  const waiting = [...targets];
  const finds: WorkerFind[] = [];
  let total = 0;
  const lane = async (): Promise<void> => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const task = { target, seed, runMs, executions, input, currentFile: join(folder, target) };
      const ended = await runWorker(task);
      const found = [...ended.last.finds, ...(await judged(task, ended))];
      finds.push(...found);
      total += ended.last.executions;
      say(
        `${target.padEnd(16)} ${ended.last.executions} executions, ` +
          (executions === undefined ? `${ended.last.kept} inputs kept, ${ended.last.blocks} blocks, ` : '') +
          `${found.length} finds`,
      );
      for (const { file, message } of found) {
        say(`FIND ${message}\n  repeat: npm run fuzz -- --only ${target} --input ${file}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, targets.length) }, lane));
  rmSync(folder, { recursive: true });
  say(`fuzz: seed ${seed}, ${total} executions of ${targets.length} targets, ${finds.length} finds`);
  return finds.length === 0 ? 0 : 1;
}

/** What a process that broke or hung found: the input that ran last, if it does so again when it runs alone. */
async function judged(task: WorkerTask, { broken }: Ended): Promise<WorkerFind[]> {
  if (broken === undefined) return [];
  if (task.input !== undefined) return [{ file: task.input, message: broken }];
  const written = readFileSync(task.currentFile);
  if (written.length < 4) return [{ file: 'none', message: `${broken}, before any input` }];
  const file = keepInCorpus(task.target, written.subarray(4, 4 + written.readUInt32LE(0)));
  const again = await runWorker({ ...task, input: file });
  const confirmed = again.broken ?? again.last.finds[0]?.message;
  if (confirmed !== undefined) return [{ file, message: confirmed }];
  const why = 'which this input alone does not repeat: run the target with the same seed';
  return [{ file, message: `${broken}, ${why}` }];
}

function runWorker(task: WorkerTask): Promise<Ended> {
  return new Promise((resolve) => {
    const child = fork(workerFile, [JSON.stringify(task)], {
      execArgv: ['--expose-gc', '--max-old-space-size=2048'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let last: WorkerMessage = { executions: 0, kept: 0, blocks: 0, finds: [], ended: false };
    let stderr = '';
    let hung = false;
    const watchdog = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, silenceMs);
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(0, 2000);
    });
    child.on('message', (message) => {
      last = message as WorkerMessage; // The worker sends no others.
      watchdog.refresh();
    });
    child.on('close', (code, signal) => {
      clearTimeout(watchdog);
      const how = hung ? `hung for ${silenceMs} ms` : `the process ended with ${signal ?? code}: ${stderr}`;
      resolve({ last, broken: last.ended && code === 0 ? undefined : how });
    });
  });
}

process.exitCode = await main();
