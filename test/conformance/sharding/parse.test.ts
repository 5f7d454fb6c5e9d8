import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { parseShardSelector } from '../../../packages/testing/src/apiserver/read/sharding/shard-selector.js';
import { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import { hashOf } from '../../../packages/kube-informers/src/meta/hash-ranges.js';

const low = '0x0000000000000000';
const middle = '0x8000000000000000';
const top = '0x10000000000000000';
const range = (start: string, end: string, field = 'object.metadata.uid'): string =>
  `shardRange(${field}, '${start}', '${end}')`;

test.each([
  ['one range', range(low, middle)],
  ['an end of 2^64', range(middle, top)],
  ['the namespace', range(low, middle, 'object.metadata.namespace')],
  ['two ranges', `${range(low, '0x4000000000000000')} || ${range(middle, top)}`],
  [
    'three ranges',
    [
      range(low, '0x1000000000000000'),
      range('0x4000000000000000', middle),
      range('0xc000000000000000', top),
    ].join(' || '),
  ],
  ['no spaces', `shardRange(object.metadata.uid,'${low}','${middle}')||${range(middle, top)}`],
  ['extra spaces', `  shardRange(  object.metadata.uid , '${low}' , '${middle}'  )  `],
])('TestParse accepts %s', (_what, selector) => {
  const { text } = parseShardSelector(selector);
  expect(text).toContain('shardRange(object.metadata.');
});

test.each([
  ['the empty string', '', 'empty shard selector is not allowed'],
  ['a start without 0x', range('0000000000000000', middle), "hexStart must have '0x' prefix"],
  ['an end without 0x', range(low, '8000000000000000'), "hexEnd must have '0x' prefix"],
  ['0x alone', range('0x', middle), 'hexStart: hex value is required after'],
  ['another field', range(low, middle, 'object.metadata.name'), 'unsupported field path'],
  ['labels', range(low, middle, 'object.metadata.labels'), 'unsupported field path'],
  [
    'an unknown function',
    `shards(object.metadata.uid, '${low}', '${middle}')`,
    'unsupported function "shards"',
  ],
  ['18 digits', range(low, '0x100000000000000000'), 'hexEnd: hex value too long (18 chars'],
  [
    'a digit that is not hexadecimal',
    range('0x000000000000000g', middle),
    'hexStart: invalid hex character "g"',
  ],
  ['&&', `${range(low, middle)} && ${range(middle, top)}`, 'unsupported function "_&&_"'],
  ['integers', 'shardRange(object.metadata.uid, 0, 1)', 'hexStart must be a string literal'],
  ['a comparison', `object.metadata.uid == '${low}'`, 'unsupported function "_==_"'],
  ['two arguments', `shardRange(object.metadata.uid, '${low}')`, 'shardRange() requires exactly 3 arguments'],
  [
    'a nested call',
    `shardRange(shardRange(object.metadata.uid, '${low}', '${middle}'), '${low}', '${middle}')`,
    'shardRange() first argument: expected',
  ],
  [
    'two fields',
    `${range(low, middle)} || ${range(middle, top, 'object.metadata.namespace')}`,
    'all shard ranges must use the same field',
  ],
  ['a short start', range('0x0', middle), 'hexStart must be a 0x-prefixed 16-digit'],
  ['a short end', range(low, '0x8'), 'hexEnd must be a 0x-prefixed 16-digit'],
  ['an empty range', range(middle, middle), 'shard range start 0x8000000000000000'],
  ['a reversed range', range(middle, low), 'shard range start 0x8000000000000000'],
])('TestParse refuses %s', (_what, selector, words) => {
  expect(() => parseShardSelector(selector)).toThrow(words);
});

test('TestParseRoundTrip: a printed selector parses to the same selector', () => {
  const joined = `${range(low, '0x4000000000000000')} || ${range(middle, top)}`;
  expect(parseShardSelector(parseShardSelector(joined).text).text).toBe(joined);
});

// Upstream: start included, end excluded.
test('a start is included, an end excluded', () => {
  const hash = hashOf('uid-1');
  const next = (BigInt(`0x${hash}`) + 1n).toString(16).padStart(16, '0');
  const object = { uid: 'uid-1', namespace: '' };
  expect(parseShardSelector(range(`0x${hash}`, `0x${next}`)).matches(object)).toBe(true);
  expect(parseShardSelector(range(low, `0x${hash}`)).matches(object)).toBe(false);
});

// Upstream: FNV-1a 64, 16 lower-case hex digits.
test('the hash is FNV-1a of 64 bits, as 16 lower case digits', () => {
  expect(hashOf('')).toBe('cbf29ce484222325');
  expect(hashOf('a')).toBe('af63dc4c8601ec8c');
});

// Upstream: list echoes the selector in metadata.shardInfo.
test('a list of the embedded server returns the selector in metadata.shardInfo', async () => {
  const server = await ApiServer.start({ shardedListAndWatch: true });
  const clientset = new Clientset({ host: server.url });
  const list = await clientset
    .coreV1()
    .configMaps('default')
    .list({ shardSelector: range(low, middle) });
  expect(list.metadata).toMatchObject({ shardInfo: { selector: range(low, middle) } });
  await clientset.close();
  await server.stop();
});
