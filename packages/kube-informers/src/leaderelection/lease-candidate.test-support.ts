/** LeaseCandidates as a custom resource: the embedded server has no built-in ones. */
export const leaseCandidateDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'leasecandidates.coordination.k8s.io',
    annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/enhancements/issues/4355' },
  },
  spec: {
    group: 'coordination.k8s.io',
    scope: 'Namespaced',
    names: {
      plural: 'leasecandidates',
      singular: 'leasecandidate',
      kind: 'LeaseCandidate',
      listKind: 'LeaseCandidateList',
    },
    versions: [
      {
        name: 'v1beta1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        },
      },
    ],
  },
};
