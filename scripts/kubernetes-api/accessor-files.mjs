/** Writes the interfaces behind the accessors of Clientset and SharedInformerFactory: `CoreV1Client`, `CoreV1Informers`. */
import { docComment } from './doc-comments.mjs';
import { accessorOf, deprecationOf, packageNames, resourcesByPackage, typeOf } from './model.mjs';
import { lowerCamel, shownVersion, tableName, typeArguments } from './resource-files.mjs';

const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);

/** The group-versions: their resources by accessor, and the names that their interfaces begin with. */
const groupVersions = [...resourcesByPackage].map(([name, entries]) => ({
  ...packageNames(name),
  apiVersion: shownVersion(entries[0]),
  accessor: tableName(entries[0]),
  group: accessorOf(entries[0]),
  prefix: upperFirst(tableName(entries[0])),
  resources: entries
    .map((entry) => ({ ...entry, accessor: lowerCamel(entry.plural) }))
    .toSorted((a, b) => (a.accessor < b.accessor ? -1 : 1)),
}));

const namesOf = (resources) => resources.map(({ accessor }) => accessor).join(', ');

function memberDoc(entry, lead) {
  const { doc } = typeOf(`${entry.package}.${entry.kind}`);
  const deprecated = deprecationOf(entry.lifecycle);
  return docComment({ lead, comment: doc, names: [entry.kind], deprecated }, '  ');
}

const importOf = (used) =>
  `import type { ${used.map(({ namespace }) => namespace).join(', ')} } from '../resources/types.js';`;

export function clientsFile(header) {
  const interfaces = groupVersions.map(({ apiVersion, accessor, namespace, prefix, resources }) => {
    const members = resources.map((entry) => {
      const { accessor: name, namespaced } = entry;
      const lead = namespaced
        ? `The client of ${name} in a namespace, or in all if none is given.`
        : `The client of ${name}, which are cluster-scoped.`;
      return `${memberDoc(entry, lead)}  readonly ${name}: (${namespaced ? 'namespace?: string' : ''}) => ClientOf<${typeArguments(entry, namespace)}>;`;
    });
    return `/** The clients of ${apiVersion}: \`clientset.${accessor}()\`. */
export interface ${prefix}Client {
${members.join('\n')}
}
`;
  });
  const accessors = groupVersions.map(
    ({ apiVersion, accessor, prefix, resources }) =>
      `${docComment({ lead: `The clients of ${apiVersion}: ${namesOf(resources)}.` }, '  ')}  ${accessor}(): ${prefix}Client;`,
  );
  return `${header}
${importOf(groupVersions)}
import type { ClientOf } from './subresource-calls.js';

${interfaces.join('\n')}
/** The accessors of a Clientset for the built-in group-versions: \`coreV1()\`, \`appsV1()\`, … */
export interface GroupVersionClients {
${accessors.join('\n')}
}
`;
}

/** Informers need both verbs. */
const isWatched = ({ verbs }) => verbs === undefined || (verbs.includes('list') && verbs.includes('watch'));

export function informersFile(header) {
  const watched = groupVersions
    .map((each) => ({ ...each, resources: each.resources.filter(isWatched) }))
    .filter(({ resources }) => resources.length > 0);
  const interfaces = watched.map(({ apiVersion, group, version, namespace, prefix, resources }) => {
    const members = resources.map((entry) => {
      const type = `${namespace}.${entry.kind}`;
      const doc = memberDoc(entry, `The informer and lister of ${entry.accessor}.`);
      return `${doc}  readonly ${entry.accessor}: InformerOf<${type}>;`;
    });
    return `/** The informers of ${apiVersion}: \`factory.${group}().${version}()\`. */
export interface ${prefix}Informers {
${members.join('\n')}
}
`;
  });
  const groups = [...new Set(watched.map(({ group }) => group))].map((group) => [
    group,
    watched.filter((each) => each.group === group),
  ]);
  const groupInterfaces = groups.map(([group, versions]) => {
    const members = versions.map(
      ({ apiVersion, version, prefix, resources }) =>
        `${docComment({ lead: `The informers of ${apiVersion}: ${namesOf(resources)}.` }, '  ')}  readonly ${version}: () => ${prefix}Informers;`,
    );
    return `/** The informers of a group by version: \`factory.${group}()\`. */
export interface ${upperFirst(group)}Informers {
${members.join('\n')}
}
`;
  });
  const accessors = groups.map(([group, versions]) => {
    const lead = `The informers of ${versions.map(({ apiVersion }) => apiVersion).join(', ')}.`;
    return `${docComment({ lead }, '  ')}  ${group}(): ${upperFirst(group)}Informers;`;
  });
  return `${header}
${importOf(watched)}
import type { InformerOf } from './informer-factory.js';

${interfaces.join('\n')}
${groupInterfaces.join('\n')}
/** The accessors of a SharedInformerFactory for the built-in groups: \`core()\`, \`apps()\`, … */
export interface GroupInformers {
${accessors.join('\n')}
}
`;
}
