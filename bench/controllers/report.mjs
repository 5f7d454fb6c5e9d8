// The tables of bench:controllers.
import { median } from '../report/statistics.mjs';

/** What each row is compared with, in the same round. */
const floors = {
  'controller, nothing': 'async pool, nothing',
  'controller, all keys wait': 'async pool, nothing',
  'controller, status': 'async pool, status',
};

const cache = 'informer only';

/** Rows of `{ round, row, totalMs, runsMs, cpuSeconds, heapBytes }`. */
export function coldStartTable(runs, keys) {
  const of = (row) => runs.filter((run) => run.row === row);
  const middle = (row, figure) => median(of(row).map((run) => run[figure]));
  const ratio = (row, floor, figure) =>
    median(
      of(row).map((run) => run[figure] / of(floor).find(({ round }) => round === run.round)[figure]),
    ).toFixed(2);
  return {
    header: [
      `cold start, ${keys} keys`,
      's in all',
      '÷ pool',
      'CPU s',
      'CPU ÷ pool',
      'reconciles/s',
      'heap, bytes per key',
      'without the cache',
    ],
    rows: [...new Set(runs.map(({ row }) => row))]
      .sort((a, b) => middle(a, 'totalMs') - middle(b, 'totalMs'))
      .map((row) => {
        const floor = of(floors[row]).length === 0 ? undefined : floors[row];
        const compared = (figure) => (floor === undefined ? '' : ratio(row, floor, figure));
        const runsMs = of(row)[0].runsMs === undefined ? undefined : middle(row, 'runsMs');
        const bytes = middle(row, 'heapBytes');
        return [
          row,
          (middle(row, 'totalMs') / 1000).toFixed(2),
          compared('totalMs'),
          middle(row, 'cpuSeconds').toFixed(2),
          compared('cpuSeconds'),
          runsMs === undefined ? '' : Math.round((keys / runsMs) * 1000).toString(),
          Math.round(bytes / keys).toString(),
          row === cache || of(cache).length === 0
            ? ''
            : Math.round((bytes - middle(cache, 'heapBytes')) / keys).toString(),
        ];
      }),
  };
}

/** Rows of `{ name, timings, kill, stop }`, seconds. */
export function takeoverTable(rows) {
  const shown = ({ median: middle, least, most }) =>
    `${middle.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`;
  return {
    header: [
      'timings: lease, renewal, retry',
      'after SIGKILL, s',
      '÷ lease duration',
      'after SIGTERM, s',
      '÷ lease duration',
      '÷ retry period',
    ],
    rows: rows.map(({ name, timings, kill, stop }) => {
      const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timings;
      return [
        `${name}: ${[leaseDurationMs, renewDeadlineMs, retryPeriodMs].map((ms) => `${ms / 1000} s`).join(', ')}`,
        shown(kill),
        ((kill.median * 1000) / leaseDurationMs).toFixed(2),
        shown(stop),
        ((stop.median * 1000) / leaseDurationMs).toFixed(2),
        ((stop.median * 1000) / retryPeriodMs).toFixed(2),
      ];
    }),
  };
}

/** Rows as `sharded` returns them, compared with the first. */
export function shardingTable(rows, { keys, shard, hashes }) {
  const [one] = rows;
  return {
    header: [
      `replicas, ${keys} keys, ${shard ? 'shards of the server' : 'no shards'}, ${hashes} hashes`,
      'reconciles/s in all',
      `÷ ${one.processes}`,
      'objects in each cache',
      'heap of each, MiB',
      'RSS of each, MiB',
      'Lease writes/s',
      'Lease lists/s',
      'new watches/s',
      'open watches',
      'events per change',
    ],
    rows: rows.map((row) => [
      String(row.processes),
      Math.round(row.runsPerSecond).toString(),
      (row.runsPerSecond / one.runsPerSecond).toFixed(2),
      Math.round(row.cached).toString(),
      row.heapMiB.toFixed(0),
      row.rssMiB.toFixed(0),
      row.leaseWritesPerSecond.toFixed(1),
      row.leaseListsPerSecond.toFixed(1),
      row.watchesPerSecond.toFixed(1),
      String(row.openWatches),
      row.eventsPerWrite.toFixed(2),
    ]),
  };
}
