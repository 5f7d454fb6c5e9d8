// One program with an informer of pods, two fields and two indexes, that saves its state. It lists and saves, or restores.
const { entry, host, kubeconfig, namespace, pods, state, restored } = JSON.parse(process.argv[2]);
const { Clientset, loadConfig, SharedInformerFactory } = await import(entry);
const appLabel = 'app.kubernetes.io/name';

const clientset = new Clientset(kubeconfig === undefined ? { host } : await loadConfig({ kubeconfig }));
// It loads undici.
await clientset.discovery().serverVersion();
const factory = new SharedInformerFactory(clientset, {
  state,
  namespace,
  useWatchList: false,
  onWatchError: (error) =>
    setImmediate(() => {
      throw error;
    }),
});
const source = factory
  .core()
  .v1()
  .pods({ fields: { metadata: { labels: true }, status: { phase: true } } });
const informer = source.informer();
informer.addIndexers({ app: (pod) => [pod.metadata?.labels?.[appLabel] ?? ''] });
const lister = source.lister();

globalThis.gc();
const startedMs = performance.now();
const startedCpu = process.cpuUsage();
const since = () => {
  const { user, system } = process.cpuUsage(startedCpu);
  return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
};
factory.start();
const synced = informer.synced.then(since);
let readable;
if (restored) {
  if (!(await factory.waitForRestore())) throw new Error('nothing was restored');
  readable = since();
  requireAll();
}
const confirmed = await synced;
requireAll();
await factory.stop();
await clientset.close();
process.stdout.write(JSON.stringify({ readable: readable ?? confirmed, synced: confirmed }));

function requireAll() {
  const { indexer } = informer;
  const byApp = indexer
    .indexFuncValues('app')
    .reduce((total, app) => total + indexer.byIndex('app', app).length, 0);
  const held = lister.list().length;
  if (held !== pods || byApp !== pods)
    throw new Error(`it has ${held} pods, and ${byApp} by app, expected ${pods}`);
}
