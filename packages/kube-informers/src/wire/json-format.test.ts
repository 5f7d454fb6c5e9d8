import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepText, difference } from '../../../../test/hostile-json.test-support.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { parseJson } from '../util/json.js';
import { sharingFormat, jsonFormat } from './json-format.js';
import { runs } from '../../../../test/nightly.test-support.js';

// The same cases in every run.

const type = { apiVersion: 'v1', kind: 'Pod' };

/** About 300 bytes that all objects of a template have in common, and a few that only one has. */
function pod(number: number, template = number % 3): KubernetesObject {
  const containers = {
    [`k:{"name":"web-${template}"}`]: { '.': {}, 'f:image': {}, 'f:imagePullPolicy': {}, 'f:ports': {} },
  };
  return {
    metadata: {
      name: `pod-${number}`,
      managedFields: [
        {
          manager: 'kube-controller-manager',
          fieldsV1: { 'f:spec': { 'f:containers': containers, 'f:dnsPolicy': {}, 'f:nodeName': {} } },
        },
        {
          manager: 'kubelet',
          fieldsV1: {
            'f:status': { 'f:podIPs': { '.': {}, [`k:{"ip":"10.0.0.${number}"}`]: { '.': {}, 'f:ip': {} } } },
          },
          subresource: 'status',
        },
      ],
    },
  };
}

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield Buffer.from(bytes.subarray(at, at + length));
}

interface Read {
  readonly values: unknown[];
  readonly error: string | undefined;
}

function readList(format: ObjectFormat<KubernetesObject>, bytes: Buffer, length: number): Read {
  const reader = format.itemsReader({ name: 'GET' });
  reader.begin(10, type);
  try {
    for (const piece of pieces(bytes, length)) if (reader.read(piece) !== undefined) break;
    reader.flush();
    return { values: reader.finish(type), error: undefined };
  } catch (error) {
    return { values: [], error: String(error) };
  }
}

function readWatch(format: ObjectFormat<KubernetesObject>, bytes: Buffer, length: number): Read {
  const decoder = format.watchDecoder({});
  const values: WatchEvent<KubernetesObject>[] = [];
  try {
    for (const piece of pieces(bytes, length)) {
      decoder.feed(piece, values);
      if ((piece[0] ?? 0) % 2 === 0) decoder.flush(values);
    }
    decoder.end(values);
    return { values, error: undefined };
  } catch (error) {
    return { values, error: String(error) };
  }
}

const list = (count: number): Buffer =>
  Buffer.from(`${Array.from({ length: count }, (_, number) => JSON.stringify(pod(number))).join(',')}]`);
const watch = (count: number): Buffer =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, number) => `${JSON.stringify({ type: 'ADDED', object: pod(number) })}\n`,
    ).join(''),
  );

const length = fc.integer({ min: 1, max: 4000 });
const damage = fc.record({ at: fc.nat(), byte: fc.constantFrom(...Array.from('"\\{}[]:,\n 0af\0')) });
function damaged(bytes: Buffer, damages: readonly { at: number; byte: string }[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const { at, byte } of damages) copy.write(byte, at % copy.length);
  return copy;
}

describe.each([
  ['lists', readList, list],
  ['watches', readWatch, watch],
] as const)('%s', (_, read, bytesOf) => {
  const sharing = sharingFormat(0);

  test('for caches equal plain objects, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), length, (count, each) => {
        const bytes = bytesOf(count);
        expect(read(sharing, bytes, each)).toEqual(read(jsonFormat, bytes, each));
      }),
      { numRuns: 150 },
    );
  });

  test('that are damaged end with the same error and the same events before it, for caches and others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        length,
        fc.array(damage, { minLength: 1, maxLength: 2 }),
        (count, each, damages) => {
          const bytes = damaged(bytesOf(count), damages);
          expect(read(sharing, bytes, each)).toEqual(read(jsonFormat, bytes, each));
        },
      ),
      { numRuns: runs(1500) },
    );
  });
});

describe.each([
  ['plain', () => jsonFormat],
  ['shared', () => sharingFormat(0)],
])('objects of any depth (%s)', (_, formatOf) => {
  const sets = (depth: number): string =>
    `{"metadata":{"name":"deep","managedFields":[{"fieldsV1":${deepText(depth, 'objects', '{}')}}]}}`;
  test.each([4_500, 7_000, 20_000, 100_000])(
    '%i levels are decoded, and so are the objects around them',
    (depth) => {
      const format = formatOf();
      const items = [sets(depth), `{"spec":${deepText(depth, 'both')}}`, sets(depth)].flatMap(
        (deep, number) => [deep, JSON.stringify(pod(number)), JSON.stringify(pod(number))],
      );
      const lines = items.map((item) => `{"type":"ADDED","object":${item}}`);
      for (const length of [1 << 16, 1 << 24]) {
        const listed = readList(format, Buffer.from(`${items.join(',')}]`), length);
        expect(listed.error).toBeUndefined();
        const expected = items.map((item) => ({ ...type, ...(parseJson(item) as object) }));
        expect(difference(listed.values, expected)).toBeUndefined();
        const watched = readWatch(format, Buffer.from(`${lines.join('\n')}\n`), length);
        expect(watched.error).toBeUndefined();
        expect(
          difference(
            watched.values,
            lines.map((line) => parseJson(line) as unknown),
          ),
        ).toBeUndefined();
      }
    },
  );
});

describe('managedFields', () => {
  const fieldsOf = (value: unknown): unknown => {
    const object = (value as { object?: KubernetesObject }).object ?? (value as KubernetesObject);
    return object.metadata?.managedFields?.[0]?.fieldsV1;
  };

  test('of a cache are shared by all its lists and watches, and frozen', () => {
    const format = sharingFormat(0);
    const listed = readList(format, list(12), 5000).values;
    expect(fieldsOf(listed[11])).toBe(fieldsOf(listed[8]));
    expect(Object.isFrozen(fieldsOf(listed[11]))).toBe(true);
    // Events that arrive one at a time share them too.
    const line = watch(12);
    const watched = readWatch(format, line, line.indexOf('\n') + 1).values;
    expect(fieldsOf(watched[11])).toBe(fieldsOf(listed[11]));
  });

  test('of other readers are not shared', () => {
    const listed = readList(jsonFormat, list(12), 5000).values;
    expect(fieldsOf(listed[11])).toEqual(fieldsOf(listed[8]));
    expect(fieldsOf(listed[11])).not.toBe(fieldsOf(listed[8]));
    expect(Object.isFrozen(fieldsOf(listed[11]))).toBe(false);
  });

  test('nested elsewhere in an object stay unchanged, and stop the double parsing after a few', () => {
    const nested = (number: number): string =>
      JSON.stringify({
        type: 'ADDED',
        object: { metadata: { name: `n-${number}` }, spec: { template: pod(0) } },
      });
    const decoder = sharingFormat(0).watchDecoder({});
    const events: WatchEvent<KubernetesObject>[] = [];
    for (let number = 0; number < 20; number++) {
      decoder.feed(Buffer.from(`${nested(number)}\n`), events);
      decoder.flush(events);
    }
    expect(events).toEqual(Array.from({ length: 20 }, (_, number) => parseJson(nested(number)) as unknown));
  });
});
