import { expect, test } from 'vitest';
import { applyStrategicMergePatch, StrategicPatchError } from './strategic-merge-patch.js';

test.each([
  ['maps merge, null removes', { a: { b: 1, c: 2 } }, { a: { b: null, d: 3 } }, { a: { c: 2, d: 3 } }],
  ['a list without a key is replaced', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
  [
    'a list with a key is merged, new items come last',
    { containers: [{ name: 'a', image: '1' }, { name: 'b' }] },
    { containers: [{ name: 'a', image: '2' }, { name: 'c' }] },
    { containers: [{ name: 'a', image: '2' }, { name: 'b' }, { name: 'c' }] },
  ],
  [
    '$patch: delete takes an item out',
    { volumes: [{ name: 'a' }, { name: 'b' }] },
    { volumes: [{ name: 'a', $patch: 'delete' }] },
    { volumes: [{ name: 'b' }] },
  ],
  [
    '$patch: replace in a list replaces the list',
    { env: [{ name: 'a' }] },
    { env: [{ $patch: 'replace' }, { name: 'b' }] },
    { env: [{ name: 'b' }] },
  ],
  [
    '$patch: replace in a map replaces the map',
    { strategy: { type: 'A', rollingUpdate: {} } },
    { strategy: { $patch: 'replace', type: 'B' } },
    { strategy: { type: 'B' } },
  ],
  ['$patch: delete empties a map', { a: { b: 1 } }, { a: { $patch: 'delete' } }, { a: {} }],
  [
    '$retainKeys keeps only those',
    { strategy: { type: 'A', rollingUpdate: {} } },
    { strategy: { $retainKeys: ['type'], type: 'B' } },
    { strategy: { type: 'B' } },
  ],
  [
    'a set grows',
    { metadata: { finalizers: ['a'] } },
    { metadata: { finalizers: ['a', 'b'] } },
    { metadata: { finalizers: ['a', 'b'] } },
  ],
  [
    'and shrinks',
    { finalizers: ['a', 'b'] },
    { '$deleteFromPrimitiveList/finalizers': ['a'] },
    { finalizers: ['b'] },
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
    "a container's ports go by containerPort, a service's by port",
    {
      spec: {
        containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'TCP' }] }],
        ports: [{ port: 80, protocol: 'TCP' }],
      },
    },
    {
      spec: {
        containers: [{ name: 'a', ports: [{ containerPort: 80, name: 'web' }] }],
        ports: [{ port: 81 }],
      },
    },
    {
      spec: {
        containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'TCP', name: 'web' }] }],
        ports: [{ port: 80, protocol: 'TCP' }, { port: 81 }],
      },
    },
  ],
  [
    'directives of new parts do not stay',
    {},
    { a: { $retainKeys: ['b'], b: null, c: [{ $patch: 'merge', d: 1 }] } },
    { a: { c: [{ d: 1 }] } },
  ],
])('%s', (_name, target, patch, result) => {
  const before = structuredClone(target);
  expect(applyStrategicMergePatch(target, patch)).toEqual(result);
  expect(target).toEqual(before);
});

test.each([
  [{ containers: [{ image: '1' }] }, 'does not contain declared merge key: name'],
  [{ containers: ['x'] }, 'an item of containers must be an object'],
  [{ a: { $patch: 'weird' } }, 'unknown patch type: "weird"'],
])('%j makes no sense', (patch, message) => {
  expect(() => applyStrategicMergePatch({}, patch)).toThrow(StrategicPatchError);
  expect(() => applyStrategicMergePatch({}, patch)).toThrow(message);
});
