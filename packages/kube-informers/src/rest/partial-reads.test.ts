import { expect, test } from 'vitest';
import { FieldMask } from '../meta/field-mask.js';
import { KeyError } from '../meta/names.js';
import { jsonFormat } from '../wire/json-format.js';
import { PartialReads } from './partial-reads.js';

const target = { group: '', version: 'v1', resource: 'pods', namespace: '', name: '', subresource: '' };
const path = '/api/v1/pods';
const mask = FieldMask.of('a test', { fields: { metadata: { labels: true } } });

function object(uid: unknown, resourceVersion: unknown = '1') {
  return { metadata: { name: 'web', uid, resourceVersion } };
}

function update(reads: PartialReads, body: object): () => void {
  return () => reads.refuseCopy({ method: 'PUT', path, target, body });
}

function get(reads: PartialReads, found: unknown, masked: typeof mask): void {
  reads.answered({ method: 'GET', path, target, mask: masked }, found);
}

test('remembers the last 10,000 reads', () => {
  const reads = new PartialReads();
  for (let uid = 0; uid <= 10_000; uid++) get(reads, object(`uid-${uid}`), mask);
  expect(update(reads, object('uid-0'))).not.toThrow();
  expect(update(reads, object('uid-1'))).toThrow('read with only some fields: use patch');
});

test('a read again is among the last ones', () => {
  const reads = new PartialReads();
  get(reads, object('first'), mask);
  for (let uid = 0; uid < 9_999; uid++) get(reads, object(`uid-${uid}`), mask);
  get(reads, object('first', '2'), mask);
  get(reads, object('last'), mask);
  expect(update(reads, object('first', '2'))).toThrow('read with only some fields: use patch');
});

test('whole reads of objects that were never read in part are not remembered', () => {
  const reads = new PartialReads();
  get(reads, object('uid-1'), mask);
  for (let uid = 2; uid < 20_000; uid++) get(reads, object(`uid-${uid}`), undefined);
  expect(update(reads, object('uid-1'))).toThrow('read with only some fields: use patch');
});

test.each([
  ['no object', null],
  ['a list', []],
  ['no metadata', { metadata: 'x' }],
  ['a uid that is a number', object(1)],
  ['a uid of a megabyte', object('x'.repeat(2 ** 20))],
  ['a version of a megabyte', object('uid', '1'.repeat(2 ** 20))],
  ['a version that is an object', object('uid', {})],
])('what a server sends instead of an object is not remembered: %s', (_name, sent) => {
  const reads = new PartialReads();
  get(reads, sent, mask);
  if (sent !== null) expect(update(reads, sent)).not.toThrow();
});

test('a cache that has no key for the object does not have it, and other errors are passed on', () => {
  let problem: Error = new KeyError('no key');
  const cache = {
    get() {
      throw problem;
    },
  };
  const reads = new PartialReads();
  expect(reads.begin('watch', { path, target, format: { ...jsonFormat, mask, cache } })).toBeUndefined();
  expect(update(reads, object('uid'))).not.toThrow();
  problem = new Error('broken');
  expect(update(reads, object('uid'))).toThrow(problem);
});

test.each(['scale', 'proxy'])('the body of %s is not an object of the resource', (subresource) => {
  const reads = new PartialReads();
  get(reads, object('uid'), mask);
  const request = { method: 'PUT', path, target: { ...target, subresource }, body: object('uid') };
  expect(() => reads.refuseCopy(request)).not.toThrow();
  expect(() => reads.refuseCopy({ ...request, target: { ...target, subresource: 'status' } })).toThrow(
    'read with only some fields: use patch',
  );
});
