import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../testing/fake-clock.js';
import { FakeSource } from '../testing/fake-source.js';
import { FakeWatchStream } from '../testing/fake-watch-stream.js';
import { StatusError } from '../meta/errors.js';
import { TransportError } from '../util/errors.js';
import { DeltaFIFO } from './delta-fifo.js';
import { MemoryIndexer } from './indexer.js';
import { RealFIFO } from './real-fifo.js';
import {
  contents,
  expired,
  pod,
  podList,
  rig,
  scripted,
  status,
  tooMany,
  track,
} from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';
import type { Queue, TransformFunc } from './types.js';

const invalid = new StatusError(status(422, 'Invalid', 'sendInitialEvents is forbidden'));
const streamOptions = {
  allowWatchBookmarks: true,
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  timeoutSeconds: 300,
};
const mark = { initialEventsEnd: true };

function streaming(options: Parameters<typeof scripted>[0] = {}): ReturnType<typeof scripted> {
  return scripted({ watchListUnsupported: false, ...options });
}

describe('TestNewReflectorWithDisablementWatchList', () => {
  test.each([
    ['on, and the client says nothing', undefined, undefined, true],
    ['on, and the client supports it', true, false, true],
    ['on, but the client says it cannot', true, true, false],
    ['off', false, false, false],
  ])('%s', async (_name, useWatchList, watchListUnsupported, streams) => {
    const { requests, ...source } = recorded();
    const { reflector, signal } = rig(
      { ...source, ...(watchListUnsupported === undefined ? {} : { watchListUnsupported }) },
      { useWatchList },
    );
    track(reflector.listAndWatch({ signal }));
    await settle();
    expect(requests[0]).toBe(streams ? 'stream' : 'list');
  });

  function recorded() {
    const requests: string[] = [];
    return {
      requests,
      list: async () => {
        requests.push('list');
        return podList('1');
      },
      watch: async (options: { sendInitialEvents?: boolean }) => {
        requests.push(options.sendInitialEvents === true ? 'stream' : 'watch');
        return new FakeWatchStream<Pod>();
      },
    };
  }
});

describe('TestInitialEventsEndBookmarkTicker', () => {
  function warned(): { lines: string[]; logger: Parameters<typeof rig>[1] & object } {
    const lines: string[] = [];
    const nothing = (): void => undefined;
    const warn = (fields: object, message: string): void => {
      if (message.includes('bookmark')) lines.push(`${(fields as { silentMs: number }).silentMs} ${message}`);
    };
    return { lines, logger: { logger: { debug: nothing, info: nothing, warn, error: nothing } } };
  }

  test('warns each 10 s without an event, in other words when some have come', async () => {
    const { lines, logger } = warned();
    const source = streaming();
    const { reflector, signal, clock } = rig(source, logger);
    track(reflector.listAndWatch({ signal }));
    await clock.advance(9999);
    expect(lines).toEqual([]);
    await clock.advance(1);
    expect(lines).toEqual([expect.stringMatching(/^10000 .* no event has come at all$/)]);
    await clock.advance(4000);
    source.streams[0]?.add(pod('a'));
    await clock.advance(15_000);
    expect(lines).toHaveLength(1);
    await clock.advance(1000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/no event has come for a while$/);
  });

  test('is silent after the mark, and for a plain watch', async () => {
    const { lines, logger } = warned();
    for (const watchListUnsupported of [true, false]) {
      const source = streaming({ watchListUnsupported });
      const { reflector, signal, clock } = rig(source, logger);
      track(reflector.listAndWatch({ signal }));
      (await source.nextStream()).bookmark('1', mark);
      await clock.advance(60_000);
    }
    expect(lines).toEqual([]);
  });
});

describe('TestWatchListResourceVersion', () => {
  test('without the mark no version is kept, whatever comes', async () => {
    const source = streaming();
    const { reflector, signal, controller } = rig(source);
    const round = reflector.listAndWatch({ signal });
    const stream = await source.nextStream();
    for (const version of ['7', '3', '9']) stream.add(pod(`p${version}`, version));
    stream.modify(pod('p9', '10'));
    await settle();
    expect(reflector.lastSyncResourceVersion).toBe('');
    controller.abort(new Error('done'));
    await round;
    expect(reflector.lastSyncResourceVersion).toBe('');
  });

  test('the mark brings its version', async () => {
    const source = streaming();
    const { reflector, signal } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('a', '9'));
    stream.bookmark('12', mark);
    await settle();
    expect(reflector.lastSyncResourceVersion).toBe('12');
  });
});

describe('TestWatchList', () => {
  test('the reflector is not synced before the mark: one stream, empty store', async () => {
    const source = streaming();
    const { reflector, signal, store, clock } = rig(source);
    track(reflector.listAndWatch({ signal }));
    (await source.nextStream()).add(pod('a'));
    await clock.advance(1000);
    expect(source.requests.map(({ options }) => options)).toEqual([streamOptions]);
    expect(store.size).toBe(0);
  });

  test('is synced by the mark; one single request in all; the same stream goes on', async () => {
    const source = streaming();
    const { reflector, signal, store, faults } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('a', '1'));
    stream.add(pod('b', '2'));
    stream.bookmark('2', mark);
    await settle();
    expect(contents(store)).toEqual({ a: '1', b: '2' });
    expect(store.resourceVersion).toBe('2');
    stream.delete(pod('a', '3'));
    await settle();
    expect(contents(store)).toEqual({ b: '2' });
    expect(source.requests).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('updates and deletes before the mark apply to the temporary store', async () => {
    const source = streaming();
    const { reflector, signal, store } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('a', '1'));
    stream.add(pod('b', '2'));
    stream.modify(pod('a', '3'));
    stream.delete(pod('b', '4'));
    stream.bookmark('4', mark);
    await settle();
    expect(contents(store)).toEqual({ a: '3' });
  });

  test('with useWatchList off: one list and one watch', async () => {
    const source = streaming();
    const { reflector, signal } = rig(source, { useWatchList: false });
    track(reflector.listAndWatch({ signal }));
    await settle();
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch']);
  });

  test.each([
    ['a server that does not support streaming (422)', invalid, []],
    ['any other error on opening', new Error('my error'), ['watchList my error']],
    [
      'a reset connection',
      new TransportError('ERR_CONNECTION_RESET', 'reset'),
      ['watchList ERR_CONNECTION_RESET'],
    ],
  ])('falls back to list and watch for %s', async (_name, error, expectedFaults) => {
    const source = streaming({
      list: () => podList('5', pod('a', '5')),
      watch: (_options, count) => {
        if (count === 1) throw error;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal, store, faults } = rig(source);
    track(reflector.listAndWatch({ signal }));
    await settle();
    expect(source.requests.map(({ options }) => options)).toEqual([
      streamOptions,
      { resourceVersion: '0', limit: 500 },
      { allowWatchBookmarks: true, resourceVersion: '5', timeoutSeconds: 300 },
    ]);
    expect(contents(store)).toEqual({ a: '5' });
    expect(faults).toEqual(expectedFaults);
  });

  test('retries 429 with backoff: three streams, no list', async () => {
    const clock = new FakeClock();
    const source = streaming({
      clock,
      watch: (_options, count) => {
        if (count < 3) throw tooMany;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal, store } = rig(source, { clock });
    track(reflector.listAndWatch({ signal }));
    await clock.advance(10_000);
    source.streams[0]?.bookmark('9', mark);
    await settle();
    expect(source.requests.map(({ verb, atMs }) => `${verb} ${atMs}`)).toEqual([
      'watch 0',
      'watch 800',
      'watch 2400',
    ]);
    expect(store.resourceVersion).toBe('9');
  });

  test('a stream that stops before the mark is asked for again, from an empty temporary store', async () => {
    const source = streaming();
    const { reflector, signal, store, faults } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const first = await source.nextStream();
    first.add(pod('gone', '1'));
    first.end();
    const second = await source.nextStream();
    second.add(pod('a', '2'));
    second.bookmark('2', mark);
    await settle();
    expect(source.requests.map(({ options }) => options)).toEqual([streamOptions, streamOptions]);
    expect(contents(store)).toEqual({ a: '2' });
    expect(faults).toEqual(['watchList ERR_WATCH_LIST_UNFINISHED']);
  });

  test('a second stream that stops before the mark makes it list: a proxy may never let one end', async () => {
    const source = streaming();
    const { reflector, signal } = rig(source);
    track(reflector.listAndWatch({ signal }));
    for (let count = 0; count < 2; count++) {
      const stream = await source.nextStream();
      stream.add(pod('a'));
      stream.fail(new TransportError('ERR_WATCH_CUT', 'cut'));
    }
    await settle();
    expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'watch', 'list', 'watch']);
  });

  test('a stream that stops after the mark leads to a plain watch from the last version', async () => {
    const source = streaming();
    const { reflector, signal, clock } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.bookmark('2', mark);
    stream.add(pod('a', '3'));
    await clock.advance(2000);
    stream.end();
    await settle();
    expect(source.watches.slice(1)).toEqual([
      { allowWatchBookmarks: true, resourceVersion: '3', timeoutSeconds: 300 },
    ]);
  });

  test('expiring an established watcher results in returning an error from the reflector', async () => {
    const source = streaming({
      watch: (options) => {
        if (options.resourceVersion === '2') throw expired;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal, clock, store } = rig(source);
    const round = reflector.listAndWatch({ signal }).catch((error: unknown) => error);
    const stream = await source.nextStream();
    stream.add(pod('a', '1'));
    stream.bookmark('2', mark);
    await clock.advance(2000);
    stream.end();
    expect(await round).toBe(expired);
    expect(contents(store)).toEqual({ a: '1' });
  });

  test('410 after the mark ends the round; the next stream asks for what was seen', async () => {
    const source = streaming();
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    stream.bookmark('2', mark);
    stream.error(expired.status);
    await clock.advance(1000);
    expect(source.requests.map(({ options }) => options)).toEqual([
      streamOptions,
      { ...streamOptions, resourceVersion: '2' },
    ]);
    expect(faults).toEqual(['watch 410']);
  });

  test('410 on opening at a version is asked again at ""', async () => {
    const source = streaming({
      watch: (options) => {
        if (options.resourceVersion === '2') throw expired;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal, clock } = rig(source);
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    stream.bookmark('2', mark);
    stream.error(expired.status);
    await clock.advance(1000);
    expect(source.requests.map(({ options }) => options)).toEqual([
      streamOptions,
      { ...streamOptions, resourceVersion: '2' },
      streamOptions,
    ]);
    expect(reflector.isLastSyncResourceVersionUnavailable).toBe(true);
    (await source.nextStream()).bookmark('9', mark);
    await settle();
    expect(reflector.isLastSyncResourceVersionUnavailable).toBe(false);
  });

  test.each(['false', 'True', '', '1'])('only "true" marks the end, not %j', async (value) => {
    const source = streaming();
    const { reflector, signal, store } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('a'));
    const annotations = { 'k8s.io/initial-events-end': value };
    stream.push({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '5', annotations } } });
    await settle();
    expect(store.size).toBe(0);
    expect(reflector.lastSyncResourceVersion).toBe('');
  });

  test('against a source that keeps the rules', async () => {
    const source = new FakeSource<Pod>({ firstResourceVersion: 1, objects: [pod('a'), pod('b')] });
    const { reflector, signal, store, clock } = rig(source);
    track(reflector.run({ signal }));
    await settle();
    source.modify(pod('a'));
    await settle();
    expect(contents(store)).toEqual({ a: '3', b: '2' });
    source.deleteDropped('b');
    source.resetWatch();
    await clock.advance(2000);
    expect(contents(store)).toEqual({ a: '3' });
    expect(source.lists).toHaveLength(0);
  });
});

describe('TestReflectorRespectStoreTransformer', () => {
  const label: TransformFunc<Pod> = (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      labels: { seen: `${object.metadata?.labels?.['seen'] ?? ''}x`.slice(0, 1) },
    },
  });

  test.each<[string, (transformer: TransformFunc<Pod>) => Queue<Pod>]>([
    ['real-fifo', (transformer) => new RealFIFO<Pod>({ transformer })],
    [
      'delta-fifo',
      (transformer) => new DeltaFIFO<Pod>({ transformer, knownObjects: new MemoryIndexer<Pod>() }),
    ],
  ])(
    '%s: the temporary store transforms at once, and what comes out is transformed once in effect',
    async (_name, make) => {
      const transformed: string[] = [];
      const queue = make((object) => {
        transformed.push(object.metadata?.name ?? '');
        return label(object);
      });
      const source = streaming();
      const { reflector, signal } = rig(source, { store: queue });
      track(reflector.listAndWatch({ signal }));
      const stream = await source.nextStream();
      stream.add(pod('a', '1'));
      stream.add(pod('b', '2'));
      await settle();
      expect(transformed).toEqual(['a', 'b']);
      stream.bookmark('2', mark);
      await settle();
      const popped: unknown[] = [];
      while (queue.tryPop((deltas) => void popped.push(...deltas)));
      const objects = popped.flatMap((delta) => {
        const { object, objects: all } = delta as { object?: Pod; objects?: Pod[] };
        return all ?? (object === undefined ? [] : [object]);
      });
      expect(objects.map((object) => object.metadata?.labels)).toEqual([{ seen: 'x' }, { seen: 'x' }]);
    },
  );

  test('an object whose transform throws is no deletion of what the store has', async () => {
    const known = new MemoryIndexer<Pod>();
    known.add(pod('bad', '1'));
    const errors: Error[] = [];
    const queue = new DeltaFIFO<Pod>({
      knownObjects: known,
      onError: (error) => void errors.push(error),
      transformer: (object) => {
        if (object.metadata?.name === 'bad') throw new Error('transform threw');
        return object;
      },
    });
    const source = streaming();
    const { reflector, signal } = rig(source, { store: queue });
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('bad', '2'));
    stream.add(pod('good', '3'));
    stream.bookmark('3', mark);
    await settle();
    const keys: (string | undefined)[] = [];
    while (
      queue.tryPop(
        (deltas) =>
          void keys.push(
            ...deltas.map((delta) =>
              'object' in delta ? `${delta.type} ${(delta.object as Pod).metadata?.name}` : delta.type,
            ),
          ),
      )
    );
    expect(keys).toEqual(['Sync good']);
    expect(errors).toHaveLength(1);
  });
});

describe('TestReflectorDataConsistencyDetector', () => {
  test.each([
    [false, []],
    [true, [{ resourceVersion: '2', resourceVersionMatch: 'Exact' }]],
  ])('%s: lists more once the watch-list has come', async (consistencyDetector, lists) => {
    const source = new FakeSource<Pod>({ firstResourceVersion: 1, objects: [pod('a'), pod('b')] });
    const { reflector, signal, store } = rig(source, { consistencyDetector });
    track(reflector.listAndWatch({ signal }));
    await settle();
    expect(source.lists).toEqual(lists);
    expect(store.size).toBe(2);
  });

  test('a difference makes run reject and leaves the store alone', async () => {
    const source = streaming({ list: () => podList('3', pod('a', '1'), pod('c', '3')) });
    const { reflector, signal, store } = rig(source, { consistencyDetector: true });
    const run = reflector.run({ signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const stream = await source.nextStream();
    stream.add(pod('a', '1'));
    stream.add(pod('b', '2'));
    stream.bookmark('3', mark);
    expect(await run).toMatchObject({ code: 'ERR_WATCH_LIST_INCONSISTENT' });
    expect(store.size).toBe(0);
  });
});
