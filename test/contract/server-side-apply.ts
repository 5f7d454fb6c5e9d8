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

  test('an apply creates, again does nothing, and takes back what it leaves out', async () => {
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

  test('managers share a field while they agree; what one leaves out stays for the other', async () => {
    await apply('shared', 'fieldManager=me', { a: '1' });
    expect((await apply('shared', 'fieldManager=you', { a: '1', c: '3' })).json['data']).toEqual({
      a: '1',
      c: '3',
    });
    expect((await apply('shared', 'fieldManager=me', {})).json['data']).toEqual({ a: '1', c: '3' });
    expect((await apply('shared', 'fieldManager=you', { c: '3' })).json['data']).toEqual({ c: '3' });
  });

  test('a field that another manager owns is a conflict, unless forced', async () => {
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

  test('an update owns what it changes', async () => {
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

  test('what an apply must and must not say', async () => {
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

  test('a dry run of an apply stores nothing', async () => {
    const { api } = use();
    await apply('dry-applied', 'fieldManager=me', { a: '1' });
    expect((await apply('dry-applied', 'fieldManager=me&dryRun=All', { a: '2' })).json['data']).toEqual({
      a: '2',
    });
    expect((await api.get(path('dry-applied', ''))).json['data']).toEqual({ a: '1' });
  });
}
