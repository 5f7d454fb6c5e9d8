import { ApiServer } from '@kube-informers/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Clientset } from '../../client/clientset.js';
import { FakeClient } from '../../factories/fake-client.test-support.js';
import { recordingLogger } from '../../cache/informer/informer.test-support.js';
import type { InformerFactoryOptions } from '../../factories/informer-factory.js';
import { SharedInformerFactory } from '../../factories/shared-informer-factory.js';
import { FakeLeases } from '../../leaderelection/fake-leases.test-support.js';
import { StatusError } from '../../meta/errors.js';
import { coreV1 } from '../../resources/index.js';
import { RestClient } from '../../rest/rest-client.js';
import type { Transport, TransportBody, TransportResponse } from '../../rest/transport.js';
import { TransportError } from '../../util/errors.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { noopLogger } from '../../util/logger.js';
import { onAbort, reasonOf } from '../../util/signal.js';
import { Controller } from '../controller.js';
import type { ControllerOptions } from '../options.js';
import { website, websites } from '../controller.test-support.js';
import type { Website } from '../controller.test-support.js';
import { Manager } from './manager.js';
import type { ManagerOptions } from './manager.js';
import type { RunContext, Runnable } from './part-group.js';

const seconds = 1000;
const election = { namespace: 'default', name: 'web', random: () => 0 };

/** Replicas that share a cluster of websites and a Lease, on one clock. */
function newCluster() {
  const clock = new FakeClock();
  const client = new FakeClient();
  const sites = client.source(websites);
  const leases = new FakeLeases();
  return {
    clock,
    client,
    sites,
    leases,
    replica: (
      identity: string,
      options: Omit<ManagerOptions, 'election'> & {
        election?: Partial<ManagerOptions['election']> | false;
      } = {},
      controllerOptions: Partial<ControllerOptions<Website>> = {},
      clientset = leases.clientset(),
      factoryOptions: InformerFactoryOptions = {},
    ) => {
      const factory = new SharedInformerFactory(client, {
        clock,
        onWatchError: () => undefined,
        ...factoryOptions,
      });
      const runs: string[] = [];
      const controller = new Controller<Website>('website', {
        for: factory.forResource(websites),
        reconcile: ({ key }) => void runs.push(key),
        clock,
        random: () => 0,
        onError: () => undefined,
        ...controllerOptions,
      });
      const stop = new AbortController();
      const manager = new Manager(clientset, {
        factory,
        controllers: [controller],
        clock,
        ...options,
        election: options.election === false ? undefined : { ...election, identity, ...options.election },
      });
      let ended: unknown;
      const run = manager.run({ signal: stop.signal }).then(
        () => (ended = 'stopped'),
        (error: unknown) => (ended = error),
      );
      onTestFinished(async () => {
        stop.abort();
        controller.abortRuns();
        await clock.advance(60 * seconds);
        await run;
      });
      return { manager, controller, factory, runs, stop, run, ended: () => ended };
    },
  };
}

/** Logs its start and its end; ends when its signal aborts, or when the test lets it. */
function runnable(
  name: string,
  log: string[],
  options: { needsElection?: boolean; lingers?: boolean; endsLast?: boolean } = {},
) {
  let finish = (): void => undefined;
  const run = async ({ signal, stopping }: RunContext): Promise<void> => {
    log.push(`${name} starts`);
    if (options.endsLast === true)
      onAbort(stopping, () => log.push(`${name} hears of ${String(reasonOf(stopping))}`));
    await new Promise<void>((resolve) => void onAbort(signal, resolve));
    log.push(`${name} is asked to end`);
    if (options.lingers === true) await new Promise<void>((resolve) => (finish = resolve));
    log.push(`${name} ends`);
  };
  const { needsElection, endsLast } = options;
  return { name, run, needsElection, endsLast, finish: () => finish() };
}

describe('without an election', () => {
  // Upstream: should add HTTP servers, caches, webhooks and any runnable to the appropriate group; should start
  // the cache before starting anything else; should stop when context is cancelled; should not leak goroutines
  // when stopped.
  test('has started its informers when run returns its promise, so that a program can wait for them', () => {
    const { factory } = newCluster().replica('a');
    expect(factory.informers().map(({ state }) => state.phase)).not.toContain('waiting');
  });

  test('starts caches and controllers, and stops both when the signal aborts', async () => {
    const { sites, replica, clock } = newCluster();
    sites.add(website('a'));
    const { manager, factory, runs, stop, ended } = replica('one', { election: false });
    await clock.advance(1);
    expect(runs).toEqual(['default/a']);
    expect(manager.isLeading).toBe(true);
    stop.abort();
    await settle(20);
    expect(ended()).toBe('stopped');
    expect(manager.isLeading).toBe(false);
    expect(factory.forResource(websites).informer().isStopped).toBe(true);
  });

  test.each([true, false])('a stop while a resource is absent is no error (election: %s)', async (elects) => {
    const { sites, replica, clock } = newCluster();
    const absent = new StatusError({ code: 404, reason: 'NotFound' });
    for (const verb of ['list', 'watch'] as const) sites.failNext(verb, absent, 100);
    const logger = recordingLogger();
    const { stop, ended } = replica(
      'one',
      { logger, ...(elects ? {} : { election: false }) },
      {},
      undefined,
      {
        logger,
      },
    );
    await clock.advance(30 * seconds);
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ message: 'reflector reported an error and continues' }),
    );
    stop.abort();
    await clock.advance(seconds);
    expect(ended()).toBe('stopped');
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  // Upstream: should not leak goroutines when stopped: broadcaster and events.
  test("context.events are recorded with the controller's name; the shutdown sends what waits", async () => {
    const { sites, replica, clock, leases } = newCluster();
    sites.add(website('a', { metadata: { uid: 'u1' } }));
    const { stop, run } = replica(
      'one',
      { election: false },
      {
        reconcile: ({ events, object }) => {
          if (object !== undefined) events.normal('Published', 'the page is online');
          stop.abort();
        },
      },
    );
    await clock.advance(1);
    await run;
    const events = [...leases.objects].filter(([name]) => name.startsWith('events/'));
    expect(events.map(([, event]) => event)).toMatchObject([
      {
        reason: 'Published',
        note: 'the page is online',
        reportingController: 'website',
        regarding: { name: 'a' },
      },
    ]);
  });

  test('the shutdown waits 5 s for events that the server does not answer, and not after a timeout', async () => {
    const { sites, replica, clock, leases } = newCluster();
    sites.add(website('a', { metadata: { uid: 'u1' } }));
    const sent: string[] = [];
    const clientset = leases.clientset(({ verb, target, signal }, store) => {
      if (!target.startsWith('events/')) return Promise.resolve().then(store);
      sent.push(verb);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    const reconcile: ControllerOptions<Website>['reconcile'] = ({ events, object }) => {
      if (object !== undefined) events.normal('Published', 'the page is online');
    };
    const one = replica('one', { election: false }, { reconcile }, clientset);
    await clock.advance(1);
    one.stop.abort();
    await clock.advance(4999);
    expect([sent, one.ended()]).toEqual([['create'], undefined]);
    await clock.advance(1);
    expect(one.ended()).toBe('stopped');

    const log: string[] = [];
    const slow = runnable('slow', log, { lingers: true });
    const options = { election: false, graceMs: seconds, runnables: [slow] } as const;
    const two = replica('two', options, { reconcile }, clientset);
    await clock.advance(1);
    two.stop.abort();
    await clock.advance(seconds);
    expect(sent).toHaveLength(2);
    expect(two.ended()).toMatchObject({ code: 'ERR_SHUTDOWN_TIMEOUT' });
    slow.finish();
  });

  // Upstream: webhooks come last, as they might be still serving some requests (engageStopProcedure).
  test.each([[false], [true]])(
    'a part that ends last serves the others until they have ended, with needsElection %s',
    async (needsElection) => {
      const { replica, clock } = newCluster();
      const log: string[] = [];
      const slow = runnable('slow', log, { needsElection, lingers: true });
      const hooks = runnable('hooks', log, { endsLast: true });
      const { stop, ended } = replica('one', {
        election: needsElection ? {} : false,
        runnables: [hooks, slow],
      });
      await clock.advance(1);
      stop.abort('a signal');
      await clock.advance(seconds);
      expect(log.slice(0, 2).toSorted()).toEqual(['hooks starts', 'slow starts']);
      expect(log.slice(2).toSorted()).toEqual(['hooks hears of a signal', 'slow is asked to end']);
      slow.finish();
      await clock.advance(seconds);
      expect(log.slice(4)).toEqual(['slow ends', 'hooks is asked to end', 'hooks ends']);
      expect(ended()).toBe('stopped');
    },
  );

  test('parts that end last end at the limit, too, and are named if nothing else is stuck', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { lingers: true });
    const hooks = runnable('hooks', log, { endsLast: true });
    const one = replica('one', { election: false, runnables: [hooks, slow] });
    const hanging = runnable('hanging', log, { endsLast: true, lingers: true });
    const two = replica('two', { election: false, runnables: [hanging] });
    await clock.advance(1);
    one.stop.abort();
    two.stop.abort();
    await clock.advance(30 * seconds);
    expect(one.ended()).toMatchObject({ code: 'ERR_SHUTDOWN_TIMEOUT', stuck: ['slow'] });
    expect(two.ended()).toMatchObject({ code: 'ERR_SHUTDOWN_TIMEOUT', stuck: ['hanging'] });
    expect(log).toContain('hooks ends');
    slow.finish();
    hanging.finish();
  });

  test('a controller with events of its own keeps them', async () => {
    const { sites, replica, clock, leases } = newCluster();
    sites.add(website('a', { metadata: { uid: 'u1' } }));
    const log: string[] = [];
    const own = { normal: (reason: string) => void log.push(reason), warning: () => undefined };
    const { stop, run } = replica(
      'one',
      { election: false },
      { events: { for: () => own }, reconcile: ({ events }) => events.normal('Published', 'online') },
    );
    await clock.advance(1);
    stop.abort();
    await run;
    expect(log).toEqual(['Published']);
    expect([...leases.objects.keys()].filter((name) => name.startsWith('events/'))).toEqual([]);
  });

  // Upstream: should return an error if any Components fail to Start; should return only runnables error if stop
  // doesn't error.
  test('a runnable that fails stops the others, and is the error of run', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const failing: Runnable = { name: 'failing', run: () => Promise.reject(new Error('port in use')) };
    const { ended } = replica('one', { election: false, runnables: [runnable('other', log), failing] });
    await clock.advance(1);
    expect(ended()).toEqual(new Error('port in use'));
    expect(log.at(-1)).toBe('other ends');
  });

  // Upstream: should not leak goroutines when stopped: runnable returns error slowly after being signaled.
  test('a runnable that fails after it was asked to end is the error of run, and no timer is left', async () => {
    const { replica, clock } = newCluster();
    const late: Runnable = {
      name: 'late',
      run: async ({ signal }) => {
        await new Promise<void>((resolve) => void onAbort(signal, resolve));
        await clock.sleep(5 * seconds);
        throw new Error('cannot save');
      },
    };
    const { stop, ended } = replica('one', { election: false, runnables: [late] });
    await clock.advance(1);
    stop.abort();
    await clock.advance(5 * seconds - 1);
    expect(ended()).toBeUndefined();
    await clock.advance(1);
    expect([ended(), clock.pendingTimers]).toEqual([new Error('cannot save'), 0]);
  });

  // Upstream: should return both runnables and stop errors when both error.
  test('a part that fails ends the manager even if another part hangs; the timeout names both', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const hung = runnable('hung', log, { lingers: true });
    const failing: Runnable = { name: 'failing', run: () => Promise.reject(new Error('port in use')) };
    const { ended } = replica('one', {
      election: false,
      graceMs: 5 * seconds,
      runnables: [hung, failing],
    });
    await clock.advance(5 * seconds);
    expect(ended()).toMatchObject({
      code: 'ERR_SHUTDOWN_TIMEOUT',
      stuck: ['hung'],
      cause: new Error('port in use'),
    });
    hung.finish();
  });

  test('a name is free only after its controller has stopped, and nothing is added during a shutdown', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { lingers: true });
    const { manager, stop } = replica('one', { election: false, runnables: [slow] });
    await clock.advance(1);
    const removed = manager.remove('slow');
    await settle();
    expect(() => manager.add(runnable('slow', log))).toThrow(
      expect.objectContaining({ code: 'ERR_MANAGER_NAME' }),
    );
    slow.finish();
    await removed;
    const next = runnable('slow', log, { lingers: true });
    manager.add(next);
    await settle();
    stop.abort();
    await settle();
    expect(() => manager.add(runnable('other', log))).toThrow(
      expect.objectContaining({ code: 'ERR_MANAGER_STOPPED' }),
    );
    next.finish();
  });

  // Upstream: should return only stop errors if runnables dont error; kopf tests/handling/daemons.
  test('failure 24: the error of a run that hangs names its controller and key; the limit is kept', async () => {
    const { sites, replica, clock } = newCluster();
    sites.add(website('stuck'));
    const { stop, ended } = replica(
      'one',
      { election: false, graceMs: 10 * seconds },
      { reconcile: () => new Promise(() => undefined) },
    );
    await clock.advance(1);
    stop.abort();
    await clock.advance(10 * seconds - 1);
    expect(ended()).toBeUndefined();
    await clock.advance(1);
    expect(ended()).toMatchObject({
      code: 'ERR_SHUTDOWN_TIMEOUT',
      message: expect.stringMatching(
        /^after 10000 ms of shutdown still running: website\/default\/stuck has been running for 10s \(run website-\w+-1\)$/,
      ),
      stuck: ['website/default/stuck'],
    });
  });

  // Upstream: should wait for runnables to stop; kopf tests/handling/daemons.
  test('a shutdown lets a reconcile finish; its signal aborts after four fifths of the limit', async () => {
    const { sites, replica, clock } = newCluster();
    sites.add(website('slow'));
    const log: string[] = [];
    const { stop, ended } = replica(
      'one',
      { election: false },
      {
        reconcile: ({ signal }) =>
          new Promise<void>((resolve) => {
            onAbort(signal, () => {
              log.push(`aborted at ${clock.monotonic()}`);
              resolve();
            });
          }),
      },
    );
    await clock.advance(seconds);
    stop.abort();
    await clock.advance(23 * seconds);
    expect(log).toEqual([]);
    await clock.advance(seconds);
    expect(log).toEqual(['aborted at 25000']);
    expect(ended()).toBe('stopped');
  });

  test('the error names a Lease whose release hangs', async () => {
    const { replica, leases, clock } = newCluster();
    let isFrozen = false;
    const clientset = leases.clientset(async (_call, store) => {
      if (isFrozen) await new Promise(() => undefined);
      return store();
    });
    const { stop, ended } = replica('one', { graceMs: seconds }, {}, clientset);
    await clock.advance(5 * seconds);
    isFrozen = true;
    stop.abort();
    await clock.advance(seconds);
    expect(ended()).toMatchObject({
      code: 'ERR_SHUTDOWN_TIMEOUT',
      message: 'after 1000 ms of shutdown still running: Lease default/web',
      stuck: ['Lease default/web'],
    });
  });

  // Upstream: should not wait for runnables if gracefulShutdownTimeout is 0.
  test('graceMs 0 waits for nothing', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { lingers: true });
    const { stop, ended } = replica('one', { election: false, graceMs: 0, runnables: [slow] });
    await clock.advance(1);
    stop.abort();
    await clock.advance(0);
    expect(ended()).toMatchObject({ code: 'ERR_SHUTDOWN_TIMEOUT', stuck: ['slow'] });
    slow.finish();
  });

  // Upstream: should wait forever for runnables if gracefulShutdownTimeout is <0 (-1).
  test('graceMs Infinity waits forever', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { lingers: true });
    const { stop, ended } = replica('one', {
      election: false,
      graceMs: Infinity,
      runnables: [slow],
    });
    // The caches are fresh by now.
    await clock.advance(2 * seconds);
    const timers = clock.pendingTimers;
    stop.abort();
    await clock.advance(1000 * seconds);
    // A timer would end after 2^31 ms.
    expect([ended(), clock.pendingTimers]).toEqual([undefined, timers]);
    slow.finish();
    await settle(20);
    expect(ended()).toBe('stopped');
  });

  // Upstream: should return an error if two controllers are registered with the same name; should be able to
  // handle adding runnables while stopping; should immediately start the Component if the Manager has already
  // Started; should refuse to add runnable if stop procedure is already engaged.
  test('parts are added and removed while it runs; names are unique', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const { manager, stop, run } = replica('one', { election: false });
    await clock.advance(1);
    manager.add(runnable('late', log));
    expect(() => manager.add(runnable('late', log))).toThrow(
      expect.objectContaining({
        code: 'ERR_MANAGER_NAME',
        message: 'names in a manager must be unique, got "late" twice',
      }),
    );
    await settle();
    await manager.remove('late');
    await manager.remove('website');
    await manager.remove('unknown');
    expect(log).toEqual(['late starts', 'late is asked to end', 'late ends']);
    stop.abort();
    await run;
    expect(() => manager.add(runnable('later', log))).toThrow(
      expect.objectContaining({ code: 'ERR_MANAGER_STOPPED' }),
    );
  });

  test('a removed controller leaves no events, timers or statistics behind', async () => {
    const { sites, replica, clock, leases } = newCluster();
    sites.add(website('a', { metadata: { uid: 'u1' } }));
    let answer = (): void => undefined;
    const clientset = leases.clientset(async ({ target }, store) => {
      if (target.startsWith('events/')) await new Promise<void>((resolve) => (answer = resolve));
      return store();
    });
    const { manager } = replica(
      'one',
      { election: false },
      { reconcile: ({ events }) => events.normal('Published', 'the page is online') },
      clientset,
    );
    // The cache is fresh by now.
    await clock.advance(2 * seconds);
    const removed = manager.remove('website');
    await settle();
    expect(() => manager.add(runnable('website', []))).toThrow('names in a manager must be unique');
    answer();
    await removed;
    expect([...leases.objects.keys()].filter((name) => name.startsWith('events/'))).toHaveLength(1);
    expect(manager.stats()).toMatchObject({ controllers: [], events: {} });
    expect([manager.recorders, clock.pendingTimers]).toEqual([[], 1]); // the watch's
  });

  test.each(Array.from({ length: 8 }, (_, ticks) => ticks))(
    'a second removal, %i ticks later, does not concern the part that was added meanwhile',
    async (ticks) => {
      const { replica, clock } = newCluster();
      const log: string[] = [];
      const { manager } = replica('one', { election: false, runnables: [runnable('part', log)] });
      await clock.advance(1);
      const next = runnable('part', log);
      const replace = async (): Promise<void> => {
        await manager.remove('part');
        manager.add(next);
      };
      const removals = [replace()];
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      removals.push(manager.remove('part'));
      await Promise.all(removals);
      await settle();
      if (log.at(-1) === 'part starts') expect(() => manager.add(next)).toThrow('got "part" twice');
      else expect(log.slice(-2)).toEqual(['part is asked to end', 'part ends']);
    },
  );

  test('a controller that is refused for its name does not replace the other one', () => {
    const { replica } = newCluster();
    const { manager, controller, factory } = replica('one', { election: false });
    const events = manager.recorders;
    const second = new Controller<Website>('website', {
      for: factory.forResource(websites),
      reconcile: () => undefined,
    });
    expect(() => manager.add(second)).toThrow('got "website" twice');
    expect(manager.controllers).toEqual([controller]);
    expect(manager.recorders[0]).toBe(events[0]);
  });

  test.each([true, false])(
    'a stop before the caches have synced is not an error (election: %s)',
    async (elects) => {
      const { client, replica, clock } = newCluster();
      const source = client.source(websites);
      for (const verb of ['list', 'watch'] as const) source.failNext(verb, new Error('unavailable'), 100);
      const errors: unknown[] = [];
      const { stop, run, ended } = replica('one', {
        ...(elects ? {} : { election: false }),
        logger: { ...noopLogger, error: (fields) => errors.push(fields) },
      });
      await clock.advance(5 * seconds);
      stop.abort();
      await run;
      expect([ended(), errors]).toEqual(['stopped', []]);
      expect(clock.pendingTimers).toBe(0);
    },
  );

  test('nothing is added after the start has failed', async () => {
    const { replica } = newCluster();
    const { manager, run, ended } = replica('one', {
      election: false,
      health: { port: 0, host: '256.0.0.1' },
    });
    await run;
    expect(ended()).toMatchObject({ code: 'ERR_LOCAL_PORT', cause: { code: 'ENOTFOUND' } });
    expect(() => manager.add(runnable('later', []))).toThrow(
      expect.objectContaining({ code: 'ERR_MANAGER_STOPPED' }),
    );
  });

  // Upstream: should fail if attempted to start a second time.
  test('runs once', async () => {
    const { replica } = newCluster();
    const { manager } = replica('one', { election: false });
    await expect(manager.run()).rejects.toMatchObject({ code: 'ERR_MANAGER_STARTED' });
  });
});

describe('with an election', () => {
  // Upstream: should be called before leader election runnables if warmup is enabled; WarmupRunnable: needs
  // election → warm-up and leader-election groups; should run warmup runnables before leader election is won;
  // should release lease if ElectionReleaseOnCancel is true.
  test('one replica reconciles; the other takes over at once when it stops, with full caches', async () => {
    const { sites, replica, clock, leases } = newCluster();
    sites.add(website('a'));
    const one = replica('one');
    await clock.advance(1);
    const two = replica('two');
    await clock.advance(5 * seconds);
    expect([one.runs, two.runs]).toEqual([['default/a'], []]);
    expect([one.manager.isLeading, two.manager.isLeading]).toEqual([true, false]);
    // The standby's cache and queue are full before it leads.
    expect(two.controller.stats().queue.depth).toBe(1);
    one.stop.abort();
    await settle(20);
    expect(leases.spec.holderIdentity).toBe('');
    await clock.advance(3 * seconds);
    expect(two.runs).toEqual(['default/a']);
    expect(two.manager.isLeading).toBe(true);
  });

  // Upstream: should propagate errors from Warmup function to error channel; should return an error if it can't
  // start the cache.
  test.each([
    ['of the leader', false],
    ['of a standby', true],
  ])('a controller %s whose caches do not sync in time ends its manager', async (_of, isStandby) => {
    const { sites, replica, clock } = newCluster();
    if (isStandby) {
      replica('leader');
      await clock.advance(1);
    }
    for (const verb of ['list', 'watch'] as const) sites.failNext(verb, new Error('unavailable'), 100);
    const { manager, ended } = replica('one', {}, { cacheSyncTimeoutMs: 10 * seconds });
    await clock.advance(9 * seconds);
    expect([ended(), manager.isLeading]).toEqual([undefined, !isStandby]);
    await clock.advance(seconds);
    expect(ended()).toMatchObject({
      code: 'ERR_CACHE_SYNC',
      message: expect.stringContaining('controller website waited 10000 ms') as string,
    });
  });

  test('a shutdown ends the work, then the term, then the caches', async () => {
    const { sites, replica, clock, leases } = newCluster();
    sites.add(website('a'));
    let finish = (): void => undefined;
    const { manager, factory, stop, ended } = replica(
      'one',
      {},
      { reconcile: () => new Promise<void>((resolve) => (finish = resolve)) },
    );
    const informer = factory.forResource(websites).informer();
    await clock.advance(1);
    stop.abort();
    await clock.advance(10 * seconds);
    // The run reads fresh caches and may write.
    sites.add(website('b'));
    await settle();
    expect(informer.indexer.listKeys()).toContain('default/b');
    expect([manager.isLeading, informer.isStopped]).toEqual([true, false]);
    finish();
    await settle(20);
    expect([ended(), informer.isStopped, leases.spec.holderIdentity]).toEqual(['stopped', true, '']);
  });

  // Upstream: should prevent leader election when shutting down a non-elected manager; JOSDK LeaderElectionManagerTest.
  test('a standby that shuts down does not take the Lease, however long its work takes', async () => {
    const { replica, clock, leases } = newCluster();
    const one = replica('one');
    await clock.advance(1);
    const log: string[] = [];
    const lingering = runnable('work', log, { needsElection: false, lingers: true });
    const two = replica('two', { runnables: [lingering] });
    await clock.advance(5 * seconds);
    two.stop.abort();
    await clock.advance(1 * seconds);
    one.stop.abort();
    await settle(20);
    await clock.advance(10 * seconds);
    expect([log, two.ended()]).toEqual([['work starts', 'work is asked to end'], undefined]);
    expect([leases.spec.holderIdentity, two.manager.elector?.stats().terms]).toEqual(['', 0]);
    lingering.finish();
    await settle(20);
    expect(two.ended()).toBe('stopped');
  });

  test('a manager whose signal has aborted does not ask for the Lease', async () => {
    const { client, clock, leases } = newCluster();
    const factory = new SharedInformerFactory(client, { clock });
    await new Manager(leases.clientset(), { factory, clock, election }).run({ signal: AbortSignal.abort() });
    expect([leases.verbs, clock.pendingTimers]).toEqual([[], 0]);
  });

  test.each(Array.from({ length: 8 }, (_, ticks) => ticks))(
    'a controller that is being removed when the manager starts, %i ticks later, is not an error',
    async (ticks) => {
      const { client, clock, leases } = newCluster();
      const factory = new SharedInformerFactory(client, { clock });
      const controllers = ['removed', 'other'].map(
        (name) =>
          new Controller<Website>(name, {
            for: factory.forResource(websites),
            reconcile: () => undefined,
            clock,
          }),
      );
      const manager = new Manager(leases.clientset(), { factory, clock, election, controllers });
      const removed = manager.remove('removed');
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      const stop = new AbortController();
      const run = manager.run({ signal: stop.signal });
      await clock.advance(seconds);
      await removed;
      expect(manager.isLeading).toBe(true);
      stop.abort();
      await clock.advance(seconds);
      await run;
    },
  );

  // Upstream: should not start sources when Warmup is called if warmup is disabled but start it when Start is
  // called; WarmupRunnable: needs election → warm-up and leader-election groups.
  test('warmUp: false starts the controller only in a term', async () => {
    const { sites, replica, clock } = newCluster();
    sites.add(website('a'));
    replica('one');
    await clock.advance(1);
    const two = replica('two', { warmUp: false });
    await clock.advance(5 * seconds);
    expect(two.controller.stats().queue.depth).toBe(0);
  });

  test('a controller that takes the name of a removed one is warmed up', async () => {
    const { sites, replica, clock } = newCluster();
    sites.add(website('a'));
    replica('one');
    await clock.advance(1);
    const { manager, factory } = replica('two');
    await clock.advance(1);
    await manager.remove('website');
    const next = new Controller<Website>('website', {
      for: factory.forResource(websites),
      reconcile: () => undefined,
      clock,
    });
    manager.add(next);
    await clock.advance(1);
    expect(next.stats().queue.depth).toBe(1);
  });

  // Upstream: should disable gracefulShutdown when stopping to lead.
  test('failure 1: keys that wait when the Lease is lost run in the next term of the same process', async () => {
    const { sites, replica, clock, leases } = newCluster();
    const one = replica('one');
    await clock.advance(1);
    leases.put({ ...leases.spec, holderIdentity: 'other', leaseDurationSeconds: 15 });
    await clock.advance(15 * seconds);
    expect(one.manager.isLeading).toBe(false);
    sites.add(website('a'));
    await clock.advance(seconds);
    expect(one.runs).toEqual([]);
    await clock.advance(30 * seconds);
    expect(one.manager.isLeading).toBe(true);
    expect(one.runs).toEqual(['default/a']);
    expect(one.ended()).toBeUndefined();
  });

  // Upstream: should only cancel the leader election after all runnables are done.
  test('failure 8: the Lease is released after all work has ended, and renewed until then', async () => {
    const { replica, clock, leases } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { needsElection: true, lingers: true });
    const { stop, ended } = replica('one', { runnables: [slow] });
    await clock.advance(1);
    stop.abort();
    await clock.advance(20 * seconds);
    expect(leases.spec.holderIdentity).toBe('one');
    // The microseconds count the writes.
    expect(leases.spec.renewTime).toMatch(/^2026-01-01T00:00:20\./);
    slow.finish();
    await settle(20);
    expect(leases.spec.holderIdentity).toBe('');
    expect(ended()).toBe('stopped');
  });

  test('the Lease is left to expire when work does not end in time', async () => {
    const { replica, clock, leases } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { needsElection: true, lingers: true });
    const { stop, ended } = replica('one', { runnables: [slow] });
    await clock.advance(1);
    stop.abort();
    await clock.advance(30 * seconds);
    expect(ended()).toMatchObject({ code: 'ERR_SHUTDOWN_TIMEOUT', stuck: ['slow'] });
    const { renewTime } = leases.spec;
    await clock.advance(30 * seconds);
    expect(leases.spec).toMatchObject({ holderIdentity: 'one', renewTime });
    slow.finish();
  });

  // Upstream: should add HTTP servers, caches, webhooks and any runnable to the appropriate group.
  test('parts without needsElection run in every replica', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    replica('one');
    await clock.advance(1);
    replica('two', { runnables: [runnable('web', log), runnable('job', log, { needsElection: true })] });
    await clock.advance(1);
    expect(log).toEqual(['web starts']);
  });
});

describe('health', () => {
  const health = { port: 0, host: '127.0.0.1' };
  const listening = async (manager: Manager): Promise<void> => {
    while (manager.healthPort === undefined) await settle();
  };
  const probe = async (manager: Manager, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${manager.healthPort}${path}`)).status;

  // Upstream: should serve readiness and liveness endpoint.
  test('failure 7: a standby is ready as soon as its caches have synced', async () => {
    const { sites, replica, clock } = newCluster();
    replica('one');
    await clock.advance(1);
    for (const verb of ['list', 'watch'] as const) sites.failNext(verb, new Error('unavailable'), 3);
    const two = replica('two', { health });
    await listening(two.manager);
    await clock.advance(1);
    expect(await probe(two.manager, '/readyz')).toBe(500);
    expect(await probe(two.manager, '/readyz/caches')).toBe(500);
    expect(await probe(two.manager, '/healthz')).toBe(200);
    await clock.advance(30 * seconds);
    expect(await probe(two.manager, '/readyz')).toBe(200);
    expect(await probe(two.manager, '/healthz/leader-election')).toBe(200);
    expect(two.manager.isLeading).toBe(false);
    two.stop.abort();
    await two.run;
  });

  describe('of a cache that does not sync', () => {
    const refusals = { 404: 'NotFound', 403: 'Forbidden' } as const;

    /** A ready replica, and the informer of a resource whose requests are refused. */
    async function refused(code: keyof typeof refusals, times = 100, isStandby = false) {
      const { client, clock, replica } = newCluster();
      const source = client.source(coreV1.configMaps);
      const error = new StatusError({ code, reason: refusals[code] });
      for (const verb of ['list', 'watch'] as const) source.failNext(verb, error, times);
      if (isStandby) replica('leader');
      await clock.advance(1);
      const { manager, controller, factory, stop, run } = replica('one', {
        health,
        ...(isStandby ? { warmUp: false } : { election: false }),
      });
      const informer = factory.core().v1().configMaps();
      const added = (name: string) =>
        new Controller(name, { for: informer, reconcile: () => undefined, clock, onError: () => undefined });
      await listening(manager);
      await clock.advance(seconds);
      expect(await probe(manager, '/readyz')).toBe(200);
      const isReady = async (): Promise<boolean> => {
        await clock.advance(seconds);
        const status = await probe(manager, '/readyz/caches');
        expect(manager.stats().cachesSynced).toBe(status === 200);
        return status === 200;
      };
      const end = async (): Promise<void> => {
        stop.abort();
        await run;
      };
      return { manager, controller, factory, informer, added, clock, isReady, end };
    }

    test('a manager is ready when the only controller that needs it is removed', async () => {
      const { sites, clock, replica } = newCluster();
      const absent = new StatusError({ code: 404, reason: 'NotFound' });
      for (const verb of ['list', 'watch'] as const) sites.failNext(verb, absent, 100);
      const { manager, stop, run } = replica('one', { election: false, health });
      await listening(manager);
      await clock.advance(seconds);
      expect(await probe(manager, '/readyz/caches')).toBe(500);
      await manager.remove('website');
      expect(await probe(manager, '/readyz/caches')).toBe(200);
      stop.abort();
      await run;
    });

    test.each([404, 403] as const)('a removed controller is not waited for (%i)', async (code) => {
      const { manager, added, isReady, end } = await refused(code);
      manager.add(added('pages'));
      expect(await isReady()).toBe(false);
      await manager.remove('pages');
      expect(await isReady()).toBe(true);
      manager.add(added('pages'));
      expect(await isReady()).toBe(false);
      manager.add(added('others'));
      await manager.remove('pages');
      expect(await isReady()).toBe(false);
      await manager.remove('others');
      expect(await isReady()).toBe(true);
      await end();
    });

    test('a controller that was removed before it ran is not waited for', async () => {
      const { manager, added, isReady, end } = await refused(404, 100, true);
      for (const name of ['pages', 'others']) manager.add(added(name));
      await manager.remove('pages');
      expect(await isReady()).toBe(false);
      await manager.remove('others');
      expect(await isReady()).toBe(true);
      await end();
    });

    test('a removed watch is not waited for', async () => {
      const { controller, factory, informer, isReady, end } = await refused(404);
      const watch = controller.watch({ informer, map: () => [] });
      factory.start();
      expect(await isReady()).toBe(false);
      watch.remove();
      expect(await isReady()).toBe(true);
      await end();
    });

    test('an informer that has not started is not waited for', async () => {
      const { factory, isReady, end } = await refused(404);
      const informer = factory.core().v1().configMaps().informer();
      expect(informer.isStarted).toBe(false);
      expect(await isReady()).toBe(true);
      factory.start();
      expect(await isReady()).toBe(false);
      await end();
    });

    // Upstream: ready at different intervals: the group is ready when all are.
    test('a handler of the program is waited for', async () => {
      const { manager, informer, added, isReady, end } = await refused(404);
      manager.add(added('pages'));
      const registration = informer.informer().addEventHandler({ onAdd: () => undefined });
      await manager.remove('pages');
      expect(await isReady()).toBe(false);
      registration.remove();
      expect(await isReady()).toBe(true);
      await end();
    });

    test('a page that shows changes is not waited for', async () => {
      const { manager, informer, added, isReady, end } = await refused(404);
      manager.add(added('pages'));
      expect(await isReady()).toBe(false);
      const registration = informer.informer().observe({ onAdd: () => undefined }, 'page');
      expect(informer.informer().handlerCount).toBe(1);
      await manager.remove('pages');
      expect(await isReady()).toBe(true);
      registration.remove();
      await end();
    });

    // Upstream: ready at different intervals: the group is ready when all are; caches added after start are started.
    test('a controller that was added later is ready once its resource is installed', async () => {
      const { manager, added, clock, isReady, end } = await refused(404, 2);
      manager.add(added('pages'));
      expect(await isReady()).toBe(false);
      await clock.advance(300 * seconds);
      expect(await isReady()).toBe(true);
      await end();
    });
  });

  test('TestLeaderElectionHealthChecker: is not alive while work goes on after its Lease has expired', async () => {
    const { replica, clock, leases } = newCluster();
    let isFrozen = false;
    const clientset = leases.clientset(async (_call, store) => {
      if (isFrozen) await new Promise(() => undefined);
      return store();
    });
    const log: string[] = [];
    const stuck = runnable('stuck', log, { needsElection: true, lingers: true });
    const { manager, stop, run } = replica('one', { health, runnables: [stuck] }, {}, clientset);
    await listening(manager);
    await clock.advance(seconds);
    expect(await probe(manager, '/healthz')).toBe(200);
    isFrozen = true;
    await clock.advance(20 * seconds);
    expect(log).toEqual(['stuck starts', 'stuck is asked to end']);
    expect(await probe(manager, '/healthz')).toBe(500);
    expect(await probe(manager, '/healthz/leader-election')).toBe(500);
    expect(await probe(manager, '/healthz?exclude=leader-election')).toBe(200);
    stuck.finish();
    await settle(20);
    expect(await probe(manager, '/healthz')).toBe(200);
    stop.abort();
    await clock.advance(30 * seconds);
    await run;
  });

  // Upstream: should stop serving when stop is called.
  test('is not ready while shutting down, and answers no more after it', async () => {
    const { replica, clock } = newCluster();
    const log: string[] = [];
    const slow = runnable('slow', log, { lingers: true });
    const { manager, stop, run } = replica('one', { health, runnables: [slow] });
    await listening(manager);
    await clock.advance(seconds);
    const { healthPort } = manager;
    expect(await probe(manager, '/readyz')).toBe(200);
    stop.abort();
    expect(await probe(manager, '/readyz/shutdown')).toBe(500);
    slow.finish();
    await run;
    expect(manager.healthPort).toBeUndefined();
    await expect(fetch(`http://127.0.0.1:${healthPort}/readyz`)).rejects.toThrow('fetch failed');
  });

  // Upstream: should not turn ready if some readiness check fail.
  test('checks of the program are served with its own', async () => {
    const { replica } = newCluster();
    const failing = (): void => {
      throw new Error('no database');
    };
    const { manager, stop, run } = replica('one', { health: { ...health, liveness: { database: failing } } });
    await listening(manager);
    expect(await probe(manager, '/healthz')).toBe(500);
    expect(await probe(manager, '/healthz?exclude=database')).toBe(200);
    expect(await probe(manager, '/readyz/database')).toBe(404);
    stop.abort();
    await run;
  });
});

describe('invalid options', () => {
  const { leases } = newCluster();
  test.each<[string, object]>([
    ['unknown option "factories" of a Manager: did you mean factory?', { factories: [] }],
    ['graceMs of a Manager must be 0 or more milliseconds, or Infinity, got -1', { graceMs: -1 }],
    ['port of health of a Manager must be', { health: { port: 'http' } }],
    ['unknown option "address" of health of a Manager', { health: { port: 0, address: '::' } }],
    ['unknown option "lease"', { election: { ...election, lease: 'web' } }],
  ])('%s', (message, options) => {
    expect(() => new Manager(leases.clientset(), options)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(message) as string }),
    );
  });

  test('a clientset is needed', () => {
    // @ts-expect-error -- no clientset
    expect(() => new Manager({})).toThrow('clientset of a Manager must have the methods resource');
  });
});

test('stats have the counters of all parts', async () => {
  const cluster = newCluster();
  cluster.sites.add(website('a'));
  const { manager } = cluster.replica('one');
  expect(manager.stats()).toMatchObject({ isLeading: false, cachesSynced: false, election: { terms: 0 } });
  await cluster.clock.advance(5 * seconds);
  const stats = manager.stats();
  expect(stats).toMatchObject({
    isLeading: true,
    cachesSynced: true,
    informers: [{ name: 'websites.v1.example.com', hasSynced: true, store: { objects: 1 } }],
    controllers: [{ name: 'website', reconcileTotal: { success: 1 } }],
    election: { activity: 'leader' },
  });
  expect(Object.keys(stats.events)).toEqual(['website']);
});

const review = (allowed: boolean) => ({
  status: 201,
  body: {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    metadata: {},
    spec: {},
    status: { allowed },
  },
});

/** A server that is away at first, and lacks the roles for some reviews. */
function starting(refused: number): Transport & { reviews: number } {
  const transport = {
    reviews: 0,
    send: async ({ url }: { readonly url: string }): Promise<TransportResponse> => {
      if (url.endsWith('/readyz')) throw new TransportError('ERR_CONNECTION_REFUSED', 'refused');
      const { status, body } = review(++transport.reviews > refused);
      async function* bytes(): TransportBody {
        yield Buffer.from(JSON.stringify(body));
      }
      return { status, headers: {}, body: bytes(), destroy: () => undefined };
    },
    close: async () => undefined,
  };
  return transport;
}

test.each([
  [3, undefined],
  [Infinity, 'ERR_ACCESS'],
])(
  'a server that starts may lack the roles for %d reviews: needs are asked again for at most 10 s',
  async (refused, code) => {
    const clock = new FakeClock();
    const transport = starting(refused);
    const rest = new RestClient({ host: 'http://127.0.0.1:1' }, { transport, clock, maxRetries: 0 });
    await using clientset = new Clientset(rest);
    await expect(rest.raw({ method: 'GET', path: '/readyz' })).rejects.toThrow('refused');
    const stop = new AbortController();
    const manager = new Manager(clientset, {
      clock,
      needs: [{ verbs: ['list'], resource: coreV1.pods }],
      runnables: [{ name: 'work', run: async () => stop.abort() }],
    });
    const outcome = manager.run({ signal: stop.signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
    for (let second = 0; second < 12; second++) await clock.advance(1_000);
    expect(await outcome).toEqual(code === undefined ? undefined : expect.objectContaining({ code }));
    expect(transport.reviews).toBe(code === undefined ? 4 : 11);
  },
);

test('names missing permissions before anything starts', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  server.intercept(({ resource }) => (resource === 'selfsubjectaccessreviews' ? review(false) : undefined));
  const started: string[] = [];
  const manager = new Manager(clientset, {
    needs: [{ verbs: ['list', 'watch'], resource: coreV1.pods }],
    runnables: [{ name: 'work', run: async () => void started.push('work') }],
  });
  await expect(manager.run()).rejects.toMatchObject({
    code: 'ERR_ACCESS',
    message: expect.stringContaining('- list, watch pods in all namespaces') as string,
  });
  expect(started).toEqual([]);
});
