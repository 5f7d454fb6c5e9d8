import { typeOfKind, schemaType } from '../../packages/testing/src/apiserver/types/type-table.js';
import type { ApiType, Field, StructType } from '../../packages/schema/src/values/api-type.js';
import { text as textAt } from './http.js';
import type { Json } from './http.js';
import { double, envelope, message, number, text } from './protobuf.js';

/** Encodes an object of a built-in kind as the protobuf body of a request. */
export function protobufOf(object: Json): Buffer {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')];
  const slash = apiVersion.indexOf('/');
  const group = kind === 'DeleteOptions' ? 'meta.k8s.io' : apiVersion.slice(0, Math.max(0, slash));
  const type = typeOfKind(group, apiVersion.slice(slash + 1), kind);
  if (type === undefined) throw new Error(`the table of types has no ${kind} of ${apiVersion}`);
  return envelope(apiVersion, kind, struct(type, object));
}

/** Encodes a struct as a message; the field numbers come from the table of types. */
export function struct(type: StructType, value: Json): Buffer {
  return message(...type.declared.flatMap((declared) => fieldOf(declared, value)));
}

function fieldOf(field: Field, owner: Json): Buffer[] {
  let { type } = field;
  while (type.is === 'pointer') type = type.to;
  if (field.inline) {
    if (field.number === 0 || type.is !== 'struct') return [];
    return [message.at(field.number, struct(type, owner))];
  }
  const value = owner[field.json];
  if (value === undefined || value === null || field.number === 0) return [];
  if (type.is === 'list' && !type.named && Array.isArray(value)) {
    const { items } = type;
    return value.map((item: unknown) => single(field.number, items, item));
  }
  if (type.is === 'map') {
    const { values } = type;
    return Object.entries(value).map(([key, item]) =>
      message.at(field.number, text(1, key), single(2, values, item)),
    );
  }
  return [single(field.number, type, value)];
}

function single(at: number, type: ApiType, value: unknown): Buffer {
  switch (type.is) {
    case 'pointer':
      return single(at, type.to, value);
    case 'scalar':
      if (typeof value === 'string') return text(at, value);
      if (type.base === 'float64') return double(at, Number(value));
      return number(at, Number(value));
    case 'struct':
      return message.at(at, struct(type, object(value)));
    case 'list':
      return message.at(at, ...list(value).map((item) => single(1, type.items, item)));
    case 'special':
      return message.at(at, special(type.form, value));
    case 'map':
      throw new Error('a map is not a value of its own in protobuf');
  }
}

function special(form: string, value: unknown): Buffer {
  const schema = (item: unknown): Buffer => struct(schemaType(), object(item));
  switch (form) {
    case 'bytes':
      return Buffer.from(String(value), 'base64');
    case 'time':
    case 'microtime': {
      const ms = Date.parse(String(value));
      return message(number(1, Math.floor(ms / 1000)), number(2, (ms % 1000) * 1e6));
    }
    case 'duration':
      return number(1, Number.parseFloat(String(value)) * 1e9);
    case 'quantity':
      return text(1, String(value));
    case 'intorstring':
      return typeof value === 'number'
        ? message(number(1, 0), number(2, value))
        : message(number(1, 1), text(3, String(value)));
    case 'raw':
    case 'fieldsv1':
      return text(1, JSON.stringify(value));
    case 'schema':
      return schema(value);
    case 'schemaorarray':
      return Array.isArray(value)
        ? message(...value.map((item: unknown) => message.at(2, schema(item))))
        : message.at(1, schema(value));
    case 'schemaorbool':
      return typeof value === 'boolean'
        ? number(1, Number(value))
        : message(number(1, 1), message.at(2, schema(value)));
    case 'schemaorstrings':
      return Array.isArray(value)
        ? message(...value.map((item) => text(2, String(item))))
        : message.at(1, schema(value));
    default:
      throw new Error(`no form ${form}`);
  }
}

function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null)
    throw new Error(`expected an object, got ${String(value)}`);
  // An object may be read by any field name.
  return value as Json;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`expected a list, got ${String(value)}`);
  return value;
}
