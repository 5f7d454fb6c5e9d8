import { describe, expect, test } from 'vitest';
import { Clientset } from '../../client/clientset.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { onAbort } from '../../util/signal.js';
import { PartGroup } from './part-group.js';
import type { Part, RunContext } from './part-group.js';

// The group only passes it on.
const clientset = new Clientset({ host: 'http://127.0.0.1:1' });

function unexpected(error: unknown): never {
  throw new Error('no part should fail', { cause: error });
}

/** A part that runs until its signal aborts, and then until `finish`. */
function part(name: string, log: string[], lingers = false): Part & { finish(): void } {
  let finish = (): void => undefined;
  return {
    name,
    async run({ signal }) {
      log.push(`${name} starts`);
      await new Promise<void>((resolve) => void onAbort(signal, resolve));
      log.push(`${name} is aborted`);
      if (lingers) await new Promise<void>((resolve) => (finish = resolve));
      log.push(`${name} ends`);
    },
    finish: () => finish(),
  };
}

const contextOf = (signal: AbortSignal): RunContext => ({ clientset, signal, stopping: signal });

describe('PartGroup', () => {
  // Upstream: runnables added before start, after start, both concurrently; close waits for all; should wait for
  // runnables to stop.
  test('runs all parts until the signal aborts and every one has ended', async () => {
    const log: string[] = [];
    const group = new PartGroup();
    const slow = part('slow', log, true);
    group.add(part('a', log));
    group.add(slow);
    const controller = new AbortController();
    const run = group.run(contextOf(controller.signal), unexpected);
    void run.then(() => log.push('group ends'));
    await settle();
    controller.abort();
    await settle();
    expect(log).toEqual(['a starts', 'slow starts', 'a is aborted', 'a ends', 'slow is aborted']);
    expect(group.stuck()).toMatchObject([{ name: 'slow' }]);
    slow.finish();
    await run;
    expect(log.slice(-2)).toEqual(['slow ends', 'group ends']);
    expect(group.stuck()).toEqual([]);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('b failed'))],
    [
      'throws',
      () => {
        throw new Error('b failed');
      },
    ],
  ])('a part that %s calls fail at once, although another part hangs', async (_how, run) => {
    const log: string[] = [];
    const group = new PartGroup();
    const hung = part('hung', log, true);
    group.add(hung);
    group.add({ name: 'b', run });
    const controller = new AbortController();
    const failures: unknown[] = [];
    const running = group.run(contextOf(controller.signal), (error) => {
      failures.push(error);
      controller.abort();
    });
    await settle();
    expect(failures).toEqual([new Error('b failed')]);
    expect(group.stuck()).toMatchObject([{ name: 'hung' }]);
    hung.finish();
    await running;
  });

  // Upstream: should not return runnables context.Canceled errors.
  test.each<[string, (signal: AbortSignal) => unknown]>([
    ['its reason', (signal) => signal.reason],
    ['an AbortError of its own, as Node does', () => new DOMException('aborted', 'AbortError')],
    ['an error whose cause is its reason', (signal) => new Error('ended', { cause: signal.reason })],
  ])('a part whose signal aborts may reject with %s', async (_what, reason) => {
    const group = new PartGroup();
    const controller = new AbortController();
    group.add({
      name: 'a',
      run: ({ signal }) =>
        new Promise((_resolve, reject) => void onAbort(signal, () => reject(reason(signal) as Error))),
    });
    const run = group.run(contextOf(controller.signal), unexpected);
    await settle();
    controller.abort(new Error('stop'));
    await run;
  });

  test('a part that rejects with an AbortError before its signal aborts has failed', async () => {
    const failures: unknown[] = [];
    const group = new PartGroup();
    const error = new DOMException('aborted', 'AbortError');
    group.add({ name: 'a', run: () => Promise.reject(error) });
    const controller = new AbortController();
    const run = group.run(contextOf(controller.signal), (failure) => failures.push(failure));
    await settle();
    controller.abort();
    await run;
    expect(failures).toEqual([error]);
  });

  // Upstream: runnables added before start, after start, both concurrently; close waits for all.
  test('a part that is added while the group runs starts at once, and runs again in the next run', async () => {
    const log: string[] = [];
    const group = new PartGroup();
    for (const title of ['first', 'second']) {
      const controller = new AbortController();
      const run = group.run(contextOf(controller.signal), unexpected);
      await settle();
      if (title === 'first') group.add(part('late', log));
      await settle();
      controller.abort();
      await run;
    }
    expect(log).toEqual([1, 2].flatMap(() => ['late starts', 'late is aborted', 'late ends']));
  });

  test('remove ends a part and waits for it; the others go on', async () => {
    const log: string[] = [];
    const group = new PartGroup();
    const removed = part('removed', log);
    group.add(removed);
    group.add(part('other', log));
    const controller = new AbortController();
    const run = group.run(contextOf(controller.signal), unexpected);
    await settle();
    await group.remove(removed);
    expect(log).toEqual(['removed starts', 'other starts', 'removed is aborted', 'removed ends']);
    controller.abort();
    await run;
  });

  // Upstream: should be able to handle adding runnables while stopping.
  test('a signal that has aborted starts nothing', async () => {
    const log: string[] = [];
    const group = new PartGroup();
    group.add(part('a', log));
    await group.run(contextOf(AbortSignal.abort()), unexpected);
    expect(log).toEqual([]);
  });
});
