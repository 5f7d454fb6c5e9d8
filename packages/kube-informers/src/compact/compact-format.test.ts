import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { ListDecoder } from '../rest/response-body.js';
import { WatchDecoder } from '../wire/watch-decoder.js';
import { deepText, difference, listBody, watchBody } from '../../../../test/hostile-json.test-support.js';
import { mostTypes } from './compact-type.js';
import { newCache, samplePod } from './compact.test-support.js';
import { isCompact } from './compact-objects.js';

/** Splits the bytes into pieces of these lengths; the last length repeats. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let next = 0;
  for (let start = 0; start < bytes.length; next++) {
    const length = lengths[Math.min(next, lengths.length - 1)] ?? bytes.length;
    pieces.push(bytes.subarray(start, start + length));
    start += length;
  }
  return pieces;
}

const cuts = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 });

/** The result: a value, or the message of the error. */
function outcome<V>(run: () => V): { readonly value?: V; readonly error?: string } {
  try {
    return { value: run() };
  } catch (error) {
    return { error: String(error) };
  }
}

const cache = newCache();

function list(body: Buffer, lengths: readonly number[], compact: boolean, maxItemBytes?: number): unknown {
  return outcome(() => {
    const format = compact ? { format: cache.format } : {};
    const decoder = new ListDecoder<KubernetesObject>({ name: 'GET /pods', maxItemBytes, ...format });
    for (const piece of cut(body, lengths)) decoder.feed(piece);
    return decoder.end();
  });
}

function watch(body: Buffer, lengths: readonly number[], compact: boolean, maxLineBytes?: number): unknown {
  const events: WatchEvent<KubernetesObject>[] = [];
  const decoder = compact
    ? cache.format.watchDecoder({ maxLineBytes })
    : new WatchDecoder<KubernetesObject>({ maxLineBytes });
  const { error } = outcome(() => {
    for (const [index, piece] of cut(body, lengths).entries()) {
      decoder.feed(piece, events);
      if (index % 3 === 0) decoder.flush(events);
    }
    decoder.end(events);
  });
  // Other members of an event, which API servers do not write, are ignored.
  return { events: events.map(({ type, object }) => ({ type, object })), error };
}

function watchEvents(lines: readonly string[]): WatchEvent<KubernetesObject>[] {
  const events: WatchEvent<KubernetesObject>[] = [];
  const decoder = cache.format.watchDecoder({});
  decoder.feed(watchBody(lines), events);
  decoder.end(events);
  return events as WatchEvent<KubernetesObject>[];
}

const pod = fc
  .record({
    name: fc.stringMatching(/^[a-z]{1,10}$/),
    version: fc.nat().map(String),
    phase: fc.string({ unit: 'grapheme', maxLength: 200 }),
    typed: fc.boolean(),
  })
  .map(({ name, version, phase, typed }) => {
    const { apiVersion, kind, ...rest } = samplePod(name, version, { status: { phase } });
    return typed ? { kind, apiVersion, ...rest } : rest;
  });
// Objects that the kernel leaves to JavaScript, and items that are not objects.
const oddItem = fc.constantFrom(
  '{"metadata":{"name":"\\u0061"}}',
  '{"m\\u0065tadata":{"name":"a"}}',
  '{"metadata":{"name":"a","name":"b"}}',
  '{"metadata":{"name":"a"},"metadata":{"name":"b"}}',
  '{"metadata":{"name":"a","labels":null}}',
  '{"metadata":{}}',
  '{"metadata":null}',
  '{}',
  '{"kind":7,"metadata":{"name":"a"}}',
  `{"metadata":{"name":"a"},"deep":${'['.repeat(600)}${']'.repeat(600)}}`,
);
const brokenItem = fc.constantFrom(
  'null',
  '7',
  '"a"',
  '[]',
  '',
  '{"a":}',
  '{"a" 1}',
  '{"a":01}',
  '{"a":"\u0001"}',
);
const space = fc.constantFrom('', '', '', ' ', '\n', '\t ');

describe('a list', () => {
  const body = fc
    .record({
      items: fc.array(
        fc.oneof(
          { weight: 12, arbitrary: pod.map((value) => JSON.stringify(value)) },
          { weight: 2, arbitrary: oddItem },
        ),
        { maxLength: 8 },
      ),
      broken: fc.option(fc.tuple(fc.nat(8), brokenItem), { freq: 4 }),
      space,
      typeLast: fc.boolean(),
      end: fc.constantFrom(']', ']', ']', ']', ']]', ',]', ''),
    })
    .map((made) => {
      const items = [...made.items];
      if (made.broken !== null) items.splice(made.broken[0], 0, made.broken[1]);
      const type = '"kind":"PodList","apiVersion":"v1"';
      const inner = `${made.space}${items.join(`${made.space},${made.space}`)}${made.space}${made.end}`;
      return Buffer.from(
        made.typeLast
          ? `{"metadata":{"resourceVersion":"5"},"items":[${inner},${type}}`
          : `{${type},"metadata":{"resourceVersion":"5"},"items":[${inner}}`,
      );
    });

  test('is read like plain objects, or rejected with the same message, however it is cut', () => {
    fc.assert(
      fc.property(body, cuts, (bytes, lengths) => {
        expect(list(bytes, lengths, true)).toEqual(list(bytes, lengths, false));
      }),
      { seed: 20_260_402, numRuns: 1500 },
    );
  });

  test('an invalid byte is found at any position', () => {
    const good = Buffer.from(
      `{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[${['a', 'b'].map((name) => JSON.stringify(samplePod(name))).join()}]}`,
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), cuts, (at, byte, lengths) => {
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        const ours = list(bytes, lengths, true) as { value?: unknown; error?: string };
        const theirs = list(bytes, lengths, false) as { value?: unknown; error?: string };
        // A list that ends within an invalid item may be reported as either.
        if (ours.error === undefined || theirs.error === undefined) expect(ours).toEqual(theirs);
      }),
      { seed: 20_260_403, numRuns: 3000 },
    );
  });

  test('holds compact objects, of several calls of the kernel too', () => {
    const items = Array.from({ length: 400 }, (_, number) => samplePod(`pod-${number}`, String(number)));
    const bytes = Buffer.from(
      JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items }),
    );
    const { value } = list(bytes, [10_000], true) as { value: { items: KubernetesObject[] } };
    expect(value.items.every(isCompact)).toBe(true);
    expect(value.items).toEqual(items);
  });

  test('an item that is too long is refused, complete or not', () => {
    const long = JSON.stringify(samplePod('a', '1', { status: { phase: 'x'.repeat(200_000) } }));
    for (const text of [`{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"b"}},${long}]}`]) {
      expect(list(Buffer.from(text), [8192], true, 100_000)).toEqual({
        error: expect.stringContaining('items[1] is longer than the 100000 bytes allowed') as string,
      });
      expect(list(Buffer.from(text), [1_000_000], true, 100_000)).toEqual({
        error: expect.stringContaining('items[1] is longer than the 100000 bytes allowed') as string,
      });
    }
  });
});

describe('an object that cannot be kept compact', () => {
  const deep = (depth: number): string =>
    `{"metadata":{"name":"deep","namespace":"a"},"data":${deepText(depth, 'objects')}}`;
  const small = JSON.stringify(samplePod('small'));

  test.each([600, 4500, 7000, 100_000])(
    'of %i levels stays plain, and its neighbours are compact',
    (depth) => {
      const items = [small, deep(depth), small];
      const { value } = list(listBody(items), [50_000], true) as { value: { items: KubernetesObject[] } };
      expect(value.items.map(isCompact)).toEqual([true, false, true]);
      expect(
        difference(value.items[1], JSON.parse(`{"apiVersion":"v1","kind":"Pod",${deep(depth).slice(1)}`)),
      ).toBe(undefined);
      const events = watchEvents(items.map((item) => `{"type":"ADDED","object":${item}}`));
      expect(events.map(({ object }) => isCompact(object))).toEqual([true, false, true]);
      expect(difference(events[1]?.object, JSON.parse(deep(depth)))).toBe(undefined);
      const transformed = cache.transformer(undefined)(JSON.parse(deep(depth)));
      expect(difference(transformed, JSON.parse(deep(depth)))).toBe(undefined);
    },
  );

  test('has the numbers that JSON.stringify cannot write', () => {
    const transform = cache.transformer(undefined);
    for (const number of ['-0', '1e400', '-1e400']) {
      // An escape in a key makes the kernel leave it to JSON.parse.
      const text = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"},"\\u0061":${number}}`;
      const { value } = list(listBody([text]), [50_000], true) as { value: { items: unknown[] } };
      expect(value.items).toEqual([JSON.parse(text)]);
      expect(transform(JSON.parse(text))).toEqual(JSON.parse(text));
    }
  });

  test('is one of too many types: each has slabs of its own', () => {
    const many = newCache();
    const items = Array.from(
      { length: 30_000 },
      (_, number) => `{"kind":"Kind${number}","apiVersion":"v1","metadata":{"name":"a${number}"}}`,
    );
    const decoder = new ListDecoder<KubernetesObject>({ name: 'GET /any', format: many.format });
    decoder.feed(listBody(items));
    const list = decoder.end().items;
    expect(list.map((item) => JSON.stringify(item))).toEqual(items);
    expect(list.filter(isCompact)).toHaveLength(mostTypes - 1);
    expect(many.objects.types.size).toBe(mostTypes);
    // The list keeps its own type, independent of its items.
    expect(isCompact(list[7])).toBe(true);
  });

  test.each([520, 7000])('of invalid JSON, %i levels deep, is rejected without quoting it', (depth) => {
    const bad = deep(depth).replace('"d":0', '"pw":x"hunter2"');
    const body = listBody([small, bad]);
    const ours = list(body, [body.length], true);
    expect(JSON.stringify(ours)).not.toContain('hunter');
    expect(ours).toEqual(list(body, [body.length], false));
    expect((ours as { error: string }).error).toMatch(/items\[1\] is not valid JSON at byte \d+$/);
  });
});

describe('a watch', () => {
  const line = fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), pod)
        .map(([type, object]) => JSON.stringify({ type, object })),
    },
    { weight: 2, arbitrary: oddItem.map((object) => `{"type":"ADDED","object":${object}}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"9"}}}',
        '{"type":"ERROR","object":{"kind":"Status","code":410}}',
        '',
        '   ',
        '\r',
        '{"object":{"metadata":{"name":"a"}},"type":"ADDED","more":[1]}',
        '{"type":"ADD\\u0045D","object":{"metadata":{"name":"a"}}}',
        '{"type":"ADDED","type":"DELETED","object":{"metadata":{"name":"a"}}}',
      ),
    },
  );
  const brokenLine = fc.constantFrom(
    'null',
    '7',
    '[]',
    '{}',
    '{"type":"ADDED"}',
    '{"type":"ADDED","object":[]}',
    '{"type":"NEW","object":{}}',
    '{"type":7,"object":{}}',
    '{"type":"ADDED","object":{"a":}}',
    '{"type":"ADDED","object":{"metadata":{"name":"a"}}',
    '{"type":"ADDED","object":{}} x',
    'upstream connect error',
  );
  const body = fc
    .record({
      lines: fc.array(line, { maxLength: 10 }),
      broken: fc.option(fc.tuple(fc.nat(10), brokenLine), { freq: 3 }),
      end: fc.constantFrom('\n', '\n', '', '{"type"'),
    })
    .map((made) => {
      const lines = [...made.lines];
      if (made.broken !== null) lines.splice(made.broken[0], 0, made.broken[1]);
      return Buffer.from(`${lines.join('\n')}${made.end}`);
    });

  test('returns the same events and errors as with plain objects, however it is cut', () => {
    fc.assert(
      fc.property(body, cuts, (bytes, lengths) => {
        expect(watch(bytes, lengths, true)).toEqual(watch(bytes, lengths, false));
      }),
      { seed: 20_260_404, numRuns: 1500 },
    );
  });

  test('an invalid byte is found at any position, with the same message', () => {
    const good = Buffer.from(
      ['a', 'b', 'c']
        .map((name) => `${JSON.stringify({ type: 'MODIFIED', object: samplePod(name) })}\n`)
        .join(''),
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), cuts, (at, byte, lengths) => {
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        expect(watch(bytes, lengths, true)).toEqual(watch(bytes, lengths, false));
      }),
      { seed: 20_260_405, numRuns: 3000 },
    );
  });

  test('a line that is too long ends it, after the events before it', () => {
    const good = `${JSON.stringify({ type: 'ADDED', object: samplePod('a') })}\n`;
    const long = `${JSON.stringify({ type: 'ADDED', object: samplePod('b', '1', { status: { phase: 'x'.repeat(5000) } }) })}\n`;
    for (const lengths of [[100], [4096], [1_000_000]]) {
      const bytes = Buffer.from(`${good}\n${good}${long}`);
      const ours = watch(bytes, lengths, true, 4000) as { events: unknown[]; error: string };
      expect(ours).toEqual(watch(bytes, lengths, false, 4000));
      expect(ours.events).toHaveLength(2);
      expect(ours.error).toContain('line 4 of the watch');
    }
  });
});
