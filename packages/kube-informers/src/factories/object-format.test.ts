import { describe, expect, test, vi } from 'vitest';
import { Reflector } from '../cache/reflector/reflector.js';
import { MemoryIndexer } from '../cache/stores/indexer.js';
import { metaNamespaceKey } from '../meta/names.js';
import { DynamicClient, Clientset } from '../client/clientset.js';
import { MetadataClient } from '../client/metadata-client.js';
import { json, wire } from '../client/wire.test-support.js';
import type { KubernetesObject } from '../meta/types.js';
import type { CacheFormat } from '../cache/cache-format.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { coreV1 } from '../resources/index.js';
import { jsonFormat } from '../wire/json-format.js';
import type { RestClient } from '../rest/rest-client.js';
import { DynamicSharedInformerFactory } from './dynamic-shared-informer-factory.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import { MetadataSharedInformerFactory } from './metadata-shared-informer-factory.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** Adds an annotation that names the decoder to each object. */
const markingFormat: CacheFormat = {
  newCache: () => ({
    intake: ({ apply }) => ({ objectFormat: markingObjects(), transformer: apply }),
  }),
};

function markingObjects(): ObjectFormat<KubernetesObject> {
  const mark = (object: KubernetesObject, by: string): void => {
    if (object.metadata?.name !== undefined) object.metadata.annotations = { by };
  };
  return {
    itemsReader(options) {
      const reader = jsonFormat.itemsReader(options);
      const finish = reader.finish.bind(reader);
      reader.finish = (type) => {
        const items = finish(type);
        for (const item of items) mark(item, 'items');
        return items;
      };
      return reader;
    },
    watchDecoder(options) {
      const decoder = jsonFormat.watchDecoder(options);
      const flush = decoder.flush.bind(decoder);
      decoder.flush = (events) => {
        flush(events);
        for (const { type, object } of events) if (type !== 'ERROR') mark(object, 'watch');
      };
      return decoder;
    },
  };
}

const factories = {
  typed: (rest: RestClient, options: InformerFactoryOptions) =>
    new SharedInformerFactory(new Clientset(rest), options).forResource(coreV1.pods),
  dynamic: (rest: RestClient, options: InformerFactoryOptions) =>
    new DynamicSharedInformerFactory(new DynamicClient(rest), options).forResource(coreV1.pods),
  metadata: (rest: RestClient, options: InformerFactoryOptions) =>
    new MetadataSharedInformerFactory(new MetadataClient(rest), options).forResource(coreV1.pods),
};

test.each(Object.entries(factories))(
  'the cache format of a %s factory decodes lists and watches, and is not sent to the server',
  async (kind, newInformer) => {
    const own = kind === 'metadata' ? ['meta.k8s.io/v1', 'PartialObjectMetadata'] : ['v1', 'Pod'];
    const [apiVersion, itemKind] = own;
    await using server = await wire((request, response) => {
      if (!request.url.includes('watch=')) {
        const list = { apiVersion, kind: `${itemKind}List`, metadata: { resourceVersion: '7' } };
        json(response, { ...list, items: [{ metadata: { name: 'a', resourceVersion: '5' } }] });
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      const metadata = { name: 'b', resourceVersion: '8' };
      response.write(
        `${JSON.stringify({ type: 'ADDED', object: { apiVersion, kind: itemKind, metadata } })}\n`,
      );
    });
    const { informer } = newInformer(server.rest, { cacheFormat: markingFormat, useWatchList: false });
    const stop = new AbortController();
    const pods = informer();
    let bothAdded = (): void => undefined;
    const both = new Promise<void>((resolve) => (bothAdded = resolve));
    const by: Record<string, unknown> = {};
    pods.addEventHandler({
      onAdd({ metadata }) {
        by[metadata?.name ?? ''] = metadata?.annotations?.['by'];
        if (Object.keys(by).length === 2) bothAdded();
      },
    });
    pods.start({ signal: stop.signal });
    await both;
    stop.abort();
    await pods.stop();
    expect(by).toEqual({ a: 'items', b: 'watch' });
    expect(server.requests.map(({ url }) => url).join()).not.toContain('format');
  },
);

/** A field set large enough for the decoder to share. */
const fieldsV1 = {
  'f:spec': {
    'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {}, 'f:resources': {} } },
  },
};
const managedFields = [{ manager: 'kubelet', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1 }];

/** Makes a list of six pods large enough for the decoder to share field sets. */
const annotations = { padding: 'x'.repeat(25_000) };

/** Lists six pods that have the same managedFields. */
function sixPods() {
  return wire((request, response) => {
    if (request.url.includes('watch=')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      return;
    }
    if (request.url === '/version') {
      response.writeHead(404).end();
      return;
    }
    const items = Array.from({ length: 6 }, (_, number) => ({
      metadata: { name: `pod-${number}`, namespace: 'a', resourceVersion: '5', annotations, managedFields },
    }));
    json(response, { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '7' }, items });
  });
}

async function podsOf(
  rest: RestClient,
  options: InformerFactoryOptions,
): Promise<readonly DeepReadonly<KubernetesObject>[]> {
  const factory = new SharedInformerFactory(new Clientset(rest), { useWatchList: false, ...options });
  const pods = factory.forResource(coreV1.pods).informer();
  const stop = new AbortController();
  factory.start({ signal: stop.signal });
  await factory.waitForCacheSync();
  stop.abort();
  await pods.stop();
  return pods.indexer.list();
}

const fieldsOf = (object: DeepReadonly<KubernetesObject> | undefined): unknown =>
  object?.metadata?.managedFields?.[0]?.fieldsV1;

test('equal field sets of managedFields are one frozen object in a cache', async () => {
  await using server = await sixPods();
  const pods = await podsOf(server.rest, {});
  expect(pods.map((pod) => pod.metadata?.managedFields)).toEqual(pods.map(() => managedFields));
  expect(fieldsOf(pods[5])).toBe(fieldsOf(pods[4]));
  expect(Object.isFrozen(fieldsOf(pods[5]))).toBe(true);
  expect(Object.isFrozen(pods[5]?.metadata)).toBe(false);
});

test('field sets of a list outside of a cache are not shared', async () => {
  await using server = await sixPods();
  const { items } = await new Clientset(server.rest).coreV1().pods('a').list();
  expect(fieldsOf(items[5])).toEqual(fieldsV1);
  expect(new Set(items.map(fieldsOf)).size).toBe(6);
  expect(items.some((item) => Object.isFrozen(fieldsOf(item)))).toBe(false);
});

test('managedFields that are excluded are not parsed, and a transform sees them otherwise', async () => {
  await using server = await sixPods();
  const parse = vi.spyOn(JSON, 'parse');
  const dropped = await podsOf(server.rest, { exclude: { metadata: { managedFields: true } } });
  expect(dropped).toHaveLength(6);
  for (const { metadata } of dropped) expect(metadata).not.toHaveProperty('managedFields');
  expect(parse.mock.calls.some(([text]) => text.includes('pod-5'))).toBe(true);
  expect(parse.mock.calls.some(([text]) => text.includes('f:spec'))).toBe(false);
  parse.mockRestore();
  const seen: unknown[] = [];
  await podsOf(server.rest, {
    transform(object) {
      seen.push(object.metadata?.managedFields);
      return object;
    },
  });
  expect(seen).toEqual(Array.from({ length: 6 }, () => managedFields));
});

describe('WebAssembly', () => {
  // Large enough for the decoder to share field sets.
  async function instancesMadeBy(run: (rest: RestClient) => Promise<number>): Promise<number> {
    await using server = await sixPods();
    const wasm = (globalThis as unknown as { WebAssembly: { Instance: new () => object } }).WebAssembly;
    const instances = vi.spyOn(wasm, 'Instance');
    expect(await run(server.rest)).toBe(6);
    const made = instances.mock.calls.length;
    instances.mockRestore();
    return made;
  }

  test('is not used by a Reflector with its own store', async () => {
    const made = await instancesMadeBy(async (rest) => {
      const store = new MemoryIndexer<KubernetesObject>({ keyFunc: metaNamespaceKey });
      const pods = new Clientset(rest).resource<KubernetesObject>(coreV1.pods);
      const reflector = new Reflector(pods, store, { useWatchList: false });
      const stop = new AbortController();
      const running = reflector.run({ signal: stop.signal });
      while (reflector.lastSyncResourceVersion === '') await new Promise(setImmediate);
      stop.abort();
      await running;
      return store.size;
    });
    expect(made).toBe(0);
  });

  test('shares field sets in an informer', async () => {
    expect(await instancesMadeBy(async (rest) => (await podsOf(rest, {})).length)).toBe(1);
  });
});
