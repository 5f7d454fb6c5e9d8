import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { dropManagedFields } from '../../meta/drop-managed-fields.js';
import { InformerFixture, queues } from './informer.test-support.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

const managed = (name: string, manager: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { a: 'b' }, managedFields: [{ manager, operation: 'Update' }] },
});

test('removes only managedFields, and does not change the object', () => {
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

test('returns an object without managedFields or metadata unchanged', () => {
  const dropped = dropManagedFields(managed('a', 'kubelet'));
  expect(dropManagedFields(dropped)).toBe(dropped);
  const bare: KubernetesObject = { kind: 'Pod' };
  expect(dropManagedFields(bare)).toBe(bare);
});

test.each(queues)(
  'as transform of an informer with a %s, keeps them from cache and handlers',
  async (queue) => {
    const fixture = new InformerFixture({
      queue,
      transform: dropManagedFields,
      objects: [managed('a', 'kubelet'), managed('b', 'kubelet')],
    });
    const received: DeepReadonly<KubernetesObject>[] = [];
    fixture.informer.addEventHandler({
      onAdd: (object) => received.push(object),
      onUpdate: (_old, object) => received.push(object),
    });
    await fixture.start();
    fixture.source.modify(managed('a', 'kubectl'));
    await settle();
    expect(received).toHaveLength(3);
    for (const object of [...received, ...fixture.informer.store.list()]) {
      expect(object.metadata?.labels).toEqual({ a: 'b' });
      expect(object.metadata).not.toHaveProperty('managedFields');
    }
    await fixture.stop();
  },
);
