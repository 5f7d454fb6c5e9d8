import { isNumber, toJson } from '../json/json.js';
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from 'kube-informers';
import {
  goQuote,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
  tooManyField,
  typeInvalidField,
} from 'kube-informers/internal';
import { isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { hasFormat } from './formats.js';
import type { Schema } from './schema.js';
import type { Work } from './work.js';
import type { Result } from './validation-result.js';
import type { Before } from './ratcheting.js';
import { passed, failed, add, merge, best } from './validation-result.js';
import { checkNumber, isGoInteger } from './number-check.js';
import { ValueErrors } from './value-errors.js';
import { fieldBefore, itemBefore } from './ratcheting.js';

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
  before?: Before,
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

  validate(schema: Schema, value: unknown, path: string, before?: Before): Result {
    const result = this.#check(schema, value, path, before);
    // Tolerated only as a whole, so that a parent's own errors remain.
    if (result.errors.length > 0 && before !== undefined && isDeepStrictEqual(before.value, value)) {
      return { errors: [], matched: result.matched };
    }
    return result;
  }

  #check(schema: Schema, value: unknown, path: string, before?: Before): Result {
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
  #combined(schema: Schema, value: unknown, path: string, before?: Before): Result {
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
    if (schema.pattern !== '' && schema.regexp?.matches(value, this.#work) !== true) {
      return failed(this.#say.invalid(path, value, `should match '${schema.pattern}'`));
    }
    return undefined;
  }

  #format(schema: Schema, value: string, path: string): Result | undefined {
    if (hasFormat(value, schema.format) !== false) return undefined;
    const text = `${path} in body must be of type ${schema.format}: ${goQuote(value)}`;
    return failed(typeInvalidField(this.#say.field(path), value, text));
  }

  #array(schema: Schema, value: readonly unknown[], path: string, before?: Before): Result {
    const result: Result = { errors: [], matched: 0 };
    const { items } = schema;
    if (items !== undefined) {
      value.forEach((item, index) => {
        merge(result, this.validate(items, item, `${path}[${index}]`, itemBefore(schema, item, before)));
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

  #object(schema: Schema, value: JsonObject, path: string, before?: Before): Result {
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
          this.validate(
            additionalProperties,
            value[key],
            `${path}.${key}`,
            fieldBefore(schema, key, path, before),
          ),
        );
      }
    }
    for (const [key, property] of schema.properties) {
      if (!Object.hasOwn(value, key)) continue;
      const own = path === '' ? key : `${path}.${key}`;
      merge(result, this.validate(property, value[key], own, fieldBefore(schema, key, path, before)));
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
