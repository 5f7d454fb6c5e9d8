import { isDeepStrictEqual } from 'node:util';
import { casesOf, outcomeOf } from './compare.js';
import type { Case, Outcome } from './compare.js';
import { causeOf } from './differences.js';
import { samples } from './objects.js';
import type { Sample } from './objects.js';
import type { Sender } from './servers.js';

/** What both servers made of a case. */
export interface Answers {
  readonly run: Case;
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

/** What a run of cases showed. */
export interface Verdict {
  readonly cases: number;
  /** Excused differences, by cause. */
  readonly excused: ReadonlyMap<string, number>;
  /** Those that no cause of the table excuses. */
  readonly unexcused: readonly Answers[];
}

/** Requests that are on their way at the same time: all are dry runs. */
const concurrency = 8;

/** Every case of the samples, in a fixed order. */
export function allCases(ids: readonly string[] = []): Case[] {
  return samples.filter(({ id }) => ids.length === 0 || ids.includes(id)).flatMap(casesOf);
}

/** The embedded server beside a real one, both with the samples' objects. */
export class Duel {
  readonly #embedded: Sender;
  readonly #real: Sender;
  readonly #versions = new Map<string, readonly [ours: string, theirs: string]>();

  constructor(embedded: Sender, real: Sender) {
    this.#embedded = embedded;
    this.#real = real;
  }

  /** Runs cases on both servers; `heard` gets the answers that are alike too. */
  async run(cases: readonly Case[], heard: (answers: Answers) => void = () => undefined): Promise<Verdict> {
    for (const sample of new Set(cases.map((run) => run.sample))) await this.#create(sample);
    const excused = new Map<string, number>();
    const unexcused: Answers[] = [];
    const waiting = cases.values();
    const work = async (): Promise<void> => {
      for (const run of waiting) {
        const answers = await this.#answers(run);
        heard(answers);
        if (isDeepStrictEqual(answers.ours, answers.theirs)) continue;
        const cause = causeOf(answers);
        if (cause === undefined) unexcused.push(answers);
        else excused.set(cause, (excused.get(cause) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return { cases: cases.length, excused, unexcused };
  }

  async #create({ id, path, object }: Sample): Promise<void> {
    if (this.#versions.has(id)) return;
    const [ours = '', theirs = ''] = await Promise.all(
      [this.#embedded, this.#real].map(async ({ send }) => {
        const { code, body } = await send('POST', path, object);
        if (code !== 201) throw new Error(`${id} was not created: ${JSON.stringify(body)}`);
        const { resourceVersion } = body['metadata'] as { readonly resourceVersion: string };
        return resourceVersion;
      }),
    );
    this.#versions.set(id, [ours, theirs]);
  }

  async #answers(run: Case): Promise<Answers> {
    const [ourVersion, theirVersion] = this.#versions.get(run.sample.id) ?? [];
    const [ours, theirs] = await Promise.all([
      outcomeOf(this.#embedded.send, run, ourVersion),
      outcomeOf(this.#real.send, run, theirVersion),
    ]);
    return { run, ours, theirs };
  }
}

/** The closing line of a run: how many cases differ, by cause. */
export function summary({ cases, excused, unexcused }: Verdict): string {
  const counts = [...excused]
    .toSorted(([, a], [, b]) => b - a)
    .map(([cause, count]) => `  ${count} ${cause}`);
  const differ = [...excused.values()].reduce((sum, count) => sum + count, unexcused.length);
  return [`${cases} cases, ${differ} differ, ${unexcused.length} of them without an excuse`, ...counts].join(
    '\n',
  );
}

/** A difference as it is reported. */
export function shown({ run, ours, theirs }: Answers): string {
  const { sample, verb, mutation } = run;
  const change = JSON.stringify(mutation)?.slice(0, 200) ?? 'unchanged';
  return `${sample.id} ${verb} ${change}\n  real ${JSON.stringify(theirs)}\n  ours ${JSON.stringify(ours)}`;
}
