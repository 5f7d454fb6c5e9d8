import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './log-lines.js';

/** Returns everything that an iterable gives. */
async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const value of values) seen.push(value);
  return seen;
}

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (let turn = 0; start < bytes.length; turn++) {
    const end = start + (sizes[turn % sizes.length] ?? bytes.length);
    yield bytes.subarray(start, end);
    start = end;
  }
}

const lines = (text: string | Uint8Array, sizes: readonly number[] = []): Promise<string[]> =>
  all(linesOf(chunked(Buffer.from(text as string), sizes)));

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\nb', ['a', 'b']],
  ['\n', ['']],
  ['\n\na\n', ['', '', 'a']],
  ['a\r\nb\n', ['a\r', 'b']],
  ['\uFEFFa\n', ['\uFEFFa']],
])('%j has the lines %j', async (text, expected) => {
  expect(await lines(text)).toEqual(expected);
});

test('lines do not depend on where the bytes are cut, even within a character', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''))),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (written, sizes) => {
        const text = written.map((line) => `${line}\n`).join('');
        expect(await lines(text, sizes)).toEqual(written);
      },
    ),
  );
});

test('invalid UTF-8 becomes U+FFFD and damages neither its line nor the next', async () => {
  const bytes = Buffer.concat([
    Buffer.from('a'),
    Buffer.from([0xff, 0xf0, 0x9f]),
    Buffer.from('b\n'),
    Buffer.from([0xe2, 0x82]),
    Buffer.from('\nend\n'),
    Buffer.from([0xc3]),
  ]);
  for (const size of [1, 2, 100])
    expect(await lines(bytes, [size])).toEqual(['a\uFFFD\uFFFDb', '\uFFFD', 'end', '\uFFFD']);
});

test('a line of more than 1 MiB arrives in pieces that split no character', async () => {
  const most = 1024 * 1024;
  const exact = 'x'.repeat(most);
  expect(await lines(`${exact}\n${exact}`, [65_536])).toEqual([exact, exact]);
  expect(await lines(`${exact}y\nnext\n`, [60_000])).toEqual([exact, 'y', 'next']);
  const long = `z${'€'.repeat(most)}`;
  for (const sizes of [[65_536], [4 * most]]) {
    const [first = '', ...more] = await lines(`${long}\nnext\n`, sizes);
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(most);
    expect([first, ...more.slice(0, -1)].join('')).toBe(long);
    expect(more).toHaveLength(4);
    expect(more.at(-1)).toBe('next');
  }
});
