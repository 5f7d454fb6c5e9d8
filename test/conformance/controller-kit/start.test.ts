/** controller-runtime pkg/internal/controller/controller_test.go: start, sync, warm-up and stop. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  newScene,
  website,
  websites,
} from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import { Controller } from '../../../packages/kube-informers/src/controller/controller.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';

/** A promise and its resolve function. */
function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const clientset = {
  restClient: { request: async () => ({}), list: async () => ({}), watch: async () => ({}) } as never,
};

describe('construction', () => {
  const scene = () => {
    const { factory } = newScene();
    return { factory, sites: factory.forResource(websites) };
  };
  const reconcile = () => undefined;

  // Upstream: should return an error if Name is not Specified; should return an error if Reconciler is not
  // specified; should error when channel source is not specified; should return nil when no sources are provided;
  // with a nil OwnerType; Kind: error from Start without cache, type or handler; Channel: no channel is an error;
  // Builder: name needed without For; Builder: Owns needs For; Builder: at least one watch.
  test.each<[string, (scene_: ReturnType<typeof scene>) => unknown, string]>([
    [
      'no name',
      () => new Controller('', { reconcile } as never),
      'name of a controller must be a non-empty string, got ""',
    ],
    [
      'options without a name',
      ({ sites }) => new Controller({ for: sites, reconcile } as never, undefined as never),
      "a controller must have a name, got options: write new Controller('my-controller', { … })",
    ],
    [
      'a group of informers',
      ({ factory }) => new Controller('website', { for: factory.apps().v1() as never, reconcile }),
      'for of controller website must be the informer of one resource, got a group of them: call one of its functions, such as controllerRevisions(), daemonSets(), deployments()',
    ],
    [
      'a version of a group',
      ({ factory }) => new Controller('website', { for: factory.apps() as never, reconcile }),
      'call one of its functions, such as v1()',
    ],
    [
      'no reconcile',
      ({ sites }) => new Controller('website', { for: sites } as never),
      'reconcile of controller website must be a function, got undefined',
    ],
    [
      'no source',
      () => new Controller('website', { reconcile }),
      'controller website must have at least one of for, watches and sources, got none',
    ],
    [
      'an unknown option',
      ({ sites }) =>
        new Controller('website', { for: sites, reconcile, maxConcurrentReconciles: 2 } as never),
      'unknown option "maxConcurrentReconciles" of controller website: did you mean concurrency?',
    ],
    [
      'a concurrency of 0',
      ({ sites }) => new Controller('website', { for: sites, reconcile, concurrency: 0 }),
      'concurrency of controller website must be a whole number of 1 or more, got 0',
    ],
    [
      'a fraction',
      ({ sites }) => new Controller('website', { for: sites, reconcile, concurrency: 1.5 }),
      'got 1.5',
    ],
    [
      'a negative time',
      ({ sites }) => new Controller('website', { for: sites, reconcile, reconcileTimeoutMs: -1 }),
      'reconcileTimeoutMs of controller website must be a number of 0 or more, got -1',
    ],
    [
      'no attempts',
      ({ sites }) => new Controller('website', { for: sites, reconcile, giveUp: { attempts: 0 } }),
      'attempts of giveUp of controller website must be a number of 1 or more, got 0',
    ],
    [
      'owns without for',
      ({ factory }) => new Controller('website', { owns: [factory.apps().v1().deployments()], reconcile }),
      'owns deployments of controller website: owners are objects of for, which is missing',
    ],
    [
      'a cluster-scoped object with a namespaced owner',
      ({ sites, factory }) =>
        new Controller('website', { for: sites, owns: [factory.core().v1().nodes()], reconcile }),
      'owns nodes of controller website: nodes is cluster-scoped and cannot be owned by websites, which is namespaced',
    ],
    [
      'informers of different namespaces',
      ({ factory }) =>
        new Controller('website', {
          for: factory.forResource(websites, { namespace: 'a' }),
          owns: [factory.apps().v1().deployments({ namespace: 'b' })],
          reconcile,
        }),
      'owns deployments of controller website: its informer is for namespace "b", that of websites for namespace "a", so no object has an owner there',
    ],
    [
      'an informer instead of a resource informer',
      ({ sites }) => new Controller('website', { for: sites.informer() as never, reconcile }),
      'for of controller website must be an informer of a factory',
    ],
    [
      'a watch without a map',
      ({ sites, factory }) =>
        new Controller('website', {
          for: sites,
          watches: [{ informer: factory.core().v1().pods() } as never],
          reconcile,
        }),
      'map of watches[0] of controller website must be a function, got undefined',
    ],
    [
      'a bad predicate',
      ({ sites }) =>
        new Controller('website', { for: { informer: sites, predicate: 5 as never }, reconcile }),
      'predicate of for of controller website must be a function or an object',
    ],
    [
      'a source that is an array',
      ({ sites }) => new Controller('website', { for: sites, sources: [['default/a']] as never, reconcile }),
      'sources[0] of controller website must be an AsyncIterable of keys, got object',
    ],
    [
      'a clientset without a client',
      ({ sites }) => new Controller('website', { for: sites, clientset: {} as never, reconcile }),
      'restClient of clientset of controller website must have the methods request, list, watch',
    ],
  ])('refuses %s', (_what, make, words) => {
    expect(() => make(scene())).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(words) as string }),
    );
  });

  // Upstream: should default each option, and let an explicit value win; should not create goroutines if never started.
  test('has one worker, and sets no timer before its start', async () => {
    const { controller, clock } = newScene();
    const made = controller();
    expect(made.stats()).toMatchObject({
      concurrency: 1,
      activeWorkers: 0,
      queue: { depth: 0 },
    });
    expect(clock.pendingTimers).toBe(0);
    await made.stop();
  });

  // Upstream: should initialize controller queue when called; all metrics are created with 0 at start.
  test('every counter is 0 before the first run', () => {
    const { controller } = newScene();
    expect(controller().stats()).toMatchObject({
      reconcileTotal: { success: 0, error: 0, requeue: 0, requeueAfter: 0 },
      reconcileErrorsTotal: 0,
      terminalReconcileErrorsTotal: 0,
      reconcilePanicsTotal: 0,
      reconcileTimeoutsTotal: 0,
      reconcileTimeSeconds: { count: 0 },
    });
  });
});

describe('sync', () => {
  // Upstream: should not error when cache sync timeout is of sufficiently high; should not call Reconcile until
  // all event handlers have processed initial objects; kube-rs controller/runner.rs.
  test('runs nothing before every handler has handled its initial objects', async () => {
    const scene = newScene();
    const hold = gate();
    scene.client.source(coreV1.configMaps).add({ metadata: { name: 'm', namespace: 'default' } });
    scene.sites.add(website('a'));
    let seen: number | undefined;
    const configMaps = scene.factory.core().v1().configMaps();
    const made = scene.controller({
      watches: [{ informer: configMaps, map: () => [] }],
      reconcile: () => void (seen = configMaps.lister().list().length),
    });
    const list = scene.client.list.bind(scene.client);
    scene.client.list = async (resource, ...rest) => {
      if (resource.resource === 'configmaps') await hold.promise;
      return list(resource, ...rest);
    };
    const watch = scene.client.watch.bind(scene.client);
    scene.client.watch = async (resource, ...rest) => {
      if (resource.resource === 'configmaps') await hold.promise;
      return watch(resource, ...rest);
    };
    scene.factory.start();
    void made.run();
    await scene.settle();
    expect(made.stats().queue.depth).toBe(1);
    expect(seen).toBeUndefined();
    hold.open();
    await scene.settle(10);
    expect(seen).toBe(1);
  });

  // Upstream: should not call Reconcile until all event handlers have processed initial objects.
  test('runs nothing before the handlers of caches that had synced before have all objects', async () => {
    const scene = newScene();
    const configMaps = scene.factory.core().v1().configMaps();
    configMaps.informer();
    const sites = scene.factory.forResource(websites);
    sites.informer();
    for (let index = 0; index < 20; index++) scene.sites.add(website(`site-${index}`));
    scene.client.source(coreV1.configMaps).add({ metadata: { name: 'm', namespace: 'default' } });
    scene.factory.start();
    await scene.factory.waitForCacheSync();
    // Each object takes longer than a time slice.
    let tookMs = 0;
    const { clock } = scene;
    const monotonic = clock.monotonic.bind(clock);
    clock.monotonic = () => monotonic() + tookMs;
    const runs: string[] = [];
    const depths: number[] = [];
    const made = scene.controller({
      initialSpreadMs: 0,
      for: {
        informer: sites,
        predicate: () => {
          tookMs += 20;
          return true;
        },
      },
      watches: [{ informer: configMaps, priority: 1, map: () => ['default/first'] }],
      reconcile: ({ key }) => {
        runs.push(key);
        depths.push(made.stats().queue.depth);
      },
    });
    void made.run();
    await scene.settle(100);
    expect([runs[0], depths[0]]).toEqual(['default/first', 20]);
    expect(runs).toHaveLength(21);
  });

  // Upstream: should default each option, and let an explicit value win.
  test('the sync timeout is 2 minutes by default', async () => {
    const { controller, clock } = newScene();
    let failure: unknown;
    void controller()
      .run()
      .catch((error: unknown) => (failure = error));
    await clock.advance(119_999);
    expect(failure).toBeUndefined();
    await clock.advance(1);
    expect(failure).toMatchObject({ code: 'ERR_CACHE_SYNC' });
  });

  // Upstream: should error when cache sync timeout occurs; Kind: for a Kind not in the cache, WaitForSync names
  // the source.
  test('an informer that was not started is an error after cacheSyncTimeoutMs that names the controller and the informer', async () => {
    const { controller, clock } = newScene();
    const made = controller({ cacheSyncTimeoutMs: 2000 });
    const ended = made.run().catch((error: unknown) => error);
    await clock.advance(2000);
    expect(await ended).toMatchObject({
      code: 'ERR_CACHE_SYNC',
      message:
        'caches did not sync: websites.v1.example.com (not started: call start() of its factory): controller website waited 2000 ms (cacheSyncTimeoutMs)',
      cause: { code: 'ERR_CACHE_SYNC_TIMEOUT' },
    });
  });

  test('a controller whose informer was not started says after 5 s what to call', async () => {
    const { controller, clock } = newScene();
    const warned = once(process, 'warning');
    const made = controller();
    const ended = made.run();
    await clock.advance(5000);
    const [{ message }] = (await warned) as [Error];
    expect(message).toBe(
      'informer websites.v1.example.com has not synced after 5000 ms, and the handlers wait (controller website): it was not started: call start() of its factory (again, if it was created after the last call), or give the factory to the manager',
    );
    await made.stop();
    await ended;
    expect(clock.pendingTimers).toBe(0);
  });

  // Upstream: should return an error if there is an error waiting for the informers; one failing sync fails the
  // start; Kind: should return an error if syncing fails; kube-rs controller/runner.rs.
  test('an informer that stops before it has synced is an error', async () => {
    const { controller, factory, client } = newScene();
    client.list = async () => new Promise<never>(() => undefined);
    client.watch = async () => new Promise<never>(() => undefined);
    const made = controller();
    const abort = new AbortController();
    factory.start({ signal: abort.signal });
    const ended = made.run().catch((error: unknown) => error);
    abort.abort();
    expect(await ended).toMatchObject({
      code: 'ERR_CACHE_SYNC',
      message: expect.stringContaining('websites.v1.example.com') as string,
    });
  });

  // Upstream: one failing sync fails the start.
  test('run may be called again after a failed sync', async () => {
    const { controller, clock, factory, sites, settle } = newScene();
    sites.add(website('a'));
    const runs: string[] = [];
    const made = controller({ cacheSyncTimeoutMs: 1000, reconcile: ({ key }) => void runs.push(key) });
    const first = made.run().catch((error: unknown) => error);
    await clock.advance(1000);
    expect(await first).toBeInstanceOf(Error);
    factory.start();
    void made.run();
    await settle();
    expect(runs).toEqual(['default/a']);
  });

  // Upstream: should not error when controller Start context is cancelled during Sources WaitForSync.
  test('a stop during the sync is not an error', async () => {
    const { controller, clock } = newScene();
    const abort = new AbortController();
    const ended = controller().run({ signal: abort.signal });
    await clock.advance(10);
    abort.abort();
    await ended;
  });

  // Upstream: Kind: a missing CRD is retried until the context ends; Builder: rate limiter and logger overridable.
  test('a resource that is not installed is waited for without limit, and reported', async () => {
    const { controller, clock, client, factory, settle } = newScene();
    const warned: unknown[] = [];
    const logger = {
      debug() {},
      info() {},
      warn: (fields: unknown, message: string) => warned.push([message, fields]),
      error() {},
    };
    const { StatusError } = await import('../../../packages/kube-informers/src/meta/errors.js');
    const notFound = () =>
      new StatusError({
        status: 'Failure',
        code: 404,
        reason: 'NotFound',
        message: '404 page not found',
        details: { causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }] },
      });
    let installed = false;
    const [list, watch] = [client.list.bind(client), client.watch.bind(client)];
    client.list = async (...call) => {
      if (!installed) throw notFound();
      return list(...call);
    };
    client.watch = async (...call) => {
      if (!installed) throw notFound();
      return watch(...call);
    };
    const runs: string[] = [];
    const made = controller({
      logger,
      cacheSyncTimeoutMs: 5000,
      reconcile: ({ key }) => void runs.push(key),
    });
    factory.start();
    const ended = made.run();
    await clock.advance(300_000);
    expect(warned).toContainEqual([
      'waiting for a resource that is not installed',
      { controller: 'website', informer: 'websites.v1.example.com' },
    ]);
    installed = true;
    client.source(websites).add(website('a'));
    await clock.advance(120_000);
    expect(runs).toContain('default/a');
    await settle();
    await made.stop();
    await ended;
  });
});

describe('sources', () => {
  // Upstream: should process events from source.Channel; EnqueueRequestForObject; Channel: should provide a
  // GenericEvent; Channel: should get pending events processed once channel unblocked; Channel: should be able to
  // cope with events in the channel before the source is started; Channel: should stop when the source channel is
  // closed; kube-rs controller/runner.rs.
  test('keys of an external source run; it ends with the controller', async () => {
    const { controller, factory, settle } = newScene();
    const next = gate();
    let ended = false;
    async function* keys(): AsyncGenerator<string> {
      try {
        yield 'default/a';
        await next.promise;
        yield 'default/b';
      } finally {
        ended = true;
      }
    }
    const runs: string[] = [];
    const made = controller({
      sources: [keys()],
      reconcile: ({ key, reasons }) => void runs.push(`${key} ${reasons.join()}`),
    });
    factory.start();
    void made.run();
    await settle();
    next.open();
    await settle();
    expect(runs).toEqual(['default/a external source', 'default/b external source']);
    expect(ended).toBe(true);
    await made.stop();
  });

  // Upstream: should return an error if there is an error starting sources.
  test('an external source that throws is reported, and the controller continues', async () => {
    const { controller, factory, settle, sites } = newScene();
    const errors: Error[] = [];
    // oxlint-disable-next-line require-yield
    async function* keys(): AsyncGenerator<string> {
      throw new Error('webhook closed');
    }
    const runs: string[] = [];
    const made = controller({
      sources: [keys()],
      onError: (error) => errors.push(error),
      reconcile: ({ key }) => void runs.push(key),
    });
    factory.start();
    void made.run();
    await settle();
    sites.add(website('a'));
    await settle();
    expect(errors).toMatchObject([
      { code: 'ERR_CONTROLLER_SOURCE', message: expect.stringContaining('webhook closed') as string },
    ]);
    expect(runs).toEqual(['default/a']);
  });

  // Upstream: should call Start on sources with the appropriate EventHandler, Queue, and Predicates; should only
  // start sources once when called multiple times concurrently; should block subsequent calls from returning until
  // the first call has returned; warm-up: the same start and sync cases without a worker; should not cause a data
  // race when called concurrently with Start and only start sources once.
  test('the handlers are registered once, however often it runs and warms up', async () => {
    const { controller, factory, settle, sites } = newScene();
    const runs: string[] = [];
    const made = controller({ reconcile: ({ key }) => void runs.push(key) });
    factory.start();
    await Promise.all([made.warmUp(), made.warmUp()]);
    const abort = new AbortController();
    const first = made.run({ signal: abort.signal });
    await settle();
    abort.abort();
    await first;
    void made.run();
    sites.add(website('a'));
    await settle();
    expect(runs).toEqual(['default/a']);
    expect(factory.forResource(websites).informer().handlerCount).toBe(1);
  });

  // Upstream: warm-up: the same start and sync cases without a worker; should track warmup status correctly.
  test('a standby that warmed up has a full queue and runs nothing', async () => {
    const { controller, factory, settle, sites } = newScene();
    sites.add(website('a'));
    let runs = 0;
    const made = controller({ reconcile: () => void runs++ });
    factory.start();
    await made.warmUp();
    await settle();
    expect([runs, made.stats().queue.depth]).toEqual([0, 1]);
    void made.run();
    await settle();
    expect(runs).toBe(1);
  });

  // Upstream: should return true if context is cancelled while waiting for source to start.
  test('a stop during warmUp is not an error', async () => {
    const { controller } = newScene();
    const abort = new AbortController();
    const warm = controller().warmUp({ signal: abort.signal });
    abort.abort();
    await warm;
  });

  // Upstream: should reset c.startWatches to nil after returning; should start sources added after Warmup is called.
  test('a watch that is added later delivers its objects, and holds the runs until it has synced', async () => {
    const { controller, factory, settle, sites, client } = newScene();
    client.source(coreV1.configMaps).add({ metadata: { name: 'm', namespace: 'default' } });
    const runs: string[] = [];
    const made = controller({ reconcile: ({ key }) => void runs.push(key) });
    factory.start();
    void made.run();
    await settle();
    const added = made.watch({
      informer: factory.core().v1().configMaps(),
      map: ({ metadata }) => [`map/${metadata?.name}`],
    });
    sites.add(website('a'));
    await settle();
    expect([runs, added.hasSynced]).toEqual([[], false]);
    factory.start();
    await settle(10);
    expect([runs.toSorted(), added.hasSynced]).toEqual([['default/a', 'map/m'], true]);
  });

  test('a later watch that never syncs holds the runs only for cacheSyncTimeoutMs, and is reported', async () => {
    const { controller, factory, clock, sites } = newScene();
    const errors: Error[] = [];
    const runs: string[] = [];
    const made = controller({
      cacheSyncTimeoutMs: 5000,
      onError: (error) => errors.push(error),
      reconcile: ({ key }) => void runs.push(key),
    });
    factory.start();
    void made.run();
    await clock.advance(0);
    made.watch({ informer: factory.core().v1().configMaps(), map: () => [] });
    sites.add(website('a'));
    await clock.advance(4999);
    expect(runs).toEqual([]);
    await clock.advance(1);
    expect(runs).toEqual(['default/a']);
    expect(errors).toMatchObject([{ code: 'ERR_CACHE_SYNC' }]);
  });
});

describe('run', () => {
  // Upstream: should return an error if it gets started more than once.
  test('a second run while it runs is an error, and a third', async () => {
    const { controller, factory, settle } = newScene();
    const made = controller();
    factory.start();
    const ended = made.run();
    await expect(made.run()).rejects.toMatchObject({ code: 'ERR_CONTROLLER_RUNNING' });
    await expect(made.run()).rejects.toMatchObject({ code: 'ERR_CONTROLLER_RUNNING' });
    await settle();
    await made.stop();
    await ended;
    await expect(made.run()).rejects.toMatchObject({ code: 'ERR_CONTROLLER_STOPPED' });
  });

  // Upstream: should default each option, and let an explicit value win; kube-rs controller/runner.rs.
  test('runs as many keys at once as concurrency says, and never one key twice', async () => {
    const { controller, factory, settle, sites } = newScene();
    for (const name of ['a', 'b', 'c', 'd']) sites.add(website(name));
    const hold = gate();
    const active: string[] = [];
    let most = 0;
    const made = controller({
      concurrency: 3,
      reconcile: async ({ key }) => {
        expect(active).not.toContain(key);
        active.push(key);
        most = Math.max(most, active.length);
        await hold.promise;
        active.splice(active.indexOf(key), 1);
      },
    });
    factory.start();
    void made.run();
    await settle();
    made.enqueue('default/a');
    await settle();
    expect(active).toHaveLength(3);
    expect(made.stats()).toMatchObject({ activeWorkers: 3, concurrency: 3 });
    expect(made.activeRuns().map(({ key, attempt, timedOut }) => [key, attempt, timedOut])).toEqual(
      active.map((key) => [key, 1, false]),
    );
    hold.open();
    await settle();
    expect([most, made.stats().reconcileTotal.success]).toEqual([3, 5]);
  });

  // Upstream: kopf tests/handling/daemons.
  test('an abort lets the active runs end for graceMs, then aborts them; run resolves when they have settled', async () => {
    const { controller, factory, settle, sites, clock } = newScene();
    sites.add(website('a'));
    let aborted: unknown;
    const made = controller({
      reconcile: ({ signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = signal.reason;
            resolve();
          });
        }),
    });
    factory.start();
    const abort = new AbortController();
    let resolved = false;
    const ended = made.run({ signal: abort.signal }).then(() => void (resolved = true));
    await settle();
    abort.abort();
    await clock.advance(29_999);
    expect([aborted, resolved]).toEqual([undefined, false]);
    await clock.advance(1);
    await ended;
    expect(aborted).toMatchObject({ code: 'ERR_RUN_STOPPED' });
  });

  test('the end of a fence aborts the runs at once, and the key runs again in the next term', async () => {
    const { controller, factory, settle, sites } = newScene();
    sites.add(website('a'));
    const runs: string[] = [];
    const made = controller({
      clientset,
      reconcile: ({ signal, attempt, reasons }) => {
        runs.push(`${attempt} ${reasons.join()}`);
        if (runs.length > 1) return undefined;
        return new Promise<void>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      },
    });
    factory.start();
    const term = new AbortController();
    const first = made.run({ fence: { signal: term.signal, assertValid: () => undefined } });
    await settle();
    term.abort();
    await first;
    expect(made.stats().reconcileErrorsTotal).toBe(0);
    void made.run();
    await settle();
    expect(runs).toEqual(['1 initial list of Website default/a', '1 the run before was stopped']);
  });

  // Upstream: should not leak goroutines when stopped; should not leak goroutines when manager is stopped with
  // warmup runnable; JOSDK EventProcessorTest.
  test('leaves no handler and no timer after stop', async () => {
    const { controller, factory, settle, sites, clock } = newScene();
    sites.add(website('a'));
    const made = controller({ reconcile: () => ({ afterMs: 1000 }), reconcileTimeoutMs: 500 });
    factory.start();
    const ended = made.run();
    await settle();
    await made.stop();
    await ended;
    await factory.stop();
    expect(clock.pendingTimers).toBe(0);
    expect(made.stats().queue).toMatchObject({ depth: 0, delayed: 0, processing: 0 });
  });

  test('a run without a clientset gets a clear error when it uses its client', async () => {
    const { controller, factory, settle, sites } = newScene();
    sites.add(website('a'));
    const errors: Error[] = [];
    const made = controller({
      onError: (error) => errors.push(error),
      reconcile: async ({ client, object }) => void (await client.delete(object ?? {})),
    });
    factory.start();
    void made.run();
    await settle();
    expect(errors).toMatchObject([
      {
        code: 'ERR_CONTROLLER_CLIENT',
        message: 'controller website has no client: pass clientset to its constructor or to run()',
      },
    ]);
  });
});
