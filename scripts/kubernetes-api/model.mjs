/** What `read-go.mjs` read, as a model: kinds with their names, scope, verbs and lifecycle. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { isKept, isListed, keptUntil, lifecycleOf } from './lifecycle.mjs';
import { irregularAccessors, resourceFacts } from './resource-facts.mjs';

export const facts = JSON.parse(
  gunzipSync(await readFile(new URL('api-facts.json.gz', import.meta.url))).toString(),
);
export const minor = Number(facts.kubernetes.split('.')[1]);

export const byText = (a, b) => (a < b ? -1 : 1);

/** A package's name, `core/v1`, in its parts and in the forms that the generated files use. */
export function packageNames(name) {
  const [folder, version] = name.split('/');
  return { folder, version, file: `${folder}-${version}`, namespace: folder + version };
}

/** `apps/v1`; the core group has no name. */
export function apiVersionOf(name) {
  const { group } = facts.packages[name];
  const { version } = packageNames(name);
  return group === '' ? version : `${group}/${version}`;
}

export function typeOf(qualified) {
  const dot = qualified.lastIndexOf('.');
  return facts.packages[qualified.slice(0, dot)]?.types[qualified.slice(dot + 1)];
}

const factKey = (folder, kind) => `${folder}.${kind}`;

/** The kind's plural with the kind's capitals, as client-go's accessor: ConfigMaps, NetworkPolicies, IPAddresses. */
function pluralOf(kind, plural) {
  if (plural !== undefined) return plural;
  if (kind.endsWith('s')) return `${kind}es`;
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return `${kind}s`;
}

/** A resource has a status of its own to write when its objects have one, and there is more to do than create it. */
function subresourcesOf(declaration, { subresources = [] }) {
  const status = isListed(declaration) && declaration.fields.some(({ json }) => json === 'status');
  return [...subresources, ...(status ? ['status'] : [])].toSorted(byText);
}

function resourceOf(name, kind, declaration) {
  const { folder, version } = packageNames(name);
  const own = resourceFacts[factKey(folder, kind)] ?? {};
  const subresources = subresourcesOf(declaration, own);
  return {
    package: name,
    folder,
    version,
    kind,
    group: facts.packages[name].group,
    plural: pluralOf(kind, own.plural),
    resource: own.resource,
    namespaced: declaration.clusterScoped !== true,
    lifecycle: lifecycleOf(declaration, name, facts.packages[name].last),
    shortNames: own.shortNames,
    subresources: subresources.length === 0 ? undefined : subresources,
    verbs: own.verbs ?? declaration.onlyVerbs,
    categories: own.categories,
  };
}

/** @returns every resource, by package: Map of `core/v1` → resources */
function readResources() {
  const found = new Map();
  const unknown = new Set(Object.keys(resourceFacts));
  for (const [name, { types, last }] of Object.entries(facts.packages)) {
    for (const [kind, declaration] of Object.entries(types)) {
      const key = factKey(packageNames(name).folder, kind);
      const isResource = declaration.client === true || resourceFacts[key]?.withoutClient === true;
      if (!isResource || declaration.noVerbs === true) continue;
      if (!isKept(lifecycleOf(declaration, name, last), { ...facts, minor })) continue;
      unknown.delete(key);
      found.set(name, [...(found.get(name) ?? []), resourceOf(name, kind, declaration)]);
    }
  }
  // A typing error, or a kind that an upgrade removed.
  if (unknown.size > 0) throw new Error(`resource-facts.mjs: there is no ${[...unknown].join(', ')}`);
  return found;
}

export const resourcesByPackage = readResources();

export const accessorOf = ({ folder }) => irregularAccessors[folder] ?? folder;

/** What `@deprecated` says of a kind, or undefined. */
export function deprecationOf({ introduced, deprecated, removed, replacement }) {
  const [group, version, kind] = replacement?.split(',') ?? [];
  const instead =
    version === undefined ? '' : `: use ${kind} of ${group === '' ? version : `${group}/${version}`}`;
  if (removed !== undefined && removed <= minor)
    return `Removed in Kubernetes 1.${removed}, kept here until ${keptUntil(removed, facts.releases)}${instead}.`;
  if (deprecated === undefined || deprecated > minor || introduced === undefined) return undefined;
  const end = removed === undefined ? '' : `, to be removed in 1.${removed}`;
  return `Since Kubernetes 1.${deprecated}${end}${instead}.`;
}
