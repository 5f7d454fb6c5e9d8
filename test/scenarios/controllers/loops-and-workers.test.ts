/** Failures of controllers: loops, rates, workers that hang, shutdown, lost events. On fake sources and a fake clock. */
import { describe, expect, test } from 'vitest';
import {
  newScene,
  website,
} from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import type { Website } from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import type { ControllerOptions } from '../../../packages/kube-informers/src/controller/options.js';
import { generationChanged } from '../../../packages/kube-informers/src/controller/predicates.js';
import { newConflict } from '../../../packages/kube-informers/src/meta/status.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { RetryAfterError } from '../../../packages/kube-informers/src/controller/errors.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import { ItemExponentialFailureRateLimiter } from '../../../packages/kube-informers/src/workqueue/rate-limiters.js';

/** A scene whose client writes into the source of the websites, as an API server would. */
function writable() {
  const scene = newScene();
  const writes: string[] = [];
  const get = async (name: string | undefined): Promise<Website | undefined> =>
    (await scene.sites.list({})).items.find(({ metadata }) => metadata?.name === name);
  const request = async ({ method, path, body }: { method: string; path: string; body?: Website }) => {
    writes.push(`${method} ${path}`);
    const stored = await get(body?.metadata?.name);
    const expected = body?.metadata?.resourceVersion;
    if (expected !== undefined && expected !== stored?.metadata?.resourceVersion)
      throw newConflict(
        { group: 'example.com', resource: 'websites' },
        body?.metadata?.name ?? '',
        'changed',
      );
    return scene.sites.modify(structuredClone(body ?? website('a')));
  };
  const clientset = {
    restClient: {
      request,
      list: async () => ({ metadata: {}, items: [] }),
      watch: async () => ({}),
    } as never,
  };
  return { ...scene, clientset, writes, get };
}

test('failure 17: a status write in each run is found, reported once in a minute and slowed down', async () => {
  const { sites, controller, clientset, clock, factory } = writable();
  sites.add(website('a'));
  const loops: Error[] = [];
  let runs = 0;
  const reasons = new Set<string>();
  const made = controller({
    clientset,
    loop: { runsPerMinute: 60 },
    onError: (error, { during }) => during === 'loop' && loops.push(error),
    reconcile: async (context) => {
      runs++;
      for (const reason of context.reasons) reasons.add(reason);
      const { object, client } = context;
      // Half a second of work; then the status holds something new each time.
      await clock.sleep(500, { signal: context.signal });
      if (object !== undefined) await client.updateStatus({ ...object, status: { ready: runs % 2 === 0 } });
      return { afterMs: 3_600_000 };
    },
  });
  factory.start();
  void made.run();
  await clock.advance(59_000);
  expect(loops).toMatchObject([
    {
      code: 'ERR_RECONCILE_LOOP',
      message: expect.stringContaining(
        'controller website runs default/a more than 60 times a minute only because of its own writes (own write: Website default/a (status)',
      ) as string,
    },
  ]);
  // Resyncs in between do not hide the loop.
  expect(reasons).toContain('resync of Website default/a');
  const before = runs;
  await clock.advance(600_000);
  // Without the limit it would be 1200.
  expect(runs - before).toBeLessThan(120);
  expect(loops.length).toBeLessThanOrEqual(11);
  expect(made.stats().loopsTotal).toBe(loops.length);
});

test.each<[string, { readonly throwsEach?: number; readonly changesEachMs?: number }]>([
  ['every second run throws', { throwsEach: 2 }],
  ['every 30th run throws', { throwsEach: 30 }],
  ['another client changes the object each second', { changesEachMs: 1000 }],
])(
  'failure 17: a loop is found, reported once in a minute and slowed down although %s',
  async (_what, fault) => {
    const { throwsEach = Infinity, changesEachMs = Infinity } = fault;
    const { sites, controller, clientset, clock, factory, get } = writable();
    sites.add(website('a'));
    let loops = 0;
    let runs = 0;
    const made = controller({
      clientset,
      loop: { runsPerMinute: 60 },
      onError: (_error, { during }) => void (during === 'loop' && loops++),
      reconcile: async ({ object, client, signal }) => {
        runs++;
        await clock.sleep(100, { signal });
        const current = object && (await get(object.metadata?.name));
        if (current !== undefined)
          await client.updateStatus({ ...current, status: { ready: runs % 2 === 0 } });
        if (runs % throwsEach === 0) throw new Error('another part failed');
      },
    });
    factory.start();
    void made.run();
    for (let second = 1; second <= 120; second++) {
      await clock.advance(1000);
      if (second * 1000 >= changesEachMs) sites.modify(website('a', { spec: { text: String(second) } }));
      if (second === 30) expect(loops).toBe(1);
    }
    expect([1, 2]).toContain(loops);
    // Without the limit it would be 1200.
    expect(runs).toBeLessThan(400);
  },
);

// Upstream: EventHandler: predicates are asked before the handler.
test('failure 17: with generationChanged an own status write does not start a run', async () => {
  const { sites, controller, clientset, clock, factory } = writable();
  sites.add(website('a', { metadata: { generation: 1 } }));
  let runs = 0;
  const made = controller({
    clientset,
    for: {
      informer: factory.forResource(
        (await import('../../../packages/kube-informers/src/controller/controller.test-support.js')).websites,
      ),
      predicate: generationChanged,
    },
    reconcile: async ({ object, client }) => {
      runs++;
      if (object !== undefined) await client.updateStatus({ ...object, status: { ready: true } });
    },
  });
  factory.start();
  void made.run();
  await clock.advance(5000);
  expect(runs).toBe(1);
});

test('an error that is written into the status does not end its own backoff', async () => {
  const { sites, controller, clientset, clock, factory } = writable();
  sites.add(website('a'));
  const times: number[] = [];
  const made = controller({
    clientset,
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 1000, maxMs: 8000 }),
    reconcile: async ({ object, client, attempt }) => {
      times.push(clock.monotonic());
      if (object !== undefined) await client.updateStatus({ ...object, status: { ready: attempt < 0 } });
      throw new Error('no');
    },
  });
  factory.start();
  void made.run();
  await clock.advance(9900);
  expect(times).toEqual([0, 1000, 3000, 7000]);
});

test('failure 18: after a conflict the retry sees the change that caused it, also with several writers', async () => {
  const { sites, controller, clientset, clock, factory, writes, get } = writable();
  for (let i = 0; i < 5; i++) sites.add(website(`s${i}`));
  const errors: Error[] = [];
  let foreign = 0;
  const made = controller({
    clientset,
    concurrency: 5,
    onError: (error) => errors.push(error),
    reconcile: async ({ object, client }) => {
      if (object === undefined || object.status?.ready === true) return;
      // Another writer is faster, twice.
      if (foreign++ < 10)
        sites.modify(website(object.metadata?.name ?? '', { spec: { text: String(foreign) } }));
      await client.updateStatus({ ...object, status: { ready: true } });
    },
  });
  factory.start();
  void made.run();
  await clock.advance(5000);
  for (let i = 0; i < 5; i++) expect((await get(`s${i}`))?.status?.ready).toBe(true);
  // One conflict for each foreign write, no storm.
  expect(errors.length).toBe(10);
  expect(writes.length).toBe(15);
});

// Upstream: JOSDK EventProcessorTest.
test('failure 19: retries go on for hours, and giving up is a rule that shows', async () => {
  const { sites, controller, clock, factory, settle } = newScene();
  sites.add(website('a'));
  sites.add(website('b'));
  const attempts: number[] = [];
  const errors: Error[] = [];
  const made = controller({
    giveUp: { attempts: 20 },
    onError: (error) => errors.push(error),
    reconcile: ({ key, attempt }) => {
      if (key !== 'default/a') return;
      attempts.push(attempt);
      throw new Error('disk full');
    },
  });
  factory.start();
  void made.run();
  await clock.advance(6 * 3_600_000);
  // Resyncs every 10 s do not end the backoff earlier than the delay of the limiter, nor the parking.
  expect(attempts.length).toBe(20);
  expect(made.givenUp()).toMatchObject([{ key: 'default/a', attempts: 20, error: { message: 'disk full' } }]);
  expect(made.stats().givenUp).toBe(1);
  expect(errors.at(-1)).toMatchObject({
    code: 'ERR_GAVE_UP',
    message: 'controller website gave up default/a until its object changes apart from its status: disk full',
  });
  sites.modify(website('a', { spec: { text: 'changed' } }));
  await settle();
  expect([attempts.at(-1), made.givenUp()]).toEqual([1, []]);
});

test('giving up after a time; resume and enqueue retry, an event of another object does not', async () => {
  const { sites, client, controller, clock, factory, settle } = newScene();
  sites.add(website('a'));
  let runs = 0;
  const made = controller({
    giveUp: { afterMs: 60_000 },
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 1000, maxMs: 10_000 }),
    watches: [{ informer: factory.core().v1().configMaps(), map: () => ['default/a'] }],
    reconcile: () => {
      runs++;
      throw new Error('no');
    },
  });
  factory.start();
  void made.run();
  await clock.advance(80_000);
  expect(made.givenUp()).toHaveLength(1);
  const before = runs;
  client.source(coreV1.configMaps).add({ metadata: { name: 'm', namespace: 'default' } } as KubernetesObject);
  await clock.advance(20_000);
  expect(runs).toBe(before);
  made.resume('default/a');
  await settle();
  expect([runs, made.givenUp()]).toEqual([before + 1, []]);
});

test('failure 20: a delay next to an error is honoured', async () => {
  const { sites, controller, clock, factory } = newScene();
  sites.add(website('a'));
  const times: number[] = [];
  const made = controller({
    reconcile: () => {
      times.push(clock.monotonic());
      throw new RetryAfterError('the volume is attached elsewhere', { afterMs: 3000 });
    },
  });
  factory.start();
  void made.run();
  await clock.advance(9500);
  expect(times).toEqual([0, 3000, 6000, 9000]);
});

test('failure 21: the runs of the first list and of each resync are spread, and a change passes them', async () => {
  const { sites, controller, clock, factory, settle } = newScene();
  for (let i = 0; i < 200; i++) sites.add(website(`s${i}`));
  const runs: { key: string; atMs: number; priority: number }[] = [];
  const made = controller({
    initialSpreadMs: 8000,
    reconcile: ({ key, priority }) => void runs.push({ key, priority, atMs: clock.monotonic() }),
  });
  factory.start();
  void made.run();
  await settle();
  sites.modify(website('s7', { spec: { text: 'now' } }));
  await settle();
  expect(runs.find(({ key }) => key === 'default/s7')?.atMs).toBe(0);
  expect(runs.length).toBeLessThan(5);
  await clock.advance(8000);
  expect(new Set(runs.map(({ key }) => key)).size).toBe(200);
  const perSecond = Array.from(
    { length: 8 },
    (_, second) => runs.filter(({ atMs }) => Math.floor(atMs / 1000) === second).length,
  );
  expect(Math.max(...perSecond)).toBeLessThan(50);
  runs.length = 0;
  await clock.advance(1999);
  expect(runs).toEqual([]);
  await clock.advance(8001);
  expect(runs).toHaveLength(200);
  expect(Math.max(...runs.map(({ priority }) => priority))).toBe(-100);
});

describe('failure 22: a run that hangs', () => {
  test('frees its slot, keeps its key locked, and shows until it settles', async () => {
    const { sites, controller, clock, factory, settle } = newScene();
    sites.add(website('a'));
    let release: () => void = () => undefined;
    const runs: string[] = [];
    const made = controller({
      reconcileTimeoutMs: 10_000,
      rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 100, maxMs: 100 }),
      reconcile: ({ key }) => {
        runs.push(key);
        // It ignores its signal.
        if (runs.length > 1) return undefined;
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      },
    });
    factory.start();
    void made.run();
    await clock.advance(10_000);
    sites.add(website('b'));
    sites.modify(website('a'));
    await clock.advance(7_200_000);
    expect(runs.filter((key) => key === 'default/a')).toHaveLength(1);
    expect(runs).toContain('default/b');
    expect(made.activeRuns()).toMatchObject([{ key: 'default/a', timedOut: true, runningMs: 7_210_000 }]);
    expect(made.stats()).toMatchObject({ activeWorkers: 0, timedOutRuns: 1, reconcileTimeoutsTotal: 1 });
    release();
    await settle();
    expect(runs.filter((key) => key === 'default/a').length).toBeGreaterThan(1);
    expect(made.activeRuns()).toEqual([]);
  });

  test('activeRuns names the runs that have not settled after a stop', async () => {
    const { sites, controller, clock, factory } = newScene();
    sites.add(website('a'));
    let release: () => void = () => undefined;
    const made = controller({
      reconcile: () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    });
    factory.start();
    const ended = made.run();
    await clock.advance(0);
    let stopped = false;
    const stop = made.stop().then(() => void (stopped = true));
    await clock.advance(60_000);
    expect(stopped).toBe(false);
    expect(made.activeRuns().map(({ key }) => key)).toEqual(['default/a']);
    release();
    await Promise.all([stop, ended]);
  });
});

test('failure 25: a run that is active when the stop comes ends its work', async () => {
  const { sites, controller, clock, factory } = newScene();
  sites.add(website('a'));
  sites.add(website('b'));
  const steps: string[] = [];
  const made = controller({
    reconcile: async ({ key, signal }) => {
      steps.push(`${key} began`);
      await clock.sleep(5000, { signal });
      steps.push(`${key} ended`);
    },
  });
  factory.start();
  const abort = new AbortController();
  const ended = made.run({ signal: abort.signal });
  await clock.advance(0);
  abort.abort();
  await clock.advance(5000);
  await ended;
  expect(steps).toEqual(['default/a began', 'default/a ended']);
  // The other key waits for the next term.
  expect(made.stats().queue.depth).toBe(1);
});

test('failure 26: the events of a removed watch, and of a stopped controller, reach no handler', async () => {
  const { client, controller, factory, settle, sites } = newScene();
  const maps = client.source(coreV1.configMaps);
  const mapped: string[] = [];
  const made = controller({});
  const configMaps = factory.core().v1().configMaps();
  configMaps.informer();
  factory.start();
  void made.run();
  const watch = made.watch({
    informer: configMaps,
    map: ({ metadata }) => {
      mapped.push(metadata?.name ?? '');
      return [];
    },
  });
  await settle();
  maps.add({ metadata: { name: 'm', namespace: 'default' } });
  await settle();
  watch.remove();
  maps.add({ metadata: { name: 'n', namespace: 'default' } });
  await settle();
  expect(mapped).toEqual(['m']);
  expect(configMaps.informer().handlerCount).toBe(0);
  const { total } = { total: made.stats().queue.adds };
  await made.stop();
  sites.add(website('a'));
  await settle();
  expect(made.stats().queue.adds).toBe(total);
});

// Upstream: AsReconciler: gets the object and hands it over; is not called without it.
test('failure 30: a change in a gap of the watch is followed by a run', async () => {
  const { sites, controller, clock, factory, settle } = newScene();
  sites.add(website('a'));
  const texts: (string | undefined)[] = [];
  const made = controller({ reconcile: ({ object }) => void texts.push(object?.spec?.text) });
  factory.start();
  void made.run();
  await settle();
  sites.modifyDropped(website('a', { spec: { text: 'in the gap' } }));
  await settle();
  expect(texts).toEqual([undefined]);
  sites.resetWatch();
  await clock.advance(40_000);
  expect(texts).toContain('in the gap');
});

// Upstream: JOSDK EventProcessorTest; JOSDK ControllerEventSourceTest.
test('failure 31: a change during a run is followed by exactly one more run', async () => {
  const { sites, controller, factory, settle } = newScene();
  sites.add(website('a'));
  const seen: (string | undefined)[] = [];
  let release: () => void = () => undefined;
  const made = controller({
    reconcile: ({ object }) => {
      seen.push(object?.spec?.text);
      if (seen.length > 1) return undefined;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  });
  factory.start();
  void made.run();
  await settle();
  for (const text of ['1', '2', '3']) sites.modify(website('a', { spec: { text } }));
  await settle();
  expect(seen).toEqual([undefined]);
  release();
  await settle();
  expect(seen).toEqual([undefined, '3']);
});

describe('pause and resume', () => {
  test('a paused key runs once after resume, with its reasons; others go on', async () => {
    const { sites, controller, factory, settle } = newScene();
    const runs: string[] = [];
    const made = controller({
      reconcile: ({ key, reasons, priority }) => void runs.push(`${key} ${priority} ${reasons.join('+')}`),
    });
    factory.start();
    void made.run();
    await settle();
    made.pause('default/a');
    sites.add(website('a'));
    await settle();
    sites.modify(website('a'));
    sites.add(website('b'));
    await settle();
    expect(runs).toEqual(['default/b 0 add of Website default/b']);
    made.resume('default/a');
    await settle();
    expect(runs.slice(1)).toEqual(['default/a 0 add of Website default/a+update of Website default/a']);
    made.pause();
    sites.modify(website('b'));
    await settle();
    expect(runs).toHaveLength(2);
    made.resume();
    await settle();
    expect(runs).toHaveLength(3);
  });
});

test('a write after the end of a run is refused', async () => {
  const { sites, controller, clientset, factory, settle } = writable();
  sites.add(website('a'));
  let after: (() => Promise<unknown>) | undefined;
  const options: Partial<ControllerOptions<Website>> = {
    clientset,
    reconcile: ({ object, client }) => {
      if (object === undefined) return;
      after = () => client.update(object);
    },
  };
  const made = controller(options);
  factory.start();
  void made.run();
  await settle();
  const late = after?.().catch((error: unknown) => error);
  expect(await late).toMatchObject({
    code: 'ERR_RUN_OVER',
    message: expect.stringContaining('refused: run website-0-1 of default/a is over') as string,
  });
});
