import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import { jsonFormat } from '../wire/json-format.js';
import { Clientset } from './clientset.js';

let server: ApiServer;
let clientset: Clientset;

beforeEach(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
  for (const name of ['a', 'b', 'c'])
    await server.create(coreV1.configMaps, {
      metadata: { name, namespace: 'default', labels: { app: name }, annotations: { long: 'text' } },
      data: { color: 'blue', size: 'big' },
      immutable: false,
    });
});

afterEach(async () => {
  await clientset.close();
  await server.stop();
});

const fields = { metadata: { labels: true }, data: { color: true } } as const;

function kept(name: string) {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'default',
      uid: expect.any(String) as string,
      resourceVersion: expect.any(String) as string,
      creationTimestamp: expect.any(String) as string,
      labels: { app: name },
    },
    data: { color: 'blue' },
  };
}

/** An object without what no JSON has. */
function plain(object: unknown): unknown {
  return JSON.parse(JSON.stringify(object));
}

describe('each read of a client brings only the fields that are named, and the identity', () => {
  const reads: Record<string, () => Promise<readonly object[]>> = {
    async get() {
      const maps = clientset.coreV1().configMaps('default');
      return Promise.all(['a', 'b', 'c'].map((name) => maps.get(name, { fields })));
    },
    async list() {
      return (await clientset.coreV1().configMaps('default').list({ fields })).items;
    },
    async 'list with a limit'() {
      const maps = clientset.coreV1().configMaps('default');
      const page = await maps.list({ fields, limit: 2 });
      const rest = await maps.list({ fields, limit: 2, continue: page.metadata.continue });
      return [...page.items, ...rest.items];
    },
    async listAll() {
      return (await clientset.coreV1().configMaps('default').listAll({ fields, limit: 2 })).items;
    },
    async pages() {
      const found = [];
      for await (const page of clientset.coreV1().configMaps().pages({ fields, limit: 1 }))
        found.push(...page.items);
      return found;
    },
    async items() {
      const found = [];
      for await (const item of clientset.coreV1().configMaps('default').items({ fields, limit: 2 }))
        found.push(item);
      return found;
    },
    async watch() {
      const found: object[] = [];
      const watch = await clientset.coreV1().configMaps('default').watch({ fields });
      for await (const event of watch) {
        if (event.type !== 'ADDED') continue;
        found.push(event.object);
        if (found.length === 3) break;
      }
      return found;
    },
  };

  test.each(Object.keys(reads))('%s', async (name) => {
    const found = (await reads[name]?.()) ?? [];
    expect(found.map(plain)).toEqual(['a', 'b', 'c'].map(kept));
  });
});

test('exclude leaves out what is named; without managedFields alone an object may be written back', async () => {
  const maps = clientset.coreV1().configMaps('default');
  const some = await maps.get('a', { exclude: { data: true } });
  expect(plain(some)).not.toHaveProperty('data');
  expect(some.immutable).toBe(false);
  await maps.create({ metadata: { name: 'd', labels: { app: 'd' } } });
  const exclude = { metadata: { managedFields: true } } as const;
  const [map] = (await maps.list({ exclude, labelSelector: 'app=d' })).items;
  expect(map?.metadata).not.toHaveProperty('managedFields');
  expect((await maps.get('d')).metadata).toHaveProperty('managedFields');
  await expect(maps.update({ ...map, data: { color: 'red' } })).resolves.toMatchObject({
    data: { color: 'red' },
  });
});

test('what is not whole is refused by update, and patch takes its name', async () => {
  const maps = clientset.coreV1().configMaps('default');
  const map = await maps.get('a', { fields });
  await expect(maps.update(map as never)).rejects.toMatchObject({
    code: 'ERR_PROJECTED',
    message: expect.stringContaining('metadata.labels') as string,
  });
  const { metadata } = map;
  await maps.patch(metadata?.name ?? '', { data: { color: 'red' } }, { type: 'merge' });
  expect((await maps.get('a')).data).toEqual({ color: 'red', size: 'big' });
});

test.each<[string, object, string]>([
  [
    'both',
    { fields: {}, exclude: { data: true } },
    'list configmaps must have at most one of fields and exclude, got both',
  ],
  [
    'a value',
    { fields: { data: 1 } },
    'data in fields of list configmaps must be true or an object that names fields, got 1',
  ],
  [
    'a list of names',
    { fields: ['data'] },
    'fields of list configmaps must be an object that names fields, such as { status: { phase: true } }, got an array',
  ],
  [
    'a name',
    { exclude: { kind: true } },
    'exclude of list configmaps must leave the identity of objects, got kind',
  ],
  [
    'half a character',
    { fields: { data: { '\ud83d': true } } },
    'a name in data in fields of list configmaps must be valid Unicode without U+FFFD, got "\\ud83d"',
  ],
])('a wrong mask is an error before any request: %s', async (_name, options, message) => {
  await expect(clientset.coreV1().configMaps().list(options)).rejects.toMatchObject({
    code: 'ERR_OPTION',
    message,
  });
});

test('a format of its own and a mask are refused together', async () => {
  const maps = clientset.coreV1().configMaps();
  await expect(maps.list({ fields, format: jsonFormat })).rejects.toMatchObject({
    code: 'ERR_OPTION',
    message: 'list configmaps must have at most one of format and fields or exclude, got both',
  });
});

test('the types have what is kept, of built-in and custom kinds and of untyped ones', () => {
  interface Website extends KubernetesObject {
    spec?: { url?: string; replicas?: number };
  }
  const websites = defineResource<Website>({
    group: 'example.com',
    version: 'v1',
    kind: 'Website',
    resource: 'websites',
    namespaced: true,
  });
  // Not called: only types.
  const calls = async () => {
    const maps = clientset.coreV1().configMaps('default');
    const map = await maps.get('a', { fields });
    expectTypeOf(map.metadata?.labels).toEqualTypeOf<Record<string, string> | undefined>();
    expectTypeOf(map.metadata?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error immutable is not among the fields
    void map.immutable;
    // @ts-expect-error annotations are not among the fields
    void map.metadata?.annotations;
    // @ts-expect-error a ConfigMap has no such field
    await maps.list({ fields: { datas: true } });
    // @ts-expect-error of its data, only the color is kept
    await maps.update(map);
    // @ts-expect-error the same, in a copy
    await maps.create({ ...map, metadata: { name: 'copy' } });
    // @ts-expect-error the same
    await maps.apply(map, { fieldManager: 'x' });
    const pods = clientset.coreV1().pods('default');
    // @ts-expect-error of its status, only the phase is kept
    await pods.updateStatus(await pods.get('a', { fields: { status: { phase: true } } }));
    await maps.update(await maps.get('a', { exclude: { metadata: { managedFields: true } } }));
    const whole = await maps.get('a', { resourceVersion: '0' });
    await maps.update({ ...whole, immutable: true });
    expectTypeOf(whole.immutable).toEqualTypeOf<boolean | undefined>();
    const sites = await clientset.resource(websites, 'default').list({ fields: { spec: { url: true } } });
    expectTypeOf(sites.items[0]?.spec?.url).toEqualTypeOf<string | undefined>();
    // @ts-expect-error replicas are not among the fields
    void sites.items[0]?.spec?.replicas;
  };
  expect(calls).toBeTypeOf('function');
});
