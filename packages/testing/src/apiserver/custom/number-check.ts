import { invalidField } from 'kube-informers/internal';
import type { Schema } from './schema.js';
import { add } from './validation-result.js';
import type { Result } from './validation-result.js';
import type { ValueErrors } from './value-errors.js';

/** Validates a number against the bounds and the format of its schema. */
export function checkNumber(schema: Schema, value: number | bigint, path: string, say: ValueErrors): Result {
  const result: Result = { errors: [], matched: 0 };
  const format = schema.intOrString ? '' : schema.format;
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
      const text = `factor MultipleOf declared for ${path} must be positive: ${goNumber(factor)}`;
      add(result, invalidField(say.field(path), factor, text));
    } else if (!isMultiple(value, factor)) {
      add(result, say.invalid(path, value, `should be a multiple of ${goNumber(factor)}`));
    }
  }
  if (schema.minimum !== undefined) {
    const limit = bound(schema.minimum, 'Minimum boundary');
    if (value < limit || (schema.exclusiveMinimum && value <= limit)) {
      const words = schema.exclusiveMinimum ? 'greater than' : 'greater than or equal to';
      add(result, say.invalid(path, value, `should be ${words} ${goNumber(limit)}`));
    }
  }
  if (schema.maximum !== undefined) {
    const limit = bound(schema.maximum, 'Maximum boundary');
    if (value > limit || (schema.exclusiveMaximum && value >= limit)) {
      const words = schema.exclusiveMaximum ? 'less than' : 'less than or equal to';
      add(result, say.invalid(path, value, `should be ${words} ${goNumber(limit)}`));
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
export function isGoInteger(value: number | bigint): boolean {
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

/** swag.IsFloat64AJSONInteger of the quotient: almost an integer, within a float's exact range. */
function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint') return Number.isInteger(factor) && value % BigInt(factor) === 0n;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.round(quotient);
  return quotient === whole || Math.abs(quotient - whole) / (Math.abs(quotient) + Math.abs(whole)) < 1e-9;
}

/** Formats a number as Go does. */
function goNumber(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-4) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return isGoInteger(value) || value === -int64Limit ? BigInt(value).toString() : String(value);
}
