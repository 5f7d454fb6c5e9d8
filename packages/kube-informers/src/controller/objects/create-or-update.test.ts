import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { createOrUpdate } from './create-or-update.js';

test('an object that mutate returns is written at the resourceVersion that was read', async () => {
  const stored = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', uid: 'u', resourceVersion: '5' },
  };
  const writes: unknown[] = [];
  const client = {
    namespace: () => client,
    get: () => Promise.resolve(stored),
    create: () => expect.unreachable(),
    update: (object: KubernetesObject) => {
      writes.push(object.metadata);
      return Promise.resolve(object);
    },
  };
  const wanted = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { app: 'web' } } };
  await createOrUpdate(client as never, wanted, () => wanted);
  expect(writes).toEqual([{ name: 'a', labels: { app: 'web' }, uid: 'u', resourceVersion: '5' }]);
});
