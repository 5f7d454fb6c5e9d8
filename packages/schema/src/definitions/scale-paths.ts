import { type FieldError, invalidField } from '../values/field-error.js';
import { asObject, at, isJsonObject, setField, textAt } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { goType, goValue } from '../values/json.js';

/** The JSON paths of a custom resource's scale subresource, as in the definition: `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** "" if absent. */
  readonly labelSelector: string;
}

/** Returns the scale subresource of a version; undefined if absent. */
export function scalePathsOf(version: JsonObject): ScalePaths | undefined {
  const scale = asObject(at(version, 'subresources', 'scale'));
  if (scale === undefined) return undefined;
  return {
    specReplicas: textAt(scale, 'specReplicasPath'),
    statusReplicas: textAt(scale, 'statusReplicasPath'),
    labelSelector: textAt(scale, 'labelSelectorPath'),
  };
}

/** Returns the fields of a simple JSON path. */
export function pathOf(jsonPath: string): string[] {
  return jsonPath.replace(/^\./, '').split('.');
}

/** A value of the wrong type at a scale path; the message is Go's. */
export class ScalePathError extends Error {}

/** Returns the integer at a path; undefined if absent. Throws ScalePathError. */
export function integerAt(body: JsonObject, jsonPath: string): number | undefined {
  const value = valueAt(body, jsonPath);
  if (value === undefined || (typeof value === 'number' && Number.isInteger(value))) return value;
  if (typeof value === 'bigint') return Number(value);
  throw new ScalePathError(accessor(jsonPath, value, 'int64'));
}

/** Returns the string at a path; undefined if absent. Throws ScalePathError. */
export function stringAt(body: JsonObject, jsonPath: string): string | undefined {
  const value = valueAt(body, jsonPath);
  if (value === undefined || typeof value === 'string') return value;
  throw new ScalePathError(accessor(jsonPath, value, 'string'));
}

/** Sets the value at a path, creating objects on the way. Throws ScalePathError if something else is in the way. */
export function setAt(body: JsonObject, jsonPath: string, value: unknown): void {
  const path = pathOf(jsonPath);
  const last = path.pop() ?? '';
  let current = body;
  for (const field of path) {
    const next = Object.hasOwn(current, field) ? current[field] : undefined;
    if (next !== undefined && !isJsonObject(next)) {
      throw new ScalePathError(
        `value cannot be set because .${path.join('.')} is not a map[string]interface{}`,
      );
    }
    const child = next ?? {};
    setField(current, field, child);
    current = child;
  }
  setField(current, last, value);
}

function valueAt(body: JsonObject, jsonPath: string): unknown {
  let current: unknown = body;
  for (const field of pathOf(jsonPath)) {
    if (current === undefined || current === null) return undefined;
    if (!isJsonObject(current))
      throw new ScalePathError(accessor(jsonPath, current, 'map[string]interface{}'));
    current = Object.hasOwn(current, field) ? current[field] : undefined;
  }
  return current;
}

function accessor(jsonPath: string, value: unknown, go: string): string {
  return `${jsonPath} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected ${go}`;
}

const maxReplicas = 2 ** 31 - 1;

/** Validates an object against its scale subresource. */
export function scaleErrors(
  scale: ScalePaths | undefined,
  body: JsonObject,
  parts: readonly ('spec' | 'status')[],
): FieldError[] {
  if (scale === undefined) return [];
  const errors: FieldError[] = [];
  if (parts.includes('spec')) errors.push(...replicaErrors(body, scale.specReplicas));
  if (parts.includes('status')) {
    errors.push(...replicaErrors(body, scale.statusReplicas));
    const { labelSelector } = scale;
    if (labelSelector !== '') {
      errors.push(
        ...checked(labelSelector, '', () => {
          stringAt(body, labelSelector);
          return undefined;
        }),
      );
    }
  }
  return errors;
}

function replicaErrors(body: JsonObject, path: string): FieldError[] {
  return checked(path, 0, () => {
    const replicas = integerAt(body, path) ?? 0;
    if (replicas < 0) return invalidField(path, replicas, 'should be a non-negative integer');
    if (replicas <= maxReplicas) return undefined;
    return invalidField(path, replicas, `should be less than or equal to ${maxReplicas}`);
  });
}

/** Runs a check; a value of the wrong type is a separate error, which shows `empty`. */
function checked(path: string, empty: unknown, check: () => FieldError | undefined): FieldError[] {
  try {
    const error = check();
    return error === undefined ? [] : [error];
  } catch (error) {
    if (error instanceof ScalePathError) return [invalidField(path, empty, error.message)];
    throw error;
  }
}
