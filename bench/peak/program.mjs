// One program with one informer: prints its RSS above that of the idle process, MiB.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { entry, baseUrl, resource, count, watchList, program, relist } = JSON.parse(process.argv[2]);
const { Clientset, SharedInformerFactory } = await import(entry);
const { compact } = await import(new URL('compact/index.js', entry).href);

const wanted = ({ metadata }) => metadata?.labels?.wanted === 'true';
const programs = {
  ordinary: {},
  compact: { cacheFormat: compact() },
  transform: {
    transform: (object) =>
      wanted(object)
        ? object
        : {
            apiVersion: object.apiVersion,
            kind: object.kind,
            metadata: { ...object.metadata, managedFields: [] },
          },
  },
  where: { where: wanted },
  fields: { fields: { metadata: { labels: true } } },
  'two fields': { fields: { spec: { nodeName: true }, status: { phase: true } } },
};

/** Of /proc/self/status, MiB. */
const status = (name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
const rest = async () => {
  for (let time = 0; time < 3; time++) {
    globalThis.gc();
    await sleep(200);
  }
  return status('VmRSS');
};
/** VmHWM begins at the present size again. */
const resetPeak = () => writeFileSync('/proc/self/clear_refs', '5');

const clientset = new Clientset({ host: baseUrl });
await clientset.discovery().serverVersion();
const idle = await rest();
resetPeak();
const factory = new SharedInformerFactory(clientset, {
  useWatchList: watchList,
  onWatchError: (error) =>
    void (
      error.statusCode === 410 ||
      setImmediate(() => {
        throw error;
      })
    ),
});
const informer = factory.core().v1()[resource](programs[program]).informer();
factory.start();
await factory.waitForCacheSync();
const first = status('VmHWM') - idle;
const held = informer.indexer.size;
if (held !== (program === 'where' ? 1 : count)) throw new Error(`it holds ${held} of ${count} objects`);
const steady = (await rest()) - idle;
let again;
if (relist) {
  resetPeak();
  process.send('relist');
  while (informer.stats().listWatch.lists.expired === 0 || informer.stats().queue.depth > 0) await sleep(20);
  again = status('VmHWM') - idle;
}
process.send({ idle, first, steady, relist: again });
process.disconnect();
process.exit(0);
