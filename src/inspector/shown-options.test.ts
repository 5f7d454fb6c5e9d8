import { expect, test } from 'vitest';
import { FakeClient } from '../informers/fake-client.test-support.js';
import { SharedInformerFactory } from '../informers/shared-informer-factory.js';
import { HashRanges } from '../meta/hash-ranges.js';
import { dropManagedFields } from '../meta/drop-managed-fields.js';
import { shownOptions } from './shown-options.js';

test('shows the defaults of options that were not set', () => {
  const factory = new SharedInformerFactory(new FakeClient());
  expect(shownOptions(factory.core().v1().pods().informer())).toEqual([
    ['Queue', 'DeltaFIFO'],
    ['Compact cache', 'no'],
    ['Transform', 'none'],
    ['Indexes', 'namespace'],
    ['Stale after a silence of', '3m'],
    ['Resync check', 'never'],
    ['Slow list', 'above 30000 ms'],
    ['Slow processing', 'above 100 ms'],
    ['Slow handler', 'above 10000 ms'],
    ['Slow function', 'above 10 ms'],
  ]);
});

test('shows the options of the factory and of the scope', () => {
  const factory = new SharedInformerFactory(new FakeClient(), {
    queue: 'RealFIFO',
    resyncPeriodMs: 60_000,
    transform: dropManagedFields,
    slow: { listMs: Infinity, functionMs: 5 },
  });
  const shard = HashRanges.ofSlots(new Set([0, 1]), 8);
  expect(shownOptions(factory.core().v1().pods({ compact: true, shard }).informer())).toEqual(
    expect.arrayContaining([
      ['Queue', 'RealFIFO'],
      ['Compact cache', 'yes'],
      ['Shard', '25 % in 1 range, by uid'],
      ['Resync check', 'every 60s'],
      ['Transform', 'dropManagedFields'],
      ['Slow list', 'not reported'],
      ['Slow function', 'above 5 ms'],
    ]),
  );
});
