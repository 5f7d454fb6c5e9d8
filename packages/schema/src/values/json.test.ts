import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText, sortedKeys, escapeJson, indentJson, quote, sortedJson } from './json.js';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('10', '9', '\u{1f600}', '\uffff', '"\\'),
);

test('keys are compared by their bytes in UTF-8', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  expect(sortedKeys({ b: 1, 9: 1, 10: 1, '\u{1f600}': 1, '\uffff': 1 })).toEqual([
    '10',
    '9',
    'b',
    '\uffff',
    '\u{1f600}',
  ]);
});

test('sorted JSON parses to the same value and does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = sortedJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      // The order of keys in the object must not matter.
      const reversed: unknown = JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
        typeof part === 'object' && part !== null && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).toReversed())
          : part,
      );
      expect(sortedJson(reversed)).toBe(text);
    }),
  );
  expect(sortedJson({ b: undefined, 10: [{ z: 1, a: 2 }], 9: 'x' })).toBe('{"10":[{"a":2,"z":1}],"9":"x"}');
  expect(sortedJson(JSON.parse('{"b":1,"__proto__":{"z":1,"a":2}}'))).toBe(
    '{"__proto__":{"a":2,"z":1},"b":1}',
  );
});

test('quoted and escaped strings are JSON for the same string', () => {
  fc.assert(fc.property(texts, (text) => quote(text) === JSON.stringify(text)));
  expect(quote('\ud800')).toBe('"\\ud800"');
  expect(escapeJson('{"<a>":"&\u2028\u2029"}')).toBe('{"\\u003ca\\u003e":"\\u0026\\u2028\\u2029"}');
});

test("indented JSON equals JSON.stringify's, with the keys in order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
    }),
  );
  expect(indentJson('{"10":{},"9":[],"a":["{,:\\"",1]}')).toBe(
    '{\n  "10": {},\n  "9": [],\n  "a": [\n    "{,:\\"",\n    1\n  ]\n}',
  );
});
