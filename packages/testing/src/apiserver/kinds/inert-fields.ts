import { type JsonObject, asObject, at } from '@kube-informers/schema/internal';
import type { ObjectBody } from '../storage/stored-object.js';

/** A field that a real API server acts on, and that is only stored here. */
interface InertField {
  readonly field: string;
  /** What this server does not do. */
  readonly why: string;
  /** True if the real server would act. Default: the field is present. */
  applies?(body: ObjectBody): boolean;
}

const evaluatesNoPolicies = { field: 'spec', why: 'does not evaluate mutating admission policies' };
const allowsEverything = { field: 'roleRef', why: 'allows everything to everyone' };
const queuesNoRequests = { field: 'spec', why: 'does not queue requests by priority' };

/** By `resource.group`. Only fields on which the API server itself acts: other controllers are not part of it. */
const inertFields: Readonly<Record<string, readonly InertField[]>> = {
  'mutatingadmissionpolicies.admissionregistration.k8s.io': [evaluatesNoPolicies],
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': [evaluatesNoPolicies],
  'rolebindings.rbac.authorization.k8s.io': [allowsEverything],
  'clusterrolebindings.rbac.authorization.k8s.io': [allowsEverything],
  'flowschemas.flowcontrol.apiserver.k8s.io': [queuesNoRequests],
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': [queuesNoRequests],
  'apiservices.apiregistration.k8s.io': [
    { field: 'spec.service', why: 'does not aggregate other API servers' },
  ],
  'resourcequotas.': [{ field: 'spec.hard', why: 'does not enforce quotas' }],
  'limitranges.': [{ field: 'spec.limits', why: 'does not enforce limits, nor set their defaults' }],
  'storageclasses.storage.k8s.io': [
    {
      field: 'metadata.annotations',
      why: 'does not set the default class of claims',
      applies: (body) =>
        body.metadata?.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true',
    },
  ],
  'ingressclasses.networking.k8s.io': [
    {
      field: 'metadata.annotations',
      why: 'does not set the default class of ingresses',
      applies: (body) =>
        body.metadata?.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true',
    },
  ],
  'pods.': [{ field: 'spec.runtimeClassName', why: 'does not look up runtime classes' }],
};

/** Returns a warning for each field that is stored without the effect it has in a cluster; on an update for new ones. */
export function inertFieldWarnings(
  id: string,
  body: ObjectBody,
  old: ObjectBody | undefined,
  enforcesRoles: boolean,
): string[] {
  return (inertFields[id] ?? [])
    .filter((inert) => !(enforcesRoles && inert === allowsEverything))
    .filter((inert) => applies(inert, body) && (old === undefined || !applies(inert, old)))
    .map(({ field, why }) => `${field}: the embedded API server ${why}`);
}

function applies(inert: InertField, body: ObjectBody): boolean {
  if (inert.applies !== undefined) return inert.applies(body);
  return isPresent(at(body, ...inert.field.split('.')));
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  const fields: JsonObject | undefined = asObject(value);
  return fields === undefined ? value !== undefined && value !== '' : Object.keys(fields).length > 0;
}
