import type { KubernetesObject } from './types.js';
import type { WatchEvent, WatchStream } from './watch.js';

/**
 * A watch's events one by one, as `for await` takes them. Leaving the loop stops the watch.
 *
 * No generator: its `return` would wait behind a `next` that waits for an event, on a silent watch for ever, and so would
 * whoever gives up waiting. Here a `return` stops the watch at once, and what waits is told of the end.
 */
export function eventsOf<T extends KubernetesObject>(
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
