import { splitCall } from '../meta/calls.js';
import { defaultMinWatchTimeoutMs } from '../cache/reflector/reflector-options.js';
import { defaultWatchDeadlineMarginMs, WatchWatchdog } from '../cache/reflector/watch-watchdog.js';
import { fromClientNode } from '../kubeconfig/client-node.js';
import type { ClientNodeKubeConfig, OldClientNodeKubeConfig } from '../kubeconfig/client-node.js';
import { errorOfEvent } from '../meta/error-event.js';
import { compareResourceVersion, isResourceVersion } from '../meta/resource-version.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { RestClient } from '../rest/rest-client.js';
import { UnhandledFailures } from '../util/call-hook.js';
import { systemClock, systemRandom } from '../util/clock.js';
import { asError } from '../util/errors.js';
import {
  refuseValue,
  requireFunction,
  requireMethods,
  requireOptions,
  requireString,
} from '../util/require.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { isThenable } from '../util/type-checks.js';
import { RetryWatcher } from '../watch/retry-watcher.js';
import type { ClientNodeWatch } from './own-watch.js';
import { withNodeCode } from './own-watch.js';

type WatchParameters = Parameters<NonNullable<ClientNodeWatch['watch']>>;

/**
 * client-node's Watch, which goes on where a connection ends.
 *
 * When the server ends the watch, or the connection is lost, it is requested again from its last version, at most once a second, and
 * the program sees each event once. With `timeoutSeconds` or `allowWatchBookmarks` in the query it ends as in client-node: such a
 * program resumes by itself. Dead connections are noticed as by a Reflector.
 */
export class Watch {
  /** client-node's error for a connection that the server closed; `done` never gets it here. */
  static readonly SERVER_SIDE_CLOSE: object = { error: 'Connection closed on server' };
  /** The KubeConfig with the cluster and the credentials. */
  config: ClientNodeKubeConfig | OldClientNodeKubeConfig;

  /** Takes client-node's KubeConfig. Throws ConfigError `ERR_OPTION` for anything else. */
  constructor(config: ClientNodeKubeConfig | OldClientNodeKubeConfig) {
    requireMethods('config of a Watch', config, ['getCurrentCluster']);
    this.config = config;
  }

  /**
   * Watches a path of the API; resolves when the watch is open or has failed, with a controller whose `abort` ends it.
   *
   * `callback` gets the type of each event, its object and the event. `done` is called once, when nothing more comes: with the
   * server's error and its `statusCode` if it refuses the watch or no longer has the version (410: list again), with an error of
   * the network if the first connection failed, with the reason of the abort, and with null if the server ended a watch that is not
   * resumed. A callback that throws ends nothing; a process warning names it.
   *
   * Rejects with ConfigError `ERR_OPTION` for an argument of another type, `ERR_CLIENT_NODE` if the KubeConfig has no current cluster.
   */
  async watch(
    path: string,
    queryParams: WatchParameters[1],
    callback: WatchParameters[2],
    done: WatchParameters[3],
  ): Promise<AbortController> {
    requireString('path of a watch', path);
    if (!path.startsWith('/')) refuseValue('path of a watch', 'an absolute path such as /api/v1/pods', path);
    requireOptions('queryParams of a watch', queryParams);
    requireFunction('callback of a watch', callback);
    requireFunction('done of a watch', done);
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(queryParams))
      if (value !== undefined && name !== 'watch') query[name] = String(value);
    const client = new RestClient(fromClientNode(this.config), { clock: systemClock });
    const controller = new AbortController();
    const unhandled = new UnhandledFailures('The watch goes on.');
    const call = (name: string, action: () => unknown): void => {
      const failed = (thrown: unknown): void =>
        unhandled.report(
          `a '${name}' callback that catches its errors`,
          `the '${name}' callback of the watch of ${path} failed`,
          asError(thrown),
        );
      try {
        const result = action();
        if (isThenable(result)) Promise.resolve(result).then(undefined, failed);
      } catch (thrown) {
        failed(thrown);
      }
    };
    const { signal } = controller;
    await new Promise<void>((opened) => {
      const follow = async (): Promise<void> => {
        let end: unknown = null;
        try {
          for await (const event of eventsOf({ client, path, query, signal, opened })) {
            if (signal.aborted) break;
            call('callback', () => callback(event.type, event.object, event));
            if (event.type === 'ERROR') throw errorOfEvent(event.object);
          }
        } catch (thrown) {
          end = withNodeCode(thrown);
        }
        await client.close();
        call('done', () => done(signal.aborted ? signal.reason : end));
        opened();
      };
      void follow();
    });
    return controller;
  }
}

interface Followed {
  readonly client: RestClient;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called when the first connection is open. */
  readonly opened: () => void;
}

/** The events over all connections. Throws what ends the watch, unless that is an event. */
async function* eventsOf({
  client,
  path,
  query,
  signal,
  opened,
}: Followed): AsyncGenerator<WatchEvent<KubernetesObject>, void> {
  const { resourceVersion = '', allowWatchBookmarks, timeoutSeconds } = query;
  const isResumed = allowWatchBookmarks === undefined && timeoutSeconds === undefined;
  let reached = resourceVersion === '0' ? '' : resourceVersion;
  let isOpen = false;
  const opening = {
    client,
    path,
    query,
    signal,
    opened: () => {
      isOpen = true;
      opened();
    },
  };
  try {
    for await (const event of firstConnection(opening)) {
      if (event.type !== 'ERROR') reached = later(reached, event.object.metadata?.resourceVersion);
      if (event.type !== 'BOOKMARK' || allowWatchBookmarks === 'true') yield event;
    }
    if (!isResumed || reached === '') return;
  } catch (error) {
    if (!isResumed || reached === '' || !isOpen) throw error;
  }
  const { sendInitialEvents: _events, resourceVersionMatch: _match, ...rest } = query;
  const watcher = new RetryWatcher<KubernetesObject>(
    reached,
    {
      watch: (options) => {
        const { request, call } = splitCall(options);
        return client.watch({ path, query: { ...rest, ...request }, signal: call.signal });
      },
    },
    { signal },
  );
  yield* watcher;
}

/** Ends when the server ends the watch; throws if it cannot be opened, or the connection is lost. */
async function* firstConnection({
  client,
  path,
  query,
  signal,
  opened,
}: Followed): AsyncGenerator<WatchEvent<KubernetesObject>, void> {
  const timeoutSeconds =
    Number(query['timeoutSeconds']) || Math.floor((defaultMinWatchTimeoutMs / 1000) * (1 + systemRandom()));
  const link = linkSignal(signal);
  const watchdog = new WatchWatchdog({
    clock: systemClock,
    deadlineMs: timeoutSeconds * 1000 + defaultWatchDeadlineMarginMs,
    initialEvents: false,
    onEnd: (error) => link.abort(error),
  });
  try {
    const asked = { allowWatchBookmarks: true, timeoutSeconds, ...query };
    const stream = await client.watch<KubernetesObject>({ path, query: asked, signal: link.signal });
    using _stopped = { [Symbol.dispose]: onAbort(link.signal, () => stream.stop()) };
    using _stream = stream;
    if (stream.unopened !== undefined) throw stream.unopened;
    opened();
    for (;;) {
      watchdog.waiting();
      const batch = await stream.nextBatch();
      if (batch === undefined) break;
      watchdog.received(batch.length);
      for (const event of batch) {
        if (event.type === 'BOOKMARK') watchdog.bookmark();
        yield event;
      }
    }
    if (link.signal.aborted) throw asError(link.signal.reason);
  } finally {
    watchdog.stop();
    link.dispose();
  }
}

/** The events of the state at the start come in the order of names, so a version may be older than one before. */
function later(reached: string, version: unknown): string {
  if (typeof version !== 'string' || version === '') return reached;
  if (!isResourceVersion(version) || !isResourceVersion(reached)) return version;
  return compareResourceVersion(version, reached) > 0 ? version : reached;
}
