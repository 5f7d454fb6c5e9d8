import { asError } from '../../util/errors.js';
import { TraceChannel } from '../../util/trace-channel.js';
import type { Trace } from '../../util/trace-channel.js';
import type { ListReason, WatchEndReason } from './reflector-counts.js';

/**
 * The message of the tracing channel `kube-informers:list`: how a Reflector gets everything, until the store has it. It has
 * no objects.
 */
export interface ListTrace {
  /** Name of the Reflector: of an informer, its resource and scope. */
  readonly name: string;
  /** `v1, Kind=Pod`, or `<unspecified>`. */
  readonly type: string;
  /** A watch-list is one request whose stream goes on as a watch. */
  readonly kind: 'list' | 'watchList';
  /** `initial` for the first, otherwise why everything is listed again; as in `ListWatchStats`. */
  readonly reason: ListReason;
  /** Pages so far; 0 for a watch-list. */
  pages: number;
  /** Objects in the store; undefined until the list is complete. */
  items?: number | undefined;
  /** Of the complete list; undefined if it failed or was stopped. */
  resourceVersion?: string | undefined;
  /** Why it failed. Undefined if it was stopped. */
  error?: unknown;
}

/** The message of the tracing channel `kube-informers:watch`: a watch of a Reflector from its request to its end. */
export interface WatchTrace {
  /** As in `ListTrace`. */
  readonly name: string;
  /** `v1, Kind=Pod`, or `<unspecified>`. */
  readonly type: string;
  /** Where it began. */
  readonly resourceVersion: string;
  /** True for a watch-list, which begins with the existing objects. */
  readonly initialEvents: boolean;
  /** Events without bookmarks; counted when it ends. */
  events: number;
  /** Bookmarks; counted when it ends. */
  bookmarks: number;
  /** As in `ListWatchStats`; undefined until it ends, and if it could not be opened. */
  endReason?: WatchEndReason | undefined;
  /** Why it broke or could not be opened. */
  error?: unknown;
}

const listChannel = new TraceChannel<ListTrace>('kube-informers:list');
const watchChannel = new TraceChannel<WatchTrace>('kube-informers:watch');

/**
 * Publishes the lists and watches of one Reflector. Without a subscriber it builds no message.
 *
 * A list or watch runs in the context of the stores that are bound to its channel.
 */
export class ReflectorTraces {
  readonly #reflector: Pick<ListTrace, 'name' | 'type'>;
  #list: Trace<ListTrace> | undefined;
  /** Of the open watch. */
  #watch: Trace<WatchTrace> | undefined;

  constructor(name: string, type: string) {
    this.#reflector = { name, type };
  }

  /** Runs a list or watch-list until the store has it; `errorOf` returns why it failed, if it did not throw. */
  list<R>(
    list: Pick<ListTrace, 'kind' | 'reason'>,
    run: () => Promise<R>,
    errorOf: (result: R) => unknown,
  ): Promise<R> {
    return listChannel.isObserved ? this.#traced(list, run, errorOf) : run();
  }

  async #traced<R>(
    { kind, reason }: Pick<ListTrace, 'kind' | 'reason'>,
    run: () => Promise<R>,
    errorOf: (result: R) => unknown,
  ): Promise<R> {
    const trace = listChannel.operation({ ...this.#reflector, kind, reason, pages: 0 });
    this.#list = trace;
    try {
      const result = await trace.run(run);
      trace.end(errorOf(result));
      return result;
    } catch (thrown) {
      trace.end(thrown);
      throw thrown;
    } finally {
      this.#list = undefined;
    }
  }

  /** A page of the list has arrived. */
  page(): void {
    if (this.#list !== undefined) this.#list.message.pages++;
  }

  /** The store has the list. */
  listed(items: number, resourceVersion: string): void {
    if (this.#list !== undefined) Object.assign(this.#list.message, { items, resourceVersion });
  }

  /** Opens a watch, whose trace ends with `closed`, or here if it cannot be opened. */
  async open<W>(
    { resourceVersion, initialEvents }: Pick<WatchTrace, 'resourceVersion' | 'initialEvents'>,
    signal: AbortSignal,
    open: () => Promise<W>,
  ): Promise<W> {
    if (!watchChannel.isObserved) return open();
    const message = { ...this.#reflector, resourceVersion, initialEvents, events: 0, bookmarks: 0 };
    const trace = watchChannel.operation(message);
    try {
      const opened = await trace.run(open);
      this.#watch = trace;
      return opened;
    } catch (thrown) {
      if (signal.aborted) {
        trace.message.endReason = 'stopped';
        trace.end();
      } else trace.end(asError(thrown));
      throw thrown;
    }
  }

  /** The open watch is over. */
  closed(
    { items, bookmarks }: { readonly items: number; readonly bookmarks: number },
    endReason: WatchEndReason,
    error: Error | undefined,
  ): void {
    const trace = this.#watch;
    if (trace === undefined) return;
    this.#watch = undefined;
    Object.assign(trace.message, { events: items - bookmarks, bookmarks, endReason });
    trace.end(error);
  }
}
