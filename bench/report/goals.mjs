// What this library is to reach, and what it has reached, by the newest results of a calm machine.
import { participants, rowName } from '../participants/index.mjs';
import { summarise } from './summary.mjs';
import { markdownTable, sizesTable, thousands, verdict } from './tables.mjs';

/** Pods of a list that is one response of more than 1 GiB. */
export const hugePods = 210_000;

/** `most` or `least` is reached where the value is no worse; `pods`: at this number of them alone. */
const goals = {
  ordinary: [
    goal('sync ÷ floor of the same Node', ({ nodeRatio }) => nodeRatio.syncMs, { most: 1.1 }),
    goal('sync ÷ floor on Node 24', ({ ratio }) => ratio.syncMs, { most: 1.1 }),
    goal('events/s ÷ floor of the same Node', ({ nodeRatio }) => nodeRatio.eventsPerSecond, { least: 0.95 }),
    goal('events/s ÷ floor on Node 24', ({ ratio }) => ratio.eventsPerSecond, { least: 0.95 }),
    goal('heap + external ÷ floor of the same Node', ({ nodeRatio }) => nodeRatio.heapTotalMiB, { most: 1 }),
    goal('longest own pause of a sync, ms', ({ median }) => median.syncOwnPauseMs, { most: 50 }),
    goal('longest own pause of a flood, ms', ({ median }) => median.floodOwnPauseMs, { most: 50 }),
    goal('RSS peak ÷ rest', ({ median }) => median.syncPeakRssMiB / median.rssMiB, { most: 1.25 }),
  ],
  compact: [
    goal('sync ÷ floor of the same Node', ({ nodeRatio }) => nodeRatio.syncMs, { most: 0.44 }),
    goal('sync ÷ floor on Node 24', ({ ratio }) => ratio.syncMs, { most: 0.44 }),
    goal('events/s ÷ floor of the same Node', ({ nodeRatio }) => nodeRatio.eventsPerSecond, { least: 2.5 }),
    goal('events/s ÷ floor on Node 24', ({ ratio }) => ratio.eventsPerSecond, { least: 2.5 }),
    goal('heap + external, MiB', ({ median }) => median.heapTotalMiB, { most: 22, pods: 10_000 }),
    goal('heap + external, MiB', ({ median }) => median.heapTotalMiB, { most: 213, pods: 100_000 }),
    goal('longest own pause of a sync, ms', ({ median }) => median.syncOwnPauseMs, { most: 50 }),
    goal('longest own pause of a flood, ms', ({ median }) => median.floodOwnPauseMs, { most: 50 }),
    goal('RSS peak ÷ rest', ({ median }) => median.syncPeakRssMiB / median.rssMiB, { most: 1.25 }),
  ],
};

const cacheNames = { ordinary: 'ordinary cache', compact: 'compact cache' };

function goal(name, value, { most, least, pods }) {
  return { name, value, most, least, pods };
}

/** A table for each size and cache: each goal, and each row's value with ✓ or ✗. `found` are `{ results, pods }`. */
export function goalTables(found) {
  return found.flatMap(({ results, pods }) => {
    const { rows } = summarise(results).find((size) => size.pods === pods);
    return Object.keys(goals).map((cache) => markdownTable(goalTable(cache, pods, rows)));
  });
}

function goalTable(cache, pods, rows) {
  const shown = goalRows(cache).map(({ title, row }) => ({
    title,
    found: rows.find((candidate) => candidate.row === row),
  }));
  return {
    header: [`${cacheNames[cache]}, ${thousands(pods)} pods`, 'goal', ...shown.map(({ title }) => title)],
    rows: goals[cache]
      .filter((one) => one.pods === undefined || one.pods === pods)
      .map((one) => [one.name, bound(one), ...shown.map(({ found }) => told(one, found))]),
  };
}

/** The rows that a cache's goals are for, and what heads their columns. */
function goalRows(cache) {
  return participants
    .filter((participant) => participant.goals === cache)
    .flatMap((participant) =>
      participant.nodes.map((node) => ({
        title: `${participant.options.watchList ? 'watch-list' : 'list'}, Node ${node}`,
        row: rowName(participant, node),
      })),
    );
}

/** How the cost of a pod grows with their number, and what a list above 1 GiB does: from a file of kind `sync`. */
export function sizeTables({ results }) {
  const summary = summarise(results);
  const huge = summary.find(({ pods }) => pods === hugePods);
  const linear = markdownTable(sizesTable(summary));
  if (huge === undefined) return [linear];
  return [
    linear,
    markdownTable({
      header: [
        `one response of ${gibibytes(results)} GiB`,
        'sync s',
        'longest own pause ms (≤ 50)',
        'RSS peak ÷ rest (≤ 1.25)',
      ],
      rows: huge.rows.map(({ row, error, median }) =>
        error === undefined
          ? [
              row,
              (median.syncMs / 1000).toFixed(1),
              verdict(median.syncOwnPauseMs, { most: 50 }),
              verdict(median.syncPeakRssMiB / median.rssMiB, { most: 1.25 }),
            ]
          : [row, `failed: ${error.replaceAll('|', '/')}`],
      ),
    }),
  ];
}

function gibibytes({ runs }) {
  const { bytesPerPod } = runs.find((run) => run.pods === hugePods && run.error === undefined);
  return ((bytesPerPod * hugePods) / 2 ** 30).toFixed(2);
}

function bound({ most, least }) {
  return most === undefined ? `≥ ${least}` : `≤ ${most}`;
}

/** A goal's value in this row, and whether it is reached. */
function told({ value, ...bounds }, row) {
  if (row === undefined) return 'not measured';
  return row.error === undefined ? verdict(value(row), bounds) : 'failed';
}
