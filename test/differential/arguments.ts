import { parseArgs } from 'node:util';

/** The options of a run. */
export interface DifferentialArguments {
  readonly sequences: number;
  /** Determines every sequence. */
  readonly seed: number;
  /** The number of the first sequence: repeats a part of a longer run. */
  readonly from: number;
  /** Runs only sequences of this resource. */
  readonly only: string | undefined;
  /** Sequences in flight at the same time. */
  readonly jobs: number;
  /** Where sequences that show a difference are kept. */
  readonly corpus: string;
  /** Replays this file of a corpus, and prints both answers to each operation. */
  readonly replay: string | undefined;
  /** Writes the real server's answers into the files of the corpus again. */
  readonly record: boolean;
  /** With rules, policies and webhooks; without the corpus. */
  readonly admission: boolean;
}

export const corpusFolder = 'test/differential/corpus';

export const usage = `npm run differential -- [--sequences N] [--seed S] [--from N] [--only RESOURCE] [--jobs N]
                            [--corpus FOLDER] [--replay FILE] [--record] [--admission]

Sends random sequences of writes to the embedded API server and to a real one, and compares the answers: status codes,
objects, managedFields, warnings, and whether the object changed. Needs kube-apiserver and etcd, as CONTRIBUTING.md describes.
First it replays the corpus. A sequence with a difference is shortened, printed, and added to the corpus.
  --sequences  how many (default 1000)
  --seed       repeats the sequences of a run (default: random, and printed)
  --from       number of the first sequence (default 0)
  --only       a resource, such as maps or pods
  --jobs       sequences in flight at the same time (default 24)
  --corpus     folder of the corpus (default ${corpusFolder})
  --replay     a file of a corpus: prints what both servers answer
  --record     writes the real server's answers into the files of the corpus again
  --admission  with kinds that have rules, policies, and webhooks that both servers call, all made by the seed: compares
               also what webhooks are asked. Without the corpus: --seed and --from repeat a sequence`;

/** Throws an Error whose message names the argument, its value and what was expected. */
export function parseArguments(args: readonly string[]): DifferentialArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sequences: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      from: { type: 'string', default: '0' },
      only: { type: 'string' },
      jobs: { type: 'string', default: '24' },
      corpus: { type: 'string', default: corpusFolder },
      replay: { type: 'string' },
      record: { type: 'boolean', default: false },
      admission: { type: 'boolean', default: false },
    },
  });
  return {
    sequences: whole('sequences', values.sequences),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : whole('seed', values.seed),
    from: whole('from', values.from),
    only: values.only,
    jobs: Math.max(1, whole('jobs', values.jobs)),
    corpus: values.corpus,
    replay: values.replay,
    record: values.record,
    admission: values.admission,
  };
}

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number below 1000000000, got ${text}`);
}
