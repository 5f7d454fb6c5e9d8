/** One target in a process of its own: what it does wrong may end the process. Started by main.ts. */
import { openSync, readFileSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Chance } from '../soak/chance.js';
import { keepInCorpus, readCorpus } from './corpus.js';
import { Coverage } from './coverage.js';
import { Explorer } from './explorer.js';
import type { Failure } from './explorer.js';
import { minimised } from './mutator.js';
import { openTarget } from './targets/index.js';

/** What main.ts asks of a worker: one JSON argument. */
export interface WorkerTask {
  readonly target: string;
  readonly seed: number;
  /** Where the input that is running is written: its length in four bytes, then the input. */
  readonly currentFile: string;
  readonly runMs: number;
  readonly executions: number | undefined;
  /** A file to run alone. */
  readonly input: string | undefined;
}

/** What a worker says, every second or so and at its end. */
export interface WorkerMessage {
  readonly executions: number;
  readonly kept: number;
  readonly blocks: number;
  readonly finds: readonly WorkerFind[];
  readonly ended: boolean;
}

export interface WorkerFind {
  readonly file: string;
  readonly message: string;
}

/** More of a target are not looked for: most are one and the same by then. */
const mostFinds = 5;

/** What the heap may grow by in the second half of a run, in MiB. */
const mostGrowthMiB = 64;

const task = JSON.parse(process.argv[2] ?? '{}') as WorkerTask;

async function main(): Promise<void> {
  const current = openSync(task.currentFile, 'w');
  const head = Buffer.alloc(4);
  const target = await openTarget(task.target);
  let saidMs = performance.now();
  const coverage = task.executions === undefined ? new Coverage() : undefined;
  const explorer = new Explorer(target, new Chance(task.seed, task.target), coverage, (input) => {
    if (performance.now() - saidMs > 1000) say(false);
    head.writeUInt32LE(input.length);
    writeSync(current, head, 0, 4, 0);
    writeSync(current, input, 0, input.length, 4);
  });
  const finds: WorkerFind[] = [];
  const known = new Set<string>();
  const say = (ended: boolean): void => {
    saidMs = performance.now();
    process.send?.({
      executions: explorer.executions,
      kept: explorer.kept,
      blocks: coverage?.size ?? 0,
      finds,
      ended,
    } satisfies WorkerMessage);
  };
  const note = async (failures: readonly Failure[]): Promise<void> => {
    for (const { input, error } of failures) {
      const signature = signatureOf(error);
      if (known.has(signature) || finds.length >= mostFinds) continue;
      known.add(signature);
      const tries = signature.includes('CPU time') ? 10 : 400;
      const stillFails = async (candidate: Uint8Array): Promise<boolean> => {
        const other = await explorer.run(candidate);
        return other !== undefined && signatureOf(other) === signature;
      };
      const small = await minimised(input, stillFails, tries);
      finds.push({ file: keepInCorpus(task.target, small), message: messageOf(error) });
    }
  };

  if (task.input !== undefined) {
    const error = await explorer.run(readFileSync(task.input));
    if (error !== undefined) finds.push({ file: task.input, message: messageOf(error) });
  } else {
    const started = performance.now();
    await note(await explorer.start([...target.seeds, ...readCorpus(task.target).map(({ bytes }) => bytes)]));
    let halfwayMiB: number | undefined;
    for (let part = 0; part < 1 && finds.length < mostFinds;) {
      await note(await explorer.step());
      part =
        task.executions === undefined
          ? (performance.now() - started) / task.runMs
          : explorer.executions / task.executions;
      if (part >= 0.5) halfwayMiB ??= usedMiB();
      // Lets remaining timers and unhandled rejections run.
      await setImmediate();
    }
    const grownMiB = usedMiB() - (halfwayMiB ?? Infinity);
    if (grownMiB > mostGrowthMiB)
      finds.push({ file: 'none', message: `memory grew by ${Math.round(grownMiB)} MiB` });
  }
  coverage?.close();
  await target.close?.();
  say(true);
  process.disconnect?.();
}

/** Two failures with the same are taken for one defect. */
function signatureOf(error: Error): string {
  const place = error.stack?.split('\n').find((line) => line.includes('/src/')) ?? '';
  return `${error.name} ${place.trim()} ${error.message.slice(0, 60).replaceAll(/\d+/g, '0')}`;
}

function messageOf(error: Error): string {
  return (error.stack ?? error.message).split('\n').slice(0, 6).join('\n');
}

/** Memory in use after garbage collection. */
function usedMiB(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

await main();
