import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bench, started } from '../../test/conformance/events/sink.test-support.js';
import { newForbidden } from '../meta/status.js';
import { TransportError } from '../util/errors.js';

/** What happens to the recorder: events, time, and how the server answers from then on. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('event' as const),
      pod: fc.nat(3),
      reason: fc.nat(2),
      note: fc.nat(12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1_000, 15_000, 400_000, 2_000_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('server' as const),
      is: fc.constantFrom('up' as const, 'away' as const, 'refuses' as const),
    }),
  },
);

const failures = {
  up: undefined,
  away: new TransportError('ERR_CONNECTION_REFUSED', 'no server'),
  refuses: newForbidden({ group: '', resource: 'events' }, 'a', 'no permission'),
};

/** Counts on the server, by the object's name. */
function stored(bench: Bench, api: string): number {
  let sum = 0;
  for (const object of bench.sink.objects.values()) {
    const series = object['series'] as { count: number } | undefined;
    sum += api === 'v1' ? Number(object['count']) : (series?.count ?? 1);
  }
  return sum;
}

test.each(['events.k8s.io/v1', 'v1'] as const)(
  '%s: every recorded event is counted on the server or as dropped, and the end leaves nothing behind',
  { timeout: 60_000 },
  async (api) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        async (steps, isAway) => {
          const bench = new Bench({ api, spam: { burst: 3 } });
          let answer: keyof typeof failures = 'up';
          bench.sink.failure = () => failures[answer];
          for (const next of steps) {
            if (next.do === 'event') {
              const regarding = { apiVersion: 'v1', kind: 'Pod', name: `pod-${next.pod}`, namespace: 'ns1' };
              // With events.k8s.io/v1 an aggregate's new note is a new object, which counts what the old one has counted.
              const note = api === 'v1' ? `note ${next.note}` : 'note';
              bench.recorder.event({ ...started, regarding, reason: `R${next.reason}`, note });
            } else if (next.do === 'wait') await bench.clock.advance(next.ms);
            else if (next.do === 'server') answer = next.is;
            else void bench.recorder.flush();
          }
          if (!isAway) answer = 'up';
          await bench.recorder.stop();
          const { recorded, dropped, queued, series } = bench.recorder.stats();
          const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
          expect(stored(bench, api) + lost).toBe(recorded);
          expect({ queued, series, timers: bench.clock.pendingTimers, running: bench.sink.running }).toEqual({
            queued: 0,
            series: 0,
            timers: 0,
            running: 0,
          });
        },
      ),
      { numRuns: 150 },
    );
  },
);
