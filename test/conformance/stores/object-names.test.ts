import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deletionHandlingMetaNamespaceKey,
  keyOfName,
  KeyError,
  splitMetaNamespaceKey,
} from '../../../packages/kube-informers/src/meta/names.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';

test('TestObjectNames: splits and joins keys with at most one slash, and throws for more', () => {
  const key = fc.string({ unit: fc.constantFrom(...'abcdefghi/'.split('')), maxLength: 10 });
  fc.assert(
    fc.property(key, (text) => {
      const parts = text.split('/');
      if (parts.length > 2) {
        expect(() => splitMetaNamespaceKey(text)).toThrow(KeyError);
        return;
      }
      const name = splitMetaNamespaceKey(text);
      expect(name).toEqual(
        parts.length === 2 ? { namespace: parts[0], name: parts[1] } : { namespace: '', name: text },
      );
      // An empty namespace leaves no slash.
      expect(keyOfName(name)).toBe(text.startsWith('/') ? text.slice(1) : text);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

describe('the key of what was deleted', () => {
  const configMap: KubernetesObject = { metadata: { name: 'testname', namespace: 'testnamespace' } };
  const bare = (key: string): DeletedFinalStateUnknown<KubernetesObject> =>
    new DeletedFinalStateUnknown<KubernetesObject>(key, undefined);

  test('TestDeletedObjectGetKey: an object and its tombstone have the same key', () => {
    const tombstone = new DeletedFinalStateUnknown('testnamespace/testname', configMap);
    expect(deletionHandlingMetaNamespaceKey(configMap)).toBe('testnamespace/testname');
    expect(deletionHandlingMetaNamespaceKey(tombstone)).toBe('testnamespace/testname');
    expect(deletionHandlingMetaNamespaceKey(bare('testnamespace/testname'))).toBe('testnamespace/testname');
    expect(deletionHandlingMetaNamespaceKey(bare('a/b/c'))).toBe('a/b/c');
  });
});
