/**
 * A compact cache: objects are kept as compressed bytes. The handlers take keys and decode nothing; the worker reads the
 * one object it works on, which decodes that one.
 */
import { compact } from 'kube-informers/compact';
import { copyOf, metaNamespaceKey, parseSelector, SharedInformerFactory } from 'kube-informers';
import { openCluster, say } from './cluster.js';

await using cluster = await openCluster('compact-cache');
const { admin, clientset, namespace } = cluster;
const client = clientset.coreV1().configMaps(namespace);
const labels = { example: 'compact-cache' };
for (const name of ['first', 'second'])
  await admin
    .coreV1()
    .configMaps(namespace)
    .create({ metadata: { name, labels }, data: { step: 'one' } });

await using factory = new SharedInformerFactory(clientset, { namespace, cacheFormat: compact() });
const configMaps = factory.core().v1().configMaps();
// What a controller's work queue would hold, and who waits for something in it.
const keys = new Set<string>();
let changed = (): void => undefined;
function enqueue(key: string): void {
  keys.add(key);
  changed();
}
/** Resolves once the handlers have received all these names. */
function received(...names: string[]): Promise<void> {
  return new Promise((resolve) => {
    changed = () => {
      if (names.every((name) => keys.has(`${namespace}/${name}`))) resolve();
    };
    changed();
  });
}
configMaps.informer().addEventHandler({
  onAdd: (configMap) => enqueue(metaNamespaceKey(configMap)),
  onUpdate: (_old, configMap) => enqueue(metaNamespaceKey(configMap)),
});
factory.start();
await received('first', 'second');

const lister = configMaps.lister().namespace(namespace);
say(
  `labels are read without decoding: ${lister.list(parseSelector('example=compact-cache')).length} are ours`,
);

// Objects of a cache are read-only and shared. A copy can be changed and written back.
const copy = copyOf(lister.getOrThrow('first'));
copy.data = { step: 'two' };
keys.clear();
await client.update(copy);
await received('first');
say(`first is at step ${lister.getOrThrow('first').data?.['step']}`);
say('stopped');
