/** A snapshot of one handler's counters, which start with its registration. */
export interface HandlerStats {
  /** `AddEventHandlerOptions.name`, or its default, with a number if several handlers have it. */
  readonly name: string;
  /** True once the handler has handled all initial objects. */
  readonly synced: boolean;
  /** Number of pending events, including the one being handled. */
  readonly backlog: number;
  /** Since when the handler's promise for the current event is pending, ms since the epoch. */
  readonly runningSince: number | undefined;
  /** Number of events that were passed to the handler, including the current one. */
  readonly handled: number;
  /** Number of events on which the handler failed. */
  readonly failures: number;
  /** Number of callbacks that took longer than `slowHandlerMs`, including the current one. */
  readonly slow: number;
  readonly coalesces: boolean;
  /** 0 for none. */
  readonly resyncPeriodMs: number;
}
