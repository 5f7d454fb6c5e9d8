import type { ObjectBody } from '../storage/stored-object.js';
import { at, textAt } from '../json/json-fields.js';

type Fields = Readonly<Record<string, (body: ObjectBody) => string>>;

/** A selectable string field at its own path. */
function plain(...paths: readonly string[]): Fields {
  return Object.fromEntries(
    paths.map((path) => {
      const steps = path.split('.');
      return [path, (body: ObjectBody) => textAt(body, ...steps)];
    }),
  );
}

/** A number, 0 if absent. */
function count(path: string): Fields {
  const steps = path.split('.');
  return { [path]: (body) => textAt(body, ...steps) || '0' };
}

/** A boolean, false if absent. */
function flag(path: string): Fields {
  const steps = path.split('.');
  return { [path]: (body) => (at(body, ...steps) === true ? 'true' : 'false') };
}

const eventFields: Fields = {
  ...plain('reason', 'type', 'reportingComponent'),
  source: (body) => textAt(body, 'source', 'component') || textAt(body, 'reportingComponent'),
};

/**
 * The fields of built-in kinds that selectors may use (kube-apiserver's field label conversions), by
 * `resource.group`.
 *
 * Other kinds support only metadata.name and metadata.namespace.
 */
export const selectableFields: Readonly<Record<string, Fields>> = {
  'pods.': {
    ...plain(
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'status.phase',
      'status.podIP',
      // Supported but never set: ToSelectableFields leaves it out.
      'status.podIPs',
      'status.nominatedNodeName',
    ),
    ...flag('spec.hostNetwork'),
  },
  'nodes.': flag('spec.unschedulable'),
  'namespaces.': plain('status.phase'),
  'secrets.': plain('type'),
  'services.': plain('spec.clusterIP', 'spec.type'),
  'replicationcontrollers.': count('status.replicas'),
  'persistentvolumes.': {},
  'persistentvolumeclaims.': {},
  'events.': {
    ...plain(
      'involvedObject.kind',
      'involvedObject.namespace',
      'involvedObject.name',
      'involvedObject.uid',
      'involvedObject.apiVersion',
      'involvedObject.resourceVersion',
      'involvedObject.fieldPath',
    ),
    ...eventFields,
  },
  'events.events.k8s.io': {
    ...plain(
      'regarding.kind',
      'regarding.namespace',
      'regarding.name',
      'regarding.uid',
      'regarding.apiVersion',
      'regarding.resourceVersion',
      'regarding.fieldPath',
      'reason',
      'type',
      'reportingController',
    ),
  },
  'replicasets.apps': count('status.replicas'),
  'jobs.batch': count('status.successful'),
  'certificatesigningrequests.certificates.k8s.io': plain('spec.signerName'),
};
