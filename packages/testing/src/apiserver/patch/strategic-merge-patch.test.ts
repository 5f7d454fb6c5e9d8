import { expect, test } from 'vitest';
import { typeOfKind } from '../types/type-table.js';
import { applyStrategicMergePatch, StrategicPatchError } from './strategic-merge-patch.js';

const pod = typeOfKind('', 'v1', 'Pod');
const deployment = typeOfKind('apps', 'v1', 'Deployment');
const service = typeOfKind('', 'v1', 'Service');

test.each([
  ['maps merge, null removes', { a: { b: 1, c: 2 } }, { a: { b: null, d: 3 } }, { a: { c: 2, d: 3 } }],
  ['a list is replaced', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
  [
    '$patch: replace in a map replaces the map',
    { strategy: { type: 'A', rollingUpdate: {} } },
    { strategy: { $patch: 'replace', type: 'B' } },
    { strategy: { type: 'B' } },
  ],
  ['$patch: delete empties a map', { a: { b: 1 } }, { a: { $patch: 'delete' } }, { a: {} }],
  [
    'directives in new parts apply to the containing part',
    {},
    { a: { b: null, c: [{ $patch: 'delete', d: 1 }, { e: 1 }] }, f: { $patch: 'replace', g: 1 } },
    { a: { c: [{ e: 1 }] } },
  ],
  [
    'a set shrinks',
    { finalizers: ['a', 'b'] },
    { '$deleteFromPrimitiveList/finalizers': ['a'] },
    { finalizers: ['b'] },
  ],
])('without a type: %s', (_name, target, patch, result) => {
  const before = structuredClone(target);
  expect(applyStrategicMergePatch(target, patch)).toEqual(result);
  expect(target).toEqual(before);
});

test.each([
  [
    'a list with a key is merged; items of only the server come last',
    { containers: [{ name: 'a', image: '1' }, { name: 'b' }] },
    { containers: [{ name: 'a', image: '2' }, { name: 'c' }] },
    { containers: [{ name: 'a', image: '2' }, { name: 'c' }, { name: 'b' }] },
  ],
  [
    'a list without a key is replaced',
    { tolerations: [{ key: 'a' }] },
    { tolerations: [] },
    { tolerations: [] },
  ],
  [
    '$patch: delete removes an item',
    { volumes: [{ name: 'a' }, { name: 'b' }] },
    { volumes: [{ name: 'a', $patch: 'delete' }] },
    { volumes: [{ name: 'b' }] },
  ],
  [
    '$patch: replace in a list replaces the list',
    { containers: [{ name: 'a' }] },
    { containers: [{ $patch: 'replace' }, { name: 'b' }] },
    { containers: [{ name: 'b' }] },
  ],
  [
    '$retainKeys keeps only those fields',
    { volumes: [{ name: 'a', emptyDir: {} }] },
    { volumes: [{ name: 'a', $retainKeys: ['name', 'secret'], secret: {} }] },
    { volumes: [{ name: 'a', secret: {} }] },
  ],
  [
    '$setElementOrder orders',
    { containers: [{ name: 'a' }, { name: 'b' }] },
    {
      '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }],
      containers: [{ name: 'c' }],
    },
    { containers: [{ name: 'c' }, { name: 'b' }, { name: 'a' }] },
  ],
  [
    "a container's ports are merged by containerPort",
    { containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'TCP' }] }] },
    { containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'UDP' }] }] },
    { containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'UDP' }] }] },
  ],
])('in a pod: %s', (_name, target, patch, result) => {
  const before = structuredClone(target);
  expect(applyStrategicMergePatch({ spec: target }, { spec: patch }, pod)).toEqual({ spec: result });
  expect(target).toEqual(before);
});

test("a service's ports are merged by port", () => {
  const target = { spec: { ports: [{ port: 80, protocol: 'TCP' }] } };
  expect(applyStrategicMergePatch(target, { spec: { ports: [{ port: 81 }] } }, service)).toEqual({
    spec: { ports: [{ port: 81 }, { port: 80, protocol: 'TCP' }] },
  });
});

test('finalizers merge as a set', () => {
  const target = { metadata: { finalizers: ['a'] } };
  expect(applyStrategicMergePatch(target, { metadata: { finalizers: ['a', 'b'] } }, deployment)).toEqual({
    metadata: { finalizers: ['a', 'b'] },
  });
});

test.each([
  [
    { spec: { containers: [{ image: '1' }] } },
    500,
    'map: map[image:1] does not contain declared merge key: name',
  ],
  [{ spec: { containers: ['x'] } }, 500, 'list element types are not identical: [[map[name:a]] [x]]'],
  [{ spec: { $patch: 'weird' } }, 500, 'unknown patch type: weird in map: map[$patch:weird]'],
  [{ spec: { $retainKeys: 1 } }, 400, 'invalid patch format of retainKeys'],
  [
    { spec: { '$setElementOrder/nope': [] } },
    500,
    'unable to find api field in struct PodSpec for the json field "nope"',
  ],
])('%j is rejected', (patch, code, message) => {
  const apply = (): unknown =>
    applyStrategicMergePatch({ metadata: {}, spec: { containers: [{ name: 'a' }] } }, patch, pod);
  expect(apply).toThrow(StrategicPatchError);
  expect(apply).toThrow(expect.objectContaining({ code, message }) as Error);
});
