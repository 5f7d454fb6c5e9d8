import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { NaiveQueue, SteppedClock } from './naive-queue.test-support.js';
import { ItemExponentialFailureRateLimiter } from './rate-limiters.js';
import type { WorkItem } from './work-item.js';
import { WorkQueue } from './work-queue.js';
import type { WorkQueueAddOptions } from './work-queue.js';
import { runs } from '../../../../test/nightly.test-support.js';

// A fixed seed, so that every run has the same cases.

type Command =
  | { readonly do: 'add'; readonly key: string; readonly options: WorkQueueAddOptions }
  | { readonly do: 'tryGet' | 'get' | 'shutDown' | 'drain' }
  | { readonly do: 'forget'; readonly key: string }
  | { readonly do: 'done' | 'doneAgain' | 'abort'; readonly which: number }
  | { readonly do: 'advance' | 'block'; readonly ms: number };

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const key = fc.constantFrom(...names);
const ms = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(100, 1000, 10_000));
const priority = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(-100));
const options = fc.record(
  {
    afterMs: fc.oneof(ms, fc.constant(-5)),
    priority,
    rateLimited: fc.boolean(),
    reason: fc.constantFrom<string | string[]>('one', 'two', 'three', ['four', 'two', 'five']),
    kind: fc.constantFrom<string | string[]>('own', 'other', ['own', 'retry']),
  },
  { requiredKeys: [] },
);
const which = fc.nat(5);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ do: fc.constant('add' as const), key, options }) },
  { weight: 15, arbitrary: fc.record({ do: fc.constantFrom('tryGet' as const, 'get' as const) }) },
  { weight: 25, arbitrary: fc.record({ do: fc.constant('done' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('doneAgain' as const, 'abort' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('forget' as const), key }) },
  { weight: 15, arbitrary: fc.record({ do: fc.constantFrom('advance' as const, 'block' as const), ms }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('shutDown' as const, 'drain' as const) }) },
);

/** A queue beside its model; every command is done to both, and everything that can be seen is compared. */
class Pair {
  readonly clock = new SteppedClock();
  readonly queue: WorkQueue;
  readonly model: NaiveQueue;
  readonly running: WorkItem[] = [];
  readonly finished: WorkItem[] = [];
  readonly #aborts: AbortController[] = [];
  readonly #got = new Map<number, WorkItem | undefined>();
  #drained: 'no' | 'waits' | 'yes' = 'no';
  #released = false;

  constructor(agingMs: number) {
    const rateLimiter = new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: 64 });
    this.queue = new WorkQueue({ agingMs, maxReasons: 2, rateLimiter, clock: this.clock });
    this.model = new NaiveQueue({ agingMs, maxReasons: 2 });
  }

  async run(each: Command): Promise<void> {
    const { clock, queue, model } = this;
    switch (each.do) {
      case 'add':
        queue.add(each.key, each.options);
        model.add(each.key, each.options, clock.nowMs);
        break;
      case 'tryGet': {
        model.moveDue(clock.nowMs);
        this.#compare(queue.tryGet(), model.take());
        break;
      }
      case 'get':
        await this.#get();
        break;
      case 'abort': {
        const waiter = model.waiters[each.which];
        if (waiter === undefined) break;
        model.waiters.splice(each.which, 1);
        this.#aborts[waiter]?.abort();
        break;
      }
      case 'done': {
        const [item] = this.running.splice(each.which % Math.max(1, this.running.length), 1);
        if (item === undefined) break;
        item.done();
        model.done(item.key, clock.nowMs);
        this.finished.push(item);
        break;
      }
      case 'doneAgain':
        this.finished[each.which]?.done();
        break;
      case 'forget':
        queue.forget(each.key);
        model.failures.delete(each.key);
        break;
      case 'advance':
        clock.advance(each.ms, () => model.moveDue(clock.nowMs));
        model.moveDue(clock.nowMs);
        break;
      case 'block':
        clock.nowMs += each.ms;
        break;
      case 'shutDown':
        queue.shutDown();
        model.shutDown();
        this.#released = true;
        break;
      case 'drain':
        if (this.#drained === 'no') {
          this.#drained = 'waits';
          this.#released = false;
          void queue.shutDown({ drain: true }).then(() => {
            this.#drained = 'yes';
          });
        }
        model.shutDown();
        break;
    }
    await this.check();
  }

  async #get(): Promise<void> {
    const getter = this.#aborts.length;
    const abort = new AbortController();
    this.#aborts.push(abort);
    this.queue.get({ signal: abort.signal }).then(
      (item) => this.#got.set(getter, item),
      () => this.#got.set(getter, undefined),
    );
    this.model.get(getter, this.clock.nowMs);
    // A get may give way to the event loop.
    await settle(2);
  }

  #compare(item: WorkItem | undefined, expected: object | undefined): void {
    if (item === undefined || expected === undefined) return expect(item).toBe(expected);
    expect(item).toMatchObject(expected);
    expect(this.running.map((each) => each.key)).not.toContain(item.key);
    this.running.push(item);
  }

  async check(): Promise<void> {
    const { clock, queue, model } = this;
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    for (const [getter, expected] of model.got) {
      expect(this.#got.has(getter)).toBe(true);
      this.#compare(this.#got.get(getter), expected);
      model.got.delete(getter);
    }
    const { adds, retries, depth, depthByPriority, droppedAtShutDown } = queue.stats();
    // One comparison, since there are a hundred thousand of them.
    expect([
      [queue.length, queue.delayed, queue.processing, adds, retries, droppedAtShutDown],
      [...depthByPriority],
      depth,
      this.running.map((each) => each.key).toSorted(),
      names.map((name) => [queue.has(name), queue.numRequeues(name)]),
      model.waiters.filter((waiter) => this.#got.has(waiter)),
      this.#drained,
      clock.timers.size,
      // The timer is never later than the earliest due time.
      [...clock.timers].every(({ atMs }) => atMs <= (model.nextDueMs ?? 0)),
    ]).toEqual([
      [model.ready, model.delayed, model.processing.length, model.adds, model.retries, model.dropped],
      [...model.depths],
      [...model.depths.values()].reduce((sum, count) => sum + count, 0),
      model.processing.toSorted(),
      names.map((name) => [model.keys.has(name), model.failures.get(name) ?? 0]),
      [],
      this.#drained === 'no' ? 'no' : model.isDrained || this.#released ? 'yes' : 'waits',
      model.delayed === 0 ? 0 : 1,
      true,
    ]);
  }

  /** Hands out and finishes everything. */
  async finish(): Promise<void> {
    for (let round = 0; round < 50 && this.model.keys.size > 0; round++) {
      await this.run({ do: 'advance', ms: 10_000 });
      await this.run({ do: 'tryGet' });
      await this.run({ do: 'done', which: 0 });
    }
    expect(this.model.keys.size).toBe(0);
    expect(this.clock.timers.size).toBe(0);
  }
}

test.each([1000, 7, Infinity])(
  'TestFuzzPriorityQueue: any commands do to a queue what they do to the model, with agingMs %s',
  async (agingMs) => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 80 }), async (commands) => {
        const pair = new Pair(agingMs);
        for (const each of commands) await pair.run(each);
        await pair.finish();
      }),
      { numRuns: runs(1000) },
    );
  },
);

test('under a steady stream, no key waits longer than the aging of its priority and the keys before it', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 50, maxLength: 300 }),
      fc.nat(20),
      (priorities, backlog) => {
        const clock = new SteppedClock();
        const queue = new WorkQueue({ agingMs: 100, clock });
        const addedMs = new Map<string, number>();
        const add = (name: string, level: number): void => {
          addedMs.set(name, clock.nowMs);
          queue.add(name, { priority: level });
        };
        for (let n = 0; n < backlog; n++) add(`first-${n}`, 10);
        // One comes and one goes every 10 ms.
        for (const [n, level] of priorities.entries()) {
          add(`key-${n}`, level);
          const item = queue.tryGet();
          const waitedMs = clock.nowMs - (addedMs.get(item?.key ?? '') ?? Number.NaN);
          expect(waitedMs).toBeLessThanOrEqual((10 - (item?.priority ?? 0)) * 100 + backlog * 10);
          item?.done();
          clock.nowMs += 10;
        }
        expect(queue.length).toBe(backlog);
      },
    ),
    { numRuns: runs(500) },
  );
});
