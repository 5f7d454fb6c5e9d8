import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { FakeWatchStream } from '../../testing/fake-watch-stream.js';
import { InitialEvents } from './watch-list.js';
import { WatchSession } from './watch-session.js';
import { WatchWatchdog } from './watch-watchdog.js';

function open(stream: FakeWatchStream<KubernetesObject>, controller = new AbortController()) {
  const watchdog = new WatchWatchdog({
    clock: new FakeClock(),
    deadlineMs: 1000,
    initialEvents: false,
    onIdle: (error) => controller.abort(error),
  });
  const skipped: Error[] = [];
  const sink = new InitialEvents<KubernetesObject>();
  const session = new WatchSession<KubernetesObject>(stream, {
    sink,
    name: 'pods',
    expectedType: undefined,
    from: '1',
    initialEvents: false,
    checksOrder: true,
    watchdog,
    signal: controller.signal,
    onResourceVersion: () => undefined,
    onSkipped: (error) => void skipped.push(error),
  });
  return { session, sink, controller, skipped };
}

describe('reading an open watch', () => {
  test('a stream whose nextBatch rejects because it was stopped is stopped, not broken', async () => {
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
