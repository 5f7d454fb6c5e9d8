import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Clientset,
  ConfigError,
  isAlreadyExists,
  type KubernetesList,
  type KubernetesObject,
  type rbacv1,
  type Resource,
  type RestConfig,
} from 'kube-informers';
import {
  isResourceVersion,
  type OptionNames,
  refuseValue,
  requireAboveZero,
  requireKnownOptions,
  requireList,
  requirePort,
  requireStrings,
  requireText,
} from 'kube-informers/internal';
import type { LocalListOptions } from '../apiserver/control-options.js';
import { kubeconfigText } from '../apiserver/kubeconfig-text.js';
import { requireAccount, requireUsers, serverUserNames } from '../apiserver/options.js';
import { userInfo } from '../apiserver/access/users.js';
import type { ServerUser } from '../apiserver/access/users.js';
import { readDefinitions } from '../apiserver/definitions/given-definitions.js';
import { rolesOf } from '../apiserver/access/rights.js';
import type { UserRights } from '../apiserver/access/rights.js';
import type { AccountOptions, Definitions, ObjectOptions, TestServer, TestUser } from '../test-server.js';
import { findBinaries } from './assets.js';
import { defineKinds } from './definitions.js';
import { compactEtcd } from './etcd.js';
import { requireFlag } from './flags.js';
import { RealObjects } from './real-objects.js';
import { ServerProcesses } from './server-processes.js';
import { untilAllowed } from './until-allowed.js';

/** A user of a RealApiServer, whose token file has no `extra`. */
export type RealServerUser = Omit<ServerUser, 'extra'>;

/** Options of a RealApiServer. */
export interface RealApiServerOptions {
  /** Folder with `kube-apiserver` and `etcd`. Default: KUBEBUILDER_ASSETS, else `/usr/local/kubebuilder/bin`, as envtest. */
  readonly assets?: string | undefined;
  /** Path of another kube-apiserver than that of the folder. */
  readonly apiServer?: string | undefined;
  /** Path of another etcd than that of the folder. */
  readonly etcd?: string | undefined;
  /**
   * Further flags of kube-apiserver, such as `--feature-gates=WatchList=false`. Default: none.
   *
   * One replaces the flag of the same name that the server is started with otherwise, such as `--authorization-mode=RBAC`.
   */
  readonly flags?: readonly string[] | undefined;
  /** TCP port of the API server. Default: 0, a free one. */
  readonly port?: number | undefined;
  /** Users by their bearer tokens, besides the administrator of `config`. Default: none. */
  readonly users?: Readonly<Record<string, RealServerUser>> | undefined;
  /** How long a start may take, ms. Default: 120 000, for busy machines; an idle one needs 4000. */
  readonly startTimeoutMs?: number | undefined;
}

const realUserNames: OptionNames<RealServerUser> = {
  name: serverUserNames.name,
  groups: serverUserNames.groups,
  uid: serverUserNames.uid,
  rights: serverUserNames.rights,
};

const optionNames: OptionNames<RealApiServerOptions> = {
  assets: requireText,
  apiServer: requireText,
  etcd: requireText,
  flags: (what, flags) => {
    requireList(what, flags);
    for (const flag of flags as readonly unknown[]) requireFlag(`a flag of ${what}`, flag);
  },
  port: requirePort,
  users: (what, users) => requireUsers(what, users, realUserNames),
  startTimeoutMs: requireAboveZero,
};

/** A test's token should not expire while the test is debugged. */
const tokenSeconds = 7 * 24 * 3600;

/**
 * A kube-apiserver with an etcd of its own, for tests: controller-runtime's envtest for TypeScript.
 *
 * ```ts
 * await using server = await RealApiServer.start();
 * const clientset = new Clientset(server.config);
 * ```
 *
 * It needs the programs that `setup-envtest use` installs, on Linux or macOS, and listens on loopback. RBAC decides what users
 * may do. There are no controllers: namespaces stay Terminating, dependents of deleted objects stay, pods are not scheduled.
 *
 * Both processes and the folder with their data are gone once the server is disposed, or this process has ended in any way.
 */
export class RealApiServer implements TestServer {
  readonly #processes: ServerProcesses;
  readonly #clientset: Clientset;
  readonly #objects: RealObjects;
  #files = 0;
  #closed: Promise<void> | undefined;

  private constructor(processes: ServerProcesses) {
    this.#processes = processes;
    this.#clientset = new Clientset(processes.config);
    this.#objects = new RealObjects(this.#clientset);
  }

  /**
   * Starts an API server that contains the four system namespaces, and resolves when it is ready.
   *
   * Throws ConfigError `ERR_OPTION` for an invalid option and `ERR_ASSETS` if there is no kube-apiserver or etcd; rejects with
   * ServerStartError, which has their logs, if they do not start.
   */
  static async start(options: RealApiServerOptions = {}): Promise<RealApiServer> {
    requireKnownOptions('RealApiServer.start', options, optionNames);
    const { users = {} } = options;
    const adminToken = randomBytes(24).toString('base64url');
    const admin = { name: 'admin', groups: ['system:masters'] };
    const processes = await ServerProcesses.launch({
      binaries: findBinaries(options),
      flags: options.flags ?? [],
      port: options.port ?? 0,
      adminToken,
      tokenFile: tokenFile({ ...users, [adminToken]: admin }),
      startTimeoutMs: options.startTimeoutMs ?? 120_000,
    });
    const server = new RealApiServer(processes);
    try {
      for (const { name, rights = [] } of Object.values(users)) {
        const subject = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name };
        await server.#give(name, userInfo({ name }).name, subject, rights);
      }
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Base URL: `https://127.0.0.1:41234`; unchanged by `stop`, `kill` and `start`. */
  get url(): string {
    return this.#processes.url;
  }

  /** Config of an administrator, who is in the group `system:masters`. */
  get config(): RestConfig {
    return this.#processes.config;
  }

  /**
   * Folder with `kube-apiserver.log` and `etcd.log`, the key that signs tokens of service accounts (`service-account.key`), and
   * the data. Removed when the server is disposed.
   */
  get folder(): string {
    return this.#processes.folder;
  }

  /** Returns a kubeconfig with one context, for the administrator or the given user. */
  async kubeconfig(user?: TestUser): Promise<string> {
    if (user !== undefined) requireStrings('user of kubeconfig', user, ['name', 'token']);
    const { adminToken, authority } = this.#processes;
    return kubeconfigText('real', this.url, { token: user?.token ?? adminToken, authority });
  }

  /** Writes this kubeconfig into a file of `folder` and returns its path. */
  async kubeconfigFile(user?: TestUser): Promise<string> {
    this.#files++;
    const file = join(this.folder, `kubeconfig-${this.#files}`);
    await writeFile(file, await this.kubeconfig(user));
    return file;
  }

  /** Creates an object, with its status. Rejects with the StatusError of the server. */
  create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    return this.#objects.create(resource, object);
  }

  /** Replaces an object, and its status if it has one. A resourceVersion in it must match the stored one. */
  update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    return this.#objects.update(resource, object);
  }

  /** Applies a JSON merge patch to an object, spec and status alike. Default namespace, as for `delete` and `get`: `default`. */
  patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options: ObjectOptions = {},
  ): Promise<T> {
    return this.#objects.patch(resource, name, patch, options);
  }

  /** Deletes an object without a grace period, or marks it for deletion if it has finalizers. */
  delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: ObjectOptions = {},
  ): Promise<void> {
    return this.#objects.delete(resource, name, options);
  }

  /** Returns an object; undefined if it does not exist. */
  get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: ObjectOptions = {},
  ): Promise<T | undefined> {
    return this.#objects.get(resource, name, options);
  }

  /** Returns the objects of a namespace, or of all. */
  list<T extends KubernetesObject>(
    resource: Resource<T>,
    options: LocalListOptions = {},
  ): Promise<KubernetesList<T>> {
    return this.#objects.list(resource, options);
  }

  /** Creates or replaces CustomResourceDefinitions; resolves when their kinds are served and discovered. */
  async define(definitions: Definitions): Promise<void> {
    await defineKinds(this.#clientset, await readDefinitions(definitions));
  }

  /** Creates a service account with a token and its rights; resolves when they have effect. */
  async addAccount(account: AccountOptions): Promise<TestUser> {
    requireAccount(account);
    const { name, namespace = 'default', rights = [] } = account;
    await this.#ensureNamespace(namespace);
    const accounts = this.#clientset.coreV1().serviceAccounts(namespace);
    await accounts.create({ metadata: { name } });
    const user = `system:serviceaccount:${namespace}:${name}`;
    const subject = { kind: 'ServiceAccount', namespace, name };
    await this.#give(`${namespace}:${name}`, user, subject, rights);
    const { status } = await accounts.createToken(name, { expirationSeconds: tokenSeconds });
    const token = status?.token ?? '';
    const config = { ...this.config, credentials: { authorization: `Bearer ${token}` }, namespace };
    return { name: user, token, config };
  }

  /**
   * Discards etcd's history before a resourceVersion (default: the current one).
   *
   * The watch caches of the server keep what they have: a watch from an older resourceVersion goes on if it is there. `stop` and
   * `start` empty them.
   */
  async compact(resourceVersion?: string): Promise<void> {
    if (resourceVersion !== undefined && !isResourceVersion(resourceVersion))
      refuseValue('resourceVersion of compact', 'a string of digits', resourceVersion);
    await compactEtcd(this.#processes.etcdPort, resourceVersion);
  }

  /**
   * Stops the API server and etcd by SIGTERM: responses are completed, watches end. The objects are kept for `start`.
   *
   * The folder stays until the server is disposed or this process ends. Does nothing if they are stopped.
   */
  stop(): Promise<void> {
    return this.#processes.stop();
  }

  /** Ends the API server by SIGKILL: connections break. etcd goes on. */
  kill(): Promise<void> {
    return this.#processes.kill();
  }

  /** Starts what does not run, on the same port with the same objects, certificate and tokens; resolves when it is ready. */
  async start(): Promise<void> {
    if (this.#closed !== undefined)
      throw new ConfigError('ERR_CLOSED', 'start of a RealApiServer that was disposed');
    await this.#processes.start();
  }

  /** Ends both processes at once and removes their folder. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#clientset.close();
    await this.#processes.close();
  }

  /** Makes the roles and bindings of a user, and waits until they have effect. */
  async #give(
    name: string,
    user: string,
    subject: rbacv1.Subject,
    rights: readonly UserRights[],
  ): Promise<void> {
    for (const { namespace, role, binding } of rolesOf(name, subject, rights)) {
      const rbac = this.#clientset.rbacV1();
      if (namespace === '') {
        await rbac.clusterRoles().create(role);
        await rbac.clusterRoleBindings().create(binding);
      } else {
        await this.#ensureNamespace(namespace);
        await rbac.roles(namespace).create(role);
        await rbac.roleBindings(namespace).create(binding);
      }
      await untilAllowed(this.#clientset, user, namespace, role.rules[0]);
    }
  }

  async #ensureNamespace(name: string): Promise<void> {
    try {
      await this.#clientset.coreV1().namespaces().create({ metadata: { name } });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}

/** Returns the lines of `--token-auth-file`: token, name, uid, groups. */
function tokenFile(users: Readonly<Record<string, RealServerUser>>): string {
  const lines = Object.entries(users).map(([token, user]) => {
    const { name, uid, groups } = userInfo(user);
    return [token, name, uid, groups.join(',')].map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
  });
  return `${lines.join('\n')}\n`;
}
