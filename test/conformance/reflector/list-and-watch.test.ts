import { describe, expect, test } from 'vitest';
import {
  pod,
  podList,
  rig,
  scripted,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { Pod } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { KubernetesList, ListOptions } from '../../../packages/kube-informers/src/meta/types.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../packages/testing/src/fake-watch-stream.js';
import { makeSink, sinks, synced } from './setups.test-support.js';

const watch = { allowWatchBookmarks: true, timeoutSeconds: 300 };

describe.each(sinks)('into a %s', (sink) => {
  test.each<[string, boolean, { lists: ListOptions[]; watches: ListOptions[] }]>([
    [
      'UseWatchList enabled',
      true,
      {
        lists: [],
        watches: [{ ...watch, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }],
      },
    ],
    [
      'UseWatchList disabled',
      false,
      { lists: [{ resourceVersion: '0', limit: 500 }], watches: [{ ...watch, resourceVersion: '1' }] },
    ],
  ])('TestReflectorListAndWatch, %s', async (_name, useWatchList, asked) => {
    const { source, stream, contents, reflector, clock, faults } = await synced(
      { sink, useWatchList },
      { first: podList('1', pod('foo', '1')) },
    );
    expect(contents()).toEqual({ foo: '1' });
    stream.modify(pod('foo', '2'));
    stream.add(pod('bar', '3'));
    stream.add(pod('baz', '4'));
    stream.add(pod('qux', '5'));
    stream.add(pod('zoo', '6'));
    await clock.advance(5000);
    expect(contents()).toEqual({ foo: '2', bar: '3', baz: '4', qux: '5', zoo: '6' });
    expect(reflector.lastSyncResourceVersion).toBe('6');
    expect({ lists: source.lists, watches: source.watches }).toEqual(asked);
    stream.end();
    const next = await source.nextStream();
    next.delete(pod('bar', '7'));
    await settle();
    expect(source.lists).toEqual(asked.lists);
    expect(source.watches).toEqual([...asked.watches, { ...watch, resourceVersion: '6' }]);
    expect(contents()).toEqual({ foo: '2', baz: '4', qux: '5', zoo: '6' });
    expect(faults).toEqual([]);
  });

  test('TestReflectorListAndWatchWithErrors: the store follows the source through six rounds with faults', async () => {
    const { store, contents } = makeSink(sink);
    const [a, b, q] = [pod('foo', '2'), pod('bar', '3'), pod('qux', '5')];
    const rounds: {
      list?: KubernetesList<Pod>;
      listError?: Error;
      watchError?: Error;
      play?: (stream: FakeWatchStream<Pod>) => void;
      after: Record<string, string>;
    }[] = [
      { list: podList('1'), play: (s) => (s.add(a), s.add(b)), after: { foo: '2', bar: '3' } },
      {
        list: podList('3', a, b),
        play: (s) => (s.delete(pod('foo', '4')), s.add(q)),
        after: { bar: '3', qux: '5' },
      },
      { listError: new Error('a list error'), after: { bar: '3', qux: '5' } },
      { list: podList('5', b, q), watchError: new Error('a watch error'), after: { bar: '3', qux: '5' } },
      {
        list: podList('5', b, q),
        play: (s) => s.add(pod('baz', '6')),
        after: { bar: '3', qux: '5', baz: '6' },
      },
      { list: podList('6', b, q, pod('baz', '6')), after: { bar: '3', qux: '5', baz: '6' } },
    ];
    for (const { list, listError, watchError, play, after } of rounds) {
      if (list !== undefined) {
        // The list contains the result of the earlier rounds, with deletions.
        expect(Object.keys(contents())).toHaveLength(list.items.length);
      }
      const source = scripted({
        list: () => (list === undefined ? Promise.reject(listError ?? new Error('no list')) : list),
        watch: () => {
          if (watchError !== undefined) throw watchError;
          return new FakeWatchStream<Pod>();
        },
      });
      const { reflector, controller, signal } = rig(source, { store });
      const round = reflector.listAndWatch({ signal }).then(
        () => undefined,
        (error: Error) => error,
      );
      await settle();
      if (source.streams[0] !== undefined) play?.(source.streams[0]);
      await settle();
      controller.abort(new Error('done'));
      expect(await round).toBe(listError ?? watchError);
      expect(contents()).toEqual(after);
    }
  });
});
