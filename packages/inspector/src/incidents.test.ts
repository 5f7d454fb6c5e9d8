import { expect, test } from 'vitest';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { Incidents } from './incidents.js';
import type { ProblemModel } from './model.js';

const hourMs = 3_600_000;

/** Incidents of a program whose problems a test sets. */
class Program implements Disposable {
  readonly clock: FakeClock = new FakeClock();
  problems: readonly ProblemModel[] = [];
  readonly failures: unknown[] = [];
  /** Called when the problems are looked for. */
  look = (): readonly ProblemModel[] => this.problems;
  readonly incidents: Incidents = new Incidents(
    this.clock,
    () => this.look(),
    (thrown) => void this.failures.push(thrown),
  );

  get list() {
    return this.incidents.model.incidents;
  }

  [Symbol.dispose](): void {
    this.incidents.close();
  }
}

function problem(id: string, more: Partial<ProblemModel> = {}): ProblemModel {
  return { id, bad: true, what: `${id} fails`, todo: '', view: { kind: 'informers' }, ...more };
}

test('an outage stays after its end: when it began, when it ended, and what it was at its worst', async () => {
  using program = new Program();
  const { clock } = program;
  await clock.advance(60_000);
  const beginMs = clock.now() - 3_000;
  const down = problem('server', {
    sinceMs: beginMs,
    affects: '1 cache',
    detail: 'refused',
    names: ['pods'],
  });
  program.problems = [down];
  await clock.advance(5_000);
  expect(program.list).toEqual([
    { beginMs, endMs: undefined, what: 'server fails: 1 cache', detail: 'refused', again: 0 },
  ]);
  program.problems = [{ ...down, affects: '5 caches', names: ['a', 'b', 'c', 'd', 'e'] }];
  await clock.advance(5_000);
  program.problems = [down];
  await clock.advance(5_000);
  program.problems = [];
  await clock.advance(5_000);
  const endMs = clock.now();
  await clock.advance(hourMs);
  expect(program.list).toEqual([
    { beginMs, endMs, what: 'server fails: 5 caches', detail: 'refused', again: 0 },
  ]);
});

test('what may pass by itself is not an incident', async () => {
  using program = new Program();
  program.problems = [problem('syncing', { bad: false })];
  await program.clock.advance(5_000);
  expect(program.list).toEqual([]);
});

test('a problem that comes again within a minute is the same incident, a later one is another', async () => {
  using program = new Program();
  const { clock } = program;
  for (const pauseMs of [20_000, 20_000, 120_000, 0]) {
    program.problems = [problem('key')];
    await clock.advance(5_000);
    program.problems = [];
    await clock.advance(5_000 + pauseMs);
  }
  expect(program.list.map(({ again }) => again)).toEqual([0, 2]);
});

test('keeps a day, and at most a hundred', async () => {
  using program = new Program();
  const { clock } = program;
  program.problems = Array.from({ length: 150 }, (_, index) => problem(`key ${index}`));
  await clock.advance(5_000);
  expect(program.list).toHaveLength(100);
  program.problems = [];
  await clock.advance(5_000);
  await clock.advance(23 * hourMs);
  expect(program.list).toHaveLength(100);
  await clock.advance(hourMs);
  expect(program.list).toEqual([]);
});

test('nothing is noted after the end', async () => {
  using program = new Program();
  program.incidents.close();
  program.problems = [problem('late')];
  await program.clock.advance(60_000);
  expect(program.list).toEqual([]);
});

test('a look that throws is reported, and followed by the next one', async () => {
  using program = new Program();
  program.look = () => {
    throw new Error('broken');
  };
  await program.clock.advance(5_000);
  expect(program.failures).toEqual([new Error('broken')]);
  program.look = () => [problem('server')];
  await program.clock.advance(5_000);
  expect(program.list).toHaveLength(1);
  expect(program.failures).toHaveLength(1);
});
