import { shownValue } from '../util/shown.js';
import { loggerOf, requireClientset } from '../client/clientset.js';
import type { ResourceClient } from '../client/resource-client.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { labelKeyProblems } from '../meta/validation.js';
import { builtin } from '../util/builtin.js';
import { systemClock, systemRandom } from '../util/clock.js';
import type { Clock, Random, TestOptions, Timer } from '../util/clock.js';
import { ConfigError, asError, TransportError } from '../util/errors.js';
import { optionsOf, requireKnownOptions, requireCall } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import {
  numberFrom,
  oneOf,
  requireClock,
  requireFunction,
  requireLogger,
  requireString,
  requireText,
  requireObject,
} from '../util/require.js';
import type { EventApi, Reporter, EventBody } from './event-objects.js';
import { cutInstance, occurrenceOf, tooLong } from './occurrence.js';
import type { CallOptions } from '../meta/calls.js';
import {
  asStatusError,
  hasStatusCause,
  isAlreadyExists,
  isNotFound,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
} from '../meta/errors.js';
import { coreV1 } from '../resources/core-v1.js';
import { eventsV1 } from '../resources/events-v1.js';
import { Backoff, sleepUnlessAborted } from '../util/backoff.js';
import type { BackoffOptions } from '../util/backoff.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { RingQueue } from '../util/ring-queue.js';
import { onAbort, raceSignal, reasonOf } from '../util/signal.js';
import { RefusalGrace } from '../meta/refusals.js';
import { Correlator, isWaiting } from './correlator.js';
import type { Series } from './correlator.js';
import { bodyOf, EventNames, namespaceOf, patchOf } from './event-objects.js';
import type { ObjectReference } from '../resources/types/core-v1.js';
import type { EventToRecord, EventType } from './occurrence.js';

/** The part of a Clientset that an EventRecorder uses. */
export interface EventClient {
  /** Returns the client of a resource in a namespace, as `Clientset.resource` does. */
  resource<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace?: string,
  ): Pick<ResourceClient<T>, 'create' | 'patch'>;
}

/** The number of events that an object may cause for one reason. */
export interface EventSpamOptions {
  /** Requests that may follow one another at once. Default: 25. */
  readonly burst?: number | undefined;
  /** Time after which one more is allowed, ms. Default: 300,000. */
  readonly refillMs?: number | undefined;
}

/** Options of an EventRecorder. */
export interface EventRecorderOptions extends TestOptions {
  /** Name of the controller: `website`, `example.com/website`. */
  readonly controller: string;
  /** Name of this process, at most 128 bytes. Default: `<controller>-<host name>`. */
  readonly instance?: string | undefined;
  /** The API that events are sent to. Default: `events.k8s.io/v1`. */
  readonly api?: EventApi | undefined;
  /** Limits of the events about one object. */
  readonly spam?: EventSpamOptions | undefined;
  /** Default: the client's. */
  readonly logger?: Logger | undefined;
}

const optionNames: OptionNames<EventRecorderOptions> = {
  controller: true,
  instance: requireText,
  api: oneOf('events.k8s.io/v1', 'v1'),
  spam: optionsOf<EventSpamOptions>({ burst: numberFrom(1), refillMs: numberFrom(1) }),
  logger: requireLogger,
  clock: requireClock,
  random: requireFunction,
};

/** Checked options of a recorder, with their defaults. */
interface RecorderSettings {
  readonly api: EventApi;
  readonly reporter: Reporter;
  readonly burst: number;
  readonly refillMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
}

/** Checks the options of a recorder. Throws ConfigError `ERR_OPTION`. */
function settingsOf(client: unknown, options: EventRecorderOptions): RecorderSettings {
  requireKnownOptions('an EventRecorder', options, optionNames);
  const { controller, api = 'events.k8s.io/v1' } = options;
  requireController(controller);
  const host = builtin('node:os').hostname();
  const { instance = `${controller}-${host}` } = options;
  const { burst = 25, refillMs = 300_000 } = options.spam ?? {};
  return {
    api,
    reporter: { controller, instance: cutInstance(instance), host },
    burst: Math.floor(burst),
    refillMs,
    logger: containLogger(options.logger ?? loggerOf(client)),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
  };
}

function requireController(controller: unknown): void {
  requireString('controller of an EventRecorder', controller);
  const name = controller as string;
  const problem = labelKeyProblems(name)[0];
  if (problem === undefined) return;
  throw new ConfigError(
    'ERR_OPTION',
    `controller of an EventRecorder must be a name such as "website" or "example.com/website", got ${shownValue(name)}: ${problem}`,
  );
}

/** Counters of an EventRecorder since its creation. */
export interface EventRecorderStats {
  /** Name of the controller. */
  readonly controller: string;
  /** Events that `event` accepted. */
  readonly recorded: number;
  /** Recorded events that were added to the count of an event without their own request. */
  readonly counted: number;
  /** Event objects that were created. */
  readonly created: number;
  /** Patches of event objects. */
  readonly patched: number;
  /** Requests that were sent again. */
  readonly retries: number;
  /** Events that were not recorded, by reason. */
  readonly dropped: DroppedEvents;
  /** Events that are waiting to be sent. */
  readonly queued: number;
  /** Events whose repetitions are counted. */
  readonly series: number;
}

/** Options of an event about an object: see `EventToRecord`. */
export type ObjectEventOptions = Pick<EventToRecord, 'action' | 'related' | 'annotations'>;

/** Records the events of one object. */
export interface ObjectEventRecorder {
  /** Records an event of type Normal about the object: `normal('Scaled', 'scaled to 3 replicas')`. */
  normal(reason: string, note: string, options?: ObjectEventOptions): void;
  /** Records an event of type Warning about the object. */
  warning(reason: string, note: string, options?: ObjectEventOptions): void;
}

const objectEventOptionNames: OptionNames<ObjectEventOptions> = {
  action: true,
  related: true,
  annotations: true,
};

// client-go's numbers, of tools/record and tools/events.
const maxTries = 12;
const retryBackoff = { baseMs: 10_000, factor: 1, jitter: 0.25 } satisfies BackoffOptions;
const maxQueued = 1000;
const workers = 8;
const aggregateNotes = 10;
const aggregateMs = 600_000;
/** A series that is idle for this long has ended. */
const finishMs = 360_000;
/** A series that lasts is written this often, since servers delete events after an hour. */
const refreshMs = 1_800_000;
/** How often series are checked. */
const tickMs = 60_000;

/**
 * Records events about objects, which `kubectl describe` and `kubectl get events` show.
 *
 * ```ts
 * const recorder = new EventRecorder(clientset, { controller: 'website' });
 * recorder.for(site).warning('NoCertificate', 'the issuer refused the order');
 * ```
 *
 * Recording never waits and never throws for a failure of the server. Requests are sent in the background, 8 at a time;
 * while the server cannot be reached, each is tried 12 times, about 10 s apart. Equal events become one object with a
 * count, whatever the resourceVersion of the object they are about; events that differ only in their note become one
 * from the 10th note within 10 minutes on, which shows the newest. Each object may cause 25 requests for a reason at
 * once, then one in 5 minutes. While that budget is used up, repetitions are counted and the newest other event waits
 * for it, or for `flush` or `stop`; older ones that waited are dropped. (client-go's recorder of core/v1 drops the newest,
 * too.) What is dropped is counted in `stats()`, and logged at most once a minute.
 */
export class EventRecorder implements AsyncDisposable {
  readonly #client: EventClient;
  readonly #api: EventApi;
  readonly #reporter: Reporter;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #names: EventNames;
  readonly #drops: DropLog;
  readonly #correlator: Correlator;
  readonly #queue = new RingQueue<Series>();
  /** Ends the waits between tries. */
  readonly #stop = new AbortController();
  /** Ends the requests. */
  readonly #abort = new AbortController();
  readonly #idle = new Set<() => void>();
  #active = 0;
  /** Why nothing more is sent after the stop. */
  #away: Error | undefined;
  #timer: Timer | undefined;
  readonly #counts = { recorded: 0, counted: 0, created: 0, patched: 0, retries: 0 };
  /** Records Events about objects; `client` sends them in the background. Throws ConfigError `ERR_OPTION` for invalid options. */
  constructor(client: EventClient, options: EventRecorderOptions) {
    requireClientset('the client of an EventRecorder', client);
    const { api, reporter, burst, refillMs, logger, clock, random } = settingsOf(client, options);
    this.#client = client;
    this.#api = api;
    this.#reporter = reporter;
    this.#logger = logger;
    this.#clock = clock;
    this.#random = random;
    this.#drops = new DropLog(reporter.controller, logger, clock);
    this.#names = new EventNames(random);
    this.#correlator = new Correlator({ aggregateNotes, aggregateMs, burst, refillMs });
  }

  /**
   * Records an event. Throws ConfigError `ERR_OPTION` for an event with a missing or invalid field.
   *
   * The event is stored in the namespace of `regarding`, or in `default` for a cluster-scoped object. After `stop` it is
   * dropped.
   */
  event(event: EventToRecord): void {
    const occurrence = occurrenceOf(event);
    if (this.#stop.signal.aborted) return this.#drop('stopped', 1);
    const long = tooLong(occurrence);
    if (long !== undefined) {
      this.#drop('invalid', 1, new Error(`${long} of an event must have at most 128 bytes`));
      return;
    }
    this.#counts.recorded++;
    const nowMs = this.#clock.now();
    const { series, displaced } = this.#correlator.add(occurrence, nowMs, this.#clock.monotonic(), () =>
      this.#names.next(occurrence.regarding.name ?? '', nowMs),
    );
    if (displaced !== undefined && !displaced.isQueued && isUnsent(displaced))
      this.#drop('displaced', lostOf(displaced));
    this.#arm();
    if (series.isQueued) {
      series.isDue = true;
      this.#counts.counted++;
    } else if (!this.#isDue(series) || !this.#request(series)) {
      this.#counts.counted++;
    }
  }

  /** Returns a recorder of the events of one object, or of a reference to one. */
  for(regarding: DeepReadonly<KubernetesObject> | ObjectReference): ObjectEventRecorder {
    requireObject('for of an EventRecorder', regarding);
    const record = (
      type: EventType,
      reason: string,
      note: string,
      options: ObjectEventOptions = {},
    ): void => {
      requireKnownOptions('an event', options, objectEventOptionNames);
      this.event({ ...options, regarding, type, reason, note });
    };
    return {
      normal: (reason, note, options) => record('Normal', reason, note, options),
      warning: (reason, note, options) => record('Warning', reason, note, options),
    };
  }

  /**
   * Sends what has not been sent, whatever the budget, and resolves when nothing is waiting to be sent.
   *
   * While the server cannot be reached this takes up to 12 tries. Rejects with `signal.reason` if the signal aborts.
   */
  async flush(options: CallOptions = {}): Promise<void> {
    requireCall('flush', options);
    this.#enqueueUnsent();
    await raceSignal(this.#untilIdle(), options.signal);
  }

  /**
   * Sends each waiting event once, and accepts no more events. Calling it again waits for the same end.
   *
   * If the server cannot be reached, or when the signal aborts, the rest is dropped.
   */
  async stop(options: CallOptions = {}): Promise<void> {
    requireCall('stop', options);
    const { signal } = options;
    if (!this.#stop.signal.aborted) {
      this.#enqueueUnsent();
      this.#stop.abort();
    }
    const undo = signal && onAbort(signal, () => this.#abort.abort(signal.reason));
    if (signal?.aborted === true) this.#abort.abort(signal.reason);
    await this.#untilIdle();
    undo?.();
    this.#correlator.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#drops.log();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Returns the counters. */
  stats(): EventRecorderStats {
    return {
      controller: this.#reporter.controller,
      ...this.#counts,
      dropped: this.#drops.counts(),
      queued: this.#queue.length + this.#active,
      series: this.#correlator.size,
    };
  }

  /**
   * True if an occurrence causes its own request. core/v1: each, because only its count shows a repetition.
   * events.k8s.io/v1: the first two; later ones are sent when the series ends or has lasted for 30 minutes.
   */
  #isDue(series: Series): boolean {
    if (this.#api === 'v1' || series.writtenCount === 0) return true;
    return series.writtenCount === 1 && series.note === series.writtenNote;
  }

  /**
   * Has a series written if its budget and the queue allow it, after the one that waits for the same budget. False if it is
   * not, and a later write sends the count.
   */
  #request(series: Series): boolean {
    const tick = this.#clock.monotonic();
    const waiting = this.#correlator.waiting(series.occurrence, tick);
    if (waiting !== undefined && waiting !== series) this.#admit(waiting, tick);
    const cause = this.#admit(series, tick);
    if (cause === undefined) return true;
    if (series.writtenCount > 0 || series === waiting) return false;
    if (cause === 'queueFull' && waiting === undefined) {
      this.#correlator.remove(series);
      this.#drop(cause, lostOf(series));
      return true;
    }
    this.#correlator.wait(series, tick);
    if (waiting === undefined || waiting.isQueued) return true;
    this.#correlator.remove(waiting);
    this.#drop(cause, lostOf(waiting));
    return true;
  }

  /** Enqueues a series; otherwise returns what prevents it. */
  #admit(series: Series, tick: number): 'spam' | 'queueFull' | undefined {
    if (this.#queue.length >= maxQueued) return 'queueFull';
    if (!this.#correlator.takeToken(series.occurrence, tick)) return 'spam';
    this.#enqueue(series);
    return undefined;
  }

  #enqueue(series: Series): void {
    series.isQueued = true;
    series.isDue = false;
    series.isFlushed = this.#stop.signal.aborted;
    this.#queue.push(series);
    this.#pump();
  }

  #enqueueUnsent(): void {
    for (const series of this.#correlator.series()) {
      if (series.isQueued) series.isFlushed = true;
      else if (isUnsent(series)) this.#enqueue(series);
    }
  }

  /** Starts writes, a bounded number at a time. */
  #pump(): void {
    while (this.#active < workers) {
      const series = this.#queue.shift();
      if (series === undefined) break;
      this.#active++;
      void this.#write(series).finally(() => {
        this.#active--;
        this.#pump();
      });
    }
    if (this.#active > 0 || this.#queue.length > 0) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  #untilIdle(): Promise<void> {
    if (this.#active === 0 && this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.add(resolve));
  }

  /** Writes a series, and again if it has changed meanwhile. Never rejects. */
  async #write(series: Series): Promise<void> {
    const error = await this.#tried(series);
    series.isQueued = false;
    if (error !== undefined) {
      this.#correlator.remove(series);
      this.#giveUp(series, error);
    } else if (isUnsent(series)) {
      if (series.isFlushed) this.#enqueue(series);
      else if (series.isDue && this.#isDue(series)) this.#request(series);
    }
  }

  /** Returns the last error; undefined after a success. */
  async #tried(series: Series): Promise<Error | undefined> {
    const delays = new Backoff(retryBackoff, this.#random);
    const grace = new RefusalGrace(this.#clock);
    for (let tries = 1; ; tries++) {
      if (this.#abort.signal.aborted) return asError(reasonOf(this.#abort.signal));
      if (this.#away !== undefined) return this.#away;
      try {
        await this.#send(series);
        return undefined;
      } catch (thrown) {
        const error = asError(thrown);
        const mayPass = grace.mayRetry(error);
        if ((isRefused(error) && !mayPass) || tries === maxTries) return error;
        // The rest is not sent to a server that is away while the program ends.
        if (this.#stop.signal.aborted) this.#away = error;
        if (!(await sleepUnlessAborted(this.#clock, delays.step(), this.#stop.signal))) return error;
        this.#counts.retries++;
      }
    }
  }

  async #send(series: Series): Promise<void> {
    const { signal } = this.#abort;
    const resource = (this.#api === 'v1' ? coreV1.events : eventsV1.events) as Resource<EventBody>;
    const events = this.#client.resource(resource, namespaceOf(series));
    const { count, note } = series;
    const patch = async (): Promise<void> => {
      await events.patch(series.name, patchOf(this.#api, series), { type: 'merge', signal });
      this.#counts.patched++;
    };
    if (series.writtenCount > 0 && series.note !== series.writtenNote && this.#api !== 'v1') {
      // The note of an event of events.k8s.io/v1 cannot be changed: the newest one needs a new object.
      series.name = this.#names.next(series.occurrence.regarding.name ?? '', this.#clock.now());
      series.writtenCount = 0;
    }
    let isWritten = false;
    if (series.writtenCount > 0) {
      try {
        await patch();
        isWritten = true;
      } catch (error) {
        // The server deletes events after an hour.
        if (!isNotFound(error)) throw error;
      }
    }
    if (!isWritten) {
      try {
        await events.create(bodyOf(this.#api, series, this.#reporter), { signal });
        this.#counts.created++;
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
        // An earlier try created it, but its response was lost.
        this.#logger.debug({ event: series.name, err: error }, 'event exists already');
        if (count > 1) await patch();
      }
    }
    series.writtenCount = count;
    series.shownCount = count;
    series.writtenNote = note;
    series.writtenTick = this.#clock.monotonic();
  }

  #giveUp(series: Series, error: Error): void {
    const lost = lostOf(series);
    if (hasStatusCause(error, 'NamespaceTerminating')) {
      // Expected for as long as the namespace is being deleted.
      this.#drops.count('rejected', lost);
      this.#logger.debug({ event: series.name, err: error }, 'event refused: its namespace is being deleted');
    } else {
      this.#drop(isRefused(error) ? 'rejected' : 'unreachable', lost, error);
    }
  }

  #drop(cause: keyof DroppedEvents, count: number, error?: Error): void {
    if (!this.#drops.add(cause, count, error) && !this.#stop.signal.aborted) this.#arm();
  }

  /** Sets the one timer, as long as there is something to check or to log. */
  #arm(): void {
    this.#timer ??= this.#clock.setTimer(
      () => {
        this.#timer = undefined;
        this.#drops.log();
        this.#check();
        if (this.#correlator.size > 0) this.#arm();
      },
      tickMs,
      { unref: true },
    );
  }

  /** Writes series that wait and have a token again, ends those that are idle, and renews those that last. */
  #check(): void {
    const tick = this.#clock.monotonic();
    for (const series of this.#correlator.series()) {
      if (series.isQueued) continue;
      if (isWaiting(series)) {
        this.#admit(series, tick);
        continue;
      }
      const isIdle = tick - series.lastTick >= finishMs;
      const isOld = series.count > 1 && tick - series.writtenTick >= refreshMs;
      if (isIdle ? isUnsent(series) : isOld) this.#enqueue(series);
      // A series of core/v1 goes on as long as it is remembered, as in client-go.
      if (isIdle && this.#api !== 'v1') this.#correlator.remove(series);
    }
  }
}

/** True if the server does not have the count or the note of a series that it has. */
function isUnsent({ count, note, writtenCount, writtenNote }: Series): boolean {
  return count !== writtenCount || note !== writtenNote;
}

/** Occurrences that nothing on the server shows. */
function lostOf({ count, shownCount }: Series): number {
  return count - shownCount;
}

/** True if the request would fail again. */
function isRefused(error: unknown): boolean {
  if (error instanceof ConfigError) return true;
  if (error instanceof TransportError) return error.code === 'ERR_CLOSED';
  if (asStatusError(error) === undefined) return false;
  return !isTooManyRequests(error) && !isServiceUnavailable(error) && !isTimeout(error);
}

/** Why events were dropped. */
export interface DroppedEvents {
  /** The object had used up its budget for the reason, and a newer event took their place. */
  readonly spam: number;
  /** 1000 events were waiting to be sent. */
  readonly queueFull: number;
  /** The reason or the action is longer than the server accepts. */
  readonly invalid: number;
  /** The server refused them: no permission, a namespace that is being deleted. */
  readonly rejected: number;
  /** The server could not be reached in 12 tries, or until the stop. */
  readonly unreachable: number;
  /** They, or their count, had not been sent when 4096 newer events displaced them. */
  readonly displaced: number;
  /** They came after `stop`. */
  readonly stopped: number;
}

/** The shortest time between two log lines. */
const logMs = 60_000;

/** Counts dropped events by cause, and logs them at most once a minute. */
class DropLog {
  readonly #controller: string;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #counts = {
    spam: 0,
    queueFull: 0,
    invalid: 0,
    rejected: 0,
    unreachable: 0,
    displaced: 0,
    stopped: 0,
  };
  #unlogged: Partial<Record<keyof DroppedEvents, number>> = {};
  #error: Error | undefined;
  #loggedTick = -logMs;

  constructor(controller: string, logger: Logger, clock: Clock) {
    this.#controller = controller;
    this.#logger = logger;
    this.#clock = clock;
  }

  counts(): DroppedEvents {
    return { ...this.#counts };
  }

  /** Counts events without logging them. */
  count(cause: keyof DroppedEvents, count: number): void {
    this.#counts[cause] += count;
  }

  /** Counts events and logs them; false if the line has to wait for `log`. */
  add(cause: keyof DroppedEvents, count: number, error?: Error): boolean {
    this.count(cause, count);
    this.#unlogged[cause] = (this.#unlogged[cause] ?? 0) + count;
    this.#error = error ?? this.#error;
    if (this.#clock.monotonic() - this.#loggedTick < logMs) return false;
    this.log();
    return true;
  }

  /** Logs what has been dropped since the last line. */
  log(): void {
    const dropped = this.#unlogged;
    if (Object.keys(dropped).length === 0) return;
    const err = this.#error;
    this.#unlogged = {};
    this.#error = undefined;
    this.#loggedTick = this.#clock.monotonic();
    const fields = { controller: this.#controller, dropped, ...(err === undefined ? {} : { err }) };
    this.#logger.warn(fields, 'events were dropped');
  }
}
