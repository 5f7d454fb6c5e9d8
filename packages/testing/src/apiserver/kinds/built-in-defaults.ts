import { asObject, at, childOf, isJsonObject, objectsOf } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { fillDeep, fillZeros } from './default-rules.js';
import type { DefaultRule } from './default-rules.js';
import { defaultPod, defaultPodSpec, defaultVolumeSource } from './pod-spec.js';

const webhookRules: readonly DefaultRule[] = [
  [
    'webhooks[]',
    {
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    },
  ],
  ['webhooks[].rules[]', { scope: '*' }],
  ['webhooks[].clientConfig.service', { port: 443 }],
];

const matchResources = { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} };
const policyRules = (path: string): readonly DefaultRule[] => [
  [path, matchResources],
  [`${path}.resourceRules[]`, { scope: '*' }],
  [`${path}.excludeResourceRules[]`, { scope: '*' }],
];

const rbacGroup = 'rbac.authorization.k8s.io';
const bindingRules: readonly DefaultRule[] = [
  ['roleRef', { apiGroup: rbacGroup }],
  [
    'subjects[]',
    (subject) => {
      if (subject['kind'] === 'User' || subject['kind'] === 'Group')
        fillDeep(subject, { apiGroup: rbacGroup });
    },
  ],
];

const claimSpec = { volumeMode: 'Filesystem' };

/**
 * The defaults of the built-in kinds, by `resource.group`: kube-apiserver's SetDefaults functions.
 *
 * They are in pkg/apis, in the files defaults.go. Fields that a kind's strategy sets on create are in its rules.
 */
export const builtInDefaults: Readonly<Record<string, readonly DefaultRule[]>> = {
  'pods.': [['spec!', defaultPod]],
  'podtemplates.': [['template!.spec!', defaultPodSpec]],
  'replicationcontrollers.': [
    ['spec.template.spec!', defaultPodSpec],
    ['spec!', { replicas: 1 }],
    ['', defaultControllerLabels],
  ],
  'services.': [
    ['spec!', defaultService],
    ['spec.ports[]', defaultServicePort],
    ['', defaultIpModes],
  ],
  'endpoints.': [['subsets[].ports[]', { protocol: 'TCP' }]],
  'nodes.': [
    [
      'status',
      (status) => {
        if (isJsonObject(status['capacity'])) status['allocatable'] ??= { ...status['capacity'] };
      },
    ],
  ],
  'limitranges.': [['spec.limits[]', defaultLimits]],
  'secrets.': [['', { type: 'Opaque' }]],
  'persistentvolumes.': [
    ['spec!', { volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' }],
    ['spec', defaultVolumeSource],
  ],
  'persistentvolumeclaims.': [['spec!', claimSpec]],
  'deployments.apps': [
    ['spec!.template.spec!', defaultPodSpec],
    [
      'spec',
      {
        replicas: 1,
        strategy: { type: 'RollingUpdate' },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      },
    ],
    ['spec.strategy', whenRolling({ maxUnavailable: '25%', maxSurge: '25%' })],
  ],
  'replicasets.apps': [
    ['spec!.template.spec!', defaultPodSpec],
    ['spec', { replicas: 1 }],
  ],
  'statefulsets.apps': [
    ['spec!.template.spec!', defaultPodSpec],
    ['spec', { podManagementPolicy: 'OrderedReady', replicas: 1, revisionHistoryLimit: 10 }],
    ['spec', { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } }],
    ['spec.updateStrategy!', defaultStatefulUpdate],
    [
      'spec.volumeClaimTemplates[]',
      { kind: 'PersistentVolumeClaim', apiVersion: 'v1', spec: claimSpec, status: { phase: 'Pending' } },
    ],
  ],
  'daemonsets.apps': [
    ['spec!.template.spec!', defaultPodSpec],
    ['spec', { revisionHistoryLimit: 10, updateStrategy: { type: 'RollingUpdate' } }],
    ['spec.updateStrategy', whenRolling({ maxUnavailable: 1, maxSurge: 0 })],
  ],
  'jobs.batch': [
    ['spec!.template.spec!', defaultPodSpec],
    ['spec', defaultJob],
    ['spec.podFailurePolicy.rules[].onPodConditions[]', { status: 'True' }],
    ['', labelsOfTemplate],
  ],
  'cronjobs.batch': [
    [
      'spec!',
      {
        concurrencyPolicy: 'Allow',
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      },
    ],
    ['spec.jobTemplate.spec.template.spec!', defaultPodSpec],
    ['spec.jobTemplate.spec.podFailurePolicy.rules[].onPodConditions[]', { status: 'True' }],
  ],
  'horizontalpodautoscalers.autoscaling': [['spec!', { minReplicas: 1 }]],
  'networkpolicies.networking.k8s.io': [
    ['spec!', defaultPolicyTypes],
    ['spec.ingress[].ports[]', { protocol: 'TCP' }],
    ['spec.egress[].ports[]', { protocol: 'TCP' }],
  ],
  'ingressclasses.networking.k8s.io': [['spec.parameters', { scope: 'Cluster' }]],
  'rolebindings.rbac.authorization.k8s.io': bindingRules,
  'clusterrolebindings.rbac.authorization.k8s.io': bindingRules,
  'storageclasses.storage.k8s.io': [['', { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }]],
  'csidrivers.storage.k8s.io': [
    [
      'spec!',
      {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: 'ReadWriteOnceWithFSType',
        requiresRepublish: false,
        volumeLifecycleModes: ['Persistent'],
        seLinuxMount: false,
      },
    ],
  ],
  'priorityclasses.scheduling.k8s.io': [['', { preemptionPolicy: 'PreemptLowerPriority' }]],
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookRules,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': [
    ...webhookRules,
    ['webhooks[]', { reinvocationPolicy: 'Never' }],
  ],
  'validatingadmissionpolicies.admissionregistration.k8s.io': [
    ['spec!', { failurePolicy: 'Fail' }],
    ...policyRules('spec.matchConstraints'),
  ],
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': policyRules('spec.matchResources'),
  'flowschemas.flowcontrol.apiserver.k8s.io': [
    ['spec!', (spec) => fillZeros(spec, { matchingPrecedence: 1000 })],
  ],
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': [
    ['spec.limited', { nominalConcurrencyShares: 30, lendablePercent: 0 }],
    [
      'spec.limited.limitResponse.queuing',
      (queuing) => fillZeros(queuing, { handSize: 8, queues: 64, queueLengthLimit: 50 }),
    ],
    [
      'spec',
      (spec) => {
        if (spec['type'] !== 'Exempt') return;
        fillDeep(spec, { exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } });
      },
    ],
  ],
  'endpointslices.discovery.k8s.io': [
    [
      'ports[]',
      (port) => {
        port['name'] ??= '';
        fillDeep(port, { protocol: 'TCP' });
      },
    ],
  ],
  'resourceclaims.resource.k8s.io': deviceRequests('spec.devices'),
  'resourceclaimtemplates.resource.k8s.io': deviceRequests('spec.spec.devices'),
};

const cpuMetric = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
};
const podsOrPercent = [
  { type: 'Pods', value: 4, periodSeconds: 15 },
  { type: 'Percent', value: 100, periodSeconds: 15 },
];

/** Additional defaults of one version of a kind, by `resource.group/version`. */
export const versionDefaults: Readonly<Record<string, readonly DefaultRule[]>> = {
  'horizontalpodautoscalers.autoscaling/v2': [
    ['spec', { metrics: [cpuMetric] }],
    [
      'spec.behavior',
      {
        scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: podsOrPercent },
        scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
      },
    ],
  ],
};

/** The requests of a ResourceClaim: of v1 and v1beta2 in `exactly` or `firstAvailable`, of v1beta1 in the request itself. */
function deviceRequests(devices: string): readonly DefaultRule[] {
  const requests = `${devices}.requests[]`;
  return [requests, `${requests}.exactly`, `${requests}.firstAvailable[]`].flatMap((path): DefaultRule[] => [
    [path, defaultDeviceRequest],
    [`${path}.tolerations[]`, { operator: 'Equal' }],
  ]);
}

function defaultDeviceRequest(request: JsonObject): void {
  // A request of v1 has no class: what it asks for is below it.
  if (request['deviceClassName'] === undefined) return;
  fillDeep(request, { allocationMode: 'ExactCount' });
  if (request['allocationMode'] === 'ExactCount') fillDeep(request, { count: 1 });
}

/** The parameters of a rolling update, only for a strategy of that type. */
function whenRolling(rollingUpdate: JsonObject): (strategy: JsonObject) => void {
  return (strategy) => {
    if (strategy['type'] === 'RollingUpdate') fillDeep(strategy, { rollingUpdate });
  };
}

/**
 * A strategy with a type keeps its parameters, except the partition.
 *
 * maxUnavailable has no default: its feature gate, MaxUnavailableStatefulSet, is off in Kubernetes 1.36
 * (kubernetes/kubernetes#137904).
 */
function defaultStatefulUpdate(strategy: JsonObject): void {
  const { type } = strategy;
  if (type === undefined || type === '') fillDeep(strategy, { type: 'RollingUpdate', rollingUpdate: {} });
  const rolling = asObject(strategy['rollingUpdate']);
  if (strategy['type'] === 'RollingUpdate' && rolling !== undefined) fillDeep(rolling, { partition: 0 });
}

function defaultJob(spec: JsonObject): void {
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1;
  fillDeep(spec, {
    parallelism: 1,
    backoffLimit: typeof spec['backoffLimitPerIndex'] === 'number' ? 2 ** 31 - 1 : 6,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: isJsonObject(spec['podFailurePolicy']) ? 'Failed' : 'TerminatingOrFailed',
    manualSelector: false,
  });
}

/** Labels default to those of the pod template. */
function labelsOfTemplate(body: JsonObject): void {
  const labels = at(body, 'spec', 'template', 'metadata', 'labels');
  const metadata = childOf(body, 'metadata');
  if (isJsonObject(labels) && Object.keys(asObject(metadata['labels']) ?? {}).length === 0) {
    metadata['labels'] = { ...labels };
  }
}

function defaultControllerLabels(body: JsonObject): void {
  const labels = at(body, 'spec', 'template', 'metadata', 'labels');
  const spec = childOf(body, 'spec');
  if (isJsonObject(labels) && Object.keys(asObject(spec['selector']) ?? {}).length === 0) {
    spec['selector'] = { ...labels };
  }
  labelsOfTemplate(body);
}

function defaultService(spec: JsonObject): void {
  fillDeep(spec, { type: 'ClusterIP', sessionAffinity: 'None' });
  if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig'];
  else if (spec['sessionAffinity'] === 'ClientIP') {
    fillDeep(spec, { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } });
  }
  const { type, externalIPs } = spec;
  const published = type === 'LoadBalancer' || type === 'NodePort';
  const reachable =
    published || (type === 'ClusterIP' && Array.isArray(externalIPs) && externalIPs.length > 0);
  if (reachable) fillDeep(spec, { externalTrafficPolicy: 'Cluster' });
  if (published || type === 'ClusterIP') fillDeep(spec, { internalTrafficPolicy: 'Cluster' });
  if (type === 'LoadBalancer') fillDeep(spec, { allocateLoadBalancerNodePorts: true });
}

function defaultServicePort(port: JsonObject): void {
  fillDeep(port, { protocol: 'TCP' });
  // Go's IntOrString is never absent: 0 and "" are.
  const { targetPort } = port;
  if (targetPort === undefined || targetPort === null || targetPort === 0 || targetPort === '') {
    port['targetPort'] = port['port'];
  }
}

/** A load balancer's address is virtual by default. */
function defaultIpModes(body: JsonObject): void {
  if (at(body, 'spec', 'type') !== 'LoadBalancer') return;
  for (const ingress of objectsOf(at(body, 'status', 'loadBalancer', 'ingress'))) {
    if (typeof ingress['ip'] === 'string' && ingress['ip'] !== '') fillDeep(ingress, { ipMode: 'VIP' });
  }
}

/**
 * Limits of containers: the default limit is the maximum; the default request is the default limit, else the minimum.
 */
function defaultLimits(item: JsonObject): void {
  if (item['type'] !== 'Container') return;
  const limits = childOf(item, 'default');
  const requests = childOf(item, 'defaultRequest');
  fillDeep(limits, asObject(item['max']) ?? {});
  fillDeep(requests, limits);
  fillDeep(requests, asObject(item['min']) ?? {});
  if (Object.keys(limits).length === 0) delete item['default'];
  if (Object.keys(requests).length === 0) delete item['defaultRequest'];
}

function defaultPolicyTypes(spec: JsonObject): void {
  const given = spec['policyTypes'];
  if (Array.isArray(given) && given.length > 0) return;
  const { egress } = spec;
  const hasEgress = Array.isArray(egress) && egress.length > 0;
  spec['policyTypes'] = hasEgress ? ['Ingress', 'Egress'] : ['Ingress'];
}
