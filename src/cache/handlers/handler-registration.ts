import type { OptionNames } from '../../util/known-options.js';
import type { Logger } from '../../util/logger.js';

/** What became of one event that a handler failed on. */
export interface HandlerFailure {
  /** What the callback threw or rejected with. */
  readonly error: Error;
  /** Name of the informer. */
  readonly informer: string;
  /** Name of the handler: `AddEventHandlerOptions.name`, or see `handlerName`. */
  readonly handler: string;
  readonly event: 'add' | 'update' | 'delete';
  /** Key of the object; undefined when it has none. */
  readonly key: string | undefined;
}

/** Options of `SharedIndexInformer.addEventHandler`. */
export interface AddEventHandlerOptions {
  /**
   * How often this handler gets an update for every object, changed or not, in ms. 0 is never; at least 1000. Default: the
   * informer's `resyncPeriodMs`. Rounded up to the informer's check period, which is the shortest wish uttered before
   * its start; an informer with `resyncPeriodMs` 0 never resyncs.
   */
  readonly resyncPeriodMs?: number | undefined;
  /**
   * True: of the events that wait for this handler, those of one key are merged into the latest, so that a handler that is
   * slower than the changes has at most one event a key waiting (and a delete with the add after it), however many come.
   * For handlers that want the state, not each step to it; false: every event, in the order of the cache.
   *
   * What is told stays a history that could have been: add and update are an add of the newest object, updates are one from
   * the first's old object to the newest, update and delete are the delete, add and delete are nothing at all. A delete
   * and the add after it are both told, since they are two objects of one name: whatever was kept for the first must go.
   * A merged event keeps the place of the first; so the order holds within a key, not between keys. An add of the
   * initial list stays one. Default: false.
   */
  readonly coalesce?: boolean | undefined;
  /** Default: the informer's. */
  readonly logger?: Logger | undefined;
  /** For logs, errors and metrics. Default: `handlerName(handler)`. */
  readonly name?: string | undefined;
}

export const addEventHandlerOptionNames: OptionNames<AddEventHandlerOptions> = {
  resyncPeriodMs: true,
  coalesce: true,
  logger: true,
  name: true,
};

/**
 * cache.ResourceEventHandlerRegistration: one handler's place at an informer, and how to give it up.
 *
 * `using` removes it at the end of the block, `await using` also waits for the callback that is running.
 */
export interface HandlerRegistration extends Disposable, AsyncDisposable {
  /** The informer's and the handler's name. */
  readonly name: string;
  /** True once the handler is done with everything that came before the informer synced, or that the cache held when it joined. */
  readonly hasSynced: boolean;
  /**
   * Resolves when `hasSynced` turns true: after the last of these callbacks has settled, also an asynchronous one, also
   * one that failed (client-go never gets there after a panic: kubernetes/kubernetes#129024). Rejects with
   * InformerError when it never will: the informer stopped or the handler was removed first.
   *
   * Do not await it inside a callback of this handler: it waits for that callback, so neither would ever settle.
   */
  readonly synced: Promise<void>;
  /** How many events before `synced` the handler failed on. */
  readonly failedInitial: number;
  /** Events that wait for this handler, the one it is busy with included. */
  readonly pending: number;
  /** How often it gets an update for every object, as granted, in ms; 0 for never. */
  readonly resyncPeriodMs: number;
  /** Nothing is told to this handler any more; what waits is dropped. A callback that is running is not waited for. */
  remove(): void;
  /**
   * `remove`, then waits for the callback that is running, 30 seconds at most: then it logs a warning and resolves. May be
   * awaited inside a callback, also one of this handler, under the rule of `SharedIndexInformer.stop`.
   */
  removeAndWait(): Promise<void>;
}
