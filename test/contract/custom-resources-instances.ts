import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Context } from './contract.js';
import type { Answer } from './http.js';
import { at } from './http.js';
import { causes, define, definitionOf, definitions, version, warnings } from './custom-resources-support.js';
import { cases } from './custom-resources-cases.js';

const group = 'values.example.com';

/** Objects must match their schema: each kind of value, unknown fields, defaults, embedded objects, apply. */
export function instanceContract(use: () => Context): void {
  const path = (): string => `/apis/${group}/v1/namespaces/${use().namespace}/kinks`;
  const kink = (name: string, spec: unknown): object => ({
    apiVersion: `${group}/v1`,
    kind: 'Kink',
    metadata: { name },
    spec,
  });
  const apply = (name: string, manager: string, spec: object, query = ''): Promise<Answer> =>
    use().api.patch(`${path()}/${name}?fieldManager=${manager}${query}`, 'apply', kink(name, spec));

  beforeAll(async () => {
    const { api } = use();
    const status = {
      type: 'object',
      properties: { phase: { type: 'string', enum: ['A', 'B'] }, n: { type: 'integer', minimum: 0 } },
    };
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: cases.fields }, status },
    };
    await define(
      api,
      definitionOf(group, 'kinks', 'Kink', [version(schema, { subresources: { status: {} } })]),
      path(),
    );
    // A real server delays the first object after its definition by two seconds.
    await api.post(path(), kink('first', {}));
  }, 30_000);

  afterAll(async () => {
    await use().api.delete(`${definitions}/kinks.${group}`);
  });

  test.each(Object.keys(cases.values))('spec.%s', async (field) => {
    const { api } = use();
    const found = [];
    for (const { given } of cases.values[field] ?? []) {
      const answer = await api.post(`${path()}?dryRun=All`, kink('k', { [field]: given }));
      const unknown = warnings(answer).map((text) => /^unknown field "(.*)"$/.exec(text)?.[1] ?? text);
      const spec = at(answer.json, 'spec');
      const becomes = answer.status === 201 ? at(spec, field) : undefined;
      found.push({
        given,
        ...(answer.status === 201 ? {} : { refused: causes(answer) }),
        ...(becomes === undefined ? {} : { becomes }),
        ...(unknown.length === 0 ? {} : { unknown }),
      });
    }
    expect(found).toEqual(cases.values[field]);
  });

  test('unknown fields are dropped silently, dropped with a warning, or refused', async () => {
    const { api } = use();
    const body = {
      ...kink('unknown', { u: 1, o: { x: 'a', u: 2 }, ao: [{ x: 1, u: { v: 1 } }] }),
      metadata: { name: 'unknown', bogus: { a: 1 } },
      extra: 1,
    };
    const texts = ['metadata.bogus', 'extra', 'spec.ao[0].u', 'spec.o.u', 'spec.u'].map(
      (field) => `unknown field "${field}"`,
    );
    for (const [fieldValidation, expected] of [
      ['Ignore', []],
      ['Warn', texts],
    ] as const) {
      const answer = await api.post(`${path()}?dryRun=All&fieldValidation=${fieldValidation}`, body);
      expect([answer.status, warnings(answer)]).toEqual([201, expected]);
      expect(answer.json['spec']).toMatchObject({ o: { x: 'a' }, ao: [{ x: 1 }] });
      expect(answer.json).not.toHaveProperty('extra');
      expect(answer.text).not.toMatch(/bogus|"u":/);
    }
    const strict = await api.post(`${path()}?dryRun=All&fieldValidation=Strict`, body);
    expect([strict.status, strict.json['message']]).toEqual([
      400,
      `Kink in version "v1" cannot be handled as a Kink: strict decoding error: ${texts.join(', ')}`,
    ]);
    const none = await api.post(`${path()}?fieldValidation=Other`, body);
    expect([none.status, causes(none)]).toEqual([
      422,
      ['fieldValidation: Unsupported value: "Other": supported values: "", "Ignore", "Strict", "Warn"'],
    ]);
  });

  test('stores defaults, and sets them again after they were removed', async () => {
    const { api } = use();
    const created = await api.post(path(), kink('defaults', { defa: [{}] }));
    expect(created.json['spec']).toEqual({
      def: 'dflt',
      defa: [{ q: 1 }],
      defo: { y: 7, z: 'zz' },
      nuldef: 'd',
    });
    const patched = await api.patch(`${path()}/defaults`, 'merge', {
      spec: { def: null, nuldef: null, s: null },
    });
    expect(patched.json['spec']).toMatchObject({ def: 'dflt', nuldef: 'd' });
    const explicit = await api.patch(`${path()}/defaults`, 'json', [
      { op: 'add', path: '/spec/nuldef', value: null },
    ]);
    expect(explicit.json['spec']).toMatchObject({ nuldef: null });
  });

  test('accepts unchanged invalid values, and refuses new ones', async () => {
    const { api } = use();
    await api.post(path(), kink('forgiven', { map1: [{ k: 'a', v: 1 }], min: 2 }));
    const wrong = await api.patch(`${path()}/forgiven`, 'merge', { spec: { min: 9, i: 'x' } });
    expect(causes(wrong)).toEqual([
      'spec.i: Invalid value: "string": spec.i in body must be of type integer: "string"',
      'spec.min: Invalid value: 9: spec.min in body should be less than or equal to 5',
    ]);
    expect((await api.get(`${path()}/forgiven`)).json).toMatchObject({
      metadata: { generation: 1 },
      spec: { min: 2 },
    });
  });

  test('validates the status only where it is written', async () => {
    const { api } = use();
    await api.post(path(), { ...kink('status', {}), status: { phase: 'Z' } });
    const main = await api.patch(`${path()}/status`, 'merge', { status: { phase: 'Z' }, spec: { s: 'new' } });
    expect([main.status, at(main.json, 'metadata.generation')]).toEqual([200, 2]);
    expect(main.json).not.toHaveProperty('status');
    const wrong = await api.patch(`${path()}/status/status`, 'merge', {
      status: { phase: 'Z', n: -1, x: 1 },
    });
    expect(warnings(wrong)).toEqual(['unknown field "status.x"']);
    expect(causes(wrong)).toEqual([
      'status.n: Invalid value: -1: n in body should be greater than or equal to 0',
      'status.phase: Unsupported value: "Z": supported values: "A", "B"',
    ]);
    const right = await api.patch(`${path()}/status/status`, 'merge', { status: { phase: 'A' } });
    expect(right.json).toMatchObject({ metadata: { generation: 2 }, status: { phase: 'A' } });
  });

  test('metadata follows the rules of all objects', async () => {
    const { api } = use();
    const post = (metadata: unknown): Promise<Answer> =>
      api.post(`${path()}?dryRun=All`, { ...kink('x', {}), metadata });
    const labels = await post({ name: 'x', labels: { a: 1 } });
    expect([labels.status, labels.json['message']]).toEqual([
      400,
      'Kink in version "v1" cannot be handled as a Kink: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ]);
    expect(causes(await post({}))).toEqual([
      'metadata.name: Required value: name or generateName is required',
    ]);
    const finalizers = await post({ name: 'x', finalizers: ['x', 'a.b', 'c.d/e'] });
    expect([finalizers.status, warnings(finalizers)]).toEqual([
      201,
      [
        'metadata.finalizers: "a.b": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
        'metadata.finalizers: "x": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
      ],
    ]);
    const version = await api.post(path(), { kind: 'Kink', metadata: { name: 'x' }, spec: {} });
    expect([version.status, version.json['message']]).toEqual([
      400,
      `the API version in the data () does not match the expected API version (${group}/v1)`,
    ]);
  });

  test('rules are not checked after some errors of the metadata, and warn of what has not changed', async () => {
    const { api, namespace } = use();
    const spec = { type: 'object', properties: { n: { type: 'integer' }, text: { type: 'string' } } };
    const schema = { type: 'object', properties: { spec } };
    const ruled = definitionOf(group, 'ruleds', 'Ruled', [version(schema)]);
    const own = `/apis/${group}/v1/namespaces/${namespace}/ruleds`;
    const object = (name: string, metadata: object = {}): object => ({
      apiVersion: `${group}/v1`,
      kind: 'Ruled',
      metadata: { name, ...metadata },
      spec: { n: 9 },
    });
    await define(api, ruled, own);
    onTestFinished(async () => void (await api.delete(`${definitions}/ruleds.${group}`)));
    expect((await api.post(own, object('old'))).status).toBe(201);
    await api.patch(`${definitions}/ruleds.${group}`, 'json', [
      {
        op: 'add',
        path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations',
        value: [{ rule: 'self.n < 5', message: 'too many' }],
      },
    ]);
    const create = async (metadata: object): Promise<Answer> =>
      api.post(`${own}?dryRun=All`, object('new', metadata));
    const broken = 'spec: Invalid value: too many';
    for (;;) {
      const found = causes(await create({}));
      if (found.length === 0 || found[0]?.startsWith('Internal')) continue;
      expect(found).toEqual([broken]);
      break;
    }
    const unchecked =
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: '', uid: 'u' };
    const ownerError = 'metadata.ownerReferences[0].name: Required value: must not be empty';
    expect(causes(await create({ ownerReferences: [owner] }))).toEqual([unchecked, ownerError]);
    expect(causes(await create({ labels: { a: '?' } })).at(-1)).toBe(broken);
    const annotations = { a: 'x'.repeat(256 * 1024) };
    expect(causes(await create({ annotations }))[0]).toBe(unchecked);

    const change = async (patch: object): Promise<Answer> => api.patch(`${own}/old`, 'merge', patch);
    const tolerated = await change({ metadata: { labels: { a: 'b' } } });
    expect([tolerated.status, warnings(tolerated)]).toEqual([200, [broken]]);
    expect(causes(await change({ spec: { text: 'a' } }))).toEqual([broken]);
    const owned = await change({ metadata: { ownerReferences: [owner] } });
    expect([...new Set(causes(owned)), warnings(owned)]).toEqual([unchecked, ownerError, []]);
  }, 30_000);

  test('apply merges lists by their keys, and merges sets', async () => {
    const { api } = use();
    await apply('applied', 'one', { map1: [{ k: 'a', v: 1 }], set: ['x'], a: ['l'] });
    const both = await apply('applied', 'two', { map1: [{ k: 'b', v: 2 }], set: ['y'] });
    expect([both.status, both.json['spec']]).toMatchObject([
      200,
      {
        map1: [
          { k: 'a', v: 1 },
          { k: 'b', v: 2 },
        ],
        set: ['x', 'y'],
        a: ['l'],
      },
    ]);
    const conflict = await apply('applied', 'two', { map1: [{ k: 'a', v: 5 }] });
    expect([conflict.status, conflict.json['message']]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "one": .spec.map1[k="a"].v',
    ]);
    const less = await apply('applied', 'one', { set: ['x'] });
    expect(at(less.json, 'spec.map1')).toEqual([{ k: 'b', v: 2 }]);
    expect(at(less.json, 'spec')).not.toHaveProperty('a');
    const stored = await api.get(`${path()}/applied`);
    expect(at(stored.json, 'spec.def')).toBe('dflt');
  });

  test.each([
    [{ zzz: 1 }, '.spec.zzz: field not declared in schema'],
    [{ i: 'x' }, '.spec.i: expected numeric (int or float), got string'],
    [{ s: 1 }, '.spec.s: expected string, got &value.valueUnstructured{Value:1}'],
    [{ b: 1 }, '.spec.b: expected boolean, got &{1}'],
    [{ a: { x: 1 } }, '.spec.a: expected list, got &{map[x:1]}'],
    [{ o: 'x' }, '.spec.o: expected map, got &{x}'],
    [{ map1: [{ k: 'a' }, { k: 'a' }] }, '.spec.map1: duplicate entries for key [k="a"]'],
    [
      { map1: [{ v: 1 }] },
      `.spec.map1: element 0: associative list with keys has an element that omits all key fields ["k"] (and doesn't have default values for any key fields)`,
    ],
  ])('apply refuses %j', async (spec, problem) => {
    const answer = await apply('refused', 'me', spec);
    expect([answer.status, answer.json['message']]).toEqual([
      500,
      `failed to create typed patch object (/refused; ${group}/v1, Kind=Kink): ${problem}`,
    ]);
  });
}
