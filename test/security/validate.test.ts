// `kube-informers validate` with files of somebody else.
import { expect, test } from 'vitest';
import { finish, TemporaryFolder } from '../../packages/cli/src/cli.test-support.js';

const map = (text: string): string => `apiVersion: v1\nkind: ConfigMap\n${text}`;

async function problems(stdin: string): Promise<string[]> {
  const { out, err, exitCode } = await finish(['validate', '-f', '-'], { stdin });
  expect([err, exitCode]).toEqual(['', 1]);
  return out.trimEnd().split('\n').slice(0, -1);
}

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['deep brackets', map(`metadata: {name: a}\ndata: ${deep(100_000)}\n`), 'nested more than 200 levels deep'],
  [
    'deep blocks',
    map(`data:\n${Array.from({ length: 400 }, (_, level) => `${' '.repeat(level + 1)}a:\n`).join('')}`),
    'nested more than 200 levels deep',
  ],
  [
    'deep JSON',
    `{"apiVersion":"v1","kind":"ConfigMap","data":${deep(100_000)}}`,
    'nested more than 200 levels deep',
  ],
  [
    'aliases that expand to billions',
    map(
      `a: &a0 [x]\n${Array.from({ length: 60 }, (_, n) => `b${n}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]\n`).join('')}`,
    ),
    'aliases that stand for more than 16777216 characters in all',
  ],
  ['an alias within its own anchor', map('data: &a {b: *a}\n'), 'an alias within what it stands for'],
  [
    'a short text that makes a large object',
    map(`data: &a {x: ${'x'.repeat(100_000)}}\nmore: [${Array(90).fill('*a').join(', ')}]\n`),
    'has more than 3145728 characters',
  ],
  [
    'a long document',
    map(`data: {a: "${'x'.repeat(17 * 1024 * 1024)}"}\n`),
    'a document has at most 16777216 characters',
  ],
])('%s are a problem', async (_name, text, message) => {
  expect((await problems(text)).join('\n')).toContain(message);
});

test('what is printed has no control characters and one line for each problem', async () => {
  await using folder = await TemporaryFolder.create();
  const name = '"a\\e[2J\\n\\u202e\\x9b1m"';
  const file = await folder.write(
    'a\u001b[2J\n.yaml',
    map(`metadata: {name: ${name}, namespace: ${name}}\n? ${name}\n: 1\ndata: {${name}: 1}\n`),
  );
  for (const format of ['text', 'json']) {
    const { out } = await finish(['validate', '-f', file, '-o', format]);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    if (format === 'text') {
      const lines = out.trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(2);
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/\.yaml:\d+: ConfigMap /);
    }
  }
});

test('of many problems the first are shown, and long ones are cut', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `x${n}: 1\n`).join('');
  const lines = await problems(map(`metadata: {name: ${'a'.repeat(100_000)}}\n${many}`));
  expect(lines).toHaveLength(1001);
  expect(lines.join('\n')).toMatch(/and 19\d{3} more problems of this object/);
  for (const line of lines) expect(line.length).toBeLessThan(3000);
});

test('a path that looks like many others is followed in little time', async () => {
  const key = 'a.[b]'.repeat(20_000);
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, [key]: { [key]: 1 } };
  const [line = ''] = await problems(JSON.stringify(object));
  expect(line).toMatch(/^standard input:\d: ConfigMap a: a\.\[b\]/);
});

test('names of JavaScript are names, and change nothing', async () => {
  const text = map(
    'metadata: {name: a}\n__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n',
  );
  const lines = await problems(text);
  expect(lines.map((line) => line.replace(/.*field /, ''))).toEqual(['"__proto__"', '"constructor"']);
  expect({}).not.toHaveProperty('polluted');
  const kind = await problems('apiVersion: __proto__\nkind: constructor\nmetadata: {name: a}\n');
  expect(kind[0]).toContain('"__proto__" has no constructor');
});

test('a rule that would run for ever ends', async () => {
  const rule = "self.all(a, self.all(b, self.all(c, self.all(d, a + b + c + d != 'x'))))";
  const schema = {
    type: 'object',
    properties: {
      l: { type: 'array', items: { type: 'string' }, 'x-kubernetes-validations': [{ rule }] },
    },
  };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'as.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'as', kind: 'A' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  expect((await problems(JSON.stringify(definition))).join('\n')).toContain('exceeds budget');
});
