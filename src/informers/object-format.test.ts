import { expect, test } from 'vitest';
import { DynamicClient } from '../client/dynamic-client.js';
import { MetadataClient } from '../client/metadata-client.js';
import { Clientset } from '../client/clientset.js';
import { json, wire } from '../client/wire.test-support.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { coreV1 } from '../resources/index.js';
import { jsonFormat } from '../rest/json-format.js';
import type { RestClient } from '../rest/rest-client.js';
import { DynamicSharedInformerFactory } from './dynamic-shared-informer-factory.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import { MetadataSharedInformerFactory } from './metadata-shared-informer-factory.js';
import { SharedInformerFactory } from './shared-informer-factory.js';

/** Plain objects that say who made them. */
function markingFormat(): ObjectFormat<KubernetesObject> {
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
  "a %s factory's format makes the objects of its lists and watches, and is not told to the server",
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
    const { informer } = newInformer(server.rest, { format: markingFormat(), useWatchList: false });
    const stop = new AbortController();
    const pods = informer();
    let told = (): void => undefined;
    const both = new Promise<void>((resolve) => (told = resolve));
    const by: Record<string, unknown> = {};
    pods.addEventHandler({
      onAdd({ metadata }) {
        by[metadata?.name ?? ''] = metadata?.annotations?.['by'];
        if (Object.keys(by).length === 2) told();
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
