import type { ObjectBody } from '../storage/stored-object.js';
import { isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';

/**
 * A default: a path, and the fields to set there or a function that sets them.
 *
 * The path consists of fields joined by dots; `[]` stands for each item of a list, `!` creates a missing object.
 * Other parts of the path must exist.
 */
export type DefaultRule = readonly [path: string, defaults: JsonObject | ((object: JsonObject) => void)];

/** Compiles rules into a function that applies them in order. */
export function compileRules(rules: readonly DefaultRule[]): (body: ObjectBody) => void {
  const compiled = rules.map(([path, defaults]) => ({
    steps: path === '' ? [] : path.split('.').map(readStep),
    fill: typeof defaults === 'function' ? defaults : (object: JsonObject) => fillDeep(object, defaults),
  }));
  return (body) => {
    for (const { steps, fill } of compiled) each(body, steps, 0, fill);
  };
}

interface Step {
  readonly field: string;
  readonly list: boolean;
  readonly make: boolean;
}

function readStep(step: string): Step {
  return { field: step.replace(/(\[\]|!)$/, ''), list: step.endsWith('[]'), make: step.endsWith('!') };
}

function each(
  object: JsonObject,
  steps: readonly Step[],
  index: number,
  visit: (object: JsonObject) => void,
): void {
  const step = steps[index];
  if (step === undefined) {
    visit(object);
    return;
  }
  const { field, list, make } = step;
  if (make && (object[field] === undefined || object[field] === null)) object[field] = {};
  const value = object[field];
  if (list && Array.isArray(value)) {
    for (const item of value as unknown[]) if (isJsonObject(item)) each(item, steps, index + 1, visit);
  } else if (isJsonObject(value)) each(value, steps, index + 1, visit);
}

/**
 * Sets fields that are absent, null or an empty string, recursively.
 *
 * Go's structs are never absent, so a default for `{}` is a default for its fields.
 */
export function fillDeep(object: JsonObject, defaults: JsonObject): void {
  for (const [field, value] of Object.entries(defaults)) {
    const current = object[field];
    if (isJsonObject(current) && isJsonObject(value)) fillDeep(current, value);
    else if (current === undefined || current === null || current === '') {
      object[field] = copy(value);
    }
  }
}

/** Sets numbers that are absent or 0, which Go does not distinguish. */
export function fillZeros(object: JsonObject, defaults: Readonly<Record<string, number>>): void {
  for (const [field, value] of Object.entries(defaults)) object[field] ||= value;
}

/** Copies a default, so that objects never share one. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, copy(part)]));
}
