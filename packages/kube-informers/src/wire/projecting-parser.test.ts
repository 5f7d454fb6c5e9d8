import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  deepText,
  difference,
  hostileEvent,
  hostileObject,
  watchBody,
} from '../../../../test/hostile-json.test-support.js';
import { maskedBy } from '../../../../test/masks.test-support.js';
import type { Names } from '../../../../test/masks.test-support.js';
import { FieldMask, projected } from '../meta/field-mask.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { exactNumbersOf, parseJson } from '../util/json.js';
import { jsonFormat, projectedFormat } from './json-format.js';
import { JsonItemsReader } from './json-items-reader.js';
import { projectingEvents, projectingItems } from './projecting-parser.js';
import { SkipKernel } from './skipping/skip-kernel.js';

function fields(tree: Names): FieldMask {
  return FieldMask.of('a test', { fields: tree }) as FieldMask;
}

function exclude(tree: Names): FieldMask {
  return FieldMask.of('a test', { exclude: tree }) as FieldMask;
}

interface Read {
  readonly values: unknown[];
  readonly error: string | undefined;
}

const type = { apiVersion: 'v1', kind: 'Pod' };

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield Buffer.from(bytes.subarray(at, at + length));
}

/** `bytes` is what follows the bracket of a list's items. */
function readList(format: ObjectFormat<KubernetesObject>, bytes: Buffer, length: number): Read {
  const reader = format.itemsReader({ name: 'GET' });
  reader.begin(10, type);
  try {
    let rest: Buffer | undefined;
    for (const piece of pieces(bytes, length)) if ((rest = reader.read(piece)) !== undefined) break;
    if (rest === undefined) reader.flush();
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

const names = fc.constantFrom(
  'metadata',
  'spec',
  'status',
  'labels',
  'a',
  'name',
  'é',
  'x/y',
  'f:spec',
  'items',
  '',
);
const trees = fc.letrec<{ tree: Names }>((tie) => ({
  tree: fc.dictionary(names, fc.oneof({ depthSize: 'small' }, fc.constant(true as const), tie('tree')), {
    minKeys: 1,
    maxKeys: 4,
  }),
})).tree;
const masks = fc.record({ tree: trees, keeps: fc.boolean() }).filter(({ tree, keeps }) => {
  // Identity cannot be left out.
  const { metadata } = tree;
  return keeps || (metadata !== true && !(metadata !== undefined && 'name' in metadata));
});
const lengths = fc.constantFrom(1, 7, 100, 4000, 1 << 20);

/** What a mask has to keep. */
function masked({ tree, keeps }: { tree: Names; keeps: boolean }, object: unknown): unknown {
  return maskedBy(keeps ? { fields: tree } : { exclude: tree }, object as KubernetesObject);
}

function maskOf({ tree, keeps }: { tree: Names; keeps: boolean }): FieldMask {
  return keeps ? fields(tree) : exclude(tree);
}

const spread = fc.constantFrom('', '', '', ' ', '\n\t ');

function spaced(text: string, space: string): string {
  return `${space}${text.replace(/^\{/, `{${space}`).replace(/\}$/, `${space}}`)}${space}`;
}

describe('a mask gives what it keeps of what JSON.parse returns', () => {
  test('of the items of a list, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(hostileObject, { maxLength: 6 }),
        masks,
        lengths,
        spread,
        (texts, given, length, space) => {
          const mask = maskOf(given);
          const bytes = Buffer.from(`${texts.map((text) => spaced(text, space)).join(',')}]}`);
          const plain = readList(jsonFormat, bytes, length);
          const read = readList(projectedFormat(mask), bytes, length);
          expect(read.error).toBe(plain.error);
          const kept = plain.values.map((object) => masked(given, object));
          expect(difference(read.values, kept)).toBeUndefined();
          expectMarks(read.values, mask);
          expectNumbers(read.values, plain.values, mask);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of the objects of a watch, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(hostileEvent, { maxLength: 6 }),
        masks,
        lengths,
        fc.boolean(),
        (lines, given, length, ends) => {
          const mask = maskOf(given);
          const body = watchBody(lines);
          const bytes = ends ? body : body.subarray(0, -1);
          const plain = readWatch(jsonFormat, bytes, length);
          const read = readWatch(projectedFormat(mask), bytes, length);
          expect(read.error).toBe(plain.error);
          const events = plain.values as WatchEvent<KubernetesObject>[];
          const kept = events.map((event) => ({
            ...event,
            object: masked(given, event.object),
          }));
          expect(difference(read.values, kept)).toBeUndefined();
          const objects = (read.values as WatchEvent<KubernetesObject>[]).map(({ object }) => object);
          expectMarks(objects, mask);
          expectNumbers(
            objects,
            events.map(({ object }) => object),
            mask,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test('also where the masked values nest deeply', () => {
    const given = { tree: { spec: { a: { b: true } }, status: { all: true } }, keeps: true } as const;
    const mask = maskOf(given);
    for (const shape of ['arrays', 'objects', 'both'] as const) {
      const deep = deepText(50_000, shape);
      const text = `{"spec":${deep},"status":{"all":${deep},"other":${deep}}}`;
      const { values, error } = readList(projectedFormat(mask), Buffer.from(`${text}]`), 1 << 20);
      expect(error).toBeUndefined();
      const plain = masked(given, parseJson(text)) as KubernetesObject;
      expect(difference(values[0], { ...type, ...plain })).toBeUndefined();
    }
  });
});

function expectMarks(objects: readonly unknown[], mask: FieldMask): void {
  for (const object of objects)
    expect((object as { [projected]?: string })[projected]).toBe(mask.keepsWhole ? undefined : mask.text);
}

/** The masks of both readers keep the same exact numbers. */
function expectNumbers(read: readonly unknown[], plain: readonly unknown[], mask: FieldMask): void {
  const open = read.map((object, index): [unknown, unknown] => [object, mask.apply(plain[index])]);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) continue;
    expect(exactNumbersOf(one)).toEqual(exactNumbersOf(other));
    for (const name of Object.keys(one)) open.push([Reflect.get(one, name), Reflect.get(other, name)]);
  }
}

test('white space may be anywhere', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(names, fc.jsonValue())),
      masks,
      fc.nat(3),
      (objects, given, indent) => {
        const bytes = Buffer.from(JSON.stringify(objects, undefined, indent).slice(1));
        const plain = readList(jsonFormat, bytes, 100);
        const read = readList(projectedFormat(maskOf(given)), bytes, 100);
        const kept = plain.values.map((object) => masked(given, object));
        expect(difference(read.values, kept)).toBeUndefined();
      },
    ),
  );
});

describe('bytes that are not JSON', () => {
  const damage = fc.record({ at: fc.nat(), byte: fc.constantFrom(...Array.from('"\\{}[]:,\n 0af\0')) });

  test('are refused, or are in what is left out', () => {
    fc.assert(
      fc.property(
        fc.array(hostileObject, { minLength: 1, maxLength: 3 }),
        masks,
        lengths,
        fc.array(damage, { minLength: 1, maxLength: 2 }),
        (texts, given, length, damages) => {
          const bytes = Buffer.from(`${texts.join(',')}]`);
          for (const { at, byte } of damages) bytes.write(byte, at % bytes.length);
          const plain = readList(jsonFormat, bytes, length);
          const read = readList(projectedFormat(maskOf(given)), bytes, length);
          if (read.error !== undefined) expect(plain.error).toBeDefined();
          else if (plain.error === undefined)
            expect(
              difference(
                read.values,
                plain.values.map((object) => masked(given, object)),
              ),
            ).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['{"metadata":{"name":"a"},"spec":[1}}'],
    ['{"metadata":{"name":"a"},"spec":nonsense}'],
    ['{"metadata":{"name":"a"},"spec":{"a" "b"}}'],
  ])('in what is left out go unnoticed: %s', (text) => {
    const { values, error } = readList(projectedFormat(fields({})), Buffer.from(`${text}]`), 1 << 20);
    expect(error).toBeUndefined();
    expect(values).toMatchObject([{ metadata: { name: 'a' } }]);
  });

  test.each([
    ['{"metadata":{"name":nonsense},"spec":1}'],
    ['{"metadata":{"name":"a"},"spec":}'],
    ['{"metadata":{"name":"a"} "spec":1}'],
    ['{"metadata":{"name":"a"},}'],
    ['{"metadata":{"name":"a\n"}}'],
    ['{"metadata" {"name":"a"}}'],
  ])('are refused where they are kept, or on the way to it: %s', (text) => {
    const bytes = Buffer.from(`${text}]`);
    const { error } = readList(projectedFormat(fields({})), bytes, 1 << 20);
    expect(error).toMatch(/items\[0\] is not valid JSON at byte 10/);
    expect(error).toBe(readList(jsonFormat, bytes, 1 << 20).error);
  });
});

describe('a watch', () => {
  test('keeps bookmarks and errors whole', () => {
    const lines = [
      {
        type: 'BOOKMARK',
        object: { kind: 'Pod', metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } },
      },
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } },
    ];
    const bytes = watchBody(lines.map((line) => JSON.stringify(line)));
    for (const length of [1, 1 << 20])
      expect(readWatch(projectedFormat(fields({})), bytes, length).values).toEqual(lines);
  });

  test.each(['BOOKMARK', 'ERROR', 'ADDED', 'MODIFIED'])('takes the last type of an event: %s', (last) => {
    const mask = fields({});
    const object = { kind: 'Pod', metadata: { name: 'a', annotations: { b: 'c' } } };
    const event = {
      type: last,
      object: last === 'ADDED' || last === 'MODIFIED' ? mask.apply(object) : object,
    };
    for (const first of ['BOOKMARK', 'ERROR', 'ADDED', 'MODIFIED', 'DELETED']) {
      const line = `{"type":"${first}","object":${JSON.stringify(object)},"type":"${last}"}`;
      const good = '{"type":"ADDED","object":{"metadata":{"name":"b"}}}';
      for (const length of [1, 1 << 20])
        expect(readWatch(projectedFormat(mask), watchBody([good, line]), length).values[1]).toEqual(event);
    }
  });
});

describe('the scanner', () => {
  test('reads what API servers write, without parsing the whole part', () => {
    const parse = projectingItems(fields({ spec: { nodeName: true } }));
    // A whole parse would refuse this.
    const bytes = Buffer.from('[{"spec":{"nodeName":"n","other":nonsense},"status":nonsense},{"spec":null}]');
    expect(parse(bytes, 0, bytes.length)).toEqual([
      { spec: { nodeName: 'n' }, [projected]: 'spec.nodeName' },
      { spec: null, [projected]: 'spec.nodeName' },
    ]);
  });

  test('reads a line that stands before its line end, and none that ends behind it', () => {
    const parse = projectingEvents(fields({ spec: { nodeName: true } }));
    const bytes = Buffer.from('{"type":"ADDED","object":{"spec":{"nodeName":"n","other":nonsense}}} \n }');
    const event = { type: 'ADDED', object: { spec: { nodeName: 'n' }, [projected]: 'spec.nodeName' } };
    const end = bytes.indexOf('\n');
    expect(parse(bytes, 0, end)).toEqual(event);
    expect(parse(bytes, 0, end - 1)).toEqual(event);
    expect(parse(bytes, 0, end - 2)).toBeUndefined();
    expect(parse(bytes, 0, bytes.length)).toBeUndefined();
  });

  test('gives the same without WebAssembly', () => {
    const parse = projectingItems(fields({ spec: { nodeName: true } }));
    const texts = fc.tuple(fc.array(hostileObject, { maxLength: 6 }), fc.string());
    fc.assert(
      fc.property(texts, ([objects, text]) => {
        const bytes = Buffer.from(`[${[...objects, `{"a":[${JSON.stringify(text)}]}`].join(',')}]`);
        const skipped = parse(bytes, 0, bytes.length);
        const take = vi.spyOn(SkipKernel.prototype, 'take').mockReturnValue(false);
        const scanned = parse(bytes, 0, bytes.length);
        expect(take).toHaveBeenCalledTimes(1);
        take.mockRestore();
        expect(difference(skipped, scanned)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test('serves a reader that cuts parts at wrong places', () => {
    const item = JSON.stringify({
      metadata: { name: 'a' },
      spec: { list: [{ metadata: {} }, { metadata: {} }] },
    });
    const reader = new JsonItemsReader<KubernetesObject>({ name: 'GET' }, projectingItems(fields({})), 100);
    reader.begin(1, type);
    for (const piece of pieces(Buffer.from(`${Array.from({ length: 20 }, () => item).join(',')}]`), 30))
      reader.read(piece);
    reader.flush();
    expect(reader.finish(type)).toEqual(
      Array.from({ length: 20 }, () => ({ ...type, metadata: { name: 'a' }, [projected]: '' })),
    );
  });

  test('masks items of a list whose key has escapes', () => {
    const reader = projectedFormat(fields({})).itemsReader({ name: 'GET' });
    reader.begin(1, type);
    reader.add({ metadata: { name: 'a', labels: {} }, spec: {} });
    expect(reader.finish(type)).toEqual([{ ...type, metadata: { name: 'a' }, [projected]: '' }]);
  });
});
