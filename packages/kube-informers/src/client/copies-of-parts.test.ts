import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compact } from '../compact/compact-cache.js';
import { ApiServer } from '@kube-informers/testing';
import { Controller } from '../controller/controller.js';
import type { ReconcileContext } from '../controller/reconcile-client.js';
import { DynamicSharedInformerFactory } from '../factories/dynamic-shared-informer-factory.js';
import { MetadataSharedInformerFactory } from '../factories/metadata-shared-informer-factory.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import type { ConfigMap, Deployment } from '../index.js';
import { isConflict } from '../meta/errors.js';
import type { KubernetesObject } from '../meta/types.js';
import { appsV1 } from '../resources/apps-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import { copyDeep } from '../util/deep.js';
import { Clientset, DynamicClient } from './clientset.js';
import { MetadataClient } from './metadata-client.js';

let server: ApiServer;
let clientset: Clientset;
let others: Clientset;
const factories: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
  others = new Clientset({ host: server.url });
  await maps().create({ metadata: { name: 'x', labels: { app: 'x' } }, data: { color: 'blue' } });
});

afterEach(async () => {
  for (const factory of factories.splice(0)) await factory.stop();
  await clientset.close();
  await others.close();
  await server.stop();
});

const maps = () => clientset.coreV1().configMaps('default');
/** Of a client of its own. */
const other = () => others.coreV1().configMaps('default');
const fields = { metadata: { labels: true } } as const;
const refused = { code: 'ERR_PROJECTED' };

/** A copy that has lost the mark, with another label. */
function relabelled(object: unknown): ConfigMap {
  const copy = JSON.parse(JSON.stringify(object)) as ConfigMap;
  copy.metadata = { ...copy.metadata, labels: { app: 'y' } };
  return { ...copy, apiVersion: 'v1', kind: 'ConfigMap' };
}

/** Returns what an informer of a factory has of the ConfigMap, once it has synced. */
async function cached(
  factory: SharedInformerFactory | DynamicSharedInformerFactory | MetadataSharedInformerFactory,
  lister: { namespace(name: string): { get(name: string): unknown } },
): Promise<unknown> {
  factories.push(factory);
  factory.start();
  await factory.waitForCacheSync();
  return lister.namespace('default').get('x');
}

/** Each starts with the object 'x', and returns it without all of its fields. */
const partialReads: Record<string, () => Promise<unknown>> = {
  'the cache of an informer': () => {
    const factory = new SharedInformerFactory(clientset);
    return cached(factory, factory.core().v1().configMaps({ fields }).lister());
  },
  'a compact cache': () => {
    const factory = new SharedInformerFactory(clientset, { cacheFormat: compact() });
    return cached(factory, factory.core().v1().configMaps({ fields }).lister());
  },
  'a cache of several namespaces': () => {
    const factory = new SharedInformerFactory(clientset, { namespaces: ['default', 'other'] });
    return cached(factory, factory.core().v1().configMaps({ fields }).lister());
  },
  'a cache with exclude': () => {
    const factory = new SharedInformerFactory(clientset);
    return cached(
      factory,
      factory
        .core()
        .v1()
        .configMaps({ exclude: { data: true } })
        .lister(),
    );
  },
  'a cache of a dynamic client': () => {
    const factory = new DynamicSharedInformerFactory(new DynamicClient(clientset.restClient));
    return cached(factory, factory.forResource(coreV1.configMaps, { fields }).lister());
  },
  'a cache of metadata': () => {
    const factory = new MetadataSharedInformerFactory(new MetadataClient(clientset.restClient));
    return cached(factory, factory.forResource(coreV1.configMaps).lister());
  },
  get: () => maps().get('x', { fields }),
  'get of metadata': () =>
    new MetadataClient(clientset.restClient).resource(coreV1.configMaps, 'default').get('x'),
  list: async () => (await maps().list({ fields })).items[0],
  pages: async () => {
    for await (const page of maps().pages({ fields })) return page.items[0];
    return undefined;
  },
  watch: async () => {
    for await (const { object } of await maps().watch({ fields })) return object;
    return undefined;
  },
};

describe.each(Object.keys(partialReads))('an object of %s', (from) => {
  const read = (): Promise<unknown> => partialReads[from]?.() ?? Promise.resolve();

  test('is refused as a copy by update, until it was read whole', async () => {
    const copy = relabelled(await read());
    await expect(maps().update(copy)).rejects.toMatchObject(refused);
    expect((await other().get('x')).data).toEqual({ color: 'blue' });
    const whole = await maps().get('x');
    const changed = await maps().update(relabelled(whole));
    expect(changed).toMatchObject({ metadata: { labels: { app: 'y' } }, data: { color: 'blue' } });
    // An answer has all of the object, so it may be changed again.
    expect(await maps().update({ ...changed, data: { color: 'red' } })).toMatchObject({
      data: { color: 'red' },
    });
  });

  test('is refused without its resourceVersion as well', async () => {
    const copy = relabelled(await read());
    delete copy.metadata?.resourceVersion;
    await expect(maps().update(copy)).rejects.toMatchObject(refused);
    const { metadata, ...whole } = await maps().get('x');
    const { resourceVersion: _version, managedFields: _owners, ...rest } = metadata ?? {};
    expect(await maps().update({ ...whole, metadata: rest })).toMatchObject({ data: { color: 'blue' } });
  });

  test('is refused by the dynamic client as well', async () => {
    const copy = relabelled(await read());
    const target = { group: '', version: 'v1', resource: 'configmaps' };
    const client = new DynamicClient(clientset.restClient).resource(target, 'default');
    await expect(client.update(copy as never)).rejects.toMatchObject(refused);
  });
});

test('the message says what to do', async () => {
  await expect(maps().update(relabelled(await maps().get('x', { fields })))).rejects.toThrow(
    'update configmaps: ConfigMap "default/x" was read with only some fields: use patch\nBy its uid and resourceVersion it is a copy of one that has only metadata.labels, and the call would remove what is missing. To replace the object, get it whole first.',
  );
});

test('the client of a reconcile refuses a copy, and takes what it has read whole', async () => {
  const factory = new SharedInformerFactory(clientset, { namespace: 'default' });
  const informer = factory.core().v1().configMaps({ fields });
  const runs: (string | undefined)[] = [];
  let resolve = (): void => undefined;
  const done = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  const reconcile = async ({ object, client }: ReconcileContext<KubernetesObject>): Promise<void> => {
    const thrown: unknown = await client.update(relabelled(object)).catch((error: unknown) => error);
    runs.push((thrown as { code?: string }).code);
    const whole = await client.get<ConfigMap>({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'default', name: 'x' },
    });
    if (whole.immutable !== true) await client.update({ ...whole, immutable: true });
    resolve();
  };
  const controller = new Controller('copies', { clientset, for: informer, reconcile });
  factory.start();
  const running = controller.run({ signal: AbortSignal.timeout(20_000) });
  await done;
  await controller.stop();
  await running;
  expect(runs[0]).toBe('ERR_PROJECTED');
  expect(await maps().get('x')).toMatchObject({ immutable: true, data: { color: 'blue' } });
  await factory.stop();
});

describe('with a masked cache of the kind', () => {
  const start = async (scope: object): Promise<SharedInformerFactory> => {
    const factory = new SharedInformerFactory(clientset);
    factory.core().v1().configMaps(scope).informer();
    factories.push(factory);
    factory.start();
    await factory.waitForCacheSync();
    return factory;
  };

  test.each([
    ['fields', { fields }],
    ['exclude', { exclude: { data: true } }],
    ['exclude of what the object does not have', { exclude: { metadata: { annotations: true } } }],
  ])('%s: answers of writes, lists, and events of watches are updated as before', async (_name, scope) => {
    const factory = await start(scope);
    const created = await maps().create({ metadata: { name: 'new' }, data: { a: '1' } });
    const cachedVersion = (): unknown =>
      factory.informers()[0]?.indexer.getByKey('default/new')?.metadata?.resourceVersion;
    await expect.poll(cachedVersion).toBe(created.metadata?.resourceVersion);
    const updated = await maps().update({ ...copyDeep(created), data: { a: '2' } });
    const [listed] = (await maps().list({ fieldSelector: 'metadata.name=new' })).items;
    expect(listed?.metadata?.resourceVersion).toBe(updated.metadata?.resourceVersion);
    await maps().update({ ...copyDeep(listed as ConfigMap), data: { a: '3' } });
    for await (const { object } of await maps().watch({ fieldSelector: 'metadata.name=new' })) {
      expect(await maps().update({ ...copyDeep(object as ConfigMap), data: { a: '4' } })).toMatchObject({
        data: { a: '4' },
      });
      break;
    }
  });

  test('a copy from a cache without managedFields alone is taken, and one from the masked cache is refused', async () => {
    const factory = new SharedInformerFactory(clientset, {
      exclude: { metadata: { managedFields: true } },
    });
    const { configMaps } = factory.core().v1();
    const [whole, part] = [configMaps(), configMaps({ fields })].map((maps) => maps.lister());
    factories.push(factory);
    factory.start();
    await factory.waitForCacheSync();
    await expect(maps().update(relabelled(part?.get('default/x')))).rejects.toMatchObject(refused);
    expect(await maps().update(relabelled(whole?.get('default/x')))).toMatchObject({
      metadata: { labels: { app: 'y' } },
      data: { color: 'blue' },
    });
  });

  test('a stale copy is still a conflict, and another object of the name is one as well', async () => {
    const before = await maps().get('x');
    await start({ fields });
    await maps().patch('x', { data: { color: 'red' } }, { type: 'merge' });
    await expect(maps().update(before)).rejects.toSatisfy(isConflict);
    await maps().delete('x');
    await maps().create({ metadata: { name: 'x' } });
    const { metadata, ...rest } = before;
    const { resourceVersion: _version, ...named } = metadata ?? {};
    await expect(maps().update({ ...rest, metadata: named })).rejects.toSatisfy(isConflict);
  });
});

test('updateStatus refuses a copy as update does, and scale takes a Scale, which has the uid and version of its object', async () => {
  const deployments = clientset.appsV1().deployments('default');
  const labels = { app: 'web' };
  await deployments.create({
    metadata: { name: 'web', labels },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
    },
  });
  const metadata = new MetadataSharedInformerFactory(new MetadataClient(clientset.restClient));
  metadata.forResource(appsV1.deployments).informer();
  metadata.start();
  await metadata.waitForCacheSync();
  const part = await deployments.get('web', { fields: { status: { replicas: true } } });
  const copy: Deployment = JSON.parse(JSON.stringify(part)) as Deployment;
  await expect(deployments.updateStatus(copy)).rejects.toMatchObject(refused);
  const scale = await deployments.getScale('web');
  const scaled = await deployments.updateScale('web', { ...scale, spec: { replicas: 2 } });
  expect(scaled.spec?.replicas).toBe(2);
  const whole = await deployments.get('web');
  await deployments.updateStatus({ ...whole, status: { replicas: 1 } });
  await metadata.stop();
});

test('a client knows what it has read itself', async () => {
  const copy = relabelled(await maps().get('x', { fields }));
  expect(await other().update(copy)).not.toHaveProperty('data');
});
