import { isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { unwrapped } from '../types/type-table.js';
import { keyDefault } from './merge-schema.js';
import type { ApiType, Field, StructType } from '../types/type-table.js';
import { goValue } from '../json/go-print.js';

/**
 * Describes how an applied configuration violates its kind's schema, worded as in structured-merge-diff.
 *
 * Returns undefined if it is valid. Values are not converted: YAML's `yes` is not a string.
 */
export function appliedProblem(type: StructType, value: JsonObject): string | undefined {
  // The server reports one of several problems, in no defined order.
  return structProblems(type, value, '')[0];
}

function structProblems(type: StructType, value: JsonObject, path: string): string[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const field = type.fields.get(name);
    const own = `${path}.${name}`;
    return field === undefined
      ? [`${own}: field not declared in schema`]
      : problemsOf(field.type, part, own, field);
  });
}

function problemsOf(declared: ApiType, value: unknown, path: string, field?: Field): string[] {
  const type = unwrapped(declared);
  if (value === null || value === undefined) return [];
  switch (type.is) {
    case 'special':
      return type.form === 'bytes' ? scalarProblems('string', value, path) : [];
    case 'scalar':
      return scalarProblems(type.base, value, path);
    case 'struct':
      return isJsonObject(value)
        ? structProblems(type, value, path)
        : [`${path}: expected map, got &{${goValue(value)}}`];
    case 'map':
      if (!isJsonObject(value)) return [`${path}: expected map, got &{${goValue(value)}}`];
      return Object.entries(value).flatMap(([key, part]) => problemsOf(type.values, part, `${path}.${key}`));
    case 'list':
      if (!Array.isArray(value)) return [`${path}: expected list, got &{${goValue(value)}}`];
      return listProblems(type.items, value, path, field);
  }
}

function listProblems(items: ApiType, list: readonly unknown[], path: string, field?: Field): string[] {
  const keys = field?.listType === 'map' ? field.listKeys : undefined;
  const seen = new Set<string>();
  const problems: string[] = [];
  list.forEach((item, index) => {
    let place = `[${index}]`;
    if (keys !== undefined) {
      if (!isJsonObject(item)) {
        problems.push(`${path}: element ${index}: associative list with keys may not have non-map elements`);
        return;
      }
      const missing = keys.find((key) => item[key] === undefined && keyDefault(items, key) === undefined);
      if (missing !== undefined) {
        problems.push(
          `${path}: element ${index}: associative list with keys has an element that omits key field ${JSON.stringify(missing)} (and doesn't have default value)`,
        );
        return;
      }
      const shown = keys
        .toSorted()
        .map((key) => `${key}=${JSON.stringify(item[key] ?? keyDefault(items, key))}`);
      place = `[${shown.join(',')}]`;
    } else if (field?.listType === 'set') place = `[=${JSON.stringify(item)}]`;
    if (field?.listType !== undefined && field.listType !== 'atomic') {
      if (seen.has(place)) problems.push(`${path}: duplicate entries for key ${place}`);
      seen.add(place);
    }
    problems.push(...problemsOf(items, item, path + place));
  });
  return problems;
}

function scalarProblems(base: string, value: unknown, path: string): string[] {
  if (base === 'string') {
    return typeof value === 'string'
      ? []
      : [`${path}: expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`];
  }
  if (base === 'bool') {
    return typeof value === 'boolean' ? [] : [`${path}: expected boolean, got &{${goValue(value)}}`];
  }
  return typeof value === 'number' ? [] : [`${path}: expected numeric (int or float), got ${goType(value)}`];
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  return isJsonObject(value) ? 'map[string]interface {}' : typeof value === 'boolean' ? 'bool' : 'string';
}

/** Formats a value like Go's `%#v`. */
function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`);
    return `map[string]interface {}{${entries.join(', ')}}`;
  }
  if (value === null) return 'interface {}(nil)';
  return typeof value === 'string' ? JSON.stringify(value) : String(value as number | boolean);
}
