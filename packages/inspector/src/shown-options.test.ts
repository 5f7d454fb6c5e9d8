import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { SharedIndexInformerOptions } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import { compact } from '../../kube-informers/src/compact/compact-cache.js';
import type { InformerFactoryOptions } from '../../kube-informers/src/factories/informer-factory.js';
import type { InformerScope } from '../../kube-informers/src/factories/informer-scope.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import type { ReflectorOptions } from '../../kube-informers/src/cache/reflector/reflector-options.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { FakeListerWatcher } from '../../testing/src/fake-lister-watcher.js';
import type { FactModel } from './model.js';
import { FakeClient } from '../../kube-informers/src/factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../../kube-informers/src/factories/shared-informer-factory.js';
import type { DeepReadonly } from '../../kube-informers/src/util/deep-readonly.js';
import { HashRanges } from '../../kube-informers/src/meta/hash-ranges.js';
import { shownOptions } from './shown-options.js';
import { shardOf } from '../../kube-informers/src/sharding/informer-shard.js';

test('shows the defaults of options that were not set', () => {
  const factory = new SharedInformerFactory(new FakeClient());
  const shown = shownOptions(factory.core().v1().pods().informer(), factory.readsBeforeStart);
  const rows = [
    ['Compact cache', 'no'],
    ['Fields', 'all'],
    ['Transform', 'none'],
    ['Where', 'all objects'],
    ['Updates that change nothing', 'delivered'],
    ['Indexes', 'namespace'],
    ['Stale after a silence of', '3m'],
    ['Resync check', 'never'],
    ['Watch-list', 'no'],
    ['Lister before the start', 'throws'],
    ['Mutation detector', 'no'],
    ['Consistency detector', 'no'],
    ['Keys', 'namespace/name'],
    ['Expected type', 'Pod.v1'],
    ['Page size', 'default'],
    ['List timeout', '2m'],
    ['Min watch timeout', '5m'],
    ['Watch deadline margin', '30s'],
    ['Max internal error retry duration', '0s'],
    ['Backoff', '800ms, ×2, up to 30s, jitter 1'],
    ['Slow handler', 'above 10s'],
  ];
  // A new option of the Reflector adds a row by itself.
  expect(shown).toEqual(expect.arrayContaining(rows));
});

function isRunning({ metadata }: DeepReadonly<KubernetesObject>): boolean {
  return metadata?.deletionTimestamp === undefined;
}

function copied(object: KubernetesObject): KubernetesObject {
  return { ...object };
}

test('shows the options of the factory and of the scope', () => {
  const factory = new SharedInformerFactory(new FakeClient(), {
    resyncPeriodMs: 60_000,
    transform: copied,
    exclude: { metadata: { managedFields: true } },
    slowHandlerMs: Infinity,
  });
  const shard = shardOf(HashRanges.ofSlots(new Set([0, 1]), 8));
  expect(
    shownOptions(
      factory.core().v1().pods({ cacheFormat: compact(), shard, where: isRunning }).informer(),
      false,
    ),
  ).toEqual(
    expect.arrayContaining([
      ['Compact cache', 'yes'],
      ['Shard', '25 % in 1 range, by uid'],
      ['Resync check', 'every 60s'],
      ['Fields', '-metadata.managedFields'],
      ['Transform', 'copied'],
      ['Where', 'isRunning'],
      ['Slow handler', 'not reported'],
    ]),
  );
});

type Options = SharedIndexInformerOptions<KubernetesObject> & InformerFactoryOptions & InformerScope;
/** An option with the row that shows it, or why none does. */
type Shown = { readonly set: Partial<InformerFactoryOptions>; readonly row: FactModel } | string;

const elsewhere = 'the page shows what the informer lists and watches above its options';
const hook = 'a function that reports, and changes nothing in the cache';
const tool = 'a tool of the program, which has nothing to show';

// The type has every option of a factory, an informer and a scope: a new one does not compile without a row, unless it is one of
// the Reflector, which is shown by its name.
const rows: { readonly [Name in Exclude<keyof Options, keyof ReflectorOptions>]: Shown } & {
  readonly [Name in keyof ReflectorOptions]?: Shown;
} = {
  cacheFormat: { set: { cacheFormat: compact() }, row: ['Compact cache', 'yes'] },
  transform: { set: { transform: copied }, row: ['Transform', 'copied'] },
  exclude: {
    set: { exclude: { metadata: { managedFields: true } } },
    row: ['Fields', '-metadata.managedFields'],
  },
  fields: 'not an option of a factory; the row Fields, in the test of exclude',
  where: 'not an option of a factory; the row Where, in the test of a scope',
  skipUnchanged: { set: { skipUnchanged: true }, row: ['Updates that change nothing', 'skipped'] },
  staleAfterMs: { set: { staleAfterMs: 7000 }, row: ['Stale after a silence of', '7s'] },
  resyncPeriodMs: { set: { resyncPeriodMs: 60_000 }, row: ['Resync check', 'every 60s'] },
  customResync: {
    set: { customResync: new Map([[coreV1.pods, 60_000]]) },
    row: ['Resync check', 'every 60s'],
  },
  useWatchList: { set: { useWatchList: true }, row: ['Watch-list', 'requested first'] },
  readBeforeStart: {
    set: { readBeforeStart: true },
    row: ['Lister before the start', 'reads the empty cache'],
  },
  mutationDetector: { set: { mutationDetector: true }, row: ['Mutation detector', 'yes'] },
  consistencyDetector: { set: { consistencyDetector: true }, row: ['Consistency detector', 'yes'] },
  pageSize: { set: { pageSize: 50 }, row: ['Page size', '50'] },
  listTimeoutMs: { set: { listTimeoutMs: 5000 }, row: ['List timeout', '5s'] },
  minWatchTimeoutMs: { set: { minWatchTimeoutMs: 600_000 }, row: ['Min watch timeout', '10m'] },
  watchDeadlineMarginMs: { set: { watchDeadlineMarginMs: 9000 }, row: ['Watch deadline margin', '9s'] },
  maxInternalErrorRetryDurationMs: {
    set: { maxInternalErrorRetryDurationMs: 9000 },
    row: ['Max internal error retry duration', '9s'],
  },
  backoff: {
    set: { backoff: { baseMs: 10, steps: 3 } },
    row: ['Backoff', '10ms, ×2, 3 steps, jitter 0'],
  },
  slowHandlerMs: { set: { slowHandlerMs: 5 }, row: ['Slow handler', 'above 5ms'] },
  indexers: 'the row Indexes, in the test of the defaults',
  shard: 'the row Shard, in the test of a scope',
  keyFunc: 'not an option of a factory; the row Keys, in the test of an informer',
  expectedType: 'not an option of a factory; the row Expected type, in the test of an informer',
  name: elsewhere,
  resource: elsewhere,
  target: elsewhere,
  namespace: elsewhere,
  namespaces: elsewhere,
  labelSelector: elsewhere,
  fieldSelector: elsewhere,
  tweakListOptions: elsewhere,
  onWatchError: hook,
  onHandlerError: hook,
  onObjectError: hook,
  clock: tool,
  random: tool,
  logger: tool,
  runner: tool,
};

test.each(
  Object.entries(rows).flatMap(([name, shown]) => (typeof shown === 'string' ? [] : [{ name, ...shown }])),
)('shows the option $name', ({ set, row }) => {
  const factory = new SharedInformerFactory(new FakeClient(), set);
  const informer = factory.core().v1().pods().informer();
  expect(shownOptions(informer, factory.readsBeforeStart)).toContainEqual(row);
});

test('shows the key function and expected type of an informer', () => {
  const keyFunc = ({ metadata }: KubernetesObject): string => metadata?.uid ?? '';
  const expectedType = { apiVersion: 'example.com/v1', kind: 'Website' };
  const informer = new SharedIndexInformer(new FakeListerWatcher(), { keyFunc, expectedType });
  expect(shownOptions(informer, false)).toEqual(
    expect.arrayContaining([
      ['Keys', 'keyFunc'],
      ['Expected type', 'Website.example.com/v1'],
    ]),
  );
});
