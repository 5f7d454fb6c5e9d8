import { describe, expect, test } from 'vitest';
import type { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import { extractApply } from '../../../packages/kube-informers/src/controller/objects/extract-apply.js';
import type { ObjectOf } from '../../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { appsV1 } from '../../../packages/kube-informers/src/resources/apps-v1.js';
import { jsonText, parseJson } from '../../../packages/kube-informers/src/util/json.js';
import { onServer } from './server.test-support.js';

type Deployment = ObjectOf<typeof appsV1.deployments>;

const identity = {
  apiVersion: 'apps/v1' as const,
  kind: 'Deployment' as const,
  metadata: { name: 'web', namespace: 'default' },
};

const first = {
  ...identity,
  metadata: { ...identity.metadata, labels: { app: 'web' } },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'web',
            image: 'web:1',
            args: ['--one', '--two'],
            ports: [{ containerPort: 80, protocol: 'TCP' }],
          },
          { name: 'log', image: 'log:1' },
        ],
      },
    },
  },
};

const second = {
  ...identity,
  metadata: { ...identity.metadata, labels: { tier: 'front' } },
  spec: { template: { spec: { containers: [{ name: 'web', workingDir: '/web' }] } } },
};

function onDeployment(
  run: (object: Deployment, clientset: Clientset) => void | Promise<void>,
): Promise<void> {
  return onServer(async (clientset) => {
    const client = clientset.resource(appsV1.deployments, 'default');
    await client.apply(first, { fieldManager: 'first' });
    await client.patch('web', { spec: { paused: true } }, { type: 'merge', fieldManager: 'patcher' });
    const object = await client.apply(second, { fieldManager: 'second' });
    await run(object, clientset);
  });
}

describe('TestExtractInto', () => {
  test('no matching manager: only apiVersion, kind, name and namespace', () =>
    onDeployment((object) => {
      expect(extractApply(object, 'third')).toEqual(identity);
      expect(extractApply(object, 'patcher'), 'an update is not an apply').toEqual(identity);
    }));

  test('one manager: what it applied', () =>
    onServer(async (clientset) => {
      const client = clientset.resource(appsV1.deployments, 'default');
      const object = await client.apply(first, { fieldManager: 'first' });
      expect(extractApply(object, 'first')).toEqual(first);
    }));

  test('multiple manager: only own fields', () =>
    onDeployment((object) => {
      expect(extractApply(object, 'first')).toEqual(first);
      expect(extractApply(object, 'second')).toEqual(second);
    }));

  test('subresource: the fields of the status only when asked for', () =>
    onServer(async (clientset) => {
      const client = clientset.resource(appsV1.deployments, 'default');
      await client.apply(first, { fieldManager: 'first' });
      const status = { ...identity, status: { replicas: 2 } };
      const object = await client.applyStatus(status, { fieldManager: 'first' });
      expect(extractApply(object, 'first')).toEqual(first);
      expect(extractApply(object, 'first', { subresource: 'status' })).toEqual(status);
    }));
});

test('a field that another manager has taken is not extracted', () =>
  onServer(async (clientset) => {
    const client = clientset.resource(appsV1.deployments, 'default');
    await client.apply(first, { fieldManager: 'first' });
    const taken = { ...identity, metadata: { ...identity.metadata, labels: { app: 'other' } } };
    const object = await client.apply(taken, { fieldManager: 'second', force: true });
    expect(extractApply(object, 'first')).toEqual({ ...first, metadata: identity.metadata });
  }));

test('applying an extracted object again changes nothing', () =>
  onDeployment(async (object, clientset) => {
    const client = clientset.resource(appsV1.deployments, 'default');
    const again = await client.apply(extractApply(object, 'first') as never, { fieldManager: 'first' });
    expect(again.metadata?.resourceVersion).toBe(object.metadata?.resourceVersion);
  }));

function owned(fieldsV1: unknown, rest: object = {}, others: readonly unknown[] = []): KubernetesObject {
  const entry = { manager: 'me', operation: 'Apply', fieldsV1 };
  return { metadata: { name: 'a', managedFields: [entry, ...others] }, ...rest } as KubernetesObject;
}

const named = { metadata: { name: 'a' } };

describe('the steps of fieldsV1', () => {
  test.each<[string, unknown, object, object]>([
    [
      'f: of a leaf takes the whole value',
      { 'f:spec': { 'f:a': {} } },
      { spec: { a: { b: [1] }, c: 1 } },
      { spec: { a: { b: [1] } } },
    ],
    ['f: of an absent member takes nothing', { 'f:spec': { 'f:no': {} } }, { spec: { a: 1 } }, { spec: {} }],
    ['. is ignored', { 'f:spec': { '.': {}, 'f:a': {} } }, { spec: { a: 1, b: 2 } }, { spec: { a: 1 } }],
    [
      'v: takes members of a set',
      { 'f:set': { 'v:"b"': {}, 'v:3': {} } },
      { set: ['a', 'b', 3] },
      { set: ['b', 3] },
    ],
    [
      'i: takes positions',
      { 'f:list': { 'i:1': {}, 'i:9': {}, 'i:-1': {} } },
      { list: ['a', 'b'] },
      { list: ['b'] },
    ],
    [
      'k: takes items by several keys, in the order of the list',
      {
        'f:ports': {
          'k:{"port":2,"protocol":"TCP"}': { 'f:x': {} },
          'k:{"port":1,"protocol":"UDP"}': { '.': {}, 'f:port': {} },
        },
      },
      {
        ports: [
          { port: 1, protocol: 'UDP', x: 1 },
          { port: 2, protocol: 'UDP' },
          { port: 2, protocol: 'TCP', x: 2 },
        ],
      },
      {
        ports: [
          { port: 1, protocol: 'UDP' },
          { port: 2, protocol: 'TCP', x: 2 },
        ],
      },
    ],
    [
      'k: of a leaf takes the whole item',
      { 'f:l': { 'k:{"n":"a"}': {} } },
      { l: [{ n: 'a', x: 1 }] },
      { l: [{ n: 'a', x: 1 }] },
    ],
    [
      '__proto__ is a member like others',
      JSON.parse('{"f:__proto__":{"f:a":{}}}'),
      JSON.parse('{"__proto__":{"a":1}}'),
      JSON.parse('{"__proto__":{"a":1}}'),
    ],
  ])('%s', (_title, fieldsV1, rest, expected) => {
    expect(extractApply(owned(fieldsV1, rest), 'me')).toEqual({ ...expected, ...named });
  });

  test('an empty map that others have filled is extracted empty', () => {
    const others = [{ manager: 'other', operation: 'Update', fieldsV1: { 'f:data': { 'f:b': {} } } }];
    expect(extractApply(owned({ 'f:data': {} }, { data: { b: 1 } }, others), 'me')).toEqual({
      data: {},
      ...named,
    });
    expect(extractApply(owned({ 'f:data': {} }, { data: { b: 1 } }), 'me')).toEqual({
      data: { b: 1 },
      ...named,
    });
  });
});

describe('damaged managedFields', () => {
  test.each<[string, unknown]>([
    ['a string', 'x'],
    ['null', null],
    [
      'a list of anything',
      [null, 1, 'x', [], { manager: 1 }, { manager: 'me', operation: 'Apply', fieldsV1: 'x' }],
    ],
    [
      'invalid steps',
      [
        {
          manager: 'me',
          operation: 'Apply',
          fieldsV1: {
            'k:{': {},
            'v:{}': {},
            '': {},
            'f:spec': 3,
            'f:list': { 'k:null': {}, 'k:{"a":{}}': {}, x: {} },
          },
        },
      ],
    ],
  ])('%s are treated as absent', (_title, managedFields) => {
    const object = { metadata: { name: 'a', managedFields }, list: [{ a: {} }] } as never;
    expect(extractApply(object, 'me')).toMatchObject(named);
  });

  test.each([undefined, [], 'x'])(
    'that are %j are an error if the object is stored: a cache has dropped them',
    (managedFields) => {
      const object = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a', uid: 'u', managedFields },
      } as never;
      expect(() => extractApply(object, 'me')).toThrow(
        'extractApply needs metadata.managedFields, but Pod "a" has none: read it from the server, or from a cache that keeps them',
      );
    },
  );

  test('that nest too deep are a clear error', () => {
    let fieldsV1: object = {};
    let spec: object = {};
    for (let depth = 0; depth < 100_000; depth++) {
      fieldsV1 = { 'f:a': fieldsV1 };
      spec = { a: spec };
    }
    const object = owned({ 'f:spec': fieldsV1 }, { spec });
    expect(() => extractApply(object, 'me')).toThrow('metadata.managedFields nests deeper than 500 levels');
  });

  test('of a list with 20,000 items take linear time', () => {
    const list = Array.from({ length: 20_000 }, (_, n) => ({ n: `${n}`, x: n }));
    const fields = Object.fromEntries(list.map(({ n }) => [`k:${JSON.stringify({ n })}`, { 'f:x': {} }]));
    expect(extractApply(owned({ 'f:list': fields }, { list }), 'me')).toEqual({ list, ...named });
  });

  test('with a different set of key fields for each item select the items of the first 8 sets', () => {
    const list = Array.from({ length: 20_000 }, (_, n) => ({ [`n${n}`]: 'a', x: n }));
    const fields = Object.fromEntries(
      list.map((_item, n) => [`k:${JSON.stringify({ [`n${n}`]: 'a' })}`, { 'f:x': {} }]),
    );
    const { list: extracted } = extractApply(owned({ 'f:list': fields }, { list }), 'me') as object as {
      list: unknown[];
    };
    expect(extracted).toHaveLength(8);
  });
});

test('long integers stay exact, as values and as keys of items', () => {
  const object = parseJson(
    `{"apiVersion":"a/v1","kind":"A","metadata":{"name":"a","managedFields":[{"manager":"me","operation":"Apply","fieldsV1":{"f:spec":{"f:id":{},"f:set":{"v:9007199254740993":{}},"f:list":{"k:{\\"id\\":9007199254740993}":{"f:a":{}}}}}}]},
    "spec":{"id":9007199254740993,"set":[9007199254740992,9007199254740993],"list":[{"id":9007199254740992,"a":1},{"id":9007199254740993,"a":2}]}}`,
  );
  expect(jsonText(extractApply(object as KubernetesObject, 'me'))).toBe(
    '{"spec":{"id":9007199254740993,"set":[9007199254740993],"list":[{"id":9007199254740993,"a":2}]},"apiVersion":"a/v1","kind":"A","metadata":{"name":"a"}}',
  );
});
