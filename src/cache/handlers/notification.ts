import type { Deletion } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** One event, made once and shared by every listener that gets it. */
export type Notification<T> =
  | { readonly event: 'add'; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly event: 'update'; readonly oldObject: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly event: 'delete'; readonly deletion: Deletion<T> }
  | Resync<T>;

/** An update by which nothing changed: only for who asked for resyncs. */
export interface Resync<T> {
  readonly event: 'resync';
  readonly oldObject: DeepReadonly<T>;
  readonly object: DeepReadonly<T>;
  /** The listeners that get it. */
  readonly audience: ReadonlySet<unknown>;
}

/** The events that wait for one listener. */
export interface Backlog<T> {
  /** Takes the next one out; undefined when none waits. */
  next(): Notification<T> | undefined;
  /** Events that wait. */
  readonly length: number;
  /** The informer has synced: what waits now, and the event that was taken last, is what `synced` waits for. */
  upstreamSynced(): void;
  /** True when all that came before `upstreamSynced` has been taken out. */
  readonly initialTaken: boolean;
  /** Forgets everything. */
  clear(): void;
}
