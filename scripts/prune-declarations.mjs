// Deletes from the declarations in dist what no public entry leads to, statement by statement: most of what the insides
// declare. What stays keeps its text and docstrings, with tabs for the compiler's four spaces.
import { readFileSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) => (types ? [types.replace('./dist/', '')] : []));

const all = '*';
const modules = new Map();

/** Every node of a syntax tree, the outer one first. */
function* nodesOf(node) {
  if (typeof node.type === 'string') yield node;
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) yield* nodesOf(value);
  }
}

/** The file of a specifier; undefined for that of a package. */
function target(file, source) {
  return source?.value.startsWith('.')
    ? resolve(dirname(file), source.value.replace(/\.js$/, '.d.ts'))
    : undefined;
}

/** A file: its statements, which of them declares a name, and which specifier imports or exports one. */
function moduleOf(file) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const { body } = parseAst(text, { lang: 'dts' }, file);
  const module = { file, text, body, kept: new Set(), declared: new Map(), exported: new Map(), stars: [] };
  modules.set(file, module);
  for (const statement of body) {
    const { type, declaration, specifiers, source } = statement;
    if (type === 'ExportAllDeclaration' && statement.exported === null) module.stars.push(statement);
    else if (type === 'ExportAllDeclaration')
      module.exported.set(statement.exported.name, { statement, file: target(file, source), name: all });
    else if (type === 'ImportDeclaration' || (type === 'ExportNamedDeclaration' && !declaration)) {
      for (const node of specifiers) {
        const name = type === 'ImportDeclaration' ? node.imported?.name : node.local.name;
        const link = { statement, node, file: target(file, source), name: name ?? all };
        if (type === 'ImportDeclaration') module.declared.set(node.local.name, [link]);
        else module.exported.set(node.exported.name, link);
      }
    } else declare(module, statement, declaration ?? statement);
  }
  return module;
}

function declare(module, statement, declaration) {
  const named = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
  for (const { id } of named) {
    if (id?.type !== 'Identifier')
      throw new Error(`${module.file}: a declaration without a name: ${declaration.type}`);
    // Overloads, and a type beside a value, are several statements of one name.
    module.declared.set(id.name, [...(module.declared.get(id.name) ?? []), { statement }]);
    if (statement.type === 'ExportNamedDeclaration') module.exported.set(id.name, { local: id.name });
  }
}

const waiting = [];
const seen = new Set();

/** Has the name that a file exports kept; `all` for every one. */
function need(file, name) {
  if (file === undefined || seen.has(`${file}#${name}`)) return;
  seen.add(`${file}#${name}`);
  waiting.push({ file, name });
}

function keepExport(module, name) {
  if (name === all) {
    for (const each of module.exported.keys()) need(module.file, each);
    for (const star of module.stars) {
      module.kept.add(star);
      need(target(module.file, star.source), all);
    }
    return;
  }
  const link = module.exported.get(name);
  if (link === undefined) {
    for (const star of module.stars) {
      module.kept.add(star);
      need(target(module.file, star.source), name);
    }
  } else if (link.local !== undefined) keepLocal(module, link.local);
  else if (link.node !== undefined && link.statement.source === null) {
    module.kept.add(link.statement).add(link.node);
    keepLocal(module, link.name);
  } else keepLink(module, link);
}

function keepLink(module, { statement, node, file, name }) {
  module.kept.add(statement);
  if (node !== undefined) module.kept.add(node);
  need(file, name);
}

/** Keeps what declares a name in its file, and what that mentions. */
function keepLocal(module, name, member) {
  for (const link of module.declared.get(name) ?? []) {
    // `import * as metav1`: of it, what stands after the dot.
    if (link.name === all && member !== undefined) keepLink(module, { ...link, name: member });
    else if (link.statement.type === 'ImportDeclaration') keepLink(module, link);
    else if (!module.kept.has(link.statement)) {
      module.kept.add(link.statement);
      keepMentioned(module, link.statement);
    }
  }
}

/** The names that a node refers to: those of types, of values after `typeof`, and of what is extended. */
function namesIn(node) {
  const { type, typeName, exprName, expression, superClass, key, computed } = node;
  if (type === 'TSTypeReference') return [typeName];
  if (type === 'TSTypeQuery') return [exprName];
  if (type === 'TSInterfaceHeritage' || type === 'TSClassImplements') return [expression];
  return [superClass, computed ? key : null].filter((name) => name);
}

function keepMentioned(module, statement) {
  for (const node of nodesOf(statement)) {
    if (node.type === 'TSImportType') need(target(module.file, node.source), all);
    for (let name of namesIn(node)) {
      let member;
      for (
        ;
        name.type === 'TSQualifiedName' || name.type === 'MemberExpression';
        name = name.left ?? name.object
      )
        member = (name.right ?? name.property).name;
      if (name.type === 'Identifier') keepLocal(module, name.name, member);
    }
  }
}

/** The text of a file without what was not kept, and without the comments above it. */
function keptText({ text, body, kept }) {
  let result = '';
  let end = 0;
  for (const statement of body) {
    if (kept.has(statement)) {
      const specifiers = statement.specifiers ?? [];
      const some = specifiers.filter((node) => kept.has(node));
      const whole = text.slice(end, statement.end);
      result +=
        some.length === specifiers.length
          ? whole
          : whole.replace(
              /\{[^{}]*\}(?= from |;$)/,
              `{ ${some.map((node) => text.slice(node.start, node.end)).join(', ')} }`,
            );
    }
    end = statement.end;
  }
  return `${result.trimStart()}\n`.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4));
}

for (const entry of entries) need(join(dist, entry), all);
for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
  keepExport(moduleOf(next.file), next.name);

for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !file.endsWith('.d.ts')) continue;
  const module = modules.get(file);
  if (module === undefined || module.kept.size === 0) rmSync(file);
  else writeFileSync(file, keptText(module));
}
const folders = readdirSync(dist, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name));
// The longest path first: a folder within another empties before it.
for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
