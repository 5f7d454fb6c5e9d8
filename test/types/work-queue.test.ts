import { expectTypeOf, test } from 'vitest';
import { WorkQueue } from 'kube-informers/controller';
import type { RateLimiter, WorkItem } from 'kube-informers/controller';

type Shard = 'shard-1' | 'shard-2';

declare const rateLimiter: RateLimiter;

// Compiled, never run.
export async function run(): Promise<void> {
  const queue = new WorkQueue<Shard>({ rateLimiter });
  queue.add('shard-1', { reason: 'added', priority: 1, afterMs: 5, rateLimited: true });
  // @ts-expect-error it is not one of the keys
  queue.add('shard-3');
  // @ts-expect-error options have no other members
  queue.add('shard-1', { delayMs: 5 });
  // @ts-expect-error only a drain waits, so only a drain takes a signal
  void queue.shutDown({ signal: new AbortController().signal });
  for await (using item of queue.items({ signal: AbortSignal.abort() }))
    expectTypeOf(item).toEqualTypeOf<WorkItem<Shard>>();
}

test('a queue hands out the keys of its type, and only a drain returns a promise', () => {
  const queue = new WorkQueue<Shard>();
  expectTypeOf(queue.tryGet()).toEqualTypeOf<WorkItem<Shard> | undefined>();
  expectTypeOf(queue.get()).resolves.toEqualTypeOf<WorkItem<Shard> | undefined>();
  expectTypeOf(queue.shutDown()).toEqualTypeOf<void>();
  expectTypeOf(queue.shutDown({ drain: true })).toEqualTypeOf<Promise<void>>();
});
