/**
 * Lists of the built-in kinds whose items are merged by a key and not replaced as a whole (`patchMergeKey` in k8s.io/api),
 * by the field's name. A name that means different lists in different places is told apart by the field above it.
 */
const byField: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  conditions: ['type'],
  imagePullSecrets: ['name'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey', 'whenUnsatisfiable'],
  resourceClaims: ['name'],
  schedulingGates: ['name'],
  ownerReferences: ['uid'],
  hostIPs: ['ip'],
  podIPs: ['ip'],
  addresses: ['type'],
  secrets: ['name'],
  webhooks: ['name'],
  validations: ['expression'],
};

/** A container's ports are keyed by containerPort, a service's by port. */
const byParent: Readonly<Record<string, readonly string[]>> = {
  'containers.ports': ['containerPort', 'protocol'],
  'initContainers.ports': ['containerPort', 'protocol'],
  'ephemeralContainers.ports': ['containerPort', 'protocol'],
  'spec.ports': ['port', 'protocol'],
};

/** Lists of texts that are sets: a patch adds to them. */
const sets: ReadonlySet<string> = new Set(['finalizers']);

/** Fields that are replaced as a whole although they are objects (`patchStrategy: replace`, atomic structs). */
const replaced: ReadonlySet<string> = new Set(['selector', 'nodeSelectorTerms']);

/** The keys that identify an item of the list `field` below `parent`; undefined when the list is replaced as a whole. */
export function mergeKeys(parent: string, field: string): readonly string[] | undefined {
  const own = `${parent}.${field}`;
  if (Object.hasOwn(byParent, own)) return byParent[own];
  return Object.hasOwn(byField, field) ? byField[field] : undefined;
}

/** True for a list of texts that a patch adds to. */
export function isSet(field: string): boolean {
  return sets.has(field);
}

/** True for what server-side apply owns as one. */
export function isAtomic(field: string): boolean {
  return replaced.has(field);
}
