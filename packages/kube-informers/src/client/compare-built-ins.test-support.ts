import { resourceName } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';

/** A difference between the table of built-in resources and a server's discovery. */
export interface Difference {
  /** `deployments.v1.apps`. */
  readonly resource: string;
  readonly field: 'kind' | 'namespaced' | 'singular' | 'shortNames' | 'categories' | 'verbs' | 'subresources';
  readonly builtIn: unknown;
  readonly served: unknown;
}

/**
 * Compares descriptors with the resources that a server serves.
 *
 * Resources that only one side has are ignored, since servers differ in versions and enabled features. A descriptor
 * may have more verbs and subresources than the server, not fewer.
 */
export function compareWithBuiltIns(
  served: readonly Resource<KubernetesObject>[],
  builtIns: readonly Resource<KubernetesObject>[],
): Difference[] {
  const table = new Map(builtIns.map((resource) => [resourceName(resource), resource]));
  const differences: Difference[] = [];
  for (const found of served) {
    const name = resourceName(found);
    const builtIn = table.get(name);
    if (builtIn === undefined) continue;
    for (const field of ['kind', 'namespaced', 'singular'] as const) {
      if (builtIn[field] !== found[field])
        differences.push({ resource: name, field, builtIn: builtIn[field], served: found[field] });
    }
    for (const field of ['shortNames', 'categories'] as const) {
      if (!covers(builtIn[field], found[field]) || !covers(found[field], builtIn[field]))
        differences.push({ resource: name, field, builtIn: builtIn[field], served: found[field] });
    }
    for (const field of ['verbs', 'subresources'] as const) {
      if (!covers(builtIn[field], found[field]))
        differences.push({ resource: name, field, builtIn: builtIn[field], served: found[field] });
    }
  }
  return differences;
}

function covers(all: readonly string[], some: readonly string[]): boolean {
  return some.every((value) => all.includes(value));
}
