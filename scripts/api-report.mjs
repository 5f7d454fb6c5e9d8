// Writes packages/*/api/<entry>.txt: every public name of an entry with its declaration, so that a review sees each change of the
// public surface. With --check it writes nothing and exits with 1 when a file is not what it would write.
// `internal` is not public.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { packages, root } from './packages.mjs';

const types = mkdtempSync(join(tmpdir(), 'kube-informers-api-'));
process.on('exit', () => rmSync(types, { recursive: true }));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const emitted = spawnSync(
  process.execPath,
  [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', types],
  { encoding: 'utf8' },
);
if (emitted.status !== 0) throw new Error(`the declarations do not compile:\n${emitted.stdout}`);

const files = new Map();

/** What a declaration file declares, imports and re-exports. The compiler's output is regular enough to read by lines. */
function read(file) {
  if (files.has(file)) return files.get(file);
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^ +(?:private .*|#private);\n/gm, '');
  const found = {
    declared: new Map(),
    exported: new Set(),
    imported: new Map(),
    reexported: new Map(),
    stars: [],
  };
  files.set(file, found);
  const target = (from) =>
    from.startsWith('.') ? resolve(dirname(file), from.replace(/\.js$/, '.d.ts')) : from;
  for (const [, verb, names, from] of text.matchAll(
    /^(import|export) (?:type )?\{([^}]*)\} from '([^']+)';/gm,
  ))
    for (const part of names
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')) {
      const [name, local = name] = part.split(' as ');
      (verb === 'import' ? found.imported : found.reexported).set(local, [target(from), name]);
    }
  for (const [line, name] of text.matchAll(/^export type \* as (\w+) from .*$/gm)) {
    found.declared.set(name, line.replace('export ', ''));
    found.exported.add(name);
  }
  for (const [, from] of text.matchAll(/^export (?:type )?\* from '(\.[^']+)';/gm))
    found.stars.push(target(from));
  for (const part of text.split(/^(?=export |import |declare |interface |type )/m)) {
    const [, exported, name] =
      /^(export )?(?:declare )?(?:abstract )?(?:class|interface|type|function|const) ([\w$]+)/.exec(part) ??
      [];
    if (name === undefined) continue;
    const declaration = part.replace(/^(?:export )?(?:declare )?/, '').trim();
    found.declared.set(
      name,
      [...(found.declared.has(name) ? [found.declared.get(name)] : []), declaration].join('\n'),
    );
    if (exported !== undefined) found.exported.add(name);
  }
  return found;
}

/** Where a name is declared: `file#name`. */
function find(file, name) {
  if (!file.startsWith(types)) return undefined;
  const { declared, imported, reexported, stars } = read(file);
  if (declared.has(name)) return `${file}#${name}`;
  const from = reexported.get(name) ?? imported.get(name);
  if (from !== undefined) return find(...from);
  return stars.map((star) => find(star, name)).find((id) => id !== undefined);
}

/** Name → id of all that a file exports. */
function exportsOf(file) {
  const { exported, reexported, stars } = read(file);
  return new Map([
    ...[...exported, ...reexported.keys()].map((name) => [name, find(file, name)]),
    ...stars.flatMap((star) => [...exportsOf(star)]),
  ]);
}

const declarationOf = (id) => read(id.split('#')[0]).declared.get(id.split('#')[1]);

/** Id → the entry that lists its declaration. */
const owners = new Map();

/** The base class without a public name that a class has: its members belong to the class. */
function hiddenBase(id) {
  const [, name] = /^(?:abstract )?class [^{]*? extends ([A-Z]\w+)/.exec(declarationOf(id)) ?? [];
  const base = name === undefined ? undefined : find(id.split('#')[0], name);
  return base === undefined || owners.has(base) ? undefined : base;
}

/** Types and accessors of the Kubernetes API: their declarations are in generated files, where a review sees each change. */
const generated =
  /\/((?:resources\/types\/|meta\/meta-|client\/built-in-|factories\/built-in-)[\w-]+)\.d\.ts#/;

function generatedNames(surface) {
  const byFile = new Map();
  for (const [name, id] of surface) {
    const file = generated.exec(id)?.[1];
    if (file !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), name]);
  }
  return [...byFile]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) =>
      `of ${file}: ${names.sort().join(', ')}`.replaceAll(/(.{1,138})(?: |$)/g, '$1\n').trimEnd(),
    );
}

/** Declarations that have no public name, but are part of those that have one: what they say is public all the same. */
function unnamed(entry, surface) {
  const found = new Map();
  const look = (id) => {
    for (const [name] of declarationOf(id).matchAll(/\b[A-Z]\w+\b/g)) {
      const mentioned = find(id.split('#')[0], name);
      if (mentioned === undefined || owners.has(mentioned) || generated.test(mentioned)) continue;
      owners.set(mentioned, entry);
      found.set(name, compact(declarationOf(mentioned)));
      look(mentioned);
    }
  };
  for (const id of surface.values()) if (owners.get(id) === entry && !generated.test(id)) look(id);
  if (found.size === 0) return [];
  return [
    '',
    '// without a public name',
    ...[...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  ];
}

function reportOf(entry, surface) {
  const parts = [...surface]
    .filter(([, id]) => !generated.test(id) || owners.get(id) !== entry)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, id]) => {
      if (owners.get(id) !== entry) return `${name}: see ${fileOf(owners.get(id))}`;
      const base = hiddenBase(id);
      return base === undefined ? declarationOf(id) : `${declarationOf(id)}\n${declarationOf(base)}`;
    });
  const own = new Map([...surface].filter(([, id]) => owners.get(id) === entry));
  return `${[...parts.map(compact), ...unnamed(entry, surface), ...generatedNames(own)].join('\n')}\n`;
}

/** Writes blocks that fit into a line on one line: a name is a line where possible, else each of its members is. */
function compact(declaration) {
  const lines = declaration
    .replaceAll(/^class (\w+Error) extends (\w+) \{\n +readonly name = "\1";\n\}/gm, 'class $1 extends $2 {}')
    .replaceAll(/^(\s*\})\n +\| /gm, '$1 | ')
    .split('\n');
  // Backwards, so that inner blocks are joined before those around them.
  for (let start = lines.length - 1; start >= 0; start--) {
    if (!lines[start].endsWith('{')) continue;
    const end = lines.findIndex((line, index) => index > start && /^\s*\}/.test(line));
    const inner = lines.slice(start, end + 1).map((line, index) => (index === 0 ? line : line.trim()));
    const joined = inner.join(' ').replace(/; \}/, ' }');
    if (joined.length <= 140) lines.splice(start, inner.length, joined);
  }
  return lines.join('\n');
}

/** The report of an entry: `index.txt`, `cache.txt`. */
const fileOf = ({ output }) => `${output.replace('dist/', '').replace(/\/index$/, '')}.txt`;
const problems = [];
for (const { folder, entries } of packages) {
  const listed = entries.filter(
    ({ specifier, output }) => specifier !== undefined && output !== 'dist/internal',
  );
  if (listed.length === 0) continue;
  const declarations = join(types, basename(folder), 'src');
  const surfaces = listed.map(({ output }) =>
    exportsOf(join(declarations, `${output.replace('dist/', '')}.d.ts`)),
  );
  for (const [index, surface] of surfaces.entries())
    for (const id of surface.values()) if (!owners.has(id)) owners.set(id, listed[index]);
  const reports = new Map(listed.map((entry, index) => [fileOf(entry), reportOf(entry, surfaces[index])]));
  const api = join(folder, 'api');
  mkdirSync(api, { recursive: true });
  for (const name of new Set([...reports.keys(), ...readdirSync(api)])) {
    const file = join(api, name);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (before === reports.get(name)) continue;
    if (process.argv.includes('--check'))
      problems.push(`${relative(root, file)} is out of date: run npm run api`);
    else if (reports.has(name)) writeFileSync(file, reports.get(name));
    else rmSync(file);
  }
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
