import { requiredField } from '../../meta/field-error.js';
import type { FieldError } from '../../meta/field-error.js';
import { asObject, fillDefaults, objectsOf } from './json-fields.js';
import type { JsonObject } from './json-fields.js';

/** The defaults that every pod and pod template shows once the server has it. */
export function defaultPodSpec(spec: JsonObject): void {
  for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const container of objectsOf(spec[list])) defaultContainer(container);
  }
  fillDefaults(spec, {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    enableServiceLinks: true,
  });
}

function defaultContainer(container: JsonObject): void {
  for (const port of objectsOf(container['ports'])) fillDefaults(port, { protocol: 'TCP' });
  const image = container['image'];
  fillDefaults(container, {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: typeof image === 'string' && hasFixedTag(image) ? 'IfNotPresent' : 'Always',
  });
}

/** An image without a tag means `latest`, which is pulled each time. */
function hasFixedTag(image: string): boolean {
  if (image.includes('@')) return true;
  const tag = /:([^/:]*)$/.exec(image)?.[1];
  return tag !== undefined && tag !== '' && tag !== 'latest';
}

/** A pod without containers is none. */
export function podSpecErrors(spec: unknown, path: string): FieldError[] {
  return objectsOf(asObject(spec)?.['containers']).length === 0 ? [requiredField(`${path}.containers`)] : [];
}

/** PodQOS: Guaranteed, Burstable or BestEffort, by what the containers request. */
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
