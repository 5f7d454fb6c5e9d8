import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClient } from '../factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { newConflict } from '../meta/status.js';
import type { KubernetesObject } from '../meta/types.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { ItemExponentialFailureRateLimiter } from '../workqueue/rate-limiters.js';
import { Controller } from './controller.js';
import { website, websites } from './controller.test-support.js';
import type { Website } from './controller.test-support.js';
import { RetryAfterError, TerminalError } from './errors.js';

/** What happens to a controller, step by step. */
type Step =
  | { readonly do: 'change' | 'delete' | 'enqueue' | 'pause' | 'resume'; readonly name: string }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'stop' | 'start' | 'abort' | 'drop watch' };

/** How a run ends. */
type End =
  | 'nothing'
  | 'after'
  | 'backoff'
  | 'throw'
  | 'retry after'
  | 'terminal'
  | 'write'
  | 'slow'
  | 'hang until aborted';

const names = ['a', 'b', 'c'];
const anyName = fc.constantFrom(...names);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), name: anyName }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('delete' as const, 'enqueue', 'pause', 'resume'),
        name: anyName,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 1, 50, 400, 3000) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('stop' as const, 'start', 'abort', 'abort', 'abort', 'drop watch'),
      }),
    },
  ),
  { maxLength: 40 },
);
const ends = fc.array(
  fc.constantFrom<End>(
    'nothing',
    'nothing',
    'after',
    'backoff',
    'throw',
    'retry after',
    'terminal',
    'write',
    'slow',
    'hang until aborted',
    'hang until aborted',
    'hang until aborted',
  ),
  { maxLength: 40 },
);

class Model {
  readonly clock = new FakeClock();
  readonly client = new FakeClient();
  readonly sites = this.client.source(websites);
  readonly factory = new SharedInformerFactory(this.client, { clock: this.clock });
  readonly active = new Set<string>();
  /** The resourceVersion that the last run of a key saw when it ended well or for good; "" for a deleted object. */
  readonly seen = new Map<string, string>();
  /** The resourceVersion that a run of a key wrote last. */
  readonly written = new Map<string, string>();
  readonly violations: Error[] = [];
  readonly controller: Controller<Website>;
  readonly #ends: End[];
  #term: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(ends_: readonly End[], concurrency: number) {
    this.#ends = [...ends_];
    this.controller = new Controller<Website>('website', {
      clock: this.clock,
      random: () => 0,
      for: this.factory.forResource(websites),
      concurrency,
      reconcileTimeoutMs: 1000,
      rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 5, maxMs: 1000 }),
      clientset: {
        restClient: {
          request: async (call: never) => this.#request(call),
          list: async () => this.sites.list({}),
          watch: async () => ({}),
        } as never,
      },
      // A failed expectation in a run would otherwise be retried like any error.
      onError: (error) => {
        if (error.name === 'AssertionError') this.violations.push(error);
      },
      reconcile: async (context) => {
        const { key, object, client, signal } = context;
        // Never two runs of one key at once.
        expect(this.active).not.toContain(key);
        this.active.add(key);
        expect(this.active.size).toBeLessThanOrEqual(concurrency + this.controller.stats().timedOutRuns);
        const version = object?.metadata?.resourceVersion ?? '';
        // A run reads what the run before it wrote.
        if (version !== '')
          expect(Number(version)).toBeGreaterThanOrEqual(Number(this.written.get(key) ?? 0));
        try {
          switch (this.#ends.shift() ?? 'nothing') {
            case 'throw':
              throw new Error('no');
            case 'retry after':
              throw new RetryAfterError('later', { afterMs: 500 });
            case 'backoff':
              return { backoff: true as const };
            case 'slow':
              await this.clock.sleep(1500);
              break;
            case 'hang until aborted':
              await this.clock.sleep(10_000_000, { signal });
              break;
            case 'write':
              if (object !== undefined) await client.update({ ...object, status: { ready: true } });
              break;
            case 'after':
              this.seen.set(key, version);
              return { afterMs: 100 };
            case 'terminal':
              this.seen.set(key, version);
              throw new TerminalError('no');
            case 'nothing':
          }
          this.seen.set(key, version);
          return undefined;
        } finally {
          this.active.delete(key);
        }
      },
    });
    this.factory.start();
  }

  async #request({ body }: { body: Website }): Promise<KubernetesObject> {
    const name = body.metadata?.name ?? '';
    await this.clock.sleep(20);
    const stored = await this.stored(name);
    if (stored === undefined || stored.metadata?.resourceVersion !== body.metadata?.resourceVersion)
      throw newConflict({ group: 'example.com', resource: 'websites' }, name, 'changed');
    const written = this.sites.modify(structuredClone(body));
    this.written.set(`default/${name}`, written.metadata?.resourceVersion ?? '');
    return written;
  }

  async stored(name: string): Promise<KubernetesObject | undefined> {
    return (await this.sites.list({})).items.find(({ metadata }) => metadata?.name === name);
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'change':
        if ((await this.stored(step.name)) === undefined) this.sites.add(website(step.name));
        else this.sites.modify(website(step.name));
        return;
      case 'delete':
        if ((await this.stored(step.name)) !== undefined) this.sites.delete(`default/${step.name}`);
        return;
      case 'enqueue':
        return this.controller.enqueue(`default/${step.name}`);
      case 'pause':
        return this.controller.pause(`default/${step.name}`);
      case 'resume':
        return this.controller.resume(`default/${step.name}`);
      case 'pass':
        return this.clock.advance(step.ms);
      case 'drop watch':
        return this.sites.closeWatches();
      case 'abort':
        return this.controller.abortRuns();
      case 'start':
        return this.start();
      case 'stop':
        await this.stop();
    }
  }

  start(): void {
    if (this.#term !== undefined) return;
    const abort = new AbortController();
    this.#term = { abort, ended: this.controller.run({ signal: abort.signal }) };
  }

  async stop(): Promise<void> {
    const term = this.#term;
    if (term === undefined) return;
    this.#term = undefined;
    term.abort.abort();
    await this.clock.advance(60_000);
    await term.ended;
  }

  /** Lets everything end well, and checks that every key was run after its last change. */
  async finish(): Promise<void> {
    this.#ends.length = 0;
    for (const name of names) this.controller.resume(`default/${name}`);
    this.start();
    await this.clock.advance(120_000);
    for (const name of names) {
      const now = (await this.stored(name))?.metadata?.resourceVersion;
      const seen = this.seen.get(`default/${name}`);
      // An object that came and went unnoticed needs no run.
      if (now !== undefined || seen !== undefined) expect([name, seen]).toEqual([name, now ?? '']);
    }
    expect(this.violations).toEqual([]);
    const { queue, activeWorkers, timedOutRuns, unseenOwnWrites } = this.controller.stats();
    expect({ ...queue, activeWorkers, timedOutRuns, unseenOwnWrites }).toMatchObject({
      depth: 0,
      delayed: 0,
      processing: 0,
      activeWorkers: 0,
      timedOutRuns: 0,
      unseenOwnWrites: 0,
    });
    await this.stop();
    await this.controller.stop();
    await this.factory.stop();
    await settle();
    expect(this.clock.pendingTimers).toBe(0);
  }
}

// Upstream: EventHandler: should create a DeleteEvent from a tombstone; ReadYourOwnWrite: create, update, patch,
// apply; kube-rs controller/runner.rs.
test('never runs a key twice at once, and follows every change with a run that sees it, over terms', async () => {
  await fc.assert(
    fc.asyncProperty(steps, ends, fc.integer({ min: 1, max: 3 }), async (all, runEnds, concurrency) => {
      const model = new Model(runEnds, concurrency);
      model.start();
      for (const step of all) {
        await model.step(step);
        await settle(2);
      }
      await model.finish();
    }),
    { numRuns: 400 },
  );
});
