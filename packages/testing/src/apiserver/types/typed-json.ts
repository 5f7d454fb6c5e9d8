import {
  type ApiType,
  type JsonObject,
  type StructType,
  arrangeList,
  arrangeObject,
  arrangeSorted,
  compareText,
  isJsonObject,
  isNumber,
  mapJson,
  parseJson,
  quote,
  sortedJson,
  sortedKeys,
  toJson,
  unarrangeable,
  unwrapped,
} from '@kube-informers/schema/internal';
import { isSchemaForm, schemaType } from './type-table.js';

/**
 * Serialises a value of a built-in type as Go's encoder does.
 *
 * Struct fields are in declaration order, map keys sorted. Unknown fields come last, sorted.
 */
export function typedJson(type: ApiType, value: unknown): string {
  const arranged = arrange(type, value);
  return arranged === unarrangeable ? write(type, value) : toJson(arranged);
}

/** Returns the fields of a struct as `"name":value`, except those in `except`. */
export function fieldTexts(type: StructType, value: JsonObject, except: ReadonlySet<string>): string[] {
  return orderedFields(type, value)
    .filter((name) => !except.has(name) && value[name] !== undefined)
    .map((name) => {
      const field = type.fields.get(name);
      const part = value[name];
      return `${quote(name)}:${field === undefined ? sortedJson(part) : typedJson(field.type, part)}`;
    });
}

function write(type: ApiType, value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return toJson(value);
  const known = unwrapped(type);
  if (Array.isArray(value)) {
    const items = known.is === 'list' ? known.items : known;
    return `[${value.map((item) => write(items, item)).join(',')}]`;
  }
  if (!isJsonObject(value)) return sortedJson(value);
  switch (known.is) {
    case 'struct': {
      const parts: string[] = [];
      for (const name of orderedFields(known, value)) {
        const part = value[name];
        if (part === undefined) continue;
        const field = known.fields.get(name);
        const sorted = field === undefined || isSchemaValue(known, field.type);
        parts.push(`${quote(name)}:${sorted ? sortedJson(part) : write(field.type, part)}`);
      }
      return `{${parts.join(',')}}`;
    }
    case 'map':
      return mapJson(value, (part) => write(known.values, part));
    case 'special':
      if (isSchemaForm(known.form)) return write(schemaType(), value);
      // Go keeps raw JSON unchanged.
      if (known.form === 'raw') return toJson(value);
      return known.form === 'fieldsv1' ? fieldsV1Json(value) : sortedJson(value);
    default:
      return sortedJson(value);
  }
}

/** Returns the value with its fields in order; copies only what is not. */
function arrange(type: ApiType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = unwrapped(type);
  if (Array.isArray(value)) {
    const items = known.is === 'list' ? known.items : known;
    return arrangeList(value, (item) => arrange(items, item));
  }
  // Neither an array nor null: an object.
  const object = value as JsonObject;
  switch (known.is) {
    case 'struct': {
      const order = orderOf(known);
      return arrangeObject(object, orderedFields(known, object), (name, part) => {
        const field = order.get(name);
        if (field === undefined || isSchemaValue(known, field.type)) return arrangeSorted(part);
        return arrange(field.type, part);
      });
    }
    case 'map':
      return arrangeObject(object, sortedKeys(object), (_name, part) => arrange(known.values, part));
    case 'special':
      if (isSchemaForm(known.form)) return arrange(schemaType(), value);
      // Go keeps raw JSON unchanged.
      if (known.form === 'raw') return value;
      return known.form === 'fieldsv1' ? arrangeSet(value) : arrangeSorted(value);
    default:
      return arrangeSorted(value);
  }
}

/** True for a schema's default, example or enum: raw JSON that the server decodes and therefore sorts. */
function isSchemaValue(struct: StructType, type: ApiType): boolean {
  if (struct.name !== schemaName) return false;
  const value = unwrapped(type);
  const item = value.is === 'list' ? unwrapped(value.items) : value;
  return item.is === 'special' && item.form === 'raw';
}

const schemaName = 'apiextensions.v1.JSONSchemaProps';

/** A field's position in its struct. */
interface Place {
  readonly index: number;
  readonly type: ApiType;
}

const orders = new WeakMap<StructType, ReadonlyMap<string, Place>>();

function orderOf(type: StructType): ReadonlyMap<string, Place> {
  const known = orders.get(type);
  if (known !== undefined) return known;
  const fields = [...type.fields].map(([name, field], index) => [name, { index, type: field.type }] as const);
  const order = new Map(fields);
  orders.set(type, order);
  return order;
}

/** Returns the names of the object's fields in the struct's order. */
function orderedFields(type: StructType, value: JsonObject): string[] {
  const order = orderOf(type);
  const place = (name: string): number => order.get(name)?.index ?? order.size;
  const names = Object.keys(value);
  let last = -1;
  for (const name of names) {
    const index = order.get(name)?.index ?? -1;
    if (index < last || index === -1) break;
    last = index;
    // Already in order, as the decoder leaves them.
    if (name === names.at(-1)) return names;
  }
  return names.sort((a, b) => place(a) - place(b) || compareText(a, b));
}

/** Sorts a FieldsV1 as structured-merge-diff does: `.`, then fields, items by their keys, and values. */
function arrangeSet(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return arrangeSorted(value);
  // Neither an array nor null: an object.
  const object = value as JsonObject;
  return arrangeObject(object, orderedElements(object), (_name, part) => arrangeSet(part));
}

/** Serialises a FieldsV1 with invalid elements from a client, in the same order. */
function fieldsV1Json(value: unknown): string {
  if (!isJsonObject(value)) return sortedJson(value);
  const parts = orderedElements(value).map((name) => `${quote(name)}:${fieldsV1Json(value[name])}`);
  return `{${parts.join(',')}}`;
}

function orderedElements(value: JsonObject): string[] {
  const names = Object.keys(value);
  // Usually all elements are fields, sorted by name.
  if (names.every((name) => name.startsWith('f:'))) return sortedKeys(value);
  return names
    .map(readElement)
    .sort(compareElements)
    .map(({ text }) => text);
}

/** An element of a field path with its sort key. */
interface Element {
  readonly text: string;
  readonly kind: number;
  /** The values of `k:` and `v:`; a single string for all others. */
  readonly values: readonly unknown[];
}

const elementKinds = ['.', 'f:', 'k:', 'v:', 'i:'];

function readElement(text: string): Element {
  const prefix = text === '.' ? text : text.slice(0, 2);
  const kind = elementKinds.indexOf(prefix);
  const rest = text.slice(prefix.length);
  if (prefix !== 'k:' && prefix !== 'v:') return { text, kind, values: [rest] };
  const parsed = parse(rest);
  if (parsed === undefined) return { text, kind, values: [rest] };
  const keys = prefix === 'k:' && isJsonObject(parsed.value) ? parsed.value : undefined;
  const values = keys === undefined ? [parsed.value] : sortedKeys(keys).flatMap((key) => [key, keys[key]]);
  return { text, kind, values };
}

/** Parses JSON; undefined for invalid text from a client. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

function compareElements(a: Element, b: Element): number {
  if (a.kind !== b.kind) return a.kind - b.kind;
  const length = Math.min(a.values.length, b.values.length);
  for (let index = 0; index < length; index++) {
    const order = compareValues(a.values[index], b.values[index]);
    if (order !== 0) return order;
  }
  return a.values.length - b.values.length || compareText(a.text, b.text);
}

/** Orders numbers by value, then strings, then everything else. */
function compareValues(a: unknown, b: unknown): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const order = valueRank(a) - valueRank(b);
  return order === 0 ? compareText(sortedJson(a), sortedJson(b)) : order;
}

function valueRank(value: unknown): number {
  return isNumber(value) ? 0 : typeof value === 'string' ? 1 : 2;
}
