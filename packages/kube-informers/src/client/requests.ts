import { shownList, shownValue } from '../util/shown.js';
import { preconditionNames } from './option-names.js';
import { requireKnownOptions } from '../util/known-options.js';
import { ConfigError } from '../util/errors.js';
import { isThenable } from '../util/type-checks.js';
import { refuseValue, requireObjects } from '../util/require.js';
import type { DeleteOptions, PatchOptions, PatchType, WriteOptions } from './call-options.js';

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The Content-Type of each patch type (types.PatchType). JSON is YAML, so `apply` accepts it. */
const patchContentTypes: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** Throws ConfigError `ERR_OPTION` if the value is not a boolean: the server's "All" would not be a dry run. */
function isOn(field: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw new ConfigError('ERR_OPTION', `${field} must be true or false, got ${shownList(value)}`);
}

/** Returns the query of create, update and patch. Throws ConfigError `ERR_OPTION` for a non-boolean `dryRun`. */
export function writeQuery(options: WriteOptions): Query {
  return {
    dryRun: isOn('dryRun', options.dryRun) ? 'All' : undefined,
    fieldManager: options.fieldManager,
    fieldValidation: options.fieldValidation,
  };
}

/** Returns method, query, type and body of a patch. Throws ConfigError `ERR_PATCH` for an invalid body or option. */
export function patchRequest(
  what: string,
  body: object | string,
  options: PatchOptions,
): { method: 'PATCH'; query: Query; contentType: string; body: object | string } {
  const { type } = options;
  const contentType: string | undefined = Object.hasOwn(patchContentTypes, type)
    ? patchContentTypes[type]
    : undefined;
  if (contentType === undefined) {
    throw new ConfigError(
      'ERR_PATCH',
      `type of a patch must be one of ${Object.keys(patchContentTypes).join(', ')}, got ${shownValue(type)}`,
    );
  }
  const isObject = typeof body === 'object' && body !== null;
  if (
    typeof body !== 'string' &&
    (!isObject || Array.isArray(body) !== (type === 'json') || isThenable(body))
  ) {
    const expected = type === 'json' ? 'an array of operations' : 'an object';
    throw new ConfigError('ERR_PATCH', `body of a ${type} patch of ${what} must be ${expected}`);
  }
  const query = writeQuery(options);
  if (type !== 'apply') return { method: 'PATCH', query, contentType, body };
  if (typeof options.fieldManager !== 'string' || options.fieldManager === '') {
    throw new ConfigError(
      'ERR_PATCH',
      `apply of ${what} needs a fieldManager, got ${shownValue(options.fieldManager)}`,
    );
  }
  const force = isOn('force', options.force) || undefined;
  return { method: 'PATCH', query: { ...query, force }, contentType, body };
}

/** Returns metav1.DeleteOptions as a body. Throws ConfigError `ERR_OPTION` for options the server would ignore. */
export function deleteBody(options: DeleteOptions): object {
  const { gracePeriodSeconds, preconditions, propagationPolicy, dryRun } = options;
  requireObjects('a delete', options, ['preconditions']);
  if (preconditions !== undefined)
    requireKnownOptions('preconditions of a delete', preconditions, preconditionNames);
  // JSON has null for both NaN and null, which would mean the kind's default.
  if (gracePeriodSeconds !== undefined && !Number.isInteger(gracePeriodSeconds))
    refuseValue('gracePeriodSeconds', 'a whole number', gracePeriodSeconds);
  if (propagationPolicy !== undefined && !/^(Orphan|Background|Foreground)$/.test(propagationPolicy))
    refuseValue('propagationPolicy', 'Orphan, Background or Foreground', propagationPolicy);
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    // JSON omits undefined fields.
    gracePeriodSeconds,
    preconditions,
    propagationPolicy,
    dryRun: isOn('dryRun', dryRun) ? ['All'] : undefined,
  };
}
