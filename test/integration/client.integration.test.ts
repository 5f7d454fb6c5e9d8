import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareWithBuiltIns } from '../../packages/kube-informers/src/client/compare-built-ins.test-support.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { Discovery } from '../../packages/kube-informers/src/client/discovery.js';
import { DynamicClient } from '../../packages/kube-informers/src/client/clientset.js';
import { MetadataClient, metadataOf } from '../../packages/kube-informers/src/client/metadata-client.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import {
  isAlreadyExists,
  isConflict,
  isInvalid,
  isNotFound,
} from '../../packages/kube-informers/src/meta/errors.js';
import { resourceName } from '../../packages/kube-informers/src/meta/resource.js';
import type { ObjectOf } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import type { WatchEvent, WatchStream } from '../../packages/kube-informers/src/meta/watch.js';
import {
  apiextensionsV1,
  builtInResources,
  coreV1,
} from '../../packages/kube-informers/src/resources/index.js';
import { connect, ensure, freshNamespace, served } from './harness.js';

type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

let clientset: Clientset;
let namespace: string;
let configMaps: ResourceClient<ConfigMap>;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
  configMaps = clientset.coreV1().configMaps(namespace);
});

afterAll(async () => {
  await clientset.coreV1().namespaces().delete(namespace);
  await clientset.close();
});

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** Reads a watch until an object meets the condition. */
async function until<T extends KubernetesObject>(
  stream: WatchStream<T>,
  wanted: (event: WatchEvent<T>) => boolean,
): Promise<WatchEvent<T>> {
  for await (const event of stream) {
    if (event.type === 'ERROR') throw new Error(JSON.stringify(event.object));
    if (wanted(event)) return event;
  }
  throw new Error('the watch ended');
}

describe('one object', () => {
  test('is created, read, replaced and deleted', async () => {
    const created = await configMaps.create({ metadata: { name: 'crud' }, data: { a: '1' } });
    expect(created).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace },
      data: { a: '1' },
    });
    expect(isAlreadyExists(await failureOf(configMaps.create({ metadata: { name: 'crud' } })))).toBe(true);
    expect(await configMaps.get('crud')).toEqual(created);
    await served(configMaps, created);
    expect(await configMaps.get('crud', { resourceVersion: '0' })).toEqual(created);

    const updated = await configMaps.update({ ...created, data: { a: '2' } });
    expect(updated.data).toEqual({ a: '2' });
    const stale = await failureOf(configMaps.update({ ...created, data: { a: '3' } }));
    expect(isConflict(stale)).toBe(true);

    expect(await configMaps.delete('crud')).toMatchObject({ kind: 'Status', status: 'Success' });
    expect(isNotFound(await failureOf(configMaps.get('crud')))).toBe(true);
    expect(isNotFound(await failureOf(configMaps.delete('crud')))).toBe(true);
  });

  test('gets a name from generateName', async () => {
    const { metadata } = await configMaps.create({ metadata: { generateName: 'made-' } });
    expect(metadata?.name).toMatch(/^made-.{5}$/);
  });

  test('a dry run stores nothing', async () => {
    const dry = await configMaps.create({ metadata: { name: 'dry' } }, { dryRun: true });
    expect(dry.metadata?.uid).toBeDefined();
    expect(isNotFound(await failureOf(configMaps.get('dry')))).toBe(true);
    await configMaps.create({ metadata: { name: 'dry' } });
    await configMaps.patch('dry', { data: { a: '1' } }, { type: 'merge', dryRun: true });
    await configMaps.delete('dry', { dryRun: true });
    expect((await configMaps.get('dry')).data).toBeUndefined();
  });

  test('strict validation refuses an unknown field', async () => {
    const object = { metadata: { name: 'strict' }, dada: { a: '1' } };
    const error = await failureOf(configMaps.create(object, { fieldValidation: 'Strict' }));
    expect(error).toMatchObject({ status: { code: 400, reason: 'BadRequest' } });
    expect(String(error)).toContain('unknown field "dada"');
  });

  test('is deleted only if the preconditions hold', async () => {
    const { metadata } = await configMaps.create({ metadata: { name: 'guarded' } });
    const wrong = await failureOf(configMaps.delete('guarded', { preconditions: { uid: 'another' } }));
    expect(isConflict(wrong)).toBe(true);
    await configMaps.delete('guarded', {
      preconditions: { uid: metadata?.uid, resourceVersion: metadata?.resourceVersion },
    });
    expect(isNotFound(await failureOf(configMaps.get('guarded')))).toBe(true);
  });

  test('with a finalizer still exists after its deletion', async () => {
    await configMaps.create({ metadata: { name: 'held', finalizers: ['tests.example.com/hold'] } });
    await configMaps.delete('held', { propagationPolicy: 'Background' });
    expect((await configMaps.get('held')).metadata?.deletionTimestamp).toBeDefined();
    await configMaps.patch('held', [{ op: 'remove', path: '/metadata/finalizers' }], { type: 'json' });
    expect(isNotFound(await failureOf(configMaps.get('held')))).toBe(true);
  });
});

describe('patches', () => {
  test('JSON, merge and strategic merge', async () => {
    const pods = clientset.coreV1().pods(namespace);
    const containers = [{ name: 'a', image: 'registry.example/a:1' }];
    await pods.create({ metadata: { name: 'patched', labels: { app: 'x' } }, spec: { containers } });

    const json = await pods.patch(
      'patched',
      [
        { op: 'test', path: '/metadata/labels/app', value: 'x' },
        { op: 'replace', path: '/metadata/labels/app', value: 'y' },
      ],
      { type: 'json' },
    );
    expect(json.metadata?.labels).toEqual({ app: 'y' });
    const failed = await failureOf(
      pods.patch('patched', [{ op: 'test', path: '/metadata/labels/app', value: 'x' }], { type: 'json' }),
    );
    expect(isInvalid(failed)).toBe(true);

    const merged = await pods.patch(
      'patched',
      { metadata: { labels: { app: null, b: 'c' } } },
      { type: 'merge' },
    );
    expect(merged.metadata?.labels).toEqual({ b: 'c' });

    // A strategic merge finds the container by its name; a merge patch would replace the list.
    const strategic = await pods.patch(
      'patched',
      { spec: { containers: [{ name: 'a', image: 'registry.example/a:2' }] } },
      { type: 'strategic' },
    );
    expect(strategic.spec?.containers).toMatchObject([
      { name: 'a', image: 'registry.example/a:2', terminationMessagePath: '/dev/termination-log' },
    ]);
  });

  test('server-side apply creates, owns its fields, and conflicts unless forced', async () => {
    const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } } as const;
    const created = await configMaps.apply(
      { ...own, data: { owned: 'one', shared: 'one' } },
      { fieldManager: 'one' },
    );
    expect(created.metadata?.managedFields).toMatchObject([{ manager: 'one', operation: 'Apply' }]);

    const theirs = { ...own, data: { shared: 'two' } };
    const conflict = await failureOf(configMaps.apply(theirs, { fieldManager: 'two' }));
    expect(isConflict(conflict)).toBe(true);
    expect(String(conflict)).toContain('conflict with "one": .data.shared');

    const forced = await configMaps.apply(theirs, { fieldManager: 'two', force: true });
    expect(forced.data).toEqual({ owned: 'one', shared: 'two' });

    // A field that the first manager now omits is removed; the other's field stays.
    const given = await configMaps.apply(own, { fieldManager: 'one' });
    expect(given.data).toEqual({ shared: 'two' });
  });

  test('an apply patch in YAML', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  from: yaml\n';
    const applied = await configMaps.patch('yaml', yaml, { type: 'apply', fieldManager: 'tests' });
    expect(applied.data).toEqual({ from: 'yaml' });
  });
});

test('the status is written separately', async () => {
  const deployments = clientset.appsV1().deployments(namespace);
  const created = await deployments.create({
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'c', image: 'registry.example/c' }] },
      },
    },
  });
  const reported = await deployments.updateStatus({
    ...created,
    spec: { ...created.spec, replicas: 7, selector: {}, template: {} },
    status: { observedGeneration: 1, replicas: 1 },
  });
  expect(reported.spec?.replicas).toBe(2);
  expect(reported.status).toMatchObject({ observedGeneration: 1, replicas: 1 });

  const patched = await deployments.patch(
    'web',
    { status: { replicas: 2 } },
    { type: 'merge', subresource: 'status' },
  );
  expect(patched.status).toMatchObject({ observedGeneration: 1, replicas: 2 });

  const applied = await deployments.applyStatus(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      status: { readyReplicas: 1 },
    },
    { fieldManager: 'tests' },
  );
  expect(applied.status).toMatchObject({ replicas: 2, readyReplicas: 1 });

  const ignored = await deployments.update({ ...applied, status: { replicas: 9 } });
  expect(ignored.status?.replicas).toBe(2);
});

describe('a collection', () => {
  const named = (name: string, group: string) => ({ metadata: { name, labels: { group } } });

  test('is listed by selector, in pages, and deleted by selector', async () => {
    for (let index = 0; index < 5; index++) await configMaps.create(named(`page-${index}`, 'pages'));
    await configMaps.create(named('other', 'others'));
    const labelSelector = 'group=pages';

    const first = await configMaps.list({ labelSelector, limit: 2 });
    expect(first.items.map((item) => `${item.apiVersion} ${item.kind} ${item.metadata?.name}`)).toEqual([
      'v1 ConfigMap page-0',
      'v1 ConfigMap page-1',
    ]);
    expect(first.metadata.continue).toBeDefined();
    const sizes: number[] = [];
    for await (const page of configMaps.pages({ labelSelector, limit: 2 })) sizes.push(page.items.length);
    expect(sizes).toEqual([2, 2, 1]);
    expect((await configMaps.listAll({ labelSelector, limit: 2 })).items).toHaveLength(5);

    const byName = await configMaps.list({ fieldSelector: 'metadata.name=page-3' });
    expect(byName.items.map((item) => item.metadata?.name)).toEqual(['page-3']);

    await configMaps.deleteCollection({ gracePeriodSeconds: 0 }, { labelSelector });
    expect((await configMaps.list({ labelSelector })).items).toEqual([]);
    expect((await configMaps.list({ labelSelector: 'group=others' })).items).toHaveLength(1);
  });

  test('is listed in all namespaces', async () => {
    const other = await freshNamespace(clientset);
    await clientset.coreV1().configMaps(other).create(named('everywhere', other));
    await configMaps.create(named('everywhere', other));
    const { items } = await clientset
      .coreV1()
      .configMaps()
      .list({ labelSelector: `group=${other}` });
    expect(new Set(items.map((item) => item.metadata?.namespace))).toEqual(new Set([namespace, other]));
    await clientset.coreV1().namespaces().delete(other);
  });
});

describe('a watch', () => {
  test('delivers events, and ends its connection when the loop is left', async () => {
    const { metadata } = await configMaps.list();
    const selector = { labelSelector: 'watched=yes', resourceVersion: metadata.resourceVersion ?? '' };
    const stream = await configMaps.watch(selector);
    const object = { metadata: { name: 'watched', labels: { watched: 'yes' } } };
    await configMaps.create(object);
    await configMaps.update({ ...object, data: { a: '1' } });
    await configMaps.delete('watched');
    const seen: string[] = [];
    for await (const event of stream) {
      if (event.type === 'ERROR') throw new Error(JSON.stringify(event.object));
      seen.push(`${event.type} ${event.object.metadata?.name}`);
      if (event.type === 'DELETED') break;
    }
    expect(seen).toEqual(['ADDED watched', 'MODIFIED watched', 'DELETED watched']);
    expect(await stream.nextBatch()).toBeUndefined();
  });

  test('ends by its signal', async () => {
    const controller = new AbortController();
    const stream = await configMaps.watch({ signal: controller.signal });
    const reading = (async () => {
      for await (const _event of stream) controller.abort(new Error('enough'));
    })();
    await configMaps.create({ metadata: { generateName: 'end-' } });
    await reading;
    expect(await stream.nextBatch()).toBeUndefined();
  });

  test('ends when the server ends it', async () => {
    const stream = await configMaps.watch({ timeoutSeconds: 1, labelSelector: 'nothing=here' });
    expect(await stream.nextBatch()).toBeUndefined();
  });
});

describe('metadata alone', () => {
  test('is read, listed, watched and patched', async () => {
    await using metadata = new MetadataClient(clientset.restClient);
    const client = metadata.resource(coreV1.configMaps, namespace);
    const labels = { metadata: 'alone' };
    const created = await configMaps.create({ metadata: { name: 'meta', labels }, data: { big: 'body' } });
    const partial = {
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadata',
      metadata: created.metadata,
    };
    expect(await client.get('meta')).toEqual(partial);
    const list = await client.list({ labelSelector: 'metadata=alone' });
    expect(list.kind).toBe('PartialObjectMetadataList');
    expect(list.items).toEqual([partial]);

    const stream = await metadata.watch(metadataOf(coreV1.configMaps), namespace, {
      labelSelector: 'metadata=alone',
      resourceVersion: list.metadata.resourceVersion ?? '',
    });
    const patched = await client.patch('meta', { metadata: { annotations: { a: 'b' } } }, { type: 'merge' });
    expect(patched).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { annotations: { a: 'b' } } });
    expect(await until(stream, () => true)).toEqual({ type: 'MODIFIED', object: patched });

    expect(await client.delete('meta')).toMatchObject({ kind: 'Status', status: 'Success' });
    await client.deleteCollection({}, { labelSelector: 'metadata=alone' });
  });
});

describe('a custom resource', () => {
  const group = 'clients.example.com';
  const crontabs = { group, version: 'v1', resource: 'crontabs' };
  let dynamic: DynamicClient;

  beforeAll(async () => {
    dynamic = new DynamicClient(clientset.restClient);
    const definitions = clientset.resource(apiextensionsV1.customResourceDefinitions);
    await ensure(definitions, {
      metadata: { name: `crontabs.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', shortNames: ['ct'] },
        versions: ['v1beta1', 'v1'].map((name) => ({
          name,
          served: true,
          storage: name === 'v1',
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        })),
      },
    });
    await until(await definitions.watch({ fieldSelector: `metadata.name=crontabs.${group}` }), (event) =>
      event.type === 'ERROR'
        ? false
        : event.object.status?.conditions?.some(
            ({ type, status }) => type === 'Established' && status === 'True',
          ) === true,
    );
  });

  test('is written and read by group, version and resource', async () => {
    const client = dynamic.resource(crontabs, namespace);
    const object = { apiVersion: `${group}/v1`, kind: 'CronTab', metadata: { name: 'nightly' } };
    const created = await client.create({ ...object, spec: { every: '1h', n: 1 } });
    expect(created['spec']).toEqual({ every: '1h', n: 1 });
    expect(await client.get('nightly')).toEqual(created);
    const merged = await client.patch('nightly', { spec: { n: 2 } }, { type: 'merge' });
    expect(merged['spec']).toEqual({ every: '1h', n: 2 });
    const reported = await client.updateStatus({ ...merged, status: { ok: true } });
    expect(reported['status']).toEqual({ ok: true });
    const applied = await client.apply({ ...object, spec: { added: true } }, { fieldManager: 'tests' });
    expect(applied['spec']).toEqual({ every: '1h', n: 2, added: true });
    // The API server supports no strategic merge for kinds without a Go type.
    expect(await failureOf(client.patch('nightly', {}, { type: 'strategic' }))).toMatchObject({
      status: { code: 415 },
    });
    const { items } = await dynamic.resource(crontabs).list();
    expect(items).toContainEqual(applied);
    await client.delete('nightly', { gracePeriodSeconds: 0 });
    expect(isNotFound(await failureOf(client.get('nightly')))).toBe(true);
  });

  test('is resolved by discovery, for objects without a type', async () => {
    // Discovery of a new group is ready a moment after the definition.
    const discovery = dynamic.discovery();
    let resource;
    for (;;) {
      try {
        resource = await discovery.resolve('ct');
        break;
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_UNKNOWN_RESOURCE' });
      }
    }
    expect(resource).toMatchObject({
      ...crontabs,
      kind: 'CronTab',
      namespaced: true,
      shortNames: ['ct'],
      subresources: ['status'],
    });
    for (const name of [
      'crontabs',
      'crontab',
      'CronTab',
      `ct.${group}`,
      `crontabs.v1.${group}`,
      'crontabs.clients',
    ]) {
      expect(resourceName(await discovery.resolve(name))).toBe(`crontabs.v1.${group}`);
    }
    expect((await discovery.resolve(`ct.v1beta1.${group}`)).version).toBe('v1beta1');
    expect((await discovery.resolveKind(`${group}/v1`, 'CronTab')).resource).toBe('crontabs');
    const created = await dynamic.resource(resource, namespace).create({ metadata: { name: 'typed' } });
    expect(created).toMatchObject({ apiVersion: `${group}/v1`, kind: 'CronTab' });
  });
});

describe('discovery', () => {
  test('returns the version and the groups', async () => {
    const discovery = clientset.discovery();
    expect((await discovery.serverVersion()).gitVersion).toMatch(/^v1\.\d+/);
    const groups = await discovery.groups();
    expect(groups[0]).toEqual({ name: '', versions: ['v1'], preferredVersion: 'v1' });
    expect(groups.map(({ name }) => name)).toContain('apps');
  });

  test.for<[string, string]>([
    ['pods', 'pods.v1'],
    ['po', 'pods.v1'],
    ['Pod', 'pods.v1'],
    ['deploy.apps', 'deployments.v1.apps'],
    ['deployments.v1.apps', 'deployments.v1.apps'],
    ['lease', 'leases.v1.coordination.k8s.io'],
    ['crd', 'customresourcedefinitions.v1.apiextensions.k8s.io'],
  ])('%s is %s', async ([asked, expected]) => {
    expect(resourceName(await clientset.discovery().resolve(asked))).toBe(expected);
  });

  test('the error names an unknown resource', async () => {
    await expect(clientset.discovery().resolve('podz')).rejects.toMatchObject({
      code: 'ERR_UNKNOWN_RESOURCE',
      message: expect.stringContaining('no resource type "podz"; did you mean pods') as unknown,
    });
  });

  test('returns the same in the old form', async () => {
    const { restClient } = clientset;
    const old = new Discovery({
      request: (request) => restClient.request({ ...request, accept: 'application/json' }),
      list: (request) => restClient.list(request),
      watch: (request) => restClient.watch(request),
      stream: (request) => restClient.stream(request),
    });
    const { groups, resources, failures } = await old.serverResources();
    const aggregated = await new Discovery(restClient).serverResources();
    expect(failures).toEqual([]);
    // There the server has the groups of custom resources in another place.
    const byName = (values: readonly { readonly name: string }[]) =>
      values.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(byName(groups)).toEqual(byName(aggregated.groups));
    const named = (values: typeof resources) =>
      byName(values.map((value) => ({ ...value, name: resourceName(value) })));
    expect(named(resources)).toEqual(named(aggregated.resources));
  });

  test('serves the resources of the built-in tables', async () => {
    const { resources, failures } = await clientset.discovery().serverResources();
    expect(failures).toEqual([]);
    // A kube-apiserver does not delete collections of namespaces; a server made of the generic parts alone does.
    const served = resources.map((resource) =>
      resourceName(resource) === 'namespaces.v1'
        ? { ...resource, verbs: resource.verbs.filter((verb) => verb !== 'deletecollection') }
        : resource,
    );
    expect(compareWithBuiltIns(served, builtInResources)).toEqual([]);
    const builtIn = new Set(builtInResources.map(resourceName));
    expect(resources.filter((resource) => builtIn.has(resourceName(resource))).length).toBeGreaterThan(10);
  });
});
