/**
 * Writes src/resources/<group>-<version>.ts, index.ts and types.ts from the types of kubernetes-types and resource-facts.mjs.
 * With --check it writes nothing, and exits with 1 if a file differs from its output.
 */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { irregularAccessors, resourceFacts } from './resource-facts.mjs';

const root = new URL('../', import.meta.url);
const typesFolder = new URL('./', import.meta.resolve('kubernetes-types/package.json'));
const outFolder = new URL('src/resources/', root);

/** @returns every version of every group that has types: { folder, version } */
async function readVersions() {
  const versions = [];
  for (const folder of (await readdir(typesFolder)).toSorted()) {
    if (folder.includes('.')) continue;
    for (const file of (await readdir(new URL(`${folder}/`, typesFolder))).toSorted()) {
      const version = /^(v\d+(?:(?:alpha|beta)\d+)?)\.d\.ts$/.exec(file)?.[1];
      if (version !== undefined) versions.push({ folder, version });
    }
  }
  return versions;
}

/** @returns every kind that is an object of the API: { folder, version, group, kind } */
async function readKinds(versions) {
  const kinds = [];
  for (const { folder, version } of versions) {
    const text = await readFile(new URL(`${folder}/${version}.d.ts`, typesFolder), 'utf8');
    kinds.push(...kindsIn(folder, version, text));
  }
  if (kinds.length === 0) throw new Error('found no kinds: has the shape of kubernetes-types changed?');
  return kinds;
}

function kindsIn(folder, version, text) {
  const found = [];
  for (const [, name, body] of text.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const apiVersion = /^ {4}apiVersion\?: "([^"]+)";/m.exec(body)?.[1];
    const kind = /^ {4}kind\?: "([^"]+)";/m.exec(body)?.[1];
    // A list has ListMeta; APIGroup and similar types have no metadata.
    const isObject = /^ {4}metadata\??: ObjectMeta;/m.test(body);
    if (apiVersion === undefined || kind === undefined || !isObject) continue;
    if (kind !== name) throw new Error(`${name} of ${folder}/${version} has kind ${kind}`);
    const slash = apiVersion.indexOf('/');
    if (apiVersion.slice(slash + 1) !== version) {
      throw new Error(`${kind} of ${folder}/${version} has apiVersion ${apiVersion}`);
    }
    found.push({ folder, version, kind, group: slash === -1 ? '' : apiVersion.slice(0, slash) });
  }
  return found;
}

const factKey = ({ folder, kind }) => `${folder}.${kind}`;
const factsOf = (entry) => resourceFacts[factKey(entry)] ?? {};

/** Throws for a fact about an unknown kind: a typing error, or a kind that an upgrade removed. */
function refuseUnknownFacts(kinds) {
  const known = new Set(kinds.map(factKey));
  for (const key of Object.keys(resourceFacts)) {
    if (!known.has(key)) throw new Error(`resource-facts.mjs: kubernetes-types does not have ${key}`);
  }
}

/** The kind's plural with the kind's capitals, as client-go's accessor: ConfigMaps, NetworkPolicies, IPAddresses. */
function pluralOf(entry) {
  const { plural } = factsOf(entry);
  if (plural !== undefined) return plural;
  if (entry.kind.endsWith('s')) return `${entry.kind}es`;
  if (/[^aeiou]y$/.test(entry.kind)) return `${entry.kind.slice(0, -1)}ies`;
  return `${entry.kind}s`;
}

/** ConfigMaps → configMaps; CSIDrivers → csiDrivers: a run of capitals is one word up to the last of them. */
function lowerCamel(name) {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

function tableText(entries) {
  const { folder, version } = entries[0];
  const rows = entries.map((entry) => {
    const plural = pluralOf(entry);
    const { clusterScoped = false, shortNames, subresources, verbs, categories } = factsOf(entry);
    const more = JSON.stringify({ shortNames, subresources, verbs, categories });
    const key = lowerCamel(plural);
    const names = `'${plural.toLowerCase()}', '${entry.kind}'${more === '{}' ? '' : `, ${more}`}`;
    return {
      key,
      text: `${key}: ${clusterScoped ? 'clusterScoped' : 'namespaced'}<types.${entry.kind}>(${names}),`,
    };
  });
  const scopes = ['clusterScoped', 'namespaced'].filter((scope) =>
    rows.some(({ text }) => text.includes(`: ${scope}<`)),
  );
  return `${header}
import type * as types from 'kubernetes-types/${folder}/${version}.js';
import { groupVersion } from './group-version.js';

const { ${scopes.join(', ')} } = groupVersion('${entries[0].group}', '${version}');

/** The resources of ${entries[0].group === '' ? 'the core group' : entries[0].group}, version ${version}. */
export const ${tableName(entries[0])} = {
${rows
  .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  .map((row) => row.text)
  .join('\n')}
} as const;
`;
}

const accessorOf = ({ folder }) => irregularAccessors[folder] ?? folder;
const tableName = (entry) => accessorOf(entry) + entry.version.replace('v', 'V');
const fileName = (entry) => `${entry.folder}-${entry.version}`;

const header = '// Generated by scripts/derive-resources.mjs; do not edit.';

function indexText(tables) {
  const firsts = tables.map((entries) => entries[0]);
  const accessors = [...new Set(firsts.map(accessorOf))];
  const versionsOf = (accessor) => firsts.filter((entry) => accessorOf(entry) === accessor);
  return `${header}
import type { KubernetesObject } from '../meta/types.js';
import type { Resource } from '../meta/resource.js';
${firsts.map((entry) => `import { ${tableName(entry)} } from './${fileName(entry)}.js';`).join('\n')}

export { ${firsts.map(tableName).join(', ')} };
export type * from './types.js';

/** The resources of one group-version by client-go's accessor in lower camel case (\`pods\`, \`configMaps\`). */
export type ResourceTable = Readonly<Record<string, Resource>>;

/**
 * All resource tables by client-go's clientset accessor in lower camel case: \`resources.coreV1.pods\` is the resource of
 * \`clientset.coreV1().pods(namespace)\`.
 */
export const resources = { ${firsts.map(tableName).join(', ')} } as const;

/**
 * All resource tables by client-go's informer accessors: \`groupTables.core.v1.pods\` is the resource of
 * \`factory.core().v1().pods()\`.
 *
 * For a typed view of all resources, use a mapped type over this constant: \`{ [G in keyof GroupTables]: () => { [V in keyof
 * GroupTables[G]]: () => { [R in keyof GroupTables[G][V]]: () => View<ObjectOf<GroupTables[G][V][R]>> } } }\`.
 */
export const groupTables = {
${accessors
  .map((accessor) => {
    const versions = versionsOf(accessor).map((entry) => `${entry.version}: ${tableName(entry)}`);
    return `  ${accessor}: { ${versions.join(', ')} },`;
  })
  .join('\n')}
} as const;

export type GroupVersionTables = typeof resources;
export type GroupTables = typeof groupTables;

/** Every built-in resource of every version. */
export const builtInResources: readonly Resource<KubernetesObject>[] = Object.values<ResourceTable>(resources).flatMap(
  (table) => Object.values(table),
);
`;
}

function typesText(versions) {
  return `${header}
/**
 * The types of the objects by group-version, under the import names that Go programs use: \`corev1.Pod\`,
 * \`appsv1.DeploymentSpec\`, \`metav1.LabelSelector\`. They include the kinds of subresources: \`autoscalingv1.Scale\`,
 * \`policyv1.Eviction\`, \`authenticationv1.TokenRequest\`.
 */
${versions.map(({ folder, version }) => `export type * as ${folder}${version} from 'kubernetes-types/${folder}/${version}.js';`).join('\n')}
`;
}

/** @returns file name → text of everything this script owns */
async function derive() {
  const tables = new Map();
  const versions = await readVersions();
  const kinds = await readKinds(versions);
  refuseUnknownFacts(kinds);
  for (const entry of kinds) {
    if (factsOf(entry).subresourceOnly) continue;
    const name = fileName(entry);
    tables.set(name, [...(tables.get(name) ?? []), entry]);
  }
  const files = new Map();
  for (const [name, entries] of tables) files.set(`${name}.ts`, tableText(entries));
  files.set('index.ts', indexText([...tables.values()]));
  files.set('types.ts', typesText(versions));
  for (const [name, text] of files) {
    const filepath = fileURLToPath(new URL(name, outFolder));
    files.set(name, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  return files;
}

const files = await derive();
const present = await readdir(outFolder);
const wrong = [];
for (const [name, text] of files) {
  const before = present.includes(name) ? await readFile(new URL(name, outFolder), 'utf8') : undefined;
  if (before === text) continue;
  wrong.push(name);
  if (!process.argv.includes('--check')) await writeFile(new URL(name, outFolder), text);
}
for (const name of present) {
  // Hand-written files are not named after a version.
  if (files.has(name) || !/-v\d\w*\.ts$/.test(name)) continue;
  wrong.push(name);
  if (!process.argv.includes('--check')) await rm(new URL(name, outFolder));
}
if (process.argv.includes('--check') && wrong.length > 0) {
  process.stderr.write(`not as scripts/derive-resources.mjs writes them: ${wrong.join(', ')}\n`);
  process.exitCode = 1;
}
