import type { Clock } from 'kube-informers';
import { linkSignal } from 'kube-informers/internal';
import { ResourceTable } from './resource-table.js';
import type { HistoryOptions, Change } from './resource-table.js';

const reachedReason = new Error('the revision was reached');

/**
 * The sequence of revisions shared by all resources, as in etcd.
 *
 * Each write takes the next number, which becomes the object's resourceVersion.
 */
export class RevisionLog {
  readonly options: HistoryOptions;
  readonly #tables = new Map<string, ResourceTable>();
  #revision: number;
  /** Called synchronously for each write. */
  listener: ((table: ResourceTable, change: Change) => void) | undefined;
  #compacted: number;
  readonly #waiters = new Set<{ readonly wanted: bigint; readonly wake: () => void }>();

  constructor(options: HistoryOptions) {
    this.options = options;
    this.#revision = options.initialRevision;
    // etcd starts at 1 without a compacted history; a history that starts later lacks everything before.
    this.#compacted = options.initialRevision === 1 ? 0 : options.initialRevision;
  }

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** Returns the number for a new write. */
  next(): number {
    this.#revision++;
    for (const waiter of this.#waiters) if (waiter.wanted <= BigInt(this.#revision)) waiter.wake();
    return this.#revision;
  }

  /**
   * Resolves when `wanted` is written or after `timeoutMs`; the caller checks which. Rejects if the signal aborts.
   */
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

  /** Returns the objects of a resource in any version, created empty. `id` is `resource.group`. */
  table(id: string): ResourceTable {
    let table = this.#tables.get(id);
    if (table === undefined) {
      table = new ResourceTable(this, this.#compacted);
      this.#tables.set(id, table);
    }
    return table;
  }

  /** Removes a resource whose definition was deleted; its objects must be deleted already. */
  dropTable(id: string): void {
    this.#tables.delete(id);
  }

  tables(): Iterable<ResourceTable> {
    return this.#tables.values();
  }

  /** Discards the history before `revision`: older lists, continue tokens and watches are then expired. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision);
    for (const table of this.#tables.values()) table.compact(revision);
  }

  /** Makes watches start from now and keeps old states, as a restart affects the watch cache but not etcd. */
  forgetWatchHistory(): void {
    for (const table of this.#tables.values()) table.forgetWatchHistory();
  }
}
