import { describe, expect, test } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { TransportError } from '../../util/errors.js';
import { MemoryIndexer } from '../stores/indexer.js';
import {
  contents,
  expired,
  pod,
  podList,
  refused,
  rig,
  scripted,
  status,
  tooMany,
  track,
} from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';

describe('a stream that breaks', () => {
  test('cut in mid-line: reported once, resumed from the last event, no list (client-go rows 4 and 10)', async () => {
    const source = scripted();
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    const first = await source.nextStream();
    first.add(pod('a', '5'));
    await clock.advance(2000);
    first.fail(new TransportError('ERR_WATCH_CUT', 'the stream ended in the middle of a line'));
    await settle();
    expect(source.requests.map(({ verb, options }) => `${verb} ${options.resourceVersion}`)).toEqual([
      'list 0',
      'watch 1',
      'watch 5',
    ]);
    expect(faults).toEqual(['watch ERR_WATCH_CUT']);
  });

  test('a line that is not valid JSON: reported once, what came before is kept, relist (row 3)', async () => {
    const source = scripted({
      list: (_options, count) => (count === 1 ? podList('1') : podList('9', pod('a', '5'), pod('lost', '6'))),
    });
    const { reflector, signal, clock, store, faults } = rig(source);
    track(reflector.run({ signal }));
    const first = await source.nextStream();
    first.add(pod('a', '5'));
    first.fail(new TransportError('ERR_WATCH_DECODE', 'line is not valid JSON'));
    await settle();
    expect(contents(store)).toEqual({ a: '5' });
    await clock.advance(1000);
    expect(contents(store)).toEqual({ a: '5', lost: '6' });
    expect(faults).toEqual(['watch ERR_WATCH_DECODE']);
  });

  test('410 as an event on a stream that stays open: stopped, reported, relisted (row 10)', async () => {
    const source = scripted();
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    const first = await source.nextStream();
    first.error(expired.status);
    await clock.advance(1000);
    expect(first.stopped).toBe(true);
    expect(source.requests.map(({ verb, options }) => `${verb} ${options.resourceVersion}`)).toEqual([
      'list 0',
      'watch 1',
      'list 1',
      'watch 1',
    ]);
    expect(faults).toEqual(['watch 410']);
  });

  test('onWatchError receives the error itself, so that predicates work on it', async () => {
    const seen: unknown[] = [];
    const source = scripted({ list: () => Promise.reject(expired) });
    const { reflector, signal } = rig(source, {
      onWatchError: (error, during) => seen.push(error, during),
    });
    track(reflector.run({ signal }));
    await settle();
    // The list at "0" and the one at "" fail alike.
    expect(seen).toEqual([expired, 'list', expired, 'list']);
  });
});

describe('bad input', () => {
  const good = podList('1', pod('a'));

  test.each<[string, unknown, string, RegExp]>([
    [
      'an item without metadata',
      { ...podList('2', pod('b')), items: [pod('b'), {}] },
      'ERR_LIST_ITEM',
      /item 1 .*absent/,
    ],
    ['an item without a name', podList('2', { metadata: {} }), 'ERR_LIST_ITEM', /metadata\.name of item 0/],
    ['an item with an empty name', podList('2', { metadata: { name: '' } }), 'ERR_LIST_ITEM', /got ""/],
    ['a null item', { ...podList('2'), items: [null] }, 'ERR_LIST_ITEM', /item 0/],
    ['no items', { metadata: { resourceVersion: '2' } }, 'ERR_LIST', /items are absent/],
    ['items that are not an array', { metadata: {}, items: 'x' }, 'ERR_LIST', /items are "x"/],
    ['no metadata', { items: [] }, 'ERR_LIST', /metadata is absent/],
    ['a page of HTML', '<html>Bad gateway</html>', 'ERR_LIST', /it is "<html>/],
    ['nothing', undefined, 'ERR_LIST', /it is absent/],
  ])('a list with %s is rejected as a whole, reported, and retried', async (_name, bad, code, message) => {
    const errors: Error[] = [];
    let answer: unknown = good;
    // A server or a caller's function may return it in spite of the types.
    const source = scripted({ list: () => answer as typeof good });
    const { reflector, signal, clock, store } = rig(source, {
      onWatchError: (error) => void errors.push(error),
    });
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    answer = bad;
    stream.error(expired.status);
    await clock.advance(1000);
    expect(contents(store)).toEqual({ a: '1' });
    expect(errors.slice(1)).toEqual([
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    ]);
    answer = podList('3', pod('c', '3'));
    await clock.advance(10_000);
    expect(contents(store)).toEqual({ c: '3' });
  });

  test('items null, as Go writes an empty list, is an empty list', async () => {
    // See above.
    const source = scripted({ list: () => ({ ...podList('2'), items: null }) as unknown as typeof good });
    const { reflector, signal, faults } = rig(source);
    track(reflector.listAndWatch({ signal }));
    await source.nextStream();
    expect(faults).toEqual([]);
  });

  test.each<[string, object]>([
    ['metadata', { kind: 'Pod' }],
    ['metadata.name', { metadata: { resourceVersion: '5' } }],
  ])(
    'an event whose object has no %s ends the round, reported, and a relist repairs',
    async (field, object) => {
      const messages: string[] = [];
      const source = scripted({
        list: (_options, count) => (count === 1 ? podList('1') : podList('9', pod('b', '8'))),
      });
      const { reflector, signal, clock, store } = rig(source, {
        onWatchError: (error) => void messages.push(error.message),
      });
      track(reflector.run({ signal }));
      const stream = await source.nextStream();
      stream.push(
        { type: 'ADDED', object: pod('a', '4') },
        { type: 'MODIFIED', object },
        { type: 'ADDED', object: pod('x', '6') },
      );
      await settle();
      expect(contents(store)).toEqual({ a: '4' });
      expect(messages).toEqual([`reflector: the object of an event MODIFIED has no ${field}; listing again`]);
      await clock.advance(1000);
      expect(contents(store)).toEqual({ b: '8' });
    },
  );

  test('an ERROR event without a Status is reported as a 500', async () => {
    const source = scripted();
    const { reflector, signal, faults } = rig(source);
    track(reflector.run({ signal }));
    // See above.
    (await source.nextStream()).push({ type: 'ERROR', object: null as unknown as object });
    await settle();
    expect(faults).toEqual(['watch 500']);
  });

  test('a store that refuses a list: reported with the cause, retried, and its content is kept', async () => {
    let broken = true;
    const store = new MemoryIndexer<Pod>({
      indexers: {
        label: () => {
          if (broken) throw new Error('index function threw');
          return [];
        },
      },
    });
    for (const watchListUnsupported of [true, false]) {
      broken = true;
      const source = new FakeSource<Pod>({
        firstResourceVersion: 1,
        objects: [pod('a')],
        watchListUnsupported,
      });
      const { reflector, signal, clock, faults } = rig(source, { store });
      track(reflector.run({ signal }));
      await clock.advance(1000);
      expect(faults.length).toBeGreaterThan(0);
      expect(new Set(faults)).toEqual(
        new Set([watchListUnsupported ? 'list ERR_STORE' : 'watchList ERR_STORE']),
      );
      broken = false;
      await clock.advance(10_000);
      expect(contents(store)).toEqual({ a: '1' });
    }
  });

  test('a lister-watcher that throws is handled like one that rejects', async () => {
    const { reflector, signal, clock, faults } = rig({
      watchListUnsupported: true,
      list: () => {
        throw new Error('no list today');
      },
      watch: () => {
        throw new Error('unused');
      },
    });
    track(reflector.run({ signal }));
    await clock.advance(1000);
    expect(faults).toEqual(['list no list today', 'list no list today']);
  });
});

describe('the backoff limits requests, whatever fails', () => {
  const endless = (stream: (s: FakeWatchStream<Pod>) => void) => () => {
    const made = new FakeWatchStream<Pod>();
    stream(made);
    return made;
  };
  const event = (s: FakeWatchStream<Pod>): void => s.add(pod('a', '5'));
  const cut = new TransportError('ERR_WATCH_CUT', 'cut');
  const decode = new TransportError('ERR_WATCH_DECODE', 'not valid JSON');
  const opens = (error: Error) => () => Promise.reject(error);

  const watchFaults: [string, () => FakeWatchStream<Pod> | Promise<never>][] = [
    ['refused', opens(refused)],
    ['429 on opening', opens(tooMany)],
    ['410 on opening', opens(expired)],
    ['422 on opening', opens(new StatusError(status(422, 'Invalid')))],
    ['500 on opening', opens(new StatusError(status(500, 'InternalError')))],
    ['reset on opening', opens(new TransportError('ERR_CONNECTION_RESET', 'reset'))],
    ['a 502 page on opening', opens(new TransportError('ERR_NOT_KUBERNETES', 'html'))],
    ['ends at once', endless((s) => s.end())],
    ['ends after one event', endless((s) => (event(s), s.end()))],
    ['cut at once', endless((s) => s.fail(cut))],
    ['cut after one event', endless((s) => (event(s), s.fail(cut)))],
    ['a line that is not valid JSON', endless((s) => (event(s), s.fail(decode)))],
    ['410 event', endless((s) => s.error(expired.status))],
    ['410 event after one', endless((s) => (event(s), s.error(expired.status)))],
    ['429 event', endless((s) => s.error(tooMany.status))],
    ['500 event', endless((s) => s.error(status(500, 'InternalError')))],
    ['an event without metadata', endless((s) => s.add({}))],
  ];

  // 0.8 s, 1.6 s, … 25.6 s, 30 s, and from the start after 120 s: with the least jitter 16 attempts. A round is at most
  // two streams and two lists (the second at "") and a watch.
  const attemptsIn200s = 16;
  // A watch that brought an event is opened again at once ten times, then every second; two more are watch-lists.
  const progressIn200s = 213;
  const atMost = (name: string): number =>
    name.endsWith('after one event') ? progressIn200s : attemptsIn200s;

  test.each(watchFaults)('watch: %s', async (name, watch) => {
    const clock = new FakeClock();
    const source = scripted({ clock, watch, list: () => podList('1') });
    const { reflector, signal, faults } = rig(source, { clock });
    track(reflector.run({ signal }));
    await clock.advance(200_000);
    expect(source.watches.length).toBeGreaterThanOrEqual(10);
    expect(source.watches.length).toBeLessThanOrEqual(atMost(name));
    expect(source.lists.length).toBeLessThanOrEqual(attemptsIn200s);
    expect(faults.length).toBeLessThanOrEqual(atMost(name));
  });

  test.each(watchFaults)('watch and watch-list: %s', async (name, watch) => {
    const clock = new FakeClock();
    const source = scripted({ clock, watch, list: () => podList('1'), watchListUnsupported: false });
    const { reflector, signal } = rig(source, { clock });
    track(reflector.run({ signal }));
    await clock.advance(200_000);
    expect(source.watches.length).toBeGreaterThanOrEqual(10);
    expect(source.watches.length).toBeLessThanOrEqual(Math.max(3 * attemptsIn200s, atMost(name)));
    expect(source.lists.length).toBeLessThanOrEqual(attemptsIn200s);
  });

  test.each<[string, Error, number]>([
    ['refused', refused, 1],
    ['429', tooMany, 1],
    ['500', new StatusError(status(500, 'InternalError')), 1],
    ['401', new StatusError(status(401, 'Unauthorized')), 1],
    ['410, also at ""', expired, 2],
    [
      'too large, also at ""',
      new StatusError({
        ...status(504, 'Timeout'),
        details: { causes: [{ message: 'Too large resource version' }] },
      }),
      2,
    ],
  ])('list: %s', async (_name, error, listsARound) => {
    const clock = new FakeClock();
    const source = scripted({ clock, list: () => Promise.reject(error) });
    const { reflector, signal, faults } = rig(source, { clock });
    track(reflector.run({ signal }));
    await clock.advance(200_000);
    expect(source.watches).toHaveLength(0);
    expect(source.lists.length).toBeGreaterThanOrEqual(10);
    expect(source.lists.length).toBeLessThanOrEqual(listsARound * attemptsIn200s);
    expect(faults).toHaveLength(source.lists.length);
  });

  test('everything refuses: each failed request is reported once', async () => {
    const source = scripted({
      watchListUnsupported: false,
      list: () => Promise.reject(new StatusError(status(403, 'Forbidden'))),
      watch: () => Promise.reject(new StatusError(status(403, 'Forbidden'))),
    });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    await clock.advance(200_000);
    expect(faults).toHaveLength(source.requests.length);
  });

  test('a watch that lasted resets the backoff', async () => {
    const clock = new FakeClock();
    let failing = true;
    const source = scripted({
      clock,
      watch: () => {
        if (failing) throw refused;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal } = rig(source, { clock, random: () => 0.5 });
    track(reflector.run({ signal }));
    await clock.advance(30_000);
    failing = false;
    await clock.advance(40_000);
    await clock.advance(30_000);
    const stream = source.streams.at(-1);
    stream?.add(pod('a', '5'));
    stream?.error(tooMany.status);
    const atMs = clock.monotonic();
    await clock.advance(1000);
    expect((source.requests.at(-1)?.atMs ?? 0) - atMs).toBe(800);
  });
});
