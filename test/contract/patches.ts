import { expect, test } from 'vitest';
import { configMap, configMaps, pod } from './contract.js';
import type { Context } from './contract.js';
import { at } from './http.js';

export function patchContract(use: () => Context): void {
  let serial = 0;

  async function fresh(data: Readonly<Record<string, string>>): Promise<string> {
    const { api, namespace } = use();
    const name = `patched-${++serial}`;
    await api.post(configMaps(namespace), configMap(name, data));
    return `${configMaps(namespace)}/${name}`;
  }

  test('a JSON patch adds, tests, copies, moves, replaces and removes', async () => {
    const { api } = use();
    const path = await fresh({ a: '1', b: '2' });
    const { status, json } = await api.patch(path, 'json', [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'add', path: '/data/c', value: '4' },
      { op: 'copy', from: '/data/a', path: '/data/d' },
      { op: 'move', from: '/data/b', path: '/data/e' },
      { op: 'replace', path: '/data/a', value: '9' },
      { op: 'add', path: '/metadata/annotations', value: { 'x.y/z': '1', keep: '2' } },
      { op: 'remove', path: '/metadata/annotations/x.y~1z' },
    ]);
    expect([status, json['data']]).toEqual([200, { a: '9', c: '4', d: '1', e: '2' }]);
    expect(at(json, 'metadata.annotations')).toEqual({ keep: '2' });
  });

  test.each([
    [[{ op: 'test', path: '/data/a', value: '2' }]],
    [[{ op: 'remove', path: '/data/none' }]],
    [[{ op: 'test', path: '/data/a/b', value: null }]],
    [[{ op: 'add', path: '', value: { data: {} } }]],
    [[{ op: 'remove', path: '' }]],
    [[{ op: 'copy', from: '', path: '/data' }]],
    [[{ op: 'move', from: '/data', path: '' }]],
    [[{ op: 'move', from: '/data/none', path: '/data/b' }]],
    [[{ op: 'replace', path: '', value: null }]],
    [[{ op: 'replace', path: '', value: 'text' }]],
    [[{ op: 'foo', path: '/a' }]],
    [[{}]],
    [[null]],
    [
      [
        { op: 'add', path: '/metadata/annotations', value: null },
        { op: 'add', path: '/metadata/annotations/a', value: 'b' },
      ],
    ],
  ])('a JSON patch that does not fit is refused: %j', async (patch) => {
    const { status, json } = await use().api.patch(await fresh({ a: '1' }), 'json', patch);
    expect(status).toBe(422);
    expect(json).toMatchObject({
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
    });
  });

  test.each([
    [
      { op: 'replace', path: '/data/none', value: 'x' },
      { a: '1', none: 'x' },
    ],
    [
      { op: 'add', path: '/data/none' },
      { a: '1', none: '' },
    ],
    [{ op: 'replace', path: '/data/a' }, { a: '' }],
    [
      { op: 'copy', from: '/data/none', path: '/data/b' },
      { a: '1', b: '' },
    ],
    [{ op: 'test', path: '/data/none' }, { a: '1' }],
    [{ op: 'test', path: '/data/none', value: null }, { a: '1' }],
  ])('a JSON patch takes a field or a value that is missing for null: %j', async (operation, data) => {
    const { status, json } = await use().api.patch(await fresh({ a: '1' }), 'json', [operation]);
    expect([status, json['data']]).toEqual([200, data]);
  });

  test('a JSON patch replaces the whole document by an object; a list is not an object', async () => {
    const { api, namespace } = use();
    const path = await fresh({ a: '1' });
    const name = path.slice(path.lastIndexOf('/') + 1);
    const list = await api.patch(path, 'json', [{ op: 'replace', path: '', value: [] }]);
    expect([list.status, list.json['message']]).toEqual([
      422,
      expect.stringContaining(
        "couldn't get version/kind; json parse error: json: cannot unmarshal array into",
      ),
    ]);
    const nameless = await api.patch(path, 'json', [{ op: 'replace', path: '', value: {} }]);
    expect([nameless.status, nameless.json['message']]).toEqual([
      400,
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    ]);
    const object = {
      ...configMap(name, { b: '2' }),
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace },
    };
    const whole = await api.patch(path, 'json', [{ op: 'replace', path: '', value: object }]);
    expect([whole.status, whole.json['data']]).toEqual([200, { b: '2' }]);
  });

  test.each([
    ['merge', '[]', 422, "couldn't get version/kind; json parse error: json: cannot unmarshal array into"],
    ['merge', '3', 400, 'Invalid JSON Patch'],
    ['json', '{}', 400, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['json', '[3]', 400, 'json: cannot unmarshal number into Go value of type jsonpatch.Operation'],
    ['json', '[{"op":3}]', 422, 'the server rejected our request due to an error in our request'],
    [
      'json',
      '[{"path":"/a","op":"copy","from":3}]',
      422,
      'the server rejected our request due to an error in our request',
    ],
    [
      'merge',
      '{"data":{"a":1e400}}',
      422,
      'json: cannot unmarshal number into Go struct field ConfigMap.data',
    ],
    [
      'json',
      '[{"op":"add","path":"/data/a","value":1e400}]',
      422,
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
  ] as const)(
    'an invalid patch without field validation has another message: %s %s',
    async (type, patch, code, message) => {
      const path = await fresh({ a: '1' });
      const { status, json } = await use().api.patch(`${path}?fieldValidation=Ignore`, type, patch);
      expect([status, json['message']]).toEqual([code, expect.stringContaining(message)]);
      if (code === 400) expect(json['message']).toBe(message);
    },
  );

  test.each([
    [
      { kind: 3 },
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    ],
    [
      { apiVersion: [] },
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .apiVersion of type string",
    ],
    [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
  ])('a patch cannot write %j', async (patch, why) => {
    const { status, json } = await use().api.patch(await fresh({ a: '1' }), 'merge', patch);
    expect([status, json['message']]).toEqual([
      422,
      expect.stringMatching(why.replaceAll(/[.[\]]/g, '\\$&') + '$'),
    ]);
  });

  test('refuses an invalid strategic merge patch with a message', async () => {
    const { api, namespace } = use();
    const path = `/api/v1/namespaces/${namespace}/pods`;
    await api.post(path, pod('words'));
    const refused = async (spec: object): Promise<[number, unknown]> => {
      const { status, json } = await api.patch(`${path}/words`, 'strategic', { spec });
      return [status, json['message']];
    };
    expect(await refused({ $patch: 'bogus' })).toEqual([
      500,
      'unknown patch type: bogus in map: map[$patch:bogus]',
    ]);
    expect(await refused({ containers: [{ image: 'x' }] })).toEqual([
      500,
      'map: map[image:x] does not contain declared merge key: name',
    ]);
    expect(await refused({ $retainKeys: 5 })).toEqual([400, 'invalid patch format of retainKeys']);
    expect(await refused({ hostNetwork: 'x' })).toEqual([
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:map[hostNetwork:x]]": unrecognized type: bool',
    ]);
  });

  test('list elements of the server come after those of the patch', async () => {
    const { api, namespace } = use();
    const path = `/api/v1/namespaces/${namespace}/services`;
    await api.post(path, { metadata: { name: 'ordered' }, spec: { ports: [{ port: 80, name: 'a' }] } });
    const { json } = await api.patch(`${path}/ordered`, 'strategic', {
      spec: { ports: [{ port: 81, name: 'b' }] },
    });
    expect(at(json, 'spec.ports')).toMatchObject([{ port: 81 }, { port: 80 }]);
  });

  test.each([
    [
      '[{"op":5,"path":"/x"}]',
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
    ['[1]', 'error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp'],
  ])('an invalid operation is a bad request: %s', async (patch, why) => {
    const { status, json } = await use().api.patch(await fresh({ a: '1' }), 'json', patch);
    expect([status, json['message']]).toEqual([400, why]);
  });

  test('an invalid JSON patch is a bad request', async () => {
    const { api } = use();
    const path = await fresh({ a: '1' });
    const object = await api.patch(path, 'json', {});
    expect([object.status, object.json['message']]).toEqual([
      400,
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ]);
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/a', value: '1' }));
    const long = await api.patch(path, 'json', many);
    expect([long.status, long.json['message']]).toEqual([
      413,
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    ]);
  });

  test.each([
    ['json', '{bad'],
    ['json', '['],
    ['json', ''],
    ['merge', '{'],
    ['merge', '{} {}'],
    ['strategic', '{'],
  ] as const)('what is not JSON is refused before the object is looked for: %s %s', async (type, patch) => {
    const { api, namespace } = use();
    for (const query of ['', '?fieldValidation=Ignore']) {
      const { status, json } = await api.patch(`${configMaps(namespace)}/none${query}`, type, patch);
      expect([status, json['message']]).toEqual([400, 'invalid JSON patch']);
    }
  });

  test('a merge patch sets fields, and removes them with null', async () => {
    const { api } = use();
    const path = await fresh({ a: '1', b: '2' });
    const { json } = await api.patch(path, 'merge', {
      data: { a: null, c: '3' },
      metadata: { labels: { l: '1' } },
    });
    expect(json['data']).toEqual({ b: '2', c: '3' });
    expect(at(json, 'metadata.labels')).toEqual({ l: '1' });
    const array = await api.patch(path, 'merge', []);
    expect([array.status, array.json['message']]).toEqual([
      400,
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ]);
  });

  test('an empty patch keeps the version', async () => {
    const { api } = use();
    const path = await fresh({ a: '1' });
    const before = await api.get(path);
    const after = await api.patch(path, 'merge', {});
    expect(at(after.json, 'metadata.resourceVersion')).toBe(at(before.json, 'metadata.resourceVersion'));
    expect((await api.patch(path, 'json', [])).status).toBe(200);
  });

  test('a version in a patch is a condition', async () => {
    const { api } = use();
    const path = await fresh({ a: '1' });
    const { status, json } = await api.patch(path, 'merge', {
      metadata: { resourceVersion: '1' },
      data: { a: '2' },
    });
    expect([status, json['reason']]).toEqual([409, 'Conflict']);
  });

  test('a patch cannot rename, or change the uid', async () => {
    const { api } = use();
    const path = await fresh({ a: '1' });
    const renamed = await api.patch(path, 'merge', { metadata: { name: 'other' } });
    expect(renamed.status).toBe(400);
    expect(renamed.json['message']).toMatch(
      /^the name of the object \(other\) does not match the name on the URL/,
    );
    const uid = await api.patch(path, 'merge', { metadata: { uid: 'abc' } });
    expect(uid.status).toBe(422);
    expect(uid.json['message']).toMatch(
      /is invalid: metadata.uid: Invalid value: "abc": field is immutable$/,
    );
  });

  test('a patch of an unknown object is not found', async () => {
    const { api, namespace } = use();
    const { status, json } = await api.patch(`${configMaps(namespace)}/none`, 'merge', {});
    expect([status, json['message']]).toEqual([404, 'configmaps "none" not found']);
  });

  test('a content type that is not a patch format is not supported', async () => {
    const { api } = use();
    const answer = await api.call('PATCH', await fresh({}), {
      body: {},
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.json['reason'], answer.json['message']]).toEqual([
      415,
      'UnsupportedMediaType',
      '415: Unsupported Media Type',
    ]);
  });

  test('a strategic merge patch merges lists by their keys', async () => {
    const { api, namespace } = use();
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const containers = [
      {
        name: 'a',
        image: '1',
        env: [
          { name: 'X', value: '1' },
          { name: 'Y', value: '2' },
        ],
        ports: [{ containerPort: 80 }],
      },
      { name: 'b', image: '1' },
    ];
    await api.post(path, {
      metadata: { name: 'strategic' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers } },
      },
    });
    const patch = {
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: 'a',
                image: '2',
                env: [
                  { name: 'X', $patch: 'delete' },
                  { name: 'Z', value: '3' },
                ],
                ports: [{ containerPort: 80, name: 'web' }],
              },
              { name: 'c', image: '3' },
            ],
          },
        },
      },
    };
    const { status, json } = await api.patch(`${path}/strategic`, 'strategic', patch);
    expect(status).toBe(200);
    const merged = at(json, 'spec.template.spec.containers');
    expect(merged).toHaveLength(3);
    expect(merged).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'a',
          image: '2',
          env: expect.arrayContaining([
            { name: 'Y', value: '2' },
            { name: 'Z', value: '3' },
          ]) as unknown,
          ports: [{ name: 'web', containerPort: 80, protocol: 'TCP' }],
        }),
        expect.objectContaining({ name: 'b', image: '1' }),
        expect.objectContaining({ name: 'c', image: '3' }),
      ]),
    );
    expect(at(merged, '0.env')).toHaveLength(2);
    const gone = await api.patch(`${path}/strategic`, 'strategic', {
      spec: {
        template: {
          spec: {
            containers: [
              { name: 'b', $patch: 'delete' },
              { name: 'c', $patch: 'delete' },
            ],
          },
        },
      },
    });
    expect(at(gone.json, 'spec.template.spec.containers')).toHaveLength(1);
  });

  test('a strategic merge patch merges conditions by type and adds finalizers', async () => {
    const { api, namespace } = use();
    const path = `/api/v1/namespaces/${namespace}/pods/conditions`;
    await api.post(`/api/v1/namespaces/${namespace}/pods`, pod('conditions'));
    const set = async (type: string, status: string): Promise<unknown> =>
      at(
        (await api.patch(`${path}/status`, 'strategic', { status: { conditions: [{ type, status }] } })).json,
        'status.conditions',
      );
    await set('Ready', 'False');
    await set('PodScheduled', 'True');
    const conditions = await set('Ready', 'True');
    expect(conditions).toHaveLength(2);
    expect(conditions).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'Ready', status: 'True' })]),
    );
    await api.patch(path, 'strategic', { metadata: { finalizers: ['a.b/one'] } });
    const both = await api.patch(path, 'strategic', { metadata: { finalizers: ['a.b/two'] } });
    expect([...(at(both.json, 'metadata.finalizers') as string[])].toSorted()).toEqual([
      'a.b/one',
      'a.b/two',
    ]);
    const one = await api.patch(path, 'strategic', {
      metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/one'] },
    });
    expect(at(one.json, 'metadata.finalizers')).toEqual(['a.b/two']);
    await api.patch(path, 'merge', { metadata: { finalizers: null } });
  });
}
