import { Clientset } from '../client/clientset.js';
import type { Requester } from '../client/requests.js';
import { StatusError } from '../meta/errors.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { RestClient } from '../rest/rest-client.js';
import type { ElectionLease, ElectionLeaseSpec } from './lease-lock.js';

/** One request to the fake server. */
export interface FakeCall {
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** `leases/web`, `configmaps/work`; `leases/` for a list. */
  readonly target: string;
  readonly body: KubernetesObject | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Stands between a client and the server: calls `store` when the request arrives, or throws. */
export type Network = (call: FakeCall, store: () => KubernetesObject) => Promise<KubernetesObject>;

const verbs: Readonly<Record<string, FakeCall['verb']>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
};

/** The objects of one namespace in memory, with optimistic locking as in an API server. */
export class FakeLeases {
  readonly objects = new Map<string, KubernetesObject>();
  /** Every request that arrived, in order: `get`, `update`. */
  readonly verbs: string[] = [];
  readonly calls: FakeCall[] = [];
  #version = 0;

  /** A client whose requests pass through the network. */
  clientset(network: Network = (_call, store) => Promise.resolve().then(store)): Clientset {
    const request = async <T>(request: Parameters<Requester['request']>[0]): Promise<T> => {
      const verb = verbs[request.method] ?? 'get';
      const body = request.body as KubernetesObject | undefined;
      const [, resource = '', last] = /namespaces\/[^/]+\/([^/]+)(?:\/([^/]+))?$/.exec(request.path) ?? [];
      const target = `${resource}/${last ?? body?.metadata?.name ?? ''}`;
      const call: FakeCall = { verb, target, body, signal: request.signal };
      request.beforeSend?.();
      // The caller names the type; the objects are those that it wrote.
      return (await network(call, () => this.#carryOut(call))) as T;
    };
    const list = async <T extends KubernetesObject>({
      path,
      query,
      signal,
    }: Parameters<Requester['list']>[0]): Promise<KubernetesList<T>> => {
      const target = `${path.slice(path.lastIndexOf('/') + 1)}/`;
      const { labelSelector = '' } = (query ?? {}) as { readonly labelSelector?: string };
      const call: FakeCall = { verb: 'list', target, body: undefined, signal };
      // The network passes on what the server answers.
      return (await network(call, () => this.#list(call, labelSelector))) as unknown as KubernetesList<T>;
    };
    const none = (): Promise<never> => Promise.reject(new Error('the fake server has no watches'));
    const noStream = (): never => {
      throw new Error('the fake server has no streams');
    };
    const rest = new RestClient({ host: 'http://fake.invalid' });
    return new Clientset(rest, {}, () => ({ request, list, watch: none, stream: noStream }));
  }

  /** The Lease `default/web` as stored. */
  get lease(): ElectionLease | undefined {
    return this.objects.get('leases/web');
  }

  get spec(): ElectionLeaseSpec {
    return this.lease?.spec ?? {};
  }

  /** Writes the Lease as another program would. */
  put(spec: ElectionLeaseSpec | undefined, labels?: Record<string, string>): void {
    const metadata = {
      namespace: 'default',
      name: 'web',
      uid: this.lease?.metadata?.uid ?? `uid-${this.#version}`,
      resourceVersion: this.#next(),
      ...(labels && { labels }),
    };
    // A server returns what a broken client wrote, too.
    const lease: ElectionLease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata,
      ...(spec && { spec }),
    };
    this.objects.set('leases/web', lease);
  }

  #next(): string {
    return String(++this.#version);
  }

  #list(call: FakeCall, labelSelector: string): KubernetesObject {
    this.verbs.push(call.verb);
    this.calls.push(call);
    const [label = '', value] = labelSelector.split('=');
    const items = [...this.objects]
      .filter(([name, { metadata }]) => name.startsWith(call.target) && metadata?.labels?.[label] === value)
      .map(([, object]) => copyOf(object));
    return { kind: 'List', metadata: { resourceVersion: String(this.#version) }, items } as KubernetesObject;
  }

  #carryOut(call: FakeCall): KubernetesObject {
    const { verb, target, body } = call;
    this.verbs.push(verb);
    this.calls.push(call);
    const stored = this.objects.get(target);
    if (verb === 'create' && stored !== undefined)
      throw failure(409, 'AlreadyExists', `${target} already exists`);
    if (verb !== 'create' && stored === undefined) throw failure(404, 'NotFound', `${target} not found`);
    if (verb === 'get') return copyOf(stored as KubernetesObject);
    const { preconditions } = (body ?? {}) as { readonly preconditions?: { resourceVersion?: string } };
    const expected = preconditions?.resourceVersion ?? body?.metadata?.resourceVersion;
    if (expected !== undefined && expected !== stored?.metadata?.resourceVersion)
      throw failure(409, 'Conflict', `the object ${target} has been modified`);
    if (verb === 'delete') {
      this.objects.delete(target);
      return { kind: 'Status', apiVersion: 'v1' };
    }
    const { uid = `uid-${this.#version}` } = stored?.metadata ?? {};
    const written = {
      ...copyOf(body ?? {}),
      metadata: { ...body?.metadata, uid, resourceVersion: this.#next() },
    };
    this.objects.set(target, written);
    return copyOf(written);
  }
}

/** Through JSON, as objects reach a server and come back; structuredClone takes several times as long. */
function copyOf<T extends KubernetesObject>(object: T): T {
  // The members of these objects are JSON.
  return JSON.parse(JSON.stringify(object)) as T;
}

/** The API server's answer for a request that it refuses. */
export function failure(code: number, reason: string, message = reason): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });
}
