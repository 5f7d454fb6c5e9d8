/** Writes the protobuf messages of the built-in kinds: a file for each group-version, and an index that loads them. */
import { core, plain } from './go-source.mjs';
import { apiVersionOf, byText, packageNames, resourcesByPackage, typeOf } from './model.mjs';
import { tableName } from './resource-files.mjs';
import { scalars } from './scalars.mjs';

/** What every response may contain, whatever its kind. */
const envelopeTypes = ['meta/v1.ListMeta', 'meta/v1.Status'];

/** Types with a form of their own on the wire that are messages as well. */
const schema = 'apiextensions/v1.JSONSchemaProps';
const isMessage = (name) => name === schema || (!plain.has(name) && !(name in scalars));

const packageOf = (name) => name.slice(0, name.lastIndexOf('.'));

/** `type` with its aliases replaced; a named list, which is a message of its items, begins with `=`. */
function resolved(type, repeated) {
  const name = core(type);
  const head = type.slice(0, type.length - name.length).replace(/^map\[\w+\]/, '{}');
  if (!isMessage(name)) return head + name;
  const alias = typeOf(name)?.alias;
  if (alias === undefined) return head + name;
  // The items of a list that is a field are repeated in the field itself.
  if (alias.startsWith('[]') && repeated && head === '') return resolved(alias, false);
  return head + (alias.startsWith('[]') ? '=' : '') + resolved(alias, false);
}

function shownType(own, type) {
  const name = type.replace(/^([*=]|\[\]|\{\})+/, '');
  const head = type.slice(0, type.length - name.length);
  if (name === schema) return head + (own === packageOf(name) ? 'JSONSchemaProps' : name);
  if (name in scalars) return `${head}%${scalars[name].decoder}`;
  if (plain.has(name)) return head + name;
  return head + (packageOf(name) === own ? name.slice(own.length + 1) : name);
}

function shownField(own, field) {
  const type = shownType(own, resolved(field.type, field.repeated));
  const flags = field.omitzero ? ' z' : field.omitempty ? ' o' : '';
  return `${field.inline ? '' : field.json} ${field.number} ${type}${flags}`;
}

/** Package → name → fields with a protobuf number, of every message that the kinds contain. */
function reachedMessages() {
  const messages = new Map();
  const reach = (type) => {
    const name = resolved(type, false).replace(/^([*=]|\[\]|\{\})+/, '');
    if (name.startsWith('apiextensions/v1.JSONSchemaPropsOr')) return reach(schema);
    if (!isMessage(name)) return undefined;
    const own = messages.get(packageOf(name)) ?? new Map();
    messages.set(packageOf(name), own);
    if (own.has(name)) return undefined;
    const declaration = typeOf(name);
    if (declaration === undefined) throw new Error(`the facts lack ${name}`);
    const fields = declaration.fields.filter(({ json, number }) => json !== '-' && number !== undefined);
    own.set(name, fields);
    for (const field of fields) reach(field.type);
    return undefined;
  };
  for (const [name, resources] of resourcesByPackage)
    for (const { kind, verbs } of resources)
      if (verbs === undefined || verbs.includes('watch')) reach(`${name}.${kind}`);
  for (const name of envelopeTypes) reach(name);
  return messages;
}

const constantOf = (name) =>
  resourcesByPackage.has(name) ? tableName(resourcesByPackage.get(name)[0]) : 'metaV1';

function tableFile(header, name, messages) {
  const used = new Set();
  const lines = [...messages]
    .toSorted(([a], [b]) => byText(a, b))
    .map(([type, fields]) => {
      const shown = fields.map((field) => shownField(name, field));
      for (const text of shown) {
        const other = /[a-z]+\/v\d\w*(?=\.)/.exec(text)?.[0];
        if (other !== undefined) used.add(other);
      }
      return `${type.slice(name.length + 1)}=${shown.join(';')}`;
    });
  const others = [...used].toSorted(byText);
  const imports = others.map(
    (other) => `import { ${constantOf(other)} } from './${packageNames(other).file}.js';\n`,
  );
  const text = lines.join('\n');
  if (/[`\\]|\$\{/.test(text)) throw new Error('the table cannot be a template literal');
  return `${header}
import type { MessageTable } from '../message-types.js';
${imports.join('')}
export const ${constantOf(name)}: MessageTable = {
  name: '${name}',
  uses: [${others.map(constantOf).join(', ')}],
  messages: \`
${text}
\`,
};
`;
}

/** @returns path below `wire/protobuf/messages/` → text */
export function messageFiles(header) {
  const messages = reachedMessages();
  const names = [...messages.keys()].toSorted(byText);
  const files = new Map(
    names.map((name) => [`${packageNames(name).file}.ts`, tableFile(header, name, messages.get(name))]),
  );
  const rows = names
    .filter((name) => resourcesByPackage.has(name))
    .map(
      (name) =>
        `  '${apiVersionOf(name)}': async () => (await import('./${packageNames(name).file}.js')).${constantOf(name)},`,
    );
  files.set(
    'index.ts',
    `${header}
import type { MessageTable } from '../message-types.js';

/** Loads the messages of a group-version, by its apiVersion. */
export const messageTables: Readonly<Record<string, (() => Promise<MessageTable>) | undefined>> = {
${rows.join('\n')}
};
`,
  );
  return files;
}

/** What a program loads for a group-version: the bytes of its own file and of those that it uses. */
export function shownBytes(files) {
  const sizes = [...files].map(([path, text]) => `${path.replace('.ts', '')} ${Buffer.byteLength(text)}`);
  return `protobuf messages, bytes for each group-version: ${sizes.join(', ')}\n`;
}
