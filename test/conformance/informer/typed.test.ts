import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { filteringHandler } from '../../../packages/kube-informers/src/cache/handlers/filtering-handler.js';
import {
  InformerFixture,
  pod,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { InformerError } from '../../../packages/kube-informers/src/cache/informer-error.js';
import { IndexError } from '../../../packages/kube-informers/src/cache/stores/object-table.js';
import { SharedProcessor } from '../../../packages/kube-informers/src/cache/handlers/shared-processor.js';
import { SliceRunner } from '../../../packages/kube-informers/src/cache/slice-runner.js';
import type { Deletion, ResourceEventHandler } from '../../../packages/kube-informers/src/cache/types.js';
import { metaNamespaceKey } from '../../../packages/kube-informers/src/meta/names.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { noopLogger } from '../../../packages/kube-informers/src/util/logger.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

// client-go has typed variants of untyped types; here there is only one type of each, and it is typed.

const older: KubernetesObject = { metadata: { name: 'old-pod' } };
const newer: KubernetesObject = { metadata: { name: 'pod' } };

interface Seen {
  readonly seen: unknown[][];
  readonly handler: ResourceEventHandler<KubernetesObject>;
}

function recorder(): Seen {
  const seen: unknown[][] = [];
  return {
    seen,
    handler: {
      onAdd: (object, info) => void seen.push(['add', object, info.isInInitialList]),
      onUpdate: (oldObject, newObject) => void seen.push(['update', oldObject, newObject]),
      onDelete: (deletion) => void seen.push(['delete', deletion]),
    },
  };
}

/** The wrapper between an informer and its handlers. */
function processorOf(handler: ResourceEventHandler<KubernetesObject>): SharedProcessor<KubernetesObject> {
  const clock = new FakeClock();
  const processor = new SharedProcessor<KubernetesObject>({
    name: 'pods',
    keyFunc: metaNamespaceKey,
    runner: new SliceRunner({ clock }),
    clock,
    logger: noopLogger,
    onHandlerError: undefined,
    slowHandlerMs: Infinity,
    skipUnchanged: false,
  });
  processor.addListener(
    handler,
    { handlerName: 'recorder', logger: noopLogger, requestedResyncPeriodMs: 0, resyncPeriodMs: 0 },
    [],
  );
  return processor;
}

describe.each([['TestTypedResourceEventHandlerFuncs'], ['TestTypedResourceEventHandlerDetailedFuncs']])(
  '%s',
  () => {
    test('TestTypedResourceEventHandlerFuncs, TestTypedResourceEventHandlerDetailedFuncs, TestTypedResourceEventHandlerAdapter: callbacks are invoked, with isInInitialList', async () => {
      const { seen, handler } = recorder();
      const processor = processorOf(handler);
      processor.onAdd(newer, true);
      processor.onAdd(newer, false);
      processor.onUpdate(older, newer);
      processor.onDelete(newer);
      await settle();
      expect(seen).toEqual([
        ['add', newer, true],
        ['add', newer, false],
        ['update', older, newer],
        ['delete', { key: 'pod', object: newer, finalStateUnknown: false, leftScope: false }],
      ]);
      await processor.stop();
    });

    test('TestTypedResourceEventHandlerFuncs, TestTypedResourceEventHandlerDetailedFuncs: callbacks may be absent', async () => {
      const processor = processorOf({});
      processor.onAdd(newer, true);
      processor.onUpdate(older, newer);
      processor.onDelete(newer);
      await settle();
      await processor.stop();
    });
  },
);

describe('TestTypedFilteringResourceEventHandler', () => {
  test.each([true, false])(
    'OnAdd: an object that passes (%s) is added, with isInInitialList',
    async (passes) => {
      const { seen, handler } = recorder();
      await filteringHandler(() => passes, handler).onAdd?.(newer, { isInInitialList: true });
      expect(seen).toEqual(passes ? [['add', newer, true]] : []);
    },
  );

  test.each([true, false])('OnDelete: an object that passes (%s) is deleted', async (passes) => {
    const { seen, handler } = recorder();
    const deletion: Deletion<KubernetesObject> = {
      key: 'old-pod',
      object: older,
      finalStateUnknown: false,
      leftScope: false,
    };
    await filteringHandler(() => passes, handler).onDelete?.(deletion);
    expect(seen).toEqual(passes ? [['delete', deletion]] : []);
  });

  test.each([
    { name: 'still-passing-to-update', before: true, after: true, expected: [['update', older, newer]] },
    { name: 'starts-passing-to-add', before: false, after: true, expected: [['add', newer, false]] },
    {
      name: 'stops-passing-to-delete',
      before: true,
      after: false,
      expected: [['delete', { key: 'old-pod', object: older, finalStateUnknown: false, leftScope: true }]],
    },
    { name: 'still-failing-to-nothing', before: false, after: false, expected: [] },
  ])('OnUpdate $name', async ({ before, after, expected }) => {
    const { seen, handler } = recorder();
    await filteringHandler((object) => (object === older ? before : after), handler).onUpdate?.(older, newer);
    expect(seen).toEqual(expected);
  });
});

describe('TestTypedResourceEventHandlerAdapter', () => {
  test.each([
    {
      name: 'OnDelete-with-a-plain-object',
      deleted: newer,
      expected: { key: 'pod', object: newer, finalStateUnknown: false, leftScope: false },
    },
    {
      name: 'OnDelete-with-DeletedFinalStateUnknown-carrying-an-object',
      deleted: new DeletedFinalStateUnknown<KubernetesObject>('default/pod', newer),
      expected: { key: 'default/pod', object: newer, finalStateUnknown: true, leftScope: false },
    },
    {
      name: 'OnDelete-with-DeletedFinalStateUnknown-without-an-object',
      deleted: new DeletedFinalStateUnknown<KubernetesObject>('default/pod', undefined),
      expected: { key: 'default/pod', object: undefined, finalStateUnknown: true, leftScope: false },
    },
  ])('$name', async ({ deleted, expected }) => {
    const { seen, handler } = recorder();
    const processor = processorOf(handler);
    processor.onDelete(deleted);
    await settle();
    expect(seen).toEqual([['delete', expected]]);
    await processor.stop();
  });
});

describe('an informer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  test('TestTypedSharedIndexInformerAddTypedIndexers, TestTypedSharedIndexInformerGetTypedIndexer, TestTypedIndexersToIndexers: TestTypedIndexer: its indexer returns objects of its type, by object and by value, also for an added index', async () => {
    const foo = (object: DeepReadonly<KubernetesObject>): string[] => [
      object.metadata?.labels?.['foo'] ?? '',
    ];
    const { informer } = setUp({
      objects: [pod('pod1', { foo: 'bar' }), pod('pod2', { foo: 'bar' })],
      indexers: { foo },
    });
    await fixture?.start();
    const { indexer } = informer;
    const names = (objects: readonly DeepReadonly<KubernetesObject>[]): unknown[] =>
      objects.map(({ metadata }) => metadata?.name);
    expect(names(indexer.byIndex('foo', 'bar'))).toEqual(['pod1', 'pod2']);
    expect(names(indexer.index('foo', pod('asked', { foo: 'bar' })))).toEqual(['pod1', 'pod2']);
    expect(() => indexer.byIndex('does-not-exist', 'bar')).toThrow(IndexError);
    informer.addIndexers({ name: (object) => [object.metadata?.name ?? ''] });
    expect(indexer.byIndex('name', 'pod1')).toEqual([indexer.getByKey('pod1')]);
    expectTypeOf(indexer.byIndex('foo', 'bar')).toEqualTypeOf<DeepReadonly<KubernetesObject>[]>();
  });

  test('TestTypedSharedIndexInformerAddTypedEventHandler: one options object, or none', () => {
    const { informer } = setUp({ resyncPeriodMs: 30_000 });
    expect(informer.addEventHandler({ onAdd() {} }).resyncPeriodMs).toBe(30_000);
    expect(informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 60_000 }).resyncPeriodMs).toBe(60_000);
    // @ts-expect-error two options objects do not compile
    informer.addEventHandler({ onAdd() {} }, {}, {});
    expect(informer.handlerCount).toBe(3);
  });

  test('TestTypedSharedIndexInformerAddTypedIndexers: throws the indexer’s error', async () => {
    const { informer } = setUp({ indexers: { foo: () => [] } });
    expect(() => informer.addIndexers({ foo: () => [] })).toThrow(IndexError);
    await informer.stop();
    expect(() => informer.addIndexers({ bar: () => [] })).toThrow(InformerError);
  });
});
