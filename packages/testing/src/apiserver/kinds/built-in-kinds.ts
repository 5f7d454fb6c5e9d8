import type { Resource } from 'kube-informers';
import { builtInSelectableFields, hostName, isLoopback } from 'kube-informers/internal';
import {
  certificateRequestRules,
  eventRules,
  namespaceRules,
  nodeRules,
  pendingRules,
  rbacRules,
  secretRules,
  serviceAccountRules,
  serviceRules,
} from './core-kinds.js';
import { definitionRules, definitionValidation } from '../definitions/definition-rules.js';
import { commonRules, resourceId } from '../objects/kind-rules.js';
import type { KindOverrides, KindRules } from '../objects/kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { generations } from '../types/api-types.js';
import { decodeTyped } from '@kube-informers/schema/internal';
import { typeOfKind } from '../types/type-table.js';
import { joinDeclaredOf } from './declared-validation.js';
import { inertFieldWarnings } from './inert-fields.js';
import { validationOf } from './built-in-validation.js';
import { builtInDefaults } from './translated/built-in-defaults.js';
import { policyBindingErrors, policyErrors } from './admission-policies.js';
import { isWebhookConfiguration, webhookErrors } from './webhook-configurations.js';
import { daemonSetRules, podRules, preparePod, statefulSetRules } from './workload-kinds.js';
import { admitPod } from './pod-admission.js';
import type { PriorityClasses } from './pod-admission.js';
import { generateSelector } from './job-selector.js';
import type { ServiceAddresses } from './service-addresses.js';

const createOnUpdate: KindOverrides = { createOnUpdate: true };
const conditional: KindOverrides = { unconditionalUpdate: false };
const returnsObject: KindOverrides = { returnsDeletedObject: true };

const selectableFields: Readonly<Record<string, KindRules['selectableFields']>> = builtInSelectableFields;

/** Rules of built-in kinds, by `resource.group`. */
const overrides: Readonly<Record<string, KindOverrides>> = {
  'pods.': { ...podRules, ...returnsObject },
  'namespaces.': namespaceRules,
  'nodes.': nodeRules,
  'jobs.batch': { prepareCreate: generateSelector },
  'services.': serviceRules,
  'secrets.': secretRules,
  'serviceaccounts.': serviceAccountRules,
  'podtemplates.': returnsObject,
  'resourcequotas.': returnsObject,
  'endpoints.': createOnUpdate,
  'limitranges.': createOnUpdate,
  'events.': eventRules,
  'events.events.k8s.io': createOnUpdate,
  'certificatesigningrequests.certificates.k8s.io': certificateRequestRules,
  'persistentvolumes.': pendingRules,
  'persistentvolumeclaims.': pendingRules,
  'deployments.apps': { generationCounts: 'annotations' },
  'endpointslices.discovery.k8s.io': { generationCounts: 'labels' },
  'statefulsets.apps': statefulSetRules,
  'daemonsets.apps': daemonSetRules,
  'leases.coordination.k8s.io': { ...createOnUpdate, ...conditional },
  'leasecandidates.coordination.k8s.io': { ...createOnUpdate, ...conditional },
  'customresourcedefinitions.apiextensions.k8s.io': definitionRules,
  'roles.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'rolebindings.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'clusterroles.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'clusterrolebindings.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'runtimeclasses.node.k8s.io': { ...createOnUpdate, ...conditional },
  'podcertificaterequests.certificates.k8s.io': conditional,
  'clustertrustbundles.certificates.k8s.io': conditional,
  'podgroups.scheduling.k8s.io': conditional,
  'compositepodgroups.scheduling.k8s.io': conditional,
  'workloads.scheduling.k8s.io': conditional,
  'storageversionmigrations.storagemigration.k8s.io': conditional,
  'poddisruptionbudgets.policy': conditional,
  'resourcepoolstatusrequests.resource.k8s.io': conditional,
  'storageversions.internal.apiserver.k8s.io': conditional,
  'csidrivers.storage.k8s.io': conditional,
  'csistoragecapacities.storage.k8s.io': conditional,
  'volumeattachments.storage.k8s.io': conditional,
  'csinodes.storage.k8s.io': conditional,
  'evictionrequests.lifecycle.k8s.io': conditional,
  'validatingadmissionpolicies.admissionregistration.k8s.io': {
    ...conditional,
    validate: (body) => policyErrors(body),
    validateChange: (body, old, subresource) => (subresource === 'status' ? [] : policyErrors(body, old)),
  },
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': {
    ...conditional,
    validate: policyBindingErrors,
  },
  'mutatingadmissionpolicies.admissionregistration.k8s.io': conditional,
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': conditional,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': conditional,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': conditional,
};

/** Rules that need something of the server besides the object. */
function serverRules(id: string, { addresses, priorityClasses, httpWebhooks }: KindsOptions): KindOverrides {
  const allowsHttp = (host: string): boolean => httpWebhooks && isLoopback(hostName(host));
  if (id === 'customresourcedefinitions.apiextensions.k8s.io') return definitionValidation(allowsHttp);
  if (isWebhookConfiguration(id))
    return {
      validate: (body) => webhookErrors(body, undefined, allowsHttp),
      validateChange: (body, old) => webhookErrors(body, old, allowsHttp),
    };
  if (id === 'services.') {
    return {
      prepareCreate: (body, trusted) => addresses.assign(body, undefined, trusted),
      prepareUpdate: (body, old, trusted) => addresses.assign(body, old, trusted),
    };
  }
  if (id !== 'pods.') return {};
  return {
    prepareCreate(body, trusted) {
      admitPod(body, priorityClasses, trusted);
      preparePod(body);
    },
  };
}

/**
 * Kinds whose status is kept on create although it is a subresource: a kubelet registers its node with its status.
 */
const keepsStatus: ReadonlySet<string> = new Set(['nodes.']);

/** True for kinds that are created with their status. */
export function keepsStatusOnCreate(id: string): boolean {
  return keepsStatus.has(id);
}

/**
 * Sets the defaults of a body. One that is written from inside the process may have any shape: where the types do not fit, the
 * rest of its defaults is left out.
 */
function fillWhatFits(
  { group, version, kind }: Resource,
  body: ObjectBody,
  fill: (body: ObjectBody) => void,
): void {
  try {
    fill(body);
  } catch (error) {
    const type = typeOfKind(group, version, kind);
    const fits = type === undefined || decodeTyped(type, body).problem === undefined;
    if (fits || !(error instanceof TypeError)) throw error;
  }
}

/** What the rules of a server's kinds share. */
export interface KindsOptions {
  /** True if roles and bindings have an effect. */
  readonly enforcesRoles: boolean;
  /** Webhooks may have http:// URLs on loopback. */
  readonly httpWebhooks: boolean;
  readonly addresses: ServiceAddresses;
  readonly priorityClasses: PriorityClasses;
}

function generationOf(id: string): KindRules['generation'] {
  const counts = generations.get(id);
  return counts === undefined ? 'none' : counts ? 'counted' : 'constant';
}

/** Returns the rules of a built-in resource. */
export function builtInRules(resource: Resource, options: KindsOptions): KindRules {
  const id = resourceId(resource);
  const own = overrides[id];
  const fillDefaults = builtInDefaults[`${resource.kind}.${resource.group}/${resource.version}`];
  return {
    ...commonRules,
    generation: generationOf(id),
    hasStatus: resource.subresources.includes('status'),
    selectableFields: selectableFields[id],
    ...own,
    validation: validationOf(resource),
    joinDeclared: joinDeclaredOf(resource),
    ...serverRules(id, options),
    warnings: (body, old) => [
      ...(own?.warnings?.(body, old) ?? []),
      ...inertFieldWarnings(id, body, old, options.enforcesRoles),
    ],
    applyDefaults(body) {
      own?.applyDefaults?.(body);
      if (fillDefaults !== undefined) fillWhatFits(resource, body, fillDefaults);
    },
  };
}
