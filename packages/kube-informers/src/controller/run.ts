import type { KubernetesObject } from '../meta/types.js';
import type { Timer, Random } from '../util/clock.js';
import { asError } from '../util/errors.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import type { Logger } from '../util/logger.js';
import { systemRandom } from '../util/clock.js';
import { linkSignal, interruptible, onAbort, throwIfAborted } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';
import type { Requester } from '../client/requests.js';
import type { Fence } from '../leaderelection/fence.js';
import type { ShardRun } from '../sharding/shard-runs.js';
import type { WorkItem } from '../workqueue/work-item.js';
import type { Cause } from './object-event.js';
import { ControllerError } from './errors.js';
import type { ControllerSettings } from './options.js';
import type { ServerProbe } from './failures.js';
import type { FailedWrites, OwnWrite, OwnWrites, UnseenWrite } from './own-writes.js';
import type {
  EventSource,
  KnownResources,
  ObjectEvents,
  Outcome,
  ReconcileContext,
} from './reconcile-client.js';
import type { RunResult } from './run-history.js';
import { ReconcileClient } from './reconcile-client.js';
import { TraceChannel } from '../util/trace-channel.js';
import type { Trace } from '../util/trace-channel.js';
import { linkedWebSocket, traitsOf } from '../client/requests.js';
import { isAlreadyExists } from '../meta/errors.js';
import { generateName, maxGenerateAttempts } from '../meta/generated-name.js';
import { fenced } from '../leaderelection/fence.js';
import { mayHaveHappened } from '../leaderelection/lease-lock.js';
import { mayBeOutage } from './failures.js';
import { isNamed, lostWrite, targetOf, writesOf } from './own-writes.js';

/** What a run needs of its controller. */
export interface RunEnvironment {
  readonly settings: ControllerSettings;
  readonly reporter: { readonly logger: Logger };
  readonly ownWrites: OwnWrites;
  readonly resources: KnownResources;
  readonly rest: Requester | undefined;
  readonly events: EventSource | undefined;
  readonly fence: Fence | undefined;
  /** Called for each write that the fence has refused. */
  readonly onRefusedWrite: () => void;
  readonly failedWrites: FailedWrites;
  /** Tells failures of the server from those of one object; undefined without a client. */
  readonly probe: ServerProbe | undefined;
  /** Asks the server whether the caches are to have a written object, where the response does not show it. */
  readonly ask: (key: string, entry: UnseenWrite) => void;
  /** Keeps the key with this replica until the run has ended; undefined if all keys run here. */
  readonly shard?: ShardRun | undefined;
}

const requeued: readonly string[] = ['requeued by the result before'];
const noEvents: ObjectEvents = { normal() {}, warning() {} };

/** One run of a reconcile, which is also its context. Signal and client are made when they are used. */
export class Run implements ReconcileContext<KubernetesObject> {
  readonly key: string;
  readonly priority: number;
  readonly reasons: readonly string[];
  readonly attempt: number;
  readonly runId: string;
  readonly startedMs: number;
  readonly item: WorkItem;
  object: DeepReadonly<KubernetesObject> | undefined;
  /** Own writes whose events came during this run. */
  readonly shownWrites: Cause[] = [];
  /** Resources of which a write failed during this run, perhaps because of the server. */
  readonly failedWrites = new Set<string>();
  /** True if the object of the key changed during this run. */
  changed = false;
  /** The error of the timeout, once the run has timed out. */
  timeout: ControllerError | undefined;
  #isOver = false;
  #wasStopped = false;
  readonly #environment: RunEnvironment;
  #requester: Requester | undefined;
  #client: ReconcileClient | undefined;
  #link: LinkedSignal | undefined;
  #abortReason: Error | undefined;
  #timer: Timer | undefined;

  constructor(item: WorkItem, attempt: number, runId: string, environment: RunEnvironment) {
    this.item = item;
    this.key = item.key;
    this.priority = item.priority;
    // A result adds its key without a reason: an event that comes first is then the only one.
    this.reasons = item.reasons.length === 0 ? requeued : item.reasons;
    this.attempt = attempt;
    this.runId = runId;
    this.#environment = environment;
    this.startedMs = environment.settings.clock.monotonic();
  }

  get shard(): ShardRun | undefined {
    return this.#environment.shard;
  }

  get probe(): ServerProbe | undefined {
    return this.#environment.probe;
  }

  get namespace(): string {
    return this.key.slice(0, Math.max(0, this.key.indexOf('/')));
  }

  get name(): string {
    return this.key.slice(this.key.indexOf('/') + 1);
  }

  get signal(): AbortSignal {
    if (this.#link === undefined) {
      this.#link = linkSignal(this.#environment.fence?.signal);
      const reason = this.#abortReason ?? (this.#isOver ? this.#overError() : undefined);
      if (reason !== undefined) this.#link.abort(reason);
    }
    return this.#link.signal;
  }

  get client(): ReconcileClient {
    this.#client ??= new ReconcileClient(
      this.requester,
      this.#environment.resources,
      this.#environment.settings.fieldManager,
    );
    return this.#client;
  }

  get events(): ObjectEvents {
    const { events } = this.#environment;
    return events === undefined || this.object === undefined ? noEvents : events.for(this.object);
  }

  get logger(): Logger {
    const { logger } = this.#environment.reporter;
    const { name } = this.#environment.settings;
    const fields = { controller: name, key: this.key, runId: this.runId };
    return {
      debug: (more, message) => logger.debug({ ...fields, ...more }, message),
      info: (more, message) => logger.info({ ...fields, ...more }, message),
      warn: (more, message) => logger.warn({ ...fields, ...more }, message),
      error: (more, message) => logger.error({ ...fields, ...more }, message),
    };
  }

  /** Sends the requests of this run. Throws ControllerError `ERR_CONTROLLER_CLIENT` without a clientset. */
  get requester(): Requester {
    const { rest, fence, ownWrites, settings, onRefusedWrite, ask, failedWrites } = this.#environment;
    if (rest === undefined) {
      throw new ControllerError(
        'ERR_CONTROLLER_CLIENT',
        `controller ${settings.name} has no client: pass clientset to its constructor or to run()`,
      );
    }
    this.#requester ??= runRequester({
      rest,
      fence,
      signal: this.signal,
      name: `run ${this.runId} of ${this.key}`,
      // For names that must differ, which those of a test's `random` may not.
      random: systemRandom,
      isOver: () => this.#isOver,
      onSend: (target) => ownWrites.begin(target),
      onFailed: (resourceId) => {
        this.failedWrites.add(resourceId);
        failedWrites.failed(resourceId, this.key);
      },
      onWrite: (write, object) => {
        if (write.outcome !== 'unknown') failedWrites.succeeded(write.resourceId);
        const entry = ownWrites.record(this.key, write, object);
        if (entry !== undefined) ask(this.key, entry);
      },
      onRefused: onRefusedWrite,
    });
    return this.#requester;
  }

  /** Aborts the run when its time is up; `timedOut` is called then. */
  limit(timeoutMs: number, timedOut: (error: ControllerError) => void): void {
    if (timeoutMs === 0) return;
    this.#timer = this.#environment.settings.clock.setTimer(() => {
      const error = new ControllerError(
        'ERR_RECONCILE_TIMEOUT',
        `reconcile of ${this.key} by controller ${this.#environment.settings.name} took longer than ${timeoutMs} ms`,
      );
      this.timeout = error;
      this.#abort(error);
      timedOut(error);
    }, timeoutMs);
  }

  /** Aborts the run because the controller stops. */
  stop(reason: Error): void {
    this.#wasStopped = true;
    this.#abort(reason);
  }

  /** True once the reconcile has returned. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** True if the controller or the end of the term stopped the run, so that its error does not count. */
  get isStopped(): boolean {
    return this.#wasStopped || this.#environment.fence?.signal.aborted === true;
  }

  /** Ends the run: its requests are refused from now on, and those on their way are aborted. */
  end(): void {
    this.#isOver = true;
    this.#timer?.cancel();
    if (this.#link !== undefined) this.#abort(this.#overError());
  }

  #overError(): ControllerError {
    return new ControllerError('ERR_RUN_OVER', `run ${this.runId} of ${this.key} is over`);
  }

  #abort(reason: Error): void {
    this.#abortReason ??= asError(reason);
    this.#link?.abort(this.#abortReason);
  }
}

/** The message of the tracing channel `kube-informers:reconcile`: one run of a reconcile. It has no objects. */
export interface ReconcileTrace {
  /** Name of the controller. */
  readonly controller: string;
  /** The key that is reconciled. */
  readonly key: string;
  /** As in the context of the reconcile. */
  readonly runId: string;
  /** Why the key runs. */
  readonly reasons: readonly string[];
  /** 1 for the first run since the last success, 2 for the first retry, and so on. */
  readonly attempt: number;
  /** The priority with which the key was added. */
  readonly priority: number;
  /** How long the key was ready and waited for this run, ms. */
  readonly queueMs: number;
  /** As in `ControllerStats`, or `stopped` if the controller stopped the run; undefined until the end. */
  result?: RunResult | undefined;
  /** What the reconcile threw, or the ControllerError of its timeout. */
  error?: unknown;
}

/** How a run ended. */
export type RunEnd = Outcome | { readonly thrown: unknown };

const channel = new TraceChannel<ReconcileTrace>('kube-informers:reconcile');
const results = { none: 'success', after: 'requeueAfter', backoff: 'requeue' } as const;

/** Returns the trace of a run that is about to start; undefined without a subscriber. */
export function traceOfRun(controller: string, run: Run): Trace<ReconcileTrace> | undefined {
  if (!channel.isObserved) return undefined;
  const { item, key, runId, reasons, attempt, priority } = run;
  return channel.operation({ controller, key, runId, reasons, attempt, priority, queueMs: item.queuedMs });
}

/** Returns how a run ended, and its error. That of a run that was stopped does not count, unless it had timed out. */
export function resultOf(
  { timeout, isStopped }: Run,
  end: RunEnd,
): { readonly result: RunResult; readonly error: Error | undefined } {
  if (timeout !== undefined) return { result: 'error', error: timeout };
  if (!('thrown' in end)) return { result: results[end.next], error: undefined };
  return isStopped
    ? { result: 'stopped', error: undefined }
    : { result: 'error', error: asError(end.thrown) };
}

/** The parts of a run that its requests need. */
export interface RunRequests {
  readonly rest: Requester;
  readonly signal: AbortSignal;
  readonly fence: Fence | undefined;
  /** For messages: `run website-7 of default/web`. */
  readonly name: string;
  readonly random: Random;
  /** True once the run is over. */
  isOver(): boolean;
  /** Called before a write of a known object; the returned function is called after its response was recorded. */
  onSend(target: Pick<OwnWrite, 'resourceId' | 'namespace' | 'name'>): () => void;
  /** Called with each write, and the written object as far as the response shows it. */
  onWrite(write: OwnWrite, object?: KubernetesObject): void;
  /** Called for a write that may have failed because of the server. */
  onFailed(resourceId: string): void;
  /** Called for a write that the fence has refused, so that it was not sent. */
  onRefused(): void;
}

type Request = Parameters<Requester['request']>[0];

/**
 * Wraps a Requester for one run: requests end with the run's signal, writes are refused once the run is over or its fence
 * is invalid, and every write is recorded.
 */
export function runRequester(run: RunRequests): Requester {
  const { fence } = run;
  const rest =
    fence === undefined
      ? run.rest
      : fenced(
          run.rest,
          counted(fence, () => run.onRefused()),
        );
  const linked = async <R>(
    signal: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> => {
    throwIfAborted(run.signal);
    if (signal === undefined) return send(run.signal);
    const link = linkSignal(run.signal, signal);
    try {
      return await send(link.signal);
    } finally {
      link.dispose();
    }
  };
  const refuseIfOver = (method: string, path: string): void => {
    if (run.isOver())
      throw new ControllerError('ERR_RUN_OVER', `${method} ${path} refused: ${run.name} is over`);
  };
  const writeOnce = async <T>(request: Request): Promise<T> => {
    refuseIfOver(request.method, request.path);
    // The signal of the run refuses it before the fence can.
    if (fence?.signal.aborted === true) run.onRefused();
    return linked(request.signal, async (signal) => {
      const target = targetOf(request);
      const ended = isNamed(target) ? run.onSend(target) : undefined;
      try {
        const answer = await rest.request<T>({ ...request, signal });
        if (target !== undefined)
          for (const [own, object] of writesOf(target, request, answer)) run.onWrite(own, object);
        return answer;
      } catch (error) {
        if (target !== undefined && mayBeOutage(error)) run.onFailed(target.resourceId);
        if (isNamed(target) && mayHaveHappened(error)) run.onWrite(lostWrite(target));
        throw error;
      } finally {
        ended?.();
      }
    });
  };
  const write = async <T>(request: Request): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const named = withName(request, run.random);
      try {
        return await writeOnce<T>(named);
      } catch (error) {
        if (named === request || attempt === maxGenerateAttempts || !isAlreadyExists(error)) throw error;
      }
    }
  };
  const webSocket = rest.webSocket?.bind(rest);
  return {
    ...traitsOf(rest),
    closing: run.signal,
    ...(webSocket === undefined
      ? {}
      : {
          webSocket: async (request: Parameters<typeof webSocket>[0]) => {
            refuseIfOver('webSocket', request.path);
            throwIfAborted(run.signal);
            return linkedWebSocket(webSocket, request, run.signal);
          },
        }),
    request: <T>(request: Request) =>
      request.method === 'GET'
        ? linked(request.signal, (signal) => rest.request<T>({ ...request, signal }))
        : write<T>(request),
    list: (request) => linked(request.signal, (signal) => rest.list({ ...request, signal })),
    stream: (request) => interruptible((left) => streamed(rest, request, run.signal, left)),
    // A watch outlives this call, so it gets the caller's signal only if there is one.
    watch: (request) => rest.watch({ ...request, signal: request.signal ?? run.signal }),
  };
}

/** Returns the fence, which reports what it refuses. */
function counted(fence: Fence, refused: () => void): Fence {
  return {
    signal: fence.signal,
    assertValid: () => {
      try {
        fence.assertValid();
      } catch (error) {
        refused();
        throw error;
      }
    },
    unanswered: () => fence.unanswered?.(),
  };
}

/** Streams until the end of the run. */
async function* streamed(
  rest: Requester,
  request: Parameters<Requester['stream']>[0],
  signal: AbortSignal,
  left: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const link = linkSignal(signal, request.signal);
  try {
    const chunks = rest.stream({ ...request, signal: link.signal });
    onAbort(left, () => void chunks.return());
    yield* chunks;
  } finally {
    link.dispose();
  }
}

/**
 * Chooses the name of a create with generateName, as the server would: then the object can be looked up if the response is
 * lost. Returns other requests as they are.
 */
function withName(request: Request, random: Random): Request {
  const { method, target, body } = request;
  if (method !== 'POST' || typeof body !== 'object' || target?.name !== '') return request;
  const { metadata } = body as KubernetesObject;
  const { name = '', generateName: base = '' } = metadata ?? {};
  if (name !== '' || typeof base !== 'string' || base === '') return request;
  return { ...request, body: { ...body, metadata: { ...metadata, name: generateName(base, random) } } };
}
