import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { StatusError } from '../meta/errors.js';
import { newForbidden } from '../meta/status.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { FakeClock, FakeListerWatcher, FakeWatchStream, settle } from '@kube-informers/testing';
import { RetryWatcher } from './retry-watcher.js';
import type { RetryWatcherOptions } from './retry-watcher.js';
import { readBatch } from './watch-batch.js';

type Event = WatchEvent<KubernetesObject>;

function event(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', resourceVersion?: string): Event {
  return { type, object: { metadata: resourceVersion === undefined ? {} : { resourceVersion } } };
}

function words(events: readonly Event[]): string[] {
  return events.map(({ type, object }) =>
    type === 'ERROR'
      ? `ERROR ${object.code} ${object.reason}`
      : `${type} ${object.metadata?.resourceVersion}`,
  );
}

/** A watcher that is read continuously, on watches that the test controls. */
class Fixture {
  readonly clock = new FakeClock();
  readonly source: FakeListerWatcher<KubernetesObject>;
  readonly stop = new AbortController();
  readonly faults: string[] = [];
  readonly watcher: RetryWatcher<KubernetesObject>;
  readonly read: Event[] = [];
  readonly end: Promise<void>;

  constructor(
    watch?: (count: number) => FakeWatchStream<KubernetesObject>,
    options: RetryWatcherOptions = {},
  ) {
    const { clock } = this;
    this.source = new FakeListerWatcher({
      clock,
      ...(watch && { watch: (_options, count) => watch(count) }),
    });
    this.watcher = new RetryWatcher('10', this.source, {
      clock,
      random: () => 0,
      signal: this.stop.signal,
      onWatchError: ({ message }) => void this.faults.push(message),
      ...options,
    });
    this.end = this.#read();
  }

  async #read(): Promise<void> {
    for await (const one of this.watcher) this.read.push(one);
  }

  get words(): string[] {
    return words(this.read);
  }

  /** The watch that is currently open. */
  get stream(): FakeWatchStream<KubernetesObject> {
    const stream = this.source.streams.at(-1);
    if (stream === undefined) throw new Error('no watch was opened');
    return stream;
  }

  /** When each watch was requested, ms, and from which version. */
  get asked(): string[] {
    return this.source.requests.map(({ atMs, options }) => `${atMs} from ${options.resourceVersion}`);
  }

  async ended(): Promise<void> {
    this.stop.abort(new Error('the test has ended'));
    await this.end;
    expect(this.clock.pendingTimers).toBe(0);
    expect(this.source.streams.every((stream) => stream.closed)).toBe(true);
    expect(getEventListeners(this.stop.signal, 'abort')).toEqual([]);
  }
}

describe('RetryWatcher', () => {
  test('TestRetryWatcher: opens at most one watch per second, measured from the start of the previous one', async () => {
    const fixture = new Fixture();
    await settle();
    fixture.stream.push(event('ADDED', '11'));
    await fixture.clock.advance(400);
    fixture.stream.end();
    await fixture.clock.advance(599);
    expect(fixture.asked).toEqual(['0 from 10']);
    await fixture.clock.advance(1);
    expect(fixture.asked).toEqual(['0 from 10', '1000 from 11']);
    // A watch that lasted longer is followed by the next one immediately.
    await fixture.clock.advance(5000);
    fixture.stream.end();
    await settle();
    expect(fixture.asked.at(-1)).toBe('6000 from 11');
    expect(fixture.faults).toEqual([]);
    await fixture.ended();
  });

  test('an unreachable server gets one request per second, and every failure is reported', async () => {
    const fixture = new Fixture((count) => {
      throw new Error(`connection refused ${count}`);
    });
    await fixture.clock.advance(59_999);
    expect(fixture.asked).toHaveLength(60);
    expect(fixture.faults).toEqual(Array.from({ length: 60 }, (_, i) => `connection refused ${i + 1}`));
    await fixture.ended();
  });

  test.each([
    [5, 'ADDED 11'],
    [60, 'ERROR 403 Forbidden'],
  ])(
    'goes on after refusals of a server that starts for %i s, and ends after 10 s',
    async (seconds, last) => {
      const reason = 'User "jane" cannot watch resource "pods" in API group "" in the namespace "shop"';
      const fixture = new Fixture((count) => {
        if (count > 1 && count <= seconds) throw newForbidden({ group: '', resource: 'pods' }, '', reason);
        return new FakeWatchStream();
      });
      await settle();
      fixture.stream.end();
      await fixture.clock.advance(12_000);
      if (seconds < 10) fixture.stream.push(event('ADDED', '11'));
      await settle();
      expect(fixture.words).toEqual([last]);
      expect(fixture.asked).toHaveLength(seconds < 10 ? 6 : 12);
      await fixture.ended();
    },
  );

  test('TestRetryWatcher: waits as long as the server requests, in an ERROR event or on opening', async () => {
    const fixture = new Fixture((count) => {
      if (count === 2) {
        throw new StatusError({ code: 429, message: 'too many', details: { retryAfterSeconds: 7 } });
      }
      return new FakeWatchStream();
    });
    await settle();
    fixture.stream.error({ code: 500, message: 'etcd is away', details: { retryAfterSeconds: 3 } });
    await fixture.clock.advance(60_000);
    expect(fixture.asked).toEqual(['0 from 10', '3000 from 10', '10000 from 10']);
    expect(fixture.faults).toEqual(['etcd is away', 'too many']);
    await fixture.ended();
  });

  test('TestRetryWatcher: continues from the last bookmark, which is not delivered', async () => {
    const fixture = new Fixture(undefined, { minRestartDelayMs: 0 });
    await settle();
    fixture.stream.bookmark('99');
    fixture.stream.end();
    await settle();
    expect(fixture.asked.at(-1)).toBe('0 from 99');
    expect(fixture.watcher.resourceVersion).toBe('99');
    expect(fixture.read).toEqual([]);
    await fixture.ended();
  });

  test('a broken stream is followed by a new one, from the last event', async () => {
    const fixture = new Fixture(undefined, { minRestartDelayMs: 0 });
    await settle();
    fixture.stream.push(event('MODIFIED', '12'));
    fixture.stream.fail(new Error('reset by peer'));
    await settle();
    expect(fixture.asked).toEqual(['0 from 10', '0 from 12']);
    expect(fixture.faults).toEqual(['reset by peer']);
    fixture.stream.push(event('DELETED', '13'));
    await settle();
    expect(fixture.words).toEqual(['MODIFIED 12', 'DELETED 13']);
    await fixture.ended();
  });

  test('a dead connection is replaced after the server should have ended the watch', async () => {
    const fixture = new Fixture();
    // With random() = 0 the watch was requested for 300 s; 30 s is the margin, 1 s the check interval.
    await fixture.clock.advance(331_000);
    expect(fixture.asked).toEqual(['0 from 10', '331000 from 10']);
    expect(fixture.source.streams[0]?.stopped).toBe(true);
    expect(fixture.faults).toEqual([expect.stringMatching(/300000|330|silent|ended/)]);
    await fixture.ended();
  });

  test('missing bookmarks reveal a dead connection within minutes', async () => {
    const fixture = new Fixture(undefined, { random: () => 0.999 });
    for (let minute = 1; minute <= 3; minute++) {
      await fixture.clock.advance(60_000);
      fixture.stream.bookmark(String(100 + minute));
    }
    await fixture.clock.advance(182_000);
    expect(fixture.asked).toEqual(['0 from 10', '361000 from 103']);
    await fixture.ended();
  });

  test('a request that resolves without a watch after the stop has no effect', async () => {
    let answer: (stream: never) => void = () => undefined;
    const opening = new Promise<never>((resolve) => {
      answer = resolve;
    });
    const watcher = new RetryWatcher<KubernetesObject>('10', { watch: () => opening });
    const batch = watcher.nextBatch();
    await settle();
    watcher.stop();
    expect(await batch).toBeUndefined();
    // An unhandled rejection here would fail the run.
    answer(undefined as never);
    await settle();
  });

  test('a hanging request does not delay the stop', async () => {
    const late = new FakeWatchStream<KubernetesObject>();
    let answer: (stream: FakeWatchStream<KubernetesObject>) => void = () => undefined;
    const clock = new FakeClock();
    const watcher = new RetryWatcher<KubernetesObject>(
      '10',
      {
        watch: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
      { clock },
    );
    const batch = watcher.nextBatch();
    await settle();
    watcher.stop();
    expect(await batch).toBeUndefined();
    answer(late);
    await settle();
    expect(late.stopped).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  test('a stop at any moment while a watch opens leaves none open', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const clock = new FakeClock();
      const stop = new AbortController();
      const stream = new FakeWatchStream<KubernetesObject>();
      const watcher = new RetryWatcher<KubernetesObject>(
        '10',
        { watch: () => Promise.resolve(stream) },
        { clock, signal: stop.signal },
      );
      const batch = watcher.nextBatch();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      stop.abort(new Error('enough'));
      expect(await batch).toBeUndefined();
      await settle();
      expect({ turns, stopped: stream.stopped, timers: clock.pendingTimers }).toEqual({
        turns,
        stopped: true,
        timers: 0,
      });
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    }
  });

  test('reports a watch that could not be opened because the connection kept breaking', async () => {
    const fixture = new Fixture((count) => {
      const stream = new FakeWatchStream<KubernetesObject>();
      if (count > 3) return stream;
      stream.end();
      return Object.assign(stream, { unopened: new Error(`reset ${count}`) });
    });
    await fixture.clock.advance(5000);
    expect(fixture.faults).toEqual(['reset 1', 'reset 2', 'reset 3']);
    expect(fixture.asked).toHaveLength(4);
    await fixture.ended();
  });

  test('a stop while it waits for the next attempt is silent and immediate', async () => {
    const fixture = new Fixture(() => {
      throw new Error('refused');
    });
    await settle();
    expect(fixture.clock.pendingTimers).toBe(1);
    await fixture.ended();
    expect(fixture.faults).toEqual(['refused']);
  });

  test('without a delay, a source that always fails does not block the stop', async () => {
    const fixture = new Fixture(
      () => {
        throw new Error('refused');
      },
      { minRestartDelayMs: 0 },
    );
    await settle();
    await fixture.ended();
    expect(fixture.faults.length).toBeGreaterThan(0);
  });

  test('an aborted signal sends no request', async () => {
    const source = new FakeListerWatcher<KubernetesObject>();
    const watcher = new RetryWatcher('10', source, { signal: AbortSignal.abort() });
    expect(await watcher.nextBatch()).toBeUndefined();
    expect(source.requests).toEqual([]);
  });

  test('allows only one reader', async () => {
    const fixture = new Fixture();
    await settle();
    await expect(fixture.watcher.nextBatch()).rejects.toThrow('one reader');
    await fixture.ended();
  });

  test('a throwing hook has no effect', async () => {
    const fixture = new Fixture(undefined, {
      minRestartDelayMs: 0,
      onWatchError: () => {
        throw new Error('the hook');
      },
    });
    await settle();
    fixture.stream.fail(new Error('reset'));
    await settle();
    expect(fixture.asked).toHaveLength(2);
    await fixture.ended();
  });

  test('rejects an invalid watcher', () => {
    expect(() => new RetryWatcher('10', {} as never)).toThrow(/must have the methods watch/);
  });
});

describe('a batch of a watch at 10', () => {
  test.each<[string, Event[], string[], string, string, number]>([
    [
      'in order',
      [event('ADDED', '11'), event('DELETED', '12')],
      ['ADDED 11', 'DELETED 12'],
      '12',
      'readOn',
      0,
    ],
    [
      'of many digits',
      [event('ADDED', '99999999999999999999')],
      ['ADDED 99999999999999999999'],
      '99999999999999999999',
      'readOn',
      0,
    ],
    ['no numbers', [event('ADDED', 'b'), event('ADDED', 'a')], ['ADDED b', 'ADDED a'], 'a', 'readOn', 0],
    [
      'TestRetryWatcher: with a repeated event',
      [event('ADDED', '11'), event('ADDED', '11')],
      ['ADDED 11'],
      '11',
      'readOn',
      1,
    ],
    ['with the last event again', [event('MODIFIED', '10')], [], '10', 'readOn', 1],
    [
      'of a server whose history went back',
      [event('ADDED', '11'), event('ADDED', '9')],
      ['ADDED 11', 'ERROR 410 Expired'],
      '11',
      'over',
      0,
    ],
    [
      "with a DELETED that has the object's last version",
      [event('MODIFIED', '11'), event('DELETED', '11'), event('DELETED', '7'), event('ADDED', '12')],
      ['MODIFIED 11', 'DELETED 11', 'DELETED 7', 'ADDED 12'],
      '12',
      'readOn',
      0,
    ],
    ['with an older bookmark', [event('BOOKMARK', '9')], ['ERROR 410 Expired'], '10', 'over', 0],
    [
      'without a resourceVersion',
      [event('ADDED', '11'), event('MODIFIED')],
      ['ADDED 11', 'ERROR 500 InternalError'],
      '11',
      'over',
      0,
    ],
    ['with an empty bookmark', [event('BOOKMARK', '')], ['ERROR 500 InternalError'], '10', 'over', 0],
    ['without an object', [{ type: 'ADDED' } as Event], ['ERROR 500 InternalError'], '10', 'over', 0],
    [
      'of an unknown type',
      [{ type: 'MOVED', object: {} } as unknown as Event],
      ['ERROR 500 InternalError'],
      '10',
      'over',
      0,
    ],
    [
      'with an ERROR without a Status',
      [event('ADDED', '11'), { type: 'ERROR' } as Event, event('ADDED', '12')],
      ['ADDED 11'],
      '11',
      'again',
      1,
    ],
  ])('%s', (_what, batch, events, resourceVersion, next, faults) => {
    const read = readBatch(batch, '10');
    expect({ ...read, events: words(read.events), faults: read.faults.length }).toMatchObject({
      events,
      resourceVersion,
      next,
      faults,
    });
  });

  test('describes an invalid event', () => {
    const last = readBatch([event('MODIFIED')], '10').events[0];
    expect(last?.object).toMatchObject({
      message:
        'Internal error occurred: retry watcher: the object of an event MODIFIED has no metadata.resourceVersion',
    });
  });
});
