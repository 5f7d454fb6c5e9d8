import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { InitialEvents, WatchSession } from './watch-session.js';
import { WatchWatchdog } from './watch-watchdog.js';

function open(
  stream: FakeWatchStream<KubernetesObject>,
  controller = new AbortController(),
  initialEvents = false,
) {
  const clock = new FakeClock();
  const watchdog = new WatchWatchdog({
    clock,
    deadlineMs: 1000,
    initialEvents,
    onEnd: (error) => controller.abort(error),
  });
  const skipped: Error[] = [];
  const sink = new InitialEvents<KubernetesObject>();
  const session = new WatchSession<KubernetesObject>(stream, {
    sink,
    name: 'pods',
    expectedType: undefined,
    from: '1',
    initialEvents,
    checksOrder: true,
    watchdog,
    clock,
    signal: controller.signal,
    onResourceVersion: () => undefined,
    onSkipped: (error) => void skipped.push(error),
  });
  return { session, sink, controller, skipped };
}

describe('reading an open watch', () => {
  test('a stopped stream whose nextBatch rejects is stopped, not broken', async () => {
    const stream = new FakeWatchStream<KubernetesObject>();
    stream.nextBatch = () =>
      new Promise((_resolve, reject) => {
        stream.stop = () => reject(new Error('request aborted'));
      });
    const { session, controller } = open(stream);
    const outcome = session.read();
    controller.abort(new Error('enough'));
    expect(await outcome).toEqual({ type: 'stopped' });
  });

  test.each([[1], [null], [{}], [['5']]])(
    'an object whose resourceVersion is %j is stored, and the watch goes on',
    async (resourceVersion) => {
      const stream = new FakeWatchStream<KubernetesObject>();
      const { session, skipped } = open(stream);
      stream.add({ metadata: { name: 'a', resourceVersion: resourceVersion as never } });
      stream.add({ metadata: { name: 'b', resourceVersion: '5' } });
      stream.end();
      expect(await session.read()).toEqual({ type: 'ended' });
      expect([session.items, skipped]).toEqual([2, []]);
    },
  );

  test('counts what it applied, and bookmarks; not what it skipped', async () => {
    const stream = new FakeWatchStream<KubernetesObject>();
    const { session, sink, skipped } = open(stream);
    stream.add({ metadata: { name: 'a', resourceVersion: '2' } });
    stream.add({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { name: 't' } });
    stream.bookmark('3');
    stream.end();
    await session.read();
    expect(session.items).toBe(2);
    expect(skipped).toHaveLength(1);
    expect(sink.list().map((object) => object.metadata?.name)).toEqual(['a']);
  });
});

test('releases the initial objects after the bookmark that ends them', async () => {
  const stream = new FakeWatchStream<KubernetesObject>();
  const { session, sink } = openWatchList(stream);
  // A WeakRef holds its target until the job that made it is over.
  await Promise.resolve();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  expect(sink.deref()).toBeDefined();
  stream.bookmark('3', { initialEventsEnd: true });
  expect(await session.read()).toEqual({ type: 'marked', resourceVersion: '3' });
  session.readOn(new InitialEvents<KubernetesObject>());
  await new Promise((resolve) => void setImmediate(resolve));
  collectGarbage();
  expect(sink.deref()).toBeUndefined();
});

/** In a function of its own, so that nothing else holds the sink. */
function openWatchList(stream: FakeWatchStream<KubernetesObject>): {
  session: WatchSession<KubernetesObject>;
  sink: WeakRef<InitialEvents<KubernetesObject>>;
} {
  const { session, sink } = open(stream, new AbortController(), true);
  return { session, sink: new WeakRef(sink) };
}
