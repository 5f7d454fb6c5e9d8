import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { WatchStream } from '../../meta/watch.js';
import type { Clock } from '../../util/clock.js';
import { TransportError } from '../../util/errors.js';
import { linkSignal, raceSignal } from '../../util/signal.js';
import type { ListerWatcher, SourceCallOptions } from '../types.js';

/** What a list is bounded by. */
export interface ListPageLimits {
  readonly name: string;
  readonly clock: Clock;
  readonly listTimeoutMs: number;
  readonly format: SourceCallOptions['format'];
  /** Default: the source's own. */
  readonly maxRetries?: number | undefined;
}

/**
 * One list request. A source that does not settle is left behind at the deadline (TransportError `ERR_TIMEOUT`) and when
 * the signal aborts.
 */
export async function listPage<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
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

/** One watch request. A source that does not settle is left behind when the signal aborts; a stream that comes later is stopped. */
export async function openStream<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'watch'>,
  options: ListOptions,
  call: SourceCallOptions & { readonly signal: AbortSignal },
): Promise<WatchStream<T>> {
  const { signal } = call;
  // A source written in JavaScript may return its stream itself.
  const opening = Promise.resolve(listerWatcher.watch(options, call));
  try {
    return await raceSignal(opening, signal);
  } catch (thrown) {
    opening.then(
      // What a source written in JavaScript resolves with may be no stream: nobody would own that error here.
      (late: WatchStream<T> | undefined) => late?.stop(),
      // Either this is what was thrown here, or nobody waits for it any more.
      () => undefined,
    );
    throw thrown;
  }
}
