import type { KubernetesObject } from '../meta/types.js';
import { CompactCache } from './compact-cache.js';
import type { CompactOptions } from './compact-cache.js';
import { Kernel } from './kernel/kernel.js';

/** Creates a compact cache as an informer does. */
export function newCache(options: CompactOptions = {}, frozen = false): CompactCache {
  return new CompactCache(new Kernel(), options, { frozen });
}

/** Returns the object as the cache keeps it. Throws if that is the plain object. */
export function compacted<T extends KubernetesObject>(cache: CompactCache, object: T): T {
  const kept = cache.objects.compact(object) as T;
  if (!cache.objects.has(kept)) throw new Error(`kept as it is: ${JSON.stringify(object)}`);
  return kept;
}

export interface Pod extends KubernetesObject {
  spec?: { nodeName?: string; containers?: { name: string; image: string }[] };
  status?: { phase?: string };
}

export function samplePod(name: string, resourceVersion = '7', more: Partial<Pod> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-of-${name}`,
      resourceVersion,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: 'web', tier: 'front' },
      annotations: { note: 'a "quoted" \\ text, {with} [brackets]' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u' }],
      managedFields: [{ manager: 'kubelet', operation: 'Update', fieldsV1: { 'f:status': {} } }],
    },
    spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'registry/web:1' }] },
    status: { phase: 'Running' },
    ...more,
  };
}
