// The tables of bench:real, for a terminal and for the pages.
import { median } from './statistics.mjs';
import { markdownTable, thousands } from './tables.mjs';

/** The title of each column, its figure and its digits. */
const columns = [
  ['s', 'seconds', 2],
  ['client CPU s', 'clientCpuSeconds', 2],
  ['client peak RSS MiB', 'peakRssMiB', 0],
  ['heap MiB', 'heapMiB', 0],
  ['µs of CPU an event', 'eventCpuMicros', 0],
  ['server CPU s', 'serverCpuSeconds', 2],
  ['server peak RSS MiB', 'serverPeakRssMiB', 0],
];

/** Figures whose ratios are shown. Go's heap keeps what earlier requests needed, so the server's memory is not among them. */
const compared = [
  ['time', 'seconds'],
  ['client CPU', 'clientCpuSeconds'],
  ['client peak RSS', 'peakRssMiB'],
  ['server CPU', 'serverCpuSeconds'],
];

/** Medians of each row, and of the ratios to each peer in the same round: `{ row, wire, median, ratio }`. */
export function realSummary(runs, rows, peers) {
  const figures = columns.map(([, figure]) => figure).filter((figure) => runs[0][figure] !== undefined);
  const of = (row, round) => runs.find((run) => run.row === row && run.round === round);
  return rows.map(({ name }) => {
    const mine = runs.filter(({ row }) => row === name);
    const each = (value) => Object.fromEntries(figures.map((figure) => [figure, value(figure)]));
    const measured = Object.entries(peers).filter(([, peer]) => of(peer, 0) !== undefined);
    return {
      row: name,
      wire: mine[0].wire,
      median: each((figure) => median(mine.map((run) => run[figure]))),
      ratio: Object.fromEntries(
        measured.map(([short, peer]) => [
          short,
          each((figure) => median(mine.map((run) => run[figure] / of(peer, run.round)[figure]))),
        ]),
      ),
    };
  });
}

/** Two tables: the figures, and the ratios. */
export function realTables(results) {
  return [realTable(results), ratioTable(results)];
}

/** The figures of the rows that are shown, and of the columns; without these functions, of all. */
export function realTable({ rows, options }, isShown = () => true, hasColumn = () => true) {
  const shown = columns.filter(([title, figure]) => rows[0].median[figure] !== undefined && hasColumn(title));
  return markdownTable({
    header: [`${thousands(options.pods)} pods`, 'wire', ...shown.map(([title]) => title)],
    rows: rows
      .filter(({ row }) => isShown(row))
      .map(({ row, wire, median: figures }) => [
        row,
        wire,
        ...shown.map(([, figure, digits]) =>
          digits === 0 ? thousands(Math.round(figures[figure])) : figures[figure].toFixed(digits),
        ),
      ]),
  });
}

/** Our rows beside each peer, a line for each figure. */
export function ratioTable({ rows, options }) {
  const shown = compared.filter(([, figure]) => rows[0].median[figure] !== undefined);
  const peers = Object.keys(rows[0].ratio);
  return markdownTable({
    header: [`${thousands(options.pods)} pods`, 'figure', ...peers.map((peer) => `÷ ${peer}`)],
    rows: rows
      .filter(({ row }) => row.startsWith('kube-informers '))
      .flatMap(({ row, ratio }) =>
        shown.map(([title, figure]) => [row, title, ...peers.map((peer) => ratio[peer][figure].toFixed(2))]),
      ),
  });
}
