import { expect, test } from 'vitest';
import { parseJson } from '../../kube-informers/src/util/json.js';
import { brief, changesBetween } from './changes.js';

test('returns the fields that differ, with old and new value', () => {
  const before = { spec: { replicas: 2, image: 'a' }, status: { ready: true } };
  const after = { spec: { replicas: 3, image: 'a' }, status: { ready: true, phase: 'Running' } };
  expect(changesBetween(before, after)).toEqual([
    { path: 'spec.replicas', from: 2, to: 3 },
    { path: 'status.phase', from: undefined, to: 'Running' },
  ]);
});

test('reports a removed field as a change to undefined, also within arrays', () => {
  expect(changesBetween({ list: [{ a: 1 }, { b: 2 }] }, { list: [{ a: 5 }] })).toEqual([
    { path: 'list[0].a', from: 1, to: 5 },
    { path: 'list[1]', from: { b: 2 }, to: undefined },
  ]);
});

test('leaves out resourceVersion and managedFields, which change with every write', () => {
  const before = { metadata: { resourceVersion: '1', managedFields: [1] } };
  const after = { metadata: { resourceVersion: '2', managedFields: [2] } };
  expect(changesBetween(before, after)).toEqual([]);
});

test('stops at the limit', () => {
  expect(changesBetween({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 2 }, 2)).toHaveLength(2);
});

test('formats a value on one line and truncates it', () => {
  expect(brief(undefined)).toBe('<none>');
  expect(brief('x'.repeat(10), 5)).toBe('xxxx…');
  expect(brief({ a: [1] })).toBe('{"a":[1]}');
});

test('tells integers apart that round to the same number', () => {
  const changes = changesBetween(
    parseJson('{"spec":{"id":9007199254740993,"ids":[9007199254740993,1]}}'),
    parseJson('{"spec":{"id":9007199254740992,"ids":[9007199254740993,1]}}'),
  );
  expect(changes.map(({ path, from, to }) => `${path}: ${brief(from)} -> ${brief(to)}`)).toEqual([
    'spec.id: 9007199254740993 -> 9007199254740992',
  ]);
});
