/** Writes the descriptors: a table for each group-version, the index of the tables, and the namespaces of their types. */
import { accessorOf, deprecationOf, facts, packageNames, resourcesByPackage, typeOf } from './model.mjs';
import { docComment } from './doc-comments.mjs';
import { aggregatedGroups } from './resource-facts.mjs';

/** ConfigMaps → configMaps; CSIDrivers → csiDrivers: a run of capitals is one word up to the last of them. */
export function lowerCamel(name) {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

/** The subresources that clients have calls for. */
const subresourcesWithCalls = [
  'attach',
  'binding',
  'eviction',
  'exec',
  'log',
  'portforward',
  'scale',
  'status',
  'token',
];

/** The type arguments of a descriptor: its kind, then the subresources with calls, then the verbs if it cannot be watched. */
export function typeArguments({ kind, subresources = [], verbs }, namespace = 'types') {
  const union = (names) => names.map((name) => `'${name}'`).join(' | ') || 'never';
  const withCalls = subresources.filter((name) => subresourcesWithCalls.includes(name));
  const isRestricted = verbs !== undefined && !verbs.includes('watch');
  if (isRestricted) return `${namespace}.${kind}, ${union(withCalls)}, ${union(verbs)}`;
  return `${namespace}.${kind}, ${union(withCalls)}`;
}

export const tableName = (entry) => accessorOf(entry) + entry.version.replace('v', 'V');

export function tableFile(name, header) {
  const entries = resourcesByPackage.get(name);
  const { file } = packageNames(name);
  const rows = entries.map((entry) => {
    const { shortNames, subresources, verbs, categories } = entry;
    const more = JSON.stringify({ shortNames, subresources, verbs, categories });
    const key = lowerCamel(entry.plural);
    const names = `'${entry.resource ?? entry.plural.toLowerCase()}', '${entry.kind}'${more === '{}' ? '' : `, ${more}`}`;
    const scope = entry.namespaced ? 'namespaced' : 'clusterScoped';
    const lead = `${entry.kind}, ${entry.namespaced ? 'namespaced' : 'cluster-scoped'}.`;
    const { doc: comment } = typeOf(`${name}.${entry.kind}`);
    const deprecated = deprecationOf(entry.lifecycle);
    const doc = docComment({ lead, comment, names: [entry.kind], deprecated }, '  ');
    const type = `${doc}readonly ${key}: Resource<${typeArguments(entry)}>;`;
    return { key, scope, type, value: `${key}: ${scope}(${names}),` };
  });
  const scopes = ['clusterScoped', 'namespaced'].filter((scope) => rows.some((row) => row.scope === scope));
  rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  const { group, version } = entries[0];
  // The type is written out, because declarations have no comments of an inferred one.
  return `${header}
import type { Resource } from '../meta/resource.js';
import type * as types from './types/${file}.js';
import { groupVersion } from './group-version.js';

const { ${scopes.join(', ')} } = groupVersion('${group}', '${version}');

/** The resources of ${group === '' ? 'the core group' : group}, version ${version}. */
export const ${tableName(entries[0])}: {
${rows.map(({ type }) => type).join('\n')}
} = {
${rows.map(({ value }) => value).join('\n')}
};
`;
}

/** `core/v1`, `apps/v1`. */
export const shownVersion = ({ group, version, folder }) => `${group === '' ? folder : group}/${version}`;

export function indexFile(header) {
  const firsts = [...resourcesByPackage.values()].map((entries) => entries[0]);
  const accessors = [...new Set(firsts.map(accessorOf))];
  const aggregated = [
    ...new Set(firsts.filter(({ folder }) => aggregatedGroups.has(folder)).map(({ group }) => group)),
  ];
  const versionsOf = (accessor) => firsts.filter((entry) => accessorOf(entry) === accessor);
  return `${header}
import type { KubernetesObject } from '../meta/types.js';
import type { Resource } from '../meta/resource.js';
${firsts.map((entry) => `import { ${tableName(entry)} } from './${packageNames(entry.package).file}.js';`).join('\n')}

export { ${firsts.map(tableName).join(', ')} };
export type * from './types.js';

/** The resources of one group-version by client-go's accessor in lower camel case (\`pods\`, \`configMaps\`). */
export type ResourceTable = Readonly<Record<string, Resource<KubernetesObject, string, never>>>;

/**
 * All resource tables by client-go's clientset accessor in lower camel case: \`resources.coreV1.pods\` is the resource of
 * \`clientset.coreV1().pods(namespace)\`.
 */
export const resources: {
${firsts.map((entry) => `/** The resources of ${shownVersion(entry)}. */\nreadonly ${tableName(entry)}: typeof ${tableName(entry)};`).join('\n')}
} = {
${firsts.map((entry) => `${tableName(entry)},`).join('\n')}
};

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
    const versions = versionsOf(accessor).map(
      (entry) => `/** The resources of ${shownVersion(entry)}. */\n${entry.version}: ${tableName(entry)},`,
    );
    return `/** The resource tables of the group by version. */\n${accessor}: {\n${versions.join('\n')}\n},`;
  })
  .join('\n')}
} as const;

/** The type of \`resources\`, for mapped types over all built-in resources. */
export type GroupVersionTables = typeof resources;
/** The type of \`groupTables\`, for mapped types by group and version. */
export type GroupTables = typeof groupTables;

/**
 * Every built-in resource of every version, without those of ${aggregated.join(', ')}, which another server serves.
 *
 * Some lack verbs, which their type does not tell here: see \`verbs\`.
 */
export const builtInResources: readonly Resource<KubernetesObject>[] = Object.values<ResourceTable>(resources)
  .flatMap((table) => Object.values(table) as Resource<KubernetesObject>[])
  .filter(({ group }) => ${aggregated.map((group) => `group !== '${group}'`).join(' && ')});
`;
}

export function namespacesFile(header, typed) {
  const lines = typed.map((name) => {
    const { file, namespace } = packageNames(name);
    return `export type * as ${namespace} from '${name === 'meta/v1' ? '../meta/meta-v1.js' : `./types/${file}.js`}';`;
  });
  return `${header}
/**
 * The types of the objects by group-version, under the import names that Go programs use: \`corev1.Pod\`,
 * \`appsv1.DeploymentSpec\`, \`metav1.LabelSelector\`. They include the kinds of subresources (\`autoscalingv1.Scale\`,
 * \`policyv1.Eviction\`, \`authenticationv1.TokenRequest\`) and those of webhooks (\`admissionv1.AdmissionReview\`). They are the
 * types of Kubernetes ${facts.kubernetes}.
 */
${lines.join('\n')}
`;
}
