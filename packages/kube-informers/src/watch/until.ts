import type { OptionNames } from '../util/known-options.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { CallOptions } from '../meta/calls.js';
import type { ReadonlyIndexer, ListerWatcher } from '../cache/types.js';
import type { InformerOptions } from '../cache/informer/informer-options.js';
import { errorOfEvent } from '../meta/error-event.js';
import { fieldSelectorFromSet } from '../meta/field-selector.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { ConfigError } from '../util/errors.js';
import { informerOptionNames } from '../cache/informer/informer-options.js';
import { isResourceNotFound } from '../cache/reflector/reflector-state.js';
import { requireFunction, requireMethods, requireText } from '../util/require.js';
import { shownKey, shownList } from '../util/shown.js';
import { raceSignal, throwIfAborted } from '../util/signal.js';
import { isLasting, shownState, UntilError, Wait, waitLimitNames } from './wait.js';
import type { WaitDescription, WaitLimit } from './wait.js';
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
 * Rejects with UntilError if the watch ends or the signal aborts before, and with a condition's error. A watch ends
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
    throw wait.explain(thrown, 'ERR_UNTIL_ABORTED', what, last);
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
 * fail. If the resourceVersion expires, it rejects with `ERR_UNTIL_CLOSED`, unless a condition handles the ERROR
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

/** Options of `untilObject`: those of an informer, and the limit of the wait. */
export type UntilObjectOptions<T extends KubernetesObject> = InformerOptions<T> & WaitLimit;

/** Options of `untilWithSync`: those of an informer, the limit of the wait, and a precondition. */
export type UntilWithSyncOptions<T extends KubernetesObject> = UntilObjectOptions<T> & {
  /**
   * Called once the cache has synced; true ends the wait. Default: none, and conditions receive events immediately.
   */
  readonly precondition?: PreconditionFunc<T> | undefined;
};

const untilObjectOptionNames: OptionNames<UntilObjectOptions<KubernetesObject>> = {
  ...informerOptionNames,
  ...waitLimitNames,
};

const untilWithSyncOptionNames: OptionNames<UntilWithSyncOptions<KubernetesObject>> = {
  ...untilObjectOptionNames,
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
 * has stopped by then. Ends after `timeoutMs`: 30 s by default without a signal. An outage, 429 and 5xx are waited for. What waiting cannot heal fails at once with UntilError `ERR_UNTIL_FAILED`: 401 (after new
 * credentials), 403 (what a server that starts may refuse, after 10 s: see RetryWatcher), an invalid request such as an unknown
 * field selector, a resource that the server does not have.
 * Otherwise rejects as `untilWithoutRetry`, with `ERR_UNTIL_TIMEOUT` and with `ERR_UNTIL_UNSYNCED`; the message has the
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
  return waitWithSync(listerWatcher, inOrder, options);
}

/** `describe` returns what the error of a wait that has ended says besides its reason. */
async function waitWithSync<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  inOrder: readonly ConditionFunc<DeepReadonly<T>>[],
  options: UntilWithSyncOptions<T>,
  describe?: () => WaitDescription,
): Promise<WatchEvent<DeepReadonly<T>> | undefined> {
  const { precondition, signal: _signal, timeoutMs: _timeoutMs, ...informerOptions } = options;
  using wait = new Wait(options, describe);
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
        throw wait.explain(thrown, 'ERR_UNTIL_UNSYNCED', 'the cache did not sync', undefined);
      }
      try {
        const isMet = raceSignal(Promise.resolve(precondition(watcher.indexer)), wait.signal);
        if (await isMet) return undefined;
      } catch (thrown) {
        throw wait.explain(thrown, 'ERR_UNTIL_ABORTED', 'the wait was ended in its precondition', undefined);
      }
    }
    return await readUntil(watcher, inOrder, wait);
  } finally {
    watcher.stop();
    await watcher.done;
  }
}

/**
 * Waits until one object meets a condition, as kube-rs's await_condition. It survives every fault that an informer survives.
 *
 * The condition is called with each state of the object, the present one first, and with `undefined` while the object does not
 * exist; if it throws, the wait ends. States that are overwritten during an interruption may be missing, but never the last one.
 *
 * ```ts
 * await untilObject(pods, 'web-1', (pod) => pod?.status?.phase === 'Running', { timeoutMs: 60_000 });
 * await untilObject(pods, 'web-1', (pod) => pod === undefined, { signal }); // deleted
 * ```
 *
 * Resolves with the object in the state that met the condition. Rejects as `untilWithSync`; the message names
 * the resource, the object and its last state: phase, conditions, resourceVersion. Rejects with ConfigError `ERR_NAMESPACE` if
 * several namespaces have an object of that name: use a client of one namespace.
 */
export async function untilObject<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  name: string,
  condition: (object: DeepReadonly<T> | undefined) => boolean | Promise<boolean>,
  options: UntilObjectOptions<T> = {},
): Promise<DeepReadonly<T> | undefined> {
  const what = 'untilObject';
  requireMethods(`listerWatcher of ${what}`, listerWatcher, ['list', 'watch']);
  requireText(`name of ${what}`, name);
  requireFunction(`condition of ${what}`, condition);
  requireKnownOptions(what, options, untilObjectOptionNames);
  const fieldSelector = fieldSelectorFromSet({ 'metadata.name': name }).toString();
  const source: ListerWatcher<T> = {
    list: (list, call) => listerWatcher.list({ ...list, fieldSelector }, call),
    watch: (watch, call) => listerWatcher.watch({ ...watch, fieldSelector }, call),
    watchListUnsupported: listerWatcher.watchListUnsupported,
    pagesFromCache: async (call) => (await listerWatcher.pagesFromCache?.(call)) ?? false,
  };
  let isKnown = false;
  let state: DeepReadonly<T> | undefined;
  const isMet = (object: DeepReadonly<T> | undefined): boolean | Promise<boolean> => {
    isKnown = true;
    state = object;
    return condition(object);
  };
  const precondition = (store: ReadonlyIndexer<T>): boolean | Promise<boolean> => {
    if (store.size > 1)
      throw new ConfigError(
        'ERR_NAMESPACE',
        `${what} needs a client of one namespace: ${shownList(store.listKeys())} have the name`,
      );
    // An object that exists comes as an event.
    return store.size === 0 && isMet(undefined);
  };
  const { resource, expectedType } = options;
  const kind = listerWatcher.description ?? resource?.resource ?? options.name ?? expectedType?.kind;
  await waitWithSync(
    source,
    [
      (event) => {
        if (event.type === 'ERROR') throw errorOfEvent(event.object);
        return isMet(event.type === 'DELETED' ? undefined : event.object);
      },
    ],
    { ...options, precondition },
    () => ({
      subject: `object ${shownKey(name)}${kind === undefined ? '' : ` of ${kind}`}: `,
      state: isKnown ? `; last state: ${shownState(state)}` : '',
    }),
  );
  return state;
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
): UntilError {
  const cause = last?.type === 'ERROR' ? errorOfEvent(last.object) : undefined;
  const why = cause === undefined ? '' : `: ${cause.message}`;
  return new UntilError(
    'ERR_UNTIL_CLOSED',
    `the watch ended when ${met} of ${total} conditions were met${why}`,
    { cause, lastEvent: last },
  );
}
