// The program that is measured: a cache of pods with a handler, and the inspector mounted if `inspected` is true.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const { entries, host, inspected } = JSON.parse(process.argv[2]);
const { Clientset, SharedInformerFactory } = await import(entries.main);

const factory = new SharedInformerFactory(new Clientset({ host }));
let newest = 0;
let waiting;
factory
  .core()
  .v1()
  .pods()
  .informer()
  .addEventHandler({
    onUpdate(_old, pod) {
      newest = Number(pod.metadata.resourceVersion);
      if (waiting !== undefined && newest >= waiting) answer();
    },
  });
factory.start();
await factory.waitForCacheSync();

let url;
if (inspected) {
  const { inspector } = await import(entries.inspector);
  const server = createServer(inspector({ factories: factory }));
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${server.address().port}/`;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('disconnect', () => process.exit(0));
process.on('message', ({ type, version }) => {
  if (type === 'begin') {
    delay.enable();
    process.send({});
  } else if (type === 'reach') {
    waiting = version;
    if (newest >= version) answer();
  } else {
    delay.disable();
    process.send({ p99Ms: delay.percentile(99) / 1e6 });
  }
});
process.send({ url });

function answer() {
  waiting = undefined;
  process.send({});
}
