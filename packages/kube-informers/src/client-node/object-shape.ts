import { isObject } from '../util/type-checks.js';

/** Fields of type Time in the built-in kinds: no field of another type has one of these names. */
const times = new Set([
  'allocationTimestamp',
  'beginRefreshAt',
  'completionTime',
  'creationTimestamp',
  'deletionTimestamp',
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'expirationTimestamp',
  'finishedAt',
  'firstTimestamp',
  'lastHeartbeatTime',
  'lastPhaseTransitionTime',
  'lastProbeTime',
  'lastScaleTime',
  'lastScheduleTime',
  'lastSuccessfulTime',
  'lastTimestamp',
  'lastTransitionTime',
  'lastUpdateTime',
  'notAfter',
  'notBefore',
  'startTime',
  'startedAt',
  'time',
  'timeAdded',
]);

/** Fields whose keys are chosen by users, with values that are strings, and fields of any JSON. */
const opaque = new Set([
  'annotations',
  'attachmentMetadata',
  'binaryData',
  'data',
  'default',
  'enum',
  'example',
  'fieldsV1',
  'labels',
  'matchLabels',
  'nodeSelector',
  'parameters',
  'stringData',
  'unverifiedUserAnnotations',
  'userAnnotations',
  'volumeAttributes',
]);

/** Fields whose keys are chosen by users, with values that are objects. */
const maps = new Set([
  'attributes',
  'capacity',
  'definitions',
  'dependencies',
  'patternProperties',
  'properties',
]);

/** Fields that client-node calls by another name, since the name is taken in TypeScript or not an identifier. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  NetworkPolicy: { from: '_from' },
  LimitRange: { default: '_default' },
  ResourceSlice: { default: '_default', int: '_int' },
  CustomResourceDefinition: {
    default: '_default',
    enum: '_enum',
    $ref: 'ref',
    $schema: 'schema',
    'x-kubernetes-embedded-resource': 'x_kubernetes_embedded_resource',
    'x-kubernetes-int-or-string': 'x_kubernetes_int_or_string',
    'x-kubernetes-list-map-keys': 'x_kubernetes_list_map_keys',
    'x-kubernetes-list-type': 'x_kubernetes_list_type',
    'x-kubernetes-map-type': 'x_kubernetes_map_type',
    'x-kubernetes-preserve-unknown-fields': 'x_kubernetes_preserve_unknown_fields',
    'x-kubernetes-validations': 'x_kubernetes_validations',
  },
};

/**
 * True for a list that a typed API of client-node returned, such as CoreV1Api: its classes describe their attributes. Its objects
 * have `Date`s and renamed fields. The lists of CustomObjectsApi are plain JSON.
 *
 * Programs often put the items and the metadata of such a list into an object of their own.
 */
export function isTypedList(list: Readonly<Record<string, unknown>>): boolean {
  const { items, metadata } = list;
  return [list, metadata, Array.isArray(items) ? items[0] : undefined].some((part) => {
    const type = isObject(part) ? part['constructor'] : undefined;
    return typeof type === 'function' && 'attributeTypeMap' in type;
  });
}

/** Changes a built-in object from its wire form into the form in which client-node's typed APIs return it. */
export function toTypedObject(object: unknown): unknown {
  const kind = isObject(object) && typeof object['kind'] === 'string' ? object['kind'] : '';
  return typed(object, Object.hasOwn(renamed, kind) ? (renamed[kind] ?? {}) : {}, false);
}

/** JSON of a server nests no deeper than its parser allows: see `wire/`. */
function typed(value: unknown, names: Readonly<Record<string, string>>, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => typed(item, names, false));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (isMap) result[key] = typed(member, names, false);
    else if (key === 'disruptedPods' && isObject(member))
      result[key] = Object.fromEntries(Object.entries(member).map(([name, time]) => [name, dateOf(time)]));
    else
      result[Object.hasOwn(names, key) ? (names[key] ?? key) : key] = times.has(key)
        ? dateOf(member)
        : opaque.has(key)
          ? member
          : typed(member, names, maps.has(key));
  }
  return result;
}

function dateOf(value: unknown): unknown {
  return typeof value === 'string' ? new Date(value) : value;
}
