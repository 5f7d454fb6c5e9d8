import { describe, expect, test } from 'vitest';
import { someOf } from '../nightly.test-support.js';
import { lastingExpected } from './lasting-expected.js';
import { cannotLast, lastingRows, lastingScopes, runLasting } from './lasting.js';
import type { FaultRow } from './rows.js';

for (const row of lastingRows) describe(`${row.name}, for ten minutes`, () => defineRow(row));

function defineRow(row: FaultRow): void {
  const possible = lastingScopes.filter((scope) => cannotLast(row, scope) === undefined);
  for (const scope of someOf(possible, lastingRows.indexOf(row), 2)) {
    test(scope, async ({ task }) => {
      const result = await runLasting(row, scope);
      const text = `${result.requests} (${result.perMinute}, ${result.perMinuteLater})`;
      task.meta.faultCell = { table: 'lasting', row: row.name, column: scope, text };
      expect(result.wrong).toEqual([]);
      const allowed = lastingExpected[row.name]?.[scope];
      if (allowed === undefined) throw new Error(`no expectation for ${row.name}, ${scope}`);
      const { perMinute, perMinuteLater, kinds, faultsPerReport } = allowed;
      expect(result.kinds).toEqual(kinds);
      expect(result.perMinute).toBeLessThanOrEqual(perMinute);
      expect(result.perMinuteLater).toBeLessThanOrEqual(perMinuteLater);
      // The last one may be in flight, and reported after the ten minutes.
      if (faultsPerReport === 0) expect(result.reports).toBe(0);
      else expect(Math.abs(result.faults / faultsPerReport - result.reports)).toBeLessThanOrEqual(1);
    });
  }
}
