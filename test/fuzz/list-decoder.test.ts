import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesList, KubernetesObject } from 'kube-informers';
import { StatusError, TransportError } from 'kube-informers';
import { ListDecoder } from '../../packages/kube-informers/src/rest/response-body.js';
import { parseJson } from '../../packages/kube-informers/src/util/json.js';
import { cut, cuts, mutate, mutations, object, text } from './mutate.test-support.js';
import { runs } from '../nightly.test-support.js';

type List = KubernetesList<KubernetesObject>;

/** The list, or the error that it ended with; anything but the documented errors fails the test. */
function decode(pieces: readonly Uint8Array[]): { list?: List; error?: TransportError | StatusError } {
  const decoder = new ListDecoder<KubernetesObject>({ name: 'GET https://server/api/v1/secrets' });
  try {
    for (const piece of pieces) decoder.feed(piece);
    return { list: decoder.end() };
  } catch (error) {
    if (error instanceof StatusError) return { error };
    if (!(error instanceof TransportError)) throw error;
    expect(['ERR_NOT_KUBERNETES', 'ERR_BODY_CUT', 'ERR_BODY_SIZE']).toContain(error.code);
    return { error };
  }
}

const space = fc.constantFrom('', ' ', '\n', '\r\n\t');
/** A list as a server may write it: members in any order, white space anywhere, more members than are known. */
const answer = fc
  .record({
    items: fc.array(object, { maxLength: 5 }),
    metadata: fc.record({
      resourceVersion: fc.constant('7'),
      continue: text,
      items: fc.array(text, { maxLength: 2 }),
    }),
    extra: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
    space,
    indent: fc.constantFrom(0, 1, '\t'),
  })
  .map(({ items, metadata, extra, order, space: gap, indent }) => {
    const members = [
      ['kind', 'SecretList'],
      ['apiVersion', 'v1'],
      ['metadata', metadata],
      ['items', items],
      ['extra', extra],
    ] as const;
    const written = order.map((index) => {
      const [key, value] = members[index] ?? members[0];
      return `${gap}${JSON.stringify(key)}${gap}:${gap}${JSON.stringify(value, undefined, indent)}${gap}`;
    });
    return { items, metadata, bytes: Buffer.from(`${gap}{${written.join(',')}}${gap}`) };
  });

test('returns the same list, however the bytes are cut', () => {
  fc.assert(
    fc.property(answer, cuts, ({ items, metadata, bytes }, lengths) => {
      const { list, error } = decode(cut(bytes, lengths));
      expect(error).toBeUndefined();
      expect(list?.items).toEqual(parseJson(JSON.stringify(items)));
      expect(list?.metadata).toEqual(parseJson(JSON.stringify(metadata)));
    }),
    { numRuns: runs(4000), seed: 1 },
  );
});

test('changed bytes: what JSON.parse reads from them, or a documented error', () => {
  fc.assert(
    fc.property(answer, mutations, cuts, ({ bytes }, changes, lengths) => {
      const damaged = mutate(bytes, changes);
      const whole = decode([damaged]);
      const pieces = decode(cut(damaged, lengths));
      expect(pieces.list).toEqual(whole.list);
      expect(pieces.error?.message).toBe(whole.error?.message);
      if (pieces.list === undefined) return;
      // Read as a list, so it is one, and nothing of it was lost.
      const parsed = parseJson(damaged.toString()) as { kind: string; items: object[] | null };
      expect(parsed.kind).toBe(pieces.list.kind);
      // With a key twice, JSON.parse keeps the last, and the decoder all of the items.
      if (damaged.toString('latin1').split('"items"').length === 3)
        expect(pieces.list.items.map(({ metadata }) => metadata)).toEqual(
          (parsed.items ?? []).map((item) => (item as KubernetesObject).metadata),
        );
    }),
    { numRuns: runs(5000), seed: 2 },
  );
});

test('an error quotes nothing of the answer', () => {
  const secret = 'sEcrEt0ftheSecret';
  fc.assert(
    fc.property(object, mutations, (item, changes) => {
      const good = JSON.stringify({
        kind: 'SecretList',
        apiVersion: 'v1',
        metadata: {},
        items: [{ ...item, data: { secret } }],
      });
      const { error } = decode([mutate(good, changes)]);
      fc.pre(error !== undefined);
      expect(JSON.stringify([error, error?.message, error?.stack, error?.cause])).not.toContain('sEcr');
    }),
    { numRuns: runs(3000), seed: 3 },
  );
});

test('garbage is refused', () => {
  const part = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"items"',
    '"kind"',
    '"PodList"',
    ' ',
    '1',
    'é',
    '\0',
    'null',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part).map((parts) => Buffer.from(parts.join(''))),
        fc.uint8Array({ maxLength: 200 }),
      ),
      cuts,
      (bytes, lengths) => {
        expect(decode(cut(bytes, lengths)).error).toBeDefined();
      },
    ),
    { numRuns: runs(4000), seed: 4 },
  );
});
