import { describe, expect, test } from 'vitest';
import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeListerWatcher } from '../../../../testing/src/fake-lister-watcher.js';
import { newInformer } from './informer.js';
import { Reflector } from '../reflector/reflector.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import { MemoryIndexer } from '../stores/indexer.js';

// Values that only JavaScript, or a cast, can pass.
const bad: readonly (readonly [string, object])[] = [
  ['transform', { transform: 5 }],
  ['keyFunc', { keyFunc: 'name' }],
  ['onWatchError', { onWatchError: true }],
  ['onHandlerError', { onHandlerError: {} }],
  ['onObjectError', { onObjectError: 0 }],
  ['"node" of indexers', { indexers: { node: 'spec.nodeName' } }],
  ['queue', { queue: 'FIFO' }],
  ['baseMs', { backoff: { baseMs: -1 } }],
  ['shouldResync', { shouldResync: 1 }],
  ['resyncPeriodMs', { resyncPeriodMs: -1 }],
];

describe('refuses an invalid option in the constructor', () => {
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
    'an invalid lister-watcher: %j',
    (listerWatcher) => {
      // The cast passes what a JavaScript program may pass.
      expect(
        () => new SharedIndexInformer(listerWatcher as unknown as FakeListerWatcher<KubernetesObject>),
      ).toThrow(
        expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('listerWatcher') }),
      );
    },
  );
});
