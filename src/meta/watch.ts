import type { KubernetesObject, Status } from './types.js';

/** watch.EventType: the wire's words. */
export const WatchEventType = {
  Added: 'ADDED',
  Modified: 'MODIFIED',
  Deleted: 'DELETED',
  Bookmark: 'BOOKMARK',
  Error: 'ERROR',
} as const;
export type WatchEventType = (typeof WatchEventType)[keyof typeof WatchEventType];

/** One event of a watch. A BOOKMARK's object has apiVersion, kind and metadata.resourceVersion (and annotations) only. */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: Status };

/** The annotation, with the value "true", of the BOOKMARK that ends a watch-list's initial events (KEP-3157). */
export const initialEventsAnnotation = 'k8s.io/initial-events-end';

/**
 * An open watch.
 *
 * Events come in batches, as the bytes did: one promise a batch, none an event. `for await` gives them one by one.
 * A stream is read by one reader.
 */
export interface WatchStream<T extends KubernetesObject> extends AsyncIterable<WatchEvent<T>>, Disposable {
  /**
   * The next events, in order, never empty; `undefined` once the server has ended the stream or `stop` was called.
   * Rejects with a TransportError when the connection breaks (`ERR_WATCH_CUT`) or a line is no JSON
   * (`ERR_WATCH_DECODE`); events that came before are handed out first. A half line at the end counts as a cut.
   */
  nextBatch(): Promise<readonly WatchEvent<T>[] | undefined>;
  /**
   * Closes the connection. A waiting `nextBatch` resolves with `undefined`. Calling it again does nothing. Aborting the
   * signal that the watch was opened with does the same: an end that was asked for is no error.
   */
  stop(): void;
  /**
   * Why this stream holds nothing and ends at once: the connection broke, or timed out, before the answer, each time it
   * was tried (client-go's NewEmptyWatch). Undefined for a stream that was opened. A Reflector reports it and asks for
   * the same again after its backoff.
   */
  readonly unopened?: Error | undefined;
}
