import fc from 'fast-check';

/** One change of some bytes: what networks, disks and people do to them. */
type Mutation =
  | { readonly how: 'set'; readonly at: number; readonly byte: number }
  | { readonly how: 'drop' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly how: 'insert'; readonly at: number; readonly bytes: Uint8Array };

const at = fc.nat(1_000_000);

/** Up to five changes to a valid text, at positions within its length. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.oneof(
    fc.record({ how: fc.constant('set' as const), at, byte: fc.nat(255) }),
    fc.record({ how: fc.constantFrom('drop', 'repeat'), at, length: fc.nat(40) }),
    fc.record({
      how: fc.constant('insert' as const),
      at,
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc
          .constantFrom(
            '\n',
            '\r\n',
            '\0',
            '"',
            '\\',
            '{',
            '}',
            '[',
            ']',
            ',',
            ':',
            '%',
            'é',
            '\uFEFF',
            '\u2028',
            '&a',
            '*a',
            '<<',
          )
          .map((text) => Uint8Array.from(Buffer.from(text))),
      ),
    }),
  ),
  { minLength: 1, maxLength: 5 },
);

/** The bytes after all changes, one after the other. */
export function mutate(good: Uint8Array | string, changes: readonly Mutation[]): Buffer {
  let bytes = Buffer.from(good);
  for (const change of changes) {
    const place = bytes.length === 0 ? 0 : change.at % bytes.length;
    const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
    switch (change.how) {
      case 'set':
        bytes = Buffer.concat([before, Buffer.of(change.byte), after.subarray(1)]);
        break;
      case 'drop':
        bytes = Buffer.concat([before, after.subarray(change.length)]);
        break;
      case 'repeat':
        bytes = Buffer.concat([before, after.subarray(0, change.length), after]);
        break;
      case 'insert':
        bytes = Buffer.concat([before, change.bytes, after]);
        break;
    }
  }
  return bytes;
}

/** Lengths of pieces, by which bytes are cut; what is left is the last piece. */
export const cuts: fc.Arbitrary<readonly number[]> = fc.array(fc.oneof(fc.nat(3), fc.nat(60)), {
  maxLength: 80,
});

/** The bytes in pieces of these lengths. */
export function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const length of lengths) {
    pieces.push(bytes.subarray(start, start + length));
    start += length;
  }
  pieces.push(bytes.subarray(start));
  return pieces;
}

/** Texts with everything that breaks decoders: characters of one to four bytes, line ends of all kinds, quotes, escapes. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'ä€😀',
    '\u2028\u2029',
    '\r\n',
    '\\',
    '"',
    '\\"',
    '}{',
    '\u0000',
    '\uFFFD',
    '\uFEFF',
    '\u0085',
  ),
);

/** An object of the API, more or less. */
export const object: fc.Arbitrary<Record<string, unknown>> = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constantFrom('Secret', 'Pod'),
  metadata: fc.record({ name: text, labels: fc.dictionary(text, text, { maxKeys: 3 }) }),
  data: fc.dictionary(text, fc.oneof(text, fc.jsonValue({ maxDepth: 3 })), { maxKeys: 4 }),
});
