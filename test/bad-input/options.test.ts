import { describe, expect, test } from 'vitest';
import {
  DeltaFIFO,
  MemoryIndexer,
  filteredListWatchFromClient,
  listWatchFromClient,
  newInformer,
} from 'kube-informers/cache';
import {
  Clientset,
  ConfigError,
  SharedIndexInformer,
  SharedInformerFactory,
  loadConfig,
  waitForCacheSync,
} from 'kube-informers';
import { RestClient } from 'kube-informers/rest';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { FakeListerWatcher } from '@kube-informers/testing';
import { expectError, failureOf } from './expect-error.test-support.js';

/*
 * What a value contains, and which go together. every-option.test.ts tries values of every type for each option, and
 * every-export.test.ts for each argument.
 */

// These tests are about values that the types refuse.
const wrong = (value: unknown): never => value as never;

const rest = { host: 'http://127.0.0.1:1' };
const listerWatcher = (): FakeListerWatcher<object> => new FakeListerWatcher();
const client = (): Clientset => new Clientset(rest);
const pods = () => client().coreV1().pods('default');
const store = (): MemoryIndexer<object> => new MemoryIndexer<object>();
const informer = (options: object = {}): SharedIndexInformer<object> =>
  new SharedIndexInformer<object>(listerWatcher(), options);
const factory = (options: object = {}): SharedInformerFactory => new SharedInformerFactory(client(), options);

type Row = readonly [make: () => unknown, ...words: readonly (string | RegExp)[]];

/** One row for each error, with the parts of the message: the thing, the value, what was expected. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  indexers: [
    [() => informer({ indexers: { node: 7 } }), '"node" of indexers', 'function', '7'],
    [
      () => newInformer(listerWatcher(), { onAdd() {} }, { indexers: wrong({ node: 'x' }) }),
      '"node" of indexers',
      'function',
      '"x"',
    ],
    [() => new MemoryIndexer({ indexers: wrong({ node: 'x' }) }), '"node" of indexers', 'function', '"x"'],
    [() => informer().addIndexers(wrong({ node: 1 })), '"node" of indexers', 'function', '1'],
    ...[new Map([['node', () => []]]), [() => []]].map((indexers): Row => [
      () => informer({ indexers }),
      'indexers',
      'must be an object with a function for each index name',
    ]),
  ],
  factories: [
    [() => factory({ customResync: [[coreV1.pods, -1]] }), 'customResync', 'pods', '-1'],
    [
      () => factory({ customResync: [['pods', 1000]] }),
      'a resource of customResync must have the strings group, version, resource, got string without group, version, resource',
    ],
    [
      () => factory().forResource(wrong({ group: '', version: 'v1', resource: 'pods', kind: 'Pod' })),
      'resource of forResource must have the strings group, version, resource, kind, apiVersion, got object without apiVersion',
    ],
    ...[null, 5, 'x', [], {}, undefined].map((made): Row => [
      () =>
        factory().informerFor(
          coreV1.pods,
          wrong(() => made),
        ),
      'newFunc',
    ]),
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
  ],
  queues: [
    [() => new DeltaFIFO(wrong({ knownObjects: new Map() })), 'knownObjects', 'listKeys'],
    [() => new DeltaFIFO({ atomicEvents: true, knownObjects: store() }), 'knownObjects', 'atomicEvents'],
  ],
  ListWatch: [
    [() => listWatchFromClient(client(), coreV1.pods, '', 'phase'), 'phase', /expected|must/],
    [
      () => filteredListWatchFromClient(client(), coreV1.pods, '', wrong('app=web')),
      /tweak|options/i,
      'function',
    ],
  ],
  'REST client': [
    [() => new RestClient(wrong(Promise.resolve(rest))), 'host', 'await'],
    [() => new RestClient({ host: 'my-cluster:6443' }), 'host', 'my-cluster:6443', 'https://'],
    [() => new RestClient({ host: 'ftp://x' }), 'host', 'ftp://x', 'https://'],
    [() => new RestClient({ host: 'https://me:secret@x' }), 'host', /without user/],
    [() => new RestClient(rest, wrong({ transport: {} })), 'transport', 'send'],
    [() => new RestClient(wrong({ ...rest, impersonate: { groups: ['x'] } })), 'impersonate', /userName/],
    [() => new RestClient({ ...rest, proxyUrl: 'gopher://x' }), /proxy/i, 'gopher://x'],
    [
      () => new RestClient({ ...rest, tls: { insecureSkipVerify: wrong('false') } }),
      'insecureSkipVerify of tls of a RestConfig must be true or false, got "false"',
    ],
  ],
  clients: [
    [() => new Clientset(wrong(Promise.resolve(rest))), 'host', 'await'],
    [() => new Clientset(rest).resource(coreV1.nodes, 'default'), 'nodes', /cluster-scoped/, 'default'],
    [() => new Clientset(rest).coreV1().pods('../kube-system').list(), 'namespace', '../kube-system'],
    [() => pods().get('../nodes'), 'name', '../nodes'],
    [() => pods().get(''), 'name', '""'],
    [() => pods().update({}), 'name'],
    [() => pods().patch('x', wrong(7), { type: 'merge' }), 'merge', /must be an object/],
    [() => pods().patch('x', {}, wrong({ type: 'yaml' })), 'yaml'],
    [
      () => pods().delete('b', { propagationPolicy: wrong('foreground') }),
      'propagationPolicy of delete pods must be Orphan, Background or Foreground, got "foreground"',
    ],
  ],
  handlers: [[() => informer().addEventHandler(wrong({ onAdd: 'log' })), 'onAdd', 'function', 'string']],
  'waiting and starting': [
    [() => waitForCacheSync(informer()), 'options', /such as \{\}/],
    [() => waitForCacheSync(wrong(AbortSignal.abort())), 'AbortSignal', /\{ signal \}/],
    [() => factory().waitForCacheSync(wrong(AbortSignal.abort())), 'AbortSignal'],
    [() => factory().start(wrong(AbortSignal.abort())), 'AbortSignal'],
    [() => loadConfig(wrong('/home/me/config')), 'loadConfig', '/home/me/config'],
  ],
};

/** Their errors have codes of their own, too. */
const ownCodes = ['ListWatch', 'REST client', 'clients'];

describe.each(Object.entries(rows))('%s', (thing, wrongs) => {
  test.each(wrongs.map(([make, ...words]) => ({ title: words.join(', '), make, words })))(
    'an error with $title',
    async ({ make, words }) => {
      const error = await failureOf(make);
      expect(error).toBeInstanceOf(ConfigError);
      expectError(error, (error as ConfigError).code, ...words);
      expect((error as ConfigError).code).toMatch(
        ownCodes.includes(thing)
          ? /^ERR_(OPTION|NAME|NAMESPACE|RESOURCE|SELECTOR|PATCH|PROXY_URL)$/
          : /^ERR_OPTION$/,
      );
    },
  );
});

test('a queue keeps an item that it cannot hand out', () => {
  const queue = new DeltaFIFO();
  queue.add({ metadata: { namespace: 'a', name: 'b' } });
  expect(() => queue.tryPop(wrong(5))).toThrow('process of tryPop must be a function, got number');
  expect(queue.length).toBe(1);
});
