import { expect, test } from 'vitest';
import { removePaths } from './apply-merge.js';
import { fieldsV1, fieldValues, pathsOf, shownPath } from './field-set.js';

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

test('the fields of an object are those that it sets', () => {
  const values = fieldValues(deployment, { custom: false, containers: false });
  expect(fieldsV1(values.keys())).toEqual(applied);
});

test('an update counts maps and lists, too', () => {
  const values = fieldValues({ data: { a: '1' } }, { custom: false, containers: true });
  expect(fieldsV1(values.keys())).toEqual({ 'f:data': { '.': {}, 'f:a': {} } });
});

test('in a custom resource a list is one field', () => {
  const values = fieldValues({ spec: { containers: [{ name: 'c' }] } }, { custom: true, containers: false });
  expect(fieldsV1(values.keys())).toEqual({ 'f:spec': { 'f:containers': {} } });
});

test('FieldsV1 reads as it was written', () => {
  expect(fieldsV1(pathsOf(applied))).toEqual(applied);
  expect(pathsOf('rubbish').size).toBe(0);
});

test('paths are shown as the server shows them', () => {
  const shown = [...pathsOf(applied)].map(shownPath);
  expect(shown).toContain(
    '.spec.template.spec.containers[name="c"].ports[containerPort=80,protocol="TCP"].containerPort',
  );
  expect(shown).toContain('.metadata.finalizers[="x/y"]');
});

test('paths are taken out, and what is left empty', () => {
  const object = structuredClone(deployment);
  const gone = [...pathsOf(applied)].filter((path) => /labels|finalizers|replicas|args|ports/.test(path));
  removePaths(object, gone, false);
  expect(object).toEqual({
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  });
});
