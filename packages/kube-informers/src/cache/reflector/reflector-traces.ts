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
  readonly type: string;
  /** Where it began. */
  readonly resourceVersion: string;
  /** True for a watch-list, which begins with the existing objects. */
  readonly initialEvents: boolean;
  /** Events without bookmarks; counted when it ends. */
  events: number;
  bookmarks: number;
  /** As in `ListWatchStats`; undefined until it ends, and if it could not be opened. */
  endReason?: WatchEndReason | undefined;
  /** Why it broke or could not be opened. */
  error?: unknown;
}

const listChannel = new TraceChannel<ListTrace>('kube-informers:list');
const watchChannel = new TraceChannel<WatchTrace>('kube-informers:watch');

interface Named {
  readonly name: string;
  readonly typeDescription: string;
}

/** Returns the trace of a list that is about to begin; undefined without a subscriber. */
export function traceOfList(
  { name, typeDescription: type }: Named,
  kind: ListTrace['kind'],
  reason: ListReason,
): Trace<ListTrace> | undefined {
  if (!listChannel.isObserved) return undefined;
  return listChannel.operation({ name, type, kind, reason, pages: 0 });
}

/** Returns the trace of a watch that is about to be opened; undefined without a subscriber. */
export function traceOfWatch(
  { name, typeDescription: type }: Named,
  resourceVersion: string,
  initialEvents: boolean,
): Trace<WatchTrace> | undefined {
  if (!watchChannel.isObserved) return undefined;
  return watchChannel.operation({ name, type, resourceVersion, initialEvents, events: 0, bookmarks: 0 });
}

/** Ends the trace of a watch that was open. */
export function endWatchTrace(
  trace: Trace<WatchTrace>,
  { items, bookmarks }: { readonly items: number; readonly bookmarks: number },
  endReason: WatchEndReason,
  error: Error | undefined,
): void {
  Object.assign(trace.message, { events: items - bookmarks, bookmarks, endReason });
  trace.end(error);
}
