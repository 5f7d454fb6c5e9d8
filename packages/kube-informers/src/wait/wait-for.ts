import type { Resource } from '../meta/resource.js';
import { requireClientset } from '../client/clientset.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import type { WaitCondition } from './wait-conditions.js';
import type { WaitClient, WaitForOptions, WaitSelector } from './wait-for-objects.js';

/**
 * Waits until an object, or every object that a selector matches and at least one, meets a condition, as `kubectl wait` and
 * `kubectl rollout status`.
 *
 * ```ts
 * await waitFor(clientset, resources.appsV1.deployments, 'web', 'rollout', { namespace: 'shop', timeoutMs: 120_000 });
 * await waitFor(clientset, 'pods', { labelSelector: 'app=web' }, 'Ready');
 * await waitFor(clientset, 'jobs', 'once', 'jsonpath={.status.succeeded}=1');
 * await waitFor(clientset, 'pods', 'web-1', 'delete');
 * ```
 *
 * An object that does not exist is waited for. Resolves with the object, undefined if there is none any more; for a selector with
 * the objects. Survives what an informer survives, and ends after `timeoutMs`: 30 s by default without a signal.
 *
 * Rejects with WaitError; its message has the last state and the latest events of the object. Fails at once on
 * what waiting cannot heal: `ERR_WAIT_FAILED` if the server refuses, a pod or job has ended otherwise, or a rollout exceeded its
 * deadline or its object was deleted; ConfigError `ERR_WAIT` for a condition that objects of the resource never have.
 */
export function waitFor<T extends KubernetesObject>(
  client: WaitClient,
  resource: Resource<T> | string,
  name: string,
  condition: WaitCondition<T>,
  options?: WaitForOptions,
): Promise<DeepReadonly<T> | undefined>;
export function waitFor<T extends KubernetesObject>(
  client: WaitClient,
  resource: Resource<T> | string,
  selector: WaitSelector,
  condition: WaitCondition<T>,
  options?: WaitForOptions,
): Promise<readonly DeepReadonly<T>[]>;
export async function waitFor(
  client: WaitClient,
  resource: Resource | string,
  which: string | WaitSelector,
  condition: WaitCondition<KubernetesObject>,
  options: WaitForOptions = {},
): Promise<unknown> {
  requireClientset('client of waitFor', client);
  const { waitForObjects } = await import('./wait-for-objects.js');
  const objects = await waitForObjects(client, resource, which, condition, options);
  return typeof which === 'string' ? objects[0] : objects;
}
