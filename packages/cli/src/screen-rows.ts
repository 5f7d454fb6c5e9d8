import type { DeepReadonly, KubernetesObject } from 'kube-informers';

/** One column of a live table. */
export interface LiveColumn {
  readonly header: string;
  text(key: string, object: DeepReadonly<KubernetesObject>, nowMs: number): string;
  /** The milliseconds since the epoch of a column that shows an age: rows are sorted by it. */
  readonly time?: (key: string, object: DeepReadonly<KubernetesObject>) => number | undefined;
}

/** What happened to an object last. */
export type RowMark = '+' | '~' | '-' | '';

/** One change of an object, as lines of text. */
export interface RowChange {
  readonly atMs: number;
  readonly fields: readonly string[];
}

/** One object of a live table. */
export interface Row {
  readonly key: string;
  object: DeepReadonly<KubernetesObject>;
  mark: RowMark;
  changedAtMs: number;
  /** The newest first. */
  changes: readonly RowChange[];
  /** What the row is sorted by in the present order. */
  sortValue: string | number;
  /** The row in lower case, for the filter; undefined until it is needed. */
  searchText: string | undefined;
}

/** Changes that are kept of each object. */
export const keptChanges = 10;

/**
 * The rows of one live table in order, of which a filter may hide some.
 *
 * A change moves one row; the whole table is sorted only for another order or filter, and while the first list arrives.
 */
export class ScreenRows {
  #columns: readonly LiveColumn[];
  readonly #rows = new Map<string, Row>();
  #view: Row[] = [];
  #outdated = false;
  #filter = '';
  #sortColumn = -1;
  #descending = false;
  // Rows of deleted objects, which stay for a while.
  readonly #deleted = new Set<Row>();

  constructor(columns: readonly LiveColumn[]) {
    this.#columns = columns;
  }

  /** Number of objects that exist. */
  get size(): number {
    return this.#rows.size - this.#deleted.size;
  }

  /** Number of objects that exist and that the filter shows. */
  get matching(): number {
    let hidden = 0;
    for (const row of this.#deleted) if (this.#matches(row)) hidden++;
    return this.view.length - hidden;
  }

  get columns(): readonly LiveColumn[] {
    return this.#columns;
  }

  /** Shows other columns, sorted by key. */
  set columns(columns: readonly LiveColumn[]) {
    this.#columns = columns;
    for (const row of this.#rows.values()) row.searchText = undefined;
    this.sortBy(-1, false);
  }

  /** The index of the column that rows are sorted by; -1: by key. */
  get sortColumn(): number {
    return this.#sortColumn;
  }

  get descending(): boolean {
    return this.#descending;
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    this.#filter = text.toLowerCase();
    this.#outdated = true;
  }

  /** Sorts by a column; -1 sorts by key. */
  sortBy(column: number, descending: boolean): void {
    this.#sortColumn = column;
    this.#descending = descending;
    for (const row of this.#rows.values()) row.sortValue = this.#sortValueOf(row);
    this.#outdated = true;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** The rows to show, in order. */
  get view(): readonly Row[] {
    if (this.#outdated) {
      this.#view = [...this.#rows.values()].filter((row) => this.#matches(row)).sort(this.#compare);
      this.#outdated = false;
    }
    return this.#view;
  }

  /** Stores the state of an object. `later` defers the sorting, for many rows at once. */
  set(
    key: string,
    object: DeepReadonly<KubernetesObject>,
    change: { readonly mark: RowMark; readonly atMs: number; readonly fields: readonly string[] },
    later = false,
  ): void {
    const existing = this.#rows.get(key);
    if (existing !== undefined && !this.#outdated) this.#take(existing);
    const row: Row = existing ?? {
      key,
      object,
      mark: '',
      changedAtMs: 0,
      changes: [],
      sortValue: '',
      searchText: undefined,
    };
    if (change.mark === '-') this.#deleted.add(row);
    else this.#deleted.delete(row);
    row.object = object;
    row.mark = change.mark;
    row.changedAtMs = change.atMs;
    row.searchText = undefined;
    row.sortValue = this.#sortValueOf(row);
    if (change.mark !== '')
      row.changes = [{ atMs: change.atMs, fields: change.fields }, ...row.changes].slice(0, keptChanges);
    this.#rows.set(key, row);
    if (later) this.#outdated = true;
    if (!this.#outdated && this.#matches(row)) this.#view.splice(this.#place(row), 0, row);
  }

  /** Removes the rows of objects that were deleted by then. */
  removeDeleted(untilMs: number): void {
    for (const row of this.#deleted) {
      if (row.changedAtMs > untilMs) continue;
      this.#deleted.delete(row);
      this.#rows.delete(row.key);
      if (!this.#outdated) this.#take(row);
    }
  }

  /** Index of a row in the view; -1 if the filter hides it. */
  indexOf(row: Row): number {
    const place = this.view.length === 0 ? 0 : this.#place(row);
    return this.#view[place] === row ? place : -1;
  }

  #take(row: Row): void {
    const index = this.#place(row);
    if (this.#view[index] === row) this.#view.splice(index, 1);
  }

  /** Where the row is in the view, or belongs. */
  #place(row: Row): number {
    let low = 0;
    for (let high = this.#view.length; low < high;) {
      const middle = (low + high) >>> 1;
      const at = this.#view[middle];
      if (at !== undefined && this.#compare(at, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Ties are broken by the key, which is unique: the order is total, and a row is found by binary search.
  readonly #compare = (a: Row, b: Row): number => {
    const order = compareValues(a.sortValue, b.sortValue);
    if (order !== 0) return this.#descending ? -order : order;
    return compareValues(a.key, b.key);
  };

  #sortValueOf(row: Row): string | number {
    const column = this.#columns[this.#sortColumn];
    if (column === undefined) return row.key;
    if (isTime(column)) {
      // The youngest first, as the age that is shown.
      const time = column.time(row.key, row.object);
      return time === undefined ? Number.MAX_SAFE_INTEGER : -time;
    }
    const text = column.text(row.key, row.object, 0);
    return /^-?\d+(\.\d+)?\b/.test(text) ? Number.parseFloat(text) : text;
  }

  #matches(row: Row): boolean {
    if (this.#filter === '') return true;
    row.searchText ??= [
      row.key,
      ...this.#columns
        .filter(({ time }) => time === undefined)
        .map((column) => column.text(row.key, row.object, 0)),
    ]
      .join(' ')
      .toLowerCase();
    return row.searchText.includes(this.#filter);
  }
}

/** True for a column that shows an age. */
function isTime(column: LiveColumn): column is LiveColumn & Required<Pick<LiveColumn, 'time'>> {
  return column.time !== undefined;
}

/** Numbers first, then text in the order of code units. */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
