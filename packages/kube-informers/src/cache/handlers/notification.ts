import type { Deletion } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** One event, shared by all listeners that receive it. */
export type Notification<T> =
  | { readonly event: 'add'; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly event: 'update'; readonly oldObject: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly event: 'delete'; readonly deletion: Deletion<T> }
  | Resync<T>;

/** An update in which nothing changed. Only listeners that are due a resync receive it. */
export interface Resync<T> {
  readonly event: 'resync';
  readonly oldObject: DeepReadonly<T>;
  readonly object: DeepReadonly<T>;
  /** The listeners that receive it. */
  readonly audience: ReadonlySet<unknown>;
}

/** The pending events of one listener. */
export interface Backlog<T> {
  /** Removes and returns the next event; undefined if no event is pending. */
  next(): Notification<T> | undefined;
  /** Number of pending events. */
  readonly length: number;
  /** Marks the pending events as the last initial ones: the informer has synced. */
  upstreamSynced(): void;
  /** True once all events before `upstreamSynced` have been taken. */
  readonly initialTaken: boolean;
  /** Drops all pending events. */
  clear(): void;
}
