import { isJsonObject } from '../json/json-fields.js';
import { jsonTypeOf } from '../json/go-print.js';

/** Returns what Go's decoder says about a body whose kind and version it cannot read; undefined if it can. */
export function envelopeProblem(value: unknown): string | undefined {
  const problem = "couldn't get version/kind; json parse error: json: cannot unmarshal";
  if (!isJsonObject(value)) {
    return value === null
      ? undefined
      : `${problem} ${jsonTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
  }
  const field = ['kind', 'apiVersion'].find((name) => typeof (value[name] ?? '') !== 'string');
  return field && `${problem} ${jsonTypeOf(value[field])} into Go struct field .${field} of type string`;
}

/** Returns what Go says about an apiVersion with several slashes. */
export function versionProblem(apiVersion: string): string | undefined {
  return apiVersion.split('/').length > 2 ? `unexpected GroupVersion string: ${apiVersion}` : undefined;
}
