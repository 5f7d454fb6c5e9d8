import { summarise } from './summary.mjs';

/** Every column: its title, and the cell of a summarised row. */
const columns = {
  sync: ['sync s', ({ median }) => seconds(median.syncMs)],
  syncSpread: ['± %', ({ spread }) => percent(spread.syncMs)],
  syncRatio: ['sync ÷ floor', ({ ratio }) => times(ratio.syncMs)],
  events: ['events/s', ({ median }) => whole(median.eventsPerSecond)],
  eventsSpread: ['± %', ({ spread }) => percent(spread.eventsPerSecond)],
  eventsRatio: ['events ÷ floor', ({ ratio }) => times(ratio.eventsPerSecond)],
  heap: ['heap + external MiB', ({ median }) => `${whole(median.heapMiB)} + ${whole(median.externalMiB)}`],
  heapRatio: ['heap ÷ floor', ({ ratio }) => times(ratio.heapTotalMiB)],
  rss: ['RSS MiB peak / rest', ({ median }) => `${whole(median.syncPeakRssMiB)} / ${whole(median.rssMiB)}`],
  cpu: [
    'CPU s sync / flood',
    ({ median }) => `${two(median.syncCpuSeconds)} / ${two(median.floodCpuSeconds)}`,
  ],
  pause: [
    'pause ms sync / flood',
    ({ median }) => `${whole(median.syncPauseMs)} / ${whole(median.floodPauseMs)}`,
  ],
  latency100: ['ms p50 / p99 at 100/s', ({ median }) => pair(median.p50At100Ms, median.p99At100Ms)],
  latency1000: ['ms p50 / p99 at 1,000/s', ({ median }) => pair(median.p50At1000Ms, median.p99At1000Ms)],
};

const inReadme = ['sync', 'syncRatio', 'events', 'eventsRatio', 'heap', 'heapRatio', 'pause', 'latency1000'];

/** Every figure, for a terminal: one table for each number of pods. */
export function terminalTables(results) {
  return tables(results, Object.values(columns))
    .map(({ header, rows }) => {
      const widths = widthsOf([header, ...rows]);
      return [header, ...rows].map((cells) => padded(cells, widths).join('  ').trimEnd()).join('\n');
    })
    .join('\n\n');
}

/** README's tables: Markdown, as prettier leaves it. */
export function markdownTables(results) {
  return tables(
    results,
    inReadme.map((name) => columns[name]),
  )
    .map(({ header, rows }) => {
      // Markdown has no cells that span columns: why a row failed is said beside its name.
      const whole = rows.map((cells) =>
        cells.length === header.length ? cells : [cells.join(': '), ...header.slice(1).map(() => '')],
      );
      const widths = widthsOf([header, ...whole]);
      const rule = widths.map((width, column) =>
        column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
      );
      return [padded(header, widths), rule, ...whole.map((cells) => padded(cells, widths))]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n');
    })
    .join('\n\n');
}

/** For each number of pods the header and the rows; a row that failed has two cells: its name, and why. */
function tables(results, shown) {
  return summarise(results).map(({ pods, rows }) => ({
    header: [`${thousands(pods)} pods`, ...shown.map(([title]) => title)],
    rows: rows.map((row) =>
      row.error === undefined
        ? [row.row, ...shown.map(([, cell]) => cell(row))]
        : [row.row, `failed: ${row.error.replaceAll('|', '/')}`],
    ),
  }));
}

/** Width of each column; what is said of a failed row may be longer. */
function widthsOf(rows) {
  const columnsOf = rows[0].map((_, column) => column);
  return columnsOf.map((column) =>
    Math.max(
      ...rows
        .filter((cells) => cells.length === rows[0].length || column === 0)
        .map((cells) => cells[column].length),
    ),
  );
}

function padded(cells, widths) {
  return cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
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
