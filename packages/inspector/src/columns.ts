import type { DeepReadonly, KubernetesObject } from 'kube-informers';
import { age, valueAt } from 'kube-informers/internal';

/** One column of a resource's table. */
export interface Column {
  readonly header: string;
  /** Shown only with `-o wide`. */
  readonly wide?: boolean;
  value(object: Json, nowMs: number): string;
  /** The time whose age the column shows, ms since the epoch; undefined if the object has none. */
  readonly time?: (object: Json) => number | undefined;
}

/** An object as JSON: the command prints every kind that the server serves. */
export type Json = { readonly [key: string]: unknown };

/** Returns the value at a path of keys; undefined if the path ends early. */
export function at(object: unknown, ...path: readonly string[]): unknown {
  return valueAt(object, path);
}

function text(value: unknown, otherwise = '<none>'): string {
  if (typeof value === 'string') return value === '' ? otherwise : value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : otherwise;
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const nameColumn: Column = { header: 'NAME', value: (object) => text(at(object, 'metadata', 'name')) };
const ageColumn: Column = ageOf('AGE', (object) =>
  stringOrUndefined(at(object, 'metadata', 'creationTimestamp')),
);

/** A column with the age of a timestamp. */
function ageOf(header: string, timestamp: (object: Json) => string | undefined): Column {
  return {
    header,
    value: (object, nowMs) => age(timestamp(object), nowMs),
    time: (object) => {
      const time = Date.parse(timestamp(object) ?? '');
      return Number.isNaN(time) ? undefined : time;
    },
  };
}

/** When an event was last seen: the series' last occurrence, lastTimestamp, else eventTime, as kubectl takes them. */
function lastSeen(event: Json): string | undefined {
  return (
    stringOrUndefined(at(event, 'series', 'lastObservedTime')) ??
    stringOrUndefined(at(event, 'lastTimestamp')) ??
    stringOrUndefined(at(event, 'deprecatedLastTimestamp')) ??
    stringOrUndefined(at(event, 'eventTime'))
  );
}

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function column(header: string, value: (object: Json) => string, wide = false): Column {
  return { header, value, wide };
}

function field(header: string, path: string, wide = false): Column {
  const keys = path.split('.');
  return column(header, (object) => text(at(object, ...keys)), wide);
}

/** A pod's STATUS as kubectl shows it: the reason why a container waits or ended, else the phase. */
function podStatus(pod: Json): string {
  if (at(pod, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating';
  let status = text(at(pod, 'status', 'reason'), text(at(pod, 'status', 'phase'), 'Unknown'));
  for (const container of array(at(pod, 'status', 'containerStatuses'))) {
    const reason =
      at(container, 'state', 'waiting', 'reason') ?? at(container, 'state', 'terminated', 'reason');
    if (typeof reason === 'string' && reason !== '') status = reason;
  }
  return status;
}

function podReady(pod: Json): string {
  const ready = array(at(pod, 'status', 'containerStatuses')).filter(
    (status) => at(status, 'ready') === true,
  );
  return `${ready.length}/${array(at(pod, 'spec', 'containers')).length}`;
}

function podRestarts(pod: Json): string {
  return String(
    array(at(pod, 'status', 'containerStatuses')).reduce<number>(
      (sum, status) => sum + count(at(status, 'restartCount')),
      0,
    ),
  );
}

function condition(object: Json, type: string): string | undefined {
  const found = array(at(object, 'status', 'conditions')).find((entry) => at(entry, 'type') === type);
  return stringOrUndefined(at(found, 'status'));
}

function nodeStatus(node: Json): string {
  const ready = condition(node, 'Ready');
  const words = [ready === 'True' ? 'Ready' : ready === undefined ? 'Unknown' : 'NotReady'];
  if (at(node, 'spec', 'unschedulable') === true) words.push('SchedulingDisabled');
  return words.join(',');
}

function nodeRoles(node: Json): string {
  const labels = at(node, 'metadata', 'labels');
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(typeof labels === 'object' && labels !== null ? labels : {})
    .filter((label) => label.startsWith(prefix))
    .map((label) => label.slice(prefix.length));
  return roles.length === 0 ? '<none>' : roles.sort().join(',');
}

function images(object: Json): string {
  const containers = array(
    at(object, 'spec', 'template', 'spec', 'containers') ?? at(object, 'spec', 'containers'),
  );
  return containers.map((container) => text(at(container, 'image'))).join(',') || '<none>';
}

function servicePorts(service: Json): string {
  const ports = array(at(service, 'spec', 'ports')).map((port) => {
    const nodePort = at(port, 'nodePort');
    const node = typeof nodePort === 'number' ? `:${nodePort}` : '';
    return `${text(at(port, 'port'))}${node}/${text(at(port, 'protocol'), 'TCP')}`;
  });
  return ports.join(',') || '<none>';
}

function keyCount(object: Json): string {
  const data = [at(object, 'data'), at(object, 'binaryData')].filter((values) => typeof values === 'object');
  return String(Object.keys(Object.assign({}, ...data)).length);
}

const readyOfReplicas = column(
  'READY',
  (object) => `${count(at(object, 'status', 'readyReplicas'))}/${count(at(object, 'spec', 'replicas'))}`,
);

/** kubectl's columns of the most common resources, keyed `resource.group`; all others show NAME and AGE. */
const columnsByResource: Readonly<Record<string, readonly Column[]>> = {
  pods: [
    column('READY', podReady),
    column('STATUS', podStatus),
    column('RESTARTS', podRestarts),
    ageColumn,
    field('IP', 'status.podIP', true),
    field('NODE', 'spec.nodeName', true),
  ],
  nodes: [
    column('STATUS', nodeStatus),
    column('ROLES', nodeRoles),
    ageColumn,
    field('VERSION', 'status.nodeInfo.kubeletVersion'),
    field('OS-IMAGE', 'status.nodeInfo.osImage', true),
    field('CONTAINER-RUNTIME', 'status.nodeInfo.containerRuntimeVersion', true),
  ],
  namespaces: [field('STATUS', 'status.phase'), ageColumn],
  services: [
    field('TYPE', 'spec.type'),
    field('CLUSTER-IP', 'spec.clusterIP'),
    column('PORT(S)', servicePorts),
    ageColumn,
  ],
  configmaps: [column('DATA', keyCount), ageColumn],
  // The number of keys, never a value: a Secret's data is printed only by -o json and -o yaml.
  secrets: [field('TYPE', 'type'), column('DATA', keyCount), ageColumn],
  events: [
    ageOf('LAST SEEN', lastSeen),
    field('TYPE', 'type'),
    field('REASON', 'reason'),
    column(
      'OBJECT',
      (event) =>
        `${text(at(event, 'involvedObject', 'kind')).toLowerCase()}/${text(at(event, 'involvedObject', 'name'))}`,
    ),
    field('MESSAGE', 'message'),
  ],
  'deployments.apps': [
    readyOfReplicas,
    column('UP-TO-DATE', (object) => String(count(at(object, 'status', 'updatedReplicas')))),
    column('AVAILABLE', (object) => String(count(at(object, 'status', 'availableReplicas')))),
    ageColumn,
    column('IMAGES', images, true),
  ],
  'statefulsets.apps': [readyOfReplicas, ageColumn, column('IMAGES', images, true)],
  'replicasets.apps': [
    column('DESIRED', (object) => String(count(at(object, 'spec', 'replicas')))),
    column('CURRENT', (object) => String(count(at(object, 'status', 'replicas')))),
    column('READY', (object) => String(count(at(object, 'status', 'readyReplicas')))),
    ageColumn,
    column('IMAGES', images, true),
  ],
  'daemonsets.apps': [
    column('DESIRED', (object) => String(count(at(object, 'status', 'desiredNumberScheduled')))),
    column('CURRENT', (object) => String(count(at(object, 'status', 'currentNumberScheduled')))),
    column('READY', (object) => String(count(at(object, 'status', 'numberReady')))),
    ageColumn,
    column('IMAGES', images, true),
  ],
  'jobs.batch': [
    column(
      'COMPLETIONS',
      (object) =>
        `${count(at(object, 'status', 'succeeded'))}/${text(at(object, 'spec', 'completions'), '1')}`,
    ),
    ageColumn,
    column('IMAGES', images, true),
  ],
  'leases.coordination.k8s.io': [field('HOLDER', 'spec.holderIdentity'), ageColumn],
};

/** `pods`, `deployments.apps`: kubectl's form. */
export function groupResourceName(resource: { readonly group: string; readonly resource: string }): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

/** Returns a table's columns, NAME first, preceded by NAMESPACE if several namespaces are shown. */
export function columnsOf(
  resource: { readonly group: string; readonly resource: string },
  options: { readonly wide: boolean; readonly withNamespace: boolean },
): readonly Column[] {
  const own = columnsByResource[groupResourceName(resource)] ?? [ageColumn];
  return [
    ...(options.withNamespace ? [field('NAMESPACE', 'metadata.namespace')] : []),
    nameColumn,
    ...own.filter((entry) => options.wide || entry.wide !== true),
  ];
}

/** Returns an object's cells for those columns. */
export function cellsOf(
  columns: readonly Column[],
  object: DeepReadonly<KubernetesObject>,
  nowMs: number,
): string[] {
  // Every object of the API is a JSON object; the type only hides the fields it does not know.
  return columns.map((entry) => entry.value(object as unknown as Json, nowMs));
}
