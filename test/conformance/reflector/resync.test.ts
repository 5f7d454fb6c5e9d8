import { describe, expect, test } from 'vitest';
import { everySetup, fullReads, synced } from './setups.test-support.js';

describe.each(everySetup)('into a $sink, watch-list $useWatchList', (setup) => {
  test('TestReflectorResync: resyncs the store when due; a failed resync ends the round without an error', async () => {
    const { stream, round, store, clock, faults } = await synced(setup, {
      reflector: { resyncPeriodMs: 1000 },
    });
    let resyncs = 0;
    store.resync = () => {
      if (++resyncs === 2) throw new Error('expected resync reached');
    };
    await clock.advance(1999);
    expect(resyncs).toBe(1);
    await clock.advance(1);
    await round;
    expect(resyncs).toBe(2);
    expect(faults).toEqual(['resync ERR_RESYNC']);
    expect(stream.stopped).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  test('TestReflectorResync: the outer loop starts again after a failed resync', async () => {
    const { store, clock, source } = await synced(setup, {
      reflector: { resyncPeriodMs: 1000 },
      rounds: 'many',
    });
    store.resync = () => {
      throw new Error('refused');
    };
    await clock.advance(1000);
    expect(fullReads(source)).toBe(1);
    await clock.advance(800);
    expect(fullReads(source)).toBe(2);
  });

  test('TestReflectorResyncChan: resyncs no earlier than the period, and only if shouldResync returns true', async () => {
    let due = false;
    const { store, clock } = await synced(setup, {
      reflector: { resyncPeriodMs: 1000, shouldResync: () => due },
    });
    let resyncs = 0;
    store.resync = () => void resyncs++;
    await clock.advance(1999);
    expect(resyncs).toBe(0);
    due = true;
    await clock.advance(1);
    expect(resyncs).toBe(1);
    await clock.advance(999);
    expect(resyncs).toBe(1);
    await clock.advance(1);
    expect(resyncs).toBe(2);
  });
});
