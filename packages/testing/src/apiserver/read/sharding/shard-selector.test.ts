import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashRanges } from '../../../../../kube-informers/src/meta/hash-ranges.js';
import { parseShardSelector, ShardSelectorError } from './shard-selector.js';
import { runs } from '../../../../../../test/nightly.test-support.js';

// A fixed seed, so that every run has the same cases.

const low = '0x0000000000000000';
const top = '0x10000000000000000';

function range(field: string, start: string, end: string): string {
  return `shardRange(${field}, '${start}', '${end}')`;
}

const bound = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((n) => `0x${n.toString(16).padStart(16, '0')}`);

test('adjacent ranges partition all objects, and round-trip', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(bound, { minLength: 1, maxLength: 6 }),
      fc.array(fc.uuid(), { minLength: 1, maxLength: 20 }),
      (bounds, uids) => {
        const cuts = [low, ...bounds.filter((cut) => cut !== low).toSorted(), top];
        const shards = cuts
          .slice(1)
          .map((end, index) => parseShardSelector(range('object.metadata.uid', cuts[index] ?? '', end)));
        for (const uid of uids) {
          expect(shards.filter((shard) => shard.matches({ uid, namespace: 'x' }))).toHaveLength(1);
        }
        const joined = parseShardSelector(shards.map(({ text }) => text).join('||'));
        expect(parseShardSelector(joined.text).text).toBe(joined.text);
        expect(uids.every((uid) => joined.matches({ uid, namespace: 'x' }))).toBe(true);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('selects the objects of the ranges in a client', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { minLength: 1 }),
      fc.array(fc.uuid(), { minLength: 1, maxLength: 20 }),
      (slots, uids) => {
        const ranges = HashRanges.ofSlots(slots, 16);
        const selector = parseShardSelector(ranges.selector());
        expect(selector.text).toBe(ranges.selector());
        for (const uid of uids) expect(selector.matches({ uid, namespace: '' })).toBe(ranges.has(uid));
      },
    ),
    { numRuns: runs(500) },
  );
});

test('accepts every form of CEL literals', () => {
  const plain = parseShardSelector(range('object.metadata.uid', low, top));
  for (const start of [
    `"${low}"`,
    `'''${low}'''`,
    `r"${low}"`,
    String.raw`'\x30x\u0030\U00000030\060${'0'.repeat(13)}'`,
  ]) {
    expect(parseShardSelector(`shardRange(object.metadata.uid, ${start}, '${top}')`).text).toBe(plain.text);
  }
});

const word = fc.constantFrom(
  'shardRange', '(', ')', ',', '||', '&&', '!', '-', '.', '[', ']', '{', '}', '?', ':', 'in', 'true', 'null', '1', '2.5',
  '3u', `'${low}'`, `"${top}"`, 'object', 'metadata', 'uid', "'", '"""', '\\', '@', ' ', '\n', '//', 'é', '😀',
); // prettier-ignore

test('garbage is rejected with a message, quickly', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
      ),
      (text) => {
        try {
          expect(parseShardSelector(text).text).toContain('shardRange(');
        } catch (error) {
          expect(error).toBeInstanceOf(ShardSelectorError);
        }
      },
    ),
    { numRuns: runs(5000) },
  );
});

test.each([
  ['parentheses', '('.repeat(50_000), 'expression recursion limit exceeded: 250'],
  ['calls', 'f('.repeat(20_000), 'expression recursion limit exceeded: 250'],
  ['lists', '['.repeat(50_000), 'expression recursion limit exceeded: 250'],
  ['a chain of ||', `a${'||a'.repeat(20_000)}`, 'unexpected expression kind 3'],
  ['a chain of fields', `shardRange(a${'.a'.repeat(20_000)},1,1)`, 'unsupported field path'],
  ['signs', `${'-'.repeat(50_000)}1`, 'unexpected expression kind 5'],
])('deep nesting of %s does not break the parser', (_what, text, why) => {
  expect(() => parseShardSelector(text)).toThrow(why);
});
