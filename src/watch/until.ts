import type { OptionNames } from '../util/known-options.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { CallOptions, ReadonlyIndexer, ListerWatcher } from '../cache/types.js';
import type { InformerOptions } from '../cache/informer/informer-options.js';
import { errorOfEvent } from '../meta/error-event.js';
import { fieldSelectorFromSet } from '../meta/field-selector.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { ConfigError, KubeInformersError, asError } from '../util/errors.js';
import { informerOptionNames } from '../cache/informer/informer-options.js';
import { refuseValue, requireFunction, requireMethods, requireSignal } from '../util/require.js';
import { shownList } from '../util/shown.js';
import { raceSignal, reasonOf } from '../util/signal.js';
import { newInformerWatcher } from './informer-watcher.js';
import { RetryWatcher } from './retry-watcher.js';
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
 * A wait ended before its conditions were met.
 *
 * Codes: `ERR_UNTIL_CLOSED`, the watch ended (`cause` is the StatusError of a final ERROR event);
 * `ERR_UNTIL_ABORTED`, the signal aborted (`cause` is its reason); `ERR_UNTIL_UNSYNCED`, the signal aborted before
 * the first list was complete.
 */
export class UntilError extends KubeInformersError {
  override readonly name = 'UntilError';
  // Private, so that printing the error does not print the object, which may be a Secret.
  readonly #lastEvent: WatchEvent<DeepReadonly<KubernetesObject>> | undefined;

  constructor(
    code: string,
    message: string,
    options: {
      readonly cause?: unknown;
      readonly lastEvent?: WatchEvent<DeepReadonly<KubernetesObject>> | undefined;
    },
  ) {
    super(code, message, options);
    this.#lastEvent = options.lastEvent;
  }

  /** The last event; undefined if there was no event. */
  get lastEvent(): WatchEvent<DeepReadonly<KubernetesObject>> | undefined {
    return this.#lastEvent;
  }
}

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
  const { signal } = call;
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
 * Waits on a RetryWatcher that starts at `initialResourceVersion` (client-go's watch.Until).
 *
 * The resourceVersion must be that of a list or an object. Sees every event, in order, across watches that end or
 * fail. If the resourceVersion expires, it rejects with `ERR_UNTIL_CLOSED`, unless a condition handles the ERROR
 * event.
 */
export async function until<T extends KubernetesObject>(
  initialResourceVersion: string,
  watcher: Watcher<T>,
  conditions: ConditionFunc<T> | readonly ConditionFunc<T>[],
  options: RetryWatcherOptions = {},
): Promise<WatchEvent<T>> {
  const inOrder = conditionsOf(conditions);
  const stream = new RetryWatcher(initialResourceVersion, watcher, options);
  return untilWithoutRetry(stream, inOrder, { signal: options.signal });
}

/** Options of `untilWithSync`, in addition to those of an informer. */
export interface UntilWithSyncOptions<T extends KubernetesObject> extends InformerOptions<T>, CallOptions {
  /**
   * Called once the cache has synced; true ends the wait. Default: none, and conditions receive events immediately.
   */
  readonly precondition?: PreconditionFunc<T> | undefined;
}

const untilObjectOptionNames: OptionNames<InformerOptions<KubernetesObject> & CallOptions> = {
  ...informerOptionNames,
  signal: true,
};

const untilWithSyncOptionNames: OptionNames<UntilWithSyncOptions<KubernetesObject>> = {
  ...untilObjectOptionNames,
  precondition: true,
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
 * });
 * ```
 *
 * Resolves with the event that met the last condition, or with `undefined` if the precondition was met; the informer
 * has stopped by then. Rejects as `untilWithoutRetry`, and with `ERR_UNTIL_UNSYNCED`.
 */
export async function untilWithSync<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  conditions: ConditionFunc<DeepReadonly<T>> | readonly ConditionFunc<DeepReadonly<T>>[],
  options: UntilWithSyncOptions<T> = {},
): Promise<WatchEvent<DeepReadonly<T>> | undefined> {
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

/**
 * Waits until one object meets a condition, as kube-rs's await_condition. It survives every fault that an informer survives.
 *
 * The condition is called with each state of the object, the present one first, and with `undefined` while the object does not
 * exist; if it throws, the wait ends. States that are overwritten during an interruption may be missing, but never the last one.
 *
 * ```ts
 * await untilObject(pods, 'web-1', (pod) => pod?.status?.phase === 'Running', { signal });
 * await untilObject(pods, 'web-1', (pod) => pod === undefined); // deleted
 * ```
 *
 * Resolves with the object in the state that met the condition. Rejects as `untilWithSync`, and with ConfigError
 * `ERR_NAMESPACE` if several namespaces have an object of that name: use a client of one namespace.
 */
export async function untilObject<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  name: string,
  condition: (object: DeepReadonly<T> | undefined) => boolean | Promise<boolean>,
  options: InformerOptions<T> & CallOptions = {},
): Promise<DeepReadonly<T> | undefined> {
  const what = 'untilObject';
  requireMethods(`listerWatcher of ${what}`, listerWatcher, ['list', 'watch']);
  if (typeof name !== 'string' || name === '') refuseValue(`name of ${what}`, 'a non-empty string', name);
  requireFunction(`condition of ${what}`, condition);
  requireKnownOptions(what, options, untilObjectOptionNames);
  const fieldSelector = fieldSelectorFromSet({ 'metadata.name': name }).toString();
  const source: ListerWatcher<T> = {
    list: (list, call) => listerWatcher.list({ ...list, fieldSelector }, call),
    watch: (watch, call) => listerWatcher.watch({ ...watch, fieldSelector }, call),
    watchListUnsupported: listerWatcher.watchListUnsupported,
  };
  let state: DeepReadonly<T> | undefined;
  const isMet = (object: DeepReadonly<T> | undefined): boolean | Promise<boolean> => {
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
  await untilWithSync(
    source,
    (event) => {
      if (event.type === 'ERROR') throw errorOfEvent(event.object);
      return isMet(event.type === 'DELETED' ? undefined : event.object);
    },
    { ...options, precondition },
  );
  return state;
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
