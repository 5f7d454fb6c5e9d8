// Pods as a ReplicaSet, the scheduler and a kubelet leave them, with the managedFields of both: 5.3 KB of JSON each,
// written once, in the order of keys in which a real API server writes them.

/** Digits of every resourceVersion: always eight, so that an event is the same bytes with eight others. */
export const versionDigits = 8;

/** resourceVersion of a pod that no event has changed: this plus its number. */
const firstVersion = 10_000_000;

/** resourceVersion of what event number `sequence` (from 1) leaves behind: this plus the sequence. */
export const firstEventVersion = 20_000_000;

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

/**
 * One pod as bytes; `versionAt` is where its resourceVersion stands, `digitsAt` a random digit of its name and one of its
 * uid, for `markCopy`. List items carry neither kind nor apiVersion.
 */
export function makePod(number) {
  const random = generator(number + 1);
  const set = Math.floor(number / podsPerReplicaSet);
  const setRandom = generator(1_000_003 + set);
  const setHash = setRandom.hex(10);
  const setUid = setRandom.uid();
  const [app, tier] = apps[set % apps.length];
  const version = `v1.${set % 7}.0`;
  const created = new Date(Date.UTC(2026, 8, 1) + set * 61_000).toISOString().replace('.000Z', 'Z');
  const started = new Date(Date.UTC(2026, 8, 2) + number * 1_000).toISOString().replace('.000Z', 'Z');
  const ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const node = Math.floor((number * 7919) / podsPerNode) % Math.max(1, Math.floor(number / podsPerNode) + 1);
  const hostIp = `192.168.${(node >> 8) & 255}.${node & 255}`;
  const condition = (type) => ({ type, status: 'True', lastProbeTime: null, lastTransitionTime: started });
  const container = (name, image) => ({
    name,
    state: { running: { startedAt: started } },
    lastState: {},
    ready: true,
    restartCount: 0,
    image,
    imageID: `${image.slice(0, image.indexOf(':'))}@sha256:${setRandom.hex(64)}`,
    containerID: `containerd://${random.hex(64)}`,
    started: true,
  });
  const pod = {
    metadata: {
      name: `${app}-${setHash}-${random.hex(5)}-${number}`,
      generateName: `${app}-${setHash}-`,
      namespace: `team-${Math.floor(number / podsPerNamespace)}`,
      uid: random.uid(),
      resourceVersion: versionOf(number, 0),
      generation: 1,
      creationTimestamp: created,
      labels: {
        'app.kubernetes.io/instance': `${app}-prod`,
        'app.kubernetes.io/name': app,
        'app.kubernetes.io/version': version,
        'pod-template-hash': setHash,
        tier,
      },
      annotations: {
        'checksum/config': setRandom.hex(64),
        'prometheus.io/port': '9090',
        'prometheus.io/scrape': 'true',
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
          time: started,
          fieldsType: 'FieldsV1',
          fieldsV1: kubeletFields(ip),
          subresource: 'status',
        },
      ],
    },
    spec: {
      volumes: [{ name: 'config', configMap: { name: `${app}-config`, defaultMode: 420 } }],
      containers: [
        {
          name: app,
          image: `registry.example.com/shop/${app}:${version}`,
          ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
          env: [
            { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: `${app}-db`, key: 'url' } } },
            { name: 'REGION', value: `region-${set % 3}` },
          ],
          resources: {
            limits: { cpu: '500m', memory: '256Mi' },
            requests: { cpu: '100m', memory: '128Mi' },
          },
          volumeMounts: [{ name: 'config', readOnly: true, mountPath: '/etc/app' }],
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
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
    },
    status: {
      phase: 'Running',
      conditions: [
        condition('PodReadyToStartContainers'),
        condition('Initialized'),
        condition('Ready'),
        condition('ContainersReady'),
        condition('PodScheduled'),
      ],
      hostIP: hostIp,
      hostIPs: [{ ip: hostIp }],
      podIP: ip,
      podIPs: [{ ip }],
      startTime: started,
      containerStatuses: [container(app, `registry.example.com/shop/${app}:${version}`)],
      qosClass: 'Burstable',
    },
  };
  const bytes = Buffer.from(JSON.stringify(pod));
  const after = (text) => bytes.indexOf(text) + text.length;
  return {
    bytes,
    versionAt: after('"resourceVersion":"'),
    digitsAt: [after(`"name":"${app}-${setHash}-`), after('"uid":"')],
  };
}

/** Copies of a pod that can be told apart by `markCopy`, and the pod itself. */
export const mostCopies = 16;

/** Makes of a pod its copy number `copy`, 0 of which is itself, from its copy number `from`: another name and uid. */
export function markCopy({ bytes, digitsAt }, from, copy) {
  for (const at of digitsAt) {
    const digit = Number.parseInt(String.fromCharCode(bytes[at]), 16);
    bytes[at] = ((digit + mostCopies + copy - from) % mostCopies).toString(16).charCodeAt(0);
  }
}

/** The resourceVersion of a pod that event number `sequence` changed last; 0: none did. */
export function versionOf(number, sequence) {
  return String(sequence === 0 ? firstVersion + number : firstEventVersion + sequence);
}

/** The pod that event number `sequence` changes: all of them, each once, in an order that jumps about; then again. */
export function podOfEvent(sequence, pods) {
  return (sequence * strideFor(pods)) % pods;
}

let stride = { pods: 0, value: 1 };

function strideFor(pods) {
  if (stride.pods === pods) return stride.value;
  let value = Math.max(1, Math.floor(pods * 0.618));
  while (divisor(value, pods) !== 1) value++;
  stride = { pods, value };
  return value;
}

function divisor(a, b) {
  return b === 0 ? a : divisor(b, a % b);
}

function controllerFields(app, ownerUid) {
  return {
    'f:metadata': {
      'f:annotations': {
        '.': {},
        'f:checksum/config': {},
        'f:prometheus.io/port': {},
        'f:prometheus.io/scrape': {},
      },
      'f:generateName': {},
      'f:labels': {
        '.': {},
        'f:app.kubernetes.io/instance': {},
        'f:app.kubernetes.io/name': {},
        'f:app.kubernetes.io/version': {},
        'f:pod-template-hash': {},
        'f:tier': {},
      },
      'f:ownerReferences': { '.': {}, [`k:{"uid":"${ownerUid}"}`]: {} },
    },
    'f:spec': {
      'f:containers': {
        [`k:{"name":"${app}"}`]: {
          '.': {},
          'f:env': {
            '.': {},
            'k:{"name":"DATABASE_URL"}': {
              '.': {},
              'f:name': {},
              'f:valueFrom': { '.': {}, 'f:secretKeyRef': {} },
            },
            'k:{"name":"REGION"}': { '.': {}, 'f:name': {}, 'f:value': {} },
          },
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
          'f:volumeMounts': {
            '.': {},
            'k:{"mountPath":"/etc/app"}': { '.': {}, 'f:mountPath': {}, 'f:name': {}, 'f:readOnly': {} },
          },
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
      'f:volumes': {
        '.': {},
        'k:{"name":"config"}': {
          '.': {},
          'f:configMap': { '.': {}, 'f:defaultMode': {}, 'f:name': {} },
          'f:name': {},
        },
      },
    },
  };
}

function kubeletFields(ip) {
  const condition = (type) => [
    `k:{"type":"${type}"}`,
    { '.': {}, 'f:lastProbeTime': {}, 'f:lastTransitionTime': {}, 'f:status': {}, 'f:type': {} },
  ];
  return {
    'f:status': {
      'f:conditions': Object.fromEntries([
        ['.', {}],
        condition('ContainersReady'),
        condition('Initialized'),
        condition('PodReadyToStartContainers'),
        condition('Ready'),
      ]),
      'f:containerStatuses': {},
      'f:hostIP': {},
      'f:hostIPs': {},
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
