// This library's shared informer with everything on: two indexes, two handlers, a lister. The handlers take the key of
// what they are given and nothing else, as a reconciler's do, in the compact cache and in the ordinary one; with `readStatus`
// they look into its status, too.
import { isProxy } from 'node:util/types';

export const handlers = 2;

const appLabel = 'app.kubernetes.io/name';

/**
 * `watchList` and `compact` are the informer's options; `dropManagedFields` excludes them; with `fields` it
 * keeps labels and phase, which the handlers read.
 */
export async function load({ entry, ...given }, { baseUrl }) {
  const library = await import(entry);
  // With its first request it loads undici. The others have done so with the import, before the clock starts.
  const clientset = new library.Clientset({ host: baseUrl });
  await clientset.discovery().serverVersion();
  await clientset.close();
  const cacheFormat = given.compact ? await compactFormat(entry) : undefined;
  return ({ baseUrl, recorder }) => start(library, baseUrl, recorder, { ...given, cacheFormat });
}

/** Of the same build as the main entry. */
async function compactFormat(entry) {
  const { compact } = await import(new URL('compact/index.js', entry).href);
  return compact();
}

async function start(library, baseUrl, recorder, given) {
  const {
    watchList: useWatchList,
    compact = false,
    cacheFormat,
    dropManagedFields = false,
    readStatus = false,
    fields = false,
  } = given;
  const { Clientset, metaNamespaceKey, SharedInformerFactory } = library;
  const clientset = new Clientset({ host: baseUrl });
  const factory = new SharedInformerFactory(clientset, {
    useWatchList,
    cacheFormat,
    ...(dropManagedFields ? { exclude: { metadata: { managedFields: true } } } : {}),
    onWatchError: (error) => setImmediate(() => fail(error)),
    onHandlerError: ({ error }) => setImmediate(() => fail(error)),
    onObjectError: (error) => setImmediate(() => fail(error)),
  });
  const pods = factory
    .core()
    .v1()
    .pods(fields ? { fields: { metadata: { labels: true }, status: { phase: true } } } : undefined);
  const informer = pods.informer();
  // The second: a factory's informers have one by namespace.
  informer.addIndexers({ app: (pod) => [pod.metadata?.labels?.[appLabel] ?? ''] });
  const lister = pods.lister();
  const lastKeys = [];
  for (let handler = 0; handler < handlers; handler++) {
    informer.addEventHandler({
      onAdd(object) {
        take(handler, object);
        recorder.added(handler);
      },
      onUpdate(_old, object) {
        take(handler, object);
        recorder.updated(handler, object);
      },
    });
  }
  factory.start();
  return { size, stop };

  async function stop() {
    await factory.stop();
    await clientset.close();
  }

  function take(handler, object) {
    lastKeys[handler] = metaNamespaceKey(object);
    if ((readStatus || fields) && object.status?.phase !== 'Running') {
      throw new Error(`${lastKeys[handler]} has no status`);
    }
  }

  function size() {
    const { indexer } = informer;
    const counts = [
      lister.list().length,
      sum(indexer.indexFuncValues('namespace'), (value) => lister.namespace(value).list().length),
      sum(indexer.indexFuncValues('app'), (value) => indexer.byIndex('app', value).length),
    ];
    if (new Set(counts).size > 1)
      throw new Error(`lister, namespaces and apps hold ${counts.join(', ')} pods`);
    for (const key of lastKeys) requireWhole(indexer.getByKey(key));
    return counts[0];
  }

  /** That a row is what its name says. */
  function requireWhole(pod) {
    if (pod?.status?.phase !== 'Running') throw new Error('a pod that a handler received cannot be read');
    if (isProxy(pod) !== compact)
      throw new Error(`compact is ${compact}, but isProxy(pod) is ${isProxy(pod)}`);
    if ((pod.spec === undefined) !== fields) throw new Error(`fields is ${fields}, and spec is ${pod.spec}`);
    const managers = pod.metadata.managedFields?.length ?? 0;
    if (managers !== (dropManagedFields || fields ? 0 : 2))
      throw new Error(`a pod holds ${managers} managedFields`);
  }
}

function sum(values, count) {
  return values.reduce((total, value) => total + count(value), 0);
}

/** Any error ends the process: a row with a failure has no figures. */
function fail(error) {
  throw error;
}
