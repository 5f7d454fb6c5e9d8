import { age } from 'kube-informers/internal';
import { type JsonObject, at, isJsonObject, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { ObjectBody } from '../../storage/stored-object.js';
import { ageColumn, hasCondition, nameColumn, numberAt, text, textOf } from './column.js';
import type { Column } from './column.js';

/** A summary of a pod's containers. */
interface PodState {
  readonly ready: number;
  readonly total: number;
  readonly reason: string;
  readonly restarts: number;
  /** When a container was last restarted; "" if never. */
  readonly lastRestart: string;
}

/** Summarises the containers of a pod as kubectl does. */
function podState(body: ObjectBody): PodState {
  const sidecars = new Set(
    objectsOf(at(body, 'spec', 'initContainers'))
      .filter((container) => container['restartPolicy'] === 'Always')
      .map((container) => container['name']),
  );
  const init = initState(body, sidecars);
  const total = objectsOf(at(body, 'spec', 'containers')).length + sidecars.size;
  let { ready } = init;
  let reason = init.reason ?? phaseReason(body);
  let { restarts, lastRestart } = init.all;
  if (init.reason === undefined || hasCondition(body, 'Initialized')) {
    ({ restarts, lastRestart } = init.sidecars);
    let running = false;
    for (const status of objectsOf(at(body, 'status', 'containerStatuses')).toReversed()) {
      restarts += numberAt(status, 'restartCount');
      lastRestart = later(lastRestart, endOf(status));
      const own = stateReason(status);
      if (own !== '') reason = own;
      else if (status['ready'] === true && isJsonObject(at(status, 'state', 'running'))) {
        running = true;
        ready++;
      }
    }
    // One running container is enough for the pod to run.
    if (reason === 'Completed' && running) reason = hasCondition(body, 'Ready') ? 'Running' : 'NotReady';
  }
  return { ready, total, reason: deletionReason(body) ?? reason, restarts, lastRestart };
}

interface Restarts {
  restarts: number;
  lastRestart: string;
}

/** Summarises the init containers: `reason` is undefined once all have completed. */
function initState(
  body: ObjectBody,
  sidecars: ReadonlySet<unknown>,
): { ready: number; reason: string | undefined; all: Restarts; sidecars: Restarts } {
  const all = { restarts: 0, lastRestart: '' };
  const own = { restarts: 0, lastRestart: '' };
  let ready = 0;
  const count = objectsOf(at(body, 'spec', 'initContainers')).length;
  for (const [index, status] of objectsOf(at(body, 'status', 'initContainerStatuses')).entries()) {
    const sidecar = sidecars.has(status['name']);
    for (const sum of sidecar ? [all, own] : [all]) {
      sum.restarts += numberAt(status, 'restartCount');
      sum.lastRestart = later(sum.lastRestart, endOf(status));
    }
    const ended = at(status, 'state', 'terminated');
    if (isJsonObject(ended) && numberAt(ended, 'exitCode') === 0) continue;
    if (sidecar && status['started'] === true) {
      if (status['ready'] === true) ready++;
      continue;
    }
    const waiting = textAt(status, 'state', 'waiting', 'reason');
    const why = isJsonObject(ended)
      ? endReason(ended)
      : waiting !== '' && waiting !== 'PodInitializing'
        ? waiting
        : `${index}/${count}`;
    return { ready, reason: `Init:${why}`, all, sidecars: own };
  }
  return { ready, reason: undefined, all, sidecars: own };
}

function phaseReason(body: ObjectBody): string {
  const gated = objectsOf(at(body, 'status', 'conditions')).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  if (gated) return 'SchedulingGated';
  return textAt(body, 'status', 'reason') || textAt(body, 'status', 'phase');
}

/** Returns why a container does not run; "" if it runs. */
function stateReason(status: JsonObject): string {
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  if (waiting !== '') return waiting;
  const ended = at(status, 'state', 'terminated');
  return isJsonObject(ended) ? endReason(ended) : '';
}

function endReason(ended: JsonObject): string {
  const signal = numberAt(ended, 'signal');
  return (
    textAt(ended, 'reason') || (signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`)
  );
}

function endOf(status: JsonObject): string {
  return textAt(status, 'lastState', 'terminated', 'finishedAt');
}

/** Returns the later of two RFC 3339 times. */
function later(a: string, b: string): string {
  return b !== '' && (a === '' || Date.parse(b) > Date.parse(a)) ? b : a;
}

function deletionReason(body: ObjectBody): string | undefined {
  if (body.metadata?.deletionTimestamp === undefined) return undefined;
  if (textAt(body, 'status', 'reason') === 'NodeLost') return 'Unknown';
  return isEnded(body) ? undefined : 'Terminating';
}

function isEnded(body: ObjectBody): boolean {
  return ['Succeeded', 'Failed'].includes(textAt(body, 'status', 'phase'));
}

function restartsText(body: ObjectBody, nowMs: number): string {
  const { restarts, lastRestart } = podState(body);
  return restarts === 0 || lastRestart === ''
    ? String(restarts)
    : `${restarts} (${age(lastRestart, nowMs)} ago)`;
}

function readinessGates(body: ObjectBody): string {
  const gates = objectsOf(at(body, 'spec', 'readinessGates'));
  const open = gates.filter((gate) => hasCondition(body, textAt(gate, 'conditionType')));
  return gates.length === 0 ? '<none>' : `${open.length}/${gates.length}`;
}

function podIp(body: ObjectBody): string {
  const [first] = objectsOf(at(body, 'status', 'podIPs'));
  return textAt(first, 'ip') || textAt(body, 'status', 'podIP') || '<none>';
}

export const podColumns: readonly Column[] = [
  nameColumn,
  text('Ready', (body) => {
    const { ready, total } = podState(body);
    return `${ready}/${total}`;
  }),
  text('Status', (body) => podState(body).reason),
  text('Restarts', restartsText),
  ageColumn,
  text('IP', podIp, 1),
  textOf('Node', 'spec.nodeName', '<none>', 1),
  textOf('Nominated Node', 'status.nominatedNodeName', '<none>', 1),
  text('Readiness Gates', readinessGates, 1),
];

/** Returns the conditions of a pod's row: whether the pod has completed. */
export function podRowConditions(body: ObjectBody): readonly object[] {
  if (!isEnded(body)) return [];
  const reason = textAt(body, 'status', 'phase');
  const message = reason === 'Failed' ? 'The pod failed.' : 'The pod has completed successfully.';
  return [{ type: 'Completed', status: 'True', reason, message }];
}
