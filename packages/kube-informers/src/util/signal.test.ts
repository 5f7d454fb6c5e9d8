import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { isAbortSignal } from './type-checks.js';
import { abortCallbacks, linkSignal, onAbort, raceSignal, throwIfAborted } from './signal.js';

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
