/**
 * Tests a program under faults: its client talks to a proxy, and the proxy to the server. Here the program is
 * an informer; each fault happens to its watch, and then its cache is held against the server.
 */
import { Clientset, SharedInformerFactory } from 'kube-informers';
import { faults, FaultProxy } from '@kube-informers/testing';
import type { Fault } from '@kube-informers/testing';
import { openCluster, say } from './cluster.js';

await using cluster = await openCluster('fault-proxy');
const { namespace } = cluster;
// Straight to the server: what the proxy breaks must not break the test.
const server = cluster.admin.coreV1().configMaps(namespace);
await server.create({ metadata: { name: 'counter' }, data: { step: 'start' } });

await using proxy = await FaultProxy.start({ target: cluster.config, seed: 7 });
await using clientset = new Clientset(proxy.config);

// The program. Its first request meets a server that is overloaded.
const overloaded = proxy.inject(faults.answer(429, { retryAfterSeconds: 1 }), {
  verbs: ['list', 'watchList'],
});
const factory = new SharedInformerFactory(clientset, {
  namespace,
  // So that the example takes seconds: the default waits as client-go does, from 0.8 to 30 s.
  backoff: { baseMs: 50, factor: 1 },
  onWatchError: (error, { during }) => say(`program: survived, during ${during}: ${error.message}`),
});
const configMaps = factory.core().v1().configMaps();
const waiting = new Map<string, () => void>();
configMaps.informer().addEventHandler({
  onUpdate: (_before, { data }) => waiting.get(data?.['step'] ?? '')?.(),
});
const stop = new AbortController();
factory.start({ signal: stop.signal });
await factory.waitForCacheSync({ signal: stop.signal });
say(`test: synced; ${overloaded.fault.name}: ${overloaded.hits} time`);

const everyFault: Fault[] = [
  faults.cut({ afterLines: 0, inLine: true }),
  faults.reset({ afterBytes: 20 }),
  faults.corrupt(),
  faults.errorEvent(410),
  faults.end({ afterLines: 1 }),
];
for (const fault of everyFault) {
  say(`test: ${fault.name}`);
  const rule = proxy.inject(fault, { verbs: ['watch', 'watchList'] });
  // The watch that is open ends, so that the next one meets the fault.
  proxy.applyNow(faults.end());
  const broken = new AbortController();
  const writing = keepWriting(broken.signal);
  await rule.hit();
  broken.abort();
  await writing;
  await change(`after ${fault.name}`);
  const cached = configMaps.lister().namespace(namespace).get('counter')?.metadata?.resourceVersion;
  const there = (await server.get('counter')).metadata?.resourceVersion;
  say(`test: cache at ${cached}, server at ${there}`);
  if (cached !== there) throw new Error(`the cache is behind after ${fault.name}`);
}

const lists = proxy.requests.filter(({ verb }) => verb === 'list').length;
const watches = proxy.requests.filter(({ verb }) => verb === 'watch' || verb === 'watchList').length;
say(`test: ${lists} lists and ${watches} watches in all`);
stop.abort();
await factory.stop();
say('stopped');

/** Changes the object, and waits until the program has received the change. */
async function change(step: string): Promise<void> {
  const received = new Promise<void>((resolve) => {
    waiting.set(step, resolve);
  });
  await server.patch('counter', { data: { step } }, { type: 'merge' });
  await received;
}

/** A stream needs lines to break at. */
async function keepWriting(signal: AbortSignal): Promise<void> {
  for (let step = 0; !signal.aborted; step++) {
    await server.patch('counter', { data: { step: String(step) } }, { type: 'merge' });
  }
}
