import { describe, expect, test } from 'vitest';
import {
  expired,
  pod,
  podList,
  rig,
  status,
  tooMany,
  track,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { Pod } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../packages/testing/src/fake-watch-stream.js';
import { bench, sinks } from './setups.test-support.js';

const invalid = new StatusError(status(422, 'Invalid', 'streaming is not allowed'));
/** TestWatchList's options of every watch-list request. The reflector has no `resourceVersion` yet. */
const streamOptions = {
  allowWatchBookmarks: true,
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  timeoutSeconds: 300,
};
const watchFrom = (resourceVersion: string): object => ({
  allowWatchBookmarks: true,
  resourceVersion,
  timeoutSeconds: 300,
});
const mark = { initialEventsEnd: true };

describe('TestNewReflectorWithDisablementWatchList', () => {
  test.each([
    ['feature off, client supports it', false, false, false],
    ['feature on, client supports it', true, false, true],
    ['feature on, client does not support it', true, true, false],
    ['feature on, client does not declare support', true, undefined, true],
    ['off by default', undefined, undefined, false],
  ])('%s', async (_name, useWatchList, watchListUnsupported, streams) => {
    const requests: string[] = [];
    const source = {
      list: async () => {
        requests.push('list');
        return podList('1');
      },
      watch: async (options: { sendInitialEvents?: boolean }) => {
        requests.push(options.sendInitialEvents === true ? 'stream' : 'watch');
        return new FakeWatchStream<Pod>();
      },
    };
    const { reflector, signal } = rig(
      { ...source, ...(watchListUnsupported === undefined ? {} : { watchListUnsupported }) },
      { useWatchList },
    );
    track(reflector.listAndWatch({ signal }));
    await settle();
    expect(requests).toEqual(streams ? ['stream'] : ['list', 'watch']);
  });
});

describe.each(sinks)('into a %s', (sink) => {
  const setup = { sink, useWatchList: true };

  /** A reflector whose first stream is open. */
  async function streaming(...options: Parameters<typeof bench> extends [unknown, ...infer R] ? R : never) {
    const made = bench(setup, ...options);
    const round = made.reflector.listAndWatch({ signal: made.signal });
    track(round.catch(() => undefined));
    return { ...made, round, stream: await made.source.nextStream() };
  }

  describe('TestWatchListResourceVersion', () => {
    test.each<[string, (stream: FakeWatchStream<Pod>) => void, string]>([
      ['empty resource version', () => undefined, ''],
      ['empty resource version without bookmark event', (stream) => stream.add(pod('p1', '1')), ''],
      [
        'synthetic events in any order, with changes between them',
        (stream) => {
          for (const version of ['7', '3', '9']) stream.add(pod(`p${version}`, version));
          stream.modify(pod('p9', '10'));
          stream.bookmark('10');
        },
        '',
      ],
      [
        'non empty resource version with bookmark event and initial events annotation',
        (stream) => {
          stream.add(pod('p1', '1'));
          stream.bookmark('2', mark);
        },
        '2',
      ],
    ])('%s', async (_name, play, expected) => {
      const { reflector, stream, controller, round } = await streaming();
      play(stream);
      await settle();
      expect(reflector.lastSyncResourceVersion).toBe(expected);
      controller.abort(new Error('done'));
      await round;
      expect(reflector.lastSyncResourceVersion).toBe(expected);
    });
  });

  describe('TestWatchList', () => {
    // Upstream: options of every watch-list request.
    test('not synced before the bookmark: one stream, empty store', async () => {
      const { stream, source, contents, clock } = await streaming();
      stream.add(pod('p1', '1'));
      await clock.advance(1000);
      expect(source.requests.map(({ options }) => options)).toEqual([streamOptions]);
      expect(contents()).toEqual({});
    });

    test('with useWatchList off: one list and one watch', async () => {
      const { reflector, signal, source, contents } = bench(
        setup,
        { list: () => podList('1', pod('p1', '1')) },
        { useWatchList: false },
      );
      track(reflector.listAndWatch({ signal }));
      await settle();
      expect(source.requests.map(({ verb, options }) => ({ verb, options }))).toEqual([
        { verb: 'list', options: { resourceVersion: '0', limit: 500 } },
        { verb: 'watch', options: watchFrom('1') },
      ]);
      expect(contents()).toEqual({ p1: '1' });
    });

    test.each([
      ["a server that doesn't support streaming: falls back to list and watch", invalid, []],
      ['any other error forces fallback', new Error('dummy error'), ['watchList dummy error']],
      [
        'a reset connection forces fallback',
        new TransportError('ERR_CONNECTION_RESET', 'reset'),
        ['watchList ERR_CONNECTION_RESET'],
      ],
      ['403 forces fallback', new StatusError(status(403, 'Forbidden')), ['watchList 403']],
    ])('%s', async (_name, error, expectedFaults) => {
      const { stream, source, contents, faults } = await streaming({
        list: () => podList('1', pod('p1', '1')),
        watch: (options) => {
          if (options.sendInitialEvents === true) throw error;
          return new FakeWatchStream<Pod>();
        },
      });
      stream.add(pod('p2', '2'));
      await settle();
      expect(source.requests.map(({ verb, options }) => ({ verb, options }))).toEqual([
        { verb: 'watch', options: streamOptions },
        { verb: 'list', options: { resourceVersion: '0', limit: 500 } },
        { verb: 'watch', options: watchFrom('1') },
      ]);
      expect(contents()).toEqual({ p1: '1', p2: '2' });
      expect(faults).toEqual(expectedFaults);
    });

    test('synced by the bookmark: only one request, and the same stream continues', async () => {
      const { stream, source, contents, faults } = await streaming();
      stream.add(pod('p1', '1'));
      stream.add(pod('p2', '2'));
      stream.bookmark('2', mark);
      await settle();
      expect(contents()).toEqual({ p1: '1', p2: '2' });
      stream.delete(pod('p1', '3'));
      await settle();
      expect(contents()).toEqual({ p2: '2' });
      expect(source.requests.map(({ options }) => options)).toEqual([streamOptions]);
      expect(faults).toEqual([]);
    });

    test('updates and deletes before the bookmark apply to the temporary store', async () => {
      const { stream, source, contents } = await streaming();
      stream.add(pod('p1', '1'));
      stream.add(pod('p2', '2'));
      stream.modify(pod('p1', '3'));
      stream.add(pod('p3', '4'));
      stream.delete(pod('p3', '5'));
      await settle();
      expect(contents()).toEqual({});
      stream.bookmark('5', mark);
      await settle();
      expect(contents()).toEqual({ p1: '3', p2: '2' });
      expect(source.requests).toHaveLength(1);
    });

    test('retries 429 with backoff: three streams, no list', async () => {
      const clock = new FakeClock();
      const { reflector, signal, source, contents } = bench(
        setup,
        {
          clock,
          watch: (_options, count) => {
            if (count < 3) throw tooMany;
            return new FakeWatchStream<Pod>();
          },
        },
        { clock },
      );
      track(reflector.listAndWatch({ signal }));
      await clock.advance(10_000);
      const stream = await source.nextStream();
      stream.add(pod('p1', '1'));
      stream.bookmark('2', mark);
      await settle();
      expect(source.requests).toEqual(
        [0, 800, 2400].map((atMs) => ({ verb: 'watch', options: streamOptions, atMs })),
      );
      expect(contents()).toEqual({ p1: '1' });
    });

    test('stopped before the bookmark: a new watch-list request, from an empty temporary store', async () => {
      const { stream, source, contents, faults } = await streaming();
      stream.add(pod('gone', '1'));
      stream.end();
      const second = await source.nextStream();
      second.add(pod('p1', '1'));
      second.bookmark('1', mark);
      await settle();
      expect(source.requests.map(({ options }) => options)).toEqual([streamOptions, streamOptions]);
      expect(contents()).toEqual({ p1: '1' });
      expect(faults).toEqual(['watchList ERR_WATCH_LIST_UNFINISHED']);
    });

    test('stopped after the bookmark: a plain watch from the last version', async () => {
      const { stream, source, contents } = await streaming();
      stream.add(pod('p1', '1'));
      stream.add(pod('p2', '2'));
      stream.bookmark('2', mark);
      stream.add(pod('p3', '3'));
      stream.end();
      const second = await source.nextStream();
      second.add(pod('p4', '4'));
      await settle();
      expect(source.requests.map(({ options }) => options)).toEqual([streamOptions, watchFrom('3')]);
      expect(contents()).toEqual({ p1: '1', p2: '2', p3: '3', p4: '4' });
    });

    test('expiring an established watcher: listAndWatch rejects with the error', async () => {
      const { stream, source, contents, round } = await streaming({
        watch: (options) => {
          if (options.resourceVersion === '3') throw expired;
          return new FakeWatchStream<Pod>();
        },
      });
      stream.add(pod('p1', '1'));
      stream.bookmark('2', mark);
      stream.add(pod('p3', '3'));
      stream.end();
      await expect(round).rejects.toBe(expired);
      expect(source.requests.map(({ options }) => options)).toEqual([streamOptions, watchFrom('3')]);
      expect(contents()).toEqual({ p1: '1', p3: '3' });
    });

    test.each(['false', 'True', '', '1'])('only "true" marks the end, not %j', async (value) => {
      const { stream, source, reflector, contents } = await streaming();
      stream.add(pod('p1', '1'));
      stream.add(pod('p2', '2'));
      const annotations = { 'k8s.io/initial-events-end': value };
      stream.push({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '2', annotations } } });
      await settle();
      expect(contents()).toEqual({});
      expect(reflector.lastSyncResourceVersion).toBe('');
      expect(source.requests.map(({ options }) => options)).toEqual([streamOptions]);
    });

    // Upstream: options of every watch-list request.
    test('a later watch-list request names the last version known; the other options are the same', async () => {
      const made = bench(setup);
      const { reflector, signal, source, clock } = made;
      track(reflector.run({ signal }));
      const stream = await source.nextStream();
      stream.bookmark('2', mark);
      stream.error(expired.status);
      await clock.advance(1000);
      expect(source.requests.map(({ options }) => options)).toEqual([
        streamOptions,
        { ...streamOptions, resourceVersion: '2' },
      ]);
    });
  });
});
