import { requireStrings } from '../util/require.js';
import { fieldValue } from './field-selector.js';
import type { KubernetesObject } from './types.js';

type Read = (object: unknown) => string;
type Reads = Readonly<Record<string, Read>>;

/** A selectable string field at its own path. */
function plain<F extends string>(...paths: readonly F[]): Readonly<Record<F, Read>> {
  const reads = paths.map((path) => [path, (object: unknown) => fieldValue(object, path) ?? ''] as const);
  // The entries are those of `paths`.
  return Object.fromEntries(reads) as Record<F, Read>;
}

/** A number, 0 if absent. */
const count =
  (path: string): Read =>
  (object) =>
    fieldValue(object, path) || '0';

/** A boolean, false if absent. */
const flag =
  (path: string): Read =>
  (object) =>
    fieldValue(object, path) === 'true' ? 'true' : 'false';

/** The first of these fields that is not empty. */
const firstOf =
  (...paths: readonly string[]): Read =>
  (object) =>
    paths.map((path) => fieldValue(object, path)).find(Boolean) ?? '';

/**
 * The fields of built-in kinds that selectors may use (kube-apiserver's field label conversions), by
 * `resource.group`.
 *
 * Other kinds support only metadata.name and metadata.namespace.
 */
export const builtInSelectableFields = {
  'pods.': {
    ...plain(
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'status.phase',
      'status.podIP',
      // Supported but never set: ToSelectableFields leaves it out.
      'status.podIPs',
      'status.nominatedNodeName',
    ),
    'spec.hostNetwork': flag('spec.hostNetwork'),
  },
  'nodes.': { 'spec.unschedulable': flag('spec.unschedulable') },
  'namespaces.': plain('status.phase'),
  'secrets.': plain('type'),
  'services.': plain('spec.clusterIP', 'spec.type'),
  'replicationcontrollers.': { 'status.replicas': count('status.replicas') },
  'events.': {
    ...plain(
      'involvedObject.kind',
      'involvedObject.namespace',
      'involvedObject.name',
      'involvedObject.uid',
      'involvedObject.apiVersion',
      'involvedObject.resourceVersion',
      'involvedObject.fieldPath',
      'reason',
      'type',
      'reportingComponent',
    ),
    source: firstOf('source.component', 'reportingComponent'),
  },
  'events.events.k8s.io': plain(
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'regarding.apiVersion',
    'regarding.resourceVersion',
    'regarding.fieldPath',
    'reason',
    'type',
    'reportingController',
  ),
  'jobs.batch': { 'status.successful': count('status.successful') },
  'certificatesigningrequests.certificates.k8s.io': plain('spec.signerName'),
  'clustertrustbundles.certificates.k8s.io': plain('spec.signerName'),
  'podcertificaterequests.certificates.k8s.io': plain('spec.signerName', 'spec.podName', 'spec.nodeName'),
  'resourceslices.resource.k8s.io': plain('spec.nodeName', 'spec.driver', 'spec.pool.name'),
} as const satisfies Readonly<Record<string, Reads>>;

/** The kinds of the table above, by `Kind.group`. */
export interface SelectableKinds {
  'Pod.': 'pods.';
  'Node.': 'nodes.';
  'Namespace.': 'namespaces.';
  'Secret.': 'secrets.';
  'Service.': 'services.';
  'ReplicationController.': 'replicationcontrollers.';
  'Event.': 'events.';
  'Event.events.k8s.io': 'events.events.k8s.io';
  'Job.batch': 'jobs.batch';
  'CertificateSigningRequest.certificates.k8s.io': 'certificatesigningrequests.certificates.k8s.io';
  'ClusterTrustBundle.certificates.k8s.io': 'clustertrustbundles.certificates.k8s.io';
  'PodCertificateRequest.certificates.k8s.io': 'podcertificaterequests.certificates.k8s.io';
  'ResourceSlice.resource.k8s.io': 'resourceslices.resource.k8s.io';
}

/** `Pod.` of `{ apiVersion: 'v1', kind: 'Pod' }`. */
export type KindIdOf<T extends KubernetesObject> =
  NonNullable<T['apiVersion']> extends `${infer Group}/${string}`
    ? `${NonNullable<T['kind']>}.${Group}`
    : `${NonNullable<T['kind']>}.`;

declare const selectableFields: unique symbol;

/**
 * Names the fields of a custom kind that selectors may use, besides `metadata.name` and `metadata.namespace`.
 *
 * ```ts
 * interface Widget extends KubernetesObject, SelectableBy<'spec.color'> { … }
 * ```
 *
 * `kube-informers types` writes it. The descriptor has the same fields as `selectableFields`.
 */
export interface SelectableBy<F extends string> {
  /** Type-level only; never present at run time. */
  readonly [selectableFields]?: F;
}

/**
 * The fields that selectors of a kind may use: for built-in kinds with such fields those of the API server, for custom
 * kinds those of `SelectableBy`, otherwise any, which are checked at run time.
 */
export type SelectableFieldOf<T extends KubernetesObject> =
  KindIdOf<T> extends keyof SelectableKinds
    ? | 'metadata.name'
      | 'metadata.namespace'
      | Extract<keyof (typeof builtInSelectableFields)[SelectableKinds[KindIdOf<T>]], string>
    : T extends SelectableBy<infer F>
      ? 'metadata.name' | 'metadata.namespace' | F
      : string;

/** A resource whose fields are selected. */
export interface FieldsOfResource {
  readonly group: string;
  readonly resource: string;
  /** The fields of a custom resource: see `ResourceDefinition.selectableFields`. */
  readonly selectableFields?: readonly string[] | undefined;
}

const builtIn: Readonly<Record<string, Reads>> = builtInSelectableFields;
const always: Reads = plain('metadata.name', 'metadata.namespace');

/** True if `selectableFieldsOf` has all fields of the resource. A custom resource may have others than its descriptor says. */
export function hasKnownFields({ group, resource, selectableFields }: FieldsOfResource): boolean {
  // The group of a definition has a dot.
  return (
    selectableFields !== undefined || !group.includes('.') || Object.hasOwn(builtIn, `${resource}.${group}`)
  );
}

/** Returns the fields of a resource that selectors may use, with the functions that read them as the API server does. */
export function selectableFieldsOf(target: FieldsOfResource): Reads {
  requireStrings('resource of a field selector', target, ['group', 'resource']);
  const { group, resource, selectableFields } = target;
  const id = `${resource}.${group}`;
  const own =
    selectableFields === undefined
      ? Object.hasOwn(builtIn, id)
        ? builtIn[id]
        : {}
      : plain(...selectableFields.map((path) => path.replace(/^\./, '')));
  return { ...own, ...always };
}
