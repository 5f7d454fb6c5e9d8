import { expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { at, text } from './http.js';
import type { Answer } from './http.js';

const json = 'application/json';
const as = (kind: string, version = 'v1', group = 'meta.k8s.io'): string =>
  `${json};as=${kind};v=${version};g=${group}`;
const table = as('Table');
const partial = as('PartialObjectMetadata');
const partialList = as('PartialObjectMetadataList');

// The content of a response: its kind and version, or the error.
const list = 'ConfigMapList v1';
const one = 'ConfigMap v1';
const tableV1 = 'Table meta.k8s.io/v1';
const partialV1 = 'PartialObjectMetadata meta.k8s.io/v1';
const partialListV1 = 'PartialObjectMetadataList meta.k8s.io/v1';
const unrouted = '406 Not Acceptable';
const refused = '406 only the following media types are accepted';
const isList = '406 you requested PartialObjectMetadata, but the requested object is a list';
const isObject = '406 you requested PartialObjectMetadataList, but the requested object is not a list';

/** An Accept header, and the response to a list, an object and a custom object. */
const rows: readonly (readonly [accept: string, list: string, one: string, custom: string])[] = [
  ['', list, one, 'custom'],
  [json, list, one, 'custom'],
  ['*/*', list, one, 'custom'],
  ['*', unrouted, unrouted, 'custom'],
  ['application/*', unrouted, unrouted, 'custom'],
  ['APPLICATION/JSON', unrouted, unrouted, refused],
  ['text/html', unrouted, unrouted, refused],
  ['text/html,*/*;q=0.1', list, one, 'custom'],
  ['garbage', unrouted, unrouted, refused],
  [`${json};q=0`, list, one, 'custom'],
  [`${json};charset=utf-8`, list, one, 'custom'],
  [`${json};drop=metadata.managedFields`, list, one, 'custom'],
  [`${json};stream=watch`, list, one, 'custom'],
  [`${json};stream=other`, refused, refused, refused],
  [`${json};as=`, list, one, 'custom'],
  [`${json};v=v1;g=meta.k8s.io`, refused, refused, refused],
  [table, tableV1, tableV1, tableV1],
  [table.replaceAll(';', ' ; '), tableV1, tableV1, tableV1],
  [`${json};q=0.5,${table}`, tableV1, tableV1, tableV1],
  [`${table};q=0.5,${json}`, list, one, 'custom'],
  [
    as('Table', 'v1beta1'),
    'Table meta.k8s.io/v1beta1',
    'Table meta.k8s.io/v1beta1',
    'Table meta.k8s.io/v1beta1',
  ],
  [as('Table', 'v2'), refused, refused, refused],
  [as('Table', 'v1', 'other'), refused, refused, refused],
  [`${as('Table', 'v2')},${json}`, list, one, 'custom'],
  [as('Other'), refused, refused, refused],
  [`*/*;as=Table;v=v1;g=meta.k8s.io`, tableV1, tableV1, tableV1],
  [partial, isList, partialV1, partialV1],
  [`${partial},${json}`, isList, partialV1, partialV1],
  [partialList, partialListV1, isObject, '500 content is not a list'],
  [`${partialList},${json}`, partialListV1, isObject, '500 content is not a list'],
  [
    as('PartialObjectMetadataList', 'v1beta1'),
    'PartialObjectMetadataList meta.k8s.io/v1beta1',
    isObject,
    '500 content is not a list',
  ],
];

export function acceptContract(use: () => Context): void {
  let made: Promise<{ readonly maps: string; readonly custom: string }> | undefined;

  async function objects(): Promise<{ readonly maps: string; readonly custom: string }> {
    const { api, namespace } = use();
    made ??= (async () => {
      const own = `${namespace}-accept`;
      await api.post('/api/v1/namespaces', { metadata: { name: own } });
      await api.post(configMaps(own), configMap('a', { k: 'v' }));
      const group = `${namespace}.example.org`;
      const kind = { kind: 'Sample', listKind: 'SampleList', plural: 'samples', singular: 'sample' };
      await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: { name: `samples.${group}` },
        spec: {
          group,
          scope: 'Namespaced',
          names: kind,
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      });
      const custom = `/apis/${group}/v1/namespaces/${own}/samples`;
      const sample = { apiVersion: `${group}/v1`, kind: 'Sample', metadata: { name: 'a' } };
      let created = await api.post(custom, sample);
      // Its handler is ready some time after the definition.
      while (created.status === 404) created = await api.post(custom, sample);
      expect(created.status).toBe(201);
      return { maps: configMaps(own), custom };
    })();
    return made;
  }

  function shape({ status, json: answer }: Answer): string {
    const message = text(answer, 'message').replace('406: Not Acceptable', 'Not Acceptable');
    if (status !== 200) return `${status} ${message}`;
    if (text(answer, 'kind') === 'Sample') return 'custom';
    return `${text(answer, 'kind')} ${text(answer, 'apiVersion')}`;
  }

  test.each(rows)('Accept: %s', async (accept, ofList, ofOne, ofCustom) => {
    const { api } = use();
    const { maps, custom } = await objects();
    const headers = accept === '' ? {} : { accept };
    const answers = await Promise.all(
      [maps, `${maps}/a`, `${custom}/a`].map((path) => api.get(path, headers)),
    );
    for (const [index, wanted] of [ofList, ofOne, ofCustom].entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error('an answer is missing');
      expect(shape(answer).slice(0, wanted.length)).toBe(wanted);
    }
  });

  test('an empty list has items [], as metadata null, and in tables what its kind has', async () => {
    const { api } = use();
    const { maps, custom } = await objects();
    const none = '?labelSelector=none';
    const roles = `/apis/rbac.authorization.k8s.io/v1/roles${none}`;
    const [plain, metadata, rowsOfMaps, rowsOfRoles, rowsOfCustom] = await Promise.all([
      api.get(`${maps}${none}`),
      api.get(`${maps}${none}`, { accept: partialList }),
      api.get(`${maps}${none}`, { accept: table }),
      api.get(roles, { accept: table }),
      api.get(`${custom}${none}`, { accept: table }),
    ]);
    expect(plain.json['items']).toEqual([]);
    expect(metadata.json['items']).toBeNull();
    expect(rowsOfMaps.json['rows']).toEqual([]);
    expect(rowsOfRoles.json['rows']).toBeNull();
    expect(rowsOfCustom.json['rows']).toEqual([]);
  });

  test.each([
    ['', partialV1],
    ['Metadata', partialV1],
    ['Object', one],
  ])('a row with includeObject=%s', async (policy, wanted) => {
    const { maps } = await objects();
    const { json: answer } = await use().api.get(`${maps}?includeObject=${policy}`, { accept: table });
    const found = `${text(answer, 'rows.0.object.kind')} ${text(answer, 'rows.0.object.apiVersion')}`;
    expect(found).toBe(wanted);
    expect(at(answer, 'rows.0.cells.0')).toBe('a');
    expect(at(answer, 'columnDefinitions.0')).toMatchObject({
      name: 'Name',
      type: 'string',
      format: 'name',
      priority: 0,
    });
  });

  test('includeObject=None omits the object of a row, and an invalid policy is refused for tables alone', async () => {
    const { api } = use();
    const { maps } = await objects();
    const none = await api.get(`${maps}?includeObject=None`, { accept: table });
    expect(at(none.json, 'rows.0.object')).toBeNull();
    for (const query of ['includeObject=none', 'includeObject=none&watch=true']) {
      const wrong = await api.get(`${maps}?${query}`, { accept: table });
      expect([query, wrong.status, wrong.json['message']]).toEqual([
        query,
        400,
        "Unable to convert to Table as requested: includeObject: Invalid value: \"none\": must be 'Metadata', 'Object', 'None', or empty",
      ]);
    }
    expect((await api.get(`${maps}?includeObject=none`)).status).toBe(200);
  });

  test('one handler serves all custom resources', async () => {
    const { api } = use();
    const { custom } = await objects();
    const [, , group = '', version = ''] = custom.split('/');
    const across = `/apis/${group}/${version}/samples`;
    const page = '404 page not found\n';
    for (const [method, path, status, body] of [
      ['GET', across, 200, undefined],
      ['POST', across, 404, page],
      ['DELETE', across, 404, page],
      ['GET', `/apis/${group}/${version}/others`, 404, page],
      ['GET', `/apis/${group}/v9/samples`, 404, page],
      ['PUT', custom, 400, undefined],
      ['HEAD', custom, 200, ''],
      ['HEAD', `${custom}/a`, 200, ''],
      ['HEAD', `${custom}/b`, 404, ''],
    ] as const) {
      const answer = await api.call(method, path, method === 'PUT' ? { body: {} } : {});
      expect([method, path, answer.status]).toEqual([method, path, status]);
      if (body !== undefined) expect(answer.text).toBe(body);
    }
    const options = await api.call('OPTIONS', custom);
    expect([options.status, options.json['message']]).toEqual([
      405,
      ` is not supported on resources of kind "samples.${group}"`,
    ]);
  });

  test('a watch by its old path accepts any method for custom resources', async () => {
    const { api } = use();
    const { custom } = await objects();
    const old = custom.replace('/v1/', '/v1/watch/');
    const watch = await api.call('GET', `${old}?timeoutSeconds=1`);
    expect(text(JSON.parse(watch.text.split('\n')[0] ?? ''), 'object.metadata.name')).toBe('a');
  });
}
