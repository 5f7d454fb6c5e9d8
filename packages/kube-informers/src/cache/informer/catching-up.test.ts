import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { FakeListerWatcher } from '../../../../testing/src/fake-lister-watcher.js';
import type { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { TransportError } from '../../util/errors.js';
import { BusyClock, pod, recordingLogger } from './informer.test-support.js';
import { SharedIndexInformer } from './shared-index-informer.js';

type Stream = FakeWatchStream<KubernetesObject>;

/** An informer whose watch was interrupted for as long as asked; the new watch sends what the test pushes. */
class Interrupted {
  readonly clock = new BusyClock();
  readonly logger = recordingLogger();
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly source: FakeListerWatcher<KubernetesObject>;

  /** `newest` answers the list for the newest version. */
  constructor(newest: () => string | Promise<string>) {
    this.source = new FakeListerWatcher<KubernetesObject>({
      watchListUnsupported: true,
      list: async (_options, count) => ({
        metadata: { resourceVersion: count === 1 ? '10' : await newest() },
        items: [],
      }),
    });
    this.informer = new SharedIndexInformer(this.source, { clock: this.clock, logger: this.logger });
  }

  async resume(interruptionMs: number): Promise<Stream> {
    this.informer.start();
    const first = await this.source.nextStream();
    await this.clock.advance(60_000);
    first.bookmark('10');
    await settle();
    await this.clock.advance(interruptionMs);
    first.fail(new TransportError('ERR_WATCH_CUT', 'socket hang up'));
    await settle();
    this.informer.retryNow();
    const second = await this.source.nextStream();
    await settle();
    expect(this.informer.state.phase).toBe('watching');
    return second;
  }

  /** Sends an event every 400 ms, and returns whether the cache counted as fresh after each. */
  async send(stream: Stream, first: number, last: number): Promise<readonly boolean[]> {
    const seen: boolean[] = [];
    for (let version = first; version <= last; version++) {
      const object = pod(`p${version}`);
      stream.add({ ...object, metadata: { ...object.metadata, resourceVersion: `${version}` } });
      await settle();
      await this.clock.advance(400);
      seen.push(this.informer.health.staleSinceMs === undefined);
    }
    return seen;
  }
}

const unavailable = (): string => {
  throw new TransportError('ERR_CONNECTION_REFUSED', 'connect ECONNREFUSED');
};

describe('after an interruption, while events still arrive', () => {
  test('the cache is stale until it reaches the version of one list', async () => {
    const scene = new Interrupted(() => '40');
    const { informer, source } = scene;
    const stream = await scene.resume(30_000);
    expect(await scene.send(stream, 11, 39)).not.toContain(true);
    expect(source.lists.slice(1)).toEqual([{ limit: 1 }]);
    expect((await scene.send(stream, 40, 45)).slice(3)).toEqual([true, true, true]);
    expect(source.lists).toHaveLength(2);
    await informer.stop();
  });

  test('a second without data shows that nothing is left, without a list', async () => {
    const scene = new Interrupted(() => '40');
    const stream = await scene.resume(30_000);
    expect(await scene.send(stream, 11, 13)).toEqual([false, false, false]);
    await scene.clock.advance(800);
    expect(scene.informer.health.staleSinceMs).toBeUndefined();
    // Fresh from then on, however many events follow.
    expect(await scene.send(stream, 14, 20)).not.toContain(false);
    expect(scene.source.lists).toHaveLength(1);
    await scene.informer.stop();
  });

  test('silence does not count while the process was blocked: what has arrived must be read first', async () => {
    const scene = new Interrupted(() => '40');
    await scene.resume(30_000);
    scene.clock.spend(500);
    await scene.clock.advance(1000);
    expect(scene.informer.health.staleSinceMs).toBeDefined();
    await scene.clock.advance(1000);
    expect(scene.informer.health.staleSinceMs).toBeUndefined();
    await scene.informer.stop();
  });

  test.each([
    ['fails', unavailable, 'the list for the newest version failed, waiting for a bookmark'],
    ['is not answered', () => new Promise<string>(() => undefined), undefined],
    ['has a version that is not a number', () => 'v2', undefined],
  ])('a bookmark shows it too, also if the list %s', async (_what, newest, message) => {
    const scene = new Interrupted(newest);
    const { informer, logger, source } = scene;
    const stream = await scene.resume(30_000);
    expect(await scene.send(stream, 11, 45)).not.toContain(true);
    expect(source.lists).toHaveLength(2);
    expect(logger.lines.map((line) => line.message).filter((each) => each === message)).toHaveLength(
      message === undefined ? 0 : 1,
    );
    expect(informer.health.lastError?.overcome).toBe(true);
    stream.bookmark('45');
    expect((await scene.send(stream, 46, 51)).slice(3)).toEqual([true, true, true]);
    expect(source.lists).toHaveLength(2);
    await informer.stop();
  });

  test('the cache is fresh after a second if the interruption was shorter than that', async () => {
    const scene = new Interrupted(() => '40');
    const stream = await scene.resume(500);
    expect(await scene.send(stream, 11, 15)).toEqual([false, false, true, true, true]);
    expect(scene.source.lists).toHaveLength(1);
    await scene.informer.stop();
  });

  test('a stop ends the list', async () => {
    const scene = new Interrupted(() => new Promise<string>(() => undefined));
    const stream = await scene.resume(30_000);
    await scene.send(stream, 11, 16);
    expect(scene.source.lists).toHaveLength(2);
    await scene.informer.stop();
    expect(scene.informer.state.phase).toBe('stopped');
  });
});
