import { median, spread } from './statistics.mjs';

/** Figures of a run that the tables show. */
const figures = [
  'syncMs',
  'syncCpuSeconds',
  'syncPauseMs',
  'syncOwnPauseMs',
  'syncGcPauseMs',
  'syncPeakRssMiB',
  'heapMiB',
  'externalMiB',
  'heapTotalMiB',
  'rssMiB',
  'eventsPerSecond',
  'floodCpuSeconds',
  'floodPauseMs',
  'floodOwnPauseMs',
  'floodGcPauseMs',
  'p50At100Ms',
  'p99At100Ms',
  'p50At1000Ms',
  'p99At1000Ms',
];

/** Figures that are compared with the floor's of the same round. */
const comparable = ['syncMs', 'eventsPerSecond', 'heapTotalMiB', 'syncCpuSeconds', 'floodCpuSeconds'];

/** Figures whose spread the tables show. */
const spreads = ['syncMs', 'eventsPerSecond'];

/**
 * The rows of a results file, made of the runs of all rounds: `{ pods, row, error }` for a row that failed once, otherwise
 * `{ pods, row, bytesPerPod, rounds, median, spread, ratio, nodeRatio }`. `ratio` is the median of the ratios to the floor
 * of the same round, so a machine that changes its pace between rounds does not affect it; `nodeRatio` is the same, with
 * the floor on the row's own Node.
 */
export function summarise(runs, reference) {
  return unique(runs.map((run) => run.pods)).flatMap((pods) => {
    const ofSize = runs.filter((run) => run.pods === pods);
    return unique(ofSize.map((run) => run.row)).map((row) => rowOf(ofSize, { pods, row }, reference));
  });
}

function rowOf(runs, { pods, row }, reference) {
  const mine = runs.filter((run) => run.row === row);
  const failed = mine.find((run) => run.error !== undefined);
  if (failed !== undefined) return { pods, row, error: failed.error };
  const rounds = mine.map(withTotal);
  const measured = figures.filter((name) => rounds.every((run) => run[name] !== undefined));
  const each = (names, value) =>
    Object.fromEntries(names.filter((name) => measured.includes(name)).map((name) => [name, value(name)]));
  const values = (name) => rounds.map((run) => run[name]);
  const ratiosTo = (floorRow) => {
    const floors = new Map(
      runs
        .filter((run) => run.row === floorRow && run.error === undefined)
        .map((run) => [run.round, withTotal(run)]),
    );
    const compared = rounds.filter(({ round }) => floors.has(round));
    if (compared.length === 0) return {};
    return each(comparable, (name) => median(compared.map((run) => run[name] / floors.get(run.round)[name])));
  };
  return {
    pods,
    row,
    bytesPerPod: mine[0].bytesPerPod,
    rounds: mine.length,
    median: each(measured, (name) => median(values(name))),
    spread: each(spreads, (name) => spread(values(name))),
    ratio: ratiosTo(reference),
    nodeRatio: ratiosTo(floorOfNode(row, reference)),
  };
}

/** The floor on the Node of this row: the names of rows end in it. */
function floorOfNode(row, reference) {
  const node = /, Node \S+$/.exec(row)?.[0] ?? '';
  return reference.replace(/, Node \S+$/, node);
}

function withTotal(run) {
  return { ...run, heapTotalMiB: run.heapMiB + run.externalMiB };
}

function unique(values) {
  return [...new Set(values)];
}
