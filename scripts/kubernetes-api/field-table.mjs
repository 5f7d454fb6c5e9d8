/** Writes the embedded server's table of fields: names, protobuf numbers, types, and how patches and applies merge them. */
import { core, plain } from './go-source.mjs';
import { facts, packageNames, resourcesByPackage, typeOf } from './model.mjs';
import { aggregatedGroups } from './resource-facts.mjs';
import { scalars } from './scalars.mjs';

/** Kinds that requests and responses contain besides the stored ones: `package.Type`. */
const extraRoots = [
  'meta/v1.DeleteOptions',
  'meta/v1.ListMeta',
  'meta/v1.ObjectMeta',
  'meta/v1.Status',
  'authentication/v1.TokenRequest',
  'autoscaling/v1.Scale',
  'core/v1.Binding',
  'policy/v1.Eviction',
  // Decoded from protobuf by this table, from JSON by a separate decoder.
  'apiextensions/v1.JSONSchemaProps',
];

function reach(reached, type, root = false) {
  const name = core(type);
  if (plain.has(name) || (name in scalars && !root) || reached.has(name)) return;
  const found = typeOf(name);
  if (found === undefined) throw new Error(`the facts lack ${name}`);
  reached.set(name, found);
  if (found.alias !== undefined) return reach(reached, found.alias);
  for (const field of found.fields) if (field.json !== '-') reach(reached, field.type);
}

function shownType(own, type) {
  const name = core(type);
  const head = type.slice(0, type.length - name.length);
  if (name in scalars) return `${head}%${scalars[name].decoder}`;
  const prefix = `${own}.`;
  return head + (name.startsWith(prefix) ? name.slice(prefix.length) : name);
}

function shownField(reached, own, field) {
  const flags = [
    field.inline ? 'inline' : '',
    field.omitzero ? 'z' : '',
    field.omitempty ? 'o' : '',
    field.required || !(field.optional || field.omitempty || field.omitzero || field.inline) ? 'r' : '',
    field.strategy === undefined ? '' : `p=${field.strategy.replaceAll(',', '+')}`,
    field.mergeKey === undefined ? '' : `k=${field.mergeKey}`,
    field.listType === undefined ? '' : `l=${[field.listType, ...(field.keys ?? [])].join('+')}`,
    (field.mapType ?? field.structType) === 'atomic' ? 'a' : '',
  ].filter((flag) => flag !== '');
  // A named list type is a message on the wire, unless the field itself is repeated.
  const alias = reached.get(field.type)?.alias ?? '';
  const type = field.repeated && alias.startsWith('[]') ? alias : field.type;
  return [field.inline ? '' : field.json, field.number ?? '', shownType(own, type), ...flags]
    .join(' ')
    .trimEnd();
}

function shownStruct(reached, own, name, declaration) {
  const { alias, fields } = declaration;
  if (alias !== undefined) return `${name}~${shownType(own, alias)}`;
  const shown = fields.filter(({ json }) => json !== '-').map((field) => shownField(reached, own, field));
  const atomic = (declaration.structType ?? declaration.mapType) === 'atomic' ? '!' : '';
  return `${name}${atomic}=${shown.join(';')}`;
}

/** The resources whose objects have a generation: `deployments.apps` → whether changes count. */
function generations() {
  const found = new Map();
  for (const resources of resourcesByPackage.values()) {
    for (const { folder, kind, group, resource, plural } of resources) {
      const counts = facts.generations[`${folder}.${kind}`];
      if (counts !== undefined) found.set(`${resource ?? plural.toLowerCase()}.${group}`, counts);
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function fieldTable(header) {
  const reached = new Map();
  for (const [name, resources] of resourcesByPackage) {
    if (aggregatedGroups.has(packageNames(name).folder)) continue;
    for (const { kind } of resources) reach(reached, `${name}.${kind}`, true);
  }
  for (const type of extraRoots) reach(reached, type, true);
  const byPackage = new Map();
  for (const name of [...reached.keys()].toSorted((a, b) => (a < b ? -1 : 1))) {
    const dot = name.lastIndexOf('.');
    const own = name.slice(0, dot);
    const lines = byPackage.get(own) ?? [`@${own} ${facts.packages[own].group}`.trimEnd()];
    lines.push(shownStruct(reached, own, name.slice(dot + 1), reached.get(name)));
    byPackage.set(own, lines);
  }
  const table = [...byPackage.values()].flat().join('\n');
  if (/[`\\]|\$\{/.test(table)) throw new Error('the table cannot be a template literal');
  return `${header}
/** The version of Kubernetes that the types are from, as a server reports it. */
export const kubernetesVersion = 'v1.${facts.source.replace(/^.* 0\./, '')}';

/** The resources whose objects have metadata.generation, and whether it counts their changes: \`resource.group\`. */
export const generations: ReadonlyMap<string, boolean> = new Map([
${generations()
  .map(([id, counts]) => `  ['${id}', ${counts}],\n`)
  .join('')}]);

/**
 * The types of the built-in kinds, one in each line.
 *
 * \`@folder/version group\` starts a package. \`Name~type\` is an alias, \`Name=field;field\` a struct, \`Name!=\` an atomic struct. A field
 * is its JSON name, protobuf number (may be empty), type and flags: \`inline\`; \`o\` omitempty, \`z\` omitzero, \`r\` required; \`p=\` patch
 * strategy; \`k=\` patch merge key; \`l=\` list type with its keys; \`a\` atomic. \`%x\` is a type with its own wire format.
 *
 * The type decides the protobuf wire type: varint for integers and \`bool\`, 64 bits for \`float64\`, else length-delimited.
 */
export const apiTypes: string = \`
${table}
\`;
`;
}
