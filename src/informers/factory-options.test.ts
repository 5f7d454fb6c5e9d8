import { expect, test } from 'vitest';
import type { ListWatchClient } from '../cache/reflector/listwatch.js';
import { coreV1 } from '../resources/core-v1.js';
import { SharedInformerFactory } from './shared-informer-factory.js';

/** Asked for nothing: the factory refuses before it asks. */
const client: ListWatchClient = {
  list: () => Promise.reject(new Error('listed')),
  watch: () => Promise.reject(new Error('watched')),
};

// What a program in JavaScript, or one with a cast, may give.
const bad: readonly (readonly [string, object])[] = [
  ['namespace', { namespace: 7 }],
  ['resyncPeriodMs', { resyncPeriodMs: -1 }],
  ['pageSize', { pageSize: 1.5 }],
  ['queue', { queue: 'FIFO' }],
  ['transform', { transform: 'strip' }],
  ['tweakListOptions', { tweakListOptions: { labelSelector: 'app=web' } }],
  ['metrics', { metrics: {} }],
  ['onWatchError', { onWatchError: 1 }],
  ['baseMs', { backoff: { baseMs: -1 } }],
  ['customResync of pods.v1', { customResync: [[coreV1.pods, -1]] }],
];

test.each(bad)('%s that cannot be is refused when the factory is made', (option, options) => {
  expect(() => new SharedInformerFactory(client, options)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(option) }),
  );
});

test.each([undefined, null, {}])('a client that is none (%j) is refused when the factory is made', (none) => {
  // The cast is the test: this is what a program without types may give.
  expect(() => new SharedInformerFactory(none as unknown as ListWatchClient)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('client') }),
  );
});
