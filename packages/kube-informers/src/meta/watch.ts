import type { KubernetesObject, Status } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** watch.EventType: the wire's words. */
export const WatchEventType = {
  /** The object was created, or matches the selector now. */
  Added: 'ADDED',
  /** The object has changed. */
  Modified: 'MODIFIED',
  /** The object was deleted, or no longer matches the selector. */
  Deleted: 'DELETED',
  /** No change: the object has only the version that the watch has reached. */
  Bookmark: 'BOOKMARK',
  /** The watch has failed; the object is a Status. */
  Error: 'ERROR',
} as const;
export type WatchEventType = (typeof WatchEventType)[keyof typeof WatchEventType];

/** One event of a watch. A BOOKMARK's object has only apiVersion, kind, metadata.resourceVersion and annotations. */
export type WatchEvent<T> =
  | {
      /** What has happened; see `WatchEventType`. */
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
      /** The object after the change, the last state of a deleted one, or the Status of an error. */
      readonly object: T;
    }
  | {
      /** What has happened; see `WatchEventType`. */
      readonly type: 'ERROR';
      /** The object after the change, the last state of a deleted one, or the Status of an error. */
      readonly object: Status;
    };

/** The annotation, with value "true", of the BOOKMARK that ends a watch-list's initial events (KEP-3157). */
export const initialEventsAnnotation = 'k8s.io/initial-events-end';

/**
 * An open watch, read by one reader.
 *
 * Events are delivered in batches, as their bytes arrived: one promise per batch, none per event. `for await`
 * iterates over single events.
 */
export interface WatchStream<T extends DeepReadonly<KubernetesObject>>
  extends AsyncIterable<WatchEvent<T>>, Disposable {
  /**
   * Returns the next events in order, never empty; `undefined` after the server ended the stream or `stop`.
   *
   * Rejects with a TransportError if the connection breaks (`ERR_WATCH_CUT`) or a line is not valid JSON
   * (`ERR_WATCH_DECODE`), after the preceding events. A partial line at the end counts as a cut.
   */
  nextBatch(): Promise<readonly WatchEvent<T>[] | undefined>;
  /**
   * Closes the connection. A pending `nextBatch` resolves with `undefined`. Calling it again does nothing.
   *
   * Aborting the signal that the watch was opened with does the same: a requested end is not an error.
   */
  stop(): void;
  /**
   * Why the stream is empty and ends immediately: the connection broke or timed out at every attempt.
   *
   * Undefined for a stream that was opened. client-go's equivalent is NewEmptyWatch. A Reflector reports it and
   * repeats the same request after its backoff.
   */
  readonly unopened?: Error | undefined;
  /** Milliseconds since the last bytes arrived, or since the response began. Undefined for a source that reads no bytes. */
  readonly lastByteAgeMs?: number | undefined;
  /** Bytes that have been read, after decompression. Undefined for a source that reads no bytes. */
  readonly receivedBytes?: number | undefined;
}
