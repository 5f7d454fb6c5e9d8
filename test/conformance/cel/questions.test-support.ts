/** Asks our CEL what the Go program in `test/client-go/cel-judge` is asked, and answers in its form. */
import {
  BOOL,
  BYTES,
  CelList,
  CelMap,
  CelObject,
  CelType,
  compile,
  DOUBLE,
  DURATION,
  Duration,
  DYN,
  EvaluationError,
  INT,
  listOf,
  mapOf,
  objectType,
  Optional,
  STRING,
  TIMESTAMP,
  Timestamp,
  UINT,
  Uint,
} from '../../../packages/schema/src/cel/index.js';
import type {
  CelError,
  CelValue,
  Library,
  Range,
  TypeProvider,
} from '../../../packages/schema/src/cel/index.js';
import {
  AUTHORIZER,
  AuthorizerValue,
  RESOURCE_CHECK,
  ResourceCheckValue,
} from '../../../packages/schema/src/cel/libraries/authorizer.js';
import type { Authorize } from '../../../packages/schema/src/cel/libraries/authorizer.js';
import { parseDuration, parseTimestamp } from '../../../packages/schema/src/cel/times.js';

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly values?: Schema;
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

export interface Question {
  readonly expression: string;
  readonly variables?: Readonly<Record<string, Schema>>;
  readonly bindings?: Readonly<Record<string, unknown>>;
  readonly costLimit?: number;
}

export interface Answer {
  readonly issues?: string;
  readonly program?: string;
  readonly type?: string;
  readonly min?: string;
  readonly max?: string;
  readonly value?: unknown;
  readonly error?: string;
  readonly cost?: string;
}

function typeOfSchema(schema: Schema, name: string, types: Map<string, Map<string, CelType>>): CelType {
  switch (schema.type) {
    case 'object': {
      if (schema.properties === undefined)
        return mapOf(
          STRING,
          schema.values === undefined ? DYN : typeOfSchema(schema.values, `${name}.@elem`, types),
        );
      const fields = new Map<string, CelType>();
      for (const [field, of] of Object.entries(schema.properties))
        fields.set(field, typeOfSchema(of, `${name}.${field}`, types));
      types.set(name, fields);
      return objectType(name);
    }
    case 'array':
      return listOf(typeOfSchema(schema.items ?? {}, `${name}.@idx`, types));
    case 'string':
      return (
        ({ byte: BYTES, 'date-time': TIMESTAMP, duration: DURATION } as Record<string, CelType>)[
          schema.format ?? ''
        ] ?? STRING
      );
    case 'integer':
      return INT;
    case 'uint':
      return UINT;
    case 'number':
      return DOUBLE;
    case 'boolean':
      return BOOL;
    case 'authorizer':
      return AUTHORIZER;
    case 'resourceCheck':
      return RESOURCE_CHECK;
    default:
      return DYN;
  }
}

/** Allows to get, and says what it was asked, as the judge's. */
const authorize: Authorize = (check) => {
  const { verb, serviceAccount: account } = check;
  const user = account === undefined ? 'jane' : `system:serviceaccount:${account.namespace}:${account.name}`;
  const asked =
    'path' in check
      ? `${check.path}|||||`
      : `|${check.group}|${check.resource}|${check.subresource}|${check.namespace}|${check.name}`;
  const reason = `${user} ${verb} ${asked}`;
  return { allowed: verb === 'get', reason, ...(verb === 'fail' ? { error: 'it fails' } : {}) };
};
const authorizer = new AuthorizerValue(authorize);
const requestResource = new ResourceCheckValue(authorizer, {
  group: 'apps',
  resource: 'deployments',
  subresource: 'scale',
  namespace: 'default',
  name: 'a',
  fieldSelector: '',
  labelSelector: '',
});

function valueOf(data: unknown, schema: Schema = {}): CelValue {
  if (Array.isArray(data)) return CelList.of(data.map((element) => valueOf(element, schema.items)));
  if (typeof data === 'number') {
    if (schema.type === 'number') return data;
    if (schema.type === 'uint') return new Uint(BigInt(data));
    return Number.isInteger(data) ? BigInt(data) : data;
  }
  if (typeof data === 'string') {
    if (schema.format === 'byte') return new Uint8Array(Buffer.from(data, 'base64'));
    if (schema.format === 'date-time') return parseTimestamp(data) as CelValue;
    if (schema.format === 'duration') return parseDuration(data) as CelValue;
    return data;
  }
  if (typeof data !== 'object' || data === null) return data as boolean | null;
  const entries: [CelValue, CelValue][] = [];
  for (const [key, element] of Object.entries(data)) {
    const inner = schema.properties === undefined ? schema.values : schema.properties[key];
    if (inner !== undefined || schema.properties === undefined) entries.push([key, valueOf(element, inner)]);
  }
  return CelMap.of(entries);
}

function sizeOfSchema(schema: Schema, path: readonly string[]): Range | undefined {
  let current: Schema | undefined = schema;
  for (const name of path) {
    if (name === '@items') current = current.items;
    else if (name === '@values')
      current =
        current.properties === undefined && current.type === 'object' ? (current.values ?? {}) : undefined;
    else if (name === '@keys')
      current = current.properties === undefined && current.type === 'object' ? { type: 'key' } : undefined;
    else current = current.properties?.[name];
    if (current === undefined) return undefined;
  }
  const max = {
    object: current.properties === undefined ? (current.maxProperties ?? 1000) : 0,
    array: current.maxItems ?? 1000,
    string: ['date-time', 'duration'].includes(current.format ?? '') ? 0 : (current.maxLength ?? 10_000),
  }[current.type ?? ''];
  return { min: 0, max: max ?? 0 };
}

function shown(value: CelValue | CelError): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return { int: String(value) };
  if (typeof value === 'number') {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return { double: Number.isNaN(value) ? '7ff8000000000001' : view.getBigUint64(0).toString(16) };
  }
  if (value === null) return { null: '' };
  if (value instanceof Uint) return { uint: String(value.value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Timestamp) {
    const seconds =
      (value.nanoseconds - (((value.nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n)) /
      1_000_000_000n;
    return {
      timestamp: `${seconds}.${String(value.nanoseconds - seconds * 1_000_000_000n).padStart(9, '0')}`,
    };
  }
  if (value instanceof Duration) return { duration: String(value.nanoseconds) };
  if (value instanceof CelType) return { type: value.name };
  if (value instanceof Optional) return { optional: value.value === undefined ? null : shown(value.value) };
  if (value instanceof CelList) return Array.from(value, shown);
  if (value instanceof CelMap)
    return {
      map: Array.from(
        value.keys(),
        (key) => `${JSON.stringify(shown(key))}: ${JSON.stringify(shown(value.get(key)))}`,
      )
        .toSorted()
        .join(', '),
    };
  return value instanceof CelObject ? { object: value.type.name } : { error: value.message };
}

function limitText(value: number): string {
  return value >= 2 ** 64 ? '18446744073709551615' : String(BigInt(value));
}

export function ourAnswer(question: Question, libraries?: readonly Library[]): Answer {
  const types = new Map<string, Map<string, CelType>>();
  const variables: Record<string, CelType> = {};
  for (const [name, schema] of Object.entries(question.variables ?? {}))
    variables[name] = typeOfSchema(schema, `root.${name}`, types);
  const provider: TypeProvider = {
    hasType: (name) => types.has(name),
    fieldType: (name, field) => types.get(name)?.get(field),
  };
  const compiled = compile(question.expression, {
    variables,
    types: provider,
    ...(libraries === undefined ? {} : { libraries }),
  });
  if (compiled.issues !== undefined)
    return compiled.text.startsWith('compilation failed: ')
      ? { issues: compiled.text.slice('compilation failed: '.length) }
      : { program: compiled.text.slice('program instantiation failed: '.length) };
  const { program, type } = compiled;
  const { min, max } = program.estimate(([root = '', ...path]) => {
    const schema = question.variables?.[root];
    return schema && sizeOfSchema(schema, path);
  });
  const known = { type: String(type), min: limitText(min), max: limitText(max) };
  const bindings: Record<string, CelValue> = {};
  for (const [name, data] of Object.entries(question.bindings ?? {}))
    bindings[name] = valueOf(data, question.variables?.[name]);
  for (const [name, { type }] of Object.entries(question.variables ?? {}))
    if (type === 'authorizer' || type === 'resourceCheck')
      bindings[name] = type === 'authorizer' ? authorizer : requestResource;
  try {
    const { value, cost } = program.evaluate(bindings, { costLimit: question.costLimit ?? 1_000_000 });
    return { ...known, value: shown(value), cost: String(cost) };
  } catch (error) {
    if (error instanceof EvaluationError) return { ...known, error: error.message, cost: String(error.cost) };
    throw error;
  }
}
