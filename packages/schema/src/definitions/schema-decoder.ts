import { isNumber, jsonTypeOf } from '../values/json.js';
import { isJsonObject, setField } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import type { WrittenFloats } from '../values/json.js';
import { docsFields, ruleFields, schemaFields } from './schema-fields.js';
import type { SchemaField, SchemaFieldKind } from './schema-fields.js';

/** Deeper schemas are rejected, since the code that walks them is recursive; far above real schemas. */
export const maxSchemaDepth = 200;

/** A schema that Go's decoder would reject, with its message, which leaves out the names of properties. */
export class SchemaTypeError extends Error {
  /** The field that is wrong, with the names of properties and the indexes of lists. */
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** The decoder's position: with indexes, for unknown fields, and without, for wrong types. */
interface Place {
  readonly path: string;
  readonly fields: string;
  readonly depth: number;
  /** True within a type that decodes itself, where unknown fields are not reported. */
  readonly lenient: boolean;
}

/**
 * Decodes an openAPIV3Schema as Go decodes a JSONSchemaProps, and encodes it again.
 *
 * Zero values and unknown fields are dropped, and the latter's paths added to `unknown`. Throws SchemaTypeError.
 */
export function decodeSchema(
  value: unknown,
  path: string,
  fields: string,
  unknown: string[],
  floats: WrittenFloats = new Map(),
): JsonObject {
  const decoder = new SchemaDecoder(unknown, floats);
  const decoded = decoder.struct('JSONSchemaProps', schemaFields, value, {
    path,
    fields,
    depth: 0,
    lenient: false,
  });
  if (decoder.problem !== undefined) throw decoder.problem;
  return decoded;
}

class SchemaDecoder {
  readonly #unknown: string[];
  readonly #floats: WrittenFloats;
  /** The first wrong type; Go continues after it, too. */
  problem: SchemaTypeError | undefined;

  constructor(unknown: string[], floats: WrittenFloats) {
    this.#unknown = unknown;
    this.#floats = floats;
  }

  struct(name: string, known: readonly SchemaField[], value: unknown, place: Place): JsonObject {
    if (place.depth > maxSchemaDepth) {
      throw new SchemaTypeError(
        `the schema nests deeper than ${maxSchemaDepth} levels, which the embedded server does not take`,
        place.path,
      );
    }
    const result: JsonObject = {};
    if (value === null || value === undefined) return result;
    if (!isJsonObject(value)) {
      this.#wrong(
        value,
        place.depth === 0 ? 'CustomResourceValidation' : 'JSONSchemaProps',
        place,
        `v1.${name}`,
      );
      return result;
    }
    for (const field of Object.keys(value)) {
      if (!place.lenient && !known.some(([json]) => json === field))
        this.#unknown.push(`${place.path}.${field}`);
    }
    for (const [json, , kind] of known) {
      if (!Object.hasOwn(value, json)) continue;
      const inside = { ...place, path: `${place.path}.${json}`, fields: `${place.fields}.${json}` };
      const decoded = this.#value(name, kind, value[json], inside);
      // Only `rule` is written although it is empty.
      if (decoded !== undefined) result[json] = decoded;
      else if (name === 'ValidationRule' && json === 'rule') result[json] = '';
    }
    return result;
  }

  #value(owner: string, kind: SchemaFieldKind, value: unknown, place: Place): unknown {
    if (value === null) return undefined;
    const typed = <T>(given: T | undefined, go: string): T | undefined => {
      if (given === undefined) this.#wrong(value, owner, place, go);
      return given;
    };
    switch (kind) {
      case 'text':
        return typed(typeof value === 'string' ? value : undefined, 'string') || undefined;
      case 'textPointer':
        return typed(typeof value === 'string' ? value : undefined, 'string');
      case 'flag':
        return typed(typeof value === 'boolean' ? value : undefined, 'bool') || undefined;
      case 'flagPointer':
        return typed(typeof value === 'boolean' ? value : undefined, 'bool');
      case 'number':
        return typed(isNumber(value) ? Number(value) : undefined, 'float64');
      case 'integer':
        return this.#integer(owner, value, place);
      case 'json':
        return value;
      case 'jsonList':
        return filled(typed(Array.isArray(value) ? (value as unknown[]) : undefined, '[]v1.JSON'));
      case 'texts':
        return filled(
          this.#list(owner, value, place, '[]string', (item, inside) => this.#item(owner, item, inside)),
        );
      default:
        return this.#nested(owner, kind, value, place);
    }
  }

  #nested(owner: string, kind: SchemaFieldKind, value: unknown, place: Place): unknown {
    const below = { ...place, depth: place.depth + 1 };
    const schema = (item: unknown, inside: Place): JsonObject =>
      this.struct('JSONSchemaProps', schemaFields, item, inside);
    switch (kind) {
      case 'schema':
        return schema(value, below);
      case 'schemas':
        return filled(this.#list(owner, value, below, '[]v1.JSONSchemaProps', schema));
      case 'rules':
        return filled(
          this.#list(owner, value, below, 'v1.ValidationRules', (item, inside) =>
            this.struct('ValidationRule', ruleFields, item, inside),
          ),
        );
      case 'docs':
        return this.struct('ExternalDocumentation', docsFields, value, below);
      case 'schemaMap':
        return filled(this.#map(owner, value, below, 'map[string]v1.JSONSchemaProps', schema));
      case 'schemaOrList':
        if (Array.isArray(value)) return value.map((item) => schema(item, { ...below, lenient: true }));
        return isJsonObject(value) ? schema(value, { ...below, lenient: true }) : undefined;
      case 'schemaOrFlag':
        if (typeof value === 'boolean') return value;
        if (isJsonObject(value)) return schema(value, { ...below, lenient: true });
        throw new SchemaTypeError('boolean or JSON schema expected', place.path);
      case 'dependencies':
        return filled(
          this.#map(owner, value, below, 'v1.JSONSchemaDependencies', (item, inside) =>
            Array.isArray(item)
              ? item
              : isJsonObject(item)
                ? schema(item, { ...inside, lenient: true })
                : null,
          ),
        );
      default:
        return undefined;
    }
  }

  #integer(owner: string, value: unknown, place: Place): number | undefined {
    const float = this.#floats.get(place.path);
    if (float === undefined && isNumber(value) && Number.isInteger(Number(value))) return Number(value);
    if (isNumber(value)) this.#save(`number ${float ?? value}`, owner, place, 'int64');
    else this.#wrong(value, owner, place, 'int64');
    return undefined;
  }

  #item(owner: string, value: unknown, place: Place): string {
    if (typeof value === 'string') return value;
    if (value !== null) this.#wrong(value, owner, place, 'string');
    return '';
  }

  #list(
    owner: string,
    value: unknown,
    place: Place,
    go: string,
    read: (item: unknown, place: Place) => unknown,
  ): unknown[] | undefined {
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => read(item, { ...place, path: `${place.path}[${index}]` }));
    }
    this.#wrong(value, owner, place, go);
    return undefined;
  }

  #map(
    owner: string,
    value: unknown,
    place: Place,
    go: string,
    read: (item: unknown, place: Place) => unknown,
  ): JsonObject | undefined {
    if (!isJsonObject(value)) {
      this.#wrong(value, owner, place, go);
      return undefined;
    }
    const map: JsonObject = {};
    const read1 = Object.keys(value).map((key): [string, unknown] => [
      key,
      read(value[key], { ...place, path: `${place.path}.${key}` }),
    ]);
    for (const [key, item] of read1.toSorted(([a], [b]) => (a < b ? -1 : 1))) setField(map, key, item);
    return map;
  }

  #wrong(value: unknown, owner: string, place: Place, go: string): void {
    this.#save(jsonTypeOf(value), owner, place, go);
  }

  #save(found: string, owner: string, { path, fields }: Place, go: string): void {
    this.problem ??= new SchemaTypeError(
      `json: cannot unmarshal ${found} into Go struct field ${owner}.${fields} of type ${go}`,
      path,
    );
  }
}

/** Go omits empty lists and maps. */
function filled<T extends object>(value: T | undefined): T | undefined {
  return value === undefined || Object.keys(value).length === 0 ? undefined : value;
}
