import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { WatchStream } from '../../meta/watch.js';
import type { Clock } from '../../util/clock.js';
import { TransportError } from '../../util/errors.js';
import { linkSignal, raceSignal } from '../../util/signal.js';
import type { ListerWatcher, SourceCallOptions } from '../types.js';

/** Limits of one list request. */
export interface ListPageLimits {
  readonly name: string;
  readonly clock: Clock;
  readonly listTimeoutMs: number;
  readonly format: SourceCallOptions['format'];
  /** Default: that of the lister-watcher. */
  readonly maxRetries?: number | undefined;
}

/**
 * Makes one list request. Rejects at the deadline (TransportError `ERR_TIMEOUT`) and when the signal aborts, even if the
 * lister-watcher never settles.
 */
export async function listPage<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'list'>,
  options: ListOptions,
  limits: ListPageLimits,
  signal: AbortSignal | undefined,
): Promise<KubernetesList<T>> {
  const { name, clock, listTimeoutMs, format, maxRetries } = limits;
  const link = linkSignal(signal);
  const timer = clock.setTimer(() => {
    link.abort(
      new TransportError('ERR_TIMEOUT', `${name}: a list was not answered within ${listTimeoutMs} ms`),
    );
  }, listTimeoutMs);
  try {
    return await raceSignal(
      Promise.resolve(listerWatcher.list(options, { signal: link.signal, format, maxRetries })),
      link.signal,
    );
  } finally {
    timer.cancel();
    link.dispose();
  }
}

/** Makes one watch request. Rejects when the signal aborts; a stream that arrives after that is stopped. */
export async function openStream<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'watch'>,
  options: ListOptions,
  call: SourceCallOptions & { readonly signal: AbortSignal },
): Promise<WatchStream<T>> {
  const { signal } = call;
  // An untyped lister-watcher may return its stream instead of a promise.
  const opening = Promise.resolve(listerWatcher.watch(options, call));
  try {
    return await raceSignal(opening, signal);
  } catch (thrown) {
    opening.then(
      // An untyped lister-watcher may resolve with something that is not a stream: the error of stopping it is ignored.
      (late: WatchStream<T> | undefined) => late?.stop(),
      // Either it was thrown above, or the caller has stopped waiting.
      () => undefined,
    );
    throw thrown;
  }
}
