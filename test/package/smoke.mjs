// Runs inside a project that installed the packed tarball, on the Node that runs it: imports every entry, starts the
// embedded API server, and follows a pod from the server to a lister and a handler. Prints one line and exits 0.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const started = performance.now();
const api = await import('kube-informers');
const { ApiServer } = await import('@kube-informers/testing');
const { FakeClock, leakCheck } = await import('@kube-informers/testing');
const importMs = Math.round(performance.now() - started);
assert.equal(typeof FakeClock, 'function');

const check = leakCheck();
const server = await ApiServer.start();
const clientset = new api.Clientset({ host: server.url });
const factory = new api.SharedInformerFactory(clientset);
const pods = factory.core().v1().pods();
const seen = [];
let sawUpdate;
const updated = new Promise((resolve) => {
  sawUpdate = resolve;
});
pods.informer().addEventHandler({
  onAdd: (pod, { isInInitialList }) => seen.push(['add', pod.metadata.name, isInInitialList]),
  onUpdate: (before, after) => {
    seen.push(['update', before.metadata.labels?.v, after.metadata.labels?.v]);
    sawUpdate();
  },
});

const pod = {
  metadata: { name: 'web', labels: { v: '1' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};
await clientset.coreV1().pods('default').create(pod);
factory.start();
await factory.waitForCacheSync();
assert.equal(pods.lister().namespace('default').get('web')?.metadata?.name, 'web');
await clientset
  .coreV1()
  .pods('default')
  .patch('web', { metadata: { labels: { v: '2' } } }, { type: 'merge' });
await updated;
assert.deepEqual(seen, [
  ['add', 'web', true],
  ['update', '1', '2'],
]);
await factory.stop();
await clientset.close();
await server.stop();
await check.assertNone();

// Every Node of the list can require an ES module that has no top-level await.
const require = createRequire(import.meta.url);
assert.equal(require('kube-informers').SharedInformerFactory, api.SharedInformerFactory);
assert.equal(typeof require('kube-informers/cache').Reflector, 'function');
assert.equal(typeof require('kube-informers/rest').RestClient, 'function');
assert.equal(typeof require('kube-informers/controller').WorkQueue, 'function');
assert.equal(typeof require('@kube-informers/testing').ApiServer, 'function');
assert.equal(typeof require('@kube-informers/testing').FakeClock, 'function');
console.log(`Node ${process.versions.node}: imported in ${importMs} ms, required, informer works`);
