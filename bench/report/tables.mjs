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
  rssRatio: ['RSS peak ÷ rest', ({ median }) => times(median.syncPeakRssMiB / median.rssMiB)],
  rss: ['RSS MiB peak / rest', ({ median }) => `${whole(median.syncPeakRssMiB)} / ${whole(median.rssMiB)}`],
  cpu: ['CPU s sync / flood', both('CpuSeconds', two)],
  cpuRatio: [
    'CPU ÷ floor sync / flood',
    ({ ratio }) =>
      ratio.floodCpuSeconds === undefined
        ? times(ratio.syncCpuSeconds)
        : `${times(ratio.syncCpuSeconds)} / ${times(ratio.floodCpuSeconds)}`,
  ],
  pause: ['pause ms sync / flood', both('PauseMs', whole)],
  ownPause: ['own', both('OwnPauseMs', whole)],
  gcPause: ['GC', both('GcPauseMs', whole)],
  latency100: ['ms p50 / p99 at 100/s', ({ median }) => pair(median.p50At100Ms, median.p99At100Ms)],
  latency1000: ['ms p50 / p99 at 1,000/s', ({ median }) => pair(median.p50At1000Ms, median.p99At1000Ms)],
};

const inPerformance = ['sync', 'syncRatio', 'eventsRatio', 'heap', 'rss', 'ownPause'];
const ofFlood = ['events', 'eventsSpread', 'eventsRatio', 'latency100', 'latency1000'];

/** On a terminal the own pause stands beside the pause; on a page it needs its whole title. */
const titlesOnPages = { ownPause: 'longest pause ms sync / flood' };

/** Every figure, for a terminal: one table per number of pods, then a comparison of the sizes. */
export function terminalTables(results) {
  const shown = Object.keys(columns).filter((name) => results.kind !== 'sync' || !ofFlood.includes(name));
  const bySize = unique(results.rows.map(({ pods }) => pods)).map((pods) =>
    table(
      pods,
      results.rows,
      shown.map((name) => columns[name]),
    ),
  );
  const all = bySize.length > 1 ? [...bySize, sizesTable(results.rows)] : bySize;
  return all
    .map(({ header, rows }) => {
      const widths = widthsOf([header, ...rows]);
      return [header, ...rows].map((cells) => padded(cells, widths).join('  ').trimEnd()).join('\n');
    })
    .join('\n\n');
}

/** The table of docs/performance.md: one number of pods, the rows of these names. */
export function performanceTable(results, pods, names) {
  const shown = inPerformance.map((name) => [titlesOnPages[name] ?? columns[name][0], columns[name][1]]);
  const rows = results.rows.filter(({ row }) => names.includes(row));
  return markdownTable(table(pods, rows, shown));
}

/** A table in Markdown, as the formatter leaves it. */
export function markdownTable({ header, rows }) {
  // Markdown has no cells that span columns: the error of a failed row stands beside its name.
  const filled = rows.map((cells) =>
    cells.length === header.length ? cells : [cells.join(': '), ...header.slice(1).map(() => '')],
  );
  const widths = widthsOf([header, ...filled]);
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [padded(header, widths), rule, ...filled.map((cells) => padded(cells, widths))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Microseconds of a sync per pod, by number of pods: equal columns mean that the time is linear. */
export function sizesTable(rows) {
  const sizes = unique(rows.map(({ pods }) => pods));
  return {
    header: ['sync, µs a pod', ...sizes.map((pods) => `${thousands(pods)} pods`)],
    rows: unique(rows.map(({ row }) => row)).map((name) => [
      name,
      ...sizes.map((pods) => {
        const row = rows.find((candidate) => candidate.row === name && candidate.pods === pods);
        if (row === undefined) return '–';
        return row.error === undefined ? ((row.median.syncMs * 1000) / pods).toFixed(1) : 'failed';
      }),
    ]),
  };
}

/** Header and rows of one number of pods; a row that failed has two cells: its name, and the error. */
function table(pods, rows, shown) {
  return {
    header: [`${thousands(pods)} pods`, ...shown.map(([title]) => title)],
    rows: rows
      .filter((row) => row.pods === pods)
      .map((row) =>
        row.error === undefined
          ? [row.row, ...shown.map(([, cell]) => cell(row))]
          : [row.row, `failed: ${row.error.replaceAll('|', '/')}`],
      ),
  };
}

function unique(values) {
  return [...new Set(values)];
}

/** Width of each column; the error of a failed row may be longer. */
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

/** A figure of the sync and, if there was one, of the flood. */
function both(name, text) {
  return ({ median }) => {
    const [sync, flood] = [median[`sync${name}`], median[`flood${name}`]];
    // A program in Go has no event loop that could pause.
    if (sync === undefined) return '–';
    return flood === undefined ? text(sync) : `${text(sync)} / ${text(flood)}`;
  };
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

/** Most digits that a verdict shows; closer to its bound a value counts as equal to it. */
const mostDigits = 9;

/** A value and whether it is within its bounds, with enough digits to show why; `–` for undefined. */
export function verdict(value, { most = Infinity, least = -Infinity }) {
  if (value === undefined) return '–';
  const reached = (figure) => figure <= most && figure >= least;
  let digits = value < 10 ? 2 : 0;
  // 0.947 is below a goal of 0.95, but 0.95 is not.
  while (reached(Number(value.toFixed(digits))) !== reached(value) && digits < mostDigits) digits++;
  return `${value.toFixed(digits)} ${reached(value) ? '✓' : '✗'}`;
}

export function thousands(value) {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}
