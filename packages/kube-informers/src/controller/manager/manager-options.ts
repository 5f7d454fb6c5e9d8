import type { InformerFactory } from '../../informers/informer-factory.js';
import type { LeaderElectorOptions } from '../../leaderelection/election-options.js';
import type { Clock } from '../../util/clock.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import type { Logger } from '../../util/logger.js';
import {
  refuseValue,
  requireArray,
  requireBooleans,
  requireObjects,
  requireString,
  requireTools,
} from '../../util/require.js';
import type { Controller } from '../controller.js';
import type { HealthCheck } from '../../util/health-checks.js';
import type { HealthAddress } from './health-server.js';
import type { Runnable } from './part-group.js';

/** A controller that runs in every replica, leader or not. */
export interface UnelectedController {
  readonly controller: Controller<never>;
  /**
   * False runs it in every replica. Default: true; if the manager has an election, it runs only while this process leads.
   */
  readonly needsElection: boolean;
}

/** Options of a Manager. */
export interface ManagerOptions {
  /** The factories whose informers the controllers use. Started and stopped by the manager. */
  readonly factory?: InformerFactory | readonly InformerFactory[] | undefined;
  readonly controllers?: readonly (Controller<never> | UnelectedController)[] | undefined;
  /** Whatever else runs with them. */
  readonly runnables?: readonly Runnable[] | undefined;
  /** The Lease that decides which replica reconciles. Default: none; then every replica reconciles. */
  readonly election?: Omit<LeaderElectorOptions, 'client'> | undefined;
  /** True fills caches and queues while another replica leads, so that a takeover starts at once. Default: true. */
  readonly warmUp?: boolean | undefined;
  /** Serves `/healthz` and `/readyz`; checks are added to the manager's own. Default: not served. */
  readonly health?:
    | (HealthAddress & {
        readonly liveness?: Readonly<Record<string, HealthCheck>> | undefined;
        readonly readiness?: Readonly<Record<string, HealthCheck>> | undefined;
      })
    | undefined;
  /**
   * How long a shutdown waits for running work, ms; 0 does not wait, Infinity has no limit. After four fifths of it the
   * signals of running reconciles abort. Default: 30000, as in controller-runtime.
   */
  readonly gracefulShutdownMs?: number | undefined;
  /** Default: the clientset's. */
  readonly logger?: Logger | undefined;
  readonly clock?: Clock | undefined;
}

const healthNames: OptionNames<NonNullable<ManagerOptions['health']>> = {
  port: true,
  host: true,
  liveness: true,
  readiness: true,
};

const optionNames: OptionNames<ManagerOptions> = {
  factory: true,
  controllers: true,
  runnables: true,
  election: true,
  warmUp: true,
  health: true,
  gracefulShutdownMs: true,
  logger: true,
  clock: true,
};

/** Names of the same options in other libraries, for hints in the error message. */
const optionAliases = {
  factories: 'factory',
  informers: 'factory',
  leaderElection: 'election',
  shutdownTimeoutMs: 'gracefulShutdownMs',
} as const;

const maxPort = 65_535;

/** Throws ConfigError `ERR_OPTION` for options that are not valid. */
export function requireManagerOptions(options: ManagerOptions): void {
  const what = 'a Manager';
  requireKnownOptions(what, options, optionNames, optionAliases);
  requireTools(what, options);
  requireBooleans(what, options, ['warmUp']);
  requireObjects(what, options, ['election']);
  for (const field of ['controllers', 'runnables'] as const)
    requireArray(`${field} of ${what}`, options[field]);
  const { gracefulShutdownMs, health } = options;
  if (
    gracefulShutdownMs !== undefined &&
    !(typeof gracefulShutdownMs === 'number' && gracefulShutdownMs >= 0)
  ) {
    refuseValue(`gracefulShutdownMs of ${what}`, '0 or more milliseconds, or Infinity', gracefulShutdownMs);
  }
  if (health !== undefined) requireHealth(health);
}

function requireHealth(health: NonNullable<ManagerOptions['health']>): void {
  const what = 'health of a Manager';
  requireKnownOptions(what, health, healthNames);
  const { port, host } = health;
  if (!Number.isInteger(port) || port < 0 || port > maxPort) {
    refuseValue(`port of ${what}`, `an integer from 0 to ${maxPort}`, port);
  }
  if (host !== undefined) requireString(`host of ${what}`, host);
  requireObjects(what, health, ['liveness', 'readiness']);
}
