import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { isAbortSignal } from './type-checks.js';
import { abortCallbacks, linkSignal, onAbort, raceSignal, throwIfAborted, SingleFlight } from './signal.js';
import { settle } from '../../../testing/src/fake-clock.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test('a linked signal aborts with its first aborted parent and the same reason', () => {
  const first = new AbortController();
  const second = new AbortController();
  const link = linkSignal(first.signal, undefined, second.signal);
  second.abort('enough');
  expect(link.signal.reason).toBe('enough');
  expect(listeners(first.signal)).toBe(0);
});

test('an aborted parent aborts the link immediately, without listeners', () => {
  const parent = new AbortController();
  parent.abort('early');
  const other = new AbortController();
  const link = linkSignal(other.signal, parent.signal);
  expect(link.signal.reason).toBe('early');
  expect(listeners(other.signal)).toBe(0);
});

test('dispose removes the listeners from the parents without aborting the link', () => {
  const parent = new AbortController();
  const link = linkSignal(parent.signal);
  expect(listeners(parent.signal)).toBe(1);
  link.dispose();
  link.dispose();
  expect(listeners(parent.signal)).toBe(0);
  parent.abort('late');
  expect(link.signal.aborted).toBe(false);
});

test('aborting the link does not abort the parent', () => {
  const parent = new AbortController();
  const link = linkSignal(parent.signal);
  link.abort('own');
  expect(link.signal.reason).toBe('own');
  expect(parent.signal.aborted).toBe(false);
  expect(listeners(parent.signal)).toBe(0);
});

test('a hundred callbacks share one listener, which is removed with the last callback', () => {
  const { signal } = new AbortController();
  const undo = Array.from({ length: 100 }, () => onAbort(signal, () => undefined));
  expect([listeners(signal), abortCallbacks(signal)]).toEqual([1, 100]);
  for (const step of undo) step();
  for (const step of undo) step();
  expect([listeners(signal), abortCallbacks(signal)]).toEqual([0, 0]);
});

test('calls back in order, once each; a callback removed by an earlier one is not called', () => {
  const controller = new AbortController();
  const calls: string[] = [];
  const callback = (name: string) => (): void => void calls.push(name);
  onAbort(controller.signal, callback('first'));
  onAbort(controller.signal, () => undoThird());
  const undoThird = onAbort(controller.signal, callback('third'));
  const same = callback('same');
  onAbort(controller.signal, same);
  onAbort(controller.signal, same);
  controller.abort();
  expect(calls).toEqual(['first', 'same', 'same']);
  expect(listeners(controller.signal)).toBe(0);
});

/** A polyfilled signal: no EventTarget, no `once`, no reason, no throwIfAborted. */
class PolyfilledSignal {
  aborted = false;
  readonly listeners = new Set<() => void>();
  addEventListener(_type: string, listener: () => void): void {
    this.listeners.add(listener);
  }
  removeEventListener(_type: string, listener: () => void): void {
    this.listeners.delete(listener);
  }
  abort(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}

test('a polyfilled signal works, and aborts with an AbortError if it has no reason', async () => {
  const polyfilled = new PolyfilledSignal();
  // All members of an AbortSignal that are used.
  const signal = polyfilled as Partial<AbortSignal> as AbortSignal;
  expect(isAbortSignal(signal)).toBe(true);
  const link = linkSignal(signal);
  const race = raceSignal(new Promise<never>(() => undefined), signal);
  expect(polyfilled.listeners.size).toBe(1);
  polyfilled.abort();
  await expect(race).rejects.toMatchObject({ name: 'AbortError' });
  expect(link.signal.reason).toMatchObject({ name: 'AbortError' });
  expect(polyfilled.listeners.size).toBe(0);
  expect(() => throwIfAborted(signal)).toThrow('aborted');
});

test("a race settles with the value or the signal's reason, and removes its listener", async () => {
  const controller = new AbortController();
  await expect(raceSignal(Promise.resolve(7), controller.signal)).resolves.toBe(7);
  expect(listeners(controller.signal)).toBe(0);
  const never = raceSignal(new Promise<never>(() => undefined), controller.signal);
  controller.abort('enough');
  await expect(never).rejects.toBe('enough');
  await expect(raceSignal(Promise.resolve(7), controller.signal)).rejects.toBe('enough');
});

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
