import { describe, expect, test } from 'vitest';
import {
  KeyError,
  deletionHandlingMetaNamespaceKey,
  keyOfName,
  metaNamespaceKey,
  objectNameOf,
  splitMetaNamespaceKey,
} from './names.js';
import { DeletedFinalStateUnknown } from './tombstone.js';
import type { KubernetesObject } from './types.js';

const web: KubernetesObject = { metadata: { namespace: 'shop', name: 'web' } };
const node: KubernetesObject = { metadata: { name: 'node-1' } };

describe('metaNamespaceKey', () => {
  test('is namespace/name, and name alone without a namespace', () => {
    expect(metaNamespaceKey(web)).toBe('shop/web');
    expect(metaNamespaceKey(node)).toBe('node-1');
    expect(metaNamespaceKey({ metadata: { namespace: '', name: 'node-1' } })).toBe('node-1');
  });

  test.each<[unknown, string]>([
    [{}, 'object has no metadata, so it has no key'],
    [{ metadata: null }, 'object has no metadata, so it has no key'],
    [{ apiVersion: 'v1', kind: 'Pod' }, 'v1 Pod has no metadata, so it has no key'],
    [{ kind: 'Pod', metadata: {} }, 'Pod has no metadata.name, so it has no key'],
    [{ metadata: { name: '' } }, 'object has no metadata.name, so it has no key'],
    [
      { metadata: { namespace: 'shop', generateName: 'web-' } },
      'object in namespace "shop" has no metadata.name, so it has no key',
    ],
    [{ metadata: { name: 7 } }, 'metadata.name of object must be a string, got number'],
    [
      { kind: 'Pod', metadata: { namespace: 'a', name: 'b/c' } },
      'name and namespace of Pod must not contain a slash, got name "b/c" and namespace "a"',
    ],
    [
      { metadata: { namespace: 'a/b', name: 'c' } },
      'name and namespace of object must not contain a slash, got name "c" and namespace "a/b"',
    ],
    [{ metadata: { name: 'a/b' } }, 'must not contain a slash, got name "a/b" and namespace ""'],
    [{ metadata: { namespace: 7, name: 'c' } }, 'metadata.namespace of object must be a string, got number'],
    [null, 'an object with metadata.name is expected, got null'],
    [undefined, 'an object with metadata.name is expected, got undefined'],
    ['web', 'an object with metadata.name is expected, got string'],
  ])('rejects %j with the reason', (object, message) => {
    // Data from the wire may have any type.
    const make = () => metaNamespaceKey(object as KubernetesObject);
    expect(make).toThrow(KeyError);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ code: 'ERR_KEY' }));
    expect(() => objectNameOf(object as KubernetesObject)).toThrow(message);
  });

  test('the error contains the object without printing it, since it may be a Secret', () => {
    const secret = { kind: 'Secret', metadata: {}, data: { password: 'c2VjcmV0' } };
    try {
      metaNamespaceKey(secret);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(KeyError);
      expect((error as KeyError).object).toBe(secret);
      expect(JSON.stringify(error)).not.toContain('c2VjcmV0');
      expect(String(error)).not.toContain('c2VjcmV0');
    }
  });
});

describe('splitMetaNamespaceKey', () => {
  test('returns the parts of a key', () => {
    expect(splitMetaNamespaceKey('shop/web')).toEqual({ namespace: 'shop', name: 'web' });
    expect(splitMetaNamespaceKey('node-1')).toEqual({ namespace: '', name: 'node-1' });
    expect(splitMetaNamespaceKey('')).toEqual({ namespace: '', name: '' });
    for (const object of [web, node]) {
      expect(splitMetaNamespaceKey(metaNamespaceKey(object))).toEqual(objectNameOf(object));
      expect(keyOfName(objectNameOf(object))).toBe(metaNamespaceKey(object));
    }
  });

  test('rejects more than one slash', () => {
    expect(() => splitMetaNamespaceKey('a/b/c')).toThrow(
      'a key must be "namespace/name" or "name", got "a/b/c"',
    );
    expect(() => splitMetaNamespaceKey('a/b/c')).toThrow(KeyError);
    expect(() => splitMetaNamespaceKey('a//')).toThrow(KeyError);
  });
});

describe('a tombstone', () => {
  test("returns its own key, whatever its object's name", () => {
    const tombstone = new DeletedFinalStateUnknown('shop/old', web);
    expect(deletionHandlingMetaNamespaceKey(tombstone)).toBe('shop/old');
    expect(
      deletionHandlingMetaNamespaceKey(new DeletedFinalStateUnknown<KubernetesObject>('old', undefined)),
    ).toBe('old');
  });

  test("is optional: an object's key works as usual", () => {
    expect(deletionHandlingMetaNamespaceKey(web)).toBe('shop/web');
    expect(() => deletionHandlingMetaNamespaceKey({})).toThrow(KeyError);
  });
});
