import { kubernetesVersion } from './types/api-types.js';
import { type Clock, ConfigError, type Logger, type Random } from 'kube-informers';
import { systemClock } from 'kube-informers/internal';
import {
  type Checks,
  containLogger,
  type OptionNames,
  refuseValue,
  requireAboveZero,
  requireList,
  requireBoolean,
  requireClock,
  requireFunction,
  requireKnownOptions,
  requireLogger,
  requirePort,
  requireRecord,
  requireString,
  requireStrings,
  requireText,
  shownValue,
  systemRandom,
} from 'kube-informers/internal';
import type { Authorizer } from './access/authorizer.js';
import type { ServiceResolver } from './webhooks/webhook-client.js';
import { userInfo } from './access/users.js';
import type { ServerUser } from './access/users.js';
import type { AuthenticatedUser } from './http/authenticated-user.js';
import { requireRights } from './access/rights.js';
import type { PodTermination } from './controllers/pod-removal.js';
import type { AccountOptions } from '../test-server.js';
import { requireTls } from './http/tls.js';
import type { TlsOptions } from './http/tls.js';
import { requireRuntimeConfig } from './runtime-config.js';

const podTerminations: readonly PodTermination[] = ['prompt', 'gracePeriod', 'manual'];

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
   * Serves watch-lists (`sendInitialEvents`). Default: as the `version`, by default 1.32 and from 1.34 on; false simulates a
   * server without the feature gate.
   */
  readonly watchList?: boolean | undefined;
  /**
   * Serves shards (`shardSelector` on list and watch, KEP-5866). Default: false.
   *
   * That is the default of 1.36 and 1.37: the parameter is then ignored, and lists do not echo it.
   */
  readonly shardedListAndWatch?: boolean | undefined;
  /**
   * A Status that answers DELETE has the resourceVersion of the deletion, as in Kubernetes 1.38. Default: false.
   *
   * An object that answers DELETE always has it.
   */
  readonly deleteResourceVersion?: boolean | undefined;
  /**
   * The Kubernetes version: `v1.33.0`. Default: the newest. Of an older one, `/version` and the rules of lists and watches are
   * implemented; everything else is that of the newest.
   */
  readonly version?: string | undefined;
  /**
   * Versions of groups that are served or not, as kube-apiserver's flag `--runtime-config`: `{ 'resource.k8s.io/v1beta1': true }`,
   * and `api/all`, `api/ga`, `api/beta` and `api/alpha` for many. Default: the stable versions, as on a real server.
   */
  readonly runtimeConfig?: Readonly<Record<string, boolean>> | undefined;
  /** When a deleted pod that has a node is removed. Default: `'prompt'`. */
  readonly podTermination?: PodTermination | undefined;
  /**
   * The address of a service that a webhook configuration names, `'127.0.0.1:9443'`; undefined for one that does not exist. Called
   * for each request. Default: there are no services, and webhooks have a `url`.
   */
  readonly resolveService?: ServiceResolver | undefined;
  /** Allows webhooks with `http://` URLs on loopback, without certificates. Default: false, as on a real server. */
  readonly httpWebhooks?: boolean | undefined;
  /** Number of requests kept in `requests`. Default: 10 000. */
  readonly requestLogLimit?: number | undefined;
}

const apiServerOptionNames: OptionNames<ApiServerOptions> = {
  port: requirePort,
  host: (what, value) => {
    if (typeof value !== 'string' || value === '') refuseValue(what, 'an address or a host name', value);
  },
  tls: requireTls,
  token: requireToken,
  users: (what, users) => requireUsers(what, users),
  authorizer: (what, value) => {
    if (value !== 'rbac' && typeof value !== 'function') refuseValue(what, `a function or 'rbac'`, value);
  },
  clock: requireClock,
  random: requireFunction,
  logger: requireLogger,
  bookmarkIntervalMs: requireAboveZero,
  historyLimit: requireAboveZero,
  initialResourceVersion: (what, value) => {
    if (typeof value !== 'string' || !/^[1-9]\d{0,15}$/.test(value) || Number(value) > maxInitialRevision)
      refuseValue(what, `a string of digits from "1" to "${maxInitialRevision}"`, value);
  },
  historyMs: requireAboveZero,
  minRequestTimeoutSeconds: requireAboveZero,
  watchBufferBytes: requireAboveZero,
  freshnessTimeoutMs: requireAboveZero,
  watchList: requireBoolean,
  shardedListAndWatch: requireBoolean,
  deleteResourceVersion: requireBoolean,
  version: (what, value) => {
    if (typeof value === 'string' && /^v\d+\.\d+\.\d+/.test(value)) return;
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must look like ${kubernetesVersion}, got ${shownValue(value)}`,
    );
  },
  runtimeConfig: requireRuntimeConfig,
  podTermination: (what, value) => {
    if (!podTerminations.some((name) => name === value))
      refuseValue(what, `one of ${podTerminations.join(', ')}`, value);
  },
  resolveService: requireFunction,
  httpWebhooks: requireBoolean,
  requestLogLimit: requireAboveZero,
};

// Leaves room for writes below 2^53, beyond which numbers are not exact.
const maxInitialRevision = 2 ** 52;

/** Options with all defaults. */
export interface ResolvedOptions {
  readonly port: number;
  readonly host: string;
  readonly token: string | undefined;
  readonly users: ReadonlyMap<string, AuthenticatedUser>;
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
  readonly deleteResourceVersion: boolean;
  readonly version: string;
  readonly runtimeConfig: Readonly<Record<string, boolean>>;
  readonly podTermination: PodTermination;
  readonly resolveService: ServiceResolver;
  readonly httpWebhooks: boolean;
  readonly requestLogLimit: number;
}

/** Fills in the defaults. Throws ConfigError `ERR_OPTION` with the option, its value and what was expected. */
export function resolveOptions(options: ApiServerOptions): ResolvedOptions {
  requireKnownOptions('ApiServer.start', options, apiServerOptionNames);
  for (const { name, rights = [] } of Object.values(options.users ?? {})) {
    if (rights.length > 0) requireRbac(options.authorizer, name);
  }
  return {
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    token: options.token,
    users: usersOf(options.users ?? {}),
    authorizer: options.authorizer,
    tls: options.tls,
    version: options.version ?? kubernetesVersion,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    logger: containLogger(options.logger),
    bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
    historyLimit: options.historyLimit ?? 100_000,
    historyMs: options.historyMs ?? 300_000,
    initialRevision: Number(options.initialResourceVersion ?? 1),
    minRequestTimeoutSeconds: options.minRequestTimeoutSeconds ?? 1800,
    watchBufferBytes: options.watchBufferBytes ?? 64 * 1024 * 1024,
    requestLogLimit: options.requestLogLimit ?? 10_000,
    freshnessTimeoutMs: options.freshnessTimeoutMs ?? 3000,
    watchList: options.watchList ?? servesWatchLists(minorOf(options.version ?? kubernetesVersion)),
    shardedListAndWatch: options.shardedListAndWatch ?? false,
    deleteResourceVersion: options.deleteResourceVersion ?? false,
    runtimeConfig: options.runtimeConfig ?? {},
    podTermination: options.podTermination ?? 'prompt',
    resolveService: options.resolveService ?? (() => undefined),
    httpWebhooks: options.httpWebhooks ?? false,
  };
}

/** Minor version: 33 of `v1.33.0`. */
export function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

/** The default of the WatchList feature gate: on in 1.32, off again in 1.33. */
function servesWatchLists(minor: number): boolean {
  return minor === 32 || minor >= 34;
}

/** The options of a user, with their checks. */
export const serverUserNames: OptionNames<ServerUser> = {
  name: requireText,
  groups: requireList,
  uid: requireString,
  extra: requireRecord,
  rights: requireRights,
};

/** Checks users by their tokens. */
export function requireUsers(what: string, users: unknown, names: Checks = serverUserNames): void {
  requireRecord(what, users);
  for (const [token, user] of Object.entries(users as object)) {
    requireToken(`a token of ${what}`, token);
    requireKnownOptions(`a user of ${what}`, user, names);
    requireStrings(`a user of ${what}`, user, ['name']);
  }
}

function usersOf(users: Readonly<Record<string, ServerUser>>): ReadonlyMap<string, AuthenticatedUser> {
  return new Map(Object.entries(users).map(([token, user]) => [token, userInfo(user)]));
}

/** The message does not show the token. */
function requireToken(what: string, token: unknown): void {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError('ERR_OPTION', `${what} must be printable ASCII without spaces, and not empty`);
}

const accountOptionNames: OptionNames<AccountOptions> = {
  name: requireText,
  namespace: requireText,
  rights: requireRights,
};

/** Checks a service account that a test adds. */
export function requireAccount(account: AccountOptions): void {
  requireKnownOptions('addAccount', account, accountOptionNames);
  requireStrings('the account of addAccount', account, ['name']);
}

/** Rights of a user would have no effect without RBAC. */
export function requireRbac(authorizer: Authorizer | 'rbac' | undefined, user: string): void {
  if (authorizer === 'rbac') return;
  throw new ConfigError(
    'ERR_OPTION',
    `rights of a user need the option authorizer: 'rbac' of ApiServer.start, got rights of ${shownValue(user)}`,
  );
}
