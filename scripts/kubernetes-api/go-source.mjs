/**
 * Reads the type declarations of one Go package of Kubernetes: structs with the tags, markers and comments of their fields,
 * named types, and the constants of named string types. It knows the layout that gofmt gives these files, not all of Go.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Go types that are the same in every package. */
export const plain = new Set([
  'any',
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
  const metrics = /^k8s\.io\/metrics\/pkg\/apis\/(metrics\/.+)$/.exec(importPath);
  if (metrics !== null) return metrics[1];
  return {
    'k8s.io/apimachinery/pkg/apis/meta/v1': 'meta/v1',
    'k8s.io/apimachinery/pkg/api/resource': 'resource',
    'k8s.io/apimachinery/pkg/util/intstr': 'intstr',
    'k8s.io/apimachinery/pkg/runtime': 'runtime',
    'k8s.io/apimachinery/pkg/types': 'types',
  }[importPath];
}

function isSource(file) {
  return /^[a-z0-9_]+\.go$/.test(file) && !/_test\.go$|^zz_|generated/.test(file);
}

/**
 * @returns the package of a folder: { name, group, types: Map of declarations, constants: Map of texts }. A value of a type
 * that is a constant of another package is `{ package, constant }`
 */
export async function readPackage(name, folder) {
  const pack = { name, group: '', types: new Map(), constants: new Map() };
  for (const file of (await readdir(folder)).filter(isSource).toSorted()) {
    readSource(pack, await readFile(join(folder, file), 'utf8'));
  }
  return pack;
}

function importsOf(source) {
  const imports = new Map();
  for (const [, alias, path] of source.matchAll(/^\s*(?:import )?(\w+ )?"((?:k8s\.io)\/[^"]+)"$/gm)) {
    const target = packageOf(path);
    if (target !== undefined) imports.set(alias?.trim() ?? path.split('/').at(-1), target);
  }
  return imports;
}

function readSource(pack, source) {
  const group = /GroupName\s*=\s*"([^"]*)"/.exec(source)?.[1];
  if (group !== undefined) pack.group = group;
  const imports = importsOf(source);
  // `type T struct {}` gets its closing brace on a line of its own, as every other struct has it.
  const lines = source.replaceAll(/^(type \w+ struct) ?\{\s*\}$/gm, '$1 {\n}').split('\n');
  let comments = [];
  let struct;
  for (const line of lines) {
    const comment = /^\s*\/\/ ?(.*)$/.exec(line);
    if (comment !== null) {
      comments.push(comment[1].trimEnd());
      continue;
    }
    if (line.trim() === '') {
      // A paragraph away from what follows: its markers count, its text does not.
      comments = comments.filter((text) => text.startsWith('+'));
      continue;
    }
    if (struct === undefined) struct = readTopLevel(pack, imports, line, comments);
    else if (line === '}') struct = undefined;
    else {
      const field = /^\t(?:(\w+)\s+)?(\S+)\s+`(.*)`/.exec(line);
      if (field !== null) struct.fields.push(readField(pack.name, imports, field, comments));
    }
    comments = [];
  }
}

/** Reads a line outside of structs. @returns the struct that it begins */
function readTopLevel(pack, imports, line, comments) {
  const opening = /^type (\w+) struct \{/.exec(line);
  const alias = /^type (\w+) =?\s*([\w.*[\]]+)(?:\s*\/\/.*)?$/.exec(line);
  const constant =
    /^(?:const|\t)\s*\w+\s+(\w+)\s+=\s+"([^"]*)"/.exec(line) ??
    /^(?:const|\t)\s*\w+\s+=\s+([A-Z]\w+)\("([^"]*)"\)/.exec(line);
  const converted = /^(?:const|\t)\s*\w+\s+=\s+([A-Z]\w+)\((\w+)\.(\w+)\)/.exec(line);
  const text = /^(?:const|\t)\s*(\w+)\s+(?:\w+\s+)?=\s+"([^"]*)"/.exec(line);
  if (text !== null) pack.constants.set(text[1], text[2]);
  if (opening !== null) {
    const struct = { ...documented(comments), fields: [] };
    declare(pack, opening[1], struct);
    return struct;
  }
  if (alias !== null && alias[2] !== 'interface') {
    const isEnum = comments.some((text) => /^\+(?:k8s:)?enum$/.test(text));
    declare(pack, alias[1], {
      ...documented(comments),
      alias: qualify(pack.name, imports, alias[2]),
      ...(isEnum && { enum: true }),
    });
  } else if (constant !== null) {
    addValue(pack, constant[1], constant[2]);
  } else if (converted !== null && imports.has(converted[2])) {
    addValue(pack, converted[1], { package: imports.get(converted[2]), constant: converted[3] });
  }
  return undefined;
}

/** Adds the types that only an older version of a package has; `last` is the minor version of that. */
export function addRemovedTypes(pack, older, last) {
  for (const [name, declaration] of older.types) {
    if (!pack.types.has(name)) pack.types.set(name, { ...declaration, last });
  }
}

/** Adds a value to a named type, which may stand below it. */
function addValue(pack, type, value) {
  const { values = [] } = pack.types.get(type) ?? {};
  if (!values.includes(value)) values.push(value);
  pack.types.set(type, { ...pack.types.get(type), values });
}

function declare(pack, name, declaration) {
  pack.types.set(name, Object.assign(declaration, pack.types.get(name)));
}

/** The text of a comment, and what its markers say. Absent members are left out, which keeps the facts small. */
function documented(comments) {
  const found = {};
  const text = comments
    .filter((line) => !line.startsWith('+'))
    .join('\n')
    .trim();
  if (text !== '') found.doc = text;
  const keys = [];
  for (const line of comments) {
    const [, name, value = ''] = /^\+([\w:-]+)(?:=(.*))?$/.exec(line.trim()) ?? [];
    if (name === 'optional' || name === 'k8s:optional') found.optional = true;
    else if (name === 'required' || name === 'k8s:required') found.required = true;
    else if (name === 'featureGate') found.gates = [...(found.gates ?? []), value];
    else if (name === 'default') found.default = value;
    else if (name === 'listMapKey') keys.push(value);
    else if (name === 'listType' || name === 'mapType' || name === 'structType') found[name] = value.trim();
    else if (name === 'genclient') found.client = true;
    else if (name === 'genclient:nonNamespaced') found.clusterScoped = true;
    else if (name === 'genclient:noVerbs') found.noVerbs = true;
    else if (name === 'genclient:onlyVerbs') found.onlyVerbs = value.split(',');
    else if (name?.startsWith('k8s:prerelease-lifecycle-gen:')) {
      const what = name.slice('k8s:prerelease-lifecycle-gen:'.length);
      if (['introduced', 'deprecated', 'removed', 'replacement'].includes(what)) found[what] = value;
    }
  }
  if (keys.length > 0) found.keys = keys;
  return found;
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
  if (type === 'interface{}') return 'any';
  if (plain.has(type)) return type;
  const dotted = /^(\w+)\.(\w+)$/.exec(type);
  if (dotted === null) return `${own}.${type}`;
  const target = imports.get(dotted[1]);
  return target === undefined ? undefined : `${target}.${dotted[2]}`;
}

function readField(own, imports, [, name, type, tagText], comments) {
  const tag = Object.fromEntries(
    [...tagText.matchAll(/(\w+):"([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const [json = '', ...options] = (tag.json ?? '').split(',');
  const protobuf = /^(\w+),(\d+),(\w+)/.exec(tag.protobuf ?? '');
  return {
    json,
    type: qualify(own, imports, type),
    // A Go field without a name is embedded.
    ...(name === undefined && json === '' && { inline: true }),
    ...(options.includes('omitempty') && { omitempty: true }),
    ...(options.includes('omitzero') && { omitzero: true }),
    ...(protobuf !== null && { number: Number(protobuf[2]) }),
    ...(protobuf?.[3] === 'rep' && { repeated: true }),
    ...(tag.patchStrategy !== undefined && { strategy: tag.patchStrategy }),
    ...(tag.patchMergeKey !== undefined && { mergeKey: tag.patchMergeKey }),
    ...documented(comments),
  };
}

/** The element type of lists, maps and pointers. */
export function core(type) {
  return type.replace(/^(?:\*|\[\]|map\[\w+\])+/, '');
}
