import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiProtobuf } from '../../packages/testing/src/apiserver/discovery/openapi-protobuf.js';
import type { Context } from './contract.js';
import { at } from './http.js';
import { contents, fieldsOf } from './protobuf.js';

/** The OpenAPI documents in the formats that clients request. */
export function openApiContract(use: () => Context): void {
  const older = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
  const newer = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

  test.each([older, newer, `${newer};q=0.9,application/json;q=0.8`])(
    'OpenAPI 2 is protobuf for %s, with the fields and the ETag of the JSON',
    async (accept) => {
      const { api } = use();
      const { bytes, headers } = await api.get('/openapi/v2', { accept });
      const plain = await api.get('/openapi/v2');
      expect(headers['content-type']).toBe(newer);
      expect([headers.etag, String(headers.vary)]).toEqual([
        plain.headers.etag,
        expect.stringContaining('Accept'),
      ]);
      const [swagger] = contents(bytes, 1);
      expect(swagger?.toString()).toBe('2.0');
      const definitions = contents(bytes, 9).flatMap((message) => contents(message, 1));
      const named = definitions.map((entry) => contents(entry, 1)[0]?.toString());
      expect(named).toEqual(Object.keys(at(plain.json, 'definitions') as object));
      const [scheme] = contents(contents(bytes, 13)[0] ?? Buffer.of(), 1);
      expect(contents(scheme ?? Buffer.of(), 1)[0]?.toString()).toBe('BearerToken');
      // The encoder and the server turn the same JSON into the same messages.
      expect(difference(openApiProtobuf(plain.json), bytes, '')).toBeUndefined();
    },
  );

  test('does not send a document again that the client has', async () => {
    const { api } = use();
    const { headers } = await api.get('/openapi/v2', { accept: newer });
    const tag = String(headers.etag);
    for (const [accept, known] of [
      [newer, tag],
      ['application/json', `"other", ${tag}`],
    ] as const) {
      const again = await api.get('/openapi/v2', { accept, 'if-none-match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    }
  });

  test.each([
    ['/openapi/v2', 'application/vnd.kubernetes.protobuf'],
    ['/openapi/v2', 'text/html'],
    ['/openapi/v3/api/v1', newer],
    ['/api', newer],
    ['/apis', 'text/html'],
    ['/apis/apps', newer],
    ['/apis/apps/v1', 'application/*'],
    ['/version', 'application/vnd.kubernetes.protobuf'],
  ])('%s is not sent as %s', async (path, accept) => {
    expect((await use().api.get(path, { accept })).status).toBe(406);
  });
}

/** The first difference between two messages. Strings with equal YAML are equal: servers write it in several ways. */
function difference(one: Buffer, other: Buffer, path: string): string | undefined {
  if (one.equals(other)) return undefined;
  const [a, b] = [parts(one), parts(other)];
  if (a.length === 0 || a.map(({ number }) => number).join() !== b.map(({ number }) => number).join()) {
    return sameYaml(one, other) ? undefined : `${path}: ${shown(one)} is not ${shown(other)}`;
  }
  for (const [index, { number, content }] of a.entries()) {
    const there = b[index]?.content;
    const place = `${path}/${number}`;
    if (typeof content === 'string' || typeof there === 'string' || there === undefined) {
      if (content !== there) return `${place}: ${String(content)} is not ${String(there)}`;
      continue;
    }
    const found = difference(content, there, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function shown(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1').slice(0, 200));
}

/** The fields of a message; empty for other values. */
function parts(message: Buffer): ReturnType<typeof fieldsOf> {
  try {
    return fieldsOf(message);
  } catch {
    return []; // A string: compared as YAML.
  }
}

function sameYaml(one: Buffer, other: Buffer): boolean {
  try {
    return JSON.stringify(sorted(parse(one.toString()))) === JSON.stringify(sorted(parse(other.toString())));
  } catch {
    return false; // Not YAML either, so the two differ.
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]: [string, unknown]) => [key, sorted(part)]),
  );
}
