import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiReports, textOf } from '../sources.test-support.js';
import * as cache from 'kube-informers/cache';
import * as compact from 'kube-informers/compact';
import * as controller from 'kube-informers/controller';
import * as library from 'kube-informers';
import * as watch from 'kube-informers/watch';
import * as webhook from 'kube-informers/webhook';
import * as inspector from '@kube-informers/inspector';
import * as clientNode from 'kube-informers/client-node';
import * as sharding from 'kube-informers/sharding';
import * as metrics from 'kube-informers/metrics';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import * as rest from 'kube-informers/rest';
import * as testing from '@kube-informers/testing';

/*
 * Calls every function, constructor and method of every entry with wrong values, one argument at a time. The rows have valid
 * arguments; which values are wrong follows from their types.
 */

class Thing {
  readonly member = 1;
}

class HostileError extends Error {}

const raise = (): never => {
  throw new HostileError('an error of the argument');
};

function throwing(): object {
  return new Proxy(
    {},
    { get: raise, has: raise, ownKeys: raise, getPrototypeOf: raise, getOwnPropertyDescriptor: raise },
  );
}

function revoked(): object {
  const { proxy: revocable, revoke } = Proxy.revocable({}, {});
  revoke();
  return revocable;
}

/** Values of every type; each call gets new ones. */
const hostile = {
  undefined: () => undefined,
  null: () => null,
  'a boolean': () => true,
  'a number': () => 5,
  NaN: () => Number.NaN,
  'a bigint': () => 1n,
  'a string': () => 'x',
  'a symbol': () => Symbol('x'),
  'a function': () => () => undefined,
  'an array': () => [],
  'an array of undefined': () => [undefined],
  'an array of null': () => [null],
  'an object': () => ({}),
  'a Map': () => new Map(),
  'an instance of a class': () => new Thing(),
  'a Promise': () => Promise.resolve({}),
  'an object that throws': throwing,
  'a revoked Proxy': revoked,
} as const;
type HostileName = keyof typeof hostile;
const hostileNames = Object.keys(hostile) as readonly HostileName[];

class Arg {
  readonly valid: unknown;
  readonly accepted: readonly HostileName[];
  constructor(valid: unknown, accepted: readonly HostileName[]) {
    this.valid = valid;
    this.accepted = accepted;
  }
}
const also = (valid: unknown, ...accepted: readonly HostileName[]): Arg => new Arg(valid, accepted);
const optional = (valid: unknown, ...accepted: readonly HostileName[]): Arg =>
  new Arg(valid, ['undefined', ...accepted]);
/** Takes any value, and throws for none. */
const anything = (valid: unknown): Arg => new Arg(valid, hostileNames);

function kindsOf(valid: unknown): readonly HostileName[] {
  switch (typeof valid) {
    case 'undefined':
      return ['undefined'];
    case 'string':
      return ['a string'];
    case 'number':
      return ['a number'];
    case 'boolean':
      return ['a boolean'];
    case 'function':
      return ['a function'];
    default:
      if (Array.isArray(valid)) return ['an array'];
      return Object.getPrototypeOf(valid) === Object.prototype ? ['an object'] : [];
  }
}

const config = { host: 'http://127.0.0.1:1' };
const signal = AbortSignal.abort();
const call = { signal };
const clientNodeConfig = {
  getCurrentCluster: () => null,
  applyToHTTPSOptions: () => Promise.resolve(),
};
const certificates = { cert: { data: '' }, key: { data: '' } };
const fn = () => undefined;
const clientset = () => new library.Clientset(config);
const dynamic = () => new library.DynamicClient(config);
const metadata = () => new library.MetadataClient(config);
const restClient = () => new rest.RestClient(config);
const requester = () => clientset().requester;
const source = () => new testing.FakeListerWatcher<library.KubernetesObject>();
const store = () => new cache.MemoryIndexer<library.KubernetesObject>();
const factory = () => new library.SharedInformerFactory(clientset());
const informer = () => new library.SharedIndexInformer(source());
const podInformer = () => factory().core().v1().pods();
const pods = () => new library.ResourceClient(restClient(), coreV1.pods, { namespace: 'default' });
const definition = {
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default', uid: 'u' } };
const queue = () => new cache.DeltaFIFO<library.KubernetesObject>();
type Row = readonly unknown[];
type Rows = Readonly<Record<string, () => Row>>;

const client = () => [config, optional({}), optional(() => requester())];

const functions: Rows = {
  // index
  asStatusError: () => [anything(1)],
  buildConfigFromFlags: () => ['http://127.0.0.1:1', '', optional({})],
  compareResourceVersion: () => ['1', '2'],
  copyOf: () => [also(pod, 'a Map', 'an instance of a class')],
  defineResource: () => [{ group: 'a.b', version: 'v1', kind: 'Web', resource: 'webs', namespaced: true }],
  fieldIndexers: () => [coreV1.pods, 'spec.nodeName'],
  fieldSelectorOf: () => [coreV1.pods, also('metadata.name=a', 'an object')],
  filteringHandler: () => [() => true, { onAdd() {} }, optional({})],
  fromClientNode: () => [
    { getCurrentCluster: () => ({ server: 'http://127.0.0.1:1' }), applyToHTTPSOptions() {} },
  ],
  hasStatusCause: () => [anything(1), anything('a')],
  inClusterConfig: () => [
    optional({
      env: { KUBERNETES_SERVICE_HOST: 'a', KUBERNETES_SERVICE_PORT: '1' },
      readFile: () => Promise.resolve('token'),
    }),
  ],
  labelSelectorAsSelector: () => [optional({})],
  loadConfig: () => [optional({ masterUrl: 'http://127.0.0.1:1' })],
  metaNamespaceKey: () => [pod],
  newInformerWatcher: () => [source(), optional(call)],
  parseFieldSelector: () => ['a=b'],
  parseSelector: () => ['a=b'],
  selectorFromSet: () => [optional({ a: 'b' }, 'null')],
  splitMetaNamespaceKey: () => ['a/b'],
  until: () => ['1', source(), () => true, optional(call)],
  untilWithSync: () => [source(), () => true, optional(call)],
  untilWithoutRetry: () => [new testing.FakeWatchStream(), () => true, optional(call)],
  waitForCacheSync: () => [call, informer()],
  // cache
  createMutationDetector: () => [optional({})],
  filteredListWatchFromClient: () => [clientset(), coreV1.pods, 'a', optional(fn)],
  listWatchFromClient: () => [clientset(), coreV1.pods, 'a', optional('metadata.name=b', 'an object')],
  namespaceKeyedIndexerAndReflector: () => [source(), optional({})],
  newInformer: () => [source(), { onAdd() {} }, optional({})],
  prepareWatchListOptions: () => [{}],
  // rest
  deduplicateWarnings: () => [fn, optional(1)],
  // controller
  and: () => [also(fn, 'an object')],
  or: () => [also(fn, 'an object')],
  not: () => [also(fn, 'an object')],
  controllerOf: () => [anything(pod)],
  createOrUpdate: () => [pods(), pod, fn, optional(call)],
  defaultControllerRateLimiter: () => [optional({})],
  ensureFinalizer: () => [pods(), pod, 'a.b/c', optional(call)],
  extractApply: () => [
    also(
      {
        ...pod,
        metadata: {
          ...pod.metadata,
          managedFields: [{ manager: 'web', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: {} }],
        },
      },
      'a Map',
      'an instance of a class',
    ),
    'web',
    optional({}),
  ],
  fenced: () => [requester(), { signal: new AbortController().signal, assertValid() {} }],
  findCondition: () => [anything([]), anything('Ready')],
  hasController: () => [anything(pod)],
  isConditionTrue: () => [anything([]), anything('Ready')],
  isControlledBy: () => [anything(pod), anything(pod)],
  isOwnedBy: () => [anything(pod), anything(pod)],
  labelSelector: () => [also('a=b', 'an object')],
  onSignals: () => [optional({ signals: [] })],
  deleteUnwanted: () => [
    clientset(),
    { owner: pod, resource: coreV1.pods, lister: { list: () => [] }, keep: [] },
  ],
  removeFinalizer: () => [pods(), pod, 'a.b/c', optional(call)],
  removeOwnerReference: () => [pod, also(pod, 'a Map', 'an instance of a class')],
  retryOnConflict: () => [fn, optional({})],
  runFinalizers: () => [pods(), pod, { 'a.b/c': fn }, optional(call)],
  // The conditions come from the cluster, which may hold anything.
  setCondition: () => [anything([]), { type: 'Ready', status: 'True', reason: 'Done' }, optional({})],
  setControllerReference: () => [pod, pod, optional({})],
  setOwnerReference: () => [pod, pod, optional({})],
  // client-node
  makeInformer: () => [clientNodeConfig, '/api/v1/pods', fn, optional('a=b'), optional('a=b')],
  // compact
  compact: () => [optional({})],
  // sharding
  shardOf: () => [sharding.HashRanges.all, optional({})],
  // metrics
  metricsText: () => [{}, optional('openmetrics')],
  registerWithOpenTelemetry: () => [new MeterProvider().getMeter('test'), {}],
  registerWithPrometheus: () => [new Registry(), {}],
  // inspector
  inspector: () => [{ factories: factory() }],
  // testing
  conversionLosses: () => [{ converted: fn }, definition, optional({})],
  leakCheck: () => [optional({})],
  settle: () => [optional(1)],
};

interface ClassRow {
  readonly new?: () => Row;
  readonly make?: () => unknown;
  readonly methods?: Rows;
  readonly statics?: Rows;
}

const object = () => [pod];
const key = () => ['a/b'];
const known = () => [{ metadata: { name: 'known' } }];
const queueRows: Rows = {
  add: object,
  update: object,
  delete: object,
  replace: () => [[], anything('1')],
  tryPop: () => [fn],
  tryPopBatch: () => [fn, fn],
  pop: () => [fn, optional(call)],
  setListener: () => [optional(fn)],
  keyOf: object,
};
const storeRows: Rows = {
  add: object,
  update: object,
  delete: object,
  replace: () => [[], anything('1')],
  get: object,
};
const listAndWatch: Rows = {
  list: () => [coreV1.pods, optional('a'), optional(call)],
  watch: () => [coreV1.pods, optional('a'), optional(call)],
};
const factoryRows: Rows = {
  start: () => [optional(call)],
  waitForCacheSync: () => [optional(call)],
  forResource: () => [coreV1.pods, optional({})],
};
const resourceRows: Rows = {
  namespace: () => [optional('a')],
  get: () => ['a', optional(call)],
  list: () => [optional(call)],
  listAll: () => [optional(call)],
  pages: () => [optional(call)],
  items: () => [optional(call)],
  watch: () => [optional(call)],
  create: () => [also(pod, 'a Map', 'an instance of a class'), optional(call)],
  update: () => [pod, optional(call)],
  updateStatus: () => [pod, optional(call)],
  patch: () => [
    'a',
    also({}, 'a string', 'a Map', 'an instance of a class', 'an object that throws'),
    { type: 'merge', signal },
  ],
  apply: () => [pod, { fieldManager: 'a', signal }],
  applyStatus: () => [pod, { fieldManager: 'a', signal }],
  delete: () => ['a', optional(call)],
  deleteCollection: () => [optional(call), optional({})],
  subresource: () => ['scale'],
};

const classes: Readonly<Record<string, ClassRow>> = {
  // index
  Clientset: {
    new: client,
    methods: {
      ...listAndWatch,
      resource: () => [coreV1.pods, optional('a')],
    },
  },
  DynamicClient: {
    new: client,
    methods: { resource: () => [coreV1.pods], ...listAndWatch },
  },
  MetadataClient: {
    new: () => client().slice(0, 2),
    methods: { resource: () => [coreV1.pods], ...listAndWatch },
  },
  Discovery: {
    new: () => [requester()],
    methods: {
      serverVersion: () => [optional(call)],
      serverResources: () => [optional(call)],
      groups: () => [optional(call)],
      resourcesOf: () => ['v1', optional(call)],
      resolve: () => ['pods', optional(call)],
      resolveKind: () => ['v1', 'Pod', optional(call)],
    },
  },
  SharedInformerFactory: {
    new: () => [clientset(), optional({})],
    methods: {
      ...factoryRows,
      informerFor: () => [coreV1.pods, () => informer()],
    },
  },
  DynamicSharedInformerFactory: {
    new: () => [dynamic(), optional({})],
    methods: factoryRows,
  },
  MetadataSharedInformerFactory: {
    new: () => [metadata(), optional({})],
    methods: factoryRows,
  },
  HashRanges: {
    make: () => sharding.HashRanges.all,
    statics: { of: () => [also([], 'a Map')], ofSlots: () => [also([1], 'a Map', 'an array'), optional(4)] },
    methods: {
      has: () => [anything('u')],
      equals: () => [anything(sharding.HashRanges.all)],
      plus: () => [sharding.HashRanges.all],
      minus: () => [sharding.HashRanges.all],
    },
  },
  KubeConfig: {
    make: () => parsed,
    statics: {
      parse: () => ['{}', optional('f')],
      load: () => ['/f', optional({ readFile: () => Promise.resolve('{}') })],
      merge: () => [[]],
    },
    methods: { toRestConfig: () => [optional({})] },
  },
  Lister: {
    new: () => [store(), coreV1.pods],
    methods: { list: () => [optional({}, 'a string')], namespace: () => ['a'], get: key, getOrThrow: key },
  },
  ResourceClient: {
    new: () => [restClient(), coreV1.pods, optional({})],
    make: pods,
    methods: resourceRows,
  },
  RetryWatcher: { new: () => ['1', source(), optional(call)] },
  SharedIndexInformer: {
    new: () => [source(), optional({})],
    methods: {
      run: () => [optional(call)],
      start: () => [optional(call)],
      addEventHandler: () => [{ onAdd() {} }, optional({})],
      addIndexers: () => [{}],
      setWatchErrorHandler: () => [optional(fn)],
      setTransform: () => [optional((o: unknown) => o)],
      addNamespace: () => ['a'],
      removeNamespace: () => ['a'],
      assertFresh: () => [{ maxAgeMs: 1000 }],
      onStateChange: () => [fn],
      stateChanges: () => [optional(call)],
      setShard: () => [sharding.HashRanges.all],
    },
  },
  // cache
  Backoff: { new: () => [{ baseMs: 1 }, optional(() => 0)] },
  InformerController: {
    new: () => [{ queue: queue(), listerWatcher: source(), process: fn }],
    methods: { run: () => [optional(call)] },
  },
  DeltaFIFO: { new: () => [optional({})], methods: queueRows },
  ListPager: {
    new: () => [() => Promise.resolve({ metadata: {}, items: [] }), optional({})],
    methods: {
      list: () => [call],
      eachListItem: () => [call, fn],
      eachListPage: () => [call, fn],
    },
  },
  'client-node.ListWatch': {
    new: () => [
      '/api/v1/pods',
      also({ config: clientNodeConfig }),
      fn,
      optional(false),
      optional('a=b'),
      optional('a=b'),
      optional({}),
    ],
    make: () =>
      new clientNode.ListWatch('/api/v1/pods', { config: clientNodeConfig }, () => Promise.reject(), false),
    methods: {
      on: () => ['add', fn],
      // As in client-node: what was never added is not removed, and what has no name is not found.
      off: () => ['add', anything(fn)],
      get: () => [anything('a'), anything('b')],
      list: () => [anything('a')],
    },
  },
  ListWatch: { new: () => [{ list: () => Promise.resolve({}), watch: () => Promise.resolve({}) }] },
  MemoryIndexer: {
    new: () => [optional({})],
    make: () => new cache.MemoryIndexer({ indexers: { i: () => ['v'] } }),
    methods: {
      ...storeRows,
      // The keys are those of the objects, if the caller has them.
      transaction: () => [[], anything(undefined)],
      index: () => ['i', anything(pod)],
      indexKeys: () => ['i', anything('v')],
      indexFuncValues: () => ['i'],
      byIndex: () => ['i', anything('v')],
      addIndexers: () => [{}],
    },
  },
  Reflector: {
    new: () => [source(), store(), optional({})],
    methods: { run: () => [optional(call)], listAndWatch: () => [optional(call)] },
  },
  // rest
  RestClient: {
    new: () => [config, optional({})],
    methods: {
      request: () => [{ method: 'GET', path: '/', signal }],
      raw: () => [{ method: 'GET', path: '/', signal }],
      stream: () => [{ path: '/', signal }],
      list: () => [{ path: '/', signal }],
      watch: () => [{ path: '/', signal }],
    },
  },
  UndiciTransport: {
    new: () => [optional({})],
    methods: { send: () => [{ method: 'GET', url: 'http://127.0.0.1:1/', headers: {}, signal }] },
  },
  // controller
  BucketRateLimiter: { new: () => [optional({})] },
  ItemExponentialFailureRateLimiter: { new: () => [optional({})] },
  ItemFastSlowRateLimiter: { new: () => [{ fastMs: 1, slowMs: 1, maxFastAttempts: 1 }] },
  MaxOfRateLimiter: { new: () => [new controller.BucketRateLimiter()] },
  WithMaxWaitRateLimiter: { new: () => [new controller.BucketRateLimiter(), 1] },
  Controller: {
    new: () => ['web', { for: podInformer(), reconcile: fn }],
    methods: {
      run: () => [optional(call)],
      warmUp: () => [optional(call)],
      enqueue: () => ['a/b', optional({})],
      watch: () => [{ informer: podInformer(), map: () => [] }],
      pause: () => [optional('a/b')],
      resume: () => [optional('a/b')],
    },
  },
  Webhooks: {
    new: () => [{ certificates }],
    methods: {
      validate: () => [coreV1.pods, also(fn, 'an object'), optional({})],
      mutate: () => [coreV1.pods, also(fn, 'an object'), optional({})],
      convert: () => [coreV1.pods, { v2: { up: fn, down: fn } }],
      converted: () => [pod, 'v1'],
      run: () => [call],
      configurations: () => ['web', { url: 'https://127.0.0.1' }],
    },
  },
  EventRecorder: {
    // Its retries would go on in the background of later tests.
    new: () => [clientset(), { controller: 'web', clock: new testing.FakeClock() }],
    methods: {
      event: () => [{ regarding: pod, type: 'Normal', reason: 'Created', note: 'it is there' }],
      for: () => [also(pod, 'a Map', 'an instance of a class')],
      flush: () => [optional(call)],
      stop: () => [optional(call)],
    },
  },
  LeaderElector: {
    new: () => [clientset(), { namespace: 'default', name: 'web' }],
    methods: { terms: () => [optional(call)], check: () => [optional({})] },
  },
  Manager: {
    new: () => [clientset(), optional({})],
    methods: { add: () => [{ name: 'a', run: fn }], remove: () => ['a'], run: () => [optional(call)] },
  },
  Sharding: {
    new: () => [clientset(), { namespace: 'default', name: 'web' }],
    methods: {
      owns: () => [
        also(
          pod,
          'an array',
          'an array of undefined',
          'an array of null',
          'a Map',
          'an instance of a class',
          'a Promise',
        ),
      ],
      run: () => [optional(call)],
      check: () => [optional({})],
    },
  },
  WorkQueue: {
    new: () => [optional({})],
    methods: {
      add: () => ['a', optional({})],
      get: () => [optional(call)],
      items: () => [optional(call)],
      shutDown: () => [optional({ drain: true, signal })],
    },
  },
  // apiserver
  ApiServer: {
    make: () => server,
    statics: { start: () => [optional({})] },
    methods: {
      requestCount: () => ['list', optional('pods')],
      create: () => [coreV1.pods, pod],
      update: () => [coreV1.pods, pod],
      patch: () => [coreV1.pods, 'a', also({}, 'a Map', 'an instance of a class'), optional({})],
      delete: () => [coreV1.pods, 'a', optional({})],
      get: () => [coreV1.pods, 'a', optional({})],
      list: () => [coreV1.pods, optional({})],
      compact: () => [optional('1')],
      dropWatches: () => [optional({})],
      intercept: () => [fn],
      failNext: () => [also(500), optional({})],
      restart: () => [optional({ abrupt: true })],
      stop: () => [optional({ abrupt: true })],
    },
  },
  // testing
  FakeClock: {
    new: () => [optional(1)],
    methods: {
      setTimer: () => [fn, 1],
      sleep: () => [1, optional({ signal: new AbortController().signal })],
      advance: () => [1],
    },
  },
  FakeListerWatcher: { new: () => [optional({})] },
  FakeSource: {
    new: () => [optional({})],
    make: () => {
      const made = new testing.FakeSource();
      made.add({ metadata: { name: 'known' } });
      return made;
    },
    methods: {
      add: object,
      modify: known,
      delete: () => [also({ metadata: { name: 'known' } }, 'a string')],
      addDropped: object,
      modifyDropped: known,
      deleteDropped: () => [also({ metadata: { name: 'known' } }, 'a string')],
      failNext: () => ['list', anything(new Error('x')), optional(1)],
    },
  },
  FakeWatchStream: {
    new: () => [optional(fn)],
  },
  FaultProxy: {
    make: () => proxy,
    statics: { start: () => [{ target: config }] },
    methods: {
      openStreams: () => ['list'],
      inject: () => [testing.faults.delay(1), optional({})],
      applyNow: () => [testing.faults.reset(), optional({})],
      switchTo: () => [config, optional({})],
    },
  },
};

let parsed: library.KubeConfig;
let server: testing.ApiServer;
let proxy: testing.FaultProxy;
beforeAll(async () => {
  server = await testing.ApiServer.start();
  parsed = await library.KubeConfig.parse(await server.kubeconfig());
  proxy = await testing.FaultProxy.start({ target: config });
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const entries = {
  index: library,
  cache,
  compact,
  rest,
  controller,
  metrics,
  sharding,
  webhook,
  watch,
  'client-node': clientNode,
  inspector,
  testing,
};

interface Callable {
  readonly name: string;
  readonly row: (() => Row) | undefined;
  readonly call: (args: readonly unknown[]) => unknown;
}

type Constructor = new (...args: readonly unknown[]) => object;

function isClass(value: unknown): value is Constructor {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

const surfaces = apiReports.map(textOf);

/** The names of the methods that have parameters, also of base classes, by the description of the public surface. */
function methodsWithParameters(name: string, surface: string): readonly string[] {
  const pattern = new RegExp(`^(?:abstract )?class ${name}\\b(.*?)^(?=[^\\s}])`, 'ms');
  const found = [surface, ...surfaces]
    .map((text) => pattern.exec(`${text}\nend`))
    .find((match) => match !== null);
  const text = found?.[1] ?? '';
  const own = [...text.matchAll(/(?:^ {4}|[{;] )(?:static |abstract )?(\w+)(?:<.*?>)?\((?!\))/gm)].map(
    ([, method = '']) => method,
  );
  const base = /^(?:<.*?>)? extends (\w+)/.exec(text)?.[1];
  return base === undefined ? own : [...own, ...methodsWithParameters(base, surface)];
}

function callablesOf(entry: string, name: string, value: unknown, surface: string): Callable[] {
  if (!isClass(value)) {
    // Constants, and functions without parameters.
    if (typeof value !== 'function' || new RegExp(`^function ${name}(<.*?>)?\\(\\)`, 'm').test(surface))
      return [];
    const row = functions[name] ?? (/^is[A-Z]/.test(name) ? () => [anything({})] : undefined);
    return [{ name, row, call: (args) => (value as (...given: readonly unknown[]) => unknown)(...args) }];
  }
  const { new: made, make, methods = {}, statics = {} } = classes[`${entry}.${name}`] ?? classes[name] ?? {};
  const create = make ?? (() => new value(...valuesOf(made?.() ?? [])));
  const onInstance = (method: string) => (args: readonly unknown[]) => invoke(create(), method, args);
  const onClass = (method: string) => (args: readonly unknown[]) => invoke(value, method, args);
  // An error takes what it is given, as JavaScript's own do: a second error would hide the first.
  if (value.prototype instanceof Error) return [];
  const own = [...new Set(methodsWithParameters(name, surface))].map((method): Callable => {
    if (method === 'constructor')
      return { name: `new ${name}`, row: made, call: (args) => new value(...args) };
    const row = statics[method];
    return row === undefined
      ? { name: `${name}.${method}`, row: methods[method], call: onInstance(method) }
      : { name: `${name}.${method}`, row, call: onClass(method) };
  });
  return own;
}

function invoke(target: unknown, method: string, args: readonly unknown[]): unknown {
  // The names come from the classes themselves.
  const callable = (target as Record<string, (...given: readonly unknown[]) => unknown>)[method];
  return Reflect.apply(callable as (...given: readonly unknown[]) => unknown, target, args);
}

function valuesOf(row: Row): unknown[] {
  return row.map((arg) => (arg instanceof Arg ? arg.valid : arg));
}

type Outcome = { readonly error: unknown } | { readonly value: unknown };

/** Calls, and waits for a promise or the first value of an iterator: a wrong argument is refused without a wait. */
async function outcomeOf(attempt: () => unknown): Promise<Outcome> {
  try {
    const returned = attempt();
    const pending = isGenerator(returned) ? returned.next() : returned;
    return { value: await Promise.race([pending, testing.settle(50)]) };
  } catch (error) {
    return { error };
  }
}

function isGenerator(value: unknown): value is AsyncGenerator {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value;
}

/** What is wrong with an outcome; undefined for an error that says what was expected. */
function problemOf(outcome: Outcome, kind: HostileName): string | undefined {
  if ('value' in outcome) return 'is accepted';
  const { error } = outcome;
  if (error instanceof HostileError || (kind === 'a revoked Proxy' && /revoked/.test(String(error)))) return;
  // What structuredClone throws is documented.
  if (error instanceof DOMException && error.name === 'DataCloneError') return;
  const isOurs = error instanceof library.KubeInformersError || error instanceof library.StatusError;
  return isOurs && error.message !== '' ? undefined : `throws ${String(error)}`;
}

async function problemsOf({ row, call }: Callable): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, arg] of (row?.() ?? []).entries()) {
    const valid: unknown = arg instanceof Arg ? arg.valid : arg;
    const accepted = [...kindsOf(valid), ...(arg instanceof Arg ? arg.accepted : [])];
    const all = accepted.length >= hostileNames.length;
    for (const kind of hostileNames) {
      if (!all && accepted.includes(kind)) continue;
      const args = valuesOf(row?.() ?? []);
      args[index] = hostile[kind]();
      const outcome = await outcomeOf(() => call(args));
      const problem = all && 'value' in outcome ? undefined : problemOf(outcome, kind);
      if (problem !== undefined) problems.push(`${kind} as argument ${index + 1} ${problem}`);
    }
  }
  return problems;
}

const callables = Object.entries(entries).flatMap(([entry, module], index) =>
  Object.entries(module).flatMap(([name, value]) => callablesOf(entry, name, value, surfaces[index] ?? '')),
);

describe('wrong arguments are refused by name', () => {
  test.each(
    callables.filter(({ row }) => row !== undefined).map((callable) => [callable.name, callable] as const),
  )('%s', async (_name, callable) => {
    // The servers were started above.
    const valid: Outcome = /^(ApiServer|FaultProxy)\.start$/.test(callable.name)
      ? { value: undefined }
      : await outcomeOf(() => callable.call(valuesOf(callable.row?.() ?? [])));
    // Otherwise the wrong ones would be refused for another reason.
    expect(
      'error' in valid && valid.error instanceof library.ConfigError ? valid.error : undefined,
    ).toBeUndefined();
    expect(await problemsOf(callable)).toEqual([]);
  });
});
