import type { SavedStateOptions, StateIdentity, StateStore } from '../cache/informer/saved-state.js';
import type { ResolvedScope } from './informer-scope.js';
import { DirectoryStateStore } from './directory-state-store.js';
import { isForbidden, isNotFound } from '../meta/errors.js';
import { resourceName } from '../meta/resource.js';
import type { GroupVersionResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import type { RestClient } from '../rest/rest-client.js';
import { UnhandledFailures } from '../util/call-hook.js';
import type { Clock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { hasMethods, refuseValue, requireBoolean, requirePositive, requireString } from '../util/require.js';
import { SingleFlight } from '../util/signal.js';

/** Where and how the informers of a factory are saved. */
export interface StateOptions {
  /** A directory, which is created if needed, or a store of the program's own. One process may use it at a time. */
  readonly store: string | StateStore;
  /** Time between two saves, ms; also saved when the factory stops. Default: 5 minutes. */
  readonly intervalMs?: number | undefined;
  /**
   * Change it whenever a function that decides what is stored changes, which is a transform or `where`; required if there is one.
   * Objects that were saved with another version are not used. Default: none.
   */
  readonly version?: string | undefined;
  /** Whether Secrets are saved, too. Default: false. */
  readonly secrets?: boolean | undefined;
}

const stateOptionNames: OptionNames<StateOptions> = {
  store: requireStore,
  intervalMs: requirePositive,
  version: requireString,
  secrets: requireBoolean,
};

const defaultIntervalMs = 300_000;

function requireStore(what: string, value: unknown): void {
  if (typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null) {
    if (typeof value === 'object') hasMethods('load', 'save')(what, value);
    return;
  }
  refuseValue(what, 'a directory, or a store with load and save', value);
}

/** Checks the option `state` of a factory. */
export function requireState(what: string, value: unknown): void {
  if (typeof value === 'string') requireStore(what, value);
  else requireKnownOptions(what, value, stateOptionNames);
}

/** The saved objects of the informers of one factory. */
export class SavedStates {
  readonly #options: StateOptions;
  readonly #client: RestClient;
  readonly #store: StateStore;
  readonly #identity = new SingleFlight<StateIdentity>((signal) => this.#ask(signal));
  /** Of all informers together: what fails is usually their directory. */
  readonly #unhandled = new UnhandledFailures('The informers work without saved objects.');
  #known: StateIdentity | undefined;

  /** Throws ConfigError `ERR_OPTION` without a client of this library, which knows its server. */
  constructor(state: string | StateOptions, client: RestClient | undefined, clock: Clock) {
    if (client === undefined)
      throw new ConfigError(
        'ERR_OPTION',
        'state of an informer factory needs a client of this library, such as a Clientset: saved objects belong to its server and user',
      );
    this.#options = typeof state === 'string' ? { store: state } : state;
    this.#client = client;
    const { store } = this.#options;
    this.#store = typeof store === 'string' ? new DirectoryStateStore(store, clock) : store;
  }

  /**
   * How an informer of the factory is saved; undefined for Secrets, unless they are asked for, and for shards, whose objects
   * change with the number of replicas. Throws ConfigError `ERR_OPTION` for a transform or where without a version.
   */
  optionsOf<T extends KubernetesObject>(
    target: GroupVersionResource,
    { options, namespaces, modifyOptions }: ResolvedScope<T>,
  ): SavedStateOptions | undefined {
    const { version, secrets = false, intervalMs = defaultIntervalMs } = this.#options;
    if (options.shard !== undefined) return undefined;
    if (target.group === '' && target.resource === 'secrets' && !secrets) return undefined;
    const resource = resourceName(target);
    const decides = options.transform === undefined ? 'where' : 'transform';
    if (options[decides] !== undefined && version === undefined)
      throw new ConfigError(
        'ERR_OPTION',
        `state of an informer factory must have a version, because ${resource} has a ${decides}: change it whenever the ${decides} changes`,
      );
    const { host, impersonate } = this.#client.config;
    const { labelSelector, fieldSelector } = modifyOptions({});
    return {
      store: this.#store,
      scope: JSON.stringify({
        host,
        as: impersonate?.userName,
        resource,
        // With several, each has its own name and file.
        namespace: typeof namespaces === 'string' ? namespaces : undefined,
        labelSelector,
        fieldSelector,
        transform: options.transform !== undefined,
        where: options.where !== undefined,
        fields: options.fields,
        exclude: options.exclude,
        version,
      }),
      identify: (signal) => this.#identify(signal),
      intervalMs,
      unhandled: this.#unhandled,
    };
  }

  /** Releases the store. */
  async close(): Promise<void> {
    await this.#store.close?.();
  }

  async #identify(signal: AbortSignal): Promise<StateIdentity> {
    this.#known ??= await this.#identity.get(signal);
    return this.#known;
  }

  async #ask(signal: AbortSignal): Promise<StateIdentity> {
    const [server, user] = await Promise.all([
      this.#answer<{ metadata?: { uid?: string } }>(signal, 'GET', '/api/v1/namespaces/kube-system'),
      this.#answer<{ status?: { userInfo?: { username?: string } } }>(
        signal,
        'POST',
        '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
      ),
    ]);
    return { server: server?.metadata?.uid ?? '', user: user?.status?.userInfo?.username ?? '' };
  }

  /** Undefined if the server does not have it, or does not allow it: then it cannot tell servers or users apart. */
  async #answer<R>(
    signal: AbortSignal,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<R | undefined> {
    try {
      return await this.#client.request<R>({ method, path, body, signal });
    } catch (thrown) {
      if (isForbidden(thrown) || isNotFound(thrown)) return undefined;
      throw thrown;
    }
  }
}
