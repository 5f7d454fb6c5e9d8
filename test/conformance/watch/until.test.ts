import { describe, expect, test } from 'vitest';
import { WaitError } from 'kube-informers';
import { until, untilWithoutRetry, untilWithSync } from 'kube-informers/watch';
import type { ReadonlyIndexer, KubernetesObject, ListerWatcher } from 'kube-informers';
import type { ConditionFunc } from 'kube-informers/watch';
import { FakeClock, FakeListerWatcher, FakeSource, FakeWatchStream, settle } from '@kube-informers/testing';
import { added, failure } from './watch.test-support.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

type Condition = ConditionFunc<DeepReadonly<KubernetesObject>>;

const limit = { timeoutMs: 3_600_000 };
const pod: KubernetesObject = { metadata: { name: 'a' } };
const isAdded: Condition = ({ type }) => type === 'ADDED';
const isModified: Condition = ({ type }) => type === 'MODIFIED';
const isDeleted: Condition = ({ type }) => type === 'DELETED';

test('TestUntil', async () => {
  const stream = new FakeWatchStream<KubernetesObject>();
  stream.add(pod);
  stream.modify(pod);
  const last = await untilWithoutRetry(stream, [isAdded, isModified], {
    signal: new AbortController().signal,
  });
  expect(last).toEqual({ type: 'MODIFIED', object: pod });
  expect(stream.stopped).toBe(true);
});

test('TestUntilMultipleConditions', async () => {
  const stream = new FakeWatchStream<KubernetesObject>();
  stream.add(pod);
  expect(await untilWithoutRetry(stream, [isAdded, isAdded])).toEqual({ type: 'ADDED', object: pod });
});

test('TestUntilMultipleConditionsFail', async () => {
  const stream = new FakeWatchStream<KubernetesObject>();
  const timeout = new AbortController();
  const waiting = untilWithoutRetry(stream, [isAdded, isAdded, isDeleted], { signal: timeout.signal });
  stream.add(pod);
  await settle();
  timeout.abort(new Error('after 10 s'));
  const error = await waiting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WaitError);
  expect(error).toMatchObject({
    code: 'ERR_WAIT_ABORTED',
    message: 'the wait was ended when 2 of 3 conditions were met: after 10 s',
    cause: timeout.signal.reason,
    lastEvent: { type: 'ADDED', object: pod },
  });
  expect(stream.stopped).toBe(true);
});

test('TestUntilTimeout', async () => {
  // Without a signal there is no timeout.
  const stream = new FakeWatchStream<KubernetesObject>();
  const waiting = untilWithoutRetry(stream, [isAdded, isModified]);
  await settle();
  stream.add(pod);
  await settle();
  stream.modify(pod);
  expect((await waiting).type).toBe('MODIFIED');
});

test('TestUntilErrorCondition', async () => {
  const stream = new FakeWatchStream<KubernetesObject>();
  stream.add(pod);
  const bad = new Error('something bad');
  const throws: Condition = () => {
    throw bad;
  };
  await expect(untilWithoutRetry(stream, [isAdded, throws])).rejects.toBe(bad);
  expect(stream.stopped).toBe(true);
  const rejects = untilWithoutRetry(streamOf(pod), () => Promise.reject(bad));
  await expect(rejects).rejects.toBe(bad);
});

function streamOf(object: KubernetesObject): FakeWatchStream<KubernetesObject> {
  const stream = new FakeWatchStream<KubernetesObject>();
  stream.add(object);
  return stream;
}

/** Does not log errors that the test causes on purpose. */
const onWatchError = (): undefined => undefined;

/** Never answers. */
const silent: ListerWatcher<KubernetesObject> = {
  list: () => new Promise<never>(() => undefined),
  watch: () => new Promise<never>(() => undefined),
  watchListUnsupported: true,
};

const never: Condition = () => {
  throw new Error('should never reach this');
};

describe('TestUntilWithSync', () => {
  test("doesn't wait for sync with no precondition", async () => {
    const clock = new FakeClock();
    const timeout = new AbortController();
    const waiting = untilWithSync(silent, () => true, { clock, signal: timeout.signal });
    await settle();
    timeout.abort(new Error('too late'));
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_WAIT_ABORTED', lastEvent: undefined });
    expect(clock.pendingTimers).toBe(0);
  });

  test("waits indefinitely with precondition if it can't sync", async () => {
    const clock = new FakeClock();
    const timeout = new AbortController();
    let asked = 0;
    const precondition = (): boolean => {
      asked++;
      return true;
    };
    const waiting = untilWithSync(silent, never, {
      clock,
      signal: timeout.signal,
      precondition,
      onWatchError,
    });
    await clock.advance(3_600_000);
    timeout.abort(new Error('too late'));
    await expect(waiting).rejects.toMatchObject({
      code: 'ERR_WAIT_UNSYNCED',
      message: expect.stringMatching(
        /^the cache did not sync: too late; last error: .* a list was not answered within 120000 ms$/,
      ),
      cause: timeout.signal.reason,
    });
    expect(asked).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  test('precondition can stop the loop', async () => {
    const clock = new FakeClock();
    const source = new FakeSource({ objects: [pod] });
    const precondition = (store: ReadonlyIndexer<KubernetesObject>): boolean =>
      store.getByKey('a') !== undefined;
    expect(await untilWithSync(source, never, { ...limit, clock, precondition })).toBeUndefined();
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });

  test('precondition lets it proceed to regular condition', async () => {
    const clock = new FakeClock();
    const source = new FakeSource({ objects: [pod] });
    const condition: Condition = ({ type }) => {
      if (type === 'ADDED') return true;
      throw new Error('no other events are expected');
    };
    const last = await untilWithSync(source, condition, {
      ...limit,
      clock,
      precondition: () => false,
    });
    expect(last).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });

  test('handles a precondition that throws and one that waits', async () => {
    const clock = new FakeClock();
    const source = new FakeSource({ objects: [pod] });
    const bad = new Error('bad');
    await expect(
      untilWithSync(source, never, { ...limit, clock, precondition: () => Promise.reject(bad) }),
    ).rejects.toBe(bad);
    const stop = new AbortController();
    const hangs = untilWithSync(source, never, {
      clock,
      precondition: () => new Promise<never>(() => undefined),
      signal: stop.signal,
    });
    await settle();
    stop.abort(new Error('enough'));
    await expect(hangs).rejects.toThrow('enough');
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });

  test('continues after an expired resourceVersion and delivers a missed delete', async () => {
    const clock = new FakeClock();
    const source = new FakeSource({ objects: [pod] });
    const waiting = untilWithSync(source, [isAdded, isDeleted], { ...limit, clock, onWatchError });
    await settle();
    source.deleteDropped('a');
    source.resetWatch();
    await clock.advance(60_000);
    expect(await waiting).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'a' } } });
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });
});

describe('a closed watch is an error', () => {
  test('of a plain watch', async () => {
    const stream = streamOf(pod);
    stream.end();
    await expect(untilWithoutRetry(stream, isDeleted)).rejects.toMatchObject({
      code: 'ERR_WAIT_CLOSED',
      message: 'the watch ended when 0 of 1 conditions were met',
      lastEvent: { type: 'ADDED' },
    });
  });

  test('with the reason when the resourceVersion is expired', async () => {
    const stream = new FakeWatchStream<KubernetesObject>();
    stream.push(added(11), failure(410, 'Expired'));
    const source = new FakeListerWatcher<KubernetesObject>({ watch: () => stream });
    await expect(until('10', source, isDeleted, { ...limit, clock: new FakeClock() })).rejects.toMatchObject({
      code: 'ERR_WAIT_CLOSED',
      message: 'the watch ended when 0 of 1 conditions were met: Expired',
      cause: { statusCode: 410 },
    });
  });

  test('whose printed form contains no object, which may be a Secret', async () => {
    const stream = streamOf({ metadata: { name: 'a', annotations: { secret: 'hunter2' } } });
    stream.end();
    const error = await untilWithoutRetry(stream, isDeleted).catch((thrown: unknown) => thrown);
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('hunter2');
  });
});

test('until gets every event across watches that end', async () => {
  const clock = new FakeClock();
  const source = new FakeSource({ objects: [pod] });
  const seen: string[] = [];
  const waiting = until(
    source.resourceVersion,
    source,
    ({ type }) => {
      seen.push(type);
      return type === 'DELETED';
    },
    { ...limit, clock },
  );
  await settle();
  for (let i = 0; i < 3; i++) {
    source.modify(pod);
    source.closeWatches();
    source.modify(pod);
    await clock.advance(1000);
  }
  source.delete('a');
  expect((await waiting).type).toBe('DELETED');
  expect(seen).toEqual([...Array.from({ length: 6 }, () => 'MODIFIED'), 'DELETED']);
  expect([source.openWatches, clock.pendingTimers, source.lists.length]).toEqual([0, 0, 0]);
});

test('an already aborted signal', async () => {
  const stream = streamOf(pod);
  const signal = AbortSignal.abort(new Error('before'));
  await expect(untilWithoutRetry(stream, isAdded, { signal })).rejects.toMatchObject({
    code: 'ERR_WAIT_ABORTED',
  });
  expect(stream.stopped).toBe(true);
});

test('a condition that never resolves does not block the stop', async () => {
  const stream = streamOf(pod);
  const stop = new AbortController();
  const waiting = untilWithoutRetry(stream, () => new Promise<never>(() => undefined), {
    signal: stop.signal,
  });
  await settle();
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test.each([
  ['none', []],
  ['no function', ['ADDED']],
  ['an object', {}],
])('refuses invalid conditions: %s', async (_what, conditions) => {
  await expect(untilWithoutRetry(streamOf(pod), conditions as never)).rejects.toMatchObject({
    code: 'ERR_OPTION',
  });
  await expect(until('1', silent, conditions as never, limit)).rejects.toMatchObject({ code: 'ERR_OPTION' });
  await expect(untilWithSync(silent, conditions as never, limit)).rejects.toMatchObject({
    code: 'ERR_OPTION',
  });
});
