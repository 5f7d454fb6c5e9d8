import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from './eventually.test-support.js';
import type { ConfigMap } from '../resources/types/core-v1.js';
import { ListWatch } from './index.js';

/** Programs that replace client-node's `Watch.watch`, as Rancher Desktop does to hear of each event. */

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const listWatch of open.splice(0)) await listWatch.stop();
});

interface Call {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly callback: (phase: string, object: unknown, event?: unknown) => void;
  readonly done: (error: unknown) => void;
  readonly request: { readonly abort: () => void };
}

/** As client-node's Watch: an object whose `watch` requests events. Here the test sends them. */
class Watch {
  readonly config = {
    getCurrentCluster: () => ({ server: 'http://127.0.0.1:1' }),
    applyToHTTPSOptions: () => Promise.resolve(),
  };
  readonly calls: Call[] = [];
  watch(
    path: string,
    query: Call['query'],
    callback: Call['callback'],
    done: Call['done'],
  ): Promise<unknown> {
    const request = { abort: vi.fn<() => void>() };
    this.calls.push({ path, query, callback, done, request });
    return Promise.resolve(request);
  }
}

/** A subclass that calls `onEvent` after each event. */
class WrappedWatch extends Watch {
  onEvent = (): void => undefined;
  override watch(path: string, query: Call['query'], callback: Call['callback'], done: Call['done']) {
    const wrapped: Call['callback'] = (phase, object, event) => {
      callback(phase, object, event);
      this.onEvent();
    };
    return super.watch(path, query, wrapped, done);
  }
}

const configMap = (name: string, resourceVersion: string): ConfigMap => ({
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', resourceVersion },
});

function setUp(watch: Watch = new WrappedWatch(), given: Pick<Watch, 'watch'> = watch) {
  const path = '/api/v1/namespaces/default/configmaps';
  const items = [configMap('a', '1')];
  const listFn = vi.fn<() => Promise<{ items: ConfigMap[]; metadata: { resourceVersion: string } }>>(() =>
    Promise.resolve({ items: [...items], metadata: { resourceVersion: '5' } }),
  );
  const listWatch = new ListWatch<ConfigMap>(path, given, listFn, false, 'app=web', 'metadata.name!=x', {
    delayFn: () => Promise.resolve(),
  });
  open.push(listWatch);
  const events: string[] = [];
  for (const verb of ['add', 'update', 'delete'] as const)
    listWatch.on(verb, (object) => void events.push(`${verb} ${object.metadata?.name}`));
  listWatch.on('connect', () => void events.push('connect'));
  listWatch.on('error', (error: Error) => void events.push(`error ${error.message}`));
  /** Resolves with the latest call of `watch`, once there are that many. */
  const called = (count: number): Promise<Call> =>
    eventually(() => {
      expect(watch.calls).toHaveLength(count);
      return watch.calls.at(-1) as Call;
    });
  return { listWatch, items, listFn, events, called };
}

test('a watch() that a subclass replaces is called with the selectors, and finds each of its events in the cache', async () => {
  const watch = new WrappedWatch();
  const { listWatch, events, called } = setUp(watch);
  const seen: string[] = [];
  watch.onEvent = () =>
    void seen.push(
      listWatch
        .list()
        .map(({ metadata }) => metadata?.name)
        .join(),
    );
  await listWatch.start();
  const { path, query, callback } = await called(1);
  expect(path).toBe('/api/v1/namespaces/default/configmaps');
  expect(query).toMatchObject({
    resourceVersion: '5',
    labelSelector: 'app=web',
    fieldSelector: 'metadata.name!=x',
  });
  callback('ADDED', configMap('b', '6'));
  callback('MODIFIED', configMap('a', '7'));
  callback('MODIFIED', configMap('a', '8'));
  callback('DELETED', configMap('b', '9'));
  expect(seen).toEqual(['a,b', 'a,b', 'a,b', 'a']);
  expect(listWatch.latestResourceVersion()).toBe('9');
  callback('BOOKMARK', { metadata: { resourceVersion: '12' } });
  expect(listWatch.latestResourceVersion()).toBe('12');
  expect(events).toEqual(['connect', 'add a', 'add b', 'update a', 'update a', 'delete b']);
  expect(listWatch.get('a', 'default')?.metadata?.resourceVersion).toBe('8');
});

test('an object that has only a watch() needs no KubeConfig', async () => {
  const watch = new Watch();
  const { listWatch, called } = setUp(watch, { watch: (...args) => watch.watch(...args) });
  await listWatch.start();
  (await called(1)).callback('ADDED', configMap('b', '6'));
  expect(listWatch.list()).toHaveLength(2);
});

test.for([
  ['ends', null],
  ['ends by the time limit of client-node', Object.assign(new Error('timed out'), { name: 'TimeoutError' })],
])('a watch() that %s is called again from the latest version', async ([, end]) => {
  const { listWatch, listFn, events, called } = setUp();
  await listWatch.start();
  const first = await called(1);
  first.callback('ADDED', configMap('b', '6'));
  first.done(end);
  expect((await called(2)).query).toMatchObject({ resourceVersion: '6' });
  first.callback('ADDED', configMap('late', '7'));
  expect(listFn).toHaveBeenCalledTimes(1);
  expect(events).toEqual(['connect', 'add a', 'add b', 'connect']);
});

test('a watch() that ends at once, such as on a server that stops, is not an error', async () => {
  const { listWatch, events, called } = setUp();
  await listWatch.start();
  (await called(1)).done(null);
  await called(2);
  expect(events.filter((event) => event.startsWith('error'))).toEqual([]);
});

test('a watch() that fails is reported and called again', async () => {
  const { listWatch, listFn, events, called } = setUp();
  await listWatch.start();
  const first = await called(1);
  first.callback('ADDED', configMap('b', '6'));
  first.done(new Error('Premature close'));
  expect((await called(2)).query).toMatchObject({ resourceVersion: '6' });
  expect(listFn).toHaveBeenCalledTimes(1);
  expect(events).toEqual(['connect', 'add a', 'add b', 'error Premature close', 'connect']);
});

test.for<[string, (call: Call) => void]>([
  ['an error', ({ done }) => done(Object.assign(new Error('Gone'), { statusCode: 410 }))],
  ['an ERROR event', ({ callback }) => callback('ERROR', { kind: 'Status', code: 410, reason: 'Expired' })],
])('lists when %s says that the version has expired', async ([, expire]) => {
  const { listWatch, items, events, called } = setUp();
  await listWatch.start();
  items[0] = configMap('b', '9');
  expire(await called(1));
  await called(2);
  expect(events).toEqual(['connect', 'add a', 'connect', 'delete a', 'add b']);
});

test('stop() aborts what watch() returned, and its later events do nothing', async () => {
  const { listWatch, events, called } = setUp();
  await listWatch.start();
  const { request, callback, done } = await called(1);
  await listWatch.stop();
  expect(request.abort).toHaveBeenCalledOnce();
  callback('ADDED', configMap('b', '6'));
  done(new Error('aborted'));
  expect(events).toEqual(['connect', 'add a']);
  expect(listWatch.list()).toHaveLength(1);
});

test.for([
  [
    'throws',
    (): never => {
      throw new Error('no watch');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no watch'))],
] as const)('a watch() that %s is reported and called again', async ([, fail]) => {
  const watch = new Watch();
  let failures = 1;
  const { listWatch, events, called } = setUp(watch, {
    watch: (...args) => (failures-- > 0 ? fail() : watch.watch(...args)),
  });
  await listWatch.start();
  await called(1);
  expect(events).toEqual(['connect', 'add a', 'error no watch', 'connect']);
});
