import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createNoopMeter } from '@opentelemetry/api';
import { Registry } from 'prom-client';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packages } from '../../scripts/packages.mjs';
import { ApiServer } from '@kube-informers/testing';
import * as cache from 'kube-informers/cache';
import * as controller from 'kube-informers/controller';
import * as sharding from 'kube-informers/sharding';
import * as metrics from 'kube-informers/metrics';
import * as inspector from '@kube-informers/inspector';
import * as library from 'kube-informers';
import * as watch from 'kube-informers/watch';
import * as webhook from 'kube-informers/webhook';
import * as schemas from '@kube-informers/schema';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import * as http from 'kube-informers/rest';
import * as testing from '@kube-informers/testing';
import { failureOf } from './expect-error.test-support.js';
import { excludedBy, wrongValues } from './option-types.test-support.js';
import { compact } from 'kube-informers/compact';

// These tests are about values that the types refuse.
const wrong = (value: unknown): never => value as never;

const root = resolve(import.meta.dirname, '../..');
const config = { host: 'http://127.0.0.1:1' };
const source = (): testing.FakeListerWatcher<library.KubernetesObject> => new testing.FakeListerWatcher();
const store = (): cache.MemoryIndexer<library.KubernetesObject> => new cache.MemoryIndexer();
const pods = (): library.ClientOf<library.KubernetesObject> =>
  new library.DynamicClient(config).resource(coreV1.pods, 'default');
const scale = (): library.SubresourceClient<library.KubernetesObject> => pods().subresource('scale');
const elector = (options: object = {}): controller.LeaderElector =>
  new controller.LeaderElector(new library.Clientset(config), {
    namespace: 'default',
    name: 'web',
    ...options,
  });
const factory = new library.SharedInformerFactory(new library.Clientset(config));
const kit = (options: object = {}): controller.Controller =>
  new controller.Controller('web', {
    for: factory.core().v1().pods(),
    reconcile: () => undefined,
    ...options,
  });
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'sites', kind: 'Site' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const owner = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'default', uid: 'u' },
};
const event = { regarding: owner, type: 'Normal', reason: 'Created', note: 'it is there' } as const;
const certificates = { cert: { data: '' }, key: { data: '' } };
const rest = (): http.RestClient => new http.RestClient(config);
const informer = (): library.SharedIndexInformer<library.KubernetesObject> =>
  new library.SharedIndexInformer(source());
const watcher = (): watch.Watcher<library.KubernetesObject> => source();
const readFile = (): Promise<string> => Promise.reject(new Error('no file is read'));

let server: ApiServer;
let proxy: testing.FaultProxy;
beforeAll(async () => {
  server = await ApiServer.start();
  proxy = await testing.FaultProxy.start({ target: config });
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
  await factory.stop();
});

/** A call with these options and its required arguments. */
const builtInPods = () => new library.Clientset(config).coreV1().pods('a');

type Call = (options: object) => unknown;

/** For each exported type of options, every call that takes them. */
const calls: Readonly<Record<string, readonly Call[]>> = {
  AccountOptions: [(o) => server.addAccount(wrong({ name: 'a', ...o }))],
  ObjectOptions: [
    (o) => server.get(coreV1.pods, 'a', wrong(o)),
    (o) => server.patch(coreV1.pods, 'a', {}, wrong(o)),
    (o) => server.delete(coreV1.pods, 'a', wrong(o)),
  ],
  RealApiServerOptions: [(o) => testing.RealApiServer.start(wrong(o))],
  StartServerOptions: [(o) => testing.startServer(wrong(o))],
  AccessReviewsOptions: [(o) => new library.AccessReviews(new library.Clientset(config), wrong(o))],
  AddEventHandlerOptions: [(o) => informer().addEventHandler({ onAdd() {} }, wrong(o))],
  ConsoleLoggerOptions: [(o) => library.consoleLogger(wrong(o))],
  BindOptions: [(o) => builtInPods().bind('a', 'node', wrong(o))],
  AnswerOptions: [(o) => testing.faults.answer(500, wrong(o))],
  ApiServerOptions: [(o) => ApiServer.start(wrong(o))],
  ApplyManifestsOptions: [(o) => new library.Clientset(config).apply('', wrong(o))],
  ApplyOptions: [
    (o) => pods().apply(wrong({ metadata: { name: 'a' } }), wrong({ fieldManager: 'm', ...o })),
    (o) => pods().applyStatus(wrong({ metadata: { name: 'a' } }), wrong({ fieldManager: 'm', ...o })),
  ],
  AssertFreshOptions: [(o) => informer().assertFresh(wrong({ maxAgeMs: 1000, ...o }))],
  AllLogsOptions: [(o) => builtInPods().allLogs({}, wrong(o)).next()],
  AttachOptions: [(o) => builtInPods().attach('a', wrong(o))],
  BackoffOptions: [
    (o) => new cache.Backoff(wrong({ baseMs: 1, ...o })),
    (o) => new cache.Reflector(source(), store(), { backoff: wrong({ baseMs: 1, ...o }) }),
    (o) => new library.SharedIndexInformer(source(), { backoff: wrong({ baseMs: 1, ...o }) }),
  ],
  CallOptions: [
    (o) => informer().run(wrong(o)),
    (o) => informer().start(wrong(o)),
    (o) => informer().stateChanges(wrong(o)),
    (o) => cache.newInformer(source(), { onAdd() {} }).controller.run(wrong(o)),
    (o) => new cache.Reflector(source(), store()).run(wrong(o)),
    (o) => new cache.Reflector(source(), store()).listAndWatch(wrong(o)),
    (o) => new cache.DeltaFIFO().pop(() => undefined, wrong(o)),
    (o) => new library.SharedInformerFactory(new library.Clientset(config)).start(wrong(o)),
    (o) => watch.untilWithoutRetry(new testing.FakeWatchStream(), () => true, wrong(o)),
    (o) => new library.Clientset(config).discovery().serverVersion(wrong(o)),
    (o) => new library.Clientset(config).discovery().groups(wrong(o)),
    (o) => proxy.inject(testing.faults.delay(1)).hit(1, wrong(o)),
    (o) => new controller.WorkQueue().get(wrong(o)),
    (o) => new controller.WorkQueue().items(wrong(o)).next(),
  ],
  BucketRateLimiterOptions: [(o) => new controller.BucketRateLimiter(wrong(o))],
  ClientOptions: [
    (o) => new library.Clientset(config, wrong(o)),
    (o) => new library.DynamicClient(config, wrong(o)),
    (o) => new library.MetadataClient(config, wrong(o)),
    (o) => new library.Clientset(rest(), wrong(o)),
  ],
  CompactOptions: [(o) => compact(wrong(o))],
  ControllerOptions: [(o) => kit(o)],
  ConversionLossesOptions: [
    (o) => testing.conversionLosses({ converted: (each) => each }, definition, wrong(o)),
  ],
  InformerControllerOptions: [
    (o) =>
      new cache.InformerController(
        wrong({ queue: new cache.DeltaFIFO(), listerWatcher: source(), process: () => undefined, ...o }),
      ),
  ],
  ControllerRunOptions: [(o) => kit().run(wrong(o))],
  CoordinationOptions: [(o) => elector({ coordinated: { binaryVersion: '1.0.0', ...o } })],
  CreateOrUpdateOptions: [(o) => controller.createOrUpdate(pods(), owner, () => undefined, wrong(o))],
  CredentialPluginOptions: [
    (o) => library.loadConfig(wrong({ credentialPluginPolicy: 'DenyAll', readFile, ...o })),
  ],
  CredentialsOptions: [(o) => library.loadConfig(wrong({ readFile, ...o }))],
  DefaultControllerRateLimiterOptions: [(o) => controller.defaultControllerRateLimiter(wrong(o))],
  DeleteManifestsOptions: [(o) => new library.Clientset(config).delete('', wrong(o))],
  DeleteOptions: [
    (o) => pods().delete('a', wrong(o)),
    (o) => pods().deleteCollection(wrong(o)),
    (o) => pods().delete('a', { preconditions: wrong(o) }),
  ],
  DeltaFIFOOptions: [(o) => new cache.DeltaFIFO(wrong(o))],
  DropOptions: [(o) => server.dropWatches(wrong(o))],
  ErrorEventOptions: [(o) => testing.faults.errorEvent(410, wrong(o))],
  EventRecorderOptions: [
    (o) => new controller.EventRecorder(new library.Clientset(config), wrong({ controller: 'web', ...o })),
  ],
  EventSpamOptions: [
    (o) => new controller.EventRecorder(new library.Clientset(config), { controller: 'web', spam: wrong(o) }),
  ],
  ExtractApplyOptions: [(o) => controller.extractApply(owner, 'web', wrong(o))],
  FakeListerWatcherOptions: [(o) => new testing.FakeListerWatcher(wrong(o))],
  FakeSourceOptions: [(o) => new testing.FakeSource(wrong(o))],
  FaultProxyOptions: [(o) => testing.FaultProxy.start(wrong({ target: config, ...o }))],
  FilteringHandlerOptions: [(o) => library.filteringHandler(() => true, { onAdd() {} }, wrong(o))],
  ForOptions: [(o) => kit({ for: { informer: factory.core().v1().pods(), ...o } })],
  GetOptions: [(o) => pods().get('a', wrong(o)), (o) => scale().get('a', wrong(o))],
  GiveUpOptions: [(o) => kit({ giveUp: { attempts: 1, ...o } })],
  InClusterOptions: [(o) => library.inClusterConfig(wrong(o))],
  InformerFactoryOptions: [
    (o) => new library.SharedInformerFactory(new library.Clientset(config), wrong(o)),
    (o) => new library.DynamicSharedInformerFactory(new library.DynamicClient(config), wrong(o)),
    (o) => new library.MetadataSharedInformerFactory(new library.MetadataClient(config), wrong(o)),
  ],
  InformerOptions: [
    (o) => cache.newInformer(source(), { onAdd() {} }, wrong(o)),
    (o) => watch.newInformerWatcher(source(), wrong(o)),
  ],
  LeaderElectionCheckOptions: [(o) => elector().check(wrong(o))],
  KeepSnapshotOptions: [(o) => library.keepSnapshot(factory.core().v1().pods(), 'a', wrong(o))],
  OpenSnapshotOptions: [(o) => library.openSnapshot(factory.core().v1().pods(), 'a', wrong(o))],
  SaveSnapshotOptions: [(o) => library.saveSnapshot(factory.core().v1().pods(), 'a', wrong(o))],
  RolloutRestartOptions: [
    (o) => new library.Clientset(config).appsV1().deployments('default').restart('a', wrong(o)),
  ],
  ShardingCheckOptions: [
    (o) =>
      new sharding.Sharding(new library.Clientset(config), { namespace: 'default', name: 'web' }).check(
        wrong(o),
      ),
  ],
  ShardingOptions: [
    (o) =>
      new sharding.Sharding(
        new library.Clientset(config),
        wrong({ namespace: 'default', name: 'web', ...o }),
      ),
  ],
  LeaderElectorOptions: [(o) => elector(o)],
  ListOptions: [
    (o) => pods().list(wrong(o)),
    (o) => pods().listAll(wrong(o)),
    (o) => pods().pages(wrong(o)).next(),
    (o) => pods().items(wrong(o)).next(),
    (o) => pods().watch(wrong(o)),
    (o) => pods().deleteCollection({}, wrong(o)),
    (o) => new library.Clientset(config).list(coreV1.pods, '', wrong(o)),
    (o) => new library.Clientset(config).watch(coreV1.pods, '', wrong(o)),
  ],
  ListPagerOptions: [(o) => new cache.ListPager(() => Promise.reject(new Error('unused')), wrong(o))],
  ListWatchOptions: [(o) => new cache.ListWatch(wrong({ list() {}, watch() {}, ...o }))],
  LoadConfigOptions: [
    (o) => library.loadConfig(wrong({ readFile, ...o })),
    (o) => library.buildConfigFromFlags('http://127.0.0.1:1', '', wrong(o)),
    (o) => library.KubeConfig.load('/nowhere', wrong({ readFile, ...o })),
  ],
  InspectorOptions: [(o) => inspector.inspector(wrong(o))],
  ItemExponentialFailureRateLimiterOptions: [
    (o) => new controller.ItemExponentialFailureRateLimiter(wrong(o)),
  ],
  ItemFastSlowRateLimiterOptions: [
    (o) => new controller.ItemFastSlowRateLimiter(wrong({ fastMs: 1, slowMs: 1, maxFastAttempts: 1, ...o })),
  ],
  LeakCheckOptions: [(o) => testing.leakCheck(wrong(o))],
  LocalListOptions: [(o) => server.list(coreV1.pods, wrong(o))],
  LoopOptions: [(o) => kit({ loop: o })],
  MemoryIndexerOptions: [(o) => new cache.MemoryIndexer(wrong(o))],
  MergedEventsOptions: [(o) => watch.mergedEvents({ maps: informer() }, wrong(o))],
  MutationDetectorOptions: [(o) => cache.createMutationDetector(wrong(o))],
  ObjectEventOptions: [
    (o) =>
      new controller.EventRecorder(new library.Clientset(config), { controller: 'web' })
        .for(owner)
        .normal('Created', 'it is there', wrong(o)),
    (o) =>
      new controller.EventRecorder(new library.Clientset(config), { controller: 'web' }).event(
        wrong({ ...event, ...o }),
      ),
  ],
  OwnWritesOptions: [(o) => kit({ ownWrites: o })],
  OwnerReferenceOptions: [
    (o) => controller.setControllerReference(owner, owner, wrong(o)),
    (o) => controller.setOwnerReference(owner, owner, wrong(o)),
  ],
  OwnsOptions: [(o) => kit({ owns: [{ informer: factory.core().v1().pods(), ...o }] })],
  CopyOptions: [
    (o) => builtInPods().copyTo('a', 'b', '/c', wrong(o)),
    (o) => builtInPods().copyFrom('a', '/b', 'c', wrong(o)),
  ],
  ExecOptions: [(o) => builtInPods().exec('a', wrong({ command: ['a'], ...o }))],
  SchemaOptions: [(o) => schemas.schemaOf(definition, wrong(o))],
  ValidateOptions: [(o) => schemas.schemaOf(definition).validate(owner, undefined, wrong(o))],
  SpawnOptions: [(o) => builtInPods().spawn('a', wrong({ command: ['a'], ...o }))],
  PortForwardOptions: [(o) => builtInPods().portForward('a', wrong({ ports: [80], ...o }))],
  PodLogOptions: [(o) => builtInPods().logs('a', wrong(o)).next()],
  PatchOptions: [(o) => pods().patch('a', {}, wrong({ type: 'merge', ...o }))],
  DeleteUnwantedOptions: [
    (o) =>
      controller.deleteUnwanted(
        new library.Clientset(config),
        wrong({ owner, resource: coreV1.pods, lister: { list: () => [] }, keep: [], ...o }),
      ),
  ],
  ReadManifestsOptions: [(o) => library.readManifests('', wrong(o))],
  ReflectorOptions: [
    (o) => new cache.Reflector(source(), store(), wrong(o)),
    (o) => cache.namespaceKeyedIndexerAndReflector(source(), wrong(o)),
  ],
  ResourceClientOptions: [(o) => new library.ResourceClient(rest(), coreV1.pods, wrong(o))],
  ServerStartOptions: [(o) => server.start(wrong(o))],
  RestClientOptions: [(o) => new http.RestClient(config, wrong(o))],
  RetryOnConflictOptions: [(o) => controller.retryOnConflict(() => undefined, wrong(o))],
  RetryWatcherOptions: [(o) => new watch.RetryWatcher('1', watcher(), wrong(o))],
  RuleOptions: [
    (o) => proxy.inject(testing.faults.delay(1), wrong(o)),
    (o) => proxy.applyNow(testing.faults.reset(), wrong(o)),
  ],
  SetConditionOptions: [
    (o) => controller.setCondition([], { type: 'Ready', status: 'True', reason: 'Done' }, wrong(o)),
  ],
  ShardOptions: [(o) => sharding.shardOf(sharding.HashRanges.all, wrong(o))],
  SharedIndexInformerOptions: [(o) => new library.SharedIndexInformer(source(), wrong(o))],
  SourceOptions: [
    (o) => new library.Clientset(config).list(coreV1.pods, '', wrong(o)),
    (o) => new library.Clientset(config).watch(coreV1.pods, '', wrong(o)),
  ],
  ManagerOptions: [(o) => new controller.Manager(new library.Clientset(config), wrong(o))],
  OnSignalsOptions: [(o) => controller.onSignals(wrong(o))],
  SubresourceStreamOptions: [(o) => scale().stream('a', wrong(o)).next()],
  SubresourcePatchOptions: [(o) => scale().patch('a', {}, wrong({ type: 'merge', ...o }))],
  TlsOptions: [(o) => ApiServer.start({ tls: wrong({ cert: '', key: '', ...o }) })],
  ToRestConfigOptions: [
    async (o) => (await library.KubeConfig.parse('{apiVersion: v1, kind: Config}')).toRestConfig(wrong(o)),
  ],
  TopNodesOptions: [(o) => library.topNodes(new library.Clientset(config), wrong(o))],
  TopPodsOptions: [(o) => library.topPods(new library.Clientset(config), wrong(o))],
  UndiciTransportOptions: [(o) => new http.UndiciTransport(wrong(o))],
  UntilOptions: [(o) => watch.until('1', watcher(), () => true, wrong(o))],
  UntilWithSyncOptions: [(o) => watch.untilWithSync(source(), () => true, wrong(o))],
  WaitForCacheSyncOptions: [
    (o) => library.waitForCacheSync(wrong(o), informer()),
    (o) => new library.SharedInformerFactory(new library.Clientset(config)).waitForCacheSync(wrong(o)),
  ],
  WaitForOptions: [(o) => library.waitFor(new library.Clientset(config), 'pods', 'a', 'Ready', wrong(o))],
  WatchOptions: [
    (o) => kit({ watches: [{ informer: factory.core().v1().pods(), map: () => [], ...o }] }),
    (o) => kit().watch(wrong({ informer: factory.core().v1().pods(), map: () => [], ...o })),
  ],
  WebhookConfigurationOptions: [
    (o) => new webhook.Webhooks({ certificates }).configurations('a', wrong({ url: 'https://a', ...o })),
  ],
  WebhooksOptions: [(o) => new webhook.Webhooks(wrong({ certificates, ...o }))],
  WorkQueueAddOptions: [(o) => new controller.WorkQueue().add('a', wrong(o))],
  WorkQueueDrainOptions: [(o) => new controller.WorkQueue().shutDown(wrong({ drain: true, ...o }))],
  WorkQueueOptions: [(o) => new controller.WorkQueue(wrong(o))],
  WriteOptions: [
    (o) => pods().create({ metadata: { name: 'a' } }, wrong(o)),
    (o) => pods().update({ metadata: { name: 'a' } }, wrong(o)),
    (o) => pods().updateStatus({ metadata: { name: 'a' } }, wrong(o)),
    (o) => scale().create('a', {}, wrong(o)),
    (o) => scale().update('a', {}, wrong(o)),
  ],
};

/** Options whose types have other names. */
const others: Readonly<Record<string, readonly Call[]>> = {
  'an anonymous type': [
    (o) => testing.faults.reset(wrong(o)),
    (o) => testing.faults.stall(wrong(o)),
    (o) => testing.faults.drop(wrong({ direction: 'both', ...o })),
    (o) => testing.faults.cut(wrong({ afterLines: 1, ...o })),
    (o) => testing.faults.end(wrong(o)),
    (o) => testing.faults.corrupt(wrong(o)),
    (o) => proxy.switchTo(config, wrong(o)),
    (o) => new webhook.Webhooks({ certificates }).validate(coreV1.pods, () => undefined, wrong(o)),
    (o) => new webhook.Webhooks({ certificates }).mutate(coreV1.pods, (call) => call.object, wrong(o)),
  ],
  MetricSources: [
    (o) => metrics.metricsText(wrong(o)),
    (o) => metrics.registerWithPrometheus(new Registry(), wrong(o)),
    (o) => metrics.registerWithOpenTelemetry(createNoopMeter(), wrong(o)),
  ],
  RequestMatch: [(o) => server.failNext(500, wrong(o))],
  RestConfig: [
    (o) => new http.RestClient(wrong({ ...config, ...o })),
    (o) => new library.Clientset({ ...config, tls: wrong(o) }),
    (o) => new library.Clientset({ ...config, credentials: wrong(o) }),
    (o) => new library.Clientset({ ...config, impersonate: wrong({ userName: 'u', ...o }) }),
    (o) => new http.UndiciTransport({ tls: wrong(o) }),
    (o) => testing.FaultProxy.start({ target: config, tls: wrong({ cert: '', key: '', ...o }) }),
  ],
  TransportRequest: [
    (o) => new http.UndiciTransport().send(wrong({ method: 'GET', url: config.host, headers: {}, ...o })),
  ],
  RestRequest: [
    (o) => rest().request(wrong({ method: 'GET', path: '/', ...o })),
    (o) => rest().raw(wrong({ method: 'GET', path: '/', ...o })),
    (o) => rest().list(wrong({ path: '/', ...o })),
    (o) => rest().watch(wrong({ path: '/', ...o })),
    (o) =>
      rest()
        .stream(wrong({ path: '/', ...o }))
        .next(),
  ],
};

/** Exported types that no call of a user takes. */
const taken: ReadonlySet<string> = new Set([
  'NewCacheOptions', // given to a cache format by the library
  'PageOptions', // given to a ListPageFunc by the pager
]);

/** The names that a module exports, and the modules that it re-exports. */
function exportedNames(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  const declared = [...text.matchAll(/export (?:interface|type|class|function|const) (\w+)/g)].map(
    ([, name = '']) => name,
  );
  const whole = [...text.matchAll(/export (?:type )?\* from '(.*)\.js'/g)].flatMap(([, target = '']) =>
    exportedNames(join(dirname(file), `${target}.ts`)),
  );
  return [...names, ...declared, ...whole];
}

test('every exported type of options is in the table', () => {
  const exported = packages
    .flatMap(({ entries }) => entries)
    .filter(({ specifier }) => specifier?.endsWith('/internal') === false)
    .flatMap(({ source }) => exportedNames(source));
  // Types of the Kubernetes API, such as SELinuxOptions, are no options of this library.
  const kubernetes = new Set(
    exportedNames(join(root, 'packages/kube-informers/src/resources/bare-names.ts')),
  );
  const options = new Set(exported.filter((name) => /^[A-Z].*Options$/.test(name) && !kubernetes.has(name)));
  expect(options.size).toBeGreaterThan(50);
  expect([...options].filter((name) => !(name in calls) && !taken.has(name))).toEqual([]);
});

/** The error of a call, also of the first value of a generator; undefined if it is accepted. A refusal needs no wait. */
async function refusalOf(call: () => unknown): Promise<unknown> {
  try {
    await Promise.race([call(), testing.settle(50)]);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Numbers that an option does not take, by its own message. */
async function outOfRange(name: string, call: Call): Promise<readonly number[]> {
  const error = await refusalOf(() => call({ [name]: Number.NaN }));
  return error instanceof Error && error.message.includes(name) ? excludedBy(error.message) : [];
}

describe.each(Object.entries({ ...calls, ...others }))('an unknown option in %s', (_type, rows) => {
  test.each(rows.map((row) => [String(row).replaceAll(/\s+/g, ' ').slice(0, 100), row] as const))(
    'is refused with its name: %s',
    async (_text, call) => {
      const error = await failureOf(() => call({ misspeltOption: 1 }));
      expect(error).toMatchObject({
        code: 'ERR_OPTION',
        message: expect.stringContaining('"misspeltOption"'),
      });
    },
  );

  test.each(rows.map((row) => [String(row).replaceAll(/\s+/g, ' ').slice(0, 100), row] as const))(
    'is refused by its name if its value is of a wrong type or out of range: %s',
    async (_text, call) => {
      const { message } = await failureOf(() => call({ misspeltOption: 1 }));
      const names = /: known are (.*)/.exec(message)?.[1]?.split(', ') ?? [];
      const problems: string[] = [];
      for (const name of names)
        for (const value of [...wrongValues(name), ...(await outOfRange(name, call))]) {
          const error = await refusalOf(() => call({ [name]: value }));
          const shown = `${name}: ${inspect(value)}`;
          const isOurs = error instanceof library.KubeInformersError || error instanceof schemas.SchemaError;
          if (!(isOurs && error.message.includes(name)))
            problems.push(`${shown}: ${error instanceof Error ? error.message : 'is accepted'}`);
        }
      expect(problems).toEqual([]);
    },
  );
});

describe('the message', () => {
  const factory = (options: object): Promise<Error> =>
    failureOf(() => new library.SharedInformerFactory(new library.Clientset(config), options));

  test.each([
    [
      { nameSpaces: ['a', 'b'] },
      'unknown option "nameSpaces" of an informer factory: did you mean namespaces?',
    ],
    [
      { resyncPeriod: 30 },
      'unknown option "resyncPeriod" of an informer factory: did you mean resyncPeriodMs?',
    ],
    [
      { labelSelector: 'a=b' },
      'unknown option "labelSelector" of an informer factory: did you mean tweakListOptions (or the scope of one informer)?',
    ],
    [
      { onwatcherror() {} },
      'unknown option "onwatcherror" of an informer factory: did you mean onWatchError?',
    ],
  ])('names the nearest option: %j', async (options, message) => {
    expect((await factory(options)).message).toBe(message);
  });

  test('lists all options when none is near', async () => {
    expect((await factory({ zzzzzz: 1 })).message).toMatch(
      /^unknown option "zzzzzz" of an informer factory: known are .*namespace/,
    );
  });

  test('shows no value and shortens a very long name', async () => {
    const { message } = await failureOf(
      () => new library.Clientset(wrong({ ...config, ['x'.repeat(10_000)]: 'secret' })),
    );
    expect(message).not.toContain('secret');
    expect(message.length).toBeLessThan(500);
  });
});

describe('refuses options that are not a plain object, because they would be ignored', () => {
  class Options {
    get labelSelector(): string {
      return 'app=web';
    }
  }
  test.each([
    [
      'a Promise that was not awaited',
      Promise.resolve({ labelSelector: 'app=web' }),
      'a Promise: await it first',
    ],
    ['a Map', new Map([['labelSelector', 'app=web']]), 'a Map'],
    ['URLSearchParams', new URLSearchParams('labelSelector=app'), 'a URLSearchParams'],
    ['inherited members', Object.create({ labelSelector: 'app=web' }) as object, 'an instance of a class'],
    ['an instance of a class', new Options(), 'an instance of a class'],
    ['an array', [{ labelSelector: 'app=web' }], '[object]'],
  ])('%s', async (_what, options, got) => {
    let requests = 0;
    const transport = {
      send: () => Promise.reject(new Error(`request ${++requests}`)),
      close: () => Promise.resolve(),
    };
    const client = new library.Clientset({ host: 'http://localhost' }, { transport: wrong(transport) });
    const maps = client.coreV1().configMaps('default');
    for (const call of [() => maps.list(wrong(options)), () => maps.deleteCollection({}, wrong(options))]) {
      const error: unknown = await call().then(undefined, (thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'ERR_OPTION', message: expect.stringContaining(got) as string });
    }
    expect(requests).toBe(0);
  });

  test.each([
    ['a Promise', () => Promise.resolve({ labelSelector: 'app=web' })],
    ['a string', () => 'app=web'],
  ])('%s that tweakListOptions returns', async (_what, tweak) => {
    const source = cache.filteredListWatchFromClient(
      wrong({ list: () => Promise.resolve(), watch: () => Promise.resolve() }),
      coreV1.pods,
      'default',
      wrong(tweak),
    );
    const call = async (): Promise<unknown> => source.list({});
    await expect(call()).rejects.toMatchObject({ code: 'ERR_OPTION' });
  });
});

describe('what counts as an option', () => {
  const make = (options: unknown): unknown =>
    new cache.ListPager(() => Promise.reject(new Error('unused')), wrong(options));

  test.each([
    ['an unknown one that is undefined', { slice: undefined }],
    ['an unknown symbol', { [Symbol('mine')]: 1 }],
    ['a known one without a prototype', Object.assign(Object.create(null) as object, { pageSize: 5 })],
    ['one that is not enumerable', Object.defineProperty({}, 'slice', { value: 1 })],
  ])('accepts %s', (_what, options) => {
    expect(() => make(options)).not.toThrow();
  });

  test.each([
    ['an unknown one without a prototype', Object.assign(Object.create(null) as object, { slice: 5 })],
    ['a name of Object.prototype', { toString: 1 }],
    ['__proto__ as an own key', JSON.parse('{"__proto__": 1}') as object],
    ['an array', [1]],
  ])('refuses %s', (_what, options) => {
    expect(() => make(options)).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }) as Error);
  });
});

describe('an event handler', () => {
  class Counter {
    added = 0;
    readonly update = (): void => undefined;
    onAdd(): void {
      this.added++;
    }
    onAdded(): void {
      this.added++;
    }
  }
  const add = (handler: unknown): unknown => informer().addEventHandler(wrong(handler));

  test.each([
    ['an instance of a class with other members', new Counter()],
    ['an instance of a derived class', new (class extends Counter {})()],
    ['an object with state beside its callbacks', { onAdd() {}, names: new Set(), remember() {}, onPort: 1 }],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { onDelete() {} })],
    ['an object whose prototype has the callbacks', Object.create({ onUpdate() {} }) as object],
  ])('is accepted: %s', (_what, handler) => {
    expect(() => add(handler)).not.toThrow();
  });

  test.each([
    [() => undefined, 'an event handler must be an object of callbacks, got a function: write { onAdd:'],
    [{}, 'got an object without properties'],
    [new Map(), 'got an object without properties'],
    [{ add() {} }, 'did you mean onAdd?'],
    [
      { onAdd() {}, onUpdated() {} },
      'unknown callback "onUpdated" of an event handler: did you mean onUpdate?',
    ],
    [{ ondelete() {} }, 'did you mean onDelete?'],
    ...['onRemove', 'onModify', 'onChange', 'onX'].map((name): [object, string] => [
      { onAdd() {}, [name]() {} },
      `unknown callback "${name}" of an event handler: known are onAdd, onUpdate, onDelete`,
    ]),
    [{ handle() {} }, 'an event handler must have at least one of onAdd, onUpdate, onDelete, got handle'],
    [{ onAdd: undefined }, 'got onAdd'],
  ])('is refused: %j', (handler, message) => {
    expect(() => add(handler)).toThrow(message);
  });
});
