import { filteredListWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import type { ListWatch } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import type { ObjectOf } from '../../packages/kube-informers/src/meta/resource.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { freshNamespace } from './harness.js';

export type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

/** The config maps of a new namespace: how `program` lists and watches them, and how to write them. */
export async function freshConfigMaps(
  clientset: Clientset,
  program = clientset,
): Promise<{ source: ListWatch<ConfigMap>; client: ResourceClient<ConfigMap> }> {
  const namespace = await freshNamespace(clientset);
  return {
    // The controllers of a cluster write one into each namespace.
    source: filteredListWatchFromClient(program, coreV1.configMaps, namespace, (options) => {
      options.fieldSelector = 'metadata.name!=kube-root-ca.crt';
    }),
    client: clientset.resource(coreV1.configMaps, namespace),
  };
}

export function configMap(name: string, value?: string): ConfigMap {
  return { metadata: { name }, ...(value === undefined ? {} : { data: { value } }) };
}
