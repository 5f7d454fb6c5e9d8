import type { KubernetesObject, Status, WatchEvent, WatchStream } from 'kube-informers';
import { initialEventsAnnotation } from 'kube-informers/cache';
import { eventsOf, requireFunction, requireOptions } from 'kube-informers/internal';

/** Options of a bookmark. */
export interface FakeBookmark {
  /** True marks the end of a watch-list's initial events. Default: false. */
  readonly initialEventsEnd?: boolean | undefined;
}

/**
 * A watch that the test controls: it pushes events, ends the watch, or breaks it.
 *
 * ```ts
 * const stream = new FakeWatchStream<Pod>();
 * stream.add(pod);
 * stream.bookmark('12');
 * stream.end();
 * ```
 *
 * Events pushed without a reader are kept; all pending events are delivered as one batch.
 */
export class FakeWatchStream<T extends KubernetesObject> implements WatchStream<T> {
  /** Set by the test, if it plays a source that reads bytes. Default: undefined. */
  receivedBytes: number | undefined;
  #events: WatchEvent<T>[] = [];
  #waiting:
    | { resolve: (batch: readonly WatchEvent<T>[] | undefined) => void; reject: (error: Error) => void }
    | undefined;
  #closed = false;
  #failure: Error | undefined;
  #stops = 0;
  readonly #onClose: (() => void) | undefined;

  /** A watch whose events a test sends. `onClose` is called once, when the stream is ended, broken or stopped. */
  constructor(onClose?: () => void) {
    if (onClose !== undefined) requireFunction('onClose of a FakeWatchStream', onClose);
    this.#onClose = onClose;
  }

  /** Pushes events unchanged, as one batch. Ignored once the stream is closed. */
  push(...events: readonly WatchEvent<T>[]): void {
    if (this.#closed || events.length === 0) return;
    for (const event of events) this.#events.push(event);
    this.#wake();
  }

  /** Sends an ADDED event. */
  add(object: T): void {
    this.push({ type: 'ADDED', object });
  }

  /** Sends a MODIFIED event. */
  modify(object: T): void {
    this.push({ type: 'MODIFIED', object });
  }

  /** Sends a DELETED event. */
  delete(object: T): void {
    this.push({ type: 'DELETED', object });
  }

  /** Pushes a BOOKMARK as the API server sends it: only kind, apiVersion and metadata. */
  bookmark(
    resourceVersion: string,
    options: FakeBookmark & {
      /** Group and version of the object in the bookmark. */
      apiVersion?: string | undefined;
      /** Kind of the object in the bookmark. */
      kind?: string | undefined;
    } = {},
  ): void {
    requireOptions('bookmark of a FakeWatchStream', options);
    const annotations = options.initialEventsEnd === true ? { [initialEventsAnnotation]: 'true' } : undefined;
    const object: KubernetesObject = {
      ...(options.kind === undefined ? {} : { kind: options.kind }),
      ...(options.apiVersion === undefined ? {} : { apiVersion: options.apiVersion }),
      metadata: annotations === undefined ? { resourceVersion } : { resourceVersion, annotations },
    };
    // A bookmark has no more fields on the wire either; see WatchEvent.
    this.push({ type: 'BOOKMARK', object: object as T });
  }

  /** Pushes an ERROR event, as the API server sends a 410 or a 500 in an open watch. */
  error(status: Status): void {
    this.push({ type: 'ERROR', object: status });
  }

  /** Ends the watch as a server does, after the pushed events. */
  end(): void {
    this.#close();
  }

  /** Breaks the watch: after the pushed events `nextBatch` rejects with `error`. */
  fail(error: Error): void {
    if (this.#closed) return;
    this.#failure = error;
    this.#close();
  }

  /** True once the reader has called `stop`. */
  get stopped(): boolean {
    return this.#stops > 0;
  }

  /** Number of `stop` calls by the reader. */
  get stops(): number {
    return this.#stops;
  }

  /** True once the stream was ended, broken or stopped. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Number of events pushed and not yet read. */
  get pending(): number {
    return this.#events.length;
  }

  nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#waiting !== undefined) {
      return Promise.reject(new Error('a watch has one reader, and nextBatch is already pending'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#wake();
    });
  }

  stop(): void {
    this.#stops++;
    this.#events = [];
    this.#failure = undefined;
    this.#close();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake();
    this.#onClose?.();
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    if (this.#events.length > 0) {
      const batch = this.#events;
      this.#events = [];
      this.#waiting = undefined;
      waiting.resolve(batch);
    } else if (this.#failure !== undefined) {
      const failure = this.#failure;
      this.#failure = undefined;
      this.#waiting = undefined;
      waiting.reject(failure);
    } else if (this.#closed) {
      this.#waiting = undefined;
      waiting.resolve(undefined);
    }
  }
}
