// One cold start: list all tasks, then run each of them once. With a Controller, or with its floor: the same informer, and
// a loop of async functions over the keys of its cache.
import { tasksOf, namespace } from './tasks.mjs';

/**
 * Rows of a cold start. `write`: each run writes a status; `delay`: each run asks for another one after an hour, so that all
 * keys wait in the end; without `runs` there is only the cache.
 */
export const coldStarts = {
  'informer only': { runs: false },
  'async pool, nothing': { runs: true },
  'controller, nothing': { runs: true, controller: true },
  'controller, all keys wait': { runs: true, controller: true, delay: true },
  'async pool, status': { runs: true, write: true },
  'controller, status': { runs: true, controller: true, write: true },
};

const hourMs = 3_600_000;

/**
 * Returns times in ms, CPU seconds, and the growth of the heap in bytes: `{ totalMs, runsMs, cpuSeconds, heapBytes }`.
 * `runsMs` is from the first run to the end of the last; `value` is what a status is set to, another one each time.
 */
export async function coldStart(library, { url, row, count, concurrency, value }, heapBytes) {
  const { runs, controller: withController, write, delay } = coldStarts[row];
  const { Clientset, Controller, Manager, SharedInformerFactory } = library;
  const tasks = tasksOf(library);
  const clientset = new Clientset({ host: url });
  // Modules that the first connection loads are not counted.
  await clientset.resource(tasks, namespace).list({ limit: 1 });
  const heapBefore = await heapBytes();
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  let firstMs;

  const factory = new SharedInformerFactory(clientset, { namespace });
  const informer = factory.forResource(tasks);
  const reconcile = async (object, client) => {
    firstMs ??= performance.now();
    if (!write) return;
    const status = { value };
    await client.resource(tasks, namespace).updateStatus({ ...object, status });
  };

  let stop = () => factory.stop();
  if (withController) {
    let left = count;
    let finish;
    const finished = new Promise((resolve, reject) => {
      finish = { resolve, reject };
    });
    const controller = new Controller('bench', {
      for: informer,
      concurrency,
      onError: (error) => finish.reject(error),
      reconcile: async ({ object, client }) => {
        // Woken by the own write.
        if (write && object.status?.value === value) return;
        await reconcile(object, client);
        if (--left === 0) finish.resolve();
        return delay ? { afterMs: hourMs } : undefined;
      },
    });
    const manager = new Manager(clientset, { factory, controllers: [controller] });
    const end = new AbortController();
    const ended = manager.run({ signal: end.signal });
    await Promise.race([finished, ended]);
    stop = () => {
      end.abort();
      return ended;
    };
  } else {
    const shared = informer.informer();
    factory.start();
    await factory.waitForCacheSync();
    const objects = informer.lister().list();
    if (objects.length !== count) throw new Error(`the cache has ${objects.length} of ${count} tasks`);
    if (runs) await pool(objects, concurrency, (object) => reconcile(object, clientset));
    if (shared.indexer.size !== count) throw new Error(`the cache has lost tasks`);
  }
  const endMs = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const heapGrowth = (await heapBytes()) - heapBefore;
  await stop();
  await clientset.close();
  return {
    totalMs: endMs - startMs,
    runsMs: firstMs === undefined ? undefined : endMs - firstMs,
    cpuSeconds: (user + system) / 1e6,
    heapBytes: heapGrowth,
  };
}

/** Runs a function for each element, so many at a time. */
async function pool(list, concurrency, run) {
  let next = 0;
  const worker = async () => {
    while (next < list.length) await run(list[next++]);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
