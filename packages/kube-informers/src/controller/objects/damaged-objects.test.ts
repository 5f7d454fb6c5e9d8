import { describe, expect, test } from 'vitest';
import { isConflict, isInvalid } from '../../meta/errors.js';
import { newConflict, newInvalid } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { ResourceClient } from '../../client/resource-client.js';
import { ConfigError } from '../../util/errors.js';
import { createOrUpdate } from './create-or-update.js';
import { ensureFinalizer, removeFinalizer, runFinalizers } from './finalizers.js';
import {
  controllerOf,
  isControlledBy,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
} from './owner-references.js';

const own = 'example.com/own';
const unused = {
  get: () => Promise.reject(new Error('get')),
  patch: () => Promise.reject(new Error('patch')),
  create: () => Promise.reject(new Error('create')),
  update: () => Promise.reject(new Error('update')),
  namespace: (): ResourceClient<KubernetesObject> => unused as never,
};

const owner = { apiVersion: 'v1', kind: 'Site', metadata: { name: 's', uid: 'u' } };

describe.each<[string, unknown]>([
  ['null', null],
  ['a string', 'x'],
  ['an object', { 0: 'x', length: 1 }],
  ['a list of anything', [null, 1, {}, [], { uid: 'u' }]],
])('finalizers and ownerReferences that are %s', (_title, value) => {
  const object = {
    metadata: { name: 'a', uid: 'a-uid', finalizers: value, ownerReferences: value },
  } as KubernetesObject;

  test('count as absent', async () => {
    expect(controllerOf(object)).toBeUndefined();
    expect(isOwnedBy(object, owner)).toBe(false);
    expect(isControlledBy(object, owner)).toBe(false);
    expect(removeOwnerReference(owner, object)).toBe(object);
    expect(controllerOf(setControllerReference(owner, object))).toMatchObject({ uid: 'u' });
    expect((await removeFinalizer(unused, object, own)).outcome).toBe('absent');
    await expect(ensureFinalizer(unused, object, own)).rejects.toThrow('patch');
  });
});

describe('objects without what is needed', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'takes an object, got null'],
    ['an array', [], 'takes an object, got an array'],
    ['no metadata', {}, 'needs an object with metadata.name, got none'],
    ['metadata of another type', { metadata: 'x' }, 'needs an object with metadata.name, got none'],
    ['a name of another type', { metadata: { name: 3 } }, 'needs an object with metadata.name, got none'],
  ])('%s is a ConfigError', async (_title, value, message) => {
    const object = value as KubernetesObject;
    for (const call of [
      ensureFinalizer(unused, object, own),
      removeFinalizer(unused, object, own),
      createOrUpdate(unused, object, () => {}),
    ]) {
      await expect(call).rejects.toThrow(ConfigError);
      await expect(call).rejects.toThrow(message);
    }
  });

  test('an object that was never stored has no finalizers to patch', async () => {
    await expect(ensureFinalizer(unused, { metadata: { name: 'a' } }, own)).rejects.toThrow(
      'ensureFinalizer needs an object that the server has stored, got one without metadata.uid',
    );
  });

  test.each([
    ['', 'got "": name part must be non-empty'],
    ['Not Valid', 'finalizer of ensureFinalizer must be a name such as "example.com/dns", got "Not Valid"'],
  ])('the finalizer "%s" is refused', async (finalizer, message) => {
    const object = { metadata: { name: 'a', uid: 'u' } };
    await expect(ensureFinalizer(unused, object, finalizer)).rejects.toThrow(message);
  });

  test('runFinalizers checks names and functions before the first request', async () => {
    const object = { metadata: { name: 'a', uid: 'u' } };
    await expect(runFinalizers(unused, object, { [own]: () => {}, '-': () => {} })).rejects.toThrow(
      ConfigError,
    );
    await expect(runFinalizers(unused, object, { [own]: 'x' as never })).rejects.toThrow(
      'example.com/own of runFinalizers must be a function, got string',
    );
  });
});

test('gives up after 5 tries if the finalizers keep changing', async () => {
  let version = 1;
  let patches = 0;
  const object = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } };
  const client = {
    ...unused,
    namespace: (): ResourceClient<KubernetesObject> => client as never,
    get: () => Promise.resolve({ metadata: { ...object.metadata, resourceVersion: String(++version) } }),
    patch: () => {
      patches++;
      return Promise.reject(newConflict({ group: '', resource: 'sites' }, 'a', 'changed'));
    },
  };
  await expect(ensureFinalizer<KubernetesObject>(client, object, own)).rejects.toSatisfy(isConflict);
  expect(patches).toBe(5);
});

test('a patch that is refused for another reason is not tried again', async () => {
  let patches = 0;
  const object = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } };
  const client = {
    ...unused,
    namespace: (): ResourceClient<KubernetesObject> => client as never,
    get: () => Promise.resolve(object),
    patch: () => {
      patches++;
      return Promise.reject(newInvalid({ group: '', kind: 'Site' }, 'a', []));
    },
  };
  await expect(ensureFinalizer<KubernetesObject>(client, object, own)).rejects.toSatisfy(isInvalid);
  expect(patches).toBe(1);
});

test('objects of 100,000 levels are compared, copied and returned', async () => {
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth++) deep = { deep };
  const object = { metadata: { name: 'a', uid: 'u' }, spec: deep };
  const client = { ...unused, get: () => Promise.resolve(object) };
  expect((await createOrUpdate(client, object, () => {})).outcome).toBe('unchanged');
  expect(setControllerReference(owner, object).spec).toBe(deep);
});
