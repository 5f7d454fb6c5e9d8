// A replica of the sharding benchmark.
import { createHash } from 'node:crypto';
import { namespace, tasksOf } from './tasks.mjs';

/**
 * Starts a replica, whose members answer the runner. `hashes` is the work of a run: how often it turns its object into JSON
 * and hashes it. With `shard`, the server sends only the objects of its slots; otherwise it sends all, and each replica
 * keeps all.
 */
export function startReplica(library, { url, identity, shard, hashes, concurrency }, heapBytes) {
  const { Clientset, Controller, HashRanges, Manager, SharedInformerFactory, shardOf, Sharding } = library;
  const clientset = new Clientset({ host: url });
  const factory = new SharedInformerFactory(clientset, { namespace });
  const informer = factory.forResource(tasksOf(library), shard ? { shard: shardOf(HashRanges.none) } : {});
  const sharding = new Sharding(clientset, { namespace, name: 'bench', identity });
  let runs = 0;
  let awaited;
  const controller = new Controller('bench', {
    for: informer,
    sharding,
    concurrency,
    reconcile: ({ object }) => {
      for (let round = 0; round < hashes; round++)
        createHash('sha256').update(JSON.stringify(object)).digest();
      runs++;
      if (runs === awaited?.runs) awaited.resolve();
    },
  });
  const shared = informer.informer();
  const stop = new AbortController();
  const manager = new Manager(clientset, { factory, controllers: [controller] });
  const ended = manager.run({ signal: stop.signal }).then(() => clientset.close());
  const owned = () =>
    informer
      .lister()
      .list()
      .filter((object) => sharding.owns(object));

  return {
    state: () => ({
      cached: shared.indexer.size,
      owned: owned().length,
      runs,
      // Those of the watch, whether the object is of this replica or not.
      events: shared.stats().listWatch.events,
      isIdle: controller.stats().queue.depth === 0 && controller.stats().activeWorkers === 0,
    }),
    /** Runs all its keys once more; returns how many, and how long that took. */
    async runAll() {
      const keys = owned().map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
      const startMs = performance.now();
      if (keys.length > 0) {
        await new Promise((resolve) => {
          awaited = { runs: runs + keys.length, resolve };
          for (const key of keys) controller.enqueue(key);
        });
      }
      return { runs: keys.length, ms: performance.now() - startMs };
    },
    async memory() {
      return { heapBytes: await heapBytes(), rssBytes: process.memoryUsage.rss() };
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
}
