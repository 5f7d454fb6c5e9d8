import { numberFrom, oneOf, type OptionNames, requireBoolean, requireString } from 'kube-informers/internal';

/** Which objects an in-process list returns. */
export interface LocalListOptions {
  /** Default: every namespace. */
  readonly namespace?: string | undefined;
  /** Selects objects by their labels: `app=web`. */
  readonly labelSelector?: string | undefined;
  /** Selects objects by fields: `spec.nodeName=node-1`. */
  readonly fieldSelector?: string | undefined;
}

/** How to end the open watches. */
export interface DropOptions {
  /** `end`: complete responses, as on a shutdown; `reset`: broken connections. Default: `end`. */
  readonly how?: 'end' | 'reset' | undefined;
}

/** Options of `start` of an ApiServer. */
export interface ServerStartOptions {
  /**
   * Lets watches continue from before the stop. Default: false, as for a real server's watch cache, which starts
   * empty.
   *
   * Older resourceVersions then get 410 as an ERROR event, while lists and continue tokens still work.
   */
  readonly keepWatchHistory?: boolean | undefined;
  /**
   * Duration of the watch caches' initialization, ms. Default: 0.
   *
   * Until then watches, and lists that are not served from etcd (KEP-4568), get 429 "storage is (re)initializing"
   * with Retry-After.
   */
  readonly initializingMs?: number | undefined;
}

export const localListOptionNames: OptionNames<LocalListOptions> = {
  namespace: requireString,
  labelSelector: requireString,
  fieldSelector: requireString,
};

export const dropOptionNames: OptionNames<DropOptions> = { how: oneOf('end', 'reset') };

export const serverStartOptionNames: OptionNames<ServerStartOptions> = {
  keepWatchHistory: requireBoolean,
  initializingMs: numberFrom(0),
};
