import { isJsonObject } from '../kinds/json-fields.js';

/** A value as Go's `%v` prints it: `map[name:a ports:[80 443]]`. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .toSorted()
      .map((key) => `${key}:${goValue(value[key])}`);
    return `map[${entries.join(' ')}]`;
  }
  return String(value as string | number | boolean);
}

/** What Go calls the type of a decoded JSON value. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int64' : 'float64';
}
