import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { at } from './http.js';

export function negotiationContract(use: () => Context): void {
  const maps = (): string => configMaps(use().namespace);
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const partial = (as: string): string => `application/json;as=${as};v=v1;g=meta.k8s.io`;

  test('PartialObjectMetadata and its list contain only metadata', async () => {
    const { api } = use();
    await api.post(maps(), configMap('partial', { k: 'v' }));
    const { json } = await api.get(`${maps()}/partial`, { accept: partial('PartialObjectMetadata') });
    expect(json).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'partial' },
    });
    expect(Object.keys(json).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
    const list = await api.get(maps(), {
      accept: `${partial('PartialObjectMetadataList')},application/json`,
    });
    expect(list.json).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(at(list.json, 'items.0')).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
    });
    expect(at(list.json, 'items.0')).not.toHaveProperty('data');
  });

  test('a table has a name column and the requested part of the object', async () => {
    const { api } = use();
    await api.post(maps(), configMap('tabled', { k: 'v' }));
    const list = await api.get(maps(), { accept: table });
    expect(list.json).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(at(list.json, 'columnDefinitions.0')).toMatchObject({
      name: 'Name',
      type: 'string',
      format: 'name',
    });
    expect(at(list.json, 'rows.0.object.kind')).toBe('PartialObjectMetadata');
    const none = await api.get(`${maps()}/tabled?includeObject=None`, { accept: table });
    expect(at(none.json, 'rows.0.cells.0')).toBe('tabled');
    const whole = await api.get(`${maps()}/tabled?includeObject=Object`, { accept: table });
    expect(at(whole.json, 'rows.0.object')).toMatchObject({ kind: 'ConfigMap', data: { k: 'v' } });
  });

  /** The cells of a table that show an age change between two requests. */
  const withoutAges = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/"\d+s"/g, '"age"'));

  test('YAML says what JSON says, in errors and tables too', async () => {
    const { api } = use();
    const data = { text: 'yes', lines: 'one\n  two\n', date: '2026-01-01', number: '0644', none: '' };
    const created = await api.post(maps(), configMap('as-yaml', data));
    const map = `${maps()}/as-yaml`;
    // Others write between two lists: both ask for the version of the create.
    const version = String(at(created.json, 'metadata.resourceVersion'));
    const as = `?fieldSelector=metadata.name=as-yaml&resourceVersion=${version}&resourceVersionMatch=Exact`;
    const asked = [
      [map, 'application/yaml', 'application/json'],
      [`${maps()}${as}`, 'application/yaml', 'application/json'],
      [`${maps()}${as}`, table.replace('json', 'yaml'), table],
      [map, partial('PartialObjectMetadata').replace('json', 'yaml'), partial('PartialObjectMetadata')],
      [map, 'application/yaml,application/json', 'application/json'],
      [`${map}-none`, 'application/yaml', 'application/json'],
      ['/apis/apps/v1', 'application/yaml', 'application/json'],
    ] as const;
    for (const [path, accept, json] of asked) {
      const { headers, text } = await api.get(path, { accept });
      expect(headers['content-type'], path).toBe('application/yaml');
      // By YAML 1.2: Go's writer leaves the key of managedFields that is a dot unquoted.
      const other = await api.get(path, { accept: json });
      expect(withoutAges(parse(text)), `${path} ${accept}`).toEqual(withoutAges(other.json));
    }
    // What YAML 1.1 would read as something else is quoted.
    expect((await api.get(map, { accept: 'application/yaml' })).text).toMatch(
      /^apiVersion: v1\ndata:\n {2}date: (['"])2026-01-01\1\n {2}lines: \|\n {4}one\n {6}two\n {2}none: ""\n {2}number: (['"])0644\2\n {2}text: (['"])yes\3\nkind: ConfigMap\n/,
    );
  });

  test('neither watches nor the version are YAML', async () => {
    const { api } = use();
    const refused = [
      [
        `${maps()}?watch=1&timeoutSeconds=1`,
        /^only the following media types are accepted: application\/json;stream=watch/,
      ],
      ['/version', /^406: Not Acceptable\n\nAvailable representations: application\/json$/],
    ] as const;
    for (const [path, message] of refused) {
      const { status, text } = await api.get(path, { accept: 'application/yaml' });
      expect([status, parse(text)]).toEqual([
        406,
        expect.objectContaining({ message: expect.stringMatching(message) as string }),
      ]);
    }
  });

  test('an unsupported representation is not acceptable', async () => {
    const { api } = use();
    const html = await api.get('/api/v1/namespaces/default', { accept: 'text/html' });
    expect([html.status, html.json['reason']]).toEqual([406, 'NotAcceptable']);
    expect(html.json['message']).toMatch(
      /^406: Not Acceptable\n\nAvailable representations: application\/json/,
    );
    const unknown = await api.get(maps(), { accept: 'application/json;as=Foo;v=v1;g=meta.k8s.io' });
    expect(unknown.status).toBe(406);
    expect(unknown.json['message']).toMatch(
      /^only the following media types are accepted: application\/json/,
    );
    expect(
      (await api.get(maps(), { accept: 'application/json;as=Foo;v=v1;g=meta.k8s.io,application/json' }))
        .status,
    ).toBe(200);
    expect((await api.get(maps(), { accept: '*/*' })).status).toBe(200);
  });

  test('compresses long responses on request', async () => {
    const { api } = use();
    await api.post(maps(), configMap('long', { text: 'x'.repeat(300_000) }));
    const zipped = await api.get(`${maps()}/long`, { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.bytes).length).toBeGreaterThan(300_000);
    expect((await api.get(`${maps()}/long`)).headers['content-encoding']).toBeUndefined();
    await api.delete(`${maps()}/long`);
  });

  test('a body in another format is not supported', async () => {
    const { status, json } = await use().api.call('POST', maps(), {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect([status, json['reason']]).toEqual([415, 'UnsupportedMediaType']);
    expect(json['message']).toMatch(
      /^the body of the request was in an unknown format - accepted media types include: application\/json/,
    );
  });

  test('CBOR is refused, because its feature gate is off', async () => {
    const { api } = use();
    const read = await api.get(maps(), { accept: 'application/cbor' });
    expect([read.status, read.json['reason']]).toEqual([406, 'NotAcceptable']);
    const either = await api.get(maps(), { accept: 'application/cbor;q=1,application/json;q=0.9' });
    expect([either.status, either.headers['content-type']]).toEqual([200, 'application/json']);
    for (const [method, path, type] of [
      ['POST', maps(), 'application/cbor'],
      ['PATCH', `${maps()}/none?fieldManager=me`, 'application/apply-patch+cbor'],
    ] as const) {
      const { status, json } = await api.call(method, path, {
        body: Buffer.from([0xd9, 0xd9, 0xf7, 0xa0]),
        headers: { 'content-type': type },
      });
      expect([method, status, json['reason']]).toEqual([method, 415, 'UnsupportedMediaType']);
    }
  });

  test('a body above 3 MiB is too large', async () => {
    const { status, json } = await use().api.post(
      maps(),
      configMap('huge', { text: 'x'.repeat(3 * 1024 * 1024) }),
    );
    expect([status, json['reason'], json['message']]).toEqual([
      413,
      'RequestEntityTooLarge',
      'Request entity too large: limit is 3145728',
    ]);
  });

  test.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['POST', '/name'],
    ['OPTIONS', ''],
  ])('%s on configmaps%s is not allowed', async (method, suffix) => {
    const { status, json } = await use().api.call(method, `${maps()}${suffix}`, { body: {} });
    expect(status).toBe(405);
    expect(json).toMatchObject({
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
      details: {},
    });
  });

  test('all namespaces can be listed, but nothing more', async () => {
    const { api } = use();
    expect((await api.get('/api/v1/configmaps')).status).toBe(200);
    expect((await api.post('/api/v1/configmaps', configMap('a'))).status).toBe(405);
    expect((await api.delete('/api/v1/configmaps')).status).toBe(405);
    expect((await api.get('/api/v1/configmaps/a')).status).toBe(404);
  });

  test.each([
    '/api/v1/nope',
    '/apis/apps/v1/nope',
    '/apis/apps/v9',
    '/apis/apps/v9/deployments',
    '/api/v2',
    '/api/v1/namespaces/default/nodes',
    '/api/v1/namespaces/default/configmaps/a/foo',
  ])('%s is not there', async (path) => {
    const { status, json } = await use().api.get(path);
    expect(status).toBe(404);
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server could not find the requested resource',
      reason: 'NotFound',
      details: {},
      code: 404,
    });
  });

  test('paths outside the API have their own responses', async () => {
    const { api } = use();
    const group = await api.get('/apis/no.such.group/v1');
    expect([group.status, group.text]).toEqual([404, '404 page not found\n']);
    const nowhere = await api.get('/nope');
    expect([nowhere.status, nowhere.text]).toEqual([404, '404 page not found\n']);
    const root = await api.get('/');
    expect(root.json['paths']).toEqual(expect.arrayContaining(['/api', '/api/v1', '/apis', '/version']));
    expect(root.text).toMatch(/^\{\n {2}"paths": \[\n/);
    const schema = await api.get('/openapi/v3/apis/no.such.group/v1');
    expect([schema.status, schema.text]).toEqual([404, '']);
    // The index of OpenAPI 3 is JSON, but the server does not say so.
    const index = await api.get('/openapi/v3');
    expect(index.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(index.json['paths']).toMatchObject({ 'api/v1': {} });
  });

  test('a slash at the end of a path is ignored', async () => {
    const { api, namespace } = use();
    const kinds = async (...paths: readonly string[]): Promise<unknown[]> =>
      Promise.all(paths.map(async (path) => (await api.get(path)).json['kind']));
    expect(await kinds('/api/', `${maps()}/`, '/api/v1/nodes/', `/api/v1/namespaces/${namespace}/`)).toEqual([
      'APIVersions',
      'ConfigMapList',
      'NodeList',
      'Namespace',
    ]);
    const created = await api.post(`${maps()}/`, configMap('slash'));
    expect([created.status, (await api.delete(`${maps()}/slash/`)).status]).toEqual([201, 200]);
  });

  test('returns an object, or 404', async () => {
    const { api } = use();
    const { status, json } = await api.get(`${maps()}/none`);
    expect(status).toBe(404);
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'configmaps "none" not found',
      reason: 'NotFound',
      details: { name: 'none', kind: 'configmaps' },
      code: 404,
    });
    const group = await api.get(`/apis/apps/v1/namespaces/${use().namespace}/deployments/none`);
    expect(group.json).toMatchObject({
      message: 'deployments.apps "none" not found',
      details: { name: 'none', group: 'apps', kind: 'deployments' },
    });
  });

  test('?pretty=true indents the response', async () => {
    const { api } = use();
    expect((await api.get('/api/v1/namespaces/default?pretty=true')).text).toMatch(/^\{\n {2}"/);
    expect((await api.get('/api/v1/namespaces/default')).text).toMatch(/^\{"/);
  });
}
