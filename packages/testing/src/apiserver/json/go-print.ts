import { isNumber, toJson } from './json.js';
import { isJsonObject } from './json-fields.js';
import { sortedKeys } from './key-order.js';

/** JSON values as Go's fmt prints them, for messages. */

/** `%v`: `map[a:1]`, `[1 2]`, `<nil>`. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (!isJsonObject(value)) return typeof value === 'string' ? value : toJson(value);
  const parts = sortedKeys(value).map((key) => `${key}:${goValue(value[key])}`);
  return `map[${parts.join(' ')}]`;
}

/** `%#v`: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return toJson(value);
  const parts = sortedKeys(value).map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`);
  return `map[string]interface {}{${parts.join(', ')}}`;
}

/** `%T`: `int64`, `[]interface {}`. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'bigint') return 'int64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** The word of Go's JSON decoder for a value: `number`, `array`, `bool`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Like `%T`, but for reflect.TypeOf printed with `%s`, where nil differs. */
export function goTypeOf(value: unknown): string {
  return value === null || value === undefined ? '%!s(<nil>)' : goType(value);
}
