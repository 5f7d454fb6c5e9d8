import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../../util/errors.js';
import { kernelBytes } from './kernel-bytes.js';
import { EventCode, FoundField, foundFields, FoundStatus, Kernel, MetadataFact, uidBytes } from './kernel.js';
import type { Dictionary } from './kernel.js';
import { codeOf, expectAgreement, spaced, taken, takeItems, takeLines } from './kernel.test-support.js';
import { runs } from '../../../../../test/nightly.test-support.js';

// The build script and the benchmark's pods are JavaScript; imported by address, typed here.
const build = (await import(new URL('../../../../../scripts/build-kernel.mjs', import.meta.url).href)) as {
  compileKernel(kernel: string): Promise<Buffer>;
};
const { makePod } = (await import(new URL('../../../../../bench/server/pods.mjs', import.meta.url).href)) as {
  readonly makePod: (number: number) => { readonly bytes: Buffer };
};

const options = { seed: 20_261_121, numRuns: runs(400) };
let kernel: Kernel;

beforeAll(() => {
  kernel = new Kernel();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Strings that the fields and their keys are made of, and some that they must not be taken for. */
const word = fc.constantFrom(
  'name', 'namespace', 'resourceVersion', 'labels', 'ownerReferences', 'managedFields', 'metadata', 'kind',
  'apiVersion', 'type', 'object', 'ADDED', 'uid', 'nam\\', 'nämé', '', 'a"b', '17', 'web-0', '\u0000', '\ud800', '__proto__',
); // prettier-ignore
const anyText = fc.oneof(
  word,
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[0-9a-f]{0,150}$/),
);
const scalar = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 6 }),
  ),
})).value; // prettier-ignore
const someName = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z0-9.-]{1,40}$/) },
  { weight: 1, arbitrary: scalar },
);
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const nearlyUuid = fc
  .tuple(fc.uuid(), fc.nat({ max: 35 }), fc.constantFrom('-', 'g', 'A', '/', ':', '`', '', 'aa'))
  .map(([uuid, at, instead]) => uuid.slice(0, at) + instead + uuid.slice(at + 1));
/** Objects that look like those of Kubernetes, and some that only nearly do. */
const anyObject = fc.record({
  kind: optional(fc.oneof(fc.constant('Pod'), scalar)),
  extra: optional(anyValue),
  metadata: fc.oneof(
    { weight: 9, arbitrary: fc.record({
      name: optional(someName),
      generateName: optional(anyText),
      uid: optional(fc.oneof(fc.uuid(), nearlyUuid, scalar)),
      generation: optional(fc.oneof(fc.nat({ max: 2 ** 23 }), scalar)),
      deletionTimestamp: optional(scalar),
      finalizers: optional(fc.array(anyText, { maxLength: 2 })),
      namespace: optional(someName),
      resourceVersion: optional(someName),
      labels: optional(fc.oneof(fc.dictionary(anyText, anyText), scalar)),
      annotations: optional(fc.dictionary(anyText, anyText)),
      ownerReferences: optional(fc.oneof(fc.array(fc.record({ name: anyText, kind: word })), scalar)),
      managedFields: optional(anyValue),
    }) },
    { weight: 1, arbitrary: anyValue },
  ),
  spec: optional(anyValue),
  apiVersion: optional(fc.oneof(fc.constant('v1'), scalar)),
}).map((object) => JSON.parse(JSON.stringify(object)) as object); // prettier-ignore
const spaces = fc.array(fc.constantFrom('', '', '', ' ', '\t', '\r', '  '), { maxLength: 5 });
const cuts = fc.array(fc.nat(), { maxLength: 12 });

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((place, index) => bytes.subarray(places[index - 1] ?? 0, place));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the module', () => {
  test('matches its compiled sources', async () => {
    const compiled = await build.compileKernel('packages/kube-informers/src/compact/kernel');
    expect(inflateRawSync(Buffer.from(kernelBytes, 'base64')).equals(compiled)).toBe(true);
    expect(compiled.length).toBeLessThan(17_500);
  }, 60_000);

  test('names what is missing without WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(() => new Kernel()).toThrow(ConfigError);
    expect(() => new Kernel()).toThrow(/--jitless/);
  });

  test('reports that the engine rejects it', () => {
    vi.stubGlobal('WebAssembly', {
      Module: class {
        constructor() {
          throw new SyntaxError('invalid value type');
        }
      },
    });
    expect(() => new Kernel()).toThrow(/SIMD/);
  });
});

describe('grammar', () => {
  let dictionary: Dictionary;

  beforeAll(() => {
    dictionary = kernel.newDictionary();
  });

  function accepts(bytes: Buffer): boolean {
    kernel.load([bytes]);
    return kernel.nextObject(dictionary);
  }

  test.each([
    '0', '-0', '1.5e+10', '1E5', '-', '01', '1.', '.5', '1e', '1e+', '+1', 'NaN', 'Infinity', '-Infinity', '0x1', '1_0', '-01',
    'true', 'tru', 'truee', 'false', 'null', 'nul', 'True', '"a', '"a"', '"\\u12"', '"\\u12aG"', '"\\u12aF"', '"\\x"', '"\\', '"\t"', '"\u007f"',
    '""', "'a'", '[', '[]', '[,]', '[1,]', '[1 2]', '[1,2]', ']', '{', '{}', '{,}', '{"a"}', '{"a":}', '{"a":1,}', '{"a":1}', '{a:1}', '{"a":1 "b":2}',
    '{"a":1]', '[1}', '[[]', '[]]', '{}{}', '{} {}', '', ' ', ' {} ', '\ufeff{}', '\u00a0{}', '{}\u0000', '"\u2028"', '{"a":[{"b":[[]]}],"c":{}}', '[1,\n2]',
    '"\\ud800"', '{"__proto__":1,"__proto__":2}', '//a\n1', '1/**/', '"\\/\\b\\f\\n\\r\\t\\"\\\\"', '[true,false,null,0]', '[truefalse]', '"aaaaaaaaaaaaaaa\\', '\f1', '\v1',
  ])('of %j is as JSON.parse has it', (text) => {
    expect(accepts(Buffer.from(text))).toBe(isJson(text));
  }); // prettier-ignore

  test('is JSON.parse’s for any value, whole, cut, and with any bytes changed', () => {
    const change = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 3 }),
      insert: fc.oneof(fc.constant(''), fc.constantFrom(...Array.from('{}[]:,"\\0e-.tfn u\n\u0001\u0000')), fc.string({ unit: 'binary', maxLength: 3 })),
    }); // prettier-ignore
    fc.assert(
      fc.property(anyValue, spaces, fc.array(change, { maxLength: 3 }), (value, between, changes) => {
        let text = spaced(JSON.stringify(value), between);
        expect(accepts(Buffer.from(text))).toBe(true);
        for (const { at, remove, insert } of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + insert + text.slice(place + remove);
        }
        const bytes = Buffer.from(text);
        expect(accepts(bytes)).toBe(isJson(bytes.toString()));
      }),
      { ...options, numRuns: runs(3000) },
    );
  });

  test('takes invalid UTF-8 in strings, which decoding replaces, and nowhere else', () => {
    expect(accepts(Buffer.from([0x22, 0xff, 0xc0, 0x80, 0x22]))).toBe(true);
    expect(accepts(Buffer.from([0xff, 0x22, 0x22]))).toBe(false);
  });

  test('leaves what is nested too deep to JavaScript', () => {
    const deep = (depth: number): Buffer => Buffer.from('{"a":'.repeat(depth) + '1' + '}'.repeat(depth));
    expect(accepts(deep(500))).toBe(true);
    expect(accepts(deep(5000))).toBe(true);
    expect(taken(kernel, 0).status).toBe(FoundStatus.Odd);
    const { items, rest } = takeItems(kernel, dictionary, [deep(5000), Buffer.from(',{}]x')]);
    expect(items.map((item) => item.status)).toEqual([FoundStatus.Odd, FoundStatus.Odd]);
    expect(rest).toBe('x');
    const line = Buffer.concat([Buffer.from('{"type":"ADDED","object":'), deep(5000), Buffer.from('}\n')]);
    expect(takeLines(kernel, dictionary, [line])).toMatchObject([
      { status: FoundStatus.Odd, type: EventCode.Other, text: line.subarray(0, -1) },
    ]);
  });

  test('names the byte that cannot stand where it does', () => {
    kernel.load([Buffer.from('{"a":[1,2,]}')]);
    expect(kernel.nextObject(dictionary)).toBe(false);
    const start = kernel.found[FoundField.ObjectStart] ?? 0;
    expect((kernel.found[FoundField.BlobStart] ?? 0) - start).toBe(10);
  });
});

describe('a watch', () => {
  test('reads each line like JSON.parse, however it is cut', () => {
    const type = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR') },
      { weight: 1, arbitrary: scalar },
    );
    const line = fc
      .tuple(type, fc.oneof({ weight: 5, arbitrary: anyObject }, { weight: 1, arbitrary: anyValue }), fc.nat({ max: 5 }), spaces)
      .map(([kind, object, order, between]) => {
        const members: Readonly<Record<string, unknown>> = { type: kind, object, other: 1 };
        const keys = [['type', 'object'], ['object', 'type'], ['type', 'other', 'object'], ['type', 'object'], ['object'], ['type']];
        const event = Object.fromEntries((keys[order] ?? []).map((name) => [name, members[name]]));
        return spaced(JSON.stringify(event), between);
      }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), cuts, (lines, at) => {
        const dictionary = kernel.newDictionary();
        const found = takeLines(kernel, dictionary, cut(Buffer.from(lines.join('\n \n') + '\n'), at));
        expect(found).toHaveLength(lines.length);
        for (const [index, event] of found.entries()) {
          const { type: kind, object } = JSON.parse(lines[index] ?? '') as {
            type?: unknown;
            object?: unknown;
          };
          const known = codeOf(kind);
          const isObject = typeof object === 'object' && object !== null && !Array.isArray(object);
          if (event.type === EventCode.Other) {
            expect(event.status).toBe(FoundStatus.Odd);
            expect(event.text.toString()).toBe(lines[index]);
          } else {
            expect([event.type, isObject]).toEqual([known, true]);
            expect(JSON.parse(event.text.toString())).toEqual(object);
            if (event.type < EventCode.Bookmark) expectAgreement(event, kernel, dictionary);
            else expect([event.status, event.blob.length]).toEqual([FoundStatus.Whole, 0]);
          }
          // Nothing is called odd without a reason.
          if (isObject && known !== EventCode.Other) expect(event.type).toBe(known);
        }
        dictionary.release();
      }),
      options,
    );
  });

  test('finds pods whole, and keeps them in a tenth of their text', () => {
    const dictionary = kernel.newDictionary();
    const lines = Array.from({ length: 300 }, (_, index) => `{"type":"MODIFIED","object":${makePod(index).bytes.toString()}}\n`);
    const found = takeLines(kernel, dictionary, cut(Buffer.from(lines.join('')), [100_000, 200_000, 500_001]));
    expect(found).toHaveLength(300);
    for (const pod of found) {
      expect(pod.status).toBe(FoundStatus.Whole);
      expectAgreement(pod, kernel, dictionary);
    }
    const average = found.reduce((sum, pod) => sum + pod.blob.length, 0) / found.length;
    expect(average).toBeLessThan(450);
  }); // prettier-ignore

  test('leaves blobs and uids of one call side by side, so that all are copied at once', () => {
    const dictionary = kernel.newDictionary();
    const lines = Array.from({ length: 30 }, (_, index) => `{"type":"ADDED","object":${makePod(index).bytes.toString()}}\n`);
    kernel.load([Buffer.from(lines.join(''))]);
    expect(kernel.nextLines(dictionary)).toBe(30);
    const ranges = Array.from({ length: 30 }, (_, index) => kernel.found.slice(index * foundFields, (index + 1) * foundFields));
    for (const [index, found] of ranges.entries()) {
      expect((found[FoundField.Facts] ?? 0) & MetadataFact.UidKept).not.toBe(0);
      const next = ranges[index + 1];
      if (next !== undefined) expect((next[FoundField.BlobStart] ?? 0) - uidBytes).toBe(found[FoundField.BlobEnd]);
    }
    dictionary.release();
  }); // prettier-ignore

  test('reports invalid lines and continues with the next one', () => {
    const lines = ['{"type":"ADDED","object":{"metadata":{"name":"a"}}', '{"type":"ADDED",', '"object":{}}', 'x', '{"type":"ADDED","object":{"metadata":{"name":"a"}}}x', '{"type":"ADDED","object":{"metadata":{"name":"a"}}}']; // prettier-ignore
    const found = takeLines(kernel, kernel.newDictionary(), [Buffer.from(lines.join('\n') + '\n')]);
    expect(found.map((line) => line.status)).toEqual([2, 2, 2, 2, 2, 0]);
    expect(found.slice(0, 5).map((line) => line.text.toString())).toEqual(lines.slice(0, 5));
  });

  test.each([
    ['a key with escapes', '{"metad\\u0061ta":{"name":"a"},"metadata":{"name":"b"}}'],
    ['a name with escapes', '{"metadata":{"name":"a\\u0062"}}'],
    ['a name that is not ASCII', '{"metadata":{"name":"ä"}}'],
    ['a name of another type', '{"metadata":{"name":1}}'],
    ['no name', '{"metadata":{"namespace":"a"}}'],
    ['an empty name', '{"metadata":{"name":""}}'],
    ['no metadata', '{"spec":{}}'],
    ['metadata of another type', '{"metadata":[]}'],
    ['metadata given twice', '{"metadata":{"name":"a"},"metadata":{}}'],
    ['a field given twice', '{"metadata":{"name":"a","name":"b"}}'],
    ['kind given twice', '{"kind":"A","kind":"B","metadata":{"name":"a"}}'],
    ['labels of another type', '{"metadata":{"name":"a","labels":null}}'],
    ['owners of another type', '{"metadata":{"name":"a","ownerReferences":{}}}'],
    ['a very long name', `{"metadata":{"name":"${'a'.repeat(1100)}"}}`],
  ])('leaves an object with %s to JavaScript, but keeps it', (_, text) => {
    const dictionary = kernel.newDictionary();
    const [event] = takeLines(kernel, dictionary, [Buffer.from(`{"type":"ADDED","object":${text}}\n`)]);
    expect(event).toMatchObject({ status: FoundStatus.Odd, type: EventCode.Added, key: '' });
    expect(event?.text.toString()).toBe(text);
    expect(kernel.decompress(dictionary, event?.blob ?? Buffer.alloc(0), 0, event?.blob.length ?? 0).toString()).toBe(text);
  }); // prettier-ignore

  test('takes more lines than one call finds, and more than the output holds', () => {
    const line = (index: number): string => `{"type":"ADDED","object":{"metadata":{"name":"n${index}"},"x":"${'é'.repeat(index % 50)}"}}\n`;
    const text = Array.from({ length: 5000 }, (_, index) => line(index)).join('');
    const found = takeLines(kernel, kernel.newDictionary(), [Buffer.from(text)]);
    expect(found.map((event) => event.key)).toEqual(Array.from({ length: 5000 }, (_, index) => `n${index}`));
  }); // prettier-ignore
});

describe('a list', () => {
  test('reads each item like JSON.parse, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(anyObject, { maxLength: 8 }), spaces, cuts, (objects, between, at) => {
        const dictionary = kernel.newDictionary();
        const text = spaced(JSON.stringify(objects), between).trim().slice(1);
        const { items, ended, rest } = takeItems(
          kernel,
          dictionary,
          cut(Buffer.from(`${text},"kind":1}`), at),
        );
        expect([ended, rest]).toEqual([true, ',"kind":1}']);
        expect(items.map((item) => JSON.parse(item.text.toString()) as unknown)).toEqual(objects);
        for (const item of items) expectAgreement(item, kernel, dictionary);
        dictionary.release();
      }),
      options,
    );
  });

  test.each(['{},]', ',{}]', '{}{}]', '{}1]', '1]', '{},1]', '{"a"}]', '{}}'])('finds the invalid byte of %s', (text) => {
    const all = takeItems(kernel, kernel.newDictionary(), [Buffer.from(text)]);
    expect(all.items.at(-1)?.status).toBe(FoundStatus.Invalid);
    const each = takeItems(kernel, kernel.newDictionary(), Array.from(text, (letter) => Buffer.from(letter)));
    expect(each.items.at(-1)?.status).toBe(FoundStatus.Invalid);
  }); // prettier-ignore

  test('waits for the rest of an item', () => {
    const { items, ended, rest } = takeItems(kernel, kernel.newDictionary(), [
      Buffer.from('{"a":1},{"a":tr'),
    ]);
    expect([items.length, ended, rest]).toEqual([1, false, ',{"a":tr']);
  });
});

describe('compression', () => {
  function pack(dictionary: Dictionary, bytes: Buffer): Buffer {
    kernel.load([bytes]);
    expect(kernel.nextObject(dictionary)).toBe(true);
    return taken(kernel, 0).blob;
  }

  test('returns every object after others have been learnt', () => {
    fc.assert(
      fc.property(fc.array(anyObject, { minLength: 1, maxLength: 20 }), (objects) => {
        const dictionary = kernel.newDictionary();
        const texts = objects.map((object) => Buffer.from(JSON.stringify(object)));
        const blobs = texts.map((text) => pack(dictionary, text));
        for (const [index, text] of texts.entries()) {
          const blob = blobs[index] ?? Buffer.alloc(0);
          expect(kernel.decompress(dictionary, blob, 0, blob.length).equals(text)).toBe(true);
        }
        dictionary.release();
      }),
      options,
    ); // prettier-ignore
  });

  test('reads a blob in the midst of others', () => {
    const dictionary = kernel.newDictionary();
    const blob = pack(dictionary, makePod(7).bytes);
    const slab = Buffer.concat([Buffer.alloc(31, 0xaa), blob, Buffer.alloc(17, 0xbb)]);
    expect(kernel.decompress(dictionary, slab, 31, 31 + blob.length).equals(makePod(7).bytes)).toBe(true);
  });

  test('fills a dictionary with new text up to its end, and earlier entries stay readable', () => {
    const dictionary = kernel.newDictionary();
    expect(dictionary.size).toBe(0);
    let state = 1;
    const noise = (): string => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state.toString(36);
    };
    const texts = Array.from({ length: 120 }, (_, index) => Buffer.from(JSON.stringify({ metadata: { name: `n${index}` }, data: Array.from({ length: 150 }, noise) })));
    const blobs = texts.map((text) => pack(dictionary, text));
    expect(dictionary.size).toBeGreaterThan(60_000);
    expect(dictionary.size).toBeLessThanOrEqual(65_536);
    for (const [index, blob] of blobs.entries())
      expect(kernel.decompress(dictionary, blob, 0, blob.length).equals(texts[index] ?? blob)).toBe(true);
  }); // prettier-ignore

  test('stores incompressible text with only a few extra bytes', () => {
    const text = Buffer.from(`"${Array.from({ length: 4000 }, (_, index) => String.fromCharCode(33 + ((index * index * 31 + index * 7) % 57))).join('').replace(/["\\]/g, 'x')}"`);
    expect(pack(kernel.newDictionary(), text).length).toBeLessThanOrEqual(text.length + 5);
  }); // prettier-ignore

  test('grows for objects of 16 MiB, and is used after that as before', () => {
    const dictionary = kernel.newDictionary();
    const unlike = Array.from({ length: 1_000_000 }, (_, index) => (index * 2_654_435_761) % 1_000_003).join(' ');
    const big = Buffer.from(JSON.stringify({ metadata: { name: 'big' }, data: { a: unlike, b: 'x'.repeat(16 << 20) } }));
    const small = pack(dictionary, makePod(1).bytes);
    const blob = pack(dictionary, big);
    expect(blob.length).toBeLessThan(big.length / 2);
    expect(kernel.decompress(dictionary, blob, 0, blob.length).equals(big)).toBe(true);
    expect(kernel.decompress(dictionary, small, 0, small.length).equals(makePod(1).bytes)).toBe(true);
  }); // prettier-ignore

  test('rejects bytes that are not a blob, and stays usable', () => {
    const dictionary = kernel.newDictionary();
    const pods = [0, 30, 60].map((index) => makePod(index).bytes);
    const blobs = pods.map((pod) => pack(dictionary, pod));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ minLength: 1, maxLength: 200 }),
          fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
            const copy = Uint8Array.from(blobs[2] ?? []);
            copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ by;
            return copy;
          }),
        ),
        (bytes) => {
          // Texts of at most 1 MiB: random bytes can begin with a length of gigabytes.
          fc.pre(bytes.subarray(0, 3).some((byte) => byte < 128));
          try {
            kernel.decompress(dictionary, bytes, 0, bytes.length);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            expect((error as Error).message).toMatch(/are not a blob of this dictionary/);
          }
        },
      ),
      { ...options, numRuns: runs(5000) },
    );
    for (const [index, blob] of blobs.entries())
      expect(kernel.decompress(dictionary, blob, 0, blob.length).equals(pods[index] ?? blob)).toBe(true);
  });
});

describe('objects that resemble earlier ones', () => {
  // The scanner passes over what a dictionary has; here objects are near copies of those it learnt, and near misses of JSON.
  const part = fc.constantFrom('"name":"b",', '"namespace":"x",', ',', '"', '{', '}', ']', '[', '":{"', '"}', '},{', '"metadata":{"name":"c"},', '"kind":"K",', '\\', '\\u00', '0', '\u0001', ' ', '}}', '"a":', '"a":1,', '"labels":{},', ':'); // prettier-ignore
  const change = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 40 }),
    insert: fc.oneof(part, fc.constant('')),
    from: fc.option(fc.nat()),
  });

  function edited(text: string, changes: readonly { at: number; remove: number; insert: string; from: number | null }[]): string {
    let now = text;
    for (const { at, remove, insert, from } of changes) {
      const place = at % (now.length + 1);
      // Cut something out, put something in, or bring a piece from elsewhere here.
      const piece = from === null ? insert : now.slice(from % now.length, (from % now.length) + remove * 8);
      now = now.slice(0, place) + piece + now.slice(place + (from === null ? remove % 3 : 0));
    }
    return now;
  } // prettier-ignore

  function holdTo(dictionary: Dictionary, texts: readonly string[]): void {
    for (const text of texts) {
      kernel.load([Buffer.from(text)]);
      expect([kernel.nextObject(dictionary), text]).toEqual([isJson(Buffer.from(text).toString()), text]);
      if (kernel.found[FoundField.Status] !== FoundStatus.Invalid)
        expectAgreement(taken(kernel, 0), kernel, dictionary);
    }
  }

  test('has the same grammar and the same fields', () => {
    const kinds = fc.array(fc.tuple(anyObject, spaces), { minLength: 1, maxLength: 4 });
    const edits = fc.array(fc.tuple(fc.nat(), fc.array(change, { maxLength: 3 })), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(kinds, edits, (objects, rounds) => {
        const dictionary = kernel.newDictionary();
        const texts = objects.map(([object, between]) => spaced(JSON.stringify(object), between).trim());
        holdTo(dictionary, texts);
        holdTo(dictionary, texts);
        holdTo(dictionary, rounds.map(([which, changes]) => edited(texts[which % texts.length] ?? '', changes)));
        dictionary.release();
      }),
      options,
    );
  }); // prettier-ignore

  test('holds for pods', () => {
    const dictionary = kernel.newDictionary();
    const pods = Array.from({ length: 40 }, (_, index) => makePod(index * 7).bytes.toString());
    holdTo(dictionary, pods);
    fc.assert(
      fc.property(fc.nat({ max: 39 }), fc.array(change, { minLength: 1, maxLength: 4 }), (which, changes) => {
        holdTo(dictionary, [edited(pods[which] ?? '', changes)]);
      }),
      { ...options, numRuns: runs(3000) },
    );
    const odd = (text: string): void => {
      kernel.load([Buffer.from(text)]);
      expect(kernel.nextObject(dictionary)).toBe(true);
      expect(kernel.found[FoundField.Status]).toBe(FoundStatus.Odd);
    };
    // Members that matter, given again where all around them is alike.
    for (const pod of pods) {
      odd(pod.replace(',"spec":', ',"metadata":{"name":"other"},"spec":'));
      odd(pod.replace(',"status":', ',"metadata":{"name":"other"},"status":'));
      odd(pod.replace(',"managedFields":', ',"name":"other","managedFields":'));
      odd(pod.replace(',"labels":', ',"resourceVersion":"1","labels":'));
    }
  });

  test('is distinguished from input with the same beginning, at any depth', () => {
    const dictionary = kernel.newDictionary();
    const inner = '"x":{"p":"aaaaaaaaaaaaaaaaaaaaaaaa","q":"bbbbbbbbbbbbbbbbbbbbbbbb"}';
    const learnt = `{"metadata":{"name":"first"},"spec":{${inner},"name":"zzzzzzzzzzzzzzzz","labels":{"k":"vvvvvvvvvvvvvvvvvv"}}}`;
    const moved = `{"metadata":{${inner},"name":"zzzzzzzzzzzzzzzz","labels":{"k":"vvvvvvvvvvvvvvvvvv"}}}`;
    holdTo(dictionary, [learnt, moved]);
    expect(taken(kernel, 0)).toMatchObject({ status: FoundStatus.Whole, key: 'zzzzzzzzzzzzzzzz', labels: '{"k":"vvvvvvvvvvvvvvvvvv"}' });
    const array = (levels: number): string => `{"metadata":{"name":"n"},"a":${'['.repeat(levels)}"${'c'.repeat(40)}"${']'.repeat(levels)}}`;
    for (const levels of [1, 20, 23, 24, 25, 28, 29, 30, 31, 58, 60, 400]) {
      holdTo(dictionary, [array(levels), array(levels), array(levels).replace(']}', ']]}'), array(levels).replace(']}', '}')]);
    }
  }); // prettier-ignore
});

describe('memory', () => {
  test('of a dictionary that is released is given to the next, empty', () => {
    const own = new Kernel();
    const first = own.newDictionary();
    own.load([makePod(1).bytes]);
    own.nextObject(first);
    expect(first.size).toBeGreaterThan(5000);
    const { length } = own.bytes;
    first.release();
    first.release();
    for (let count = 0; count < 50; count++) {
      const next = own.newDictionary();
      expect(next.size).toBe(0);
      next.release();
    }
    expect(own.bytes.length).toBe(length);
  });

  test('is one per thread when shared', () => {
    expect(Kernel.shared()).toBe(Kernel.shared());
  });
});
