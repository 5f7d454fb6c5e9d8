import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { linkSignal, onAbort, raceSignal } from './signal.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test('a linked signal aborts with the first parent that does, and with its reason', () => {
  const first = new AbortController();
  const second = new AbortController();
  const link = linkSignal(first.signal, undefined, second.signal);
  second.abort('enough');
  expect(link.signal.reason).toBe('enough');
  expect(listeners(first.signal)).toBe(0);
});

test('a parent that has aborted already aborts the link at once, and nothing listens', () => {
  const parent = new AbortController();
  parent.abort('early');
  const other = new AbortController();
  const link = linkSignal(other.signal, parent.signal);
  expect(link.signal.reason).toBe('early');
  expect(listeners(other.signal)).toBe(0);
});

test('dispose takes the listeners off the parents and leaves the link as it is', () => {
  const parent = new AbortController();
  const link = linkSignal(parent.signal);
  expect(listeners(parent.signal)).toBe(1);
  link.dispose();
  link.dispose();
  expect(listeners(parent.signal)).toBe(0);
  parent.abort('late');
  expect(link.signal.aborted).toBe(false);
});

test('aborting the link leaves the parent alone', () => {
  const parent = new AbortController();
  const link = linkSignal(parent.signal);
  link.abort('own');
  expect(link.signal.reason).toBe('own');
  expect(parent.signal.aborted).toBe(false);
  expect(listeners(parent.signal)).toBe(0);
});

test('a hundred links on one signal are no reason for a warning', () => {
  const warnings: unknown[] = [];
  const heard = (warning: unknown): void => void warnings.push(warning);
  process.on('warning', heard);
  const { signal } = new AbortController();
  const undo = Array.from({ length: 100 }, () => onAbort(signal, () => undefined));
  for (const step of undo) step();
  process.off('warning', heard);
  expect(warnings).toEqual([]);
  expect(listeners(signal)).toBe(0);
});

test('a race gives the value, or the reason of the signal, and unlistens either way', async () => {
  const controller = new AbortController();
  await expect(raceSignal(Promise.resolve(7), controller.signal)).resolves.toBe(7);
  expect(listeners(controller.signal)).toBe(0);
  const never = raceSignal(new Promise<never>(() => undefined), controller.signal);
  controller.abort('enough');
  await expect(never).rejects.toBe('enough');
  await expect(raceSignal(Promise.resolve(7), controller.signal)).rejects.toBe('enough');
});
