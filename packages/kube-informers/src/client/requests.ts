import type { RestClient } from '../rest/rest-client.js';
import { applyContentType } from '../rest/request.js';
import type { RequestTarget, RestWebSocketRequest } from '../rest/request.js';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { linkSignal } from '../util/signal.js';
import { shownKey, shownValue } from '../util/shown.js';
import { ConfigError } from '../util/errors.js';
import {
  oneOf,
  refuseValue,
  requireAbortSignal,
  requireBoolean,
  requireFunction,
  requireString,
  wholeFrom,
} from '../util/require.js';
import type { OptionNames } from '../util/known-options.js';
import { optionsOf } from '../util/known-options.js';
import { isThenable } from '../util/type-checks.js';
import type { CallOptions, SourceOptions } from '../meta/calls.js';
import type { AnyFields, ReadMask } from '../meta/projected.js';
import type { ListOptions } from '../meta/types.js';
import type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  PatchOptions,
  PatchType,
  WriteOptions,
} from './call-options.js';

/** The part of a RestClient that clients use. */
export type Requester = Pick<RestClient, 'request' | 'list' | 'watch' | 'stream'> &
  Partial<Pick<RestClient, 'webSocket' | 'closing' | 'pagesFromCache' | 'logger'>>;

/** What a requester is, besides its calls: one that wraps another is the same. */
export function traitsOf(rest: Requester): Pick<Requester, 'closing' | 'logger' | 'pagesFromCache'> {
  return {
    ...(rest.closing && { closing: rest.closing }),
    ...(rest.logger && { logger: rest.logger }),
    ...(rest.pagesFromCache && { pagesFromCache: rest.pagesFromCache.bind(rest) }),
  };
}

/** Opens a WebSocket that ends with `signal` as well. */
export async function linkedWebSocket(
  webSocket: NonNullable<Requester['webSocket']>,
  request: RestWebSocketRequest,
  signal: AbortSignal,
): Promise<WebSocketConnection> {
  const link = linkSignal(signal, request.signal);
  try {
    const connection = await webSocket({ ...request, signal: link.signal });
    void connection.closed.then(link.dispose);
    return connection;
  } catch (error) {
    link.dispose();
    throw error;
  }
}

/**
 * Identifies a resource: a descriptor from `defineResource`, or only group, version and resource.
 *
 * The latter is the form of client-go's dynamic client. Without `namespaced` the scope is unknown here and checked
 * only by the server.
 */
export interface ResourceTarget {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Plural, lower case: `pods`. */
  readonly resource: string;
  /** Kind of the objects. Default: unknown. */
  readonly kind?: string | undefined;
  /** True if the objects are in namespaces. Default: unknown. */
  readonly namespaced?: boolean | undefined;
  /** Default: unknown here, and checked only by the server. */
  readonly subresources?: readonly string[] | undefined;
}

/** Returns the URL path of a group-version: `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return group === ''
    ? `/api/${segment('version', version)}`
    : `/apis/${segment('group', group)}/${segment('version', version)}`;
}

/** The part of a request that says what it reads or writes. */
export interface ResourceAddress {
  /** Path of the URL. */
  readonly path: string;
  /** What the request is about, for logs and metrics. */
  readonly target: RequestTarget;
}

/** Returns the address of a collection, of an object in it, or of an object's subresource. */
export function resourceAddress(
  { group, version, resource }: ResourceTarget,
  namespace: string | undefined,
  name?: string,
  subresource?: string,
): ResourceAddress {
  let path = groupVersionPath(group, version);
  if (namespace !== undefined) path += `/namespaces/${segment('namespace', namespace)}`;
  path += `/${segment('resource', resource)}`;
  if (name !== undefined) path += `/${segment('name', name)}`;
  // A subresource may have several segments: `proxy/metrics`.
  if (subresource !== undefined) {
    requireString('subresource', subresource);
    path += `/${subresource
      .split('/')
      .map((part) => segment('subresource', part))
      .join('/')}`;
  }
  return {
    path,
    target: {
      group,
      version,
      resource,
      namespace: namespace ?? '',
      name: name ?? '',
      // Of a proxy's path, only that it is one.
      subresource: subresource?.split('/')[0] ?? '',
    },
  };
}

/** Throws ConfigError `ERR_RESOURCE` for an invalid resource, such as undefined or only a plural. */
export function requireTarget(target: unknown): void {
  // JavaScript callers are not type-checked.
  const { group, version, resource } = Object(target) as Partial<ResourceTarget>;
  if ([group, version, resource].every((part) => typeof part === 'string')) return;
  throw new ConfigError(
    'ERR_RESOURCE',
    `resource must be a descriptor such as coreV1.pods, or have group, version and resource, got ${shownValue(target)}`,
  );
}

/** Formats a resource and name for messages: `pods "nginx"`. */
export function describeTarget(target: ResourceTarget, name?: string): string {
  const what = target.group === '' ? target.resource : `${target.resource}.${target.group}`;
  return name === undefined ? what : `${what} ${shownKey(name)}`;
}

/**
 * Encodes a name as a URL path segment.
 *
 * Throws ConfigError `ERR_NAME` for an invalid one (client-go's IsValidPathSegmentName): a name `../x` must not reach
 * a different object.
 */
export function segment(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new ConfigError('ERR_NAME', `${field} must be a non-empty string, got ${shownValue(value)}`);
  }
  if (value === '.' || value === '..' || value.includes('/') || value.includes('%')) {
    const isKey = field === 'name' && /^[a-z\d-]+\/[^/%]+$/.test(value);
    const remedy = isKey ? ': give the name alone, and the namespace to the client' : '';
    throw new ConfigError(
      'ERR_NAME',
      `${field} must not be "." or ".." nor contain "/" or "%", got ${shownValue(value)}${remedy}`,
    );
  }
  // An unpaired surrogate cannot be encoded as UTF-8.
  if (/\p{Surrogate}/u.test(value))
    throw new ConfigError('ERR_NAME', `${field} must be well-formed Unicode, got ${shownValue(value)}`);
  return encodeURIComponent(value);
}

/** Checked by `FieldMask.of`. */
const maskNames = { fields: true, exclude: true } as const;

export const getOptionNames: OptionNames<GetOptions> = {
  signal: requireAbortSignal,
  resourceVersion: requireString,
};

export const maskedGetNames: OptionNames<GetOptions & AnyMask> = { ...getOptionNames, ...maskNames };

export const requireFieldValidation = oneOf('Ignore', 'Warn', 'Strict');

export const writeOptionNames: OptionNames<WriteOptions> = {
  signal: requireAbortSignal,
  // The server's "All" would be no dry run.
  dryRun: requireBoolean,
  fieldManager: requireString,
  fieldValidation: requireFieldValidation,
};

export const applyOptionNames: OptionNames<ApplyOptions> = { ...writeOptionNames, force: requireBoolean };

export const patchOptionNames: OptionNames<PatchOptions> = {
  ...applyOptionNames,
  type: true, // see `patchRequest`
  subresource: true,
};

/** What a write requires of the stored object; a misspelt name would require nothing. */
export const requirePreconditions = optionsOf<NonNullable<DeleteOptions['preconditions']>>({
  uid: requireString,
  resourceVersion: requireString,
});

export const deleteOptionNames: OptionNames<DeleteOptions> = {
  signal: requireAbortSignal,
  // JSON has null for both NaN and null, which would mean the kind's default.
  gracePeriodSeconds: (what, seconds) => {
    if (!Number.isInteger(seconds)) refuseValue(what, 'a whole number', seconds);
  },
  preconditions: requirePreconditions,
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
  dryRun: requireBoolean,
};

/** `fields` and `exclude` of any type. */
export type AnyMask = ReadMask<unknown, AnyFields | undefined, AnyFields | undefined>;

export const listOptionNames: OptionNames<ListOptions> = {
  labelSelector: true,
  fieldSelector: true,
  watch: requireBoolean,
  allowWatchBookmarks: true,
  resourceVersion: true,
  resourceVersionMatch: true,
  timeoutSeconds: true,
  limit: wholeFrom(0),
  continue: true,
  sendInitialEvents: true,
  shardSelector: true,
};

export const listCallNames: OptionNames<ListOptions & CallOptions & AnyMask> = {
  ...listOptionNames,
  ...maskNames,
  signal: requireAbortSignal,
};

export const sourceListCallNames: OptionNames<SourceOptions & AnyMask> = {
  ...listCallNames,
  format: true, // see `RestClient`
  maxRetries: true,
  waitToRetry: true,
  onContinue: requireFunction,
};

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The Content-Type of each patch type (types.PatchType). */
const patchContentTypes: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: applyContentType,
};

/** Returns the query of create, update and patch. */
export function writeQuery(options: WriteOptions): Query {
  return {
    dryRun: options.dryRun === true ? 'All' : undefined,
    fieldManager: options.fieldManager,
    fieldValidation: options.fieldValidation,
  };
}

/** Returns method, query, type and body of a patch. Throws ConfigError `ERR_PATCH` for an invalid body or option. */
export function patchRequest(
  what: string,
  body: unknown,
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
    const remedy = Array.isArray(body) ? ": an array of operations has the type 'json'" : '';
    throw new ConfigError(
      'ERR_PATCH',
      `body of a ${type} patch of ${what} must be ${expected}, got ${shownValue(body)}${remedy}`,
    );
  }
  // Checked above.
  const request = { method: 'PATCH', contentType, body: body as object | string } as const;
  const query = writeQuery(options);
  if (type !== 'apply') return { ...request, query };
  if (typeof options.fieldManager !== 'string' || options.fieldManager === '') {
    throw new ConfigError(
      'ERR_PATCH',
      `apply of ${what} needs a fieldManager, got ${shownValue(options.fieldManager)}`,
    );
  }
  const force = options.force === true || undefined;
  return { ...request, query: { ...query, force } };
}

/** Returns metav1.DeleteOptions as a body. */
export function deleteBody(options: DeleteOptions): object {
  const { gracePeriodSeconds, preconditions, propagationPolicy, dryRun } = options;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    // JSON omits undefined fields.
    gracePeriodSeconds,
    preconditions,
    propagationPolicy,
    dryRun: dryRun === true ? ['All'] : undefined,
  };
}
