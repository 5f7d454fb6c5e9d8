import { printable, shortened } from 'kube-informers/internal';
import { textWidth } from './text-width.js';

/** Widest column that other rows are padded to: one wide cell must not multiply the output. */
const maxWidth = 250;
/** Longest cell, characters. */
const maxCell = 2048;

/** Aligns rows as kubectl does: columns three spaces apart, the last one unpadded. Later rows keep the widths. */
export class TextTable {
  readonly #headers: readonly string[];
  readonly #widths: number[];

  constructor(headers: readonly string[]) {
    this.#headers = headers;
    this.#widths = headers.map((header) => Math.min(maxWidth, textWidth(shownCell(header))));
  }

  /** Widens the columns for these rows before anything is printed. */
  measure(rows: Iterable<readonly string[]>): void {
    for (const row of rows) {
      row.forEach((cell, index) => {
        this.#widths[index] = Math.max(
          this.#widths[index] ?? 0,
          Math.min(maxWidth, textWidth(shownCell(cell))),
        );
      });
    }
  }

  header(): string {
    return this.line(this.#headers);
  }

  line(row: readonly string[]): string {
    const last = row.length - 1;
    return row
      .map((cell, index) => {
        const shown = shownCell(cell);
        const space = (this.#widths[index] ?? 0) - textWidth(shown);
        return index === last || space <= 0 ? shown : shown + ' '.repeat(space);
      })
      .join('   ')
      .trimEnd();
  }
}

function shownCell(cell: string): string {
  return printable(shortened(cell, maxCell));
}
