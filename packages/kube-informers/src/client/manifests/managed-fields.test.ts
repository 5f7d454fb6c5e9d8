import { expect, test } from 'vitest';
import { parseJson } from '../../util/json.js';
import type { Unstructured } from '../call-options.js';
import {
  appliedFields,
  clientSideManagers,
  fieldConflicts,
  fieldsOfOnly,
  migratedFields,
  partOf,
} from './managed-fields.js';

const lastApplied = { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } };

function deployment(managedFields: readonly unknown[]): Unstructured {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web', tier: 'x' }, managedFields: managedFields as never },
    spec: {
      replicas: 2,
      containers: [
        { name: 'side', image: 's' },
        { name: 'app', image: 'a' },
      ],
      sets: ['x', 'y'],
    },
  };
}

const byUpdate = (manager: string, fieldsV1: object, more: object = {}): object => ({
  manager,
  operation: 'Update',
  apiVersion: 'apps/v1',
  fieldsV1,
  ...more,
});

test('the fields of two managers of kubectl apply become one entry, and others stay as they are', () => {
  const object = deployment([
    byUpdate('kubectl-client-side-apply', {
      'f:metadata': lastApplied,
      'f:spec': { 'f:replicas': {}, 'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:image': {} } } },
    }),
    byUpdate('kubectl', { 'f:metadata': lastApplied, 'f:spec': { 'f:sets': { 'v:"x"': {} } } }),
    byUpdate('controller', { 'f:status': {} }, { subresource: 'status' }),
    { ...byUpdate('me', { 'f:spec': { 'f:replicas': {} } }), operation: 'Apply' },
  ]);
  const managers = clientSideManagers(object);
  expect([...managers]).toEqual(['kubectl-client-side-apply', 'kubectl']);
  expect(migratedFields(object, managers, 'me')).toMatchObject([
    { manager: 'controller' },
    {
      manager: 'me',
      operation: 'Apply',
      fieldsV1: {
        'f:metadata': lastApplied,
        'f:spec': {
          'f:replicas': {},
          'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:image': {} } },
          'f:sets': { 'v:"x"': {} },
        },
      },
    },
  ]);
  expect(fieldsOfOnly(object, managers).map(({ path }) => path)).toEqual([
    'spec.containers[1]',
    'spec.sets[0]',
  ]);
});

test('the part of an object that a manager applied has the items of its lists by their keys', () => {
  const fields = {
    'f:spec': {
      'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:image': {} } },
      'f:sets': { 'v:"y"': {} },
    },
  };
  const object = deployment([{ ...byUpdate('me', fields), operation: 'Apply' }]);
  expect(appliedFields(object, 'me')).toEqual(fields);
  expect(partOf(object, fields)).toEqual({
    spec: { containers: { 'k:{"name":"app"}': { image: 'a' } }, sets: { 'v:"y"': 'y' } },
  });
});

test.each([
  [[null, 'x', 5]],
  [
    [
      byUpdate('kubectl', {
        'f:metadata': lastApplied,
        'f:spec': { 'f:containers': { 'k:{': {}, 'i:-1': {} } },
      }),
    ],
  ],
  [[{ manager: 'kubectl', operation: 'Update', fieldsV1: 'x' }]],
])('damaged managedFields own nothing that is there: %j', (managedFields) => {
  const object = deployment(managedFields);
  expect(fieldsOfOnly(object, clientSideManagers(object))).toEqual([]);
  expect(partOf(object, appliedFields(object, 'me'))).toBe(object);
});

test('a conflict of versions is not one of fields', () => {
  expect(fieldConflicts(new Error('other'))).toEqual([]);
});

test('long integers are told apart, as values and as keys of items', () => {
  const of = (id: string): Unstructured =>
    parseJson(
      `{"apiVersion":"a/v1","kind":"A","spec":{"id":${id},"set":[${id}],"list":[{"id":9007199254740992},{"id":9007199254740993,"a":1}]}}`,
    ) as Unstructured;
  const fields = {
    'f:spec': {
      'f:id': {},
      'f:set': { 'v:9007199254740993': {} },
      'f:list': { 'k:{"id":9007199254740993}': { 'f:a': {} } },
    },
  };
  const [next, before] = [of('9007199254740993'), of('9007199254740992')].map((object) =>
    partOf(object, fields),
  );
  expect(next).toEqual({
    spec: {
      id: 9_007_199_254_740_993n,
      set: { 'v:9007199254740993': 9_007_199_254_740_993n },
      list: { 'k:{"id":9007199254740993}': { a: 1 } },
    },
  });
  expect(before).toMatchObject({ spec: { id: 9_007_199_254_740_992n, set: {} } });
});
