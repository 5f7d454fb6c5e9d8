import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { parseOptions } from '../options.mjs';
import { participants, rowsOf } from '../participants/index.mjs';
import { block, withBlock } from '../report/readme.mjs';
import { median, quantile, spread } from '../report/statistics.mjs';
import { summarise } from '../report/summary.mjs';
import { markdownTables, terminalTables } from '../report/tables.mjs';
import { isBusy, newest } from '../results-file.mjs';

const readmePath = new URL('../../README.md', import.meta.url);

function run(row, round, figures) {
  return {
    pods: 10_000,
    round,
    row,
    bytesPerPod: 5270,
    requests: ['GET /api/v1/pods'],
    syncCpuSeconds: 0.5,
    syncPauseMs: 400,
    syncPeakRssMiB: 300,
    heapBeforeMiB: 9,
    heapMiB: 100,
    externalMiB: 4,
    rssMiB: 250,
    floodCpuSeconds: 0.7,
    floodPauseMs: 40,
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
  const markdown = markdownTables(results);
  expect(markdown).toMatch(/^\| ours, Node 24 +\| +0\.300 \| +1\.50 \| +16,000 \| +0\.80 \| +100 \+ 4 \|/m);
  expect(markdown.split('\n').every((line) => line.split('|').length === 11)).toBe(true);
});

describe('README', () => {
  test('shows the newest results of a calm machine, and nothing where there are none', () => {
    const readme = readFileSync(readmePath, 'utf8');
    expect(readme).toBe(withBlock(readme, newest('informers')));
  });

  test('its block is what prettier leaves as it is', async () => {
    const shown = `${block({ name: 'informers-2026.json', results })}\n`;
    expect(shown).toContain('## Fast and small');
    expect(shown).toContain('pods of 5.3 kB');
    const options = { ...(await resolveConfig(readmePath)), parser: 'markdown' };
    expect(await check(shown, options)).toBe(true);
    expect(await check(`${block(undefined)}\n`, options)).toBe(true);
  });

  test('without its markers it is refused', () => {
    expect(() => withBlock('# README\n', undefined)).toThrow('must hold these lines once');
    expect(() => withBlock(`${block(undefined)}\n${block(undefined)}`, undefined)).toThrow('once');
    expect(withBlock(`a\n${block({ name: 'x', results })}\nb`, undefined)).toBe(`a\n${block(undefined)}\nb`);
  });
});

test('the newest results are those of the latest time that are not provisional', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-test-'));
  try {
    expect(newest('informers', join(folder, 'absent'))).toBeUndefined();
    expect(newest('informers', folder)).toBeUndefined();
    const write = (name, provisional) => writeFileSync(join(folder, name), JSON.stringify({ provisional }));
    write('informers-2026-01-01T00-00-00.json', false);
    write('informers-2026-02-01T00-00-00.json', false);
    write('informers-2026-03-01T00-00-00.json', true);
    write('micro-2026-04-01T00-00-00.json', false);
    expect(newest('informers', folder)?.name).toBe('informers-2026-02-01T00-00-00.json');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a machine on which others are at work is not calm', () => {
  expect(isBusy({ loadBefore: 0.5, cores: 2 })).toBe(false);
  expect(isBusy({ loadBefore: 1.5, cores: 2 })).toBe(true);
});

test('options that are no numbers are refused, in words', () => {
  expect(parseOptions(['--pods', '1000,100000', '--rounds', '7', '--only', 'floor,ours'])).toMatchObject({
    pods: [1000, 100_000],
    rounds: 7,
    only: ['floor', 'ours'],
    latencySeconds: 5,
    save: true,
  });
  expect(() => parseOptions(['--pods', '1000,'])).toThrow(
    '--pods must be a whole number of at least 1, got ""',
  );
  expect(() => parseOptions(['--rounds', 'five'])).toThrow('--rounds must be');
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
  expect(rowsOf({ only: ['floor, watch-list'] }).map(({ row }) => row)).toContain(
    'floor, watch-list, Node 24',
  );
  expect(rowsOf({ nodePath: '/usr/bin/node' }).every(({ binary }) => binary === '/usr/bin/node')).toBe(true);
});
