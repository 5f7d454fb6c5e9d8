import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bench, started } from '../../../../test/conformance/events/sink.test-support.js';
import { newForbidden } from '../meta/status.js';
import { settle } from '@kube-informers/testing';
import { TransportError } from '../util/errors.js';

const away = new TransportError('ERR_CONNECTION_REFUSED', 'no server');
const forbidden = newForbidden({ group: '', resource: 'events' }, 'a', 'no permission');

/** How the server answers. `loses` carries a call out, and its response does not arrive. */
const answers = ['works', 'away', 'refuses', 'refuses creates', 'fails by turns', 'loses'] as const;
type Answer = (typeof answers)[number];

/** What happens to the recorder. Without a step of time between them, events arrive while others are written. */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('event' as const),
      pod: fc.nat(2),
      reason: fc.nat(1),
      note: fc.nat(12),
      times: fc.constantFrom(1, 2, 3, 12),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, 15_000, 400_000, 2_000_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  // The server deletes events after an hour.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('server' as const), is: fc.constantFrom<Answer>(...answers) }),
  },
);

/** Gives the server the chosen answers, and notes what it was sent: `written` has the count of each series. */
function serverOf({ sink }: Bench, api: string) {
  const written = new Map<string, number>();
  const server = { answer: 'works' as Answer, written, hasLost: false };
  let calls = 0;
  sink.failure = ({ verb }) => {
    calls++;
    if (server.answer === 'away' || (server.answer === 'fails by turns' && calls % 2 === 0)) return away;
    if (server.answer === 'refuses') return forbidden;
    return server.answer === 'refuses creates' && verb === 'create' ? forbidden : undefined;
  };
  sink.lostResponse = ({ name }) => {
    const object = sink.objects.get(name) ?? {};
    const { annotations } = object['metadata'] as { annotations: { first: string } };
    const series = object['series'] as { count: number } | undefined;
    const count = api === 'v1' ? Number(object['count']) : (series?.count ?? 1);
    // A series has several objects if its note cannot be changed; the newest one has counted all.
    written.set(annotations.first, Math.max(count, written.get(annotations.first) ?? 0));
    if (server.answer !== 'loses') return undefined;
    server.hasLost = true;
    return away;
  };
  return server;
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

test.each(['events.k8s.io/v1', 'v1'] as const)(
  '%s: every recorded event is counted on the server or as dropped, and the end leaves nothing behind',
  { timeout: 60_000 },
  async (api) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom(3, 25),
        async (steps, works, burst) => {
          const bench = new Bench({ api, spam: { burst } });
          const { sink, clock, recorder } = bench;
          const server = serverOf(bench, api);
          let events = 0;
          for (const next of steps) {
            if (next.do === 'event') {
              const regarding = { apiVersion: 'v1', kind: 'Pod', name: `pod-${next.pod}`, namespace: 'ns1' };
              for (let i = 0; i < next.times; i++) {
                const note = `note ${(next.note + i) % 13}`;
                // A series keeps the annotations of its first event.
                const annotations = { first: String(events++) };
                recorder.event({ ...started, regarding, reason: `R${next.reason}`, note, annotations });
              }
            } else if (next.do === 'settle') await settle();
            else if (next.do === 'wait') await clock.advance(next.ms);
            else if (next.do === 'expire') sink.objects.clear();
            else if (next.do === 'server') server.answer = next.is;
            else void recorder.flush();
          }
          if (works) server.answer = 'works';
          await recorder.stop();
          const { recorded, dropped, queued, series } = recorder.stats();
          const onServer = sum(server.written.values());
          const accounted = onServer + sum(Object.values(dropped));
          expect(recorded).toBe(events);
          // An event whose last response was lost may be on the server, and counts as dropped.
          if (server.hasLost) {
            expect(onServer).toBeLessThanOrEqual(recorded);
            expect(accounted).toBeGreaterThanOrEqual(recorded);
          } else expect(accounted).toBe(recorded);
          const left = { queued, series, timers: clock.pendingTimers, running: sink.running };
          expect(left).toEqual({ queued: 0, series: 0, timers: 0, running: 0 });
        },
      ),
      { numRuns: 1000 },
    );
  },
);
