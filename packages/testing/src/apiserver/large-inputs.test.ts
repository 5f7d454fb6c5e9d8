import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { ApiServer } from './api-server.js';
import { canonicalQuantity, regexpProblem } from '@kube-informers/schema/internal';
import { addWarning } from './http/warnings.js';
import { parseCel } from './read/sharding/cel-parser.js';
import { decodeProtobuf } from './types/decode-protobuf.js';
import { typeOfKind } from './types/type-table.js';
import { coreV1 } from '../../../kube-informers/src/resources/index.js';
import { definitionOf, definitions, version } from '../../../../test/contract/custom-resources-support.js';
import { Api, at, text } from '../../../../test/contract/http.js';

const maps = '/api/v1/namespaces/default/configmaps';

test('warnings beyond the limit of a response are cut, and 50,000 of them are not slower', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeader = vi.spyOn(response, 'setHeader');
  const texts = Array.from({ length: 50_000 }, (_, number) => `unknown field "spec.field${number}"`);
  for (const text of [...texts, ...texts]) addWarning(response, text);
  const headers = response.getHeader('Warning') as string[];
  // 4096 characters of some 25 each.
  expect(headers.length).toBeGreaterThan(100);
  expect(headers.length).toBeLessThan(200);
  expect(headers[0]).toBe(String.raw`299 - "unknown field \"spec.field0\""`);
  expect(setHeader.mock.calls.length).toBeLessThan(200);
});

test('one long warning is cut when there are too many', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  for (const letter of 'abc') addWarning(response, letter.repeat(2000));
  const cut = Array.from('abc', (letter) => `299 - "${letter.repeat(256)}"`);
  expect(response.getHeader('Warning')).toEqual(cut);
});

test('objects far above the limits of annotations, unknown fields and names are answered', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const unknown = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, number) => [`field${number}`, number]),
  );
  expect((await api.post(maps, { metadata: { name: 'unknown' }, ...unknown })).status).toBe(201);
  const annotations = (bytes: number): object => ({ annotations: { a: 'x'.repeat(bytes) } });
  expect((await api.post(maps, { metadata: { name: 'b', ...annotations(200_000) } })).status).toBe(201);
  expect((await api.post(maps, { metadata: { name: 'c', ...annotations(600_000) } })).status).toBe(422);
  // Chance gives the same name each time, so only the first is free.
  await using unlucky = await ApiServer.start({ random: () => 0 });
  const generated = new Api({ baseUrl: unlucky.url });
  const statuses: number[] = [];
  for (let number = 0; number < 3; number++)
    statuses.push((await generated.post(maps, { metadata: { generateName: 'g-' } })).status);
  expect(statuses).toEqual([201, 409, 409]);
  const aliases = `data: {a: &a x, ${Array.from({ length: 5000 }, (_, number) => `k${number}: *a`).join(', ')}}`;
  const body = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: aliases}\n${aliases}\n`;
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  const applied = await api.call('PATCH', `${maps}/aliases?fieldManager=me`, { body, headers });
  expect(applied.status).toBe(400);
});

test('30 managers own all fields that they have set', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  // The embedded server keeps managed fields of objects that somebody has applied.
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { applied: 'x' } };
  await api.call('PATCH', `${maps}/m?fieldManager=first`, {
    body: JSON.stringify(applied),
    headers: { 'content-type': 'application/apply-patch+yaml' },
  });
  for (let number = 0; number < 30; number++) {
    const body = JSON.stringify({ data: { [`key-${number}`]: 'x' } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await api.call('PATCH', `${maps}/m?fieldManager=m-${number}`, { body, headers });
    expect(answer.status).toBe(200);
  }
  const entries = at((await api.get(`${maps}/m`)).json, 'metadata.managedFields') as {
    readonly fieldsV1: { readonly 'f:data'?: object };
  }[];
  // The ten last, what the others own together, and the one that applied.
  expect(entries).toHaveLength(11);
  const owned = entries.flatMap(({ fieldsV1 }) => Object.keys(fieldsV1['f:data'] ?? {}));
  const keys = ['f:applied', ...Array.from({ length: 30 }, (_, number) => `f:key-${number}`)];
  expect(owned.filter((key) => key !== '.').toSorted()).toEqual(keys.toSorted());
});

test('a watch that begins with megabytes of objects has what was created', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const twin = new Map<string, number>();
  for (let number = 0; number < 600; number++) {
    const text = 'x'.repeat((number * 37) % 9000);
    await server.create(coreV1.configMaps, {
      metadata: { name: `m${number}`, namespace: 'default' },
      data: { text },
    });
    twin.set(`m${number}`, text.length);
  }
  const watch = await api.watch(
    `${maps}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  );
  const seen = new Map<string, number>();
  while (seen.size < twin.size) {
    const event = await watch.next();
    seen.set(String(at(event, 'object.metadata.name')), String(at(event, 'object.data.text')).length);
  }
  expect(seen).toEqual(twin);
  watch.close();
});

test('a patch of as many operations as allowed is applied, a longer one is refused', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  await api.post(maps, { metadata: { name: 'm' }, data: { first: 'x' } });
  const patch = async (length: number): Promise<number> => {
    const operations = Array.from({ length }, (_, number) => ({
      op: 'add',
      path: `/data/key-${number}`,
      value: `${number}`,
    }));
    const headers = { 'content-type': 'application/json-patch+json' };
    return (await api.call('PATCH', `${maps}/m`, { body: JSON.stringify(operations), headers })).status;
  };
  expect([await patch(30_000), await patch(10_000)]).toEqual([413, 200]);
  const expected = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, number) => [`key-${number}`, `${number}`]),
  );
  expect(at((await api.get(`${maps}/m`)).json, 'data')).toEqual({ first: 'x', ...expected });
});

test('input far above the limits of parsers is refused with a message', () => {
  expect(regexpProblem(`${'('.repeat(50_000)}a${')'.repeat(50_000)}`)).toContain(
    'expression nests too deeply',
  );
  expect(regexpProblem('(a{10}){90}'.repeat(1000))).toContain('expression too large');
  expect(() => parseCel(`${'('.repeat(50_000)}a${')'.repeat(50_000)}`)).toThrow('recursion limit');
  expect(canonicalQuantity('1e60')).toBeDefined();
  expect(canonicalQuantity('1e100000')).toBeUndefined();
});

test('a definition of 50 selectable fields is refused, and so is a schema of 10,000 levels in protobuf', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const names = Array.from({ length: 50 }, (_, number) => `f${number}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const extra = { selectableFields: names.map((name) => ({ jsonPath: `.spec.${name}` })) };
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  const definition = definitionOf('sizes.example.com', 'wides', 'Wide', [version(schema, extra)]);
  const answer = await api.post(definitions, definition);
  expect([answer.status, String(answer.json['message'])]).toEqual([
    422,
    expect.stringContaining('Too many: 50: must have at most 8 items'),
  ]);
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
  const wrapped = (number: number, inner: Buffer): Buffer =>
    Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(inner.length)]), inner]);
  const levels = (count: number): Buffer => {
    let bytes: Buffer = Buffer.alloc(0);
    // JSONSchemaProps.not
    for (let level = 0; level < count; level++) bytes = wrapped(28, bytes);
    // spec.versions[0].schema.openAPIV3Schema
    for (const number of [1, 4, 7, 2]) bytes = wrapped(number, bytes);
    return bytes;
  };
  const type = typeOfKind('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition');
  if (type === undefined) throw new Error('no type');
  expect(JSON.stringify(decodeProtobuf(type, levels(200))).match(/"not"/g)).toHaveLength(200);
  expect(() => decodeProtobuf(type, levels(10_000))).toThrow('exceeded maximum recursion depth');
});

test('an annotation of what was applied is left out when it gets too long', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  await api.post(maps, { metadata: { name: 'm', annotations: { [annotation]: '{}' } } });
  const apply = async (bytes: number): Promise<number> => {
    const data = { a: 'x'.repeat(bytes) };
    const answer = await api.call('PATCH', `${maps}/m?fieldManager=kubectl&force=true`, {
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data }),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect([answer.status, text(answer.json, 'data.a').length]).toEqual([200, bytes]);
    const annotations = at(answer.json, 'metadata.annotations') as Record<string, string> | undefined;
    return annotations?.[annotation]?.length ?? 0;
  };
  expect(await apply(100_000)).toBeGreaterThan(100_000);
  expect(await apply(900_000)).toBe(0);
});
