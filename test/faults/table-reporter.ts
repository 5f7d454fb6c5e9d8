import type { TestCase } from 'vitest/node';
import { meaningless, moments } from './cell.js';
import { cannotLast, lastingRows, lastingScopes } from './lasting.js';
import type { TableCell } from './matrix.js';
import type { FaultRow, NoMeaning } from './rows.js';
import { faultRows } from './rows.js';

/** `npm run faults`: prints what the tests of the matrix found as two tables, and why a cell is empty. */
export default class TableReporter {
  readonly #cells: (TableCell & { readonly passed: boolean })[] = [];

  onTestCaseResult(testCase: TestCase): void {
    const { faultCell } = testCase.meta();
    if (faultCell !== undefined) this.#cells.push({ ...faultCell, passed: testCase.ok() });
  }

  onTestRunEnd(): void {
    const of = (table: TableCell['table']): readonly (TableCell & { readonly passed: boolean })[] =>
      this.#cells.filter((cell) => cell.table === table);
    const legend = new Map<string, string>();
    const lines = [
      '',
      'Lists + watches that each fault cost. In every cell the cache equals the server, object by',
      'object, all handlers had a legal history that led there, each fault was reported once, and nothing was left.',
      '',
      ...table(faultRows, moments, of('matrix'), (row, moment) => meaningless(row, moment), legend),
      '',
      'The same for ten minutes: requests (most within any minute, and from the third minute on).',
      '',
      ...table(lastingRows, lastingScopes, of('lasting'), (row, scope) => cannotLast(row, scope), legend),
      '',
      ...Array.from(legend, ([because, mark]) => `${mark} ${because}`),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function table<Column extends string>(
  rows: readonly FaultRow[],
  columns: readonly Column[],
  cells: readonly (TableCell & { readonly passed: boolean })[],
  meaning: (row: FaultRow, column: Column) => NoMeaning | undefined,
  legend: Map<string, string>,
): string[] {
  const texts = [
    ['', ...columns],
    ...rows.map((row) => [
      row.name,
      ...columns.map((column) => {
        const empty = meaning(row, column);
        if (empty !== undefined) return footnote(empty, legend);
        return cellText(cells.filter((cell) => cell.row === row.name && cell.column === column));
      }),
    ]),
  ];
  const widths =
    texts[0]?.map((_text, index) => Math.max(...texts.map((line) => (line[index] ?? '').length))) ?? [];
  const lines = texts.map(
    (line) => `| ${line.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines;
}

function cellText(cells: readonly (TableCell & { readonly passed: boolean })[]): string {
  const [cell] = cells;
  if (cell === undefined) return '?';
  return cell.passed ? cell.text : `FAILED ${cell.text}`;
}

function footnote({ because }: NoMeaning, legend: Map<string, string>): string {
  const known = legend.get(because);
  if (known !== undefined) return known;
  const mark = `–${String(legend.size + 1)}`;
  legend.set(because, mark);
  return mark;
}
