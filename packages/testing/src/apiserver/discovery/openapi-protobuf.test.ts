import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contents, fieldsOf } from '../../../../../test/contract/protobuf.js';
import { openApiProtobuf } from './openapi-protobuf.js';

/** Encodes the schema of one definition. */
function schemaOf(schema: object): Buffer {
  const document = openApiProtobuf({ swagger: '2.0', definitions: { a: schema } });
  const [entry = Buffer.of()] = contents(contents(document, 9)[0] ?? Buffer.of(), 1);
  return contents(entry, 2)[0] ?? Buffer.of();
}

test('zero values are omitted, except where they select a form', () => {
  expect(schemaOf({ description: '', uniqueItems: false, maxLength: 0 })).toHaveLength(0);
  expect(fieldsOf(contents(schemaOf({ additionalProperties: false }), 21)[0] ?? Buffer.of())).toEqual([
    { number: 2, content: '0' },
  ]);
  expect(fieldsOf(schemaOf({ minLength: -1 }))).toEqual([{ number: 12, content: String(2n ** 64n - 1n) }]);
});

test('the value of an extension is valid YAML for any content', () => {
  const value = { text: 'a\u007f\u0085\u2028\ufeff\ufffe"\\\n\u{1f600}', list: [1, null, true] };
  const [entry = Buffer.of()] = contents(schemaOf({ 'x-any': value }), 31);
  const yaml = contents(contents(entry, 2)[0] ?? Buffer.of(), 2)[0]?.toString() ?? '';
  expect(yaml).not.toMatch(/[\u007f-\u009f\ufeff\ufffe]/);
  expect(parse(yaml)).toEqual(value);
});
