import { type JsonObject, asObject, objectsOf } from '@kube-informers/schema/internal';

/** PodQOS: Guaranteed, Burstable or BestEffort, from the containers' requests. */
export function qosClass(spec: JsonObject): string {
  const containers = [...objectsOf(spec['containers']), ...objectsOf(spec['initContainers'])];
  let anything = false;
  let guaranteed = containers.length > 0;
  for (const container of containers) {
    const resources = asObject(container['resources']);
    const limits = asObject(resources?.['limits']) ?? {};
    const requests = asObject(resources?.['requests']) ?? {};
    if (Object.keys(limits).length > 0 || Object.keys(requests).length > 0) anything = true;
    for (const name of ['cpu', 'memory']) {
      const limit = limits[name];
      if (limit === undefined || (requests[name] !== undefined && requests[name] !== limit))
        guaranteed = false;
    }
  }
  if (!anything) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
