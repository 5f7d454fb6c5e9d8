import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './json.js';
import { compareJson, equalDeep, exactMembers, sameScalar } from './json-values.js';
import type { CompareOptions, FieldChange } from './json-values.js';

const [one, next] = [9_007_199_254_740_992n, 9_007_199_254_740_993n];

function changes(before: unknown, after: unknown, options?: CompareOptions): FieldChange[] {
  const found: FieldChange[] = [];
  compareJson(before, after, (change) => found.push(change) > 0, options);
  return found;
}

describe('equalDeep', () => {
  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: undefined }, { a: null }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: '1' }, false],
    [[1, 2], [2, 1], false],
    [[1], [1, undefined], false],
    [[], {}, false],
    [null, {}, false],
    [Number.NaN, Number.NaN, true],
    ['a', 'a', true],
  ])('of %j and %j is %s', (one, other, expected) => {
    expect(equalDeep(one, other)).toBe(expected);
    expect(equalDeep(other, one)).toBe(expected);
  });

  test('compares a member named __proto__', () => {
    const [one, other] = [1, 2].map((n) => JSON.parse(`{"__proto__":{"a":${n}}}`) as unknown);
    expect(equalDeep(one, other)).toBe(false);
  });

  test('knows long integers exactly, and what is left of them in a copy', () => {
    const [a, b] = [one, next].map((id) => parseJson(`{"spec":{"id":${id},"ids":[${id}]}}`));
    expect(equalDeep(a, b)).toBe(false);
    expect(equalDeep(a, { spec: { id: one, ids: [one] } })).toBe(true);
    expect(equalDeep(a, { spec: { id: next, ids: [one] } })).toBe(false);
    // The copy may be of either.
    expect(equalDeep(a, structuredClone(b))).toBe(true);
    expect(equalDeep({ n: 5n }, { n: 5 })).toBe(true);
    expect(equalDeep({ n: 5n }, { n: 5.5 })).toBe(false);
  });

  test('does not use the text of a number that was changed', () => {
    const [a, b] = [one, next].map((id) => parseJson(`{"id":${id}}`) as object);
    expect(equalDeep({ ...a, id: 5 }, { ...b, id: 5 })).toBe(true);
    expect(changes({ ...a, id: 5 }, { ...b, id: 5 })).toEqual([]);
    expect(changes({ ...a, id: 5 }, b)).toEqual([{ path: 'id', before: 5, after: next }]);
  });
});

describe('compareJson', () => {
  test('finds what was added, changed and removed, at its deepest place and in order', () => {
    const before = { a: 1, b: { 'x.y': 1, z: [1, { c: 2 }] }, gone: null };
    const after = { b: { 'x.y': 2, z: [1, { c: 3 }, 4] }, a: 1, new: [] };
    expect(changes(before, after)).toEqual([
      { path: 'b["x.y"]', before: 1, after: 2 },
      { path: 'b.z[1].c', before: 2, after: 3 },
      { path: 'b.z[2]', before: undefined, after: 4 },
      { path: 'gone', before: null, after: undefined },
      { path: 'new', before: undefined, after: [] },
    ]);
  });

  test('lists of different lengths differ as a whole if that is asked for', () => {
    expect(changes({ a: [1, 2] }, { a: [1] }, { wholeLists: true })).toEqual([
      { path: 'a', before: [1, 2], after: [1] },
    ]);
    expect(changes({ a: [1, 2] }, { a: [1, 3] }, { wholeLists: true })).toMatchObject([{ path: 'a[1]' }]);
  });

  test('leaves out what is ignored, and ends early', () => {
    const ignored = new Set(['a.b']);
    expect(changes({ a: { b: 1, c: 1 } }, { a: { b: 2, c: 2 } }, { ignored })).toMatchObject([
      { path: 'a.c' },
    ]);
    const long = Array.from({ length: 20_000 }, (_, index) => index);
    expect(compareJson(long, [], () => true)).toBe(true);
    expect(compareJson(long, [], () => false)).toBe(false);
    expect(compareJson(long, [], () => true, { maxCompared: 1000 })).toBe(false);
    expect(compareJson(long, [...long], () => true, { maxCompared: 1000 })).toBe(false);
  });

  test('compares values of any depth', () => {
    const [a, b] = [1, 2].map((leaf) => {
      let value: unknown = leaf;
      for (let depth = 0; depth < 20_000; depth++) value = depth % 2 === 0 ? [value] : { a: value };
      return value;
    });
    expect(changes(a, b)).toMatchObject([{ before: 1, after: 2 }]);
    expect(equalDeep(a, b)).toBe(false);
  });

  test('takes linear time for a list of long integers', () => {
    const list = parseJson(`[${Array.from({ length: 50_000 }, () => String(next)).join(',')}]`);
    expect(changes(list, structuredClone(list))).toEqual([]);
    expect(exactMembers(list)).toHaveLength(50_000);
  });

  test('agrees with equality, and with a reference that reads integers as texts', () => {
    const number = fc.oneof(
      fc.constantFrom(one - 1n, one, next, -next, 2n ** 63n, 2n ** 64n, 2n ** 64n + 1n),
      fc.integer(),
    );
    const leaf = fc.oneof(number.map(String), fc.constantFrom('null', 'true', '"a"', '{}', '[]'));
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc
          .uniqueArray(fc.tuple(fc.constantFrom('p', 'q', 'r'), tie('tree')), { selector: ([name]) => name })
          .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
      ),
    }));
    const reference = (text: string): unknown => sorted(JSON.parse(text.replaceAll(/-?\d+/g, '"$&"')));
    fc.assert(
      fc.property(tree, tree, (left, right) => {
        // In an object, which has the text of a long number.
        const [a, b] = [left, right].map((text) => parseJson(`{"v":${text}}`));
        const isSame = JSON.stringify(reference(left)) === JSON.stringify(reference(right));
        expect(equalDeep(a, b)).toBe(isSame);
        expect(changes(a, b).length === 0).toBe(isSame);
        for (const { before, after } of changes(a, b))
          expect(sameScalar(before, after) && typeof before !== 'object').toBe(false);
        expect(changes(a, parseJson(`{"v":${left}}`))).toEqual([]);
      }),
      { seed: 20_261_129, numRuns: 1000 },
    );
  });
});

/** A value with its members in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
