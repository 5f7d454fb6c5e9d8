import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from './eventually.test-support.js';
import { ApiServer } from '@kube-informers/testing';
import type { KubernetesList } from '../meta/types.js';
import { Clientset } from '../client/clientset.js';
import { coreV1 } from '../resources/index.js';
import type { ConfigMap, Pod } from '../resources/types/core-v1.js';
import { ListWatch, makeInformer } from './index.js';
import type { ListPromise } from './index.js';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
});

const kubeConfigOf = (server: string) => ({
  getCurrentCluster: () => ({ name: 'test', server }),
  applyToHTTPSOptions: () => Promise.resolve(),
});

const path = '/api/v1/namespaces/default/configmaps';

/** The warnings of this informer: tests of other files run in this process, and what they left may warn meanwhile. */
const ownWarnings = (warned: { readonly mock: { readonly calls: readonly unknown[][] } }): string[] =>
  warned.mock.calls.map(([message]) => String(message)).filter((message) => message.includes(path));

/** A server with an informer of its ConfigMaps, and what that has called back. */
async function setUp(
  listFn?: (list: () => Promise<KubernetesList<ConfigMap>>) => ListPromise<ConfigMap>,
  {
    labelSelector,
    informerPath = path,
    errorAfterMs,
  }: { labelSelector?: string; informerPath?: string; errorAfterMs?: number } = {},
) {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const list = () =>
    clientset
      .coreV1()
      .configMaps('default')
      .list(labelSelector === undefined ? {} : { labelSelector });
  const delays: number[] = [];
  const informer = new ListWatch<ConfigMap>(
    informerPath,
    { config: kubeConfigOf(server.url) },
    listFn?.(list) ?? list,
    false,
    labelSelector,
    undefined,
    {
      errorAfterMs,
      // A turn of the event loop: a list that always fails must not keep everything else from running.
      delayFn: (ms) => new Promise((resolve) => setImmediate(() => resolve(void delays.push(ms)))),
    },
  );
  const events: string[] = [];
  const errors: unknown[] = [];
  for (const verb of ['add', 'update', 'delete'] as const)
    informer.on(verb, (object) => void events.push(`${verb} ${object.metadata?.name}`));
  informer.on('connect', () => void events.push('connect'));
  informer.on('error', (error: unknown) => void errors.push(error));
  open.push(server, clientset, { [Symbol.asyncDispose]: () => informer.stop() });
  return { server, informer, events, errors, delays };
}

const create = (server: ApiServer, name: string, labels: Record<string, string> = {}) =>
  server.create(coreV1.configMaps, { metadata: { name, namespace: 'default', labels }, data: { k: 'v' } });

/** The queries of the lists, without the question whether the server still knows a version. */
const lists = (server: ApiServer): string[] =>
  server.requests.flatMap(({ verb, query }) =>
    verb === 'list' && !query.includes('limit=1') ? [query] : [],
  );

describe('client-node: informer', () => {
  test('client-node: should perform work as an informer with initial list', async () => {
    const { server, informer, events } = await setUp();
    await create(server, 'a');
    await informer.start();
    expect(events).toEqual(['connect', 'add a']);
    await create(server, 'b');
    await server.patch(coreV1.configMaps, 'a', { data: { k: 'w' } });
    await server.delete(coreV1.configMaps, 'b');
    await eventually(() => expect(events.slice(2)).toEqual(['add b', 'update a', 'delete b']));
    expect(informer.latestResourceVersion()).toBe(server.resourceVersion);
  });

  test('client-node: should resolve start promise after seeding the cache', async () => {
    const { server, informer } = await setUp();
    await create(server, 'a');
    expect(informer.list()).toEqual([]);
    await informer.start();
    expect(informer.list('default').map(({ metadata }) => metadata?.name)).toEqual(['a']);
    expect(informer.get('a', 'default')?.data).toEqual({ k: 'v' });
    expect(informer.get('a')).toBeUndefined();
    expect(informer.list('other')).toEqual([]);
  });

  test('client-node: a callback sees the cache as of its event', async () => {
    const { server, informer } = await setUp();
    const sizes: number[] = [];
    informer.on('change', () => void sizes.push(informer.list().length));
    for (const name of ['a', 'b', 'c']) await create(server, name);
    await informer.start();
    await server.delete(coreV1.configMaps, 'b');
    await eventually(() => expect(sizes).toEqual([1, 2, 3, 2]));
  });

  test('client-node: should send label selector', async () => {
    const { server, informer, events } = await setUp(undefined, { labelSelector: 'app=web' });
    await informer.start();
    await create(server, 'other', { app: 'db' });
    await create(server, 'mine', { app: 'web' });
    await eventually(() => expect(events).toEqual(['connect', 'add mine']));
    expect(server.requests.find(({ verb }) => verb === 'watch')?.query).toContain('labelSelector=app%3Dweb');
  });

  test('client-node: parameters in the path are sent with the watch', async () => {
    const { server, informer, events } = await setUp(undefined, {
      informerPath: `${path}?fieldSelector=metadata.name%3Dmine`,
    });
    await informer.start();
    await create(server, 'other');
    await create(server, 'mine');
    await eventually(() => expect(events).toEqual(['connect', 'add mine']));
  });

  test('client-node: should perform namespace caching, and work with objects of the cluster', async () => {
    const server = await ApiServer.start();
    const clientset = new Clientset({ host: server.url });
    const informer = makeInformer(kubeConfigOf(server.url), '/api/v1/namespaces', () =>
      clientset.coreV1().namespaces().list(),
    );
    open.push(server, clientset, { [Symbol.asyncDispose]: () => informer.stop() });
    await informer.start();
    expect(informer.get('default')?.metadata?.name).toBe('default');
    expect(informer.list()).toHaveLength(4);
  });
});

describe('client-node: callbacks', () => {
  test('client-node: should handle change events correctly, and unregister three verbs on "change"', async () => {
    const { server, informer } = await setUp();
    const changes: (string | undefined)[] = [];
    const onChange = (object: ConfigMap): void => void changes.push(object.metadata?.name);
    informer.on('change', onChange);
    await informer.start();
    await create(server, 'a');
    await server.patch(coreV1.configMaps, 'a', { data: { k: 'w' } });
    await server.delete(coreV1.configMaps, 'a');
    await eventually(() => expect(changes).toEqual(['a', 'a', 'a']));
    informer.off('change', onChange);
    await create(server, 'b');
    await eventually(() => expect(informer.list()).toHaveLength(1));
    expect(changes).toHaveLength(3);
  });

  test('client-node: mutating handlers in a callback should not affect those which remain', async () => {
    const { server, informer } = await setUp();
    const called: string[] = [];
    const once = (): void => {
      called.push('once');
      informer.off('add', once);
    };
    informer.on('add', once);
    informer.on('add', () => void called.push('always'));
    await create(server, 'a');
    await create(server, 'b');
    await informer.start();
    expect(called).toEqual(['once', 'always', 'always']);
  });

  test('client-node: should throw on unknown verbs, and ignore an unknown callback', async () => {
    const { informer } = await setUp();
    // @ts-expect-error: not a verb
    expect(() => informer.on('added', () => undefined)).toThrow('Unknown verb: "added"; expected add');
    // @ts-expect-error: not a verb
    expect(() => informer.off('toString', () => undefined)).toThrow('Unknown verb: "toString"');
    informer.off('add', () => undefined);
  });

  test('a callback that throws or rejects harms no other one, and a warning names it', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { server, informer, events } = await setUp();
    informer.on('add', () => {
      throw new Error('broken');
    });
    const rejecting: (object: ConfigMap) => unknown = () => Promise.reject(new Error('broken'));
    informer.on('update', rejecting);
    await informer.start();
    await create(server, 'a');
    await server.patch(coreV1.configMaps, 'a', { data: { k: 'w' } });
    await server.delete(coreV1.configMaps, 'a');
    await eventually(() => expect(events).toEqual(['connect', 'add a', 'update a', 'delete a']));
    expect(ownWarnings(warned)).toEqual([
      `a 'add' callback of the informer of ${path} failed: broken`,
      `a 'update' callback of the informer of ${path} failed: broken`,
    ]);
    warned.mockRestore();
  });
});

describe('client-node: failures', () => {
  test('goes on after an error of the list, with start() called again by the error callback', async () => {
    let failures = 3;
    const { server, informer, events, errors } = await setUp((list) => () => {
      if (failures-- > 0) return Promise.reject(new Error('no list'));
      return list();
    });
    const restarted: Promise<void>[] = [];
    informer.on('error', () => void restarted.push(informer.start()));
    await create(server, 'a');
    await informer.start();
    await eventually(() => expect(informer.list()).toHaveLength(1));
    await Promise.all(restarted);
    expect(errors.map(String)).toEqual(['Error: no list', 'Error: no list', 'Error: no list']);
    expect(events).toEqual(['connect', 'connect', 'connect', 'connect', 'add a']);
  });

  test('client-node: should not re-list if the watch can be restarted from the latest resourceVersion', async () => {
    const { server, informer, events, errors } = await setUp();
    await create(server, 'a');
    await informer.start();
    await eventually(() => expect(server.openWatches).toBe(1));
    await create(server, 'b');
    await eventually(() => expect(informer.list()).toHaveLength(2));
    server.dropWatches();
    await create(server, 'c');
    await eventually(() => expect(events).toEqual(['connect', 'add a', 'add b', 'connect', 'add c']));
    expect(lists(server)).toEqual(['']);
    expect(errors).toEqual([]);
  });

  test('a connection that breaks is reported, and the watch goes on from the latest resourceVersion', async () => {
    const { server, informer, events, errors } = await setUp();
    await informer.start();
    await eventually(() => expect(server.openWatches).toBe(1));
    await create(server, 'a');
    await eventually(() => expect(informer.list()).toHaveLength(1));
    server.dropWatches({ how: 'reset' });
    await create(server, 'b');
    await eventually(() => expect(events).toEqual(['connect', 'add a', 'connect', 'add b']));
    expect(errors.map((error) => (error as { code?: string }).code)).toEqual(['ERR_WATCH_CUT']);
    expect(lists(server)).toEqual(['']);
  });

  test('errors of the network have the code of Node, with the other one as cause', async () => {
    const { server, informer, errors } = await setUp();
    await informer.start();
    await eventually(() => expect(server.openWatches).toBe(1));
    await server.stop();
    await eventually(() => expect(errors).toContainEqual(expect.objectContaining({ code: 'ECONNREFUSED' })));
    expect(errors.at(-1)).toMatchObject({ cause: { code: 'ERR_CONNECTION_REFUSED' } });
  });

  test('start() ends the wait for the next attempt, from a second after the failure', async () => {
    const now = vi.spyOn(performance, 'now');
    const watch = { config: kubeConfigOf('http://127.0.0.1:1') };
    const delays: number[] = [];
    const never = new Promise<never>(() => undefined);
    const listFn = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no list')));
    const informer = new ListWatch<ConfigMap>(path, watch, listFn, false, undefined, undefined, {
      delayFn: async (ms) => {
        delays.push(ms);
        await never;
      },
    });
    open.push({ [Symbol.asyncDispose]: () => informer.stop() });
    informer.on('error', () => undefined);
    now.mockReturnValue(5000);
    await informer.start();
    await vi.waitFor(() => expect(delays).toHaveLength(1));
    now.mockReturnValue(5999);
    void informer.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(listFn).toHaveBeenCalledOnce();
    now.mockReturnValue(6000);
    await informer.start();
    expect(listFn).toHaveBeenCalledTimes(2);
    now.mockRestore();
  });

  test('start() of a connected informer calls connect, for programs that wait for it after a restart', async () => {
    const { server, informer, events } = await setUp();
    await informer.start();
    await eventually(() => expect(server.openWatches).toBe(1));
    await informer.start();
    expect(events).toEqual(['connect', 'connect']);
    expect(server.requests.filter(({ verb }) => verb === 'watch')).toHaveLength(1);
  });

  test('start() before the first list resolves with the next attempt at it, start() after it at once', async () => {
    let failures = 1;
    const attempts: (() => void)[] = [];
    const { server, informer, errors } = await setUp((list) => async () => {
      await new Promise<void>((resolve) => attempts.push(resolve));
      if (failures-- > 0) throw new Error('no list');
      return list();
    });
    await create(server, 'a');
    const first = informer.start();
    await eventually(() => expect(attempts).toHaveLength(1));
    attempts[0]?.();
    await first;
    expect(errors.map(String)).toEqual(['Error: no list']);
    let isDone = false;
    const second = informer.start().then(() => {
      isDone = true;
    });
    await eventually(() => expect(attempts).toHaveLength(2));
    expect(isDone).toBe(false);
    attempts[1]?.();
    await second;
    expect(informer.list()).toHaveLength(1);
    await informer.start();
    expect(attempts).toHaveLength(2);
  });

  test('client-node: should list if the watch cannot be restarted from the latest resourceVersion', async () => {
    const { server, informer, events, errors } = await setUp();
    await create(server, 'a');
    await create(server, 'b');
    await informer.start();
    await eventually(() => expect(server.openWatches).toBe(1));
    await server.stop();
    await server.start();
    await server.delete(coreV1.configMaps, 'a');
    await server.patch(coreV1.configMaps, 'b', { data: { k: 'w' } });
    await server.compact();
    await eventually(() => expect(events.slice(-2)).toEqual(['delete a', 'update b']));
    expect(errors.filter((error) => (error as { statusCode?: number }).statusCode === 410)).toEqual([]);
  });

  test('client-node: should correctly handle errors in the initial list: start() resolves', async () => {
    const { informer, errors } = await setUp(() => () => Promise.reject(new Error('no list')));
    await informer.start();
    expect(errors.map(String)).toContain('Error: no list');
    expect(informer.list()).toEqual([]);
  });

  test('without an error callback a warning tells of the failure', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const server = await ApiServer.start();
    const informer = makeInformer(kubeConfigOf(server.url), path, () => Promise.reject(new Error('no list')));
    open.push(server, { [Symbol.asyncDispose]: () => informer.stop() });
    await informer.start();
    expect(ownWarnings(warned)).toContain(`informer of ${path} failed: no list`);
    warned.mockRestore();
  });
});

describe('client-node: start and stop', () => {
  test('client-node: should not auto-restart after explicitly stopping until restarted again', async () => {
    const { server, informer, events } = await setUp();
    await create(server, 'a');
    await informer.start();
    await informer.stop();
    expect(informer.list()).toHaveLength(1);
    await server.delete(coreV1.configMaps, 'a');
    await create(server, 'b');
    await eventually(() => expect(server.openWatches).toBe(0));
    expect(events).toEqual(['connect', 'add a']);
    await informer.start();
    expect(events).toEqual(['connect', 'add a', 'connect', 'delete a', 'add b']);
  });

  test('stop() in a callback is the last event', async () => {
    const { server, informer, events } = await setUp();
    informer.on('add', () => void informer.stop());
    for (const name of ['a', 'b', 'c']) await create(server, name);
    await informer.start();
    expect(events).toEqual(['connect', 'add a']);
  });

  test('a ListWatch starts by itself unless it is told not to', async () => {
    const server = await ApiServer.start();
    const clientset = new Clientset({ host: server.url });
    const cache = new ListWatch('/api/v1/namespaces', { config: kubeConfigOf(server.url) }, () =>
      clientset.coreV1().namespaces().list(),
    );
    open.push(server, clientset, { [Symbol.asyncDispose]: () => cache.stop() });
    await eventually(() => expect(cache.list()).toHaveLength(4));
  });

  test('start() rejects without a current cluster, and works once there is one', async () => {
    const server = await ApiServer.start();
    const cluster: { server?: string } = {};
    const kubeConfig = {
      getCurrentCluster: () => (cluster.server === undefined ? null : { server: cluster.server }),
      applyToHTTPSOptions: () => Promise.resolve(),
    };
    const clientset = new Clientset({ host: server.url });
    const informer = makeInformer(kubeConfig, path, () => clientset.coreV1().configMaps('default').list());
    open.push(server, clientset, { [Symbol.asyncDispose]: () => informer.stop() });
    await expect(informer.start()).rejects.toThrow('has no cluster with a server');
    cluster.server = server.url;
    await informer.start();
  });
});

describe('client-node: lists', () => {
  test('takes { response, body }, as from client-node before 1.0', async () => {
    const { server, informer } = await setUp((list) => async () => ({ response: {}, body: await list() }));
    await create(server, 'a');
    await informer.start();
    expect(informer.list()).toHaveLength(1);
  });

  test('takes null for no items, and gives items the kind of the list', async () => {
    const items = [{ metadata: { name: 'a', namespace: 'default', resourceVersion: '1' } }];
    let lists: unknown[] = [
      { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items: null },
    ];
    const { informer } = await setUp(() => () => Promise.resolve(lists.shift() as KubernetesList<ConfigMap>));
    await informer.start();
    expect(informer.list()).toEqual([]);
    await informer.stop();
    lists = [{ apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items }];
    await informer.start();
    expect(informer.get('a', 'default')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  test.for([
    ['undefined', undefined, 'got undefined'],
    ['a response', { data: { items: [] } }, 'must resolve to a list with items'],
    ['items that are no array', { metadata: {}, items: 'a' }, 'its items are'],
    ['an item without a name', { metadata: {}, items: [{}] }, 'metadata.name of item 0'],
  ] as const)('reports %s as the result of listFn', async ([, result, message]) => {
    const { informer, errors } = await setUp(() => () => Promise.resolve(result as never));
    await informer.start();
    expect(String(errors[0])).toContain(message);
  });

  test('client-node: objects without a version are updated by each list', async () => {
    const item = { metadata: { name: 'a', namespace: 'default' }, data: { k: 'v' } };
    const { server, informer, events } = await setUp(
      () => () => Promise.resolve({ items: [item], metadata: { resourceVersion: server.resourceVersion } }),
    );
    await informer.start();
    await informer.stop();
    await informer.start();
    expect(events).toEqual(['connect', 'add a', 'connect', 'update a']);
  });

  test('reports a list that is only a page', async () => {
    const { server, informer, errors } = await setUp((list) => async () => {
      const { metadata, ...rest } = await list();
      return { ...rest, metadata: { ...metadata, continue: 'token' } };
    });
    await create(server, 'a');
    await informer.start();
    expect(informer.list()).toHaveLength(1);
    expect(String(errors[0])).toContain('returned only the first 1 objects: leave out its limit');
  });
});

describe('client-node: form of the objects', () => {
  /** As client-node's generated classes. */
  class Generated {
    static readonly attributeTypeMap: readonly unknown[] = [];
  }

  test.for<[string, (list: KubernetesList<Pod>) => KubernetesList<Pod>]>([
    ['the list is from a typed API', (list) => Object.assign(new Generated(), list)],
    [
      'the metadata is from a typed API',
      ({ items, metadata }) => ({ items, metadata: Object.assign(new Generated(), metadata) }),
    ],
    [
      'the items are from a typed API',
      ({ items, metadata }) => ({
        items: items.map((item) => Object.assign(new Generated(), item)),
        metadata,
      }),
    ],
  ])('objects of a watch have Dates if %s', async ([, fromTypedApi]) => {
    const server = await ApiServer.start();
    const clientset = new Clientset({ host: server.url });
    await server.create(coreV1.pods, {
      metadata: { name: 'first', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const informer = makeInformer(kubeConfigOf(server.url), '/api/v1/pods', async () =>
      fromTypedApi(await clientset.coreV1().pods().list()),
    );
    open.push(server, clientset, { [Symbol.asyncDispose]: () => informer.stop() });
    await informer.start();
    const annotations = { time: '2026-01-01T00:00:00Z' };
    await server.create(coreV1.pods, {
      metadata: { name: 'web', namespace: 'default', annotations },
      spec: { containers: [{ name: 'c', image: 'i' }] },
      status: { startTime: '2026-01-01T00:00:00Z', conditions: [] },
    });
    await eventually(() => expect(informer.list()).toHaveLength(2));
    const pod = informer.get('web', 'default');
    expect(pod?.metadata?.creationTimestamp).toBeInstanceOf(Date);
    expect(pod?.status?.startTime).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect(pod?.metadata?.annotations).toEqual(annotations);
  });

  test('objects of a watch are plain JSON if the list is plain, as from CustomObjectsApi', async () => {
    const { server, informer } = await setUp();
    await informer.start();
    await create(server, 'a');
    await eventually(() => expect(informer.list()).toHaveLength(1));
    expect(informer.get('a', 'default')?.metadata?.creationTimestamp).toEqual(expect.any(String));
  });
});

const noList = (): undefined => undefined;

/** As client-node's Watch. */
class Watch {
  readonly config = kubeConfigOf('http://127.0.0.1:1');
  watch(): void {}
}

test('ListWatch takes a Watch', () => {
  expect(new ListWatch(path, new Watch(), () => Promise.resolve({ items: [] }), false).list()).toEqual([]);
});

test.for([
  [
    'a path without a slash',
    ['api/v1/pods'],
    'path of an informer must be an absolute path such as /api/v1/pods',
  ],
  ['a path that is not a string', [5], 'path of an informer must be a string'],
  [
    'a KubeConfig instead of a Watch',
    ['/api', kubeConfigOf('')],
    "watch of a ListWatch must be client-node's Watch",
  ],
  ['no listFn', ['/api', { config: kubeConfigOf('') }], 'listFn of an informer must be a function'],
  [
    'a label selector that is an object',
    ['/api', { config: kubeConfigOf('') }, noList, false, {}],
    'labelSelector of an informer must be a string',
  ],
  [
    'an unknown option',
    ['/api', { config: kubeConfigOf('') }, noList, false, '', '', { delay: 1 }],
    'delayFn',
  ],
] as const)('ListWatch refuses %s', ([, args, message]) => {
  const create = ListWatch as unknown as new (...given: readonly unknown[]) => unknown;
  expect(() => new create(...args)).toThrow(message);
});

test('makeInformer refuses what is not a KubeConfig', () => {
  // @ts-expect-error: not a KubeConfig
  expect(() => makeInformer({}, path, () => Promise.resolve({ items: [] }))).toThrow(
    'kubeconfig of makeInformer must have',
  );
});

describe('errors', () => {
  test.each([
    Object.assign(new Error('HTTP-Code: 404'), { code: 404, body: '{"kind":"Status"}' }),
    Object.assign(new Error('HTTP request failed'), { statusCode: 404, response: {} }),
  ])(
    'a 404 of client-node is an absent resource: reported as it came, once, until it appears',
    async (error) => {
      let isAbsent = true;
      const { server, informer, events, errors, delays } = await setUp(
        (list) => () => (isAbsent ? Promise.reject(error) : list()),
      );
      await informer.start();
      expect(errors).toEqual([error]);
      await eventually(() => expect(delays.length).toBeGreaterThan(5));
      expect(errors).toEqual([error]);
      await create(server, 'a');
      isAbsent = false;
      await eventually(() => expect(events).toContain('add a'));
    },
  );

  test('with errorAfterMs, only failures that last are reported', async () => {
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => void vi.restoreAllMocks());
    let failures = 3;
    const { informer, errors, delays } = await setUp(
      (list) => () => {
        nowMs += 400;
        return failures-- > 0 ? Promise.reject(new Error('broken')) : list();
      },
      { errorAfterMs: 1000 },
    );
    await informer.start();
    expect(delays).toHaveLength(3);
    expect(errors).toEqual([]);
    await informer.stop();
    failures = Infinity;
    await informer.start();
    expect(errors).toEqual([expect.objectContaining({ message: 'broken' })]);
    expect(delays.length).toBeGreaterThan(5);
  });
});
