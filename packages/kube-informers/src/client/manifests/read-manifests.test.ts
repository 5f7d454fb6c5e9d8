import { expect, test } from 'vitest';
import { readManifests } from './read-manifests.js';

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;

test('reads every document, without the empty ones, and the items of a List', async () => {
  const text = `# first\n---\n${configMap('a')}---\n---\napiVersion: v1\nkind: List\nitems:\n- ${configMap('b').replaceAll('\n', '\n  ').trim()}\n- ${configMap('c').replaceAll('\n', '\n  ').trim()}\n`;
  const objects = await readManifests(text);
  expect(objects.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b', 'c']);
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

test.each([
  [
    'a tab',
    `${configMap('a')}---\nkind: Pod\nmetadata:\n\tname: b\n`,
    'web.yaml, document 2, line 7: a tab in the indentation; YAML allows only spaces there',
  ],
  [
    'a repeated key',
    'apiVersion: v1\nkind: Pod\nkind: Service\n',
    'web.yaml, document 1, line 3: a key occurs twice in the same mapping',
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
    /^web\.yaml, document 1, line \d: not valid YAML \(MISSING_CHAR\)$/,
  ],
  ['an alias of nothing', 'apiVersion: *hunter2\n', /^web\.yaml, document 1, line 1: is not usable YAML/],
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
