import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { newForbidden } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { ResourceEventHandler } from '../types.js';
import { waitForCacheSync } from './cache-sync.js';
import type { WatchErrorInfo } from './informer-options.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import type { SharedIndexInformerOptions } from './shared-index-informer.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

function pod(namespace: string, name: string): KubernetesObject {
  return { metadata: { namespace, name } };
}

/** Records events as lines: `*` initial add, `+` add, `~` update, `-` delete, `>` left the scope. */
class EventLines implements ResourceEventHandler<KubernetesObject> {
  readonly lines: string[] = [];

  onAdd({ metadata }: DeepReadonly<KubernetesObject>, info: { readonly isInInitialList: boolean }): void {
    this.lines.push(`${info.isInInitialList ? '*' : '+'}${metadata?.namespace}/${metadata?.name}`);
  }

  onUpdate(_old: DeepReadonly<KubernetesObject>, { metadata }: DeepReadonly<KubernetesObject>): void {
    this.lines.push(`~${metadata?.namespace}/${metadata?.name}`);
  }

  onDelete({ key, leftScope }: { readonly key: string; readonly leftScope: boolean }): void {
    this.lines.push(`${leftScope ? '>' : '-'}${key}`);
  }

  take(): string[] {
    return this.lines.splice(0);
  }
}

class Fixture {
  readonly clock = new FakeClock();
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly events = new EventLines();
  readonly #sources = new Map<string, FakeSource<KubernetesObject>>();

  constructor(
    namespaces: readonly string[],
    options: Partial<SharedIndexInformerOptions<KubernetesObject>> = {},
  ) {
    this.informer = new SharedIndexInformer<KubernetesObject>(
      { namespaces, forNamespace: (name) => this.source(name) },
      { name: 'pods', clock: this.clock, random: () => 0, onWatchError: () => undefined, ...options },
    );
    this.informer.addEventHandler(this.events);
  }

  source(namespace: string): FakeSource<KubernetesObject> {
    const known = this.#sources.get(namespace);
    if (known !== undefined) return known;
    const source = new FakeSource<KubernetesObject>({
      objects: [pod(namespace, 'first')],
      firstResourceVersion: 10,
    });
    this.#sources.set(namespace, source);
    return source;
  }

  get openWatches(): string[] {
    return [...this.#sources].filter(([, { openWatches }]) => openWatches > 0).map(([name]) => name);
  }

  async start(): Promise<this> {
    this.informer.start();
    await settle();
    return this;
  }
}

const fixtures: Fixture[] = [];
afterEach(async () => {
  for (const { informer, clock, openWatches } of fixtures.splice(0)) {
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
    expect(openWatches).toBeDefined();
  }
});

function setUp(...parameters: ConstructorParameters<typeof Fixture>): Fixture {
  const fixture = new Fixture(...parameters);
  fixtures.push(fixture);
  return fixture;
}

describe('several namespaces', () => {
  test('are one cache, one registration and one sync', async () => {
    const fixture = setUp(['a', 'b']);
    const { informer, events } = await fixture.start();
    expect(informer.hasSynced).toBe(true);
    expect(events.take().toSorted()).toEqual(['*a/first', '*b/first']);
    fixture.source('a').add(pod('a', 'second'));
    fixture.source('b').delete('b/first');
    await settle();
    expect(events.take().toSorted()).toEqual(['+a/second', '-b/first']);
    expect(informer.indexer.listKeys()).toEqual(['a/first', 'a/second']);
    expect(inspect(informer.namespaces?.get('a'), { breakLength: Infinity })).toBe(
      "{ state: { phase: 'watching', sinceMs: 1767225600000 }, hasSynced: true, isAbsent: false, lastSyncResourceVersion: '11', lastWatchError: undefined }",
    );
    const late = new EventLines();
    const registration = informer.addEventHandler(late);
    await registration.synced;
    expect(late.take()).toEqual(['*a/first', '*a/second']);
  });

  test('a relist of one namespace deletes nothing of another, and finds what was missed', async () => {
    const fixture = setUp(['a', 'b']);
    const { events, informer, clock } = await fixture.start();
    events.take();
    fixture.source('a').deleteDropped('a/first');
    fixture.source('a').resetWatch();
    await clock.advance(60_000);
    expect(events.take()).toEqual(['-a/first']);
    expect(informer.indexer.listKeys()).toEqual(['b/first']);
  });

  test('adding a namespace lists only this namespace; the other watches continue', async () => {
    const fixture = setUp(['a', 'b']);
    const { informer, events } = await fixture.start();
    events.take();
    const before = [fixture.source('a').requests.length, fixture.source('b').requests.length];
    const added = informer.addNamespace('c');
    expect(added.hasSynced).toBe(false);
    expect(informer.hasSynced).toBe(true);
    await added.synced;
    await settle();
    expect(events.take()).toEqual(['*c/first']);
    expect([fixture.source('a').requests.length, fixture.source('b').requests.length]).toEqual(before);
    expect(informer.addNamespace('c')).toBe(added);
    expect([...(informer.namespaces?.keys() ?? [])]).toEqual(['a', 'b', 'c']);
    expect(fixture.openWatches).toEqual(['a', 'b', 'c']);
  });

  test('removing a namespace deletes its objects with leftScope and ends its watch', async () => {
    const fixture = setUp(['a', 'b']);
    const { informer, events } = await fixture.start();
    events.take();
    expect(informer.removeNamespace('a')).toBe(true);
    expect(informer.removeNamespace('a')).toBe(false);
    expect(informer.indexer.listKeys()).toEqual(['b/first']);
    fixture.source('a').add(pod('a', 'unseen'));
    await settle();
    expect(events.take()).toEqual(['>a/first']);
    expect(fixture.openWatches).toEqual(['b']);
  });

  test('a namespace that is removed and added again at once is listed again', async () => {
    const fixture = setUp(['a']);
    const { informer, events } = await fixture.start();
    events.take();
    informer.removeNamespace('a');
    await informer.addNamespace('a').synced;
    await settle();
    expect(events.take()).toEqual(['>a/first', '*a/first']);
    expect(informer.indexer.listKeys()).toEqual(['a/first']);
  });

  test('items in the queue of a removed namespace are not delivered', async () => {
    const fixture = setUp(['a', 'b']);
    const { informer, events } = await fixture.start();
    events.take();
    fixture.source('a').add(pod('a', 'second'));
    informer.removeNamespace('a');
    await settle();
    expect(events.take()).toEqual(['>a/first']);
  });

  test('a resync delivers all objects of all namespaces to each handler that is due', async () => {
    const fixture = setUp(['a', 'b', 'c'], { resyncPeriodMs: 5000 });
    const other = new EventLines();
    fixture.informer.addEventHandler(other, { resyncPeriodMs: 10_000 });
    const { events, clock } = await fixture.start();
    events.take();
    other.take();
    await clock.advance(5000);
    expect(events.take().toSorted()).toEqual(['~a/first', '~b/first', '~c/first']);
    expect(other.take()).toEqual([]);
    await clock.advance(5000);
    expect(events.take()).toHaveLength(3);
    expect(other.take().toSorted()).toEqual(['~a/first', '~b/first', '~c/first']);
  });

  test('thousands of objects are removed in time slices, and a namespace added meanwhile starts empty', async () => {
    const fixture = setUp(['a', 'b']);
    for (let index = 0; index < 3000; index++) fixture.source('a').add(pod('a', `pod-${index}`));
    const { informer, events } = await fixture.start();
    expect(informer.indexer.size).toBe(3002);
    events.take();
    informer.removeNamespace('a');
    const added = informer.addNamespace('a');
    expect(informer.indexer.listKeys()).toEqual(['b/first']);
    await added.synced;
    await settle();
    const lines = events.take();
    expect(lines.slice(0, 3001).every((line) => line.startsWith('>a/'))).toBe(true);
    expect(lines.slice(3001).every((line) => line.startsWith('*a/'))).toBe(true);
    expect(lines).toHaveLength(6002);
  });

  test('the resourceVersion of the store is the oldest of its namespaces', async () => {
    const fixture = setUp(['a', 'b']);
    const { informer } = await fixture.start();
    for (let index = 0; index < 5; index++) fixture.source('a').modify(pod('a', 'first'));
    await settle();
    expect(fixture.source('a').resourceVersion).toBe('15');
    expect(informer.lastSyncResourceVersion).toBe('10');
    expect(informer.indexer.resourceVersion).toBe('10');
    for (let index = 0; index < 9; index++) fixture.source('b').modify(pod('b', 'first'));
    await settle();
    expect(informer.indexer.resourceVersion).toBe('15');
    informer.removeNamespace('a');
    expect(informer.indexer.resourceVersion).toBe('19');
    expect(informer.namespaces?.get('b')?.lastSyncResourceVersion).toBe('19');
  });
});

test('stats count the items in the queues of all namespaces', async () => {
  const fixture = setUp(['a', 'b']);
  await fixture.start();
  for (const name of ['a', 'b'])
    for (let index = 0; index < 200; index++) fixture.source(name).add(pod(name, `pod-${index}`));
  let most = 0;
  const observe = (): void => void (most = Math.max(most, fixture.informer.stats().queue.depth));
  fixture.informer.addIndexers({ depth: () => (observe(), []) });
  await settle();
  // More than the 200 objects of one namespace.
  expect(most).toBeGreaterThan(200);
  const { queue, store } = fixture.informer.stats();
  expect([queue.depth, store.resourceVersion]).toEqual([0, '210']);
  expect(queue.processingSeconds.count).toBeGreaterThan(0);
});

test('counters do not fall when a namespace is removed, not even while it ends', async () => {
  const fixture = setUp(['a', 'b']);
  const { informer } = await fixture.start();
  fixture.source('b').add(pod('b', 'second'));
  await settle();
  const before = informer.stats();
  informer.removeNamespace('b');
  const during = informer.stats();
  expect(during.listWatch).toEqual(before.listWatch);
  expect(during.queue.processingSeconds).toEqual(before.queue.processingSeconds);
  await settle();
  const after = informer.stats();
  expect(after.listWatch).toMatchObject({
    ...before.listWatch,
    watchEnds: { ...before.listWatch.watchEnds, stopped: 1 },
    watchDurationSeconds: { count: 1 },
  });
  expect(after.queue.processingSeconds).toEqual(before.queue.processingSeconds);
  informer.addNamespace('b');
  await settle();
  expect(informer.stats().listWatch.lists.initial).toBe(3);
});

describe('one forbidden namespace', () => {
  const denied = newForbidden({ group: '', resource: 'pods' }, '', 'no rights in b');

  test('does not stop the others; its error is reported with its name', async () => {
    const seen: [string, WatchErrorInfo][] = [];
    const fixture = setUp(['a', 'b'], {
      useWatchList: false,
      onWatchError: (error, info) => void seen.push([error.message, info]),
    });
    fixture.source('b').failNext('list', denied);
    const { informer, events } = await fixture.start();
    expect(events.take()).toEqual(['*a/first']);
    expect(informer.hasSynced).toBe(false);
    expect(informer.namespaces?.get('a')?.hasSynced).toBe(true);
    expect(seen).toEqual([
      [denied.message, { informer: 'pods', resource: 'pods', namespace: 'b', during: 'list' }],
    ]);
    fixture.source('a').add(pod('a', 'second'));
    await settle();
    expect(events.take()).toEqual(['+a/second']);
    // The failure of the unsynced namespace is reported, even if another namespace fails later.
    fixture.source('a').failWatches(new Error('a broke'));
    await settle();
    expect(informer.lastWatchError).toBe(denied);
    await expect(
      waitForCacheSync({ signal: AbortSignal.abort(new Error('too late')) }, informer),
    ).rejects.toThrow(`caches did not sync: pods (${denied.message}): too late`);
    await fixture.clock.advance(2000);
    expect(informer.hasSynced).toBe(true);
  });

  test('retryNow ends its delay, and returns false if no namespace waits', async () => {
    const fixture = setUp(['a', 'b'], { useWatchList: false });
    fixture.source('b').failNext('list', denied);
    const { informer } = await fixture.start();
    expect(informer.retryNow()).toBe(true);
    await settle();
    expect(informer.hasSynced).toBe(true);
    expect(informer.retryNow()).toBe(false);
  });

  test('removing it lets the informer sync', async () => {
    const fixture = setUp(['a', 'b'], { useWatchList: false });
    fixture.source('b').failNext('list', denied);
    const { informer } = await fixture.start();
    const forbidden = informer.namespaces?.get('b');
    expect(informer.hasSynced).toBe(false);
    informer.removeNamespace('b');
    await informer.synced;
    await expect(forbidden?.synced).rejects.toMatchObject({ code: 'ERR_NAMESPACE_REMOVED' });
  });
});

describe('lifecycle of the informer', () => {
  test('namespaces may change before the start', async () => {
    const fixture = setUp(['a']);
    fixture.informer.addNamespace('b');
    fixture.informer.removeNamespace('a');
    await fixture.start();
    expect(fixture.events.take()).toEqual(['*b/first']);
    expect(fixture.source('a').requests).toEqual([]);
  });

  test('without namespaces it is synced and empty until one is added', async () => {
    const fixture = setUp(['a']);
    fixture.informer.removeNamespace('a');
    const { informer } = await fixture.start();
    expect([informer.hasSynced, informer.indexer.size, informer.lastSyncResourceVersion]).toEqual([
      true,
      0,
      '',
    ]);
    await informer.addNamespace('a').synced;
    expect(informer.indexer.listKeys()).toEqual(['a/first']);
  });

  test('without namespaces it is fresh from the start to the stop only', async () => {
    const fixture = setUp(['a']);
    fixture.informer.removeNamespace('a');
    expect(fixture.informer.health).toMatchObject({ connected: false, staleSinceMs: fixture.clock.now() });
    const { informer } = await fixture.start();
    await fixture.clock.advance(5000);
    expect(informer.health).toMatchObject({ connected: true, staleSinceMs: undefined, hasSynced: true });
    await informer.stop();
    await fixture.clock.advance(2000);
    expect(informer.health).toMatchObject({ connected: false, staleMs: 2000 });
    expect(() => informer.assertFresh({ maxAgeMs: 1000 })).toThrow('may be out of date');
  });

  test.each(['', 'Bad_Name'])('refuses to add %j, which is not the name of one namespace', (namespace) => {
    const { informer } = setUp(['a']);
    expect(() => informer.addNamespace(namespace)).toThrow(
      expect.objectContaining({
        code: 'ERR_NAMESPACE',
        message: expect.stringMatching(/^the namespace to add must be the name of one namespace .*, got "/),
      }),
    );
  });

  test('after the stop, namespaces cannot be added or removed, and a pending synced rejects', async () => {
    const { informer } = setUp(['a']);
    const waiting = informer.namespaces?.get('a');
    await informer.stop();
    await expect(waiting?.synced).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
    expect(() => informer.addNamespace('b')).toThrow(
      expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }),
    );
    expect(() => informer.removeNamespace('a')).toThrow(
      expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }),
    );
  });

  test('an informer with one list and watch refuses to add or remove namespaces', async () => {
    const informer = new SharedIndexInformer(new FakeSource(), { name: 'pods' });
    expect(informer.namespaces).toBeUndefined();
    expect(() => informer.addNamespace('a')).toThrow(
      expect.objectContaining({
        code: 'ERR_INFORMER_NAMESPACES',
        message: 'cannot add a namespace: informer pods was created without the namespaces option',
      }),
    );
    await informer.stop();
  });

  test.each([
    [[], 'ERR_OPTION', 'at least one name, got an empty list'],
    ['shop', 'ERR_OPTION', 'got "shop"'],
    [[''], 'ERR_NAMESPACE', 'got ""'],
    [['Shop'], 'ERR_NAMESPACE', 'got "Shop"'],
    [[7], 'ERR_OPTION', 'got 7'],
  ])('namespaces %j are refused', (namespaces, code, message) => {
    // The cast passes what a JavaScript program may pass.
    expect(() => new Fixture(namespaces as readonly string[])).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  test('a consistency error of one namespace ends the informer with it', async () => {
    const fixture = new Fixture(['a', 'b'], { useWatchList: true, consistencyDetector: true });
    const source = fixture.source('a');
    const list = source.list.bind(source);
    source.list = async (...parameters) => {
      const found = await list(...parameters);
      return { ...found, items: [] };
    };
    await expect(fixture.informer.run()).rejects.toMatchObject({ code: 'ERR_WATCH_LIST_INCONSISTENT' });
    expect(fixture.openWatches).toEqual([]);
  });
});
