import type { Clock } from '../../util/clock.js';
import { linkSignal } from '../../util/signal.js';
import { ResourceTable } from './resource-table.js';
import type { HistoryOptions } from './history-options.js';
import type { Change } from './resource-table.js';

const reachedReason = new Error('the revision is reached');

/**
 * The one sequence of revisions that all resources share, as etcd's: each write takes the next number, which is the
 * written object's resourceVersion.
 */
export class RevisionLog {
  readonly options: HistoryOptions;
  readonly #tables = new Map<string, ResourceTable>();
  #revision: number;
  /** Told of each write, at once. */
  listener: ((table: ResourceTable, change: Change) => void) | undefined;
  #compacted: number;
  readonly #waiters = new Set<{ readonly wanted: bigint; readonly wake: () => void }>();

  constructor(options: HistoryOptions) {
    this.options = options;
    this.#revision = options.initialRevision;
    // etcd begins at 1 with nothing forgotten; a history that begins later has lost what was before.
    this.#compacted = options.initialRevision === 1 ? 0 : options.initialRevision;
  }

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** Takes the number of a new write. */
  next(): number {
    this.#revision++;
    for (const waiter of this.#waiters) if (waiter.wanted <= BigInt(this.#revision)) waiter.wake();
    return this.#revision;
  }

  /** Resolves when `wanted` is written or `timeoutMs` are over; the caller looks which. Rejects when the signal aborts. */
  async reached(wanted: bigint, clock: Clock, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (wanted <= BigInt(this.#revision)) return;
    const timeout = linkSignal(signal);
    const waiter = { wanted, wake: () => timeout.abort(reachedReason) };
    this.#waiters.add(waiter);
    try {
      await clock.sleep(timeoutMs, { signal: timeout.signal });
    } catch (reason) {
      if (reason !== reachedReason) throw reason;
    } finally {
      this.#waiters.delete(waiter);
      timeout.dispose();
    }
  }

  /** The objects of a resource, in whatever version; made empty at first. `id` is `resource.group`. */
  table(id: string): ResourceTable {
    let table = this.#tables.get(id);
    if (table === undefined) {
      table = new ResourceTable(this, this.#compacted);
      this.#tables.set(id, table);
    }
    return table;
  }

  /** Forgets a resource (its definition was deleted); its objects must be gone already. */
  dropTable(id: string): void {
    this.#tables.delete(id);
  }

  tables(): Iterable<ResourceTable> {
    return this.#tables.values();
  }

  /** Forgets what was before `revision`: older snapshots, continue tokens and watches are expired from now on. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision);
    for (const table of this.#tables.values()) table.compact(revision);
  }

  /** Watches can only start from now, snapshots stay: what a restart does to the watch cache, but not to etcd. */
  forgetWatchHistory(): void {
    for (const table of this.#tables.values()) table.forgetWatchHistory();
  }
}
