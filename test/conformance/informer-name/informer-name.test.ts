import { describe, expect, test } from 'vitest';
import { coreV1 } from '../../../src/resources/index.js';
import {
  InformerName,
  InformerNames,
  SharedInformerFactory,
  SharedIndexInformer,
} from '../../../src/index.js';
import type { InformerFactoryOptions, InformerMetrics, KubernetesObject } from '../../../src/index.js';
import type { ListWatchClient } from '../../../src/cache/index.js';
import { FakeClock, FakeSource, settle } from '../../../src/testing/index.js';

const { pods, configMaps } = coreV1;

describe('TestNewInformerName', () => {
  test('first name is unique', () => {
    using name = new InformerName('my-informer', { registry: new InformerNames() });
    expect(name.name).toBe('my-informer');
  });

  test('duplicate name returns error', () => {
    const registry = new InformerNames();
    new InformerName('my-informer', { registry });
    expect(() => new InformerName('my-informer', { registry })).toThrow(
      'informer name "my-informer" is already registered: release it or choose another',
    );
  });

  test('empty name returns error', () => {
    expect(() => new InformerName('', { registry: new InformerNames() })).toThrow(
      'an informer name must be a non-empty string, got ""',
    );
  });

  test('different name is unique', () => {
    const registry = new InformerNames();
    new InformerName('informer-1', { registry });
    expect(new InformerName('informer-2', { registry }).name).toBe('informer-2');
  });

  test('released name can be reused', () => {
    const registry = new InformerNames();
    new InformerName('my-informer', { registry }).release();
    expect(new InformerName('my-informer', { registry }).name).toBe('my-informer');
  });

  test('without a registry, a name is unique in the process', () => {
    using name = new InformerName('the process');
    expect(() => new InformerName('the process')).toThrow('already registered');
    expect(new InformerName('the process', { registry: new InformerNames() }).name).toBe(name.name);
  });
});

describe('TestWithResource', () => {
  test('first GVR is reserved', () => {
    const name = new InformerName('n', { registry: new InformerNames() });
    expect(name.withResource(pods)).toMatchObject({
      name: 'n',
      resource: { group: '', version: 'v1', resource: 'pods' },
      reserved: true,
    });
  });

  test('same GVR second time is not reserved', () => {
    const lines: unknown[] = [];
    const logger = {
      debug() {},
      info() {},
      warn() {},
      error: (fields: unknown) => void lines.push(fields),
    };
    const name = new InformerName('n', { registry: new InformerNames(), logger });
    const first = name.withResource(pods);
    expect(name.withResource({ ...pods }).reserved).toBe(false);
    expect(first.reserved).toBe(true);
    expect(lines).toEqual([{ informerName: 'n', group: '', version: 'v1', resource: 'pods' }]);
  });

  test('different GVR is reserved', () => {
    const name = new InformerName('n', { registry: new InformerNames() });
    name.withResource(pods);
    expect(name.withResource(configMaps).reserved).toBe(true);
  });
});

test('TestRelease', () => {
  const registry = new InformerNames();
  const name = new InformerName('n', { registry });
  const identity = name.withResource(pods);
  expect(identity.reserved).toBe(true);
  name.release();
  expect(identity.reserved).toBe(false);
  expect(name.withResource(configMaps).reserved).toBe(false);
  const again = new InformerName('n', { registry });
  expect(again.withResource(pods).reserved).toBe(true);
  // The release of the first must not release the second one's name.
  name.release();
  expect(() => new InformerName('n', { registry })).toThrow('already registered');
});

/** A factory of pods that records calls of its metrics: `NAME queued 0`. */
function factoryOf(
  options: Pick<InformerFactoryOptions, 'informerName'>,
  reported: string[],
): { source: FakeSource<KubernetesObject>; factory: SharedInformerFactory } {
  const source = new FakeSource<KubernetesObject>();
  const client = {
    list: (_resource: unknown, _namespace: unknown, listOptions: object, call?: object) =>
      source.list(listOptions, call),
    watch: (_resource: unknown, _namespace: unknown, listOptions: object, call?: object) =>
      source.watch(listOptions, call),
  };
  const metrics = (informer: string, identity?: { readonly name: string }): InformerMetrics => ({
    storeResourceVersion: (resourceVersion) =>
      void reported.push(`${identity?.name ?? 'unnamed'} ${informer} ${resourceVersion}`),
  });
  // Only pods are requested, and the source's objects can stand for pods.
  const factory = new SharedInformerFactory(client as ListWatchClient, {
    clock: new FakeClock(),
    metrics,
    ...options,
  });
  return { source, factory };
}

describe('metrics', () => {
  test('second use of one GVR gets no metrics; release turns all off', async () => {
    const informerName = new InformerName('my-operator', { registry: new InformerNames() });
    const reported = { first: [] as string[], second: [] as string[] };
    const first = factoryOf({ informerName }, reported.first);
    const second = factoryOf({ informerName }, reported.second);
    for (const { factory } of [first, second]) {
      factory.core().v1().pods().informer();
      factory.start();
    }
    await settle();
    for (const { source } of [first, second]) source.add({ metadata: { name: 'a' } });
    await settle();
    expect(reported.first.at(-1)).toBe('my-operator pods.v1 2');
    expect(reported.second).toEqual([]);
    expect(second.factory.core().v1().pods().lister().get('a')?.metadata?.name).toBe('a');
    informerName.release();
    const before = reported.first.length;
    first.source.add({ metadata: { name: 'b' } });
    await settle();
    expect(reported.first).toHaveLength(before);
    await first.factory.stop();
    await second.factory.stop();
  });

  test('without a name they go to the factory’s own hook', async () => {
    const reported: string[] = [];
    const { factory, source } = factoryOf({}, reported);
    factory.core().v1().pods().informer();
    factory.start();
    await settle();
    source.add({ metadata: { name: 'a' } });
    await settle();
    expect(reported.at(-1)).toBe('unnamed pods.v1 2');
    await factory.stop();
  });

  test('a single informer takes an identity, too', async () => {
    const name = new InformerName('n', { registry: new InformerNames() });
    const reported: string[] = [];
    const metrics = { reachedResourceVersion: (version: string) => void reported.push(version) };
    const start = async (): Promise<SharedIndexInformer<KubernetesObject>> => {
      const informer = new SharedIndexInformer(new FakeSource<KubernetesObject>(), {
        clock: new FakeClock(),
        identity: name.withResource(pods),
        metrics,
      });
      informer.start();
      await settle();
      return informer;
    };
    const first = await start();
    expect(reported).toEqual(['1']);
    const second = await start();
    expect(reported).toEqual(['1']);
    await Promise.all([first.stop(), second.stop()]);
  });
});
