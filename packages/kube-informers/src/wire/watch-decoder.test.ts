import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { TransportError } from '../util/errors.js';
import { sharingFormat } from './json-format.js';
import { parseJson } from '../util/json.js';
import { WatchDecoder } from './watch-decoder.js';

// The same cases in every run.

const parse = vi.spyOn(JSON, 'parse');

type Event = WatchEvent<Record<string, unknown>>;

interface Decoded {
  readonly events: Event[];
  readonly error: TransportError | undefined;
}

/**
 * Feeds the pieces, then the end; returns the events, and the error that ended it. Feeds the pieces both together and one
 * after the other, which must give the same result.
 */
function decode(
  pieces: readonly (string | Uint8Array)[],
  options?: ConstructorParameters<typeof WatchDecoder>[0],
): Decoded {
  const together = decodeOnce(pieces, options, false);
  expect(decodeOnce(pieces, options, true)).toEqual(together);
  return together;
}

function decodeOnce(
  pieces: readonly (string | Uint8Array)[],
  options: ConstructorParameters<typeof WatchDecoder>[0],
  apart: boolean,
): Decoded {
  const decoder = new WatchDecoder<Record<string, unknown>>(options);
  const events: Event[] = [];
  try {
    for (const piece of pieces) {
      decoder.feed(Buffer.from(piece), events);
      if (apart) decoder.flush(events);
    }
    decoder.end(events);
  } catch (error) {
    if (error instanceof TransportError) return { events, error };
    throw error;
  }
  return { events, error: undefined };
}

const added = (name: string): Event => ({ type: 'ADDED', object: { metadata: { name } } });
const line = (event: unknown): string => `${JSON.stringify(event)}\n`;

describe('lines', () => {
  test('several lines in one chunk become separate events, in order', () => {
    const { events, error } = decode([line(added('a')) + line(added('b')) + line(added('c'))]);
    expect(events).toEqual([added('a'), added('b'), added('c')]);
    expect(error).toBeUndefined();
  });

  test('an event is delivered with the chunk that contains its line end, not before', () => {
    const decoder = new WatchDecoder<Record<string, unknown>>();
    const events: Event[] = [];
    decoder.feed(Buffer.from(line(added('a')).slice(0, -1)), events);
    decoder.flush(events);
    expect(events).toEqual([]);
    decoder.feed(Buffer.from('\n{'), events);
    decoder.flush(events);
    expect(events).toEqual([added('a')]);
  });

  test('a UTF-8 character may be split between chunks', () => {
    const bytes = Buffer.from(line(added('ä€😀')));
    for (let cut = 1; cut < bytes.length; cut++)
      expect(decode([bytes.subarray(0, cut), bytes.subarray(cut)]).events).toEqual([added('ä€😀')]);
  });

  test('U+2028 and U+2029 do not end a line (peer-failures 25)', () => {
    const raw = `{"type":"ADDED","object":{"metadata":{"name":"a\u2028b\u2029c"}}}\n`;
    expect(decode([raw]).events).toEqual([added('a\u2028b\u2029c')]);
  });

  test.each(['\n', '\r\n', '  \n', '\n\n\n'])('empty lines (%j) and CRLF are skipped', (gap) => {
    const { events, error } = decode([
      gap + line(added('a')).replace('\n', '\r\n') + gap + line(added('b')) + gap,
    ]);
    expect(events).toEqual([added('a'), added('b')]);
    expect(error).toBeUndefined();
  });

  test('a line of many MiB in small chunks is joined once', () => {
    const big = added('x'.repeat(24 * 1024 * 1024));
    const bytes = Buffer.from(line(big));
    const pieces: Uint8Array[] = [];
    for (let start = 0; start < bytes.length; start += 1024) pieces.push(bytes.subarray(start, start + 1024));
    const startMs = performance.now();
    expect(decode(pieces).events).toEqual([big]);
    // Joining at every chunk would copy 290 GB.
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });

  test('a line above the limit ends the watch, whether or not its end has arrived', () => {
    for (const pieces of [
      [`"${'x'.repeat(200)}`],
      [`"${'x'.repeat(200)}"\n`],
      ['"xxxx', `${'x'.repeat(200)}"\n`],
    ]) {
      const { error } = decode([line(added('a')), ...pieces], { maxLineBytes: 100 });
      expect(error).toMatchObject({ code: 'ERR_WATCH_DECODE' });
      expect(error?.message).toContain('line 2');
      expect(error?.message).toContain('100 bytes');
    }
  });
});

describe('blank lines', () => {
  const bytes = 192 * 1024;

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['spaces', '   \n'],
    ['tabs and CR', '\t\r\r\n'],
  ])(
    'by the ten thousands (%s) are never parsed, and events between them are parsed together',
    (_, blank) => {
      const gap = blank.repeat(bytes / 4 / blank.length);
      const text = gap + line(added('a')) + gap + line(added('b')) + line(added('c')) + gap + gap;
      for (const chunk of [text.length, 1000, 7]) {
        let calls = 0;
        parse.mockClear();
        const decoder = new WatchDecoder<Record<string, unknown>>({}, () => {
          calls++;
          return undefined;
        });
        const events: Event[] = [];
        for (let at = 0; at < text.length; at += chunk) {
          decoder.feed(Buffer.from(text.slice(at, at + chunk)), events);
          // Called as by a stream when no more data is available.
          if (chunk < 1000) decoder.flush(events);
        }
        decoder.end(events);
        const parsed = parse.mock.calls.length;
        expect(events).toEqual([added('a'), added('b'), added('c')]);
        expect(calls).toBeLessThanOrEqual(3);
        expect(parsed).toBeLessThanOrEqual(3);
      }
    },
  );

  test('are counted in the line number of an error', () => {
    for (const blank of ['\n', '\r\n', '  \n']) {
      const { events, error } = decode([blank.repeat(1000), line(added('a')), blank.repeat(500), 'x}\n']);
      expect(events).toEqual([added('a')]);
      expect(error?.message).toContain('line 1502 of');
    }
  });

  test('may be the first bytes that a cache parses', () => {
    for (const blank of ['\n', '\r\n', ' ', '\u00a0\n']) {
      const decoder = sharingFormat(0).watchDecoder({});
      const events: WatchEvent<KubernetesObject>[] = [];
      decoder.feed(Buffer.from(blank), events);
      decoder.flush(events);
      decoder.end(events);
      expect(events).toEqual([]);
    }
  });
});

describe('lines that arrive together', () => {
  const many = Array.from({ length: 50 }, (_, index) => added(`pod-${index}`));

  test('are parsed by one call', () => {
    const bytes = Buffer.from(many.map(line).join(''));
    parse.mockClear();
    const { events } = decodeOnce([bytes.subarray(0, 400), bytes.subarray(400)], undefined, false);
    const calls = parse.mock.calls.length;
    expect(events).toEqual(many);
    expect(calls).toBe(1);
  });

  test.each([
    ['two events in one line', `${line(added('a')).trim()},${line(added('b'))}`],
    ['an event of two lines', line(added('a')).replace('"object"', '\n"object"')],
    ['an object of two lines', '{"type":"ADDED","object":{"c":[{"type":"x"}\n{"type":"y"}]}}\n'],
    ['a bracket too many', '{"type":"ADDED","object":{}}],[\n'],
    ['a number', '1}\n'],
  ])('%s among them: delivers the events before it, and names its line in the error', (_what, bad) => {
    const { events, error } = decode([many.map(line).join(''), bad, line(added('z'))]);
    expect(events).toEqual(many);
    expect(error).toMatchObject({ code: 'ERR_WATCH_DECODE' });
    expect(error?.message).toContain('line 51 of');
  });

  test('many events without a flush are decoded in between', () => {
    const decoder = new WatchDecoder<Record<string, unknown>>();
    const events: Event[] = [];
    const bytes = Buffer.from(line(added('x'.repeat(1000))));
    for (let count = 0; count < 1000; count++) decoder.feed(bytes, events);
    expect(events.length).toBeGreaterThan(700);
    decoder.flush(events);
    expect(events).toHaveLength(1000);
  });
});

describe('the end of the stream', () => {
  test('TestDecoder_SourceClose: ends without an error after a line end', () => {
    expect(decode([line(added('a'))])).toEqual({ events: [added('a')], error: undefined });
    expect(decode([])).toEqual({ events: [], error: undefined });
  });

  test('an incomplete line is a cut, not a decode error', () => {
    const { events, error } = decode([`${line(added('a'))}{"type":"MODIFIED","obj`]);
    expect(events).toEqual([added('a')]);
    expect(error).toMatchObject({ code: 'ERR_WATCH_CUT' });
    expect(error?.message).toContain('line 2');
  });

  test('a last line that lacks only its line end is an event', () => {
    expect(decode([line(added('a')), line(added('b')).trim()])).toEqual({
      events: [added('a'), added('b')],
      error: undefined,
    });
  });
});

describe('lines that are not events', () => {
  test('TestDecoder: the five types and no other', () => {
    for (const type of ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])
      expect(decode([line({ type, object: {} })]).events).toEqual([{ type, object: {} }]);
    const { events, error } = decode([
      line(added('a')) + line({ type: 'PATCHED', object: {} }) + line(added('b')),
    ]);
    expect(events).toEqual([added('a')]);
    expect(error).toMatchObject({ code: 'ERR_WATCH_DECODE' });
    expect(error?.message).toContain('"PATCHED"');
  });

  test.each([
    ['invalid JSON', '{"type":"ADDED",]'],
    ['HTML', '<html>'],
    ['not an object', '[]'],
    ['null', 'null'],
    ['a number', '12'],
    ['no type', '{"object":{}}'],
    ['a type that is not a string', '{"type":{},"object":{}}'],
    ['no member object', '{"type":"ADDED"}'],
    ['a null object', '{"type":"ADDED","object":null}'],
    ['an array as object', '{"type":"ADDED","object":[]}'],
    ['two objects', '{"type":"ADDED","object":{}}{"type":"ADDED","object":{}}'],
  ])('%s: an error that names the line, after the earlier events', (_what, bad) => {
    const { events, error } = decode([line(added('a')), '\n', `${bad}\n`, line(added('b'))]);
    expect(events).toEqual([added('a')]);
    expect(error).toMatchObject({ code: 'ERR_WATCH_DECODE' });
    expect(error?.message).toContain('line 3');
    expect(error?.message).toContain(`${bad.length} characters`);
  });

  test('errors do not quote the line: it may be a Secret', () => {
    for (const bad of [
      '{"type":"ADDED","object":{"data":{"password":"aHVudGVyMg=="}}',
      '{"type":"aHVudGVyMg== or so","object":{}}',
      '{"type":"ADDED","object":"aHVudGVyMg=="}',
      'aHVudGVyMg==',
    ]) {
      const { error } = decode([`${bad}\n`]);
      expect(error).toMatchObject({ code: 'ERR_WATCH_DECODE' });
      expect(error?.message).not.toContain('aHVu');
      expect(error?.cause).toBeUndefined();
    }
    expect(decode(['{"type":"ADDED","object":{"data":{"password":"aHVu']).error?.message).not.toContain(
      'aHVu',
    );
  });
});

describe('any bytes', () => {
  const event = fc.record({
    type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'),
    object: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
  });

  test('returns the same events, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 6 }),
        fc.array(fc.nat(40), { maxLength: 60 }),
        (events, sizes) => {
          const bytes = Buffer.from(events.map(line).join(''));
          const pieces: Uint8Array[] = [];
          let start = 0;
          for (const size of sizes) {
            pieces.push(bytes.subarray(start, start + size));
            start += size;
          }
          pieces.push(bytes.subarray(start));
          const expected = decode([bytes]);
          expect(expected.error).toBeUndefined();
          expect(expected.events).toEqual(events.map((each) => parseJson(line(each)) as unknown));
          expect(decode(pieces)).toEqual(expected);
        },
      ),
    );
  });

  test('give events or one of the two errors', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.uint8Array(), fc.constant(Buffer.from('\n')))), (pieces) => {
        const { error } = decode(pieces);
        expect(['ERR_WATCH_DECODE', 'ERR_WATCH_CUT', undefined]).toContain(error?.code);
      }),
    );
  });
});
