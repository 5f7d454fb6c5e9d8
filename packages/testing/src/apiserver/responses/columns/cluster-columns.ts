import { humanDuration } from 'kube-informers/internal';
import { type JsonObject, asObject, at, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { ObjectBody, StoredObject } from '../../storage/stored-object.js';
import {
  ageColumn,
  column,
  countOf,
  createdColumn,
  flagOf,
  hasCondition,
  joined,
  nameColumn,
  numberOf,
  selectorOf,
  text,
  textOf,
  withMore,
} from './column.js';
import type { Column } from './column.js';
import { loadBalancerAddresses } from './core-columns.js';

/** Returns the hosts of the first three rules. */
function hosts(body: ObjectBody): string {
  const rules = objectsOf(at(body, 'spec', 'rules'));
  const named: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (named.length === 3) more = true;
    const host = textAt(rule, 'host');
    if (!more && host !== '') named.push(host);
  }
  const shown = named.join(',') || '*';
  return more ? `${shown} + ${rules.length - 3} more...` : shown;
}

function parameters(body: ObjectBody): string {
  const given = asObject(at(body, 'spec', 'parameters'));
  if (given === undefined) return '<none>';
  const group = textAt(given, 'apiGroup');
  return `${textAt(given, 'kind')}${group === '' ? '' : `.${group}`}/${textAt(given, 'name')}`;
}

function parentRef(body: ObjectBody): string {
  const parent = asObject(at(body, 'spec', 'parentRef'));
  if (parent === undefined) return '<none>';
  const [group, namespace] = [textAt(parent, 'group'), textAt(parent, 'namespace')];
  const resource = `${textAt(parent, 'resource')}${group === '' ? '' : `.${group}`}`.toLowerCase();
  return [resource, ...(namespace === '' ? [] : [namespace]), textAt(parent, 'name')].join('/');
}

function subjects(kind: string): (body: ObjectBody) => string {
  return (body) =>
    objectsOf(body['subjects'])
      .filter((subject) => subject['kind'] === kind)
      .map((subject) =>
        kind === 'ServiceAccount'
          ? `${textAt(subject, 'namespace')}/${textAt(subject, 'name')}`
          : textAt(subject, 'name'),
      )
      .join(', ');
}

const bindingColumns: readonly Column[] = [
  nameColumn,
  text('Role', (body) => `${textAt(body, 'roleRef', 'kind')}/${textAt(body, 'roleRef', 'name')}`),
  ageColumn,
  text('Users', subjects('User'), 1),
  text('Groups', subjects('Group'), 1),
  text('ServiceAccounts', subjects('ServiceAccount'), 1),
];

function requestStatus(body: ObjectBody): string {
  const types = new Set(objectsOf(at(body, 'status', 'conditions')).map((condition) => condition['type']));
  const words = [types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending'];
  if (types.has('Failed')) words.push('Failed');
  if (textAt(body, 'status', 'certificate') !== '') words.push('Issued');
  return words.join(',');
}

function requestedDuration(body: ObjectBody): string {
  const seconds = at(body, 'spec', 'expirationSeconds');
  return typeof seconds === 'number' ? humanDuration(seconds * 1000) : '<none>';
}

/** The name, marked if an annotation makes it the default. */
function nameOrDefault(...annotations: readonly string[]): Column {
  return {
    ...nameColumn,
    cell(body: ObjectBody, { name }: StoredObject) {
      const marked = annotations.some((key) => body.metadata?.annotations?.[key] === 'true');
      return marked ? `${name} (default)` : name;
    },
  };
}

function tokenRequests(body: ObjectBody): string {
  const requests = at(body, 'spec', 'tokenRequests');
  if (!Array.isArray(requests)) return '<unset>';
  return objectsOf(requests)
    .map((request) => textAt(request, 'audience'))
    .join(',');
}

/** Returns the first three strings; `<unset>` without any. */
function firstThree(texts: readonly string[]): string {
  return withMore(texts, 3) || '<unset>';
}

function slicePorts(body: ObjectBody): string {
  return firstThree(
    objectsOf(body['ports']).map(
      (port) => textAt(port, 'port') || (port['name'] === undefined ? '*' : textAt(port, 'name')),
    ),
  );
}

function sliceEndpoints(body: ObjectBody): string {
  return firstThree(
    objectsOf(body['endpoints']).flatMap((endpoint) => {
      const { addresses } = endpoint;
      return Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : [];
    }),
  );
}

const webhookColumns: readonly Column[] = [nameColumn, countOf('Webhooks', 'integer', 'webhooks'), ageColumn];

function paramKind(body: ObjectBody): string {
  const kind = asObject(at(body, 'spec', 'paramKind'));
  return kind === undefined ? '<unset>' : `${textAt(kind, 'apiVersion')}/${textAt(kind, 'kind')}`;
}

function paramRef(body: ObjectBody): string {
  const ref: JsonObject = asObject(at(body, 'spec', 'paramRef')) ?? {};
  const name = textAt(ref, 'name');
  return name === '' ? '<unset>' : `${textAt(ref, 'namespace') || '*'}/${name}`;
}

function missingLevel(body: ObjectBody): string {
  const dangling = objectsOf(at(body, 'status', 'conditions')).find(({ type }) => type === 'Dangling');
  return dangling === undefined ? '?' : textAt(dangling, 'status');
}

/** A number of a priority level; `<none>` if the level has no such limit. */
function limitOf(name: string, ...path: readonly string[]): Column {
  return column(name, 'string', (body) => at(body, 'spec', 'limited', ...path) ?? '<none>');
}
const queuing = ['limitResponse', 'queuing'] as const;

function storageVersions(body: ObjectBody): string {
  return firstThree(
    objectsOf(at(body, 'status', 'storageVersions')).map(
      (version) => `${textAt(version, 'apiServerID')}=${textAt(version, 'encodingVersion')}`,
    ),
  );
}

/** v1alpha1 has a version as well. */
function migratedResource(body: ObjectBody): string {
  return ['resource', 'version', 'group']
    .map((field) => textAt(body, 'spec', 'resource', field))
    .filter((text) => text !== '')
    .join('.');
}

function claimState(body: ObjectBody): string {
  const deleted = body.metadata?.deletionTimestamp !== undefined;
  const states = deleted ? ['deleted'] : [];
  if (asObject(at(body, 'status', 'allocation')) !== undefined) {
    states.push('allocated');
    if (objectsOf(at(body, 'status', 'reservedFor')).length > 0) states.push('reserved');
  } else if (!deleted) states.push('pending');
  return states.join(',');
}

/** Returns the served versions, sorted. */
function servedVersions(body: ObjectBody): string {
  return objectsOf(at(body, 'spec', 'versions'))
    .filter((version) => version['served'] === true)
    .map((version) => `${textAt(version, 'name')}${version['storage'] === true ? '(storage)' : ''}`)
    .toSorted()
    .join(',');
}

/** The columns of other groups' kinds, by `resource.group`. Other kinds have a creation time. */
export const clusterColumns: Readonly<Record<string, readonly Column[]>> = {
  'ingresses.networking.k8s.io': [
    nameColumn,
    textOf('Class', 'spec.ingressClassName', '<none>'),
    text('Hosts', hosts),
    text('Address', loadBalancerAddresses),
    text('Ports', (body) => (objectsOf(at(body, 'spec', 'tls')).length > 0 ? '80, 443' : '80')),
    ageColumn,
  ],
  'ingressclasses.networking.k8s.io': [
    nameColumn,
    textOf('Controller', 'spec.controller'),
    text('Parameters', parameters),
    ageColumn,
  ],
  'networkpolicies.networking.k8s.io': [
    nameColumn,
    selectorOf('Pod-Selector', 'spec.podSelector'),
    ageColumn,
  ],
  'ipaddresses.networking.k8s.io': [nameColumn, text('ParentRef', parentRef)],
  'servicecidrs.networking.k8s.io': [
    nameColumn,
    text('CIDRs', (body) => joined(at(body, 'spec', 'cidrs'))),
    ageColumn,
  ],
  'rolebindings.rbac.authorization.k8s.io': bindingColumns,
  'clusterrolebindings.rbac.authorization.k8s.io': bindingColumns,
  'certificatesigningrequests.certificates.k8s.io': [
    nameColumn,
    ageColumn,
    textOf('SignerName', 'spec.signerName', '<none>'),
    textOf('Requestor', 'spec.username'),
    text('RequestedDuration', requestedDuration),
    text('Condition', requestStatus),
  ],
  'clustertrustbundles.certificates.k8s.io': [nameColumn, textOf('SignerName', 'spec.signerName', '<none>')],
  'customresourcedefinitions.apiextensions.k8s.io': [
    nameColumn,
    textOf('Scope', 'spec.scope'),
    text('Versions', servedVersions),
    createdColumn,
    textOf('Group', 'spec.group', '', 1),
    textOf('Kind', 'spec.names.kind', '', 1),
    text('ShortNames', (body) => joined(at(body, 'spec', 'names', 'shortNames')), 1),
    column('Established', 'boolean', (body) => hasCondition(body, 'Established'), 1),
  ],
  'leases.coordination.k8s.io': [nameColumn, textOf('Holder', 'spec.holderIdentity'), ageColumn],
  'storageclasses.storage.k8s.io': [
    nameOrDefault(
      'storageclass.kubernetes.io/is-default-class',
      'storageclass.beta.kubernetes.io/is-default-class',
    ),
    textOf('Provisioner', 'provisioner'),
    textOf('ReclaimPolicy', 'reclaimPolicy', 'Delete'),
    textOf('VolumeBindingMode', 'volumeBindingMode', 'Immediate'),
    flagOf('AllowVolumeExpansion', 'allowVolumeExpansion', false, 'string'),
    ageColumn,
  ],
  'volumeattributesclasses.storage.k8s.io': [
    nameOrDefault('volumeattributesclass.alpha.kubernetes.io/is-default-class'),
    textOf('DriverName', 'driverName'),
    ageColumn,
  ],
  'volumeattachments.storage.k8s.io': [
    nameColumn,
    { ...textOf('Attacher', 'spec.attacher'), format: 'name' },
    textOf('PV', 'spec.source.persistentVolumeName'),
    textOf('Node', 'spec.nodeName'),
    flagOf('Attached', 'status.attached'),
    ageColumn,
  ],
  'csinodes.storage.k8s.io': [nameColumn, countOf('Drivers', 'integer', 'spec.drivers'), ageColumn],
  'csidrivers.storage.k8s.io': [
    nameColumn,
    flagOf('AttachRequired', 'spec.attachRequired', true),
    flagOf('PodInfoOnMount', 'spec.podInfoOnMount'),
    flagOf('StorageCapacity', 'spec.storageCapacity'),
    text('TokenRequests', tokenRequests),
    flagOf('RequiresRepublish', 'spec.requiresRepublish'),
    text('Modes', (body) => joined(at(body, 'spec', 'volumeLifecycleModes')) || '<none>'),
    ageColumn,
  ],
  'csistoragecapacities.storage.k8s.io': [
    nameColumn,
    textOf('StorageClassName', 'storageClassName'),
    textOf('Capacity', 'capacity', '<unset>'),
  ],
  'priorityclasses.scheduling.k8s.io': [
    nameColumn,
    numberOf('Value', 'value'),
    flagOf('Global-Default', 'globalDefault'),
    ageColumn,
    textOf('PreemptionPolicy', 'preemptionPolicy'),
  ],
  'runtimeclasses.node.k8s.io': [nameColumn, textOf('Handler', 'handler'), ageColumn],
  'endpointslices.discovery.k8s.io': [
    nameColumn,
    textOf('AddressType', 'addressType'),
    text('Ports', slicePorts),
    text('Endpoints', sliceEndpoints),
    ageColumn,
  ],
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookColumns,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookColumns,
  'validatingadmissionpolicies.admissionregistration.k8s.io': [
    nameColumn,
    countOf('Validations', 'integer', 'spec.validations'),
    text('ParamKind', paramKind),
    ageColumn,
  ],
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': [
    nameColumn,
    textOf('PolicyName', 'spec.policyName'),
    text('ParamRef', paramRef),
    ageColumn,
  ],
  'flowschemas.flowcontrol.apiserver.k8s.io': [
    nameColumn,
    textOf('PriorityLevel', 'spec.priorityLevelConfiguration.name'),
    numberOf('MatchingPrecedence', 'spec.matchingPrecedence', 'string'),
    textOf('DistinguisherMethod', 'spec.distinguisherMethod.type', '<none>'),
    ageColumn,
    text('MissingPL', missingLevel),
  ],
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': [
    nameColumn,
    textOf('Type', 'spec.type'),
    limitOf('NominalConcurrencyShares', 'nominalConcurrencyShares'),
    limitOf('Queues', ...queuing, 'queues'),
    limitOf('HandSize', ...queuing, 'handSize'),
    limitOf('QueueLengthLimit', ...queuing, 'queueLengthLimit'),
    ageColumn,
  ],
  'storageversions.internal.apiserver.k8s.io': [
    nameColumn,
    textOf('CommonEncodingVersion', 'status.commonEncodingVersion', '<unset>'),
    text('StorageVersions', storageVersions),
    ageColumn,
  ],
  'storageversionmigrations.storagemigration.k8s.io': [
    { ...nameColumn, format: '' },
    text('Resource', migratedResource),
  ],
  'resourceclaims.resource.k8s.io': [nameColumn, text('State', claimState), ageColumn],
  'resourceslices.resource.k8s.io': [
    nameColumn,
    textOf('Node', 'spec.nodeName'),
    textOf('Driver', 'spec.driver'),
    textOf('Pool', 'spec.pool.name'),
    ageColumn,
  ],
};
