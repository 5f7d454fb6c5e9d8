/**
 * What kubernetes-types does not say about the built-in resources: names that break the rule, scopes, short names,
 * subresources, verbs. `derive-resources.mjs` adds these to what it reads from the types.
 *
 * Keys are `<group folder>/<version>.<Kind>` of kubernetes-types, or `<group folder>.<Kind>` for all versions.
 * Checked against the discovery documents of Kubernetes 1.30.
 */

/** Plurals that are not the kind in lower case with -s, -es or -ies. */
export const irregularPlurals = {
  'core.Endpoints': 'Endpoints',
  'resource.ResourceClaimParameters': 'ResourceClaimParameters',
  'resource.ResourceClassParameters': 'ResourceClassParameters',
};

/** Group accessors that client-go does not name after the folder. */
export const irregularAccessors = { apiserverinternal: 'internal' };

/** Kinds that have no path of their own, only a subresource of others. `src/resources/subresources.ts` has them. */
export const subresourceOnly = ['authentication.TokenRequest', 'autoscaling.Scale', 'policy.Eviction'];

/** Kinds that live in no namespace. All others do. */
export const clusterScoped = [
  'admissionregistration.MutatingWebhookConfiguration',
  'admissionregistration.ValidatingAdmissionPolicy',
  'admissionregistration.ValidatingAdmissionPolicyBinding',
  'admissionregistration.ValidatingWebhookConfiguration',
  'apiextensions.CustomResourceDefinition',
  'apiserverinternal.StorageVersion',
  'authentication.SelfSubjectReview',
  'authentication.TokenReview',
  'authorization.SelfSubjectAccessReview',
  'authorization.SelfSubjectRulesReview',
  'authorization.SubjectAccessReview',
  'certificates.CertificateSigningRequest',
  'certificates.ClusterTrustBundle',
  'core.ComponentStatus',
  'core.Namespace',
  'core.Node',
  'core.PersistentVolume',
  'flowcontrol.FlowSchema',
  'flowcontrol.PriorityLevelConfiguration',
  'networking.IPAddress',
  'networking.IngressClass',
  'networking.ServiceCIDR',
  'node.RuntimeClass',
  'rbac.ClusterRole',
  'rbac.ClusterRoleBinding',
  'resource.ResourceClass',
  'resource.ResourceSlice',
  'scheduling.PriorityClass',
  'storage.CSIDriver',
  'storage.CSINode',
  'storage.StorageClass',
  'storage.VolumeAttachment',
  'storage.VolumeAttributesClass',
  'storagemigration.StorageVersionMigration',
];

export const shortNames = {
  'apiextensions.CustomResourceDefinition': ['crd', 'crds'],
  'apps.DaemonSet': ['ds'],
  'apps.Deployment': ['deploy'],
  'apps.ReplicaSet': ['rs'],
  'apps.StatefulSet': ['sts'],
  'autoscaling.HorizontalPodAutoscaler': ['hpa'],
  'batch.CronJob': ['cj'],
  'certificates.CertificateSigningRequest': ['csr'],
  'core.ComponentStatus': ['cs'],
  'core.ConfigMap': ['cm'],
  'core.Endpoints': ['ep'],
  'core.Event': ['ev'],
  'core.LimitRange': ['limits'],
  'core.Namespace': ['ns'],
  'core.Node': ['no'],
  'core.PersistentVolume': ['pv'],
  'core.PersistentVolumeClaim': ['pvc'],
  'core.Pod': ['po'],
  'core.ReplicationController': ['rc'],
  'core.ResourceQuota': ['quota'],
  'core.Service': ['svc'],
  'core.ServiceAccount': ['sa'],
  'events.Event': ['ev'],
  'networking.IPAddress': ['ip'],
  'networking.Ingress': ['ing'],
  'networking.NetworkPolicy': ['netpol'],
  'policy.PodDisruptionBudget': ['pdb'],
  'scheduling.PriorityClass': ['pc'],
  'storage.StorageClass': ['sc'],
  'storage.VolumeAttributesClass': ['vac'],
};

export const subresources = {
  'admissionregistration.ValidatingAdmissionPolicy': ['status'],
  'apiextensions.CustomResourceDefinition': ['status'],
  'apiserverinternal.StorageVersion': ['status'],
  'apps.DaemonSet': ['status'],
  'apps.Deployment': ['scale', 'status'],
  'apps.ReplicaSet': ['scale', 'status'],
  'apps.StatefulSet': ['scale', 'status'],
  'autoscaling.HorizontalPodAutoscaler': ['status'],
  'batch.CronJob': ['status'],
  'batch.Job': ['status'],
  'certificates.CertificateSigningRequest': ['approval', 'status'],
  'core.Namespace': ['finalize', 'status'],
  'core.Node': ['proxy', 'status'],
  'core.PersistentVolume': ['status'],
  'core.PersistentVolumeClaim': ['status'],
  'core.Pod': [
    'attach',
    'binding',
    'ephemeralcontainers',
    'eviction',
    'exec',
    'log',
    'portforward',
    'proxy',
    'status',
  ],
  'core.ReplicationController': ['scale', 'status'],
  'core.ResourceQuota': ['status'],
  'core.Service': ['proxy', 'status'],
  'core.ServiceAccount': ['token'],
  'flowcontrol.FlowSchema': ['status'],
  'flowcontrol.PriorityLevelConfiguration': ['status'],
  'networking.Ingress': ['status'],
  'networking.ServiceCIDR': ['status'],
  'policy.PodDisruptionBudget': ['status'],
  'resource.PodSchedulingContext': ['status'],
  'resource.ResourceClaim': ['status'],
  'storage/v1.VolumeAttachment': ['status'],
  'storagemigration.StorageVersionMigration': ['status'],
};

/** Resources that cannot do everything. */
export const verbs = {
  'authentication.SelfSubjectReview': ['create'],
  'authentication.TokenReview': ['create'],
  'authorization.LocalSubjectAccessReview': ['create'],
  'authorization.SelfSubjectAccessReview': ['create'],
  'authorization.SelfSubjectRulesReview': ['create'],
  'authorization.SubjectAccessReview': ['create'],
  'core.Binding': ['create'],
  'core.ComponentStatus': ['get', 'list'],
  'core.Namespace': ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
};

export const categories = {
  'admissionregistration.MutatingWebhookConfiguration': ['api-extensions'],
  'admissionregistration.ValidatingAdmissionPolicy': ['api-extensions'],
  'admissionregistration.ValidatingAdmissionPolicyBinding': ['api-extensions'],
  'admissionregistration.ValidatingWebhookConfiguration': ['api-extensions'],
  'apiextensions.CustomResourceDefinition': ['api-extensions'],
  'apps.DaemonSet': ['all'],
  'apps.Deployment': ['all'],
  'apps.ReplicaSet': ['all'],
  'apps.StatefulSet': ['all'],
  'autoscaling.HorizontalPodAutoscaler': ['all'],
  'batch.CronJob': ['all'],
  'batch.Job': ['all'],
  'core.Pod': ['all'],
  'core.ReplicationController': ['all'],
  'core.Service': ['all'],
};
