import { requireClientset } from '../client/clientset.js';
import { shownValue } from '../util/shown.js';
import {
  dnsSubdomainProblems,
  labelKeyProblems,
  labelValueProblems,
  requireNamespaceName,
} from '../meta/validation.js';
import { builtin } from '../util/builtin.js';
import { ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import type { Logger } from '../util/logger.js';
import {
  hasMethods,
  requireBoolean,
  requireClock,
  requireFunction,
  requireLogger,
  requireRecord,
  requireString,
  requireText,
} from '../util/require.js';
import type { Clientset } from '../client/clientset.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { requireCoordination } from './lease-candidate.js';
import type { CoordinationOptions } from './lease-candidate.js';
import type { TestOptions } from '../util/clock.js';

/** Options of a LeaderElector. */
export interface LeaderElectorOptions extends TestOptions {
  /** Namespace of the Lease. */
  readonly namespace: string;
  /** Name of the Lease: the same for all candidates. */
  readonly name: string;
  /**
   * The name of this candidate, unique among all running ones: two with the same identity both lead.
   *
   * Default: the host name and a random UUID.
   */
  readonly identity?: string | undefined;
  /**
   * How long the others wait after the last renewal they saw, ms; a multiple of 1000. Default: 15 000.
   *
   * After a crash, no process leads for that long.
   */
  readonly leaseDurationMs?: number | undefined;
  /**
   * How long a term is valid after its last successful renewal was sent, ms. Default: 10 000.
   *
   * At most nine tenths of `leaseDurationMs`. The difference is the safety margin: how long a write that was sent in
   * time may take to reach the server. Clocks may differ in rate by the ratio of the two. client-go counts the deadline
   * from after the previous renewal's end, so it needs `renewDeadline + retryPeriod < leaseDuration`, which it does not
   * check; counted from sending, nothing has to be added.
   */
  readonly renewDeadlineMs?: number | undefined;
  /**
   * Time between renewals, ms; below `renewDeadlineMs / 1.2`. Default: 2000.
   *
   * A candidate reads the Lease after 1 to 2.2 times this.
   */
  readonly retryPeriodMs?: number | undefined;
  /**
   * Gives the Lease back when `terms()` ends, so that another candidate can lead at once. Default: true.
   *
   * Only after the loop body has ended, and only if each write of the term had a response.
   */
  readonly releaseOnCancel?: boolean | undefined;
  /** Set on the Lease with each write. Default: none. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /**
   * Takes part in the server's coordinated election (KEP-4355): the server chooses the leader. Default: off.
   *
   * Needs a server with the feature gate CoordinatedLeaderElection. The elector then neither creates nor takes a Lease.
   */
  readonly coordinated?: CoordinationOptions | undefined;
  /** Called with the identity of each new leader that this elector sees, including itself. */
  readonly onNewLeader?: ((identity: string) => void) | undefined;
  /** Receives the events "became leader" and "stopped leading" of the Lease. Default: none. */
  readonly events?: Pick<EventRecorder, 'event'> | undefined;
  /** Default: the clientset's. */
  readonly logger?: Logger | undefined;
}

const electorOptionNames: OptionNames<LeaderElectorOptions> = {
  namespace: true,
  name: true,
  identity: requireText,
  leaseDurationMs: true,
  renewDeadlineMs: true,
  retryPeriodMs: true,
  releaseOnCancel: requireBoolean,
  labels: requireLabels,
  coordinated: requireCoordination,
  onNewLeader: requireFunction,
  events: hasMethods('event'),
  logger: requireLogger,
  clock: requireClock,
  random: requireFunction,
};

/** Names of client-go's LeaderElectionConfig that are spelled differently here. */
const aliases = {
  leaseDuration: 'leaseDurationMs',
  renewDeadline: 'renewDeadlineMs',
  retryPeriod: 'retryPeriodMs',
  callbacks: 'onNewLeader',
};

/** client-go's JitterFactor: a candidate waits up to this many retry periods more. */
export const jitterFactor = 1.2;

/** The largest part of a lease duration that a term may be valid for. */
const maxDeadlineRatio = 0.9;

/** Options with all defaults. */
export interface ElectionSettings {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly releaseOnCancel: boolean;
}

/** Checks all options. Throws ConfigError: `ERR_OPTION`, `ERR_NAMESPACE` or `ERR_NAME`. */
export function electionSettings(clientset: Clientset, options: LeaderElectorOptions): ElectionSettings {
  const what = 'a LeaderElector';
  requireClientset(`clientset of ${what}`, clientset);
  requireKnownOptions(what, options, electorOptionNames, aliases);
  requireNamespaceName(`namespace of ${what}`, options.namespace);
  requireString(`name of ${what}`, options.name);
  const [problem] = dnsSubdomainProblems(options.name);
  if (problem !== undefined) {
    throw new ConfigError(
      'ERR_NAME',
      `name of ${what} must be the name of a Lease: ${problem}; got ${shownValue(options.name)}`,
    );
  }
  const { identity = defaultIdentity(), releaseOnCancel = true } = options;
  return { identity, releaseOnCancel, ...leaseTimings(what, options) };
}

/** How a Lease is renewed. */
export type LeaseTimings = Pick<ElectionSettings, 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs'>;

/** Checks how a Lease is renewed, and fills in client-go's defaults. Throws ConfigError `ERR_OPTION`. */
export function leaseTimings(
  what: string,
  options: { readonly [name in keyof LeaseTimings]?: number | undefined },
): LeaseTimings {
  const bad = (field: string, expected: string, value: unknown): ConfigError =>
    new ConfigError('ERR_OPTION', `${field} of ${what} must be ${expected}, got ${shownValue(value)}`);
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000 } = options;
  // A string would pass the comparisons below; `+` would then concatenate it to a time.
  for (const [field, value] of Object.entries({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }))
    if (typeof value !== 'number') throw bad(field, 'a number', value);
  // A Lease holds whole seconds in 32 bits.
  if (
    !Number.isSafeInteger(leaseDurationMs / 1000) ||
    leaseDurationMs < 1000 ||
    leaseDurationMs / 1000 >= 2 ** 31
  )
    throw bad(
      'leaseDurationMs',
      'a multiple of 1000 above 0, since a Lease holds whole seconds',
      leaseDurationMs,
    );
  if (!(retryPeriodMs >= 1 && Number.isFinite(retryPeriodMs)))
    throw bad('retryPeriodMs', 'a number of 1 or more', retryPeriodMs);
  const most = leaseDurationMs * maxDeadlineRatio;
  if (!(renewDeadlineMs <= most))
    throw bad(
      'renewDeadlineMs',
      `at most ${most}, which is ${maxDeadlineRatio} × leaseDurationMs (${leaseDurationMs})`,
      renewDeadlineMs,
    );
  const least = jitterFactor * retryPeriodMs;
  if (!(renewDeadlineMs > least))
    throw bad(
      'renewDeadlineMs',
      `above ${least}, which is ${jitterFactor} × retryPeriodMs (${retryPeriodMs})`,
      renewDeadlineMs,
    );
  return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
}

function requireLabels(what: string, labels: unknown): void {
  requireRecord(what, labels);
  for (const [key, value] of Object.entries(labels as object)) {
    requireString(`${shownValue(key)} of ${what}`, value);
    const [problem] = [...labelKeyProblems(key), ...labelValueProblems(String(value))];
    if (problem !== undefined)
      throw new ConfigError('ERR_OPTION', `${shownValue(key)} of ${what} must be a valid label: ${problem}`);
  }
}

/** controller-runtime's identity: readable, and different for two processes of one host. */
export function defaultIdentity(): string {
  return `${builtin('node:os').hostname()}_${builtin('node:crypto').randomUUID()}`;
}
