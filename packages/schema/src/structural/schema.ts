import { isNumber, parseJson, toJson } from '../values/json.js';
import { asObject, objectsOf, isJsonObject } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { isKnownFormat } from './formats.js';

/** A rule of x-kubernetes-validations; "" for what is absent. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly fieldPath: string;
  readonly reason: string;
  readonly optionalOldSelf: boolean;
}

/** A parsed openAPIV3Schema, against which values are validated. */
export interface Schema {
  /** "", `object`, `array`, `string`, `integer`, `number` or `boolean`. */
  readonly type: string;
  /** An integer or a string (`x-kubernetes-int-or-string`). */
  readonly intOrString: boolean;
  readonly nullable: boolean;
  /** "" without a validated format. */
  readonly format: string;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: string;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly enum: readonly unknown[];
  readonly required: readonly string[];
  readonly items: Schema | undefined;
  /** Sorted by name. */
  readonly properties: ReadonlyMap<string, Schema>;
  /** Additional fields: a schema, allowed (true), forbidden (false), or, if undefined, unknown and pruned. */
  readonly additionalProperties: Schema | boolean | undefined;
  readonly allOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly not: Schema | undefined;
  /** JSON of the default; undefined if absent. */
  readonly defaultJson: string | undefined;
  readonly preserveUnknownFields: boolean;
  readonly embeddedResource: boolean;
  /** `atomic`, `set`, `map`, or "" for atomic. */
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  /** `granular`, `atomic`, or "" for granular. */
  readonly mapType: string;
  readonly validations: readonly ValidationRule[];
}

/** Parses a schema that has passed the definition's validation. */
export function readSchema(json: JsonObject): Schema {
  const intOrString = json['x-kubernetes-int-or-string'] === true;
  const type = textOf(json['type']);
  const format = textOf(json['format']);
  const pattern = textOf(json['pattern']);
  return {
    type,
    intOrString,
    nullable: json['nullable'] === true,
    format: isKnownFormat(format, intOrString ? '' : type) ? format : '',
    maximum: numberOf(json['maximum']),
    exclusiveMaximum: json['exclusiveMaximum'] === true,
    minimum: numberOf(json['minimum']),
    exclusiveMinimum: json['exclusiveMinimum'] === true,
    multipleOf: numberOf(json['multipleOf']),
    maxLength: numberOf(json['maxLength']),
    minLength: numberOf(json['minLength']),
    pattern,
    maxItems: numberOf(json['maxItems']),
    minItems: numberOf(json['minItems']),
    maxProperties: numberOf(json['maxProperties']),
    minProperties: numberOf(json['minProperties']),
    enum: Array.isArray(json['enum']) ? json['enum'] : [],
    required: textsOf(json['required']),
    items: schemaOf(json['items']),
    properties: propertiesOf(json['properties']),
    additionalProperties: additionalOf(json['additionalProperties']),
    allOf: objectsOf(json['allOf']).map(readSchema),
    oneOf: objectsOf(json['oneOf']).map(readSchema),
    anyOf: objectsOf(json['anyOf']).map(readSchema),
    not: schemaOf(json['not']),
    defaultJson: isAbsent(json['default']) ? undefined : toJson(json['default']),
    preserveUnknownFields: json['x-kubernetes-preserve-unknown-fields'] === true,
    embeddedResource: json['x-kubernetes-embedded-resource'] === true,
    listType: textOf(json['x-kubernetes-list-type']),
    listMapKeys: textsOf(json['x-kubernetes-list-map-keys']),
    mapType: textOf(json['x-kubernetes-map-type']),
    validations: objectsOf(json['x-kubernetes-validations']).map(readRule),
  };
}

function readRule(json: JsonObject): ValidationRule {
  return {
    rule: textOf(json['rule']),
    message: textOf(json['message']),
    messageExpression: textOf(json['messageExpression']),
    fieldPath: textOf(json['fieldPath']),
    reason: textOf(json['reason']),
    optionalOldSelf: json['optionalOldSelf'] === true,
  };
}

/** Returns a copy of a schema's default; undefined if absent. */
export function defaultOf(schema: Schema): unknown {
  return schema.defaultJson === undefined ? undefined : parseJson(schema.defaultJson);
}

/** Returns the schema of a field: its property's, or that of additional fields. */
export function fieldSchema(schema: Schema | undefined, field: string): Schema | undefined {
  if (schema === undefined) return undefined;
  const property = schema.properties.get(field);
  if (property !== undefined) return property;
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function schemaOf(value: unknown): Schema | undefined {
  const object = asObject(value);
  return object === undefined ? undefined : readSchema(object);
}

function additionalOf(value: unknown): Schema | boolean | undefined {
  return typeof value === 'boolean' ? value : schemaOf(value);
}

function propertiesOf(value: unknown): ReadonlyMap<string, Schema> {
  const properties = new Map<string, Schema>();
  if (!isJsonObject(value)) return properties;
  for (const name of Object.keys(value).toSorted()) {
    const property = schemaOf(value[name]);
    if (property !== undefined) properties.set(name, property);
  }
  return properties;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function numberOf(value: unknown): number | undefined {
  return isNumber(value) ? Number(value) : undefined;
}
