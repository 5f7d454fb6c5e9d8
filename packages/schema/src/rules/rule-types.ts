import type { SizeOf, TypeProvider } from '../cel/environment.js';
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  TIMESTAMP,
} from '../cel/values.js';
import type { Schema } from '../structural/schema.js';

/** The types that a schema has in rules, and how large its values can be (apiserver's cel/common/schemas.go and limits.go). */

/** The largest request that an API server reads. */
export const maxRequestBytes = 3 * 1024 * 1024;

/** The type of the values of a schema. */
export interface RuleType {
  /** The type of a scalar; undefined for lists, maps and objects. */
  readonly scalar: CelType | undefined;
  /** The most characters, items or entries; 0 for what has no length. */
  readonly maxElements: number;
  /** The fewest bytes that a value takes in a request. */
  readonly minBytes: number;
  /** The items of a list, or the values of a map. */
  readonly element: RuleType | undefined;
  readonly isMap: boolean;
  /** The fields of an object, by their names in rules. */
  readonly fields: ReadonlyMap<string, RuleType> | undefined;
}

const minStringBytes = 2;
const longestText = maxRequestBytes - 2;

function scalarType(scalar: CelType, minBytes: number, maxElements = 0): RuleType {
  return { scalar, maxElements, minBytes, element: undefined, isMap: false, fields: undefined };
}

const stringKey = scalarType(STRING, minStringBytes);

/** Makes the types of schemas, each once. */
export class RuleTypes {
  readonly #known = new Map<Schema, RuleType | undefined>();

  /** Returns the type of a schema; undefined for what rules cannot see. At its root a resource has a kind and a name. */
  of(schema: Schema, isResourceRoot: boolean): RuleType | undefined {
    if (this.#known.has(schema)) return this.#known.get(schema);
    const type = this.#make(schema, isResourceRoot);
    this.#known.set(schema, type);
    return type;
  }

  #make(given: Schema, isResourceRoot: boolean): RuleType | undefined {
    if (given.intOrString) return scalarType(DYN, 1, maxCharacters(given) ?? longestText);
    const schema = isResourceRoot ? withMetadata(given) : given;
    switch (schema.type) {
      case 'array':
        return this.#list(schema);
      case 'object':
        return this.#object(schema);
      case 'string':
        return stringType(schema);
      case 'boolean':
        return scalarType(BOOL, 4);
      case 'number':
        return scalarType(DOUBLE, 1);
      case 'integer':
        return scalarType(INT, 1);
      default:
        return undefined;
    }
  }

  #list({ items, maxItems }: Schema): RuleType | undefined {
    const element = items === undefined ? undefined : this.of(items, items.embeddedResource);
    if (element === undefined) return undefined;
    const most = Math.floor((maxRequestBytes - 2) / (element.minBytes + 1));
    return container(element, false, maxItems === undefined ? most : Math.max(0, maxItems));
  }

  #object(schema: Schema): RuleType | undefined {
    const { additionalProperties: values, maxProperties } = schema;
    if (typeof values === 'object') {
      const element = this.of(values, values.embeddedResource);
      if (element === undefined) return undefined;
      const most = Math.floor((maxRequestBytes - 2) / (element.minBytes + 6));
      return container(element, true, maxProperties === undefined ? most : Math.max(0, maxProperties));
    }
    const fields = new Map<string, RuleType>();
    let minBytes = 2;
    for (const [name, property] of schema.properties) {
      const type = this.of(property, property.embeddedResource);
      if (type === undefined) continue;
      const escaped = escapeName(name);
      if (escaped !== undefined) fields.set(escaped, type);
      if (schema.required.includes(name) && property.defaultJson === undefined)
        minBytes += Buffer.byteLength(name) + type.minBytes + 4;
    }
    return { scalar: undefined, maxElements: 0, minBytes, element: undefined, isMap: false, fields };
  }
}

function container(element: RuleType, isMap: boolean, maxElements: number): RuleType {
  return { scalar: undefined, maxElements, minBytes: 2, element, isMap, fields: undefined };
}

/** A character has up to four bytes. */
function maxCharacters({ maxLength }: Schema): number | undefined {
  return maxLength === undefined ? undefined : 4 * Math.max(0, maxLength);
}

function stringType(schema: Schema): RuleType {
  switch (schema.format) {
    case 'byte': {
      const { maxLength } = schema;
      const most = maxLength === undefined ? longestText : Math.max(0, maxLength);
      return scalarType(BYTES, minStringBytes, most);
    }
    case 'duration':
      return scalarType(DURATION, 3, 32);
    case 'date':
      return scalarType(TIMESTAMP, 12, 12);
    case 'date-time':
      return scalarType(TIMESTAMP, 21, 32);
    default: {
      const lengths = schema.enum.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
      const most = lengths.length > 0 ? Math.max(...lengths) : longestText;
      return scalarType(STRING, minStringBytes, maxCharacters(schema) ?? most);
    }
  }
}

const nameSchema: Schema = {
  type: 'string',
  intOrString: false,
  nullable: false,
  format: '',
  maximum: undefined,
  exclusiveMaximum: false,
  minimum: undefined,
  exclusiveMinimum: false,
  multipleOf: undefined,
  maxLength: undefined,
  minLength: undefined,
  pattern: '',
  maxItems: undefined,
  minItems: undefined,
  maxProperties: undefined,
  minProperties: undefined,
  enum: [],
  required: [],
  items: undefined,
  properties: new Map(),
  additionalProperties: undefined,
  allOf: [],
  oneOf: [],
  anyOf: [],
  not: undefined,
  defaultJson: undefined,
  preserveUnknownFields: false,
  embeddedResource: false,
  listType: '',
  listMapKeys: [],
  mapType: '',
  validations: [],
};

const maxNameLength = 253;

/** Returns the schema of a resource with the fields that rules can always read: its kind, its apiVersion and its names. */
export function withMetadata(schema: Schema): Schema {
  const { properties } = schema;
  const metadata = properties.get('metadata');
  const isString = (name: string, of = properties): boolean => of.get(name)?.type === 'string';
  if (
    isString('kind') &&
    isString('apiVersion') &&
    metadata?.type === 'object' &&
    isString('name', metadata.properties) &&
    isString('generateName', metadata.properties)
  )
    return schema;
  const text = (name: string, most: number): Schema => {
    const own = metadata?.properties.get(name)?.maxLength;
    return { ...nameSchema, maxLength: own === undefined ? most : Math.min(own, most) };
  };
  const names = new Map([
    ['name', text('name', maxNameLength)],
    ['generateName', text('generateName', maxNameLength - 1)],
  ]);
  return {
    ...schema,
    properties: new Map([
      ...properties,
      ['kind', nameSchema],
      ['apiVersion', nameSchema],
      ['metadata', { ...nameSchema, type: 'object', properties: names }],
    ]),
  };
}

/** The name of the type of `self`: a server makes up a new one each time, so that no rule relies on it. */
const selfName = 'selfType0';

/** The types of the variables of one schema's rules, and the sizes that their values can have. */
export class SelfType implements TypeProvider {
  readonly type: CelType;
  readonly #root: RuleType;

  constructor(root: RuleType) {
    this.#root = root;
    this.type = celType(root, selfName);
  }

  hasType(name: string): boolean {
    return this.#named(name)?.fields !== undefined;
  }

  fieldType(typeName: string, field: string): CelType | undefined {
    const fields = this.#named(typeName)?.fields;
    // Since Kubernetes 1.31, `self.namespace` may be written for `self.__namespace__`.
    const name = reserved.has(field) && fields?.has(field) === false ? `__${field}__` : field;
    const type = fields?.get(name);
    return type === undefined ? undefined : celType(type, `${typeName}.${name}`);
  }

  /** How large the value at a path of `self` or `oldSelf` can be. */
  readonly sizeOf: SizeOf = (path) => {
    let type: RuleType | undefined = this.#root;
    for (let index = 1; index < path.length; index++) type = child(type, path[index] ?? '');
    return type === undefined ? undefined : { min: 0, max: type.maxElements };
  };

  #named(name: string): RuleType | undefined {
    const [first, ...path] = name.split('.');
    if (first !== selfName) return undefined;
    let type: RuleType | undefined = this.#root;
    for (const part of path)
      type = part === '@idx' || part === '@elem' ? type?.element : type?.fields?.get(part);
    return type;
  }
}

function child(type: RuleType | undefined, name: string): RuleType | undefined {
  if (name === '@items' || name === '@values') return type?.element;
  if (name === '@keys') return type?.isMap === true ? stringKey : undefined;
  return type?.fields?.get(name);
}

function celType(type: RuleType, name: string): CelType {
  if (type.scalar !== undefined) return type.scalar;
  if (type.element === undefined) return objectType(name);
  return type.isMap
    ? mapOf(STRING, celType(type.element, `${name}.@elem`))
    : listOf(celType(type.element, `${name}.@idx`));
}

const reserved: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};
const unescapes: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** Returns the name of a field in rules; undefined if it has none. */
export function escapeName(name: string): string | undefined {
  if (/^[0-9]|[^A-Za-z0-9_./-]|^$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[-./]/g, (part) => escapes[part] ?? part);
}

/** Returns the field that a rule names; undefined if it can be none. */
export function unescapeName(escaped: string): string | undefined {
  if (!escaped.includes('__')) return escaped;
  let isValid = true;
  const name = escaped.replaceAll(/__([^_]+)__/g, (part, inner: string) => {
    const plain = unescapes[inner];
    if (plain !== undefined) return plain;
    if (!reserved.has(inner) || part !== escaped) isValid = false;
    return inner;
  });
  return isValid ? name : undefined;
}
