import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WatchEvent } from 'kube-informers';
import { TransportError } from 'kube-informers';
import { GunzipBody } from '../../packages/kube-informers/src/rest/response-handler.js';
import { WatchDecoder } from '../../packages/kube-informers/src/wire/watch-decoder.js';
import { cut, cuts, mutate, mutations, object, text } from './mutate.test-support.js';
import { parseJson } from '../../packages/kube-informers/src/util/json.js';
import { runs } from '../nightly.test-support.js';

type Event = WatchEvent<Record<string, unknown>>;

interface Decoded {
  readonly events: readonly Event[];
  readonly error: TransportError | undefined;
}

/** Feeds the pieces, then the end. Anything thrown but a TransportError fails the test. */
function decode(pieces: readonly Uint8Array[], maxLineBytes?: number): Decoded {
  const together = decodeOnce(pieces, maxLineBytes, false);
  // Lines that arrive one after the other are parsed one by one, with the same result.
  expect(decodeOnce(pieces, maxLineBytes, true)).toEqual(together);
  return together;
}

function decodeOnce(
  pieces: readonly Uint8Array[],
  maxLineBytes: number | undefined,
  apart: boolean,
): Decoded {
  const decoder = new WatchDecoder<Record<string, unknown>>({ maxLineBytes });
  const events: Event[] = [];
  try {
    for (const piece of pieces) {
      decoder.feed(piece, events);
      if (apart) decoder.flush(events);
    }
    decoder.end(events);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { events, error };
  }
  return { events, error: undefined };
}

const event = fc.record({
  type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'),
  object,
});
/** Line ends and empty lines, as servers and proxies write them. */
const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', '\n \n', '\r\n\r\n', '\n\t\n');
const stream = fc.array(fc.tuple(event, lineEnd), { maxLength: 6 });

function bytesOf(lines: readonly (readonly [unknown, string])[]): Buffer {
  return Buffer.from(lines.map(([value, end]) => JSON.stringify(value) + end).join(''));
}

test('returns the same events, however the bytes are cut', () => {
  fc.assert(
    fc.property(stream, cuts, fc.boolean(), (lines, lengths, lastEnd) => {
      let bytes = bytesOf(lines);
      // The last event may lack its line end.
      if (!lastEnd) bytes = Buffer.from(bytes.toString().trimEnd());
      const events = lines.map(([value]) => parseJson(JSON.stringify(value)) as Event);
      expect(decode(cut(bytes, lengths))).toEqual({ events, error: undefined });
      expect(decode([bytes]).events).toEqual(events);
    }),
    { numRuns: runs(5000), seed: 1 },
  );
});

test('changed bytes: events as they were up to the change, or one of the two errors', () => {
  fc.assert(
    fc.property(stream, mutations, cuts, (lines, changes, lengths) => {
      const bytes = mutate(bytesOf(lines), changes);
      const whole = decode([bytes]);
      const { events, error } = decode(cut(bytes, lengths));
      expect(events).toEqual(whole.events);
      expect(error?.message).toBe(whole.error?.message);
      expect(['ERR_WATCH_DECODE', 'ERR_WATCH_CUT', undefined]).toContain(error?.code);
      // Every line but the broken one is what it says: nothing was passed over, nothing made up.
      const said = bytes
        .toString()
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, events.length);
      expect(events).toEqual(said.map((line) => parseJson(line)));
    }),
    { numRuns: runs(5000), seed: 2 },
  );
});

test('an error quotes nothing of a line', () => {
  const secret = 'sEcrEt0ftheSecret';
  fc.assert(
    fc.property(event, mutations, text, (value, changes, noise) => {
      const line = JSON.stringify({ ...value, object: { ...value.object, data: { noise, secret } } });
      const { error } = decode([mutate(`${line}\n`, changes)]);
      fc.pre(error !== undefined);
      expect(JSON.stringify([error, error?.message, error?.stack, error?.cause])).not.toContain('sEcr');
    }),
    { numRuns: runs(3000), seed: 3 },
  );
});

test('garbage of any length is refused within the limit of a line, and what is kept never grows beyond it', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 40 }), (pieces) => {
      const { error } = decode(pieces, 100);
      const longest = Math.max(
        ...Buffer.concat(pieces)
          .toString('latin1')
          .split('\n')
          .map((line) => line.length),
      );
      if (longest > 100) expect(error).toBeDefined();
      expect(['ERR_WATCH_DECODE', 'ERR_WATCH_CUT', undefined]).toContain(error?.code);
    }),
    { numRuns: runs(3000), seed: 4 },
  );
});

test(
  'zipped, as one member or as one for each event, and cut anywhere: the same events',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(stream, cuts, fc.boolean(), async (lines, lengths, members) => {
        fc.pre(lines.length > 0);
        const parts = lines.map((line) => bytesOf([line]));
        const zipped = members
          ? Buffer.concat(parts.map((part) => gzipSync(part)))
          : gzipSync(Buffer.concat(parts));
        const nothing = (): void => undefined;
        const body = new GunzipBody(
          { pause: nothing, resume: nothing, destroy: nothing, abandon: nothing },
          'host',
        );
        for (const piece of cut(zipped, lengths)) body.push(piece);
        body.end();
        const pieces: Uint8Array[] = [];
        for await (const chunk of body.queue) pieces.push(chunk);
        expect(decode(pieces)).toEqual(decode([Buffer.concat(parts)]));
      }),
      { numRuns: runs(1000), seed: 5 },
    );
  },
);

test(
  'zipped and then damaged: events, or an error of the transport; never a hang',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(stream, mutations, cuts, async (lines, changes, lengths) => {
        const zipped = mutate(gzipSync(bytesOf(lines)), changes);
        const nothing = (): void => undefined;
        const body = new GunzipBody(
          { pause: nothing, resume: nothing, destroy: nothing, abandon: nothing },
          'host',
        );
        for (const piece of cut(zipped, lengths)) body.push(piece);
        body.end();
        const pieces: Uint8Array[] = [];
        try {
          for await (const chunk of body.queue) pieces.push(chunk);
        } catch (error) {
          expect(error).toBeInstanceOf(TransportError);
          expect(['ERR_BODY_CUT', 'ERR_TRANSPORT']).toContain((error as TransportError).code);
        }
        expect(['ERR_WATCH_DECODE', 'ERR_WATCH_CUT', undefined]).toContain(decode(pieces).error?.code);
      }),
      { numRuns: runs(1000), seed: 6 },
    );
  },
);
