import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A field of a generated interface. */
export interface DeclaredField {
  readonly optional: boolean;
  /** With every name qualified, as in `metav1.LabelSelector[]`, and aliases of plain types written out. */
  readonly type: string;
  /** The known values of an open enum. */
  readonly values: readonly string[] | undefined;
}

const source = join(import.meta.dirname, '../../packages/kube-informers/src');

interface Declarations {
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, readonly [type: string, optional: boolean]>>;
  readonly aliases: ReadonlyMap<string, string>;
  /** Types that are those of a newer version of the group. */
  readonly shared: ReadonlyMap<string, string>;
}

/** Reads what the generated files declare: one field a line, as the generator writes them. */
function readDeclarations(): Declarations {
  const parents = new Map<string, readonly string[]>();
  const fields = new Map<string, Map<string, readonly [string, boolean]>>();
  const aliases = new Map<string, string>();
  const shared = new Map<string, string>();
  const folder = join(source, 'resources/types');
  const files = [...readdirSync(folder).map((name) => join(folder, name)), join(source, 'meta/meta-v1.ts')];
  for (const file of files) {
    const own = basename(file, '.ts').replace('-', '');
    const qualified = (type: string): string =>
      type.replaceAll(/(?<![.\w'])([A-Z]\w*)/g, (name) => `${own}.${name}`);
    const text = readFileSync(file, 'utf8');
    for (const [, name = '', heads = '', body = ''] of text.matchAll(
      /^export interface (\w+)(?: extends ([^{]+))? \{\n([\s\S]*?)^\}/gm,
    )) {
      parents.set(`${own}.${name}`, heads === '' ? [] : qualified(heads.trim()).split(', '));
      const found = new Map<string, readonly [string, boolean]>();
      for (const [, field = '', optional, type = ''] of body.matchAll(
        /^ {2}([\w$'-]+)(\??): (.+?)(?: \| undefined)?;$/gm,
      ))
        found.set(field.replaceAll("'", ''), [qualified(type), optional === '?']);
      fields.set(`${own}.${name}`, found);
    }
    for (const [, name = '', type = ''] of text.matchAll(/^export type (\w+) = (.+);$/gm))
      aliases.set(`${own}.${name}`, type.startsWith("'") ? type : qualified(type));
    for (const [, names = '', from = ''] of text.matchAll(
      /^export type \{([^}]*)\} from '\.\/([\w-]+)\.js';$/gm,
    ))
      for (const [name] of names.matchAll(/\w+/g))
        shared.set(`${own}.${name}`, `${from.replace('-', '')}.${name}`);
  }
  return { parents, fields, aliases, shared };
}

/** The generated interfaces, by `corev1.PodSpec`. */
export class DeclaredTypes {
  readonly #declarations = readDeclarations();

  /** The fields of an interface, with those that it extends. Throws for an unknown one. */
  fields(name: string): ReadonlyMap<string, DeclaredField> {
    const own = this.#declarations.fields.get(this.named(name));
    if (own === undefined) throw new Error(`there is no interface ${name}`);
    const found = new Map<string, DeclaredField>();
    for (const parent of this.#declarations.parents.get(this.named(name)) ?? [])
      for (const [field, declared] of this.fields(parent)) found.set(field, declared);
    for (const [field, [text, optional]] of own) {
      const bare = text.replace(/ \| null$/, '');
      const values = this.#aliasOf(bare.replace(/(\[\])+$/, ''))?.match(/(?<=')[^']*(?=')/g);
      found.set(field, {
        optional,
        type: this.#plain(bare),
        values: values?.filter((value) => !/^ \| $/.test(value)),
      });
    }
    return found;
  }

  has(name: string): boolean {
    return this.#declarations.fields.has(this.named(name));
  }

  /** The text of a type, with the names under which its parts are declared: a version may have those of a newer one. */
  named(type: string): string {
    const { shared } = this.#declarations;
    return this.#plain(type).replaceAll(/\w+v\d\w*\.\w+/g, (name) => shared.get(name) ?? name);
  }

  /** What a name stands for; of one that is another name, what that stands for. */
  #aliasOf(name: string): string | undefined {
    const alias = this.#declarations.aliases.get(name);
    return alias === undefined ? undefined : (this.#aliasOf(alias) ?? alias);
  }

  /** Without the aliases that OpenAPI writes out: open enums and named maps. */
  #plain(text: string): string {
    return text.replaceAll(/\w+v\d\w*\.\w+/g, (name) => {
      const alias = this.#declarations.aliases.get(name);
      if (alias === undefined || (name.startsWith('metav1.') && !alias.startsWith("'"))) return name;
      return alias.startsWith("'") ? 'string' : this.#plain(alias);
    });
  }
}
