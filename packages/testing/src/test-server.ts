import type { apiextensionsv1, KubernetesList, KubernetesObject, Resource, RestConfig } from 'kube-informers';
import type { LocalListOptions } from './apiserver/control-options.js';
import type { UserRights } from './apiserver/access/rights.js';

/** Where an object is. */
export interface ObjectOptions {
  /** Namespace of the object. Default: `default`; ignored for a cluster-scoped one. */
  readonly namespace?: string | undefined;
}

/** A service account that a test adds to a server. */
export interface AccountOptions {
  /** Name of the ServiceAccount. */
  readonly name: string;
  /** Its namespace, which is created if it does not exist. Default: `default`. */
  readonly namespace?: string | undefined;
  /** What it may do. Default: nothing but discovery and reviews of its own access. */
  readonly rights?: readonly UserRights[] | undefined;
}

/** A user of a test server, and how a program connects as this user. */
export interface TestUser {
  /** The name that the server sees: `system:serviceaccount:shop:operator`. */
  readonly name: string;
  /** Bearer token of the user. */
  readonly token: string;
  /** Config of the user: `new Clientset(user.config)`. */
  readonly config: RestConfig;
}

/** A CustomResourceDefinition, several of them, or their YAML. */
export type Definitions =
  | string
  | apiextensionsv1.CustomResourceDefinition
  | readonly apiextensionsv1.CustomResourceDefinition[];

/**
 * What the embedded and the real API server can do: a test that uses nothing else runs on both.
 *
 * Objects are written with the rights of an administrator. A status is stored as well, so that a seeded pod can be `Running`.
 */
export interface TestServer extends AsyncDisposable {
  /** Base URL; unchanged by `stop`, `kill` and `start`. */
  readonly url: string;
  /** Config of an administrator: `new Clientset(server.config)`. */
  readonly config: RestConfig;
  /** Returns a kubeconfig with one context, for an administrator or the given user. */
  kubeconfig(user?: TestUser): Promise<string>;
  /** Writes this kubeconfig into a temporary file and returns its path. The file is removed when the server is disposed. */
  kubeconfigFile(user?: TestUser): Promise<string>;
  /** Creates an object, with its status. Rejects with the StatusError of the server. */
  create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T>;
  /** Replaces an object, and its status if it has one. A resourceVersion in it must match the stored one. */
  update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T>;
  /** Applies a JSON merge patch to an object, spec and status alike. */
  patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options?: ObjectOptions,
  ): Promise<T>;
  /** Deletes an object without a grace period, or marks it for deletion if it has finalizers. */
  delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options?: ObjectOptions,
  ): Promise<void>;
  /** Returns an object; undefined if it does not exist. */
  get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options?: ObjectOptions,
  ): Promise<T | undefined>;
  /** Returns the objects of a namespace, or of all. */
  list<T extends KubernetesObject>(
    resource: Resource<T>,
    options?: LocalListOptions,
  ): Promise<KubernetesList<T>>;
  /**
   * Creates or replaces CustomResourceDefinitions; resolves when their kinds are served and discovered.
   *
   * Rejects with ConfigError `ERR_MANIFEST` for invalid YAML, and with StatusError if the server refuses one.
   */
  define(definitions: Definitions): Promise<void>;
  /**
   * Creates a service account with a token and its rights; resolves when they have effect.
   *
   * The rules of a namespace become a Role and a RoleBinding called `NAMESPACE:NAME` after the account, those without one a
   * ClusterRole and its binding. Missing namespaces are created.
   */
  addAccount(account: AccountOptions): Promise<TestUser>;
  /**
   * Discards the history before a resourceVersion (default: the current one): older watches and lists get 410.
   *
   * The watch cache of a real server goes on serving what it has, until `stop` and `start`.
   */
  compact(resourceVersion?: string): Promise<void>;
  /** Stops the server as on a shutdown: responses are completed, watches end. The objects are kept for `start`. */
  stop(): Promise<void>;
  /** Ends the server as SIGKILL does: connections break. The objects are kept for `start`. */
  kill(): Promise<void>;
  /** Starts the server again, on the same port with the same objects; does nothing while it runs. */
  start(): Promise<void>;
}
