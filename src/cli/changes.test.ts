import { expect, test } from 'vitest';
import { brief, changesBetween } from './changes.js';

test('changes are the fields that differ, with old and new', () => {
  const before = { spec: { replicas: 2, image: 'a' }, status: { ready: true } };
  const after = { spec: { replicas: 3, image: 'a' }, status: { ready: true, phase: 'Running' } };
  expect(changesBetween(before, after)).toEqual([
    { path: 'spec.replicas', from: 2, to: 3 },
    { path: 'status.phase', from: undefined, to: 'Running' },
  ]);
});

test('a field that is gone is a change to nothing, also within arrays', () => {
  expect(changesBetween({ list: [{ a: 1 }, { b: 2 }] }, { list: [{ a: 5 }] })).toEqual([
    { path: 'list[0].a', from: 1, to: 5 },
    { path: 'list[1]', from: { b: 2 }, to: undefined },
  ]);
});

test('resourceVersion and managedFields are not told: they change with every write', () => {
  const before = { metadata: { resourceVersion: '1', managedFields: [1] } };
  const after = { metadata: { resourceVersion: '2', managedFields: [2] } };
  expect(changesBetween(before, after)).toEqual([]);
});

test('no more changes are looked for than asked', () => {
  expect(changesBetween({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 2 }, 2)).toHaveLength(2);
});

test('a value is shown on one line, cut when it is long', () => {
  expect(brief(undefined)).toBe('<none>');
  expect(brief('x'.repeat(10), 5)).toBe('xxxx…');
  expect(brief({ a: [1] })).toBe('{"a":[1]}');
});
