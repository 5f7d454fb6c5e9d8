import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import { FakeListerWatcher, FakeWatchStream, settle } from '@kube-informers/testing';
import { newInformerWatcher } from './informer-watcher.js';
import { untilWithoutRetry } from './until.js';

const pod: KubernetesObject = { metadata: { name: 'a', resourceVersion: '1' } };

describe('untilWithoutRetry', () => {
  test('stops the watch even without conditions', async () => {
    const stream = new FakeWatchStream<KubernetesObject>();
    await expect(untilWithoutRetry(stream, [])).rejects.toMatchObject({ code: 'ERR_OPTION' });
    expect(stream.stopped).toBe(true);
  });

  test('calls no further condition once the signal has aborted', async () => {
    const stream = new FakeWatchStream<KubernetesObject>();
    const stop = new AbortController();
    let answer: (met: boolean) => void = () => undefined;
    let asked = 0;
    const waiting = untilWithoutRetry(
      stream,
      [
        () =>
          new Promise<boolean>((resolve) => {
            answer = resolve;
          }),
        () => {
          asked++;
          return true;
        },
      ],
      { signal: stop.signal },
    );
    stream.add(pod);
    await settle();
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_WAIT_ABORTED' });
    answer(true);
    await settle();
    expect(asked).toBe(0);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});

describe('newInformerWatcher', () => {
  test('leaves no listener on the signal if its options are rejected', () => {
    const stop = new AbortController();
    const source = new FakeListerWatcher<KubernetesObject>();
    expect(() => newInformerWatcher(source, { signal: stop.signal, transform: 7 as never })).toThrow(
      /transform.* must be a function/,
    );
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
