import type { ListWatchClient } from '../cache/reflector/listwatch.js';
import type { CallOptions } from '../meta/calls.js';
import { resourceName } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { FakeSource } from '../../../testing/src/fake-source.js';

/** An in-memory cluster: one FakeSource for each resource, and a record of the calls. */
export class FakeClient implements ListWatchClient {
  readonly asked: { verb: string; resource: string; namespace: string; options: ListOptions }[] = [];
  readonly #sources = new Map<string, FakeSource<KubernetesObject>>();

  source(resource: Resource): FakeSource<KubernetesObject> {
    const name = resourceName(resource);
    let source = this.#sources.get(name);
    if (source === undefined) {
      const { apiVersion, kind } = resource;
      source = new FakeSource({ apiVersion, kind });
      this.#sources.set(name, source);
    }
    return source;
  }

  get openWatches(): number {
    return [...this.#sources.values()].reduce((sum, source) => sum + source.openWatches, 0);
  }

  list<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string,
    { signal, ...options }: ListOptions & CallOptions,
  ): Promise<KubernetesList<T>> {
    this.asked.push({ verb: 'list', resource: resourceName(resource), namespace, options });
    // The source under this resource's name holds objects of this resource.
    return this.source(resource).list({ ...options, signal }) as Promise<KubernetesList<T>>;
  }

  watch<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string,
    { signal, ...options }: ListOptions & CallOptions,
  ): Promise<WatchStream<T>> {
    this.asked.push({ verb: 'watch', resource: resourceName(resource), namespace, options });
    // As above.
    return this.source(resource).watch({ ...options, signal }) as Promise<WatchStream<T>>;
  }
}

export function pod(name: string, namespace = 'default'): KubernetesObject {
  return { metadata: { name, namespace } };
}
