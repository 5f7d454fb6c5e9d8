import { age, humanDuration } from 'kube-informers/internal';
import { type JsonObject, at, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { ObjectBody } from '../../storage/stored-object.js';
import {
  ageColumn,
  column,
  containerColumns,
  countOf,
  hasCondition,
  labelsOf,
  nameColumn,
  numberAt,
  numberOf,
  selectorOf,
  text,
  textOf,
  withMore,
} from './column.js';
import type { Column } from './column.js';

const template = 'spec.template.spec';

const readyReplicas = text(
  'Ready',
  (body) => `${numberAt(body, 'status', 'readyReplicas')}/${numberAt(body, 'spec', 'replicas')}`,
);

const replicas: readonly Column[] = [
  nameColumn,
  numberOf('Desired', 'spec.replicas'),
  numberOf('Current', 'status.replicas'),
  numberOf('Ready', 'status.readyReplicas'),
  ageColumn,
  ...containerColumns(template),
];

/** Scales are not stored under a resource of their own. */
export const scaleColumns: readonly Column[] = [
  { ...nameColumn, format: '' },
  numberOf('Desired', 'spec.replicas'),
  numberOf('Available', 'status.replicas'),
  ageColumn,
];

function completions(body: ObjectBody): string {
  const done = numberAt(body, 'status', 'succeeded');
  const wanted = at(body, 'spec', 'completions');
  if (typeof wanted === 'number') return `${done}/${wanted}`;
  const parallelism = numberAt(body, 'spec', 'parallelism');
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function jobDuration(body: ObjectBody, nowMs: number): string {
  const start = textAt(body, 'status', 'startTime');
  if (start === '') return '';
  const end = textAt(body, 'status', 'completionTime');
  return humanDuration((end === '' ? nowMs : Date.parse(end)) - Date.parse(start));
}

function jobStatus(body: ObjectBody): string {
  if (hasCondition(body, 'Complete')) return 'Complete';
  if (hasCondition(body, 'Failed')) return 'Failed';
  if (body.metadata?.deletionTimestamp !== undefined) return 'Terminating';
  if (hasCondition(body, 'Suspended')) return 'Suspended';
  return hasCondition(body, 'FailureTarget') ? 'FailureTarget' : 'Running';
}

function suspended(body: ObjectBody): string {
  const value = at(body, 'spec', 'suspend');
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : '<unset>';
}

function lastSchedule(body: ObjectBody, nowMs: number): string {
  const last = textAt(body, 'status', 'lastScheduleTime');
  return last === '' ? '<none>' : age(last, nowMs);
}

function revisionController(body: ObjectBody): string {
  const owner = body.metadata?.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const [group = ''] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [];
  const kind = group === '' ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}

/** Returns the metrics of an autoscaler; version 1 has only the CPU, in separate fields. */
function metricsOf(body: ObjectBody): { specs: readonly JsonObject[]; statuses: readonly JsonObject[] } {
  const target = at(body, 'spec', 'targetCPUUtilizationPercentage');
  if (typeof target !== 'number') {
    return {
      specs: objectsOf(at(body, 'spec', 'metrics')),
      statuses: objectsOf(at(body, 'status', 'currentMetrics')),
    };
  }
  const current = at(body, 'status', 'currentCPUUtilizationPercentage');
  return {
    specs: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: target } } }],
    statuses: [{ resource: { current: { averageUtilization: current } } }],
  };
}

function targets(body: ObjectBody): string {
  const { specs, statuses } = metricsOf(body);
  if (specs.length === 0) return '<none>';
  return withMore(
    specs.map((spec, index) => metricText(spec, statuses[index])),
    2,
    ', ',
  );
}

/** The fields with target and current value, by metric type. */
const metricFields: Readonly<Record<string, string>> = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};

function metricText(spec: JsonObject, status: JsonObject | undefined): string {
  const type = textAt(spec, 'type');
  const field = Object.hasOwn(metricFields, type) ? metricFields[type] : undefined;
  if (field === undefined) return '<unknown type>';
  const target = (name: string): string => textAt(spec, field, 'target', name);
  const current = (name: string): string => textAt(status, field, 'current', name) || '<unknown>';
  const average = target('averageValue');
  if (type === 'Pods') return `${current('averageValue')}/${average}`;
  if (type === 'External' || type === 'Object') {
    return average === ''
      ? `${current('value')}/${target('value')}`
      : `${current('averageValue')}/${average} (avg)`;
  }
  const name = textAt(spec, field, 'name');
  if (average !== '') return `${name}: ${current('averageValue')}/${average}`;
  const percent = (value: string, missing: string): string => (/^\d+$/.test(value) ? `${value}%` : missing);
  const now = percent(current('averageUtilization'), '<unknown>');
  return `${name}: ${now}/${percent(target('averageUtilization'), '<auto>')}`;
}

/** The columns of workload kinds and of their autoscalers and disruption budgets, by `resource.group`. */
export const workloadColumns: Readonly<Record<string, readonly Column[]>> = {
  'podtemplates.': [
    nameColumn,
    ...containerColumns('template.spec', 0),
    labelsOf('Pod Labels', 'template.metadata.labels'),
  ],
  'replicationcontrollers.': [...replicas, labelsOf('Selector', 'spec.selector', 1)],
  'replicasets.apps': [...replicas, selectorOf('Selector', 'spec.selector', 1)],
  'deployments.apps': [
    nameColumn,
    readyReplicas,
    numberOf('Up-to-date', 'status.updatedReplicas', 'string'),
    numberOf('Available', 'status.availableReplicas', 'string'),
    ageColumn,
    ...containerColumns(template),
    selectorOf('Selector', 'spec.selector', 1, '<invalid>'),
  ],
  'statefulsets.apps': [nameColumn, readyReplicas, ageColumn, ...containerColumns(template)],
  'daemonsets.apps': [
    nameColumn,
    numberOf('Desired', 'status.desiredNumberScheduled'),
    numberOf('Current', 'status.currentNumberScheduled'),
    numberOf('Ready', 'status.numberReady'),
    numberOf('Up-to-date', 'status.updatedNumberScheduled'),
    numberOf('Available', 'status.numberAvailable'),
    labelsOf('Node Selector', 'spec.template.spec.nodeSelector'),
    ageColumn,
    ...containerColumns(template),
    selectorOf('Selector', 'spec.selector', 1),
  ],
  'controllerrevisions.apps': [
    nameColumn,
    text('Controller', revisionController),
    numberOf('Revision', 'revision', 'string'),
    ageColumn,
  ],
  'jobs.batch': [
    nameColumn,
    text('Status', jobStatus),
    text('Completions', completions),
    text('Duration', jobDuration),
    ageColumn,
    ...containerColumns(template),
    selectorOf('Selector', 'spec.selector', 1),
  ],
  'cronjobs.batch': [
    nameColumn,
    textOf('Schedule', 'spec.schedule'),
    textOf('Timezone', 'spec.timeZone', '<none>'),
    column('Suspend', 'boolean', suspended),
    countOf('Active', 'integer', 'status.active'),
    text('Last Schedule', lastSchedule),
    ageColumn,
    ...containerColumns('spec.jobTemplate.spec.template.spec'),
    selectorOf('Selector', 'spec.jobTemplate.spec.selector', 1),
  ],
  'horizontalpodautoscalers.autoscaling': [
    nameColumn,
    text(
      'Reference',
      (body) =>
        `${textAt(body, 'spec', 'scaleTargetRef', 'kind')}/${textAt(body, 'spec', 'scaleTargetRef', 'name')}`,
    ),
    text('Targets', targets),
    textOf('MinPods', 'spec.minReplicas', '<unset>'),
    numberOf('MaxPods', 'spec.maxReplicas', 'string'),
    numberOf('Replicas', 'status.currentReplicas', 'string'),
    ageColumn,
  ],
  'poddisruptionbudgets.policy': [
    nameColumn,
    textOf('Min Available', 'spec.minAvailable', 'N/A'),
    textOf('Max Unavailable', 'spec.maxUnavailable', 'N/A'),
    numberOf('Allowed Disruptions', 'status.disruptionsAllowed'),
    ageColumn,
  ],
};
