import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as yaml from 'yaml';
import { runs } from '../../../../test/nightly.test-support.js';
import { schemaOf } from '../../../schema/src/schema-of.js';
import { composeDocuments as copyOfSchema } from '../../../schema/src/values/yaml-documents.js';
import { yamlDocumentsToJson, yamlToJson } from '../../../testing/src/apiserver/json/yaml-body.js';
import { KubeConfig } from './kube-config.js';
import { parserOptions } from './yaml-values.js';
import { composeDocuments } from './yaml-documents.js';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const compose = (text: string, maxDepth: number): yaml.Document.Parsed[] => [
  ...composeDocuments(text, parserOptions, maxDepth, yaml),
];

test.each([
  ['a: 1', 2],
  ['a:\n  b:\n    c: 1\nd: 1', 4],
  ['a:\n  b: 1\nc:\n  d: 1', 3],
  ['- - - a', 4],
  ['a: [[1]]', 3],
  ['{a: 1, b: 2, c: 3}', 2],
  [lines(50, (index) => `${' '.repeat(index)}a:`), 50],
])('%j has %i levels', (text, depth) => {
  expect(() => compose(text, depth - 1)).toThrow(`nested more than ${depth - 1} levels deep`);
  expect(compose(text, depth)).toHaveLength(1);
});

test.each([
  ['a block scalar', `a: |\n${lines(300, () => '  if [ "$a" -gt 1 ] && { x: [: y')}\n`],
  ['a block scalar of a list', `- >2-\n${lines(300, () => '    a: [{')}\n- b\n`],
  ['a quoted scalar', `a: "${lines(300, () => ' [{ a: b')}"\n`],
  ['a plain scalar', `a: b\n${lines(300, () => '  [{ a')}\n`],
  ['a comment', `${lines(300, () => '# [{ a:')}\na: b\n`],
])('brackets and colons in %s do not nest', (_what, text) => {
  expect(compose(text, 4).flatMap(({ errors }) => errors)).toEqual([]);
});

test('documents before the one that is too deep are composed', () => {
  const documents = composeDocuments(`a: 1\n---\n${'['.repeat(9)}`, parserOptions, 5, yaml);
  expect(documents.next().value?.toJS()).toEqual({ a: '1' });
  expect(() => documents.next()).toThrow(expect.objectContaining({ offset: 15 }));
});

const hostile: readonly [string, string][] = [
  ['blocks', lines(3000, (index) => `${' '.repeat(index)}a:`)],
  ['lists', lines(3000, (index) => `${' '.repeat(index)}-`)],
  ['lists on a line', '- '.repeat(3000)],
  ['keys', '? '.repeat(3000)],
  ['brackets', '['.repeat(3000)],
  ['maps on a line', '{"a":'.repeat(3000)],
  ['maps on a line without braces', `{${'"a":'.repeat(3000)}`],
  ['brackets as keys', '{"a":"b":['.repeat(1000) + ']: c}'.repeat(1000)],
  ['maps on a line after commas', 'a: b, '.repeat(3000)],
  ['maps on a line after brackets that nothing opened', '}p: web'.repeat(3000)],
  ['lists of maps', lines(399, (index) => `${' '.repeat(index)}${' '.repeat(index)}- a:`)],
  ['tags and anchors', '!a &a '.repeat(3000)],
];

test.each(hostile)('YAML of nested %s is refused, and no message is about the stack', async (_what, text) => {
  for (const result of [await yamlToJson(text), ...(await yamlDocumentsToJson(text))])
    expect(JSON.stringify(result)).not.toMatch(/stack/i);
  await KubeConfig.parse(text).catch(({ message }: Error) => expect(message).not.toMatch(/stack/i));
});

test('no text that may be composed exhausts the stack', () => {
  const piece = fc.constantFrom(
    ...'[ { ] } , : ? - a "a" "a": a: \' | > # & * ! [a]: {a}: &a *a !a --- ...'.split(' '),
    ...'\n¦ ¦- ¦? ¦: ¦a: ¦|\n¦\n  ¦---\n¦, ¦[x, ¦]: y}¦\t¦\r\n'.split('¦'),
  );
  const text = fc
    .array(fc.tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.nat(1000), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) =>
      parts
        .map(([pieces, count, isIndented]) => {
          const pump = pieces.join('');
          // Blocks nest by their columns.
          return isIndented
            ? lines(Math.min(count, 500), (index) => ' '.repeat(index) + pump)
            : pump.repeat(count);
        })
        .join(''),
    );
  fc.assert(
    fc.property(text, fc.constantFrom(composeDocuments, copyOfSchema), (given, composed) => {
      try {
        for (const { errors } of composed(given, parserOptions, 400, yaml))
          expect(errors.map(({ code }) => code)).not.toContain('RESOURCE_EXHAUSTION');
      } catch (error) {
        expect(String(error)).toContain('nested more than 400 levels deep');
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('the embedded server reads quoted texts that are indented less than their keys', async () => {
  const text = 'a:\n  b: "c\n  d"\n  e: 1\n  e: 2\n';
  expect(await yamlToJson(text)).toEqual({
    json: '{"a":{"b":"c d","e":2}}',
    twice: ['line 5: key "e" already set in map'],
  });
  expect(await yamlDocumentsToJson(`x: 1\n---\n${text}`)).toMatchObject([
    { json: '{"x":1}' },
    { json: '{"a":{"b":"c d","e":2}}' },
  ]);
});

test('schemaOf reads a definition with such texts', () => {
  const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: websites.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: websites, kind: Website }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        description: 'A website:
        with pages'
        type: object
`;
  expect(schemaOf(text).validate({ metadata: { name: 'a' } })).toEqual([]);
});
