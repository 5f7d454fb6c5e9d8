import type { CallOptions, SourceCallOptions } from '../meta/calls.js';
import type { ListerWatcher } from '../cache/types.js';
import { asStatusError } from '../meta/errors.js';
import { RefusalGrace } from '../meta/refusals.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { systemClock } from '../util/clock.js';
import type { Clock, Timer, TestOptions } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { asError, ConfigError, KubeInformersError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireAboveZero, requireAbortSignal } from '../util/require.js';
import { shownKey, shownValue, shownWord } from '../util/shown.js';
import { linkSignal } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';

/** How long a wait may last. It retries after every failure that may pass. */
export interface WaitLimit extends CallOptions {
  /**
   * Time after which the wait fails with `ERR_UNTIL_TIMEOUT`, ms; Infinity: no limit. Default: 30,000, as `kubectl wait`, and no
   * limit if there is a signal.
   */
  readonly timeoutMs?: number | undefined;
}

/** Without a signal a wait that nothing limits could last forever: the default of `kubectl wait --timeout`. */
const defaultTimeoutMs = 30_000;

/**
 * A wait ended before its conditions were met.
 *
 * docs/error-codes.md explains its codes.
 */
export class UntilError extends KubeInformersError {
  override readonly name = 'UntilError';
  // Private, so that printing the error does not print the object, which may be a Secret.
  readonly #lastEvent: WatchEvent<DeepReadonly<KubernetesObject>> | undefined;

  /** An error of `until` and its variants: the condition was not met. */
  constructor(
    code: string,
    message: string,
    options: {
      /** Error that led to this one. */
      readonly cause?: unknown;
      /** Last event before the end. */
      readonly lastEvent?: WatchEvent<DeepReadonly<KubernetesObject>> | undefined;
    },
  ) {
    super(code, message, options);
    this.#lastEvent = options.lastEvent;
  }

  /** The last event; undefined if there was no event. */
  get lastEvent(): WatchEvent<DeepReadonly<KubernetesObject>> | undefined {
    return this.#lastEvent;
  }
}

export const waitLimitNames: OptionNames<WaitLimit> = {
  signal: requireAbortSignal,
  timeoutMs: requireAboveZero,
};

/** What the error of a wait says about its object. */
export interface WaitDescription {
  readonly subject: string;
  readonly state: string;
}

/** Why a wait ended, other than by the caller's signal. */
class WaitEnd extends Error {
  readonly code: 'ERR_UNTIL_FAILED' | 'ERR_UNTIL_TIMEOUT';

  constructor(code: WaitEnd['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The limit of one wait, the failures during it, and the error that explains its end. */
export class Wait implements Disposable {
  readonly #link: LinkedSignal;
  readonly #clock: Clock;
  readonly #timer: Timer | undefined;
  readonly #describe: () => WaitDescription;
  readonly #graces: Readonly<Record<'list' | 'watch', RefusalGrace>>;
  /** The failure since which no request has succeeded. */
  #failure: Error | undefined;

  constructor(
    options: WaitLimit & Pick<TestOptions, 'clock'>,
    describe: () => WaitDescription = () => ({ subject: '', state: '' }),
  ) {
    const { signal, clock = systemClock } = options;
    const { timeoutMs = signal === undefined ? defaultTimeoutMs : Infinity } = options;
    this.#link = linkSignal(signal);
    this.#clock = clock;
    this.#graces = { list: new RefusalGrace(clock), watch: new RefusalGrace(clock) };
    this.#describe = describe;
    if (timeoutMs !== Infinity) {
      const end = new WaitEnd('ERR_UNTIL_TIMEOUT', `timed out after ${timeoutMs} ms`);
      this.#timer = clock.setTimer(() => this.#link.abort(end), timeoutMs);
    }
  }

  /** Aborts when the wait is over. */
  get signal(): AbortSignal {
    return this.#link.signal;
  }

  /** A request or stream has failed; true for `ends` ends the wait, unless a server that starts has refused it. */
  failed(during: 'list' | 'watch', error: Error, ends: boolean): void {
    this.#failure = error;
    const mayPass = this.#graces[during].mayRetry(error);
    if (ends && !mayPass) this.#link.abort(new WaitEnd('ERR_UNTIL_FAILED', 'the wait cannot succeed'));
  }

  /** Returns the source, observed: a request that succeeds ends a failure, and one that is repeated has failed. */
  observed<T extends KubernetesObject>(source: ListerWatcher<T>): ListerWatcher<T> {
    const { watchListUnsupported, description } = source;
    return {
      ...this.observedWatcher(source),
      list: (options, call) => this.#observed('list', call, (observed) => source.list(options, observed)),
      watchListUnsupported,
      pagesFromCache: async (call) => (await source.pagesFromCache?.(call)) ?? false,
      description,
    };
  }

  /** `observed` for watches alone. */
  observedWatcher<T extends KubernetesObject>(
    source: Pick<ListerWatcher<T>, 'watch'>,
  ): Pick<ListerWatcher<T>, 'watch'> {
    return {
      watch: (options, call) => this.#observed('watch', call, (observed) => source.watch(options, observed)),
    };
  }

  async #observed<R>(
    during: 'list' | 'watch',
    call: SourceCallOptions = {},
    send: (call: SourceCallOptions) => Promise<R>,
  ): Promise<R> {
    const { waitToRetry = (delayMs, { signal }) => this.#clock.sleep(delayMs, { signal }) } = call;
    const result = await send({
      ...call,
      waitToRetry: (delayMs, retry) => {
        this.#failure = retry.error;
        return waitToRetry(delayMs, retry);
      },
    });
    this.#failure = undefined;
    this.#graces[during].allowed();
    return result;
  }

  /**
   * Returns the error for what a part of the wait has thrown: an UntilError if the wait is over. `what` is how far it was, or empty.
   */
  explain(
    thrown: unknown,
    code: string,
    what: string,
    lastEvent: WatchEvent<DeepReadonly<KubernetesObject>> | undefined,
  ): unknown {
    const { signal } = this;
    if (!signal.aborted || thrown !== signal.reason) return thrown;
    const failure = this.#failure;
    const { subject, state } = this.#describe();
    const because = failure === undefined ? '' : describeError(failure);
    const stage = `${subject}${what}${what && ': '}`;
    if (!(thrown instanceof WaitEnd)) {
      const message = `${stage}${asError(thrown).message}${state}${because && `; last error: ${because}`}`;
      return new UntilError(code, message, { cause: thrown, lastEvent });
    }
    const message =
      thrown.code === 'ERR_UNTIL_FAILED'
        ? `${subject}${thrown.message}: ${because}${state}`
        : `${stage}${thrown.message}${state}${because && `; last error: ${because}`}`;
    return new UntilError(thrown.code, message, { cause: failure, lastEvent });
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#link.dispose();
  }
}

function describeError(error: Error): string {
  const code = asStatusError(error)?.statusCode ?? 0;
  return code === 0 ? error.message : `${error.message} (status ${code})`;
}

/**
 * Statuses of a request that is refused each time: 400 and 422 invalid, 401 and 403 not allowed, 405, 406 and 415 not
 * supported, 414 and 431 too long. A 404 is left to the Reflector, which knows a missing resource from a proxy's page.
 */
const lastingStatuses: readonly number[] = [400, 401, 403, 405, 406, 414, 415, 422, 431];

/** True for a failure that waiting cannot heal. */
export function isLasting(error: Error): boolean {
  if (error instanceof ConfigError) return true;
  if (error instanceof KubeInformersError && ['ERR_RESOURCE_ABSENT', 'ERR_CLOSED'].includes(error.code))
    return true;
  return lastingStatuses.includes(asStatusError(error)?.statusCode ?? 0);
}

const shownConditions = 5;
const shownContainers = 5;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of what the server sent as an object. */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Reason and message in parentheses; empty without both. */
function because({ reason, message }: Fields): string {
  const parts = [
    ...(reason === undefined ? [] : [shownWord(reason)]),
    ...(typeof message === 'string' && message !== '' ? [shownKey(message)] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(': ')})`;
}

/** Says of each container of a pod that does not run, or is not ready, why. */
function containerStates(status: Fields): string[] {
  return ['initContainerStatuses', 'containerStatuses'].flatMap((list) =>
    listOf(status[list]).flatMap(({ name, ready, state, lastState }) => {
      const { waiting, terminated } = fieldsOf(state);
      const before = fieldsOf(fieldsOf(lastState)['terminated']);
      const ended = ({ exitCode, ...why }: Fields): string =>
        `ended with exit code ${shownValue(exitCode)}${because(why)}`;
      const words = [
        ...(waiting === undefined ? [] : [`waits${because(fieldsOf(waiting))}`]),
        ...(terminated === undefined || fieldsOf(terminated)['exitCode'] === 0
          ? []
          : [ended(fieldsOf(terminated))]),
        ...(waiting === undefined && terminated === undefined && ready === false ? ['is not ready'] : []),
        ...(before['exitCode'] === undefined || ready === true ? [] : [`before it ${ended(before)}`]),
      ];
      return words.length === 0 ? [] : [`container ${shownKey(name)} ${words.join(', ')}`];
    }),
  );
}

/**
 * Describes an object's state for a message: phase, conditions, containers that do not run, resourceVersion. Nothing else, since
 * the object may be a Secret.
 */
export function shownState(object: DeepReadonly<KubernetesObject> | undefined): string {
  if (object === undefined) return 'it does not exist';
  const metadata = fieldsOf(object.metadata);
  const status = fieldsOf((object as Fields)['status']);
  // Of a condition that holds, the message says nothing that helps.
  const conditions = listOf(status['conditions']).map(
    ({ type, status: value, reason, message }) =>
      `${shownWord(type)} ${shownWord(value)}${because(value === 'True' ? { reason } : { reason, message })}`,
  );
  const { generation } = metadata;
  const observed = status['observedGeneration'];
  return [
    ...(metadata['deletionTimestamp'] === undefined ? [] : ['being deleted']),
    ...(status['phase'] === undefined ? [] : [`phase ${shownWord(status['phase'])}`]),
    ...(conditions.length === 0 ? [] : [`conditions ${conditions.slice(0, shownConditions).join(', ')}`]),
    ...containerStates(status).slice(0, shownContainers),
    ...(observed === undefined || observed === generation
      ? []
      : [`generation ${shownValue(observed)} of ${shownValue(generation)} observed`]),
    `resourceVersion ${shownValue(metadata['resourceVersion'])}`,
  ].join(', ');
}
