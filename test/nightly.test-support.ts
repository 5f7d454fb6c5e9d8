/**
 * Whether everything is tried, as `bash .ci/run --nightly` and the scripts that print tables do. Otherwise a part is, the
 * same in each run.
 */
export const nightly = process.env['NIGHTLY'] === 'true' || process.env['MODE'] === 'nightly';

/** How many random cases a property is tried with: the number given at night, else a twentieth. */
export function runs(atNight: number): number {
  return nightly ? atNight : Math.ceil(atNight / 20);
}

/** The columns in which a row of a table is tried: all at night, else one of `of` that begin with another in each row. */
export function someOf<Column>(columns: readonly Column[], row: number, of: number): readonly Column[] {
  const step = nightly ? 1 : Math.min(of, columns.length);
  return columns.filter((_column, index) => (index + row) % step === 0);
}
