import { asObject, isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { decodeMetadata } from './embedded-resource.js';
import { goSyntax, goType, goValue } from '../json/go-print.js';
import { defaultOf, fieldSchema } from './schema.js';
import type { Schema } from './schema.js';

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Describes how an applied configuration violates its kind's schema, worded as in structured-merge-diff.
 *
 * Apply rejects unknown fields instead of pruning them. Returns undefined if the configuration is valid.
 */
export function typedProblem(value: JsonObject, schema: Schema): string | undefined {
  const problems: string[] = [];
  visitObject(value, schema, '', true, problems);
  if (problems.length <= 1) return problems[0];
  return `errors:\n${problems.map((problem) => `  ${problem}`).join('\n')}`;
}

function visit(value: unknown, schema: Schema, path: string, problems: string[]): void {
  if (value === null || schema.intOrString) return;
  const wrong = (wanted: string, found: string): void => {
    problems.push(`${path}: expected ${wanted}, got ${found}`);
  };
  switch (schema.type) {
    case 'integer':
    case 'number':
      if (typeof value !== 'number') wrong('numeric (int or float)', goType(value));
      return;
    case 'string':
      if (typeof value !== 'string') wrong('string', `&value.valueUnstructured{Value:${goSyntax(value)}}`);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') wrong('boolean', `&{${goValue(value)}}`);
      return;
    case 'array':
      if (Array.isArray(value)) visitList(value, schema, path, problems);
      else wrong('list', `&{${goValue(value)}}`);
      return;
    case 'object':
      if (isJsonObject(value)) visitObject(value, schema, path, schema.embeddedResource, problems);
      else wrong('map', `&{${goValue(value)}}`);
      return;
    default:
      if (isJsonObject(value)) visitObject(value, schema, path, schema.embeddedResource, problems);
  }
}

function visitObject(
  value: JsonObject,
  schema: Schema,
  path: string,
  isResource: boolean,
  problems: string[],
): void {
  for (const key of Object.keys(value).toSorted()) {
    if (isResource && metaFields.has(key)) {
      if (key === 'metadata') problems.push(...metadataProblems(value[key], `${path}.metadata`));
      continue;
    }
    const field = fieldSchema(schema, key);
    if (field !== undefined) visit(value[key], field, `${path}.${key}`, problems);
    else if (!schema.preserveUnknownFields && schema.additionalProperties === undefined) {
      // The first one ends the validation of an object.
      problems.push(`${path}.${key}: field not declared in schema`);
      return;
    }
  }
}

function metadataProblems(metadata: unknown, path: string): string[] {
  if (!isJsonObject(metadata)) return [];
  for (const field of ['annotations', 'labels']) {
    for (const [key, text] of Object.entries(asObject(metadata[field]) ?? {})) {
      if (typeof text === 'string' || text === null) continue;
      return [
        `${path}.${field}.${key}: expected string, got &value.valueUnstructured{Value:${goSyntax(text)}}`,
      ];
    }
  }
  const { problem, unknown } = decodeMetadata(metadata);
  if (problem !== undefined) return [problem];
  const [first] = unknown.toSorted();
  return first === undefined ? [] : [`${path}.${first}: field not declared in schema`];
}

function visitList(items: readonly unknown[], schema: Schema, path: string, problems: string[]): void {
  const seen = new Map<string, number>();
  items.forEach((item, index) => {
    const element = elementOf(item, index, schema);
    if (element.problem !== undefined) {
      problems.push(`${path}: element ${index}: ${element.problem}`);
      return;
    }
    const times = seen.get(element.name) ?? 0;
    seen.set(element.name, times + 1);
    if (element.keyed && times === 1) problems.push(`${path}: duplicate entries for key ${element.name}`);
    if (schema.items !== undefined) visit(item, schema.items, `${path}${element.name}`, problems);
  });
}

/** Names an item: by its keys, its value, or its index. */
function elementOf(
  item: unknown,
  index: number,
  schema: Schema,
): { readonly name: string; readonly keyed: boolean; readonly problem?: string } {
  if (schema.listType === 'set') {
    const name = `[=${JSON.stringify(item)}]`;
    if (item !== null) return { name, keyed: true };
    return {
      name,
      keyed: true,
      problem: "associative list without keys has an element that's an explicit null",
    };
  }
  if (schema.listType !== 'map') return { name: `[${index}]`, keyed: false };
  if (!isJsonObject(item)) {
    const problem = 'associative list with keys may not have non-map elements';
    return { name: '', keyed: true, problem };
  }
  const keys: string[] = [];
  for (const key of schema.listMapKeys.toSorted()) {
    const property = schema.items?.properties.get(key);
    const value = item[key] ?? (property === undefined ? undefined : defaultOf(property));
    if (value === undefined) continue;
    keys.push(`${key}=${JSON.stringify(value)}`);
  }
  if (keys.length === 0) {
    const all = schema.listMapKeys.map((key) => JSON.stringify(key)).join(' ');
    const problem = `associative list with keys has an element that omits all key fields [${all}] (and doesn't have default values for any key fields)`;
    return { name: '', keyed: true, problem };
  }
  return { name: `[${keys.join(',')}]`, keyed: true };
}
