import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';
import { define, definitionOf, definitions, version } from './custom-resources-support.js';
import { at } from './http.js';
import type { Answer } from './http.js';

export function applyContract(use: () => Context): void {
  const path = (name: string, query: string): string => `${configMaps(use().namespace)}/${name}?${query}`;

  async function apply(name: string, query: string, data: object, metadata: object = {}): Promise<Answer> {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
    return use().api.patch(path(name, query), 'apply', body);
  }

  test('an apply creates, does nothing when repeated, and removes omitted fields', async () => {
    const first = await apply('applied', 'fieldManager=me', { a: '1', b: '2' }, { labels: { l: '1' } });
    expect(first.status).toBe(201);
    expect(at(first.json, 'metadata.managedFields')).toMatchObject([
      {
        manager: 'me',
        operation: 'Apply',
        fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} }, 'f:metadata': { 'f:labels': { 'f:l': {} } } },
      },
    ]);
    const again = await apply('applied', 'fieldManager=me', { a: '1', b: '2' }, { labels: { l: '1' } });
    expect(again.status).toBe(200);
    expect(at(again.json, 'metadata.resourceVersion')).toBe(at(first.json, 'metadata.resourceVersion'));
    const less = await apply('applied', 'fieldManager=me', { b: '2' });
    expect(less.json['data']).toEqual({ b: '2' });
    expect(at(less.json, 'metadata')).not.toHaveProperty('labels');
  });

  test('managers with equal values share a field; it stays when one of them omits it', async () => {
    await apply('shared', 'fieldManager=me', { a: '1' });
    expect((await apply('shared', 'fieldManager=you', { a: '1', c: '3' })).json['data']).toEqual({
      a: '1',
      c: '3',
    });
    expect((await apply('shared', 'fieldManager=me', {})).json['data']).toEqual({ a: '1', c: '3' });
    expect((await apply('shared', 'fieldManager=you', { c: '3' })).json['data']).toEqual({ c: '3' });
  });

  test('changing a field of another manager is a conflict, unless forced', async () => {
    await apply('contested', 'fieldManager=me', { a: '1', b: '2' });
    const one = await apply('contested', 'fieldManager=you', { a: '9' });
    expect(one.status).toBe(409);
    expect(one.json).toMatchObject({
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "me": .data.a',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "me"', field: '.data.a' }],
      },
    });
    const two = await apply('contested', 'fieldManager=you', { a: '9', b: '9' });
    expect(two.json['message']).toBe(
      'Apply failed with 2 conflicts: conflicts with "me":\n- .data.a\n- .data.b',
    );
    const forced = await apply('contested', 'fieldManager=you&force=true', { a: '9' });
    expect(forced.json['data']).toEqual({ a: '9', b: '2' });
    expect(at(forced.json, 'metadata.managedFields')).toMatchObject([
      { manager: 'me', fieldsV1: { 'f:data': { 'f:b': {} } } },
      { manager: 'you', fieldsV1: { 'f:data': { 'f:a': {} } } },
    ]);
  });

  test('an update owns the fields that it changes', async () => {
    const { api } = use();
    await apply('updated', 'fieldManager=me', { a: '1' });
    await api.patch(path('updated', 'fieldManager=editor'), 'merge', { data: { a: '2' } });
    const refused = await apply('updated', 'fieldManager=me', { a: '1' });
    expect(refused.json['message']).toBe(
      'Apply failed with 1 conflict: conflict with "editor" using v1: .data.a',
    );
  });

  test('lists are merged by their keys', async () => {
    const { api, namespace } = use();
    const url = (manager: string): string =>
      `/apis/apps/v1/namespaces/${namespace}/deployments/applied?fieldManager=${manager}`;
    const deployment = (spec: object): object => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'applied' },
      spec,
    });
    const template = (containers: object[]): object => ({
      metadata: { labels: { a: 'b' } },
      spec: { containers },
    });
    const selector = { matchLabels: { a: 'b' } };
    const first = await api.patch(
      url('me'),
      'apply',
      deployment({
        selector,
        template: template([
          { name: 'c', image: '1', env: [{ name: 'E', value: '1' }] },
          { name: 'side', image: 's' },
        ]),
      }),
    );
    expect(first.status).toBe(201);
    const less = await api.patch(
      url('me'),
      'apply',
      deployment({ selector, template: template([{ name: 'c', image: '2' }]) }),
    );
    const containers = at(less.json, 'spec.template.spec.containers');
    expect(containers).toMatchObject([{ name: 'c', image: '2' }]);
    expect(containers).toHaveLength(1);
    expect(at(containers, '0')).not.toHaveProperty('env');
    const other = await api.patch(
      url('you'),
      'apply',
      deployment({ template: { spec: { containers: [{ name: 'c', image: '3' }] } } }),
    );
    expect(other.json['message']).toBe(
      'Apply failed with 1 conflict: conflict with "me": .spec.template.spec.containers[name="c"].image',
    );
    const scaled = await api.patch(url('you'), 'apply', deployment({ replicas: 3 }));
    expect([scaled.status, at(scaled.json, 'spec.replicas')]).toEqual([200, 3]);
  });

  test('required and forbidden parts of an apply', async () => {
    const { api } = use();
    const manager = await api.patch(path('x', ''), 'apply', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x' },
    });
    expect([manager.status, manager.json['message']]).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    ]);
    const kind = await api.patch(path('x', 'fieldManager=me'), 'apply', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'x' },
    });
    expect([kind.status, kind.json['message']]).toEqual([400, 'invalid object type: /v1, Kind=Secret']);
    const fields = await apply('x', 'fieldManager=me', {}, { managedFields: [{ manager: 'x' }] });
    expect([fields.status, fields.json['message']]).toEqual([400, 'metadata.managedFields must be nil']);
    const broken = await api.patch(path('x', 'fieldManager=me'), 'apply', '[1');
    expect(broken.status).toBe(400);
    expect(broken.json['message']).toMatch(/^error encoding patch: yaml: line 1: /);
  });

  test('a configuration must match the schema of its kind', async () => {
    const url = path('schema', 'fieldManager=me');
    const wrong = (problem: string): [number, string] => [
      500,
      `failed to create typed patch object (/schema; /v1, Kind=ConfigMap): ${problem}`,
    ];
    const send = async (rest: object): Promise<[number, unknown]> => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'schema' }, ...rest };
      const { status, json } = await use().api.patch(url, 'apply', body);
      return [status, json['message']];
    };
    expect(await send({ data: { a: 5 } })).toEqual(
      wrong('.data.a: expected string, got &value.valueUnstructured{Value:5}'),
    );
    expect(await send({ data: [] })).toEqual(wrong('.data: expected map, got &{[]}'));
    expect(await send({ foo: 1 })).toEqual(wrong('.foo: field not declared in schema'));
  });

  test('reads a configuration in YAML', async () => {
    const { api } = use();
    const body =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml-applied\ndata:\n  a: 'yes'\n  b: |\n    x\n";
    const { status, json } = await api.patch(path('yaml-applied', 'fieldManager=me'), 'apply', body);
    expect([status, json['data']]).toEqual([201, { a: 'yes', b: 'x\n' }]);
  });

  test('omitted fields are removed with their parents and defaults', async () => {
    const { api, namespace } = use();
    const url = `/apis/apps/v1/namespaces/${namespace}/deployments/pruned?fieldManager=me`;
    const send = (container: object, strategy?: object): Promise<Answer> =>
      api.patch(url, 'apply', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'pruned' },
        spec: {
          ...(strategy === undefined ? {} : { strategy }),
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'i', ...container }] },
          },
        },
      });
    const first = await send(
      { livenessProbe: { httpGet: { path: '/', port: 80 } } },
      { rollingUpdate: { maxSurge: 1 } },
    );
    expect(at(first.json, 'spec.template.spec.containers.0.livenessProbe')).toMatchObject({
      periodSeconds: 10,
    });
    const less = await send({});
    expect(at(less.json, 'spec.template.spec.containers.0')).not.toHaveProperty('livenessProbe');
    expect(at(less.json, 'spec.strategy.rollingUpdate')).toEqual({ maxUnavailable: '25%', maxSurge: '25%' });
  });

  test('fields without an owner belong to before-first-apply', async () => {
    const { api, namespace } = use();
    await api.post(configMaps(namespace), { metadata: { name: 'unowned' } });
    await api.patch(path('unowned', ''), 'merge', { data: { a: '1' } });
    const refused = await apply('unowned', 'fieldManager=me', { a: '2' });
    expect(refused.json['message']).toMatch(
      /^Apply failed with 1 conflict: conflict with "before-first-apply" using v1.*: \.data\.a$/,
    );
  });

  test('kubectl takes over the fields of its own client-side apply', async () => {
    const { api, namespace } = use();
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'migrated' }, data: { a: '1' } };
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
    await api.post(`${configMaps(namespace)}?fieldManager=kubectl-client-side-apply`, {
      ...object,
      metadata: { name: 'migrated', annotations: { [annotation]: JSON.stringify(object) } },
    });
    expect((await apply('migrated', 'fieldManager=me', { a: '2' })).status).toBe(409);
    const taken = await apply('migrated', 'fieldManager=kubectl', { a: '2' });
    expect([taken.status, taken.json['data']]).toEqual([200, { a: '2' }]);
    const { annotations } = at(taken.json, 'metadata') as { annotations: Record<string, string> };
    expect(annotations[annotation]).toBe(
      '{"apiVersion":"v1","data":{"a":"2"},"kind":"ConfigMap","metadata":{"name":"migrated"}}\n',
    );
  });

  test('merges the oldest of more than ten updating managers', async () => {
    const { api, namespace } = use();
    await api.post(`${configMaps(namespace)}?fieldManager=m0`, {
      metadata: { name: 'crowd' },
      data: { k0: '0' },
    });
    for (let index = 1; index <= 11; index++) {
      await api.patch(path('crowd', `fieldManager=m${index}`), 'merge', { data: { [`k${index}`]: '1' } });
    }
    const { json } = await api.get(path('crowd', ''));
    const managers = (at(json, 'metadata.managedFields') as { manager: string }[]).map(
      ({ manager }) => manager,
    );
    expect(managers).toHaveLength(10);
    expect(managers).toContain('ancient-changes');
  });

  test('a dry run of an apply stores nothing', async () => {
    const { api } = use();
    await apply('dry-applied', 'fieldManager=me', { a: '1' });
    expect((await apply('dry-applied', 'fieldManager=me&dryRun=All', { a: '2' })).json['data']).toEqual({
      a: '2',
    });
    expect((await api.get(path('dry-applied', ''))).json['data']).toEqual({ a: '1' });
  });

  test('a client may edit the managers of an object', async () => {
    const { api, namespace } = use();
    const created = await api.post(`${configMaps(namespace)}?fieldManager=op`, {
      metadata: { name: 'migrated-managers' },
      data: { a: '1', b: '2' },
    });
    const [entry] = at(created.json, 'metadata.managedFields') as object[];
    const moved = await api.patch(path('migrated-managers', ''), 'merge', {
      metadata: { managedFields: [{ ...entry, operation: 'Apply' }] },
    });
    expect(at(moved.json, 'metadata.managedFields')).toMatchObject([{ manager: 'op', operation: 'Apply' }]);
    const applied = await apply('migrated-managers', 'fieldManager=op', { a: '1' });
    expect(applied.json['data']).toEqual({ a: '1' });
    // What is not valid is ignored.
    const kept = await api.patch(path('migrated-managers', ''), 'merge', {
      metadata: { managedFields: [{ ...entry, fieldsV1: { a: {} } }] },
    });
    expect(at(kept.json, 'metadata.managedFields')).toMatchObject([{ manager: 'op', operation: 'Apply' }]);
  });

  test('a configuration needs no name, and its repeated keys are refused after everything else', async () => {
    const { api } = use();
    const yaml = (data: string): string => `apiVersion: v1\nkind: ConfigMap\ndata:\n${data}`;
    await apply('nameless', 'fieldManager=me', { a: '1' });
    const named = await api.patch(path('nameless', 'fieldManager=you'), 'apply', yaml('  b: "2"\n'));
    expect([named.status, named.json['data']]).toEqual([200, { a: '1', b: '2' }]);
    const strict = path('nameless', 'fieldManager=you&fieldValidation=Strict');
    const twice = await api.patch(strict, 'apply', yaml('  b: "2"\n  b: "3"\n'));
    expect([twice.status, twice.json['message']]).toEqual([
      400,
      expect.stringMatching(/^error strict decoding patch: .*key "b" already set in map$/s),
    ]);
    expect((await api.patch(strict, 'apply', yaml('  a: "2"\n  a: "3"\n'))).status).toBe(409);
  });

  describe('custom resources', () => {
    const group = 'apply.example.com';
    const item = {
      type: 'object',
      required: ['port'],
      properties: {
        port: { type: 'integer' },
        protocol: { type: 'string', default: 'TCP' },
        name: { type: 'string' },
      },
    };
    const spec = {
      type: 'object',
      properties: {
        ports: {
          type: 'array',
          items: item,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
        },
        map: { type: 'object', additionalProperties: { type: 'string' } },
        set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        replicas: { type: 'integer' },
        text: { type: 'string' },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    };
    const schema = {
      type: 'object',
      properties: { spec, status: { type: 'object', properties: { text: { type: 'string' } } } },
    };
    const subresources = {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    };
    const url = (name: string, query = '', served = 'v1'): string =>
      `/apis/${group}/${served}/namespaces/${use().namespace}/things/${name}?${query}`;
    const things = (): string => `/apis/${group}/v1/namespaces/${use().namespace}/things`;

    beforeAll(async () => {
      const second = { name: 'v2', storage: false };
      const versions = [version(schema, { subresources }), version(schema, { subresources, ...second })];
      await define(use().api, definitionOf(group, 'things', 'Thing', versions), things());
    });

    afterAll(async () => {
      await use().api.delete(`${definitions}/things.${group}`);
    });

    async function applyThing(name: string, manager: string, rest: object, served = 'v1'): Promise<Answer> {
      const body = { apiVersion: `${group}/${served}`, kind: 'Thing', metadata: { name }, ...rest };
      return use().api.patch(url(name, manager, served), 'apply', body);
    }

    /** The managers of an answer: `name operation version subresource`, with their fields. */
    function managers({ json }: Answer): unknown[] {
      const entries = (at(json, 'metadata.managedFields') ?? []) as (Readonly<
        Record<'manager' | 'operation' | 'apiVersion' | 'subresource', string | undefined>
      > & { readonly fieldsV1?: unknown })[];
      return entries.map(({ manager, operation, apiVersion, subresource, fieldsV1 }) => [
        [manager, operation, apiVersion, subresource].filter((part) => part !== undefined).join(' '),
        fieldsV1,
      ]);
    }

    test('a key that an item leaves out has its default', async () => {
      const config = { spec: { ports: [{ port: 80, name: 'http' }] } };
      const first = await applyThing('keys', 'fieldManager=me', config);
      const key = 'k:{"port":80,"protocol":"TCP"}';
      expect(managers(first)).toEqual([
        [
          `me Apply ${group}/v1`,
          { 'f:spec': { 'f:ports': { [key]: { '.': {}, 'f:name': {}, 'f:port': {} } } } },
        ],
      ]);
      const again = await applyThing('keys', 'fieldManager=me', config);
      expect([again.status, at(again.json, 'metadata.resourceVersion')]).toEqual([
        200,
        at(first.json, 'metadata.resourceVersion'),
      ]);
      const other = await applyThing('keys', 'fieldManager=you', {
        spec: { ports: [{ port: 80, name: 'x' }] },
      });
      expect(other.json['message']).toBe(
        'Apply failed with 1 conflict: conflict with "me": .spec.ports[port=80,protocol="TCP"].name',
      );
    });

    test('an applier is the same in another version', async () => {
      await applyThing('moved', 'fieldManager=me', { spec: { text: 'a', replicas: 1 } });
      const moved = await applyThing('moved', 'fieldManager=me', { spec: { replicas: 2 } }, 'v2');
      expect([moved.status, moved.json['spec']]).toEqual([200, { replicas: 2 }]);
      expect(managers(moved)).toEqual([[`me Apply ${group}/v2`, { 'f:spec': { 'f:replicas': {} } }]]);
    });

    test('what loses all its content becomes null, which its schema may refuse', async () => {
      await applyThing('empty', 'fieldManager=me', { spec: { text: 'a' } });
      const refused = await applyThing('empty', 'fieldManager=me', { spec: {} });
      expect([refused.status, at(refused.json, 'details.causes.0.field')]).toEqual([422, 'spec']);
    });

    test('no part of a dropped item stays', async () => {
      await applyThing('items', 'fieldManager=me', { spec: { ports: [{ port: 1 }, { port: 2 }] } });
      await use().api.patch(url('items', 'fieldManager=editor'), 'json', [
        { op: 'replace', path: '/spec/ports/0/name', value: 'edited' },
      ]);
      await use().api.patch(url('items', 'fieldManager=editor'), 'json', [
        { op: 'add', path: '/spec/ports/0/name', value: 'edited' },
      ]);
      const less = await applyThing('items', 'fieldManager=me', { spec: { ports: [{ port: 2 }] } });
      expect(at(less.json, 'spec.ports')).toEqual([{ port: 2, protocol: 'TCP' }]);
    });

    test('each endpoint owns what it can change', async () => {
      await applyThing('parts', 'fieldManager=me', { spec: { text: 'a' }, status: { text: 'ignored' } });
      const status = await use().api.patch(url('parts/status', 'fieldManager=controller'), 'merge', {
        metadata: { labels: { a: 'b' } },
        spec: { text: 'ignored' },
        status: { text: 'b' },
      });
      expect(managers(status)).toEqual([
        [`me Apply ${group}/v1`, { 'f:spec': { 'f:text': {} } }],
        [`controller Update ${group}/v1 status`, { 'f:status': { '.': {}, 'f:text': {} } }],
      ]);
    });

    test('a scale owns the replicas of the object', async () => {
      const { api } = use();
      await api.post(`${things()}?fieldManager=me`, {
        apiVersion: `${group}/v1`,
        kind: 'Thing',
        metadata: { name: 'scaled' },
        spec: { replicas: 1, text: 'a' },
      });
      await api.patch(url('scaled/scale', 'fieldManager=scaler'), 'merge', { spec: { replicas: 2 } });
      const replicas = { 'f:spec': { 'f:replicas': {} } };
      const rest = [`me Update ${group}/v1`, { 'f:spec': { '.': {}, 'f:text': {} } }];
      expect(managers(await api.get(url('scaled')))).toEqual([
        [`scaler Update ${group}/v1 scale`, replicas],
        rest,
      ]);
      const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'scaled' } };
      const taken = await api.patch(url('scaled/scale', 'fieldManager=hpa'), 'apply', {
        ...scale,
        spec: { replicas: 3 },
      });
      expect(taken.json['message']).toBe(
        'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using autoscaling/v1: .spec.replicas',
      );
      // The same value is shared.
      await api.patch(url('scaled/scale', 'fieldManager=hpa'), 'apply', { ...scale, spec: { replicas: 2 } });
      expect(managers(await api.get(url('scaled')))).toEqual([
        [`hpa Apply ${group}/v1 scale`, replicas],
        [`scaler Update ${group}/v1 scale`, replicas],
        rest,
      ]);
    });

    test('empty parts of the metadata are stored, so that each apply of them is a change', async () => {
      const config = { metadata: { name: 'labels', labels: {} } };
      const first = await applyThing('labels', 'fieldManager=me', config);
      expect(at(first.json, 'metadata')).not.toHaveProperty('labels');
      const again = await applyThing('labels', 'fieldManager=me', config);
      const next = await use().api.patch(url('labels'), 'json', []);
      const last = await use().api.patch(url('labels'), 'json', []);
      const versions = [first, again, next, last].map(({ json }) => at(json, 'metadata.resourceVersion'));
      expect(new Set(versions).size).toBe(3);
      expect(versions[3]).toBe(versions[2]);
    });

    test('empty parts of the metadata do not survive the conversion to the stored version', async () => {
      const first = await applyThing('converted', 'fieldManager=me', {});
      const config = { metadata: { name: 'converted', ownerReferences: [] } };
      const second = await applyThing('converted', 'fieldManager=me', config, 'v2');
      expect(at(second.json, 'metadata.resourceVersion')).toBe(at(first.json, 'metadata.resourceVersion'));
    });

    test('an object that cannot be converted to the version of a manager cannot be applied', async () => {
      await applyThing('lost', 'fieldManager=me', { spec: { text: 'a' } });
      const entry = (apiVersion: string): object => ({
        metadata: {
          managedFields: [
            {
              manager: 'x',
              operation: 'Apply',
              apiVersion,
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:spec': { 'f:text': {} } },
            },
          ],
        },
      });
      const second = await use().api.patch(url('lost'), 'merge', entry(`${group}/v2`));
      expect(managers(second)).toEqual([[`x Apply ${group}/v2`, { 'f:spec': { 'f:text': {} } }]]);
      // An update whose managers cannot be converted keeps those that the object had.
      const third = await use().api.patch(url('lost'), 'merge', entry(`${group}/v9`));
      expect(managers(third)).toEqual(managers(second));
    });
  });
}
