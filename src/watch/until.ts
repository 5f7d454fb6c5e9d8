import type { OptionNames } from '../util/known-options.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { CallOptions, Indexer, ListerWatcher } from '../cache/types.js';
import type { InformerOptions } from '../cache/informer/informer-options.js';
import { errorOfEvent } from '../meta/error-event.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { ConfigError, KubeInformersError, asError } from '../util/errors.js';
import { informerOptionNames } from '../cache/informer/informer-options.js';
import { requireFunction, requireSignal } from '../util/require.js';
import { raceSignal, reasonOf } from '../util/signal.js';
import { newInformerWatcher } from './informer-watcher.js';
import { RetryWatcher } from './retry-watcher.js';
import type { RetryWatcherOptions, Watcher } from './retry-watcher.js';

/**
 * watch.ConditionFunc: true when what is waited for has come; what it throws ends the wait. ERROR events come to it, too.
 * Better ask for a state (`isReady(event.object)`) than for a change: changes can be missed.
 */
export type ConditionFunc<T extends KubernetesObject> = (event: WatchEvent<T>) => boolean | Promise<boolean>;

/** watch.PreconditionFunc: true when the cache shows already what is waited for; what it throws ends the wait. */
export type PreconditionFunc<T extends KubernetesObject> = (store: Indexer<T>) => boolean | Promise<boolean>;

/**
 * A wait was over before its conditions were met. Codes: `ERR_UNTIL_CLOSED`, the watch ended (`cause` is the StatusError of
 * an ERROR event that came last); `ERR_UNTIL_ABORTED`, the signal aborted (`cause` is its reason); `ERR_UNTIL_UNSYNCED`, it
 * did so before the first list had come whole.
 */
export class UntilError extends KubeInformersError {
  override readonly name = 'UntilError';
  // Private, so that printing the error does not print the object: it may be a Secret.
  readonly #lastEvent: WatchEvent<KubernetesObject> | undefined;

  constructor(
    code: string,
    message: string,
    options: { readonly cause?: unknown; readonly lastEvent?: WatchEvent<KubernetesObject> | undefined },
  ) {
    super(code, message, options);
    this.#lastEvent = options.lastEvent;
  }

  /** The event seen last; undefined when none had come. */
  get lastEvent(): WatchEvent<KubernetesObject> | undefined {
    return this.#lastEvent;
  }
}

/**
 * watch.UntilWithoutRetry: reads a watch until each condition was met, one after the other, and resolves with the event that
 * met the last one. An event that met a condition is shown to the next one, too. Stops the watch in the end.
 *
 * Rejects with UntilError when the watch ends before, or the signal aborts, and with what a condition throws. A watch ends
 * every few minutes: nearly always `until` or `untilWithSync` is what you want.
 */
export async function untilWithoutRetry<T extends KubernetesObject>(
  stream: WatchStream<T>,
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
  call: CallOptions = {},
): Promise<WatchEvent<T>> {
  const { signal } = call;
  let inOrder: readonly ConditionFunc<T>[];
  try {
    requireCall('untilWithoutRetry', call);
    inOrder = conditionsOf(conditions);
  } catch (thrown) {
    stream.stop();
    throw thrown;
  }
  let last: WatchEvent<T> | undefined;
  let met = 0;
  const read = async (): Promise<WatchEvent<T>> => {
    for (;;) {
      const batch = await stream.nextBatch();
      if (batch === undefined) throw closed(met, inOrder.length, last);
      for (const event of batch) {
        last = event;
        for (let next = inOrder[met]; next !== undefined && (await next(event)); next = inOrder[met]) {
          met++;
          // Nobody waits any more, so no further condition is asked.
          if (signal?.aborted === true) throw reasonOf(signal);
        }
        if (met === inOrder.length) return event;
        if (signal?.aborted === true) throw reasonOf(signal);
      }
    }
  };
  try {
    return await raceSignal(read(), signal);
  } catch (thrown) {
    if (signal?.aborted !== true || thrown !== signal.reason) throw thrown;
    throw new UntilError(
      'ERR_UNTIL_ABORTED',
      `the wait was ended when ${met} of ${inOrder.length} conditions were met: ${asError(thrown).message}`,
      { cause: thrown, lastEvent: last },
    );
  } finally {
    stream.stop();
  }
}

/**
 * watch.Until: `untilWithoutRetry` on a RetryWatcher from `initialResourceVersion`, which must be that of a list or an object.
 *
 * Sees every event, in order, across watches that end or fail. So it cannot go on when the server has forgotten the
 * resourceVersion: it rejects then, with `ERR_UNTIL_CLOSED`, unless a condition takes the ERROR event.
 */
export async function until<T extends KubernetesObject>(
  initialResourceVersion: string,
  watcher: Watcher<T>,
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
  options: RetryWatcherOptions = {},
): Promise<WatchEvent<T>> {
  const inOrder = conditionsOf(conditions);
  const { signal } = options;
  return untilWithoutRetry(new RetryWatcher(initialResourceVersion, watcher, options), inOrder, { signal });
}

/** Options of `untilWithSync`: those of an informer, and these. */
export interface UntilWithSyncOptions<T extends KubernetesObject> extends InformerOptions<T>, CallOptions {
  /** Asked once the cache is filled; true ends the wait. Default: none, and the conditions are shown events at once. */
  readonly precondition?: PreconditionFunc<T> | undefined;
}

const untilWithSyncOptionNames: OptionNames<UntilWithSyncOptions<KubernetesObject>> = {
  ...informerOptionNames,
  precondition: true,
  signal: true,
};

/**
 * watch.UntilWithSync: waits on an informer of its own, so that it survives everything, also a resourceVersion that the server
 * has forgotten. Events between two states may be left out then; the last state never is. What is there already comes as
 * ADDED events.
 *
 * Resolves with the event that met the last condition, or with `undefined` when the precondition held; the informer has ended
 * by then. Rejects as `untilWithoutRetry`, and with `ERR_UNTIL_UNSYNCED`.
 */
export async function untilWithSync<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
  options: UntilWithSyncOptions<T> = {},
): Promise<WatchEvent<T> | undefined> {
  const inOrder = conditionsOf(conditions);
  requireKnownOptions('untilWithSync', options, untilWithSyncOptionNames);
  const { precondition, signal, ...informerOptions } = options;
  requireSignal('untilWithSync', signal);
  if (precondition !== undefined) requireFunction('precondition of untilWithSync', precondition);
  const watcher = newInformerWatcher(listerWatcher, informerOptions);
  try {
    if (precondition !== undefined) {
      await synced(watcher.synced, signal);
      if (await raceSignal(Promise.resolve(precondition(watcher.indexer)), signal)) return undefined;
    }
    return await untilWithoutRetry(watcher, inOrder, { signal });
  } finally {
    watcher.stop();
    await watcher.done;
  }
}

async function synced(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  try {
    await raceSignal(promise, signal);
  } catch (cause) {
    throw new UntilError('ERR_UNTIL_UNSYNCED', `the cache did not sync: ${asError(cause).message}`, {
      cause,
    });
  }
}

function conditionsOf<T extends KubernetesObject>(
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
): readonly ConditionFunc<T>[] {
  const list = typeof conditions === 'function' ? [conditions] : conditions;
  if (!Array.isArray(list) || list.length === 0) {
    throw new ConfigError('ERR_OPTION', 'conditions must be a function, or several in an array');
  }
  for (const condition of list) requireFunction('a condition', condition);
  return list;
}

function closed<T extends KubernetesObject>(
  met: number,
  of: number,
  last: WatchEvent<T> | undefined,
): UntilError {
  const cause = last?.type === 'ERROR' ? errorOfEvent(last.object) : undefined;
  const why = cause === undefined ? '' : `: ${cause.message}`;
  return new UntilError(
    'ERR_UNTIL_CLOSED',
    `the watch ended when ${met} of ${of} conditions were met${why}`,
    { cause, lastEvent: last },
  );
}
