import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResourceClient } from '../../client/resource-client.js';
import type { KubernetesObject } from '../../meta/types.js';
import { KubeInformersError } from '../../util/errors.js';
import { findCondition, setCondition } from './conditions.js';
import { extractApply } from './extract-apply.js';
import { ensureFinalizer, removeFinalizer } from './finalizers.js';
import {
  controllerOf,
  isControlledBy,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-references.js';

const step = fc.constantFrom(
  'f:spec',
  'f:metadata',
  'f:list',
  'k:{"a":1}',
  'k:{"a":{}}',
  'v:1',
  'i:0',
  'i:x',
  'k:',
  '.',
  '__proto__',
  'f:__proto__',
  'f:length',
);
const { fields } = fc.letrec((tie) => ({
  fields: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.dictionary(step, tie('fields'), { maxKeys: 4 }),
  ),
}));
const list = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 3 }));
const entry = fc.oneof(
  fc.jsonValue(),
  fc.record({
    manager: fc.constantFrom('me', 'other', 1),
    operation: fc.constantFrom('Apply', 'Update', null),
    fieldsV1: fields,
    subresource: fc.constantFrom('', 'status', 3, undefined),
  }),
);
const reference = fc.oneof(
  fc.jsonValue(),
  fc.record({
    apiVersion: fc.constantFrom('v1', '/', 'a/b/c'),
    kind: fc.constant('Site'),
    name: fc.constant('s'),
    uid: fc.constantFrom('u', ''),
    controller: fc.constantFrom(true, 'true', null),
  }),
);

/** Anything that JSON can hold where an object of the cluster has its metadata. */
const object = fc.record({
  apiVersion: fc.constantFrom('v1', '', 3, null),
  kind: fc.constantFrom('Pod', null, {}),
  metadata: fc.oneof(
    fc.jsonValue(),
    fc.record({
      name: fc.constantFrom('a', '', null, 3),
      namespace: fc.constantFrom('n', '', null, []),
      uid: fc.constantFrom('u', '', 3, null),
      deletionTimestamp: fc.constantFrom('2026-01-01T00:00:00Z', '', null, 1),
      managedFields: fc.oneof(fc.jsonValue(), fc.array(entry, { maxLength: 3 })),
      ownerReferences: fc.oneof(fc.jsonValue(), fc.array(reference, { maxLength: 3 })),
      finalizers: list,
    }),
  ),
  spec: fc.jsonValue(),
  list,
});

const owner = { apiVersion: 'v1', kind: 'Site', metadata: { name: 's', namespace: 'n', uid: 'u' } };
const client = {
  get: () => Promise.reject(new KubeInformersError('ERR_TEST', 'get')),
  patch: () => Promise.reject(new KubeInformersError('ERR_TEST', 'patch')),
  namespace: (): ResourceClient<KubernetesObject> => client as never,
};

test('any object from the cluster is handled, or refused with an error of this library', async () => {
  await fc.assert(
    fc.asyncProperty(object, async (given) => {
      const hostile = given as KubernetesObject;
      const before = JSON.stringify(hostile);
      for (const call of [
        () => controllerOf(hostile),
        () => isOwnedBy(hostile, owner),
        () => isControlledBy(owner, hostile),
        () => setControllerReference(owner, hostile),
        () => setOwnerReference(hostile, owner),
        () => removeOwnerReference(owner, hostile),
        () => extractApply(hostile, 'me'),
        () => extractApply(hostile, 'me', { subresource: 'status' }),
        () => findCondition(given.list as never, 'Ready'),
        () => setCondition(given.list as never, { type: 'Ready', status: 'True', reason: 'A' }),
        () => ensureFinalizer(client, hostile, 'example.com/own'),
        () => removeFinalizer(client, hostile, 'example.com/own'),
      ]) {
        try {
          await call();
        } catch (error) {
          expect(error).toBeInstanceOf(KubeInformersError);
        }
      }
      expect(JSON.stringify(hostile)).toBe(before);
      expect(Object.prototype).not.toHaveProperty('a');
    }),
    { numRuns: 2000 },
  );
}, 60_000);
