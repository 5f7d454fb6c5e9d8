import { describe, expect, test } from 'vitest';
import {
  Backoff,
  DeltaFIFO,
  ListPager,
  MemoryIndexer,
  Reflector,
  SliceRunner,
  listAll,
  listAllByNamespace,
} from 'kube-informers/cache';
import { Controller, Manager, RetryAfterError, WorkQueue } from 'kube-informers/controller';
import {
  Clientset,
  DynamicClient,
  DynamicSharedInformerFactory,
  Lister,
  RetryWatcher,
  SharedIndexInformer,
  SharedInformerFactory,
  loadConfig,
  waitForCacheSync,
} from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { FakeListerWatcher, FakeSource, leakCheck } from '@kube-informers/testing';
import { failureOf } from './expect-error.test-support.js';

// These tests are about values that the types refuse.
const wrong = (value: unknown): never => value as never;
const rest = { host: 'http://127.0.0.1:1' };
const source = (): FakeListerWatcher<KubernetesObject> => new FakeListerWatcher();
const store = (): MemoryIndexer<KubernetesObject> => new MemoryIndexer();
const informer = (options: object = {}): SharedIndexInformer<KubernetesObject> =>
  new SharedIndexInformer(source(), options);
const factory = (): SharedInformerFactory => new SharedInformerFactory(new Clientset(rest));
const pager = (): ListPager<object> => new ListPager(() => Promise.resolve({ metadata: {}, items: [] }));
const pod = { metadata: { namespace: 'a', name: 'b' } };

function filled(): DeltaFIFO {
  const queue = new DeltaFIFO();
  queue.add(pod);
  return queue;
}

const objects: Readonly<Record<string, (value: unknown) => unknown>> = {
  'addIndexers of an informer': (value) => informer().addIndexers(wrong(value)),
  'addIndexers of its indexer': (value) => informer().indexer.addIndexers(wrong(value)),
  'addIndexers of a store': (value) => store().addIndexers(wrong(value)),
  'the indexers of a store': (value) => new MemoryIndexer({ indexers: wrong(value) }),
  'the resource of an informer': (value) => informer({ resource: value }),
  'the expected type of a Reflector': (value) =>
    new Reflector(source(), store(), { expectedType: wrong(value) }),
  'the resource of a factory': (value) => factory().forResource(wrong(value)),
  'the resource of a dynamic factory': (value) =>
    new DynamicSharedInformerFactory(new DynamicClient(rest)).forResource(wrong(value)),
  'the resource of informerFor': (value) => factory().informerFor(wrong(value), () => informer()),
  'what newFunc returns': (value) =>
    factory().informerFor(
      coreV1.pods,
      wrong(() => value),
    ),
  'a cache to wait for': (value) => waitForCacheSync({}, wrong(value)),
  'the indexer of a Lister': (value) => new Lister(wrong(value), coreV1.pods),
  'the resource of a Lister': (value) => new Lister(store(), wrong(value)),
  'the store of listAll': (value) => listAll(wrong(value)),
  'the indexer of listAllByNamespace': (value) => listAllByNamespace(wrong(value), 'a'),
  'the rate limiter of a queue': (value) => new WorkQueue({ rateLimiter: wrong(value) }),
};

/** An empty object is valid here, or absence is. */
const empty = /addIndexers|^the indexers/;
const optional = /^the (indexers of a store|resource of an informer|expected type|rate)/;

const selectors: Readonly<Record<string, (value: unknown) => unknown>> = {
  'the field selector of a scope': (value) =>
    factory()
      .core()
      .v1()
      .pods({ fieldSelector: wrong(value) }),
};

const options: Readonly<Record<string, (value: unknown) => unknown>> = {
  'the list options of a ListPager': (value) => pager().list(wrong(value)),
  'the list options of eachListPage': (value) => pager().eachListPage(wrong(value), () => undefined),
  'the options of a RetryAfterError': (value) => {
    throw new RetryAfterError('later', wrong(value));
  },
  'the options of enqueue': (value) =>
    new Controller('web', {
      for: factory().core().v1().pods(),
      reconcile: () => undefined,
    }).enqueue('a/b', wrong(value)),
};

const functions: Readonly<Record<string, (value: unknown) => unknown>> = {
  setWatchErrorHandler: (value) => informer().setWatchErrorHandler(wrong(value)),
  informerFor: (value) => factory().informerFor(coreV1.pods, wrong(value)),
  'tryPop of an empty DeltaFIFO': (value) => new DeltaFIFO().tryPop(wrong(value)),
  'tryPop of a DeltaFIFO': (value) => filled().tryPop(wrong(value)),
  'tryPopBatch of a DeltaFIFO': (value) => filled().tryPopBatch(wrong(value), () => undefined),
  'tryPopBatch, one by one': (value) => filled().tryPopBatch(() => undefined, wrong(value)),
  'pop of an empty queue': (value) => new DeltaFIFO().pop(wrong(value)),
  'setListener of a queue': (value) => new DeltaFIFO().setListener(wrong(value)),
  eachListItem: (value) => pager().eachListItem({}, wrong(value)),
  eachListPage: (value) => pager().eachListPage({}, wrong(value)),
  'random of a Backoff': (value) => new Backoff({ baseMs: 1 }, wrong(value)),
};

const lists: Readonly<Record<string, (value: unknown) => unknown>> = {
  'replace of a MemoryIndexer': (value) => store().replace(wrong(value), '1'),
  'replace of a DeltaFIFO': (value) => new DeltaFIFO().replace(wrong(value), '1'),
};

/** Fields for which a number and a function are wrong. */
const fields: Readonly<Record<string, (value: unknown) => unknown>> = {
  'objects of a FakeSource': (value) => new FakeSource({ objects: wrong(value) }),
  'signals of leakCheck': (value) => leakCheck({ signals: wrong(value) }),
  'customResync of an informer factory': (value) =>
    new SharedInformerFactory(new Clientset(rest), { customResync: wrong(value) }),
};

const texts: Readonly<Record<string, (value: unknown) => unknown>> = {
  'name of addEventHandler': (value) => informer().addEventHandler({ onAdd() {} }, { name: wrong(value) }),
  'name of an informer factory': (value) =>
    new SharedInformerFactory(new Clientset(rest), { name: wrong(value) }),
  'name of an informer': (value) => informer({ name: value }),
  'name of a Reflector': (value) => new Reflector(source(), store(), { name: wrong(value) }),
  'name of waitForCacheSync': (value) => waitForCacheSync({ name: wrong(value) }),
  'namespace of a RestConfig': (value) => new Clientset({ ...rest, namespace: wrong(value) }),
  'userAgent of a RestConfig': (value) => new Clientset({ ...rest, userAgent: wrong(value) }),
  'homeDir of loadConfig': (value) => loadConfig({ homeDir: wrong(value) }),
};

const periods: Readonly<Record<string, (value: unknown) => unknown>> = {
  'resyncPeriodMs of addEventHandler': (value) =>
    informer().addEventHandler({ onAdd() {} }, { resyncPeriodMs: wrong(value) }),
  'sliceMs of a SliceRunner': (value) => new SliceRunner({ sliceMs: wrong(value) }),
  'minRestartDelayMs of a RetryWatcher': (value) =>
    new RetryWatcher('1', source(), { minRestartDelayMs: wrong(value) }),
  'graceMs of a Manager': (value) => new Manager(new Clientset(rest), { graceMs: wrong(value) }),
};

async function expectRefused(make: () => unknown): Promise<void> {
  const error = await failureOf(async () => await make());
  expect(error).toMatchObject({ name: 'ConfigError', code: 'ERR_OPTION' });
}

describe('an argument of a wrong type is refused by its name', () => {
  test.each(Object.entries(objects))('%s', async (name, call) => {
    for (const value of [null, 5, 'x', []]) await expectRefused(() => call(value));
    if (!empty.test(name)) await expectRefused(() => call({}));
    if (!optional.test(name)) await expectRefused(() => call(undefined));
  });

  test.each(Object.entries(selectors))('%s', async (_name, call) => {
    // An empty object has no terms.
    for (const value of [null, 5, [], () => true]) await expectRefused(() => call(value));
  });

  test.each(Object.entries(options))('%s', async (_name, call) => {
    for (const value of [null, 5, 'x', [], () => ({})]) await expectRefused(() => call(value));
  });

  test.each(Object.entries(functions))('%s', async (_name, call) => {
    for (const value of [null, 5, 'x', [], {}]) await expectRefused(() => call(value));
  });

  test.each(Object.entries(lists))('%s', async (_name, call) => {
    for (const value of [undefined, null, 5, 'x', {}, new Set()]) await expectRefused(() => call(value));
  });
});

describe('a field of a wrong type is refused by its name', () => {
  const cases = [
    [fields, [5, () => 1]],
    [texts, [5, [], {}]],
    [periods, ['5', true, [5], NaN, Symbol('x')]],
  ] as const;
  test.each(
    cases.flatMap(([table, values]) =>
      Object.entries(table).map(([name, call]) => [name, call, values] as const),
    ),
  )('%s', async (name, call, values) => {
    for (const value of values) {
      const error = await failureOf(async () => await call(value));
      expect(error).toMatchObject({ code: 'ERR_OPTION', message: expect.stringContaining(name) as string });
    }
  });
});

test('a queue keeps an item that it cannot hand out', () => {
  const queue = new DeltaFIFO();
  queue.add(pod);
  expect(() => queue.tryPop(wrong(5))).toThrow('process of tryPop must be a function, got number');
  expect(queue.length).toBe(1);
});
