import { describe, expect, test } from 'vitest';
import { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import { InformerName, InformerNames, SharedInformerFactory, SharedIndexInformer } from 'kube-informers';
import type { InformerFactoryOptions, KubernetesObject } from 'kube-informers';
import type { ListWatchClient } from 'kube-informers/cache';
import { FakeClock, FakeSource, settle } from '@kube-informers/testing';

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

/** A factory of pods. */
function factoryOf(options: Pick<InformerFactoryOptions, 'informerName'>): SharedInformerFactory {
  const source = new FakeSource<KubernetesObject>();
  const client = {
    list: (_resource: unknown, _namespace: unknown, listOptions: object, call?: object) =>
      source.list(listOptions, call),
    watch: (_resource: unknown, _namespace: unknown, listOptions: object, call?: object) =>
      source.watch(listOptions, call),
  };
  // Only pods are requested, and the source's objects can stand for pods.
  return new SharedInformerFactory(client as ListWatchClient, { clock: new FakeClock(), ...options });
}

describe('the identity in the stats of an informer', () => {
  test('TestWithResource, TestRelease: second use of one GVR is not reserved; release turns all off', async () => {
    const informerName = new InformerName('my-operator', { registry: new InformerNames() });
    const first = factoryOf({ informerName });
    const second = factoryOf({ informerName });
    const informers = [first, second].map((factory) => factory.core().v1().pods().informer());
    for (const factory of [first, second]) factory.start();
    await settle();
    expect(informers.map((informer) => informer.stats().identity)).toEqual([
      expect.objectContaining({
        name: 'my-operator',
        resource: expect.objectContaining({ resource: 'pods' }) as object,
        reserved: true,
      }),
      expect.objectContaining({
        name: 'my-operator',
        resource: expect.objectContaining({ resource: 'pods' }) as object,
        reserved: false,
      }),
    ]);
    expect(informers.map(({ hasSynced }) => hasSynced)).toEqual([true, true]);
    informerName.release();
    expect(informers.map((informer) => informer.stats().identity?.reserved)).toEqual([false, false]);
    await first.stop();
    await second.stop();
  });

  test('TestWithResource: is absent without a name', () => {
    expect(factoryOf({}).core().v1().pods().informer().stats().identity).toBe(undefined);
  });

  test('can be given to a single informer', () => {
    const name = new InformerName('n', { registry: new InformerNames() });
    const make = (): SharedIndexInformer<KubernetesObject> =>
      new SharedIndexInformer(new FakeSource<KubernetesObject>(), { identity: name.withResource(pods) });
    expect([make(), make()].map((informer) => informer.stats().identity?.reserved)).toEqual([true, false]);
  });
});
