/**
 * Whether everything is tried, as `bash .ci/run --nightly` and the scripts that print tables do. Otherwise a part is, the
 * same in each run.
 */
export const nightly = process.env['NIGHTLY'] === 'true' || process.env['MODE'] === 'nightly';

/** How many random cases a property is tried with: the number given at night, else a tenth. */
export function runs(atNight: number): number {
  return nightly ? atNight : Math.ceil(atNight / 10);
}
