import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const entries = ['index', 'cache/index'];

/** What the script makes of declarations: path → text. The entries that are not given are empty. */
function bundled(given: Record<string, string>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-declarations-'));
  const [types, dist] = [join(folder, 'types'), join(folder, 'dist')];
  try {
    const empty = Object.fromEntries(entries.map((name) => [name, 'export {};\n']));
    for (const [name, text] of Object.entries({ ...empty, ...given })) {
      const file = join(types, `${name}.d.ts`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    execFileSync(process.execPath, [join(root, 'scripts/bundle-declarations.mjs'), types, dist, ...entries]);
    const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.d.ts'),
    );
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(dist, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('puts the modules of a folder into one file, with everything that an entry needs and its docstrings', () => {
  const files = bundled({
    index: "/** The package. */\nexport type { A as First } from './meta/a.js';\n",
    'meta/a':
      "/** Of the module. */\nimport type { B as Alias } from './b.js';\n/** An A. */\nexport interface A {\n    b: Alias;\n}\nexport interface Unused {\n}\n",
    'meta/b': '/** A B. */\nexport interface B {\n}\n',
  });
  expect(files).toEqual({
    'index.d.ts': "/** The package. */\nexport type { A as First } from './shared/meta.js';\n",
    'shared/meta.d.ts':
      '/** An A. */\nexport interface A {\n\tb: B;\n}\n/** A B. */\nexport interface B {\n}\n',
  });
});

test('a module that needs types of Node is not merged, so that the others can be checked without them', () => {
  const files = bundled({
    index: "export type { A } from './meta/a.js';\nexport type { B } from './meta/b.js';\n",
    'meta/a': "import type { Socket } from 'node:net';\nexport interface A {\n    b: Socket;\n}\n",
    'meta/b': 'export interface B {\n}\n',
  });
  expect(files['meta/a.d.ts']).toBe(
    "import { Socket } from 'node:net';\nexport interface A {\n\tb: Socket;\n}\n",
  );
  expect(files['shared/meta.d.ts']).toBe('export interface B {\n}\n');
});

test('a module is not merged if it declares, or expects from the runtime, a name that its folder has', () => {
  const files = bundled({
    index:
      "export type { A } from './meta/a.js';\nexport type { B } from './meta/b.js';\nexport type { C } from './meta/c.js';\n",
    'meta/a': 'interface Event {\n}\nexport interface A extends Event {\n}\nexport {};\n',
    'meta/b': 'interface Event {\n}\nexport interface B extends Event {\n}\nexport {};\n',
    'meta/c': 'export interface C extends Event {\n}\n',
  });
  expect(Object.keys(files).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'index.d.ts',
    'meta/b.d.ts',
    'meta/c.d.ts',
    'shared/meta.d.ts',
  ]);
  expect(files['index.d.ts']).toBe(
    "export type { A } from './shared/meta.js';\nexport type { B } from './meta/b.js';\nexport type { C } from './meta/c.js';\n",
  );
});

test('a namespace stays a separate file, and types inferred from several namespaces keep their names', () => {
  const files = bundled({
    index: "export type * as v1 from './types/v-1.js';\nexport { a, b } from './meta/a.js';\n",
    'types/v-1': 'export interface Pod {\n}\n',
    'types/v-2': 'export interface Pod {\n}\n',
    'meta/a':
      'export declare const a: import("../types/v-1.js").Pod;\nexport declare const b: import("../types/v-2.js").Pod;\n',
    'cache/index': "import type * as v2 from '../types/v-2.js';\nexport type Pod = v2.Pod;\n",
  });
  expect(files['shared/meta.d.ts']).toBe(
    "import * as v2 from '../types/v-2.js';\nimport { Pod } from '../types/v-1.js';\n" +
      'export declare const a: Pod;\nexport declare const b: v2.Pod;\n',
  );
  expect(files['index.d.ts']).toBe(
    "export { a, b } from './shared/meta.js';\nexport type * as v1 from './types/v-1.js';\n",
  );
});

test('fails for an export apart from its declaration, which it would lose', () => {
  expect(() => bundled({ index: 'declare const a = 1;\nexport { a };\n' })).toThrow(
    'export a where it is declared',
  );
});
