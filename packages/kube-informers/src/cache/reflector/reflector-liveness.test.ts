import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { contents, expired, pod, podList, rig, scripted, versions, track } from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';
import { WatchWatchdog } from './watch-watchdog.js';

const minute = 60_000;

/** A reflector that watches from resourceVersion 1, with `timeoutSeconds` 300. */
async function watching(options: Parameters<typeof rig>[1] = {}) {
  const source = scripted();
  const made = rig(source, options);
  const run = made.reflector.run({ signal: made.signal });
  const stream = await source.nextStream();
  await settle();
  return { ...made, run, source, stream };
}

describe('a watch that goes silent without closing', () => {
  test('without bookmarks: ended 30 s after the server should have ended it, then a relist since nothing ever came', async () => {
    const { clock, source, stream, faults } = await watching();
    await clock.advance(5 * minute + 29_000);
    expect(stream.stopped).toBe(false);
    await clock.advance(3000);
    expect(stream.stopped).toBe(true);
    expect(faults).toEqual(['watch ERR_WATCH_IDLE']);
    await clock.advance(1000);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch', 'list', 'watch']);
  });

  test('without bookmarks but with events before: resumed from the last event, no list', async () => {
    const { clock, source, stream, faults } = await watching();
    stream.add(pod('a', '5'));
    await clock.advance(5 * minute + 32_000);
    expect(stream.stopped).toBe(true);
    expect(faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(source.lists).toHaveLength(1);
    expect(versions(source.watches)).toEqual(['1', '5']);
  });

  test('with a bookmark a minute: noticed three minutes after the last, resumed from it, no list', async () => {
    const { clock, source, stream, faults } = await watching();
    for (const version of ['10', '11']) {
      await clock.advance(minute);
      stream.bookmark(version);
    }
    await clock.advance(3 * minute - 1);
    expect(stream.stopped).toBe(false);
    await clock.advance(2000);
    expect(stream.stopped).toBe(true);
    expect(faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(versions(source.watches)).toEqual(['1', '11']);
    expect(source.lists).toHaveLength(1);
  });

  test('bookmarks that begin late are measured by their own interval, not by the delay of the first', async () => {
    const { clock, stream } = await watching({ minWatchTimeoutMs: 60 * minute });
    await clock.advance(20 * minute);
    stream.bookmark('10');
    await clock.advance(minute);
    stream.bookmark('11');
    await clock.advance(3 * minute + 1000);
    expect(stream.stopped).toBe(true);
  });

  test('any event ends the silence, not only bookmarks', async () => {
    const { clock, stream } = await watching();
    await clock.advance(1000);
    stream.bookmark('10');
    await clock.advance(minute);
    stream.bookmark('11');
    await clock.advance(2 * minute);
    stream.add(pod('a', '12'));
    await clock.advance(2.4 * minute);
    expect(stream.stopped).toBe(false);
  });

  test('a server with longer intervals is allowed three of them', async () => {
    const { clock, stream } = await watching({ minWatchTimeoutMs: 60 * minute });
    for (const version of ['10', '11']) {
      await clock.advance(5 * minute);
      stream.bookmark(version);
    }
    await clock.advance(14 * minute);
    expect(stream.stopped).toBe(false);
    await clock.advance(1.1 * minute);
    expect(stream.stopped).toBe(true);
  });

  test('a watch that the server never ends is ended although it is not silent', async () => {
    const { clock, source, stream, faults } = await watching();
    for (let second = 0; second < 5 * 60 + 33; second++) {
      stream.add(pod(`p${second}`, String(second + 2)));
      await clock.advance(1000);
    }
    expect(stream.stopped).toBe(true);
    expect(faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(source.lists).toHaveLength(1);
    expect(source.watches).toHaveLength(2);
  });

  test('the margin can be set', async () => {
    const { clock, stream } = await watching({ watchDeadlineMarginMs: 1000 });
    await clock.advance(5 * minute + 2001);
    expect(stream.stopped).toBe(true);
  });
});

describe('a healthy idle watch is never cut', () => {
  test('with bookmarks as an API server sends them: an hour, no list, no fault, a watch each five minutes', async () => {
    const { clock, source, faults } = await watching();
    for (let round = 0; round < 12; round++) {
      const stream = source.streams[round];
      for (let count = 1; count < 5; count++) {
        // A minute, plus the tick of the server's timer that dispatches it.
        await clock.advance(minute + 1250);
        stream?.bookmark(String(10 + round * 10 + count));
      }
      await clock.advance(300_000 - 2000 - 4 * (minute + 1250));
      stream?.bookmark(String(19 + round * 10));
      await clock.advance(2000);
      stream?.end();
      await settle();
    }
    expect(faults).toEqual([]);
    expect(source.lists).toHaveLength(1);
    expect(source.watches).toHaveLength(13);
  });

  test('with a single bookmark: there is no interval to miss', async () => {
    const { clock, stream, faults } = await watching();
    await clock.advance(minute);
    stream.bookmark('10');
    await clock.advance(3.9 * minute);
    expect(stream.stopped).toBe(false);
    expect(faults).toEqual([]);
  });

  test('without bookmarks, as of a server whose storage does not change: until the server ends it', async () => {
    const { clock, source, stream, faults } = await watching();
    await clock.advance(5 * minute);
    stream.end();
    await settle();
    expect(faults).toEqual([]);
    expect(source.watches).toHaveLength(2);
    // No list but the first: the second asks whether the server knows the version, see reflector-back-in-time.test.ts.
    expect(source.lists.slice(1)).toEqual([
      { limit: 1, resourceVersion: '1', resourceVersionMatch: 'NotOlderThan' },
    ]);
  });

  test('a process that was suspended reads what has arrived before it counts silence', async () => {
    const { clock, source, stream, faults } = await watching();
    stream.bookmark('9');
    await clock.advance(minute);
    stream.bookmark('10');
    // One timer fires late, as after a suspend, and the bytes are read in the turn after it.
    await clock.advance(3 * minute);
    stream.bookmark('11');
    await clock.advance(1000);
    expect(stream.stopped).toBe(false);
    expect(faults).toEqual([]);
    expect(source.watches).toHaveLength(1);
  });
});

describe('responses that never arrive', () => {
  test('a list that is never answered fails at the deadline and is retried with backoff', async () => {
    const source = scripted({
      list: (_options, count) => (count === 1 ? new Promise<never>(() => undefined) : podList('1')),
    });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    await clock.advance(119_999);
    expect(source.requests).toHaveLength(1);
    await clock.advance(1);
    expect(faults).toEqual(['list ERR_TIMEOUT']);
    await clock.advance(800);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'list', 'watch']);
  });

  test('the deadline applies to each page, not to the whole list', async () => {
    const source = scripted({
      list: async (options) => {
        await clock.sleep(90_000);
        const from = Number(options.continue ?? 0);
        return {
          metadata: { resourceVersion: '1', ...(from < 3 ? { continue: String(from + 1) } : {}) },
          items: [pod(`p${from}`)],
        };
      },
    });
    const { reflector, signal, clock, store, faults } = rig(source, { pageSize: 1 });
    track(reflector.run({ signal }));
    await clock.advance(4 * 90_000);
    expect(Object.keys(contents(store))).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(faults).toEqual([]);
  });

  test('pages that bring little share the deadline: they do not follow each other for ever', async () => {
    let pages = 0;
    const source = scripted({
      list: async () => {
        await clock.sleep(50_000);
        pages++;
        return { metadata: { resourceVersion: '1', continue: String(pages) }, items: [pod(`p${pages}`)] };
      },
    });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    await clock.advance(150_000);
    expect(faults).toEqual(['list ERR_LIST_ENDLESS']);
    expect(pages).toBe(3);
  });

  test('waits for the headers of a watch as long as a watch may last, then relists', async () => {
    const source = scripted({
      watch: (_options, count) =>
        count === 1 ? new Promise<never>(() => undefined) : new FakeWatchStream<Pod>(),
    });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    await clock.advance(5 * minute + 29_000);
    expect(source.requests).toHaveLength(2);
    await clock.advance(3000);
    expect(faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch', 'list', 'watch']);
  });

  test('a watch-list that delivers nothing for a minute is replaced by a list', async () => {
    const source = scripted({ watchListUnsupported: false });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    await clock.advance(59_999);
    expect(source.requests).toHaveLength(1);
    await clock.advance(1001);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'list', 'watch']);
    expect(faults).toEqual(['watchList ERR_WATCH_IDLE']);
    expect(source.streams[0]?.stopped).toBe(true);
  });

  test('so is a watch-list whose headers never arrive', async () => {
    const source = scripted({
      watchListUnsupported: false,
      watch: (_options, count) =>
        count === 1 ? new Promise<never>(() => undefined) : new FakeWatchStream<Pod>(),
    });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    await clock.advance(61_000);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'list', 'watch']);
    expect(faults).toEqual(['watchList ERR_WATCH_IDLE']);
  });

  test('the bookmark that ends the initial events does not count as a periodic bookmark', async () => {
    const source = scripted({ watchListUnsupported: false });
    const { reflector, signal, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    stream.bookmark('9', { initialEventsEnd: true });
    await clock.advance(minute);
    stream.bookmark('10');
    await clock.advance(3.9 * minute);
    expect(stream.stopped).toBe(false);
    expect(faults).toEqual([]);
  });
});

describe('initial events that do not end', () => {
  async function streaming() {
    const source = scripted({ watchListUnsupported: false });
    const made = rig(source);
    track(made.reflector.run({ signal: made.signal }));
    return { ...made, source, stream: await source.nextStream() };
  }
  const verbs = (source: ReturnType<typeof scripted>) => source.requests.map(({ verb }) => verb);

  test('while changes arrive: lists 30 s after the first of them, and at once an hour long', async () => {
    const { clock, source, stream, faults, store, reflector } = await streaming();
    await clock.advance(10_000);
    stream.add(pod('a', '1'));
    for (let second = 0; second < 30; second++) {
      stream.modify(pod('a', String(second + 2)));
      await clock.advance(1000);
    }
    expect(verbs(source)).toEqual(['watch']);
    expect(store.size).toBe(0);
    await clock.advance(1000);
    expect(faults).toEqual(['watchList ERR_WATCH_LIST_UNFINISHED']);
    expect(verbs(source)).toEqual(['watch', 'list', 'watch']);
    expect(reflector.lastSyncResourceVersion).toBe('1');
    source.streams[1]?.error(expired.status);
    await clock.advance(2000);
    expect(verbs(source)).toEqual(['watch', 'list', 'watch', 'list', 'watch']);
  });

  test.each<[string, (stream: FakeWatchStream<Pod>) => void]>([
    ['a deletion', (stream) => stream.delete(pod('a', '2'))],
    ['another bookmark', (stream) => stream.bookmark('2')],
  ])('%s cannot be an initial event either', async (_name, send) => {
    const { clock, source, stream, faults } = await streaming();
    send(stream);
    await clock.advance(31_000);
    expect(faults).toEqual(['watchList ERR_WATCH_LIST_UNFINISHED']);
    expect(verbs(source)).toEqual(['watch', 'list', 'watch']);
  });

  test('changes before the bookmark are applied: it may come up to 30 s after the first', async () => {
    const { clock, source, stream, faults, store } = await streaming();
    for (const name of ['a', 'b']) stream.add(pod(name, '1'));
    stream.modify(pod('a', '2'));
    stream.delete(pod('b', '3'));
    await clock.advance(29_000);
    stream.bookmark('3', { initialEventsEnd: true });
    await clock.advance(60_000);
    expect(contents(store)).toEqual({ a: '2' });
    expect(faults).toEqual([]);
    expect(verbs(source)).toEqual(['watch']);
  });

  test('a transfer of more than 4 KiB a second may take as long as the watch', async () => {
    const { clock, source, stream, faults, store } = await streaming();
    for (let second = 0; second < 280; second++) {
      stream.receivedBytes = second * 5000;
      // An object that takes 80 s to arrive among others.
      if (second < 100 || second > 180) stream.add(pod(`p${second}`, '1'));
      await clock.advance(1000);
    }
    stream.bookmark('9', { initialEventsEnd: true });
    await settle();
    expect(store.size).toBe(199);
    expect(faults).toEqual([]);
    expect(verbs(source)).toEqual(['watch']);
  });

  test.each([
    ['100 bytes', 100, 1],
    ['an object each 5 s', 4096 / 5, 5],
  ])('a trickle of %s each second ends it, however much came before', async (_name, bytes, every) => {
    const { clock, source, stream, faults } = await streaming();
    let received = 1_000_000_000;
    for (let second = 0; second < 80; second++) {
      if (second % every === 0) {
        stream.receivedBytes = received += bytes * every;
        stream.add(pod(`p${second}`, String(second)));
      }
      await clock.advance(1000);
    }
    expect(faults).toEqual(['watchList ERR_WATCH_IDLE']);
    expect(verbs(source)).toEqual(['watch', 'list', 'watch']);
  });

  test('a trickle within one event ends it, too', async () => {
    const { clock, source, stream, faults } = await streaming();
    for (let second = 0; second < 75; second++) {
      stream.receivedBytes = second * 100;
      await clock.advance(1000);
    }
    expect(faults).toEqual(['watchList ERR_WATCH_IDLE']);
    expect(verbs(source)).toEqual(['watch', 'list', 'watch']);
  });

  test('a source that counts no bytes may send an event a second', async () => {
    const { clock, stream, faults } = await streaming();
    for (let second = 0; second < 200; second++) {
      stream.add(pod(`p${second}`, String(second)));
      await clock.advance(1000);
    }
    expect(faults).toEqual([]);
    for (let count = 0; count < 20; count++) {
      stream.add(pod(`q${count}`, String(count)));
      await clock.advance(5000);
    }
    expect(faults).toEqual(['watchList ERR_WATCH_IDLE']);
  });
});

test('time in which the reader does not wait does not count as silence', async () => {
  const clock = new FakeClock();
  const ends: Error[] = [];
  const watchdog = new WatchWatchdog({
    clock,
    deadlineMs: 60 * minute,
    initialEvents: false,
    onEnd: (error) => void ends.push(error),
  });
  watchdog.received(1);
  watchdog.bookmark();
  watchdog.bookmark();
  await clock.advance(10 * minute);
  expect(ends).toEqual([]);
  watchdog.waiting();
  await clock.advance(3 * minute - 1);
  expect(ends).toEqual([]);
  await clock.advance(1 + 3 * minute);
  expect(ends).toEqual([expect.objectContaining({ code: 'ERR_WATCH_IDLE' })]);
  expect(clock.pendingTimers).toBe(0);
});
