// One program with one informer of pods, over TLS. It prints when it reached what, in ms since its process began.
const at = { program: performance.now() };
const cpuMs = {};
const mark = (name) => {
  if (at[name] !== undefined) return;
  at[name] = performance.now();
  const { user, system } = process.cpuUsage();
  cpuMs[name] = (user + system) / 1000;
};

const { readFileSync } = process.getBuiltinModule('node:fs');
const { participant, options = {}, kubeconfig, access, namespace, pods, entry } = JSON.parse(readFileSync(0));
const path = `/api/v1/namespaces/${namespace}/pods`;
const paths = [];
const isWatch = (requested) => requested.includes('watch=');
// undici publishes these, and everyone here uses an undici.
const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
subscribe('undici:client:beforeConnect', () => mark('connecting'));
subscribe('undici:client:connected', () => mark('connected'));
subscribe('undici:client:sendHeaders', ({ request }) => {
  mark('sent');
  paths.push(`${request.method} ${request.path}`);
});
let wire;
const watching = new Promise((resolve) => {
  subscribe('undici:request:headers', ({ request, response }) => {
    mark('answered');
    wire ??= Object.values(response.headers).some((value) =>
      String(value).startsWith('application/vnd.kubernetes.protobuf'),
    )
      ? 'protobuf'
      : 'JSON';
    if (!isWatch(request.path)) return;
    mark('watching');
    resolve();
  });
});
let left = pods;
let all;
const allAdded = new Promise((resolve) => (all = resolve));
const added = () => {
  if (--left === 0) all();
};

const participants = {
  /** The least: undici, JSON.parse and a Map. It is given the address and the credentials. */
  async floor() {
    const { Agent, request } = await import('undici');
    mark('imported');
    const { server, ca, token, cert, key } = access;
    const dispatcher = new Agent({ connect: { ca, cert, key } });
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    mark('configured');
    const objects = new Map();
    const { body } = await request(`${server}${path}`, { dispatcher, headers });
    const { items, metadata } = JSON.parse(await body.text());
    for (const object of items) {
      objects.set(`${object.metadata.namespace}/${object.metadata.name}`, object);
      added();
    }
    const query = `watch=true&resourceVersion=${metadata.resourceVersion}&allowWatchBookmarks=true`;
    await request(`${server}${path}?${query}`, { dispatcher, headers });
  },

  async 'client-node'() {
    const { CoreV1Api, KubeConfig, makeInformer } = await import('client-node-2');
    mark('imported');
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    mark('configured');
    const api = config.makeApiClient(CoreV1Api);
    const informer = makeInformer(config, path, () => api.listNamespacedPod({ namespace }));
    informer.on('add', added);
    informer.on('error', fail);
    await informer.start();
  },

  async ours() {
    const { Clientset, loadConfig, SharedInformerFactory } = await import(entry);
    mark('imported');
    const clientset = new Clientset(await loadConfig({ kubeconfig }));
    mark('configured');
    const { fields, exclude, ...rest } = options;
    const factory = new SharedInformerFactory(clientset, { ...rest, namespace, onWatchError: fail });
    const informer = factory.core().v1().pods({ fields, exclude }).informer();
    informer.addEventHandler({ onAdd: added });
    factory.start();
    await informer.synced;
    const [pod] = informer.indexer.list();
    if (pod.status?.phase !== 'Running' || (pod.spec === undefined) !== ((fields ?? exclude) !== undefined))
      throw new Error(`a pod has ${Object.keys(pod).join()}, which is not what the row is for`);
  },
};

/** A row with a failure has no figures. */
function fail(error) {
  setImmediate(() => {
    throw error;
  });
}

const running = participants[participant]();
await allAdded;
mark('synced');
await Promise.all([running, watching]);
const peakRssMiB = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ at, cpuMs, paths, wire, peakRssMiB }), () => process.exit(0));
