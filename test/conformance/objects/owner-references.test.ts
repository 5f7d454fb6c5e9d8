import { describe, expect, test } from 'vitest';
import {
  AlreadyOwnedError,
  controllerOf,
  hasController,
  isControlledBy,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from '../../../packages/kube-informers/src/controller/objects/owner-references.js';
import type { KubernetesObject, OwnerReference } from '../../../packages/kube-informers/src/meta/types.js';
import { ConfigError } from '../../../packages/kube-informers/src/util/errors.js';

const owner = (metadata: object = {}): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'foo', uid: 'foo-uid', ...metadata },
});
const reference: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'foo', uid: 'foo-uid' };
const controller: OwnerReference = { ...reference, controller: true, blockOwnerDeletion: true };

function child(...ownerReferences: OwnerReference[]): KubernetesObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: 'child',
      namespace: 'default',
      ...(ownerReferences.length === 0 ? {} : { ownerReferences }),
    },
  };
}

const ownersOf = (object: KubernetesObject): unknown => object.metadata?.ownerReferences;

describe('SetOwnerReference', () => {
  test('should set ownerRef on an empty list', () => {
    const object = child();
    expect(ownersOf(setOwnerReference(owner(), object))).toEqual([reference]);
    expect(ownersOf(object)).toBeUndefined();
  });

  test('should set the BlockOwnerDeletion if it is specified as an option', () => {
    expect(ownersOf(setOwnerReference(owner(), child(), { blockOwnerDeletion: true }))).toEqual([
      { ...reference, blockOwnerDeletion: true },
    ]);
  });

  test('should not duplicate owner references', () => {
    const object = child(reference);
    expect(setOwnerReference(owner(), object)).toBe(object);
  });

  test('should update the reference', () => {
    const object = child({ ...reference, apiVersion: 'apps/v1alpha1', uid: 'foo-uid-1' });
    expect(ownersOf(setOwnerReference(owner({ uid: 'foo-uid-2' }), object))).toEqual([
      { ...reference, uid: 'foo-uid-2' },
    ]);
  });

  test('does not make a controller an owner like others', () => {
    expect(ownersOf(setOwnerReference(owner({ uid: 'new' }), child(controller)))).toEqual([
      { ...controller, uid: 'new' },
    ]);
  });

  test('should remove the owner reference', () => {
    const other = { ...reference, name: 'bar', uid: 'bar-uid' };
    expect(ownersOf(removeOwnerReference(owner(), child(reference, other)))).toEqual([other]);
  });

  test('should remove the owner reference established by the SetControllerReference function', () => {
    expect(ownersOf(removeOwnerReference(owner(), setControllerReference(owner(), child())))).toEqual([]);
  });

  test("returns the object itself when trying to remove the reference that doesn't exist", () => {
    const object = child({ ...reference, name: 'bar' });
    expect(removeOwnerReference(owner(), object)).toBe(object);
    const withoutOwners = child();
    expect(removeOwnerReference(owner(), withoutOwners)).toBe(withoutOwners);
  });

  test('should error when trying to remove an owner without apiVersion, kind or name', () => {
    expect(() => removeOwnerReference({ metadata: { uid: 'foo-uid' } }, child(reference))).toThrow(
      'removeOwnerReference: an owner must have apiVersion, kind and metadata.name, got object "" without apiVersion, kind, metadata.name',
    );
    expect(() => removeOwnerReference('foo' as KubernetesObject, child(reference))).toThrow(
      'removeOwnerReference with an owner takes an object, got string',
    );
  });

  test('should return true when HasControllerReference evaluates owner reference set by SetControllerReference', () => {
    const object = setControllerReference(owner(), child());
    expect(hasController(object)).toBe(true);
    expect(controllerOf(object)).toEqual(controller);
    expect(isControlledBy(object, owner())).toBe(true);
    expect(isControlledBy(object, owner({ uid: 'other' }))).toBe(false);
  });

  test('should return false when HasControllerReference evaluates owner reference set by SetOwnerReference', () => {
    const object = setOwnerReference(owner(), child());
    expect(hasController(object)).toBe(false);
    expect(isControlledBy(object, owner())).toBe(false);
  });

  test('HasOwnerReference: isOwnedBy compares uids', () => {
    const object = setOwnerReference(owner(), child());
    expect(isOwnedBy(object, owner())).toBe(true);
    expect(isOwnedBy(object, owner({ uid: 'other' }))).toBe(false);
    expect(isOwnedBy(child(), owner())).toBe(false);
    expect(isOwnedBy(child(), { metadata: {} })).toBe(false);
  });
});

describe('SetControllerReference', () => {
  test('should set the OwnerReference if it can find the group version kind', () => {
    expect(ownersOf(setControllerReference(owner(), child()))).toEqual([controller]);
  });

  test("should return an error if it can't find the group version kind of the owner", () => {
    const { kind: _kind, ...kindless } = owner();
    expect(() => setControllerReference(kindless, child())).toThrow(
      'setControllerReference: an owner must have apiVersion, kind and metadata.name, got object "foo" without kind',
    );
  });

  test("should return an error if the owner isn't a stored object", () => {
    expect(() => setControllerReference(owner({ uid: undefined }), child())).toThrow(
      'setControllerReference: Deployment "foo" has no metadata.uid; an owner must be an object that the server has stored',
    );
    expect(() => setControllerReference(undefined as never, child())).toThrow(ConfigError);
  });

  test('should return an error if object is already owned by another controller', () => {
    const bar = { ...controller, name: 'bar', uid: 'bar-uid' };
    const set = (): unknown => setControllerReference(owner(), child(bar));
    expect(set).toThrow(AlreadyOwnedError);
    expect(set).toThrow(
      'ReplicaSet "default/child" has the controller Deployment "bar", so Deployment "foo" cannot control it',
    );
    expect(set).toThrow(expect.objectContaining({ code: 'ERR_ALREADY_OWNED', controller: bar }));
  });

  test('should not duplicate existing owner reference', () => {
    const object = child({ ...reference, controller: false, blockOwnerDeletion: true });
    expect(ownersOf(setControllerReference(owner(), object))).toEqual([controller]);
    const done = child(controller);
    expect(setControllerReference(owner(), done)).toBe(done);
  });

  test("should replace the owner reference if it's already present", () => {
    const object = child({ ...controller, apiVersion: 'apps/v1alpha1' });
    expect(ownersOf(setControllerReference(owner(), object))).toEqual([controller]);
  });

  test("should return an error if it's setting a cross-namespace owner reference", () => {
    expect(() => setControllerReference(owner({ namespace: 'other' }), child())).toThrow(
      'Deployment "other/foo" cannot own ReplicaSet "default/child": an owner must be in the object\'s namespace or cluster-scoped, and the object has namespace "default"',
    );
    expect(() => setOwnerReference(owner({ namespace: 'other' }), child())).toThrow(ConfigError);
  });

  test("should return an error if it's owner is namespaced resource but dependant is cluster-scoped resource", () => {
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'foo' } };
    expect(() => setControllerReference(owner({ namespace: 'default' }), volume)).toThrow(
      'and the object has no metadata.namespace',
    );
  });

  test('should not return any error if the existing owner has a different version', () => {
    const object = child({ ...reference, apiVersion: 'apps/v1alpha1', controller: false });
    expect(ownersOf(setControllerReference(owner(), object))).toEqual([controller]);
  });

  test('should set the BlockOwnerDeletion if it is specified as an option', () => {
    expect(ownersOf(setControllerReference(owner(), child(), { blockOwnerDeletion: false }))).toEqual([
      { ...controller, blockOwnerDeletion: false },
    ]);
  });
});
