/**
 * Writes src/apiserver/types/api-types.ts: the fields of every type in a built-in kind, with JSON name, protobuf number, type,
 * and how patches and server-side apply merge them. It reads the struct tags and markers of the Go types.
 *
 *     node scripts/derive-api-types.mjs API.git APIMACHINERY APIEXTENSIONS
 *
 * API.git is a git directory of kubernetes/api with the tags below; APIMACHINERY and APIEXTENSIONS are work trees of
 * kubernetes/apimachinery and kubernetes/apiextensions-apiserver.
 */
import { execFileSync } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Versions of k8s.io/api, the preferred one first. The older one has the kinds of src/resources that newer ones dropped. */
const tags = ['v0.36.3', 'v0.30.14'];
const root = fileURLToPath(new URL('../', import.meta.url));
const outFile = join(root, 'src/apiserver/types/api-types.ts');

/** Kinds that requests contain besides the stored ones: `package.Type`. */
const extraRoots = [
  'meta/v1.DeleteOptions',
  'meta/v1.ObjectMeta',
  'autoscaling/v1.Scale',
  // Decoded from protobuf by this table, from JSON by a separate decoder.
  'apiextensions/v1.JSONSchemaProps',
];

/** Types with hand-written decoders, because they are not plain structs on the wire. */
const scalars = {
  'meta/v1.Time': 'time',
  'meta/v1.MicroTime': 'microtime',
  'meta/v1.Duration': 'duration',
  'meta/v1.FieldsV1': 'fieldsv1',
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intorstring',
  'runtime.RawExtension': 'raw',
  'apiextensions/v1.JSON': 'raw',
  'apiextensions/v1.JSONSchemaPropsOrArray': 'schemaorarray',
  'apiextensions/v1.JSONSchemaPropsOrBool': 'schemaorbool',
  'apiextensions/v1.JSONSchemaPropsOrStringArray': 'schemaorstrings',
  'apiextensions/v1.JSONSchemaProps': 'schema',
};
const plain = new Set([
  'string',
  'int',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'bool',
  'float64',
  'byte',
  'uint8',
]);

/** Go import paths → how packages are called here. */
function packageOf(importPath) {
  const api = /^k8s\.io\/api\/(.+)$/.exec(importPath);
  if (api !== null) return api[1];
  return {
    'k8s.io/apimachinery/pkg/apis/meta/v1': 'meta/v1',
    'k8s.io/apimachinery/pkg/api/resource': 'resource',
    'k8s.io/apimachinery/pkg/util/intstr': 'intstr',
    'k8s.io/apimachinery/pkg/runtime': 'runtime',
    'k8s.io/apimachinery/pkg/types': 'types',
  }[importPath];
}

const [apiGit, apimachinery, apiextensions] = process.argv.slice(2);
if (apiextensions === undefined)
  throw new Error('usage: derive-api-types.mjs API.git APIMACHINERY APIEXTENSIONS');

function git(...args) {
  return execFileSync('git', ['--git-dir', apiGit, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function hasFolder(tag, folder) {
  return git('ls-tree', tag, `${folder}/types.go`) !== '';
}

async function sourcesOf(name) {
  if (name === 'meta/v1') return readFolder(join(apimachinery, 'pkg/apis/meta/v1'));
  if (name === 'types') return readFolder(join(apimachinery, 'pkg/types'));
  if (name === 'apiextensions/v1') return readFolder(join(apiextensions, 'pkg/apis/apiextensions/v1'));
  const tag = tags.find((candidate) => hasFolder(candidate, name));
  if (tag === undefined) throw new Error(`no tag of ${tags.join(', ')} has ${name}`);
  return git('ls-tree', '--name-only', tag, `${name}/`)
    .split('\n')
    .filter((file) => isSource(file.split('/').at(-1)))
    .map((file) => git('show', `${tag}:${file}`));
}

function isSource(file) {
  return /^[a-z_]+\.go$/.test(file) && !/_test\.go$|^zz_|generated/.test(file);
}

async function readFolder(folder) {
  const files = (await readdir(folder)).filter(isSource);
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
}

const packages = new Map();

async function load(name) {
  const known = packages.get(name);
  if (known !== undefined) return known;
  const pack = { name, group: '', types: new Map() };
  packages.set(name, pack);
  for (const source of await sourcesOf(name)) parseSource(pack, source);
  return pack;
}

function parseSource(pack, source) {
  const group = /GroupName\s*=\s*"([^"]*)"/.exec(source)?.[1];
  if (group !== undefined) pack.group = group;
  const imports = new Map();
  for (const [, alias, path] of source.matchAll(/^\s*(?:import )?(\w+ )?"((?:k8s\.io)\/[^"]+)"$/gm)) {
    const target = packageOf(path);
    if (target !== undefined) imports.set(alias?.trim() ?? path.split('/').at(-1), target);
  }
  const lines = source.replaceAll(/^(type \w+ struct) ?\{\s*\}$/gm, '$1 {\n}').split('\n');
  let comments = [];
  let struct;
  for (const line of lines) {
    const comment = /^\s*\/\/\s?(.*)$/.exec(line);
    if (comment !== null) {
      comments.push(comment[1]);
      continue;
    }
    const opening = /^type (\w+) struct \{$/.exec(line);
    const alias = /^type (\w+) =?\s*([\w.*[\]]+)(?:\s*\/\/.*)?$/.exec(line);
    if (opening !== null) {
      struct = { markers: markersOf(comments), fields: [], imports };
      pack.types.set(opening[1], struct);
    } else if (alias !== null && alias[2] !== 'interface') {
      pack.types.set(alias[1], { alias: qualify(pack.name, imports, alias[2]), imports });
    } else if (struct !== undefined && line === '}') struct = undefined;
    else if (struct !== undefined) {
      const field = /^\t(?:(\w+)\s+)?(\S+)\s+`(.*)`/.exec(line);
      if (field !== null) struct.fields.push(parseField(pack.name, imports, field, markersOf(comments)));
    }
    if (line.trim() === '' && struct === undefined) comments = [];
    else if (line.trim() !== '') comments = [];
    else comments = comments.filter((text) => text.startsWith('+'));
  }
}

function markersOf(comments) {
  const markers = { keys: [] };
  for (const text of comments) {
    const marker = /^\+(listType|listMapKey|mapType|structType)=(\w+)\s*$/.exec(text);
    if (marker === null) continue;
    if (marker[1] === 'listMapKey') markers.keys.push(marker[2]);
    else markers[marker[1]] = marker[2];
  }
  return markers;
}

function qualify(own, imports, type) {
  const wrapped = /^(\*|\[\]|map\[[\w.]+\])(.+)$/.exec(type);
  if (wrapped !== null) {
    // Map keys are strings, whatever the name of their type.
    const head = wrapped[1].startsWith('map')
      ? `map[${/\[(?:\w+\.)?(\w+)\]/.exec(wrapped[1])[1]}]`
      : wrapped[1];
    return head + qualify(own, imports, wrapped[2]);
  }
  if (plain.has(type)) return type;
  const dotted = /^(\w+)\.(\w+)$/.exec(type);
  if (dotted === null) return `${own}.${type}`;
  const target = imports.get(dotted[1]);
  return target === undefined ? undefined : `${target}.${dotted[2]}`;
}

function parseField(own, imports, [, name, type, tagText], markers) {
  const tag = Object.fromEntries(
    [...tagText.matchAll(/(\w+):"([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const [json = '', ...options] = (tag.json ?? '').split(',');
  return {
    json,
    // A Go field without a name is embedded.
    inline: name === undefined && json === '',
    omitempty: options.includes('omitempty'),
    omitzero: options.includes('omitzero'),
    number: Number(/^\w+,(\d+)/.exec(tag.protobuf ?? '')?.[1] ?? 0),
    repeated: /^\w+,\d+,rep\b/.test(tag.protobuf ?? ''),
    type: qualify(own, imports, type),
    strategy: tag.patchStrategy,
    mergeKey: tag.patchMergeKey,
    markers,
  };
}

/** Returns the element type of lists, maps and pointers. */
function core(type) {
  return type.replace(/^(?:\*|\[\]|map\[\w+\])+/, '');
}

const written = new Map();

async function reach(type, root = false) {
  const name = core(type);
  if (plain.has(name) || (scalars[name] !== undefined && !root) || written.has(name)) return;
  const dot = name.lastIndexOf('.');
  const pack = await load(name.slice(0, dot));
  const found = pack.types.get(name.slice(dot + 1));
  if (found === undefined) throw new Error(`type ${name} does not exist`);
  written.set(name, found);
  if (found.alias !== undefined) return reach(found.alias);
  for (const field of found.fields) {
    if (field.json === '-') continue;
    if (field.type === undefined) throw new Error(`${name}.${field.json}: its type's package is not known`);
    await reach(field.type);
  }
}

function shownType(own, type) {
  const name = core(type);
  const head = type.slice(0, type.length - name.length);
  if (scalars[name] !== undefined) return `${head}%${scalars[name]}`;
  const prefix = `${own}.`;
  return head + (name.startsWith(prefix) ? name.slice(prefix.length) : name);
}

function shownField(own, field) {
  const { markers } = field;
  const flags = [
    field.inline ? 'inline' : '',
    field.omitzero ? 'z' : '',
    field.omitempty ? 'o' : '',
    field.strategy === undefined ? '' : `p=${field.strategy.replaceAll(',', '+')}`,
    field.mergeKey === undefined ? '' : `k=${field.mergeKey}`,
    markers.listType === undefined ? '' : `l=${[markers.listType, ...markers.keys].join('+')}`,
    (markers.mapType ?? markers.structType) === 'atomic' ? 'a' : '',
  ].filter((flag) => flag !== '');
  // A named list type is a message on the wire, unless the field itself is repeated.
  const alias = written.get(field.type)?.alias ?? '';
  const type = field.repeated && alias.startsWith('[]') ? alias : field.type;
  return [field.inline ? '' : field.json, field.number || '', shownType(own, type), ...flags]
    .join(' ')
    .trimEnd();
}

function shownStruct(own, name, { alias, fields, markers }) {
  if (alias !== undefined) return `${name}~${shownType(own, alias)}`;
  const shown = fields.filter((field) => field.json !== '-').map((field) => shownField(own, field));
  const atomic = (markers.structType ?? markers.mapType) === 'atomic' ? '!' : '';
  return `${name}${atomic}=${shown.join(';')}`;
}

/** `group/version/Kind` of every resource in src/resources. */
async function readKinds() {
  const kinds = [];
  const folder = join(root, 'src/resources');
  for (const file of (await readdir(folder)).filter((name) => /-v\d\w*\.ts$/.test(name))) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, group, version, kind] of text.matchAll(
      /group: '([^']*)',\s*version: '([^']*)',[\s\S]*?kind: '([^']*)'/g,
    )) {
      kinds.push({ folder: file.slice(0, file.lastIndexOf('-')), group, version, kind });
    }
  }
  if (kinds.length === 0) throw new Error('found no kinds in src/resources');
  return kinds;
}

const roots = [];
for (const { folder, group, version, kind } of await readKinds()) {
  const name = `${folder}/${version}`;
  const pack = await load(name);
  if (!pack.types.has(kind)) {
    console.error(`${name} no longer has ${kind}: it stays untyped`);
    continue;
  }
  if (pack.group !== group) throw new Error(`${name} is of group ${pack.group}, not ${group}`);
  roots.push(`${name}.${kind}`);
}
for (const type of [...roots, ...extraRoots]) await reach(type, true);

const byPackage = new Map();
for (const name of [...written.keys()].toSorted((a, b) => (a < b ? -1 : 1))) {
  const dot = name.lastIndexOf('.');
  const own = name.slice(0, dot);
  const lines = byPackage.get(own) ?? [`@${own} ${packages.get(own).group}`.trimEnd()];
  lines.push(shownStruct(own, name.slice(dot + 1), written.get(name)));
  byPackage.set(own, lines);
}
const table = [...byPackage.values()].flat().join('\n');
if (/[`\\]|\$\{/.test(table)) throw new Error('the table cannot be a template literal');
await writeFile(
  outFile,
  `// Derived by scripts/derive-api-types.mjs from k8s.io/api ${tags[0]}: do not edit.

/**
 * The types of the built-in kinds, one in each line.
 *
 * \`@folder/version group\` starts a package. \`Name~type\` is an alias, \`Name=field;field\` a struct, \`Name!=\` an atomic struct. A field
 * is its JSON name, protobuf number (may be empty), type and flags: \`inline\`; \`o\` omitempty, \`z\` omitzero; \`p=\` patch
 * strategy; \`k=\` patch merge key; \`l=\` list type with its keys; \`a\` atomic. \`%x\` is a type with its own wire format.
 */
export const apiTypes: string = \`
${table}
\`;
`,
);
console.log(`${written.size} types, ${table.length} characters`);
