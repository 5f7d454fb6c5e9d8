import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import { cut, cuts, mutate, mutations } from '../../../../test/fuzz/mutate.test-support.js';
import { parseJson } from '../util/json.js';
import { batchBytes, JsonItemsReader } from './json-items-reader.js';
import { runs } from '../../../../test/nightly.test-support.js';

// The same cases in every run.
afterEach(() => vi.restoreAllMocks());

const type = { apiVersion: 'v1', kind: 'Pod' };

interface Read {
  readonly items: KubernetesObject[];
  readonly rest: string | undefined;
  readonly error: string | undefined;
}

/** Reads the text inside the brackets, at least `batch` bytes at a time. `early` sets the type before the items. */
function read(pieces: readonly Uint8Array[], batch?: number, early = true, maxItemBytes?: number): Read {
  const reader = new JsonItemsReader<KubernetesObject>({ name: 'GET', maxItemBytes }, undefined, batch);
  reader.begin(10, early ? type : undefined);
  try {
    let rest: Buffer | undefined;
    let after = '';
    for (const piece of pieces) {
      if (rest === undefined) rest = reader.read(Buffer.from(piece));
      else after += Buffer.from(piece).toString('latin1');
    }
    rest ??= reader.flush();
    const shown = rest === undefined ? undefined : rest.toString('latin1') + after;
    return { items: reader.finish(type), rest: shown, error: undefined };
  } catch (error) {
    return { items: [], rest: undefined, error: String(error) };
  }
}

/** Feeds byte by byte, so that each item is parsed alone at its end, without a batch. */
function readCarefully(bytes: Buffer): Read {
  return read(
    Array.from(bytes, (byte) => Uint8Array.of(byte)),
    1,
  );
}

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('},{"metadata":{', '"', '\\', ']}', { metadata: {} }, [{ metadata: {} }, { metadata: {} }]),
);
/** Items that begin alike, as a server writes them, some with similar lists inside. */
const items = fc.array(fc.record({ metadata: fc.dictionary(fc.string(), value), spec: value }), {
  maxLength: 8,
});
const gap = fc.constantFrom('', '', '', ' ', '\n  ');
const inside = fc
  .tuple(items, gap)
  .map(([list, space]) => Buffer.from(`${list.map((item) => JSON.stringify(item)).join(`,${space}`)}]}\n`));
const batches = fc.constantFrom(1, 20, 64, 200, batchBytes);

test('items are taken one by one, however the bytes arrive', () => {
  fc.assert(
    fc.property(items, cuts, batches, fc.boolean(), (list, at, batch, early) => {
      const isKept = (item: object): boolean => JSON.stringify(item).length % 2 === 0;
      const take = (item: KubernetesObject): KubernetesObject | undefined => {
        expect(item).toMatchObject(type);
        return isKept(item) ? Object.assign(item, { taken: true }) : undefined;
      };
      const reader = new JsonItemsReader<KubernetesObject>({ name: 'GET', take }, undefined, batch);
      reader.begin(10, early ? type : undefined);
      const bytes = Buffer.from(`${list.map((item) => JSON.stringify(item)).join()}]}`);
      let rest: Buffer | undefined;
      for (const piece of cut(bytes, at)) rest ??= reader.read(Buffer.from(piece));
      if (rest === undefined) reader.flush();
      const typed = list.map((item) => ({ ...type, ...item }));
      // As the reader parses them: numbers that a double cannot hold keep their text.
      const kept = typed.filter(isKept).map((item) => ({ ...item, taken: true }));
      const expected = parseJson(JSON.stringify(kept));
      expect(reader.finish(type)).toEqual(expected);
      expect(reader.count).toBe(list.length);
    }),
    { seed: 1 },
  );
});

describe('the items', () => {
  test('are parsed like JSON.parse, however they are cut and however many are parsed at once', () => {
    fc.assert(
      fc.property(inside, cuts, batches, fc.boolean(), (bytes, lengths, batch, early) => {
        const { items: read1, rest, error } = read(cut(bytes, lengths), batch, early);
        expect(error).toBeUndefined();
        expect(rest?.startsWith(']}')).toBe(true);
        const parsed = parseJson(`[${bytes.toString().slice(0, -2)}`) as KubernetesObject[];
        expect(read1).toEqual(parsed.map((item) => ({ ...type, ...item })));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('if damaged, give the same error message and position as when parsed one by one', () => {
    fc.assert(
      fc.property(inside, cuts, mutations, batches, (bytes, lengths, changes, batch) => {
        const damaged = mutate(bytes, changes);
        const careful = readCarefully(damaged);
        expect(read(cut(damaged, lengths), batch)).toEqual(careful);
        expect(read([damaged])).toEqual(careful);
      }),
      { numRuns: runs(3000) },
    );
  });

  const item = (index: number): string => `{"metadata":{"name":"pod-${index}","n":"${'x'.repeat(1000)}"}}`;
  const list = (count: number, each = item): Buffer =>
    Buffer.from(`${Array.from({ length: count }, (_, index) => each(index)).join(',')}]}`);

  /** Splits the bytes into pieces like those of a real server's response. */
  function pieces(bytes: Buffer): Buffer[] {
    const found: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += 700) found.push(bytes.subarray(start, start + 700));
    return found;
  }

  test('are parsed many at once, each byte once', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const bytes = list(1000);
    expect(read(pieces(bytes)).items).toHaveLength(1000);
    expect(parse.mock.calls.length).toBeLessThanOrEqual(Math.ceil(bytes.length / batchBytes) + 1);
    expect(parse.mock.calls.reduce((total, [text]) => total + text.length, 0)).toBeLessThan(
      bytes.length + 100,
    );
  });

  test('of a small list are parsed all at once, including the last one', () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(read(pieces(list(20)))).toMatchObject({ rest: ']}' });
    expect(parse).toHaveBeenCalledOnce();
    parse.mockClear();
    // With members after the items, the end is less obvious.
    const bytes = Buffer.from(`${list(20).subarray(0, -1).toString()},"metadata":{"a":[]}}`);
    const { items: found, rest } = read(pieces(bytes));
    expect(found).toHaveLength(20);
    expect(rest).toBe('],"metadata":{"a":[]}}');
  });

  test('that contain a false boundary are parsed one by one after a few failed batches', () => {
    // Most batches are cut inside the list of their last item.
    const inner = Array.from({ length: 200 }, () => '{"metadata":{}}').join(',');
    const bytes = list(300, (index) => `{"metadata":{"name":"set-${index}"},"templates":[${inner}]}`);
    const parse = vi.spyOn(JSON, 'parse');
    const { items: found, error } = read(pieces(bytes));
    expect(error).toBeUndefined();
    expect(found).toEqual(
      (parseJson(`[${bytes.toString().slice(0, -1)}`) as object[]).map((each) => ({ ...each, ...type })),
    );
    expect(parse.mock.calls.reduce((total, [text]) => total + text.length, 0)).toBeLessThan(
      2 * bytes.length + 4 * batchBytes,
    );
  });

  test('do not retain the chunks that they arrived in', () => {
    const bytes = list(500);
    const chunk = Buffer.alloc(700);
    const reader = new JsonItemsReader<KubernetesObject>({ name: 'GET' });
    reader.begin(0, type);
    for (const piece of pieces(bytes)) {
      piece.copy(chunk);
      reader.read(chunk.subarray(0, piece.length));
      chunk.fill(0);
    }
    expect(reader.flush()?.toString()).toBe(']}');
    expect(reader.finish(type)[499]?.metadata?.name).toBe('pod-499');
  });

  test('above the size limit are rejected before their end has arrived', () => {
    const long = Buffer.from(`{"a":"${'x'.repeat(5000)}`);
    expect(read([Buffer.from('{},'), long], 64, true, 1000).error).toContain(
      'items[1] is longer than the 1000 bytes allowed',
    );
    expect(read([list(100)], 64, true, 5000).items).toHaveLength(100);
  });
});
