import { ResourceClient } from '../client/resource-client.js';
import type { Requester } from '../client/requests.js';
import { asStatusError, isTransportError } from '../meta/errors.js';
import { mayBeStarting } from '../meta/refusals.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import { textOf } from '../util/errors.js';
import { linkSignal } from '../util/signal.js';
import type { CacheView } from './cache-view.js';
import { ControllerError } from './errors.js';

/**
 * When a controller gives up retrying a key, whichever comes first. Without a limit it retries forever.
 *
 * A failure does not count while the server fails other requests too. After one that may be the server's (no response, 401,
 * 429, 5xx, a timeout of the run), the controller lists one object to find out. Writes of other keys to the same resource that
 * fail as well, and a cache that is behind, excuse it too.
 */
export interface GiveUpOptions {
  /** After so many failed runs in a row. With the default rate limiter 3 take 15 ms, 10 take 2.6 s, 15 take 82 s. */
  readonly attempts?: number | undefined;
  /** After the runs have failed for so long, ms; counted anew after an outage. */
  readonly afterMs?: number | undefined;
}

/** A key that a controller gave up. */
export interface GivenUpKey {
  /** The key that was given up. */
  readonly key: string;
  /** Failed runs in a row. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number;
  /** The error of the last run. */
  readonly error: Error;
}

/** A key whose last run failed, and which is tried again. */
export interface FailingKey {
  readonly key: string;
  /** Failed runs in a row. */
  readonly attempts: number;
  /** Time since the first of them, ms. */
  readonly failingMs: number;
  /** Message of the last error. */
  readonly message: string;
}

interface Failing {
  /** Runs that ended with an error or asked for backoff. */
  runs: number;
  errors: number;
  firstErrorMs: number | undefined;
  /** Errors that count towards giving up, and when the first of them was since an outage. */
  counted: number;
  countedSinceMs: number | undefined;
  /** The error itself would keep its stack for each key. */
  message: string;
}

/** Counts the failed runs of each key, and keeps the keys that were given up. */
export class Failures {
  readonly #clock: Clock;
  readonly #giveUp: GiveUpOptions;
  readonly #failing = new Map<string, Failing>();
  readonly #givenUp = new Map<string, GivenUpKey>();

  constructor(clock: Clock, giveUp: GiveUpOptions) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Number of runs of the key in a row that did not succeed, plus one for the next. */
  nextAttempt(key: string): number {
    return (this.#failing.get(key)?.runs ?? 0) + 1;
  }

  /** A run asked for backoff. */
  backedOff(key: string): void {
    this.#of(key).runs++;
  }

  /** True if the failures of a key can lead to its being given up. */
  get isLimited(): boolean {
    return this.#giveUp.attempts !== undefined || this.#giveUp.afterMs !== undefined;
  }

  /** A run failed, in an outage or not. Returns true if its key has reached the limits. */
  failed(key: string, error: Error, isOutage: boolean): boolean {
    const failing = this.#of(key);
    const nowMs = this.#clock.monotonic();
    failing.runs++;
    failing.errors++;
    failing.firstErrorMs ??= nowMs;
    failing.message = textOf(error.message);
    if (isOutage) {
      failing.countedSinceMs = undefined;
      return false;
    }
    failing.counted++;
    failing.countedSinceMs ??= nowMs;
    const { attempts = Infinity, afterMs = Infinity } = this.#giveUp;
    return failing.counted >= attempts || nowMs - failing.countedSinceMs >= afterMs;
  }

  /** Gives up a key after this error. */
  giveUp(key: string, error: Error): void {
    this.#givenUp.set(key, { key, attempts: this.#of(key).errors, sinceMs: this.#clock.now(), error });
    this.#failing.delete(key);
  }

  /** The key succeeded, or its failures do not count any more. */
  forget(key: string): void {
    this.#failing.delete(key);
  }

  givenUpKey(key: string): GivenUpKey | undefined {
    return this.#givenUp.get(key);
  }

  /** Returns the message of the last failed run of a key that is tried again; "" without one. */
  messageOf(key: string): string {
    return this.#failing.get(key)?.message ?? '';
  }

  /** Returns true if the key was given up. */
  takeBack(key: string): boolean {
    return this.#givenUp.delete(key);
  }

  get givenUp(): readonly GivenUpKey[] {
    return Array.from(this.#givenUp.values());
  }

  get givenUpCount(): number {
    return this.#givenUp.size;
  }

  /** Returns the keys that have been failing longest, at most `limit`. */
  failing(limit: number): readonly FailingKey[] {
    const nowMs = this.#clock.monotonic();
    const keys: FailingKey[] = [];
    for (const [key, { errors, firstErrorMs, message }] of this.#failing) {
      if (keys.length === limit) break;
      if (firstErrorMs !== undefined)
        keys.push({ key, attempts: errors, failingMs: nowMs - firstErrorMs, message });
    }
    return keys;
  }

  #of(key: string): Failing {
    let failing = this.#failing.get(key);
    if (failing === undefined) {
      failing = {
        runs: 0,
        errors: 0,
        firstErrorMs: undefined,
        counted: 0,
        countedSinceMs: undefined,
        message: '',
      };
      this.#failing.set(key, failing);
    }
    return failing;
  }
}

/** How long the server may take to answer, ms: a list of one object takes milliseconds. */
const probeTimeoutMs = 5000;

/** True for a run that could not begin because a cache is behind the server, whatever its object is. */
export function isBehind(error: Error): boolean {
  return error instanceof ControllerError && error.code === 'ERR_OWN_WRITE_UNSEEN';
}

/**
 * True for a failure that may be the server's: no response, a 5xx, a request that was not authenticated or came too soon, one that
 * a server refused which may be starting, a run that took too long.
 */
export function mayBeOutage(error: unknown): boolean {
  if (error instanceof ControllerError) return error.code === 'ERR_RECONCILE_TIMEOUT';
  const code = asStatusError(error)?.statusCode ?? 0;
  const isAway = code >= 500 || code === 401 || code === 429 || (code === 0 && isTransportError(error));
  return isAway || mayBeStarting(error);
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
    const timer = this.#clock.setTimer(() => link.abort(), probeTimeoutMs);
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
