import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  pod,
  podList,
  status,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { Pod } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import {
  InitialEvents,
  WatchSession,
} from '../../../packages/kube-informers/src/cache/reflector/watch-session.js';
import { WatchWatchdog } from '../../../packages/kube-informers/src/cache/reflector/watch-watchdog.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../packages/testing/src/fake-watch-stream.js';
import { bench, everySetup, synced } from './setups.test-support.js';

describe.each(everySetup)('one watch: into a $sink, watch-list $useWatchList', (setup) => {
  test('TestCloseWatchChannelOnError: stops the watch after an ERROR event', async () => {
    const { stream, round, faults } = await synced(setup);
    stream.error(status(500, 'InternalError'));
    await round;
    expect(stream.stops).toBe(1);
    expect(faults).toEqual(['watch 500']);
  });

  test('TestRunUntil: run resolves after its signal has aborted, with the watch stopped', async () => {
    const { stream, round, controller, faults } = await synced(setup, { rounds: 'many' });
    stream.add(pod('bar', '2'));
    await settle();
    controller.abort(new Error('done'));
    await round;
    expect(stream.stops).toBe(1);
    expect(faults).toEqual([]);
  });

  test('TestReflectorWatchStoppedBefore: an already aborted signal causes no request and no error', async () => {
    const { reflector, controller, signal, source, faults } = bench(setup);
    controller.abort(new Error("don't run"));
    await reflector.listAndWatch({ signal });
    await reflector.run({ signal });
    expect(source.requests).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('TestReflectorWatchStoppedAfter: an abort while a watch is open stops it without an error', async () => {
    const { stream, round, controller, source, faults } = await synced(setup);
    const requests = source.requests.length;
    controller.abort(new Error('enough'));
    await round;
    expect(stream.stopped).toBe(true);
    expect(source.requests).toHaveLength(requests);
    expect(faults).toEqual([]);
  });

  test('TestReflectorHandleWatchStoppedAfter: a stop in the middle of a batch skips the rest of it', async () => {
    const { stream, round, controller, store, contents } = await synced(setup);
    const add = store.add.bind(store);
    store.add = (object) => {
      add(object);
      controller.abort(new Error('enough'));
    };
    stream.push({ type: 'ADDED', object: pod('a', '2') }, { type: 'ADDED', object: pod('b', '3') });
    await round;
    expect(contents()).toEqual({ a: '2' });
    expect(stream.stops).toBe(1);
  });

  test('TestReflectorWatchHandler: applies events in order, and reports and skips an object of another type', async () => {
    const typed = { apiVersion: 'v1', kind: 'Pod' };
    const { stream, reflector, contents, faults } = await synced(setup, {
      first: podList('1', pod('foo', '1', typed), pod('bar', '1', typed)),
      reflector: { expectedType: typed },
    });
    stream.add({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'rejected', resourceVersion: '99' } });
    stream.delete(pod('foo', '', typed));
    stream.modify(pod('bar', '32', typed));
    stream.add(pod('baz', '55', typed));
    await settle();
    expect(contents()).toEqual({ bar: '32', baz: '55' });
    expect(reflector.lastSyncResourceVersion).toBe('55');
    expect(faults).toEqual(['watch ERR_UNEXPECTED_TYPE']);
    stream.modify(pod('baz', '56', typed));
    await settle();
    expect(contents()).toEqual({ bar: '32', baz: '56' });
  });
});

describe('reading an open watch', () => {
  /** A stream that also counts its readers. */
  function open(controller = new AbortController(), stream = new FakeWatchStream<Pod>()) {
    const calls: string[] = [];
    const nextBatch = stream.nextBatch.bind(stream);
    const stop = stream.stop.bind(stream);
    stream.nextBatch = () => {
      calls.push('read');
      return nextBatch();
    };
    stream.stop = () => {
      calls.push('stop');
      stop();
    };
    const clock = new FakeClock();
    const watchdog = new WatchWatchdog({
      clock,
      deadlineMs: 1000,
      initialEvents: false,
      onEnd: (error) => controller.abort(error),
    });
    const session = new WatchSession<Pod>(stream, {
      sink: new InitialEvents<Pod>(),
      name: 'pods',
      expectedType: undefined,
      from: '1',
      initialEvents: false,
      checksOrder: true,
      watchdog,
      clock,
      signal: controller.signal,
      onResourceVersion: () => undefined,
      onSkipped: () => undefined,
    });
    return { session, stream, controller, calls };
  }

  test('TestReflectorHandleWatchStoppedBefore: nothing is read, stop is called once', async () => {
    const controller = new AbortController();
    controller.abort(new Error("don't run"));
    const { session, calls } = open(controller);
    expect(await session.read()).toEqual({ type: 'stopped' });
    session.close();
    expect(calls).toEqual(['stop']);
  });

  test('TestReflectorHandleWatchStoppedAfter: read once, stop is called once', async () => {
    const { session, controller, calls } = open();
    const outcome = session.read();
    await settle();
    controller.abort(new Error('enough'));
    expect(await outcome).toEqual({ type: 'stopped' });
    session.close();
    expect(calls).toEqual(['read', 'stop']);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  test('TestReflectorStopWatch: a stop is a separate outcome, not a failure', async () => {
    const { session, controller, stream } = open();
    stream.fail(new Error('broken by the stop'));
    controller.abort(new Error("don't run"));
    expect(await session.read()).toEqual({ type: 'stopped' });
  });

  test.each([
    ['TestReflectorHandleWatchResultChanClosedBefore', true],
    ['TestReflectorHandleWatchResultChanClosedAfter', false],
  ])('%s: the stream ends, and stop is called once', async (_name, before) => {
    const { session, stream, controller, calls } = open();
    if (before) stream.end();
    const outcome = session.read();
    await settle();
    stream.end();
    expect(await outcome).toEqual({ type: 'ended' });
    session.close();
    expect(calls).toEqual(['read', 'stop']);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  test('TestReflectorHandleWatchResultChanClosedBefore, TestReflectorHandleWatchResultChanClosedAfter: for every store, a watch that ends at once without an event is a very short watch', async () => {
    for (const setup of everySetup.filter(({ useWatchList }) => !useWatchList)) {
      const { stream, round, faults } = await synced(setup);
      stream.end();
      await round;
      expect(stream.stops).toBe(1);
      expect(faults).toEqual(['watch ERR_SHORT_WATCH']);
    }
  });
});
