import {
  type ApiType,
  type Field,
  type JsonObject,
  type StructType,
  asObject,
  isJsonObject,
  unwrapped,
} from '@kube-informers/schema/internal';
import { typeOfKind } from '../types/type-table.js';

/** The possible types of a value, and how its parts are merged and owned. A value fits if one of them fits. */
export interface Atom {
  readonly scalar?: Scalar;
  readonly list?: ListAtom;
  readonly map?: MapAtom;
}

export type Scalar = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListAtom {
  readonly items: Atom;
  /** True if the list is owned and replaced as a whole; false if its items are identified by their keys or values. */
  readonly atomic: boolean;
  /** The fields that identify an item; empty for a set of scalars. */
  readonly keys: readonly string[];
}

/** A struct, a map, or both. */
export interface MapAtom {
  readonly fields: ReadonlyMap<string, FieldAtom>;
  /** The type of the values of other keys; undefined if there are none. */
  readonly element: Atom | undefined;
  /** True if it is owned and replaced as a whole. */
  readonly atomic: boolean;
}

export interface FieldAtom {
  readonly type: Atom;
  readonly default: unknown;
}

const noFields: ReadonlyMap<string, FieldAtom> = new Map();

/** A value of unknown type that is owned as a whole. */
export const untypedAtomic: Atom = {
  scalar: 'untyped',
  list: {
    get items() {
      return untypedAtomic;
    },
    atomic: true,
    keys: [],
  },
  map: {
    fields: noFields,
    get element() {
      return untypedAtomic;
    },
    atomic: true,
  },
};

/** A value of unknown type: each field of its maps is owned separately, its lists as a whole. */
export const untypedDeduced: Atom = {
  scalar: 'untyped',
  list: { items: untypedAtomic, atomic: true, keys: [] },
  map: {
    fields: noFields,
    get element() {
      return untypedDeduced;
    },
    atomic: false,
  },
};

/** True for a map of which nothing is known. */
export function isUntypedMap({ fields, element }: MapAtom): boolean {
  return fields.size === 0 && element?.scalar === 'untyped' && element !== untypedAtomic;
}

/** Returns the type of a field, or of the value at a key; undefined if the map has neither. */
export function fieldType(map: MapAtom, name: string): Atom | undefined {
  return map.fields.get(name)?.type ?? map.element;
}

/** The types of the built-in kinds, which are immutable. */
const builtIn = new WeakMap<object, Atom>();

/** Returns the type of a built-in kind. */
export function atomOfType(type: ApiType): Atom {
  const known = unwrapped(type);
  const cached = builtIn.get(known);
  if (cached !== undefined) return cached;
  const atom = readType(known, undefined);
  builtIn.set(known, atom);
  return atom;
}

function atomOfField(field: Field): Atom {
  const type = unwrapped(field.type);
  if (type.is !== 'list' && !field.atomic) return atomOfType(type);
  return readType(type, field);
}

const untyped: Atom = { scalar: 'untyped' };
const text: Atom = { scalar: 'string' };

function readType(type: Exclude<ApiType, { is: 'pointer' }>, field: Field | undefined): Atom {
  switch (type.is) {
    case 'scalar':
      if (type.base === 'string') return text;
      return { scalar: type.base === 'bool' ? 'boolean' : 'numeric' };
    case 'special':
      return specialAtoms[type.form] ?? untypedAtomic;
    case 'list':
      return {
        list: {
          get items() {
            return atomOfType(type.items);
          },
          atomic: field?.listType !== 'map' && field?.listType !== 'set',
          keys: field?.listType === 'map' ? field.listKeys : [],
        },
      };
    case 'map':
      return {
        map: {
          fields: noFields,
          get element() {
            return atomOfType(type.values);
          },
          atomic: field?.atomic === true,
        },
      };
    case 'struct':
      return { map: structAtom(type, field?.atomic === true || type.atomic) };
  }
}

function structAtom(type: StructType, atomic: boolean): MapAtom {
  const fields = new Map<string, FieldAtom>();
  for (const [name, field] of type.fields) {
    fields.set(name, {
      get type() {
        return atomOfField(field);
      },
      default: defaultOf(type, field),
    });
  }
  // OpenAPI cannot tell an empty struct from an arbitrary object.
  return { fields, element: fields.size === 0 ? untypedDeduced : undefined, atomic };
}

const specialAtoms: Readonly<Record<string, Atom>> = {
  bytes: text,
  duration: text,
  time: untyped,
  microtime: untyped,
  quantity: untyped,
  // In OpenAPI it has two types, so that it has none.
  intorstring: untypedDeduced,
  fieldsv1: { map: { fields: noFields, element: untypedDeduced, atomic: false } },
};

/** Returns the default of a key: a protocol is TCP, a required string "", a required number 0. */
function defaultOf(struct: StructType, { json, type, omitEmpty }: Field): unknown {
  if (json === 'protocol') return 'TCP';
  if (type.is !== 'scalar' || (omitEmpty && struct.name !== 'core.v1.LocalObjectReference')) return undefined;
  return type.base === 'string' ? '' : type.base === 'bool' ? undefined : 0;
}

/** The types of custom resources, by their openAPIV3Schema. */
const custom = new WeakMap<JsonObject, Atom>();

/** Returns the type of a custom resource in one version. */
export function atomOfSchema(openApi: JsonObject): Atom {
  let atom = custom.get(openApi);
  if (atom === undefined) {
    atom = readSchema({ ...openApi, 'x-kubernetes-embedded-resource': true }, false);
    custom.set(openApi, atom);
  }
  return atom;
}

/** Reads a schema; `preserve` if a schema around it preserves unknown fields. */
function readSchema(schema: JsonObject, preserve: boolean): Atom {
  const inside = preserve || schema['x-kubernetes-preserve-unknown-fields'] === true;
  switch (schema['type'] ?? '') {
    case 'object':
      return { map: mapOfSchema(schema, inside) };
    case 'array':
      return { list: listOfSchema(schema, inside) };
    case 'integer':
    case 'number':
      return { scalar: 'numeric' };
    case 'boolean':
      return { scalar: 'boolean' };
    case 'string': {
      const format = schema['format'] ?? '';
      return format === '' || format === 'byte' ? text : untyped;
    }
    default:
      return {
        scalar: 'untyped',
        list: listOfSchema(schema, inside),
        map: mapOfSchema(schema, inside),
      };
  }
}

function mapOfSchema(schema: JsonObject, preserve: boolean): MapAtom {
  const fields = new Map<string, FieldAtom>();
  for (const [name, property] of Object.entries(asObject(schema['properties']) ?? {})) {
    const own = asObject(property) ?? {};
    fields.set(name, { type: readSchema(own, preserve), default: own['default'] ?? undefined });
  }
  if (schema['x-kubernetes-embedded-resource'] === true) {
    fields.set('apiVersion', { type: text, default: undefined });
    fields.set('kind', { type: text, default: undefined });
    fields.set('metadata', { type: metadataAtom(), default: undefined });
  }
  const others = schema['additionalProperties'] ?? undefined;
  const free = others === true || (others === undefined && (preserve || fields.size === 0));
  const element = isJsonObject(others) ? readSchema(others, preserve) : free ? untypedDeduced : undefined;
  return { fields, element, atomic: schema['x-kubernetes-map-type'] === 'atomic' };
}

function listOfSchema(schema: JsonObject, preserve: boolean): ListAtom {
  const items = asObject(schema['items']);
  const type = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'];
  return {
    items: items === undefined ? untypedAtomic : readSchema(items, preserve),
    atomic: type !== 'map' && type !== 'set',
    keys: type === 'map' && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
  };
}

function metadataAtom(): Atom {
  const type = typeOfKind('meta.k8s.io', 'v1', 'ObjectMeta');
  if (type === undefined) throw new Error('the table of types has no ObjectMeta');
  return atomOfType(type);
}
