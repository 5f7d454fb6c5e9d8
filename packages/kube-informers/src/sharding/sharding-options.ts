import { defaultGraceMs } from '../util/signal.js';
import { requireClientset } from '../client/clientset.js';
import { shownValue } from '../util/shown.js';
import type { Clientset } from '../client/clientset.js';
import { defaultIdentity, leaseTimings } from '../leaderelection/election-options.js';
import type { LeaseTimings } from '../leaderelection/election-options.js';
import type { KubernetesObject } from '../meta/types.js';
import { dnsSubdomainProblems, labelValueProblems, requireNamespaceName } from '../meta/validation.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import type { Logger } from '../util/logger.js';
import {
  numberFrom,
  refuseValue,
  requireClock,
  requireFunction,
  requireLogger,
  requireString,
  requireText,
} from '../util/require.js';
import type { TestOptions } from '../util/clock.js';

/** Options of a Sharding. */
export interface ShardingOptions extends TestOptions {
  /** Namespace of the Leases. */
  readonly namespace: string;
  /** Name of the sharding, the same for all replicas: at most 63 lower case letters, digits, "-" and ".". */
  readonly name: string;
  /**
   * The name of this replica. A replica that restarts with its old name gets its old slots.
   *
   * Default: the host name and a random UUID. Of two replicas with the same name, one gets no slots.
   */
  readonly identity?: string | undefined;
  /**
   * How long the others wait after the last renewal they saw, ms; a multiple of 1000. Default: 15 000.
   *
   * After a crash, no replica runs its keys for that long. The durations of two replicas of one sharding must not differ
   * by more than a factor of ten: replicas do not wait longer for a Lease, since anyone may have written it.
   */
  readonly leaseDurationMs?: number | undefined;
  /** How long slots are held after the last renewal was sent, ms. As `LeaderElectorOptions`; default: 10 000. */
  readonly renewDeadlineMs?: number | undefined;
  /**
   * Time between renewals, ms; each writes this replica's Lease and lists all Leases. Below `renewDeadlineMs / 1.2`.
   * Default: 2000.
   */
  readonly retryPeriodMs?: number | undefined;
  /**
   * The number of slots into which the objects are divided: a power of two from 4 to 4096, the same for all replicas.
   * Default: 256.
   *
   * More slots divide more evenly among many replicas; each may become a range of a `shardSelector`.
   */
  readonly slots?: number | undefined;
  /**
   * Divides the objects: must return the same string for objects that need the same replica. Default: their uid.
   *
   * With a function, the server cannot select the objects of a replica.
   */
  readonly shardBy?: ((object: DeepReadonly<KubernetesObject>) => string) | undefined;
  /** How long the runs of a slot that goes to another replica may continue before they are aborted, ms. Default: 30 000. */
  readonly graceMs?: number | undefined;
  /** Default: the clientset's. */
  readonly logger?: Logger | undefined;
}

const optionNames: OptionNames<ShardingOptions> = {
  namespace: true,
  name: true,
  identity: requireText,
  leaseDurationMs: true,
  renewDeadlineMs: true,
  retryPeriodMs: true,
  slots: requireSlots,
  shardBy: requireFunction,
  graceMs: numberFrom(0),
  logger: requireLogger,
  clock: requireClock,
  random: requireFunction,
};

const optionAliases = {
  hash: 'shardBy',
  keyOf: 'shardBy',
  shards: 'slots',
} as const;

/** Options with their defaults. */
export interface ShardingSettings extends LeaseTimings {
  readonly identity: string;
  readonly slots: number;
  readonly graceMs: number;
}

/** Checks all options. Throws ConfigError: `ERR_OPTION`, `ERR_NAMESPACE` or `ERR_NAME`. */
export function shardingSettings(client: Clientset, options: ShardingOptions): ShardingSettings {
  const what = 'a Sharding';
  requireClientset(`clientset of ${what}`, client);
  requireKnownOptions(what, options, optionNames, optionAliases);
  requireNamespaceName(`namespace of ${what}`, options.namespace);
  requireString(`name of ${what}`, options.name);
  const [problem] = [...dnsSubdomainProblems(options.name), ...labelValueProblems(options.name)];
  if (problem !== undefined) {
    throw new ConfigError(
      'ERR_NAME',
      `name of ${what} must be the name of a Lease and a label value: ${problem}; got ${shownValue(options.name)}`,
    );
  }
  const { identity = defaultIdentity(), slots = 256, graceMs = defaultGraceMs } = options;
  return { identity, slots, graceMs, ...leaseTimings(what, options) };
}

function requireSlots(what: string, value: unknown): void {
  const isPower = typeof value === 'number' && Number.isInteger(Math.log2(value));
  if (!isPower || value < 4 || value > 4096) refuseValue(what, 'a power of two from 4 to 4096', value);
}
