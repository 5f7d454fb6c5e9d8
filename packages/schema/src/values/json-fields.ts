/** Reads and fills in objects of unknown shape. */

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** True for a JSON object: not an array, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value as an object; undefined if it is not one. */
export function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Returns the objects in an array; empty if the value is not an array. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Returns the value at a path of fields: `at(pod, 'spec', 'nodeName')`. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const field of path) {
    if (!isJsonObject(current) || !Object.hasOwn(current, field)) return undefined;
    current = current[field];
  }
  return current;
}

/** Returns a field as a selector sees it: "" if absent. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string'
    ? found
    : typeof found === 'number' || typeof found === 'bigint' || typeof found === 'boolean'
      ? String(found)
      : '';
}

/** Returns the object in `field`, created if absent. */
export function childOf(object: JsonObject, field: string): JsonObject {
  const child = asObject(object[field]);
  if (child !== undefined) return child;
  const made: JsonObject = {};
  object[field] = made;
  return made;
}

/** Sets fields that are absent or null. */
export function fillDefaults(object: JsonObject, defaults: JsonObject): void {
  for (const [field, value] of Object.entries(defaults)) {
    if (object[field] === undefined || object[field] === null) object[field] = value;
  }
}

/** Sets an own property, even if it is named `__proto__`. */
export function setField(target: Record<string, unknown>, field: string, value: unknown): void {
  if (field === '__proto__') {
    Object.defineProperty(target, field, { value, writable: true, enumerable: true, configurable: true });
  } else target[field] = value;
}
