import type { CallOptions } from '../meta/calls.js';
import { asStatusError, isNotFound } from '../meta/errors.js';
import type { KubernetesList, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { RefusalGrace } from '../meta/refusals.js';
import type { corev1 } from '../resources/types.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { shownList } from '../util/shown.js';
import { linkSignal, throwIfAborted } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';
import { containerNames, isSameRun, runOf, startedContainers } from './container-run.js';
import type { ContainerRun } from './container-run.js';
import { firstWaitMs, longestWaitMs, mayRecover } from './follow-log.js';
import type { LogFollower } from './follow-log.js';
import type { LogNotice } from './log-notices.js';

/** A line of one of several logs. */
export interface PodLogLine {
  /** Namespace of the pod. */
  readonly namespace: string;
  /** Name of the pod. */
  readonly pod: string;
  /** Name of the container. */
  readonly container: string;
  /** The line, as `logs` gives it. */
  readonly line: string;
}

/** Which pods, and which of their containers. */
export interface LogSelector {
  /** Label selector of the pods. Default: all. */
  readonly labelSelector?: string | undefined;
  /** Field selector of the pods: `metadata.name=web` for one. Default: all. */
  readonly fieldSelector?: string | undefined;
  /** Names of containers; if there are pods, one of them must have one of these. Default: all, init containers included. */
  readonly containers?: readonly string[] | undefined;
}

/** Number of containers that are followed at once unless the caller says otherwise; each has a connection to the API server. */
const defaultMaxFollowed = 50;

/** Logs of pods that left the selector whose positions are kept for their return. */
const maxLeft = 100;

/** One container of a pod. */
export interface LogContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly container: string;
}

/** The pods that `allLogs` reads. */
export interface LogPods {
  list(options: ListOptions & CallOptions): Promise<KubernetesList<corev1.Pod>>;
  watch(options: ListOptions & CallOptions): Promise<WatchStream<corev1.Pod>>;
  get(namespace: string, name: string, signal: AbortSignal): Promise<corev1.Pod>;
}

/** Reads the logs of all containers of the selected pods, one after another; pods that are deleted meanwhile are left out. */
export async function* allLogs(
  pods: Pick<LogPods, 'list'>,
  selector: LogSelector,
  logs: (container: LogContainer) => AsyncGenerator<string, void, void>,
  signal: AbortSignal,
): AsyncGenerator<PodLogLine, void, void> {
  const { labelSelector, fieldSelector } = selector;
  const { items } = await pods.list({ labelSelector, fieldSelector, signal });
  requireContainers(items, selector);
  for (const pod of items)
    for (const container of selectedContainers(pod, selector))
      try {
        yield* named(container, logs(container));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
}

/** True if there is no such pod any more. A log that the node does not find has a cause. */
function isGone(error: unknown): boolean {
  return isNotFound(error) && asStatusError(error)?.status.details?.causes === undefined;
}

/** Options of `followAllLogs`. */
export interface FollowAllOptions {
  readonly signal: AbortSignal;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Default: 50. */
  readonly maxFollowed?: number | undefined;
  /** What happens with more containers at the start. Default: `reject`. */
  readonly overLimit?: 'reject' | 'wait' | undefined;
  /** Creates the follower of a log; `isLater` if the container was not there at the start, so that all of its lines are wanted. */
  readonly follower: (container: LogContainer, isLater: boolean) => Pick<LogFollower, 'lines'>;
  readonly onNotice: (notice: LogNotice) => void;
  /** Returns what to throw for the error of a log. */
  readonly failure: (error: unknown) => unknown;
}

/** Follows the logs of all containers of the selected pods, also of those that are created later. */
export async function* followAllLogs(
  pods: LogPods,
  selector: LogSelector,
  options: FollowAllOptions,
): AsyncGenerator<PodLogLine, void, void> {
  const { signal, clock = systemClock } = options;
  const link = linkSignal(signal);
  const merged = new MergedLines(link.signal);
  const followed = new FollowedContainers(pods, selector, options, merged, link.signal);
  const watching = watchPods(pods, selector, { signal: link.signal, clock }, followed);
  watching.catch((error: unknown) => merged.fail(error));
  try {
    yield* merged.lines();
  } finally {
    link.abort(signal.reason);
    await merged.ended();
    await watching.catch(() => undefined); // it is reported above
  }
}

/** A container whose pod is selected, or was when it ended. */
interface Followed {
  readonly container: LogContainer;
  readonly follower: Pick<LogFollower, 'lines'>;
  state: 'waits' | 'follows' | 'ended';
  /** The run because of which it was added last. */
  run: ContainerRun;
  link: LinkedSignal | undefined;
}

/** Decides which containers are followed: those of the selected pods, at most `maxFollowed` at once. */
class FollowedContainers {
  readonly #pods: LogPods;
  readonly #selector: LogSelector;
  readonly #options: FollowAllOptions;
  readonly #merged: MergedLines;
  readonly #signal: AbortSignal;
  readonly #maxFollowed: number;
  /** By uid of the pod and name of the container. */
  readonly #known = new Map<string, Followed>();
  /** Followers of pods that left the selector. */
  readonly #left = new Map<string, Pick<LogFollower, 'lines'>>();
  /** uids of the selected pods. */
  readonly #selected = new Set<string>();
  #hasListed = false;

  constructor(
    pods: LogPods,
    selector: LogSelector,
    options: FollowAllOptions,
    merged: MergedLines,
    signal: AbortSignal,
  ) {
    this.#pods = pods;
    this.#selector = selector;
    this.#options = options;
    this.#merged = merged;
    this.#signal = signal;
    this.#maxFollowed = options.maxFollowed ?? defaultMaxFollowed;
  }

  /** All selected pods. Throws ConfigError for the first ones if none has a selected container, or there are too many. */
  listed(items: readonly corev1.Pod[]): void {
    const isLater = this.#hasListed;
    if (!isLater) {
      requireContainers(items, this.#selector);
      this.#requireFew(items);
    }
    this.#hasListed = true;
    const uids = new Set(items.map(uidOf));
    for (const uid of this.#selected) if (!uids.has(uid)) this.gone(uid);
    for (const pod of items) this.#see(pod, isLater);
  }

  /** A selected pod is new or has changed. */
  seen(pod: corev1.Pod): void {
    this.#see(pod, true);
  }

  /** A pod was deleted, or left the selector; `isDeleting` decides if that cannot be known. */
  gone(uid: string, isDeleting = true): void {
    this.#selected.delete(uid);
    const entries = [...this.#known].filter(([, { container }]) => container.uid === uid);
    const [first] = entries;
    if (first === undefined) return;
    const isDeleted = this.#isDeleted(first[1].container, isDeleting);
    for (const [key, entry] of entries) this.#merged.own(this.#leave(key, entry, isDeleted));
  }

  #requireFew(items: readonly corev1.Pod[]): void {
    const count = items.reduce((sum, pod) => sum + selectedContainers(pod, this.#selector).length, 0);
    if (count <= this.#maxFollowed || this.#options.overLimit === 'wait') return;
    throw new ConfigError(
      'ERR_OPTION',
      `the selector has ${count} containers, and at most ${this.#maxFollowed} logs are followed at once: select fewer, or raise maxFollowed`,
    );
  }

  #see(pod: corev1.Pod, isLater: boolean): void {
    this.#selected.add(uidOf(pod));
    for (const container of selectedContainers(pod, this.#selector)) {
      const key = `${container.uid}/${container.container}`;
      const run = runOf(pod, container.container);
      const known = this.#known.get(key);
      // Init containers run again when their pod gets a new sandbox.
      if (known !== undefined && (known.state !== 'ended' || isSameRun(known.run, run))) continue;
      const follower = known?.follower ?? this.#left.get(key) ?? this.#options.follower(container, isLater);
      this.#left.delete(key);
      const entry: Followed = { container, follower, state: 'waits', run, link: undefined };
      this.#known.set(key, entry);
      if (this.#count('follows') < this.#maxFollowed) this.#start(key, entry);
      else this.#noticeWaiting(container);
    }
  }

  #start(key: string, entry: Followed): void {
    const link = linkSignal(this.#signal);
    entry.state = 'follows';
    entry.link = link;
    const lines = named(entry.container, entry.follower.lines(link.signal));
    const { failure } = this.#options;
    this.#merged.add(lines, { until: link.signal, failure }, () => {
      link.dispose();
      entry.state = 'ended';
      if (!this.#selected.has(entry.container.uid)) this.#known.delete(key);
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#signal.aborted || this.#count('follows') >= this.#maxFollowed) return;
    const next = [...this.#known].find(([, { state }]) => state === 'waits');
    if (next === undefined) return;
    this.#start(...next);
    this.#noticeWaiting(next[1].container);
  }

  /** Ends the log of a pod that left the selector; that of a deleted one ends with its last line. */
  async #leave(key: string, entry: Followed, deletion: Promise<boolean>): Promise<void> {
    const { namespace, pod, container, uid } = entry.container;
    const isDeleted = await deletion;
    if (this.#signal.aborted || this.#selected.has(uid) || this.#known.get(key) !== entry) return;
    if (isDeleted && entry.state === 'follows') return;
    this.#known.delete(key);
    if (entry.state === 'waits') {
      this.#noticeWaiting(entry.container);
      if (isDeleted) this.#options.onNotice({ kind: 'lost', reason: 'deleted', namespace, pod, container });
      return;
    }
    if (isDeleted) return;
    this.#left.set(key, entry.follower);
    for (const oldest of this.#left.keys()) {
      if (this.#left.size <= maxLeft) break;
      this.#left.delete(oldest);
    }
    entry.link?.abort(new Error('the pod left the selector'));
  }

  /** Asks until there is an answer; `isDeleting` is that for a user who may not read the pod. */
  async #isDeleted({ namespace, pod, uid }: LogContainer, isDeleting: boolean): Promise<boolean> {
    const { clock = systemClock } = this.#options;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        return uidOf(await this.#pods.get(namespace, pod, this.#signal)) !== uid;
      } catch (error) {
        if (this.#signal.aborted || isNotFound(error)) return true;
        if (!mayRecover(error)) return isDeleting;
      }
      await clock.sleep(waitMs, { signal: this.#signal });
    }
  }

  #count(state: Followed['state']): number {
    let count = 0;
    for (const entry of this.#known.values()) if (entry.state === state) count++;
    return count;
  }

  #noticeWaiting({ namespace, pod, container }: LogContainer): void {
    this.#options.onNotice({ kind: 'waiting', waiting: this.#count('waits'), namespace, pod, container });
  }
}

/** Tells which pods are selected, until the signal aborts. */
async function watchPods(
  pods: LogPods,
  { labelSelector, fieldSelector }: LogSelector,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
  followed: FollowedContainers,
): Promise<void> {
  const grace = new RefusalGrace(clock);
  let waitMs = firstWaitMs;
  // The first requests fail as those of a list would; what breaks later is asked for again.
  let wasWatching = false;
  for (;;) {
    try {
      const list = await pods.list({ labelSelector, fieldSelector, signal });
      followed.listed(list.items);
      const { resourceVersion } = list.metadata;
      const events = await pods.watch({ labelSelector, fieldSelector, resourceVersion, signal });
      wasWatching = true;
      waitMs = firstWaitMs;
      grace.allowed();
      for await (const event of events) {
        if (event.type === 'ADDED' || event.type === 'MODIFIED') followed.seen(event.object);
        else if (event.type === 'DELETED')
          followed.gone(uidOf(event.object), event.object.metadata?.deletionTimestamp !== undefined);
        else if (event.type === 'ERROR') break;
      }
    } catch (error) {
      throwIfAborted(signal);
      const isTransient = mayRecover(error) || asStatusError(error)?.statusCode === 410;
      if (!grace.mayRetry(error) && !(wasWatching && isTransient)) throw error;
    }
    throwIfAborted(signal);
    await clock.sleep(waitMs, { signal });
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

function uidOf({ metadata }: corev1.Pod): string {
  return metadata?.uid ?? '';
}

/** Throws ConfigError `ERR_OPTION` if there are pods, and none has one of the selected containers: a name is wrong. */
function requireContainers(items: readonly corev1.Pod[], { containers }: LogSelector): void {
  if (containers === undefined || items.length === 0) return;
  const known = new Set(items.flatMap(containerNames));
  if (!containers.some((name) => known.has(name)))
    throw new ConfigError(
      'ERR_OPTION',
      `none of ${items.length} pods has a container of ${shownList(containers)}; they have ${shownList([...known])}`,
    );
}

function selectedContainers(pod: corev1.Pod, { containers }: LogSelector): LogContainer[] {
  const { namespace = '', name = '' } = pod.metadata ?? {};
  return startedContainers(pod)
    .filter((container) => containers?.includes(container) ?? true)
    .map((container) => ({ namespace, pod: name, uid: uidOf(pod), container }));
}

async function* named(
  { namespace, pod, container }: LogContainer,
  lines: AsyncGenerator<string, void, void>,
): AsyncGenerator<PodLogLine, void, void> {
  for await (const line of lines) yield { namespace, pod, container, line };
}

/** Joins streams of lines: each waits until its line is taken, so a slow reader slows all of them. */
class MergedLines {
  readonly #signal: AbortSignal;
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: { readonly line: PodLogLine; readonly taken: () => void }[] = [];
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#changed(), { once: true });
  }

  /** Adds a stream that `until` ends; `onEnd` is called at its end. */
  add(
    lines: AsyncGenerator<PodLogLine, void, void>,
    options: { readonly until: AbortSignal; readonly failure: FollowAllOptions['failure'] },
    onEnd: () => void,
  ): void {
    this.own(this.#run(lines, options).finally(onEnd));
  }

  /** Waits for a promise at the end; its failure is one of the whole. */
  own(work: Promise<void>): void {
    const running = work
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#changed();
  }

  async ended(): Promise<void> {
    for (const { taken } of this.#waiting.splice(0)) taken();
    await Promise.all(this.#running);
  }

  async *lines(): AsyncGenerator<PodLogLine, void, void> {
    for (;;) {
      throwIfAborted(this.#signal);
      const next = this.#waiting.shift();
      if (next !== undefined) {
        next.taken();
        yield next.line;
      } else if (this.#failure !== undefined) throw this.#failure.error;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  async #run(
    lines: AsyncGenerator<PodLogLine, void, void>,
    { until, failure }: { readonly until: AbortSignal; readonly failure: FollowAllOptions['failure'] },
  ): Promise<void> {
    try {
      for await (const line of lines) {
        if (this.#signal.aborted) return;
        await new Promise<void>((resolve) => {
          this.#waiting.push({ line, taken: resolve });
          this.#changed();
        });
      }
    } catch (error) {
      if (!until.aborted) throw failure(error);
    }
  }

  #changed(): void {
    this.#wake?.();
  }
}
