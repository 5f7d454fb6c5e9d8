import { summarise } from './summary.mjs';

/** Title, and the cell of a summarised row. */
const columns = [
  ['sync s', ({ median }) => seconds(median.syncMs)],
  ['± %', ({ spread }) => percent(spread.syncMs)],
  ['÷ floor', ({ ratio }) => times(ratio.syncMs)],
  ['events/s', ({ median }) => whole(median.eventsPerSecond)],
  ['± %', ({ spread }) => percent(spread.eventsPerSecond)],
  ['÷ floor', ({ ratio }) => times(ratio.eventsPerSecond)],
  ['heap + ext MiB', ({ median }) => `${whole(median.heapMiB)} + ${whole(median.externalMiB)}`],
  ['÷ floor', ({ ratio }) => times(ratio.heapTotalMiB)],
  ['RSS peak / rest MiB', ({ median }) => `${whole(median.syncPeakRssMiB)} / ${whole(median.rssMiB)}`],
  ['CPU s sync / flood', ({ median }) => `${two(median.syncCpuSeconds)} / ${two(median.floodCpuSeconds)}`],
  ['pause ms sync / flood', ({ median }) => `${whole(median.syncPauseMs)} / ${whole(median.floodPauseMs)}`],
  ['p50 / p99 ms at 100/s', ({ median }) => pair(median.p50At100Ms, median.p99At100Ms)],
  ['p50 / p99 ms at 1,000/s', ({ median }) => pair(median.p50At1000Ms, median.p99At1000Ms)],
];

/** Columns of README's table. */
const short = [
  'sync s',
  '÷ floor',
  'events/s',
  'heap + ext MiB',
  'pause ms sync / flood',
  'p50 / p99 ms at 1,000/s',
];

/** Every figure, as text for a terminal: one table for each number of pods. */
export function terminalTables(results) {
  return summarise(results)
    .map(({ pods, rows }) => {
      const header = [`${thousands(pods)} pods`, ...columns.map(([title]) => title)];
      const body = rows.map((row) =>
        row.error === undefined
          ? [row.row, ...columns.map(([, cell]) => cell(row))]
          : [row.row, `failed: ${row.error}`],
      );
      return aligned([header, ...body]);
    })
    .join('\n\n');
}

/** README's tables, as Markdown. */
export function markdownTables(results) {
  const shown = [];
  for (const title of short) {
    // The first ratio is the sync's, the second that of the events.
    const after = title === '÷ floor' ? 0 : -1;
    shown.push(columns.findIndex(([name], index) => name === title && index > after));
  }
  // The events' ratio stands beside them.
  shown.splice(
    3,
    0,
    columns.findIndex(([name], index) => name === '÷ floor' && index > 3),
  );
  const picked = shown.map((index) => columns[index]);
  return summarise(results)
    .map(({ pods, rows }) => {
      const header = [`${thousands(pods)} pods`, ...picked.map(([title]) => title)];
      const rule = header.map((_, index) => (index === 0 ? '---' : '--:'));
      const body = rows.map((row) =>
        row.error === undefined
          ? [row.row, ...picked.map(([, cell]) => cell(row))]
          : [row.row, `failed: ${row.error}`, ...picked.slice(1).map(() => '')],
      );
      return [header, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    })
    .join('\n\n');
}

function aligned(rows) {
  const widths = rows[0].map((_, column) =>
    Math.max(...rows.filter((row) => row.length > 2).map((row) => row[column].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}

function seconds(ms) {
  return (ms / 1000).toFixed(ms < 1000 ? 3 : 2);
}

function percent(share) {
  return Math.round(share * 100).toString();
}

function times(ratio) {
  return ratio === undefined ? '–' : ratio.toFixed(2);
}

function two(value) {
  return value.toFixed(2);
}

function whole(value) {
  return thousands(Math.round(value));
}

function pair(one, other) {
  return one === undefined ? '–' : `${one.toFixed(1)} / ${other.toFixed(1)}`;
}

function thousands(value) {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}
