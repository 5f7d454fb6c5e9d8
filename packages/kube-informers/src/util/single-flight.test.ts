import { expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { SingleFlight } from './single-flight.js';

/** Runs that the test ends explicitly. */
function manualRuns(): {
  run: (signal: AbortSignal) => Promise<string>;
  runs: { resolve: (value: string) => void; reject: (error: Error) => void; signal: AbortSignal }[];
} {
  const runs: ReturnType<typeof manualRuns>['runs'] = [];
  return {
    runs,
    run: (signal) => new Promise((resolve, reject) => void runs.push({ resolve, reject, signal })),
  };
}

test('concurrent callers share one run; the next one starts another', async () => {
  const { run, runs } = manualRuns();
  const flight = new SingleFlight(run);
  const waiting = [flight.get(undefined), flight.get(undefined), flight.get(new AbortController().signal)];
  runs[0]?.resolve('first');
  expect(await Promise.all(waiting)).toEqual(['first', 'first', 'first']);
  const next = flight.get(undefined);
  runs[1]?.resolve('second');
  expect(await next).toBe('second');
  expect(runs).toHaveLength(2);
});

test('a failure is shared, and not cached', async () => {
  const { run, runs } = manualRuns();
  const flight = new SingleFlight(run);
  const waiting = Promise.allSettled([flight.get(undefined), flight.get(undefined)]);
  runs[0]?.reject(new Error('no'));
  expect((await waiting).map((result) => result.status)).toEqual(['rejected', 'rejected']);
  const next = flight.get(undefined);
  runs[1]?.resolve('yes');
  expect(await next).toBe('yes');
});

test('a caller that gives up does not affect others; after the last one the run is aborted', async () => {
  const { run, runs } = manualRuns();
  const flight = new SingleFlight(run);
  const [one, two] = [new AbortController(), new AbortController()];
  const waiting = Promise.allSettled([flight.get(one.signal), flight.get(two.signal)]);
  one.abort(new Error('one'));
  await settle();
  expect(runs[0]?.signal.aborted).toBe(false);
  two.abort(new Error('two'));
  expect(await waiting).toMatchObject([
    { status: 'rejected', reason: { message: 'one' } },
    { status: 'rejected', reason: { message: 'two' } },
  ]);
  expect(runs[0]?.signal.reason).toMatchObject({ message: 'two' });
  runs[0]?.reject(new Error('ended'));

  const next = flight.get(undefined);
  runs[1]?.resolve('new run');
  expect(await next).toBe('new run');
});

test('with finish, a run continues without callers, and later callers share it', async () => {
  const { run, runs } = manualRuns();
  const flight = new SingleFlight(run, { finish: true });
  const one = new AbortController();
  const waiting = flight.get(one.signal);
  one.abort(new Error('one'));
  await expect(waiting).rejects.toThrow('one');
  expect(runs[0]?.signal.aborted).toBe(false);
  const next = flight.get(undefined);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve('done');
  expect(await next).toBe('done');
  // A failure without callers is not an unhandled rejection.
  const two = new AbortController();
  const again = flight.get(two.signal);
  two.abort(new Error('two'));
  await expect(again).rejects.toThrow('two');
  runs[1]?.reject(new Error('without callers'));
  await settle();
  const last = flight.get(undefined);
  runs[2]?.resolve('last');
  expect(await last).toBe('last');
});

test('an aborted signal starts nothing', async () => {
  const { run, runs } = manualRuns();
  await expect(new SingleFlight(run).get(AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  expect(runs).toHaveLength(0);
});
