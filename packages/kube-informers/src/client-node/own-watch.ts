import type { ClientNodeKubeConfig, OldClientNodeKubeConfig } from '../kubeconfig/client-node.js';
import { StatusError } from '../meta/errors.js';
import type { KubernetesObject } from '../meta/types.js';
import { eventsOf } from '../meta/events-of.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { asError, TransportError } from '../util/errors.js';
import { isError, isObject } from '../util/type-checks.js';

/** The part of client-node's Watch that a ListWatch uses: its KubeConfig, or a `watch` that the program has replaced. */
export interface ClientNodeWatch {
  /** KubeConfig with the cluster. Not needed by an object with a `watch` of its own. */
  readonly config?: ClientNodeKubeConfig | OldClientNodeKubeConfig | undefined;
  /** Requests a watch, calls back with each event, and once with the error that ended it, or with null. */
  watch?(
    path: string,
    queryParams: Record<string, string | number | boolean | undefined>,
    // client-node declares `any`: overrides annotate the parameters with whatever type they expect.
    // oxlint-disable-next-line typescript/no-explicit-any
    callback: (phase: string, apiObj: any, watchObj?: any) => void,
    // oxlint-disable-next-line typescript/no-explicit-any
    done: (err: any) => void,
  ): unknown;
}

/** Returns a `watch` that an object or a subclass has instead of client-node's; undefined without one. */
export function ownWatchOf(watch: object): NonNullable<ClientNodeWatch['watch']> | undefined {
  const given: ClientNodeWatch = watch;
  if (typeof given.watch !== 'function') return undefined;
  let definitions = 0;
  for (let part: unknown = watch; isObject(part); part = Object.getPrototypeOf(part))
    if (Object.hasOwn(part, 'watch')) definitions++;
  return definitions > 1 || Object.hasOwn(watch, 'watch') ? (...args) => given.watch?.(...args) : undefined;
}

/** The events that a program's own `watch` calls back with, as a stream. */
export class CalledBackStream<T extends KubernetesObject> implements WatchStream<T> {
  #events: WatchEvent<T>[] = [];
  #end: { readonly error?: Error } | undefined;
  #wakeReader: (() => void) | undefined;
  /** What `watch` returned: an AbortController or a request, often as a promise. */
  #request: Promise<unknown> = Promise.resolve();

  /**
   * Calls `watch` with callbacks, and `onEvent` with each event at the time of the call: a program's `watch` may read the cache
   * after it has passed an event on.
   */
  open(
    watch: (callback: (phase: string, object: unknown) => void, done: (error: unknown) => void) => unknown,
    onEvent: (phase: string, object: T) => T,
  ): this {
    const end = (error: unknown): void => this.#finish(isEnd(error) ? {} : { error: failureOf(error) });
    try {
      this.#request = Promise.resolve(
        watch((phase, object) => {
          if (this.#end !== undefined) return;
          // Checked by the Reflector, which reads the stream.
          this.#events.push({ type: phase, object: onEvent(phase, object as T) } as WatchEvent<T>);
          this.#wakeReader?.();
        }, end),
      );
    } catch (thrown) {
      end(asError(thrown));
    }
    this.#request.catch(end);
    return this;
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    while (this.#events.length === 0) {
      if (this.#end?.error !== undefined) throw this.#end.error;
      if (this.#end !== undefined) return undefined;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
    const batch = this.#events;
    this.#events = [];
    return batch;
  }

  stop(): void {
    this.#events = [];
    this.#finish({});
    // A request that failed has called `done`.
    this.#request.then(abort, () => undefined);
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }

  #finish(end: { readonly error?: Error }): void {
    this.#end ??= end;
    this.#wakeReader?.();
  }
}

/** A watch of client-node 2 gives up after a time of its own, and is repeated. */
function isEnd(error: unknown): boolean {
  return error === null || error === undefined || (isObject(error) && error['name'] === 'TimeoutError');
}

/** The error in the terms of the Reflector, with the program's as its cause: a status, or a connection that broke. */
function failureOf(error: unknown): Error {
  if (error instanceof StatusError) return error;
  const cause = asError(error);
  return statusOf(error) ?? new TransportError('ERR_WATCH_CUT', cause.message, { cause });
}

/**
 * The StatusError of an error with a status, which is its cause: `statusCode` in those of client-node's Watch and before client-node
 * 1.0, `code` in its ApiException and in a Status. Undefined for another error.
 */
export function statusOf(error: unknown): StatusError | undefined {
  const { statusCode, code, reason } = isObject(error) ? error : {};
  const status = typeof statusCode === 'number' ? statusCode : code;
  if (error instanceof StatusError || typeof status !== 'number') return undefined;
  const cause = asError(error);
  const known = typeof reason === 'string' ? { reason } : {};
  return new StatusError({ code: status, message: cause.message, ...known }, { cause });
}

function abort(request: unknown): void {
  if (isObject(request) && typeof request['abort'] === 'function')
    (request as { readonly abort: () => void }).abort();
}

/** Programs for client-node compare `code` with Node's codes. */
export function withNodeCode(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  for (let { cause } = error as Error; isError(cause); cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
      return new TransportError(code, error.message, { cause: error, notSent: error.notSent });
  }
  return error;
}
