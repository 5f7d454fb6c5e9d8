import { expect, test } from 'vitest';
import { positionOf, readManifests } from './read-manifests.js';

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;

test('reads every document, without the empty ones, and the items of a List', async () => {
  const text = `# first\n---\n${configMap('a')}---\n---\napiVersion: v1\nkind: List\nitems:\n- ${configMap('b').replaceAll('\n', '\n  ').trim()}\n- ${configMap('c').replaceAll('\n', '\n  ').trim()}\n`;
  const objects = await readManifests(text);
  expect(objects.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b', 'c']);
});

test('reads the items of lists in lists, each with its place', async () => {
  const text = `apiVersion: v1\nkind: List\nitems:\n- ${configMap('a').replaceAll('\n', '\n  ').trim()}\n- apiVersion: v1\n  kind: ConfigMapList\n  items:\n  - ${configMap('b').replaceAll('\n', '\n    ').trim()}\n  - null\n`;
  await expect(readManifests(text)).rejects.toThrow('document 1, line 13: must be an object');
  const json = `{"apiVersion":"v1","kind":"List","items":[{"kind":"RoleList","items":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}]}]}`;
  const objects = await readManifests(`${text.replace('  - null\n', '')}`);
  expect(objects.map((object) => [object.metadata?.name, positionOf(object)])).toEqual([
    ['a', 'document 1, line 4'],
    ['b', 'document 1, line 10'],
  ]);
  const [inner] = await readManifests(json);
  expect(positionOf(inner ?? {})).toBe('document 1, line 1, item 1, item 1');
});

test('gives items of a typed list their apiVersion and kind, as kubectl does', async () => {
  const list = `apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: { name: a }\n- { apiVersion: v1, kind: Secret, metadata: { name: b } }\n`;
  expect(await readManifests(list)).toEqual([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'b' } },
  ]);
  for (const [item, message] of [
    ['apiVersion: v1', 'line 6: kind must be'],
    ['kind: ConfigMap', 'line 6: apiVersion must be'],
  ] as const)
    await expect(readManifests(`${list}- ${item}\n  metadata: { name: a }\n`)).rejects.toThrow(message);
  await expect(readManifests(list.replace('ConfigMapList', 'List'))).rejects.toThrow('line 4: apiVersion');
});

// What `kubectl create --dry-run=client -o json` gives.
test.each<[string, unknown]>([
  ['{a: own, <<: {a: merged, b: merged}, b: own}', { a: 'merged', b: 'own' }],
  ['{<<: {a: 1}, <<: {a: 2, b: 2}}', { a: 2, b: 2 }],
  ['{<<: [{a: 1}, {a: 2, b: 2}]}', { a: 1, b: 2 }],
  ['{"<<": {a: 1}}', { '<<': { a: 1 } }],
  ['{a: &a {x: {k: 1}}, b: {x: {l: 2}, <<: *a}}', { a: { x: { k: 1 } }, b: { x: { k: 1 } } }],
  ['{a: &a b, *a : c}', { a: 'b', b: 'c' }],
  ['{__proto__: {a: 1}}', Object.fromEntries([['__proto__', { a: 1 }]])],
])('reads %s as kubectl does', async (text, value) => {
  const [object] = await readManifests(`${configMap('a')}spec: ${text}\n`);
  expect(object?.['spec']).toEqual(value);
});

// As kubectl does; old definitions are written so.
test('reads quoted texts that are indented less than their keys', async () => {
  const text = `${configMap('a')}spec:
  a: 'it''s
  [one

  line'
  args: [-c, "
    x: \\"y\\" \\
  z
"]
  block: |
    "not
    a quote
  list:
  - "b
c"
  - {d: 'e
f', g: "h
i"}
---
${configMap('b')}spec: {a: "
b"}
`;
  const objects = await readManifests(text);
  expect(objects.map((object) => object['spec'])).toEqual([
    {
      a: "it's [one\nline",
      args: ['-c', ' x: "y" z '],
      block: '"not\na quote\n',
      list: ['b c', { d: 'e f', g: 'h i' }],
    },
    { a: ' b' },
  ]);
  expect(positionOf(objects[1] ?? {})).toBe('document 2, line 23');
});

test('an anchor may be used 10,000 times', { timeout: 20_000 }, async () => {
  const [object] = await readManifests(
    `${configMap('a')}spec:\n- &a { b: c }\n${'- *a\n- { <<: *a }\n'.repeat(5000)}`,
  );
  expect(object?.['spec']).toEqual(Array.from({ length: 10_001 }, () => ({ b: 'c' })));
});

test('reads JSON, and numbers beyond 2^53 as bigints', async () => {
  const text = `{\n\t"apiVersion": "v1", "kind": "Widget",\n\t"metadata": { "name": "a" }, "spec": { "id": 9007199254740993 } }`;
  const [object] = await readManifests(text);
  expect(object?.['spec']).toEqual({ id: 9007199254740993n });
});

test('reads scalars as kubectl does: YAML 1.1, with dates and base-60 numbers as text', async () => {
  const text = `${configMap('a')}spec: { mode: 0644, on: yes, day: 2001-12-14, time: 12:30:45 }\n`;
  const [object] = await readManifests(text);
  expect(object?.['spec']).toEqual({ mode: 420, true: true, day: '2001-12-14', time: '12:30:45' });
});

// What `kubectl create --dry-run=client -o json` gives.
test.each<[string, unknown]>([
  ['0o644', 420],
  ['0644', 420],
  ['08', 8],
  ['0x1F', 31],
  ['-0b101', -5],
  ['0o9', '0o9'],
  ['1_000', 1000],
  ['1e3', 1000],
  ['1.', 1],
  ['.5', 0.5],
  ['._5', '._5'],
  ['1e999', '1e999'],
  ['18446744073709551615', 18446744073709551615n],
  ['-9223372036854775808', -9223372036854775808n],
  ['y', true],
  ['Off', false],
  ['oFF', 'oFF'],
  ['~', null],
  ['', null],
  ['"yes"', 'yes'],
  ["'5'", '5'],
  ['2001-12-14', '2001-12-14'],
  ['190:20:30', '190:20:30'],
  ['!!binary aGVsbG8=', 'hello'],
  ['!!float "5"', 5],
  ['!!str 5', '5'],
  ['!!int "5"', 5],
  ['! 5', '5'],
  ['!local 5', '5'],
  ['!!set {x, z}', { x: null, z: null }],
  ['!!omap [a: 1]', [{ a: 1 }]],
  ['{0x10: a, no: b, 1.5: c}', { 16: 'a', false: 'b', 1.5: 'c' }],
])('reads %s as kubectl does', async (text, wanted) => {
  const [object] = await readManifests(`${configMap('a')}spec:\n  value: ${text}\n`);
  expect(object?.['spec']).toEqual({ value: wanted });
});

const json = (name: string): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

test.each([
  ['lines', `${json('a')}\n${json('b')}\n`, 2],
  ['nothing between', `${json('a')}${json('b')}`, 1],
  ['indented objects', `${JSON.stringify(JSON.parse(json('a')), null, 2)}\n${json('b')}`, 8],
  ['documents', `\ufeff${json('a')}\n---\n\ufeff${json('b')}\n---\n`, 3],
  ['YAML with byte order marks', `\ufeff${configMap('a')}---\n\n\ufeff${configMap('b')}`, 6],
])('reads JSON and YAML as they are joined: %s', async (_name, text, line) => {
  const objects = await readManifests(text);
  expect(objects.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b']);
  expect(positionOf(objects[1] ?? {})).toBe(`document 2, line ${line}`);
});

test('reads strings of JSON with quotes, backslashes and braces, and megabytes', async () => {
  const strings = ['"', '\\', '\\"}', '{[', 'x'.repeat(5_000_000)];
  const object = (value: string): string => JSON.stringify({ ...JSON.parse(json('a')), value });
  const objects = await readManifests(strings.map(object).join(''));
  expect(objects.map((read) => read['value'])).toEqual(strings);
});

// 25,000 took 35 s when each key was compared with all others.
test('reads 50,000 keys in a time that grows with their number', { timeout: 30_000 }, async () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `  k${index}: v\n`);
  const [object] = await readManifests(`${configMap('a')}data:\n${keys.join('')}`);
  expect(Object.keys(object?.['data'] ?? {})).toHaveLength(50_000);
});

/** Twice as many values in each line. */
const bomb = (two: (anchor: string) => string): string =>
  `a0: &a0 {x: y}\n${Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} ${two(`a${index}`)}\n`).join('')}`;

test.each([
  [
    'an infinite number',
    'a: .inf\n',
    'web.yaml, document 1, line 1, column 4: an infinite number, or one that is none: JSON has no such value',
  ],
  ['a wrong tag', 'a: !!int hunter2\n', /column 10: the tag !!int before another value$/],
  ['bad base64', 'a: !!binary hunter2\n', /column 13: a value with the tag !!binary that is not base64$/],
  ['null as a key', '~: hunter2\n', /column 1: null as a key; quote it$/],
  ['a long fraction as a key', '1.2345678: hunter2\n', /a number with a fraction as a key; quote it$/],
  ['the same key in two words', 'yes: 1\non: hunter2\n', /line 2, column 1: a key occurs twice/],
  [
    'a merge of a text',
    'a: &a x\nb: { <<: *a }\n',
    /column 6: the key << merges mappings, and has another value; quote it$/,
  ],
  ['a merge of a list of texts', '<<: [hunter2]\n', /column 1: the key << merges mappings/],
  [
    'a tab',
    `${configMap('a')}---\nkind: Pod\nmetadata:\n\tname: b\n`,
    'web.yaml, document 2, line 7, column 1: a tab in the indentation; YAML allows only spaces there',
  ],
  [
    'a repeated key',
    'apiVersion: v1\nkind: Pod\nkind: Service\n',
    'web.yaml, document 1, line 3, column 1: a key occurs twice in the same mapping',
  ],
  [
    'a document without a kind',
    `${configMap('a')}---\n# a comment\napiVersion: v1\nmetadata: { name: b }\n`,
    'web.yaml, document 2, line 6: kind must be a non-empty string, got (missing)',
  ],
  [
    'a document without a name',
    'apiVersion: v1\nkind: Pod\nmetadata: {}\n',
    'web.yaml, document 1, line 1: metadata.name of the "Pod" must be a non-empty string',
  ],
  [
    'a generated name',
    'apiVersion: v1\nkind: Pod\nmetadata: { generateName: a- }\n',
    'web.yaml, document 1, line 1: the "Pod" needs metadata.name: an object with generateName can be created, but not applied or deleted',
  ],
  [
    'a text',
    'hunter2\n',
    'web.yaml, document 1, line 1: must be an object with apiVersion, kind and metadata, got string',
  ],
  [
    'a bad item of a List',
    'kind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: { name: a }\n- apiVersion: v1\n',
    'web.yaml, document 1, line 6: kind must be a non-empty string, got (missing)',
  ],
  [
    'an unclosed quote',
    'apiVersion: v1\npassword: "hunter2\n',
    /^web\.yaml, document 1, line \d, column 1: a quote, bracket or brace is not closed, or a comma/,
  ],
  [
    'an alias of nothing',
    `${configMap('a')}---\napiVersion: *hunter2\n`,
    'web.yaml, document 2, line 5, column 13: an alias without an anchor before it; quote a value that begins with *',
  ],
  [
    'a template',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.hunter2 }}\n',
    'web.yaml, document 1, line 4, column 10: a mapping or list as a key; a template such as {{ .Values.name }} must be rendered first',
  ],
  [
    'a template with a block',
    '{{- if .hunter2 }}\na: 1\n{{- end }}\n',
    /line 1, column 3: .* must be rendered first$/,
  ],
  ['an alias within itself', 'a: &b [*b]\n', /line 1, column 8: an alias within what it stands for$/],
  [
    'a merge of a list of mappings by an alias',
    'a: &a [{b: c}]\nd: { <<: *a }\n',
    /line 2, column 6: the key << merges mappings/,
  ],
  [
    'an alias of its own anchor, which is there before',
    'a: &a 1\nb: &a [*a]\n',
    /line 2, column 8: an alias within/,
  ],
  ['aliases of aliases', bomb((of) => `[*${of}, *${of}]`), /aliases that stand for more than 16777216 char/],
  ['merges of merges', bomb((of) => `{p: {<<: *${of}}, q: {<<: *${of}}}`), /more than 16777216 characters/],
  [
    'a long text with many aliases',
    `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(1000)}]\n`,
    /line 2, column \d+: aliases that stand for more than 16777216 characters in all$/,
  ],
  [
    'aliases that nest',
    `a0: &a0 {}\n${Array.from({ length: 300 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}]\n`).join('')}`,
    /line 20\d, column \d+: nested more than 200 levels deep$/,
  ],
  [
    'a bad escape',
    'a: "\\q hunter2"\n',
    /line 1, column 5: an unknown escape in double quotes; write \\\\ for a backslash/,
  ],
  [
    'a reserved character',
    'a: @hunter2\n',
    /line 1, column 4: a value begins with a character that YAML reserves/,
  ],
  ['a colon in a value', 'a: hunter2: b\n', /line 1, column 4: a mapping in the line of another one; quote/],
  ['an open bracket', 'a: [hunter2\nb: 1\n', /line 2, column 1: .*a bracket or brace is not closed$/],
  ['too many levels', '['.repeat(300), /document 1, line 1, column \d+: nested more than 200 levels deep$/],
])(
  '%s is an error with file, document and line that does not quote the text',
  async (_name, text, message) => {
    const failure: unknown = await readManifests(text, { file: 'web.yaml' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'ERR_MANIFEST',
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    });
    expect(String(failure)).not.toContain('hunter2');
  },
);
