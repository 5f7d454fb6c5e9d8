import { ApiServer } from '@kube-informers/testing';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { plainFormat } from '../cache/cache-format.js';
import { compact } from './compact-cache.js';
import { Clientset } from '../client/clientset.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { coreV1 } from '../resources/index.js';
import type { ConfigMap } from '../resources/types/core-v1.js';
import { parseJson } from '../util/json.js';
import { compacted, newCache, samplePod } from './compact.test-support.js';
import { CompactObjects } from './compact-objects.js';
import { rawJson } from './raw-json.js';

const configMap = (name: string): ConfigMap => ({
  metadata: { name, namespace: 'default' },
  data: { '"apiVersion":"v2"': 'text with "kind":"Other"' },
});

describe.each([
  ['compact', compact()],
  ['plain', plainFormat],
])('rawJson with a %s cache', (_name, cacheFormat) => {
  test('has the type of items of a list and of objects of a watch, once each', async () => {
    await using server = await ApiServer.start();
    await using clientset = new Clientset({ host: server.url });
    await server.create(coreV1.configMaps, configMap('listed'));
    await using factory = new SharedInformerFactory(clientset, { cacheFormat, namespace: 'default' });
    const { indexer } = factory.core().v1().configMaps().informer();
    factory.start();
    await factory.waitForCacheSync();
    await server.create(coreV1.configMaps, configMap('watched'));
    await vi.waitFor(() => expect(indexer.list()).toHaveLength(2));
    for (const name of ['listed', 'watched']) {
      const object = indexer.getByKey(`default/${name}`);
      if (object === undefined) throw new Error(`no ${name}`);
      const text = rawJson(object);
      expect(JSON.parse(text)).toEqual(await clientset.coreV1().configMaps('default').get(name));
      expect(text.match(/(?<!\\)"apiVersion":"v1"[,}]/g)?.length).toBe(
        text.includes('managedFields') ? 2 : 1,
      );
    }
  });
});

test('parses nothing of a compact object, and keeps long integers', () => {
  const decode = vi.spyOn(CompactObjects.prototype, 'decodeCopy');
  const plain = parseJson(
    '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"id":9007199254740993}}',
  ) as object;
  expect(rawJson(compacted(newCache(), plain))).toContain('"id":9007199254740993');
  expect(rawJson(plain)).toContain('"id":9007199254740993');
  expect(decode).not.toHaveBeenCalled();
  decode.mockRestore();
});

test('is that of JSON.stringify for any JSON object', () => {
  const cache = newCache();
  const member = fc.constantFrom('kind', 'apiVersion', 'spec', 'a"b', 'a\\b', 'items', 'é');
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(member, value), fc.boolean(), (more, isLast) => {
      const metadata = { name: 'a' };
      const object = isLast ? { ...more, metadata } : { metadata, ...more };
      const plain = JSON.parse(JSON.stringify(object)) as object;
      expect(JSON.parse(rawJson(cache.objects.compact(plain) as object))).toEqual(plain);
    }),
  );
});

test('refuses what is not an object', () => {
  expect(() => rawJson(Promise.resolve(samplePod('a')))).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('await it') as string }),
  );
});
