/** Valid objects of the kinds that tests use most, with many of their fields. */

export type Json = Record<string, unknown>;

/** A kind, where it is served, and an object whose name is the id. */
export interface Sample {
  readonly id: string;
  /** The collection's path. */
  readonly path: string;
  readonly object: Json;
}

const labels = { app: 'web' };
const container = {
  name: 'main',
  image: 'registry.example.com/team/web:1.2',
  command: ['sh'],
  args: ['-c', 'true'],
  ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
  env: [
    { name: 'A', value: 'b' },
    { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'S', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
    { name: 'R', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
  ],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'c' } }],
  resources: { limits: { cpu: '500m', memory: '1Gi' }, requests: { cpu: '100m' } },
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'config', mountPath: '/config', readOnly: true, subPath: 'a' },
  ],
  livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 5 },
  readinessProbe: { tcpSocket: { port: 8080 }, timeoutSeconds: 2 },
  startupProbe: { exec: { command: ['true'] } },
  lifecycle: { preStop: { exec: { command: ['sleep', '1'] } } },
  securityContext: { runAsUser: 1000, runAsNonRoot: true, capabilities: { drop: ['ALL'] } },
  imagePullPolicy: 'IfNotPresent',
};
const podSpec = {
  containers: [container],
  initContainers: [{ name: 'init', image: 'busybox' }],
  volumes: [
    { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
    { name: 'config', configMap: { name: 'c', items: [{ key: 'a', path: 'a' }] } },
    { name: 'secret', secret: { secretName: 's', defaultMode: 256 } },
    { name: 'claim', persistentVolumeClaim: { claimName: 'p' } },
    {
      name: 'all',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token', audience: 'a' } },
          { downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
        ],
      },
    },
  ],
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule' }],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
      },
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: labels },
    },
  ],
  serviceAccountName: 'robot',
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  securityContext: { fsGroup: 2000, sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] },
  terminationGracePeriodSeconds: 10,
  hostname: 'web',
  subdomain: 'svc',
  hostAliases: [{ ip: '127.0.0.1', hostnames: ['foo.local'] }],
  imagePullSecrets: [{ name: 'pull' }],
  readinessGates: [{ conditionType: 'example.com/ready' }],
};
const template = { metadata: { labels }, spec: podSpec };
const jobSpec = {
  parallelism: 2,
  completions: 4,
  backoffLimit: 3,
  completionMode: 'Indexed',
  activeDeadlineSeconds: 60,
  ttlSecondsAfterFinished: 10,
  template: {
    metadata: { labels },
    spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] },
  },
};
const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: 'fast',
};

function sample(
  id: string,
  group: string,
  resource: string,
  kind: string,
  fields: Json,
  namespaced = true,
): Sample {
  const root = group.includes('/') ? `/apis/${group}` : `/api/${group}`;
  return {
    id,
    path: `${root}/${namespaced ? 'namespaces/default/' : ''}${resource}`,
    object: {
      apiVersion: group,
      kind,
      metadata: { name: id, labels, annotations: { 'example.com/note': 'x' } },
      ...fields,
    },
  };
}

const rules = [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'], resourceNames: ['a'] }];
const bindingOf = (kind: string): Json => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'r' },
  subjects: [
    { kind: 'ServiceAccount', name: 'robot', namespace: 'default' },
    { kind: 'User', name: 'alice', apiGroup: 'rbac.authorization.k8s.io' },
  ],
});
const rbac = 'rbac.authorization.k8s.io/v1';

export const samples: readonly Sample[] = [
  sample('pods', 'v1', 'pods', 'Pod', { spec: podSpec }),
  sample('services', 'v1', 'services', 'Service', {
    spec: {
      type: 'NodePort',
      selector: labels,
      ports: [
        { name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' },
        { name: 'dns', port: 53, targetPort: 5353, protocol: 'UDP' },
      ],
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
      externalTrafficPolicy: 'Local',
    },
  }),
  sample('headless', 'v1', 'services', 'Service', {
    spec: { clusterIP: 'None', selector: labels, ports: [{ port: 80 }] },
  }),
  sample('externalname', 'v1', 'services', 'Service', {
    spec: { type: 'ExternalName', externalName: 'example.com' },
  }),
  sample('configmaps', 'v1', 'configmaps', 'ConfigMap', {
    data: { a: 'b' },
    binaryData: { c: 'AAEC' },
    immutable: false,
  }),
  sample('secrets', 'v1', 'secrets', 'Secret', { type: 'Opaque', data: { a: 'Yg==' } }),
  sample('tls', 'v1', 'secrets', 'Secret', {
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': 'Yg==', 'tls.key': 'Yg==' },
  }),
  sample('serviceaccounts', 'v1', 'serviceaccounts', 'ServiceAccount', {
    secrets: [{ name: 's' }],
    imagePullSecrets: [{ name: 'p' }],
    automountServiceAccountToken: false,
  }),
  sample('namespaces', 'v1', 'namespaces', 'Namespace', {}, false),
  sample('persistentvolumeclaims', 'v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', {
    spec: claimSpec,
  }),
  sample('deployments', 'apps/v1', 'deployments', 'Deployment', {
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
      minReadySeconds: 5,
      revisionHistoryLimit: 3,
      progressDeadlineSeconds: 60,
    },
  }),
  sample('replicasets', 'apps/v1', 'replicasets', 'ReplicaSet', {
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  }),
  sample('statefulsets', 'apps/v1', 'statefulsets', 'StatefulSet', {
    spec: {
      replicas: 2,
      serviceName: 'svc',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
      podManagementPolicy: 'Parallel',
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      ordinals: { start: 1 },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec }],
    },
  }),
  sample('daemonsets', 'apps/v1', 'daemonsets', 'DaemonSet', {
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
      minReadySeconds: 1,
    },
  }),
  sample('jobs', 'batch/v1', 'jobs', 'Job', { spec: jobSpec }),
  sample('policyjobs', 'batch/v1', 'jobs', 'Job', {
    spec: {
      ...jobSpec,
      podFailurePolicy: {
        rules: [
          { action: 'FailJob', onExitCodes: { containerName: 'c', operator: 'In', values: [1, 2] } },
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
        ],
      },
      podReplacementPolicy: 'Failed',
      backoffLimitPerIndex: 1,
      maxFailedIndexes: 1,
    },
  }),
  sample('cronjobs', 'batch/v1', 'cronjobs', 'CronJob', {
    spec: {
      schedule: '*/5 * * * *',
      timeZone: 'Europe/Berlin',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 10,
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 2,
      jobTemplate: { spec: jobSpec },
    },
  }),
  sample('leases', 'coordination.k8s.io/v1', 'leases', 'Lease', {
    spec: {
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      leaseTransitions: 1,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:00.000000Z',
    },
  }),
  sample('ingresses', 'networking.k8s.io/v1', 'ingresses', 'Ingress', {
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: ['a.example.com'], secretName: 'tls' }],
      defaultBackend: { service: { name: 'fallback', port: { number: 80 } } },
      rules: [
        {
          host: 'a.example.com',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'web', port: { name: 'http' } } },
              },
            ],
          },
        },
      ],
    },
  }),
  sample('poddisruptionbudgets', 'policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget', {
    spec: {
      minAvailable: '50%',
      selector: { matchLabels: labels },
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    },
  }),
  sample(
    'horizontalpodautoscalers',
    'autoscaling/v2',
    'horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
        behavior: {
          scaleDown: {
            stabilizationWindowSeconds: 60,
            policies: [{ type: 'Pods', value: 1, periodSeconds: 30 }],
          },
        },
      },
    },
  ),
  sample('roles', rbac, 'roles', 'Role', { rules }),
  sample(
    'clusterroles',
    rbac,
    'clusterroles',
    'ClusterRole',
    {
      rules: [...rules, { nonResourceURLs: ['/healthz'], verbs: ['get'] }],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
    },
    false,
  ),
  sample('rolebindings', rbac, 'rolebindings', 'RoleBinding', bindingOf('Role')),
  sample(
    'clusterrolebindings',
    rbac,
    'clusterrolebindings',
    'ClusterRoleBinding',
    bindingOf('ClusterRole'),
    false,
  ),
];
