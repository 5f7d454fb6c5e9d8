import { describe, expect, test } from 'vitest';
import { typeOfKind } from '../types/type-table.js';
import { fieldSetFrom, fieldSetOf, FieldSetError, shownPath } from './field-set.js';
import type { FieldSet } from './field-set.js';
import { atomOfSchema, atomOfType, untypedDeduced } from './schema.js';
import type { Atom } from './schema.js';
import { TypedValue } from './typed-value.js';

const deployment = typeOfKind('apps', 'v1', 'Deployment');
if (deployment === undefined) throw new Error('there is no Deployment');
const atom = atomOfType(deployment);

function typed(value: unknown, type: Atom = atom): TypedValue {
  return new TypedValue(value, type, 'v1');
}

function shown(set: FieldSet): string[] {
  const paths: string[] = [];
  set.forEach((path) => paths.push(shownPath(path)));
  return paths;
}

const containers = (...list: unknown[]): object => ({ spec: { template: { spec: { containers: list } } } });

describe('validation', () => {
  test.each([
    [{ spec: { replicas: '1' } }, '.spec.replicas: expected numeric (int or float), got string'],
    [{ spec: { paused: 'yes' } }, '.spec.paused: expected boolean, got &{yes}'],
    [{ spec: [] }, '.spec: expected map, got &{[]}'],
    [{ metadata: { labels: { a: 5 } } }, '.metadata.labels.a: expected string, got &value.valueUnstructured{Value:5}'],
    [{ metadata: { finalizers: { a: 'b' } } }, '.metadata.finalizers: expected list, got &{map[a:b]}'],
    [{ metadata: { finalizers: [null] } }, ".metadata.finalizers: element 0: associative list without keys has an element that's an explicit null"],
    [{ metadata: { finalizers: [[]] } }, '.metadata.finalizers: element 0: not supported: associative list with lists as elements'],
    [{ metadata: { finalizers: ['a', 'a'] } }, '.metadata.finalizers: duplicate entries for key [="a"]'],
    [{ metadata: { creationTimestamp: {} } }, '.metadata.creationTimestamp: expected any scalar, got &{map[]}'],
    [containers('a'), '.spec.template.spec.containers: element 0: associative list with keys may not have non-map elements'],
    [containers(null), '.spec.template.spec.containers: element 0: associative list with keys may not have a null element'],
    [containers({ name: 'c', port: 1 }), '.spec.template.spec.containers[name="c"].port: field not declared in schema'],
    [containers({ name: 'c', args: [1] }), '.spec.template.spec.containers[name="c"].args[0]: expected string, got &value.valueUnstructured{Value:1}'],
    [containers({ name: 'c', ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'TCP' }] }),
      '.spec.template.spec.containers[name="c"].ports: duplicate entries for key [containerPort=1,protocol="TCP"]'],
    [{ spec: { replicas: 'a', paused: 1 } }, 'errors:\n  .spec.paused: expected boolean, got &{1}\n  .spec.replicas: expected numeric (int or float), got string'],
  ])('%j is refused: %s', (value, problem) => {
    expect(() => typed(value).validate()).toThrow(new Error(problem));
  }); // prettier-ignore

  test('accepts null everywhere, and duplicates on demand', () => {
    typed({ metadata: null, spec: { replicas: null, template: { spec: { containers: null } } } }).validate();
    typed({ metadata: { finalizers: ['a', 'a'] } }).validate({ allowDuplicates: true });
  });

  test('a list key without default may not be missing in all of its items', () => {
    const type = typeOfKind('', 'v1', 'ServiceAccount');
    if (type === undefined) throw new Error('there is no ServiceAccount');
    const value = { secrets: [{ uid: 'u' }], imagePullSecrets: [{}] };
    expect(() => typed(value, atomOfType(type)).validate()).toThrow(
      `.secrets: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn't have default values for any key fields)`,
    );
  });

  test('reports a limited number of errors, so that deep paths cost no more than the value', () => {
    const labels = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`l${index}`, index]));
    let message = '';
    try {
      typed({ metadata: { labels } }).validate();
    } catch (error) {
      message = String(error);
    }
    expect(message.split('\n')).toHaveLength(101);
  });
});

describe('schemas of custom resources', () => {
  const property = (schema: object): Atom => atomOfSchema({ type: 'object', properties: { a: schema } });
  const free = { 'x-kubernetes-preserve-unknown-fields': true };

  test.each([
    [{ type: 'object' }, { b: { c: [1] } }, ['.a.b', '.a.b.c']],
    [{ type: 'object', ...free, properties: { b: { type: 'object', properties: { c: { type: 'string' } } } } }, { b: { d: 1 }, e: [] }, ['.a.e', '.a.b.d']],
    [{ 'x-kubernetes-int-or-string': true }, '1', ['.a']],
    [free, [1], ['.a']],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { b: 1 }, ['.a.b']],
    [{ type: 'object', additionalProperties: { type: 'integer' }, 'x-kubernetes-map-type': 'atomic' }, { b: 1 }, ['.a']],
    [{ type: 'array', items: { type: 'string' } }, ['b', 'b'], ['.a']],
    [{ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }, ['b'], ['.a[="b"]']],
    [{ type: 'object', 'x-kubernetes-embedded-resource': true }, { kind: 'K', metadata: { labels: { b: 'c' } } }, ['.a.kind', '.a.metadata.labels.b']],
  ])('%j: %j', (schema, value, paths) => {
    const object = typed({ a: value }, property(schema)).validate();
    expect(shown(object.toFieldSet())).toEqual(paths);
  }); // prettier-ignore

  test('a string with a format may be any scalar, and unknown fields are refused', () => {
    typed({ a: 5 }, property({ type: 'string', format: 'date' })).validate();
    expect(() => typed({ a: 5 }, property({ type: 'string' })).validate()).toThrow('.a: expected string');
    expect(() => typed({ b: 5 }, property({ type: 'string' })).validate()).toThrow('.b: field not declared');
    expect(() =>
      typed({ a: { b: 1 } }, property({ type: 'object', additionalProperties: false })).validate(),
    ).toThrow('.a.b: field not declared');
  });
});

describe('sets of fields', () => {
  test('TestSerializeV1: a set is read as it was written, whatever the order of its keys', () => {
    const fields = {
      'f:a': { '.': {}, 'k:{"b":1,"a":"<"}': { '.': {}, 'f:c': {} }, 'v:1': {}, 'v:null': {}, 'i:2': {} },
      'x:later': { 'f:b': {} },
    };
    expect(fieldSetFrom(fields).toFields()).toEqual({
      'f:a': {
        '.': {},
        'k:{"a":"\\u003c","b":1}': { '.': {}, 'f:c': {} },
        'v:1': {},
        'v:null': {},
        'i:2': {},
      },
    });
    expect(shown(fieldSetFrom(fields))).toEqual([
      '.a',
      '.a[a="<",b=1]',
      '.a[=1]',
      '.a[=null]',
      '.a[2]',
      '.a[a="<",b=1].c',
    ]);
  });

  test.each([
    { 'f:a': 1 },
    { f: {} },
    { abc: {} },
    { 'v:': {} },
    { 'v:{': {} },
    { 'k:1': {} },
    { 'i:a': {} },
  ])('refuses %j', (fields) => {
    expect(() => fieldSetFrom(fields)).toThrow(FieldSetError);
  });

  test('TestSetDifference, TestSetIntersection, TestSetUnion: a value is not its parts', () => {
    const [a, ab, ac] = [['f:a'], ['f:a', 'f:b'], ['f:a', 'f:c']];
    const both = fieldSetOf(a, ab);
    expect(shown(both.difference(fieldSetOf(a)))).toEqual(['.a.b']);
    expect(shown(both.recursiveDifference(fieldSetOf(a)))).toEqual([]);
    expect(shown(both.intersection(fieldSetOf(ab, ac)))).toEqual(['.a.b']);
    expect(shown(both.union(fieldSetOf(ac)))).toEqual(['.a', '.a.b', '.a.c']);
    expect([both.size, both.has(ab), both.has(ac), both.has([])]).toEqual([2, true, false, false]);
  });

  test('TestPathElementSet: fields come first, then items by their keys, values and indexes', () => {
    const elements = ['i:10', 'i:9', 'v:true', 'v:"a"', 'v:2', 'v:10', 'k:{"a":2}', 'k:{"a":1,"b":0}', 'f:b', 'f:a'];
    expect(shown(fieldSetOf(...elements.map((element) => [element])))).toEqual(
      ['.a', '.b', '[a=1,b=0]', '[a=2]', '[=2]', '[=10]', '[="a"]', '[=true]', '[9]', '[10]'],
    );
  }); // prettier-ignore
});

describe('values', () => {
  test('TestCompare: a change of type is a change of the whole, and of its parts', () => {
    const before = typed({ a: { b: 1 }, c: [1], d: null, e: 1 }, untypedDeduced);
    const { removed, modified, added } = before.compare(
      typed({ a: 1, c: [1, 2], d: {}, f: {} }, untypedDeduced),
    );
    expect([shown(removed), shown(modified), shown(added)]).toEqual([
      ['.e', '.a.b'],
      ['.a', '.c', '.d'],
      ['.f'],
    ]);
  });

  test('TestRemove: what loses all its content becomes null', () => {
    const value = typed({ metadata: { labels: { a: '1' }, finalizers: ['x'] }, spec: { replicas: 1 } });
    const items = fieldSetOf(
      ['f:metadata', 'f:labels', 'f:a'],
      ['f:metadata', 'f:finalizers', 'v:"x"'],
      ['f:spec'],
    );
    expect(value.removeItems(items).value).toEqual({ metadata: { labels: null, finalizers: null } });
  });

  test('TestMerge: keys named like members of an object are fields like any other', () => {
    const value: unknown = JSON.parse('{"data":{"__proto__":{"a":"1"},"constructor":"2"}}');
    const merged = typed({ data: { b: '3' } }, untypedDeduced).merge(typed(value, untypedDeduced));
    expect(JSON.stringify(merged.value)).toBe('{"data":{"b":"3","__proto__":{"a":"1"},"constructor":"2"}}');
    expect(shown(merged.toFieldSet())).toContain('.data.__proto__.a');
  });

  test('takes values that are as deep as a body may be', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 1000; depth++) value = { a: value };
    const deep = typed(value, untypedDeduced).validate();
    const fields = deep.toFieldSet();
    expect(fieldSetFrom(fields.toFields()).difference(fields).isEmpty).toBe(true);
    expect(deep.merge(deep).compare(deep).modified.isEmpty).toBe(true);
    expect(deep.removeItems(fields).value).toBeNull();
  });
});
