import { ItemExponentialFailureRateLimiter, WorkQueue } from 'kube-informers/controller';
import type { WorkQueueOptions } from 'kube-informers/controller';
import { FakeClock, settle } from '@kube-informers/testing';

export function newQueue(options: WorkQueueOptions = {}): { queue: WorkQueue; clock: FakeClock } {
  const clock = new FakeClock();
  const rateLimiter = new ItemExponentialFailureRateLimiter();
  return { queue: new WorkQueue({ clock, rateLimiter, ...options }), clock };
}

/** Takes and finishes all keys that are ready. */
export function takeAll(queue: WorkQueue): string[] {
  const keys: string[] = [];
  for (let item = queue.tryGet(); item !== undefined; item = queue.tryGet()) {
    keys.push(item.key);
    item.done();
  }
  return keys;
}

/** Whether a promise is pending after all that can settle now has settled. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  const settled = (): void => {
    pending = false;
  };
  promise.then(settled, settled);
  await settle();
  return pending;
}
