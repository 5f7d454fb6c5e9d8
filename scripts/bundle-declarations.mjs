// Bundles declarations as the compiler wrote them: a file for each folder of sources, with only the statements that a public
// entry leads to. Statements keep their text and docstrings, with tabs for the compiler's four spaces; only the names of
// imports change.
//
//     node scripts/bundle-declarations.mjs TYPES DIST ENTRY...
//
// TYPES has what the compiler wrote for the sources of one package, DIST gets the bundle, and an ENTRY is such as `cache/index`.
//
// Files of their own are the entries, the modules that are imported as a namespace (`metav1.ObjectMeta`), a module that declares
// a name which another module of its folder has, and one that needs types of Node: programs may be checked without them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const [types, dist] = process.argv.slice(2, 4).map((folder) => resolve(folder));
const entries = process.argv.slice(4).map((entry) => join(types, `${entry}.d.ts`));

/** The file that a module becomes if it stays one of its own; the name of a package stays as it is. */
const ownFile = (file) => (file.startsWith(types) ? join(dist, relative(types, file)) : file);

/** As a name: every one, or the namespace itself. */
const all = '*';
const modules = new Map();

/** The file of a specifier, or the name of a package. */
function target(file, source) {
  return source.value.startsWith('.')
    ? resolve(dirname(file), source.value.replace(/\.js$/, '.d.ts'))
    : source.value;
}

function moduleOf(file) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const { body } = parseAst(text, { lang: 'dts' }, file);
  const module = {
    file,
    text,
    body,
    declared: new Map(), // name → its statements: overloads, and a type beside a value, are several
    imported: new Map(), // local name → { file, name }
    exported: new Map(), // name → { file, name, type }
    stars: [],
    kept: new Set(), // statements
    references: [], // { node, id, name }: of kept statements
    shown: undefined, // what a file of its own exports from others: name → id
  };
  modules.set(file, module);
  for (const statement of body) readStatement(module, statement);
  for (const { file: from, name } of module.exported.values())
    if (from === file && module.declared.has(name) && !module.declared.get(name)[0].declaration)
      throw new Error(`${file}: export ${name} where it is declared`);
  return module;
}

function readStatement(module, statement) {
  const { type, declaration, specifiers, source, exportKind } = statement;
  const file = source ? target(module.file, source) : module.file;
  const isType = exportKind === 'type';
  if (type === 'ImportDeclaration') {
    for (const { type: kind, local, imported } of specifiers) {
      const name = kind === 'ImportNamespaceSpecifier' ? all : (imported?.name ?? 'default');
      module.imported.set(local.name, { file, name });
    }
  } else if (type === 'ExportAllDeclaration' && statement.exported !== null)
    module.exported.set(statement.exported.name, { file, name: all, type: isType });
  else if (type === 'ExportAllDeclaration') module.stars.push({ file, type: isType });
  else if (type === 'ExportNamedDeclaration' && !declaration) {
    for (const { local, exported, exportKind: kind } of specifiers)
      module.exported.set(exported.name, { file, name: local.name, type: isType || kind === 'type' });
  } else {
    const found = declaration ?? statement;
    for (const { id } of found.type === 'VariableDeclaration' ? found.declarations : [found]) {
      if (id?.type !== 'Identifier') throw new Error(`${module.file}: a ${found.type} without a name`);
      module.declared.set(id.name, [...(module.declared.get(id.name) ?? []), statement]);
      if (declaration) module.exported.set(id.name, { file, name: id.name, type: false });
    }
  }
}

/** Where a name that a file exports is declared; undefined if it does not export it. */
function find(file, name, type = false) {
  if (name === all || !file.startsWith(types)) return { file, name, type };
  const { exported, stars } = moduleOf(file);
  const link = exported.get(name);
  if (link === undefined)
    return stars.map((star) => find(star.file, name, type || star.type)).find((id) => id !== undefined);
  const isType = type || link.type;
  return link.file === file
    ? findLocal(moduleOf(file), link.name, isType)
    : find(link.file, link.name, isType);
}

/** Where a name that a file uses is declared; undefined for a global and for a type parameter. */
function findLocal(module, name, type = false) {
  if (module.declared.has(name)) return { file: module.file, name, type };
  const link = module.imported.get(name);
  return link && find(link.file, link.name, type);
}

function namesExportedBy(file) {
  const { exported, stars } = moduleOf(file);
  return [...exported.keys(), ...stars.flatMap((star) => namesExportedBy(star.file))];
}

/** Every node of a syntax tree, the outer one first. */
function* nodesOf(node) {
  if (typeof node.type === 'string') yield node;
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) yield* nodesOf(value);
  }
}

/** The names that a node refers to: those of types, of values after `typeof`, and of what is extended. */
function namesIn({ type, typeName, exprName, expression, superClass, key, computed }) {
  if (type === 'TSTypeReference') return [typeName];
  if (type === 'TSTypeQuery') return exprName.type === 'TSImportType' ? [] : [exprName];
  if (type === 'TSInterfaceHeritage' || type === 'TSClassImplements') return [expression];
  return [superClass, computed ? key : null].filter((name) => name);
}

/** Has a declaration kept, with all that it mentions. */
function keep({ file, name }) {
  if (!file.startsWith(types)) return;
  const module = moduleOf(file);
  if (name === all) {
    for (const each of namesExportedBy(file)) show(module, each);
    return;
  }
  for (const statement of module.declared.get(name)) {
    if (module.kept.has(statement)) continue;
    module.kept.add(statement);
    for (const node of nodesOf(statement)) keepMentioned(module, node);
  }
}

/** Has a module stay a file of its own, which exports a name. */
function show(module, name) {
  module.shown ??= new Map();
  if (module.shown.has(name)) return;
  const id = find(module.file, name);
  module.shown.set(name, id);
  keep(id);
}

function keepMentioned(module, node) {
  if (node.type === 'TSImportType') {
    let name = node.qualifier;
    while (name?.type === 'TSQualifiedName') name = name.left;
    const id = name && find(target(module.file, node.source), name.name);
    if (!id) throw new Error(`${module.file}: import('${node.source.value}') without a known name`);
    module.references.push({ node: { start: node.start, end: name.end }, id, name: name.name });
    keep(id);
  }
  for (let name of namesIn(node)) {
    let member;
    for (
      ;
      name.type === 'TSQualifiedName' || name.type === 'MemberExpression';
      name = name.left ?? name.object
    )
      member = (name.right ?? name.property).name;
    if (name.type !== 'Identifier') continue;
    const id = findLocal(module, name.name);
    module.references.push({ node: name, id, name: name.name });
    if (id === undefined) continue;
    // `import * as metav1`: of it, what stands after the dot.
    if (id.name === all && id.file.startsWith(types) && member !== undefined) show(moduleOf(id.file), member);
    else keep(id);
  }
}

for (const entry of entries) keep({ file: entry, name: all });

/** The files that are written: path → modules, the names that they declare, and those that they leave to others. */
const files = new Map();
const fileOf = new Map();
for (const file of [...modules.keys()].toSorted((a, b) => (a < b ? -1 : 1))) {
  const module = modules.get(file);
  if (module.kept.size === 0 && module.shown === undefined) continue;
  const declared = [...module.declared.keys()].filter((name) =>
    module.declared.get(name).some((statement) => module.kept.has(statement)),
  );
  const free = module.references.filter(({ id }) => id === undefined).map(({ name }) => name);
  const parts = relative(types, file).split(sep);
  const shared = join(dist, 'shared', `${parts.length > 1 ? parts[0] : 'main'}.d.ts`);
  const there = files.get(shared);
  const clashes =
    declared.some((name) => there?.declared.has(name) || there?.free.has(name)) ||
    free.some((name) => there?.declared.has(name));
  const needsNode = module.references.some(({ id }) => id?.file.startsWith('node:'));
  const path = module.shown === undefined && !clashes && !needsNode ? shared : ownFile(file);
  if (!files.has(path))
    files.set(path, { path, modules: [], declared: new Set(), free: new Set(), imports: new Map() });
  const written = files.get(path);
  fileOf.set(file, path);
  written.modules.push(module);
  declared.forEach((name) => written.declared.add(name));
  free.forEach((name) => written.free.add(name));
}

/** The name in a file of what may be declared in another, for which it gets an import. */
function localName(written, { file, name }, wished) {
  const path = fileOf.get(file) ?? ownFile(file);
  if (path === written.path && name !== all) return name;
  const key = `${file}#${name}`;
  const known = written.imports.get(key);
  if (known !== undefined) return known.local;
  const first =
    name === all && path === ownFile(file) ? basename(file, '.d.ts').replaceAll(/\W/g, '') : wished;
  const isTaken = (local) => written.declared.has(local) || written.free.has(local);
  // Names of several versions of a group, in inferred types: `eventsv1.Event`.
  if (isTaken(first) && name !== all && path === ownFile(file) && file.startsWith(types))
    return `${localName(written, { file, name: all })}.${name}`;
  let local = first;
  for (let n = 1; isTaken(local); n++) local = `${first}_${n}`;
  written.declared.add(local);
  written.imports.set(key, { path, name, local });
  return local;
}

/** The statements of a module that were kept, with the comments above them. */
function statementsOf(written, { text, body, kept, references }) {
  let result = '';
  let end = 0;
  const edits = references.map(({ node, id, name }) => ({
    ...node,
    name: id ? localName(written, id, name) : name,
  }));
  edits.sort((a, b) => a.start - b.start);
  for (const statement of body) {
    if (kept.has(statement)) {
      for (const edit of edits) {
        if (edit.start < statement.start || edit.end > statement.end) continue;
        result += text.slice(end, edit.start) + edit.name;
        end = edit.end;
      }
      result += text.slice(end, statement.end);
    }
    end = statement.end;
  }
  const tabbed = result.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4));
  return `${tabbed.trim()}\n`;
}

/** `import` or `export` statements for names: `{ path, name, local }`. */
function links(written, verb, names) {
  const byPath = new Map();
  const statements = [];
  for (const { path, name, local } of names) {
    const file = relative(dirname(written.path), path).replaceAll(sep, '/').replace('.d.ts', '.js');
    const from = !path.startsWith(dist) ? path : file.startsWith('.') ? file : `./${file}`;
    if (name === all) statements.push(`${verb} * as ${local} from '${from}';\n`);
    else byPath.set(from, [...(byPath.get(from) ?? []), name === local ? name : `${name} as ${local}`]);
  }
  for (const [from, parts] of byPath)
    statements.push(`${verb} { ${parts.toSorted().join(', ')} } from '${from}';\n`);
  return statements;
}

function textOf(written) {
  const statements = written.modules.map((module) => statementsOf(written, module));
  const [{ text, body, kept, shown }] = written.modules;
  const reexports = [...(shown ?? [])]
    .map(([local, { file, name, type }]) => ({ path: fileOf.get(file) ?? ownFile(file), name, type, local }))
    .filter(({ path }) => path !== written.path);
  return [
    // What the docstring at the head of an entry is above may not have been kept.
    ...(shown === undefined || kept.has(body[0]) ? [] : [`${text.slice(0, body[0].start).trim()}\n`]),
    ...links(written, 'import', written.imports.values()),
    ...['export', 'export type'].flatMap((verb) =>
      links(
        written,
        verb,
        reexports.filter(({ type }) => type === (verb === 'export type')),
      ),
    ),
    ...statements,
  ]
    .join('')
    .trim();
}

for (const written of files.values()) {
  mkdirSync(dirname(written.path), { recursive: true });
  writeFileSync(written.path, `${textOf(written)}\n`);
}
