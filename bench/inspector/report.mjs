import { median } from '../report/statistics.mjs';

/** The table of `bench:inspector`: medians of the rounds, and the medians of each round's ratios to the first row. */
export function inspectorTable(runs, rows) {
  const of = (row, figure) =>
    runs
      .filter((run) => run.row === row)
      .toSorted((a, b) => a.round - b.round)
      .map((run) => run[figure]);
  const ratio = (row, figure) => {
    const base = of(rows[0].name, figure);
    return median(of(row, figure).map((value, round) => value / base[round]));
  };
  return {
    header: ['row', 'events/s', '÷ first row', 'event-loop delay p99 ms', '÷ first row'],
    rows: rows.map(({ name }) => [
      name,
      String(Math.round(median(of(name, 'eventsPerSecond')))),
      ratio(name, 'eventsPerSecond').toFixed(2),
      median(of(name, 'p99Ms')).toFixed(1),
      ratio(name, 'p99Ms').toFixed(2),
    ]),
  };
}
