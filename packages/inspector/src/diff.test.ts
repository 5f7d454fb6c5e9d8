import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyDeep } from '../../kube-informers/src/util/deep.js';
import { equalDeep } from '../../kube-informers/src/util/json-values.js';
import { parseJson } from '../../kube-informers/src/util/json.js';
import { differenceOf, maxCompared, maxFields, maxValueLength } from './diff.js';

const fieldsOf = (before: unknown, after: unknown) => differenceOf(before, after).fields;

describe('differenceOf', () => {
  test('lists the fields that were added, changed and removed', () => {
    expect(
      fieldsOf(
        { metadata: { labels: { app: 'web', old: 'x' } }, spec: { replicas: 1 }, list: [1, 2] },
        { metadata: { labels: { app: 'cart', 'a.b/c': 'y' } }, spec: { replicas: 1 }, list: [1, 3, 4] },
      ),
    ).toEqual([
      { path: 'metadata.labels.app', before: '"web"', after: '"cart"' },
      { path: 'metadata.labels.old', before: '"x"', after: undefined },
      { path: 'metadata.labels["a.b/c"]', before: undefined, after: '"y"' },
      { path: 'list[1]', before: '2', after: '3' },
      { path: 'list[2]', before: undefined, after: '4' },
    ]);
  });

  test('leaves out what changes with every write', () => {
    const object = (version: string) => ({
      metadata: { resourceVersion: version, managedFields: [{ time: version }], name: 'a' },
    });
    expect(fieldsOf(object('1'), object('2'))).toEqual([]);
  });

  test('has no fields exactly if the values are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(fieldsOf(a, copyDeep(a))).toEqual([]);
        const same = equalDeep({ a }, { a: b });
        expect(fieldsOf({ a }, { a: b }).length === 0).toBe(same);
      }),
    );
  });

  test('is bounded for objects that are huge, wide or deep', () => {
    const wide = Object.fromEntries(Array.from({ length: maxFields + 1 }, (_, n) => [`f${n}`, n]));
    expect(differenceOf({}, wide)).toMatchObject({ more: true });
    expect(differenceOf({ a: {} }, { a: wide })).toMatchObject({ more: true, fields: { length: maxFields } });
    const huge = Array.from({ length: maxCompared + 1 }, (_, n) => n);
    expect(differenceOf({ a: [] }, { a: huge })).toEqual({ fields: [], more: true });
    const deep = (leaf: number): unknown => {
      let value: unknown = leaf;
      for (let depth = 0; depth < 10_000; depth++) value = { a: value };
      return value;
    };
    expect(fieldsOf(deep(1), deep(2))[0]).toMatchObject({ before: '1', after: '2' });
    const [field] = fieldsOf({ a: 1 }, { a: deep(1) });
    expect(field?.after?.length).toBeLessThanOrEqual(maxValueLength + 1);
    expect(fieldsOf({ a: '' }, { a: 'x'.repeat(1e6) })[0]?.after).toHaveLength(maxValueLength + 1);
  });
});

test('tells integers apart that round to the same number', () => {
  expect(
    fieldsOf(
      parseJson('{"spec":{"id":9007199254740993}}'),
      parseJson('{"spec":{"id":9007199254740992,"all":{"ids":[9007199254740993]}}}'),
    ),
  ).toEqual([
    { path: 'spec.id', before: '9007199254740993', after: '9007199254740992' },
    { path: 'spec.all', before: undefined, after: '{"ids":[9007199254740993]}' },
  ]);
});
