import { requireMethods } from '../../util/require.js';
import type { KubernetesObject, ListOptions } from '../../meta/types.js';
import { linkSignal } from '../../util/signal.js';
import { openStream } from './lister-watcher-calls.js';
import type { ReflectorSettings } from './reflector-options.js';
import type { ListerWatcher } from '../types.js';
import { WatchSession } from './watch-session.js';
import type { WatchSessionOptions } from './watch-session.js';
import { WatchWatchdog } from './watch-watchdog.js';

/** A watch from its request until `close`. */
export interface OpenWatch<T extends KubernetesObject> {
  readonly session: WatchSession<T>;
  /** Time of the request, on the monotonic clock. */
  readonly startedMs: number;
  /** Ends the session and the watchdog, and unlinks the round's signal. Calling it again does nothing. */
  close(): void;
}

/** Options of `openWatch`. */
export type OpenWatchOptions<T> = Pick<
  WatchSessionOptions<T>,
  'sink' | 'from' | 'checksOrder' | 'onResourceVersion' | 'onSkipped'
> & {
  /** True for a watch-list: the stream begins with the existing objects, up to the bookmark that ends them. */
  readonly initialEvents: boolean;
  readonly signal: AbortSignal;
};

/**
 * Opens a watch under a watchdog.
 *
 * Rejects with the error of the lister-watcher or of a stream that is `unopened`, with the watchdog's TransportError
 * `ERR_WATCH_IDLE` when there is no response, and with the signal's reason.
 */
export async function openWatch<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'watch'>,
  settings: ReflectorSettings,
  options: OpenWatchOptions<T>,
): Promise<OpenWatch<T>> {
  const { clock, random, minWatchTimeoutMs, watchDeadlineMarginMs, name, logger, expectedType, format } =
    settings;
  const { initialEvents, from, signal, ...session } = options;
  // client-go spreads the timeouts over [5, 10) minutes, so that the watches of a restart do not end together.
  const timeoutSeconds = Math.floor((minWatchTimeoutMs / 1000) * (1 + random()));
  const request: ListOptions = {
    allowWatchBookmarks: true,
    ...(initialEvents ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } : {}),
    ...(from === '' ? {} : { resourceVersion: from }),
    timeoutSeconds,
  };
  const link = linkSignal(signal);
  // Measured from before the request: some proxies hold the headers back until the first event.
  const startedMs = clock.monotonic();
  const watchdog = new WatchWatchdog({
    clock,
    deadlineMs: timeoutSeconds * 1000 + watchDeadlineMarginMs,
    initialEvents,
    onEnd: (error) => link.abort(error),
    onMissingMark: (silentMs, events) =>
      logger.warn(
        { name, silentMs },
        events
          ? 'the bookmark that ends the initial events is missing, and no event has arrived for a while'
          : 'the bookmark that ends the initial events is missing, and no event has arrived yet',
      ),
  });
  try {
    const stream = await openStream(listerWatcher, request, { signal: link.signal, format });
    requireMethods('the result of watch of a lister-watcher', stream, ['nextBatch', 'stop']);
    if (stream.unopened !== undefined) {
      stream.stop();
      throw stream.unopened;
    }
    watchdog.opened(stream);
    const opened = new WatchSession<T>(stream, {
      ...session,
      name,
      expectedType,
      from,
      initialEvents,
      watchdog,
      clock,
      signal: link.signal,
    });
    return {
      session: opened,
      startedMs,
      close() {
        opened.close();
        watchdog.stop();
        link.dispose();
      },
    };
  } catch (thrown) {
    watchdog.stop();
    link.dispose();
    throw thrown;
  }
}
