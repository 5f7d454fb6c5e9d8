/** A ListerWatcher that lists these objects, and then brings these events in one batch and nothing more. */
export function listingThenWatching(objects, events) {
  return {
    list: () =>
      Promise.resolve({
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: { resourceVersion: '1' },
        items: objects,
      }),
    watch: () => Promise.resolve(oneBatch(events)),
  };
}

function oneBatch(events) {
  let batch = events;
  let end;
  return {
    nextBatch() {
      const next = batch;
      batch = undefined;
      if (next !== undefined) return Promise.resolve(next);
      return new Promise((resolve) => (end = resolve));
    },
    stop: () => end?.(undefined),
  };
}
