import { expect, test } from 'vitest';
import { parseJson } from '../util/json.js';
import { parseJsonPath } from './json-path.js';

const pod = {
  metadata: { labels: { 'app.kubernetes.io/name': 'web' } },
  spec: { containers: [{ name: 'app', ports: [{ port: 80 }, { port: 443 }] }, { name: 'log' }] },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }, { type: 'Initialized' }] },
};

test.each([
  ['{.status.phase}', ['Running']],
  ['.status.phase', ['Running']],
  ['status.phase', ['Running']],
  ['{$.status.phase}', ['Running']],
  ['{.status.missing.field}', []],
  ['{.metadata.labels.app\\.kubernetes\\.io/name}', ['web']],
  ["{.metadata.labels['app.kubernetes.io/name']}", ['web']],
  ['{.spec.containers[0].name}', ['app']],
  ['{.spec.containers[-1].name}', ['log']],
  ['{.spec.containers[2].name}', []],
  ['{.spec.containers[*].name}', ['app', 'log']],
  ['{.spec.containers[1:].name}', ['log']],
  ['{.spec.containers[0].ports[*].port}', [80, 443]],
  ['{.status.conditions[?(@.type=="Ready")].status}', ['True']],
  ["{.status.conditions[?(@.type!='Ready')].type}", ['Initialized']],
  ['{.status.conditions[?(@.status)].type}', ['Ready']],
  ['{.spec.containers[0].ports[?(@.port > 100)].port}', [443]],
  ['{..port}', [80, 443]],
  ['{.}', [pod]],
])('%s finds its values', (path, values) => {
  expect(parseJsonPath(path)(pod)).toEqual(values);
});

test.each(['{.status.phase', '{.a[}', '{.a[?(@.b ~ 1)]}', '{.a b}', '{range .items}'])(
  '%s is an error that shows the place',
  (path) => {
    expect(() => parseJsonPath(path)).toThrow(
      expect.objectContaining({ code: 'ERR_JSON_PATH', message: expect.stringContaining('at "') as string }),
    );
  },
);

test('reads and compares integers that a double does not hold', () => {
  const object = parseJson(
    '{"ids":[9007199254740992,9007199254740993],"a":[{"id":9007199254740992},{"id":9007199254740993,"n":1}]}',
  );
  const next = 9_007_199_254_740_993n;
  expect(parseJsonPath('{.ids[1]}')(object)).toEqual([next]);
  expect(parseJsonPath('{.ids[1:]}')(object)).toEqual([next]);
  expect(parseJsonPath('{.ids[*]}')(object)).toEqual([next - 1n, next]);
  expect(parseJsonPath('{.a[?(@.id==9007199254740993)].n}')(object)).toEqual([1]);
  expect(parseJsonPath('{.a[?(@.id!=9007199254740992)].n}')(object)).toEqual([1]);
  expect(parseJsonPath('{.a[?(@.id>9007199254740992)].n}')(object)).toEqual([1]);
});
