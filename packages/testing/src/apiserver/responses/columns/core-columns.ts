import { age } from 'kube-informers/internal';
import { asObject, at, objectsOf, sortedKeys, textAt } from '@kube-informers/schema/internal';
import type { ObjectBody } from '../../storage/stored-object.js';
import {
  ageColumn,
  column,
  countOf,
  joined,
  labelsOf,
  nameColumn,
  numberAt,
  text,
  textOf,
  wide,
  withMore,
} from './column.js';
import type { Column } from './column.js';

function nodeStatus(body: ObjectBody): string {
  const ready = objectsOf(at(body, 'status', 'conditions')).findLast(({ type }) => type === 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady'];
  if (at(body, 'spec', 'unschedulable') === true) words.push('SchedulingDisabled');
  return words.join(',');
}

function nodeRoles(body: ObjectBody): string {
  const prefix = 'node-role.kubernetes.io/';
  const roles = new Set<string>();
  for (const [label, value] of Object.entries(body.metadata?.labels ?? {})) {
    if (label.startsWith(prefix)) roles.add(label.slice(prefix.length));
    else if (label === 'kubernetes.io/role') roles.add(value);
  }
  roles.delete('');
  return [...roles].toSorted().join(',') || '<none>';
}

function nodeAddress(name: string, type: string): Column {
  return text(
    name,
    (body) => {
      const found = objectsOf(at(body, 'status', 'addresses')).find((address) => address['type'] === type);
      return found === undefined ? '<none>' : textAt(found, 'address');
    },
    1,
  );
}

function externalIp(body: ObjectBody): string {
  const own = joined(at(body, 'spec', 'externalIPs'));
  switch (textAt(body, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return own || '<none>';
    case 'LoadBalancer':
      return [loadBalancerAddresses(body), own].filter((part) => part !== '').join(',') || '<pending>';
    case 'ExternalName':
      return textAt(body, 'spec', 'externalName');
    default:
      return '<unknown>';
  }
}

/** Returns the addresses of a load balancer, sorted. */
export function loadBalancerAddresses(body: ObjectBody): string {
  const points = objectsOf(at(body, 'status', 'loadBalancer', 'ingress'));
  const addresses = new Set(points.map((point) => textAt(point, 'ip') || textAt(point, 'hostname')));
  addresses.delete('');
  return [...addresses].toSorted().join(',');
}

function servicePorts(body: ObjectBody): string {
  const ports = objectsOf(at(body, 'spec', 'ports')).map((port) => {
    const node = numberAt(port, 'nodePort');
    return `${textAt(port, 'port')}${node > 0 ? `:${node}` : ''}/${textAt(port, 'protocol')}`;
  });
  return ports.join(',') || '<none>';
}

function clusterIp(body: ObjectBody): string {
  const all = at(body, 'spec', 'clusterIPs');
  const first: unknown = Array.isArray(all) ? all[0] : undefined;
  return typeof first === 'string' ? first : textAt(body, 'spec', 'clusterIP') || '<none>';
}

function endpoints(body: ObjectBody): string {
  const subsets = objectsOf(body['subsets']);
  if (subsets.length === 0) return '<none>';
  const texts = subsets.flatMap((subset) => {
    const addresses = objectsOf(subset['addresses']).map((address) => textAt(address, 'ip'));
    const ports = objectsOf(subset['ports']);
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) => addresses.map((ip) => hostPort(ip, textAt(port, 'port'))));
  });
  return withMore(texts, 3);
}

function hostPort(ip: string, port: string): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** Field names of the two event kinds, which are one kind inside the server. */
interface EventFields {
  readonly object: string;
  readonly message: string;
  readonly controller: string;
  readonly source: string;
  readonly first: string;
  readonly last: string;
  readonly count: string;
}

const coreEvent: EventFields = {
  object: 'involvedObject',
  message: 'message',
  controller: 'reportingComponent',
  source: 'source',
  first: 'firstTimestamp',
  last: 'lastTimestamp',
  count: 'count',
};

const ownEvent: EventFields = {
  object: 'regarding',
  message: 'note',
  controller: 'reportingController',
  source: 'deprecatedSource',
  first: 'deprecatedFirstTimestamp',
  last: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
};

function eventColumns(fields: EventFields): readonly Column[] {
  const firstSeen = (body: ObjectBody, nowMs: number): string =>
    age(textAt(body, fields.first) || textAt(body, 'eventTime'), nowMs);
  const lastSeen = (body: ObjectBody, nowMs: number): string => {
    const series = asObject(body['series']);
    if (series !== undefined) return age(series['lastObservedTime'], nowMs);
    const last = textAt(body, fields.last);
    return last === '' ? firstSeen(body, nowMs) : age(last, nowMs);
  };
  const target = (body: ObjectBody): string => {
    const kind = textAt(body, fields.object, 'kind').toLowerCase();
    const name = textAt(body, fields.object, 'name');
    return name === '' ? kind : `${kind}/${name}`;
  };
  const source = (body: ObjectBody): string => {
    const component = textAt(body, fields.source, 'component') || textAt(body, fields.controller);
    const instance = textAt(body, fields.source, 'host') || textAt(body, 'reportingInstance');
    return instance === '' ? component : `${component}, ${instance}`;
  };
  const count = (body: ObjectBody): number =>
    asObject(body['series']) === undefined
      ? numberAt(body, fields.count) || 1
      : numberAt(body, 'series', 'count');
  return [
    text('Last Seen', lastSeen),
    textOf('Type', 'type'),
    textOf('Reason', 'reason'),
    text('Object', target),
    textOf('Subobject', `${fields.object}.fieldPath`, '', 1),
    text('Source', source, 1),
    text('Message', (body) => textAt(body, fields.message).trim()),
    text('First Seen', firstSeen, 1),
    column('Count', 'string', count, 1),
    wide(nameColumn),
  ];
}

const accessModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

function accessModesText(modes: unknown): string {
  if (!Array.isArray(modes)) return '';
  return accessModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',');
}

function phase(body: ObjectBody): string {
  return body.metadata?.deletionTimestamp === undefined ? textAt(body, 'status', 'phase') : 'Terminating';
}

function storageClass(body: ObjectBody): string {
  const annotation = body.metadata?.annotations?.['volume.beta.kubernetes.io/storage-class'];
  return annotation ?? textAt(body, 'spec', 'storageClassName');
}

const volumeColumns = [
  text('StorageClass', storageClass),
  textOf('VolumeAttributesClass', 'spec.volumeAttributesClassName', '<unset>'),
] as const;
const volumeMode = textOf('VolumeMode', 'spec.volumeMode', '<unset>', 1);

function claimOf(body: ObjectBody): string {
  const claim = at(body, 'spec', 'claimRef');
  return claim === undefined ? '' : `${textAt(claim, 'namespace')}/${textAt(claim, 'name')}`;
}

/** A column that is empty until the claim has a volume. */
function bound(name: string, cell: (body: ObjectBody) => string): Column {
  return text(name, (body) => (textAt(body, 'spec', 'volumeName') === '' ? '' : cell(body)));
}

function quota(limits: boolean): (body: ObjectBody) => string {
  return (body) => {
    const hard = asObject(at(body, 'status', 'hard')) ?? {};
    const used = asObject(at(body, 'status', 'used')) ?? {};
    return sortedKeys(hard)
      .filter((name) => name.startsWith('limits.') === limits)
      .map((name) => `${name}: ${textAt(used, name) || '0'}/${textAt(hard, name)}`)
      .join(', ');
  };
}

function componentStatus(field: string): (body: ObjectBody) => string {
  return (body) =>
    textAt(
      objectsOf(body['conditions']).find(({ type }) => type === 'Healthy'),
      field,
    );
}

/** The columns of the core group's kinds, and of events, by `resource.group`. */
export const coreColumns: Readonly<Record<string, readonly Column[]>> = {
  'nodes.': [
    nameColumn,
    text('Status', nodeStatus),
    text('Roles', nodeRoles),
    ageColumn,
    textOf('Version', 'status.nodeInfo.kubeletVersion'),
    nodeAddress('Internal-IP', 'InternalIP'),
    nodeAddress('External-IP', 'ExternalIP'),
    textOf('OS-Image', 'status.nodeInfo.osImage', '<unknown>', 1),
    textOf('Kernel-Version', 'status.nodeInfo.kernelVersion', '<unknown>', 1),
    textOf('Container-Runtime', 'status.nodeInfo.containerRuntimeVersion', '<unknown>', 1),
  ],
  'namespaces.': [nameColumn, textOf('Status', 'status.phase'), ageColumn],
  'configmaps.': [nameColumn, countOf('Data', 'string', 'data', 'binaryData'), ageColumn],
  'secrets.': [nameColumn, textOf('Type', 'type'), countOf('Data', 'string', 'data'), ageColumn],
  'serviceaccounts.': [nameColumn, countOf('Secrets', 'string', 'secrets'), ageColumn],
  'services.': [
    nameColumn,
    textOf('Type', 'spec.type'),
    text('Cluster-IP', clusterIp),
    text('External-IP', externalIp),
    text('Port(s)', servicePorts),
    ageColumn,
    labelsOf('Selector', 'spec.selector', 1),
  ],
  'endpoints.': [nameColumn, text('Endpoints', endpoints), ageColumn],
  'events.': eventColumns(coreEvent),
  'events.events.k8s.io': eventColumns(ownEvent),
  'persistentvolumes.': [
    nameColumn,
    textOf('Capacity', 'spec.capacity.storage', '0'),
    text('Access Modes', (body) => accessModesText(at(body, 'spec', 'accessModes'))),
    textOf('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy'),
    text('Status', phase),
    text('Claim', claimOf),
    ...volumeColumns,
    textOf('Reason', 'status.reason'),
    ageColumn,
    volumeMode,
  ],
  'persistentvolumeclaims.': [
    nameColumn,
    text('Status', phase),
    textOf('Volume', 'spec.volumeName'),
    bound('Capacity', (body) => textAt(body, 'status', 'capacity', 'storage') || '0'),
    bound('Access Modes', (body) => accessModesText(at(body, 'status', 'accessModes'))),
    ...volumeColumns,
    ageColumn,
    volumeMode,
  ],
  'resourcequotas.': [nameColumn, text('Request', quota(false)), text('Limit', quota(true)), ageColumn],
  'componentstatuses.': [
    nameColumn,
    text('Status', (body) => {
      const status = componentStatus('status')(body);
      return status === '' ? 'Unknown' : status === 'True' ? 'Healthy' : 'Unhealthy';
    }),
    text('Message', componentStatus('message')),
    text('Error', componentStatus('error')),
  ],
};
