import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileValue } from '../../../../test/hostile-json.test-support.js';
import { copyDeep } from './deep.js';
import { equalDeep } from './json-values.js';
import {
  mayHaveExactNumbers,
  parseJsonBytes,
  exactMember,
  exactNumbers,
  keepExactNumbers,
  parseJson,
  jsonText,
} from './json.js';

const seed = 20_261_126;

/** The texts of integers around the limits of doubles and of Go's int64, and others. */
const integers = fc
  .tuple(
    fc.constantFrom(0n, 2n ** 31n, 2n ** 53n, 2n ** 54n, 10n ** 18n, 2n ** 63n, 2n ** 64n, 10n ** 21n),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.boolean(),
  )
  .map(([limit, distance, negative]) => String(negative ? -limit + distance : limit + distance));
/** Texts that may stand where a number stands. */
const numbers = fc.oneof(
  { weight: 4, arbitrary: integers },
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.constantFrom(
    '0.1234567890123456789',
    '1.00000000000000000001',
    '12345678901234567890.5',
    '-0',
    '1e3',
    '0.5',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'id":1234567890123456789,"',
    '\\',
    '\\"',
    '9007199254740993',
    ':9007199254740993',
    '__proto__',
  ),
);
const json = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numbers,
    texts.map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'null', '{}', '[]'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(texts, tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
})).object;

/** The text as a writer writes it that changes nothing: keys that are array indexes first, and plain numbers. */
function asWritten(text: string): string {
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(`number ${token}`),
  );
  return JSON.stringify(JSON.parse(marked)).replaceAll(/"number ([^"]*)"/g, (_all, token: string) =>
    Number.isInteger(Number(token)) && Math.abs(Number(token)) < 2 ** 53 && !token.includes('.')
      ? JSON.stringify(Number(token))
      : token.length < 16
        ? JSON.stringify(Number(token))
        : token,
  );
}

describe('exact numbers', () => {
  test('writes what was read, whatever the numbers', () => {
    fc.assert(
      fc.property(json, (text) => {
        const refused: string[] = [];
        const say = (path: string): void => void refused.push(path);
        expect(jsonText(parseJson(text) as object, say)).toBe(asWritten(text));
        expect(jsonText(parseJsonBytes(Buffer.from(text)) as object, say)).toBe(asWritten(text));
        expect(refused).toEqual([]);
      }),
      { seed, numRuns: 2000 },
    );
  });

  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.oneof(json, hostileValue), (text) => {
        expect(JSON.stringify(parseJsonBytes(Buffer.from(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { seed, numRuns: 1000 },
    );
  });

  test('misses no number, wherever it is cut out', () => {
    fc.assert(
      fc.property(integers, fc.string(), fc.nat(40), (number, before, spaces) => {
        const text = `[${JSON.stringify(before)},${' '.repeat(spaces)}${number}]`;
        const bytes = Buffer.from(`1111111111111111${text}1111111111111111`);
        const value = Number(number);
        expect(mayHaveExactNumbers(bytes, 16, bytes.length - 16)).toBe(
          !Number.isSafeInteger(value) && (String(value) !== number || Math.abs(value) <= 2 ** 64),
        );
      }),
      { seed, numRuns: 2000 },
    );
  });

  test('strings are rarely taken for numbers', () => {
    const annotation = JSON.stringify(
      JSON.stringify({ id: '1234567890123456', other: 1 }).replace(/"(\d+)"/, '$1'),
    );
    for (const text of [
      annotation,
      '"1234567890123456789"',
      '"a1234567890123456789"',
      '"2026-01-01T00:00:00.1234567890123456789Z"',
      '{"n":1234567890123456}',
      '{"n":0.30000000000000004}',
    ])
      expect(mayHaveExactNumbers(Buffer.from(text), 0, text.length)).toBe(false);
  });

  test('keeps the numbers through spreads and copies, and not after a change', () => {
    const read = parseJson(
      '{"a":{"id":9007199254740993,"n":1},"ids":[9007199254740993,9007199254740995]}',
    ) as {
      a: { id: number; n: number };
      ids: number[];
    };
    expect(read.a.id).toBe(9_007_199_254_740_992);
    const copies = [
      { ...read },
      { ...read, a: { ...read.a } },
      { a: Object.assign({}, read.a), ids: read.ids },
      copyDeep(read),
    ];
    for (const copy of copies) expect(jsonText(copy)).toBe(jsonText(read));
    expect(jsonText({ ...read.a, id: 5 })).toBe('{"id":5,"n":1}');
    expect(jsonText({ ...read.a, id: 9_007_199_254_740_994n })).toBe('{"id":9007199254740994,"n":1}');
  });

  test('reports numbers that are not known to be exact, with their paths', () => {
    const refused = (value: object): unknown[] => {
      const found: unknown[] = [];
      jsonText(value, (path, number) => found.push(path, number));
      return found;
    };
    const read = parseJson('{"ids":[9007199254740993,9007199254740995],"id":9007199254740993}') as {
      ids: number[];
      id: number;
    };
    expect(refused(structuredClone(read))).toEqual(['ids[0]', 2 ** 53, 'ids[1]', 2 ** 53 + 4, 'id', 2 ** 53]);
    expect(refused({ ids: read.ids.slice(1) })).toEqual(['ids[0]', 2 ** 53 + 4]);
    read.ids.shift();
    expect(refused(read)).toEqual(['ids[0]', 2 ** 53 + 4]);
    expect(refused([{ op: 'add', 'a/b\n': Number.NaN }])).toEqual(['[0]["a/b\\n"]', Number.NaN]);
    expect(refused({ a: { b: Number.POSITIVE_INFINITY } })).toEqual(['a.b', Number.POSITIVE_INFINITY]);
    expect(refused({ a: -(2 ** 60), max: Number.MAX_SAFE_INTEGER, double: 1e300, half: 0.5 })).toEqual([
      'a',
      -(2 ** 60),
    ]);
  });

  test('compares numbers that round to the same double by what was read', () => {
    const one = parseJson('{"id":9007199254740993}') as object;
    const other = parseJson('{"id":9007199254740992}') as object;
    expect(equalDeep(one, copyDeep(one))).toBe(true);
    expect(equalDeep(one, structuredClone(one))).toBe(true);
    expect(equalDeep(one, other)).toBe(false);
    expect(exactMember(one, 'id')).toBe(9_007_199_254_740_993n);
    expect(exactMember({ id: 2 ** 53 }, 'id')).toBe(2 ** 53);
  });

  test('objects that are shared stay as they are', () => {
    const shared = Object.freeze({ id: 9_007_199_254_740_992 });
    const value = { shared };
    keepExactNumbers(value, '{"shared":{"id":9007199254740993}}');
    expect(exactNumbers in shared).toBe(false);
  });

  test('reads each byte of a long text a few times at most', () => {
    // Digits with a letter of numbers between them: each run is a candidate.
    const bytes = Buffer.from(`"${'1234567890123456e'.repeat(20_000)}"`);
    let reads = 0;
    const counted = new Proxy(bytes, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(mayHaveExactNumbers(counted, 0, bytes.length)).toBe(false);
    expect(reads).toBeLessThan(4 * bytes.length);
  });

  test('reads no single byte of a text without numbers', () => {
    const bytes = Buffer.from(JSON.stringify({ text: 'x'.repeat(16_000) }));
    let reads = 0;
    const counted = new Proxy(bytes, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(mayHaveExactNumbers(counted, 0, bytes.length)).toBe(false);
    expect(reads).toBe(0);
  });
});
