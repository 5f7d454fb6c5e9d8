import { isJsonObject, setField } from '@kube-informers/schema/internal';

/**
 * Applies a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces. The target is not
 * changed, but the result shares parts of it.
 *
 * Unlike in the RFC, null also removes fields of objects in a list, unless the list replaces an object, as in
 * json-patch v4.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return isJsonObject(target) ? patch : withoutNulls(patch);
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

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isJsonObject(value) ? applyMergePatch(undefined, value) : value;
}
