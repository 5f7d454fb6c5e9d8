import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Api } from '../../../../../test/contract/http.js';
import type { Answer } from '../../../../../test/contract/http.js';
import {
  definitionOf,
  definitions,
  version,
  warnings,
} from '../../../../../test/contract/custom-resources-support.js';
import { defineResource } from '../../../../kube-informers/src/meta/resource.js';
import { apiextensionsV1 } from '../../../../kube-informers/src/resources/index.js';
import { ApiServer } from '../api-server.js';
import { schemaOf } from '@kube-informers/schema';
import { maxSteps } from '@kube-informers/schema/internal';

// A fixed seed, so that every run has the same cases.

let server: ApiServer;
let api: Api;

beforeAll(async () => {
  server = await ApiServer.start();
  api = new Api({ baseUrl: server.url });
});

afterAll(async () => {
  await server.stop();
});

const group = 'hostile.example.com';
let count = 0;

/** Creates a definition with this schema; returns a function that creates its objects. */
async function serve(schema: object): Promise<(object: object) => Promise<Answer>> {
  const plural = `h${++count}s`;
  const created = await api.post(definitions, definitionOf(group, plural, `H${count}`, [version(schema)]));
  expect([created.status, created.json['message']]).toEqual([201, undefined]);
  const kind = `H${count}`;
  return (object) =>
    api.call('POST', `/apis/${group}/v1/namespaces/default/${plural}`, {
      body: { apiVersion: `${group}/v1`, kind, metadata: { name: `o${++count}` }, ...object },
    });
}

function nested(depth: number, inner: string, open: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

test.each([50, 900, 50_000])('a schema that nests %i levels is accepted or rejected', async (depth) => {
  const inner = nested(depth, '{"type":"string"}', '{"type":"object","properties":{"a":', '}}');
  const body = JSON.stringify(definitionOf(group, 'deeps', 'Deep', [version({})])).replace(
    '"openAPIV3Schema":{}',
    `"openAPIV3Schema":${inner}`,
  );
  const answer = await api.call('POST', `${definitions}?dryRun=All`, { body });
  expect([201, 400, 413]).toContain(answer.status);
  expect(answer.status === 201).toBe(depth <= 200);
  expect((await api.get('/readyz')).status).toBe(200);
});

test.each([100, 3_000, 300_000])('an object that nests %i levels is accepted or rejected', async (depth) => {
  const create = await serve({
    type: 'object',
    properties: { open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
  const deep = JSON.stringify({
    apiVersion: `${group}/v1`,
    kind: `H${count}`,
    metadata: { name: 'deep' },
    open: { a: 0 },
  });
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const body = deep.replace('{"a":0}', `{"a":${nested(depth, '1', open, close)}}`);
    const answer = await api.call('POST', `/apis/${group}/v1/namespaces/default/h${count}s?dryRun=All`, {
      body,
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(depth < 1000 ? 201 : 400);
    const patch = `{"open":${nested(depth, '1', open, close)}}`;
    const path = `/apis/${group}/v1/namespaces/default/h${count}s/deep?fieldManager=me`;
    for (const type of ['merge-patch+json', 'apply-patch+yaml']) {
      const headers = { 'content-type': `application/${type}` };
      const patched = await api.call('PATCH', path, { body: patch, headers });
      expect(patched.status, patched.text.slice(0, 300)).toBeLessThan(500);
    }
  }
  expect((await create({})).status).toBe(201);
});

test('a pattern for catastrophic backtracking runs quickly', async () => {
  const create = await serve({
    type: 'object',
    properties: { s: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } },
  });
  const answer = await create({ s: 'a'.repeat(50_000) });
  expect(answer.status).toBe(422);
});

test.each([
  ['valid', 'x{1000}'.repeat(90)],
  ['too large', '(a{10}){90}'.repeat(1000)],
])('a definition with many patterns that take long to compile is refused: %s', async (_what, pattern) => {
  const properties = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`f${index}`, { type: 'string', pattern }]),
  );
  const schema = { type: 'object', properties };
  const body = definitionOf(group, 'patterns', 'Pattern', [version(schema)]);
  const answer = await api.post(`${definitions}?dryRun=All`, body);
  expect([answer.status, answer.json['message']]).toEqual([
    400,
    expect.stringContaining(`more than ${maxSteps} steps`),
  ]);
  expect(() => schemaOf(body)).toThrow(expect.objectContaining({ code: 'ERR_DEFINITION' }));
});

test('an object that takes too much work to validate is rejected', async () => {
  const create = await serve({
    type: 'object',
    properties: { s: { type: 'string', pattern: '(a?){900}b' } },
  });
  const answer = await create({ s: 'a'.repeat(200_000) });
  expect([answer.status, answer.json['message']]).toEqual([
    400,
    `checking this takes more than ${maxSteps} steps; the embedded server gives up there`,
  ]);
});

test('fields with the names of prototype members are ordinary fields', async () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"string","default":"d"}}},"constructor":{"type":"integer"},"toString":{"type":"string"}}}',
  ) as object;
  const create = await serve(schema);
  const object = JSON.parse('{"__proto__":{"x":1},"constructor":5,"hasOwnProperty":1}') as object;
  const answer = await create(object);
  expect(answer.status).toBe(201);
  expect(Object.getOwnPropertyDescriptor(answer.json, '__proto__')?.value).toEqual({ polluted: 'd' });
  expect(answer.json['constructor']).toBe(5);
  expect(warnings(answer)).toEqual(['unknown field "__proto__.x"', 'unknown field "hasOwnProperty"']);
  expect({}).not.toHaveProperty('polluted');
});

test('rules are checked with a definition, and evaluated with each object', async () => {
  const schema = (rule: string): object => ({
    type: 'object',
    properties: { n: { type: 'integer', 'x-kubernetes-validations': [{ rule }] } },
  });
  const refused = await api.post(
    definitions,
    definitionOf(group, 'cels', 'Cel', [version(schema('self > x'))]),
  );
  expect([refused.status, refused.json['message']]).toEqual([
    422,
    expect.stringContaining("undeclared reference to 'x'"),
  ]);
  const create = await serve(schema('self > 1'));
  expect((await create({ n: 2 })).status).toBe(201);
  const answer = await create({ n: 1 });
  expect([answer.status, answer.json['message']]).toEqual([
    422,
    expect.stringContaining(': n: Invalid value: 1: failed rule: self > 1'),
  ]);
});

test('a rule that would take too long is refused, or stops at its limit', async () => {
  const list = { type: 'array', items: { type: 'integer' } };
  const rule = 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))';
  const schema = (rules: object, limit: object): object => ({
    type: 'object',
    properties: { list: { ...list, ...limit, ...rules } },
  });
  const rules = { 'x-kubernetes-validations': [{ rule }] };
  const unlimited = definitionOf(group, 'slows', 'Slow', [version(schema(rules, {}))]);
  const refused = await api.post(definitions, unlimited);
  expect([refused.status, refused.json['message']]).toEqual([
    422,
    expect.stringContaining('estimated rule cost exceeds budget by factor of more than 100x'),
  ]);
  const create = await serve(schema(rules, { maxItems: 100 }));
  const answer = await create({ list: Array.from({ length: 100 }, (_, index) => index) });
  expect([answer.status, answer.json['message']]).toEqual([
    422,
    expect.stringContaining(
      'no further validation rules will be run due to call cost exceeds limit for rule',
    ),
  ]);
});

test('a definition written in process is served immediately', async () => {
  const things = defineResource({
    group,
    version: 'v1',
    resource: 'things',
    kind: 'Thing',
    namespaced: true,
  });
  const definition = definitionOf(group, 'things', 'Thing', [
    version({ type: 'object', properties: { n: { type: 'integer', default: 3 } } }),
  ]);
  const { group: own, version: v1, resource, kind } = apiextensionsV1.customResourceDefinitions;
  await server.create(
    defineResource({ group: own, version: v1, resource, kind, namespaced: false }),
    definition,
  );
  await server.create(things, { metadata: { name: 'one', namespace: 'default' } });
  expect(await server.get(things, 'one', { namespace: 'default' })).toMatchObject({ n: 3 });
});

test('a subresource that is null is absent, also in a definition written in process', async () => {
  const subresources = { status: null, scale: null };
  const own = version({ type: 'object' }, { subresources });
  await server.create(
    apiextensionsV1.customResourceDefinitions,
    definitionOf(group, 'plains', 'Plain', [own]),
  );
  const { json } = await api.get(`/apis/${group}/v1`);
  const names = (json['resources'] as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('plains'))).toEqual(['plains']);
});

test('no schema and no object crashes the server or causes an internal error', async () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const key = fc.constantFrom(
    'type',
    'properties',
    'items',
    'additionalProperties',
    'default',
    'enum',
    'anyOf',
    'allOf',
    'not',
    'pattern',
    'format',
    'required',
    'nullable',
    'x-kubernetes-list-type',
    'x-kubernetes-list-map-keys',
    'x-kubernetes-int-or-string',
    'x-kubernetes-preserve-unknown-fields',
    'x-kubernetes-embedded-resource',
    'x-kubernetes-validations',
    '__proto__',
    'a',
  );
  const { schema } = fc.letrec((tie) => ({
    schema: fc.dictionary(
      key,
      fc.oneof(
        { maxDepth: 3 },
        json,
        fc.constantFrom('object', 'array', 'string', 'integer', true, 'map', 'date', '[a-z]+('),
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'metadata', 'kind'), tie('schema'), { maxKeys: 3 }),
      ),
      { maxKeys: 5 },
    ),
  }));
  await fc.assert(
    fc.asyncProperty(schema, json, async (given, value) => {
      const plural = `f${++count}s`;
      const whole = { type: 'object', properties: { a: given } };
      const created = await api.post(definitions, definitionOf(group, plural, `F${count}`, [version(whole)]));
      expect([201, 400, 422], JSON.stringify(created.json)).toContain(created.status);
      if (created.status !== 201) return;
      const body = { apiVersion: `${group}/v1`, kind: `F${count}`, metadata: { name: 'x' }, a: value };
      const path = `/apis/${group}/v1/namespaces/default/${plural}`;
      const answer = await api.post(path, body);
      expect([201, 400, 422], JSON.stringify(answer.json)).toContain(answer.status);
      expect((await api.get(path)).status).toBe(200);
      await api.delete(`${definitions}/${plural}.${group}`);
    }),
    { numRuns: 150 },
  );
});
