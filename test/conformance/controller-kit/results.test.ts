/** controller-runtime pkg/internal/controller/controller_test.go, pkg/reconcile/reconcile_test.go: what a run's end means. */
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  newScene,
  website,
} from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import { RetryAfterError, TerminalError } from '../../../packages/kube-informers/src/controller/errors.js';
import type { ControllerErrorInfo } from '../../../packages/kube-informers/src/controller/options.js';
import type {
  ReconcileContext,
  ReconcileResult,
} from '../../../packages/kube-informers/src/controller/reconcile-client.js';
import { newTooManyRequests } from '../../../packages/kube-informers/src/meta/status.js';
import { ItemExponentialFailureRateLimiter } from '../../../packages/kube-informers/src/workqueue/rate-limiters.js';

type End = ReconcileResult | undefined | Error;

/** Runs a controller for one object, whose runs end as listed; later ones succeed. Runs are listed with their time. */
async function runsOf(ends: readonly End[], options: { priority?: number } = {}) {
  const scene = newScene();
  scene.sites.add(website('a'));
  const runs: (Pick<ReconcileContext, 'attempt' | 'priority' | 'reasons'> & { atMs: number })[] = [];
  const errors: (readonly [string, ControllerErrorInfo])[] = [];
  const rateLimiter = new ItemExponentialFailureRateLimiter({ baseMs: 100, maxMs: 10_000 });
  const controller = scene.controller({
    rateLimiter,
    onError: (error, info) => errors.push([error.message, info]),
    reconcile: ({ attempt, priority, reasons }) => {
      runs.push({ atMs: scene.clock.monotonic(), attempt, priority, reasons });
      const end = ends[runs.length - 1];
      if (end instanceof Error) throw end;
      return end;
    },
  });
  scene.factory.start();
  const ended = controller.run();
  await scene.settle();
  if (options.priority !== undefined) {
    controller.enqueue('default/a', { priority: options.priority });
    await scene.settle();
  }
  return { ...scene, controller, ended, runs, errors, rateLimiter };
}

describe('results', () => {
  // Upstream: should call Reconciler if an item is enqueued; Result.IsZero.
  test('an empty result is forgotten, and the key does not run again', async () => {
    const { runs, clock, controller, rateLimiter } = await runsOf([undefined, {}]);
    await clock.advance(5000);
    expect(runs).toHaveLength(1);
    expect(controller.stats().reconcileTotal).toEqual({
      success: 1,
      error: 0,
      requeue: 0,
      requeueAfter: 0,
    });
    expect(controller.stats().queue).toMatchObject({ depth: 0, delayed: 0, processing: 0 });
    expect(rateLimiter.numRequeues('default/a')).toBe(0);
  });

  // Upstream: should not override RateLimiter and NewQueue if specified; should requeue a Request if there is an
  // error and continue processing items; Builder: rate limiter and logger overridable; JOSDK EventProcessorTest.
  test('an error is retried with growing delays, and other keys go on', async () => {
    const { runs, clock, controller, sites, errors } = await runsOf([
      new Error('one'),
      undefined,
      new Error('two'),
    ]);
    sites.add(website('b'));
    await clock.advance(99);
    expect(runs.map(({ atMs }) => atMs)).toEqual([0, 0]);
    await clock.advance(1000);
    expect(runs.map(({ atMs, attempt }) => [atMs, attempt])).toEqual([
      [0, 1],
      [0, 1],
      [100, 2],
      [300, 3],
    ]);
    expect(errors.map(([message]) => message)).toEqual(['one', 'two']);
    expect(controller.stats().reconcileErrorsTotal).toBe(2);
  });

  // Upstream: should default RateLimiter and NewQueue if not specified.
  test('by default an error is retried after 5 ms, twice as long each time', async () => {
    const { sites, controller, clock, factory } = newScene();
    sites.add(website('a'));
    const atMs: number[] = [];
    const made = controller({
      reconcile: () => {
        atMs.push(clock.monotonic());
        throw new Error('x');
      },
    });
    factory.start();
    void made.run();
    await clock.advance(200);
    expect(atMs).toEqual([0, 5, 15, 35, 75, 155]);
  });

  // Upstream: should not reset backoff until there's a non-error result; JOSDK EventProcessorTest.
  test('the failures of a key count until a run succeeds', async () => {
    const { runs, clock, rateLimiter } = await runsOf([new Error('1'), new Error('2')]);
    expect(rateLimiter.numRequeues('default/a')).toBe(1);
    await clock.advance(100);
    expect(rateLimiter.numRequeues('default/a')).toBe(2);
    await clock.advance(200);
    expect(runs.map(({ atMs, attempt }) => [atMs, attempt])).toEqual([
      [0, 1],
      [100, 2],
      [300, 3],
    ]);
    expect(rateLimiter.numRequeues('default/a')).toBe(0);
  });

  // Upstream: should not requeue a Request if there is a terminal error; should get updated on successful
  // reconciliation, on errors, with retry enabled, with retryAfter enabled.
  test('a TerminalError is not retried', async () => {
    const { runs, clock, controller, sites } = await runsOf([new TerminalError('no'), new Error('x')]);
    await clock.advance(9000);
    expect(runs).toHaveLength(1);
    expect(controller.stats()).toMatchObject({
      terminalReconcileErrorsTotal: 1,
      reconcileErrorsTotal: 1,
    });
    sites.modify(website('a'));
    await clock.advance(100);
    expect(runs.map(({ atMs }) => atMs)).toEqual([0, 9000, 9100]);
  });

  test('a TerminalError clears the backoff: the next error of the key has the shortest delay', async () => {
    const { runs, clock, sites, rateLimiter } = await runsOf([
      new Error('1'),
      new Error('2'),
      new TerminalError('no'),
      new Error('x'),
    ]);
    await clock.advance(300);
    expect(runs.map(({ atMs, attempt }) => [atMs, attempt])).toEqual([
      [0, 1],
      [100, 2],
      [300, 3],
    ]);
    expect(rateLimiter.numRequeues('default/a')).toBe(0);
    await clock.advance(700);
    sites.modify(website('a'));
    await clock.advance(100);
    expect(runs.slice(3).map(({ atMs, attempt }) => [atMs, attempt])).toEqual([
      [1000, 1],
      [1100, 2],
    ]);
  });

  // Upstream: TerminalError unwraps to its cause.
  test('a TerminalError keeps its cause', () => {
    const cause = new Error('x');
    expect(new TerminalError('no', { cause })).toMatchObject({ code: 'ERR_TERMINAL', cause });
    expect(new TerminalError('no').cause).toBeUndefined();
  });

  // Upstream: should requeue a Request with rate limiting if the Result sets Requeue:true and continue processing
  // items.
  test('backoff: true waits longer each time without an error', async () => {
    const { runs, clock, controller, errors } = await runsOf([{ backoff: true }, { backoff: true }]);
    await clock.advance(5000);
    expect(runs.map(({ atMs, attempt }) => [atMs, attempt])).toEqual([
      [0, 1],
      [100, 2],
      [300, 3],
    ]);
    expect(errors).toEqual([]);
    expect(controller.stats().reconcileTotal).toEqual({
      success: 1,
      error: 0,
      requeue: 2,
      requeueAfter: 0,
    });
  });

  // Upstream: should requeue a Request after a duration (but not rate-limited) if the Result sets RequeueAfter
  // (regardless of Requeue); kopf tests/handling/daemons.
  test('afterMs runs again after that time and clears the backoff', async () => {
    const { runs, clock, controller, rateLimiter } = await runsOf([new Error('x'), { afterMs: 3000 }]);
    await clock.advance(3099);
    expect(runs).toHaveLength(2);
    expect(rateLimiter.numRequeues('default/a')).toBe(0);
    await clock.advance(1);
    expect(runs).toHaveLength(3);
    expect(controller.stats().reconcileTotal).toMatchObject({ requeueAfter: 1, error: 1, success: 1 });
  });

  // Upstream: should perform error behavior if error is not nil, regardless of RequeueAfter.
  test('a delay next to an error is honoured: RetryAfterError and Retry-After of a response', async () => {
    const { runs, clock } = await runsOf([
      new RetryAfterError('not yet', { afterMs: 2000 }),
      new Error('the server is busy', { cause: newTooManyRequests('wait', 3) }),
    ]);
    await clock.advance(9000);
    expect(runs.map(({ atMs }) => atMs)).toEqual([0, 2000, 5000]);
  });

  // Upstream: should retain the priority.
  test.each<[string, End]>([
    ['backoff', { backoff: true }],
    ['afterMs', { afterMs: 100 }],
    ['an error', new Error('x')],
  ])('the priority stays after %s', async (_what, end) => {
    const { runs, clock } = await runsOf([undefined, end], { priority: 7 });
    await clock.advance(1000);
    expect(runs.map(({ priority }) => priority)).toEqual([-100, 7, 7]);
  });

  // Upstream: should use the priority from Result.
  test.each<[string, End]>([
    ['backoff', { backoff: true, priority: 9 }],
    ['afterMs', { afterMs: 100, priority: 9 }],
  ])('the priority of the result replaces it with %s', async (_what, end) => {
    const { runs, clock } = await runsOf([undefined, end], { priority: 7 });
    await clock.advance(1000);
    expect(runs.map(({ priority }) => priority)).toEqual([-100, 7, 9]);
  });

  // Upstream: should requeue a Request after a duration (but not rate-limited) if the Result sets RequeueAfter
  // (regardless of Requeue).
  test.each<[unknown, string]>([
    [
      { requeueAfter: 5 },
      'returned { requeueAfter: 5 } for default/a: unknown member "requeueAfter", write { afterMs } or { backoff: true }',
    ],
    [
      { after: 5 },
      'returned { after: 5 } for default/a: unknown member "after", expected nothing, { afterMs }, { backoff: true }, each with priority if needed',
    ],
    [5, 'returned 5 for default/a: expected nothing'],
    [true, 'returned true for default/a: expected nothing'],
    [null, 'returned null for default/a: expected nothing'],
    ['soon', 'returned "soon" for default/a: expected nothing'],
    [[], 'returned [object Array] for default/a: expected nothing'],
    [{ afterMs: -1 }, 'returned { afterMs: -1 } for default/a: afterMs must be a finite number, 0 or more'],
    [{ afterMs: NaN }, 'afterMs must be a finite number'],
    [{ afterMs: Infinity }, 'afterMs must be a finite number'],
    [{ afterMs: '5' }, 'afterMs must be a finite number'],
    [{ backoff: false }, 'backoff must be true or absent'],
    [{ backoff: true, afterMs: 1 }, 'expected one of afterMs and backoff, not both'],
    [{ priority: 1 }, 'priority needs afterMs or backoff'],
    [{ afterMs: 1, priority: 0.5 }, 'priority must be an integer'],
  ])('the result %j is an error in words', async (result, words) => {
    const { errors, controller, clock } = await runsOf([result as ReconcileResult]);
    expect(errors[0]?.[0]).toContain(
      `reconcile of controller website ${words.startsWith('returned') ? words : 'returned'}`,
    );
    expect(errors[0]?.[0]).toContain(words);
    expect(errors[0]?.[1]).toEqual({ controller: 'website', key: 'default/a', during: 'reconcile' });
    // The next run would return the same: only a change of the object starts one.
    await clock.advance(3_600_000);
    const { reconcileErrorsTotal, terminalReconcileErrorsTotal } = controller.stats();
    expect([reconcileErrorsTotal, terminalReconcileErrorsTotal, errors.length]).toEqual([1, 1, 1]);
  });

  // Upstream: should get updated on successful reconciliation, on errors, with retry enabled, with retryAfter
  // enabled; should add a reconcile time to the reconcile time histogram.
  test('each run counts under one result, and its time in the histogram, also if it failed', async () => {
    const { controller, clock } = await runsOf([new Error('x'), { backoff: true }, { afterMs: 10 }]);
    await clock.advance(2000);
    const { reconcileTotal, reconcileErrorsTotal, reconcileTimeSeconds } = controller.stats();
    expect(reconcileTotal).toEqual({ error: 1, requeue: 1, requeueAfter: 1, success: 1 });
    expect(reconcileErrorsTotal).toBe(1);
    expect(reconcileTimeSeconds.count).toBe(4);
  });
});

describe('a change during a run', () => {
  async function changedDuring(end: ReconcileResult | Error) {
    const { clock, factory, sites, controller, settle } = newScene();
    sites.add(website('a'));
    const runs: (readonly [number, string])[] = [];
    const made = controller({
      rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 60_000 }),
      reconcile: async ({ object }) => {
        runs.push([clock.monotonic(), object?.spec?.text ?? '']);
        if (runs.length > 1) return undefined;
        sites.modify(website('a', { spec: { text: 'new' } }));
        await clock.sleep(500);
        if (end instanceof Error) throw end;
        return end;
      },
    });
    factory.start();
    void made.run();
    await settle();
    await clock.advance(500);
    return { clock, runs, made };
  }

  // Upstream: JOSDK EventProcessorTest.
  test('that fails is followed by a run at once, not after the backoff', async () => {
    const { runs } = await changedDuring(new Error('x'));
    expect(runs).toEqual([
      [0, ''],
      [500, 'new'],
    ]);
  });

  // Upstream: JOSDK EventProcessorTest.
  test('that returns afterMs is followed by a run at once, whose result then counts', async () => {
    const { runs, made } = await changedDuring({ afterMs: 60_000 });
    expect(runs).toEqual([
      [0, ''],
      [500, 'new'],
    ]);
    expect(made.stats().queue.delayed).toBe(0);
  });
});

describe('throws', () => {
  const thrown: [string, () => unknown, string, number][] = [
    [
      'a sync throw',
      () => {
        throw new Error('sync');
      },
      'sync',
      0,
    ],
    ['a rejection', async () => Promise.reject(new Error('async')), 'async', 0],
    [
      'a thenable that rejects',
      () => runInNewContext('({ then(_, fail) { fail(new Error("then")) } })') as unknown,
      'then',
      0,
    ],
    ['a TypeError', () => (undefined as unknown as { x: () => void }).x(), 'undefined', 1],
    [
      'a string',
      () => {
        throw 'text' as unknown as Error;
      },
      'text',
      1,
    ],
    [
      'undefined',
      () => {
        throw undefined as unknown as Error;
      },
      'undefined',
      1,
    ],
    [
      'an object without toString',
      () => {
        throw Object.create(null) as Error;
      },
      '[object]',
      1,
    ],
  ];
  // Upstream: should recover panic if RecoverPanic is true (by default).
  test.each(thrown)('%s is contained, counted and retried', async (_what, run, words, panics) => {
    const scene = newScene();
    scene.sites.add(website('a'));
    const errors: Error[] = [];
    let runs = 0;
    const controller = scene.controller({
      onError: (error) => errors.push(error),
      reconcile: () => (++runs === 1 ? (run() as never) : undefined),
    });
    scene.factory.start();
    void controller.run();
    await scene.clock.advance(100);
    expect(runs).toBe(2);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
    expect(controller.stats()).toMatchObject({ reconcilePanicsTotal: panics, reconcileErrorsTotal: 1 });
  });

  test('without onError and logger, the 1st, 4th, 16th, … failure is a process warning', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on('warning', listen);
    const scene = newScene();
    scene.sites.add(website('a'));
    const controller = scene.controller({
      onError: undefined,
      reconcile: () => {
        throw new Error('x');
      },
    });
    scene.factory.start();
    void controller.run();
    await scene.clock.advance(1000);
    process.off('warning', listen);
    expect(warnings.map(({ message }) => message)).toEqual([
      'controller website: default/a: reconcile failed: x',
      'controller website: default/a: reconcile failed (failure 4): x',
    ]);
  });
});

describe('the timeout of a run', () => {
  /** A controller with a timeout of 1 s, whose runs end with `end`. */
  async function timed(end: (context: ReconcileContext) => Promise<unknown>, reconcileTimeoutMs = 1000) {
    const scene = newScene();
    scene.sites.add(website('a'));
    const errors: Error[] = [];
    const controller = scene.controller({
      reconcileTimeoutMs,
      onError: (error) => errors.push(error),
      reconcile: (context) => end(context as unknown as ReconcileContext) as Promise<void>,
    });
    scene.factory.start();
    void controller.run();
    await scene.settle();
    return { ...scene, errors, made: controller };
  }

  // Upstream: should time out if ReconciliationTimeout is set; should update the timeouts metric.
  test('aborts the signal, counts each time, and retries', async () => {
    const { clock, errors, made } = await timed(
      ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    );
    await clock.advance(2100);
    expect(made.stats().reconcileTimeoutsTotal).toBe(2);
    expect(errors.map(({ message }) => message)).toEqual([
      'reconcile of default/a by controller website took longer than 1000 ms',
      'reconcile of default/a by controller website took longer than 1000 ms',
    ]);
  });

  // Upstream: should update the timeouts metric.
  test('does not count a run that ended before, or that gave up earlier', async () => {
    const early = await timed(async () => undefined);
    await early.clock.advance(5000);
    expect(early.made.stats().reconcileTimeoutsTotal).toBe(0);
    // Those of the informer: none is for the run.
    expect(early.clock.pendingTimers).toBeLessThanOrEqual(3);
    const own = await timed(async () => Promise.reject(new Error('own deadline')));
    await own.clock.advance(500);
    expect(own.made.stats().reconcileTimeoutsTotal).toBe(0);
  });

  // Upstream: should update the timeouts metric.
  test('does not count a stop', async () => {
    const { made } = await timed(
      ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    );
    made.abortRuns();
    await made.stop();
    expect(made.stats()).toMatchObject({ reconcileTimeoutsTotal: 0, reconcileErrorsTotal: 0 });
  });

  // Upstream: should not configure a timeout if ReconciliationTimeout is zero; should update the timeouts metric.
  test('0 means none', async () => {
    const { clock, made } = await timed(
      ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
      0,
    );
    await clock.advance(10_000_000);
    expect(made.stats()).toMatchObject({ reconcileTimeoutsTotal: 0, activeWorkers: 1 });
  });
});

// Upstream: should return the correct reconcileID from context.
test('every run has its own id', async () => {
  const ids: string[] = [];
  const scene = newScene();
  scene.sites.add(website('a'));
  const controller = scene.controller({ reconcile: ({ runId }) => void ids.push(runId) });
  scene.factory.start();
  void controller.run();
  await scene.settle();
  controller.enqueue('default/a');
  await scene.settle();
  expect(ids).toEqual(['website-0-1', 'website-0-2']);
});
