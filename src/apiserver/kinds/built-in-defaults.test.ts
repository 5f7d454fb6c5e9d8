import { describe, expect, test } from 'vitest';
import { builtInResources } from '../../resources/index.js';
import type { Resource } from '../../meta/resource.js';
import type { JsonObject } from '../json/json-fields.js';
import { decodeTyped } from '../types/decode-typed.js';
import { typeOfKind } from '../types/type-table.js';
import { builtInDefaults, versionDefaults } from './built-in-defaults.js';
import { builtInRules } from './built-in-kinds.js';

function find(id: string): Resource {
  const [name = '', version] = id.split('/');
  const found = builtInResources.find(
    ({ resource, group, version: own }) =>
      `${resource}.${group}` === name && (version === undefined || own === version),
  );
  if (found === undefined) throw new Error(`no resource ${id}`);
  return found;
}

/** What a body is after it was read by its type and the defaults were filled in. */
function defaulted(id: string, given: JsonObject): JsonObject {
  const { group, version, kind } = find(id);
  const type = typeOfKind(group, version, kind);
  if (type === undefined) throw new Error(`no type for ${id}`);
  const { value, problem } = decodeTyped(type, given);
  expect(problem).toBeUndefined();
  builtInRules(find(id)).applyDefaults(value);
  return value;
}

const pod = { containers: [{ name: 'c', image: 'i' }] };
const container = {
  name: 'c',
  image: 'i',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'Always',
};
const podTemplate = {
  containers: [container],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};
const limited = { containers: [{ ...pod.containers[0], resources: { limits: { cpu: '1' } } }] };
const defaultWebhook = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};
const strategy = (spec: JsonObject): JsonObject => ({ spec: { updateStrategy: spec } });
const scaling = (type: string, value: number): JsonObject => ({ type, value, periodSeconds: 15 });

/**
 * What each kind's defaults are, from kube-apiserver's sources (pkg/apis, the files defaults.go): the real server of the
 * integration tests has only a few of these kinds, and a small part of their defaults.
 */
const cases: readonly (readonly [id: string, given: JsonObject, wanted: JsonObject])[] = [
  ['pods.', { spec: pod }, { spec: { ...podTemplate, enableServiceLinks: true } }],
  [
    'pods.',
    { spec: { ...limited, hostNetwork: true } },
    { spec: { containers: [{ resources: { limits: { cpu: '1' }, requests: { cpu: '1' } } }] } },
  ],
  [
    'pods.',
    {
      spec: {
        volumes: [
          { name: 'a' },
          { name: 'b', secret: {} },
          { name: 'c', hostPath: { path: '/x' } },
          { name: 'd', iscsi: { targetPortal: 'p', iqn: 'i', lun: 0 } },
          { name: 'e', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
          { name: 'f', ephemeral: { volumeClaimTemplate: { spec: {} } } },
          { name: 'g', image: { reference: 'r:1' } },
        ],
        containers: [
          {
            name: 'c',
            image: 'i:1',
            ports: [{ containerPort: 1 }],
            env: [{ name: 'e', valueFrom: { fieldRef: { fieldPath: 'p' } } }],
            readinessProbe: { httpGet: { port: 1 } },
            livenessProbe: { grpc: { port: 1 } },
          },
        ],
      },
    },
    {
      spec: {
        volumes: [
          { emptyDir: {} },
          { secret: { defaultMode: 420 } },
          { hostPath: { path: '/x', type: '' } },
          { iscsi: { iscsiInterface: 'default' } },
          {
            projected: { defaultMode: 420, sources: [{ serviceAccountToken: { expirationSeconds: 3600 } }] },
          },
          { ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem' } } } },
          { image: { pullPolicy: 'IfNotPresent' } },
        ],
        containers: [
          {
            imagePullPolicy: 'IfNotPresent',
            ports: [{ protocol: 'TCP' }],
            env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }],
            readinessProbe: {
              httpGet: { path: '/', scheme: 'HTTP' },
              timeoutSeconds: 1,
              periodSeconds: 10,
              successThreshold: 1,
              failureThreshold: 3,
            },
            livenessProbe: { grpc: { service: '' } },
          },
        ],
      },
    },
  ],
  ['podtemplates.', { template: { spec: pod } }, { template: { spec: podTemplate } }],
  [
    'replicationcontrollers.',
    { spec: { template: { metadata: { labels: { a: 'b' } }, spec: pod } } },
    {
      metadata: { labels: { a: 'b' } },
      spec: { replicas: 1, selector: { a: 'b' }, template: { spec: podTemplate } },
    },
  ],
  [
    'services.',
    { spec: { ports: [{ port: 80 }] } },
    {
      spec: {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      },
    },
  ],
  [
    'services.',
    {
      spec: { type: 'LoadBalancer', sessionAffinity: 'ClientIP' },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    },
    {
      spec: {
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
        externalTrafficPolicy: 'Cluster',
        internalTrafficPolicy: 'Cluster',
        allocateLoadBalancerNodePorts: true,
      },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'VIP' }] } },
    },
  ],
  [
    'endpoints.',
    { subsets: [{ ports: [{ port: 1 }] }] },
    { subsets: [{ ports: [{ port: 1, protocol: 'TCP' }] }] },
  ],
  ['nodes.', { status: { capacity: { cpu: '1' } } }, { status: { allocatable: { cpu: '1' } } }],
  [
    'limitranges.',
    { spec: { limits: [{ type: 'Container', max: { cpu: '2' }, min: { memory: '1' } }] } },
    { spec: { limits: [{ default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1' } }] } },
  ],
  ['secrets.', {}, { type: 'Opaque' }],
  [
    'persistentvolumes.',
    { spec: { hostPath: { path: '/x' } } },
    { spec: { volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain', hostPath: { type: '' } } },
  ],
  ['persistentvolumeclaims.', {}, { spec: { volumeMode: 'Filesystem' } }],
  [
    'deployments.apps',
    { spec: { template: { spec: limited } } },
    {
      spec: {
        replicas: 1,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        template: {
          spec: { ...podTemplate, containers: [{ ...container, resources: { limits: { cpu: '1' } } }] },
        },
      },
    },
  ],
  [
    'replicasets.apps',
    { spec: { template: { spec: pod } } },
    { spec: { replicas: 1, template: { spec: podTemplate } } },
  ],
  [
    'statefulsets.apps',
    { spec: { template: { spec: pod }, volumeClaimTemplates: [{ metadata: { name: 'v' } }] } },
    {
      spec: {
        replicas: 1,
        podManagementPolicy: 'OrderedReady',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
        revisionHistoryLimit: 10,
        volumeClaimTemplates: [{ spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } }],
        template: { spec: podTemplate },
      },
    },
  ],
  ['statefulsets.apps', strategy({ type: 'OnDelete' }), strategy({ type: 'OnDelete' })],
  [
    'daemonsets.apps',
    { spec: { template: { spec: pod } } },
    {
      spec: {
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        revisionHistoryLimit: 10,
        template: { spec: podTemplate },
      },
    },
  ],
  [
    'jobs.batch',
    { spec: { template: { metadata: { labels: { a: 'b' } }, spec: pod } } },
    {
      metadata: { labels: { a: 'b' } },
      spec: {
        completions: 1,
        parallelism: 1,
        backoffLimit: 6,
        completionMode: 'NonIndexed',
        suspend: false,
        podReplacementPolicy: 'TerminatingOrFailed',
        manualSelector: false,
        template: { spec: podTemplate },
      },
    },
  ],
  [
    'jobs.batch',
    {
      spec: {
        backoffLimitPerIndex: 1,
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'X' }] }] },
      },
    },
    {
      spec: {
        backoffLimit: 2_147_483_647,
        podReplacementPolicy: 'Failed',
        podFailurePolicy: { rules: [{ onPodConditions: [{ type: 'X', status: 'True' }] }] },
      },
    },
  ],
  [
    'cronjobs.batch',
    { spec: { jobTemplate: { spec: { template: { spec: pod } } } } },
    {
      spec: {
        concurrencyPolicy: 'Allow',
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
        jobTemplate: { spec: { template: { spec: podTemplate } } },
      },
    },
  ],
  ['horizontalpodautoscalers.autoscaling/v1', {}, { spec: { minReplicas: 1 } }],
  [
    'horizontalpodautoscalers.autoscaling/v2',
    { spec: { behavior: { scaleUp: { selectPolicy: 'Min' } } } },
    {
      spec: {
        minReplicas: 1,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
        behavior: {
          scaleUp: {
            stabilizationWindowSeconds: 0,
            selectPolicy: 'Min',
            policies: [scaling('Pods', 4), scaling('Percent', 100)],
          },
          scaleDown: { selectPolicy: 'Max', policies: [scaling('Percent', 100)] },
        },
      },
    },
  ],
  [
    'networkpolicies.networking.k8s.io',
    { spec: { egress: [{ ports: [{ port: 1 }] }] } },
    { spec: { policyTypes: ['Ingress', 'Egress'], egress: [{ ports: [{ port: 1, protocol: 'TCP' }] }] } },
  ],
  [
    'ingressclasses.networking.k8s.io',
    { spec: { parameters: { kind: 'k', name: 'n' } } },
    { spec: { parameters: { scope: 'Cluster' } } },
  ],
  ...['rolebindings', 'clusterrolebindings'].map(
    (resource) =>
      [
        `${resource}.rbac.authorization.k8s.io`,
        { roleRef: { kind: 'Role', name: 'r' }, subjects: [{ kind: 'User', name: 'u' }] },
        {
          roleRef: { apiGroup: 'rbac.authorization.k8s.io' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io' }],
        },
      ] as const,
  ),
  ['storageclasses.storage.k8s.io', {}, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }],
  [
    'csidrivers.storage.k8s.io',
    {},
    {
      spec: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: 'ReadWriteOnceWithFSType',
        requiresRepublish: false,
        volumeLifecycleModes: ['Persistent'],
        seLinuxMount: false,
      },
    },
  ],
  ['priorityclasses.scheduling.k8s.io', {}, { preemptionPolicy: 'PreemptLowerPriority' }],
  [
    'validatingwebhookconfigurations.admissionregistration.k8s.io',
    { webhooks: [{ name: 'w', rules: [{}], clientConfig: { service: { name: 's', namespace: 'n' } } }] },
    { webhooks: [{ ...defaultWebhook, rules: [{ scope: '*' }], clientConfig: { service: { port: 443 } } }] },
  ],
  [
    'mutatingwebhookconfigurations.admissionregistration.k8s.io',
    { webhooks: [{ name: 'w' }] },
    { webhooks: [{ ...defaultWebhook, reinvocationPolicy: 'Never' }] },
  ],
  [
    'validatingadmissionpolicies.admissionregistration.k8s.io',
    { spec: { matchConstraints: { resourceRules: [{}] } } },
    {
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [{ scope: '*' }],
        },
      },
    },
  ],
  [
    'validatingadmissionpolicybindings.admissionregistration.k8s.io',
    { spec: { matchResources: {} } },
    { spec: { matchResources: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} } } },
  ],
  ['flowschemas.flowcontrol.apiserver.k8s.io', {}, { spec: { matchingPrecedence: 1000 } }],
  [
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
    {
      spec: {
        limited: {
          nominalConcurrencyShares: 30,
          lendablePercent: 0,
          limitResponse: { queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
        },
      },
    },
  ],
  [
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    { spec: { type: 'Exempt' } },
    { spec: { exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
  ],
  ['endpointslices.discovery.k8s.io', { ports: [{ port: 1 }] }, { ports: [{ name: '', protocol: 'TCP' }] }],
  ['resourceclaims.resource.k8s.io', {}, { spec: { allocationMode: 'WaitForFirstConsumer' } }],
  [
    'resourceclaimtemplates.resource.k8s.io',
    {},
    { spec: { spec: { allocationMode: 'WaitForFirstConsumer' } } },
  ],
];

describe('defaults', () => {
  test.each(cases)('of %s', (id, given, wanted) => {
    expect(defaulted(id, given)).toMatchObject(wanted);
  });

  test('templates leave to their pods what only pods get', () => {
    const spec = defaulted('deployments.apps', {
      spec: { template: { spec: { ...limited, hostNetwork: true } } },
    });
    expect(JSON.stringify(spec)).not.toMatch(/requests|hostPort|enableServiceLinks/);
  });

  test('a strategy of another type gets no parameters', () => {
    for (const id of ['statefulsets.apps', 'daemonsets.apps'])
      expect(defaulted(id, strategy({ type: 'OnDelete' }))['spec']).toMatchObject({
        updateStrategy: { type: 'OnDelete' },
      });
    const recreate = defaulted('deployments.apps', { spec: { strategy: { type: 'Recreate' } } });
    expect(recreate['spec']).toMatchObject({ strategy: { type: 'Recreate' } });
    expect(JSON.stringify(recreate)).not.toContain('rollingUpdate');
  });

  test('each kind of the table is served, and has a case here', () => {
    const ids = [...Object.keys(builtInDefaults), ...Object.keys(versionDefaults)];
    for (const id of ids) expect(() => find(id)).not.toThrow();
    const tested = cases.map(([id]) => id);
    expect(ids.filter((id) => !tested.some((name) => name === id || name.split('/')[0] === id))).toEqual([]);
  });

  test('what has its defaults keeps them: filling in again changes nothing', () => {
    for (const [id, given] of cases) {
      const once = defaulted(id, given);
      const again = structuredClone(once);
      builtInRules(find(id)).applyDefaults(again);
      expect(again).toEqual(once);
    }
  });
});
