import type { OptionNames } from '../util/known-options.js';

/** Which objects an in-process list gives. */
export interface LocalListOptions {
  /** Default: every namespace. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** How to end the open watches. */
export interface DropOptions {
  /** `end`: the responses are complete, as at a shutdown; `reset`: the connections break. Default: `end`. */
  readonly how?: 'end' | 'reset' | undefined;
}

/** How to stop. */
export interface StopOptions {
  /** Breaks what is being answered, as SIGKILL would. Default: false. */
  readonly abrupt?: boolean | undefined;
}

/** How to start again. */
export interface RestartOptions extends StopOptions {
  /**
   * Watches may go on from before the restart. Default: false, as a real server's watch cache, which starts empty: older
   * resourceVersions then get 410 as an ERROR event, while lists and continue tokens go on.
   */
  readonly keepWatchHistory?: boolean | undefined;
  /**
   * How long the watch caches are filled after the start, ms: until then watches, and lists that etcd is not asked for
   * (KEP-4568), get 429 "storage is (re)initializing" with Retry-After. Default: 0, they are ready at once.
   */
  readonly initializingMs?: number | undefined;
}

export const localListOptionNames: OptionNames<LocalListOptions> = {
  namespace: true,
  labelSelector: true,
  fieldSelector: true,
};

export const dropOptionNames: OptionNames<DropOptions> = { how: true };

export const stopOptionNames: OptionNames<StopOptions> = { abrupt: true };

export const restartOptionNames: OptionNames<RestartOptions> = {
  ...stopOptionNames,
  keepWatchHistory: true,
  initializingMs: true,
};
