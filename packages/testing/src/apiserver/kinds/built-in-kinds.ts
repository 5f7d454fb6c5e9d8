import type { Resource } from 'kube-informers';
import { builtInSelectableFields } from 'kube-informers/internal';
import {
  configMapRules,
  eventRules,
  namespaceRules,
  nodeRules,
  pendingRules,
  rbacRules,
  secretRules,
  serviceAccountRules,
} from './core-kinds.js';
import { definitionRules } from '../definitions/definition-rules.js';
import { commonRules, resourceId } from '../objects/kind-rules.js';
import type { KindOverrides, KindRules } from '../objects/kind-rules.js';
import { builtInDefaults, versionDefaults } from './built-in-defaults.js';
import { compileRules } from './default-rules.js';
import { inertFieldWarnings } from './inert-fields.js';
import { daemonSetRules, jobRules, podRules, templateRules } from './workload-kinds.js';

const createOnUpdate: KindOverrides = { createOnUpdate: true };
const returnsObject: KindOverrides = { returnsDeletedObject: true };

const selectableFields: Readonly<Record<string, KindRules['selectableFields']>> = builtInSelectableFields;

/** Rules of built-in kinds, by `resource.group`. */
const overrides: Readonly<Record<string, KindOverrides>> = {
  'pods.': { ...podRules, ...returnsObject },
  'namespaces.': namespaceRules,
  'nodes.': nodeRules,
  'services.': { ...returnsObject, ...createOnUpdate },
  'secrets.': secretRules,
  'configmaps.': configMapRules,
  'serviceaccounts.': serviceAccountRules,
  'podtemplates.': returnsObject,
  'resourcequotas.': returnsObject,
  'endpoints.': createOnUpdate,
  'limitranges.': createOnUpdate,
  'events.': eventRules,
  'events.events.k8s.io': createOnUpdate,
  'persistentvolumes.': pendingRules,
  'persistentvolumeclaims.': pendingRules,
  'deployments.apps': templateRules,
  'replicasets.apps': templateRules,
  'statefulsets.apps': templateRules,
  'daemonsets.apps': daemonSetRules,
  'jobs.batch': jobRules,
  'leases.coordination.k8s.io': createOnUpdate,
  'customresourcedefinitions.apiextensions.k8s.io': definitionRules,
  'endpointslices.discovery.k8s.io': createOnUpdate,
  'roles.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'rolebindings.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'clusterroles.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
  'clusterrolebindings.rbac.authorization.k8s.io': { ...rbacRules, ...createOnUpdate },
};

/** Kinds whose spec changes are counted by metadata.generation. */
const withGeneration: ReadonlySet<string> = new Set([
  'pods.',
  'replicationcontrollers.',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'ingresses.networking.k8s.io',
  'networkpolicies.networking.k8s.io',
  'poddisruptionbudgets.policy',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'priorityclasses.scheduling.k8s.io',
  'endpointslices.discovery.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
]);

/**
 * Kinds whose status is kept on create although it is a subresource: a kubelet registers its node with its status.
 */
const keepsStatus: ReadonlySet<string> = new Set(['nodes.']);

/** True for kinds that are created with their status. */
export function keepsStatusOnCreate(id: string): boolean {
  return keepsStatus.has(id);
}

/** Returns the rules of a built-in resource. */
export function builtInRules(resource: Resource, enforcesRoles = false): KindRules {
  const id = resourceId(resource);
  const own = overrides[id];
  const fillDefaults = compileRules([
    ...(builtInDefaults[id] ?? []),
    ...(versionDefaults[`${id}/${resource.version}`] ?? []),
  ]);
  return {
    ...commonRules,
    hasGeneration: withGeneration.has(id),
    hasStatus: resource.subresources.includes('status'),
    selectableFields: selectableFields[id],
    ...own,
    warnings: (body, old) => [
      ...(own?.warnings?.(body, old) ?? []),
      ...inertFieldWarnings(id, body, old, enforcesRoles),
    ],
    applyDefaults(body) {
      own?.applyDefaults?.(body);
      fillDefaults(body);
    },
  };
}
