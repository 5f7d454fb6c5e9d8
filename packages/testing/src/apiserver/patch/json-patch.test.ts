import { expect, test } from 'vitest';
import { applyJsonPatch, PatchApplyError, PatchSyntaxError } from './json-patch.js';

test.each([
  // RFC 6902, appendix A.
  ['A.1', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
  [
    'A.2',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  ['A.4', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
  ['A.5', { baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo' }],
  [
    'A.6',
    { foo: { bar: 1, waldo: 2 }, qux: {} },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 1 }, qux: { thud: 2 } },
  ],
  [
    'A.7',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  [
    'A.10',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  ['A.11', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }], { foo: 'bar', baz: 'qux' }],
  ['A.14', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  ['A.16', { foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['abc'] }], { foo: ['bar', ['abc']] }],
  ['the whole document', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  [
    'an item replaced in its place',
    { l: [1, 2, 3] },
    [{ op: 'replace', path: '/l/1', value: 9 }],
    { l: [1, 9, 3] },
  ],
  ['an empty field name', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
])('%s', (_name, document, patch, result) => {
  const before = structuredClone(document);
  expect(applyJsonPatch(document, patch)).toEqual(result);
  expect(document).toEqual(before);
});

test.each([
  ['A.9', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }]],
  ['A.12', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }]],
  ['A.15', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }]],
  ['an index beyond the end', { l: [1] }, [{ op: 'add', path: '/l/2', value: 1 }]],
  ['a move into itself', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }]],
  ['a copy from nowhere', {}, [{ op: 'copy', from: '/a/b', path: '/b' }]],
  ['a move of nothing', {}, [{ op: 'move', from: '/a', path: '/b' }]],
  ['an unknown operation', {}, [{ op: 'spam', path: '/a' }]],
  ['no operation', {}, [{}]],
  ['no path', {}, [{ op: 'add' }]],
  ['no origin', { a: 1 }, [{ op: 'move', path: '/a' }]],
  ['an inherited field', {}, [{ op: 'remove', path: '/constructor' }]],
])('%s does not apply', (_name, document, patch) => {
  expect(() => applyJsonPatch(document, patch)).toThrow(PatchApplyError);
});

test.each([[{}], [[5]], [[{ op: 3 }]]])('%j is not a patch', (patch) => {
  expect(() => applyJsonPatch({ a: 1 }, patch)).toThrow(PatchSyntaxError);
});

test('a field named __proto__ is a field like any other', () => {
  const result = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
  expect(Object.keys(Object(result) as object)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});

test('what is missing is null', () => {
  const patch = [
    { op: 'copy', from: '/a', path: '/b' },
    { op: 'replace', path: '/c', value: 1 },
    { op: 'add', path: '/d' },
    { op: 'test', path: '/e', value: null },
  ];
  expect(applyJsonPatch({}, patch)).toEqual({ b: null, c: 1, d: null });
});

test('null is an empty patch', () => {
  expect(applyJsonPatch({ a: 1 }, null)).toEqual({ a: 1 });
});

test('indexes may count from the end, and may have leading zeros', () => {
  const patch = [
    { op: 'replace', path: '/a/-1', value: 9 },
    { op: 'add', path: '/a/01', value: 5 },
  ];
  expect(applyJsonPatch({ a: [1, 2, 3] }, patch)).toEqual({ a: [1, 5, 2, 9] });
});

test('a path without a slash is invalid; the part before the first slash is ignored', () => {
  expect(() => applyJsonPatch({ a: 1 }, [{ op: 'add', path: 'a', value: 2 }])).toThrow(PatchApplyError);
  expect(applyJsonPatch({ a: 1 }, [{ op: 'add', path: 'x/b', value: 2 }])).toEqual({ a: 1, b: 2 });
});

test('repeated copies are limited to 3 MiB, like JSONPatchMaxCopyBytes', () => {
  const copies = Array.from({ length: 40 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }));
  expect(() => applyJsonPatch({ a: ['x'] }, copies)).toThrow(
    /accumulated size increase of copy is \d+, exceeding the limit 3145728/,
  );
});
