import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../testing/fake-clock.js';
import { dropManagedFields } from '../../meta/drop-managed-fields.js';
import { InformerFixture, queues } from './informer.test-support.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

const managed = (name: string, manager: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { a: 'b' }, managedFields: [{ manager, operation: 'Update' }] },
});

test('leaves out managedFields and nothing else, and changes nothing in place', () => {
  const object = Object.freeze({ ...managed('a', 'kubelet'), spec: { nodeName: 'n' } });
  Object.freeze(object.metadata);
  const dropped = dropManagedFields(object);
  expect(dropped).toStrictEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', labels: { a: 'b' } },
    spec: { nodeName: 'n' },
  });
  expect(object.metadata?.managedFields).toHaveLength(1);
});

test('hands back an object without them, or without metadata, as it is', () => {
  const dropped = dropManagedFields(managed('a', 'kubelet'));
  expect(dropManagedFields(dropped)).toBe(dropped);
  const bare: KubernetesObject = { kind: 'Pod' };
  expect(dropManagedFields(bare)).toBe(bare);
});

test.each(queues)(
  'as the transform of an informer with a %s: neither cache nor handlers have any',
  async (queue) => {
    const fixture = new InformerFixture({
      queue,
      transform: dropManagedFields,
      objects: [managed('a', 'kubelet'), managed('b', 'kubelet')],
    });
    const told: DeepReadonly<KubernetesObject>[] = [];
    fixture.informer.addEventHandler({
      onAdd: (object) => told.push(object),
      onUpdate: (_old, object) => told.push(object),
    });
    await fixture.start();
    fixture.source.modify(managed('a', 'kubectl'));
    await settle();
    expect(told).toHaveLength(3);
    for (const object of [...told, ...fixture.informer.store.list()]) {
      expect(object.metadata?.labels).toEqual({ a: 'b' });
      expect(object.metadata).not.toHaveProperty('managedFields');
    }
    await fixture.stop();
  },
);
