import { describe, expect, test } from 'vitest';
import { schemaOf, SchemaError } from './schema-of.js';

const yaml = `
apiVersion: apiextensions.k8s.io/v1
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
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [html]
              x-kubernetes-validations:
                - rule: self.replicas <= self.maxReplicas
                  messageExpression: "'replicas must be at most ' + self.most"
                  fieldPath: .replicas
                - rule: self.html == oldSelf.html
                  message: html cannot change
                  reason: FieldValueForbidden
              properties:
                html: { type: string, maxLength: 100 }
                replicas: { type: integer, default: 1, minimum: 0 }
                maxReplicas: { type: integer, default: 3 }
                most: { type: string, maxLength: 10, default: three }
                ports:
                  type: array
                  maxItems: 10
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    x-kubernetes-validations:
                      - { rule: 'self.port > 0' }
                    properties:
                      name: { type: string }
                      port: { type: integer, default: 80 }
            status:
              type: object
              properties:
                ready: { type: integer }
`;
const website = (spec: object): object => ({ metadata: { name: 'a' }, spec });

describe('schemaOf', () => {
  const schema = schemaOf(yaml);

  test('an update of the status may remove it', () => {
    const object = website({ html: 'hello' });
    const old = { ...object, status: { ready: 1 } };
    expect(schema.validate(object, old, { subresource: 'status' })).toEqual([]);
  });

  test.each([
    'x-kubernetes-list-type: map\n                  x-kubernetes-list-map-keys: [name, effect]',
    'x-kubernetes-list-type: set',
  ])('a repeated object is shown with its fields in order: %s', (listType) => {
    const taints = schemaOf(
      yaml
        .replace(/x-kubernetes-list-type: map\n.*\[name\]/, listType)
        .replace(
          'required: [name]',
          'required: [name, effect]\n                    x-kubernetes-map-type: atomic',
        )
        .replace('port: { type: integer, default: 80 }', 'effect: { type: string }')
        .replace(/x-kubernetes-validations:\n.*'self.port > 0' \}/, 'description: a taint'),
    );
    const ports = [1, 2].map(() => ({ name: 'a', effect: 'b' }));
    expect(taints.validate(website({ html: 'hello', ports }))).toEqual([
      expect.objectContaining({
        field: 'spec.ports[1]',
        message: 'Duplicate value: {"effect":"b","name":"a"}',
      }),
    ]);
  });

  test('says what kind the definition is of', () => {
    expect(schema).toMatchObject({
      group: 'example.com',
      version: 'v1',
      kind: 'Website',
      resource: 'websites',
      namespaced: true,
    });
  });

  test('accepts a valid object', () => {
    expect(schema.validate(website({ html: 'a' }))).toEqual([]);
  });

  test('returns the errors of the schema, and that rules were not checked', () => {
    expect(schema.validate(website({ replicas: -1 }))).toEqual([
      {
        field: 'spec.replicas',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: -1: spec.replicas in body should be greater than or equal to 0',
        detail: 'spec.replicas in body should be greater than or equal to 0',
      },
      { field: 'spec.html', reason: 'FieldValueRequired', message: 'Required value', detail: '' },
      expect.objectContaining({ field: '<nil>', message: expect.stringContaining('were not checked') }),
    ]);
  });

  test('evaluates rules, with the message and the field that they give', () => {
    expect(schema.validate(website({ html: 'a', replicas: 5 }))).toEqual([
      {
        field: 'spec.replicas',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: replicas must be at most three',
        detail: 'replicas must be at most three',
      },
    ]);
    const ports = [{ name: 'a' }, { name: 'b', port: 0 }];
    expect(schema.validate(website({ html: 'a', ports }))).toMatchObject([
      { field: 'spec.ports[1]', message: 'Invalid value: failed rule: self.port > 0' },
    ]);
  });

  test('compares with the old object, and tolerates what has not changed', () => {
    const old = website({ html: 'a', replicas: 5, ports: [{ name: 'b', port: 0 }] });
    expect(schema.validate(website({ html: 'b', replicas: 2 }), old)).toEqual([
      {
        field: 'spec',
        reason: 'FieldValueForbidden',
        message: 'Forbidden: html cannot change',
        detail: 'html cannot change',
      },
    ]);
    const ports = [{ name: 'b', port: 0 }];
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    expect(schema.validate(website({ html: 'a', replicas: 3, ports }), old, { warn })).toEqual([]);
    expect(warnings).toEqual(['spec.ports[0]: Invalid value: failed rule: self.port > 0']);
    const twice = yaml.replace(
      /- (\{ rule: 'self.port > 0')/,
      "- $1, message: low }\n                      - { rule: 'self.port > 1', message: low",
    );
    warnings.length = 0;
    expect(schemaOf(twice).validate(website({ html: 'a', replicas: 3, ports }), old, { warn })).toEqual([]);
    expect(warnings).toEqual(['spec.ports[0]: Invalid value: low']);
  });

  test('compares an integer with its bounds as an integer, and a float as a float', () => {
    const part = schemaOf(
      yaml.replace(
        'replicas: { type: integer, default: 1, minimum: 0 }',
        `replicas: { type: integer, default: 0, multipleOf: 3, maximum: 5000000000 }
                ratio: { type: number, maximum: 2000000 }`,
      ),
    );
    const messages = (spec: object): string[] =>
      part
        .validate(website({ html: 'hello', maxReplicas: 9e15, ...spec }))
        .map(({ message }) => message.replace(/ in body.*be/, ''));
    expect(messages({ replicas: 2 ** 31 })).toEqual([
      'Invalid value: 2147483648: spec.replicas a multiple of 3',
    ]);
    expect(messages({ replicas: 3 * 2 ** 31 })).toEqual([
      'Invalid value: 6442450944: spec.replicas less than or equal to 5000000000',
    ]);
    expect(messages({ ratio: 2000001 })).toEqual([
      'Invalid value: 2000001: spec.ratio less than or equal to 2000000',
    ]);
    expect(messages({ ratio: 2000000.5 })).toEqual([
      'Invalid value: 2.0000005e+06: spec.ratio less than or equal to 2e+06',
    ]);
  });

  test('says why a rule cannot read an old time', () => {
    const since =
      '{ type: string, format: date-time, x-kubernetes-validations: [{ rule: self >= oldSelf }] }';
    const timed = schemaOf(yaml.replace('html: {', `since: ${since}\n                html: {`));
    const [violation] = timed.validate(
      website({ html: 'a', since: '2026-01-02T03:04:05Z' }),
      website({ html: 'a', since: 'soon é' }),
    );
    expect(violation?.message).toBe(
      String.raw`Invalid value: "string": Invalid date-time formatted string soon é: parsing time "soon \xc3\xa9" as "2006-01-02T15:04:05": cannot parse "soon \xc3\xa9" as "2006" evaluating rule: self >= oldSelf`,
    );
  });

  test('shows the metadata of an embedded object with its fields in order', () => {
    const template =
      '{ type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true }';
    const embedding = schemaOf(yaml.replace('html: {', `template: ${template}\n                html: {`));
    const metadata = { name: 'a', creationTimestamp: 'x' };
    const [violation] = embedding.validate(website({ html: 'hello', template: { metadata } }));
    expect(violation?.message).toContain('Invalid value: {"creationTimestamp":"x","name":"a"}: parsing time');
  });

  test('tolerates an error only of what the schema says is unchanged', () => {
    const old = {
      metadata: { name: 'a' },
      spec: {
        free: { b: 1 },
        keyed: [
          { name: 'a', port: 0 },
          { name: 'b', port: 1 },
        ],
      },
    };
    const free = (parts: object): object => ({ type: 'object', maxProperties: 0, ...parts });
    const refusedOf = (properties: object, object: object): string[] =>
      schemaOf({
        metadata: { name: 'as.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'as', kind: 'A' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  required: ['status'],
                  properties: {
                    spec: { type: 'object', properties },
                    status: { type: 'object', 'x-kubernetes-validations': [{ rule: 'true' }] },
                  },
                },
              },
            },
          ],
        },
      })
        .validate(object, old)
        .map(({ field, message }) => `${field}: ${message}`);
    // A field without a schema has no old value, and neither has the name of the object.
    expect(refusedOf({ free: free({ 'x-kubernetes-preserve-unknown-fields': true }) }, old)).toEqual([
      'spec.free: Too many: 1: must have at most 0 items',
      'status: Required value',
      expect.stringContaining('<nil>: '),
    ]);
    expect(refusedOf({ free: free({ additionalProperties: { type: 'integer' } }) }, old)).toEqual([
      'status: Required value',
      expect.stringContaining('<nil>: '),
    ]);
    const keyed = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      maxItems: 1,
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, port: { type: 'integer' } },
      },
    };
    const turned = { ...old, spec: { keyed: old.spec.keyed.toReversed() } };
    expect(refusedOf({ keyed }, turned).filter((text) => text.startsWith('spec'))).toEqual([]);
  });

  test('does not check rules after an error of the metadata for which a server does not either', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: '', uid: 'u' };
    const given = {
      ...website({ html: 'a', replicas: 5 }),
      metadata: { name: 'a', ownerReferences: [owner] },
    };
    const expected = [
      { field: 'metadata.ownerReferences[0].name', reason: 'FieldValueRequired' },
      { field: '<nil>', message: expect.stringContaining('were not checked') },
    ];
    expect(schema.validate(given)).toMatchObject(expected);
    expect(schema.validate(given, website({ html: 'a' }))).toMatchObject(expected);
    const labels = { a: '?' };
    expect(
      schema.validate({ ...website({ html: 'a', replicas: 5 }), metadata: { name: 'a', labels } }),
    ).toMatchObject([{ field: 'metadata.labels' }, { field: 'spec.replicas' }]);
  });

  test('refuses options that it does not have, or that the definition does not', () => {
    const plain = schemaOf(yaml.replace('subresources: { status: {} }', ''));
    const object = website({ html: 'a' });
    expect(() => plain.validate(object, object, { subresource: 'status' })).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message:
          'subresource of validate must be absent, got "status": websites.example.com has no such subresource in v1',
      }),
    );
    // @ts-expect-error: not a function.
    expect(() => schema.validate(object, undefined, { warn: 'x' })).toThrow('must be a function');
  });

  test('fills in defaults, prunes, and names unknown fields', () => {
    const given = website({ html: 'a', colour: 'red', ports: [{ name: 'x' }] });
    expect(schema.defaults(given)).toMatchObject({ spec: { replicas: 1, ports: [{ name: 'x', port: 80 }] } });
    expect(schema.prune(given)).toEqual(website({ html: 'a', ports: [{ name: 'x' }] }));
    expect(schema.unknownFields(given)).toEqual(['spec.colour']);
    expect(given).toEqual(website({ html: 'a', colour: 'red', ports: [{ name: 'x' }] }));
  });

  test('refuses a definition that a server would refuse, with its messages', () => {
    const refused = (from: string, to: string): unknown => {
      try {
        schemaOf(yaml.replace(from, to));
        return undefined;
      } catch (error) {
        return error;
      }
    };
    expect(refused('self.port > 0', 'self.prot > 0')).toBeInstanceOf(SchemaError);
    expect(refused('self.port > 0', 'self.prot > 0')).toMatchObject({
      code: 'ERR_DEFINITION',
      message: expect.stringContaining('undefined field'),
    });
    expect(refused('group: example.com', 'group: example')).toMatchObject({ code: 'ERR_DEFINITION' });
    expect(refused('storage: true', 'storage: false')).toMatchObject({
      message: expect.stringContaining('Invalid value: null: must have at least one stored version'),
    });
    expect(refused(', kind: Website', '')).toMatchObject({
      message: expect.stringContaining('spec.names.listKind: Required value'),
    });
  });
});
