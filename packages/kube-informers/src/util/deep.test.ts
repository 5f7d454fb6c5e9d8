import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepText, difference, hostileValue, squeezed } from '../../../../test/hostile-json.test-support.js';
import { copyDeep, freezeDeep } from './deep.js';
import { jsonText } from './json.js';

const depth = 100_000;
const deep = (shape: 'arrays' | 'objects' | 'both'): object =>
  JSON.parse(deepText(depth, shape, '-1')) as object;
const shapes = ['arrays', 'objects', 'both'] as const;

/** Deeper than JSON.stringify supports. */
const levels = 10_000;

/** Serialises a small value directly, and inside an object too deep for JSON.stringify. */
function throughDepth(value: unknown): string {
  const around = JSON.parse(deepText(levels, 'arrays', '{"here":0}')) as unknown[];
  let inner: unknown = around;
  while (Array.isArray(inner)) inner = inner[0];
  (inner as { here: unknown }).here = value;
  return jsonText(around).slice(levels + '{"here":'.length, -levels - 1);
}

describe('jsonText', () => {
  test.each(shapes)('writes %s of any depth', (shape) => {
    expect(jsonText(deep(shape)) === deepText(depth, shape, '-1')).toBe(true);
  });

  test('writes what JSON.stringify writes, deep inside too', () => {
    fc.assert(
      fc.property(hostileValue, (text) => {
        const value = JSON.parse(text) as unknown;
        expect(squeezed(throughDepth(value))).toBe(squeezed(JSON.stringify(value)));
      }),
      { seed: 20_261_124, numRuns: 50 },
    );
    const odd = {
      undefined,
      list: [undefined, () => 1, Symbol('s'), new Date(0), Number.NaN],
      function: () => 1,
      date: new Date(0),
      nothing: { toJSON: () => undefined },
      named: { toJSON: (name: string) => name },
      text: '\ud800"\n',
      boxed: [new Number(1), new String('s'), new Boolean(false)],
    };
    expect(throughDepth(odd)).toBe(JSON.stringify(odd));
  });

  test('writes BigInts, and rejects cyclic objects', () => {
    const root: unknown[] = [];
    let inner = root;
    for (let level = 0; level < depth; level++) {
      const next: unknown[] = [];
      inner.push(next);
      inner = next;
    }
    inner.push(root);
    expect(() => jsonText(root)).toThrow('cyclic object');
    inner[0] = 1n;
    expect(jsonText(root) === deepText(depth + 1, 'arrays', '1')).toBe(true);
  });
});

describe('copyDeep', () => {
  test.each(shapes)('copies %s of any depth', (shape) => {
    const original = deep(shape);
    const copy = copyDeep(original);
    expect(difference(copy, original)).toBeUndefined();
    // On failure toBe would print them.
    expect(copy === original).toBe(false);
  });

  test('copies values from JSON.parse, and copies of frozen objects are mutable', () => {
    fc.assert(
      fc.property(hostileValue, (text) => {
        const original = { value: JSON.parse(text) as unknown };
        freezeDeep(original);
        const copy = copyDeep(original);
        expect(difference(copy, original)).toBeUndefined();
        expect(Object.isFrozen(copy)).toBe(false);
      }),
      { seed: 20_261_125, numRuns: 500 },
    );
  });

  test('copies everything that structuredClone does: dates, maps, holes, cyclic objects', () => {
    const shared = { a: 1 };
    const original: Record<string, unknown> = {
      date: new Date(0),
      map: new Map([[1, { b: 2 }]]),
      // eslint-disable-next-line no-sparse-arrays -- the case under test
      holes: [1, , 3],
      first: shared,
      second: shared,
    };
    original['self'] = original;
    const copy = copyDeep(original);
    expect(copy).toEqual(structuredClone(original));
    expect(copy['self']).toBe(copy);
    expect(copy['first']).toBe(copy['second']);
    expect(copy['first']).not.toBe(shared);
    expect(copy['map']).not.toBe(original['map']);
    expect(1 in (copy['holes'] as unknown[])).toBe(false);
    expect(() => copyDeep({ run: () => 1 })).toThrow(DOMException);
  });
});

test('freezeDeep freezes at any depth', () => {
  const root = deep('both');
  freezeDeep(root);
  let value: unknown = root;
  while (typeof value === 'object' && value !== null) {
    if (!Object.isFrozen(value)) throw new Error('not frozen');
    value = Object.values(value)[0];
  }
});
