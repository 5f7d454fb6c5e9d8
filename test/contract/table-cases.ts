import type { Resource } from '../../src/meta/resource.js';
import { builtInResources } from '../../src/resources/index.js';

/** One object and the table that kube-apiserver makes of it. */
export interface TableCase {
  readonly id: string;
  readonly resource: Resource;
  readonly object: object;
  /**
   * The cells by `Name`, `Name:type` for another type than string, `+Name` for `-o wide` alone. Age is left out: it is
   * the time since the creation.
   */
  readonly cells: Readonly<Record<string, unknown>>;
}

/** When the objects were made: two minutes before the tables are. */
export const createdAt = '2026-01-01T00:00:00Z';
export const nowMs = Date.parse('2026-01-01T00:02:00Z');

const pod = {
  containers: [
    { name: 'c', image: 'i:1' },
    { name: 'd', image: 'j:2' },
  ],
};
const template = { metadata: { labels: { app: 'web' } }, spec: pod };
const selector = { matchLabels: { app: 'web' } };
const wideContainers = { '+Containers': 'c,d', '+Images': 'i:1,j:2' };
const wideTemplate = { ...wideContainers, '+Selector': 'app=web' };
const ended = (reason: string, exitCode: number): object => ({
  terminated: { reason, exitCode, finishedAt: '2026-01-01T00:01:00Z' },
});
const subjects = [
  { kind: 'User', name: 'u' },
  { kind: 'Group', name: 'g' },
  { kind: 'ServiceAccount', namespace: 'n', name: 's' },
];
const binding = {
  Role: 'Role/r',
  Age: '2m',
  '+Users': 'u',
  '+Groups': 'g',
  '+ServiceAccounts': 'n/s',
};
const target = (fields: object): object => ({ target: fields });

const podCells = (ready: string, status: string, restarts: string, extra: object = {}): object => ({
  Ready: ready,
  Status: status,
  Restarts: restarts,
  Age: '2m',
  '+IP': '<none>',
  '+Node': '<none>',
  '+Nominated Node': '<none>',
  '+Readiness Gates': '<none>',
  ...extra,
});

type Row = readonly [id: string, object: object, cells: object];

/** From the sources of kube-apiserver (pkg/printers/internalversion/printers.go): the real server of the tests has not these columns. */
const rows: readonly Row[] = [
  ['pods.', { spec: pod }, podCells('0/2', 'Pending', '0')],
  [
    'pods.',
    {
      spec: { ...pod, nodeName: 'n', readinessGates: [{ conditionType: 'a' }, { conditionType: 'b' }] },
      status: {
        phase: 'Running',
        podIPs: [{ ip: '1.2.3.4' }],
        conditions: [{ type: 'a', status: 'True' }],
        containerStatuses: [
          { name: 'c', ready: true, restartCount: 0, state: { running: {} } },
          {
            name: 'd',
            ready: false,
            restartCount: 3,
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: ended('Error', 1),
          },
        ],
      },
    },
    podCells('1/2', 'CrashLoopBackOff', '3 (60s ago)', {
      '+IP': '1.2.3.4',
      '+Node': 'n',
      '+Readiness Gates': '1/2',
    }),
  ],
  [
    'pods.',
    {
      spec: {
        ...pod,
        initContainers: [
          { name: 'a', image: 'i' },
          { name: 'b', image: 'i', restartPolicy: 'Always' },
        ],
      },
      status: {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'a', restartCount: 1, state: ended('Completed', 0) },
          { name: 'b', restartCount: 1, state: { waiting: { reason: 'PodInitializing' } } },
        ],
      },
    },
    podCells('0/3', 'Init:1/2', '2'),
  ],
  [
    'pods.',
    {
      spec: pod,
      status: {
        phase: 'Failed',
        containerStatuses: [{ name: 'c', restartCount: 0, state: { terminated: { exitCode: 2 } } }],
      },
    },
    podCells('0/2', 'ExitCode:2', '0'),
  ],
  ['podtemplates.', { template }, { Containers: 'c,d', Images: 'i:1,j:2', 'Pod Labels': 'app=web' }],
  [
    'replicationcontrollers.',
    { spec: { replicas: 3, template, selector: { app: 'web' } }, status: { replicas: 2, readyReplicas: 1 } },
    { 'Desired:integer': 3, 'Current:integer': 2, 'Ready:integer': 1, Age: '2m', ...wideTemplate },
  ],
  [
    'replicasets.apps',
    { spec: { replicas: 3, template, selector }, status: { replicas: 2, readyReplicas: 1 } },
    { 'Desired:integer': 3, 'Current:integer': 2, 'Ready:integer': 1, Age: '2m', ...wideTemplate },
  ],
  [
    'deployments.apps',
    {
      spec: {
        replicas: 3,
        template,
        selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['b', 'a'] }] },
      },
      status: { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 },
    },
    {
      Ready: '1/3',
      'Up-to-date': 2,
      Available: 1,
      Age: '2m',
      ...wideContainers,
      '+Selector': 'app in (a,b)',
    },
  ],
  [
    'statefulsets.apps',
    { spec: { replicas: 3, template, selector }, status: { replicas: 2, readyReplicas: 1 } },
    { Ready: '1/3', Age: '2m', ...wideContainers },
  ],
  [
    'daemonsets.apps',
    {
      spec: { template: { ...template, spec: { ...pod, nodeSelector: { a: 'b' } } }, selector },
      status: {
        desiredNumberScheduled: 5,
        currentNumberScheduled: 4,
        numberReady: 3,
        updatedNumberScheduled: 2,
        numberAvailable: 1,
      },
    },
    {
      'Desired:integer': 5,
      'Current:integer': 4,
      'Ready:integer': 3,
      'Up-to-date:integer': 2,
      'Available:integer': 1,
      'Node Selector': 'a=b',
      Age: '2m',
      ...wideTemplate,
    },
  ],
  [
    'controllerrevisions.apps',
    {
      metadata: {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u', controller: true },
        ],
      },
      revision: 3,
    },
    { Controller: 'statefulset.apps/web', Revision: 3, Age: '2m' },
  ],
  [
    'jobs.batch',
    {
      spec: { completions: 3, template, selector },
      status: {
        succeeded: 1,
        startTime: createdAt,
        completionTime: '2026-01-01T00:01:30Z',
        conditions: [{ type: 'Complete', status: 'True' }],
      },
    },
    { Status: 'Complete', Completions: '1/3', Duration: '90s', Age: '2m', ...wideTemplate },
  ],
  [
    'jobs.batch',
    { spec: { parallelism: 2, template } },
    {
      Status: 'Running',
      Completions: '0/1 of 2',
      Duration: '',
      Age: '2m',
      ...wideContainers,
      '+Selector': '<none>',
    },
  ],
  [
    'cronjobs.batch',
    {
      spec: { schedule: '@daily', timeZone: 'Etc/UTC', jobTemplate: { spec: { template, selector } } },
      status: { active: [{}, {}], lastScheduleTime: '2026-01-01T00:01:30Z' },
    },
    {
      Schedule: '@daily',
      Timezone: 'Etc/UTC',
      'Suspend:boolean': 'False',
      'Active:integer': 2,
      'Last Schedule': '30s',
      Age: '2m',
      ...wideTemplate,
    },
  ],
  [
    'horizontalpodautoscalers.autoscaling/v2',
    {
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'web' },
        maxReplicas: 5,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', ...target({ type: 'Utilization', averageUtilization: 80 }) },
          },
          {
            type: 'External',
            external: { metric: { name: 'm' }, ...target({ type: 'AverageValue', averageValue: '30' }) },
          },
          {
            type: 'Pods',
            pods: { metric: { name: 'm' }, ...target({ type: 'AverageValue', averageValue: '5' }) },
          },
        ],
      },
      status: { currentReplicas: 2, currentMetrics: [{ resource: { current: { averageUtilization: 50 } } }] },
    },
    {
      Reference: 'Deployment/web',
      Targets: 'cpu: 50%/80%, <unknown>/30 (avg) + 1 more...',
      MinPods: '1',
      MaxPods: 5,
      Replicas: 2,
      Age: '2m',
    },
  ],
  [
    'horizontalpodautoscalers.autoscaling/v1',
    {
      spec: {
        scaleTargetRef: { kind: 'D', name: 'web' },
        maxReplicas: 5,
        targetCPUUtilizationPercentage: 70,
      },
    },
    { Reference: 'D/web', Targets: 'cpu: <unknown>/70%', MinPods: '1', MaxPods: 5, Replicas: 0, Age: '2m' },
  ],
  [
    'poddisruptionbudgets.policy',
    { spec: { minAvailable: '50%' }, status: { disruptionsAllowed: 2 } },
    { 'Min Available': '50%', 'Max Unavailable': 'N/A', 'Allowed Disruptions:integer': 2, Age: '2m' },
  ],
  [
    'nodes.',
    {
      metadata: { labels: { 'node-role.kubernetes.io/control-plane': '', 'kubernetes.io/role': 'worker' } },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [{ type: 'InternalIP', address: '1.2.3.4' }],
        nodeInfo: { kubeletVersion: 'v1', osImage: 'os', kernelVersion: 'k', containerRuntimeVersion: '' },
      },
    },
    {
      Status: 'Ready,SchedulingDisabled',
      Roles: 'control-plane,worker',
      Age: '2m',
      Version: 'v1',
      '+Internal-IP': '1.2.3.4',
      '+External-IP': '<none>',
      '+OS-Image': 'os',
      '+Kernel-Version': 'k',
      '+Container-Runtime': '<unknown>',
    },
  ],
  ['namespaces.', {}, { Status: 'Active', Age: '2m' }],
  ['configmaps.', { data: { a: '1' }, binaryData: { b: 'YQ==' } }, { Data: 2, Age: '2m' }],
  ['secrets.', { data: { a: 'YQ==' } }, { Type: 'Opaque', Data: 1, Age: '2m' }],
  ['serviceaccounts.', { secrets: [{ name: 's' }] }, { Secrets: 1, Age: '2m' }],
  [
    'services.',
    {
      spec: {
        type: 'LoadBalancer',
        clusterIP: '10.0.0.1',
        selector: { app: 'web' },
        externalIPs: ['9.9.9.9'],
        ports: [
          { port: 80, nodePort: 30080 },
          { port: 53, protocol: 'UDP' },
        ],
      },
      status: { loadBalancer: { ingress: [{ hostname: 'b.example.com' }, { ip: '1.2.3.4' }] } },
    },
    {
      Type: 'LoadBalancer',
      'Cluster-IP': '10.0.0.1',
      'External-IP': '1.2.3.4,b.example.com,9.9.9.9',
      'Port(s)': '80:30080/TCP,53/UDP',
      Age: '2m',
      '+Selector': 'app=web',
    },
  ],
  [
    'services.',
    { spec: { type: 'ExternalName', externalName: 'x.example.com' } },
    {
      Type: 'ExternalName',
      'Cluster-IP': '<none>',
      'External-IP': 'x.example.com',
      'Port(s)': '<none>',
      Age: '2m',
      '+Selector': '<none>',
    },
  ],
  [
    'endpoints.',
    { subsets: [{ addresses: ['1', '2', '3', '4'].map((ip) => ({ ip })), ports: [{ port: 80 }] }] },
    { Endpoints: '1:80,2:80,3:80 + 1 more...', Age: '2m' },
  ],
  [
    'events.',
    {
      involvedObject: { kind: 'Pod', name: 'web', fieldPath: 'spec' },
      type: 'Normal',
      reason: 'Started',
      message: ' hello\n',
      source: { component: 'kubelet', host: 'n' },
      firstTimestamp: createdAt,
      lastTimestamp: '2026-01-01T00:01:00Z',
      count: 3,
    },
    {
      'Last Seen': '60s',
      Type: 'Normal',
      Reason: 'Started',
      Object: 'pod/web',
      '+Subobject': 'spec',
      '+Source': 'kubelet, n',
      Message: 'hello',
      '+First Seen': '2m',
      '+Count': 3,
      '+Name': 'web',
    },
  ],
  [
    'events.events.k8s.io',
    {
      regarding: { kind: 'Pod', name: 'web' },
      type: 'Normal',
      reason: 'Started',
      note: 'hello',
      reportingController: 'c',
      eventTime: '2026-01-01T00:01:00.000000Z',
    },
    {
      'Last Seen': '60s',
      Type: 'Normal',
      Reason: 'Started',
      Object: 'pod/web',
      '+Subobject': '',
      '+Source': 'c',
      Message: 'hello',
      '+First Seen': '60s',
      '+Count': 1,
      '+Name': 'web',
    },
  ],
  [
    'persistentvolumes.',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
        claimRef: { namespace: 'n', name: 'c' },
        storageClassName: 'fast',
      },
    },
    {
      Capacity: '1Gi',
      'Access Modes': 'RWO,RWX',
      'Reclaim Policy': 'Retain',
      Status: 'Pending',
      Claim: 'n/c',
      StorageClass: 'fast',
      VolumeAttributesClass: '<unset>',
      Reason: '',
      Age: '2m',
      '+VolumeMode': 'Filesystem',
    },
  ],
  [
    'persistentvolumeclaims.',
    {
      spec: { volumeName: 'v', storageClassName: 'fast' },
      status: { phase: 'Bound', accessModes: ['ReadWriteOncePod'], capacity: { storage: '2Gi' } },
    },
    {
      Status: 'Bound',
      Volume: 'v',
      Capacity: '2Gi',
      'Access Modes': 'RWOP',
      StorageClass: 'fast',
      VolumeAttributesClass: '<unset>',
      Age: '2m',
      '+VolumeMode': 'Filesystem',
    },
  ],
  [
    'resourcequotas.',
    { status: { hard: { 'limits.cpu': '4', pods: '2', cpu: '1' }, used: { pods: '1' } } },
    { Request: 'cpu: 0/1, pods: 1/2', Limit: 'limits.cpu: 0/4', Age: '2m' },
  ],
  [
    'ingresses.networking.k8s.io',
    {
      spec: { ingressClassName: 'nginx', tls: [{}], rules: ['a', 'b', 'c', 'd'].map((host) => ({ host })) },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    },
    { Class: 'nginx', Hosts: 'a,b,c + 1 more...', Address: '1.2.3.4', Ports: '80, 443', Age: '2m' },
  ],
  [
    'ingressclasses.networking.k8s.io',
    { spec: { controller: 'c', parameters: { apiGroup: 'g', kind: 'K', name: 'n' } } },
    { Controller: 'c', Parameters: 'K.g/n', Age: '2m' },
  ],
  [
    'networkpolicies.networking.k8s.io',
    { spec: { podSelector: selector } },
    { 'Pod-Selector': 'app=web', Age: '2m' },
  ],
  [
    'ipaddresses.networking.k8s.io',
    { spec: { parentRef: { resource: 'services', namespace: 'n', name: 's' } } },
    { ParentRef: 'services/n/s' },
  ],
  [
    'servicecidrs.networking.k8s.io',
    { spec: { cidrs: ['10.0.0.0/8', 'fd::/64'] } },
    { CIDRs: '10.0.0.0/8,fd::/64', Age: '2m' },
  ],
  ['rolebindings.rbac.authorization.k8s.io', { roleRef: { kind: 'Role', name: 'r' }, subjects }, binding],
  [
    'clusterrolebindings.rbac.authorization.k8s.io',
    { roleRef: { kind: 'Role', name: 'r' }, subjects },
    binding,
  ],
  ['roles.rbac.authorization.k8s.io', { rules: [] }, { 'Created At:date': createdAt }],
  [
    'certificatesigningrequests.certificates.k8s.io',
    {
      spec: { signerName: 's', username: 'u', request: 'YQ==', expirationSeconds: 600 },
      status: { certificate: 'YQ==', conditions: [{ type: 'Approved', status: 'True' }] },
    },
    { Age: '2m', SignerName: 's', Requestor: 'u', RequestedDuration: '10m', Condition: 'Approved,Issued' },
  ],
  ['clustertrustbundles.certificates.k8s.io', { spec: { trustBundle: 't' } }, { SignerName: '<none>' }],
  ['leases.coordination.k8s.io', { spec: { holderIdentity: 'h' } }, { Holder: 'h', Age: '2m' }],
  [
    'storageclasses.storage.k8s.io',
    {
      metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'p',
    },
    {
      Name: 'web (default)',
      Provisioner: 'p',
      ReclaimPolicy: 'Delete',
      VolumeBindingMode: 'Immediate',
      AllowVolumeExpansion: false,
      Age: '2m',
    },
  ],
  ['volumeattributesclasses.storage.k8s.io', { driverName: 'd' }, { DriverName: 'd', Age: '2m' }],
  [
    'volumeattachments.storage.k8s.io',
    {
      spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } },
      status: { attached: true },
    },
    { Attacher: 'a', PV: 'v', Node: 'n', 'Attached:boolean': true, Age: '2m' },
  ],
  ['csinodes.storage.k8s.io', { spec: { drivers: [{}, {}] } }, { 'Drivers:integer': 2, Age: '2m' }],
  [
    'csidrivers.storage.k8s.io',
    { spec: { tokenRequests: [{ audience: 'a' }, { audience: 'b' }] } },
    {
      'AttachRequired:boolean': true,
      'PodInfoOnMount:boolean': false,
      'StorageCapacity:boolean': false,
      TokenRequests: 'a,b',
      'RequiresRepublish:boolean': false,
      Modes: 'Persistent',
      Age: '2m',
    },
  ],
  [
    'csistoragecapacities.storage.k8s.io',
    { storageClassName: 's' },
    { StorageClassName: 's', Capacity: '<unset>' },
  ],
  [
    'priorityclasses.scheduling.k8s.io',
    { value: 7 },
    {
      'Value:integer': 7,
      'Global-Default:boolean': false,
      Age: '2m',
      PreemptionPolicy: 'PreemptLowerPriority',
    },
  ],
  ['runtimeclasses.node.k8s.io', { handler: 'h' }, { Handler: 'h', Age: '2m' }],
  [
    'endpointslices.discovery.k8s.io',
    {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['1', '2'] }, { addresses: ['3', '4'] }],
      ports: [{ port: 80 }, { name: 'x' }],
    },
    { AddressType: 'IPv4', Ports: '80,x', Endpoints: '1,2,3 + 1 more...', Age: '2m' },
  ],
  [
    'mutatingwebhookconfigurations.admissionregistration.k8s.io',
    { webhooks: [{ name: 'w' }] },
    { 'Webhooks:integer': 1, Age: '2m' },
  ],
  [
    'validatingwebhookconfigurations.admissionregistration.k8s.io',
    { webhooks: [{ name: 'w' }] },
    { 'Webhooks:integer': 1, Age: '2m' },
  ],
  [
    'validatingadmissionpolicies.admissionregistration.k8s.io',
    { spec: { validations: [{}], paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } },
    { 'Validations:integer': 1, ParamKind: 'v1/ConfigMap', Age: '2m' },
  ],
  [
    'validatingadmissionpolicybindings.admissionregistration.k8s.io',
    { spec: { policyName: 'p', paramRef: { name: 'x' } } },
    { PolicyName: 'p', ParamRef: '*/x', Age: '2m' },
  ],
  [
    'flowschemas.flowcontrol.apiserver.k8s.io',
    {
      spec: { priorityLevelConfiguration: { name: 'l' }, distinguisherMethod: { type: 'ByUser' } },
      status: { conditions: [{ type: 'Dangling', status: 'False' }] },
    },
    {
      PriorityLevel: 'l',
      MatchingPrecedence: 1000,
      DistinguisherMethod: 'ByUser',
      Age: '2m',
      MissingPL: 'False',
    },
  ],
  [
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
    {
      Type: 'Limited',
      NominalConcurrencyShares: 30,
      Queues: 64,
      HandSize: 8,
      QueueLengthLimit: 50,
      Age: '2m',
    },
  ],
  [
    'storageversions.internal.apiserver.k8s.io',
    { status: { storageVersions: [{ apiServerID: 'a', encodingVersion: 'v1' }] } },
    { CommonEncodingVersion: '<unset>', StorageVersions: 'a=v1', Age: '2m' },
  ],
  [
    'storageversionmigrations.storagemigration.k8s.io',
    { spec: { resource: { group: 'g', version: 'v1', resource: 'r' } } },
    { Resource: 'r.v1.g' },
  ],
  ['resourceclasses.resource.k8s.io', { driverName: 'd' }, { DriverName: 'd', Age: '2m' }],
  [
    'resourceclaims.resource.k8s.io',
    { spec: { resourceClassName: 'c' }, status: { allocation: {}, reservedFor: [{}] } },
    {
      ResourceClassName: 'c',
      AllocationMode: 'WaitForFirstConsumer',
      State: 'allocated,reserved',
      Age: '2m',
    },
  ],
  [
    'resourceclaimtemplates.resource.k8s.io',
    { spec: { spec: { resourceClassName: 'c' } } },
    { ResourceClassName: 'c', AllocationMode: 'WaitForFirstConsumer', Age: '2m' },
  ],
  [
    'podschedulingcontexts.resource.k8s.io',
    { spec: { selectedNode: 'n' } },
    { SelectedNode: 'n', Age: '2m' },
  ],
  [
    'resourceslices.resource.k8s.io',
    { nodeName: 'n', driverName: 'd' },
    { NodeName: 'n', DriverName: 'd', Age: '2m' },
  ],
  [
    'resourceclaimparameters.resource.k8s.io',
    { generatedFrom: { apiGroup: 'g', kind: 'K', name: 'n' } },
    { GeneratedFrom: 'K.g/n', Age: '2m' },
  ],
  ['resourceclassparameters.resource.k8s.io', {}, { GeneratedFrom: '', Age: '2m' }],
];

function find(id: string): Resource {
  const [name, version] = id.split('/');
  const found = builtInResources.find(
    ({ resource, group, version: own }) => `${resource}.${group}` === name && own === (version ?? own),
  );
  if (found === undefined) throw new Error(`no built-in resource ${id}`);
  return found;
}

/** A case for each kind that has columns of its own, some for several states. */
export const tableCases: readonly TableCase[] = rows.map(([id, object, cells]) => {
  // Events are named last; every other kind first.
  const named = Object.keys(cells).some((key) => key === 'Name' || key === '+Name');
  return { id, resource: find(id), object, cells: named ? { ...cells } : { Name: 'web', ...cells } };
});
