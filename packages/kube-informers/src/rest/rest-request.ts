import type { KubernetesObject, ListOptions } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import {
  refuse,
  requireCallOptions,
  requireFunctions,
  requireMethods,
  requireNumber,
  requireObjects,
} from '../util/require.js';
import type { WaitToRetry } from '../util/wait-to-retry.js';
import type { Query } from './url.js';

/** What a request reads or writes. */
export interface RequestTarget {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Plural, lower case: `pods`. */
  readonly resource: string;
  /** "" for a resource of the cluster, and for all namespaces. */
  readonly namespace: string;
  /** "" for a collection. */
  readonly name: string;
  /** "" without one. */
  readonly subresource: string;
}

/** Fields of every request. */
export interface RestCall {
  /** Absolute path below the host, with escaped names: `/api/v1/namespaces/default/pods`. */
  readonly path: string;
  /**
   * What the path names, for traces, messages and a controller's own writes; clients of resources set it.
   *
   * Default: unknown, as for `/version`.
   */
  readonly target?: RequestTarget | undefined;
  /** Parameters of the URL. */
  readonly query?: Query | undefined;
  /** Default: `application/json`. */
  readonly accept?: string | undefined;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the request early; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of the whole call including retries, ms. Default: the config's `timeoutMs`. Not for watches. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt. Default: the RestClient's. */
  readonly maxRetries?: number | undefined;
  /** Waits before each retry. Default: waits on the RestClient's clock. */
  readonly waitToRetry?: WaitToRetry | undefined;
}

/**
 * Longest response that is read as a whole, uncompressed bytes. Lists and watches are not limited by it.
 *
 * They are decoded object by object. etcd limits objects to 1.5 MiB.
 */
export const defaultMaxBodyBytes = 64 * 1024 * 1024;

/** A request of any verb. */
export interface RestRequest extends RestCall {
  /** Longest response, uncompressed bytes; beyond it TransportError `ERR_BODY_SIZE`. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** HTTP method. */
  readonly method: string;
  /** An object is sent as JSON; a string is sent unchanged. */
  readonly body?: object | string | undefined;
  /** Content type of the body. Default: `application/json`. */
  readonly contentType?: string | undefined;
  /**
   * Called before each attempt is sent, after waiting for the rate limit, credentials and retries, and once more after waiting
   * for a connection, immediately before the request is written (by an UndiciTransport; a transport may leave it out).
   *
   * If it throws, nothing is sent and the call rejects with that error. Default: none.
   */
  readonly beforeSend?: (() => void) | undefined;
  /** Called with the HTTP status of each response, when its headers have arrived, before any retry. Default: none. */
  readonly onResponse?: ((status: number) => void) | undefined;
}

/** A list request. */
export interface RestListRequest extends RestCall {
  /** Options of the list. */
  readonly query?: ListOptions | undefined;
  /** Default apiVersion and kind of items without their own. Default: from the list's kind. */
  readonly apiVersion?: string | undefined;
  /** Kind of the objects. */
  readonly kind?: string | undefined;
  /** How items are represented. Default: plain objects. */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
}

/** A watch request; `watch=true` is added. */
export interface RestWatchRequest extends Omit<RestCall, 'timeoutMs'> {
  /** Options of the watch. */
  readonly query?: ListOptions | undefined;
  /** How the events' objects are represented. Default: plain objects. */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
}

/** A request for a response that is read as it arrives. */
export interface RestStreamRequest extends Omit<RestCall, 'timeoutMs'> {
  /**
   * True for a response that may pause for any time, such as a log that is followed: it has no timeouts, and a
   * connection of its own. Default: false.
   */
  readonly longRunning?: boolean | undefined;
}

const restCallNames: OptionNames<RestCall> = {
  path: true,
  target: true,
  query: true,
  accept: true,
  headers: true,
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  waitToRetry: true,
};

export const restRequestNames: OptionNames<RestRequest> = {
  ...restCallNames,
  maxBodyBytes: true,
  method: true,
  body: true,
  contentType: true,
  beforeSend: true,
  onResponse: true,
};

export const restListRequestNames: OptionNames<RestListRequest> = {
  ...restCallNames,
  apiVersion: true,
  kind: true,
  format: true,
};

export const restStreamRequestNames: OptionNames<RestStreamRequest> = {
  path: true,
  target: true,
  query: true,
  accept: true,
  headers: true,
  signal: true,
  maxRetries: true,
  waitToRetry: true,
  longRunning: true,
};

export const restWatchRequestNames: OptionNames<RestWatchRequest> = {
  path: true,
  target: true,
  query: true,
  accept: true,
  headers: true,
  signal: true,
  maxRetries: true,
  waitToRetry: true,
  format: true,
};

/** Throws ConfigError `ERR_OPTION` for the first mistyped field. */
export function requireRequest(
  request: Partial<RestRequest> & Pick<RestListRequest, 'format'>,
  known:
    | OptionNames<RestRequest>
    | OptionNames<RestListRequest>
    | OptionNames<RestStreamRequest>
    | OptionNames<RestWatchRequest>,
): void {
  const what = 'a request';
  requireKnownOptions(what, request, known);
  requireCallOptions(what, request);
  requireObjects(what, request, ['query', 'headers', 'target']);
  if (request.format !== undefined)
    requireMethods(`format of ${what}`, request.format, ['itemsReader', 'watchDecoder']);
  requireNumber('maxBodyBytes', request.maxBodyBytes);
  requireNumber('timeoutMs', request.timeoutMs);
  requireFunctions(what, request, ['beforeSend', 'onResponse', 'waitToRetry']);
  // JavaScript callers are not type-checked.
  const body: unknown = request.body;
  if (body !== undefined && typeof body !== 'string' && Object(body) !== body)
    refuse(`body of ${what}`, 'an object or a string', body);
}
