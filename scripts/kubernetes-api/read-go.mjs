/**
 * Reads the Go sources of the Kubernetes API and writes what `generate.mjs` needs of them to api-facts.json.gz.
 *
 *     node scripts/kubernetes-api/read-go.mjs VERSION [OLDER_VERSION ...]
 *
 * Needs Go, with which it downloads the modules of k8s.io at VERSION (`0.37.2`). Each OLDER_VERSION is a version of k8s.io/api of
 * one of the three minor versions before it: group-versions and kinds that it has and VERSION has not stay for a year, marked as
 * removed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { addRemovedTypes, core, plain, readPackage } from './go-source.mjs';
import { isKept, isListed, lifecycleOf } from './lifecycle.mjs';
import { scalars } from './scalars.mjs';

/** Types besides the kinds and their lists: `package.Type`. */
const extraRoots = [
  'admission/v1.AdmissionReview',
  'apiextensions/v1.ConversionReview',
  'authentication/v1.TokenRequest',
  'autoscaling/v1.Scale',
  'core/v1.Binding',
  'meta/v1.APIGroupList',
  'meta/v1.APIResourceList',
  'meta/v1.APIVersions',
  'meta/v1.CreateOptions',
  'meta/v1.DeleteOptions',
  'meta/v1.GetOptions',
  'meta/v1.PatchOptions',
  'meta/v1.Status',
  'meta/v1.Table',
  'meta/v1.UpdateOptions',
  'policy/v1.Eviction',
];
/** What no server serves, although no marker shows it: forms of requests and files, and versions removed before 1.30. */
const notServed = new Set([
  'admission',
  'apidiscovery',
  'extensions',
  'imagepolicy',
  'node/v1alpha1',
  'rbac/v1alpha1',
  'scheduling/v1alpha1.PriorityClass',
]);

const versionPattern = /^0\.\d+\.\d+$/;
const [version, ...older] = process.argv.slice(2);
if (version === undefined || ![version, ...older].every((each) => versionPattern.test(each)))
  throw new Error('usage: read-go.mjs VERSION [OLDER_VERSION ...], such as 0.37.2 0.36.6 0.35.10 0.34.13');
const minorOf = (text) => Number(text.split('.')[1]);
const minor = minorOf(version);

/** What Go says of a module of k8s.io, which it downloads into its cache if necessary. */
async function moduleOf(name, moduleVersion) {
  // Outside of this repository, so that no go.mod of it counts.
  const download = ['mod', 'download', '-json', `k8s.io/${name}@v${moduleVersion}`];
  const { stdout } = await promisify(execFile)('go', download, { cwd: tmpdir() });
  return JSON.parse(stdout);
}

const moduleFolder = async (name, moduleVersion) => (await moduleOf(name, moduleVersion)).Dir;

/** The day of a release: `2026-08-26`. */
async function dayOf(moduleVersion) {
  const { Info } = await moduleOf('api', moduleVersion);
  return JSON.parse(await readFile(Info, 'utf8')).Time.slice(0, 10);
}

/** Where the API's sources are, the preferred first. */
const trees = await Promise.all(
  [version, ...older]
    .toSorted((a, b) => minorOf(b) - minorOf(a))
    .map(async (each) => ({ folder: await moduleFolder('api', each), minor: minorOf(each) })),
);
const [machinery, extensions, aggregator, metrics] = await Promise.all(
  ['apimachinery', 'apiextensions-apiserver', 'kube-aggregator', 'metrics'].map((name) =>
    moduleFolder(name, version),
  ),
);

/**
 * What the servers' registries say of metadata.generation: for each kind that has one, whether changes count. The keys are
 * `folder.Kind`.
 */
async function generations() {
  const registries = join(await moduleFolder('kubernetes', `1${version.slice(1)}`), 'pkg/registry');
  const strategies = [
    ['apiextensions', join(extensions, 'pkg/registry/customresourcedefinition/strategy.go')],
  ];
  for (const path of await readdir(registries, { recursive: true }))
    if (/^\w+\/\w+\/strategy\.go$/.test(path)) strategies.push([path.split('/')[0], join(registries, path)]);
  const found = {};
  for (const [group, file] of strategies) {
    const source = await readFile(file, 'utf8');
    for (const [, body] of source.matchAll(/ PrepareForCreate\(.*\{\n([\s\S]*?)^\}/gm)) {
      if (!/\.Generation = 1$/m.test(body)) continue;
      const kind = /\bobj\.\(\*\w+\.(\w+)\)/.exec(body)?.[1];
      if (kind === undefined) throw new Error(`${file}: whose generation is set was not found`);
      found[`${group}.${kind}`] = /\.Generation( = .*\.Generation \+ 1|\+\+)$/m.test(source);
    }
  }
  if (Object.keys(found).length === 0) throw new Error(`no kind in ${registries} has a generation`);
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What decides how long a removed kind stays: see `isKept`. */
const newest = { minor, date: await dayOf(version), releases: {} };
for (const each of trees) newest.releases[each.minor] = await dayOf(`0.${each.minor}.0`);

const elsewhere = {
  'meta/v1': join(machinery, 'pkg/apis/meta/v1'),
  types: join(machinery, 'pkg/types'),
  'apiextensions/v1': join(extensions, 'pkg/apis/apiextensions/v1'),
  'apiregistration/v1': join(aggregator, 'pkg/apis/apiregistration/v1'),
  'metrics/v1': join(metrics, 'pkg/apis/metrics/v1'),
  'metrics/v1beta1': join(metrics, 'pkg/apis/metrics/v1beta1'),
};
const packages = new Map();

async function load(name) {
  const known = packages.get(name);
  if (known !== undefined) return known;
  const [tree, ...olderTrees] = trees.filter((each) => existsSync(join(each.folder, name, 'types.go')));
  const path = elsewhere[name] ?? join(tree.folder, name);
  const pack = await readPackage(name, path);
  if (!(name in elsewhere) && tree.minor !== minor) pack.last = tree.minor;
  for (const each of olderTrees) {
    addRemovedTypes(pack, await readPackage(name, join(each.folder, name)), each.minor);
  }
  packages.set(name, pack);
  for (const declaration of pack.types.values()) await resolveValues(name, declaration);
  return pack;
}

/** Replaces the values that are constants of other packages by their texts. */
async function resolveValues(name, { values = [] }) {
  for (const [index, value] of values.entries()) {
    if (typeof value === 'string') continue;
    const text = (await load(value.package)).constants.get(value.constant);
    if (text === undefined) throw new Error(`${name}: ${value.package} has no text ${value.constant}`);
    values[index] = text;
  }
}

/** Every group-version of every tree: `core/v1`. */
async function groupVersions() {
  const found = new Set(['apiextensions/v1', 'apiregistration/v1', 'metrics/v1', 'metrics/v1beta1']);
  for (const tree of trees) {
    for (const group of await readdir(tree.folder)) {
      if (notServed.has(group) || !/^[a-z]+$/.test(group)) continue;
      for (const each of await readdir(join(tree.folder, group)).catch(() => [])) {
        const name = `${group}/${each}`;
        if (existsSync(join(tree.folder, name, 'types.go')) && !notServed.has(name)) found.add(name);
      }
    }
  }
  return [...found].toSorted();
}

const reached = new Set();

async function reach(type, root = false) {
  const name = core(type);
  if (plain.has(name) || (name in scalars && !root) || reached.has(name)) return;
  const dot = name.lastIndexOf('.');
  const pack = await load(name.slice(0, dot));
  const found = pack.types.get(name.slice(dot + 1));
  if (found === undefined) throw new Error(`type ${name} does not exist`);
  reached.add(name);
  if (found.enum === true && found.alias === 'string' && (found.values?.length ?? 0) < 2)
    throw new Error(`${name} is marked as an enum, and fewer than two values were found`);
  if (found.alias !== undefined) return reach(found.alias);
  for (const field of found.fields) {
    if (field.json === '-') continue;
    if (field.type === undefined) throw new Error(`${name}.${field.json}: its type's package is not known`);
    await reach(field.type);
  }
}

for (const name of await groupVersions()) {
  const pack = await load(name);
  for (const [kind, declaration] of pack.types) {
    if (declaration.client !== true || declaration.noVerbs === true || notServed.has(`${name}.${kind}`))
      continue;
    const lifecycle = lifecycleOf(declaration, name, pack.last);
    if (!isKept(lifecycle, newest)) continue;
    await reach(`${name}.${kind}`);
    if (isListed(declaration)) await reach(`${name}.${kind}List`);
  }
}
for (const name of [...extraRoots, 'apiextensions/v1.JSONSchemaProps']) await reach(name, true);

/** Protobuf types of Go's; every other named type is a message, or a string by another name. */
const protobufTypes = { bool: 'bool', string: 'string', int: 'int64', float64: 'double' };

/** Refuses a struct whose protobuf numbers or types are not those of the package's generated.proto. */
async function requireProtobuf(name, types) {
  const path = elsewhere[name] ?? join(trees[0].folder, name);
  const proto = await readFile(join(path, 'generated.proto'), 'utf8').catch(absent);
  if (proto === undefined) return;
  for (const [type, declaration] of Object.entries(types)) {
    const message = new RegExp(`^message ${type} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(proto)?.[1];
    if (message === undefined || declaration.fields === undefined) continue;
    const numbered = [
      ...message.matchAll(/^ {2}(?:(?:optional|repeated) )?([\w.]+|map<[^>]+>) \w+ = (\d+);/gm),
    ];
    const expected = new Map(numbered.map(([, protobuf, number]) => [Number(number), protobuf]));
    for (const field of declaration.fields.filter((each) => each.number !== undefined)) {
      const goType = field.type.replace(/^\*/, '').replace(/^\[\](?!byte)/, '');
      const wanted =
        goType === '[]byte' ? 'bytes' : (protobufTypes[goType] ?? (plain.has(goType) ? goType : undefined));
      const found = expected.get(field.number);
      if (found === undefined || (wanted !== undefined && wanted !== found))
        throw new Error(`${name}.${type}.${field.json}: ${field.number} is ${found} in generated.proto`);
      expected.delete(field.number);
    }
    if (expected.size > 0)
      throw new Error(`${name}.${type} lacks the protobuf fields ${[...expected.keys()].join(', ')}`);
  }
}

const file = new URL('api-facts.json.gz', import.meta.url);
const before = await readFile(file).then((bytes) => gunzipSync(bytes).toString(), absent);
const { date, releases } = newest;
const facts = { kubernetes: `1.${minor}`, source: `k8s.io/api ${version}`, date, releases, packages: {} };
for (const [name, pack] of [...packages].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const types = Object.fromEntries(
    [...pack.types]
      .filter(([type]) => reached.has(`${name}.${type}`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  if (Object.keys(types).length === 0) continue;
  await requireProtobuf(name, types);
  facts.packages[name] = { group: pack.group, ...(pack.last !== undefined && { last: pack.last }), types };
}

facts.generations = await generations();

const text = JSON.stringify(facts);
// Another zlib writes other bytes for the same text.
if (before !== text) await writeFile(file, gzipSync(text, { level: 9 }));
process.stdout.write(`${reached.size} types, ${text.length} characters\n`);

/** Returns undefined for a file that does not exist; throws any other error. */
function absent(error) {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
