import type { KubernetesObject } from './types.js';
import type { WatchEvent, WatchStream } from './watch.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * Iterates over a watch's events for `for await`. Leaving the loop stops the watch.
 *
 * Not a generator: its `return` would wait for a pending `next`, on a silent watch forever. Here `return` stops the watch
 * immediately, and the pending `next` resolves with the end.
 */
export function eventsOf<T extends DeepReadonly<KubernetesObject>>(
  stream: Pick<WatchStream<T>, 'nextBatch' | 'stop'>,
): AsyncIterator<WatchEvent<T>, undefined> {
  let batch: readonly WatchEvent<T>[] = [];
  let index = 0;
  let over = false;
  const end = (): { readonly done: true; readonly value: undefined } => {
    over = true;
    batch = [];
    stream.stop();
    return { done: true, value: undefined };
  };
  return {
    async next() {
      try {
        while (!over && index >= batch.length) {
          const more = await stream.nextBatch();
          if (more === undefined || over) return end();
          batch = more;
          index = 0;
        }
      } catch (thrown) {
        end();
        throw thrown;
      }
      if (over) return { done: true, value: undefined };
      // A batch has no holes, and the index is inside it.
      return { done: false, value: batch[index++] as WatchEvent<T> };
    },
    return: () => Promise.resolve(end()),
  };
}
