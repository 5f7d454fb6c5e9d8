// A pod as a ReplicaSet, the admission plugins, the scheduler and a kubelet of Kubernetes 1.37 leave it. Its keys stand in the
// order in which a real API server writes them, and its managedFields are what a real one notes for these writes; both were
// compared with the answers of one.

const apps = [
  ['accounts', 'front'],
  ['basket', 'front'],
  ['billing', 'back'],
  ['catalogue', 'front'],
  ['inventory', 'back'],
  ['payments', 'back'],
  ['search', 'front'],
  ['shipping', 'back'],
];

/** Pods of one namespace, of one node, of one ReplicaSet. */
const podsPerNamespace = 500;
const podsPerNode = 30;
const podsPerReplicaSet = 25;

/** Seconds from the first of the month in which all pods were made until the kubelet found this one ready. */
export function readyAt(number) {
  return 86_402 + number;
}

/** RFC 3339, as Kubernetes writes times. `seconds` from the first of that month. */
export function timeAt(seconds) {
  return new Date(Date.UTC(2026, 8, 1) + seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Pod number `number`. An item of a list carries neither kind nor apiVersion. */
export function podObject(number, resourceVersion) {
  const random = generator(number + 1);
  const set = Math.floor(number / podsPerReplicaSet);
  const setRandom = generator(1_000_003 + set);
  const setHash = setRandom.hex(10);
  const setUid = setRandom.uid();
  const digest = setRandom.hex(64);
  const [app, tier] = apps[set % apps.length];
  const version = `v1.${set % 7}.0`;
  const created = timeAt(set * 61);
  const started = timeAt(readyAt(number) - 2);
  const running = timeAt(readyAt(number) - 1);
  const ready = timeAt(readyAt(number));
  const ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const node = Math.floor((number * 7919) / podsPerNode) % Math.max(1, Math.floor(number / podsPerNode) + 1);
  const hostIp = `192.168.${(node >> 8) & 255}.${node & 255}`;
  const image = `ghcr.io/shop/${app}:${version}`;
  const limits = { cpu: '500m', memory: '256Mi' };
  const requests = { cpu: '100m', memory: '128Mi' };
  const condition = (type, since) => ({
    type,
    observedGeneration: 1,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: since,
  });
  const tokenMount = {
    name: `kube-api-access-${random.hex(5)}`,
    readOnly: true,
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  };
  return {
    metadata: {
      name: `${app}-${setHash}-${random.hex(5)}-${number}`,
      generateName: `${app}-${setHash}-`,
      namespace: `team-${Math.floor(number / podsPerNamespace)}`,
      uid: random.uid(),
      resourceVersion: resourceVersion,
      generation: 1,
      creationTimestamp: created,
      labels: {
        'app.kubernetes.io/name': app,
        'pod-template-hash': setHash,
        tier,
      },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${app}-${setHash}`,
          uid: setUid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: [
        {
          manager: 'kube-controller-manager',
          operation: 'Update',
          apiVersion: 'v1',
          time: created,
          fieldsType: 'FieldsV1',
          fieldsV1: controllerFields(app, setUid),
        },
        {
          manager: 'kubelet',
          operation: 'Update',
          apiVersion: 'v1',
          time: ready,
          fieldsType: 'FieldsV1',
          fieldsV1: kubeletFields(ip),
          subresource: 'status',
        },
      ],
    },
    spec: {
      volumes: [
        {
          name: tokenMount.name,
          projected: {
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
              { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
              {
                downwardAPI: {
                  items: [
                    { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } },
                  ],
                },
              },
            ],
            defaultMode: 420,
          },
        },
      ],
      containers: [
        {
          name: app,
          image,
          ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
          resources: { limits, requests },
          volumeMounts: [tokenMount],
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'IfNotPresent',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: app,
      serviceAccount: app,
      nodeName: `node-${node}`,
      securityContext: {},
      schedulerName: 'default-scheduler',
      tolerations: ['not-ready', 'unreachable'].map((taint) => ({
        key: `node.kubernetes.io/${taint}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
    },
    status: {
      observedGeneration: 1,
      phase: 'Running',
      conditions: [
        condition('PodReadyToStartContainers', ready),
        condition('Initialized', started),
        condition('Ready', ready),
        condition('ContainersReady', ready),
        condition('PodScheduled', started),
      ],
      hostIP: hostIp,
      hostIPs: [{ ip: hostIp }],
      podIP: ip,
      podIPs: [{ ip }],
      startTime: started,
      containerStatuses: [
        {
          name: app,
          state: { running: { startedAt: running } },
          lastState: {},
          ready: true,
          restartCount: 0,
          image,
          imageID: `ghcr.io/shop/${app}@sha256:${digest}`,
          containerID: `containerd://${random.hex(64)}`,
          started: true,
          volumeMounts: [
            {
              name: tokenMount.name,
              mountPath: tokenMount.mountPath,
              readOnly: true,
              recursiveReadOnly: 'Disabled',
            },
          ],
          user: { linux: { uid: 0, gid: 0, supplementalGroups: [0] } },
        },
      ],
      qosClass: 'Burstable',
    },
  };
}

/** What the ReplicaSet's pod template sets; managedFields do not mention what admission and the scheduler add. */
function controllerFields(app, ownerUid) {
  return {
    'f:metadata': {
      'f:generateName': {},
      'f:labels': {
        '.': {},
        'f:app.kubernetes.io/name': {},
        'f:pod-template-hash': {},
        'f:tier': {},
      },
      'f:ownerReferences': { '.': {}, [`k:{"uid":"${ownerUid}"}`]: {} },
    },
    'f:spec': {
      'f:containers': {
        [`k:{"name":"${app}"}`]: {
          '.': {},
          'f:image': {},
          'f:imagePullPolicy': {},
          'f:name': {},
          'f:ports': {
            '.': {},
            'k:{"containerPort":8080,"protocol":"TCP"}': {
              '.': {},
              'f:containerPort': {},
              'f:name': {},
              'f:protocol': {},
            },
          },
          'f:resources': {
            '.': {},
            'f:limits': { '.': {}, 'f:cpu': {}, 'f:memory': {} },
            'f:requests': { '.': {}, 'f:cpu': {}, 'f:memory': {} },
          },
          'f:terminationMessagePath': {},
          'f:terminationMessagePolicy': {},
        },
      },
      'f:dnsPolicy': {},
      'f:enableServiceLinks': {},
      'f:restartPolicy': {},
      'f:schedulerName': {},
      'f:securityContext': {},
      'f:serviceAccount': {},
      'f:serviceAccountName': {},
      'f:terminationGracePeriodSeconds': {},
    },
  };
}

/** What the kubelet sets: all but PodScheduled, which was there, and the class of its quality, which the server sets. */
function kubeletFields(ip) {
  const condition = (type) => [
    `k:{"type":"${type}"}`,
    {
      '.': {},
      'f:lastProbeTime': {},
      'f:lastTransitionTime': {},
      'f:observedGeneration': {},
      'f:status': {},
      'f:type': {},
    },
  ];
  return {
    'f:status': {
      'f:conditions': Object.fromEntries(
        ['ContainersReady', 'Initialized', 'PodReadyToStartContainers', 'Ready'].map(condition),
      ),
      'f:containerStatuses': {},
      'f:hostIP': {},
      'f:hostIPs': {},
      'f:observedGeneration': {},
      'f:phase': {},
      'f:podIP': {},
      'f:podIPs': { '.': {}, [`k:{"ip":"${ip}"}`]: { '.': {}, 'f:ip': {} } },
      'f:startTime': {},
    },
  };
}

/** Reproducible letters (mulberry32): the same pods in every run. */
function generator(seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (digits) => {
    let text = '';
    while (text.length < digits) text += next().toString(16).padStart(8, '0');
    return text.slice(0, digits);
  };
  return {
    hex,
    uid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
