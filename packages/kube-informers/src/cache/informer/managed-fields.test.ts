import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { FieldMask } from '../../meta/field-mask.js';
import { InformerFixture } from './informer.test-support.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

const exclude = { metadata: { managedFields: true } } as const;
const mask = FieldMask.of('a test', { exclude }) as FieldMask;

const managed = (name: string, manager: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { a: 'b' }, managedFields: [{ manager, operation: 'Update' }] },
});

test('removes only managedFields, and does not change the object', () => {
  const object = Object.freeze({ ...managed('a', 'kubelet'), spec: { nodeName: 'n' } });
  Object.freeze(object.metadata);
  const dropped = mask.apply(object);
  expect(dropped).toStrictEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', labels: { a: 'b' } },
    spec: { nodeName: 'n' },
  });
  expect(object.metadata?.managedFields).toHaveLength(1);
});

test('returns an object without managedFields or metadata unchanged', () => {
  const dropped = mask.apply(managed('a', 'kubelet'));
  expect(mask.apply(dropped)).toBe(dropped);
  const bare: KubernetesObject = { kind: 'Pod' };
  expect(mask.apply(bare)).toBe(bare);
});

test('as exclude of an informer, keeps them from cache and handlers', async () => {
  const fixture = new InformerFixture({
    exclude,
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
  for (const object of [...received, ...fixture.informer.indexer.list()]) {
    expect(object.metadata?.labels).toEqual({ a: 'b' });
    expect(object.metadata).not.toHaveProperty('managedFields');
  }
  await fixture.stop();
});
