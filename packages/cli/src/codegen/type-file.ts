import type { Alternative } from './alternatives.js';
import type { BuiltInShapes } from './built-in-shapes.js';
import { CodegenError } from './codegen-error.js';
import { commentLines, literal, propertyKey } from './literals.js';
import { allVerbs } from 'kube-informers/internal';
import { UniqueNames, constantName, pascalCase } from './names.js';
import { StructNames } from './struct-names.js';
import type { NamedStruct } from './struct-names.js';
import type { FieldModel, ImportedType, KindModel, StructModel, TypeModel } from './type-model.js';

/** Longest line before a union or a list is broken into lines. */
const lineWidth = 110;

/** The types of one group-version. */
export interface GroupVersionModel {
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly KindModel[];
  /** Object types that have names already, as in a server's OpenAPI document. */
  readonly named?: readonly NamedStruct[];
}

const fixedImports = [
  'KubernetesObject',
  'ObjectMeta',
  'Resource',
  'SelectableBy',
  'defineResource',
] as const;

/** Returns the TypeScript of one group-version: an interface for each object type, and a descriptor for each kind. */
export function typeFileText(model: GroupVersionModel, builtIn: BuiltInShapes | undefined): string {
  return new TypeFile(model, builtIn).text();
}

class TypeFile {
  readonly #kinds: readonly KindModel[];
  readonly #named: readonly NamedStruct[];
  readonly #names = new UniqueNames();
  readonly #structs: StructNames;
  readonly #interfaces = new Map<KindModel, string>();
  /** Names of what is imported, by the names that it has where it comes from. */
  readonly #imports = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor({ kinds, named = [] }: GroupVersionModel, builtIn: BuiltInShapes | undefined) {
    this.#kinds = kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    this.#named = named;
    this.#structs = new StructNames(builtIn);
    // Kinds first: their names are the ones that everybody knows.
    for (const kind of this.#kinds) {
      const name = kind.kind.charAt(0).toUpperCase() + kind.kind.slice(1);
      if (!this.#names.isFree(name)) {
        throw new CodegenError(
          `${kind.origin}: another definition of ${kind.group}/${kind.version} has an interface ${name}, too`,
        );
      }
      this.#interfaces.set(kind, this.#names.take(name));
    }
    for (const { name } of named) this.#names.take(name);
    for (const name of fixedImports)
      this.#imports.set(name, this.#names.take(name, `BuiltIn${pascalCase(name)}`));
    this.#kinds.forEach((kind, index) => {
      this.#structs.add(this.#interfaces.get(kind) ?? '', kind.body, index);
    });
    named.forEach(({ name, struct }, index) => {
      this.#structs.add(name, struct, this.#kinds.length + index);
    });
    this.#structs.assign(this.#names);
  }

  text(): string {
    const parts = this.#kinds.map((kind, index) => this.#kind(kind, index));
    this.#named.forEach(({ name, struct }, index) => {
      parts.push(this.#interface(name, struct));
      parts.push(...this.#declarations(this.#kinds.length + index));
    });
    return `${this.#importLines()}\n${parts.join('\n')}`;
  }

  #importLines(): string {
    const named = (name: string): string => {
      const own = this.#imports.get(name) ?? name;
      return own === name ? name : `${name} as ${own}`;
    };
    const types = [...this.#used].filter((name) => name !== 'defineResource').toSorted();
    const value = this.#used.has('defineResource')
      ? `import { ${named('defineResource')} } from 'kube-informers';\n`
      : '';
    return types.length === 0
      ? value
      : `${value}import type { ${types.map(named).join(', ')} } from 'kube-informers';\n`;
  }

  #imported(name: string): string {
    this.#used.add(name);
    const known = this.#imports.get(name);
    if (known !== undefined) return known;
    const own = this.#names.take(name, `${name}Types`);
    this.#imports.set(name, own);
    return own;
  }

  #kind(kind: KindModel, index: number): string {
    const name = this.#interfaces.get(kind) ?? '';
    const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
    const text = [
      comment('', [kind.body.docs, ...kind.body.remarks, ...deprecation(kind)]),
      `export interface ${name} extends ${this.#bases(kind).join(', ')} {\n`,
      `  apiVersion?: ${literal(apiVersion)} | undefined;\n`,
      `  kind?: ${literal(kind.kind)} | undefined;\n`,
      this.#fields(kind.body),
      '}\n',
    ];
    return [text.join(''), this.#descriptor(kind, name, apiVersion), ...this.#declarations(index)].join('\n');
  }

  #bases({ selectableFields = [] }: KindModel): string[] {
    const base = this.#imported('KubernetesObject');
    if (selectableFields.length === 0) return [base];
    const fields = selectableFields.map((path) => literal(path.replace(/^\./, '')));
    return [base, `${this.#imported('SelectableBy')}<${fields.join(' | ')}>`];
  }

  #descriptor(kind: KindModel, name: string, apiVersion: string): string {
    const constant = this.#names.take(constantName(kind.resource, kind.kind));
    const fields = [
      `group: ${literal(kind.group)}`,
      `version: ${literal(kind.version)}`,
      `resource: ${literal(kind.resource)}`,
      `kind: ${literal(kind.kind)}`,
      `namespaced: ${kind.namespaced}`,
    ];
    if (kind.singular !== kind.kind.toLowerCase()) fields.push(`singular: ${literal(kind.singular)}`);
    if (kind.shortNames.length > 0) fields.push(`shortNames: ${list(kind.shortNames)}`);
    if (kind.subresources.length > 0) fields.push(`subresources: ${list(kind.subresources)}`);
    if (kind.verbs !== undefined) fields.push(`verbs: ${list(kind.verbs)}`);
    if (kind.categories.length > 0) fields.push(`categories: ${list(kind.categories)}`);
    if (kind.selectableFields !== undefined && kind.selectableFields.length > 0)
      fields.push(`selectableFields: ${list(kind.selectableFields)}`);
    const subresources = kind.subresources.map(literal).join(' | ') || 'never';
    const types = `<${name}, ${subresources}${verbsArgument(kind)}>`;
    return [
      comment('', [`The resource ${kind.resource} of ${apiVersion}.`, ...deprecation(kind)]),
      `export const ${constant}: ${this.#imported('Resource')}${types} = ${this.#imported('defineResource')}${types}({\n`,
      ...fields.map((field) => `  ${field},\n`),
      '});\n',
    ].join('');
  }

  #declarations(index: number): string[] {
    return this.#structs.declaredBy(index).map(({ name, struct }) => this.#interface(name, struct));
  }

  #interface(name: string, struct: StructModel): string {
    const head = comment('', [struct.docs, ...struct.remarks]);
    if (struct.alternatives.length === 0)
      return `${head}export interface ${name} {\n${this.#fields(struct)}}\n`;
    const branches = struct.alternatives.map((each) => `  | ${this.#alternative(each, struct)}\n`);
    return `${head}export type ${name} = {\n${this.#fields(struct)}} & (\n${branches.join('')});\n`;
  }

  #alternative({ required, absent }: Alternative, { fields }: StructModel): string {
    const members = fields.flatMap(({ name, type }) => {
      if (required.includes(name)) return [`${propertyKey(name)}: ${this.#type(type)}`];
      return absent.includes(name) ? [`${propertyKey(name)}?: undefined`] : [];
    });
    const line = `{ ${members.join('; ')} }`;
    return line.length <= lineWidth
      ? line
      : `{\n${members.map((member) => `      ${member};\n`).join('')}    }`;
  }

  #fields(struct: StructModel): string {
    const more = struct.open ? '  [key: string]: unknown;\n' : '';
    return struct.fields.map((field) => this.#field(field)).join('') + more;
  }

  #field(field: FieldModel): string {
    const fallback = field.defaultJson === undefined ? [] : [`@default ${field.defaultJson}`];
    const head = comment('  ', [field.docs, ...field.remarks, ...fallback.map(tag)]);
    const key = `  ${propertyKey(field.name)}${field.required ? '' : '?'}: `;
    const orUndefined = field.required || isUnknown(field.type) ? '' : ' | undefined';
    const type = this.#type(field.type) + orUndefined;
    if (key.length + type.length <= lineWidth || field.type.is !== 'enum') return `${head}${key}${type};\n`;
    return `${head}${key.trimEnd()}\n${this.#enumLines(field.type)}${orUndefined && '\n    | undefined'};\n`;
  }

  #enumLines(type: TypeModel & { readonly is: 'enum' }): string {
    return enumMembers(type)
      .map((member) => `    | ${member}`)
      .join('\n');
  }

  #type(type: TypeModel): string {
    switch (type.is) {
      case 'plain':
        return type.text === 'quantity' ? 'number | string' : type.text;
      case 'enum':
        return enumMembers(type).join(' | ');
      case 'list': {
        const items = this.#type(type.items);
        return isUnion(type.items) ? `(${items})[]` : `${items}[]`;
      }
      case 'map':
        return `{ [key: string]: ${this.#type(type.values)} }`;
      case 'nullable':
        return `${this.#type(type.of)} | null`;
      case 'named':
        return type.name === 'ObjectMeta' ? this.#imported(type.name) : type.name;
      case 'struct': {
        const name = this.#structs.nameOf(type.struct);
        return typeof name === 'string' ? name : this.#importedType(name);
      }
    }
  }

  #importedType({ name, from }: ImportedType): string {
    return `${this.#imported(from)}.${name}`;
  }
}

/** Names the verbs of a resource that lacks some; one without `deletecollection` alone is taken for complete. */
function verbsArgument({ verbs }: KindModel): string {
  if (verbs === undefined) return '';
  const isComplete = allVerbs.every((verb) => verbs.includes(verb) || verb === 'deletecollection');
  const known = allVerbs.filter((verb) => verbs.includes(verb));
  return isComplete ? '' : `, ${known.map(literal).join(' | ') || 'never'}`;
}

function isUnknown(type: TypeModel): boolean {
  return type.is === 'plain' && type.text === 'unknown';
}

function isUnion(type: TypeModel): boolean {
  return (
    type.is === 'enum' ||
    type.is === 'nullable' ||
    (type.is === 'plain' && (type.text === 'number | string' || type.text === 'quantity'))
  );
}

/** An enum stays open: a later version of the server may answer a value that is not in it. */
function enumMembers({ values, base }: TypeModel & { readonly is: 'enum' }): string[] {
  const listed = values.map((value) => (typeof value === 'string' ? literal(value) : String(value)));
  return [...listed, `(${base} & {})`];
}

function list(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}

function deprecation({ deprecated }: KindModel): Paragraph[] {
  return deprecated === undefined ? [] : [tag(`@deprecated ${deprecated}`.trimEnd())];
}

/** A paragraph of a comment; the generator alone writes tags. */
type Paragraph = string | { readonly tag: string };

function tag(text: string): Paragraph {
  return { tag: text };
}

/** Returns a doc comment; empty without texts. */
function comment(indent: string, paragraphs: readonly Paragraph[]): string {
  const blocks = paragraphs.flatMap((paragraph) => {
    const isTag = typeof paragraph !== 'string';
    const lines = commentLines(isTag ? paragraph.tag.replace(/^@/, '') : paragraph.trim());
    const [first = '', ...others] = lines;
    if (first === '' && others.length === 0) return [];
    return [isTag ? [`@${first}`, ...others] : lines];
  });
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  const [only = ''] = lines;
  if (lines.length === 0) return '';
  if (lines.length === 1 && indent.length + only.length < lineWidth) return `${indent}/** ${only} */\n`;
  const body = lines.map((line) => (line === '' ? `${indent} *\n` : `${indent} * ${line}\n`));
  return `${indent}/**\n${body.join('')}${indent} */\n`;
}
