/** Writes the interfaces of one group-version. */
import { docComment, isDeprecated } from './doc-comments.mjs';
import { core, plain } from './go-source.mjs';
import {
  apiVersionOf,
  byText,
  deprecationOf,
  facts,
  packageNames,
  resourcesByPackage,
  typeOf,
} from './model.mjs';
import { nullableLists } from './resource-facts.mjs';
import { scalars } from './scalars.mjs';
import { sharedTypes } from './shared-types.mjs';

const meta = 'meta/v1';
const primitives = { string: 'string', bool: 'boolean', any: 'unknown' };
const split = (qualified) => {
  const dot = qualified.lastIndexOf('.');
  return [qualified.slice(0, dot), qualified.slice(dot + 1)];
};

/** Types of meta/v1 that `meta/types.ts` has in a form of its own. */
const handWritten = new Set([
  'TypeMeta',
  'ListOptions',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
]);
/** Aliases that read better with their name than without. */
const keptAliases = new Set(['core/v1.ResourceList']);
const inPlace = {
  JSON: 'unknown',
  JSONSchemaPropsOrArray: 'JSONSchemaProps | JSONSchemaProps[]',
  JSONSchemaPropsOrBool: 'JSONSchemaProps | boolean',
  JSONSchemaPropsOrStringArray: 'JSONSchemaProps | string[]',
};

/** What has a wire format of its own. */
const wireTypes = `/** A point in time, in whole seconds: RFC 3339, as in \`2026-11-23T08:00:00Z\`. */
export type Time = string;

/** A point in time, in microseconds: RFC 3339, as in \`2026-11-23T08:00:00.000000Z\`. */
export type MicroTime = string;

/** A length of time in Go's notation: \`1h30m0s\`. */
export type Duration = string;

/** An amount of a resource: \`500m\`, \`1Gi\`. The server answers with its shortest form, so compare values, not texts. */
export type Quantity = string;

/** A number, or a name or percentage: \`8080\`, \`'http'\`, \`'25%'\`. */
export type IntOrString = number | string;

/** An object of any kind. */
export type RawExtension = object;

/** Which fields a manager owns: a tree of field paths. */
export type FieldsV1 = object;
`;

/** What a named type that is not a struct becomes: a type with the known values, or what it stands for. */
function isNamed(qualified, declaration) {
  return (
    keptAliases.has(qualified) || (declaration.values?.length ?? 0) > 1 || isOfAnother(qualified, declaration)
  );
}

/** Whether a type is that of another version, which programs may name by this one. */
function isOfAnother(qualified, { alias }) {
  return typeOf(alias) !== undefined && split(alias)[0] !== split(qualified)[0];
}

/** Types that a field has which is not deprecated: the others, those of removed volume plugins, need no comments. */
const inUse = new Set();
for (const [name, { types }] of Object.entries(facts.packages)) {
  for (const [type, { fields }] of Object.entries(types)) {
    const isRoot = fields?.some((field) => field.inline && field.type === 'meta/v1.TypeMeta');
    if (isRoot) markInUse(`${name}.${type}`);
  }
}

function markInUse(qualified) {
  const declaration = typeOf(qualified);
  if (declaration === undefined || inUse.has(qualified)) return;
  inUse.add(qualified);
  if (declaration.alias !== undefined) markInUse(core(declaration.alias));
  for (const field of declaration.fields ?? []) if (!isDeprecated(field.doc)) markInUse(core(field.type));
}

/** The text of a Go type; the packages that it needs are added to those of the context. */
function typeText(context, goType) {
  const inner = goType.replace(/^\*/, '');
  if (inner === '[]byte') return 'string';
  if (inner.startsWith('[]')) {
    const element = typeText(context, inner.slice(2));
    return /[ |]/.test(element) && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
  }
  const map = /^map\[\w+\](.+)$/.exec(inner);
  if (map !== null) return `{ [key: string]: ${typeText(context, map[1])} }`;
  if (plain.has(inner)) return primitives[inner] ?? 'number';
  return namedText(context, inner);
}

function namedText(context, qualified) {
  const [pack, name] = split(qualified);
  const scalar = scalars[qualified];
  if (pack === 'apiextensions/v1' && name in inPlace) return inPlace[name];
  if (scalar?.type !== undefined) return reference(context, meta, scalar.type);
  const declaration = typeOf(qualified);
  if (declaration?.alias !== undefined && !isNamed(qualified, declaration)) {
    return typeText(context, declaration.alias);
  }
  return reference(context, pack, name);
}

function reference({ own, used, newer, shared }, pack, name) {
  if (pack === own && !shared.has(name)) return name;
  const from = pack === own ? newer : pack;
  used.add(from);
  return `${packageNames(from).namespace}.${name}`;
}

/** Whether the server writes null for the value: an empty list, map or pointer that it does not leave out. */
function isNullable(qualified, field) {
  if (field.omitempty || field.omitzero || !/^(?:\*|\[\]|map)/.test(field.type)) return false;
  return field.optional === true || nullableLists.has(qualified);
}

const isIdentifier = (name) => /^[A-Za-z_$][\w$]*$/.test(name);

/** What is the same of every object. */
const standard = {
  apiVersion: 'API group and version.',
  kind: 'Kind of the object.',
  metadata: 'Standard object metadata.',
  items: 'Objects of the list.',
};

function standardText(name, typeName) {
  return name === 'metadata' && typeName.endsWith('List') ? 'Standard list metadata.' : standard[name];
}

const standardDoc = (name, typeName) => `  /** ${standardText(name, typeName)} */\n`;

function fieldText(context, typeName, field) {
  const { own, isDocumented } = context;
  const mayBeAbsent = field.omitempty || field.omitzero || field.optional;
  const optional = mayBeAbsent && !field.required ? '?' : '';
  const type = typeText(context, field.type);
  const nullable = isNullable(`${own}.${typeName}.${field.json}`, field) ? ' | null' : '';
  // For programs with exactOptionalPropertyTypes: an undefined member is not sent.
  const orUndefined = optional === '' || type === 'unknown' ? '' : ' | undefined';
  const name = isIdentifier(field.json) ? field.json : `'${field.json}'`;
  const isStandard = field.json === 'metadata' || (field.json === 'items' && typeName.endsWith('List'));
  const documentation = isStandard
    ? standardDoc(field.json, typeName)
    : docComment(
        {
          comment: isDocumented(typeName, field.json) ? field.doc : '',
          names: [typeName, field.json],
          notes: (field.gates ?? []).map((gate) => `Feature gate: ${gate}.`),
          defaultValue: defaultOf(field.default),
        },
        '  ',
      );
  return `${documentation}  ${name}${optional}: ${type}${nullable}${orUndefined};\n`;
}

/** The marker's JSON, or nothing for references to Go constants and empty values. */
function defaultOf(marker) {
  if (marker === undefined || marker.startsWith('ref(') || ['""', '{}', ''].includes(marker))
    return undefined;
  return marker.replaceAll('"', "'");
}

function structText(context, name, declaration) {
  const { own } = context;
  const parents = [];
  let body = '';
  for (const field of declaration.fields) {
    if (field.json === '-') continue;
    if (field.inline && field.type === 'meta/v1.TypeMeta') {
      const isTyped = own !== meta;
      body += `${standardDoc('apiVersion')}  apiVersion?: ${isTyped ? `'${apiVersionOf(own)}'` : 'string'} | undefined;\n`;
      body += `${standardDoc('kind')}  kind?: ${isTyped ? `'${name}'` : 'string'} | undefined;\n`;
    } else if (field.inline || field.json === '') {
      parents.push(typeText(context, field.type));
    } else body += fieldText(context, name, field);
  }
  const heads = parents.length === 0 ? '' : ` extends ${parents.join(', ')}`;
  return `${typeDoc(context, name, declaration)}export interface ${name}${heads} {\n${body}}\n`;
}

/** Of a kind: what it is, and since when. The fields of other types show what these are, so their own line is short. */
function typeDoc({ own, isDocumented }, name, declaration) {
  const resource = resourcesByPackage.get(own)?.find(({ kind }) => kind === name);
  if (resource === undefined)
    return docComment({
      names: [name],
      comment: declaration.doc,
      otherwise: shortTypeDoc(name),
      isShort: true,
    });
  const { introduced } = resource.lifecycle;
  return docComment({
    comment: isDocumented(name) ? declaration.doc : '',
    names: [name],
    notes: introduced === undefined || introduced === 0 ? [] : [`Since Kubernetes 1.${introduced}.`],
    deprecated: deprecationOf(resource.lifecycle),
  });
}

/** `DeploymentSpec` is the spec of a Deployment; other names say as much. */
function shortTypeDoc(name) {
  const [, of, part] = /^(\w+?)(List|Spec|Status)$/.exec(name) ?? [];
  if (part === 'List') return `List of ${of} objects.`;
  return part === undefined ? undefined : `${part} of ${/^[AEIO]/.test(of) ? 'an' : 'a'} ${of}.`;
}

function aliasText(context, name, declaration) {
  const qualified = `${context.own}.${name}`;
  if (name in inPlace && context.own === 'apiextensions/v1') return '';
  if (!isNamed(qualified, declaration)) return '';
  const values = declaration.values?.map((value) => `'${value}'`);
  const type =
    values === undefined ? typeText(context, declaration.alias) : `${values.join(' | ')} | (string & {})`;
  return `${docComment({ names: [name], comment: declaration.doc, isShort: true })}export type ${name} = ${type};\n`;
}

/** The names that the file of a package exports. */
export function exportedNames(own) {
  return Object.entries(facts.packages[own].types)
    .filter(([name, declaration]) => {
      if (`${own}.${name}` in scalars && name !== 'JSONSchemaProps') return false;
      if (own === meta && handWritten.has(name)) return false;
      return declaration.alias === undefined || isNamed(`${own}.${name}`, declaration);
    })
    .map(([name]) => name);
}

function listed(names, file) {
  const list = names.join(', ').replaceAll(/(.{1,100})(?:, |$)/g, '  $1,\n');
  return `export type {\n${list}} from './${file}.js';\n`;
}

/** @param newer the newest stable version of the group: it has the comments of what both have */
export function typeFile(own, header, newer) {
  const context = {
    own,
    newer,
    used: new Set(),
    shared: newer === undefined ? new Set() : sharedTypes(own, newer),
    isDocumented(type, field) {
      if (!inUse.has(`${own}.${type}`)) return false;
      const other = newer === undefined ? undefined : facts.packages[newer].types[type];
      if (other === undefined) return true;
      return field !== undefined && !other.fields?.some(({ json }) => json === field);
    },
  };
  const names = exportedNames(own);
  const parts = names
    .filter((name) => !context.shared.has(name))
    .map((name) => {
      const declaration = facts.packages[own].types[name];
      return declaration.alias === undefined
        ? structText(context, name, declaration)
        : aliasText(context, name, declaration);
    });
  const imports = [...context.used].toSorted(byText).map((pack) => {
    const { file, namespace } = packageNames(pack);
    const path = pack === meta ? '../../meta/meta-v1.js' : `./${file}.js`;
    return `import type * as ${namespace} from '${path}';\n`;
  });
  const more =
    newer === undefined
      ? ''
      : `// The comments of what ${apiVersionOf(newer)} has as well are in ${packageNames(newer).file}.ts.\n`;
  const same = names.filter((name) => context.shared.has(name));
  const again = same.length === 0 ? '' : `${listed(same, packageNames(newer).file)}\n`;
  const first = own === meta ? `${wireTypes}\n` : '';
  return `${header}${more}${imports.join('')}\n${again}${first}${parts.join('\n')}`;
}
