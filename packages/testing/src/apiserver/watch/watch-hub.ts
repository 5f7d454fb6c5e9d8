import type { ServerResponse } from 'node:http';
import type { Timer } from 'kube-informers';
import { setTurn } from 'kube-informers/internal';
import { ChangeLines } from '../responses/event-encoding.js';
import type { Change, ResourceTable } from '../storage/resource-table.js';
import { WatchConnection } from './watch-connection.js';
import type { WatchHubOptions, WatchRequest } from './watch-connection.js';

/** Tracks every open watch of the server and dispatches changes to them. */
export class WatchHub {
  readonly #options: WatchHubOptions;
  readonly #byTable = new Map<ResourceTable, Set<WatchConnection>>();
  readonly #dirty = new Set<WatchConnection>();
  #flush: Timer | undefined;

  constructor(options: WatchHubOptions) {
    this.#options = options;
  }

  /** Number of open watches. */
  get size(): number {
    let size = 0;
    for (const watches of this.#byTable.values()) size += watches.size;
    return size;
  }

  /** Responds with a watch, which lives until its deadline, its client or the server ends it. */
  open(response: ServerResponse, request: WatchRequest): WatchConnection {
    const { table } = request.served;
    let watches = this.#byTable.get(table);
    if (watches === undefined) {
      watches = new Set();
      this.#byTable.set(table, watches);
    }
    const connection = new WatchConnection(response, request, this.#options, () => {
      this.#dirty.delete(connection);
      const open = this.#byTable.get(table);
      open?.delete(connection);
      if (open?.size === 0) this.#byTable.delete(table);
    });
    watches.add(connection);
    connection.start();
    return connection;
  }

  /** Dispatches a change to the matching watches of its table. */
  dispatch(table: ResourceTable, change: Change): void {
    const watches = this.#byTable.get(table);
    if (watches === undefined) return;
    const lines = new ChangeLines(change);
    for (const watch of watches) if (watch.offer(lines)) this.#dirty.add(watch);
    // Changes of one turn of the event loop are written together: one write per watch, not per event.
    if (this.#flush === undefined) this.#flush = setTurn(() => this.#flushDirty());
  }

  #flushDirty(): void {
    this.#flush = undefined;
    for (const watch of this.#dirty) {
      this.#dirty.delete(watch);
      watch.flush();
    }
  }

  /** Ends the watches of one table as on a shutdown, after their pending events. */
  endWatches(table: ResourceTable): void {
    this.#flushDirty();
    for (const watch of this.#byTable.get(table) ?? []) watch.close('end');
  }

  /** Ends every watch, as on a shutdown (`end`) or as by a broken connection (`reset`). */
  dropAll(how: 'end' | 'reset'): void {
    for (const watches of this.#byTable.values()) {
      for (const watch of watches) watch.close(how);
    }
  }
}
