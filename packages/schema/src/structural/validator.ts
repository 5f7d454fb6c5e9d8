import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
  tooManyField,
  typeInvalidField,
} from '../values/field-error.js';
import { formatDouble } from '../values/go-float.js';
import { goQuote } from '../values/go-quote.js';
import { isJsonObject } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { isNumber, toJson } from '../values/json.js';
import type { GoRegexp } from '../regexp/go-regexp.js';
import { RegexpSyntaxError } from '../regexp/go-regexp-syntax.js';
import { regexpOf } from '../regexp/kept-regexps.js';
import { hasFormat } from './formats.js';
import type { Pair } from './old-values.js';
import type { Schema } from './schema.js';
import type { Work } from '../values/work.js';

/**
 * Validates values against schemas as kube-openapi's validator does, with its order and messages.
 *
 * Properties are visited by name; the real server visits them in random order.
 */

/**
 * Returns the errors of `value` against its schema.
 *
 * `root` is the path of the value, "" for a whole object. With `before`, errors in unchanged parts are ignored.
 */
export function validateValue(
  schema: Schema,
  value: unknown,
  root: string,
  work: Work,
  before?: Pair,
): FieldError[] {
  return new Validation(root, work).validate(schema, value, '', before).errors;
}

class Validation {
  readonly #say: ValueErrors;
  readonly #work: Work;

  constructor(root: string, work: Work) {
    this.#say = new ValueErrors(root);
    this.#work = work;
  }

  validate(schema: Schema, value: unknown, path: string, before?: Pair): Result {
    const result = this.#check(schema, value, path, before);
    // Tolerated only as a whole, so that a parent's own errors remain.
    if (result.errors.length > 0 && before?.isEqual === true) {
      return { errors: [], matched: result.matched };
    }
    return result;
  }

  #check(schema: Schema, value: unknown, path: string, before?: Pair): Result {
    this.#work.spend();
    const result: Result = { errors: [], matched: 0 };
    if (value === null) {
      merge(result, this.#type(schema, value, path));
      merge(result, this.#enum(schema, value, path));
      return result;
    }
    const steps: (Result | undefined)[] = [];
    if (typesOf(schema).length > 0 || schema.format !== '') steps.push(this.#type(schema, value, path));
    steps.push(this.#combined(schema, value, path, before));
    if (typeof value === 'string') {
      steps.push(this.#text(schema, value, path));
      if (hasFormat('', schema.format) !== undefined) steps.push(this.#format(schema, value, path));
    }
    if (isNumber(value)) steps.push(checkNumber(schema, value, path, this.#say));
    if (Array.isArray(value)) steps.push(this.#array(schema, value, path, before));
    steps.push(this.#enum(schema, value, path));
    if (isJsonObject(value)) steps.push(this.#object(schema, value, path, before));
    for (const step of steps) {
      merge(result, step);
      result.matched++;
    }
    result.matched++;
    return result;
  }

  #type(schema: Schema, value: unknown, path: string): Result {
    const wanted = typesOf(schema);
    const wrong = (type: string, found: string): Result =>
      failed(
        typeInvalidField(
          this.#say.field(path),
          found,
          `${path} in body must be of type ${type}: ${goQuote(found)}`,
        ),
      );
    if (value === null) {
      const allowed = wanted.length === 0 || schema.nullable;
      return allowed ? passed() : wrong(wanted.join(','), 'null');
    }
    const type = typeName(value);
    const anyNumber = type === 'integer' && wanted.includes('number');
    const fits = wanted.includes(type) || anyNumber;
    const loose = type === 'string' || type === 'array';
    if (!loose && schema.format !== '' && !fits) {
      return wrong(schema.format, type === 'integer' ? 'int64' : type === 'number' ? 'float64' : '');
    }
    if (loose && schema.format !== '' && !wanted.includes('number') && !wanted.includes('integer')) {
      return passed();
    }
    return fits ? passed() : wrong(wanted.join(','), type);
  }

  /** anyOf, oneOf, allOf, not. */
  #combined(schema: Schema, value: unknown, path: string, before?: Pair): Result {
    const result: Result = { errors: [], matched: 0 };
    const name = goQuote(path);
    // The same tolerance applies to the alternatives' fields as to their parent's.
    const tried = (alternative: Schema): Result => this.#check(alternative, value, path, before);
    if (schema.anyOf.length > 0) {
      const results: Result[] = [];
      for (const alternative of schema.anyOf) {
        results.push(tried(alternative));
        if (results.at(-1)?.errors.length === 0) break;
      }
      const success = results.find(({ errors }) => errors.length === 0);
      if (success === undefined) {
        add(result, this.#say.general(`${name} must validate at least one schema (anyOf)`));
      }
      merge(result, success ?? best(results));
    }
    if (schema.oneOf.length > 0) {
      const results = schema.oneOf.map(tried);
      const valid = results.filter(({ errors }) => errors.length === 0);
      if (valid.length === 1) merge(result, valid[0]);
      else {
        const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
        add(result, this.#say.general(`${name} must validate one and only one schema (oneOf). ${found}`));
        if (valid.length === 0) merge(result, best(results));
      }
    }
    if (schema.allOf.length > 0) {
      const results = schema.allOf.map(tried);
      for (const part of results) merge(result, part);
      const valid = results.filter(({ errors }) => errors.length === 0).length;
      if (valid !== results.length) {
        const none = valid === 0 ? '. None validated' : '';
        add(result, this.#say.general(`${name} must validate all the schemas (allOf)${none}`));
      }
    }
    if (schema.not !== undefined && tried(schema.not).errors.length === 0) {
      add(result, this.#say.general(`${name} must not validate the schema (not)`));
    }
    result.matched++;
    return result;
  }

  #text(schema: Schema, value: string, path: string): Result | undefined {
    const { maxLength, minLength } = schema;
    const length = maxLength === undefined && minLength === undefined ? 0 : Array.from(value).length;
    if (maxLength !== undefined && length > maxLength) {
      return failed(tooLongField(this.#say.field(path), maxLength));
    }
    if (minLength !== undefined && length < minLength) {
      return failed(this.#say.invalid(path, value, `should be at least ${minLength} chars long`));
    }
    if (schema.pattern !== '' && !this.#matches(schema.pattern, value)) {
      return failed(this.#say.invalid(path, value, `should match '${schema.pattern}'`));
    }
    return undefined;
  }

  #matches(pattern: string, value: string): boolean {
    let regexp: GoRegexp;
    try {
      regexp = regexpOf(pattern, this.#work);
    } catch (error) {
      // Only an in-process definition can contain such a pattern; values never match it.
      if (error instanceof RegexpSyntaxError) return false;
      throw error;
    }
    return regexp.matches(value, this.#work);
  }

  #format(schema: Schema, value: string, path: string): Result | undefined {
    if (hasFormat(value, schema.format) !== false) return undefined;
    const text = `${path} in body must be of type ${schema.format}: ${goQuote(value)}`;
    return failed(typeInvalidField(this.#say.field(path), value, text));
  }

  #array(schema: Schema, value: readonly unknown[], path: string, before?: Pair): Result {
    const result: Result = { errors: [], matched: 0 };
    const { items } = schema;
    if (items !== undefined) {
      value.forEach((item, index) => {
        merge(result, this.validate(items, item, `${path}[${index}]`, before?.item(index)));
      });
    }
    const size = value.length;
    if (schema.minItems !== undefined && size < schema.minItems) {
      add(result, this.#say.invalid(path, size, `should have at least ${schema.minItems} items`));
    }
    if (schema.maxItems !== undefined && size > schema.maxItems) {
      add(result, tooManyField(this.#say.field(path), size, schema.maxItems));
    }
    result.matched++;
    return result;
  }

  #enum(schema: Schema, value: unknown, path: string): Result | undefined {
    if (schema.enum.length === 0 || schema.enum.some((allowed) => isEnumValue(value, allowed)))
      return undefined;
    const words = schema.enum.map((allowed) => (typeof allowed === 'string' ? allowed : goJson(allowed)));
    return failed(notSupportedField(this.#say.field(path), value, words));
  }

  #object(schema: Schema, value: JsonObject, path: string, before?: Pair): Result {
    const result: Result = { errors: [], matched: 0 };
    const keys = Object.keys(value);
    const { minProperties, maxProperties, additionalProperties } = schema;
    if (minProperties !== undefined && keys.length < minProperties) {
      add(result, this.#say.invalid(path, keys.length, `should have at least ${minProperties} properties`));
    }
    if (maxProperties !== undefined && keys.length > maxProperties) {
      add(result, tooManyField(this.#say.field(path), keys.length, maxProperties));
    }
    const further = keys.filter((key) => !schema.properties.has(key)).toSorted();
    for (const key of further) {
      if (additionalProperties === false) {
        const text = `${path}.${key} in body is a forbidden property`;
        add(result, invalidField(this.#say.field(path), key, text));
      } else if (typeof additionalProperties === 'object') {
        merge(
          result,
          this.validate(additionalProperties, value[key], `${path}.${key}`, fieldBefore(key, path, before)),
        );
      }
    }
    for (const [key, property] of schema.properties) {
      if (!Object.hasOwn(value, key)) continue;
      const own = path === '' ? key : `${path}.${key}`;
      merge(result, this.validate(property, value[key], own, fieldBefore(key, path, before)));
    }
    for (const key of schema.required) {
      if (!Object.hasOwn(value, key)) add(result, requiredField(this.#say.field(`${path}.${key}`)));
    }
    return result;
  }
}

function typesOf(schema: Schema): readonly string[] {
  if (schema.intOrString) return ['integer', 'string'];
  return schema.type === '' ? [] : [schema.type];
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return isGoInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function goJson(value: unknown): string {
  return toJson(value);
}

/** Go converts a value to the enum value's type before comparing: 1.5 becomes 1, 65 becomes "A". */
function isEnumValue(value: unknown, allowed: unknown): boolean {
  if (value === null || allowed === null) return false;
  if (typeof value === 'number' && typeof allowed === 'number') {
    return (Number.isInteger(allowed) ? Math.trunc(value) : value) === allowed;
  }
  if (typeof value === 'bigint') return value === allowed;
  if (typeof value === 'number' && typeof allowed === 'string') {
    const character = Number.isInteger(value) && value >= 0 && value <= 0x10ffff;
    return character && String.fromCodePoint(value) === allowed;
  }
  return isDeepStrictEqual(value, allowed);
}

/** Validates a number against the bounds and the format of its schema. */
function checkNumber(schema: Schema, value: number | bigint, path: string, say: ValueErrors): Result {
  const result: Result = { errors: [], matched: 0 };
  const format = schema.intOrString ? '' : schema.format;
  // A bound is compared with an integer as one, and with a float as a float.
  const shown = (limit: number): string =>
    isGoInteger(value) && Number.isInteger(limit) ? BigInt(limit).toString() : formatDouble(limit);
  /** Truncates an integer's bound if it is representable. */
  const bound = (limit: number, what: string): number => {
    if (!inRange(limit, schema, format)) {
      add(result, say.general(outOfRange(schema, format, what, path)));
      return limit;
    }
    return isGoInteger(value) ? toGoInteger(limit) : limit;
  };
  if (!inRange(value, schema, format)) add(result, say.general(outOfRange(schema, format, 'Checked', path)));
  if (schema.multipleOf !== undefined) {
    const factor = bound(schema.multipleOf, 'MultipleOf');
    if (factor <= 0) {
      const text = `factor MultipleOf declared for ${path} must be positive: ${shown(factor)}`;
      add(result, invalidField(say.field(path), factor, text));
    } else if (!isMultiple(value, factor)) {
      add(result, say.invalid(path, value, `should be a multiple of ${shown(factor)}`));
    }
  }
  if (schema.minimum !== undefined) {
    const limit = bound(schema.minimum, 'Minimum boundary');
    if (value < limit || (schema.exclusiveMinimum && value <= limit)) {
      const words = schema.exclusiveMinimum ? 'greater than' : 'greater than or equal to';
      add(result, say.invalid(path, value, `should be ${words} ${shown(limit)}`));
    }
  }
  if (schema.maximum !== undefined) {
    const limit = bound(schema.maximum, 'Maximum boundary');
    if (value > limit || (schema.exclusiveMaximum && value >= limit)) {
      const words = schema.exclusiveMaximum ? 'less than' : 'less than or equal to';
      add(result, say.invalid(path, value, `should be ${words} ${shown(limit)}`));
    }
  }
  result.matched++;
  return result;
}

function outOfRange(schema: Schema, format: string, what: string, path: string): string {
  const kind = format === '' ? '(default format)' : `with format ${format}`;
  return `${what} value must be of type ${schema.type} ${kind} in ${path}`;
}

/** Beyond 2^53, only a bigint was written as an integer: a number was decoded as a float. */
function isGoInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** Go's int64(x): out-of-range values become the minimum. */
function toGoInteger(value: number): number {
  return Math.abs(value) < int64Limit ? Math.trunc(value) : -int64Limit;
}

const int32Limit = 2 ** 31;

const int64Limit = 2 ** 63;

// The largest 32-bit float, including values that round to it.
const float32Limit = 3.4028235677973366e38;

/** True if a number fits the type and the format of its schema. */
function inRange(value: number | bigint, schema: Schema, format: string): boolean {
  if (schema.intOrString || schema.type === '') return true;
  if (schema.type === 'integer') {
    const limit = format === 'int32' ? int32Limit : int64Limit;
    return Number.isInteger(Number(value)) && value >= -limit && value < limit;
  }
  return format !== 'float' || Math.abs(Number(value)) < float32Limit;
}

/** Of a float, swag.IsFloat64AJSONInteger of the quotient: almost an integer, within a float's exact range. */
function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint') return Number.isInteger(factor) && value % BigInt(factor) === 0n;
  if (isGoInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.round(quotient);
  return quotient === whole || Math.abs(quotient - whole) / (Math.abs(quotient) + Math.abs(whole)) < 1e-9;
}

/** Returns the old value of a field. Kind and apiVersion have none: an object is read in the version that it is asked for. */
function fieldBefore(field: string, path: string, before: Pair | undefined): Pair | undefined {
  return path === '' && (field === 'kind' || field === 'apiVersion') ? undefined : before?.field(field);
}

/** The result of a validation. `matched` counts passed checks, by which the best alternative is chosen. */
interface Result {
  readonly errors: FieldError[];
  matched: number;
}

/** A check passed. */
function passed(): Result {
  return { errors: [], matched: 1 };
}

/** A check failed. */
export function failed(error: FieldError): Result {
  return { errors: [error], matched: 0 };
}

/** Adds an error unless it is already included. */
export function add(result: Result, error: FieldError): void {
  const same = (other: FieldError): boolean =>
    other.type === error.type && other.field === error.field && other.detail === error.detail;
  if (!result.errors.some(same)) result.errors.push(error);
}

/** Adds the result of a part of a validation. */
function merge(result: Result, other: Result | undefined): void {
  if (other === undefined) return;
  for (const error of other.errors) add(result, error);
  result.matched += other.matched;
}

/** Returns the first of the results with the most passed checks. */
function best(results: readonly Result[]): Result | undefined {
  let found: Result | undefined;
  for (const result of results) if (found === undefined || result.matched > found.matched) found = result;
  return found;
}

const noField = '<nil>';

/** Creates validation errors with their paths. `root` is the path of the whole value, "" for an object. */
class ValueErrors {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the full path of a value. */
  field(path: string): string {
    const own = path.replace(/^\./, '');
    if (own === '') return this.#root === '' ? noField : this.#root;
    return this.#root === '' ? own : `${this.#root}.${own}`;
  }

  /** Creates an error for the whole object, whose message names the value. */
  general(text: string): FieldError {
    return invalidField(this.#root === '' ? noField : this.#root, '', text);
  }

  /** Creates an error for an invalid value. */
  invalid(path: string, value: unknown, text: string): FieldError {
    return invalidField(this.field(path), value ?? '', `${path} in body ${text}`);
  }
}
