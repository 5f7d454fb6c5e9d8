import type { KubernetesObject } from '../meta/types.js';
import type { Resource } from '../meta/resource.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ConfigError } from '../util/errors.js';
import { refuseValue } from '../util/require.js';
import { shownKey, shownValue, shownWord } from '../util/shown.js';
import { WaitError } from '../meta/wait-error.js';
import { parseJsonPath } from '../util/json-path.js';

/**
 * What `waitFor` waits for.
 *
 * - `Ready`, `Available=False`, `condition=ready`: a condition of the status, by default with the status True
 * - `jsonpath={.status.phase}=Running`, or without a value for any value: see `kubectl wait`
 * - `create`, `delete`
 * - `rollout`: all replicas of a Deployment, StatefulSet or DaemonSet are updated and available, as `kubectl rollout status`
 * - a function, called with each state of the object; of a named object also with undefined while it does not exist
 */
export type WaitCondition<T extends KubernetesObject> =
  | string
  | ((object: DeepReadonly<T> | undefined) => boolean | Promise<boolean>);

/** A condition that was read. */
export interface Check {
  /** For messages, what did not happen: `become Ready`. */
  readonly name: string;
  /** True if no objects meet it, as for `delete`. */
  readonly ofNone?: boolean;
  /** True if it is called for a named object that does not exist, too. */
  readonly ofAbsent?: boolean;
  /** True if a named object that is deleted ends the wait, and one that was created in its place does not count. */
  readonly ofOneObject?: boolean;
  /** Throws WaitError `ERR_WAIT_FAILED` if the object can never meet it. */
  met(object: DeepReadonly<KubernetesObject> | undefined): boolean | Promise<boolean>;
}

interface Condition {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly observedGeneration?: unknown;
}

/** The status fields that are read here; objects of the server have them with these types or not at all. */
interface State {
  readonly metadata?: { readonly generation?: number };
  readonly spec?: {
    readonly replicas?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
  };
  readonly status?: {
    readonly phase?: unknown;
    readonly conditions?: readonly Condition[];
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly readyReplicas?: number;
    readonly desiredNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
  };
}

/** The conditions that the controllers of these kinds write. Pods and custom resources may have others. */
const conditionTypes: Readonly<Record<string, readonly string[]>> = {
  'deployments.apps': ['Available', 'Progressing', 'ReplicaFailure'],
  'replicasets.apps': ['ReplicaFailure'],
  'statefulsets.apps': [],
  'daemonsets.apps': [],
  'jobs.batch': ['Complete', 'Failed', 'Suspended', 'FailureTarget', 'SuccessCriteriaMet'],
};

const rollouts: Readonly<Record<string, (state: State) => boolean>> = {
  'deployments.apps': deploymentIsOut,
  'statefulsets.apps': statefulSetIsOut,
  'daemonsets.apps': daemonSetIsOut,
};

/** Reads a condition. Throws ConfigError `ERR_WAIT` if objects of the resource can never meet it. */
export function checkOf<T extends KubernetesObject>(
  condition: WaitCondition<T>,
  resource: Resource<KubernetesObject>,
): Check {
  if (typeof condition === 'function')
    // The caller's type belongs to the resource.
    return { name: 'meet the condition', ofAbsent: true, met: condition as Check['met'] };
  if (condition === 'delete')
    return { name: 'go away', ofNone: true, ofAbsent: true, met: (object) => object === undefined };
  if (condition === 'create') return { name: 'appear', met: () => true };
  const plural = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
  if (condition === 'rollout') {
    const isOut = rollouts[plural];
    if (isOut === undefined)
      throw new ConfigError(
        'ERR_WAIT',
        `${plural} have no rollout: wait for one of ${Object.keys(rollouts).join(', ')}, or for a condition such as Ready`,
      );
    return { name: 'roll out', ofOneObject: true, met: (object) => isOut(stateOf(object)) };
  }
  const path = typeof condition === 'string' ? /^jsonpath=([^]+)$/.exec(condition)?.[1] : undefined;
  if (path !== undefined) return pathCheck(path, plural);
  const [, prefix, type = '', status = 'True'] =
    /^(condition=)?([A-Za-z][\w./-]*)(?:=(\w+))?$/.exec(condition) ?? [];
  if (type === '' || (prefix === undefined && !/^[A-Z]|[./]/.test(type)))
    refuseValue(
      'condition of waitFor',
      'a condition such as Ready, delete, create, rollout, jsonpath={.status.phase}=Running, or a function',
      condition,
    );
  requireConditionType(type, plural, resource);
  return {
    name: `become ${status === 'True' ? type : `${type}=${status}`}`,
    met: (object) => {
      const state = stateOf(object);
      if (hasCondition(state, type, status)) return true;
      requireUnfinished(state, plural);
      return false;
    },
  };
}

function requireConditionType(type: string, plural: string, resource: Resource<KubernetesObject>): void {
  const known = Object.hasOwn(conditionTypes, plural) ? conditionTypes[plural] : undefined;
  if (known !== undefined && !known.some((name) => equalFold(name, type)))
    throw new ConfigError(
      'ERR_WAIT',
      `${plural} never have the condition ${shownKey(type)}: wait for ${[...known, ...(Object.hasOwn(rollouts, plural) ? ['rollout'] : [])].join(', ')} or a jsonpath`,
    );
  if (!resource.subresources.includes('status') && !resource.group.includes('.'))
    throw new ConfigError(
      'ERR_WAIT',
      `${plural} have no status, so never the condition ${shownKey(type)}: wait for create, delete, a jsonpath or a function`,
    );
}

function stateOf(object: DeepReadonly<KubernetesObject> | undefined): State {
  // Read field by field, where a wrong type compares as unequal.
  return (object ?? {}) as State;
}

function equalFold(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}

function conditionOf({ status }: State, type: string): Condition | undefined {
  return Array.isArray(status?.conditions)
    ? status.conditions.find((condition: Condition | null) => equalFold(condition?.type, type))
    : undefined;
}

/** As kubectl: a condition that was observed of an older generation does not count. */
function hasCondition(state: State, type: string, status: string): boolean {
  const condition = conditionOf(state, type);
  if (!equalFold(condition?.status, status)) return false;
  const observed = condition?.observedGeneration ?? state.status?.observedGeneration;
  return typeof observed !== 'number' || observed >= (state.metadata?.generation ?? 0);
}

/** Throws for a Pod or Job that has ended: its status stays as it is. */
function requireUnfinished(state: State, plural: string): void {
  const { phase } = state.status ?? {};
  if (plural === 'pods' && (phase === 'Succeeded' || phase === 'Failed'))
    throw hopeless(`the pod has ended: phase ${phase}`);
  if (plural !== 'jobs.batch') return;
  for (const type of ['Complete', 'Failed'])
    if (hasCondition(state, type, 'True'))
      throw hopeless(`the job has ended: ${type}${because(conditionOf(state, type))}`);
}

function because(condition: Condition | undefined): string {
  const { reason, message } = condition ?? {};
  const text = typeof message === 'string' && message !== '' ? `: ${shownValue(message)}` : '';
  return reason === undefined ? text : ` (${shownWord(reason)})${text}`;
}

/** What no further event changes. */
export function hopeless(why: string): WaitError {
  return new WaitError('ERR_WAIT_FAILED', why, {});
}

function pathCheck(given: string, plural: string): Check {
  // The value is what follows the braces, or the last equals sign outside brackets.
  const [, path = '', value] = /^(\{[^}]*\}|[^=[\]]*(?:\[[^\]]*\][^=[\]]*)*)(?:=([^]*))?$/.exec(given) ?? [];
  if (path === '' || value === '')
    refuseValue('condition of waitFor', 'jsonpath={.path}=value or jsonpath={.path}', `jsonpath=${given}`);
  const read = parseJsonPath(path);
  const isOfStatus = /^\{?\.?status\b/.test(path);
  return {
    name: `have ${given}`,
    met: (object) => {
      const found = read(object);
      if (isMet(found, value, path)) return true;
      if (isOfStatus) requireUnfinished(stateOf(object), plural);
      return false;
    },
  };
}

function isMet(found: readonly unknown[], value: string | undefined, path: string): boolean {
  if (found.length === 0) return false;
  if (value === undefined) return true;
  if (found.length > 1)
    throw new ConfigError(
      'ERR_WAIT',
      `${shownValue(path)} has ${found.length} values: a comparison needs one`,
    );
  const [only] = found;
  if (typeof only === 'object' && only !== null)
    throw new ConfigError(
      'ERR_WAIT',
      `${shownValue(path)} is an object or a list: only a single value can be compared`,
    );
  return String(only) === value.replace(/^(["'])(.*)\1$/s, '$2');
}

function isObserved(state: State): boolean {
  return (state.metadata?.generation ?? 0) <= (state.status?.observedGeneration ?? 0);
}

/*
 * The rules of `kubectl rollout status` (kubectl's polymorphichelpers/rollout_status.go).
 */

function deploymentIsOut(state: State): boolean {
  if (!isObserved(state)) return false;
  const progressing = conditionOf(state, 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded')
    throw hopeless(`the rollout exceeded its progress deadline${because(progressing)}`);
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = state.status ?? {};
  return (
    updatedReplicas >= (state.spec?.replicas ?? 0) &&
    replicas <= updatedReplicas &&
    availableReplicas >= updatedReplicas
  );
}

function requireRollingUpdate({ spec }: State): void {
  const { type } = spec?.updateStrategy ?? {};
  if (type !== undefined && type !== 'RollingUpdate')
    throw hopeless(`updateStrategy is ${shownWord(type)}: only RollingUpdate has a rollout`);
}

function daemonSetIsOut(state: State): boolean {
  requireRollingUpdate(state);
  const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = state.status ?? {};
  return (
    isObserved(state) &&
    updatedNumberScheduled >= desiredNumberScheduled &&
    numberAvailable >= desiredNumberScheduled
  );
}

function statefulSetIsOut(state: State): boolean {
  requireRollingUpdate(state);
  const {
    observedGeneration = 0,
    readyReplicas = 0,
    updatedReplicas = 0,
    currentRevision,
    updateRevision,
  } = state.status ?? {};
  const { replicas = 0, updateStrategy } = state.spec ?? {};
  if (observedGeneration === 0 || !isObserved(state) || readyReplicas < replicas) return false;
  const { rollingUpdate } = updateStrategy ?? {};
  // A rollback makes both revisions equal at once, while pods still run the one that was rolled back.
  return rollingUpdate === undefined
    ? currentRevision === updateRevision
    : updatedReplicas >= replicas - (rollingUpdate.partition ?? 0);
}
