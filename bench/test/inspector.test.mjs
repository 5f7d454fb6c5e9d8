import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inspectorTable } from '../inspector/report.mjs';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

test('ratios are medians of those of each round, so a slow round does not count', () => {
  const rows = [{ name: 'without' }, { name: 'with' }];
  const runs = [
    { round: 0, row: 'without', eventsPerSecond: 100, p99Ms: 10 },
    { round: 0, row: 'with', eventsPerSecond: 90, p99Ms: 12 },
    { round: 1, row: 'with', eventsPerSecond: 9, p99Ms: 120 },
    { round: 1, row: 'without', eventsPerSecond: 10, p99Ms: 100 },
    { round: 2, row: 'without', eventsPerSecond: 200, p99Ms: 5 },
    { round: 2, row: 'with', eventsPerSecond: 100, p99Ms: 5 },
  ];
  expect(inspectorTable(runs, rows).rows).toEqual([
    ['without', '100', '1.00', '10.0', '1.00'],
    ['with', '90', '0.90', '12.0', '1.20'],
  ]);
});

test('every row runs, and every page gets the state', async () => {
  // Beside the dependencies, or they would not be found from there.
  const parent = join(root, 'node_modules/.bench-inspector-test');
  mkdirSync(parent, { recursive: true });
  const built = mkdtempSync(join(parent, 'built-'));
  try {
    await run(process.execPath, [join(root, 'scripts/build.mjs'), built]);
    const { stdout } = await run(process.execPath, [
      join(root, 'bench/inspector/run.mjs'),
      '--pods=200',
      '--pages=3',
      '--rounds=1',
      '--seconds=1',
      `--built=${built}`,
    ]);
    const names = [...stdout.matchAll(/^\| ([\w, ]*?) +\| +\d+ \|/gm)].map(([, name]) => name);
    expect(names).toEqual(['no inspector', 'mounted, no page', 'one page', '3 pages']);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});
