import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as apiserver from '../../src/apiserver/index.js';
import * as cache from '../../src/cache/index.js';
import * as main from '../../src/index.js';
import * as rest from '../../src/rest/index.js';
import * as testing from '../../src/testing/index.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
let types = '';

/** What a declaration file says, by name. */
interface Declarations {
  readonly declared: Map<string, string>;
  readonly exported: Set<string>;
  /** Imported or handed on: local name → [file, name there]. */
  readonly imported: Map<string, readonly [string, string]>;
  readonly handedOn: Map<string, readonly [string, string]>;
  readonly all: string[];
}
const files = new Map<string, Declarations>();

beforeAll(() => {
  types = mkdtempSync(join(tmpdir(), 'kube-informers-types-'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = ['-p', join(root, 'tsconfig.build.json'), '--outDir', types, '--emitDeclarationOnly'];
  // A type error is another check's; what is read here is written all the same.
  spawnSync(process.execPath, [tsc, ...args]);
}, 120_000);

afterAll(() => {
  rmSync(types, { recursive: true });
});

const entries = ['index', 'cache/index', 'rest/index', 'apiserver/index', 'testing/index'];

test('whatever a signature mentions has a name that a program can import from some entry', () => {
  const known = new Set(entries.flatMap((entry) => [...exportsOf(join(types, `${entry}.d.ts`))]));
  expect(known.size).toBeGreaterThan(300);
  const unnamed = new Set<string>();
  for (const id of known) {
    for (const mentioned of mentionedBy(id)) {
      if (!known.has(mentioned)) unnamed.add(`${shown(mentioned)}, in ${shown(id)}`);
    }
  }
  expect([...unnamed]).toEqual([]);
});

test('the main entry has at most 160 names at run time, and no entry has a name of another', () => {
  const names = { main, cache, rest, apiserver, testing };
  expect(Object.keys(main).length).toBeLessThanOrEqual(160);
  const owners = new Map<string, string[]>();
  for (const [entry, exported] of Object.entries(names))
    for (const name of Object.keys(exported)) owners.set(name, [...(owners.get(name) ?? []), entry]);
  expect([...owners].filter(([, each]) => each.length > 1)).toEqual([]);
});

/**
 * The project's types that a declaration mentions. A base class need not have a public name: what it adds belongs to the
 * class that extends it.
 */
function mentionedBy(id: string): Set<string> {
  const [file = '', name = ''] = id.split('#');
  const { declared, imported } = read(file);
  const found = new Set<string>();
  for (const [word] of (declared.get(name) ?? '')
    .replace(/ extends [A-Z]\w+(?=[^{]*(?:implements|\{))/, '')
    .matchAll(/\b[A-Z][\w$]*/g)) {
    const there = declared.has(word) ? `${file}#${word}` : findImport(imported.get(word));
    if (there !== undefined && there !== id) found.add(there);
  }
  return found;
}

function exportsOf(file: string): Set<string> {
  const { exported, handedOn, all } = read(file);
  const ids = new Set(Array.from(exported, (name) => `${file}#${name}`));
  for (const from of handedOn.values()) ids.add(findImport(from) ?? '');
  for (const from of all) for (const id of exportsOf(from)) ids.add(id);
  return ids;
}

function findImport(from: readonly [string, string] | undefined): string | undefined {
  if (from === undefined) return undefined;
  const [file, name] = from;
  const { declared, handedOn, imported, all } = read(file);
  if (declared.has(name)) return `${file}#${name}`;
  const further = findImport(handedOn.get(name) ?? imported.get(name));
  if (further !== undefined) return further;
  for (const star of all) {
    const found = findImport([star, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads what the compiler wrote, which is regular enough to be read by lines. */
function read(file: string): Declarations {
  const known = files.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^ +(private .*|#private);$/gm, '');
  const found: Declarations = {
    declared: new Map(),
    exported: new Set(),
    imported: new Map(),
    handedOn: new Map(),
    all: [],
  };
  files.set(file, found);
  for (const [, verb, names = '', from = ''] of text.matchAll(
    /^(import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm,
  )) {
    for (const part of names.split(',')) {
      const [name = '', local = name] = part.trim().split(' as ');
      const into = verb === 'import' ? found.imported : found.handedOn;
      if (name !== '') into.set(local, [target(file, from), name]);
    }
  }
  for (const [, from = ''] of text.matchAll(/^export (?:type )?\* from '(\.[^']+)';/gm)) {
    found.all.push(target(file, from));
  }
  for (const part of text.split(/^(?=export |declare |interface |type )/m)) {
    const declaration =
      /^(export )?(?:declare )?(?:abstract )?(?:class|interface|type|function|const) ([\w$]+)/.exec(part);
    const name = declaration?.[2];
    if (name === undefined || name === 'from') continue;
    found.declared.set(name, (found.declared.get(name) ?? '') + part);
    if (declaration?.[1] !== undefined) found.exported.add(name);
  }
  return found;
}

function target(file: string, from: string): string {
  return resolve(dirname(file), from.replace(/\.js$/, '.d.ts'));
}

function shown(id: string): string {
  return relative(types, id).replace('.d.ts#', '.ts: ');
}
