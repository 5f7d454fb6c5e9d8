import {
  unwrapped,
  type ApiType,
  type Field,
  type SpecialForm,
  type StructType,
} from '@kube-informers/schema/internal';
import { apiTypes } from './api-types.js';

interface Declaration {
  readonly own: string;
  readonly atomic: boolean;
  readonly text: string;
  readonly alias: boolean;
}

const forms: Readonly<Record<string, string>> = {
  bytes: '[]uint8',
  duration: 'v1.Duration',
  fieldsv1: 'v1.FieldsV1',
  intorstring: 'intstr.IntOrString',
  microtime: 'v1.MicroTime',
  quantity: 'resource.Quantity',
  raw: 'runtime.RawExtension',
  schema: 'v1.JSONSchemaProps',
  time: 'v1.Time',
};

/** The types of the built-in kinds, parsed lazily from the derived table. */
class TypeTable {
  readonly #declarations = new Map<string, Declaration>();
  readonly #types = new Map<string, ApiType>();
  /** Package by `group/version`. */
  readonly #packages = new Map<string, string>();

  constructor(text: string) {
    let own = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('@')) {
        const [name = '', group = ''] = line.slice(1).split(' ');
        own = name;
        this.#packages.set(`${group}/${name.split('/').at(-1) ?? ''}`, name);
        continue;
      }
      const match = /^(\w+)(!?)([=~])(.*)$/.exec(line);
      if (match === null) continue;
      const [, name = '', atomic = '', sign = '', rest = ''] = match;
      this.#declarations.set(`${own}.${name}`, {
        own,
        atomic: atomic !== '',
        text: rest,
        alias: sign === '~',
      });
    }
  }

  kind(group: string, version: string, kind: string): StructType | undefined {
    const own = this.#packages.get(`${group}/${version}`);
    const found = own === undefined ? undefined : this.#named(`${own}.${kind}`);
    return found?.is === 'struct' ? found : undefined;
  }

  #named(name: string): ApiType | undefined {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const declaration = this.#declarations.get(name);
    if (declaration === undefined) return undefined;
    const { own, text, alias } = declaration;
    const go = goName(name);
    if (alias) {
      const target = this.#parse(text, own);
      const type: ApiType =
        target.is === 'struct' || target.is === 'special'
          ? target
          : target.is === 'list'
            ? { ...target, go, named: true }
            : { ...target, go };
      this.#types.set(name, type);
      return type;
    }
    // Registered before its fields, since types may be recursive.
    const fields = new Map<string, Field>();
    const declared: Field[] = [];
    const type: StructType = {
      is: 'struct',
      go,
      name: name.replace('/', '.'),
      atomic: declaration.atomic,
      fields,
      declared,
    };
    this.#types.set(name, type);
    for (const part of text === '' ? [] : text.split(';')) {
      const field = this.#field(part, own);
      declared.push(field);
      if (field.inline) {
        const embedded = unwrapped(field.type);
        if (embedded.is !== 'struct') continue;
        const own = `${embedded.go.slice(embedded.go.lastIndexOf('.') + 1)}.`;
        for (const [json, inner] of embedded.fields)
          fields.set(json, { ...inner, through: own + inner.through });
      } else fields.set(field.json, field);
    }
    return type;
  }

  #field(text: string, own: string): Field {
    const [json = '', numberText = '', typeText = '', ...flags] = text.split(' ');
    const valueOf = (flag: string): string | undefined =>
      flags.find((part) => part.startsWith(`${flag}=`))?.slice(flag.length + 1);
    const [listType, ...listKeys] = valueOf('l')?.split('+') ?? [];
    return {
      json,
      number: Number(numberText),
      type: this.#parse(typeText, own),
      inline: flags.includes('inline'),
      through: '',
      omitEmpty: flags.includes('o'),
      omitZero: flags.includes('z'),
      required: flags.includes('r'),
      strategies: valueOf('p')?.split('+') ?? [],
      mergeKey: valueOf('k'),
      listType,
      listKeys,
      atomic: flags.includes('a'),
    };
  }

  #parse(text: string, own: string): ApiType {
    if (text === '[]byte') return { is: 'special', form: 'bytes', go: '[]uint8' };
    if (text.startsWith('*')) {
      const to = this.#parse(text.slice(1), own);
      return { is: 'pointer', to, go: to.go };
    }
    if (text.startsWith('[]')) {
      const items = this.#parse(text.slice(2), own);
      return { is: 'list', items, go: `[]${items.go}`, named: false };
    }
    const map = /^map\[(\w+)\](.+)$/.exec(text);
    if (map !== null) {
      const values = this.#parse(map[2] ?? '', own);
      const key = map[1] === 'string' ? 'string' : goName(`${own}.${map[1] ?? ''}`);
      return { is: 'map', values, go: `map[${key}]${values.go}` };
    }
    if (text.startsWith('%')) {
      const form = text.slice(1) as SpecialForm; // A test reads the whole table: it has no others.
      return { is: 'special', form, go: forms[form] ?? form };
    }
    if (/^[a-z]+\d*$/.test(text)) return { is: 'scalar', base: text, go: text };
    const name = text.includes('.') ? text : `${own}.${text}`;
    const found = this.#named(name);
    if (found === undefined) throw new Error(`the table of types has no ${name}`);
    return found;
  }
}

/** Returns a type's name in Go: `core/v1.PodSpec` → `v1.PodSpec`. */
function goName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

let table: TypeTable | undefined;

/** Returns the type of a built-in kind, or of DeleteOptions and the like; undefined for unknown kinds. */
export function typeOfKind(group: string, version: string, kind: string): StructType | undefined {
  // Parsed with the first write; immutable afterwards.
  table ??= new TypeTable(apiTypes);
  return table.kind(group, version, kind);
}

/** Returns the type of a custom resource's schema, JSONSchemaProps. */
export function schemaType(): StructType {
  const type = typeOfKind('apiextensions.k8s.io', 'v1', 'JSONSchemaProps');
  if (type === undefined) throw new Error('the table of types has no JSONSchemaProps');
  return type;
}

const schemaForms: ReadonlySet<SpecialForm> = new Set([
  'schema',
  'schemaorarray',
  'schemaorbool',
  'schemaorstrings',
]);

/** True for a schema of a custom resource and its alternatives. */
export function isSchemaForm(form: SpecialForm): boolean {
  return schemaForms.has(form);
}
