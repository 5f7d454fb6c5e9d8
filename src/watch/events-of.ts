import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';

/** A watch's events one by one, as `for await` takes them. Leaving the loop stops the watch. */
export async function* eventsOf<T extends KubernetesObject>(
  stream: Pick<WatchStream<T>, 'nextBatch' | 'stop'>,
): AsyncGenerator<WatchEvent<T>, void, void> {
  try {
    for (let batch = await stream.nextBatch(); batch !== undefined; batch = await stream.nextBatch()) {
      yield* batch;
    }
  } finally {
    stream.stop();
  }
}
