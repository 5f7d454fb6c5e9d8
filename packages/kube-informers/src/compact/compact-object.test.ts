import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { compacted, newCache, samplePod } from './compact.test-support.js';
import type { Pod } from './compact.test-support.js';
import { copyOf } from '../meta/copy-of.js';
import { jsonText, parseJson } from '../util/json.js';
import { FieldMask } from '../meta/field-mask.js';
import { CompactCache } from './compact-cache.js';
import { FoundField, FoundStatus, Kernel } from './kernel/kernel.js';
import { runs } from '../../../../test/nightly.test-support.js';

describe('an object of a compact cache', () => {
  test('reads as the plain object does', () => {
    const plain = samplePod('a');
    const pod = compacted(newCache(), plain);
    expect(pod).toEqual(plain);
    expect(plain).toEqual(pod);
    assert.deepStrictEqual(pod, plain);
    expect(JSON.stringify(pod)).toBe(JSON.stringify(plain));
    expect(Object.keys(pod)).toEqual(Object.keys(plain));
    expect({ ...pod, metadata: { ...pod.metadata } }).toEqual(plain);
    expect('spec' in pod && !('data' in pod) && 'uid' in (pod.metadata ?? {})).toBe(true);
    expect(inspect(pod)).toBe(inspect(plain));
    expect(inspect(pod.metadata)).toBe(inspect(plain.metadata));
    expect(Object.prototype.toString.call(pod)).toBe('[object Object]');
    expect(Object.getPrototypeOf(pod)).toBe(Object.prototype);
    expect(pod).not.toEqual(samplePod('b'));
  });

  test('reads like the plain object for any JSON object with a name', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
    const object = fc.record({
      metadata: fc.record(
        {
          name: word,
          namespace: word,
          resourceVersion: fc.oneof(
            fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
            fc.constantFrom('', '007', 'x'),
          ),
          uid: fc.oneof(
            fc.uuid(),
            fc.uuid().map((uid) => uid.toUpperCase()),
            word,
          ),
          generation: fc.oneof(
            fc.nat(),
            fc.nat({ max: 5_000_000 }),
            fc.integer(),
            fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
          ),
          deletionTimestamp: fc.constantFrom('2026-01-01T00:00:00Z', null),
          generateName: word,
          labels: fc.dictionary(word, word),
          annotations: fc.dictionary(word, fc.string({ unit: 'grapheme' })),
          managedFields: fc.array(fc.dictionary(word, fc.jsonValue())),
          finalizers: fc.array(word),
        },
        { requiredKeys: ['name'] },
      ),
      more: fc.jsonValue({ noUnicodeString: false }),
    });
    const cache = newCache();
    fc.assert(
      fc.property(object, fc.boolean(), ({ metadata, more }, decodedFirst) => {
        const plain = parseJson(JSON.stringify({ kind: 'Any', metadata, more })) as object;
        const kept = compacted(cache, plain) as { metadata: Record<string, unknown>; more?: unknown };
        if (decodedFirst) void kept.more;
        for (const [name, value] of Object.entries(metadata)) {
          if (name !== 'managedFields') expect(kept.metadata[name]).toEqual(value);
        }
        expect(kept).toEqual(plain);
        expect(JSON.stringify(kept)).toBe(JSON.stringify(plain));
      }),
      { seed: 20_260_401, numRuns: runs(1000) },
    );
  });

  test('decodes nothing for fields in its record, and only metadata for other metadata fields', () => {
    const cache = newCache();
    const { kind, apiVersion, metadata } = compacted(cache, samplePod('a', '12345678901234567890'));
    expect([kind, apiVersion, metadata?.name, metadata?.namespace]).toEqual(['Pod', 'v1', 'a', 'default']);
    expect(metadata?.resourceVersion).toBe('12345678901234567890');
    expect(metadata?.labels).toEqual({ app: 'web', tier: 'front' });
    expect(metadata?.ownerReferences?.[0]?.name).toBe('web');
    expect(metadata?.uid).toBe('uid-of-a');
    expect(metadata?.annotations?.['note']).toBe('a "quoted" \\ text, {with} [brackets]');
    expect(metadata?.deletionTimestamp).toBeUndefined();
    expect(cache.objects.hotCount).toBe(0);
    expect(metadata?.managedFields?.[0]?.manager).toBe('kubelet');
    expect(cache.objects.hotCount).toBe(1);
  });

  test('uid, generation and absent members of metadata are read without decompressing', () => {
    const decompress = vi.spyOn(Kernel.prototype, 'decompress');
    const plain = samplePod('a');
    const uid = '0a1b2c3d-4e5f-6789-abcd-ef0123456789';
    plain.metadata = { name: 'a', namespace: 'default', uid, generation: 4_194_303 };
    const cache = newCache();
    const { metadata } = compacted(cache, plain);
    expect([metadata?.uid, metadata?.generation]).toEqual([uid, 4_194_303]);
    const { deletionTimestamp, finalizers, annotations, generateName } = metadata ?? {};
    expect([deletionTimestamp, finalizers, annotations, generateName]).toEqual(Array(4).fill(undefined));
    const none = compacted<Pod>(cache, { metadata: { name: 'b' } });
    expect([none.metadata?.uid, none.metadata?.generation]).toEqual([undefined, undefined]);
    expect(decompress).not.toHaveBeenCalled();
    // What is written in another way than API servers do is read from the text.
    const others = [
      [uid.toUpperCase(), 4_194_304],
      ['0a1b2c3d-4e5f-6789-abcd-ef012345678', -1],
      ['0a1b2c3d-4e5f-6789-abcd-ef01234567890', 0],
      ['0a1b2c3d-4e5f-6789-abcd_ef0123456789', 1.5],
      ['0a1b2c3d-4e5f-6789-abcd-ef012345678g', 1e21],
    ] as const;
    for (const [otherUid, generation] of others) {
      const other = compacted(cache, { metadata: { name: 'c', uid: otherUid, generation } });
      expect([other.metadata?.uid, other.metadata?.generation]).toEqual([otherUid, generation]);
    }
    expect(decompress).toHaveBeenCalledTimes(others.length);
    decompress.mockRestore();
  });

  test('any member reads like that of the plain object, in any order, alone or beside others', () => {
    const name = fc.oneof(
      fc.constantFrom('spec', 'status', 'data', 'kind', 'nämé', 'a"b', 'x":"y","z', '', '__proto__', 'toString'),
      fc.string({ maxLength: 8 }),
    ); // prettier-ignore
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)) },
      { weight: 1, arbitrary: fc.constantFrom('12345678901234567890', '[1,12345678901234567890]', ' 1', '"x":"y"') },
    ); // prettier-ignore
    const metadata = fc.constantFrom(
      '{"name":"a"}',
      '{"name":"a","managedFields":[{"a":"}{"}],"annotations":{"b":"ü"}}',
      '{"managedFields":[],"name":"a"}',
      '{"name":"a","annotations":{"b":"c"},"managedFields":null}',
      '{"name":"a", "managedFields": [1] , "annotations":{"d":12345678901234567890}}',
    );
    const members = fc.array(fc.tuple(name, value), { maxLength: 10 });
    const mask = FieldMask.of('a test', { exclude: { metadata: { managedFields: true } } });
    const [whole, masked] = [undefined, mask].map(
      (of) => new CompactCache(new Kernel(), {}, { frozen: false, mask: of }),
    ) as [CompactCache, CompactCache];
    fc.assert(
      fc.property(
        members,
        metadata,
        members,
        fc.array(name, { minLength: 1 }),
        fc.boolean(),
        (before, meta, after, more, isMasked) => {
          const written = (all: readonly (readonly [string, string])[]): string[] =>
            all
              .filter(([key]) => key !== 'metadata')
              .map(([key, json]) => `${JSON.stringify(key)}:${json}`.replace('"x":"y"', '1'));
          const text = `{${[...written(before), `"metadata":${meta}`, ...written(after)].join(',')}}`;
          const plain = parseJson(text) as Record<string, unknown>;
          // Of repeated members, an exact number may be that of another one.
          const isUnique =
            before.length + after.length + 1 === Object.keys({ ...plain, metadata: meta }).length;
          const { objects } = isMasked ? masked : whole;
          objects.kernel.load([Buffer.from(text)]);
          expect(objects.kernel.nextObject(objects.dictionary)).toBe(true);
          const kept = objects.take(0, { apiVersion: undefined, kind: undefined });
          if (objects.kernel.found[FoundField.Status] !== FoundStatus.Whole || kept === undefined) return;
          objects.endRun();
          for (const key of [...Object.keys(plain), ...more]) {
            if (key === 'metadata') continue;
            const read: unknown = Reflect.get(kept, key);
            const expected: unknown = Reflect.get(plain, key);
            expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
            if (isUnique) expect(jsonText([read])).toBe(jsonText([expected]));
            expect(Reflect.get(kept, key)).toBe(read);
          }
          const { managedFields, ...others } = plain['metadata'] as Record<string, unknown>;
          const read = Reflect.get(kept, 'metadata') as Record<string, unknown>;
          expect(read['annotations']).toEqual(others['annotations']);
          expect(read['managedFields']).toEqual(isMasked ? undefined : managedFields);
          const rest = isMasked ? { ...plain, metadata: others } : plain;
          if (isUnique) expect(jsonText(copyOf(kept))).toBe(jsonText(rest));
          expect(JSON.stringify(kept)).toBe(JSON.stringify(rest));
        },
      ),
      { seed: 20_261_127, numRuns: runs(1000) },
    );
  });

  test('a member is parsed alone, and stays the same object when the whole one is decoded', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const pod = compacted(newCache(), samplePod('a'));
    parse.mockClear();
    const { spec } = pod;
    expect([pod.status?.phase, pod.status?.phase, Reflect.get(pod, 'data')]).toEqual([
      'Running',
      'Running',
      undefined,
    ]);
    expect(parse.mock.calls.map(([text]) => text)).toEqual(
      [samplePod('a').spec, samplePod('a').status].map((member) => JSON.stringify(member)),
    );
    parse.mockRestore();
    expect({ ...pod }.spec).toBe(spec);
    expect(pod.spec).toBe(spec);
    expect(pod).toEqual(samplePod('a'));
  });

  test('decodes once while it is hot, and keeps no more hot objects than allowed', () => {
    const cache = newCache({ hotObjects: 2 });
    const pods = ['a', 'b', 'c'].map((name) => compacted(cache, samplePod(name)));
    for (const pod of pods) cache.onChange(undefined, pod);
    const [a, b, c] = pods.map((pod) => pod.spec);
    expect(cache.objects.hotCount).toBe(2);
    expect(pods[1]?.spec).toBe(b);
    expect(pods[2]?.spec).toBe(c);
    expect(pods[0]?.spec).not.toBe(a);
    // The one that was read longest ago went.
    expect(pods[2]?.spec).toBe(c);
    expect(pods[1]?.spec).not.toBe(b);
    const cold = compacted(newCache({ hotObjects: 0 }), samplePod('a'));
    expect(cold.spec).not.toBe(cold.spec);
  });

  test('keeps few objects decoded that are in no store, but both objects of an update', () => {
    const cache = newCache({ hotObjects: 100 });
    const pods = Array.from({ length: 50 }, (_, number) => compacted(cache, samplePod(`pod-${number}`)));
    for (const pod of pods) cache.onChange(undefined, pod);
    for (const pod of pods) void pod.spec;
    expect(cache.objects.hotCount).toBe(50);
    const next = compacted(cache, samplePod('pod-49', '8'));
    const old = pods[49];
    const before = old?.spec;
    cache.onChange(old, next);
    const after = next.spec;
    expect([old?.spec, next.spec, old?.spec]).toEqual([before, after, before]);
    expect(old?.spec).toBe(before);
    expect(next.spec).toBe(after);
    for (const pod of pods.slice(0, 49)) cache.onChange(pod, undefined);
    for (const pod of pods) void pod.spec;
    // Four that have left, and the one that is stored.
    expect(cache.objects.hotCount).toBe(5);
  });

  test('cannot be written to, nor can its metadata, labels and owners', () => {
    const pod = compacted(newCache(), samplePod('a'));
    const message = /objects of a cache are shared and read-only.*copyOf/;
    expect(() => (pod.kind = 'x')).toThrow(message);
    expect(() => delete pod.spec).toThrow(message);
    expect(() => Object.defineProperty(pod, 'spec', { value: 1 })).toThrow(message);
    expect(() => Object.freeze(pod)).toThrow(message);
    expect(() => Object.setPrototypeOf(pod, null)).toThrow(message);
    expect(() => Object.assign(pod.metadata ?? {}, { name: 'b' })).toThrow(message);
    expect(() => Object.assign(pod.metadata?.labels ?? {}, { app: 'b' })).toThrow(TypeError);
    expect(() => Object.assign(pod.metadata?.ownerReferences?.[0] ?? {}, { name: 'b' })).toThrow(TypeError);
    expect(pod).toEqual(samplePod('a'));
  });

  test('with the mutation detector, decoded objects are deeply frozen', () => {
    const pod = compacted(newCache({}, true), samplePod('a'));
    expect(() => Object.assign(pod.metadata?.annotations ?? {}, { x: 'y' })).toThrow(TypeError);
    expect(() => Object.assign(pod.spec?.containers?.[0] ?? {}, { image: 'x' })).toThrow(TypeError);
  });

  test('copyOf returns a mutable copy, also of a plain object', () => {
    const pod = compacted(newCache(), samplePod('a'));
    const copy = copyOf(pod);
    copy.metadata = { ...copy.metadata, name: 'b' };
    if (copy.spec !== undefined) copy.spec.nodeName = 'node-2';
    expect(pod).toEqual(samplePod('a'));
    expect(copyOf(pod)).not.toBe(copyOf(pod));
    const plain = samplePod('c');
    expect(copyOf(plain)).toEqual(plain);
    expect(copyOf(plain)).not.toBe(plain);
  });

  test('objects that cannot be compressed stay plain', () => {
    const { objects } = newCache();
    const odd = [
      undefined,
      'text',
      { metadata: {} },
      { kind: 7, metadata: { name: 'a' } },
      { metadata: { name: 'a/b' } },
      { metadata: { name: 'a', namespace: 'b/c' } },
      { metadata: { name: 'ä' } },
      { metadata: { name: 'a', labels: null } },
    ];
    for (const object of odd) expect(objects.compact(object)).toBe(object);
  });

  test('drops members that JSON cannot represent, and turns a date into a string, as over the wire', () => {
    const pod = compacted(newCache(), {
      metadata: { name: 'a' },
      spec: { at: new Date(0), none: undefined },
    });
    expect(JSON.stringify(pod)).toBe('{"metadata":{"name":"a"},"spec":{"at":"1970-01-01T00:00:00.000Z"}}');
  });
});
