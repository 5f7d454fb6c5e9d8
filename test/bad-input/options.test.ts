import { describe, expect, test } from 'vitest';
import {
  Backoff,
  Controller,
  DeltaFIFO,
  ExpirationStore,
  ListPager,
  ListWatch,
  MemoryIndexer,
  MutationCache,
  RealFIFO,
  Reflector,
  UndeltaStore,
  createMutationDetector,
  delayWithReset,
  filteredListWatchFromClient,
  listWatchFromClient,
  newInformer,
  newTTLStore,
} from '../../src/cache/index.js';
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
} from '../../src/index.js';
import { RestClient, UndiciTransport } from '../../src/rest/index.js';
import { coreV1 } from '../../src/resources/index.js';
import { ApiServer } from '../../src/apiserver/index.js';
import { FakeListerWatcher } from '../../src/testing/index.js';
import { expectError, failureOf } from './expect-error.test-support.js';

/** Callers in JavaScript have no types: they can pass any value. */
// These tests are about values that the types refuse.
const wrong = (value: unknown): never => value as never;

const rest = { host: 'http://127.0.0.1:1' };
const listerWatcher = (): FakeListerWatcher<object> => new FakeListerWatcher();
const client = (): Clientset => new Clientset(rest);
const key = metaNamespaceKey;
const store = (): MemoryIndexer<object> => new MemoryIndexer<object>();

type Row = readonly [what: string, make: () => unknown, ...words: readonly (string | RegExp)[]];

/** One row for each error, with the parts of the message: the thing, the value, what was expected. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  Reflector: [
    ['no lister-watcher', () => new Reflector(wrong(undefined), store()), /lister-?watcher/i, 'undefined'],
    ['a lister-watcher without watch', () => new Reflector(wrong({ list() {} }), store()), 'watch'],
    ['no store', () => new Reflector(listerWatcher(), wrong(undefined)), 'store', 'undefined'],
    ...reflectorRows((options) => new Reflector(listerWatcher(), store(), wrong(options))),
  ],
  SharedIndexInformer: [
    ['no lister-watcher', () => new SharedIndexInformer(wrong(null)), /lister-?watcher/i, 'null'],
    ...reflectorRows((options) => new SharedIndexInformer(listerWatcher(), wrong(options))),
    ...informerRows((options) => new SharedIndexInformer(listerWatcher(), wrong(options))),
  ],
  newInformer: [
    ['no handler', () => newInformer(listerWatcher(), wrong(undefined)), 'handler', 'undefined'],
    ...reflectorRows((options) => newInformer(listerWatcher(), { onAdd() {} }, wrong(options))),
    ...informerRows((options) => newInformer(listerWatcher(), { onAdd() {} }, wrong(options))),
    [
      'an index that is not a function',
      () => newInformer(listerWatcher(), { onAdd() {} }, { indexers: wrong({ node: 'spec.nodeName' }) }),
      'indexers.node',
      'function',
      'string',
    ],
  ],
  SharedInformerFactory: [
    ['no client', () => new SharedInformerFactory(wrong(undefined)), 'client', 'undefined'],
    ['a config for a client', () => new SharedInformerFactory(wrong(rest)), 'client'],
    [
      'a namespace that is not a string',
      () => new SharedInformerFactory(client(), wrong({ namespace: 7 })),
      'namespace',
      '7',
    ],
    [
      'a custom resync below 0',
      () => new SharedInformerFactory(client(), { customResync: [[coreV1.pods, -1]] }),
      'customResync',
      'pods',
      '-1',
    ],
    [
      'a tweak that is not a function',
      () => new SharedInformerFactory(client(), wrong({ tweakListOptions: {} })),
      'tweakListOptions',
      'function',
    ],
    ...reflectorRows((options) => new SharedInformerFactory(client(), wrong(options))),
    [
      'an unknown queue',
      () => new SharedInformerFactory(client(), wrong({ queue: 'FIFO' })),
      'queue',
      'DeltaFIFO',
      'FIFO',
    ],
  ],
  DynamicSharedInformerFactory: [
    ['no client', () => new DynamicSharedInformerFactory(wrong(undefined)), 'client', 'undefined'],
    [
      'a period below 0',
      () => new DynamicSharedInformerFactory(new DynamicClient(rest), { resyncPeriodMs: -1 }),
      'resyncPeriodMs',
      '-1',
    ],
  ],
  MetadataSharedInformerFactory: [
    ['no client', () => new MetadataSharedInformerFactory(wrong(undefined)), 'client', 'undefined'],
    [
      'a period below 0',
      () => new MetadataSharedInformerFactory(new MetadataClient(rest), { resyncPeriodMs: -1 }),
      'resyncPeriodMs',
      '-1',
    ],
  ],
  Controller: [
    [
      'no queue',
      () => new Controller(wrong({ listerWatcher: listerWatcher(), process() {} })),
      'queue',
      'undefined',
    ],
    [
      'no lister-watcher',
      () => new Controller(wrong({ queue: new DeltaFIFO(), process() {} })),
      /lister-?watcher/i,
      'undefined',
    ],
    [
      'no process',
      () => new Controller(wrong({ queue: new DeltaFIFO(), listerWatcher: listerWatcher() })),
      'process',
      'undefined',
    ],
    ...reflectorRows(
      (options) =>
        new Controller(
          wrong({ queue: new DeltaFIFO(), listerWatcher: listerWatcher(), process() {}, ...options }),
        ),
    ),
  ],
  ListWatch: [
    ['no list', () => new ListWatch(wrong({ watch() {} })), 'list', 'function', 'undefined'],
    [
      'a watch that is not a function',
      () => new ListWatch(wrong({ list() {}, watch: {} })),
      'watch',
      'function',
      'object',
    ],
    ['no client', () => listWatchFromClient(wrong(undefined), coreV1.pods, '', ''), 'client', 'undefined'],
    ['no resource', () => listWatchFromClient(client(), wrong('pods'), '', ''), 'resource', 'pods'],
    [
      'a namespace that is not a string',
      () => listWatchFromClient(client(), coreV1.pods, wrong(undefined), ''),
      'namespace',
      'undefined',
    ],
    [
      'a bad field selector',
      () => listWatchFromClient(client(), coreV1.pods, '', 'phase'),
      'phase',
      /expected|must/,
    ],
    [
      'a tweak that is not a function',
      () => filteredListWatchFromClient(client(), coreV1.pods, '', wrong('app=web')),
      /tweak|options/i,
      'function',
    ],
  ],
  ListPager: [
    ['no function', () => new ListPager(wrong(undefined)), 'function', 'undefined'],
    ['a page size below 0', () => new ListPager(page, { pageSize: -1 }), 'pageSize', '-1'],
    [
      'a page size that is not a number',
      () => new ListPager(page, { pageSize: Number.NaN }),
      'pageSize',
      'NaN',
    ],
    [
      'a page size that is a string',
      () => new ListPager(page, wrong({ pageSize: '500' })),
      'pageSize',
      '500',
    ],
    ['a buffer below 0', () => new ListPager(page, { pageBufferSize: -1 }), 'pageBufferSize', '-1'],
  ],
  'stores and indexers': [
    [
      'an invalid key function',
      () => new MemoryIndexer({ keyFunc: wrong('name') }),
      'keyFunc',
      'function',
      'string',
    ],
    ['an invalid key function', () => new MemoryIndexer({ keyFunc: wrong({}) }), 'keyFunc', 'function'],
    [
      'an index that is not a function',
      () => new MemoryIndexer({ keyFunc: key, indexers: wrong({ node: 'x' }) }),
      'indexers.node',
      'function',
      'string',
    ],
    [
      'an invalid transform',
      () => new MemoryIndexer(wrong({ transform: 1 })),
      'transform',
      'function',
      'number',
    ],
    ['a time to live that is not a number', () => newTTLStore(key, Number.NaN), /ttl/i, 'NaN'],
    ['no policy', () => new ExpirationStore(key, wrong(undefined)), /polic/i],
    ['no store', () => new MutationCache(wrong(undefined)), 'store', 'undefined'],
    ['a time to live of 0', () => new MutationCache(store(), { ttlMs: 0 }), 'ttlMs', '0'],
    [
      'a time to live that is not a number',
      () => new MutationCache(store(), { ttlMs: Number.NaN }),
      'ttlMs',
      'NaN',
    ],
    ['a size of 0', () => new MutationCache(store(), { maxSize: 0 }), 'maxSize', '0'],
    ['no push function', () => new UndeltaStore(wrong(undefined), key), 'push', 'function'],
  ],
  queues: [
    [
      'an invalid key function',
      () => new DeltaFIFO(wrong({ keyFunc: 'name' })),
      'keyFunc',
      'function',
      'string',
    ],
    [
      'an invalid transformer',
      () => new DeltaFIFO(wrong({ transformer: 'x' })),
      'transformer',
      'function',
      'string',
    ],
    [
      'known objects without methods',
      () => new DeltaFIFO(wrong({ knownObjects: new Map() })),
      'knownObjects',
      'listKeys',
    ],
    ['a batch of 0', () => new RealFIFO({ batchSize: 0 }), 'batchSize', '0'],
    [
      'an invalid key function',
      () => new RealFIFO(wrong({ keyFunc: 'name' })),
      'keyFunc',
      'function',
      'string',
    ],
    [
      'known objects together with atomic events',
      () => new RealFIFO({ atomicEvents: true, knownObjects: store() }),
      'knownObjects',
      'atomicEvents',
    ],
  ],
  backoff: [
    ['a base below 0', () => new Backoff({ baseMs: -1 }), 'baseMs', '-1'],
    ['a base that is a string', () => new Backoff(wrong({ baseMs: '800' })), 'baseMs', '800'],
    [
      'an endless cap',
      () => new Backoff({ baseMs: 1, capMs: Number.POSITIVE_INFINITY }),
      'capMs',
      'Infinity',
    ],
    ['a jitter that is not a number', () => new Backoff({ baseMs: 1, jitter: Number.NaN }), 'jitter', 'NaN'],
    ['a reset below 0', () => delayWithReset({ baseMs: 1 }, { resetMs: -1 }), 'resetMs', '-1'],
  ],
  'a boolean or one of several strings': [
    [
      'verification of TLS',
      () => new RestClient({ ...rest, tls: { insecureSkipVerify: wrong('false') } }),
      'insecureSkipVerify of tls of a RestConfig must be true or false, got "false"',
    ],
    [
      'TLS of a transport',
      () => new UndiciTransport({ tls: { insecureSkipVerify: wrong(0) } }),
      'insecureSkipVerify of tls of an UndiciTransport must be true or false, got number',
    ],
    [
      'compression',
      () => new RestClient({ ...rest, disableCompression: wrong('no') }),
      'disableCompression of a RestConfig',
    ],
    ['who answers a plugin', () => loadConfig({ stdinIsTerminal: wrong('no') }), 'stdinIsTerminal', '"no"'],
    [
      'coalescing',
      () =>
        new SharedIndexInformer(listerWatcher()).addEventHandler({ onAdd() {} }, { coalesce: wrong('no') }),
      'coalesce of addEventHandler must be true or false, got "no"',
    ],
    [
      'the mutation detector of an informer',
      () => new SharedIndexInformer(listerWatcher(), { mutationDetector: wrong('false') }),
      'mutationDetector of an informer must be true or false, got "false"',
    ],
    [
      'the mutation detector of a factory',
      () => new SharedInformerFactory(client(), { mutationDetector: wrong(null) }),
      'mutationDetector of an informer factory must be true or false, got null',
    ],
    ['a mutation detector', () => createMutationDetector({ enabled: wrong('0') }), 'enabled', '"0"'],
    [
      'watch-lists',
      () => new Reflector(listerWatcher(), store(), { useWatchList: wrong('no') }),
      'useWatchList',
      '"no"',
    ],
    [
      'the consistency detector',
      () => new SharedInformerFactory(client(), { consistencyDetector: wrong('no') }),
      'consistencyDetector',
      '"no"',
    ],
    ['deltas', () => new DeltaFIFO({ emitDeltaTypeReplaced: wrong('no') }), 'emitDeltaTypeReplaced', '"no"'],
    ['atomic events', () => new RealFIFO({ atomicEvents: wrong('no') }), 'atomicEvents', '"no"'],
    [
      'a full list',
      () => new ListPager(() => Promise.reject(new Error('no')), { fullListIfExpired: wrong('no') }),
      'fullListIfExpired',
      '"no"',
    ],
    [
      'chunking',
      () => {
        const fails = (): Promise<never> => Promise.reject(new Error('no'));
        return new ListWatch({ list: fails, watch: fails, disableChunking: wrong('no') });
      },
      'disableChunking',
      '"no"',
    ],
    [
      'adds of a MutationCache',
      () => new MutationCache(store(), { includeAdds: wrong('no') }),
      'includeAdds',
      '"no"',
    ],
    [
      'how a delete propagates',
      () =>
        client()
          .coreV1()
          .pods('a')
          .delete('b', { propagationPolicy: wrong('foreground') }),
      'propagationPolicy must be Orphan, Background or Foreground, got "foreground"',
    ],
    [
      'a resource of customResync',
      () => new SharedInformerFactory(client(), { customResync: [[wrong('pods'), 1000]] }),
      'a resource of customResync must have the strings group, version, resource, got string without group, version, resource',
    ],
    ['watch-lists of a server', () => ApiServer.start({ watchList: wrong('no') }), 'watchList', '"no"'],
  ],
  'REST client': [
    ['no config', () => new RestClient(wrong(undefined)), /config/i, 'undefined'],
    ['a promise of a config', () => new RestClient(wrong(Promise.resolve(rest))), 'host', 'await'],
    [
      'a host that is not a URL',
      () => new RestClient({ host: 'my-cluster:6443' }),
      'host',
      'my-cluster:6443',
      'https://',
    ],
    ['a host of another protocol', () => new RestClient({ host: 'ftp://x' }), 'host', 'ftp://x', 'https://'],
    ['a host with a password', () => new RestClient({ host: 'https://me:secret@x' }), 'host', /without user/],
    ['a time limit below 0', () => new RestClient({ ...rest, timeoutMs: -1 }), 'timeoutMs', '-1'],
    [
      'a time limit that is a string',
      () => new RestClient(wrong({ ...rest, timeoutMs: '5s' })),
      'timeoutMs',
      '5s',
    ],
    ['0 queries a second', () => new RestClient({ ...rest, qps: 0 }), 'qps', '0'],
    ['a burst below 0', () => new RestClient({ ...rest, qps: 1, burst: -1 }), 'burst', '-1'],
    ['a burst of half a request', () => new RestClient({ ...rest, qps: 1, burst: 0.5 }), 'burst', '0.5'],
    ['retries below 0', () => new RestClient(rest, { maxRetries: -1 }), 'maxRetries', '-1'],
    ['retries without a number', () => new RestClient(rest, { maxRetries: Number.NaN }), 'maxRetries', 'NaN'],
    ['an invalid transport', () => new RestClient(rest, wrong({ transport: {} })), 'transport', 'send'],
    [
      'an impersonation without a user',
      () => new RestClient(wrong({ ...rest, impersonate: { groups: ['x'] } })),
      'impersonate',
      /userName/,
    ],
    ['a timeout below 0', () => new UndiciTransport({ connectTimeoutMs: -1 }), 'connectTimeoutMs', '-1'],
    ['0 connections', () => new UndiciTransport({ maxConnections: 0 }), 'maxConnections', '0'],
    [
      'a silence without a number',
      () => new UndiciTransport({ bodyTimeoutMs: Number.NaN }),
      'bodyTimeoutMs',
      'NaN',
    ],
    [
      'a proxy that is not a URL',
      () => new RestClient({ ...rest, proxyUrl: 'gopher://x' }),
      /proxy/i,
      'gopher://x',
    ],
  ],
  clients: [
    ['no config', () => new Clientset(wrong(undefined)), /config/i, 'undefined'],
    ['a promise of a config', () => new Clientset(wrong(Promise.resolve(rest))), 'host', 'await'],
    ['no config', () => new DynamicClient(wrong(null)), /RestConfig/],
    ['no config', () => new MetadataClient(wrong('https://x')), /config/i],
    [
      'a namespace for nodes',
      () => new Clientset(rest).resource(coreV1.nodes, 'default'),
      'nodes',
      /cluster-scoped/,
      'default',
    ],
    [
      'a namespace that leads elsewhere',
      () => new Clientset(rest).coreV1().pods('../kube-system').list(),
      'namespace',
      '../kube-system',
    ],
    [
      'a name that leads elsewhere',
      () => new Clientset(rest).coreV1().pods('default').get('../nodes'),
      'name',
      '../nodes',
    ],
    ['an empty name', () => new Clientset(rest).coreV1().pods('default').get(''), 'name', '""'],
    [
      'no resource',
      () => new ResourceClient(new RestClient(rest), wrong(undefined)),
      'resource',
      'undefined',
    ],
    [
      'a resource by its name alone',
      () => new DynamicClient(rest).resource(wrong('pods')),
      'resource',
      'pods',
    ],
    ['no object', () => new Clientset(rest).coreV1().pods('default').create(wrong(undefined)), 'undefined'],
    ['an object without a name', () => new Clientset(rest).coreV1().pods('default').update({}), 'name'],
    [
      'a patch that is not an object',
      () => new Clientset(rest).coreV1().pods('default').patch('x', wrong(7), { type: 'merge' }),
      'merge',
      /must be an object/,
    ],
    [
      'a patch of an unknown type',
      () =>
        new Clientset(rest)
          .coreV1()
          .pods('default')
          .patch('x', {}, wrong({ type: 'yaml' })),
      'yaml',
    ],
    ['not a client-node config', () => fromClientNode(wrong({})), 'getCurrentCluster'],
  ],
  resources: [
    ['no definition', () => defineResource(wrong(undefined)), 'undefined'],
    [
      'an empty plural',
      () => defineResource({ group: '', version: 'v1', resource: '', kind: 'X', namespaced: true }),
      'resource',
      '""',
    ],
    [
      'a kind with a slash',
      () => defineResource({ group: '', version: 'v1', resource: 'x', kind: 'a/b', namespaced: true }),
      'kind',
      'a/b',
    ],
    [
      'no scope',
      () => defineResource(wrong({ group: '', version: 'v1', resource: 'x', kind: 'X' })),
      'namespaced',
      'undefined',
    ],
    [
      'a group in upper case',
      () =>
        defineResource({ group: 'Example.com', version: 'v1', resource: 'x', kind: 'X', namespaced: true }),
      'group',
      'Example.com',
    ],
    [
      'no group',
      () => defineResource(wrong({ version: 'v1', resource: 'x', kind: 'X', namespaced: true })),
      'group',
      'undefined',
    ],
  ],
  selectors: [
    ['a set that is not closed', () => parseSelector('app in (web'), 'app in (web'],
    ['an invalid operator', () => parseSelector('app ~ web'), '~'],
    ['a label selector that is not a string', () => parseSelector(wrong(undefined)), 'undefined'],
    ['a field without an operator', () => parseFieldSelector('phase'), 'phase'],
    ['a field selector that is not a string', () => parseFieldSelector(wrong(7)), '7'],
  ],
  handlers: [
    ['no handler', () => informer().addEventHandler(wrong(undefined)), 'handler', 'undefined'],
    [
      'a handler whose member has another type',
      () => informer().addEventHandler(wrong({ onAdd: 'log' })),
      'onAdd',
      'function',
      'string',
    ],
    [
      'a period below 0',
      () => informer().addEventHandler({ onAdd() {} }, { resyncPeriodMs: -1 }),
      'resyncPeriodMs',
      '-1',
    ],
    [
      'a period without a number',
      () => informer().addEventHandler({ onAdd() {} }, { resyncPeriodMs: Number.NaN }),
      'resyncPeriodMs',
      'NaN',
    ],
    ['an invalid filter', () => filteringHandler(wrong('app=web'), {}), 'filter', 'function', 'string'],
    ['a filter for no handler', () => filteringHandler(() => true, wrong(undefined)), 'handler', 'undefined'],
    [
      'an index that is not a function',
      () => informer().addIndexers(wrong({ node: 1 })),
      'indexers.node',
      'function',
      'number',
    ],
    ['an invalid transform', () => informer().setTransform(wrong('x')), 'transform', 'function', 'string'],
  ],
  'waiting and starting': [
    ['a cache in place of the options', () => waitForCacheSync(informer()), 'options', /such as \{\}/],
    [
      'a signal in place of the options',
      () => waitForCacheSync(wrong(AbortSignal.abort())),
      'AbortSignal',
      /\{ signal \}/,
    ],
    [
      'a signal for a factory to wait with',
      () => factory().waitForCacheSync(wrong(AbortSignal.abort())),
      'AbortSignal',
    ],
    [
      'a signal for a factory to start with',
      () => factory().start(wrong(AbortSignal.abort())),
      'AbortSignal',
    ],
    [
      'a path in place of the options',
      () => loadConfig(wrong('/home/me/config')),
      'loadConfig',
      '/home/me/config',
    ],
    ['a path that is not a string', () => loadConfig(wrong({ kubeconfig: 7 })), 'kubeconfig', '7'],
  ],
  'embedded API server': [
    ['an invalid port', () => ApiServer.start({ port: 65_536 }), 'port', '65536', /0 to 65535/],
    ['a port that is a string', () => ApiServer.start(wrong({ port: '80' })), 'port', '80'],
    ['an empty host', () => ApiServer.start({ host: '' }), 'host', '""'],
    ['a token with a line break', () => ApiServer.start({ token: 'a\nb' }), 'token', /printable/],
    ['a bookmark interval of 0', () => ApiServer.start({ bookmarkIntervalMs: 0 }), 'bookmarkIntervalMs', '0'],
    [
      'a history without a number',
      () => ApiServer.start({ historyLimit: Number.NaN }),
      'historyLimit',
      'NaN',
    ],
    ['an invalid version', () => ApiServer.start({ version: 'latest' }), 'version', '"latest"', 'v1.36.4'],
    [
      'invalid certificates',
      () => ApiServer.start({ tls: { cert: 'no', key: 'no' } }),
      'tls',
      /PEM|certificate/,
    ],
  ],
};

describe.each(Object.entries(rows))('%s', (_thing, wrongs) => {
  test.each(wrongs.map(([what, make, ...words]) => ({ what, make, words })))(
    '$what',
    async ({ make, words }) => {
      const error = await failureOf(make);
      expect(error).toBeInstanceOf(ConfigError);
      expectError(error, (error as ConfigError).code, ...words);
      expect((error as ConfigError).code).toMatch(
        /^ERR_(OPTION|NAME|NAMESPACE|RESOURCE|SELECTOR|PATCH|CLIENT_NODE|TLS_CONFIG|PROXY_URL)$/,
      );
    },
  );
});

/** The options of a Reflector, which every informer takes as well. */
function reflectorRows(make: (options: object) => unknown): Row[] {
  const row = (what: string, options: object, ...words: (string | RegExp)[]): Row => [
    what,
    () => make(options),
    ...words,
  ];
  return [
    row('a resync period below 0', { resyncPeriodMs: -1 }, 'resyncPeriodMs', '-1', /0 or more/),
    row(
      'an endless resync period',
      { resyncPeriodMs: Number.POSITIVE_INFINITY },
      'resyncPeriodMs',
      'Infinity',
    ),
    row('a resync period that is a string', { resyncPeriodMs: '30s' }, 'resyncPeriodMs', '30s'),
    row('a page size without a number', { pageSize: Number.NaN }, 'pageSize', 'NaN', /whole number/),
    row('a page size of half an object', { pageSize: 0.5 }, 'pageSize', '0.5'),
    row('a watch timeout below 0', { minWatchTimeoutMs: -1 }, 'minWatchTimeoutMs', '-1'),
    row('a list timeout of 0', { listTimeoutMs: 0 }, 'listTimeoutMs', '0'),
    row('a margin without a number', { watchDeadlineMarginMs: Number.NaN }, 'watchDeadlineMarginMs', 'NaN'),
    row(
      'a retry duration below 0',
      { maxInternalErrorRetryDurationMs: -5 },
      'maxInternalErrorRetryDurationMs',
      '-5',
    ),
    row('a backoff below 0', { backoff: { baseMs: -1 } }, 'baseMs', '-1'),
    row('an invalid error handler', { onWatchError: 'log' }, 'onWatchError', 'function', 'string'),
  ];
}

/** The options that only informers take. */
function informerRows(make: (options: object) => unknown): Row[] {
  const row = (what: string, options: object, ...words: (string | RegExp)[]): Row => [
    what,
    () => make(options),
    ...words,
  ];
  return [
    row('an unknown queue', { queue: 'FIFO' }, 'queue', 'DeltaFIFO', 'RealFIFO', 'FIFO'),
    row('an index that is not a function', { indexers: { node: 7 } }, 'indexers.node', 'function', 'number'),
    row('an invalid transform', { transform: 'trim' }, 'transform', 'function', 'string'),
    row('an invalid key function', { keyFunc: 'name' }, 'keyFunc', 'function', 'string'),
    row('an invalid handler of failures', { onHandlerError: true }, 'onHandlerError', 'function', 'boolean'),
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
