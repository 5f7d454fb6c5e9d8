import { expect, test } from 'vitest';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import type { Timer } from '../../util/clock.js';
import { seededRandom } from '../../../../testing/src/fault-proxy/rules.js';
import { TransportError } from '../../util/errors.js';
import { expired, pod, podList, rig, scripted, track } from './reflector.test-support.js';
import type { Pod, Rig } from './reflector.test-support.js';

const cut = new TransportError('ERR_WATCH_CUT', 'cut');

type End = (stream: FakeWatchStream<Pod>) => void;

/** A server that lists, and whose watches bring one event and then end according to `plan`; undefined: never. */
function server(plan: (count: number) => readonly [afterMs: number, end: End] | undefined): {
  readonly rig: Rig;
  /** Time without a watch after each lost one, ms. */
  readonly gaps: () => number[];
  readonly requests: (verb: 'list' | 'watch') => readonly number[];
} {
  const clock = new FakeClock();
  const lostMs: number[] = [];
  const source = scripted({
    clock,
    list: () => podList('1'),
    watch: (_options, count) => {
      let timer: Timer | undefined;
      const stream = new FakeWatchStream<Pod>(() => {
        timer?.cancel();
        lostMs.push(clock.monotonic());
      });
      stream.add(pod('a', String(count + 1)));
      const [afterMs, end] = plan(count) ?? [];
      if (afterMs === 0) end?.(stream);
      else if (afterMs !== undefined) timer = clock.setTimer(() => end?.(stream), afterMs);
      return stream;
    },
  });
  const made = rig(source, { clock, random: seededRandom(1) });
  const requests = (verb: 'list' | 'watch'): readonly number[] =>
    source.requests.filter((request) => request.verb === verb).map(({ atMs }) => atMs);
  const gaps = (): number[] =>
    requests('watch')
      .slice(1)
      .map((atMs, index) => atMs - (lostMs[index] ?? NaN));
  track(made.reflector.run({ signal: made.signal }));
  return { rig: made, gaps, requests };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('a fault a minute after each recovery keeps the cache behind for less than 1.9 % of the time', async () => {
  const { rig: made, gaps } = server(() => [60_000, (stream) => stream.error(expired.status)]);
  await made.clock.advance(3_600_000);
  expect(gaps().length).toBeGreaterThan(50);
  expect(sum(gaps()) / 3_600_000).toBeLessThan(0.019);
});

test('a 410 again and again is recovered from within 3 s each time', async () => {
  const { rig: made, gaps } = server(() => [15_000, (stream) => stream.error(expired.status)]);
  await made.clock.advance(600_000);
  expect(gaps().length).toBeGreaterThan(20);
  expect(Math.max(...gaps())).toBeLessThan(3000);
});

test('six resets of short watches that brought events cause no delay', async () => {
  const { rig: made, gaps } = server((count) =>
    count > 6 ? undefined : [count % 2 === 0 ? 900 : 600, (stream) => stream.fail(cut)],
  );
  await made.clock.advance(60_000);
  expect(gaps()).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a server that always sends one event and closes is watched once a second', async () => {
  const { rig: made, requests } = server(() => [0, (stream) => stream.end()]);
  await made.clock.advance(3_600_000);
  const perMinute = Array.from(
    { length: 60 },
    (_none, minute) => requests('watch').filter((atMs) => Math.floor(atMs / 60_000) === minute).length,
  );
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(70);
  expect(sum(perMinute) / 60).toBeLessThanOrEqual(60.5);
  expect(requests('list')).toHaveLength(1);
});
