import { describe, expect, test } from 'vitest';
import { CompactCache } from './compact-cache.js';
import { compacted, newCache, samplePod } from './compact.test-support.js';
import { isCompact, recordOf } from './compact-objects.js';
import { copyOf } from '../meta/copy-of.js';
import { HotObjects } from './hot-objects.js';
import { compactProblems } from './invariants.test-support.js';
import { Kernel } from './kernel/kernel.js';
import { MemoryIndexer } from '../cache/stores/indexer.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { withType } from '../meta/wire-format.js';
import { ListDecoder } from '../rest/response-body.js';
import { ByteStore } from '../wire/byte-store.js';
import { FieldSets } from '../wire/field-sets.js';
import { sharingFormat, jsonFormat } from '../wire/json-format.js';
import { cut } from '../../../../test/fuzz/mutate.test-support.js';
import { difference } from '../../../../test/hostile-json.test-support.js';
import { numbersOf } from '../../../../test/chance.test-support.js';

type Chance = ReturnType<typeof numbersOf>;

/** Members of objects that no dictionary shortens much. */
function noise(chance: Chance, length: number): string {
  let text = '';
  while (text.length < length) text += chance(2 ** 32).toString(36);
  return text;
}

/** From 40 bytes to 700 KiB; of 60 kinds; with labels that others have, and some that none has. */
function objectText(chance: Chance, number: number): string {
  if (chance(10) === 0) return `{"metadata":{"name":"tiny-${number}"}}`;
  const type = chance(10) === 0 ? `"kind":"Kind${chance(60)}","apiVersion":"v${chance(3)}",` : '';
  const template = chance(40);
  const set = `{"f:spec":{"f:template${template}":{"f:containers":{},"f:dnsPolicy":{},"f:nodeName":{},"f:volumes":{}}}}`;
  const own = `{"f:status":{"f:podIPs":{".":{},"k:{\\"ip\\":\\"10.0.${number >> 8}.${number & 255}\\"}":{".":{},"f:ip":{}}}}}`;
  const labels = chance(2) === 0 ? `"app":"app-${template}"` : `"app":"a","own":"${number}"`;
  const data = [
    () => `"${noise(chance, chance(600))}"`,
    () => `"${'word '.repeat(chance(200))}"`,
    () => `[${Array.from({ length: chance(60) }, () => chance(10 ** 6)).join(' , ')}]`,
    () => `{"é\\"":"${noise(chance, 40)}"}`,
  ];
  const large =
    chance(400) === 0
      ? `"${(chance(2) === 0 ? noise(chance, 20_000) : 'some text; ').repeat(1 + chance(35))}"`
      : data[chance(data.length)]?.();
  return (
    `{${type}"metadata":{"name":"object-${number}","namespace":"ns-${number % 7}","resourceVersion":"${number}",` +
    `"labels":{${labels}},"managedFields":[{"manager":"a","fieldsV1":${set}},{"manager":"b","fieldsV1":${own}}]},"data":${large}}`
  );
}

/** Cut into pieces from one byte to 800 KiB. */
function piecesOf(chance: Chance, bytes: Buffer): Uint8Array[] {
  const lengths: number[] = [];
  for (let sum = 0; sum < bytes.length; sum += lengths.at(-1) ?? 1)
    lengths.push(1 + chance([3, 5000, 70_000, 70_000, 800_000][chance(5)] ?? 1));
  return cut(bytes, lengths);
}

/** Throws unless the objects read as the plain ones, and a store of them is as it should be. */
function expectSame(
  cache: CompactCache | undefined,
  objects: readonly KubernetesObject[],
  plain: readonly object[],
): void {
  expect(objects.length).toBe(plain.length);
  const store = new MemoryIndexer<KubernetesObject>(cache === undefined ? {} : { onChange: cache.onChange });
  for (const [at, object] of objects.entries()) {
    store.update(object);
    const found = difference(copyOf(object), plain[at]);
    if (found !== undefined) throw new Error(`object ${at} ${found}`);
  }
  if (cache === undefined) return;
  expect(compactProblems(cache.objects, store.list())).toEqual([]);
  const compact = objects.filter(isCompact).length;
  // Those of more than 32 kinds stay plain.
  expect(compact).toBeGreaterThan(objects.length * 0.9);
  expect(compact).toBeLessThan(objects.length);
}

const formats = [
  ['plain', () => ({ format: jsonFormat, cache: undefined })],
  ['field-set sharing', () => ({ format: sharingFormat(0), cache: undefined })],
  [
    'compact',
    () => {
      const cache = new CompactCache(new Kernel());
      return { format: cache.format, cache };
    },
  ],
] as const;

describe.each(formats)('objects of a %s cache, far above its batches, buffers and tables', (_, create) => {
  const count = 4000;

  test('of a long list of small and large objects, cut anywhere, are those of JSON.parse', () => {
    const chance = numbersOf(4);
    const items = Array.from({ length: count }, (__, number) => objectText(chance, number));
    const text = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[${items.join(',')}]}\n`;
    const body = Buffer.from(text);
    expect(body.length).toBeGreaterThan(2_500_000);
    const { format, cache } = create();
    const decoder = new ListDecoder<KubernetesObject>({ name: 'GET /pods', format });
    for (const piece of piecesOf(chance, body)) decoder.feed(Buffer.from(piece));
    const type = { apiVersion: 'v1', kind: 'Pod' };
    const plain = items.map((item) => withType(type, JSON.parse(item) as object));
    expectSame(cache, decoder.end().items, plain);
  });

  test('of a long watch of small and large objects, cut anywhere, are those of JSON.parse', () => {
    const chance = numbersOf(5);
    const types = ['ADDED', 'MODIFIED'];
    const texts = Array.from({ length: count }, (__, number) => objectText(chance, number % 1500));
    const body = Buffer.from(
      texts.map((text, at) => `{"type":"${types[at % 2]}","object":${text}}\n`).join(''),
    );
    expect(body.length).toBeGreaterThan(2_500_000);
    const { format, cache } = create();
    const decoder = format.watchDecoder({});
    const events: WatchEvent<KubernetesObject>[] = [];
    for (const [at, piece] of piecesOf(chance, body).entries()) {
      decoder.feed(piece, events);
      if (at % 3 === 0) decoder.flush(events);
    }
    decoder.end(events);
    const plain = texts.map((text) => JSON.parse(text) as object);
    expect(events.every(({ type }, at) => type === types[at % 2])).toBe(true);
    const objects = events.map(({ object }) => object);
    expectSame(cache, objects, plain);
  });
});

describe('field sets', () => {
  const textOf = (sets: readonly string[]): string =>
    `[{"metadata":{"managedFields":[${sets.map((set) => `{"fieldsV1":${set}}`).join(',')}]}}]`;

  /** Parses the texts in turn, `times` times; returns how many were not left to JSON.parse. */
  function parseAll(texts: readonly string[], times: number): number {
    const sets = new FieldSets(0);
    let shared = 0;
    for (let round = 0; round < times; round++) {
      for (const text of texts) {
        const bytes = Buffer.from(text);
        const value = sets.parse(
          bytes,
          0,
          bytes.length,
          (object) => object,
          () => expect.unreachable(),
          false,
        );
        if (value === undefined) continue;
        shared++;
        const found = difference(value, JSON.parse(text));
        if (found !== undefined) throw new Error(found);
      }
      expect(sets.violations()).toEqual([]);
    }
    return shared;
  }

  const ordinary = (name: string): string =>
    `{"f:data":{".":{},"f:${name}":{},"f:password":{},"f:username":{}},"f:type":{},"f:more":{}}`;

  test('are what JSON.parse makes of them when one text has more than a call can number or learn', () => {
    const names = Array.from({ length: 9500 }, (_, at) => ordinary(`${at % 7}`));
    const different = Array.from({ length: 900 }, (_, at) => ordinary(`different-${at}`));
    expect(parseAll([textOf(names), textOf(different)], 4)).toBeGreaterThan(4);
  });

  test('are what JSON.parse makes of them when they are longer than a frame may be', () => {
    const framed = (length: number, own: number): string => {
      const members = Array.from({ length }, (_, at) => `"f:member-${at}":{}`).join(',');
      return `{"f:status":{"f:podIPs":{"k:{\\"ip\\":\\"10.0.0.${own}\\"}":{"f:ip":{}},${members}}}}`;
    };
    const texts = [20, 900, 1100, 4000].flatMap((length) =>
      Array.from({ length: 12 }, (_, own) => textOf([framed(length, own), ordinary('a')])),
    );
    expect(parseAll(texts, 3)).toBe(3 * texts.length);
  });
});

test('byte stores hold what an array holds, across growth, drops and releases of more than a spare buffer', () => {
  const chance = numbersOf(6);
  const stores = [new ByteStore(), new ByteStore()];
  const twins: number[][] = [[], []];
  let longest = 0;
  for (let round = 0; round < 400; round++) {
    const which = chance(2);
    const store = stores[which] ?? new ByteStore();
    const twin = (twins[which] ??= []);
    const chunk = Uint8Array.from({ length: chance(chance(10) === 0 ? 200_000 : 9000) }, () => chance(256));
    store.append(chunk);
    for (const byte of chunk) twin.push(byte);
    longest = Math.max(longest, twin.length);
    if (chance(8) === 0) {
      const gone = chance(twin.length + 1);
      store.drop(store.start + gone);
      twin.splice(0, gone);
    }
    expect(store.length).toBe(twin.length);
    if (round % 20 === 0 || twin.length > 900_000) {
      expect(store.bytes.subarray(store.start, store.end).equals(Buffer.from(twin))).toBe(true);
      if (twin.length > 900_000 || chance(4) === 0) {
        store.release();
        twin.length = 0;
      }
    }
  }
  expect(longest).toBeGreaterThan(600_000);
});

test('the hot objects are those that were read last, however many are read', () => {
  const most = 64;
  const chance = numbersOf(7);
  const cache = newCache();
  const records = Array.from({ length: 500 }, (_, number) => {
    const pod = compacted(cache, samplePod(`pod-${number}`));
    cache.onChange(undefined, pod);
    return recordOf(pod);
  });
  const hot = new HotObjects(most);
  const decoded = { isWhole: true, object: { metadata: {} } } as const;
  const twin: unknown[] = [];
  for (let read = 0; read < 20_000; read++) {
    const record = records[chance(chance(2) === 0 ? 60 : 500)];
    if (record === undefined) throw new Error('no record');
    const at = twin.indexOf(record);
    if ((hot.get(record) !== undefined) !== (at !== -1)) throw new Error(`read ${read} differs`);
    if (at !== -1) twin.splice(at, 1);
    else hot.set(record, decoded);
    twin.push(record);
    if (twin.length > most) twin.shift();
    if (hot.size !== twin.length) throw new Error(`${hot.size} are hot, not ${twin.length}`);
  }
});
