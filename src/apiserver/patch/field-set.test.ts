import { expect, test } from 'vitest';
import { typeOfKind } from '../types/type-table.js';
import { withoutPaths, withParents } from './apply-merge.js';
import { compareFields, configuredFields, fieldsV1, fieldValues, pathsOf, shownPath } from './field-set.js';
import { schemaOfType, unknownSchema } from './merge-schema.js';

const type = typeOfKind('apps', 'v1', 'Deployment');
if (type === undefined) throw new Error('there is no Deployment');
const schema = schemaOfType(type);

const deployment = {
  metadata: { name: 'd', labels: { a: 'b' }, finalizers: ['x/y'] },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: 'b' } },
    template: {
      spec: { containers: [{ name: 'c', image: 'i', args: ['1'], ports: [{ containerPort: 80 }] }] },
    },
  },
};

const applied = {
  'f:metadata': { 'f:labels': { 'f:a': {} }, 'f:finalizers': { 'v:"x/y"': {} } },
  'f:spec': {
    'f:replicas': {},
    'f:selector': {},
    'f:template': {
      'f:spec': {
        'f:containers': {
          'k:{"name":"c"}': {
            '.': {},
            'f:name': {},
            'f:image': {},
            'f:args': {},
            'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
          },
        },
      },
    },
  },
};

test("an object's fields are those that it sets", () => {
  expect(fieldsV1(configuredFields(deployment, schema))).toEqual(applied);
});

test('an update counts maps and lists too', () => {
  const values = fieldValues({ data: { a: '1' } }, unknownSchema);
  expect(fieldsV1(values.keys())).toEqual({ 'f:data': { '.': {}, 'f:a': {} } });
});

test('a list of unknown type is one field', () => {
  const fields = configuredFields({ spec: { containers: [{ name: 'c' }] } }, unknownSchema);
  expect(fieldsV1(fields)).toEqual({ 'f:spec': { 'f:containers': {} } });
});

test('adding a key to a map does not change the map itself', () => {
  const then = fieldValues({ data: {} }, unknownSchema);
  const now = fieldValues({ data: { a: '1' } }, unknownSchema);
  const { changed, removed } = compareFields(then, now);
  expect([[...changed].map(shownPath), [...removed]]).toEqual([['.data.a'], []]);
});

test('FieldsV1 round-trips', () => {
  expect(fieldsV1(pathsOf(applied))).toEqual(applied);
  expect(pathsOf('rubbish').size).toBe(0);
});

test('paths are formatted as by the server', () => {
  const shown = [...pathsOf(applied)].map(shownPath);
  expect(shown).toContain(
    '.spec.template.spec.containers[name="c"].ports[containerPort=80,protocol="TCP"].containerPort',
  );
  expect(shown).toContain('.metadata.finalizers[="x/y"]');
});

test('removes paths with the structs that contain them, unless those are owned', () => {
  const gone = withParents(
    [...pathsOf(applied)].filter((path) => /labels|finalizers|replicas|args|ports/.test(path)),
    schema,
  );
  const kept = withParents(
    [...pathsOf(applied)].filter((path) => !gone.has(path)),
    schema,
  );
  expect(
    withoutPaths(
      structuredClone(deployment),
      [...gone].filter((path) => !kept.has(path)),
      schema,
    ),
  ).toEqual({
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  });
});
