import type { CallOptions } from '../meta/calls.js';
import { ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import {
  oneOf,
  requireAbortSignal,
  requireBoolean,
  requireClock,
  requireFunction,
  requireList,
  requireObject,
  requireString,
  wholeFrom,
} from '../util/require.js';
import { systemClock, systemRandom } from '../util/clock.js';
import type { TestOptions } from '../util/clock.js';
import type { Query, Requester, ResourceTarget } from './requests.js';
import { shownValue } from '../util/shown.js';
import { isForbidden } from '../meta/errors.js';
import { defaultContainerAnnotation } from '../meta/names.js';
import type { WholeObject } from '../meta/projected.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import type { appsv1, authenticationv1, autoscalingv1, corev1, policyv1 } from '../resources/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { interruptible, linkSignal, onAbort } from '../util/signal.js';
import type { Verb } from '../meta/resource.js';
import type {
  ApplyConfiguration,
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  StrategicPatch,
  WriteOptions,
} from './call-options.js';
import {
  deleteBody,
  describeTarget,
  segment,
  deleteOptionNames,
  requirePreconditions,
  writeOptionNames,
} from './requests.js';
import { ResourceClient } from './resource-client.js';
import { holdErrors, withRemedy } from '../streams/errors.js';
import type { CopyOptions, CopyResult } from '../streams/copy.js';
import type { LogPods, LogSelector, PodLogLine } from '../streams/all-logs.js';
import type { LogSource } from '../streams/follow-log.js';
import { linesOf } from '../streams/log-lines.js';
import type { LogNotice } from '../streams/log-notices.js';
import type { Duplex } from 'node:stream';
import type { PortForward, PortForwardOptions } from '../streams/port-forward.js';
import type {
  AttachOptions,
  ExecOptions,
  ExecResult,
  PodStreams,
  RemoteProcess,
  SpawnOptions,
} from '../streams/remote-process.js';
import type { ResourceClientOptions } from './resource-client.js';

/** corev1.PodLogOptions. */
export interface PodLogOptions extends CallOptions, Pick<TestOptions, 'clock'> {
  /** Required if the pod has several containers. */
  readonly container?: string | undefined;
  /** Waits for further lines until the container has ended for good. Default: false. */
  readonly follow?: boolean | undefined;
  /** Reads the container before its last restart. Default: false. */
  readonly previous?: boolean | undefined;
  /** Lines of the last seconds only, from 1. Not together with `sinceTime`. */
  readonly sinceSeconds?: number | undefined;
  /** Lines since this time only, in RFC 3339. */
  readonly sinceTime?: string | undefined;
  /** Begins each line with its time in RFC 3339. Default: false. */
  readonly timestamps?: boolean | undefined;
  /** Number of lines from the end, from 0. Default: all. */
  readonly tailLines?: number | undefined;
  /** Number of bytes after which the log ends, from 1; its last line may be cut. Default: all. */
  readonly limitBytes?: number | undefined;
  /** Does not verify the kubelet's certificate, between API server and kubelet. Default: false. */
  readonly insecureSkipTLSVerifyBackend?: boolean | undefined;
  /** Default: `All`. The others need Kubernetes 1.32 with the feature gate PodLogsQuerySplitStreams. */
  readonly stream?: 'All' | 'Stdout' | 'Stderr' | undefined;
  /**
   * With `follow`: called when lines are missing or delayed. Default: the client's logger; without one, lines that are missing and
   * containers that wait are process warnings.
   */
  readonly onNotice?: ((notice: LogNotice) => void) | undefined;
}

/** Options of `allLogs`. */
export interface AllLogsOptions extends Omit<PodLogOptions, 'container' | 'previous'> {
  /**
   * With `follow`: number of containers that are followed at once, from 1; each has a connection to the API server. A container that
   * starts later waits for a place, which `onNotice` reports, and is then read from its first line. Default: 50.
   */
  readonly maxFollowed?: number | undefined;
  /** With `follow`: more containers at the start are an error, or wait as later ones do. Default: `reject`. */
  readonly overLimit?: 'reject' | 'wait' | undefined;
}

const podLogOptionNames: OptionNames<PodLogOptions> = {
  signal: requireAbortSignal,
  clock: requireClock,
  container: requireString,
  follow: requireBoolean,
  previous: requireBoolean,
  sinceSeconds: wholeFrom(1),
  sinceTime: requireString,
  timestamps: requireBoolean,
  tailLines: wholeFrom(0),
  limitBytes: wholeFrom(1),
  insecureSkipTLSVerifyBackend: requireBoolean,
  stream: oneOf('All', 'Stdout', 'Stderr'),
  onNotice: requireFunction,
};

const { container: _container, previous: _previous, ...sharedLogOptionNames } = podLogOptionNames;

const allLogsOptionNames: OptionNames<AllLogsOptions> = {
  ...sharedLogOptionNames,
  maxFollowed: wholeFrom(1),
  overLimit: oneOf('reject', 'wait'),
};

const logSelectorNames: OptionNames<LogSelector> = {
  labelSelector: requireString,
  fieldSelector: requireString,
  containers: requireList,
};

/**
 * Returns the query of a log. Throws ConfigError `ERR_OPTION` for values that the server would refuse or interpret
 * differently.
 */
export function logQuery(what: string, options: PodLogOptions): Query {
  requireKnownOptions(what, options, podLogOptionNames);
  const { signal: _signal, clock: _clock, onNotice: _onNotice, ...query } = options;
  if (query.sinceSeconds !== undefined && query.sinceTime !== undefined)
    throw new ConfigError('ERR_OPTION', `${what} takes sinceSeconds or sinceTime, got both`);
  // As a query, `follow=false` is the same as none.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== false));
}

/** Adds to a refusal of a log what the user lacks. */
function missingVerb(thrown: unknown): unknown {
  return withRemedy(thrown, 'get', 'pods/log');
}

/** The call of resources with the subresource `log`: pods. */
export interface LogCalls {
  /**
   * Iterates over the lines of a container's log, decoded as UTF-8, without their `\n`.
   *
   * ```ts
   * for await (const line of pods.logs('web', { follow: true, signal })) console.log(line);
   * ```
   *
   * Without `follow` it ends with the last line that exists, and rejects with TransportError `ERR_BODY_CUT` if the connection breaks.
   *
   * With it, it waits for a pod that has no node yet, and goes on across broken connections and restarts of the container until that has
   * ended for good or the pod is deleted or replaced: no line comes twice, and none is lost that the kubelet still has (the containers
   * from the last restart on); `onNotice` reports others. `limitBytes` and `previous` end it with the connection.
   *
   * No more is read than the loop takes; leaving the loop closes the connection. A line of more than 1 MiB comes in pieces of that
   * length. Rejects with `signal.reason` if aborted, and with a StatusError if the server refuses.
   */
  logs(name: string, options?: PodLogOptions): AsyncGenerator<string, void, void>;
  /**
   * Iterates over the lines of all containers of the selected pods, each with the names of its pod and container.
   *
   * ```ts
   * for await (const { pod, line } of pods.allLogs({ labelSelector: 'app=web' }, { follow: true, signal })) console.log(pod, line);
   * ```
   *
   * With `follow` it includes containers and pods that start later, from their first line, and ends with the signal or the loop only;
   * lines of different containers come as they arrive, and a node that does not answer delays only its own. Without it, containers come
   * one after another, without those whose pod is deleted meanwhile. Each log is read as `logs` does. Rejects with ConfigError `ERR_OPTION` if more than `maxFollowed` containers
   * would be followed.
   */
  allLogs(selector: LogSelector, options?: AllLogsOptions): AsyncGenerator<PodLogLine, void, void>;
}

/** The calls of resources with the subresource `exec`: pods. */
export interface ExecCalls {
  /**
   * Runs a command in a container to its end, and returns what it wrote.
   *
   * ```ts
   * const { stdout } = await pods.exec('web', { command: ['nginx', '-v'] });
   * ```
   *
   * Rejects with ExecError: `ERR_EXEC_EXIT` for another exit code than 0, `ERR_EXEC_COMMAND` if it cannot run, `ERR_EXEC_CONTAINER`
   * without such a container, `ERR_EXEC_SIZE` for more output than `maxOutputBytes`, `ERR_EXEC_STREAM` if a Writable for it or a
   * stream of input is destroyed too early; with TransportError `ERR_SOCKET_CUT` if the connection ends before the command, which may
   * go on; with `signal.reason` if aborted.
   */
  exec(name: string, options: ExecOptions): Promise<ExecResult>;
  /**
   * Starts a command in a container, with streams for its input and output; resolves once it is connected.
   *
   * `exit` of the result resolves with the exit code. Rejects as `exec` does.
   */
  spawn(name: string, options: SpawnOptions): Promise<RemoteProcess>;
  /**
   * Copies a file or folder of this machine into a container, as `remotePath`; the folder that holds it must exist. Needs tar in the
   * container.
   *
   * ```ts
   * await pods.copyTo('web', 'dist', '/srv/www');
   * ```
   *
   * Keeps modes, times and links; memory does not grow with the size. Rejects with ExecError `ERR_COPY`, which says how much was
   * copied, or as `exec` does.
   */
  copyTo(name: string, localPath: string, remotePath: string, options?: CopyOptions): Promise<CopyResult>;
  /**
   * Copies a file or folder of a container to this machine, as `localPath`. Needs tar in the container.
   *
   * Writes nothing outside of `localPath`, whatever the container sends: paths and links that lead elsewhere are refused. A file
   * appears when it is complete. Otherwise as `copyTo`.
   */
  copyFrom(name: string, remotePath: string, localPath: string, options?: CopyOptions): Promise<CopyResult>;
}

/** The call of resources with the subresource `attach`: pods. */
export interface AttachCalls {
  /** Connects to the running process of a container, with streams for its input and output; see `ExecCalls.spawn`. */
  attach(name: string, options?: AttachOptions): Promise<RemoteProcess>;
}

/** The calls of resources with the subresource `portforward`: pods. */
export interface PortForwardCalls {
  /**
   * Listens on local ports, and connects each connection to a port of the pod, until `close` or the signal.
   *
   * ```ts
   * await using forward = await pods.portForward('web', { ports: [{ remote: 80 }] });
   * await fetch(`http://127.0.0.1:${forward.ports[0]?.local}/`);
   * ```
   *
   * A connection that fails is reset and told to `onError`; the listener stays. Rejects with a StatusError if the server refuses,
   * with ConfigError `ERR_LOCAL_PORT` if a local port is in use.
   */
  portForward(name: string, options: PortForwardOptions): Promise<PortForward>;
  /**
   * Connects to a port of the pod, without a listener: a stream of bytes in both directions.
   *
   * It fails with TransportError `ERR_PORT_FORWARD` if nothing listens on the port, `ERR_SOCKET_CUT` if the connection breaks.
   */
  connectPort(name: string, port: number, options?: CallOptions): Promise<Duplex>;
}

/** The call of resources with the subresource `eviction`: pods. */
export interface EvictionCalls {
  /**
   * Deletes a pod if its PodDisruptionBudget allows it.
   *
   * Rejects with a StatusError 429 (`isTooManyRequests`) if it does not; `status.details.causes` names the budget. Try
   * again later: the clients repeat only a refusal that has Retry-After. That is the answer while the status of the budget
   * is not written yet: 10 s each time, so the call may take minutes. `signal` ends it.
   */
  evict(name: string, options?: DeleteOptions): Promise<Status>;
}

/** Options of `bind`. */
export interface BindOptions extends WriteOptions {
  /** Binds only a pod with this uid or resourceVersion; otherwise 409 Conflict. */
  readonly preconditions?: DeleteOptions['preconditions'];
}

/** The call of resources with the subresource `binding`: pods. */
export interface BindingCalls {
  /** Assigns a pod to a node, as a scheduler does. Rejects with Conflict if it has one. */
  bind(name: string, node: string, options?: BindOptions): Promise<Status>;
}

/** The calls of resources with the subresource `scale`: deployments, replica sets, custom resources, … */
export interface ScaleCalls {
  /** Gets the replicas, and the selector of the pods. */
  getScale(name: string, options?: GetOptions): Promise<autoscalingv1.Scale>;
  /** Replaces the scale. With `metadata.resourceVersion`, a concurrent change of the object is a Conflict. */
  updateScale(
    name: string,
    scale: DeepReadonly<autoscalingv1.Scale>,
    options?: WriteOptions,
  ): Promise<autoscalingv1.Scale>;
  /** Sets the number of replicas, whatever it was. */
  scale(name: string, replicas: number, options?: WriteOptions): Promise<autoscalingv1.Scale>;
}

/** Options of `restart`. */
export interface RolloutRestartOptions extends WriteOptions, TestOptions {}

/** The call of Deployments, StatefulSets and DaemonSets. */
export interface RestartCalls<T extends KubernetesObject> {
  /**
   * Replaces the pods one after another, as `kubectl rollout restart`: sets the annotation `kubectl.kubernetes.io/restartedAt` of the
   * pod template, to a time that no other call sets. `waitFor(…, 'rollout')` waits for the end. A paused Deployment restarts when it is
   * resumed.
   */
  restart(name: string, options?: RolloutRestartOptions): Promise<T>;
}

/** The call of resources with the subresource `token`: service accounts. */
export interface TokenCalls {
  /**
   * Requests a token of a service account; it is `status.token` of the response.
   *
   * Without `audiences` the token is for the API server. The server may change `expirationSeconds`: see
   * `status.expirationTimestamp`.
   */
  createToken(
    name: string,
    spec?: DeepReadonly<Partial<authenticationv1.TokenRequestSpec>>,
    options?: WriteOptions,
  ): Promise<authenticationv1.TokenRequest>;
}

/** The calls of resources with the subresource `status`. */
export interface StatusCalls<T extends KubernetesObject> {
  /** Replaces only the status; the server ignores the rest of the object. */
  updateStatus(object: WholeObject<T>, options?: WriteOptions): Promise<T>;
  /**
   * Sets fields of the status by server-side apply.
   *
   * The server ignores the rest of the object, except for labels and annotations of some kinds.
   */
  applyStatus(object: WholeObject<ApplyConfiguration<T>>, options: ApplyOptions): Promise<T>;
}

/** The calls of a ResourceClient by the verb that they need. */
export interface CallsByVerb {
  /** Calls that need the verb create. */
  create: 'create';
  /** Calls that need the verb delete. */
  delete: 'delete';
  /** Calls that need the verb deletecollection. */
  deletecollection: 'deleteCollection';
  /** Calls that need the verb get. */
  get: 'get';
  /** Calls that need the verb list. */
  list: 'list' | 'listAll' | 'pages' | 'items';
  /** Calls that need the verb patch. */
  patch: 'patch' | 'apply';
  /** Calls that need the verb update. */
  update: 'update';
  /** Calls that need the verb watch. */
  watch: 'watch';
}

/** The calls of a resource that lacks verbs, such as TokenReview. */
export type VerbCalls<T extends KubernetesObject, V extends Verb> = Pick<ResourceClient<T>, CallsByVerb[V]>;

/** The calls of a resource with these subresources; `string`, for one that is known only at run time, means all calls. */
export type SubresourceCalls<S extends string> = ('log' extends S ? LogCalls : unknown) &
  ('exec' extends S ? ExecCalls : unknown) &
  ('attach' extends S ? AttachCalls : unknown) &
  ('portforward' extends S ? PortForwardCalls : unknown) &
  ('eviction' extends S ? EvictionCalls : unknown) &
  ('binding' extends S ? BindingCalls : unknown) &
  ('scale' extends S ? ScaleCalls : unknown) &
  ('token' extends S ? TokenCalls : unknown);

/** The client of a resource, with the calls of its subresources. */
export type ClientOf<T extends KubernetesObject, S extends string = string, V extends Verb = Verb> = ([
  Verb,
] extends [V]
  ? ResourceClient<T>
  : VerbCalls<T, V>) &
  ('status' extends S ? StatusCalls<T> : unknown) &
  (T extends appsv1.Deployment | appsv1.StatefulSet | appsv1.DaemonSet ? RestartCalls<T> : unknown) &
  (string extends S ? RestartCalls<T> : unknown) &
  SubresourceCalls<S>;

const restartOptionNames: OptionNames<RolloutRestartOptions> = {
  ...writeOptionNames,
  clock: requireClock,
  random: requireFunction,
};

const bindOptionNames: OptionNames<BindOptions> = {
  ...writeOptionNames,
  preconditions: requirePreconditions,
};

const requireReplicas = wholeFrom(0);

/** Creates the client of a resource. Throws as the constructor of ResourceClient does. */
export function createResourceClient<T extends KubernetesObject, S extends string, V extends Verb = Verb>(
  rest: Requester,
  target: ResourceTarget,
  options: ResourceClientOptions,
): ClientOf<T, S, V> {
  // It has every call; the type offers those that the descriptor names, and the calls check the descriptor.
  return new SubresourceCallsClient<T>(rest, target, options) as unknown as ClientOf<T, S, V>;
}

class SubresourceCallsClient<T extends KubernetesObject>
  extends ResourceClient<T>
  implements SubresourceCalls<string>, StatusCalls<T>, RestartCalls<T>
{
  readonly #target: ResourceTarget;
  readonly #namespace: string;

  constructor(rest: Requester, target: ResourceTarget, options: ResourceClientOptions) {
    super(rest, target, options);
    this.#target = target;
    this.#namespace = options.namespace ?? '';
  }

  async updateStatus(object: WholeObject<T>, options: WriteOptions = {}): Promise<T> {
    return this.put(object, 'status', options);
  }

  async applyStatus(object: WholeObject<ApplyConfiguration<T>>, options: ApplyOptions): Promise<T> {
    return this.applied(object, 'status', options);
  }

  logs(name: string, options: PodLogOptions = {}): AsyncGenerator<string, void, void> {
    return interruptible((left) => this.#logs(name, options, left));
  }

  async *#logs(name: string, options: PodLogOptions, left: AbortSignal): AsyncGenerator<string, void, void> {
    const what = this.#checked('log', name);
    const query = logQuery(what, options);
    const { container = '', signal, follow, previous, limitBytes } = options;
    if (follow !== true || previous === true || limitBytes !== undefined) {
      const chunks = this.#openLog(name, query, signal);
      onAbort(left, () => void chunks.return());
      try {
        yield* linesOf(chunks);
      } catch (thrown) {
        throw missingVerb(thrown);
      }
      return;
    }
    const { LogFollower } = await import('../streams/follow-log.js');
    const where = { namespace: this.#namespace, pod: name, container };
    const onNotice = await this.#noticeSink(options);
    const follower = new LogFollower(this.#logSource(name), query, { ...options, where, onNotice });
    const link = linkSignal(signal, left);
    try {
      yield* follower.lines(link.signal);
    } catch (thrown) {
      if (!left.aborted) throw missingVerb(thrown);
    } finally {
      link.dispose();
    }
  }

  #openLog(
    name: string,
    query: Query,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void, void> {
    const longRunning = query['follow'] === true;
    return this.subresource('log').stream(name, { query, signal, longRunning });
  }

  #logSource(name: string): LogSource {
    return {
      open: (query, signal) => this.#openLog(name, query, signal),
      // The target is pods: no other resource has logs.
      pod: (signal) => this.get(name, { signal }) as Promise<corev1.Pod>,
    };
  }

  async #noticeSink({ onNotice }: Pick<PodLogOptions, 'onNotice'>): Promise<(notice: LogNotice) => void> {
    const { noticeSink } = await import('../streams/log-notices.js');
    return noticeSink(onNotice, this.logger);
  }

  allLogs(selector: LogSelector, options: AllLogsOptions = {}): AsyncGenerator<PodLogLine, void, void> {
    return interruptible((left) => this.#allLogs(selector, options, left));
  }

  async *#allLogs(
    selector: LogSelector,
    options: AllLogsOptions,
    left: AbortSignal,
  ): AsyncGenerator<PodLogLine, void, void> {
    const what = `allLogs of ${this.description}`;
    requireKnownOptions(`the selector of ${what}`, selector, logSelectorNames);
    requireKnownOptions(what, options, allLogsOptionNames);
    const { maxFollowed, overLimit, ...logOptions } = options;
    const { allLogs, followAllLogs } = await import('../streams/all-logs.js');
    const link = linkSignal(options.signal, left);
    const { signal } = link;
    const pods = this as unknown as ResourceClient<corev1.Pod>;
    const refused = (thrown: unknown): never => {
      throw withRemedy(thrown, 'list and watch', 'pods');
    };
    const source: LogPods = {
      list: (query) => pods.listAll(query).catch(refused),
      watch: (query) => pods.watch(query).catch(refused),
      get: (namespace, name, until) => pods.namespace(namespace).get(name, { signal: until }),
    };
    try {
      if (options.follow !== true) {
        yield* allLogs(
          source,
          selector,
          ({ namespace, pod, container }) =>
            this.namespace(namespace).logs(pod, { ...logOptions, container, signal }),
          signal,
        );
        return;
      }
      const { LogFollower } = await import('../streams/follow-log.js');
      const { clock } = options;
      const onNotice = await this.#noticeSink(options);
      yield* followAllLogs(source, selector, {
        signal,
        clock,
        maxFollowed,
        overLimit,
        onNotice,
        failure: missingVerb,
        follower: ({ namespace, pod, container, uid }, isLater) => {
          const { tailLines, sinceSeconds, ...rest } = logOptions;
          const asked = { ...rest, ...(isLater ? {} : { tailLines, sinceSeconds }), container };
          const log = this.namespace(namespace).#logSource(pod);
          return new LogFollower(log, logQuery(what, asked), {
            container,
            clock,
            where: { namespace, pod, container },
            onNotice,
            uid,
            isPatient: true,
          });
        },
      });
    } catch (thrown) {
      if (!left.aborted) throw thrown;
    } finally {
      link.dispose();
    }
  }

  async exec(name: string, options: ExecOptions): Promise<ExecResult> {
    this.#checked('exec', name);
    const release = holdErrors(options);
    try {
      const { execIn } = await import('../streams/remote-process.js');
      return await execIn(this.#streams(name), options);
    } finally {
      release();
    }
  }

  async spawn(name: string, options: SpawnOptions): Promise<RemoteProcess> {
    this.#checked('exec', name);
    const release = holdErrors(options);
    try {
      const { spawnIn } = await import('../streams/remote-process.js');
      return await spawnIn(this.#streams(name), options);
    } finally {
      release();
    }
  }

  async attach(name: string, options: AttachOptions = {}): Promise<RemoteProcess> {
    this.#checked('attach', name);
    const release = holdErrors(options);
    try {
      const { attachTo } = await import('../streams/remote-process.js');
      return await attachTo(this.#streams(name), options);
    } finally {
      release();
    }
  }

  async copyTo(
    name: string,
    localPath: string,
    remotePath: string,
    options: CopyOptions = {},
  ): Promise<CopyResult> {
    this.#checked('exec', name);
    const { copyInto } = await import('../streams/copy.js');
    return copyInto(this.#streams(name), localPath, remotePath, options);
  }

  async copyFrom(
    name: string,
    remotePath: string,
    localPath: string,
    options: CopyOptions = {},
  ): Promise<CopyResult> {
    this.#checked('exec', name);
    const { copyOut } = await import('../streams/copy.js');
    return copyOut(this.#streams(name), remotePath, localPath, options);
  }

  async portForward(name: string, options: PortForwardOptions): Promise<PortForward> {
    this.#checked('portforward', name);
    const { forwardPorts } = await import('../streams/port-forward.js');
    return forwardPorts(this.#streams(name), options);
  }

  async connectPort(name: string, port: number, options: CallOptions = {}): Promise<Duplex> {
    this.#checked('portforward', name);
    const { connectTo } = await import('../streams/port-forward.js');
    return connectTo(this.#streams(name), port, options);
  }

  #streams(name: string): PodStreams {
    return {
      pod: describeTarget(this.#target, name),
      open: (subresource, query, protocols, signal) =>
        this.webSocket(subresource, name, { query, protocols, signal }),
      defaultContainer: async (signal) => {
        try {
          const { metadata } = await this.get(name, { signal });
          return metadata?.annotations?.[defaultContainerAnnotation];
        } catch (error) {
          // The server's refusal of the stream names the containers.
          if (isForbidden(error)) return undefined;
          throw error;
        }
      },
      closing: this.closing,
    };
  }

  async restart(name: string, options: RolloutRestartOptions = {}): Promise<T> {
    const { group, resource } = this.#target;
    if (group !== 'apps' || !/^(deployments|statefulsets|daemonsets)$/.test(resource))
      throw new ConfigError(
        'ERR_RESOURCE',
        `restart ${describeTarget(this.#target, name)}: only deployments.apps, statefulsets.apps and daemonsets.apps can be restarted`,
      );
    const what = `restart ${describeTarget(this.#target, name)}`;
    requireKnownOptions(what, options, restartOptionNames);
    const { clock = systemClock, random = systemRandom, ...write } = options;
    // kubectl writes whole seconds, and refuses to restart twice in one. Nanoseconds that no clock counts make each call another value.
    const nanoseconds = String(Math.floor(random() * 1e6)).padStart(6, '0');
    const restartedAt = new Date(clock.now()).toISOString().replace('Z', `${nanoseconds}Z`);
    const metadata = { annotations: { 'kubectl.kubernetes.io/restartedAt': restartedAt } };
    // The kinds that can be restarted have a template.
    const patch = { spec: { template: { metadata } } } as unknown as StrategicPatch<T>;
    return this.patch(name, patch, { ...write, type: 'strategic' });
  }

  async evict(name: string, options: DeleteOptions = {}): Promise<Status> {
    const what = this.#checked('eviction', name);
    requireKnownOptions(what, options, deleteOptionNames);
    const body: policyv1.Eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name },
      deleteOptions: deleteBody(options),
    };
    return this.#answered(this.subresource('eviction').create(name, body, { signal: options.signal }));
  }

  async bind(name: string, node: string, options: BindOptions = {}): Promise<Status> {
    const what = this.#checked('binding', name);
    requireKnownOptions(what, options, bindOptionNames);
    segment(`node of ${what}`, node);
    const { preconditions = {}, ...write } = options;
    const { uid, resourceVersion } = preconditions;
    const body: corev1.Binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: {
        name,
        ...(uid !== undefined && { uid }),
        ...(resourceVersion !== undefined && { resourceVersion }),
      },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    };
    return this.#answered(this.subresource('binding').create(name, body, write));
  }

  async getScale(name: string, options: GetOptions = {}): Promise<autoscalingv1.Scale> {
    this.#checked('scale', name);
    return this.subresource<autoscalingv1.Scale>('scale').get(name, options);
  }

  async updateScale(
    name: string,
    scale: DeepReadonly<autoscalingv1.Scale>,
    options: WriteOptions = {},
  ): Promise<autoscalingv1.Scale> {
    requireObject(this.#checked('scale', name), scale);
    const body: DeepReadonly<autoscalingv1.Scale> = { apiVersion: 'autoscaling/v1', kind: 'Scale', ...scale };
    return this.subresource<autoscalingv1.Scale>('scale').update(name, body, options);
  }

  async scale(name: string, replicas: number, options: WriteOptions = {}): Promise<autoscalingv1.Scale> {
    const what = this.#checked('scale', name);
    requireReplicas(`replicas of ${what}`, replicas);
    requireKnownOptions(what, options, writeOptionNames);
    return this.subresource<autoscalingv1.Scale>('scale').patch(
      name,
      { spec: { replicas } },
      { ...options, type: 'merge' },
    );
  }

  async createToken(
    name: string,
    spec: DeepReadonly<Partial<authenticationv1.TokenRequestSpec>> = {},
    options: WriteOptions = {},
  ): Promise<authenticationv1.TokenRequest> {
    requireObject(this.#checked('token', name), spec);
    const body: DeepReadonly<authenticationv1.TokenRequest> = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: [], ...spec },
    };
    return this.subresource<authenticationv1.TokenRequest>('token').create(name, body, options);
  }

  /** Returns a description of the call. Throws ConfigError if the descriptor lacks the subresource. */
  #checked(subresource: string, name: string): string {
    const { subresources } = this.#target;
    const what = describeTarget(this.#target, name);
    if (subresources !== undefined && !subresources.includes(subresource)) {
      const known = subresources.length === 0 ? 'none' : subresources.join(', ');
      throw new ConfigError(
        'ERR_RESOURCE',
        `${what} has no subresource ${shownValue(subresource)}: its descriptor has ${known}`,
      );
    }
    if (typeof name !== 'string' || name === '') {
      const got = name === undefined ? 'none' : shownValue(name);
      throw new ConfigError(
        'ERR_NAME',
        `${subresource} of ${describeTarget(this.#target)} needs a name, got ${got}`,
      );
    }
    return `${subresource} of ${what}`;
  }

  async #answered(answer: Promise<KubernetesObject>): Promise<Status> {
    // Evictions and bindings are answered with a Status, which has apiVersion and kind too.
    return (await answer) as Status;
  }
}
