import { expect, test } from 'vitest';
import { FakeClient } from '../informers/fake-client.test-support.js';
import { SharedInformerFactory } from '../informers/shared-informer-factory.js';
import { HashRanges } from '../meta/hash-ranges.js';
import { shownOptions } from './shown-options.js';

test('shows the defaults of options that were not set', () => {
  const factory = new SharedInformerFactory(new FakeClient());
  expect(shownOptions(factory.core().v1().pods().informer())).toEqual([
    ['Queue', 'DeltaFIFO'],
    ['Compact cache', 'no'],
    ['Indexes', 'namespace'],
    ['Stale after a silence of', '3m'],
    ['Resync check', 'never'],
  ]);
});

test('shows the options of the factory and of the scope', () => {
  const factory = new SharedInformerFactory(new FakeClient(), { queue: 'RealFIFO', resyncPeriodMs: 60_000 });
  const shard = HashRanges.ofSlots(new Set([0, 1]), 8);
  expect(shownOptions(factory.core().v1().pods({ compact: true, shard }).informer())).toEqual(
    expect.arrayContaining([
      ['Queue', 'RealFIFO'],
      ['Compact cache', 'yes'],
      ['Shard', '25 % in 1 range, by uid'],
      ['Resync check', 'every 60s'],
    ]),
  );
});
