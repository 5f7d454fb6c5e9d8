import type { BuiltInShapes } from './built-in-shapes.js';
import { pascalCase, pathName, singularOf } from './names.js';
import type { UniqueNames } from './names.js';
import { Shapes } from './shapes.js';
import type { ImportedType, StructModel, TypeModel } from './type-model.js';

/** An object type with its name in the file. */
export interface NamedStruct {
  readonly name: string;
  readonly struct: StructModel;
}

interface Found {
  struct: StructModel;
  /** The shortest path to it, as the parts of its name. */
  path: readonly string[];
  /** Other names to try if that of the path is taken. */
  others: readonly string[];
  /** Which kind declares it: the one with the shortest path. */
  kind: number;
}

/**
 * Finds the object types below kinds, and names each by its shortest path: `BackupSpecTargetRef`.
 *
 * Equal ones count once. Among paths of the same length the first counts, in the order of kinds and fields, so names
 * depend on nothing but the schemas.
 */
export class StructNames {
  readonly #shapes = new Shapes({ withDocs: true });
  readonly #builtIn: BuiltInShapes | undefined;
  readonly #found = new Map<number, Found>();
  readonly #names = new Map<number, string>();
  readonly #imports = new Map<number, ImportedType>();

  /** Without `builtIn` no schema is replaced by a built-in type. */
  constructor(builtIn?: BuiltInShapes) {
    this.#builtIn = builtIn;
  }

  /** Adds the types inside a kind or a named type, the `index`-th of its file. */
  add(name: string, struct: StructModel, index: number): void {
    for (const field of struct.fields) this.#addType(field.type, [name, field.name], [], index);
  }

  /** Gives every type its name; to be called once, after the last `add`. */
  assign(names: UniqueNames): void {
    for (const [number, { path, others }] of this.#found) {
      const wanted = pathName(path) || 'Type';
      this.#names.set(number, names.take(wanted, ...others));
    }
  }

  /** The types that the `index`-th kind declares, in the order in which they occur. */
  declaredBy(index: number): NamedStruct[] {
    return [...this.#found].flatMap(([number, { struct, kind }]) =>
      kind === index ? [{ name: this.#names.get(number) ?? '', struct }] : [],
    );
  }

  /** Returns the name of an object type: that of its interface, or of the built-in type that it equals. */
  nameOf(struct: StructModel): string | ImportedType {
    const number = this.#shapes.numberOf(struct);
    return this.#imports.get(number) ?? this.#names.get(number) ?? '';
  }

  #addType(type: TypeModel, path: readonly string[], others: readonly string[], index: number): void {
    switch (type.is) {
      case 'list':
      case 'map': {
        const last = path.at(-1) ?? '';
        const before = path.slice(0, -1);
        const inside = type.is === 'list' ? type.items : type.values;
        const suffix = type.is === 'list' ? 'Item' : 'Value';
        const one = [...before, singularOf(last)];
        this.#addType(inside, one, [pathName([...before, `${pascalCase(last)}${suffix}`])], index);
        return;
      }
      case 'nullable':
        this.#addType(type.of, path, others, index);
        return;
      case 'struct':
        this.#addStruct(type.struct, path, others, index);
        return;
      default:
    }
  }

  #addStruct(struct: StructModel, path: readonly string[], others: readonly string[], index: number): void {
    const number = this.#shapes.numberOf(struct);
    if (this.#imports.has(number)) return;
    const known = this.#found.get(number);
    if (known !== undefined) {
      // What is inside gets shorter with it, too.
      if (path.length >= known.path.length) return;
      Object.assign(known, { struct, path, others, kind: index });
    } else {
      const imported = this.#builtIn?.find(struct, path);
      if (imported !== undefined) {
        this.#imports.set(number, imported);
        return;
      }
      this.#found.set(number, { struct, path, others, kind: index });
    }
    for (const field of struct.fields) this.#addType(field.type, [...path, field.name], [], index);
  }
}
