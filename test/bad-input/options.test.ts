import { describe, expect, test } from 'vitest';
import { kubernetesVersion } from '../../packages/testing/src/apiserver/types/api-types.js';
import {
  Backoff,
  InformerController,
  DeltaFIFO,
  ListPager,
  ListWatch,
  MemoryIndexer,
  Reflector,
  createMutationDetector,
  filteredListWatchFromClient,
  listWatchFromClient,
  newInformer,
} from 'kube-informers/cache';
import {
  Clientset,
  ConfigError,
  DynamicClient,
  DynamicSharedInformerFactory,
  MetadataClient,
  MetadataSharedInformerFactory,
  ResourceClient,
  SharedIndexInformer,
  SharedInformerFactory,
  defineResource,
  filteringHandler,
  fromClientNode,
  loadConfig,
  metaNamespaceKey,
  parseFieldSelector,
  parseSelector,
  waitForCacheSync,
} from 'kube-informers';
import { RestClient, UndiciTransport } from 'kube-informers/rest';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { ApiServer } from '@kube-informers/testing';
import { FakeListerWatcher } from '@kube-informers/testing';
import { expectError, failureOf } from './expect-error.test-support.js';

/** Callers in JavaScript have no types: they can pass any value. */
// These tests are about values that the types refuse.
const wrong = (value: unknown): never => value as never;

const rest = { host: 'http://127.0.0.1:1' };
const listerWatcher = (): FakeListerWatcher<object> => new FakeListerWatcher();
const client = (): Clientset => new Clientset(rest);
const key = metaNamespaceKey;
const store = (): MemoryIndexer<object> => new MemoryIndexer<object>();

type Row = readonly [make: () => unknown, ...words: readonly (string | RegExp)[]];

/** One row for each error, with the parts of the message: the thing, the value, what was expected. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  Reflector: [
    [() => new Reflector(wrong(undefined), store()), /lister-?watcher/i, 'undefined'],
    [() => new Reflector(wrong({ list() {} }), store()), 'watch'],
    [() => new Reflector(listerWatcher(), wrong(undefined)), 'store', 'undefined'],
    ...reflectorRows((options) => new Reflector(listerWatcher(), store(), wrong(options))),
  ],
  SharedIndexInformer: [
    [() => new SharedIndexInformer(wrong(null)), /lister-?watcher/i, 'null'],
    ...reflectorRows((options) => new SharedIndexInformer(listerWatcher(), wrong(options))),
    ...informerRows((options) => new SharedIndexInformer(listerWatcher(), wrong(options))),
  ],
  newInformer: [
    [() => newInformer(listerWatcher(), wrong(undefined)), 'handler', 'undefined'],
    ...reflectorRows((options) => newInformer(listerWatcher(), { onAdd() {} }, wrong(options))),
    ...informerRows((options) => newInformer(listerWatcher(), { onAdd() {} }, wrong(options))),
    [
      () => newInformer(listerWatcher(), { onAdd() {} }, { indexers: wrong({ node: 'spec.nodeName' }) }),
      '"node" of indexers',
      'function',
      '"spec.nodeName"',
    ],
  ],
  SharedInformerFactory: [
    [() => new SharedInformerFactory(wrong(undefined)), 'client', 'undefined'],
    [() => new SharedInformerFactory(wrong(null)), 'client', 'null'],
    [() => new SharedInformerFactory(wrong({})), 'client', 'object'],
    [() => new SharedInformerFactory(wrong(rest)), 'client'],
    [
      () => new SharedInformerFactory(client(), wrong({ transform: 'strip' })),
      'transform',
      'function',
      'string',
    ],
    [() => new SharedInformerFactory(client(), { pageSize: 1.5 }), 'pageSize', '1.5'],
    [() => new SharedInformerFactory(client(), wrong({ namespace: 7 })), 'namespace', '7'],
    [
      () => new SharedInformerFactory(client(), { customResync: [[coreV1.pods, -1]] }),
      'customResync',
      'pods',
      '-1',
    ],
    [
      () => new SharedInformerFactory(client(), wrong({ tweakListOptions: {} })),
      'tweakListOptions',
      'function',
    ],
    ...reflectorRows((options) => new SharedInformerFactory(client(), wrong(options))),
  ],
  DynamicSharedInformerFactory: [
    [() => new DynamicSharedInformerFactory(wrong(undefined)), 'client', 'undefined'],
    [
      () => new DynamicSharedInformerFactory(new DynamicClient(rest), { resyncPeriodMs: -1 }),
      'resyncPeriodMs',
      '-1',
    ],
  ],
  MetadataSharedInformerFactory: [
    [() => new MetadataSharedInformerFactory(wrong(undefined)), 'client', 'undefined'],
    [
      () => new MetadataSharedInformerFactory(new MetadataClient(rest), { resyncPeriodMs: -1 }),
      'resyncPeriodMs',
      '-1',
    ],
  ],
  InformerController: [
    [
      () => new InformerController(wrong({ listerWatcher: listerWatcher(), process() {} })),
      'queue',
      'undefined',
    ],
    [
      () => new InformerController(wrong({ queue: new DeltaFIFO(), process() {} })),
      /lister-?watcher/i,
      'undefined',
    ],
    [
      () => new InformerController(wrong({ queue: new DeltaFIFO(), listerWatcher: listerWatcher() })),
      'process',
      'undefined',
    ],
    ...reflectorRows(
      (options) =>
        new InformerController(
          wrong({ queue: new DeltaFIFO(), listerWatcher: listerWatcher(), process() {}, ...options }),
        ),
    ),
  ],
  ListWatch: [
    [() => new ListWatch(wrong({ watch() {} })), 'list', 'function', 'undefined'],
    [() => new ListWatch(wrong({ list() {}, watch: {} })), 'watch', 'function', 'object'],
    [() => listWatchFromClient(wrong(undefined), coreV1.pods, '', ''), 'client', 'undefined'],
    [() => listWatchFromClient(client(), wrong('pods'), '', ''), 'resource', 'pods'],
    [() => listWatchFromClient(client(), coreV1.pods, wrong(undefined), ''), 'namespace', 'undefined'],
    [() => listWatchFromClient(client(), coreV1.pods, '', 'phase'), 'phase', /expected|must/],
    [
      () => filteredListWatchFromClient(client(), coreV1.pods, '', wrong('app=web')),
      /tweak|options/i,
      'function',
    ],
  ],
  ListPager: [
    [() => new ListPager(wrong(undefined)), 'function', 'undefined'],
    [() => new ListPager(page, { pageSize: -1 }), 'pageSize', '-1'],
    [() => new ListPager(page, { pageSize: Number.NaN }), 'pageSize', 'NaN'],
    [() => new ListPager(page, wrong({ pageSize: '500' })), 'pageSize', '500'],
    [() => new ListPager(page, { pageBufferSize: -1 }), 'pageBufferSize', '-1'],
  ],
  'stores and indexers': [
    [() => new MemoryIndexer({ keyFunc: wrong('name') }), 'keyFunc', 'function', 'string'],
    [() => new MemoryIndexer({ keyFunc: wrong({}) }), 'keyFunc', 'function'],
    [
      () => new MemoryIndexer({ keyFunc: key, indexers: wrong({ node: 'x' }) }),
      '"node" of indexers',
      'function',
      '"x"',
    ],
    [() => new MemoryIndexer(wrong({ transform: 1 })), 'transform', 'function', 'number'],
  ],
  queues: [
    [() => new DeltaFIFO(wrong({ keyFunc: 'name' })), 'keyFunc', 'function', 'string'],
    [() => new DeltaFIFO(wrong({ transformer: 'x' })), 'transformer', 'function', 'string'],
    [() => new DeltaFIFO(wrong({ knownObjects: new Map() })), 'knownObjects', 'listKeys'],
    [() => new DeltaFIFO({ atomicEvents: true, knownObjects: store() }), 'knownObjects', 'atomicEvents'],
  ],
  backoff: [
    [() => new Backoff({ baseMs: -1 }), 'baseMs', '-1'],
    [() => new Backoff(wrong({ baseMs: '800' })), 'baseMs', '800'],
    [() => new Backoff({ baseMs: 1, capMs: Number.POSITIVE_INFINITY }), 'capMs', 'Infinity'],
    [() => new Backoff({ baseMs: 1, jitter: Number.NaN }), 'jitter', 'NaN'],
  ],
  'a boolean or one of several strings': [
    [
      () => new RestClient({ ...rest, tls: { insecureSkipVerify: wrong('false') } }),
      'insecureSkipVerify of tls of a RestConfig must be true or false, got "false"',
    ],
    [
      () => new UndiciTransport({ tls: { insecureSkipVerify: wrong(0) } }),
      'insecureSkipVerify of tls of an UndiciTransport must be true or false, got number',
    ],
    [
      () => new RestClient({ ...rest, disableCompression: wrong('no') }),
      'disableCompression of a RestConfig',
    ],
    [() => loadConfig({ stdinIsTerminal: wrong('no') }), 'stdinIsTerminal', '"no"'],
    [
      () =>
        new SharedIndexInformer(listerWatcher()).addEventHandler({ onAdd() {} }, { coalesce: wrong('no') }),
      'coalesce of addEventHandler must be true or false, got "no"',
    ],
    [
      () => new SharedIndexInformer(listerWatcher(), { mutationDetector: wrong('false') }),
      'mutationDetector of an informer must be true or false, got "false"',
    ],
    [
      () => new SharedInformerFactory(client(), { mutationDetector: wrong(null) }),
      'mutationDetector of an informer factory must be true or false, got null',
    ],
    [() => createMutationDetector({ enabled: wrong('0') }), 'enabled', '"0"'],
    [() => new Reflector(listerWatcher(), store(), { useWatchList: wrong('no') }), 'useWatchList', '"no"'],
    [
      () => new SharedInformerFactory(client(), { consistencyDetector: wrong('no') }),
      'consistencyDetector',
      '"no"',
    ],
    [() => new DeltaFIFO({ emitDeltaTypeReplaced: wrong('no') }), 'emitDeltaTypeReplaced', '"no"'],
    [() => new DeltaFIFO({ atomicEvents: wrong('no') }), 'atomicEvents', '"no"'],
    [
      () => new ListPager(() => Promise.reject(new Error('no')), { fullListIfExpired: wrong('no') }),
      'fullListIfExpired',
      '"no"',
    ],
    [
      () => {
        const fails = (): Promise<never> => Promise.reject(new Error('no'));
        return new ListWatch({ list: fails, watch: fails, disableChunking: wrong('no') });
      },
      'disableChunking',
      '"no"',
    ],
    [
      () =>
        client()
          .coreV1()
          .pods('a')
          .delete('b', { propagationPolicy: wrong('foreground') }),
      'propagationPolicy of delete pods must be Orphan, Background or Foreground, got "foreground"',
    ],
    [
      () => new SharedInformerFactory(client(), { customResync: [[wrong('pods'), 1000]] }),
      'a resource of customResync must have the strings group, version, resource, got string without group, version, resource',
    ],
    [
      () =>
        new SharedInformerFactory(client()).forResource(
          wrong({ group: '', version: 'v1', resource: 'pods', kind: 'Pod' }),
        ),
      'resource of forResource must have the strings group, version, resource, kind, apiVersion, got object without apiVersion',
    ],
    [() => ApiServer.start({ watchList: wrong('no') }), 'watchList', '"no"'],
  ],
  'REST client': [
    [() => new RestClient(wrong(undefined)), /config/i, 'undefined'],
    [() => new RestClient(wrong(Promise.resolve(rest))), 'host', 'await'],
    [() => new RestClient({ host: 'my-cluster:6443' }), 'host', 'my-cluster:6443', 'https://'],
    [() => new RestClient({ host: 'ftp://x' }), 'host', 'ftp://x', 'https://'],
    [() => new RestClient({ host: 'https://me:secret@x' }), 'host', /without user/],
    [() => new RestClient({ ...rest, timeoutMs: -1 }), 'timeoutMs', '-1'],
    [() => new RestClient(wrong({ ...rest, timeoutMs: '5s' })), 'timeoutMs', '5s'],
    [() => new RestClient({ ...rest, qps: 0 }), 'qps', '0'],
    [() => new RestClient({ ...rest, qps: 1, burst: -1 }), 'burst', '-1'],
    [() => new RestClient({ ...rest, qps: 1, burst: 0.5 }), 'burst', '0.5'],
    [() => new RestClient(rest, { maxRetries: -1 }), 'maxRetries', '-1'],
    [() => new RestClient(rest, { maxRetries: Number.NaN }), 'maxRetries', 'NaN'],
    [() => new RestClient(rest).list({ path: '/api', waitToRetry: wrong(1000) }), 'waitToRetry', 'number'],
    [
      () => new Clientset(rest).list(coreV1.nodes, '', {}, { waitToRetry: wrong('7') }),
      'waitToRetry',
      'string',
    ],
    [() => new RestClient(rest, wrong({ transport: {} })), 'transport', 'send'],
    [() => new RestClient(wrong({ ...rest, impersonate: { groups: ['x'] } })), 'impersonate', /userName/],
    [() => new UndiciTransport({ connectTimeoutMs: -1 }), 'connectTimeoutMs', '-1'],
    [() => new UndiciTransport({ maxConnections: 0 }), 'maxConnections', '0'],
    [() => new UndiciTransport({ bodyTimeoutMs: Number.NaN }), 'bodyTimeoutMs', 'NaN'],
    [() => new RestClient({ ...rest, proxyUrl: 'gopher://x' }), /proxy/i, 'gopher://x'],
  ],
  clients: [
    [() => new Clientset(wrong(undefined)), /config/i, 'undefined'],
    [() => new Clientset(wrong(Promise.resolve(rest))), 'host', 'await'],
    [() => new DynamicClient(wrong(null)), /RestConfig/],
    [() => new MetadataClient(wrong('https://x')), /config/i],
    [() => new Clientset(rest).resource(coreV1.nodes, 'default'), 'nodes', /cluster-scoped/, 'default'],
    [() => new Clientset(rest).coreV1().pods('../kube-system').list(), 'namespace', '../kube-system'],
    [() => new Clientset(rest).coreV1().pods('default').get('../nodes'), 'name', '../nodes'],
    [() => new Clientset(rest).coreV1().pods('default').get(''), 'name', '""'],
    [() => new ResourceClient(new RestClient(rest), wrong(undefined)), 'resource', 'undefined'],
    [() => new DynamicClient(rest).resource(wrong('pods')), 'resource', 'pods'],
    [() => new Clientset(rest).coreV1().pods('default').create(wrong(undefined)), 'undefined'],
    [() => new Clientset(rest).coreV1().pods('default').update({}), 'name'],
    [
      () => new Clientset(rest).coreV1().pods('default').patch('x', wrong(7), { type: 'merge' }),
      'merge',
      /must be an object/,
    ],
    [
      () =>
        new Clientset(rest)
          .coreV1()
          .pods('default')
          .patch('x', {}, wrong({ type: 'yaml' })),
      'yaml',
    ],
    [() => fromClientNode(wrong({})), 'getCurrentCluster'],
  ],
  resources: [
    [() => defineResource(wrong(undefined)), 'undefined'],
    [
      () => defineResource({ group: '', version: 'v1', resource: '', kind: 'X', namespaced: true }),
      'resource',
      '""',
    ],
    [
      () => defineResource({ group: '', version: 'v1', resource: 'x', kind: 'a/b', namespaced: true }),
      'kind',
      'a/b',
    ],
    [
      () => defineResource(wrong({ group: '', version: 'v1', resource: 'x', kind: 'X' })),
      'namespaced',
      'undefined',
    ],
    [
      () =>
        defineResource({ group: 'Example.com', version: 'v1', resource: 'x', kind: 'X', namespaced: true }),
      'group',
      'Example.com',
    ],
    [
      () => defineResource(wrong({ version: 'v1', resource: 'x', kind: 'X', namespaced: true })),
      'group',
      'undefined',
    ],
  ],
  selectors: [
    [() => parseSelector('app in (web'), 'app in (web'],
    [() => parseSelector('app ~ web'), '~'],
    [() => parseSelector(wrong(undefined)), 'undefined'],
    [() => parseFieldSelector('phase'), 'phase'],
    [() => parseFieldSelector(wrong(7)), '7'],
  ],
  handlers: [
    [() => informer().addEventHandler(wrong(undefined)), 'handler', 'undefined'],
    [() => informer().addEventHandler(wrong({ onAdd: 'log' })), 'onAdd', 'function', 'string'],
    [() => informer().addEventHandler({ onAdd() {} }, { resyncPeriodMs: -1 }), 'resyncPeriodMs', '-1'],
    [
      () => informer().addEventHandler({ onAdd() {} }, { resyncPeriodMs: Number.NaN }),
      'resyncPeriodMs',
      'NaN',
    ],
    [() => filteringHandler(wrong('app=web'), {}), 'filter', 'function', 'string'],
    [() => filteringHandler(() => true, wrong(undefined)), 'handler', 'undefined'],
    [() => informer().addIndexers(wrong({ node: 1 })), '"node" of indexers', 'function', '1'],
    [() => informer().setTransform(wrong('x')), 'transform', 'function', 'string'],
  ],
  'waiting and starting': [
    [() => waitForCacheSync(informer()), 'options', /such as \{\}/],
    [() => waitForCacheSync(wrong(AbortSignal.abort())), 'AbortSignal', /\{ signal \}/],
    [() => factory().waitForCacheSync(wrong(AbortSignal.abort())), 'AbortSignal'],
    [() => factory().start(wrong(AbortSignal.abort())), 'AbortSignal'],
    [
      () => Reflect.apply(factory().core().v1().pods().informer, undefined, [{ namespace: 'a' }]),
      /informer of pods.*without arguments/,
      'object',
    ],
    [
      () => Reflect.apply(factory().core().v1().pods().lister, undefined, ['a']),
      /lister of pods.*without arguments/,
      'string',
    ],
    [() => loadConfig(wrong('/home/me/config')), 'loadConfig', '/home/me/config'],
    [() => loadConfig(wrong({ kubeconfig: 7 })), 'kubeconfig', 'number'],
  ],
  'embedded API server': [
    [() => ApiServer.start({ port: 65_536 }), 'port', '65536', /0 to 65535/],
    [() => ApiServer.start(wrong({ port: '80' })), 'port', '80'],
    [() => ApiServer.start({ host: '' }), 'host', '""'],
    [() => ApiServer.start({ token: 'a\nb' }), 'token', /printable/],
    [() => ApiServer.start({ bookmarkIntervalMs: 0 }), 'bookmarkIntervalMs', '0'],
    [() => ApiServer.start({ historyLimit: Number.NaN }), 'historyLimit', 'NaN'],
    [() => ApiServer.start({ version: 'latest' }), 'version', '"latest"', kubernetesVersion],
    [() => ApiServer.start({ tls: { cert: 'no', key: 'no' } }), 'tls', /PEM|certificate/],
  ],
};

/** Their errors have codes of their own, too. */
const ownCodes = ['ListWatch', 'REST client', 'clients', 'resources', 'selectors', 'embedded API server'];

describe.each(Object.entries(rows))('%s', (thing, wrongs) => {
  test.each(wrongs.map(([make, ...words]) => ({ title: words.join(', '), make, words })))(
    'an error with $title',
    async ({ make, words }) => {
      const error = await failureOf(make);
      expect(error).toBeInstanceOf(ConfigError);
      expectError(error, (error as ConfigError).code, ...words);
      expect((error as ConfigError).code).toMatch(
        ownCodes.includes(thing)
          ? /^ERR_(OPTION|NAME|NAMESPACE|RESOURCE|SELECTOR|PATCH|CLIENT_NODE|TLS_CONFIG|PROXY_URL)$/
          : /^ERR_OPTION$/,
      );
    },
  );
});

/** The options of a Reflector, which every informer takes as well. */
function reflectorRows(make: (options: object) => unknown): Row[] {
  const row = (options: object, ...words: (string | RegExp)[]): Row => [() => make(options), ...words];
  return [
    row({ resyncPeriodMs: -1 }, 'resyncPeriodMs', '-1', /0 or more/),
    row({ resyncPeriodMs: Number.POSITIVE_INFINITY }, 'resyncPeriodMs', 'Infinity'),
    row({ resyncPeriodMs: '30s' }, 'resyncPeriodMs', '30s'),
    row({ pageSize: Number.NaN }, 'pageSize', 'NaN', /whole number/),
    row({ pageSize: 0.5 }, 'pageSize', '0.5'),
    row({ minWatchTimeoutMs: -1 }, 'minWatchTimeoutMs', '-1'),
    row({ listTimeoutMs: 0 }, 'listTimeoutMs', '0'),
    row({ watchDeadlineMarginMs: Number.NaN }, 'watchDeadlineMarginMs', 'NaN'),
    row({ maxInternalErrorRetryDurationMs: -5 }, 'maxInternalErrorRetryDurationMs', '-5'),
    row({ backoff: { baseMs: -1 } }, 'baseMs', '-1'),
    row({ onWatchError: 'log' }, 'onWatchError', 'function', 'string'),
  ];
}

/** The options that only informers take. */
function informerRows(make: (options: object) => unknown): Row[] {
  const row = (options: object, ...words: (string | RegExp)[]): Row => [() => make(options), ...words];
  return [
    row({ indexers: { node: 7 } }, '"node" of indexers', 'function', '7'),
    ...[null, 5, '', 'x', [], () => [], new Map([['node', () => []]])].map((indexers) =>
      row({ indexers }, 'indexers', 'must be an object with a function for each index name'),
    ),
    row({ transform: 'trim' }, 'transform', 'function', 'string'),
    row({ keyFunc: 'name' }, 'keyFunc', 'function', 'string'),
    row({ onHandlerError: true }, 'onHandlerError', 'function', 'boolean'),
  ];
}

function informer(): SharedIndexInformer<object> {
  return new SharedIndexInformer<object>(listerWatcher());
}

function factory(): SharedInformerFactory {
  return new SharedInformerFactory(client());
}

function page(): Promise<never> {
  return Promise.reject(new Error('never asked'));
}
