/**
 * What the Go sources do not say about the built-in resources. An integration test compares them with the discovery
 * of an API server that serves everything.
 *
 * Keys are `<group folder>.<Kind>`, for all of the group's versions. What is absent here follows the rule: the plural is the
 * kind with -s, -es or -ies, there are no short names, categories or subresources besides `status`, and the verbs are those
 * of the markers. `withoutClient` is a resource for which client-go has no client. `resource` is a name in URLs that is not the
 * accessor in lower case.
 */
export const resourceFacts = {
  'admissionregistration.MutatingAdmissionPolicy': { categories: ['api-extensions'] },
  'admissionregistration.MutatingAdmissionPolicyBinding': { categories: ['api-extensions'] },
  'admissionregistration.MutatingWebhookConfiguration': { categories: ['api-extensions'] },
  'admissionregistration.ValidatingAdmissionPolicy': { categories: ['api-extensions'] },
  'admissionregistration.ValidatingAdmissionPolicyBinding': { categories: ['api-extensions'] },
  'admissionregistration.ValidatingWebhookConfiguration': { categories: ['api-extensions'] },
  'apiextensions.CustomResourceDefinition': {
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
  },
  'apiregistration.APIService': { categories: ['api-extensions'] },
  'apps.DaemonSet': { shortNames: ['ds'], categories: ['all'] },
  'apps.Deployment': { shortNames: ['deploy'], subresources: ['scale'], categories: ['all'] },
  'apps.ReplicaSet': { shortNames: ['rs'], subresources: ['scale'], categories: ['all'] },
  'apps.StatefulSet': { shortNames: ['sts'], subresources: ['scale'], categories: ['all'] },
  'autoscaling.HorizontalPodAutoscaler': { shortNames: ['hpa'], categories: ['all'] },
  'batch.CronJob': { shortNames: ['cj'], categories: ['all'] },
  'batch.Job': { categories: ['all'] },
  'certificates.CertificateSigningRequest': { shortNames: ['csr'], subresources: ['approval'] },
  'core.Binding': { withoutClient: true, verbs: ['create'] },
  'core.ComponentStatus': { shortNames: ['cs'], verbs: ['get', 'list'] },
  'core.ConfigMap': { shortNames: ['cm'] },
  'core.Endpoints': { plural: 'Endpoints', shortNames: ['ep'] },
  'core.Event': { shortNames: ['ev'] },
  'core.LimitRange': { shortNames: ['limits'] },
  'core.Namespace': {
    shortNames: ['ns'],
    subresources: ['finalize'],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  },
  'core.Node': { shortNames: ['no'], subresources: ['proxy'] },
  'core.PersistentVolume': { shortNames: ['pv'] },
  'core.PersistentVolumeClaim': { shortNames: ['pvc'] },
  'core.Pod': {
    shortNames: ['po'],
    subresources: [
      'attach',
      'binding',
      'ephemeralcontainers',
      'eviction',
      'exec',
      'log',
      'portforward',
      'proxy',
      'resize',
    ],
    categories: ['all'],
  },
  'core.ReplicationController': { shortNames: ['rc'], subresources: ['scale'], categories: ['all'] },
  'core.ResourceQuota': { shortNames: ['quota'] },
  'core.Service': { shortNames: ['svc'], subresources: ['proxy'], categories: ['all'] },
  'core.ServiceAccount': { shortNames: ['sa'], subresources: ['token'] },
  'events.Event': { shortNames: ['ev'] },
  'metrics.NodeMetrics': { resource: 'nodes', verbs: ['get', 'list'] },
  'metrics.PodMetrics': { resource: 'pods', verbs: ['get', 'list'] },
  'networking.IPAddress': { shortNames: ['ip'] },
  'networking.Ingress': { shortNames: ['ing'] },
  'networking.NetworkPolicy': { shortNames: ['netpol'] },
  'policy.PodDisruptionBudget': { shortNames: ['pdb'] },
  'scheduling.PriorityClass': { shortNames: ['pc'] },
  'storage.StorageClass': { shortNames: ['sc'] },
  'storage.VolumeAttributesClass': { shortNames: ['vac'] },
};

/** Group accessors that client-go does not name after the folder. */
export const irregularAccessors = { apiserverinternal: 'internal' };

/** Groups that an API server of their own serves, where one is installed: the table of built-in resources is without them. */
export const aggregatedGroups = new Set(['metrics']);

/** Required lists that are null on the wire when they are empty: no validation asks for an element. */
export const nullableLists = new Set(['core/v1.LimitRangeSpec.limits', 'storage/v1.CSINodeSpec.drivers']);
