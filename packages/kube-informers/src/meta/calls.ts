import type { KubernetesObject, ListOptions } from './types.js';
import type { ObjectFormat } from './wire-format.js';

/**
 * Waits before a request is sent again, instead of the sender's own clock, so that the caller can show the delay and end it.
 *
 * `error` is why the request is repeated, and `signal` ends the call. Resolves when the request should be sent; a rejection
 * ends the call with that error.
 */
export type WaitToRetry = (
  delayMs: number,
  retry: {
    /** Why the attempt failed. */
    readonly error: Error;
    /** Ends the wait. */
    readonly signal: AbortSignal;
  },
) => Promise<void>;

/** Options of every call that waits. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a list or watch besides those that the server gets: a Reflector passes them to its ListerWatcher. */
export interface SourceCallOptions extends CallOptions {
  /**
   * Decodes the objects; ignored by a source that does not read bytes. Default: plain objects.
   * @internal
   */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
  /** Maximum number of retries, for a source that retries by itself. Default: the source's own. */
  readonly maxRetries?: number | undefined;
  /**
   * Waits before each retry, for a source that retries by itself. A Reflector shows the delay in its state, and
   * `retryNow` ends it. Default: the source waits unseen.
   */
  readonly waitToRetry?: WaitToRetry | undefined;
  /**
   * Called at most once with the continue token of a list, as soon as it has arrived: before the items, if the source decodes
   * while it reads. A pager then requests the next page while this one is read. Default: the token is read from the page.
   */
  readonly onContinue?: ((token: string) => void) | undefined;
}

/** Options of a list or watch of a ListerWatcher: those of the request, and those of the call. */
export type SourceOptions = ListOptions & SourceCallOptions;

/** Returns the options that the server gets, and those of the call. */
export function splitCall(options: SourceOptions): {
  readonly request: ListOptions;
  readonly call: SourceCallOptions;
} {
  const { signal, format, maxRetries, waitToRetry, onContinue, ...request } = options;
  return { request, call: { signal, format, maxRetries, waitToRetry, onContinue } };
}
