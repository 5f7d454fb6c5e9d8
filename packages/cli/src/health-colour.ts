/** How well an object is, by the cells of its row. */
export type RowHealth = 'well' | 'waiting' | 'failing' | 'done';

const done = new Set(['Completed', 'Complete', 'Succeeded']);
const failing =
  /Error|Failed|BackOff|Evicted|OOMKilled|NotReady|Invalid|NeverPull|CannotRun|Unknown|Lost|^ErrImage/;
const waiting = /^(Pending|ContainerCreating|PodInitializing|Init:|Terminating|Released|Suspended)/;

/** The health of a row, by its columns STATUS and READY: other tables have no failures to show. */
export function healthOf(headers: readonly string[], cells: readonly string[]): RowHealth {
  const status = cells[headers.indexOf('STATUS')] ?? '';
  if (done.has(status)) return 'done';
  if (failing.test(status)) return 'failing';
  const [, ready, wanted] = /^(\d+)\/(\d+)$/.exec(cells[headers.indexOf('READY')] ?? '') ?? [];
  return waiting.test(status) || Number(ready ?? 0) < Number(wanted ?? 0) ? 'waiting' : 'well';
}
