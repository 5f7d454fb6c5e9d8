import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { TransportError } from '../../util/errors.js';
import type { WaitToRetry, SourceOptions } from '../../meta/calls.js';
import type { ListerWatcher } from '../types.js';
import type { ReflectorOptions } from './reflector.js';
import { ReflectorStatus } from './reflector-status.js';
import { podList, rig, track } from './reflector.test-support.js';
import type { Pod, Rig } from './reflector.test-support.js';

const reset = new TransportError('ERR_CONNECTION_RESET', 'read ECONNRESET');

type Waiting = (wait: WaitToRetry, signal: AbortSignal) => Promise<unknown>;

/** Runs a reflector whose source waits in each list as the function says. */
function running(
  waiting: Waiting,
  more: Partial<ListerWatcher<Pod>> = {},
  options: ReflectorOptions = {},
): Rig & { phases: string[] } {
  const source: ListerWatcher<Pod> = {
    watchListUnsupported: true,
    list: async (call: SourceOptions) => {
      const { waitToRetry, signal } = call;
      if (waitToRetry === undefined || signal === undefined) throw new Error('no delays were given');
      await waiting(waitToRetry, signal);
      return podList('1');
    },
    watch: () => Promise.resolve(new FakeWatchStream<Pod>()),
    ...more,
  };
  const phases: string[] = [];
  const clock = new FakeClock();
  const status: ReflectorStatus = new ReflectorStatus(
    clock,
    undefined,
    () => void phases.push(status.state.phase),
  );
  const made = rig(source, { ...options, clock, status });
  track(made.reflector.run({ signal: made.signal }));
  return { ...made, phases };
}

describe('the delays between the retries of a source', () => {
  test('of several requests at a time: shows the longest, and retryNow ends all', async () => {
    const { reflector, clock, phases } = running((wait, signal) =>
      Promise.all([1000, 5000, 3000].map((delayMs) => wait(delayMs, { error: reset, signal }))),
    );
    await settle();
    const startMs = clock.now();
    expect(reflector.status.state).toEqual({
      phase: 'backingOff',
      sinceMs: startMs,
      untilMs: startMs + 5000,
    });
    await clock.advance(4000);
    expect(reflector.status.state).toEqual({
      phase: 'backingOff',
      sinceMs: startMs,
      untilMs: startMs + 5000,
    });
    expect(reflector.retryNow()).toBe(true);
    await settle();
    expect(phases).toEqual(['listing', 'backingOff', 'listing', 'connecting', 'watching']);
    expect(clock.now()).toBe(startMs + 4000);
  });

  test('reject with the reason when the call ends, even if the source passed its own signal', async () => {
    const seen: unknown[] = [];
    const { controller, clock } = running(async (wait) => {
      const own = new AbortController();
      await wait(60_000, { error: reset, signal: own.signal }).catch((thrown: unknown) => {
        seen.push(thrown);
        throw thrown;
      });
    });
    await settle();
    const reason = new Error('stopped');
    controller.abort(reason);
    await settle();
    expect(seen).toEqual([reason]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('leave the state alone once the call has ended', async () => {
    let late: Promise<void> | undefined;
    const own = new AbortController();
    const { reflector, clock, phases } = running((wait) => {
      late = (async () => {
        await settle(20);
        await wait(1000, { error: reset, signal: own.signal });
      })();
      return Promise.resolve();
    });
    await settle(40);
    expect(reflector.status.state.phase).toBe('watching');
    expect(clock.pendingTimers).toBeGreaterThan(0);
    expect(reflector.retryNow()).toBe(false);
    await clock.advance(1000);
    await late;
    expect(phases).toEqual(['listing', 'connecting', 'watching']);
    expect(reflector.status.health({ resourceVersion: '', hasSynced: true })).toMatchObject({
      lastError: undefined,
    });
  });

  test('that outlive their list: the list fails at its deadline, and the backoff is shown as before', async () => {
    const { reflector, clock, phases, faults } = running((wait, signal) =>
      wait(600_000, { error: reset, signal }),
    );
    await settle();
    const startMs = clock.now();
    const state = reflector.status.state;
    expect(state).toMatchObject({ phase: 'backingOff', untilMs: startMs + 600_000 });
    await clock.advance(600_000);
    expect(phases.slice(0, 3)).toEqual(['listing', 'backingOff', 'backingOff']);
    expect(faults[0]).toBe('list ERR_TIMEOUT');
  });

  test('leave the state of an open watch alone, beside which the consistency detector lists', async () => {
    const stream = new FakeWatchStream<Pod>();
    stream.bookmark('1', { initialEventsEnd: true });
    const { reflector, clock, phases } = running(
      (wait, signal) => wait(1000, { error: reset, signal }),
      { watchListUnsupported: false, watch: () => Promise.resolve(stream) },
      { consistencyDetector: true },
    );
    await settle();
    expect(reflector.status.state.phase).toBe('streaming');
    expect(reflector.retryNow()).toBe(false);
    await clock.advance(1000);
    expect(phases).toEqual(['connecting', 'streaming', 'watching']);
  });
});
