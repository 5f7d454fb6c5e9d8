import { describe, expect, test } from 'vitest';
import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeListerWatcher } from '../../testing/fake-lister-watcher.js';
import { newInformer } from './informer.js';
import { Reflector } from '../reflector/reflector.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import { MemoryIndexer } from '../stores/indexer.js';

// What a program in JavaScript, or one with a cast, may give.
const bad: readonly (readonly [string, object])[] = [
  ['transform', { transform: 5 }],
  ['keyFunc', { keyFunc: 'name' }],
  ['onWatchError', { onWatchError: true }],
  ['onHandlerError', { onHandlerError: {} }],
  ['onObjectError', { onObjectError: 0 }],
  ['indexers.node', { indexers: { node: 'spec.nodeName' } }],
  ['queue', { queue: 'FIFO' }],
  ['baseMs', { backoff: { baseMs: -1 } }],
  ['shouldResync', { shouldResync: 1 }],
  ['resyncPeriodMs', { resyncPeriodMs: -1 }],
];

describe('an option that cannot be is refused at once, in words, and nothing has begun', () => {
  test.each(bad.filter(([option]) => option !== 'shouldResync'))(
    '%s of a SharedIndexInformer',
    (option, options) => {
      expect(() => new SharedIndexInformer(new FakeListerWatcher(), options)).toThrow(
        expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(option) }),
      );
    },
  );

  test.each(bad.filter(([option]) => option !== 'shouldResync'))('%s of newInformer', (option, options) => {
    expect(() => newInformer(new FakeListerWatcher(), { onAdd() {} }, options)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(option) }),
    );
  });

  test.each(bad.filter(([option]) => ['baseMs', 'shouldResync', 'onWatchError'].includes(option)))(
    '%s of a Reflector',
    (option, options) => {
      expect(
        () =>
          new Reflector(
            new FakeListerWatcher(),
            new MemoryIndexer<KubernetesObject>({ keyFunc: metaNamespaceKey }),
            options,
          ),
      ).toThrow(expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(option) }));
    },
  );

  test.each([undefined, null, {}, { list: () => undefined }])(
    'a lister-watcher that is none: %j',
    (listerWatcher) => {
      // The cast is the test: this is what a program without types may give.
      expect(
        () => new SharedIndexInformer(listerWatcher as unknown as FakeListerWatcher<KubernetesObject>),
      ).toThrow(
        expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('listerWatcher') }),
      );
    },
  );
});
