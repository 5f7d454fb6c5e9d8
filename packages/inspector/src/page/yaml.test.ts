import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseJson } from '../../../kube-informers/src/util/json.js';
import { yaml } from './yaml.js';

test('writes a Kubernetes object as kubectl does', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'web', labels: {}, finalizers: [], time: '2026-01-01T00:00:00Z' },
    data: { 'web.conf': 'workers 4\n\nlisten 8080\n', version: '1.20', on: 'yes', note: 'a: b' },
    items: [{ name: 'a', ports: [80, { port: 443 }] }, [1, [2]], null, true],
  };
  expect(yaml(object)).toBe(`apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  labels: {}
  finalizers: []
  time: "2026-01-01T00:00:00Z"
data:
  web.conf: |
    workers 4

    listen 8080
  version: "1.20"
  "on": "yes"
  note: "a: b"
items:
- name: a
  ports:
  - 80
  - port: 443
- - 1
  - - 2
- null
- true`);
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      ' ',
      '\n',
      ':',
      '#',
      '-',
      '"',
      "'",
      '|',
      '1',
      '.',
      '~',
      '\t',
      '[',
      '{',
      '\u{1f600}',
    ),
  }),
  fc.constantFrom(
    'true',
    'No',
    '1e3',
    '0x1f',
    '.inf',
    '- a',
    '? b',
    '---',
    '...',
    '=',
    '<<',
    '2026-01-01',
    '1_000',
    '0o7',
  ),
);

test('yaml reads back what it writes', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => (Object.is(number, -0) ? 0 : number)),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((name) => name !== '__proto__' && name.length < 500),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      // As it arrives in the page: lone surrogates and other oddities have passed through JSON.
      const sent: unknown = JSON.parse(JSON.stringify(given));
      expect(parse(yaml(sent), { maxAliasCount: 0, uniqueKeys: false })).toEqual(sent);
    }),
    { numRuns: 500 },
  );
});

test('objects that are nested too deep end in one line of JSON', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 500; depth++) deep = { a: deep };
  expect(parse(yaml(deep))).toEqual(deep);
  for (let depth = 0; depth < 100_000; depth++) deep = { a: deep };
  expect(() => yaml(deep)).not.toThrow();
});

test('writes integers beyond 2^53 as the server sent them', () => {
  const sent = '{"id":9007199254740993,"list":[-9223372036854775808]}';
  expect(yaml(parseJson(sent))).toBe('id: 9007199254740993\nlist:\n- -9223372036854775808');
});
