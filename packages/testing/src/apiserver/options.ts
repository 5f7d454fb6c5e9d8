import { kubernetesVersion } from './types/api-types.js';
import { type Clock, ConfigError, type Logger, type Random, systemClock } from 'kube-informers';
import {
  containLogger,
  type OptionNames,
  refuseValue,
  requireArray,
  requireBooleans,
  requireKnownOptions,
  requireObject,
  requireStrings,
  requireTools,
  shownValue,
  systemRandom,
} from 'kube-informers/internal';
import type { Authorizer } from './access/authorizer.js';
import { userInfo } from './access/users.js';
import type { ServerUser, UserInfo } from './access/users.js';
import { requireTls } from './http/tls.js';
import type { TlsOptions } from './http/tls.js';

/** Options of an embedded API server. */
export interface ApiServerOptions {
  /** TCP port. Default: 0, a free one. */
  readonly port?: number | undefined;
  /** Address to listen on. Default: `127.0.0.1`. Without `token`, anyone who can connect has full access. */
  readonly host?: string | undefined;
  /** Serves HTTPS. Default: plain HTTP. */
  readonly tls?: TlsOptions | undefined;
  /**
   * Bearer token that every request must carry. Default: none.
   *
   * Go clients (kubectl) do not send a kubeconfig's token over plain HTTP.
   */
  readonly token?: string | undefined;
  /**
   * Further users, by their bearer tokens. Default: none.
   *
   * The user of `token`, and without it of requests that carry none, is `admin` in the group `system:masters`.
   */
  readonly users?: Readonly<Record<string, ServerUser>> | undefined;
  /**
   * Decides what users may do: a function, or `'rbac'` for the Roles, ClusterRoles and bindings in the server. Default:
   * everyone may do everything.
   *
   * `system:masters` may do everything. With it, `Impersonate-User` and the other headers have an effect, and access
   * reviews are answered from it.
   */
  readonly authorizer?: Authorizer | 'rbac' | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Random numbers for generated names and watch timeouts. Default: `Math.random`. */
  readonly random?: Random | undefined;
  /** Default: none. */
  readonly logger?: Logger | undefined;
  /** Time between a watch's bookmarks, ms. Default: 60 000 (kube-apiserver's cacher). */
  readonly bookmarkIntervalMs?: number | undefined;
  /** Number of changes kept per resource. Default: 100 000. */
  readonly historyLimit?: number | undefined;
  /**
   * The resourceVersion before the first write; earlier ones are expired (410). Default: `1`, an empty etcd.
   *
   * Two servers with different values behind one address simulate a cluster restored from a backup: a resourceVersion
   * that jumps forward or back.
   */
  readonly initialResourceVersion?: string | undefined;
  /** How long changes are kept, ms. Default: 300 000 (kube-apiserver's etcd-compaction-interval). */
  readonly historyMs?: number | undefined;
  /**
   * Minimum lifetime of watches without timeoutSeconds, s; the maximum is twice that. Default: 1800.
   *
   * That is kube-apiserver's min-request-timeout.
   */
  readonly minRequestTimeoutSeconds?: number | undefined;
  /** Bytes buffered for a slow watch before it is closed. Default: 64 MiB. */
  readonly watchBufferBytes?: number | undefined;
  /**
   * How long a read waits for a future resourceVersion, ms, before it gets 504. Default: 3000 (kube-apiserver's
   * cacher).
   */
  readonly freshnessTimeoutMs?: number | undefined;
  /**
   * Serves watch-lists (`sendInitialEvents`). Default: true; false simulates a server before 1.32 or without the
   * gate.
   */
  readonly watchList?: boolean | undefined;
  /**
   * Serves shards (`shardSelector` on list and watch, KEP-5866). Default: false.
   *
   * That is 1.36's default: the parameter is then ignored, and lists do not echo it.
   */
  readonly shardedListAndWatch?: boolean | undefined;
  /** The reported Kubernetes version. Default: the newest, whose behaviour is implemented. */
  readonly version?: string | undefined;
  /**
   * Only marks deleted pods that have a node, as before their kubelet acts. Default: false, they are deleted
   * immediately.
   */
  readonly gracefulPodDeletion?: boolean | undefined;
  /** Number of requests kept in `requests`. Default: 10 000. */
  readonly requestLogLimit?: number | undefined;
}

const apiServerOptionNames: OptionNames<ApiServerOptions> = {
  port: true,
  host: true,
  tls: true,
  token: true,
  users: true,
  authorizer: true,
  clock: true,
  random: true,
  logger: true,
  bookmarkIntervalMs: true,
  historyLimit: true,
  initialResourceVersion: true,
  historyMs: true,
  minRequestTimeoutSeconds: true,
  watchBufferBytes: true,
  freshnessTimeoutMs: true,
  watchList: true,
  shardedListAndWatch: true,
  version: true,
  gracefulPodDeletion: true,
  requestLogLimit: true,
};

/** Options with all defaults. */
export interface ResolvedOptions {
  readonly port: number;
  readonly host: string;
  readonly token: string | undefined;
  readonly users: ReadonlyMap<string, UserInfo>;
  readonly authorizer: Authorizer | 'rbac' | undefined;
  readonly tls: TlsOptions | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly bookmarkIntervalMs: number;
  readonly historyLimit: number;
  readonly historyMs: number;
  readonly initialRevision: number;
  readonly minRequestTimeoutSeconds: number;
  readonly watchBufferBytes: number;
  readonly freshnessTimeoutMs: number;
  readonly watchList: boolean;
  readonly shardedListAndWatch: boolean;
  readonly version: string;
  readonly gracefulPodDeletion: boolean;
  readonly requestLogLimit: number;
}

/** Validates the options. Throws ConfigError `ERR_OPTION` with the option, its value and what was expected. */
export function resolveOptions(options: ApiServerOptions): ResolvedOptions {
  requireKnownOptions('ApiServer.start', options, apiServerOptionNames);
  requireTools('ApiServer.start', options);
  requireBooleans('ApiServer.start', options, ['watchList', 'shardedListAndWatch', 'gracefulPodDeletion']);
  const { port = 0, host = '127.0.0.1', token, version = kubernetesVersion } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    refuseValue('port', 'a whole number from 0 to 65535', port);
  }
  if (typeof host !== 'string' || host === '') {
    refuseValue('host', 'an address or a host name', host);
  }
  if (token !== undefined) requireToken('token', token);
  const { authorizer } = options;
  if (authorizer !== undefined && authorizer !== 'rbac' && typeof authorizer !== 'function')
    refuseValue('authorizer', `a function or 'rbac'`, authorizer);
  if (!/^v\d+\.\d+\.\d+/.test(version)) {
    throw new ConfigError(
      'ERR_OPTION',
      `version must look like ${kubernetesVersion}, got ${shownValue(version)}`,
    );
  }
  requireTls(options.tls);
  return {
    port,
    host,
    token,
    users: usersOf(options.users ?? {}),
    authorizer,
    tls: options.tls,
    version,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    logger: containLogger(options.logger),
    bookmarkIntervalMs: positive('bookmarkIntervalMs', options.bookmarkIntervalMs, 60_000),
    historyLimit: positive('historyLimit', options.historyLimit, 100_000),
    historyMs: positive('historyMs', options.historyMs, 300_000),
    initialRevision: revision('initialResourceVersion', options.initialResourceVersion, 1),
    minRequestTimeoutSeconds: positive('minRequestTimeoutSeconds', options.minRequestTimeoutSeconds, 1800),
    watchBufferBytes: positive('watchBufferBytes', options.watchBufferBytes, 64 * 1024 * 1024),
    requestLogLimit: positive('requestLogLimit', options.requestLogLimit, 10_000),
    freshnessTimeoutMs: positive('freshnessTimeoutMs', options.freshnessTimeoutMs, 3000),
    watchList: options.watchList ?? true,
    shardedListAndWatch: options.shardedListAndWatch ?? false,
    gracefulPodDeletion: options.gracefulPodDeletion ?? false,
  };
}

const serverUserNames: OptionNames<ServerUser> = { name: true, groups: true, uid: true, extra: true };

function usersOf(users: Readonly<Record<string, ServerUser>>): ReadonlyMap<string, UserInfo> {
  requireObject('users', users);
  const found = new Map<string, UserInfo>();
  for (const [token, user] of Object.entries(users)) {
    requireToken('a token of users', token);
    requireKnownOptions('a user of ApiServer.start', user, serverUserNames);
    requireStrings('a user of ApiServer.start', user, ['name']);
    if (user.groups !== undefined) requireArray('groups of a user', user.groups);
    found.set(token, userInfo(user));
  }
  return found;
}

/** The message does not show the token. */
function requireToken(what: string, token: string): void {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError('ERR_OPTION', `${what} must be printable ASCII without spaces, and not empty`);
}

// Leaves room for writes below 2^53, beyond which numbers are not exact.
const maxInitialRevision = 2 ** 52;

function revision(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) && Number(value) <= maxInitialRevision) {
    return Number(value);
  }
  refuseValue(name, `a string of digits from "1" to "${maxInitialRevision}"`, value);
}

function positive(name: string, value: number | undefined, fallback: number): number {
  const number = value ?? fallback;
  if (typeof number !== 'number' || !(number > 0)) {
    refuseValue(name, 'a number above 0', number);
  }
  return number;
}
