import { expect, test } from 'vitest';
import { applyMergePatch } from './merge-patch.js';

// RFC 7396, appendix A.
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  // Not of the RFC: objects in lists.
  [{}, { a: [null, { b: null, c: [{ d: null }] }] }, { a: [null, { c: [{}] }] }],
  [{ a: [1] }, { a: [{ b: null }] }, { a: [{}] }],
  [{ a: {} }, { a: [{ b: null }] }, { a: [{ b: null }] }],
])('%j patched with %j is %j', (target, patch, result) => {
  const before = structuredClone(target);
  expect(applyMergePatch(target, patch)).toEqual(result);
  expect(target).toEqual(before);
});

test('a field named __proto__ is a field like any other', () => {
  const result = applyMergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(Object.keys(Object(result) as object)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});
