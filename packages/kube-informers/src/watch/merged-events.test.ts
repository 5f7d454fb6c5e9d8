import { describe, expect, expectTypeOf, test } from 'vitest';
import { FakeSource } from '@kube-informers/testing';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ConfigMap, Pod } from '../resources/bare-names.js';
import { Clientset } from '../client/clientset.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { mergedEvents } from './merged-events.js';
import type { MergedEvent, MergedSources } from './merged-events.js';

const pod = (name: string, phase = 'Running'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [] },
  status: { phase },
});

const configMap = (name: string, colour: string): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { colour },
});

function setUp() {
  const podSource = new FakeSource<Pod>();
  const mapSource = new FakeSource<ConfigMap>();
  const pods = new SharedIndexInformer<Pod>(podSource, { name: 'pods' });
  const maps = new SharedIndexInformer<ConfigMap>(mapSource, { name: 'maps' });
  return {
    podSource,
    mapSource,
    pods,
    maps,
    start() {
      pods.start();
      maps.start();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pods.stop(), maps.stop()]);
    },
  };
}

/** The shortest form of an event. */
function shown(event: MergedEvent<MergedSources> | undefined): string {
  if (event?.resource === undefined) return event?.type ?? 'the end';
  const { status, data } = event.object as Partial<Pod & ConfigMap>;
  return `${event.type} ${event.resource} ${event.key} ${status?.phase ?? data?.['colour'] ?? ''}`;
}

/** Reads until `last`, which is included. */
async function readUntil(
  iterator: AsyncIterator<MergedEvent<MergedSources>>,
  last: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    const { value, done } = await iterator.next();
    lines.push(done === true ? 'the end' : shown(value as MergedEvent<MergedSources>));
    if (done === true || lines.at(-1) === last) return lines;
  }
}

/** Resolves when the informer's cache contains this state, and its handlers have been called. */
async function handled(informer: SharedIndexInformer<Pod>, name: string, phase: string) {
  const isThere = (): boolean => informer.indexer.getByKey(`default/${name}`)?.status?.phase === phase;
  await new Promise<void>((resolve) => {
    const registration = informer.addEventHandler({
      onAdd: check,
      onUpdate: check,
      onDelete: check,
    });
    function check(): void {
      if (!isThere()) return;
      resolve();
      registration.remove();
    }
  });
}

test('sends the objects of all caches, then synced once, then every change', async () => {
  await using cluster = setUp();
  const { pods, maps, podSource, mapSource } = cluster;
  podSource.add(pod('web'));
  mapSource.add(configMap('settings', 'red'));
  cluster.start();
  const iterator = mergedEvents({ pods, maps })[Symbol.asyncIterator]();
  const initial = await readUntil(iterator, 'synced');
  expect(initial.slice(0, -1).toSorted()).toEqual([
    'add maps default/settings red',
    'add pods default/web Running',
  ]);
  podSource.modify(pod('web', 'Failed'));
  expect(await readUntil(iterator, 'update pods default/web Failed')).toHaveLength(1);
  mapSource.delete(configMap('settings', 'red'));
  expect(await readUntil(iterator, 'delete maps default/settings red')).toHaveLength(1);
  await iterator.return?.();
  expect([pods.handlerCount, maps.handlerCount]).toEqual([0, 0]);
});

test('an object that replaced another of its name is a deletion and an add', async () => {
  await using cluster = setUp();
  const { pods, podSource } = cluster;
  const withUid = (uid: string, phase: string): Pod => {
    const { metadata, ...rest } = pod('web', phase);
    return { ...rest, metadata: { ...metadata, uid } };
  };
  podSource.add(withUid('a', 'Running'));
  pods.start();
  const iterator = mergedEvents({ pods })[Symbol.asyncIterator]();
  await readUntil(iterator, 'synced');
  podSource.modify(withUid('b', 'Pending'));
  expect(await readUntil(iterator, 'add pods default/web Pending')).toEqual([
    'delete pods default/web Running',
    'add pods default/web Pending',
  ]);
  await iterator.return?.();
});

test('synced waits for the slowest informer', async () => {
  await using cluster = setUp();
  const { pods, maps, podSource } = cluster;
  podSource.add(pod('web'));
  pods.start();
  const iterator = mergedEvents({ pods, maps })[Symbol.asyncIterator]();
  expect(shown((await iterator.next()).value)).toBe('add pods default/web Running');
  const next = iterator.next();
  await pods.synced;
  podSource.add(pod('late'));
  expect(shown((await next).value)).toBe('add pods default/late Running');
  maps.start();
  expect(shown((await iterator.next()).value)).toBe('synced');
  await iterator.return?.();
});

describe('what waits for a slow reader is merged for each object', () => {
  test.each([
    {
      what: 'add and update are an add of the newest state',
      change: (source: FakeSource<Pod>) => {
        source.add(pod('a', 'Pending'));
        source.modify(pod('a', 'Running'));
      },
      expected: ['add pods default/a Running'],
    },
    {
      what: 'add and delete disappear',
      change: (source: FakeSource<Pod>) => {
        source.add(pod('a', 'Pending'));
        source.delete(pod('a', 'Pending'));
      },
      expected: [],
    },
    {
      what: 'updates are one update',
      change: (source: FakeSource<Pod>) => {
        source.modify(pod('old', 'Pending'));
        source.modify(pod('old', 'Failed'));
      },
      expected: ['update pods default/old Failed'],
    },
    {
      what: 'update and delete are a delete',
      change: (source: FakeSource<Pod>) => {
        source.modify(pod('old', 'Pending'));
        source.delete(pod('old', 'Failed'));
      },
      expected: ['delete pods default/old Failed'],
    },
    {
      what: 'delete and add are both sent, the add with the newest state',
      change: (source: FakeSource<Pod>) => {
        source.delete(pod('old', 'Running'));
        source.add(pod('old', 'Pending'));
        source.modify(pod('old', 'Failed'));
      },
      expected: ['delete pods default/old Running', 'add pods default/old Failed'],
    },
  ])('$what', async ({ change, expected }) => {
    await using cluster = setUp();
    const { pods, podSource } = cluster;
    podSource.add(pod('old'));
    pods.start();
    const iterator = mergedEvents({ pods })[Symbol.asyncIterator]();
    await readUntil(iterator, 'synced');
    change(podSource);
    podSource.add(pod('last', 'Last'));
    await handled(pods, 'last', 'Last');
    expect(await readUntil(iterator, 'add pods default/last Last')).toEqual([
      ...expected,
      'add pods default/last Last',
    ]);
    await iterator.return?.();
  });

  test('so that at most one event for each object waits, whatever happens', async () => {
    await using cluster = setUp();
    const { pods, podSource } = cluster;
    pods.start();
    const iterator = mergedEvents({ pods })[Symbol.asyncIterator]();
    await readUntil(iterator, 'synced');
    podSource.add(pod('a'));
    for (let version = 0; version < 1000; version++) podSource.modify(pod('a', `v${version}`));
    await handled(pods, 'a', 'v999');
    expect(await readUntil(iterator, 'add pods default/a v999')).toHaveLength(1);
    await iterator.return?.();
  });
});

describe('where', () => {
  const red = (object: DeepReadonly<KubernetesObject & Pick<ConfigMap, 'data'>>): boolean =>
    object.data?.['colour'] === 'red';

  test('reads only the objects that match, and is told the name of their informer', async () => {
    await using cluster = setUp();
    const { pods, maps, podSource, mapSource } = cluster;
    podSource.add(pod('web'));
    mapSource.add(configMap('a', 'red'));
    mapSource.add(configMap('b', 'blue'));
    cluster.start();
    const where = (object: DeepReadonly<KubernetesObject>, resource: 'pods' | 'maps'): boolean =>
      resource === 'maps' && red(object);
    const iterator = mergedEvents({ pods, maps }, { where })[Symbol.asyncIterator]();
    expect(await readUntil(iterator, 'synced')).toEqual(['add maps default/a red', 'synced']);
    await iterator.return?.();
  });

  test('an object that begins to match is added, one that no longer matches is deleted', async () => {
    await using cluster = setUp();
    const { maps, mapSource } = cluster;
    mapSource.add(configMap('a', 'red'));
    mapSource.add(configMap('b', 'blue'));
    maps.start();
    const iterator = mergedEvents({ maps }, { where: red })[Symbol.asyncIterator]();
    await readUntil(iterator, 'synced');
    mapSource.modify(configMap('b', 'red'));
    expect(await readUntil(iterator, 'add maps default/b red')).toHaveLength(1);
    mapSource.modify(configMap('a', 'blue'));
    expect(await readUntil(iterator, 'delete maps default/a red')).toHaveLength(1);
    await iterator.return?.();
  });

  test('must be a function', () => {
    expect(() => mergedEvents({ pods: {} as never }, { where: 'red' as never })).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION' }),
    );
  });
});

describe('ends', () => {
  test('when the signal aborts, also while it waits', async () => {
    await using cluster = setUp();
    const { pods } = cluster;
    pods.start();
    const stop = new AbortController();
    const iterator = mergedEvents({ pods }, { signal: stop.signal })[Symbol.asyncIterator]();
    await readUntil(iterator, 'synced');
    const next = iterator.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(pods.handlerCount).toBe(0);
  });

  test('when the reader leaves, also while it waits', async () => {
    await using cluster = setUp();
    const { pods } = cluster;
    pods.start();
    const iterator = mergedEvents({ pods })[Symbol.asyncIterator]();
    await readUntil(iterator, 'synced');
    const next = iterator.next();
    await iterator.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(pods.handlerCount).toBe(0);
  });

  test('when all informers have stopped, after what was left', async () => {
    await using cluster = setUp();
    const { pods, maps, podSource, mapSource } = cluster;
    cluster.start();
    const iterator = mergedEvents({ pods, maps })[Symbol.asyncIterator]();
    await readUntil(iterator, 'synced');
    podSource.add(pod('left'));
    await handled(pods, 'left', 'Running');
    await pods.stop();
    expect(shown((await iterator.next()).value)).toBe('add pods default/left Running');
    mapSource.add(configMap('other', 'red'));
    expect(shown((await iterator.next()).value)).toBe('add maps default/other red');
    const next = iterator.next();
    await maps.stop();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('without synced if an informer stops before it has synced', async () => {
    await using cluster = setUp();
    const { pods, maps, podSource } = cluster;
    podSource.add(pod('web'));
    pods.start();
    const reading = readUntil(mergedEvents({ pods, maps })[Symbol.asyncIterator](), 'synced');
    await pods.synced;
    await maps.stop();
    await pods.stop();
    expect(await reading).toEqual(['add pods default/web Running', 'the end']);
  });
});

test('rejects for an informer that was stopped before, and leaves no handler behind', async () => {
  await using cluster = setUp();
  const { pods, maps } = cluster;
  await maps.stop();
  await expect(mergedEvents({ pods, maps })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'ERR_INFORMER_STOPPED',
  });
  expect(pods.handlerCount).toBe(0);
});

test.each([
  [{}, 'mergedEvents takes at least one informer, got an empty object'],
  [undefined, 'mergedEvents takes an object, got undefined'],
  [{ pods: 'pods' }, 'pods of mergedEvents takes an object, got string'],
  [{ pods: {} }, 'pods of mergedEvents must have the methods addEventHandler, onStateChange'],
])('refuses %j', (informers, message) => {
  expect(() => mergedEvents(informers as unknown as MergedSources)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(message) as string }),
  );
});

test('the name of the resource decides the type of the object', async () => {
  await using clientset = new Clientset({ host: 'http://localhost' });
  const factory = new SharedInformerFactory(clientset);
  const custom = new SharedIndexInformer<KubernetesObject & { spec: { size: number } }>(new FakeSource());
  const events = mergedEvents({ pods: factory.core().v1().pods(), custom });
  type Event = typeof events extends AsyncIterable<infer E> ? E : never;
  const check = (event: Event): unknown => {
    if (event.resource === undefined) return event.type satisfies 'synced';
    if (event.resource === 'pods') expectTypeOf(event.object).toEqualTypeOf<DeepReadonly<Pod>>();
    else expectTypeOf(event.object.spec.size).toEqualTypeOf<number>();
    // @ts-expect-error: there is no such informer
    return event.resource === 'nodes';
  };
  expect(check({ type: 'synced', resource: undefined })).toBe('synced');
});
