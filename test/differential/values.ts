import type { Chance } from '../soak/chance.js';
import type { Schema } from './resources.js';
import type { Json, JsonFields } from './sequence.js';

const texts = ['a', 'b', 'c', 'a', 'b', 'c', '', '1', 'x y', '"q"', 'é', 'a.b/c~d'] as const;
const keys = ['a', 'b', 'c', 'a', 'b', 'c', 'k/x', 'k.y', '1'] as const;
const numbers = [0, 1, 2, 1.5, -1, 1e3, 0.1] as const;
const maxDepth = 6;

/** True for an object, not an array or null. */
export function isFields(value: Json | undefined): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Makes and changes values of a schema. */
export class Values {
  readonly #chance: Chance;
  /** Values may violate the schema. */
  readonly #wild: boolean;
  /** Values may be null. */
  readonly #nulls: boolean;

  /** Objects and lists may be empty. */
  readonly #empties: boolean;
  /** Nothing validates the values: they must be complete. */
  readonly #strict: boolean;

  constructor(
    chance: Chance,
    options: {
      readonly wild: boolean;
      readonly nulls: boolean;
      readonly empties: boolean;
      readonly strict: boolean;
    },
  ) {
    this.#chance = chance;
    this.#strict = options.strict;
    this.#empties = options.empties;
    this.#wild = options.wild;
    this.#nulls = options.nulls;
  }

  /** A value; objects have each optional field with this probability. */
  make(schema: Schema, density = 0.5, depth = 0): Json {
    const chance = this.#chance;
    if (this.#nulls && schema.present !== true && depth > 1 && chance.happens(0.02)) return null;
    if (schema.nullable === true && chance.happens(0.2)) return null;
    if (this.#wild && depth > 1 && chance.happens(0.02))
      return this.anything(depth) ?? (schema.present === true ? 'n' : null);
    if (schema.enum !== undefined) return chance.pick(schema.enum);
    if (schema['x-kubernetes-int-or-string'] === true)
      return chance.happens(0.5) ? chance.between(0, 3) : chance.pick(['a', '10%', '1']);
    switch (schema.type) {
      case 'string':
        return chance.pick(texts);
      case 'integer':
        return chance.between(0, 4);
      case 'number':
        return chance.pick(numbers);
      case 'boolean':
        return chance.happens(0.5);
      case 'array':
        return this.#list(schema, density, depth);
      case 'object':
        return this.#fields(schema, density, depth);
      default:
        return this.anything(depth);
    }
  }

  /** Any value. */
  anything(depth = 0): Json {
    const chance = this.#chance;
    const kind = chance.between(0, depth >= maxDepth ? 5 : 9);
    if (kind === 0) return chance.pick(texts);
    if (kind === 1) return chance.pick(numbers);
    if (kind === 2) return chance.happens(0.5);
    if (kind === 3) return this.#nulls ? null : 'n';
    if (kind === 4) return chance.between(0, 3);
    if (kind < 7) return Array.from({ length: chance.between(0, 3) }, () => this.anything(depth + 2));
    return this.#named(() => this.anything(depth + 2), 3);
  }

  /** The value with one change somewhere in it. */
  change(value: Json, schema: Schema, depth = 0): Json {
    const chance = this.#chance;
    if (isFields(value) && schema.enum === undefined) return this.#changeFields(value, schema, depth);
    if (isList(value) && schema.enum === undefined) return this.#changeList(value, schema, depth);
    return chance.happens(0.1) ? value : this.make(schema, 0.5, depth);
  }

  #fields(schema: Schema, density: number, depth: number): JsonFields {
    const chance = this.#chance;
    const required = new Set(schema.required);
    const fields: Record<string, Json> = {};
    for (const [name, of] of Object.entries(schema.properties ?? {})) {
      const always = required.has(name) && !(this.#wild && chance.happens(0.03));
      if (always || chance.happens(density))
        fields[name] = this.#field(of, required.has(name), density, depth);
    }
    const { additionalProperties } = schema;
    if (additionalProperties !== undefined)
      Object.assign(
        fields,
        this.#named(() => this.make(additionalProperties, density, depth + 1), 3, schema.keys),
      );
    if (schema['x-kubernetes-preserve-unknown-fields'] === true && chance.happens(0.7))
      Object.assign(fields, { ...this.#named(() => this.anything(depth + 2), 3), ...fields });
    if (this.#wild && chance.happens(0.03)) fields['unknown'] = this.anything(depth + 2);
    return fields;
  }

  #field(schema: Schema, required: boolean, density: number, depth: number): Json {
    const value = this.make(schema, density, depth + 1);
    return required && value === null && schema.nullable !== true && !this.#wild
      ? new Values(this.#chance, {
          wild: false,
          nulls: false,
          empties: this.#empties,
          strict: this.#strict,
        }).make(schema, density, depth + 1)
      : value;
  }

  /** An item of a list: only the schema of a custom resource refuses null. */
  #item(schema: Schema, density: number, depth: number): Json {
    return this.#field(schema, this.#strict, density, depth);
  }

  #least({ minItems = 0 }: Schema): number {
    return this.#empties ? minItems : Math.max(1, minItems);
  }

  #named(make: () => Json, below: number, from: readonly string[] = keys): JsonFields {
    const names = Array.from({ length: this.#chance.between(this.#empties ? 0 : 1, below) }, () =>
      this.#chance.pick(from),
    );
    return Object.fromEntries(names.map((name) => [name, make()]));
  }

  #list(schema: Schema, density: number, depth: number): readonly Json[] {
    const { items = {} } = schema;
    const least = this.#least(schema);
    const length = Math.max(least, depth >= maxDepth ? 0 : this.#chance.between(0, 4));
    const list = Array.from({ length }, () => this.#item(items, density, depth));
    return this.#wild && this.#chance.happens(0.3) ? list : this.#unique(list, schema);
  }

  /** Without items of equal keys in a map, and without equal items in a set. */
  #unique(list: readonly Json[], schema: Schema): readonly Json[] {
    const type = schema['x-kubernetes-list-type'];
    if (type !== 'map' && type !== 'set') return list;
    const seen = new Set<string>();
    return list.filter((item) => {
      if (item === null) return this.#wild;
      const key = type === 'set' ? JSON.stringify(item) : keyOf(item, schema);
      return !seen.has(key) && seen.add(key) !== undefined;
    });
  }

  #changeFields(value: JsonFields, schema: Schema, depth: number): Json {
    const chance = this.#chance;
    const { properties = {}, additionalProperties } = schema;
    const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
    const schemaOf = (name: string): Schema => properties[name] ?? additionalProperties ?? {};
    const required = (name: string): boolean => schema.required?.includes(name) === true && !this.#wild;
    const names = Object.keys(value);
    const kind = chance.next();
    if (names.length > 0 && kind < 0.6) {
      const name = chance.pick(names);
      const changed = this.change(value[name] ?? null, schemaOf(name), depth + 1);
      return changed === null && required(name) ? value : { ...value, [name]: changed };
    }
    if (names.length > 0 && kind < 0.75) {
      const name = chance.pick(names);
      const { [name]: _gone, ...rest } = value;
      return required(name) || (!this.#empties && names.length === 1) ? value : rest;
    }
    if (this.#empties && kind < 0.78 && (schema.required ?? []).length === 0) return {};
    const addable = [
      ...Object.keys(properties),
      ...(additionalProperties || open ? (schema.keys ?? keys) : []),
    ];
    if (addable.length === 0) return value;
    const name = chance.pick(addable);
    const added = this.make(schemaOf(name), 0.5, depth + 1);
    return added === null && required(name) ? value : { ...value, [name]: added };
  }

  #changeList(value: readonly Json[], schema: Schema, depth: number): Json {
    const chance = this.#chance;
    const { items = {} } = schema;
    const least = this.#least(schema);
    const kind = chance.next();
    const index = chance.between(0, Math.max(1, value.length));
    const free = this.#wild && chance.happens(0.5);
    const unique = (list: readonly Json[]): readonly Json[] => (free ? list : this.#unique(list, schema));
    if (value.length > 0 && kind < 0.4) {
      const changed = this.change(value[index] ?? null, items, depth + 1);
      return changed === null && this.#strict ? value : unique(value.with(index, changed));
    }
    if (value.length > least && kind < 0.65) return value.filter((_item, at) => at !== index);
    if (value.length > 1 && kind < 0.75) return [...value.slice(index), ...value.slice(0, index)];
    if (least === 0 && kind < 0.78) return [];
    return unique([...value.slice(0, index), this.#item(items, 0.5, depth), ...value.slice(index)]);
  }
}

function keyOf(item: Json, schema: Schema): string {
  const fields = isFields(item) ? item : {};
  const defaults = schema.items?.properties ?? {};
  const names = schema['x-kubernetes-list-map-keys'] ?? [];
  return JSON.stringify(names.map((name) => fields[name] ?? defaults[name]?.default ?? null));
}

/** In the metadata of a custom object that is applied, null stays null until it is stored. */
export function withoutNull(metadata: JsonFields): JsonFields {
  const owners = metadata['ownerReferences'];
  const texts = ['labels', 'annotations'].flatMap((field): [string, Json][] => {
    const map = metadata[field];
    if (!isFields(map)) return [];
    return [[field, Object.fromEntries(Object.entries(map).map(([name, value]) => [name, value ?? '']))]];
  });
  return {
    ...metadata,
    ...Object.fromEntries(texts),
    ...(isList(owners) && { ownerReferences: owners.map(withoutEmpty) }),
  };
}

function withoutEmpty(owner: Json): Json {
  if (!isFields(owner)) return owner;
  return Object.fromEntries(Object.entries(owner).filter(([, value]) => value !== null && value !== ''));
}
