import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Context } from './contract.js';
import { at, text } from './http.js';
import type { Json } from './http.js';

export function discoveryContract(use: () => Context): void {
  const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

  test('the core group lists its version and resources', async () => {
    const { api } = use();
    expect((await api.get('/api')).json).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    const { json } = await api.get('/api/v1');
    expect(json).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' });
    const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
    expect(json['resources']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'pods',
          singularName: 'pod',
          namespaced: true,
          kind: 'Pod',
          verbs,
          shortNames: ['po'],
          categories: ['all'],
        }),
        expect.objectContaining({
          name: 'pods/status',
          singularName: '',
          namespaced: true,
          kind: 'Pod',
          verbs: ['get', 'patch', 'update'],
        }),
        expect.objectContaining({ name: 'nodes', namespaced: false, kind: 'Node', shortNames: ['no'] }),
        expect.objectContaining({ name: 'endpoints', singularName: 'endpoints', kind: 'Endpoints' }),
      ]),
    );
  });

  test('groups list their versions', async () => {
    const { api } = use();
    const apps = {
      name: 'apps',
      versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    };
    const list = await api.get('/apis');
    expect(list.json['kind']).toBe('APIGroupList');
    expect(list.json['groups']).toEqual(expect.arrayContaining([expect.objectContaining(apps)]));
    expect((await api.get('/apis/apps')).json).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...apps });
    const resources = await api.get('/apis/apps/v1');
    expect(resources.json).toMatchObject({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'apps/v1',
    });
    expect(resources.json['resources']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'deployments',
          kind: 'Deployment',
          namespaced: true,
          shortNames: ['deploy'],
        }),
      ]),
    );
  });

  test.each(['/api', '/apis'])('%s in one document, with a tag', async (path) => {
    const { api } = use();
    const { json, headers } = await api.get(path, { accept: `${aggregated},application/json` });
    expect(headers['content-type']).toBe(aggregated);
    expect(json).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' });
    const name = path === '/api' ? 'pods' : 'deployments';
    const items = at(json, 'items');
    const all = (Array.isArray(items) ? items : []).flatMap((group) => at(group, 'versions.0.resources'));
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          resource: name,
          scope: 'Namespaced',
          responseKind: expect.objectContaining({ kind: name === 'pods' ? 'Pod' : 'Deployment' }) as unknown,
          subresources: expect.arrayContaining([
            expect.objectContaining({ subresource: 'status' }),
          ]) as unknown,
        }),
      ]),
    );
    const tag = String(headers['etag']);
    expect(tag).toMatch(/^".+"$/);
    const same = await api.get(path, { accept: aggregated, 'if-none-match': tag });
    expect(same.status).toBe(304);
  });

  test('version and health', async () => {
    const { api } = use();
    const { json } = await api.get('/version');
    expect(json['gitVersion']).toMatch(/^v\d+\.\d+\.\d+/);
    expect([json['major'], json['minor']]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+\+?$/),
    ]);
    for (const path of ['/readyz', '/livez', '/healthz']) {
      const answer = await api.get(path);
      expect([answer.status, answer.text]).toEqual([200, 'ok']);
    }
  });

  test.each([
    ['v2', '/openapi/v2', 'definitions'],
    ['v3', '/openapi/v3/apis/apps/v1', 'components.schemas'],
  ])(
    'OpenAPI %s describes the fields of a kind, their types and how lists merge',
    async (_version, url, place) => {
      const { status, json } = await use().api.get(url);
      expect(status).toBe(200);
      const schemas = at(json, place) as Json;
      const resolve = (schema: unknown): unknown => {
        const [inner] = (at(schema, 'allOf') ?? []) as unknown[];
        const reference = text(inner ?? schema, '$ref');
        return reference === '' ? schema : schemas[reference.split('/').at(-1) ?? ''];
      };
      const field = (schema: unknown, ...names: readonly string[]): unknown =>
        names.reduce((inner: unknown, name) => resolve(at(inner, `properties.${name}`)), schema);
      const wanted = { group: 'apps', version: 'v1', kind: 'Deployment' };
      const deployment = Object.values(schemas).find((schema) => {
        const kinds = at(schema, 'x-kubernetes-group-version-kind');
        return Array.isArray(kinds) && kinds.some((kind) => isDeepStrictEqual({ ...kind }, wanted));
      });
      expect(field(deployment, 'spec', 'replicas')).toMatchObject({ type: 'integer', format: 'int32' });
      const containers = field(deployment, 'spec', 'template', 'spec', 'containers');
      expect(containers).toMatchObject({ type: 'array', 'x-kubernetes-patch-merge-key': 'name' });
      expect(field(resolve(at(containers, 'items')), 'image')).toMatchObject({ type: 'string' });
    },
  );

  test('OpenAPI names the kinds', async () => {
    const { api } = use();
    const index = await api.get('/openapi/v3');
    const url = at(index.json['paths'], 'api/v1');
    expect(at(url, 'serverRelativeURL')).toMatch(/^\/openapi\/v3\/api\/v1\?hash=/);
    const document = await api.get('/openapi/v3/api/v1');
    const schemas = Object.values((at(document.json, 'components.schemas') ?? {}) as object);
    const kinds = schemas.flatMap((schema) => at(schema, 'x-kubernetes-group-version-kind') ?? []);
    expect(kinds).toEqual(expect.arrayContaining([{ group: '', version: 'v1', kind: 'Pod' }]));
  });
}
