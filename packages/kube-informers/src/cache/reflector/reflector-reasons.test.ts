import { expect, test } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { TransportError } from '../../util/errors.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { listReasons, watchEndReasons } from './reflector-counts.js';
import type { ListReason, WatchEndReason } from './reflector-counts.js';
import { expired, pod, podList, rig, scripted, status, tooMany, track } from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';

const minute = 60_000;
const zeros = Object.fromEntries(listReasons.map((reason) => [reason, 0]));
const cut = new TransportError('ERR_WATCH_CUT', 'socket hang up');
const tooLarge = new StatusError({
  ...status(504, 'Timeout'),
  details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
});

/** A Reflector that watches from resourceVersion 10, with a store whose resync fails after 50 s. */
async function watching(resyncPeriodMs = 0) {
  class Store extends MemoryIndexer<Pod> {
    override resync(): void {
      throw new Error('no');
    }
  }
  let isForgotten = false;
  const source = scripted({
    list: ({ limit }) => {
      if (limit === 1 && isForgotten) throw tooLarge;
      return podList('10');
    },
  });
  const made = rig(source, { store: new Store(), resyncPeriodMs });
  const running = made.reflector.run({ signal: made.signal });
  track(running);
  const stream = await source.nextStream();
  return {
    ...made,
    stream,
    /** The server no longer knows any resourceVersion. */
    forget: () => void (isForgotten = true),
    stop: async () => {
      made.controller.abort(new Error('stopped'));
      await running;
    },
  };
}

type Watching = Awaited<ReturnType<typeof watching>>;

const rows: readonly [
  what: string,
  play: (run: Watching) => void | Promise<void>,
  end: WatchEndReason,
  list: ListReason | undefined,
  resyncPeriodMs?: number,
][] = [
  [
    'the server ends a watch that brought an event',
    ({ stream }) => {
      stream.add(pod('a', '11'));
      stream.end();
    },
    'ended',
    undefined,
  ],
  ['the server ends a watch at once', ({ stream }) => stream.end(), 'shortWatch', 'shortWatch'],
  ['the connection breaks', ({ stream }) => stream.fail(cut), 'cut', 'watchError'],
  ['an ERROR event 410', ({ stream }) => stream.error(expired.status), 'expired', 'expired'],
  ['an ERROR event 429', ({ stream }) => stream.error(tooMany.status), 'tooManyRequests', undefined],
  ['an ERROR event 500', ({ stream }) => stream.error(status(500, 'InternalError')), 'error', 'watchError'],
  ['an older event', ({ stream }) => stream.add(pod('a', '9')), 'backwards', 'backwards'],
  ['no event at all until the deadline', async ({ clock }) => clock.advance(6 * minute), 'silent', 'silent'],
  [
    'an unknown resourceVersion after a silent watch',
    async ({ stream, clock, forget }) => {
      await clock.advance(5 * minute);
      forget();
      stream.end();
    },
    'ended',
    'unknownVersion',
  ],
  ['a resync that fails', async ({ clock }) => clock.advance(50_000), 'stopped', 'resync', 50_000],
  [
    'a stop and another run',
    async ({ stop, reflector }) => {
      await stop();
      const second = new AbortController();
      track(reflector.run({ signal: second.signal }));
      await settle();
      second.abort();
    },
    'stopped',
    'restart',
  ],
];

test.each(rows)('%s: the watch and the list after it are counted', async (_what, play, end, list, period) => {
  const run = await watching(period);
  await play(run);
  await settle();
  await run.clock.advance(1000);
  const { watchEnds, lists } = run.reflector.status.counts().stats();
  expect(watchEnds[end]).toBeGreaterThan(0);
  expect(lists).toEqual({ ...zeros, initial: 1, ...(list === undefined ? {} : { [list]: 1 }) });
});

test('each reason has a row', () => {
  expect(new Set(rows.map(([, , end]) => end))).toEqual(new Set(watchEndReasons));
  expect(new Set(['initial', ...rows.flatMap(([, , , list]) => list ?? [])])).toEqual(new Set(listReasons));
});
