import { shownValue } from '../../util/shown.js';
import { systemClock } from '../../util/clock.js';
import type { Clock } from '../../util/clock.js';
import { ConfigError } from '../../util/errors.js';
import { equalDeep } from '../../util/json-values.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { hasMethods, refuse, typeOf } from '../../util/require.js';
import type { Condition } from '../../meta/types.js';
import { textOf } from '../../meta/unknown-object.js';
import { isObject } from '../../util/type-checks.js';

/** A condition to set. Defaults: an empty `message`, the current time as `lastTransitionTime`. */
export interface ConditionToSet extends Partial<Omit<Condition, 'type' | 'status' | 'reason'>> {
  /** In CamelCase, or with a prefix: `Ready`, `example.com/Synced`. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: 'True' | 'False' | 'Unknown';
  /** One word in CamelCase, for programs. */
  reason: string;
}

/** The members of a condition that the helpers read; conditions of built-in kinds have them too. */
export interface ConditionLike {
  /** Type of the condition, such as `Ready`. The schemas of some built-in kinds do not require it. */
  readonly type?: string | undefined;
  /** `True`, `False` or `Unknown`. */
  readonly status?: string | undefined;
}

/** Options of `setCondition`. */
export interface SetConditionOptions {
  /** For tests. Default: the system's clock. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

const setConditionOptionNames: OptionNames<SetConditionOptions> = { clock: hasMethods('now') };

// The limit in the schema of metav1.Condition: the server refuses a status with a longer message.
const maxMessageLength = 32_768;

/**
 * Returns the conditions with this one added or updated (apimachinery's meta.SetStatusCondition).
 *
 * ```ts
 * status: { conditions: setCondition(site.status?.conditions, { type: 'Ready', status: 'True', reason: 'Deployed' }) }
 * ```
 *
 * `lastTransitionTime` changes only when `status` does. The argument is not changed, and is returned itself if nothing
 * differs: then no status update is needed. A message longer than 32,768 characters is cut, as the server would refuse
 * the whole status. Throws ConfigError `ERR_OPTION` for a condition without type, status or reason.
 */
export function setCondition<C extends ConditionLike = Condition>(
  conditions: readonly C[] | undefined,
  condition: ConditionToSet,
  options: SetConditionOptions = {},
): C[] {
  requireKnownOptions('setCondition', options, setConditionOptionNames);
  requireCondition(condition);
  const known = conditionsOf(conditions);
  const at = known.findIndex(({ type }) => type === condition.type);
  const existing = known[at];
  const next = updated(existing, condition, options.clock ?? systemClock);
  // C is metav1.Condition as the caller's types declare it.
  if (existing === undefined) return [...known, next as ConditionLike as C];
  // Only if nothing was dropped either; callers compare the array by identity.
  if (known.length === conditions?.length && equalDeep(existing, next)) return conditions as C[];
  return known.with(at, next as ConditionLike as C);
}

/** Returns the condition of a type; undefined without one (meta.FindStatusCondition). */
export function findCondition<C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditionsOf(conditions).find((condition) => condition.type === type);
}

/** True if the condition's status is `True` (meta.IsStatusConditionTrue). */
export function isConditionTrue(conditions: readonly ConditionLike[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Returns the members that are conditions, each type once: an object from the cluster may hold anything. */
function conditionsOf<C extends ConditionLike>(conditions: readonly C[] | undefined): C[] {
  const known = new Map<string, C>();
  for (const condition of Array.isArray(conditions) ? (conditions as readonly C[]) : []) {
    if (isObject(condition) && typeof condition.type === 'string' && !known.has(condition.type))
      known.set(condition.type, condition);
  }
  return [...known.values()];
}

function updated(
  existing: ConditionLike | undefined,
  condition: ConditionToSet,
  clock: Pick<Clock, 'now'>,
): Condition {
  const { type, status, reason, message = '', observedGeneration } = condition;
  const since =
    existing?.status === status && isObject(existing) ? textOf(existing, 'lastTransitionTime') : undefined;
  return {
    // A condition may have further fields, such as a Deployment's lastUpdateTime.
    ...existing,
    type,
    status,
    reason,
    message: message.slice(0, maxMessageLength),
    lastTransitionTime: since ?? condition.lastTransitionTime ?? timeOf(clock.now()),
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  };
}

/** Returns a time as metav1.Time has it: in seconds. */
function timeOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

function requireCondition(condition: unknown): void {
  if (!isObject(condition)) refuse('the condition of setCondition', 'an object', condition);
  for (const name of ['type', 'reason']) {
    if (textOf(condition, name) !== undefined) continue;
    const value = condition[name];
    const got = value === '' ? 'an empty one' : typeOf(value);
    throw new ConfigError('ERR_OPTION', `${name} of a condition must be a non-empty string, got ${got}`);
  }
  const { status, message } = condition;
  if (status !== 'True' && status !== 'False' && status !== 'Unknown') {
    const got = typeof status === 'string' ? shownValue(status) : typeOf(status);
    throw new ConfigError(
      'ERR_OPTION',
      `status of the condition ${shownValue(condition['type'])} must be "True", "False" or "Unknown", got ${got}`,
    );
  }
  if (message !== undefined && typeof message !== 'string')
    refuse('message of a condition', 'a string', message);
}
