import type { CallOptions } from '../meta/calls.js';
import type { KubernetesList, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { asStatusError, isBadRequest, isNotFound } from '../meta/errors.js';
import { defaultContainerAnnotation } from '../meta/names.js';
import type { corev1 } from '../resources/types.js';
import { systemClock } from '../util/clock.js';
import type { Clock, TestOptions } from '../util/clock.js';
import { ConfigError, TransportError } from '../util/errors.js';
import { shownList } from '../util/shown.js';
import { linkSignal, throwIfAborted } from '../util/signal.js';

/** A query of the subresource `log`. */
export type LogQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log of one pod. */
export interface LogSource {
  /** Opens the log; the lines of a log that is not followed end with it. */
  open(query: LogQuery, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void>;
  /** Reads the pod. */
  pod(signal: AbortSignal): Promise<corev1.Pod>;
  /** Splits bytes into lines. */
  lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void>;
}

/** Wait before the first and the longest wait before another try, ms. */
const firstWaitMs = 500;
const longestWaitMs = 15_000;

/**
 * How long a followed log may be silent before it is asked for again, ms, doubled each time up to ten minutes, after which a watch ends
 * too. Proxies and balancers drop an idle connection without telling the client, some after 60 s.
 */
const firstSilenceMs = 60_000;
const longestSilenceMs = 600_000;

/** A time of a log's line. */
interface LineTime {
  readonly second: number;
  readonly nanosecond: number;
}

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d) ?/;

function isAfter(one: LineTime, other: LineTime): boolean {
  return one.second === other.second ? one.nanosecond > other.nanosecond : one.second > other.second;
}

/**
 * What of a container's log has been passed on.
 *
 * A log is asked for again by whole seconds, from the second before the latest line, since outputs may write a little out of order. It
 * then begins with the lines that were passed on since that second, in the same order.
 */
export class LogPosition {
  #latest: LineTime | undefined;
  #inSecond = 0;
  #inSecondBefore = 0;
  #toSkip = 0;
  #skipUntil: LineTime | undefined;

  /** The second to ask for, ms since the epoch; undefined before the first line. */
  get sinceMs(): number | undefined {
    return this.#latest === undefined ? undefined : (this.#latest.second - 1) * 1000;
  }

  /** True if something that began then is newer than the latest line. */
  isBefore(moment: string | undefined): boolean {
    const second = Date.parse(moment ?? '') / 1000;
    return this.#latest !== undefined && second > this.#latest.second;
  }

  /** The log begins again from `sinceMs`. */
  rewind(): void {
    this.#toSkip = this.#inSecond + this.#inSecondBefore;
    this.#skipUntil = this.#latest;
  }

  /** Takes the next line; returns false if it has been passed on before. */
  take(time: LineTime): boolean {
    if (this.#toSkip > 0 && this.#skipUntil !== undefined && !isAfter(time, this.#skipUntil)) {
      this.#toSkip--;
      return false;
    }
    const latest = this.#latest;
    if (latest === undefined || isAfter(time, latest)) this.#latest = time;
    const steps = latest === undefined ? Infinity : time.second - latest.second;
    if (steps > 0) {
      this.#inSecondBefore = steps === 1 ? this.#inSecond : 0;
      this.#inSecond = 1;
    } else if (steps === 0) this.#inSecond++;
    else if (steps === -1) this.#inSecondBefore++;
    return true;
  }
}

/** Reads the time that a line begins with. */
function timeOf(line: string): { readonly time: LineTime; readonly length: number } | undefined {
  const match = timePattern.exec(line);
  if (match === null) return undefined;
  const [whole, seconds = '', fraction = '', zone = ''] = match;
  return {
    time: { second: Date.parse(seconds + zone) / 1000, nanosecond: Number(fraction.padEnd(9, '0')) },
    length: whole.length,
  };
}

/** What a container does next; `unknown` if no kubelet has told its status, as in a test. */
type Outlook = 'runs' | 'waits' | 'ended' | 'unknown';

/** Decides from a pod's status what its container does next. */
export function outlookOf(pod: corev1.Pod, container: string | undefined): Outlook {
  const { metadata, spec, status } = pod;
  const name = container ?? defaultContainer(pod);
  const found = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ].find((candidate) => candidate.name === name);
  const state = found?.state;
  if (state?.running !== undefined) return 'runs';
  const isOver = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  if (isOver) return 'ended';
  if (state?.terminated !== undefined) {
    if (metadata?.deletionTimestamp !== undefined) return 'ended';
    return restarts(spec, name, state.terminated.exitCode) ? 'waits' : 'ended';
  }
  return state?.waiting === undefined ? 'unknown' : 'waits';
}

function restarts(spec: corev1.PodSpec | undefined, name: string | undefined, exitCode: number): boolean {
  const init = spec?.initContainers?.find((candidate) => candidate.name === name);
  const own = (init ?? spec?.containers.find((candidate) => candidate.name === name))?.restartPolicy;
  if (spec?.ephemeralContainers?.some((candidate) => candidate.name === name) === true) return false;
  const policy = own ?? spec?.restartPolicy ?? 'Always';
  // An init container that has succeeded is done; one with its own policy Always is a sidecar.
  if (init !== undefined && own !== 'Always') return policy !== 'Never' && exitCode !== 0;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

function defaultContainer({ metadata, spec }: corev1.Pod): string | undefined {
  return metadata?.annotations?.[defaultContainerAnnotation] ?? spec?.containers[0]?.name;
}

/** Options of `followLog`: those of `logs` that are not in the query. */
export interface FollowOptions extends Pick<TestOptions, 'clock'> {
  readonly signal: AbortSignal;
  readonly container: string | undefined;
}

/**
 * Follows the log of a container until it has ended for good, across broken and silent connections and its restarts.
 *
 * Asks again for what came after the latest line, and passes every line on once; after a restart first for the rest of the previous
 * container.
 */
export async function* followLog(
  source: LogSource,
  query: LogQuery,
  { signal, container, clock = systemClock }: FollowOptions,
): AsyncGenerator<string, void, void> {
  const position = new LogPosition();
  const startedMs = clock.now() - Number(query['sinceSeconds'] ?? 0) * 1000;
  const stamped = query['timestamps'] === true;
  const { tailLines: _tail, sinceSeconds: _seconds, ...base } = query;
  const again = (more: LogQuery): LogQuery => {
    const givenMs = Date.parse(String(query['sinceTime'] ?? ''));
    // Without a line, lines before the call must not appear if it asked for the latest only.
    const isPart = query['tailLines'] !== undefined || query['sinceSeconds'] !== undefined;
    const fromMs = Math.max(
      position.sinceMs ?? (isPart ? startedMs : 0),
      Number.isNaN(givenMs) ? 0 : givenMs,
    );
    return { ...base, ...(fromMs > 0 ? { sinceTime: wholeSeconds(fromMs) } : {}), ...more };
  };
  let progressed = false;
  let silenceMs = firstSilenceMs;
  let waitMs = firstWaitMs;
  /** Passes on the lines of one response that are new; of the last response also a line without an end. */
  async function* read(asked: LogQuery, isLast: boolean): AsyncGenerator<string, void, void> {
    position.rewind();
    let endedInLine = false;
    let passed = true;
    async function* watched(): AsyncGenerator<Uint8Array, void, void> {
      let inLine = false;
      const link = linkSignal(signal);
      const chunks = source.open({ ...asked, timestamps: true }, link.signal);
      try {
        for (;;) {
          const timer = clock.setTimer(() => {
            link.abort(new TransportError('ERR_BODY_CUT', `the log was silent for ${silenceMs} ms`));
            silenceMs = Math.min(silenceMs * 2, longestSilenceMs);
            // It is no failure of the server.
            waitMs = firstWaitMs;
          }, silenceMs);
          const { value, done } = await chunks.next().finally(() => timer.cancel());
          if (done === true) break;
          if (value.length > 0) inLine = value.at(-1) !== 10;
          yield value;
        }
        endedInLine = inLine;
      } finally {
        link.dispose();
        await chunks.return();
      }
    }
    for await (const line of source.lines(watched())) {
      const found = timeOf(line);
      // Asked for again, it has its end.
      if (endedInLine && !isLast && found !== undefined) return;
      // The rest of a very long line, or a message of the kubelet, has no time.
      if (found !== undefined) passed = position.take(found.time);
      if (!passed) continue;
      progressed = true;
      silenceMs = firstSilenceMs;
      yield found === undefined || stamped ? line : line.slice(found.length);
    }
  }

  let next = query;
  for (let attempt = 0; ; attempt++) {
    let wasCut = false;
    try {
      yield* read(next, false);
    } catch (error) {
      wasCut = true;
      // The first request fails as that of a log that is not followed.
      if (attempt === 0 && !(error instanceof TransportError && error.code === 'ERR_BODY_CUT')) throw error;
      throwIfAborted(signal);
      if (!mayRecover(error)) throw error;
    }
    for (;;) {
      throwIfAborted(signal);
      if (progressed) waitMs = firstWaitMs;
      progressed = false;
      const pod = await currentPod(source, signal);
      if (pod === 'gone') return;
      const outlook = pod === undefined ? 'runs' : outlookOf(pod, container);
      if (pod !== undefined && position.isBefore(pod.metadata?.creationTimestamp)) return;
      if (outlook === 'unknown' && !wasCut) return;
      let isRead = true;
      if (outlook === 'ended') {
        if (yield* whole(read(again({ follow: undefined }), true))) return;
        isRead = false;
      } else if (pod !== undefined && hasRestarted(pod, container, position))
        isRead = yield* whole(read(again({ follow: undefined, previous: true }), true));
      // A container that waits for its restart may do so for minutes: what it wrote is there now.
      else if (outlook === 'waits' && wasCut) isRead = yield* whole(read(again({ follow: undefined }), true));
      wasCut = !isRead;
      await clock.sleep(waitMs, { signal });
      waitMs = Math.min(waitMs * 2, longestWaitMs);
      if (isRead && outlook !== 'waits') break;
    }
    next = again({});
  }
}

/** Passes on a log that ends; returns false if it has to be asked for again. What is gone by now counts as read. */
async function* whole(lines: AsyncGenerator<string, void, void>): AsyncGenerator<string, boolean, void> {
  try {
    yield* lines;
    return true;
  } catch (error) {
    if (isNotFound(error) || isBadRequest(error)) return true;
    if (mayRecover(error)) return false;
    throw error;
  }
}

function wholeSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** True if the container began after the latest line that was passed on, and another one has ended before. */
function hasRestarted(pod: corev1.Pod, container: string | undefined, position: LogPosition): boolean {
  const name = container ?? defaultContainer(pod);
  const found = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])].find(
    (candidate) => candidate.name === name,
  );
  return found?.lastState?.terminated !== undefined && position.isBefore(found.state?.running?.startedAt);
}

/** Returns the pod, `gone`, or undefined if it cannot be read now. */
async function currentPod(source: LogSource, signal: AbortSignal): Promise<corev1.Pod | 'gone' | undefined> {
  try {
    return await source.pod(signal);
  } catch (error) {
    throwIfAborted(signal);
    if (isNotFound(error)) return 'gone';
    // A user may read logs without reading pods; the log then says whether the pod is there.
    if (asStatusError(error)?.statusCode === 403 || mayRecover(error)) return undefined;
    throw error;
  }
}

/** True for what another try may heal: an outage, a server that is busy, a container that does not run yet. */
function mayRecover(error: unknown): boolean {
  if (error instanceof TransportError) return error.code !== 'ERR_CLOSED' && error.code !== 'ERR_TLS';
  const code = asStatusError(error)?.statusCode;
  return code !== undefined && (code >= 500 || code === 429 || code === 400);
}

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

/** The pods and logs that `allLogs` reads. */
export interface PodLogs {
  list(options: ListOptions & CallOptions): Promise<KubernetesList<corev1.Pod>>;
  watch(options: ListOptions & CallOptions): Promise<WatchStream<corev1.Pod>>;
  /** The log of a container, as `logs` reads it. */
  logs(
    namespace: string,
    name: string,
    container: string,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, void>;
}

/** Reads the logs of all containers of the selected pods, one after another. */
export async function* allLogs(
  pods: PodLogs,
  selector: LogSelector,
  signal: AbortSignal,
): AsyncGenerator<PodLogLine, void, void> {
  const { labelSelector, fieldSelector } = selector;
  const { items } = await pods.list({ labelSelector, fieldSelector, signal });
  requireContainers(items, selector);
  for (const pod of items)
    for (const container of startedContainers(pod, selector)) yield* named(pods, pod, container, signal);
}

/** Follows the logs of all containers of the selected pods, also of those that are created later. */
export async function* followAllLogs(
  pods: PodLogs,
  selector: LogSelector,
  { signal, clock = systemClock }: { readonly signal: AbortSignal; readonly clock?: Clock | undefined },
): AsyncGenerator<PodLogLine, void, void> {
  const link = linkSignal(signal);
  const merged = new MergedLines(link.signal);
  const followed = new Map<string, Set<string>>();
  const see = (pod: corev1.Pod): void => {
    const uid = pod.metadata?.uid ?? '';
    const known = followed.get(uid) ?? new Set<string>();
    followed.set(uid, known);
    for (const container of startedContainers(pod, selector)) {
      if (known.has(container)) continue;
      known.add(container);
      merged.add(named(pods, pod, container, link.signal), () => known.delete(container));
    }
  };
  const forget = (uid: string): void => void followed.delete(uid);
  let isFirst = true;
  const listed = (items: readonly corev1.Pod[]): void => {
    if (isFirst) requireContainers(items, selector);
    isFirst = false;
    const uids = new Set(items.map(({ metadata }) => metadata?.uid ?? ''));
    for (const uid of followed.keys()) if (!uids.has(uid)) forget(uid);
    for (const pod of items) see(pod);
  };
  const watching = watchPods(pods, selector, { signal: link.signal, clock }, see, forget, listed);
  watching.catch((error: unknown) => merged.fail(error));
  try {
    yield* merged.lines();
  } finally {
    link.abort(signal.reason);
    await merged.ended();
    await watching.catch(() => undefined);
  }
}

/** Calls back for every pod, and for those that are deleted, until the signal aborts. */
async function watchPods(
  pods: PodLogs,
  { labelSelector, fieldSelector }: LogSelector,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
  see: (pod: corev1.Pod) => void,
  forget: (uid: string) => void,
  listed: (items: readonly corev1.Pod[]) => void,
): Promise<void> {
  let waitMs = firstWaitMs;
  // The first requests fail as those of a list would; what breaks later is asked for again.
  let wasWatching = false;
  for (;;) {
    try {
      const list = await pods.list({ labelSelector, fieldSelector, signal });
      listed(list.items);
      waitMs = firstWaitMs;
      const { resourceVersion } = list.metadata;
      const events = await pods.watch({ labelSelector, fieldSelector, resourceVersion, signal });
      wasWatching = true;
      for await (const event of events) {
        if (event.type === 'ADDED' || event.type === 'MODIFIED') see(event.object);
        else if (event.type === 'DELETED') forget(event.object.metadata?.uid ?? '');
        else if (event.type === 'ERROR') break;
      }
    } catch (error) {
      throwIfAborted(signal);
      const code = asStatusError(error)?.statusCode;
      if (!wasWatching || (!mayRecover(error) && code !== 410)) throw error;
    }
    throwIfAborted(signal);
    await clock.sleep(waitMs, { signal });
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

function namesOf({ spec }: corev1.Pod): string[] {
  return [
    ...(spec?.initContainers ?? []),
    ...(spec?.containers ?? []),
    ...(spec?.ephemeralContainers ?? []),
  ].map(({ name }) => name);
}

/** Throws ConfigError `ERR_OPTION` if there are pods, and none has one of the selected containers: a name is wrong. */
function requireContainers(items: readonly corev1.Pod[], { containers }: LogSelector): void {
  if (containers === undefined || items.length === 0) return;
  const known = new Set(items.flatMap(namesOf));
  if (!containers.some((name) => known.has(name)))
    throw new ConfigError(
      'ERR_OPTION',
      `none of ${items.length} pods has a container of ${shownList(containers)}; they have ${shownList([...known])}`,
    );
}

/** The containers that have a log. Without a status, all have. */
function startedContainers(pod: corev1.Pod, { containers }: LogSelector): string[] {
  const statuses = [
    ...(pod.status?.initContainerStatuses ?? []),
    ...(pod.status?.containerStatuses ?? []),
    ...(pod.status?.ephemeralContainerStatuses ?? []),
  ];
  const waiting = new Set(
    statuses
      .filter(({ state, lastState }) => state?.waiting !== undefined && lastState?.terminated === undefined)
      .map(({ name }) => name),
  );
  const isScheduled = (pod.spec?.nodeName ?? '') !== '';
  return namesOf(pod).filter(
    (name) => isScheduled && !waiting.has(name) && (containers?.includes(name) ?? true),
  );
}

async function* named(
  pods: PodLogs,
  { metadata }: corev1.Pod,
  container: string,
  signal: AbortSignal,
): AsyncGenerator<PodLogLine, void, void> {
  const { namespace = '', name: pod = '' } = metadata ?? {};
  for await (const line of pods.logs(namespace, pod, container, signal))
    yield { namespace, pod, container, line };
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

  add(lines: AsyncGenerator<PodLogLine, void, void>, onAbsent: () => void): void {
    const running = this.#run(lines, onAbsent).finally(() => this.#running.delete(running));
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

  async #run(lines: AsyncGenerator<PodLogLine, void, void>, onAbsent: () => void): Promise<void> {
    try {
      for await (const line of lines) {
        if (this.#signal.aborted) return;
        await new Promise<void>((resolve) => {
          this.#waiting.push({ line, taken: resolve });
          this.#changed();
        });
      }
    } catch (error) {
      if (this.#signal.aborted) return;
      // The pod has gone since, or its container does not run yet: the next event tells.
      if (isNotFound(error) || isBadRequest(error)) onAbsent();
      else this.fail(error);
    }
  }

  #changed(): void {
    this.#wake?.();
  }
}
