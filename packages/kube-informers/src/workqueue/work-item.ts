/** A key that was handed out by a WorkQueue. No other worker gets the key until `done` is called. */
export interface WorkItem<K extends string = string> extends Disposable {
  readonly key: K;
  /** The highest priority that was asked for since the key was last handed out. */
  readonly priority: number;
  /** The distinct reasons that were given since then, the oldest first, for people: there may have been more. */
  readonly reasons: readonly string[];
  /** Number of adds whose reason was not kept because of `maxReasons`. */
  readonly droppedReasons: number;
  /** The distinct kinds that were given since then: all of them, for decisions. */
  readonly kinds: readonly string[];
  /** How long the key was ready and waited before it was handed out, ms. */
  readonly queuedMs: number;
  /** Ends the processing of the key. Calling it again does nothing. */
  done(): void;
  /**
   * Gives the key back unprocessed, with its priority, reasons and kinds, to be handed out again: at once, in its old place, or
   * in `afterMs`. What was added meanwhile is merged; the earliest due time counts. Does nothing after `done`. Default: 0.
   */
  release(afterMs?: number): void;
}
