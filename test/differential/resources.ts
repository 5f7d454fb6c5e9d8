import type { Json, JsonFields } from './sequence.js';

/**
 * The part of an OpenAPI schema from which values are made.
 *
 * For a built-in kind `required` are also the fields that kube-apiserver sets by default: the real server of these runs
 * does not, so that each request must have them.
 */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  /** Keys of `additionalProperties`. Default: any. */
  readonly keys?: readonly string[];
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly nullable?: boolean;
  /** Values are never null, although nothing forbids it. */
  readonly present?: true;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly 'x-kubernetes-list-type'?: 'map' | 'set' | 'atomic';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
  readonly 'x-kubernetes-int-or-string'?: true;
  readonly 'x-kubernetes-validations'?: readonly JsonFields[];
}

/** A resource that sequences write to. */
export interface TestedResource {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** The schema of the object's own fields by version. */
  readonly versions: Readonly<Record<string, Schema>>;
  readonly subresources: readonly ('status' | 'scale')[];
  /** True: a body may violate the schema. False: the real server does not validate, so that bodies must be valid. */
  readonly validated: boolean;
  /** False if the servers answer to a DELETE differently by a strategy of the kind. Default: true. */
  readonly deletes?: boolean;
  /** True: policies and webhooks look at it. What they say at the same time, they say in any order. */
  readonly admitted?: boolean;
}

const customGroup = 'differential.example.com';

export function object(properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  return { type: 'object', properties, ...more };
}

export function list(items: Schema, more: Schema = {}): Schema {
  return { type: 'array', items, ...more };
}

export function mapList(keys: readonly string[], items: Schema, more: Schema = {}): Schema {
  return list(items, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys, ...more });
}

export function set(items: Schema, more: Schema = {}): Schema {
  return list(items, { 'x-kubernetes-list-type': 'set', ...more });
}

export function mapOf(additionalProperties: Schema, more: Schema = {}): Schema {
  return { type: 'object', additionalProperties, ...more };
}

export function oneOf(...values: readonly Json[]): Schema {
  return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values };
}

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const number: Schema = { type: 'number' };
const boolean: Schema = { type: 'boolean' };
const intOrString: Schema = { 'x-kubernetes-int-or-string': true };
const untyped: Schema = { 'x-kubernetes-preserve-unknown-fields': true };
const openObject: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const atomicMap = { 'x-kubernetes-map-type': 'atomic' } as const;

const conditions = mapList(
  ['type'],
  object(
    { type: oneOf('Ready', 'Synced', 'Other'), status: oneOf('True', 'False'), reason: text },
    { required: ['type', 'status'] },
  ),
);

const statusSchema = object({ conditions, phase: text, observed: integer, counts: mapOf(integer) });

/** A custom resource of version v1 and others. */
export function customResource(
  resource: string,
  spec: Schema,
  options: { readonly status?: boolean; readonly versions?: Readonly<Record<string, Schema>> } = {},
): TestedResource {
  const { status = false, versions = {} } = options;
  const whole = (of: Schema): Schema => object({ spec: of, status: statusSchema });
  return {
    group: customGroup,
    resource,
    kind: `${resource[0]?.toUpperCase()}${resource.slice(1)}`,
    namespaced: true,
    versions: {
      v1: whole(spec),
      ...Object.fromEntries(Object.entries(versions).map(([name, of]) => [name, whole(of)])),
    },
    subresources: status ? ['status'] : [],
    validated: true,
  };
}

const port = object(
  {
    port: integer,
    protocol: { type: 'string', default: 'TCP' },
    name: text,
    options: object({ a: text, b: integer }),
    tags: set(text),
  },
  { required: ['port'] },
);

const named = object(
  {
    name: text,
    value: text,
    count: { type: 'integer', default: 1 },
    children: mapList(['id'], object({ id: integer, text, list: list(text) }, { required: ['id'] })),
    extra: object({ a: text, b: text }, atomicMap),
  },
  { required: ['name'] },
);

const twoDefaults = object({
  a: { type: 'string', default: 'x' },
  b: { type: 'integer', default: 0 },
  c: { type: 'boolean', default: false },
  value: text,
});

const customResources: readonly TestedResource[] = [
  customResource(
    'maps',
    object({
      ports: mapList(['port', 'protocol'], port),
      items: mapList(['name'], named),
      defaulted: mapList(['a', 'b', 'c'], twoDefaults),
      byName: mapOf(mapList(['name'], named)),
    }),
    { status: true },
  ),
  customResource(
    'sets',
    object({
      texts: set(text),
      integers: set(integer),
      numbers: set(number),
      booleans: set(boolean),
      lists: set(list(integer, { 'x-kubernetes-list-type': 'atomic' })),
      structs: set(object({ a: text, b: integer }, atomicMap)),
      mapOfSets: mapOf(set(text)),
    }),
  ),
  customResource(
    'atoms',
    object({
      list: list(text),
      listOfStructs: list(object({ a: text, b: object({ c: integer }) })),
      map: mapOf(text, atomicMap),
      struct: object({ a: text, b: object({ c: integer, d: list(text) }), e: boolean }, atomicMap),
      granular: mapOf(text),
      nested: object({
        a: object({ b: object({ c: text, d: integer }), e: text }),
        f: mapOf(mapOf(integer)),
      }),
      scalar: number,
      flag: boolean,
      either: intOrString,
      eithers: mapOf(intOrString),
      eitherSet: set(intOrString),
    }),
    { status: true },
  ),
  customResource(
    'frees',
    object({
      any: untyped,
      open: openObject,
      mixed: object({ typed: text, ports: mapList(['port', 'protocol'], port) }, openObject),
      anyMap: mapOf(untyped),
      anyList: list(untyped),
      openItems: mapList(
        ['name'],
        object({ name: text, value: integer }, { ...openObject, required: ['name'] }),
      ),
    }),
  ),
  { ...customResource('anything', openObject, { status: true }), versions: { v1: openObject } },
  customResource(
    'defaults',
    object({
      outer: object(
        { inner: object({ a: { type: 'string', default: 'a' }, b: text }, { default: {} }), c: text },
        { default: {} },
      ),
      list: list(object({ a: { type: 'integer', default: 1 }, b: text }), { default: [{}] }),
      items: mapList(['name'], named, { default: [{ name: 'a' }] }),
      set: set(text, { default: ['x'] }),
      map: mapOf(object({ a: { type: 'string', default: 'a' }, b: text })),
      nullable: { type: 'string', nullable: true },
      nullableDefault: { type: 'string', nullable: true, default: 'n' },
      nullableObject: object({ a: text, b: { type: 'string', default: 'b' } }, { nullable: true }),
      nullableList: list(text, { nullable: true }),
      required: object({ a: text, b: text }, { required: ['a'] }),
      positive: { type: 'integer', minimum: 1 },
    }),
  ),
  customResource(
    'versions',
    object({
      size: integer,
      shared: text,
      ports: mapList(['port', 'protocol'], port),
      list: list(text),
      set: set(text),
      struct: object({ a: text, b: text, c: text }),
      map: mapOf(text),
      moved: object({ a: text, b: { type: 'string', default: 'old' } }),
      same: mapList(['name'], named),
    }),
    {
      status: true,
      versions: {
        v2: object({
          dimension: integer,
          shared: text,
          ports: list(port),
          list: set(text),
          set: list(text),
          struct: object({ a: text, b: text, d: text }, atomicMap),
          map: object({ a: text, b: text }),
          moved: object({
            a: text,
            b: { type: 'string', default: 'new' },
            c: { type: 'integer', default: 3 },
          }),
          same: mapList(['name'], named),
        }),
        v3: object(
          {
            shared: text,
            ports: mapList(
              ['port'],
              object({ port: integer, protocol: text, name: text }, { required: ['port'] }),
            ),
            struct: object({ a: text, e: text }),
            same: mapList(['name'], named),
          },
          { 'x-kubernetes-preserve-unknown-fields': true },
        ),
      },
    },
  ),
];

const container = object(
  {
    // With one name a container is never left with only the fields of another manager, which would be invalid.
    name: oneOf('a'),
    image: oneOf('i:1', 'i:2'),
    resources: oneOfObjects({}),
    terminationMessagePath: oneOf('/dev/termination-log'),
    terminationMessagePolicy: oneOf('File', 'FallbackToLogsOnError'),
    imagePullPolicy: oneOf('Always', 'IfNotPresent'),
    command: list(oneOf('run', 'stop')),
    args: list(oneOf('x', 'y')),
    ports: mapList(
      ['containerPort', 'protocol'],
      object(
        { containerPort: oneOf(80, 81), protocol: oneOf('TCP', 'UDP') },
        { required: ['containerPort', 'protocol'] },
      ),
    ),
    env: mapList(
      ['name'],
      object({ name: oneOf('A', 'B', 'C'), value: oneOf('1', '2', '3') }, { required: ['name', 'value'] }),
    ),
    workingDir: oneOf('/x', '/y'),
    stdin: oneOfBooleans(true),
  },
  {
    required: [
      'name',
      'image',
      'resources',
      'terminationMessagePath',
      'terminationMessagePolicy',
      'imagePullPolicy',
    ],
  },
);

/** A value that is always the same object. */
function oneOfObjects(...values: readonly JsonFields[]): Schema {
  return { type: 'object', enum: values };
}

function oneOfBooleans(...values: readonly boolean[]): Schema {
  return { type: 'boolean', enum: values };
}

const podSpec = object(
  {
    containers: mapList(['name'], container, { minItems: 1 }),
    restartPolicy: oneOf('Always'),
    terminationGracePeriodSeconds: oneOf(30, 31),
    dnsPolicy: oneOf('ClusterFirst', 'Default'),
    securityContext: oneOfObjects({}),
    schedulerName: oneOf('default-scheduler'),
    enableServiceLinks: oneOfBooleans(true),
    nodeSelector: mapOf(oneOf('x', 'y'), atomicMap),
    tolerations: list(
      object(
        { key: oneOf('k', 'l'), operator: oneOf('Exists'), effect: oneOf('NoSchedule', 'NoExecute') },
        { required: ['key', 'operator', 'effect'] },
      ),
    ),
    hostAliases: mapList(
      ['ip'],
      object({ ip: oneOf('10.0.0.1', '10.0.0.2'), hostnames: list(oneOf('h', 'g')) }, { required: ['ip'] }),
    ),
    imagePullSecrets: mapList(['name'], object({ name: oneOf('p', 'q') }, { required: ['name'] })),
    priorityClassName: oneOf('low', 'high'),
  },
  {
    required: [
      'containers',
      'restartPolicy',
      'terminationGracePeriodSeconds',
      'dnsPolicy',
      'securityContext',
      'schedulerName',
      'enableServiceLinks',
    ],
  },
);

const workloadLabels = { app: 'x' };
const template = object(
  {
    metadata: object(
      { labels: oneOfObjects(workloadLabels), annotations: mapOf(oneOf('1', '2')) },
      { required: ['labels'] },
    ),
    spec: podSpec,
  },
  { required: ['metadata', 'spec'] },
);
const selector = oneOfObjects({ matchLabels: workloadLabels });
const workloadConditions = mapList(
  ['type'],
  object(
    {
      type: oneOf('Available', 'Progressing'),
      status: oneOf('True', 'False'),
      reason: oneOf('r', 's'),
    },
    { required: ['type', 'status'] },
  ),
);

function builtIn(
  group: string,
  resource: string,
  kind: string,
  schema: Schema,
  more: Partial<TestedResource> = {},
): TestedResource {
  const versions = { v1: schema };
  return { group, resource, kind, namespaced: true, versions, subresources: [], validated: false, ...more };
}

const builtInResources: readonly TestedResource[] = [
  builtIn(
    '',
    'configmaps',
    'ConfigMap',
    object({
      data: mapOf(oneOf('1', '2', ''), { keys: ['a', 'b', 'k.y'] }),
      binaryData: mapOf({ ...oneOf('YQ==', 'Yg=='), present: true }, { keys: ['c', 'd'] }),
    }),
  ),
  builtIn(
    '',
    'secrets',
    'Secret',
    object(
      {
        type: oneOf('Opaque'),
        data: mapOf({ ...oneOf('YQ==', 'Yg==', ''), present: true }, { keys: ['a', 'b', 'k.y'] }),
      },
      { required: ['type'] },
    ),
  ),
  builtIn(
    '',
    'serviceaccounts',
    'ServiceAccount',
    object({
      secrets: mapList(
        ['name'],
        object({ name: oneOf('s', 't'), kind: oneOf('Secret') }, { required: ['name'] }),
      ),
      imagePullSecrets: list(object({ name: oneOf('p', 'q') }, { required: ['name'] })),
      automountServiceAccountToken: boolean,
    }),
    { deletes: false },
  ),
  builtIn(
    '',
    'services',
    'Service',
    object(
      {
        spec: object(
          {
            type: oneOf('ClusterIP'),
            clusterIP: oneOf('None'),
            clusterIPs: { type: 'array', enum: [['None']] },
            sessionAffinity: oneOf('None'),
            internalTrafficPolicy: oneOf('Cluster'),
            selector: mapOf(oneOf('1', '2'), { ...atomicMap, keys: ['a', 'b'] }),
            externalName: oneOf('x', 'y'),
            loadBalancerSourceRanges: list(oneOf('10.0.0.0/8', '11.0.0.0/8'), {
              'x-kubernetes-list-type': 'atomic',
            }),
            publishNotReadyAddresses: oneOfBooleans(true),
            ports: mapList(
              ['port', 'protocol'],
              object(
                {
                  name: oneOf('a', 'b', 'c'),
                  port: oneOf(80),
                  protocol: oneOf('TCP'),
                  targetPort: { enum: [80, 'http'] },
                  appProtocol: oneOf('http', 'grpc'),
                },
                { required: ['name', 'port', 'protocol', 'targetPort'] },
              ),
              { minItems: 1 },
            ),
          },
          {
            required: [
              'type',
              'clusterIP',
              'clusterIPs',
              'sessionAffinity',
              'internalTrafficPolicy',
              'ports',
            ],
          },
        ),
      },
      { required: ['spec'] },
    ),
    { deletes: false },
  ),
  builtIn(
    '',
    'pods',
    'Pod',
    object(
      {
        spec: object(
          {
            containers: {
              type: 'array',
              enum: ['i:1', 'i:2'].map((image) => [
                {
                  name: 'a',
                  image,
                  resources: {},
                  terminationMessagePath: '/dev/termination-log',
                  terminationMessagePolicy: 'File',
                  imagePullPolicy: 'IfNotPresent',
                  ports: [{ containerPort: 80, protocol: 'TCP' }],
                },
              ]),
            },
            restartPolicy: oneOf('Always'),
            terminationGracePeriodSeconds: oneOf(30),
            dnsPolicy: oneOf('ClusterFirst'),
            securityContext: oneOfObjects({}),
            schedulerName: oneOf('default-scheduler'),
            enableServiceLinks: oneOfBooleans(true),
          },
          {
            required: [
              'containers',
              'restartPolicy',
              'terminationGracePeriodSeconds',
              'dnsPolicy',
              'securityContext',
              'schedulerName',
              'enableServiceLinks',
            ],
          },
        ),
        status: object(
          {
            phase: oneOf('Pending', 'Running'),
            qosClass: oneOf('BestEffort'),
            message: oneOf('m', 'n'),
            podIPs: mapList(['ip'], object({ ip: oneOf('10.0.0.1', '10.0.0.2') }, { required: ['ip'] })),
            conditions: mapList(
              ['type'],
              object(
                {
                  type: oneOf('Ready', 'Other'),
                  status: oneOf('True', 'False'),
                  reason: oneOf('r', 's'),
                  lastProbeTime: { enum: [null] },
                  lastTransitionTime: oneOf('2020-01-01T00:00:00Z', '2020-01-01T00:00:01Z'),
                },
                { required: ['type', 'status', 'lastProbeTime', 'lastTransitionTime'] },
              ),
            ),
          },
          { required: ['phase', 'qosClass'] },
        ),
      },
      { required: ['spec'] },
    ),
    { subresources: ['status'] },
  ),
  builtIn(
    'coordination.k8s.io',
    'leases',
    'Lease',
    object({
      spec: object({
        holderIdentity: oneOf('a', 'b'),
        leaseDurationSeconds: oneOf(15, 16),
        leaseTransitions: oneOf(0, 1),
        renewTime: oneOf('2020-01-01T00:00:00.000000Z', '2020-01-01T00:00:01.500000Z'),
      }),
    }),
  ),
  builtIn(
    'apps',
    'deployments',
    'Deployment',
    object(
      {
        spec: object(
          {
            replicas: oneOf(1, 2),
            selector,
            template,
            strategy: oneOfObjects(
              { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
              { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
            ),
            revisionHistoryLimit: oneOf(10, 11),
            progressDeadlineSeconds: oneOf(600),
            minReadySeconds: oneOf(1, 2),
            paused: oneOfBooleans(true),
          },
          {
            required: [
              'replicas',
              'selector',
              'template',
              'strategy',
              'revisionHistoryLimit',
              'progressDeadlineSeconds',
            ],
          },
        ),
        status: object({
          conditions: workloadConditions,
          observedGeneration: oneOf(1, 2),
          replicas: oneOf(1, 2),
        }),
      },
      { required: ['spec'] },
    ),
    { subresources: ['status'] },
  ),
  builtIn(
    'apps',
    'replicasets',
    'ReplicaSet',
    object(
      {
        spec: object(
          { replicas: oneOf(1, 2), selector, template, minReadySeconds: oneOf(1, 2) },
          { required: ['replicas', 'selector', 'template'] },
        ),
        status: object(
          { conditions: workloadConditions, observedGeneration: oneOf(1, 2), replicas: oneOf(1, 2) },
          { required: ['replicas'] },
        ),
      },
      { required: ['spec'] },
    ),
    { subresources: ['status'] },
  ),
];

/** Every resource that sequences write to. */
export const resources: readonly TestedResource[] = [...customResources, ...builtInResources];

/** The definitions of the custom resources of every run. */
export function definitions(): JsonFields[] {
  return customResources.map(definitionOf);
}

/** The definition of a custom resource. */
export function definitionOf(of: TestedResource): JsonFields {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${of.resource}.${of.group}` },
    spec: {
      group: of.group,
      scope: 'Namespaced',
      names: {
        plural: of.resource,
        singular: of.kind.toLowerCase(),
        kind: of.kind,
        listKind: `${of.kind}List`,
      },
      versions: Object.entries(of.versions).map(([name, schema], index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { ...schema, type: 'object' } as unknown as Json },
        ...(of.subresources.includes('status') ? { subresources: { status: {} } } : {}),
      })),
    },
  };
}
