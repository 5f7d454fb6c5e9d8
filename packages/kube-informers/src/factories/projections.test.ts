import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { plainFormat } from '../cache/cache-format.js';
import { compact } from '../compact/compact-cache.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { Controller } from '../controller/controller.js';
import {
  annotationsChanged,
  generationChanged,
  labelSelector,
  labelsChanged,
  not,
  or,
} from '../controller/predicates.js';
import type { Predicate } from '../controller/predicates.js';
import { createOrUpdate } from '../controller/objects/create-or-update.js';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import type { InformerFactoryOptions } from './informer-factory.js';

let server: ApiServer;
let clientset: Clientset;
const factories: SharedInformerFactory[] = [];

beforeEach(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
});

afterEach(async () => {
  for (const factory of factories.splice(0)) await factory.stop();
  await clientset.close();
  await server.stop();
});

function newFactory(options: InformerFactoryOptions = {}): SharedInformerFactory {
  const factory = new SharedInformerFactory(clientset, options);
  factories.push(factory);
  return factory;
}

async function createPod(name: string, namespace = 'default'): Promise<void> {
  await server.create(coreV1.pods, {
    metadata: {
      name,
      namespace,
      labels: { app: name },
      annotations: { a: 'b' },
      finalizers: ['example.com/x'],
    },
    spec: {
      nodeName: 'node-1',
      containers: [{ name: 'main', image: 'nginx:1', env: [{ name: 'A', value: 'b' }] }],
    },
  });
}

const fields = {
  metadata: { labels: true },
  spec: { nodeName: true, containers: { image: true } },
} as const;

/** What is kept of a pod of `createPod`, without versions, uid and times. */
function kept(name: string, image = 'nginx:1') {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels: { app: name }, finalizers: ['example.com/x'] },
    spec: { nodeName: 'node-1', containers: [{ image }] },
  };
}

function plain(object: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(object)) as { metadata: Record<string, unknown> };
  const { uid, resourceVersion, creationTimestamp, generation: _generation, ...metadata } = copy.metadata;
  expect([typeof uid, typeof resourceVersion, typeof creationTimestamp]).toEqual([
    'string',
    'string',
    'string',
  ]);
  return { ...copy, metadata };
}

describe('fields', () => {
  test.each([
    ['a watch-list', true],
    ['a list', false],
  ])('%s and a watch bring only what is named, and the identity', async (_name, useWatchList) => {
    await createPod('a');
    const factory = newFactory({ useWatchList });
    const pods = factory.core().v1().pods({ fields });
    const updates: unknown[] = [];
    pods.informer().addEventHandler({ onUpdate: (_old, pod) => updates.push(plain(pod)) });
    factory.start();
    await factory.waitForCacheSync();
    const [pod] = pods.lister().list();
    expect(plain(pod)).toEqual(kept('a'));
    await server.patch(
      coreV1.pods,
      'a',
      { spec: { containers: [{ name: 'main', image: 'nginx:2' }] } },
      { namespace: 'default' },
    );
    await createPod('b');
    await expect.poll(() => pods.lister().list().length).toBe(2);
    expect(updates).toEqual([kept('a', 'nginx:2')]);
  });
});

test('exclude keeps all but what is named', async () => {
  await createPod('a');
  const factory = newFactory();
  const pods = factory
    .core()
    .v1()
    .pods({ exclude: { spec: { containers: { env: true } }, status: true } });
  pods.informer();
  factory.start();
  await factory.waitForCacheSync();
  const [pod] = pods.lister().list();
  expect(pod?.spec?.containers).toEqual([expect.not.objectContaining({ env: expect.anything() as unknown })]);
  expect(pod?.metadata?.annotations).toEqual({ a: 'b' });
  expect(pod).not.toHaveProperty('status');
});

test('different fields are different informers, equal ones the same', () => {
  const v1 = newFactory().core().v1();
  const informer = v1.pods({ fields }).informer();
  expect(
    v1
      .pods({ fields: { spec: { containers: { image: true }, nodeName: true }, metadata: { labels: true } } })
      .informer(),
  ).toBe(informer);
  expect(v1.pods({ fields: { spec: true } }).informer()).not.toBe(informer);
  expect(v1.pods().informer()).not.toBe(informer);
});

test('several namespaces, and a compact cache, keep the same fields', async () => {
  await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
  await createPod('a');
  await createPod('b', 'shop');
  for (const cacheFormat of [plainFormat, compact()]) {
    const factory = newFactory({ cacheFormat });
    const pods = factory
      .core()
      .v1()
      .pods({ fields, namespaces: ['default', 'shop'] });
    pods.informer();
    factory.start();
    await factory.waitForCacheSync();
    const specs = pods
      .lister()
      .list()
      .map(({ spec }) => structuredClone({ ...spec }));
    expect(specs).toEqual([kept('a').spec, kept('a').spec]);
  }
});

test('a custom kind', async () => {
  interface Site extends KubernetesObject {
    spec?: { host?: string; pages?: { path?: string; text?: string }[] };
  }
  const sites = defineResource<Site>({
    group: 'example.com',
    version: 'v1',
    resource: 'sites',
    kind: 'Site',
    namespaced: true,
  });
  await clientset.apply(
    `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sites.example.com }
spec:
  group: example.com
  names: { plural: sites, singular: site, kind: Site }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
---
apiVersion: example.com/v1
kind: Site
metadata: { name: a, namespace: default }
spec: { host: a.example.com, pages: [{ path: /, text: hello }] }
`,
    { fieldManager: 'test' },
  );
  const factory = newFactory();
  const informer = factory.forResource(sites, { fields: { spec: { pages: { path: true } } } });
  informer.informer();
  factory.start();
  await factory.waitForCacheSync();
  expect(
    informer
      .lister()
      .list()
      .map(({ spec }) => spec),
  ).toEqual([{ pages: [{ path: '/' }] }]);
});

test('built-in kinds are read as protobuf where few fields are kept', async () => {
  await createPod('a');
  const accepted = async (scope: 'fields' | 'whole'): Promise<(string | undefined)[]> => {
    server.clearRequests();
    const factory = newFactory();
    const v1 = factory.core().v1();
    if (scope === 'fields') v1.pods({ fields }).informer();
    else v1.pods().informer();
    factory.start();
    await factory.waitForCacheSync();
    return (
      server.requests
        // A watch of the factory before may be opened late.
        .filter(({ resource, verb }) => resource === 'pods' && verb === 'list')
        .map(({ headers }) => headers['accept'])
    );
  };
  expect((await accepted('fields')).every((accept) => accept?.includes('vnd.kubernetes.protobuf'))).toBe(
    true,
  );
  expect((await accepted('whole')).some((accept) => accept?.includes('vnd.kubernetes.protobuf'))).toBe(false);
});

test('calls that replace an object refuse one that is not whole, and patch takes it', async () => {
  await createPod('a');
  const factory = newFactory();
  const pods = factory.core().v1().pods({ fields });
  pods.informer();
  factory.start();
  await factory.waitForCacheSync();
  const [pod] = pods.lister().list();
  if (pod === undefined) throw new Error('no pod');
  const changed = { ...pod, metadata: { ...pod.metadata, labels: { app: 'b' } } };
  const client = clientset.coreV1().pods('default');
  const refusal = {
    code: 'ERR_PROJECTED',
    message: expect.stringMatching(
      /^[^\n]*Pod "default\/a" was read with only some fields: use patch\nIt has only /,
    ) as string,
  };
  await expect(client.update(changed as never)).rejects.toMatchObject(refusal);
  await expect(client.updateStatus(changed as never)).rejects.toMatchObject(refusal);
  await expect(client.create(changed as never)).rejects.toMatchObject(refusal);
  await expect(client.apply(changed as never, { fieldManager: 'x' })).rejects.toMatchObject(refusal);
  await expect(createOrUpdate(client, changed as never, () => undefined)).rejects.toMatchObject(refusal);
  await client.patch('a', { metadata: { labels: { app: 'b' } } }, { type: 'merge' });
});

test.each([
  { name: 'fields', scope: { fields: { metadata: { labels: { kept: true } }, status: true } } },
  {
    name: 'fields, compact',
    scope: { fields: { metadata: { labels: { kept: true } }, status: true }, cacheFormat: compact() },
  },
  { name: 'exclude', scope: { exclude: { metadata: { labels: { app: true } }, spec: true } } },
] as const)('a lister refuses a selector of what was not kept: $name', async ({ scope }) => {
  await createPod('a');
  const factory = newFactory();
  const pods = factory
    .core()
    .v1()
    .pods(scope as { fields: { status: true } });
  pods.informer();
  factory.start();
  await factory.waitForCacheSync();
  const lister = pods.lister();
  const refused = (missing: string): unknown =>
    expect.objectContaining({
      code: 'ERR_PROJECTED',
      message: expect.stringContaining(`reads ${missing}, and the cache keeps only some fields`) as string,
    });
  for (const selector of ['app=web', 'app!=web', '!app', 'kept=yes,app=web'])
    expect(() => lister.list(selector)).toThrow(refused('metadata.labels.app') as Error);
  expect(() => lister.namespace('default').list({ labelSelector: 'app=web' })).toThrow(
    refused('metadata.labels.app') as Error,
  );
  expect(() => lister.list({ fieldSelector: 'spec.nodeName=n1' })).toThrow(refused('spec.nodeName') as Error);
  expect(() => lister.list({ fieldSelector: 'status.phase!=x,spec.nodeName!=n1' })).toThrow(
    refused('spec.nodeName') as Error,
  );
  expect(
    lister.list({ labelSelector: '!kept', fieldSelector: 'metadata.name=a,status.phase!=x' }),
  ).toHaveLength(1);
});

test('a controller refuses a predicate of what its informer does not keep', () => {
  const pods = newFactory()
    .core()
    .v1()
    .pods({ fields: { metadata: { labels: { app: true } } } });
  const start = (predicate: Predicate) =>
    new Controller('c', {
      clientset,
      for: { informer: pods as never, predicate },
      async reconcile() {},
    });
  const refused = (missing: string): unknown =>
    expect.objectContaining({
      code: 'ERR_PROJECTED',
      message: expect.stringContaining(`for pods of controller c reads ${missing}, and`) as string,
    });
  expect(() => start(annotationsChanged)).toThrow(refused('metadata.annotations') as Error);
  expect(() => start(or(generationChanged, not(annotationsChanged)))).toThrow(
    refused('metadata.annotations') as Error,
  );
  expect(() => start(labelSelector('tier=web'))).toThrow(refused('metadata.labels.tier') as Error);
  for (const predicate of [labelsChanged, labelSelector('app=web'), generationChanged]) start(predicate);
});

test('an object without managedFields alone may be updated', async () => {
  await createPod('a');
  const factory = newFactory({ exclude: { metadata: { managedFields: true } } });
  const pods = factory.core().v1().pods();
  pods.informer();
  factory.start();
  await factory.waitForCacheSync();
  const [pod] = pods.lister().list();
  if (pod === undefined) throw new Error('no pod');
  expect(pod.metadata?.managedFields ?? []).toEqual([]);
  const updated = await clientset
    .coreV1()
    .pods('default')
    .update({ ...pod, metadata: { ...pod.metadata, labels: { app: 'c' } } });
  expect(updated.metadata?.labels).toEqual({ app: 'c' });
});

test('a transform gets the kept fields, and its result counts as not whole', async () => {
  await createPod('a');
  const factory = newFactory();
  const pods = factory
    .core()
    .v1()
    .pods({
      fields,
      transform: (pod) => {
        expectTypeOf(pod.spec?.nodeName).toEqualTypeOf<string | undefined>();
        return { ...pod, metadata: { ...pod.metadata, labels: {} } };
      },
    });
  pods.informer();
  factory.start();
  await factory.waitForCacheSync();
  const [pod] = pods.lister().list();
  expect(pod?.metadata?.labels).toEqual({});
  await expect(
    clientset
      .coreV1()
      .pods('default')
      .update(pod as never),
  ).rejects.toMatchObject({ code: 'ERR_PROJECTED' });
});

test('the type has only what is kept', () => {
  const pods = newFactory().core().v1().pods({ fields });
  const read = (): void => {
    const [pod] = pods.lister().list();
    expectTypeOf(pod?.spec?.nodeName).toEqualTypeOf<string | undefined>();
    expectTypeOf(pod?.metadata?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error: not kept
    expectTypeOf(pod?.status);
    // @ts-expect-error: not kept
    expectTypeOf(pod?.spec?.containers[0]?.name);
    pods.informer().addEventHandler({
      // @ts-expect-error: not kept
      onAdd: (added) => added.metadata?.annotations,
    });
    const v1 = newFactory().core().v1();
    // @ts-expect-error: pods have no such field
    v1.pods({ fields: { spec: { nodeNam: true } } });
  };
  expect(typeof read).toBe('function');
});

test.each<[scope: object, message: string]>([
  [{ fields: { spec: {} } }, 'spec in fields of the scope of pods.v1 must name at least one field, got none'],
  [{ fields: { spec: 1 } }, 'spec'],
  [
    { fields: { spec: true }, exclude: { status: true } },
    'the scope of pods.v1 must have at most one of fields and exclude, got both',
  ],
  [
    { exclude: { metadata: { name: true } } },
    'exclude of the scope of pods.v1 must leave the identity of objects, got name',
  ],
  [{ exclude: { metadata: true } }, 'metadata'],
])('%j is refused', (scope, message) => {
  expect(() =>
    newFactory()
      .core()
      .v1()
      .pods(scope as never),
  ).toThrow(message);
});
