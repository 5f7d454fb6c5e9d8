import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { shownKey, shownValue, shownWord } from '../util/shown.js';

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
