import { isJsonObject, setField } from '../json/json-fields.js';

/**
 * Applies a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces. The target is not
 * changed.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field];
    else
      setField(
        result,
        field,
        applyMergePatch(Object.hasOwn(result, field) ? result[field] : undefined, value),
      );
  }
  return result;
}
