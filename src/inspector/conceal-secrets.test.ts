import { expect, test } from 'vitest';
import { concealSecret, isSecret } from './conceal-secrets.js';

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
    metadata: { name: 'login', annotations: { a: 'b' } },
    data: { password: '(12 characters, not shown)', empty: '(0 characters, not shown)' },
  });
});

test('does not change the object, and takes odd ones', () => {
  const before = structuredClone(secret);
  concealSecret(secret);
  expect(secret).toEqual(before);
  for (const odd of [undefined, null, 'text', { kind: 'Secret', data: 5, metadata: null }])
    expect(() => concealSecret(odd)).not.toThrow();
  expect(isSecret({ apiVersion: 'example.com/v1', kind: 'Secret' })).toBe(false);
});
