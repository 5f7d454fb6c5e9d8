import { expect, test } from 'vitest';
import type { ListWatchClient } from '../cache/reflector/listwatch.js';
import { coreV1 } from '../resources/core-v1.js';
import { SharedInformerFactory } from './shared-informer-factory.js';

/** Never called: the factory throws before it lists. */
const client: ListWatchClient = {
  list: () => Promise.reject(new Error('listed')),
  watch: () => Promise.reject(new Error('watched')),
};

// Values that only JavaScript, or a cast, can pass.
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

test.each(bad)('refuses an invalid %s in the constructor', (option, options) => {
  expect(() => new SharedInformerFactory(client, options)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(option) }),
  );
});

test.each([undefined, null, {}])('refuses an invalid client in the constructor: %j', (invalid) => {
  // The cast passes what a JavaScript program may pass.
  expect(() => new SharedInformerFactory(invalid as unknown as ListWatchClient)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('client') }),
  );
});
