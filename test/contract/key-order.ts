import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { configMaps } from './contract.js';
import type { Context } from './contract.js';
import { define, definitionOf, version } from './custom-resources-support.js';
import { text } from './http.js';
import type { Answer } from './http.js';

/** JSON whose objects keep the given order of keys, even "10" before "9", which no JavaScript object can. */
type Tree = string | number | boolean | { readonly list: readonly Tree[] } | { readonly map: Entries };
type Entries = readonly (readonly [string, Tree])[];

/** Writes JSON as Go's encoder does; `sort`: the keys of each object by their bytes. */
function write(tree: Tree, sort: boolean): string {
  if (typeof tree !== 'object') return quoted(tree);
  if ('list' in tree) return `[${tree.list.map((item) => write(item, sort)).join(',')}]`;
  const entries = sort
    ? tree.map.toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    : tree.map;
  return `{${entries.map(([key, value]) => `${quoted(key)}:${write(value, sort)}`).join(',')}}`;
}

function quoted(value: string | number | boolean): string {
  const code = (mark: string): string => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, code);
}

const oddKeys = [
  '10',
  '9',
  '1',
  '007',
  '-1',
  '4294967295',
  '__proto__',
  'constructor',
  'toJSON',
  'é',
  '\u{1f600}',
];
const keys = fc.oneof(
  fc.constantFrom(...oddKeys, '\ufffd', '\ue000', 'a', 'A', 'a.b', '<&>'),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 6 })
    .filter((key) => !/[\p{Cc}\ufffe\uffff]/u.test(key)),
  // YAML, the format of an apply, does not have these.
);
const leaves = fc.oneof(fc.constantFrom('<&>\u2028', 'x', ''), fc.integer(), fc.boolean());
const { tree } = fc.letrec<{ tree: Tree; map: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaves,
    tie('map'),
    fc.record({ list: fc.array(leaves) }),
  ),
  map: fc.record({
    map: fc.uniqueArray(fc.tuple(keys, tie('tree')), { selector: ([key]) => key, maxLength: 8 }),
  }),
}));
const maps = (value: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> =>
  fc.record({
    map: fc.uniqueArray(fc.tuple(keys, value), { selector: ([key]) => key, minLength: 1, maxLength: 8 }),
  });

/** The field names of an object in the order of its text, from `start` on, down to `levels` levels. */
function fieldsIn(text: string, start: number, levels: number): string[] {
  const names: string[] = [];
  let depth = 0;
  const rest = text.slice(start);
  for (const [token, name] of rest.matchAll(/"((?:[^"\\]|\\.)*)":|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') {
      if (--depth === 0) break;
    } else if (name !== undefined && depth <= levels) names.push(name);
  }
  return names;
}

function fieldsOf(text: string, levels = 1): string[] {
  return fieldsIn(text, text.indexOf('{'), levels);
}

const metadataFields = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'labels',
  'annotations',
  'managedFields',
];

/** The order of keys in the server's responses: equal objects have equal texts only if it is kept. */
export function keyOrderContract(use: () => Context): void {
  const group = (): string => `order.${use().namespace}.example.com`;
  const items = (): string => `/apis/${group()}/v1/namespaces/${use().namespace}/things`;
  let serial = 0;
  const name = (): string => `order-${++serial}`;

  const send = (method: string, path: string, type: string, body: string): Promise<Answer> =>
    use().api.call(method, path, { body, headers: { 'content-type': `application/${type}` } });
  const as = (kind: string): { accept: string } => ({
    accept: `application/json;as=${kind};v=v1;g=meta.k8s.io`,
  });

  beforeAll(async () => {
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    await define(use().api, definitionOf(group(), 'things', 'Thing', [version(schema)]), items());
  });

  test('sorts all keys of a custom object by their bytes in every response', async () => {
    await fc.assert(
      fc.asyncProperty(maps(tree), maps(tree), async (spec, changed) => {
        const { api } = use();
        const own = name();
        const sent = (value: Tree): string =>
          `{"zeta":1,"spec":${write(value, false)},"kind":"Thing","metadata":{"name":"${own}"},"apiVersion":"${group()}/v1","data":2}`;
        const wanted = `"spec":${write(spec, true)},"zeta":1}`;
        const dry = await send('POST', `${items()}?dryRun=All`, 'json', sent(spec));
        expect(dry.text).toContain(wanted);
        const created = await send('POST', items(), 'json', sent(spec));
        expect(created.text).toContain(wanted);
        expect(fieldsOf(created.text)).toEqual(['apiVersion', 'data', 'kind', 'metadata', 'spec', 'zeta']);
        const paths = [`${items()}/${own}`, `${items()}?fieldSelector=metadata.name%3D${own}`];
        for (const path of paths) expect((await api.get(path)).text).toContain(wanted);
        expect((await api.get(`${items()}/${own}?includeObject=Object`, as('Table'))).text).toContain(wanted);
        const merged = await send(
          'PATCH',
          `${items()}/${own}`,
          'json-patch+json',
          `[{"op":"replace","path":"/spec","value":${write(changed, false)}}]`,
        );
        expect(merged.text).toContain(`"spec":${write(changed, true)},"zeta":1}`);
        const applied = await send(
          'PATCH',
          `${items()}/${own}-2?fieldManager=me`,
          'apply-patch+yaml',
          sent(spec).replace(own, `${own}-2`),
        );
        expect(applied.text).toContain(wanted);
        await api.delete(`${items()}/${own}`);
        await api.delete(`${items()}/${own}-2`);
      }),
      { numRuns: 12 },
    );
  });

  test('sorts custom objects in lists and watches, but their metadata in the order of ObjectMeta', async () => {
    const { api } = use();
    const own = name();
    const made = await send(
      'POST',
      items(),
      'json',
      `{"spec":{"9":1,"10":2},"kind":"Thing","apiVersion":"${group()}/v1","metadata":{"name":"${own}","labels":{"b":"1","10":"2","9":"3"},"annotations":{"z":"1","a":"2"}}}`,
    );
    const metadata = '"metadata":';
    const sorted = metadataFields.toSorted();
    expect(fieldsIn(made.text, made.text.indexOf(metadata) + metadata.length, 1)).toEqual(sorted);
    expect(made.text).toContain('"labels":{"10":"2","9":"3","b":"1"}');
    expect(made.text).toContain('"spec":{"10":2,"9":1}');
    const list = await api.get(items());
    expect(fieldsOf(list.text)).toEqual(['apiVersion', 'items', 'kind', 'metadata']);
    const partial = await api.get(`${items()}/${own}`, as('PartialObjectMetadata'));
    expect(fieldsIn(partial.text, partial.text.indexOf(metadata) + metadata.length, 1)).toEqual(
      metadataFields,
    );
    const pretty = await api.get(`${items()}/${own}?pretty=true`);
    expect(pretty.text).toMatch(/"spec": \{\n +"10": 2,\n +"9": 1\n +\}/);
    await api.delete(`${items()}/${own}`);
    // From the version before the creation: both events are history, and the stream ends by itself.
    const from = Number(text(made.json, 'metadata.resourceVersion')) - 1;
    const watch = await api.get(`${items()}?watch=true&resourceVersion=${from}&timeoutSeconds=1`);
    const [added = '', deleted = ''] = watch.text.split('\n');
    expect(added).toBe(`{"type":"ADDED","object":${made.text.trim()}}`);
    const fields = ['apiVersion', 'kind', 'metadata', 'spec'];
    expect(fieldsIn(deleted, '{"type":"DELETED","object":'.length, 1)).toEqual(fields);
  });

  test('sorts the maps of a built-in kind by their bytes', async () => {
    const texts = fc.constantFrom('<&>', 'x', '');
    const key = fc.stringMatching(/^[-._a-zA-Z0-9]{1,4}$/).filter((made) => !made.startsWith('.'));
    const entries = fc.uniqueArray(fc.tuple(fc.oneof(key, fc.constantFrom('10', '9', '__proto__')), texts), {
      selector: ([first]) => first,
      minLength: 2,
    });
    await fc.assert(
      fc.asyncProperty(entries, async (map) => {
        const own = name();
        const body = `{"data":${write({ map }, false)},"metadata":{"name":"${own}"}}`;
        const created = await send('POST', configMaps(use().namespace), 'json', body);
        expect(created.text).toContain(`"data":${write({ map }, true)}`);
        const read = await use().api.get(`${configMaps(use().namespace)}/${own}`);
        expect(read.text).toBe(created.text);
        await use().api.delete(`${configMaps(use().namespace)}/${own}`);
      }),
      { numRuns: 15 },
    );
  });

  test('the fields of a built-in kind are in the order of their declaration', async () => {
    const { api, namespace } = use();
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const own = name();
    const created = await send(
      'POST',
      pods,
      'json',
      `{"status":{},"spec":{"nodeName":"n","priority":0,"preemptionPolicy":"PreemptLowerPriority","tolerations":[{"operator":"Exists"}],"containers":[{"ports":[{"containerPort":80},{"containerPort":443},{"containerPort":9}],"image":"i","name":"c"}]},"metadata":{"labels":{"b":"1","10":"2","9":"3"},"annotations":{"z":"1","a":"2"},"name":"${own}"}}`,
    );
    expect(fieldsOf(created.text, 2).filter((field) => !field.startsWith('f:'))).toEqual([
      'kind',
      'apiVersion',
      'metadata',
      ...metadataFields,
      'spec',
      'containers',
      'restartPolicy',
      'terminationGracePeriodSeconds',
      'dnsPolicy',
      'nodeName',
      'securityContext',
      'schedulerName',
      'tolerations',
      'priority',
      'enableServiceLinks',
      'preemptionPolicy',
      'status',
      'phase',
      'qosClass',
    ]);
    expect(created.text).toContain(
      '"containers":[{"name":"c","image":"i","ports":[{"containerPort":80,"protocol":"TCP"},',
    );
    // Items of managedFields are sorted by the values of their keys: 9 before 80.
    const port = (number: number): number =>
      created.text.indexOf(`"k:{\\"containerPort\\":${number},\\"protocol\\":\\"TCP\\"}"`);
    expect(port(9)).toBeGreaterThan(0);
    expect(port(80)).toBeGreaterThan(port(9));
    expect(port(443)).toBeGreaterThan(port(80));
    const patched = await api.patch(`${pods}/${own}`, 'strategic', {
      metadata: { finalizers: ['b.io/x', 'a.io/x'], generateName: 'x' },
    });
    expect(patched.status).toBe(200);
    const metadata = '"metadata":';
    expect(fieldsIn(patched.text, patched.text.indexOf(metadata) + metadata.length, 1)).toEqual([
      'name',
      'generateName',
      ...metadataFields.slice(1, -1),
      'finalizers',
      'managedFields',
    ]);
    expect(patched.text.indexOf('"v:\\"a.io/x\\""')).toBeLessThan(patched.text.indexOf('"v:\\"b.io/x\\""'));
    await api.patch(`${pods}/${own}`, 'merge', { metadata: { finalizers: null } });
    const gone = await api.delete(`${pods}/${own}?gracePeriodSeconds=0`);
    expect(fieldsOf(gone.text)).toEqual(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
  });

  test('the schema of a definition is in the order of its fields, with sorted values', async () => {
    const own = `sorted${++serial}.${group()}`;
    const schema = {
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        b: {
          nullable: true,
          default: { z: 1, 10: 2, 9: 3 },
          'x-kubernetes-preserve-unknown-fields': true,
          type: 'object',
        },
        a: { type: 'string' },
      },
      required: ['a'],
      type: 'object',
    };
    const created = await use().api.post(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      definitionOf(group(), own.slice(0, own.indexOf('.')), `Sorted${serial}`, [version(schema)]),
    );
    expect(created.text).toContain(
      '"openAPIV3Schema":{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"object","default":{"10":2,"9":3,"z":1},"nullable":true,"x-kubernetes-preserve-unknown-fields":true}},"x-kubernetes-preserve-unknown-fields":true}',
    );
    await use().api.delete(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${own}`);
  });
}
