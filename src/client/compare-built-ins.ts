import { resourceName } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';

/** A place where the table of built-in resources and a server's discovery do not say the same. */
export interface Difference {
  /** `deployments.v1.apps`. */
  readonly resource: string;
  readonly field: 'kind' | 'namespaced' | 'singular' | 'shortNames' | 'categories' | 'verbs' | 'subresources';
  readonly builtIn: unknown;
  readonly served: unknown;
}

/**
 * Compares descriptors with what a server serves, resource by resource; what only one side has is not compared, since
 * servers differ in versions and in what they have switched on. A descriptor may name more verbs and subresources than
 * a server serves, not fewer.
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
