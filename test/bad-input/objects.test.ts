import { describe, expect, test } from 'vitest';
import { Clientset, SharedInformerFactory, isNotFound } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { HandlerFailure, InformerFactoryOptions, ObjectOf, SharedIndexInformer } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { FakeClock } from '@kube-informers/testing';
import { TestCluster } from '../../packages/cli/src/cli.test-support.js';
import { expectError, expectOneLine, failureOf } from './expect-error.test-support.js';

type Pod = ObjectOf<typeof coreV1.pods>;

const podList = (...items: unknown[]): object => ({
  kind: 'PodList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '7' },
  items,
});

/** An informer of pods in a synced factory, and its reports. */
class Synced implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly faults: Error[] = [];
  readonly objectErrors: Error[] = [];
  readonly handlerFailures: HandlerFailure[] = [];
  readonly server: ApiServer;
  readonly informer: SharedIndexInformer<Pod>;
  readonly #clientset: Clientset;
  readonly #factory: SharedInformerFactory;

  private constructor(server: ApiServer, options: InformerFactoryOptions) {
    this.server = server;
    this.#clientset = new Clientset({ host: server.url }, { clock: this.clock });
    this.#factory = new SharedInformerFactory(this.#clientset, {
      clock: this.clock,
      onWatchError: (error) => void this.faults.push(error),
      onObjectError: (error) => void this.objectErrors.push(error),
      onHandlerError: (failure) => void this.handlerFailures.push(failure),
      ...options,
    });
    this.informer = this.#factory.core().v1().pods().informer();
  }

  /** Not started; the server has the pod `one`. */
  static async prepare(options: InformerFactoryOptions = {}): Promise<Synced> {
    const server = await ApiServer.start();
    await server.create(coreV1.pods, pod('one'));
    return new Synced(server, options);
  }

  async sync(): Promise<void> {
    this.#factory.start();
    await this.#factory.waitForCacheSync();
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.clock.advance(200);
  }

  get keys(): readonly string[] {
    return this.informer.indexer.listKeys().sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#factory.stop();
    await this.#clientset.close();
    await this.server.stop();
  }
}

function pod(name: string): Pod {
  return { metadata: { name, namespace: 'default' } };
}

describe.each([
  ['without metadata', { spec: {} }, 'ERR_LIST_ITEM'],
  ['with metadata that is not an object', { metadata: 'web' }, 'ERR_LIST_ITEM'],
  ['without a name', { metadata: { namespace: 'default' } }, 'ERR_LIST_ITEM'],
  ['that is not an object', 7, 'ERR_NOT_KUBERNETES'],
])('a list item %s', (_what, item, code) => {
  test('causes one error of an informer with the list and the item; the list is rejected, and the next valid one accepted', async () => {
    await using synced = await Synced.prepare({ useWatchList: false });
    const { server, faults } = synced;
    const interception = server.intercept(({ verb, resource }) =>
      verb === 'list' && resource === 'pods' ? { status: 200, body: podList(pod('two'), item) } : undefined,
    );
    const syncing = synced.sync();
    await synced.until(() => faults.length > 1);
    expectError(faults[0], code, 'pods', /\[1\]|item 1|1 of/, /metadata|name|object/);
    expect(synced.keys).toEqual([]);
    interception.remove();
    await synced.until(() => synced.informer.hasSynced);
    await syncing;
    expect(synced.keys).toEqual(['default/one']);
  });

  test('is returned by a direct list call, unless it is not an object', async () => {
    await using server = await ApiServer.start();
    server.failNext({ status: 200, body: podList(item) });
    await using clientset = new Clientset({ host: server.url });
    const listed = clientset.coreV1().pods().list();
    if (typeof item === 'number') expectError(await failureOf(listed), 'ERR_NOT_KUBERNETES', /item|object/);
    else expect((await listed).items).toMatchObject([item]);
  });
});

test('the command reports a list item without metadata in one line, and retries until Ctrl-C', async () => {
  await using cluster = await TestCluster.start();
  cluster.server.intercept(({ verb, resource, query }) => {
    if (resource !== 'pods') return undefined;
    // A server without watch-lists.
    if (query.includes('sendInitialEvents'))
      return {
        status: 422,
        body: { kind: 'Status', status: 'Failure', code: 422, reason: 'Invalid', message: 'no' },
      };
    return verb === 'list' ? { status: 200, body: podList({ spec: {} }) } : undefined;
  });
  const command = cluster.command(['watch', 'pods']);
  await command.err.until('retrying');
  command.interrupt();
  expect(await command.exitCode).toBe(130);
  expect(command.err.text).toMatch(/^warning: pods: [^\n]*metadata[^\n]*; retrying\n$/);
});

test('reports a handler that throws with its name and the object; other handlers get all events, and it gets the next', async () => {
  await using synced = await Synced.prepare();
  const added: string[] = [];
  const called: string[] = [];
  const failing = synced.informer.addEventHandler(
    {
      onAdd: (object) => {
        called.push(`${object.metadata?.name}`);
        if (object.metadata?.name === 'one') throw new Error('boom');
      },
    },
    { name: 'failing' },
  );
  const rejecting = synced.informer.addEventHandler(
    { onAdd: () => Promise.reject(new Error('later')) },
    { name: 'rejecting' },
  );
  synced.informer.addEventHandler({ onAdd: (object) => void added.push(`${object.metadata?.name}`) });
  await synced.sync();
  await Promise.all([failing.synced, rejecting.synced]);
  await synced.server.create(coreV1.pods, pod('two'));
  await synced.until(() => added.length === 2 && synced.handlerFailures.length === 3);
  expect([added, called]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  const messages = synced.handlerFailures.map(({ error }) => (error as Error).message);
  expect(messages.sort()).toEqual(['boom', 'later', 'later']);
  expect(synced.faults).toEqual([]);
});

test('an index function that throws: the object is skipped and reported with index and key; the others are cached', async () => {
  await using synced = await Synced.prepare();
  synced.informer.addIndexers({
    node: ({ metadata }) => {
      if (metadata?.name === 'bad') throw new Error('no node');
      return ['n'];
    },
  });
  await synced.sync();
  await synced.server.create(coreV1.pods, pod('bad'));
  await synced.server.create(coreV1.pods, pod('two'));
  await synced.until(() => synced.keys.length === 2);
  expect(synced.keys).toEqual(['default/one', 'default/two']);
  expect(synced.objectErrors).toHaveLength(1);
  expectError(synced.objectErrors[0], 'ERR_INDEX', '"node"', '"default/bad"', 'no node');
  expect(synced.informer.indexer.indexKeys('node', 'n').sort()).toEqual(['default/one', 'default/two']);
});

test('an unknown index causes one error that lists the existing ones', async () => {
  await using synced = await Synced.prepare();
  expectError(
    await failureOf(() => synced.informer.indexer.byIndex('nodes', 'n')),
    'ERR_INDEX',
    '"nodes"',
    'known indexes: "namespace"',
  );
});

test('an object that is not in the cache is undefined, or the server’s own NotFound', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  await using factory = new SharedInformerFactory(clientset);
  const lister = factory.core().v1().pods().lister();
  factory.start();
  await factory.waitForCacheSync();
  expect(lister.namespace('default').get('missing')).toBeUndefined();
  const error = await failureOf(() => lister.namespace('default').getOrThrow('missing'));
  expectError(error, 'ERR_STATUS', 'pods "missing" not found');
  expect(isNotFound(error)).toBe(true);
});

test('a factory that was not started throws an error instead of waiting forever', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  await using factory = new SharedInformerFactory(clientset);
  factory.core().v1().pods().informer();
  expectError(
    await failureOf(factory.waitForCacheSync()),
    'ERR_CACHE_SYNC',
    'pods.v1',
    /call start\(\) first/,
  );
});

test('an unknown resource causes one error with similar names, in discovery and in the command', async () => {
  await using cluster = await TestCluster.start();
  await using clientset = new Clientset({ host: cluster.server.url });
  expectError(
    await failureOf(clientset.discovery().resolve('deploymnets')),
    'ERR_UNKNOWN_RESOURCE',
    '"deploymnets"',
    'deployments',
  );
  const { err, exitCode } = await cluster.finish(['watch', 'deploymnets']);
  expectOneLine(err, '"deploymnets"', 'deployments');
  expect(exitCode).toBe(2);
});
