import { ResourceClient } from '../client/resource-client.js';
import type { Requester } from '../client/requester.js';
import { asStatusError, isTransportError } from '../meta/errors.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import { linkSignal } from '../util/signal.js';
import type { CacheView } from './cache-view.js';
import { ControllerError } from './errors.js';

/** How long the server may take to answer, ms: a list of one object takes milliseconds. */
const timeoutMs = 5000;

/** True for a run that could not begin because a cache is behind the server, whatever its object is. */
export function isBehind(error: Error): boolean {
  return error instanceof ControllerError && error.code === 'ERR_OWN_WRITE_UNSEEN';
}

/**
 * True for a failure that may be the server's: no response, a 5xx, a request that was not authenticated or came too soon, a run
 * that took too long.
 */
export function mayBeOutage(error: unknown): boolean {
  if (error instanceof ControllerError) return error.code === 'ERR_RECONCILE_TIMEOUT';
  const code = asStatusError(error)?.statusCode ?? 0;
  return code >= 500 || code === 401 || code === 429 || (code === 0 && isTransportError(error));
}

/** Asks the server whether it answers another request than the one that failed: a list of at most one object. */
export class ServerProbe {
  readonly #rest: Requester;
  readonly #view: CacheView | undefined;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #running: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;

  /** Lists objects of `view`; without one, asks for the server's version. */
  constructor(rest: Requester, view: CacheView | undefined, clock: Clock, signal: AbortSignal) {
    this.#rest = rest;
    this.#view = view;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Resolves with true if the server answers a request that is sent after this call. Never rejects. */
  answers(): Promise<boolean> {
    // Whoever asks while a request is under way shares the next one: a server that fails is not asked for each key.
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#running = this.#next;
      this.#next = undefined;
      return this.#ask();
    });
    return this.#next;
  }

  async #ask(): Promise<boolean> {
    const link = linkSignal(this.#signal);
    const timer = this.#clock.setTimer(() => link.abort(), timeoutMs);
    try {
      await this.#send(link.signal);
      return true;
    } catch {
      // What fails here need not be reported: the run's own error was.
      return false;
    } finally {
      timer.cancel();
      link.dispose();
    }
  }

  #send(signal: AbortSignal): Promise<unknown> {
    const view = this.#view;
    if (view === undefined)
      return this.#rest.request({ method: 'GET', path: '/version', maxRetries: 0, signal });
    const client = new ResourceClient<KubernetesObject>(this.#rest, view.resource, {
      namespace: view.someNamespace,
    });
    return client.list({ limit: 1, maxRetries: 0, signal });
  }
}

/** The keys for which the server failed a write of a resource since it last carried one out: a webhook may be down. */
export class FailedWrites {
  readonly #keys = new Map<string, Set<string>>();

  failed(resourceId: string, key: string): void {
    const keys = this.#keys.get(resourceId) ?? new Set();
    this.#keys.set(resourceId, keys.add(key));
  }

  succeeded(resourceId: string): void {
    this.#keys.delete(resourceId);
  }

  /** A run of the key succeeded. One that was given up stays, for what it says about the server. */
  forget(key: string): void {
    for (const keys of this.#keys.values()) keys.delete(key);
  }

  /** True if writes of one of these resources fail for other keys too. */
  failOthers(key: string, resourceIds: Iterable<string>): boolean {
    for (const resourceId of resourceIds)
      for (const other of this.#keys.get(resourceId) ?? []) if (other !== key) return true;
    return false;
  }
}
