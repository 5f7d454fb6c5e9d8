import { shownValue } from '../util/shown.js';
import { loggerOf } from '../client/clientset.js';
import type { ResourceClient } from '../client/resource-client.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { labelKeyProblems } from '../meta/validation.js';
import { builtin } from '../util/builtin.js';
import { systemClock, systemRandom } from '../util/clock.js';
import type { Clock, Random, TestOptions } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { optionsOf, requireKnownOptions } from '../util/known-options.js';
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
} from '../util/require.js';
import type { EventApi, Reporter } from './event-objects.js';
import { cutInstance } from './occurrence.js';

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
export interface RecorderSettings {
  readonly api: EventApi;
  readonly reporter: Reporter;
  readonly burst: number;
  readonly refillMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
}

/** Checks the options of a recorder. Throws ConfigError `ERR_OPTION`. */
export function settingsOf(client: unknown, options: EventRecorderOptions): RecorderSettings {
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
