import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { parseOptions } from '../options.mjs';
import { nodeFlags, requestKinds } from '../measure.mjs';
import { participants, rowName, rowsOf } from '../participants/index.mjs';
import { goalTables, sizeTables } from '../report/goals.mjs';
import { newestResults, pages, withBlock } from '../report/pages.mjs';
import { median, quantile, spread } from '../report/statistics.mjs';
import { summarise } from '../report/summary.mjs';
import { readmeTable, sizesTable, terminalTables, verdict } from '../report/tables.mjs';
import { isBusy, newest } from '../results-file.mjs';

const rootUrl = new URL('../../', import.meta.url);

function run(row, round, figures) {
  return {
    pods: 10_000,
    round,
    row,
    bytesPerPod: 5270,
    requests: ['GET /api/v1/pods'],
    syncCpuSeconds: 0.5,
    syncPauseMs: 400,
    syncOwnPauseMs: 40,
    syncGcPauseMs: 380,
    syncPeakRssMiB: 300,
    heapBeforeMiB: 9,
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

/** Three rounds on a machine that gets slower: the ratios of each round tell more than those of the medians. */
const results = {
  kind: 'informers',
  startedAt: '2026-01-02T03:04:05.678Z',
  provisional: false,
  machine: { os: 'Linux', cpu: 'A processor', cores: 2, memoryGiB: 24, loadBefore: 0.1 },
  versions: { 'kube-informers': '0.1.0' },
  options: { pods: [10_000], rounds: 3, latencySeconds: 5 },
  reference: 'floor, Node 24',
  runs: [
    run('floor, Node 24', 1, { syncMs: 100, eventsPerSecond: 30_000 }),
    run('floor, Node 24', 2, { syncMs: 200, eventsPerSecond: 20_000 }),
    run('floor, Node 24', 3, { syncMs: 400, eventsPerSecond: 10_000 }),
    run('ours, Node 24', 1, { syncMs: 150, eventsPerSecond: 24_000 }),
    run('ours, Node 24', 2, { syncMs: 300, eventsPerSecond: 16_000 }),
    run('ours, Node 24', 3, { syncMs: 1200, eventsPerSecond: 4000, heapMiB: 46 }),
    { pods: 10_000, round: 1, row: 'theirs, Node 20', error: "SyntaxError: Unexpected token '|'" },
  ],
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
  const docs = ['README.md', ...readdirSync(new URL('docs', rootUrl)).map((name) => `docs/${name}`)];
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
  const [{ pods, rows }] = summarise(results);
  expect(pods).toBe(10_000);
  expect(rows.map(({ row }) => row)).toEqual(['floor, Node 24', 'ours, Node 24', 'theirs, Node 20']);
  expect(rows[0].ratio.syncMs).toBe(1);
  // 1.5, 1.5 and 3; of heap and external 1, 1 and 0.48.
  expect(rows[1].ratio.syncMs).toBe(1.5);
  expect(rows[1].ratio.eventsPerSecond).toBeCloseTo(0.8);
  expect(rows[1].ratio.heapTotalMiB).toBe(1);
  expect(rows[1].median.syncMs).toBe(300);
  expect(rows[1].spread.syncMs).toBeCloseTo(3.5);
  expect(rows[2].error).toContain('SyntaxError');
  // There is no floor on this Node but the one that all are compared with.
  expect(rows[1].nodeRatio).toEqual(rows[1].ratio);
});

test('a row on another Node is compared with the floor on that Node, too', () => {
  const more = structuredClone(results);
  more.runs.push(
    run('floor, Node 20', 1, { syncMs: 200, eventsPerSecond: 15_000 }),
    run('ours, Node 20', 1, { syncMs: 220, eventsPerSecond: 12_000 }),
  );
  const { ratio, nodeRatio } = summarise(more)[0].rows.find(({ row }) => row === 'ours, Node 20');
  expect(ratio.syncMs).toBeCloseTo(2.2);
  expect(nodeRatio.syncMs).toBeCloseTo(1.1);
  expect(nodeRatio.eventsPerSecond).toBeCloseTo(0.8);
});

test('a row that failed once has no medians', () => {
  const once = structuredClone(results);
  Object.assign(once.runs[4], { error: 'ended with 1' });
  expect(summarise(once)[0].rows[1]).toEqual({ row: 'ours, Node 24', error: 'ended with 1' });
});

test('the tables show every row, and why one failed', () => {
  const text = terminalTables(results);
  expect(text.split('\n')).toHaveLength(4);
  expect(text).toMatch(/^ours, Node 24 +0\.300 +350 +1\.50 +16,000 +125 +0\.80 /m);
  expect(text).toContain("failed: SyntaxError: Unexpected token '/'");
  const names = results.runs.map(({ row }) => row);
  const markdown = readmeTable(results, 10_000, names);
  expect(markdown).toMatch(
    /^\| ours, Node 24 +\| +0\.300 \| +1\.50 \| +16,000 \| +0\.80 \| +100 \+ 4 \| +1\.00 \| +40 \/ 30 \|$/m,
  );
  expect(markdown.split('\n').every((line) => line.split('|').length === 10)).toBe(true);
  // Only what is asked for.
  expect(readmeTable(results, 10_000, ['ours, Node 24']).split('\n')).toHaveLength(3);
});

test('a run until the sync has no columns of floods, and tells what a pod costs at each size', () => {
  const sync = structuredClone(results);
  sync.kind = 'sync';
  sync.options.pods = [10_000, 100_000];
  for (const one of sync.runs) {
    for (const name of Object.keys(one)) if (/^flood|^events|^p\d/.test(name)) delete one[name];
  }
  const larger = sync.runs.map((one) => ({ ...one, pods: 100_000, syncMs: one.syncMs * 10 }));
  larger[3] = { pods: 100_000, round: 1, row: 'ours, Node 24', error: 'too large' };
  sync.runs.push(...larger);
  const text = terminalTables(sync);
  expect(text).not.toContain('events');
  expect(text).toMatch(/^floor, Node 24 .* 400 +40 +380$/m);
  expect(sizesTable(summarise(sync))).toEqual({
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
    runs: rows.map(([row, own]) => ({
      ...run(row, 1, { syncMs: 100, eventsPerSecond: 30_000, ...own }),
      pods,
    })),
  };
}

describe('the goals', () => {
  const found = [
    {
      pods: 10_000,
      results: wholeResults(10_000, (one, node) => {
        if (one.goals === 'compact')
          return { syncMs: 44, eventsPerSecond: 75_000, heapMiB: 18, externalMiB: 4 };
        if (one.goals === 'ordinary') return { syncMs: node === '20' ? 111 : 110, eventsPerSecond: 28_499 };
        return {};
      }),
    },
  ];

  test('are told with what was reached, in every row that they are for', () => {
    const [ordinary, compact] = goalTables(found);
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
    // That of another size is not asked for.
    expect(compact).not.toContain('213');
  });

  test('of a row that failed or is missing are not reached', () => {
    const broken = structuredClone(found);
    const of = (name) => broken[0].results.runs.findIndex(({ row }) => row === name);
    broken[0].results.runs[of('kube-informers compact, list, Node 24')] = {
      pods: 10_000,
      round: 1,
      row: 'kube-informers compact, list, Node 24',
      error: 'ended with 1',
    };
    broken[0].results.runs.splice(of('kube-informers compact, watch-list, Node 20'), 1);
    const [, compact] = goalTables(broken);
    expect(compact).toMatch(/^\| sync ÷ floor on Node 24 .*\| +failed \| .* \| +not measured \|$/m);
  });

  test('of a list above 1 GiB are told with who died of it', () => {
    const huge = wholeResults(210_000, () => ({ syncPeakRssMiB: 313 }));
    huge.runs = [
      {
        pods: 210_000,
        round: 1,
        row: 'floor, Node 24',
        error: 'Cannot create a string longer than 0x1fffffe8',
      },
      ...huge.runs.filter(({ row }) => row !== 'floor, Node 24'),
    ];
    const [linear, table] = sizeTables({ results: huge });
    expect(linear).toContain('210,000 pods');
    expect(table).toContain('one response of 1.03 GiB');
    expect(table).toContain('failed: Cannot create a string');
    expect(table).toMatch(/^\| kube-informers DeltaFIFO, list, Node 24 +\| +0\.1 \| +40 ✓ \| +1\.252 ✗ \|$/m);
  });
});

function importRow(name, figures) {
  return { name, node: '24', goal: false, cpuMs: 70, heapMiB: 9, spread: 0.1, ...figures };
}

describe('the pages', () => {
  const results10k = wholeResults(10_000, () => ({}));
  const results100k = wholeResults(100_000, () => ({}));
  const found = {
    bySize: [
      { pods: 10_000, name: 'informers-2026.json', results: results10k },
      { pods: 100_000, name: 'informers-2027.json', results: results100k },
    ],
    sync: { name: 'sync-2026.json', results: wholeResults(210_000, () => ({})) },
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
    micro: ['20', '24'].map((node) => ({
      node,
      name: `micro-${node}.json`,
      results: {
        machine: results.machine,
        options: { objects: 100_000, rounds: 5 },
        parseMicros: 8.4 + Number(node),
        rows: [
          {
            name: 'a get',
            oursMicros: 0.13,
            bareMicros: 0.1,
            ratio: 1.3,
            shareOfParse: 0.005,
            bareName: 'Map',
          },
          {
            name: 'a list',
            oursMicros: 0.2,
            bareMicros: 0.1,
            ratio: 2,
            shareOfParse: 0.007,
            bareName: 'array',
          },
        ],
      },
    })),
  };
  const none = { bySize: [], sync: undefined, imports: undefined, many: [], micro: [] };

  test.each(pages)(
    '$path shows the newest results of a calm machine, and nothing where there are none',
    (page) => {
      const text = readFileSync(new URL(page.path, rootUrl), 'utf8');
      expect(text).toBe(withBlock(text, page, newestResults()));
    },
  );

  test.each(pages)('the block of $path is what prettier leaves as it is', async (page) => {
    const empty = `${page.begin}\n${page.end}`;
    const options = { ...(await resolveConfig(new URL(page.path, rootUrl))), parser: 'markdown' };
    const shown = withBlock(empty, page, found);
    expect(shown).toContain('5.3 kB a pod');
    expect(shown).toContain('informers-2027.json');
    expect(await check(`${shown}\n`, options)).toBe(true);
    expect(withBlock(shown, page, none)).toBe(empty);
    expect(await check(`${empty}\n`, options)).toBe(true);
  });

  test.each(pages)('$path without its markers is refused', (page) => {
    const empty = `${page.begin}\n${page.end}`;
    expect(() => withBlock('# A page\n', page, none)).toThrow('must hold these lines once');
    expect(() => withBlock(`${empty}\n${empty}`, page, none)).toThrow('once');
    expect(() => withBlock(`${page.end}\n${page.begin}`, page, none)).toThrow('once');
  });

  test('README has a table of each size, with these rows alone', () => {
    const [readme] = pages;
    const shown = withBlock(`${readme.begin}\n${readme.end}`, readme, found);
    expect(shown).toMatch(/^\| 10,000 pods /m);
    expect(shown).toMatch(/^\| 100,000 pods /m);
    expect(shown).toContain('compact, list, Node 20');
    expect(shown).toContain('client-node 1.4.0, Node 20');
    expect(shown).not.toContain('RealFIFO');
  });

  test('docs/performance.md has every row, and what README has no room for', () => {
    const [, performance] = pages;
    const shown = withBlock(`${performance.begin}\n${performance.end}`, performance, found);
    expect(shown).toMatch(/^\| kube-informers DeltaFIFO, no managedFields, Node 24 .* 0\.4 \/ 12\.3 \|$/m);
    expect(shown).toContain('GC pause ms sync / flood');
    expect(shown).toContain('ordinary cache, 100,000 pods');
    expect(shown).toContain('one response of 1.03 GiB');
    expect(shown).toMatch(/^\| a get +(\| +0\.130 \| +0\.100 \| +1\.30 ✓ \| +0\.005 ){2}\| +Map \|$/m);
    expect(shown).toMatch(/^\| a list .* 2\.00 ✗ /m);
    expect(shown).toContain(
      'takes 28.4 µs on Node 20 and 32.4 µs on Node 24; `bench/results/micro-20.json`, `bench/results/micro-24.json`.',
    );
    expect(shown).toMatch(/^\| kube-informers, Node 24 .* 0\.20 ✓ \| +0\.28 ✗ \|$/m);
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

test('operations and many informers are told of for each Node that has been measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-test-'));
  try {
    const write = (name, node, more) =>
      writeFileSync(join(folder, name), JSON.stringify({ provisional: false, node, ...more }));
    const whole = { options: { objects: 100_000, rounds: 5 }, rows: Array.from({ length: 20 }, () => ({})) };
    write('micro-2026-01-01T00-00-00.json', 'v20.20.2', whole);
    write('micro-2026-02-01T00-00-00.json', 'v24.21.0', whole);
    write('micro-2026-03-01T00-00-00.json', 'v24.21.0', whole);
    write('micro-2026-04-01T00-00-00.json', 'v20.20.2', { ...whole, rows: [{}] });
    write('micro-2026-05-01T00-00-00.json', 'v24.21.0', {
      ...whole,
      options: { objects: 100_000, rounds: 4 },
    });
    write('many-2026-05-01T00-00-00.json', 'v24.21.0', { options: {} });
    write('import-2026-06-01T00-00-00.json', undefined, { options: {} });
    const { micro, many, imports } = newestResults(folder);
    const named = (found) => found.map(({ node, name }) => `${node}: ${name}`);
    expect(named(micro)).toEqual([
      '20: micro-2026-01-01T00-00-00.json',
      '24: micro-2026-03-01T00-00-00.json',
    ]);
    expect(named(many)).toEqual(['24: many-2026-05-01T00-00-00.json']);
    expect(imports.name).toBe('import-2026-06-01T00-00-00.json');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a run of fewer than five rounds is not told of', () => {
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

test('a machine on which others are at work is not calm', () => {
  expect(isBusy({ loadBefore: 0.5, cores: 2 })).toBe(false);
  expect(isBusy({ loadBefore: 1.5, cores: 2 })).toBe(true);
});

test('options that are no numbers are refused, in words', () => {
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

test('requests of one kind are told once, with their number', () => {
  expect(
    requestKinds([
      'GET /pods?limit=5',
      'GET /pods?limit=5&continue=5',
      'GET /pods?limit=5&continue=10',
      'GET /x',
    ]),
  ).toEqual(['GET /pods?limit=5', '2 × GET /pods?limit=5&continue=…', 'GET /x']);
});

test('whoever holds many pods is given the same limit for its heap', () => {
  expect(nodeFlags(10_000)).toEqual([]);
  expect(nodeFlags(100_000)).toEqual(['--max-old-space-size=4000']);
  expect(nodeFlags(210_000)).toEqual(['--max-old-space-size=9000']);
});

test('rows are the participants on their Nodes, the ones asked for and the floor', () => {
  const all = rowsOf().map(({ row }) => row);
  expect(all).toHaveLength(new Set(all).size);
  for (const { name, nodes } of participants) {
    expect(all.filter((row) => nodes.some((node) => row === `${name}, Node ${node}`))).toHaveLength(
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
