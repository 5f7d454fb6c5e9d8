import { inject } from 'vitest';
import type { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import type { ResourceEventHandler } from '../../packages/kube-informers/src/cache/types.js';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { isAlreadyExists } from '../../packages/kube-informers/src/meta/errors.js';
import { metaNamespaceKey } from '../../packages/kube-informers/src/meta/names.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import type { rbacv1 } from '../../packages/kube-informers/src/resources/types.js';
import { forKinds, rulesOf, userWith } from './users.js';

/**
 * Whether the pods of the cluster run on the small kubelet of realcluster: their commands, files and ports are those of this
 * machine, and the annotations of its README apply. False on kind, and where there is no kubelet.
 */
export const hasSmallKubelet = inject('hasSmallKubelet');

/** The minor version of the server that the tests share: 37 for one of 1.37, also for what it emulates. */
export const serverMinor = inject('serverMinor');

/** A clientset for the cluster of KUBECONFIG (or of the given file). */
export async function connect(kubeconfig?: string): Promise<Clientset> {
  const file = kubeconfig ?? process.env['KUBECONFIG'];
  if (file === undefined) throw new Error('set KUBECONFIG to a cluster whose contents may be thrown away');
  return new Clientset(await loadConfig({ kubeconfig: file }));
}

/** A program as it runs in production: the clientset of a user of its own, with these rules in all namespaces of a cluster. */
export async function connectAs(
  rules: readonly rbacv1.PolicyRule[],
  kubeconfig?: string,
): Promise<Clientset> {
  await using admin = await connect(kubeconfig);
  const { config } = admin.restClient;
  const user = await userWith(config, await freshNamespace(admin), { clusterRules: rules });
  return new Clientset(user.config);
}

/** A program with informers of some kinds and nothing else: its rights are those that the page on informers says. */
export async function connectReader(...kinds: readonly Resource[]): Promise<Clientset> {
  return connectAs(forKinds(await rulesOf('docs/informers.md', 'ClusterRole'), kinds));
}

let counter = 0;

/** A new, empty namespace for the test. */
export async function freshNamespace(clientset: Clientset): Promise<string> {
  const name = `it-${Date.now().toString(36)}-${process.pid}-${counter++}`;
  await clientset.resource(coreV1.namespaces).create({ metadata: { name } });
  return name;
}

/**
 * Resolves once the server's watch cache has the last write. A list at resourceVersion 0 is answered from that cache, which
 * may be a moment behind; one not older than a version waits for it.
 */
export async function served<T extends KubernetesObject>(
  client: ResourceClient<T>,
  written: KubernetesObject,
): Promise<void> {
  await client.list({
    limit: 1,
    resourceVersion: written.metadata?.resourceVersion ?? '',
    resourceVersionMatch: 'NotOlderThan',
  });
}

/** Creates an object, or uses the one from an earlier run. */
export async function ensure<T extends KubernetesObject>(
  client: ResourceClient<T>,
  object: T,
): Promise<void> {
  try {
    await client.create(object);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/** A call of a handler, in words: `add web`, `update web 3→4`, `delete web`. */
export class Recorder<T extends KubernetesObject> implements ResourceEventHandler<T> {
  readonly events: {
    type: 'add' | 'update' | 'delete';
    key: string;
    rv: string;
    oldRv?: string;
    initial?: boolean;
  }[] = [];
  readonly #waiting = new Set<{ done: () => boolean; resolve: () => void }>();

  onAdd(object: DeepReadonly<T>, { isInInitialList }: { isInInitialList: boolean }): void {
    this.#record({ type: 'add', key: metaNamespaceKey(object), rv: rvOf(object), initial: isInInitialList });
  }

  onUpdate(old: DeepReadonly<T>, object: DeepReadonly<T>): void {
    this.#record({ type: 'update', key: metaNamespaceKey(object), rv: rvOf(object), oldRv: rvOf(old) });
  }

  onDelete({ key, object }: { key: string; object: DeepReadonly<T> | undefined }): void {
    this.#record({ type: 'delete', key, rv: object === undefined ? '' : rvOf(object) });
  }

  /** `add`, `update` or `delete`, then the name: in order. */
  get story(): string[] {
    return this.events.map((event) => `${event.type} ${event.key.split('/').at(-1) ?? ''}`);
  }

  /** Resolves as soon as the condition holds; it is checked after every event. */
  until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ done: condition, resolve });
    });
  }

  /**
   * Faults in the events: an update or delete before an add, an add of a known object, or an update whose old state is not
   * that of the last event. Empty when every object's history is legal.
   */
  illegal(): string[] {
    const last = new Map<string, string>();
    const faults: string[] = [];
    for (const event of this.events) {
      const known = last.get(event.key);
      if (event.type === 'add' && known !== undefined) faults.push(`add of known ${event.key}`);
      if (event.type !== 'add' && known === undefined) faults.push(`${event.type} of unknown ${event.key}`);
      if (event.type === 'update' && event.oldRv !== known) {
        faults.push(`update of ${event.key} from ${event.oldRv}, last event ${known}`);
      }
      if (event.type === 'delete') last.delete(event.key);
      else last.set(event.key, event.rv);
    }
    return faults;
  }

  #record(event: (typeof this.events)[number]): void {
    this.events.push(event);
    for (const waiter of this.#waiting) {
      if (!waiter.done()) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}

function rvOf(object: DeepReadonly<KubernetesObject>): string {
  return object.metadata?.resourceVersion ?? '';
}

/** A cache's or a list's content as `key → resourceVersion`, to be compared object by object. */
export function contents(objects: readonly DeepReadonly<KubernetesObject>[]): Record<string, string> {
  return Object.fromEntries(objects.map((object) => [metaNamespaceKey(object), rvOf(object)]));
}

/** Runs an informer for the length of a block, and waits for its end. */
export async function running<T extends KubernetesObject>(
  informer: SharedIndexInformer<T>,
  block: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const ended = informer.run({ signal: stop.signal });
  try {
    await block(stop.signal);
  } finally {
    stop.abort(new Error('the test has ended'));
    await ended;
  }
}
