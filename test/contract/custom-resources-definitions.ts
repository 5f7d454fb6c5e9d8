import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from './contract.js';
import type { Answer } from './http.js';
import { at, names, shown, text } from './http.js';
import {
  causes,
  condition,
  define,
  definitionOf,
  definitions,
  eventually,
  until,
  version,
  warnings,
} from './custom-resources-support.js';
import { cases } from './custom-resources-cases.js';

const group = 'definitions.example.com';
const multis = `multis.${group}`;

const oneSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        color: { type: 'string', default: 'red' },
        only1: { type: 'string' },
        flag: { type: 'boolean' },
      },
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, selector: { type: 'string' } },
    },
  },
};
const twoSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        color: { type: 'string', default: 'blue' },
        only2: { type: 'integer', default: 5 },
      },
    },
  },
};
const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const served = [
  {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: oneSchema },
    subresources: { status: {}, scale },
    selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.flag' }],
    additionalPrinterColumns: [
      { name: 'Color', type: 'string', jsonPath: '.spec.color', description: 'c' },
      { name: 'N', type: 'integer', jsonPath: '.spec.replicas', priority: 1 },
      { name: 'Flag', type: 'boolean', jsonPath: '.spec.flag' },
      { name: 'Bad', type: 'integer', jsonPath: '.spec.color' },
    ],
  },
  { name: 'v2', served: true, storage: false, deprecated: true, schema: { openAPIV3Schema: twoSchema } },
  {
    name: 'v3alpha1',
    served: true,
    storage: false,
    deprecated: true,
    deprecationWarning: 'old one',
    schema: { openAPIV3Schema: oneSchema },
  },
  { name: 'v4', served: false, storage: false, schema: { openAPIV3Schema: oneSchema } },
];

/** The definitions themselves: which are valid, which names they get, how versions convert, changes and deletion. */
export function definitionContract(use: () => Context): void {
  const post = (body: unknown): Promise<Answer> => use().api.post(`${definitions}?dryRun=All`, body);
  let serial = 0;
  const path = (name = 'v1'): string => `/apis/${group}/${name}/namespaces/${use().namespace}/multis`;
  const multi = (name: string, spec: object, apiVersion = 'v1'): object => ({
    apiVersion: `${group}/${apiVersion}`,
    kind: 'Multi',
    metadata: { name },
    spec,
  });

  describe('valid values', () => {
    test.each(cases.schemas.map((row, index) => [index, row] as const))('schema %i', async (_index, row) => {
      const answer = await post(
        definitionOf('schemas.example.com', 'vals', 'Val', [
          version({}, { schema: { openAPIV3Schema: row.schema } }),
        ]),
      );
      const refused = answer.status === 201 ? undefined : causes(answer);
      expect([refused, warnings(answer)]).toEqual([row.refused, row.warnings ?? []]);
    });

    test.each(cases.versions.map((row, index) => [index, row] as const))(
      'versions %i',
      async (_index, row) => {
        const answer = await post(definitionOf('schemas.example.com', 'vals', 'Val', row.versions));
        const refused = answer.status === 201 ? undefined : causes(answer);
        expect([refused, warnings(answer)]).toEqual([row.refused, row.warnings ?? []]);
      },
    );

    test.each([
      ['spec.color', 'is an invalid path: expected [ or . but got: spec'],
      ["'.spec.color'", "is an invalid path: expected [ or . but got: '.spec.color'"],
      [".'spec'.color", 'is an invalid path: does not refer to a valid field'],
      [".spec['color']", 'is an invalid path: array notation is not allowed'],
      ['.spec.', 'is an invalid path: unexpected end of JSON path'],
      ['.spec.__proto__', 'is an invalid path: does not refer to a valid field'],
    ])('a selectable field at %s is refused', async (jsonPath, why) => {
      const invalid = version(oneSchema, { selectableFields: [{ jsonPath }] });
      const answer = await post(definitionOf('schemas.example.com', 'vals', 'Val', [invalid]));
      expect(causes(answer)).toEqual([
        `spec.selectableFields[0].jsonPath: Invalid value: ${JSON.stringify(jsonPath)}: ${why}`,
      ]);
    });

    test.each([
      [{ group: 'nodots' }, 'spec.group: Invalid value: "nodots": should be a domain with at least one dot'],
      [{ scope: 'Foo' }, 'spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"'],
      [{ scope: undefined }, 'spec.scope: Required value'],
      [
        { preserveUnknownFields: true },
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
      [
        { conversion: { strategy: 'Bar' } },
        'spec.conversion.strategy: Unsupported value: "Bar": supported values: "None", "Webhook"',
      ],
      [
        { conversion: { strategy: 'Webhook' } },
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
      ],
      [
        { names: { plural: 'vals', kind: 'Val', listKind: 'Val' } },
        'spec.names.listKind: Invalid value: "Val": kind and listKind may not be the same',
      ],
      [{ names: {} }, 'spec.names.kind: Required value'],
      [
        { group: 'foo.k8s.io' },
        'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ])('a spec with %j', async (spec, cause) => {
      const answer = await post(
        definitionOf('schemas.example.com', 'vals', 'Val', [version({ type: 'object' })], spec),
      );
      expect(answer.status).toBe(422);
      expect(causes(answer)).toContain(cause);
    });
  });

  describe('versions', () => {
    beforeAll(async () => {
      const { api } = use();
      await define(
        api,
        definitionOf(group, 'multis', 'Multi', served, {
          names: { plural: 'multis', kind: 'Multi', shortNames: ['mu'], categories: ['all', 'mine'] },
        }),
        path(),
      );
      await api.post(path(), multi('a', { only1: 'x', replicas: 2, flag: true }));
      await eventually(api, `/apis/${group}/v2`, ({ status }) => status === 200);
    }, 30_000);

    afterAll(async () => {
      await use().api.delete(`${definitions}/${multis}`);
    });

    test('each version shows the fields of its schema, with the defaults of the written version', async () => {
      const { api } = use();
      const two = await api.get(`${path('v2')}/a`);
      expect(two.json).toMatchObject({ apiVersion: `${group}/v2`, kind: 'Multi' });
      expect(two.json['spec']).toEqual({ color: 'red', replicas: 2 });
      await api.post(path('v2'), multi('b', { only2: 7 }, 'v2'));
      expect((await api.get(`${path()}/b`)).json['spec']).toEqual({ color: 'blue' });
      expect((await api.get(`${path('v2')}/b`)).json['spec']).toEqual({ color: 'blue' });
      const missing = await api.post(path('v2'), {
        apiVersion: `${group}/v2`,
        kind: 'Multi',
        metadata: { name: 'c' },
      });
      expect(causes(missing)).toEqual(['spec: Required value']);
    });

    test('a write in another version drops fields that this version does not have', async () => {
      const { api } = use();
      await api.post(path(), multi('loses', { only1: 'x' }));
      await api.patch(`${path('v2')}/loses`, 'merge', { spec: { replicas: 4 } });
      expect((await api.get(`${path()}/loses`)).json['spec']).toEqual({ color: 'red', replicas: 4 });
    });

    test('a watch sends objects in its own version', async () => {
      const { api } = use();
      const created = await api.post(path(), multi('watched', { only1: 'x', flag: false }));
      const from = text(created.json, 'metadata.resourceVersion');
      const watch = await api.watch(`${path('v2')}?watch=true&resourceVersion=${from}`);
      await api.patch(`${path()}/watched`, 'merge', { spec: { only1: 'y', replicas: 1 } });
      const event = await watch.next();
      watch.close();
      expect(event).toMatchObject({
        type: 'MODIFIED',
        object: { apiVersion: `${group}/v2`, metadata: { name: 'watched' } },
      });
      expect(at(event, 'object.spec')).toEqual({ color: 'red', replicas: 1 });
    });

    test('deprecated versions send a warning, and a version that is not served is not found', async () => {
      const { api } = use();
      expect(warnings(await api.get(`${path()}/a`))).toEqual([]);
      expect(warnings(await api.get(`${path('v2')}/a`))).toEqual([`${group}/v2 Multi is deprecated`]);
      expect(warnings(await api.get(`${path('v3alpha1')}/a`))).toEqual(['old one']);
      expect((await api.get(`${path('v4')}/a`)).status).toBe(404);
    });

    test('fields are selectable in the version that declares them', async () => {
      const { api } = use();
      expect(names((await api.get(`${path()}?fieldSelector=spec.flag%3Dtrue`)).json)).toEqual(['a']);
      const other = await api.get(`${path('v2')}?fieldSelector=spec.flag%3Dtrue`);
      expect(other.status).toBe(400);
    });

    test('scale reads and writes the replicas by the paths of the definition', async () => {
      const { api } = use();
      await api.post(path(), multi('scaled', { replicas: 2 }));
      const own = `${path()}/scaled/scale`;
      await api.patch(`${path()}/scaled/status`, 'merge', { status: { replicas: 1, selector: 'a=b' } });
      expect((await api.get(own)).json).toMatchObject({
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'scaled' },
        spec: { replicas: 2 },
        status: { replicas: 1, selector: 'a=b' },
      });
      expect((await api.patch(own, 'merge', { spec: { replicas: 5 } })).json).toMatchObject({
        spec: { replicas: 5 },
      });
      expect((await api.get(`${path()}/scaled`)).json).toMatchObject({
        metadata: { generation: 2 },
        spec: { replicas: 5 },
      });
      expect(causes(await api.patch(own, 'merge', { spec: { replicas: -1 } }))).toEqual([
        '.spec.replicas: Invalid value: -1: should be a non-negative integer',
      ]);
      for (const replicas of ['1e3', '1.0', '1.5', '"3"', '2147483648']) {
        const found = replicas.startsWith('"') ? 'string' : `number ${replicas}`;
        const problem = `json: cannot unmarshal ${found} into Go struct field ScaleSpec.spec.replicas of type int32`;
        const refused = await api.patch(own, 'merge', `{"spec":{"replicas":${replicas}}}`);
        expect([refused.status, refused.json['message']]).toEqual([422, expect.stringContaining(problem)]);
        const scaleText = `{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"scaled"},"spec":{"replicas":${replicas}}}`;
        const put = await api.call('PUT', own, { body: scaleText });
        expect([put.status, put.json['reason']]).toEqual([400, 'BadRequest']);
      }
      await api.post(path(), multi('unscaled', {}));
      const none = await api.get(`${path()}/unscaled/scale`);
      expect([none.status, none.json['message']]).toEqual([
        500,
        'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
      ]);
      const empty = await api.patch(`${path()}/unscaled/scale`, 'merge', {});
      expect([empty.status, empty.json['message']]).toEqual([
        400,
        'the spec replicas field ".spec.replicas" cannot be empty',
      ]);
      expect((await api.get(`${path('v2')}/scaled/scale`)).status).toBe(404);
    });

    test('managedFields name who set the replicas by a scale, which cannot be applied', async () => {
      const { api } = use();
      await api.post(`${path()}?fieldManager=creator`, multi('owned', { replicas: 2 }));
      const own = `${path()}/owned/scale`;
      const managers = async (): Promise<unknown> => {
        const entries = at((await api.get(`${path()}/owned`)).json, 'metadata.managedFields');
        return (Array.isArray(entries) ? entries : []).filter(
          (entry) => at(entry, 'subresource') === 'scale',
        );
      };
      const entry = (manager: string): object => ({
        manager,
        operation: 'Update',
        apiVersion: `${group}/v1`,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
        subresource: 'scale',
      });
      await api.patch(`${own}?fieldManager=first`, 'merge', { spec: { replicas: 5 } });
      expect(await managers()).toEqual([entry('first')]);
      const scale = {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'owned' },
        spec: { replicas: 6 },
      };
      await api.put(`${own}?fieldManager=second`, scale);
      expect(await managers()).toEqual([entry('second')]);

      const refused = async (query: string, body: object): Promise<unknown[]> => {
        const { status, json } = await api.patch(own + query, 'apply', body);
        return [status, json['message']];
      };
      expect(await refused('', scale)).toEqual([
        422,
        'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      ]);
      expect(await refused('?fieldManager=a', { ...scale, apiVersion: 'autoscaling/v2' })).toEqual([
        400,
        'invalid object type: autoscaling/v2, Kind=Scale',
      ]);
      expect(await refused('?fieldManager=a&force=true', { ...scale, spec: { replicas: 7 } })).toEqual([
        500,
        expect.stringContaining('request to convert CR to an invalid group/version: autoscaling/v1'),
      ]);
      const absent = await api.patch(`${path()}/absent/scale?fieldManager=a`, 'apply', scale);
      expect([absent.status, at((await api.get(own)).json, 'spec.replicas')]).toEqual([404, 6]);
    });

    test('unknown and repeated fields in a patch of a scale are refused, or a warning, as asked for', async () => {
      const { api } = use();
      await api.post(path(), multi('patched', { replicas: 2 }));
      const own = `${path()}/patched/scale`;
      for (const [patch, problem] of [
        ['{"spec":{"x":1}}', 'unknown field "spec.x"'],
        ['{"x":1}', 'unknown field "x"'],
        ['{"spec":{"replicas":2,"replicas":3}}', 'duplicate field "spec.replicas"'],
      ] as const) {
        const strict = await api.patch(`${own}?fieldValidation=Strict`, 'merge', patch);
        expect([strict.status, strict.json['message']]).toEqual([
          422,
          expect.stringContaining(`strict decoding error: ${problem}`),
        ]);
        const warned = await api.patch(own, 'merge', patch);
        expect([warned.status, warnings(warned)]).toEqual([200, [problem]]);
        const ignored = await api.patch(`${own}?fieldValidation=Ignore`, 'merge', patch);
        expect([ignored.status, warnings(ignored)]).toEqual([200, []]);
      }
      const elsewhere = await api.patch(own, 'merge', { metadata: { namespace: 'other' } });
      expect([elsewhere.status, elsewhere.json['message']]).toEqual([
        400,
        'the namespace of the provided object does not match the namespace sent on the request',
      ]);
    });

    test.each([
      ['merge', '{"spec":null}', [200, 0]],
      ['merge', '{"spec":{"replicas":null}}', [200, 0]],
      ['merge', '{"metadata":null}', [400, 'was undeterminable: name must be provided']],
      ['merge', '{"metadata":{"name":""}}', [400, 'was undeterminable: name must be provided']],
      ['merge', '{"metadata":{"resourceVersion":"0"}}', [422, 'must be specified for an update']],
      ['merge', '{"metadata":{"resourceVersion":null}}', [200, 2]],
      ['merge', '{"metadata":[]}', [422, 'json: cannot unmarshal array into']],
      ['merge', '{"kind":3}', [422, 'cannot unmarshal number into Go struct field .kind of type string']],
      ['merge', '{"apiVersion":"a/b/c"}', [422, 'unexpected GroupVersion string: a/b/c']],
      ['json', '[{"op":"replace","path":"","value":{}}]', [400, 'name must be provided']],
      ['json', '[{"op":"replace","path":"","value":null}]', [422, 'rejected our request']],
      ['json', '[{"op":"replace","path":"","value":[]}]', [422, 'cannot unmarshal array into']],
      ['json', '[{"op":"add","path":"","value":{"spec":{"replicas":4}}}]', [422, 'rejected our request']],
      ['json', '[{"op":"copy","from":"/spec","path":""}]', [422, 'rejected our request']],
      [
        'json',
        '[{"op":"replace","path":"/spec/replicas","value":1e3}]',
        [422, 'cannot unmarshal number 1e3'],
      ],
      ['json', '[{"op":"replace","path":"","value":{"spec":{"replicas":1e3}}}]', [422, 'number 1e3']],
      [
        'json',
        '[{"op":"add","path":"/spec/x","value":1e3},{"op":"move","from":"/spec/x","path":"/spec/replicas"}]',
        [422, 'cannot unmarshal number 1e3'],
      ],
      [
        'json',
        '[{"op":"add","path":"/spec/replicas","value":1e3},{"op":"add","path":"/spec/replicas","value":3}]',
        [200, 3],
      ],
      ['json', '[{"op":"test","path":"/spec/replicas","value":2.0}]', [422, 'rejected our request']],
    ] as const)('a patch of a scale may be odd: %s %s', async (type, patch, expected) => {
      const { api } = use();
      const name = `odd-${++serial}`;
      await api.post(path(), multi(name, { replicas: 2 }));
      for (const query of ['', '?fieldValidation=Ignore']) {
        const { status, json } = await api.patch(`${path()}/${name}/scale${query}`, type, patch);
        const [code, result] = expected;
        expect([status, status === 200 ? (at(json, 'spec.replicas') ?? 0) : json['message']]).toEqual([
          code,
          typeof result === 'string' ? expect.stringContaining(result) : result,
        ]);
      }
    });

    test('a patch cannot take the kind or the version of an object, nor change the kind', async () => {
      const { api } = use();
      await api.post(path(), multi('kinds', {}));
      for (const [patch, code, why] of [
        [{ kind: null }, 422, "Object 'Kind' is missing in"],
        [{ kind: 'Other' }, 422, 'kind: Invalid value: "Other": must be Multi'],
        [{ apiVersion: '' }, 500, "Object 'apiVersion' is missing in"],
        [{ metadata: { resourceVersion: null } }, 422, 'must be specified for an update'],
        [{ metadata: { resourceVersion: '0' } }, 422, 'must be specified for an update'],
      ] as const) {
        const { status, json } = await api.patch(`${path()}/kinds`, 'merge', patch);
        expect([status, json['message']]).toEqual([code, expect.stringContaining(why)]);
      }
    });

    test('a table has cells of the columns’ types', async () => {
      const { api } = use();
      const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
      const { json } = await api.get(`${path()}/a`, { accept: table });
      expect(json).toMatchObject({
        columnDefinitions: [
          { name: 'Name', format: 'name' },
          { name: 'Color', type: 'string', description: 'c', priority: 0 },
          {
            name: 'N',
            priority: 1,
            description: 'Custom resource definition column (in JSONPath format): .spec.replicas',
          },
          { name: 'Flag' },
          { name: 'Bad' },
        ],
        rows: [{ cells: ['a', 'red', 2, true, null] }],
      });
      const two = await api.get(`${path('v2')}/a`, { accept: table });
      expect(two.json['columnDefinitions']).toMatchObject([{ name: 'Name' }, { name: 'Age', type: 'date' }]);
    });

    test('discovery and OpenAPI list the served versions', async () => {
      const { api } = use();
      const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
      expect((await api.get(`/apis/${group}`)).json).toMatchObject({
        versions: [{ version: 'v2' }, { version: 'v1' }, { version: 'v3alpha1' }],
        preferredVersion: { version: 'v2' },
      });
      expect((await api.get(`/apis/${group}/v1`)).json['resources']).toMatchObject([
        { name: 'multis', kind: 'Multi', verbs, shortNames: ['mu'], categories: ['all', 'mine'] },
        { name: 'multis/status', kind: 'Multi' },
        { name: 'multis/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' },
      ]);
      const name = 'com.example.definitions.v1.Multi';
      const wanted = { group, version: 'v1', kind: 'Multi' };
      const three = await eventually(api, `/openapi/v3/apis/${group}/v1`, ({ status }) => status === 200);
      const schema = at(three.json, 'components.schemas');
      expect(schema).toHaveProperty([name]);
      expect((schema as Readonly<Record<string, unknown>>)[name]).toMatchObject({
        properties: { spec: { properties: { color: { type: 'string', default: 'red' } } } },
        'x-kubernetes-group-version-kind': [wanted],
      });
      const two = await eventually(api, '/openapi/v2', (answer) => answer.text.includes(`"${name}"`));
      expect((two.json['definitions'] as Readonly<Record<string, unknown>>)[name]).toMatchObject({
        properties: { spec: { properties: { color: { type: 'string' } } } },
        'x-kubernetes-group-version-kind': [wanted],
      });
    });

    test('refuses changes of immutable fields', async () => {
      const { api } = use();
      const change = async (spec: object): Promise<string[]> =>
        causes(await api.patch(`${definitions}/${multis}`, 'merge', { spec }));
      expect(await change({ scope: 'Cluster' })).toEqual([
        'spec.scope: Invalid value: "Cluster": field is immutable',
      ]);
      expect(await change({ names: { kind: 'Other' } })).toContain(
        'spec.names.kind: Invalid value: "Other": field is immutable',
      );
      expect(await change({ names: { plural: 'others' } })).toContain(
        'spec.names.plural: Invalid value: "others": field is immutable',
      );
    });

    // The last test: it changes the definition permanently.
    test('a new storage version applies from the next write, and the old one stays in storedVersions', async () => {
      const { api } = use();
      const watch = await api.watch(`${path()}?watch=true`);
      const changed = await api.patch(`${definitions}/${multis}`, 'json', [
        { op: 'replace', path: '/spec/versions/0/storage', value: false },
        { op: 'replace', path: '/spec/versions/1/storage', value: true },
      ]);
      expect(at(changed.json, 'status.storedVersions')).toEqual(['v1', 'v2']);
      // Clients watch again, with the current definition.
      await watch.rest();
      const removed = await api.patch(`${definitions}/${multis}`, 'json', [
        { op: 'remove', path: '/spec/versions/0' },
      ]);
      expect(causes(removed)).toEqual([
        'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
      ]);
      expect((await api.get(`${path()}/a`)).json['spec']).toMatchObject({ only1: 'x' });
      await api.patch(`${path()}/a`, 'merge', { spec: { only1: 'again' } });
      expect((await api.get(`${path()}/a`)).json['spec']).not.toHaveProperty('only1');
      expect((await api.get(`${path('v2')}/a`)).json['spec']).toMatchObject({ only2: 5 });
    });
  });

  describe('names, changes and the end', () => {
    const taken = `firsts.${group}`;
    const wants = `seconds.${group}`;
    const path1 = (plural: string): string => `/apis/${group}/v1/namespaces/${use().namespace}/${plural}`;
    const names1 = { plural: 'firsts', kind: 'First', shortNames: ['fi'] };

    beforeAll(async () => {
      const schema = { type: 'object', properties: { spec: { type: 'object', properties: {} } } };
      await define(
        use().api,
        definitionOf(group, 'firsts', 'First', [version(schema)], { names: names1 }),
        path1('firsts'),
      );
    }, 30_000);

    afterAll(async () => {
      await use().api.delete(`${definitions}/${taken}`);
      await use().api.delete(`${definitions}/${wants}`);
    });

    test('names of another definition are not accepted and not served', async () => {
      const { api } = use();
      const asked = { plural: 'seconds', kind: 'First', shortNames: ['fi', 'se'] };
      const created = await api.post(
        definitions,
        definitionOf(group, 'seconds', 'First', [version({ type: 'object' })], { names: asked }),
      );
      const from = text(created.json, 'metadata.resourceVersion');
      const refused = await until(api, wants, from, (object) => condition(object, 'NamesAccepted') !== '');
      expect(at(refused, 'status')).toMatchObject({
        acceptedNames: { plural: 'seconds', kind: '' },
        conditions: [
          {
            type: 'NamesAccepted',
            status: 'False',
            reason: 'ListKindConflict',
            message: '"FirstList" is already in use',
          },
          {
            type: 'Established',
            status: 'False',
            reason: 'NotAccepted',
            message: 'not all names are accepted',
          },
        ],
      });
      expect((await api.get(path1('seconds'))).status).toBe(404);
      const better = await api.patch(`${definitions}/${wants}`, 'merge', {
        spec: { names: { kind: 'Second', listKind: 'SecondList', singular: 'second', shortNames: ['se'] } },
      });
      const accepted = await until(
        api,
        wants,
        text(better.json, 'metadata.resourceVersion'),
        (object) => condition(object, 'Established') === 'True',
      );
      expect(at(accepted, 'status')).toMatchObject({
        acceptedNames: { kind: 'Second', shortNames: ['se'] },
        conditions: [
          { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
          { type: 'Established', status: 'True', reason: 'InitialNamesAccepted' },
        ],
      });
    });

    test('a changed schema applies from then on', async () => {
      const { api } = use();
      const first = (name: string): object => ({
        apiVersion: `${group}/v1`,
        kind: 'First',
        metadata: { name },
        spec: { size: 3 },
      });
      const before = await api.post(path1('firsts'), first('before'));
      expect([before.json['spec'], warnings(before)]).toEqual([{}, ['unknown field "spec.size"']]);
      await api.patch(`${definitions}/${taken}`, 'json', [
        {
          op: 'add',
          path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties',
          value: { size: { type: 'integer', default: 1 } },
        },
      ]);
      // Defaults are also set in responses.
      await eventually(api, `${path1('firsts')}/before`, ({ json }) => at(json, 'spec.size') === 1);
      expect((await api.post(path1('firsts'), first('after'))).json['spec']).toEqual({ size: 3 });
    });

    test('a definition is removed after its objects, and nothing is created in the meantime', async () => {
      const { api } = use();
      const held = {
        apiVersion: `${group}/v1`,
        kind: 'First',
        metadata: { name: 'held', finalizers: ['example.com/hold'] },
      };
      await api.post(path1('firsts'), held);
      const objects = await api.watch(`${path1('firsts')}?watch=true&fieldSelector=metadata.name%3Dheld`);
      const deleted = await api.delete(`${definitions}/${taken}`);
      const from = text(deleted.json, 'metadata.resourceVersion');
      await until(api, taken, from, (object) => condition(object, 'Terminating') === 'True');
      await eventually(
        api,
        `${path1('firsts')}/held`,
        ({ json }) => at(json, 'metadata.deletionTimestamp') !== undefined,
      );
      const late = await api.post(path1('firsts'), { ...held, metadata: { name: 'late' } });
      expect([late.status, late.json['message']]).toEqual([
        403,
        `firsts.${group} "late" is forbidden: create not allowed while custom resource definition is terminating`,
      ]);
      await api.patch(`${path1('firsts')}/held`, 'merge', { metadata: { finalizers: null } });
      expect((await objects.rest()).map(shown)).toEqual(['ADDED held', 'MODIFIED held', 'DELETED held']);
      await eventually(api, path1('firsts'), ({ status }) => status === 404);
      await eventually(api, `${definitions}/${taken}`, ({ status }) => status === 404);
    });
  });
}
