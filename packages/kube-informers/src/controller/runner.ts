import { suggestsClientDelay } from '../meta/errors.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { asError, textOf } from '../util/errors.js';
import { isError } from '../util/type-checks.js';
import type { Trace } from '../util/trace-channel.js';
import type { WorkItem } from '../workqueue/work-item.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { addOf } from './object-event.js';
import type { Cause, CauseKind } from './object-event.js';
import { ControllerError, RetryAfterError, TerminalError } from './errors.js';
import { Failures, isBehind, mayBeOutage } from './failures.js';
import { activityOf, endStep, failureStep } from './key-state.js';
import type { ActiveState, EndStep, KeyActivity } from './key-state.js';
import { LoopDetector } from './loop-detector.js';
import type { ControllerErrorInfo, ControllerSettings } from './options.js';
import type { FailedWrites, OwnWrites, UnseenWrite } from './own-writes.js';
import { Run, resultOf, traceOfRun } from './run.js';
import { RunHistory } from './run-history.js';
import type { ReconcileTrace, RunEnd, RunEnvironment } from './run.js';
import { parseResult } from './reconcile-client.js';
import type { Outcome } from './reconcile-client.js';
import type { ControllerCounters } from './statistics.js';
import { callHook, UnhandledFailures } from '../util/call-hook.js';
import { containLogger, isDefaultLogger } from '../util/logger.js';
import type { LogFields, Logger } from '../util/logger.js';

/** The parts of a controller that its runs work with. */
export interface RunnerParts {
  readonly settings: ControllerSettings;
  readonly queue: WorkQueue;
  readonly ownWrites: OwnWrites;
  readonly counters: ControllerCounters;
  readonly reporter: Reporter;
  readonly failedWrites: FailedWrites;
  /** Returns the cached object of a key. */
  readonly objectOf: (key: string) => DeepReadonly<KubernetesObject> | undefined;
  /** Called when a slot becomes free or a run has ended. */
  readonly onChange: () => void;
  /** Called after a key that neither runs nor waits any more. */
  readonly onIdle: (key: string) => void;
}

/** Runs the reconcile for the given keys, and acts on the results. */
export class Runner {
  readonly failures: Failures;
  readonly loop: LoopDetector;
  readonly history: RunHistory;
  readonly #parts: RunnerParts;
  readonly #active = new Map<string, Run>();
  /** Runs that occupy a slot. */
  #busy = 0;
  #runs = 0;
  readonly #idPrefix: string;

  constructor(parts: RunnerParts) {
    const { clock, giveUp, runsPerMinute, name, random } = parts.settings;
    this.#parts = parts;
    this.failures = new Failures(clock, giveUp);
    this.loop = new LoopDetector(clock, runsPerMinute);
    this.history = new RunHistory(clock);
    // Distinguishes the runs of this process from those of another, or of an earlier one.
    this.#idPrefix = `${name}-${Math.floor(random() * 0x1_0000_0000).toString(36)}`;
  }

  get busy(): number {
    return this.#busy;
  }

  get active(): readonly Run[] {
    return Array.from(this.#active.values());
  }

  get activeCount(): number {
    return this.#active.size;
  }

  activeRun(key: string): Run | undefined {
    return this.#active.get(key);
  }

  /** Returns the run of a key that has not settled. */
  stateOf(key: string): ActiveState | undefined {
    const run = this.#active.get(key);
    if (run === undefined) return undefined;
    const { queue, settings } = this.#parts;
    return {
      runId: run.runId,
      forMs: settings.clock.monotonic() - run.startedMs,
      timedOut: run.timeout !== undefined,
      isOver: run.isOver,
      again: queue.find(key)?.waiting !== 'idle',
    };
  }

  /** Returns what a key is doing when an event comes. */
  activityOf(key: string): KeyActivity {
    return activityOf({
      isGivenUp: this.failures.givenUpKey(key) !== undefined,
      isRunning: this.#active.has(key),
      attempt: this.failures.nextAttempt(key),
      isQueued: this.#parts.queue.has(key),
    });
  }

  /** Starts a run. Never throws: its failure is reported and retried. */
  start(item: WorkItem, environment: RunEnvironment, late: readonly UnseenWrite[]): void {
    const { settings, reporter, counters } = this.#parts;
    const { key } = item;
    // Only `addOf` gives the keys of a controller their kinds.
    if (this.loop.run(key, item.kinds as readonly CauseKind[])) {
      counters.loops++;
      const error = new ControllerError(
        'ERR_RECONCILE_LOOP',
        `controller ${settings.name} runs ${key} more than ${settings.runsPerMinute} times a minute only because of its own writes (${item.reasons.join(', ')}); further runs are rate limited`,
      );
      reporter.report(error, 'loop', key, 'a key is woken by its own writes without end');
    }
    const run = new Run(
      item,
      this.failures.nextAttempt(key),
      `${this.#idPrefix}-${++this.#runs}`,
      environment,
    );
    this.#active.set(key, run);
    this.#busy++;
    run.limit(settings.reconcileTimeoutMs, (error) => {
      counters.timeouts++;
      reporter.report(error, 'reconcile', key, 'reconcile timed out');
      this.#free();
    });
    const trace = traceOfRun(settings.name, run);
    (trace === undefined ? this.#execute(run, late) : trace.run(() => this.#execute(run, late))).then(
      (outcome) => this.#ended(run, outcome, trace),
      (thrown: unknown) => this.#ended(run, { thrown }, trace),
    );
  }

  async #execute(run: Run, late: readonly UnseenWrite[]): Promise<Outcome> {
    for (const entry of late) await this.#readLive(run, entry);
    run.object = this.#parts.objectOf(run.key);
    const { reconcile, name } = this.#parts.settings;
    // The context has the type that the caller of the Controller's constructor chose.
    return parseResult(name, run.key, await reconcile(run as never));
  }

  /**
   * Asks the server about a write that the caches did not show in time. Returns if they equal the server anyway; throws
   * ControllerError `ERR_OWN_WRITE_UNSEEN` if they are behind.
   */
  async #readLive(run: Run, entry: UnseenWrite): Promise<void> {
    const { ownWrites, counters, settings } = this.#parts;
    const { write } = entry;
    if (write.outcome !== 'unknown') counters.ownWriteTimeouts++;
    for (const view of ownWrites.behind(entry)) {
      const live = await view.readLive(run.requester, write.namespace, write.name, run.signal);
      if (ownWrites.compare(run.key, entry, view, live)) continue;
      throw new ControllerError(
        'ERR_OWN_WRITE_UNSEEN',
        `the cache of ${view.informer.name} does not show the last write of ${write.description} by controller ${settings.name}`,
      );
    }
    ownWrites.forget(run.key, entry);
  }

  #ended(run: Run, end: RunEnd, trace: Trace<ReconcileTrace> | undefined): void {
    const { counters, settings } = this.#parts;
    counters.timeSeconds.observe((settings.clock.monotonic() - run.startedMs) / 1000);
    const { result, error } = resultOf(run, end);
    this.history.add(run, result, error);
    if (trace !== undefined) {
      trace.message.result = result;
      trace.end(error);
    }
    run.end();
    if (error !== undefined && 'thrown' in end && run.timeout === undefined && isPanic(end.thrown))
      counters.panics++;
    const { probe } = run;
    const step = error === undefined ? 'count' : this.#endStep(run, error);
    if (step !== 'askServer' || probe === undefined) this.#leave(run, end, error, step === 'excuse');
    // Never rejects. The key is still in processing, so nothing that happens meanwhile is lost.
    else void probe.answers().then((answers) => this.#leave(run, end, error, !answers));
  }

  #endStep({ key, failedWrites, probe }: Run, error: Error): EndStep {
    return endStep({
      isBehind: isBehind(error),
      mayBeOutage: mayBeOutage(error),
      failsOthers: this.#parts.failedWrites.failOthers(key, failedWrites),
      isLimited: this.failures.isLimited,
      canAsk: probe !== undefined,
    });
  }

  /** Acts on how a run ended: from now on its key may run again. */
  #leave(run: Run, end: RunEnd, error: Error | undefined, isOutage: boolean): void {
    const { queue, reporter } = this.#parts;
    const { key, timeout } = run;
    // One that timed out has given its slot back.
    if (timeout === undefined) this.#busy--;
    this.#active.delete(key);
    try {
      if (error !== undefined) this.#failed(run, error, isOutage);
      else if ('thrown' in end) queue.add(key, { priority: run.priority, ...addOf({ kind: 'stopped' }) });
      else this.#succeeded(run, end);
    } catch (thrown) {
      // Such as an error of the program's rate limiter.
      queue.add(key, { afterMs: retryWithoutLimiterMs, priority: run.priority });
      reporter.report(asError(thrown), 'reconcile', key, 'cannot decide when a key runs again');
    } finally {
      run.item.done();
      run.shard?.end();
      if (!queue.has(key)) this.#parts.onIdle(key);
      this.#parts.onChange();
    }
  }

  #succeeded(run: Run, outcome: Outcome): void {
    const { counters, queue } = this.#parts;
    const { key } = run;
    const { results } = counters;
    if (outcome.next === 'backoff') {
      results.requeue++;
      this.failures.backedOff(key);
    } else {
      this.failures.forget(key);
      this.#parts.failedWrites.forget(key);
      // The backoff of a looping key has to grow.
      if (!this.loop.isLooping(key)) queue.forget(key);
    }
    if (outcome.next === 'none') results.success++;
    for (const cause of run.shownWrites) this.addOwnWrite(key, cause, 0);
    if (outcome.next === 'none') return;
    const priority = outcome.priority ?? run.priority;
    if (outcome.next === 'backoff') {
      queue.add(key, { rateLimited: true, priority });
    } else {
      results.requeueAfter++;
      queue.add(key, { afterMs: outcome.afterMs, priority });
    }
  }

  /** Adds a key because of an own write: later, if the key loops. */
  addOwnWrite(key: string, cause: Cause, priority: number): void {
    this.#parts.queue.add(key, { ...addOf(cause), priority, rateLimited: this.loop.isLooping(key) });
  }

  #failed(run: Run, error: Error, isOutage: boolean): void {
    const { counters, queue, reporter, settings } = this.#parts;
    const { key } = run;
    // A timeout was reported when it came.
    if (run.timeout === undefined) reporter.report(error, 'reconcile', key, 'reconcile failed');
    counters.results.error++;
    const isAtLimit = isFinal(error) ? undefined : this.failures.failed(key, error, isOutage);
    const step = failureStep(isAtLimit, run.changed);
    if (step !== 'retry') queue.forget(key);
    if (step === 'drop') {
      counters.terminalErrors++;
      this.failures.forget(key);
      for (const cause of run.shownWrites) this.addOwnWrite(key, cause, 0);
      return;
    }
    if (step === 'giveUp') {
      this.failures.giveUp(key, error);
      const gaveUp = `controller ${settings.name} gave up ${key} until its object changes apart from its status: ${textOf(error.message)}`;
      const givenUp = new ControllerError('ERR_GAVE_UP', gaveUp, { cause: error });
      reporter.report(givenUp, 'reconcile', key, 'gave up a key');
      return;
    }
    if (step === 'startAgain') this.failures.forget(key);
    // A failed run is retried anyway, so its own writes need not add it.
    const afterMs = Math.max(settings.rateLimiter.when(key), requestedDelayMs(error));
    const message = textOf(error.message).slice(0, shownCharacters);
    queue.add(key, { afterMs, priority: run.priority, ...addOf({ kind: 'retry', message }) });
  }

  #free(): void {
    this.#busy--;
    this.#parts.onChange();
  }
}

/** Maximum length of an error's message in a reason. */
const shownCharacters = 120;

/** Delay of the next run if the rate limiter or another part of the decision failed, ms. */
const retryWithoutLimiterMs = 1000;

/** The delay that an error requests: that of a RetryAfterError, or the Retry-After of a server's response. */
function requestedDelayMs(error: Error): number {
  if (error instanceof RetryAfterError) return Number.isFinite(error.afterMs) ? error.afterMs : 0;
  return (suggestsClientDelay(error) ?? 0) * 1000;
}

/** True for an error that the next run would have as well. */
function isFinal(error: Error): boolean {
  return (
    error instanceof TerminalError ||
    (error instanceof ControllerError && error.code === 'ERR_RECONCILE_RESULT')
  );
}

const panics: ReadonlySet<string> = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

function isPanic(thrown: unknown): boolean {
  return !isError(thrown) || panics.has(thrown.name);
}

/** The log of one controller. Reports failures to its hook and logger; without both, as process warnings (see UnhandledFailures). */
export class Reporter {
  readonly #settings: ControllerSettings;
  readonly #unhandled = new UnhandledFailures('The controller keeps running.', ' or a logger');
  #logger: Logger;

  constructor(settings: ControllerSettings) {
    this.#settings = settings;
    this.#logger = settings.logger;
  }

  get logger(): Logger {
    return this.#logger;
  }

  /** A controller that was given no logger has that of its runs, from the first on. */
  inherit(logger: Logger | undefined): void {
    if (isDefaultLogger(this.#logger)) this.#logger = containLogger(logger);
  }

  report(
    error: Error,
    during: ControllerErrorInfo['during'],
    key: string | undefined,
    message: string,
    fields: LogFields = {},
  ): void {
    const { name: controller, onError } = this.#settings;
    const logger = this.#logger;
    logger.error({ controller, key, err: error, ...fields }, message);
    if (onError !== undefined) callHook('onError', logger, () => onError(error, { controller, key, during }));
    else if (isDefaultLogger(logger)) {
      const where = key === undefined ? '' : `: ${key}`;
      this.#unhandled.report('onError', `controller ${controller}${where}: ${message}`, error);
    }
  }
}
