/**
 * The smallest way to mirror a resource: a ListWatch says how to list and watch, a Reflector does it and writes to a
 * store. This store says what the Reflector does to it.
 */
import { metaNamespaceKey } from 'kube-informers';
import type { ObjectOf, resources } from 'kube-informers';
import { ListWatch, MemoryIndexer, Reflector } from 'kube-informers/cache';
import type { ReflectorStore, Store } from 'kube-informers/cache';
import { openCluster, say } from './cluster.js';

type ConfigMap = ObjectOf<typeof resources.coreV1.configMaps>;

/** What a Reflector needs of a store; prints each call. */
class PrintingStore implements ReflectorStore<ConfigMap> {
  readonly #store: Store<ConfigMap>;
  readonly #onChange: () => void;

  constructor(store: Store<ConfigMap>, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  replace(objects: readonly ConfigMap[], resourceVersion: string): void {
    this.#store.replace(objects, resourceVersion);
    this.#print(`replace with ${objects.length} listed`);
  }

  add(object: ConfigMap): void {
    this.#store.add(object);
    this.#print(`add ${object.metadata?.name}`);
  }

  update(object: ConfigMap): void {
    this.#store.update(object);
    this.#print(`update ${object.metadata?.name} to ${JSON.stringify(object.data)}`);
  }

  delete(object: ConfigMap): void {
    this.#store.delete(object);
    this.#print(`delete ${object.metadata?.name}`);
  }

  resync(): void {
    this.#store.resync();
  }

  #print(what: string): void {
    say(`store: ${what}; it holds ${this.#store.size}`);
    this.#onChange();
  }
}

await using cluster = await openCluster('plain-reflector');
const { admin, clientset, namespace } = cluster;
const configMaps = admin.coreV1().configMaps(namespace);
// A cluster puts its own config maps into a namespace; these are ours.
const labels = { example: 'plain-reflector' };
const labelSelector = 'example=plain-reflector';
await configMaps.create({ metadata: { name: 'there-before', labels } });

const program = clientset.coreV1().configMaps(namespace);
const listWatch = new ListWatch<ConfigMap>({
  list: (options) => program.list({ ...options, labelSelector }),
  watch: (options) => program.watch({ ...options, labelSelector }),
});

let changed = (): void => undefined;
const store = new MemoryIndexer<ConfigMap>({ keyFunc: metaNamespaceKey });
const reflector = new Reflector(listWatch, new PrintingStore(store, () => changed()), {
  name: 'config maps',
});

/** Resolves once the store is as wanted; looked at after every change. */
function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    changed = () => {
      if (condition()) resolve();
    };
    changed();
  });
}

const stop = new AbortController();
const running = reflector.run({ signal: stop.signal });
await until(() => store.size === 1);

await configMaps.create({ metadata: { name: 'created-later', labels }, data: { step: 'one' } });
await configMaps.patch('created-later', { data: { step: 'two' } }, { type: 'merge' });
await configMaps.delete('there-before');
await until(() => store.size === 1 && store.list()[0]?.data?.['step'] === 'two');
say(`store: ${store.listKeys().join(', ')} at resourceVersion ${reflector.lastSyncResourceVersion}`);

stop.abort();
await running;
say('stopped');
