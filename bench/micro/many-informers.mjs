// npm run bench:many: what each of many informers of one process costs in memory and sockets; see docs/bench.md.
import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.mjs';
import { startServer } from '../processes.mjs';
import { manyTable } from '../report/costs.mjs';
import { isBusy, machine, save, versions } from '../results-file.mjs';

const { values } = parseArgs({
  options: {
    informers: { type: 'string', default: '200' },
    pods: { type: 'string', default: '10' },
    provisional: { type: 'boolean', default: false },
    'no-save': { type: 'boolean', default: false },
    entry: { type: 'string', default: new URL('../dist/index.js', import.meta.url).href },
  },
});
const informers = wholeNumber('--informers', values.informers, 1);
const pods = wholeNumber('--pods', values.pods, 1);
const host = machine();
const startedAt = new Date().toISOString();

const server = await startServer(process.execPath);
await server.ask('reset', { pods });
const library = await import(values.entry);
const clientset = new library.Clientset({ host: server.baseUrl });

// Modules loaded with the first connection and code compiled by the first informers are not counted.
const warm = await start(20);
const before = usage();
const started = await start(informers);
const after = usage();
const held = started.reduce((sum, informer) => sum + informer.indexer.size, 0);
if (held !== informers * pods) throw new Error(`the informers hold ${held} pods, not ${informers * pods}`);

const each = (figure) => (after[figure] - before[figure]) / informers;
const results = {
  kind: 'many',
  startedAt,
  provisional: values.provisional || isBusy(host),
  machine: host,
  node: process.version,
  versions: versions(),
  options: { informers, pods },
  each: {
    heapKiB: each('heap') / 1024,
    bareHeapKiB: (each('heap') - pods * podBytes()) / 1024,
    rssKiB: each('rss') / 1024,
    sockets: each('sockets'),
    timers: each('timers'),
  },
};
console.log(manyTable([{ node: process.version, results }]));
if (!values['no-save']) console.log(save(results, 'many'));

for (const informer of [...warm, ...started]) await informer.stop();
await clientset.close();
server.stop();

async function start(count) {
  const made = Array.from({ length: count }, () => {
    const informer = new library.SharedIndexInformer(clientset.coreV1().pods(), {
      indexers: {
        namespace: ({ metadata }) => [metadata.namespace],
        node: (pod) => [pod.spec?.nodeName ?? ''],
      },
      logger: library.noopLogger,
    });
    informer.addEventHandler({ onAdd: () => undefined });
    informer.start();
    return informer;
  });
  await Promise.all(made.map(({ synced }) => synced));
  // Until the watches are open, too.
  await new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });
  return made;
}

/** Bytes of heap that one of these pods takes as it is parsed. */
function podBytes() {
  const [pod] = started[0].indexer.list();
  const text = JSON.stringify(pod);
  const from = heap();
  const kept = Array.from({ length: 1000 }, () => JSON.parse(text));
  return (heap() - from) / kept.length;
}

function usage() {
  const used = heap();
  const resources = process.getActiveResourcesInfo();
  const open = (name) => resources.filter((resource) => resource === name).length;
  return {
    heap: used,
    rss: process.memoryUsage.rss(),
    sockets: open('TCPSocketWrap'),
    timers: open('Timeout'),
  };
}

function heap() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
