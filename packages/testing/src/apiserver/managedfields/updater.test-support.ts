import { expect } from 'vitest';
import { shownPath } from './field-set.js';
import type { FieldSet } from './field-set.js';
import { ConflictError, MissingVersionError, Updater } from './merge.js';
import type { Managers, ResetFields } from './merge.js';
import type { Atom, FieldAtom, MapAtom } from './schema.js';
import { TypedValue } from './typed-value.js';

export const numeric: Atom = { scalar: 'numeric' };
export const string: Atom = { scalar: 'string' };
export const boolean: Atom = { scalar: 'boolean' };

/** A struct with these fields; a field may have a default. */
export function struct(
  fields: Readonly<Record<string, Atom | FieldAtom>>,
  more: Partial<MapAtom> = {},
): Atom {
  const entries = Object.entries(fields).map(([name, field]): [string, FieldAtom] => [
    name,
    'type' in field ? field : { type: field, default: undefined },
  ]);
  return { map: { fields: new Map(entries), element: undefined, atomic: false, ...more } };
}

export function mapOf(element: Atom): Atom {
  return { map: { fields: new Map(), element, atomic: false } };
}

export function setOf(items: Atom): Atom {
  return { list: { items, atomic: false, keys: [] } };
}

export function listOf(items: Atom, ...keys: string[]): Atom {
  return { list: { items, atomic: false, keys } };
}

/** A map whose values are such maps, or null. */
export const recursiveMap: Atom = {
  map: {
    fields: new Map(),
    get element() {
      return recursiveMap;
    },
    atomic: false,
  },
};

function isAtom(types: Atom | Record<string, Atom>): types is Atom {
  return 'map' in types || 'list' in types || 'scalar' in types;
}

/** How a scene converts objects; the default changes nothing. */
export interface SceneOptions {
  readonly convert?: (value: unknown, from: string, to: string) => unknown;
  readonly reset?: Readonly<Record<string, FieldSet>>;
}

/** One object that several managers write, in several versions. */
export class Scene {
  /** The type in each version; that of `*` in all others. */
  types: Record<string, Atom>;
  /** Versions that the kind has lost. */
  readonly lost = new Set<string>();
  readonly #updater: Updater;
  readonly #convertValue: (value: unknown, from: string, to: string) => unknown;
  #live: TypedValue | undefined;
  #managers: Managers = new Map();

  constructor(types: Atom | Record<string, Atom>, { convert, reset }: SceneOptions = {}) {
    this.types = isAtom(types) ? { '*': types } : types;
    const resetFields: ResetFields = (version) => reset?.[version];
    this.#convertValue = convert ?? ((value) => value);
    const converter = { convert: (object: TypedValue, version: string) => this.#convert(object, version) };
    this.#updater = new Updater(converter, resetFields);
  }

  apply(manager: string, config: unknown, version = 'v1'): this {
    return this.#apply(manager, config, version, false);
  }

  force(manager: string, config: unknown, version = 'v1'): this {
    return this.#apply(manager, config, version, true);
  }

  /** Applies what others own: the paths are those of the conflicts, after the name of their manager. */
  refused(manager: string, config: unknown, conflicts: readonly string[], version = 'v1'): this {
    let found: string[] = [];
    try {
      this.#apply(manager, config, version, false);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      found = error.conflicts.map((conflict) => `${conflict.manager} ${shownPath(conflict.path)}`);
    }
    expect(found).toEqual(conflicts);
    return this;
  }

  update(manager: string, object: unknown, version = 'v1'): this {
    const live = this.#liveIn(version);
    const next = this.#typed(object, version).validate({ allowDuplicates: true });
    this.#managers = this.#updater.update(live, next, this.#managers, manager);
    this.#live = next;
    return this;
  }

  /** From now on the object has another type. */
  change(type: Atom): this {
    this.types = { '*': type };
    if (this.#live !== undefined) this.#live = this.#typed(this.#live.value, this.#live.version);
    return this;
  }

  /** Expects an object, and the version and the fields of each manager. */
  expect(object: unknown, managers: Readonly<Record<string, string>>, version = 'v1'): void {
    if (object !== undefined) expect(this.#liveIn(version).value).toEqual(object);
    const owned = [...this.#managers].map(([manager, { set, version }]) => {
      const paths = [version];
      set.forEach((path) => paths.push(shownPath(path)));
      return [manager, paths.join(' ')];
    });
    expect(Object.fromEntries(owned)).toEqual(managers);
  }

  #apply(manager: string, config: unknown, version: string, force: boolean): this {
    const live = this.#liveIn(version);
    const patch = this.#typed(config, version).validate();
    const { object, managers } = this.#updater.apply(live, patch, this.#managers, manager, force);
    this.#managers = managers;
    if (object !== undefined) this.#live = object;
    return this;
  }

  #liveIn(version: string): TypedValue {
    if (this.#live === undefined) return this.#typed(null, version);
    return this.#convert(this.#live, version);
  }

  #convert(object: TypedValue, version: string): TypedValue {
    if (object.version === version && !this.lost.has(version)) return object;
    if (this.lost.has(version)) throw new MissingVersionError(version);
    return this.#typed(this.#convertValue(object.value, object.version, version), version);
  }

  #typed(value: unknown, version: string): TypedValue {
    const type = this.types[version] ?? this.types['*'];
    if (type === undefined) throw new Error(`the scene has no type in ${version}`);
    return new TypedValue(value, type, version);
  }
}
