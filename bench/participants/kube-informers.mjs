// This library's shared informer with everything on: two indexes, two handlers, a lister.

export const handlers = 2;

export async function load({ entry, queue, watchList }) {
  // Loaded by the library with its first connection; by the others, and here, before the clock starts.
  await import('undici');
  const library = await import(entry);
  return ({ baseUrl, recorder }) => start(library, baseUrl, recorder, { queue, useWatchList: watchList });
}

async function start({ Clientset, namespaceIndex, SharedInformerFactory }, baseUrl, recorder, options) {
  const clientset = new Clientset({ host: baseUrl });
  const factory = new SharedInformerFactory(clientset, {
    ...options,
    onWatchError: (error) => setImmediate(() => fail(error)),
  });
  const pods = factory.core().v1().pods();
  const informer = pods.informer();
  // The second: a factory's informers have one by namespace.
  informer.addIndexers({ node: (pod) => [pod.spec?.nodeName ?? ''] });
  const lister = pods.lister();
  for (let handler = 0; handler < handlers; handler++) {
    informer.addEventHandler({
      onAdd: () => recorder.added(handler),
      onUpdate: (_old, object) => recorder.updated(handler, object),
    });
  }
  factory.start();
  return {
    size() {
      const namespaces = informer.indexer.indexFuncValues(namespaceIndex);
      const nodes = informer.indexer.indexFuncValues('node');
      const counts = [
        lister.list().length,
        sum(namespaces, (value) => lister.namespace(value).list().length),
        sum(nodes, (value) => informer.indexer.byIndex('node', value).length),
      ];
      if (new Set(counts).size > 1)
        throw new Error(`lister, namespaces and nodes hold ${counts.join(', ')} pods`);
      return counts[0];
    },
  };
}

function sum(values, count) {
  return values.reduce((total, value) => total + count(value), 0);
}

/** Whatever goes wrong ends the process: a row with a fault in it is none. */
function fail(error) {
  throw error;
}
