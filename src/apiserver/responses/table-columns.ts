import { at, objectsOf, textAt } from '../json/json-fields.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { age } from '../../util/duration.js';

/** One column of a table. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0: always shown; above: with `-o wide`. */
  readonly priority?: number;
  cell(body: ObjectBody, stored: StoredObject, nowMs: number): unknown;
}

const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  cell: (body, _stored, nowMs) => age(body.metadata?.creationTimestamp, nowMs),
};

function text(name: string, read: (body: ObjectBody) => string, priority = 0): Column {
  return { name, type: 'string', priority, cell: (body) => read(body) };
}

function number(name: string, ...path: readonly string[]): Column {
  return {
    name,
    type: 'integer',
    cell(body) {
      const value = at(body, ...path);
      return typeof value === 'number' ? value : 0;
    },
  };
}

function count(name: string, field: string): Column {
  return { name, type: 'integer', cell: (body) => Object.keys(at(body, field) ?? {}).length };
}

function readyContainers(body: ObjectBody): string {
  const statuses = objectsOf(at(body, 'status', 'containerStatuses'));
  const ready = statuses.filter((status) => status['ready'] === true).length;
  return `${ready}/${objectsOf(at(body, 'spec', 'containers')).length}`;
}

function restarts(body: ObjectBody): string {
  let sum = 0;
  for (const { restartCount } of objectsOf(at(body, 'status', 'containerStatuses'))) {
    if (typeof restartCount === 'number') sum += restartCount;
  }
  return String(sum);
}

function podStatus(body: ObjectBody): string {
  if (body.metadata?.deletionTimestamp !== undefined) return 'Terminating';
  for (const status of objectsOf(at(body, 'status', 'containerStatuses'))) {
    const reason =
      textAt(status, 'state', 'waiting', 'reason') || textAt(status, 'state', 'terminated', 'reason');
    if (reason !== '') return reason;
  }
  return textAt(body, 'status', 'reason') || textAt(body, 'status', 'phase');
}

function nodeStatus(body: ObjectBody): string {
  const ready = objectsOf(at(body, 'status', 'conditions')).find(
    (condition) => condition['type'] === 'Ready',
  );
  const words = [ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady'];
  if (at(body, 'spec', 'unschedulable') === true) words.push('SchedulingDisabled');
  return words.join(',');
}

function nodeRoles(body: ObjectBody): string {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(body.metadata?.labels ?? {})
    .filter((label) => label.startsWith(prefix))
    .map((label) => label.slice(prefix.length));
  return roles.length > 0 ? roles.toSorted().join(',') : '<none>';
}

function readyOf(body: ObjectBody): string {
  const ready = at(body, 'status', 'readyReplicas');
  const wanted = at(body, 'spec', 'replicas');
  return `${typeof ready === 'number' ? ready : 0}/${typeof wanted === 'number' ? wanted : 0}`;
}

function servicePorts(body: ObjectBody): string {
  const ports = objectsOf(at(body, 'spec', 'ports')).map(
    (port) => `${textAt(port, 'port')}/${textAt(port, 'protocol')}`,
  );
  return ports.length > 0 ? ports.join(',') : '<none>';
}

/** The columns after NAME of the kinds that people look at most, by `resource.group`, as kubectl shows them. */
export const builtInColumns: Readonly<Record<string, readonly Column[]>> = {
  'pods.': [
    text('Ready', readyContainers),
    text('Status', podStatus),
    text('Restarts', restarts),
    ageColumn,
    text('IP', (body) => textAt(body, 'status', 'podIP') || '<none>', 1),
    text('Node', (body) => textAt(body, 'spec', 'nodeName') || '<none>', 1),
  ],
  'nodes.': [
    text('Status', nodeStatus),
    text('Roles', nodeRoles),
    ageColumn,
    text('Version', (body) => textAt(body, 'status', 'nodeInfo', 'kubeletVersion')),
  ],
  'namespaces.': [text('Status', (body) => textAt(body, 'status', 'phase')), ageColumn],
  'configmaps.': [count('Data', 'data'), ageColumn],
  'secrets.': [text('Type', (body) => textAt(body, 'type')), count('Data', 'data'), ageColumn],
  'services.': [
    text('Type', (body) => textAt(body, 'spec', 'type')),
    text('Cluster-IP', (body) => textAt(body, 'spec', 'clusterIP') || '<none>'),
    text('External-IP', () => '<none>'),
    text('Port(s)', servicePorts),
    ageColumn,
  ],
  'serviceaccounts.': [count('Secrets', 'secrets'), ageColumn],
  'events.': [
    {
      name: 'Last Seen',
      type: 'string',
      cell: (body, _stored, nowMs) => age(at(body, 'lastTimestamp'), nowMs),
    },
    text('Type', (body) => textAt(body, 'type')),
    text('Reason', (body) => textAt(body, 'reason')),
    text(
      'Object',
      (body) =>
        `${textAt(body, 'involvedObject', 'kind').toLowerCase()}/${textAt(body, 'involvedObject', 'name')}`,
    ),
    text('Message', (body) => textAt(body, 'message')),
  ],
  'deployments.apps': [
    text('Ready', readyOf),
    number('Up-to-date', 'status', 'updatedReplicas'),
    number('Available', 'status', 'availableReplicas'),
    ageColumn,
  ],
  'replicasets.apps': [
    number('Desired', 'spec', 'replicas'),
    number('Current', 'status', 'replicas'),
    number('Ready', 'status', 'readyReplicas'),
    ageColumn,
  ],
  'statefulsets.apps': [text('Ready', readyOf), ageColumn],
  'daemonsets.apps': [
    number('Desired', 'status', 'desiredNumberScheduled'),
    number('Current', 'status', 'currentNumberScheduled'),
    number('Ready', 'status', 'numberReady'),
    ageColumn,
  ],
  'jobs.batch': [
    text('Status', jobStatus),
    text(
      'Completions',
      (body) => `${textAt(body, 'status', 'succeeded') || '0'}/${textAt(body, 'spec', 'completions') || '1'}`,
    ),
    ageColumn,
  ],
  'leases.coordination.k8s.io': [text('Holder', (body) => textAt(body, 'spec', 'holderIdentity')), ageColumn],
};

function jobStatus(body: ObjectBody): string {
  const done = objectsOf(at(body, 'status', 'conditions')).find(({ status }) => status === 'True');
  return done === undefined ? 'Running' : textAt(done, 'type');
}
