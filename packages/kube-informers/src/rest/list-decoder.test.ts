import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { ListDecoder } from './response-body.js';
import { parseJson } from '../util/json.js';

// A fixed seed, so that every run has the same cases.

type Options = Partial<ConstructorParameters<typeof ListDecoder>[0]>;

function decode(
  pieces: readonly (string | Uint8Array)[],
  options: Options = {},
): KubernetesList<KubernetesObject> {
  const decoder = new ListDecoder({ name: 'GET http://server/api/v1/pods', ...options });
  for (const piece of pieces) decoder.feed(Buffer.from(piece));
  return decoder.end();
}

/** Decodes the text as a whole, and byte by byte: both must agree. */
function both(json: string, options?: Options): KubernetesList<KubernetesObject> {
  const whole = decode([json], options);
  const bytes = [...Buffer.from(json)].map((byte) => Uint8Array.of(byte));
  expect(decode(bytes, options)).toEqual(whole);
  return whole;
}

function failure(json: string): unknown {
  try {
    decode([json]);
  } catch (error) {
    return error;
  }
  return undefined;
}

const typed = (name: string): KubernetesObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });

describe('a list', () => {
  test('may repeat "items" up to 16 times', () => {
    const list = (times: number): string =>
      `{"kind":"PodList","apiVersion":"v1",${'"items":[],'.repeat(times - 1)}"items":[{"metadata":{"name":"a"}}]}`;
    expect(decode([list(16)]).items).toEqual([typed('a')]);
    // 90,000 of them took minutes when the work for each grew with their number.
    expect(failure(list(90_000))).toMatchObject({ code: 'ERR_NOT_KUBERNETES' });
  });

  test('may have any kind, as the listKind of a CustomResourceDefinition may, and metadata that is null', () => {
    const json = '{"apiVersion":"v1","items":[{"metadata":{"name":"a"}}],"kind":"Pods","metadata":null}';
    expect(both(json, { apiVersion: 'v1', kind: 'Pod' })).toEqual({
      kind: 'Pods',
      apiVersion: 'v1',
      metadata: {},
      items: [typed('a')],
    });
  });

  test('adds apiVersion and kind, which the server omits, to its items', () => {
    expect(
      both(
        '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}\n',
      ),
    ).toEqual({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '7' },
      items: [typed('a'), typed('b')],
    });
  });

  test.each([
    '{"items":[{"metadata":{"name":"a"}}],"metadata":{"resourceVersion":"7"},"kind":"PodList","apiVersion":"v1"}',
    '{"apiVersion":"v1","items":[{"metadata":{"name":"a"}}],"kind":"PodList","metadata":{"resourceVersion":"7"}}',
    ' \n{ "metadata" : {"resourceVersion":"7" }\t, "items" : [ \r\n {"metadata":{"name":"a"}} ] , "kind":"PodList","apiVersion":"v1" } \n',
  ])('is decoded whatever the order of its members and the whitespace: %s', (json) => {
    expect(both(json)).toEqual({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '7' },
      items: [typed('a')],
    });
  });

  test('keeps its metadata', () => {
    const json =
      '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"tok","remainingItemCount":12,"items":["no"]},"items":[]}';
    expect(both(json)).toMatchObject({
      metadata: { resourceVersion: '7', continue: 'tok', remainingItemCount: 12, items: ['no'] },
      items: [],
    });
  });

  test.each(['"items":[]', '"items":null', '"items": [ ]'])('may be empty: %s', (items) => {
    expect(both(`{"kind":"PodList","apiVersion":"v1","metadata":{},${items}}`).items).toEqual([]);
  });

  test('gets empty metadata if it has none', () => {
    expect(both('{"kind":"PodList","apiVersion":"v1","items":[]}').metadata).toEqual({});
  });

  test('items: nested arrays, brackets and quotes in strings, escapes at every position', () => {
    const item = {
      metadata: { name: 'a', annotations: { 'x"]}': '{[\\"', y: '\\', z: 'ä€😀\u2028' } },
      spec: { items: [[], [[1, { items: [] }]], {}], text: '"items":[' },
    };
    const json = `{"kind":"PodList","apiVersion":"v1","metadata":{"a":"\\"items\\":["},"items":[${JSON.stringify(item)},${JSON.stringify(item)}]}`;
    const list = both(json);
    expect(list.items).toEqual([
      { apiVersion: 'v1', kind: 'Pod', ...item },
      { apiVersion: 'v1', kind: 'Pod', ...item },
    ]);
  });

  test.each(['"', '\\', '"}', '\\"}', '"]}]', '{"', '\\\\"', 'a"]}],"items":[{'])(
    'items: the string %j is not structure, however it is split',
    (value) => {
      const items = [{ [value]: value }, { a: [value, { b: value }] }, {}];
      const json = JSON.stringify({ x: value, [value]: 1, kind: 'PodList', apiVersion: 'v1', items });
      expect(both(json).items).toEqual(items.map((item) => ({ apiVersion: 'v1', kind: 'Pod', ...item })));
    },
  );

  test('ignores "items" as a value or at a deeper level', () => {
    const json =
      '{"kind":"PodList","x":"items","y":["items"],"z":{"items":[1]},"apiVersion":"v1","items":[{"metadata":{"name":"a"}}]}';
    expect(both(json).items).toEqual([typed('a')]);
  });

  test('accepts the key written with escapes', () => {
    expect(
      both('{"kind":"PodList","apiVersion":"v1","it\\u0065ms":[{"metadata":{"name":"a"}}]}').items,
    ).toEqual([typed('a')]);
  });

  test("items get the caller's apiVersion and kind, and keep their own", () => {
    const json =
      '{"kind":"List","apiVersion":"v1","items":[{"metadata":{"name":"a"}},{"kind":"Node","apiVersion":"v2","metadata":{"name":"b"}}]}';
    expect(both(json, { apiVersion: 'apps/v1', kind: 'Deployment' }).items).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } },
      { apiVersion: 'v2', kind: 'Node', metadata: { name: 'b' } },
    ]);
  });

  test('decodes any items, split anywhere, as JSON.parse does', () => {
    const item = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ noUnicodeString: false }));
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 5 }),
        fc.array(fc.nat(5), { maxLength: 200 }),
        (items, sizes) => {
          const json = JSON.stringify({ metadata: {}, items, kind: 'PodList', apiVersion: 'v1' });
          const bytes = Buffer.from(json);
          const pieces: Uint8Array[] = [];
          let start = 0;
          for (const size of sizes) {
            pieces.push(bytes.subarray(start, start + size));
            start += size;
          }
          pieces.push(bytes.subarray(start));
          const parsed = parseJson(json) as { items: KubernetesObject[] };
          expect(decode(pieces).items).toEqual(
            parsed.items.map((each) => ({ apiVersion: 'v1', kind: 'Pod', ...each })),
          );
        },
      ),
    );
  });
});

describe('an invalid list', () => {
  test.each([
    ['an object of a different kind', '{"kind":"Pod","apiVersion":"v1","metadata":{}}', '"Pod"'],
    ['a Table', '{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[]}', '"Table"'],
    ['an object without kind', '{"items":[]}', 'kind'],
    ['a list without apiVersion', '{"kind":"PodList","items":[]}', 'apiVersion'],
    ['a list without items', '{"kind":"PodList","apiVersion":"v1","metadata":{}}', 'items'],
    ['items that are not an array', '{"kind":"PodList","apiVersion":"v1","items":{}}', 'items'],
    [
      'metadata that is not an object',
      '{"kind":"PodList","apiVersion":"v1","metadata":1,"items":[]}',
      'metadata',
    ],
    ['an array', '[]', 'object'],
    ['HTML', '<html></html>', 'object'],
    ['a null item', '{"kind":"PodList","apiVersion":"v1","items":[{},null]}', 'items[1]'],
    ['a string as an item', '{"kind":"PodList","apiVersion":"v1","items":["x"]}', 'items[0]'],
    ['two items without a comma', '{"kind":"PodList","apiVersion":"v1","items":[{}{}]}', 'items[1]'],
    ['two commas', '{"kind":"PodList","apiVersion":"v1","items":[{},,{}]}', 'items[1]'],
    ['a comma at the end', '{"kind":"PodList","apiVersion":"v1","items":[{},]}', 'items[1]'],
    ['a comma at the start', '{"kind":"PodList","apiVersion":"v1","items":[,{}]}', 'items[0]'],
    [
      'an item that is not valid JSON',
      '{"kind":"PodList","apiVersion":"v1","items":[{"a":tru}]}',
      'items[0]',
    ],
    ['brackets that do not match', '{"kind":"PodList","apiVersion":"v1","items":[{"a":[}}]}', 'items[0]'],
    ['members that are not valid JSON', '{"kind":PodList,"apiVersion":"v1","items":[]}', 'invalid JSON'],
    ['data after it', '{"kind":"PodList","apiVersion":"v1","items":[]}{}', 'unexpected data after'],
  ])('%s: ERR_NOT_KUBERNETES', (_what, json, expected) => {
    const error = failure(json);
    expect(error).toMatchObject({ code: 'ERR_NOT_KUBERNETES' });
    expect((error as Error).message).toContain(expected);
    expect((error as Error).message).toContain('GET http://server/api/v1/pods');
    // The same error, however the input is split.
    expect(() => decode([...Buffer.from(json)].map((byte) => Uint8Array.of(byte)))).toThrow(
      expect.objectContaining({ code: 'ERR_NOT_KUBERNETES' }),
    );
  });

  test('throws a failure Status that came with a success code', () => {
    expect(
      failure('{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}'),
    ).toMatchObject({ code: 'ERR_STATUS', statusCode: 410 });
  });

  test('a truncated body: ERR_BODY_CUT, wherever it ends', () => {
    const json = '{"kind":"PodList","apiVersion":"v1","items":[{"a":"\\\\"},{"b":["x"]}],"metadata":{}}';
    for (let cut = 0; cut < json.length; cut++)
      expect(failure(json.slice(0, cut))).toMatchObject({ code: 'ERR_BODY_CUT' });
  });

  test('errors never quote the body, which may contain Secrets', () => {
    for (const json of [
      '{"kind":"SecretList","apiVersion":"v1","items":[{"data":{"p":"aHVudGVyMg==}}]}{}',
      '{"kind":"SecretList","apiVersion":"v1","items":[{"data":{"p":aHVudGVyMg==}}]}',
      '{"kind":"aHVudGVyMg== and","apiVersion":"v1","items":{}}',
      '{"kind":"SecretList","p":aHVudGVyMg,"apiVersion":"v1","items":[]}',
    ]) {
      const error = failure(json);
      expect((error as Error).message).not.toContain('aHVu');
      expect((error as Error).cause).toBeUndefined();
    }
  });
});

test('reads a response longer than the longest string (peer-failures 1)', { timeout: 120_000 }, () => {
  // Padded with spaces to keep the test's own memory small. V8's limit is 512 MiB less 24 characters.
  const item = Buffer.from(`{"metadata":{"name":"x"},${' '.repeat(4 * 1024 * 1024)}"data":{"a":"b"}}`);
  const decoder = new ListDecoder({ name: 'GET' });
  decoder.feed(Buffer.from('{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":['));
  const count = 130;
  for (let index = 0; index < count; index++) {
    if (index > 0) decoder.feed(Buffer.from(','));
    decoder.feed(item);
  }
  decoder.feed(Buffer.from(']}'));
  const { items } = decoder.end();
  expect(items).toHaveLength(count);
  expect(items[count - 1]).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'x' },
    data: { a: 'b' },
  });
});
