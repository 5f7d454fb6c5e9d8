import fc from 'fast-check';
import { expect, test } from 'vitest';
import { struct } from '../../../../../test/contract/encode.js';
import { builtInResources } from '../../../../kube-informers/src/resources/index.js';
import { decodeProtobuf, openEnvelope } from './decode-protobuf.js';
import { ProtobufError } from './protobuf-reader.js';
import {
  type ApiType,
  type StructType,
  canonicalQuantity,
  canonicalTime,
  decodeTyped,
  durationText,
  timeProblem,
} from '@kube-informers/schema/internal';
import { typeOfKind } from './type-table.js';
import { schemaType } from './type-table.js';

function typeOf(group: string, version: string, kind: string): StructType {
  const type = typeOfKind(group, version, kind);
  if (type === undefined) throw new Error(`there is no ${kind}`);
  return type;
}

test('the table has a type for every built-in kind, and decodes an empty object of each', () => {
  for (const { group, version, kind } of builtInResources) {
    expect(decodeTyped(typeOf(group, version, kind), {})).toMatchObject({ problem: undefined, unknown: [] });
  }
});

test.each([
  ['1000m', '1'],
  ['0.5', '500m'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['1000', '1k'],
  ['1048576', '1048576'],
  ['0', '0'],
  ['-1500m', '-1500m'],
  ['1e3', '1e3'],
  ['100n', '100n'],
  ['0.0000000001', '1n'],
])('the quantity %s is written as %s', (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

test('a quantity of more than 1,000 characters, as given or in canonical form, is invalid', () => {
  expect(canonicalQuantity('9'.repeat(1000))).toBe('9'.repeat(1000));
  expect(canonicalQuantity('9'.repeat(1001))).toBeUndefined();
  expect(canonicalQuantity(`${'9'.repeat(995)}E+34`)).toBe(`${'9'.repeat(995)}0e33`);
  expect(canonicalQuantity(`${'9'.repeat(995)}e998`)).toBeUndefined();
});

test('a canonical quantity is its own canonical form', () => {
  const number = fc.stringMatching(/^-?(\d{1,30}|\d{0,3}0{0,990}|9{900,1000})(\.\d{1,12})?$/);
  const suffix = fc.oneof(
    fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'E', 'Ki', 'Ei'),
    fc.integer({ min: -1100, max: 1100 }).map((exponent) => `e${exponent}`),
  );
  fc.assert(
    fc.property(number, suffix, (digits, unit) => {
      const canonical = canonicalQuantity(digits + unit);
      if (canonical !== undefined) expect(canonicalQuantity(canonical)).toBe(canonical);
    }),
    { numRuns: 2000 },
  );
});

test.each(['', 'x', '1x', '1 ', '--1', '1e', '.', '1Kib', '1constructor', '1__proto__'])(
  '%j is not a quantity',
  (text) => {
    expect(canonicalQuantity(text)).toBeUndefined();
  },
);

test('times are written in UTC, to the second or the microsecond', () => {
  expect(canonicalTime('2024-01-01T01:00:00.5+01:00', false)).toBe('2024-01-01T00:00:00Z');
  expect(canonicalTime('2024-01-01T00:00:00.123456Z', true)).toBe('2024-01-01T00:00:00.123456Z');
  expect(canonicalTime('2024-01-01T00:00:00.5Z', true)).toBeUndefined();
  expect(canonicalTime('2024-02-30T00:00:00Z', false)).toBeUndefined();
  expect(timeProblem('2024-02-30T00:00:00Z', false)).toBe(
    'parsing time "2024-02-30T00:00:00Z": day out of range',
  );
});

test.each([
  [0n, '0s'],
  [1n, '1ns'],
  [1_500_000n, '1.5ms'],
  [90_000_000_000n, '1m30s'],
  [-3_600_000_000_000n, '-1h0m0s'],
])('a duration of %d ns is %s', (nanos, text) => {
  expect(durationText(nanos)).toBe(text);
});

test('invalid messages are rejected and never crash', () => {
  const pod = typeOf('', 'v1', 'Pod');
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  let refused = 0;
  for (let round = 0; round < 2000; round++) {
    const bytes = Buffer.from(
      Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.floor(random() * 256)),
    );
    try {
      decodeProtobuf(pod, bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(ProtobufError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(1000);
  expect(() => openEnvelope(Buffer.from('k8s\0\x0a\xff', 'latin1'))).toThrow(ProtobufError);
});

test('a key with the name of an inherited property is an ordinary key', () => {
  const { value } = decodeTyped(
    typeOf('', 'v1', 'ConfigMap'),
    JSON.parse('{"data":{"__proto__":"a","constructor":"b"}}') as Record<string, unknown>,
  );
  expect(JSON.stringify(value['data'])).toBe('{"__proto__":"a","constructor":"b"}');
});

/** Returns a value of a type with every field set, to a limited depth for recursive types. */
function sample(type: ApiType, depth = 0): unknown {
  switch (type.is) {
    case 'pointer':
      return sample(type.to, depth);
    case 'scalar':
      return type.base === 'string'
        ? 'text'
        : type.base === 'bool'
          ? true
          : type.base === 'float64'
            ? 1.5
            : 7;
    case 'list':
      return depth > 12 ? undefined : [sample(type.items, depth + 1), sample(type.items, depth + 1)];
    case 'map':
      return depth > 12 ? undefined : { key: sample(type.values, depth + 1) };
    case 'struct': {
      // kind and apiVersion are in the envelope.
      const fields = type.declared.filter(({ number }) => number !== 0 && depth < 12);
      const parts = fields.map(({ json, inline, type: own }) => {
        const value = sample(own, depth + 1);
        return inline ? value : { [json]: value };
      });
      return Object.assign({}, ...parts) as object;
    }
    case 'special': {
      const schema = (): unknown => (depth > 4 ? { type: 'string' } : sample(schemaType(), depth + 4));
      const samples = {
        bytes: () => 'AAEC',
        duration: () => '5s',
        fieldsv1: () => ({ 'f:a': {} }),
        intorstring: () => 'web',
        microtime: () => '2026-01-02T03:04:05.678000Z',
        quantity: () => '1500m',
        raw: () => ({ any: [1, 'x', null] }),
        time: () => '2026-01-02T03:04:05Z',
        schema,
        schemaorarray: () => [schema(), schema()],
        schemaorbool: schema,
        schemaorstrings: () => ['a', 'b'],
      };
      return samples[type.form]();
    }
  }
}

test(
  'every kind decodes the same from protobuf and from JSON, with all its fields',
  { timeout: 60_000 },
  () => {
    const kinds = builtInResources.map(({ group, version, kind }) => typeOf(group, version, kind));
    for (const type of [...kinds, typeOf('meta.k8s.io', 'v1', 'DeleteOptions'), schemaType()]) {
      // A struct's sample is an object.
      const object = sample(type) as Record<string, unknown>;
      const { value, problem, unknown } = decodeTyped(type, object);
      expect([type.name, problem, unknown]).toEqual([type.name, undefined, []]);
      expect(decodeTyped(type, decodeProtobuf(type, struct(type, object))).value).toEqual(value);
    }
  },
);

test('fields with schema alternatives keep their form', () => {
  const schema = {
    items: { type: 'string' },
    additionalProperties: false,
    additionalItems: true,
    dependencies: { a: { type: 'string' } },
  };
  expect(decodeProtobuf(schemaType(), struct(schemaType(), schema))).toEqual(schema);
});

test.each([
  ['Yg==', undefined],
  ['Ygg=', undefined],
  ['Yg==x', 4],
  ['Yg=x', 2],
  ['Yg=', 3],
  ['Ygg', 0],
  ['YmFy!', 4],
  ['=', 0],
])('bytes %j are refused where Go finds that they are not base64', (text, at) => {
  const { problem, problems } = decodeTyped(typeOf('', 'v1', 'Secret'), { data: { a: text } });
  const message = at === undefined ? undefined : `illegal base64 data at input byte ${at}`;
  expect(problem).toBe(message);
  expect(problems).toEqual(message === undefined ? [] : [{ field: 'data.a', message }]);
});
