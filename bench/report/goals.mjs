// The goals of this library, and which of them a run reached.
import { participants, rowName } from '../participants/index.mjs';
import { markdownTable, thousands, verdict } from './tables.mjs';

/** A value reaches `most` or `least` when it is not worse than it; a goal with `pods` is for that number of pods only. */
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
  fields: [
    goal('sync ÷ floor on Node 24', ({ ratio }) => ratio.syncMs, { most: 0.5 }),
    goal('events/s ÷ floor on Node 24', ({ ratio }) => ratio.eventsPerSecond, { least: 2.5 }),
    goal('heap + external ÷ floor on Node 24', ({ ratio }) => ratio.heapTotalMiB, { most: 0.16 }),
  ],
  fieldsAsProtobuf: [
    goal('sync ÷ floor on Node 24', ({ ratio }) => ratio.syncMs, { most: 0.3 }),
    goal('events/s ÷ floor on Node 24', ({ ratio }) => ratio.eventsPerSecond, { least: 4 }),
    goal('heap + external ÷ floor on Node 24', ({ ratio }) => ratio.heapTotalMiB, { most: 0.16 }),
  ],
};

const cacheNames = {
  ordinary: 'ordinary cache',
  compact: 'compact cache',
  fields: 'two fields',
  fieldsAsProtobuf: 'two fields, protobuf',
};

function goal(name, value, { most, least, pods }) {
  return { name, value, most, least, pods };
}

/** A table for each cache at one size: each goal, and the value of each row with ✓ or ✗. */
export function goalTables({ rows }, pods) {
  const ofSize = rows.filter((row) => row.pods === pods);
  return Object.keys(goals).map((cache) => markdownTable(goalTable(cache, pods, ofSize)));
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
      .map((one) => [one.name, bound(one), ...shown.map(({ found }) => reached(one, found))]),
  };
}

/** The rows that the goals of a cache apply to, with the titles of their columns. */
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

function bound({ most, least }) {
  return most === undefined ? `≥ ${least}` : `≤ ${most}`;
}

/** The value of a goal in this row, and whether it is reached. */
function reached({ value, ...bounds }, row) {
  if (row === undefined) return 'not measured';
  return row.error === undefined ? verdict(value(row), bounds) : 'failed';
}
