import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatted } from '../../scripts/formatted.mjs';
import { describe, expect, test } from 'vitest';
import { clientGo } from '../client-go/build.mjs';
import { parseOptions } from '../options.mjs';
import { nodeFlags, requestKinds } from '../measure.mjs';
import { participants, rowName, rowsOf } from '../participants/index.mjs';
import { goalTables } from '../report/goals.mjs';
import { newestResults, pages, withBlock } from '../report/pages.mjs';
import { realSummary, realTables } from '../report/real.mjs';
import { median, quantile, spread } from '../report/statistics.mjs';
import { summarise } from '../report/summary.mjs';
import { performanceTable, sizesTable, terminalTables, verdict } from '../report/tables.mjs';
import { compactJson, isBusy, newest } from '../results-file.mjs';

const rootUrl = new URL('../../', import.meta.url);

function run(row, round, figures) {
  return {
    pods: 10_000,
    round,
    row,
    bytesPerPod: 5270,
    syncCpuSeconds: 0.5,
    syncPauseMs: 400,
    syncOwnPauseMs: 40,
    syncGcPauseMs: 380,
    syncPeakRssMiB: 300,
    heapMiB: 100,
    externalMiB: 4,
    rssMiB: 250,
    floodCpuSeconds: 0.7,
    floodPauseMs: 40,
    floodOwnPauseMs: 30,
    floodGcPauseMs: 20,
    p50At1000Ms: 0.4,
    p99At1000Ms: 12.34,
    ...figures,
  };
}

/** Three rounds on a machine that gets slower: the ratios of each round are the same, those of the medians are not. */
const reference = 'floor, Node 24';
const runs = [
  run('floor, Node 24', 1, { syncMs: 100, eventsPerSecond: 30_000 }),
  run('floor, Node 24', 2, { syncMs: 200, eventsPerSecond: 20_000 }),
  run('floor, Node 24', 3, { syncMs: 400, eventsPerSecond: 10_000 }),
  run('ours, Node 24', 1, { syncMs: 150, eventsPerSecond: 24_000 }),
  run('ours, Node 24', 2, { syncMs: 300, eventsPerSecond: 16_000 }),
  run('ours, Node 24', 3, { syncMs: 1200, eventsPerSecond: 4000, heapMiB: 46 }),
  { pods: 10_000, round: 1, row: 'theirs, Node 20', error: "SyntaxError: Unexpected token '|'" },
];
const results = {
  kind: 'informers',
  startedAt: '2026-01-02T03:04:05.678Z',
  provisional: false,
  machine: { os: 'Linux', cpu: 'A processor', cores: 2, memoryGiB: 24, loadBefore: 0.1 },
  versions: { 'kube-informers': '0.1.0' },
  options: { pods: [10_000], rounds: 3, latencySeconds: 5 },
  rows: summarise(runs, reference),
};

test('medians, quantiles and spreads', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([5, 4, 3, 2, 1], 0.5)).toBe(3);
  expect(
    quantile(
      Array.from({ length: 500 }, (_, index) => index + 1),
      0.99,
    ),
  ).toBe(495);
  expect(quantile([7], 0.99)).toBe(7);
  expect(spread([90, 100, 120])).toBeCloseTo(0.3);
  expect(() => median([])).toThrow('at least one value');
});

test('every results file in the repository is named by a page', () => {
  const pagesOfDocs = readdirSync(new URL('docs', rootUrl)).filter((name) => name.endsWith('.md'));
  const docs = ['README.md', ...pagesOfDocs.map((name) => `docs/${name}`)];
  const text = docs.map((name) => readFileSync(new URL(name, rootUrl), 'utf8')).join('\n');
  const tracked = execFileSync('git', ['ls-files', 'bench/results'], { cwd: rootUrl, encoding: 'utf8' });
  const names = tracked.trim().split('\n');
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

test.each([
  [0.947, { least: 0.95 }, '0.947 ✗'],
  [0.9499999, { least: 0.95 }, '0.9499999 ✗'],
  [0.95, { least: 0.95 }, '0.95 ✓'],
  [2.4951, { least: 2.5 }, '2.495 ✗'],
  [1.1004, { most: 1.1 }, '1.1004 ✗'],
  [50.4, { most: 50 }, '50.4 ✗'],
  [49.6, { most: 50 }, '50 ✓'],
  [0.5, { most: 0.44 }, '0.50 ✗'],
  [undefined, { most: 1 }, '–'],
])('the figure of %d with bounds %j does not contradict its own verdict', (value, bounds, shown) => {
  expect(verdict(value, bounds)).toBe(shown);
});

test('a ratio is the median of the ratios of each round', () => {
  const { rows } = results;
  expect(rows.map(({ pods }) => pods)).toEqual([10_000, 10_000, 10_000]);
  expect(rows.map(({ row }) => row)).toEqual(['floor, Node 24', 'ours, Node 24', 'theirs, Node 20']);
  expect(rows[0].ratio.syncMs).toBe(1);
  // 1.5, 1.5 and 3; of heap and external 1, 1 and 0.48.
  expect(rows[1].ratio.syncMs).toBe(1.5);
  expect(rows[1].ratio.eventsPerSecond).toBeCloseTo(0.8);
  expect(rows[1].ratio.heapTotalMiB).toBe(1);
  expect(rows[1].median.syncMs).toBe(300);
  expect(rows[1].spread.syncMs).toBeCloseTo(3.5);
  expect(rows[2].error).toContain('SyntaxError');
  // Its Node is that of the reference.
  expect(rows[1].nodeRatio).toEqual(rows[1].ratio);
});

test('a row on another Node is compared with the floor on that Node, too', () => {
  const more = [
    ...runs,
    run('floor, Node 20', 1, { syncMs: 200, eventsPerSecond: 15_000 }),
    run('ours, Node 20', 1, { syncMs: 220, eventsPerSecond: 12_000 }),
  ];
  const { ratio, nodeRatio } = summarise(more, reference).find(({ row }) => row === 'ours, Node 20');
  expect(ratio.syncMs).toBeCloseTo(2.2);
  expect(nodeRatio.syncMs).toBeCloseTo(1.1);
  expect(nodeRatio.eventsPerSecond).toBeCloseTo(0.8);
});

test('a row that failed once has no medians', () => {
  const once = runs.map((one, index) => (index === 4 ? { ...one, error: 'ended with 1' } : one));
  expect(summarise(once, reference)[1]).toEqual({
    pods: 10_000,
    row: 'ours, Node 24',
    error: 'ended with 1',
  });
});

test('the tables show every row, and why one failed', () => {
  const text = terminalTables(results);
  expect(text.split('\n')).toHaveLength(4);
  expect(text).toMatch(/^ours, Node 24 +0\.300 +350 +1\.50 +16,000 +125 +0\.80 /m);
  expect(text).toContain("failed: SyntaxError: Unexpected token '/'");
  const names = results.rows.map(({ row }) => row);
  const markdown = performanceTable(results, 10_000, names);
  expect(markdown).toMatch(
    /^\| ours, Node 24 +\| +0\.300 \| +1\.50 \| +0\.80 \| +100 \+ 4 \| .* \| +40 \/ 30 \|$/m,
  );
  expect(markdown.split('\n').every((line) => line.split('|').length === 9)).toBe(true);
  // Only the rows that are asked for.
  expect(performanceTable(results, 10_000, ['ours, Node 24']).split('\n')).toHaveLength(3);
});

test('a run until the sync has no columns of floods, and shows the time per pod at each size', () => {
  const synced = runs.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => !/^flood|^events|^p\d/.test(name))),
  );
  const larger = synced.map((one) => ({ ...one, pods: 100_000, syncMs: one.syncMs * 10 }));
  larger[3] = { pods: 100_000, round: 1, row: 'ours, Node 24', error: 'too large' };
  const sync = { ...results, kind: 'sync', rows: summarise([...synced, ...larger], reference) };
  const text = terminalTables(sync);
  expect(text).not.toContain('events');
  expect(text).toMatch(/^floor, Node 24 .* 400 +40 +380$/m);
  expect(sizesTable(sync.rows)).toEqual({
    header: ['sync, µs a pod', '10,000 pods', '100,000 pods'],
    rows: [
      ['floor, Node 24', '20.0', '20.0'],
      ['ours, Node 24', '30.0', 'failed'],
      ['theirs, Node 20', 'failed', 'failed'],
    ],
  });
});

/** Results with a run of each participant, on each of its Nodes. */
function wholeResults(pods, figures) {
  const rows = participants.flatMap((one) =>
    one.nodes.map((node) => [rowName(one, node), figures(one, node)]),
  );
  return {
    ...results,
    options: { ...results.options, pods: [pods] },
    rows: summarise(
      rows.map(([row, own]) => ({
        ...run(row, 1, { syncMs: 100, eventsPerSecond: 30_000, ...own }),
        pods,
      })),
      reference,
    ),
  };
}

describe('the goals', () => {
  const found = wholeResults(10_000, (one, node) => {
    if (one.goals === 'compact') return { syncMs: 44, eventsPerSecond: 75_000, heapMiB: 18, externalMiB: 4 };
    if (one.goals === 'ordinary') return { syncMs: node === '20' ? 111 : 110, eventsPerSecond: 28_499 };
    return {};
  });

  test('are shown with the value of every row that they apply to', () => {
    const [ordinary, compact] = goalTables(found, 10_000);
    const [, , ...lines] = ordinary.split('\n');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(
      /^\| sync ÷ floor of the same Node +\| +≤ 1\.1 \| +1\.10 ✓ \| +1\.11 ✗ \| +1\.10 ✓ \| +1\.11 ✗ \|$/,
    );
    expect(ordinary).toMatch(/^\| events\/s ÷ floor of the same Node +\| +≥ 0\.95 \|( +0\.94997 ✗ \|){4}$/m);
    expect(ordinary).toMatch(/^\| RSS peak ÷ rest +\| +≤ 1\.25 \|( +1\.20 ✓ \|){4}$/m);
    expect(compact).toMatch(/^\| sync ÷ floor on Node 24 +\| +≤ 0\.44 \|( +0\.44 ✓ \|){4}$/m);
    expect(compact).toMatch(/^\| events\/s ÷ floor on Node 24 +\| +≥ 2\.5 \|( +2\.50 ✓ \|){4}$/m);
    expect(compact).toMatch(/^\| heap \+ external, MiB +\| +≤ 22 \|( +22 ✓ \|){4}$/m);
    // A goal of another size.
    expect(compact).not.toContain('213');
  });

  test('are not reached by a row that failed or is missing', () => {
    const failed = 'kube-informers compact, list, Node 24';
    const rows = found.rows
      .filter(({ row }) => row !== 'kube-informers compact, watch-list, Node 20')
      .map((one) => (one.row === failed ? { pods: 10_000, row: failed, error: 'ended with 1' } : one));
    const [, compact] = goalTables({ rows }, 10_000);
    expect(compact).toMatch(/^\| sync ÷ floor on Node 24 .*\| +failed \| .* \| +not measured \|$/m);
  });
});

/** Two rounds on a machine that gets slower, with a server on another machine. */
const realPeers = { 'client-go, list': `${clientGo} list` };
const realRows = [
  { name: 'client-node 2.0.1' },
  { name: `${clientGo} list` },
  { name: `${clientGo} watch-list (its default)` },
  { name: 'kube-informers default' },
];
const realRun = (row, round, seconds) => ({
  row,
  round,
  wire: 'JSON',
  seconds,
  clientCpuSeconds: 1,
  peakRssMiB: 1234,
  heapMiB: 100,
  eventCpuMicros: 50,
});
const realResults = {
  machine: results.machine,
  versions: { 'kube-informers': '0.1.0', kubernetes: 'v1.37.2' },
  options: { pods: 20_000, events: 10, rounds: 2 },
  rows: realSummary(
    realRows.flatMap(({ name }, index) => [realRun(name, 0, index + 1), realRun(name, 1, 10 * (index + 1))]),
    realRows,
    realPeers,
  ),
};

test('the tables of a real API server have ratios within a round, and no figures of a server elsewhere', () => {
  const [figures, ratios] = realTables(realResults);
  expect(figures).toMatch(
    /^\| kube-informers default +\| JSON \| 22\.00 \| +1\.00 \| +1,234 \| +100 \| +50 \|$/m,
  );
  expect(ratios).toMatch(/^\| 20,000 pods +\| +figure \| ÷ client-go, list \|$/m);
  expect(ratios).toMatch(/^\| kube-informers default +\| +time \| +2\.00 \|$/m);
  expect(ratios).toMatch(/^\| kube-informers default +\| +client peak RSS \| +1\.00 \|$/m);
  expect(ratios).not.toContain('server CPU');
  expect(ratios).not.toMatch(/^\| client-node/m);
});

function importRow(name, figures) {
  return { name, node: '24', cpuMs: 70, heapMiB: 9, spread: 0.1, ...figures };
}

describe('the pages', () => {
  const results10k = wholeResults(10_000, () => ({}));
  const results100k = wholeResults(100_000, () => ({}));
  const found = {
    bySize: [
      { pods: 10_000, name: 'informers-2026.json', results: results10k },
      { pods: 100_000, name: 'informers-2027.json', results: results100k },
    ],
    real: { name: 'real-2026.json', results: realResults },
    imports: {
      name: 'import-2026.json',
      results: {
        machine: results.machine,
        options: { rounds: 7 },
        rows: [
          importRow('kube-informers', { ms: 60, rssMiB: 22, goal: true }),
          importRow('client-node 1.4.0', { ms: 300, rssMiB: 80 }),
        ],
      },
    },
    many: ['20', '24'].map((node) => ({
      node,
      name: `many-${node}.json`,
      results: {
        machine: results.machine,
        options: { informers: 200, pods: 10 },
        each: { heapKiB: 170.26, bareHeapKiB: 60, rssKiB: 200, sockets: 1, timers: Number(node) },
      },
    })),
  };
  const none = { real: undefined, bySize: [], imports: undefined, many: [] };

  test.each(pages)(
    '$path shows the newest results of a calm machine, and nothing without results',
    (page) => {
      const text = readFileSync(new URL(page.path, rootUrl), 'utf8');
      expect(text).toBe(withBlock(text, page, newestResults()));
    },
  );

  test.each(pages)('the block of $path is formatted', async (page) => {
    const empty = `${page.begin}\n${page.end}`;
    const shown = withBlock(empty, page, found);
    expect(shown).toContain('informers-2026.json');
    expect(await formatted(page.path, `${shown}\n`)).toBe(`${shown}\n`);
    expect(withBlock(shown, page, none)).toBe(empty);
    expect(await formatted(page.path, `${empty}\n`)).toBe(`${empty}\n`);
  });

  test.each(pages)('rejects $path without its markers', (page) => {
    const empty = `${page.begin}\n${page.end}`;
    expect(() => withBlock('# A page\n', page, none)).toThrow('must hold these lines once');
    expect(() => withBlock(`${empty}\n${empty}`, page, none)).toThrow('once');
    expect(() => withBlock(`${page.end}\n${page.begin}`, page, none)).toThrow('once');
  });

  test('README has a table of a real server, and what the default takes over loopback', () => {
    const [readme] = pages;
    const shown = withBlock(`${readme.begin}\n${readme.end}`, readme, found);
    expect([...shown.matchAll(/^\| ([^|]*?) +\|/gm)].map(([, name]) => name)).toEqual([
      '20,000 pods',
      '-'.repeat(`${clientGo} watch-list (its default)`.length),
      'client-node 2.0.1',
      `${clientGo} watch-list (its default)`,
      'kube-informers default',
    ]);
    expect(shown).toMatch(/the default takes \d\.\d\d of client-node's time, \d/);
  });

  test('docs/performance.md has every participant, both sizes, imports and many informers', () => {
    const [, performance] = pages;
    const shown = withBlock(`${performance.begin}\n${performance.end}`, performance, found);
    for (const one of participants) expect(shown).toContain(`| ${rowName(one, one.nodes[0])} `);
    expect(shown).toMatch(/^\| kube-informers DeltaFIFO, no managedFields, Node 24 .* 40 \/ 30 \|$/m);
    expect(shown).toContain('longest pause ms sync / flood');
    expect(shown).toMatch(/^\| 100,000 pods /m);
    expect(shown).toContain('`bench/results/informers-2027.json`');
    expect(shown).toMatch(/^\| kube-informers, Node 24 .* 0\.20 \| +0\.28 \|$/m);
    expect(shown).toMatch(/^\| client-node 1\.4\.0, Node 24 .* 1\.00 \| +1\.00 \|$/m);
    expect(shown).toMatch(/^\| heap \+ external, KiB +\| +170\.3 \| +170\.3 \|$/m);
    expect(shown).toMatch(/^\| timers +\| +20\.0 \| +24\.0 \|$/m);
  });
});

test('the newest results are those of the latest time that are not provisional', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-test-'));
  try {
    expect(newest('informers', { from: join(folder, 'absent') })).toBeUndefined();
    expect(newest('informers', { from: folder })).toBeUndefined();
    const write = (name, options, provisional = false) =>
      writeFileSync(join(folder, name), JSON.stringify({ provisional, options }));
    const small = { pods: [1000, 10_000] };
    const has = (pods) => (found) => found.options.pods.includes(pods);
    write('informers-2026-01-01T00-00-00.json', { pods: [100_000] });
    write('informers-2026-02-01T00-00-00.json', small);
    write('informers-2026-03-01T00-00-00.json', small, true);
    write('informers-2026-04-01T00-00-00.json', { ...small, partial: true });
    write('micro-2026-05-01T00-00-00.json', small);
    expect(newest('informers', { from: folder })?.name).toBe('informers-2026-02-01T00-00-00.json');
    expect(newest('informers', { accepts: has(10_000), from: folder })?.name).toBe(
      'informers-2026-02-01T00-00-00.json',
    );
    expect(newest('informers', { accepts: has(100_000), from: folder })?.name).toBe(
      'informers-2026-01-01T00-00-00.json',
    );
    expect(newest('informers', { accepts: has(5), from: folder })).toBeUndefined();
    expect(newest('informers', { parts: ({ options }) => options.partial, from: folder })?.name).toBe(
      'informers-2026-04-01T00-00-00.json',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('many informers are shown for each Node that has been measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-test-'));
  try {
    const write = (name, node) =>
      writeFileSync(join(folder, name), JSON.stringify({ provisional: false, node, options: {} }));
    write('many-2026-01-01T00-00-00.json', 'v20.20.2');
    write('many-2026-02-01T00-00-00.json', 'v24.21.0');
    write('many-2026-03-01T00-00-00.json', 'v24.21.0');
    write('import-2026-06-01T00-00-00.json', undefined);
    const { many, imports } = newestResults(folder);
    expect(many.map(({ node, name }) => `${node}: ${name}`)).toEqual([
      '20: many-2026-01-01T00-00-00.json',
      '24: many-2026-03-01T00-00-00.json',
    ]);
    expect(imports.name).toBe('import-2026-06-01T00-00-00.json');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a results file has a line for each row', () => {
  const text = compactJson({
    kind: 'informers',
    options: { pods: [10, 20] },
    rows: [{ row: 'a' }, { row: 'b' }],
  });
  expect(text.split('\n')).toEqual([
    '{',
    ' "kind": "informers",',
    ' "options": {"pods":[10,20]},',
    ' "rows": [',
    '  {"row":"a"},',
    '  {"row":"b"}',
    ' ]',
    '}',
    '',
  ]);
  expect(JSON.parse(text).rows).toHaveLength(2);
});

test('no page shows a run of fewer than five rounds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-test-'));
  try {
    for (const [month, rounds] of [5, 6, 1, 4].entries()) {
      const run = { provisional: false, options: { pods: [10_000], rounds } };
      writeFileSync(join(folder, `informers-2026-0${month + 1}.json`), JSON.stringify(run));
    }
    expect(newestResults(folder).bySize.map(({ name }) => name)).toEqual(['informers-2026-02.json']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a machine with load from other processes is not calm', () => {
  expect(isBusy({ loadBefore: 0.5, cores: 2 })).toBe(false);
  expect(isBusy({ loadBefore: 1.5, cores: 2 })).toBe(true);
});

test('rejects an option that is not a number, naming it and its value', () => {
  expect(
    parseOptions(['--pods', '1000,100000', '--rounds', '7', '--only', 'floor,ours, list']),
  ).toMatchObject({
    pods: [1000, 100_000],
    rounds: 7,
    only: ['floor', 'ours, list'],
    latencySeconds: 3,
    syncOnly: false,
    waitMinutes: 0,
    save: true,
  });
  expect(() => parseOptions(['--pods', '1000,'])).toThrow(
    '--pods must be a whole number of at least 1, got ""',
  );
  expect(() => parseOptions(['--rounds', 'five'])).toThrow('--rounds must be');
  expect(() => rowsOf({ only: ['compact', 'compakt'] })).toThrow(/no row has "compakt" in its name.*floor;/);
});

test('lists requests of one kind once, with their number', () => {
  expect(
    requestKinds([
      'GET /pods?limit=5',
      'GET /pods?limit=5&continue=5',
      'GET /pods?limit=5&continue=10',
      'GET /x',
    ]),
  ).toEqual(['GET /pods?limit=5', '2 × GET /pods?limit=5&continue=…', 'GET /x']);
});

test('every participant with many pods gets the same heap limit', () => {
  expect(nodeFlags(10_000)).toEqual([]);
  expect(nodeFlags(100_000)).toEqual(['--max-old-space-size=4000']);
  expect(nodeFlags(210_000)).toEqual(['--max-old-space-size=9000']);
});

test('the rows are the participants on their Nodes: those asked for, and the floor', () => {
  const all = rowsOf({ goBinary: '/go' }).map(({ row }) => row);
  expect(all).toHaveLength(new Set(all).size);
  for (const { name, nodes } of participants) {
    expect(all.filter((row) => nodes.some((node) => row === rowName({ name }, node)))).toHaveLength(
      nodes.length,
    );
  }
  expect(rowsOf({ only: ['2.0.1'] }).map(({ row }) => row)).toEqual([
    'floor, Node 24',
    'floor, Node 20',
    'client-node 2.0.1, Node 24',
  ]);
  expect(rowsOf({ only: ['DeltaFIFO, list'] }).map(({ row }) => row)).toEqual([
    'floor, Node 24',
    'floor, Node 20',
    'kube-informers DeltaFIFO, list, Node 24',
    'kube-informers DeltaFIFO, list, Node 20',
  ]);
  expect(rowsOf({ entry: 'file:///elsewhere.js' })[0].options.entry).toBe('file:///elsewhere.js');
  expect(rowsOf({ nodePath: '/usr/bin/node' }).every(({ binary }) => binary === '/usr/bin/node')).toBe(true);
});
