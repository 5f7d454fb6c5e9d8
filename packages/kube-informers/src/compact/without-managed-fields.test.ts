import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { compact } from './compact-cache.js';
import { ApiServer } from '@kube-informers/testing';
import { FieldMask } from '../meta/field-mask.js';
import { Clientset } from '../client/clientset.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { coreV1 } from '../resources/core-v1.js';
import { CompactCache } from './compact-cache.js';
import { CompactObjects, isCompact } from './compact-objects.js';
import { Kernel } from './kernel/kernel.js';
import { parseJson } from '../util/json.js';
import { spaced } from './kernel/kernel.test-support.js';

const kernel = new Kernel();
const type = { apiVersion: 'v1', kind: 'Thing' };

afterEach(() => {
  vi.restoreAllMocks();
});

const anyValue = fc.jsonValue({ maxDepth: 2 });
const anyName = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const anyLabels = fc.oneof(
  fc.dictionary(anyName, fc.string()),
  // Longer than the kernel keeps shared texts: read where it stands.
  fc.constant({ long: 'x'.repeat(5000) }),
);
const member = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  value.map((of) => `${JSON.stringify(name)}:${JSON.stringify(of)}`);
const anyManagedFields = fc.oneof(
  { weight: 8, arbitrary: member('managedFields', fc.oneof(anyValue, fc.constant(null), fc.constant([]))) },
  { weight: 1, arbitrary: fc.constantFrom('"managedField":[1]', '"managed\\u0046ields":[1]', '"managedFields":[1],"managedFields":2') },
); // prettier-ignore
/** Members in any order, some of them. */
const someOf = (...members: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...members).chain((all) => fc.shuffledSubarray(all)).map((some) => `{${some.join(',')}}`); // prettier-ignore
const anyMetadata = fc
  .tuple(
    anyName,
    someOf(
      anyManagedFields,
      member('namespace', anyName),
      member('resourceVersion', fc.oneof(fc.nat().map(String), anyName)),
      member('labels', anyLabels),
      member('ownerReferences', fc.array(fc.record({ name: anyName }))),
      member('annotations', fc.dictionary(fc.string(), fc.string())),
    ),
    fc.boolean(),
  )
  .map(([name, rest, first]) => {
    if (rest === '{}') return `{"name":"${name}"}`;
    return first ? `{"name":"${name}",${rest.slice(1)}` : `${rest.slice(0, -1)},"name":"${name}"}`;
  });
const types = member('kind', fc.constant('Thing'));
const versions = member('apiVersion', fc.constant('v1'));
/** A list's items need not say their type, a watch's do. */
const objectOf = (type: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(anyMetadata, type, anyValue, fc.boolean()).map(([metadata, of, value, behind]) => {
    const members = [`"metadata":${metadata}`, `"spec":{"managedFields":${JSON.stringify(value)}}`];
    if (of !== '{}') members.splice(behind ? members.length : 0, 0, of.slice(1, -1));
    return `{${members.join(',')}}`;
  });
const anyObject = objectOf(someOf(types, versions));
const typedObject = objectOf(fc.tuple(versions, types).map((both) => `{${both.join(',')}}`));
const spaces = fc.array(fc.constantFrom('', '', '', ' ', '\t', '\r'), { maxLength: 5 });

const exclude = { metadata: { managedFields: true } } as const;
const mask = FieldMask.of('a test', { exclude }) as FieldMask;

function newCache(): CompactCache {
  return new CompactCache(kernel, {}, { frozen: false, mask });
}

/** Expects the same as from a plain object: decoded, then without managedFields. */
function expectDropped(
  cache: CompactCache,
  kept: readonly KubernetesObject[],
  texts: readonly string[],
): void {
  expect(kept).toHaveLength(texts.length);
  // The queue in front of a cache gives every object to its transform.
  const transform = cache.transformer<KubernetesObject>(undefined);
  for (const [index, object] of kept.map(transform).entries()) {
    const plain = mask.apply(parseJson(texts[index] ?? '') as KubernetesObject);
    const typed = plain.kind === undefined || plain.apiVersion === undefined ? { ...type, ...plain } : plain;
    expect(cache.objects.has(object)).toBe(true);
    expect(object.metadata?.labels).toEqual(plain.metadata?.labels);
    expect(object.metadata?.ownerReferences).toEqual(plain.metadata?.ownerReferences);
    expect(object.metadata?.resourceVersion).toBe(plain.metadata?.resourceVersion);
    expect(object.metadata?.annotations).toEqual(plain.metadata?.annotations);
    expect(JSON.stringify(object.metadata)).toBe(JSON.stringify(typed.metadata));
    expect(object).toEqual(typed);
  }
}

describe('a compact cache without managedFields keeps what is left when they are dropped', () => {
  const options = { seed: 20_261_122, numRuns: 200 };
  // One for all, so that objects are found in its dictionary, and others are not.
  const cache = newCache();

  test('of the items of a list', () => {
    fc.assert(
      fc.property(fc.array(anyObject, { maxLength: 6 }), spaces, (objects, between) => {
        const texts = objects.map((text) => spaced(text, between));
        const reader = cache.format.itemsReader({ name: 'things' });
        reader.begin(0, type);
        reader.read(Buffer.from(`${texts.join(',')}]}`));
        reader.flush();
        expectDropped(cache, reader.finish(type), texts);
      }),
      options,
    );
  });

  test('of the events of a watch', () => {
    fc.assert(
      fc.property(fc.array(typedObject, { maxLength: 6 }), spaces, (objects, between) => {
        const decoder = cache.format.watchDecoder({});
        const texts = objects.map((text) => spaced(text, between));
        const events: WatchEvent<KubernetesObject>[] = [];
        decoder.feed(
          Buffer.from(texts.map((text) => `{"type":"ADDED","object":${text}}\n`).join('')),
          events,
        );
        decoder.flush(events);
        expectDropped(
          cache,
          events.map(({ object }) => object),
          texts,
        );
      }),
      options,
    );
  });

  test('of objects that a source hands over', () => {
    fc.assert(
      fc.property(anyObject, (text) => {
        const given = { ...type, ...(parseJson(text) as KubernetesObject) };
        expectDropped(cache, [cache.objects.compact(given) as KubernetesObject], [JSON.stringify(given)]);
      }),
      options,
    );
  });

  test('and takes less room for them', () => {
    const thing = (name: string): object => ({
      ...type,
      metadata: {
        name,
        managedFields: [{ manager: Array.from({ length: 90 }, (_, n) => Math.sin(n)).join() }],
      },
    });
    const [with_, without] = [new CompactCache(kernel, {}), newCache()].map(({ objects }) => {
      objects.compact(thing('a'));
      return objects.dictionary.size;
    });
    expect(with_).toBeGreaterThan(1500);
    expect(without).toBeLessThan(100);
  });
});

test('an informer that drops managedFields neither decodes them nor writes them', async () => {
  const encoded = vi.spyOn(CompactObjects.prototype, 'compact');
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url, proxyUrl: '' });
  const configMaps = clientset.resource(coreV1.configMaps, 'default');
  await configMaps.create({ metadata: { name: 'early' }, data: { text: 'ü' } });
  for (const useWatchList of [true, false]) {
    await using factory = new SharedInformerFactory(clientset, {
      cacheFormat: compact(),
      useWatchList,
      exclude,
    });
    const informer = factory.core().v1().configMaps().informer();
    factory.start();
    await factory.waitForCacheSync();
    const late = `late-${useWatchList}`;
    const called = new Promise<void>((resolve) => {
      informer.addEventHandler({ onAdd: (object) => object.metadata?.name === late && resolve() });
    });
    await configMaps.create({ metadata: { name: late }, data: { text: 'late' } });
    await called;
    for (const name of ['early', late]) {
      const plain = await configMaps.get(name);
      expect(plain.metadata?.managedFields).toHaveLength(1);
      const kept = informer.indexer.getByKey(`default/${name}`);
      expect(isCompact(kept)).toBe(true);
      expect(kept).toEqual(mask.apply(plain));
    }
  }
  expect(encoded).not.toHaveBeenCalled();
});
