import { newForbidden } from 'kube-informers/internal';
import { type JsonObject, asObject, childOf, objectsOf, textAt } from '@kube-informers/schema/internal';
import { metadataOf } from '../objects/object-meta.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** What the admission of pods asks the server. */
export interface PriorityClasses {
  find(name: string): JsonObject | undefined;
  all(): Iterable<JsonObject>;
}

/** Does what the admission plugins Priority and DefaultTolerationSeconds do with a new pod. */
export function admitPod(body: ObjectBody, classes: PriorityClasses, trusted: boolean): void {
  const spec = asObject(body['spec']);
  if (spec === undefined) return;
  setPriority(spec, classes, trusted ? undefined : (metadataOf(body).name ?? ''));
  tolerateLostNodes(spec);
}

/** Does what these plugins do with a changed pod: what they once set and an update leaves out stays. */
export function admitChangedPod(body: ObjectBody, old: ObjectBody): void {
  const spec = asObject(body['spec']);
  const before = asObject(old['spec']);
  if (spec === undefined || before === undefined) return;
  for (const field of ['priority', 'preemptionPolicy'])
    if (before[field] !== undefined) spec[field] ??= before[field];
  tolerateLostNodes(spec);
}

/** Sets the priority of its class; `name` is the pod's if values that contradict the class are refused. */
function setPriority(spec: JsonObject, classes: PriorityClasses, name: string | undefined): void {
  const className = textAt(spec, 'priorityClassName');
  const found = className === '' ? defaultClass(classes) : classes.find(className);
  if (found === undefined && className !== '') {
    if (name !== undefined) throw refused(name, `no PriorityClass with name ${className} was found`);
    return;
  }
  const value = Number(found?.['value'] ?? 0);
  const policy = textAt(found, 'preemptionPolicy') || 'PreemptLowerPriority';
  const { priority, preemptionPolicy } = spec;
  const computed = 'must not be provided in pod spec; priority admission controller computed';
  if (name !== undefined && priority !== undefined && priority !== value) {
    const given = `the integer value of priority (${Number(priority)})`;
    throw refused(name, `${given} ${computed} ${value} from the given PriorityClass name`);
  }
  if (name !== undefined && preemptionPolicy !== undefined && preemptionPolicy !== policy) {
    const given = `the string value of PreemptionPolicy (${textAt(spec, 'preemptionPolicy')})`;
    throw refused(name, `${given} ${computed} ${policy} from the given PriorityClass name`);
  }
  if (className === '' && found !== undefined) spec['priorityClassName'] = textAt(found, 'metadata', 'name');
  spec['priority'] ??= value;
  spec['preemptionPolicy'] ??= policy;
}

/** Of several default classes, the lowest counts. */
function defaultClass(classes: PriorityClasses): JsonObject | undefined {
  let lowest: JsonObject | undefined;
  for (const found of classes.all()) {
    if (found['globalDefault'] !== true) continue;
    if (lowest === undefined || Number(found['value']) < Number(lowest['value'])) lowest = found;
  }
  return lowest;
}

function refused(name: string, why: string): Error {
  return newForbidden({ group: '', resource: 'pods' }, name, why);
}

/** A pod leaves a node that is not ready or not reachable after 5 minutes. */
function tolerateLostNodes(spec: JsonObject): void {
  for (const key of ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']) {
    const tolerated = objectsOf(spec['tolerations']).some((toleration) => {
      const [ownKey, effect] = [textAt(toleration, 'key'), textAt(toleration, 'effect')];
      return (ownKey === key || ownKey === '') && (effect === 'NoExecute' || effect === '');
    });
    if (tolerated) continue;
    const toleration = { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 };
    spec['tolerations'] = [...objectsOf(spec['tolerations']), toleration];
  }
}

/** `podIP` is the first of `podIPs`; where the two differ, it counts. */
export function syncPodAddresses(body: ObjectBody): void {
  const status = asObject(body['status']);
  if (status === undefined) return;
  const [first] = objectsOf(status['podIPs']);
  const address = textAt(status, 'podIP');
  if (address === '' && first !== undefined) status['podIP'] = first['ip'];
  else if (address !== '' && textAt(first, 'ip') !== address) status['podIPs'] = [{ ip: address }];
}

/** Does what the admission plugin TaintNodesByCondition does: no pod is put on a new node before it is ready. */
export function taintNewNode(body: ObjectBody): void {
  const spec = childOf(body, 'spec');
  const key = 'node.kubernetes.io/not-ready';
  const taints = objectsOf(spec['taints']);
  if (taints.some((taint) => taint['key'] === key && taint['effect'] === 'NoSchedule')) return;
  spec['taints'] = [...taints, { key, effect: 'NoSchedule' }];
}
