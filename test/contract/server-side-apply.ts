import { expect, test } from 'vitest';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';
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
    expect(broken.json['message']).toMatch(/^error decoding YAML: /);
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
}
