import type { OptionNames } from '../util/known-options.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { CallOptions } from '../meta/calls.js';
import type { ReadonlyIndexer, ListerWatcher } from '../cache/types.js';
import type { InformerOptions } from '../cache/informer/informer-options.js';
import { errorOfEvent } from '../meta/error-event.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { ConfigError } from '../util/errors.js';
import { informerOptionNames } from '../cache/informer/informer-options.js';
import { isResourceNotFound } from '../cache/reflector/reflector-state.js';
import { requireFunction, requireMethods } from '../util/require.js';
import { raceSignal, throwIfAborted } from '../util/signal.js';
import { WaitError } from '../meta/wait-error.js';
import { isLasting, Wait, waitLimitNames } from './wait.js';
import type { WaitLimit } from './wait.js';
import { newInformerWatcher } from './informer-watcher.js';
import { RetryWatcher, retryWatcherOptionNames } from './retry-watcher.js';
import type { RetryWatcherOptions, Watcher } from './retry-watcher.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * Returns true when the awaited condition is met (client-go's watch.ConditionFunc); if it throws, the wait ends.
 *
 * ERROR events are passed to it, too. Check a state (`isReady(event.object)`) rather than a change: changes can be
 * missed. A `ConditionFunc<DeepReadonly<Pod>>` is accepted wherever a condition for Pods is expected.
 */
export type ConditionFunc<T extends DeepReadonly<KubernetesObject>> = (
  event: WatchEvent<T>,
) => boolean | Promise<boolean>;

/**
 * Returns true if the cache already meets the condition (client-go's watch.PreconditionFunc); if it throws, the wait
 * ends.
 */
export type PreconditionFunc<T extends KubernetesObject> = (
  store: ReadonlyIndexer<T>,
) => boolean | Promise<boolean>;

/**
 * Reads a watch until each condition was met, in order (client-go's watch.UntilWithoutRetry). Stops the watch.
 *
 * Resolves with the event that met the last condition. An event that met a condition is passed to the next one, too.
 *
 * Rejects with WaitError if the watch ends or the signal aborts before, and with a condition's error. A watch ends
 * every few minutes: `until` or `untilWithSync` is nearly always the better choice.
 */
export async function untilWithoutRetry<T extends DeepReadonly<KubernetesObject>>(
  stream: WatchStream<T>,
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
  call: CallOptions = {},
): Promise<WatchEvent<T>> {
  requireMethods('stream of untilWithoutRetry', stream, ['nextBatch', 'stop']);
  let inOrder: readonly ConditionFunc<T>[];
  try {
    requireCall('untilWithoutRetry', call);
    inOrder = conditionsOf(conditions);
  } catch (thrown) {
    stream.stop();
    throw thrown;
  }
  using wait = new Wait(call);
  return await readUntil(stream, inOrder, wait);
}

/** Reads a watch until each condition was met, and stops it. */
async function readUntil<T extends DeepReadonly<KubernetesObject>>(
  stream: WatchStream<T>,
  inOrder: readonly ConditionFunc<T>[],
  wait: Wait,
): Promise<WatchEvent<T>> {
  const { signal } = wait;
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
          // The wait is over, so no further condition is called.
          throwIfAborted(signal);
        }
        if (met === inOrder.length) return event;
        throwIfAborted(signal);
      }
    }
  };
  try {
    return await raceSignal(read(), signal);
  } catch (thrown) {
    const what =
      inOrder.length === 1 ? '' : `the wait was ended when ${met} of ${inOrder.length} conditions were met`;
    throw wait.explain(thrown, 'ERR_WAIT_ABORTED', what, last);
  } finally {
    stream.stop();
  }
}

/** Options of `until`. */
export type UntilOptions = RetryWatcherOptions & WaitLimit;

const untilOptionNames: OptionNames<UntilOptions> = { ...retryWatcherOptionNames, ...waitLimitNames };

/**
 * Waits on a RetryWatcher that starts at `initialResourceVersion` (client-go's watch.Until).
 *
 * The resourceVersion must be that of a list or an object. Sees every event, in order, across watches that end or
 * fail. If the resourceVersion expires, it rejects with `ERR_WAIT_CLOSED`, unless a condition handles the ERROR
 * event. Ends after `timeoutMs`, and fails at once if waiting cannot help, as `untilWithSync`.
 */
export async function until<T extends KubernetesObject>(
  initialResourceVersion: string,
  watcher: Watcher<T>,
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
  options: UntilOptions = {},
): Promise<WatchEvent<T>> {
  const inOrder = conditionsOf(conditions);
  requireMethods('watcher of until', watcher, ['watch']);
  requireKnownOptions('until', options, untilOptionNames);
  const { timeoutMs: _timeoutMs, ...watcherOptions } = options;
  using wait = new Wait(options);
  const stream = new RetryWatcher(initialResourceVersion, wait.observedWatcher(watcher), {
    ...watcherOptions,
    signal: wait.signal,
    onWatchError: (error) => {
      // Without a list, nothing else finds out that the resource is gone.
      wait.failed('watch', error, isLasting(error) || isResourceNotFound(error));
      options.onWatchError?.(error);
    },
  });
  return await readUntil(stream, inOrder, wait);
}

/** Options of `untilWithSync`: those of an informer, the limit of the wait, and a precondition. */
export type UntilWithSyncOptions<T extends KubernetesObject> = InformerOptions<T> &
  WaitLimit & {
    /**
     * Called once the cache has synced; true ends the wait. Default: none, and conditions receive events immediately.
     */
    readonly precondition?: PreconditionFunc<T> | undefined;
  };

const untilWithSyncOptionNames: OptionNames<UntilWithSyncOptions<KubernetesObject>> = {
  ...informerOptionNames,
  ...waitLimitNames,
  precondition: requireFunction,
};

/**
 * Waits on a separate informer (client-go's watch.UntilWithSync), which also survives an expired resourceVersion.
 *
 * Events between two states may then be missing, but never the last state. Existing objects are delivered as ADDED
 * events; an object that is gone before the wait begins is never seen. So a wait for a deletion needs a precondition:
 *
 * ```ts
 * await untilWithSync(source, ({ type }) => type === 'DELETED', {
 *   precondition: (store) => store.getByKey('default/web') === undefined,
 *   timeoutMs: 60_000,
 * });
 * ```
 *
 * Resolves with the event that met the last condition, or with `undefined` if the precondition was met; the informer
 * has stopped by then. Ends after `timeoutMs`: 30 s by default without a signal. An outage, 429 and 5xx are waited for. What waiting cannot heal fails at once with WaitError `ERR_WAIT_FAILED`: 401 (after new
 * credentials), 403 (what a server that starts may refuse, after 10 s: see RetryWatcher), an invalid request such as an unknown
 * field selector, a resource that the server does not have.
 * Otherwise rejects as `untilWithoutRetry`, with `ERR_WAIT_TIMEOUT` and with `ERR_WAIT_UNSYNCED`; the message has the
 * last failure, if it lasted.
 */
export async function untilWithSync<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  conditions: ConditionFunc<DeepReadonly<T>> | readonly ConditionFunc<DeepReadonly<T>>[],
  options: UntilWithSyncOptions<T> = {},
): Promise<WatchEvent<DeepReadonly<T>> | undefined> {
  const inOrder = conditionsOf(conditions);
  requireMethods('listerWatcher of untilWithSync', listerWatcher, ['list', 'watch']);
  requireKnownOptions('untilWithSync', options, untilWithSyncOptionNames);
  const { precondition, signal: _signal, timeoutMs: _timeoutMs, ...informerOptions } = options;
  using wait = new Wait(options);
  const watcher = newInformerWatcher(wait.observed(listerWatcher), {
    ...informerOptions,
    onWatchError: (error, info) => {
      // A list follows a watch-list that was refused, and finds the reason if there is one.
      const isWatch = info.during === 'watch' || info.during === 'watchList';
      wait.failed(isWatch ? 'watch' : 'list', error, info.during !== 'watchList' && isLasting(error));
      options.onWatchError?.(error, info);
    },
  });
  try {
    if (precondition !== undefined) {
      try {
        await raceSignal(watcher.synced, wait.signal);
      } catch (thrown) {
        throw wait.explain(thrown, 'ERR_WAIT_UNSYNCED', 'the cache did not sync', undefined);
      }
      try {
        const isMet = raceSignal(Promise.resolve(precondition(watcher.indexer)), wait.signal);
        if (await isMet) return undefined;
      } catch (thrown) {
        throw wait.explain(thrown, 'ERR_WAIT_ABORTED', 'the wait was ended in its precondition', undefined);
      }
    }
    return await readUntil(watcher, inOrder, wait);
  } finally {
    watcher.stop();
    await watcher.done;
  }
}

function conditionsOf<T extends DeepReadonly<KubernetesObject>>(
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
): readonly ConditionFunc<T>[] {
  const list = typeof conditions === 'function' ? [conditions] : conditions;
  if (!Array.isArray(list) || list.length === 0) {
    throw new ConfigError('ERR_OPTION', 'conditions must be a function or an array of functions');
  }
  for (const condition of list) requireFunction('a condition', condition);
  return list;
}

function closed<T extends DeepReadonly<KubernetesObject>>(
  met: number,
  total: number,
  last: WatchEvent<T> | undefined,
): WaitError {
  const cause = last?.type === 'ERROR' ? errorOfEvent(last.object) : undefined;
  const why = cause === undefined ? '' : `: ${cause.message}`;
  return new WaitError(
    'ERR_WAIT_CLOSED',
    `the watch ended when ${met} of ${total} conditions were met${why}`,
    { cause, lastEvent: last },
  );
}
