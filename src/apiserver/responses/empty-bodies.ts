const podTemplate = { metadata: {}, spec: { containers: null } };
const names = { plural: '', kind: '' };

/**
 * What the server writes beside the metadata when an object has nothing but metadata, as in a bookmark: the fields that Go's
 * types never leave out. By `resource.group`; kinds that are not here, and custom ones, have none.
 */
const emptyBodies: Readonly<Record<string, object>> = {
  'pods.': { spec: { containers: null }, status: {} },
  'nodes.': {
    spec: {},
    status: {
      daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      nodeInfo: {
        machineID: '',
        systemUUID: '',
        bootID: '',
        kernelVersion: '',
        osImage: '',
        containerRuntimeVersion: '',
        kubeletVersion: '',
        kubeProxyVersion: '',
        operatingSystem: '',
        architecture: '',
      },
    },
  },
  'services.': { spec: {}, status: { loadBalancer: {} } },
  'namespaces.': { spec: {}, status: {} },
  'events.': {
    involvedObject: {},
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: '',
    reportingInstance: '',
  },
  'deployments.apps': { spec: { selector: null, template: podTemplate, strategy: {} }, status: {} },
  'replicasets.apps': { spec: { selector: null, template: podTemplate }, status: { replicas: 0 } },
  'jobs.batch': { spec: { template: podTemplate }, status: {} },
  'leases.coordination.k8s.io': { spec: {} },
  'customresourcedefinitions.apiextensions.k8s.io': {
    spec: { group: '', names, scope: '', versions: null },
    status: { conditions: null, acceptedNames: names, storedVersions: null },
  },
};

/** The fields beside the metadata of an object that has nothing but metadata. */
export function emptyBody(id: string): object {
  return Object.hasOwn(emptyBodies, id) ? (emptyBodies[id] ?? {}) : {};
}
