import type { IncomingHttpHeaders } from 'node:http';
import { StatusError } from 'kube-informers';
import type { UserRights } from './rights.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import {
  hostName,
  isLocalName,
  isLoopback,
  newInternalError,
  newUnauthorized,
  originHost,
  sameText,
} from 'kube-informers/internal';

/** A user of the embedded API server. */
export interface ServerUser {
  /** Name of the user: `jane`, `system:serviceaccount:shop:operator`. */
  readonly name: string;
  /** Groups besides `system:authenticated`. `system:masters` may do everything. Default: none. */
  readonly groups?: readonly string[] | undefined;
  /** Default: none. */
  readonly uid?: string | undefined;
  /** Further information for authorisers. Default: none. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * What the user may do, if RBAC decides. Default: nothing but discovery and reviews of its own access.
   *
   * The rules of a namespace become a Role with a RoleBinding, those without one a ClusterRole with its binding, all of them called
   * as the user. Missing namespaces are created.
   */
  readonly rights?: readonly UserRights[] | undefined;
}

/** What a user wants to do: a verb on a resource, or on another path. */
export interface AccessAttributes {
  /** Who asks; after impersonation, as whom. */
  readonly user: AuthenticatedUser;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; for paths the method in lower case. */
  readonly verb: string;
  /** "" for the core group and for paths. */
  readonly group: string;
  /** Plural name; "" for paths. */
  readonly resource: string;
  /** `status`, `exec`, `log`; "" for none. */
  readonly subresource: string;
  /** "" for cluster-scoped resources and all namespaces. */
  readonly namespace: string;
  /** "" for collections. */
  readonly name: string;
  /** The path of a request that is not for a resource: `/version`; "" otherwise. */
  readonly path: string;
}

/** An authoriser's answer. */
export interface AccessResult {
  /** True if the user may do it. */
  readonly allowed: boolean;
  /** Why; part of the 403. Default: none. */
  readonly reason?: string | undefined;
}

/** Who may access a server. */
export interface AccessRule {
  /** The token of the administrator; undefined: requests without a token are the administrator's. */
  readonly token: string | undefined;
  /** The users by their tokens. */
  readonly users: ReadonlyMap<string, AuthenticatedUser>;
  /** The address that the server listens on. */
  readonly host: string;
}

export const mastersGroup = 'system:masters';
const authenticatedGroup = 'system:authenticated';
const serviceAccountPrefix = 'system:serviceaccount:';

const administrator: AuthenticatedUser = {
  name: 'admin',
  groups: [mastersGroup, authenticatedGroup],
  uid: '',
  extra: {},
};

/** Returns a user with all fields; a service account is in the groups of service accounts. */
export function userInfo({ name, groups = [], uid = '', extra = {} }: ServerUser): AuthenticatedUser {
  const given = groups.length > 0 ? groups : serviceAccountGroups(name);
  return { name, groups: [...new Set([...given, authenticatedGroup])], uid, extra };
}

function serviceAccountGroups(name: string): string[] {
  if (!name.startsWith(serviceAccountPrefix)) return [];
  const namespace = name.slice(serviceAccountPrefix.length).split(':')[0] ?? '';
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/**
 * Returns the user of a request. Throws the server's 401 for a wrong token, or for none if one is required.
 *
 * Without a token every program on this machine has full access, but web pages in its browsers have not: 403 for a
 * request from a page of a different origin (`Origin`), and, on a loopback address, for a request to a public DNS
 * name, which an attacker may have pointed here (DNS rebinding).
 */
export function authenticate(
  headers: IncomingHttpHeaders,
  { token, users, host }: AccessRule,
): AuthenticatedUser {
  const given = bearerToken(headers);
  if (token !== undefined || (given !== undefined && users.size > 0)) {
    if (given === undefined) throw newUnauthorized();
    if (token !== undefined && sameText(given, token)) return administrator;
    for (const [known, user] of users) if (sameText(given, known)) return user;
    throw newUnauthorized();
  }
  const { origin, host: asked = '' } = headers;
  if (origin !== undefined && originHost(origin) !== asked.toLowerCase())
    throw refused('a web page of another origin');
  if (isLoopback(host) && !isLocalName(asked)) throw refused(`a name of the public DNS (${hostName(asked)})`);
  return administrator;
}

/** Begins a subprotocol with which a browser's WebSocket sends its token. */
export const bearerProtocolPrefix = 'base64url.bearer.authorization.k8s.io.';

function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return /^Bearer (.*)$/.exec(authorization)?.[1] ?? '';
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const protocol = protocols.find((name) => name.startsWith(bearerProtocolPrefix));
  if (protocol === undefined) return undefined;
  return Buffer.from(protocol.slice(bearerProtocolPrefix.length), 'base64url').toString();
}

function refused(whom: string): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: 403,
    reason: 'Forbidden',
    message: `this server answers programs of its machine and not ${whom}; start it with a token to allow any`,
  });
}

/** A user to act as, and what the permission to do so is called. */
export interface Impersonation {
  readonly user: AuthenticatedUser;
  /** The resources that the user of the request must be allowed to impersonate. */
  readonly needs: readonly {
    readonly group: string;
    readonly resource: string;
    readonly subresource: string;
    readonly namespace: string;
    readonly name: string;
  }[];
}

const extraPrefix = 'impersonate-extra-';

/**
 * Returns whom a request acts as; undefined without such headers. Throws 500 for groups without a user.
 *
 * `headers` has the values of each header, which are not split.
 */
export function impersonationOf(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
): Impersonation | undefined {
  const values = (name: string): readonly string[] => headers[name] ?? [];
  const [name = ''] = values('impersonate-user');
  const groups = values('impersonate-group');
  const [uid = ''] = values('impersonate-uid');
  const extra: Record<string, readonly string[]> = {};
  for (const header of Object.keys(headers)) {
    if (!header.startsWith(extraPrefix)) continue;
    const key = decodeExtraKey(header.slice(extraPrefix.length));
    Object.defineProperty(extra, key, { value: values(header), enumerable: true });
  }
  if (name === '') {
    if (groups.length === 0 && uid === '' && Object.keys(extra).length === 0) return undefined;
    throw newInternalError('requested groups, a UID or extra fields without impersonating a user');
  }
  const need = (group: string, resource: string, of: string, subresource = '', namespace = '') => ({
    group,
    resource,
    subresource,
    namespace,
    name: of,
  });
  const [, account] = name.split(serviceAccountPrefix);
  const [namespace = '', accountName = ''] = (account ?? '').split(':');
  return {
    user: userInfo({ name, groups, uid, extra }),
    needs: [
      account === undefined || !name.startsWith(serviceAccountPrefix)
        ? need('', 'users', name)
        : need('', 'serviceaccounts', accountName, '', namespace),
      ...groups.map((group) => need('', 'groups', group)),
      ...(uid === '' ? [] : [need('authentication.k8s.io', 'uids', uid)]),
      ...Object.entries(extra).flatMap(([key, all]) =>
        all.map((value) => need('authentication.k8s.io', 'userextras', value, key)),
      ),
    ],
  };
}

function decodeExtraKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // As Go's server: an invalid escape is kept.
    return key;
  }
}
