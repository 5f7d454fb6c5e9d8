import { labelSelectorAsSelector, SelectorError, StatusError } from 'kube-informers';
import { newForbidden, newNotFound, newTooManyRequests } from 'kube-informers/internal';
import { serverError } from '../http/failure.js';
import { asObject, at, childOf, objectsOf, textAt } from '@kube-informers/schema/internal';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import { putObject, readStored, storageKey } from '../registry/context.js';
import type { ServerContext } from '../registry/context.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { deleteObject } from './delete.js';
import type { DeleteRequest } from './delete.js';
import type { WriteTarget } from './update.js';

/** Deletes a pod if its PodDisruptionBudget allows it (kube-apiserver's EvictionREST). Throws 429 if not. */
export function evictPod(
  context: ServerContext,
  pods: ServedResource,
  { namespace, name }: WriteTarget,
  request: DeleteRequest,
): void {
  const stored = pods.table.get(storageKey(pods, namespace, name));
  if (stored === undefined) throw newNotFound(pods.resource, name);
  const pod = readStored(pods, stored);
  if (!ignoresBudget(pod)) useBudget(context, stored, pod, request.dryRun);
  deleteObject(context, pods, namespace, name, request);
}

/** True for pods whose deletion disrupts nothing. */
function ignoresBudget(pod: ObjectBody): boolean {
  const phase = textAt(pod, 'status', 'phase');
  return (
    ['Succeeded', 'Failed', 'Pending'].includes(phase) || metadataOf(pod).deletionTimestamp !== undefined
  );
}

/** Takes one disruption from the budget of a pod, if it has one. */
function useBudget(context: ServerContext, stored: StoredObject, pod: ObjectBody, dryRun: boolean): void {
  const served = context.registry.find('policy', 'v1', 'poddisruptionbudgets');
  if (served === undefined) return;
  const budgets = budgetsOf(served, stored);
  const [budget, second] = budgets;
  if (second !== undefined) {
    throw serverError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  if (budget === undefined) return;
  const { name = '', generation = 0 } = metadataOf(budget);
  const status = childOf(budget, 'status');
  const [current, desired, allowed, observed] = [
    'currentHealthy',
    'desiredHealthy',
    'disruptionsAllowed',
    'observedGeneration',
  ].map((field) => (typeof status[field] === 'number' ? status[field] : 0)) as [
    number,
    number,
    number,
    number,
  ];
  // A pod that is not ready does not count as healthy.
  if (!isReady(pod)) {
    if (textAt(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow') return;
    if (current >= desired && desired > 0) return;
  }
  if (observed < generation)
    throw refused(`The disruption budget ${name} is still being processed by the server.`, 10);
  if (allowed < 0)
    throw newForbidden(
      { group: 'policy', resource: 'poddisruptionbudget' },
      name,
      'pdb disruptions allowed is negative',
    );
  if (allowed === 0) {
    throw refused(`The disruption budget ${name} needs ${desired} healthy pods and has ${current} currently`);
  }
  if (dryRun) return;
  status['disruptionsAllowed'] = allowed - 1;
  childOf(status, 'disruptedPods')[stored.name] = timestamp(context.clock.now());
  putObject(served, storageKey(served, stored.namespace, name), budget);
}

function budgetsOf(served: ServedResource, pod: StoredObject): ObjectBody[] {
  return served.table
    .all({ prefix: `${pod.namespace}/`, start: '' })
    .map((stored) => readStored(served, stored))
    .filter((budget) => selects(budget, pod));
}

function selects(budget: ObjectBody, pod: StoredObject): boolean {
  const given = asObject(at(budget, 'spec', 'selector'));
  if (given === undefined) return false;
  try {
    const selector = labelSelectorAsSelector(given);
    return !selector.isEmpty && selector.matches(pod.labels);
  } catch (error) {
    // An invalid selector selects nothing.
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

function isReady(pod: ObjectBody): boolean {
  return objectsOf(at(pod, 'status', 'conditions')).some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
}

function refused(message: string, retryAfterSeconds?: number): StatusError {
  const { status } = newTooManyRequests(
    "Cannot evict pod as it would violate the pod's disruption budget.",
    retryAfterSeconds ?? 0,
  );
  return new StatusError({
    ...status,
    details: {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      causes: [{ reason: 'DisruptionBudget', message }],
    },
  });
}
