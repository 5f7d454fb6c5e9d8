import { ConfigError } from '../util/errors.js';
import type { DeleteOptions, PatchOptions, PatchType, WriteOptions } from './call-options.js';

/** Query parameters; an undefined one is left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** types.PatchType: the Content-Type of each kind of patch. JSON is YAML, so `apply` may carry it. */
const patchContentTypes: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** The query of create, update and patch. */
export function writeQuery(options: WriteOptions): Query {
  return {
    dryRun: options.dryRun === true ? 'All' : undefined,
    fieldManager: options.fieldManager,
    fieldValidation: options.fieldValidation,
  };
}

/** Method, query, type and body of a patch. Throws ConfigError `ERR_PATCH` for a body or option that cannot go with it. */
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
      `type of a patch must be one of ${Object.keys(patchContentTypes).join(', ')}, got ${JSON.stringify(type)}`,
    );
  }
  const isObject = typeof body === 'object' && body !== null;
  if (typeof body !== 'string' && (!isObject || Array.isArray(body) !== (type === 'json'))) {
    const expected = type === 'json' ? 'an array of operations' : 'an object';
    throw new ConfigError('ERR_PATCH', `body of a ${type} patch of ${what} must be ${expected}`);
  }
  if (type !== 'apply') return { method: 'PATCH', query: writeQuery(options), contentType, body };
  if (typeof options.fieldManager !== 'string' || options.fieldManager === '') {
    throw new ConfigError(
      'ERR_PATCH',
      `apply of ${what} needs a fieldManager, got ${JSON.stringify(options.fieldManager) ?? 'none'}`,
    );
  }
  const query = { ...writeQuery(options), force: options.force === true ? true : undefined };
  return { method: 'PATCH', query, contentType, body };
}

/** metav1.DeleteOptions as a body. */
export function deleteBody(options: DeleteOptions): object {
  const { gracePeriodSeconds, preconditions, propagationPolicy, dryRun } = options;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(dryRun === true ? { dryRun: ['All'] } : {}),
  };
}
