import { expect, test } from 'vitest';
import { yamlDocumentsToJson, yamlToJson } from '../../../testing/src/apiserver/json/yaml-body.js';
import { KubeConfig } from '../kubeconfig/kube-config.js';
import { yamlDepth } from './yaml-depth.js';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

test.each([
  ['', 1],
  ['a: 1', 1],
  ['a:\n  b:\n    c: 1\nd: 1', 3],
  ['a:\n  b: 1\nc:\n  d: 1', 2],
  ['- - - a', 3],
  ['a: [[1]]', 3],
  ['}a: }b: }c: 1', 3],
  ['a: b, a: b, a: b', 3],
  ['{a: 1, b: 2, c: 3}', 2],
  ['{\n  "a": {\n    "b": 1\n  }\n}', 3],
  [lines(50, (index) => `${' '.repeat(index)}a:`), 50],
])('the depth of %j is %i', (text, depth) => {
  expect(yamlDepth(text, 1000)).toBe(depth);
});

test.each([
  ['blocks', lines(3000, (index) => `${' '.repeat(index)}a:`)],
  ['lists', lines(3000, (index) => `${' '.repeat(index)}-`)],
  ['lists on a line', '- '.repeat(3000)],
  ['keys', '? '.repeat(3000)],
  ['brackets', '['.repeat(3000)],
  ['maps on a line', '{"a":'.repeat(3000)],
  ['maps on a line after commas', 'a: b, '.repeat(3000)],
  ['maps on a line after brackets that nothing opened', '}p: web'.repeat(3000)],
  [
    'blocks that the count does not see',
    lines(399, (index) => `${' '.repeat(index)}${' '.repeat(index)}- a:`),
  ],
])('YAML of nested %s is refused, and no message is about the stack', async (_what, text) => {
  for (const result of [await yamlToJson(text), ...(await yamlDocumentsToJson(text))])
    expect(JSON.stringify(result)).not.toMatch(/stack/i);
  await KubeConfig.parse(text).catch(({ message }: Error) => expect(message).not.toMatch(/stack/i));
});
