import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** What a run was asked for. */
export interface FuzzArguments {
  /** Of all targets together, on `jobs` processes. */
  readonly minutes: number;
  /** Instead of a time: executions of each target, none of which depends on what code others reached. */
  readonly executions: number | undefined;
  /** Every input follows from it. */
  readonly seed: number;
  readonly targets: readonly string[];
  readonly jobs: number;
  /** A file to run alone, instead of exploring. */
  readonly input: string | undefined;
}

export const usage = `npm run fuzz -- [--minutes N | --executions N] [--seed S] [--only TARGET[,TARGET]] [--jobs N]
npm run fuzz -- --only TARGET --input FILE

Runs parsers, decoders, caches and the embedded server on random inputs. Exit code 1 if any of them misbehaves; the input
is then in test/fuzz/corpus/TARGET/.
  --minutes     how long, all targets together (default 2); may be a fraction
  --executions  how many inputs for each target, instead of a time; without coverage, so that the run repeats exactly
  --seed        repeats a run's choices (default: random, and printed)
  --only        these targets (default: all)
  --jobs        processes at a time (default: one per core)
  --input       run this file alone`;

/** Throws an Error whose message names the argument, its value and what was expected. */
export function parseArguments(args: readonly string[], known: readonly string[]): FuzzArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '2' },
      executions: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      input: { type: 'string' },
    },
  });
  const targets = values.only?.split(',') ?? known;
  for (const target of targets) {
    if (!known.includes(target))
      throw new Error(`--only must name targets of ${known.join(', ')}; got ${target}`);
  }
  if (values.input !== undefined && targets.length !== 1)
    throw new Error('--input needs --only with the one target that the file is for');
  return {
    targets,
    input: values.input,
    minutes: above0('minutes', values.minutes),
    executions: values.executions === undefined ? undefined : above0('executions', values.executions),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : above0('seed', values.seed),
    jobs: above0('jobs', values.jobs),
  };
}

function above0(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} must be a number above 0, got ${text}`);
}
