import { median, spread } from './statistics.mjs';

/** Figures that are put into relation to the floor's of the same round. */
const comparable = ['syncMs', 'eventsPerSecond', 'heapTotalMiB', 'syncCpuSeconds', 'floodCpuSeconds'];

/**
 * What a results file says, by number of pods and row: `{ pods, rows: [{ row, error } | { row, rounds, median, spread,
 * ratio, nodeRatio }] }`. `ratio` is the median of the ratios to the floor of the same round, so that a machine that
 * changes its pace from one round to the next does not show in it; `nodeRatio` is the same to the floor on the row's own
 * Node.
 */
export function summarise(results) {
  const { reference, runs } = results;
  return unique(runs.map((run) => run.pods)).map((pods) => {
    const ofSize = runs.filter((run) => run.pods === pods);
    const figuresByRound = (row) =>
      new Map(
        ofSize
          .filter((run) => run.row === row && run.error === undefined)
          .map((run) => [run.round, figuresOf(run)]),
      );
    const rows = unique(ofSize.map((run) => run.row)).map((row) => {
      const mine = ofSize.filter((run) => run.row === row);
      const failed = mine.find((run) => run.error !== undefined);
      if (failed !== undefined) return { row, error: failed.error };
      const figures = mine.map((run) => ({ round: run.round, ...figuresOf(run) }));
      const of = (name) => figures.map((figure) => figure[name]);
      const names = Object.keys(figures[0]).filter((name) => name !== 'round');
      const ratiosTo = (floorRow) => {
        const floors = figuresByRound(floorRow);
        const ratios = {};
        for (const name of comparable.filter((figure) => names.includes(figure))) {
          const values = figures
            .filter(({ round }) => floors.has(round))
            .map((figure) => figure[name] / floors.get(figure.round)[name]);
          if (values.length > 0) ratios[name] = median(values);
        }
        return ratios;
      };
      return {
        row,
        rounds: figures.length,
        median: Object.fromEntries(names.map((name) => [name, median(of(name))])),
        spread: Object.fromEntries(names.map((name) => [name, spread(of(name))])),
        ratio: ratiosTo(reference),
        nodeRatio: ratiosTo(floorOfNode(row, reference)),
      };
    });
    return { pods, rows };
  });
}

/** The floor on the Node of this row: rows end in it. */
function floorOfNode(row, reference) {
  const node = /, Node \S+$/.exec(row)?.[0] ?? '';
  return reference.replace(/, Node \S+$/, node);
}

/** The numbers of a run, and those made of them. */
function figuresOf(run) {
  const numbers = Object.entries(run).filter(
    ([name, value]) => typeof value === 'number' && name !== 'round' && name !== 'pods',
  );
  return { ...Object.fromEntries(numbers), heapTotalMiB: run.heapMiB + run.externalMiB };
}

function unique(values) {
  return [...new Set(values)];
}
