import { describe, expect, test } from 'vitest';
import { someOf } from '../nightly.test-support.js';
import { meaningless, runCell } from './cell.js';
import type { CellResult, Moment } from './cell.js';
import { expected } from './expected.js';
import type { Expectation } from './expected.js';
import type { FaultRow } from './rows.js';
import { faultRows } from './rows.js';

/** The result that a test of the matrix passes to the table. */
export interface TableCell {
  readonly table: 'matrix' | 'lasting';
  readonly row: string;
  readonly column: string;
  readonly text: string;
}

declare module 'vitest' {
  interface TaskMeta {
    faultCell?: TableCell;
  }
}

/** The writer of `under load` runs this long. */
const loadMs = 12_000;

/** Defines one test for each fault at these moments; by day each fault at half of them. */
export function defineMatrix(moments: readonly Moment[]): void {
  for (const row of faultRows) describe(row.name, () => defineRow(row, moments));
}

function defineRow(row: FaultRow, moments: readonly Moment[]): void {
  const possible = moments.filter((moment) => meaningless(row, moment) === undefined);
  for (const moment of someOf(possible, faultRows.indexOf(row), 2)) {
    test(moment, async ({ task }) => {
      const result = await runCell(row, moment);
      const text = moment === 'stopping' ? 'ok' : result.cost;
      task.meta.faultCell = { table: 'matrix', row: row.name, column: moment, text };
      expectRight(result, moment === 'stopping' ? undefined : expected[row.name]?.[moment], moment);
    });
  }
}

/** Fails unless the cell is right and as expected. */
export function expectRight(result: CellResult, expectation: Expectation | undefined, moment: Moment): void {
  expect(result.wrong).toEqual([]);
  if (moment === 'stopping') return;
  const { cost, reports, withinMs } = expectation ?? { cost: 'no expectation', reports: [], withinMs: 0 };
  expect({ cost: result.cost, reports: result.reports }).toEqual({ cost, reports });
  expect(result.tookMs).toBeLessThanOrEqual(moment === 'under load' ? Math.max(withinMs, loadMs) : withinMs);
}
