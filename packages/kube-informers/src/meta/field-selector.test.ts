import { describe, expect, test } from 'vitest';
import { parseJson } from '../util/json.js';
import {
  escapeFieldValue,
  fieldSelectorFromSet,
  fieldValue,
  nothingFields,
  parseFieldSelector,
} from './field-selector.js';
import type { FieldSelector, FieldTransform } from './field-selector.js';
import { SelectorError } from './selector-error.js';

describe('TestSelectorParse', () => {
  test.each(['x=a,y=b,z=c', '', 'x!=a,y=b', 'x=a||y\\=b', 'x=a\\=\\=b'])(
    '%s is printed unchanged',
    (text) => {
      expect(parseFieldSelector(text).toString()).toBe(text);
    },
  );

  // Right column: what the API server (1.37) answers with.
  test.each<[string, number, string]>([
    ['x=a||y=b', 6, 'invalid field selector: unescaped character in value: 61'],
    ['x==a==b', 4, 'invalid field selector: unescaped character in value: 61'],
    ['x=a,b', 4, "invalid selector: 'x=a,b'; can't understand 'b'"],
    ['x in (a)', 0, "invalid selector: 'x in (a)'; can't understand 'x in (a)'"],
    ['x in (a,b,c)', 8, "invalid selector: 'x in (a,b,c)'; can't understand 'b'"],
    ['x', 0, "invalid selector: 'x'; can't understand 'x'"],
    ['metadata.name=a\\b', 15, 'invalid field selector: invalid escape sequence: \\b'],
    ['metadata.name=a\\😀', 15, 'invalid field selector: invalid escape sequence: \\😀'],
    ['metadata.name=a\\', 15, 'invalid field selector: invalid escape sequence: \\'],
    ['a=b,c=\\\\\\', 8, 'invalid field selector: invalid escape sequence: \\'],
  ])('TestEscapeValue: %s is rejected at %i', (text, position, detail) => {
    const parse = () => parseFieldSelector(text);
    expect(parse).toThrow(expect.objectContaining({ code: 'ERR_SELECTOR', position, detail }));
    expect(parse).toThrow(SelectorError);
    expect(parse).toThrow(`field selector ${JSON.stringify(text)}, position `);
  });

  test('the error contains what was expected', () => {
    expect(() => parseFieldSelector('status')).toThrow(
      'field selector "status", position 0: found "status", expected FIELD=VALUE or FIELD!=VALUE',
    );
    expect(() => parseFieldSelector('a=b=c')).toThrow('position 3: "=" in a value must be written "\\="');
    expect(() => parseFieldSelector('a=\\x')).toThrow('position 2: after "\\" expected "\\", "," or "="');
  });

  test('of a long selector the error contains at most 1000 characters, control characters as escapes', () => {
    const message = expect.stringMatching(/^field selector "\\u202e[^\u202e]{1,600} … .{300}$/) as string;
    expect(() => parseFieldSelector('\u202e'.repeat(5000))).toThrow(expect.objectContaining({ message }));
  });
});

describe('TestSplitTerms, TestSplitTerm', () => {
  test.each([
    ['a=avalue', 'a = avalue'],
    ['b==value', 'b = value'],
    ['c!=value', 'c != value'],
    ['a=', 'a = '],
    ['=a', ' = a'],
    ['a!b=c', 'a!b = c'],
    ['c!=cvalue,a=avalue,b==bvalue', 'a = avalue; b = bvalue; c != cvalue'],
    ['a=a,', 'a = a'],
    [',a=a', 'a = a'],
    [',,', ''],
    ['k=\\,,l=v2', 'k = ,; l = v2'],
    ['k=\\\\,l=v2', 'k = \\; l = v2'],
    ['k=\\\\\\,,l=v2', 'k = \\,; l = v2'],
    ['k=\\=', 'k = ='],
    ['함=수,목=록', '목 = 록; 함 = 수'],
  ])('%s', (text, terms) => {
    const requirements = parseFieldSelector(text).requirements();
    expect(
      requirements.map(({ field, operator, value }) => [field, operator, value].join(' ')).join('; '),
    ).toBe(terms);
  });
});

test.each([
  ['', ''],
  ['a', 'a'],
  ['=', '\\='],
  [',', '\\,'],
  ['\\', '\\\\'],
  ['\\=\\,\\', '\\\\\\=\\\\\\,\\\\'],
])('TestEscapeValue: %j', (value, escaped) => {
  expect(escapeFieldValue(value)).toBe(escaped);
  expect(parseFieldSelector(`x=${escaped}`).requiresExactMatch('x')).toBe(value);
});

test('TestDeterministicParse: the order of terms does not matter', () => {
  expect(parseFieldSelector('x=a,a=x').toString()).toBe(parseFieldSelector('a=x,x=a').toString());
});

describe('TestSelectorMatches', () => {
  const fields = { foo: 'bar', baz: 'blah', complex: '=value\\,\\' };
  test.each<[string, Record<string, string>, boolean]>([
    ['', { x: 'y' }, true],
    ['x=y', { x: 'y' }, true],
    ['x=y,z=w', { x: 'y', z: 'w' }, true],
    ['x!=y,z!=w', { x: 'z', z: 'a' }, true],
    ['notin=in', { notin: 'in' }, true],
    ['x=y', { x: 'z' }, false],
    ['x=y,z=w', { x: 'w', z: 'w' }, false],
    ['x!=y,z!=w', { x: 'z', z: 'w' }, false],
    // An absent field is "".
    ['x=', {}, true],
    ['x!=', {}, false],
    ['x!=y', {}, true],
    ['constructor=', {}, true],
    ['foo=bar', fields, true],
    ['baz=blah', fields, true],
    ['foo=bar,baz=blah', fields, true],
    ['foo=bar,baz=blah,complex=\\=value\\\\\\,\\\\', fields, true],
    ['foo=blah', fields, false],
    ['baz=bar', fields, false],
    ['foo=bar,foobar=bar,baz=blah', fields, false],
  ])('TestFieldHas: %s on %j: %s', (text, set, expected) => {
    expect(parseFieldSelector(text).matches(set)).toBe(expected);
    expect(
      parseFieldSelector(text).matches((field) => (Object.hasOwn(set, field) ? set[field] : undefined)),
    ).toBe(expected);
  });

  test('on an object by its paths: pods with a node that have not finished', () => {
    const scheduled = parseFieldSelector('spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed');
    const pod = (nodeName: string | undefined, phase: string) => ({ spec: { nodeName }, status: { phase } });
    const matches = (object: unknown) => scheduled.matches((path) => fieldValue(object, path));
    expect(matches(pod('node-1', 'Running'))).toBe(true);
    expect(matches(pod('', 'Running'))).toBe(false);
    expect(matches(pod(undefined, 'Pending'))).toBe(false);
    expect(matches(pod('node-1', 'Failed'))).toBe(false);
  });
});

test('TestSetString: TestEverything, TestSetMatches, TestNilMapIsValid, TestSetIsEmpty', () => {
  expect(parseFieldSelector('').matches({ x: 'y' })).toBe(true);
  expect(parseFieldSelector('').isEmpty).toBe(true);
  expect(nothingFields().matches({})).toBe(false);
  expect(nothingFields().isEmpty).toBe(false);
  expect(nothingFields().toString()).toBe('');
  expect(
    nothingFields()
      .transform((field, value) => ({ field, value }))
      .matches({}),
  ).toBe(false);
  expect(fieldSelectorFromSet({ foo: 'bar' }).matches({ foo: 'bar', baz: 'blah' })).toBe(true);
  for (const wrong of [{ foo: '=blah' }, { baz: '=bar' }, { foo: '=bar', foobar: 'bar', baz: 'blah' }])
    expect(fieldSelectorFromSet(wrong).matches({ foo: 'bar', baz: 'blah' })).toBe(false);
  expect(fieldSelectorFromSet({ b: '2', a: '1' }).toString()).toBe('a=1,b=2');
  expect(fieldSelectorFromSet(undefined).isEmpty).toBe(true);
  expect(fieldSelectorFromSet({}).isEmpty).toBe(true);
});

test.each<[string, FieldSelector, string | undefined]>([
  ['empty set', fieldSelectorFromSet({}), undefined],
  ['another field', parseFieldSelector('a=b'), undefined],
  ['the field', parseFieldSelector('test=b'), 'b'],
  ['the field without a value', parseFieldSelector('test='), ''],
  ['not that value', parseFieldSelector('test!=b'), undefined],
  ['nothing', nothingFields(), undefined],
  ['one of two', parseFieldSelector('a=b,test=b'), 'b'],
])('TestRequiresExactMatch: %s', (_, selector, expected) => {
  expect(selector.requiresExactMatch('test')).toBe(expected);
});

describe('TestTransform', () => {
  const same: FieldTransform = (field, value) => ({ field, value });
  const gone = { field: '', value: '' };
  test.each<[string, FieldTransform, string]>([
    ['', same, ''],
    ['a=b,c=d', same, 'a=b,c=d'],
    [
      'a=b,c!=d',
      (field, value) => (field === 'a' ? { field: 'e', value: 'f' } : { field, value }),
      'e=f,c!=d',
    ],
    ['a=b', () => gone, ''],
    ['a=b,c=d,e=f', (field, value) => (field === 'c' ? gone : { field, value }), 'a=b,e=f'],
  ])('%s', (text, transform, expected) => {
    const result = parseFieldSelector(text).transform(transform);
    expect(result.toString()).toBe(expected);
    expect(result.isEmpty).toBe(expected === '');
  });

  test('an error of the function is thrown', () => {
    const refuse: FieldTransform = (field) => {
      throw new Error(`field label not supported: ${field}`);
    };
    expect(() => parseFieldSelector('a=b').transform(refuse)).toThrow('field label not supported: a');
  });
});

describe('TestFieldGet: fieldValue', () => {
  const object = {
    metadata: { name: 'web', generation: 3 },
    spec: { unschedulable: false, hostNetwork: true, nodeName: '' },
    none: null,
  };
  const others = { metadata: { name: 7 }, spec: null, status: { phase: false } };
  test.each<[string, string | undefined]>([
    ['metadata.name', '7'],
    ['metadata.namespace', undefined],
    ['spec.nodeName', undefined],
    ['status.phase', 'false'],
  ])('%s of values that are not strings', (path, expected) => {
    expect(fieldValue(others, path)).toBe(expected);
  });

  test.each<[string, string | undefined]>([
    ['metadata.name', 'web'],
    ['metadata.namespace', undefined],
    ['metadata.generation', '3'],
    ['spec.unschedulable', 'false'],
    ['spec.hostNetwork', 'true'],
    ['spec.nodeName', ''],
    ['status.phase', undefined],
    ['metadata', undefined],
    ['metadata.name.length', undefined],
    ['none', undefined],
    ['none.x', undefined],
    ['constructor.name', undefined],
    ['__proto__.toString', undefined],
    ['', undefined],
  ])('%s', (path, expected) => {
    expect(fieldValue(object, path)).toBe(expected);
  });

  describe.each(['metadata.name', 'metadata.namespace', 'spec.nodeName', 'status.phase', 'spec.hostname'])(
    '%s',
    (path) => {
      const [part = '', field = ''] = path.split('.');
      const own = { [field]: 'web' };

      test('of own members', () => {
        expect(fieldValue({ [part]: own }, path)).toBe('web');
        expect(fieldValue(Object.assign(Object.create(null), { [part]: own }), path)).toBe('web');
        expect(fieldValue(Object.assign(Object.create({ [part]: {} }), { [part]: own }), path)).toBe('web');
      });

      test.each<[string, object]>([
        ['the object', Object.create({ [part]: own }) as object],
        ['its part', { [part]: Object.create(own) as object }],
        ['both', Object.create({ [part]: Object.create(own) as object }) as object],
        ['a __proto__ in braces', { [part]: { __proto__: own } }],
      ])('not of members that %s inherits', (_, object) => {
        expect(fieldValue(object, path)).toBeUndefined();
      });

      test('not of a member named __proto__', () => {
        const object: unknown = JSON.parse(
          `{"__proto__":{"${part}":{"${field}":"web"}},"${part}":{"__proto__":{"${field}":"web"}}}`,
        );
        expect(fieldValue(object, path)).toBeUndefined();
      });
    },
  );

  test('a common path reads only these members and the prototype', () => {
    // Like an object of a compact cache, which other accesses would decode.
    const only = (members: Record<string, unknown>): object =>
      new Proxy(
        {},
        {
          get: (_, name) => members[String(name)],
          getPrototypeOf: () => Object.prototype,
          getOwnPropertyDescriptor: () => expect.unreachable('decoded'),
          has: () => expect.unreachable('decoded'),
          ownKeys: () => expect.unreachable('decoded'),
        },
      );
    expect(fieldValue(only({ metadata: only({ namespace: 'team-1' }) }), 'metadata.namespace')).toBe(
      'team-1',
    );
  });

  test('of values that are not objects', () => {
    for (const value of [undefined, null, 7, 'text']) expect(fieldValue(value, 'length')).toBeUndefined();
  });
});

test('a field that is a long integer is compared exactly', () => {
  const object = parseJson('{"spec":{"id":9007199254740993}}');
  expect(fieldValue(object, 'spec.id')).toBe('9007199254740993');
});
