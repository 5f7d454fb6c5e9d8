import { expect, test } from 'vitest';
import { concealSecret, isConcealed, isSecret, mayHoldSecrets } from './conceal-secrets.js';

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'login',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}',
      a: 'b',
    },
  },
  type: 'Opaque',
  data: { password: 'aHVudGVyMg==', empty: '' },
  stringData: { password: 'hunter2' },
};

test('leaves out every value of a Secret, and what kubectl apply wrote about it', () => {
  expect(isSecret(secret)).toBe(true);
  const text = JSON.stringify(concealSecret(secret));
  expect(text).not.toMatch(/aHVudGVyMg|hunter2/);
  expect(concealSecret(secret)).toMatchObject({
    type: 'Opaque',
    metadata: { name: 'login', annotations: { a: '(not shown)' } },
    data: { password: '(not shown)', empty: '(not shown)' },
  });
});

test('shows which values of a Secret changed, but not the values', () => {
  const before = { ...secret, data: { password: 'aHVudGVyMg==', same: 'YQ==' }, decoded: { deep: ['a'] } };
  const after = {
    ...secret,
    data: { password: 'c2VjcmV0', same: 'YQ==', more: 'Yg==' },
    decoded: { deep: ['b'] },
  };
  expect(concealSecret(after, before)).toMatchObject({
    type: 'Opaque',
    data: { password: '(not shown, changed)', same: '(not shown)', more: '(not shown)' },
    stringData: { password: '(not shown)' },
    decoded: '(not shown, changed)',
  });
  expect(concealSecret(before, before)).toEqual(concealSecret(before));
});

test('does not change the object, and takes odd ones', () => {
  const before = structuredClone(secret);
  concealSecret(secret);
  expect(secret).toEqual(before);
  for (const odd of [undefined, null, 'text', { kind: 'Secret', data: 5, metadata: null }])
    expect(() => JSON.stringify(concealSecret(odd))).not.toThrow();
  expect(isSecret({ apiVersion: 'example.com/v1', kind: 'Secret' })).toBe(false);
});

test('sends the identity of a Secret, and only the names of its other fields', () => {
  const metadata = {
    name: 'login',
    namespace: 'a',
    uid: 'u',
    resourceVersion: '7',
    generation: 2,
    creationTimestamp: '2026-01-01T00:00:00Z',
    deletionTimestamp: '2026-01-02T00:00:00Z',
    labels: { app: 'web' },
    finalizers: ['example.com/keep'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'v', controller: true }],
  };
  const shown = { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', immutable: true, metadata };
  expect(concealSecret(shown)).toEqual(shown);
  expect(
    concealSecret({
      ...shown,
      type: { password: 'hunter2' },
      decoded: { password: 'hunter2' },
      metadata: { ...metadata, managedFields: [{ manager: 'me' }], labels: { app: ['hunter2'] } },
    }),
  ).toEqual({
    ...shown,
    type: '(not shown)',
    decoded: '(not shown)',
    metadata: { ...metadata, managedFields: '(not shown)', labels: { app: '(not shown)' } },
  });
});

test('the resource of an informer decides, and a Secret of any other is concealed', () => {
  const secrets = { group: '', resource: 'secrets' };
  const pods = { group: '', resource: 'pods' };
  const bare = { metadata: { name: 'login' }, data: {} };
  for (const object of [bare, secret, { ...bare, kind: 'Pod' }, 'text'])
    expect(isConcealed(object, secrets)).toBe(true);
  expect(isConcealed(undefined, secrets)).toBe(false);
  expect([isConcealed(bare, pods), isConcealed(secret, pods)]).toEqual([false, true]);
  // An informer with a source of its own: its objects have to show what they are.
  for (const object of [bare, secret, { ...bare, kind: 'PartialObjectMetadata' }])
    expect(isConcealed(object, undefined)).toBe(true);
  expect(isConcealed({ ...bare, kind: 'Pod' }, undefined)).toBe(false);
  expect(
    [secrets, undefined, pods, { group: 'example.com', resource: 'secrets' }].map(mayHoldSecrets),
  ).toEqual([true, true, false, false]);
});
