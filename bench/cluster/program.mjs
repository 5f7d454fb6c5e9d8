// One program with one informer of pods, over TLS. It reads and writes lines of JSON, as a `Client` of ../processes.mjs expects:
// the setup, then commands. `at` is in ms since its process was started.
const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;
const at = { program: monotonicMs() };
const cpuMs = {};
const usedMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const mark = (name) => {
  if (at[name] !== undefined) return;
  at[name] = monotonicMs();
  cpuMs[name] = usedMs();
};

const { readFileSync, readSync } = process.getBuiltinModule('node:fs');
const { setup, rest: commandsSoFar } = readSetup();
const { participant, options = {}, kubeconfig, access, namespace, pods, entry, spawnedMs } = setup;
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
    // What the first answer that has objects is made of: the version comes as JSON.
    if (request.path.startsWith(path))
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
const handled = counter();
const changed = counter();

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
    const keep = (object) => objects.set(`${object.metadata.namespace}/${object.metadata.name}`, object);
    const { body } = await request(`${server}${path}`, { dispatcher, headers });
    const { items, metadata } = JSON.parse(await body.text());
    for (const object of items) {
      keep(object);
      handled.one();
    }
    let { resourceVersion } = metadata;
    const watch = async () => {
      const query = `watch=true&resourceVersion=${resourceVersion}&allowWatchBookmarks=true`;
      const { statusCode, body: events } = await request(`${server}${path}?${query}`, {
        dispatcher,
        headers,
        bodyTimeout: 0,
      });
      if (statusCode !== 200) throw new Error(`a watch was answered ${statusCode}: ${await events.text()}`);
      events.setEncoding('utf8');
      let rest = '';
      events.on('data', (text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const line of lines) {
          const { type, object } = JSON.parse(line);
          if (type === 'ERROR') return fail(new Error(`the watch ended: ${object.message}`));
          ({ resourceVersion } = object.metadata);
          if (type === 'BOOKMARK') continue;
          keep(object);
          changed.one();
        }
      });
      // The server ends the watch of a program that reads too slowly.
      events.on('end', () => void watch().catch(fail));
      events.on('error', fail);
    };
    await watch();
    return () => objects.size;
  },

  async 'client-node'() {
    const { CoreV1Api, KubeConfig, makeInformer } = await import('client-node-2');
    mark('imported');
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    mark('configured');
    const api = config.makeApiClient(CoreV1Api);
    const informer = makeInformer(config, path, () => api.listNamespacedPod({ namespace }));
    informer.on('add', handled.one);
    informer.on('update', changed.one);
    informer.on('error', fail);
    await informer.start();
    return () => informer.list().length;
  },

  async ours() {
    const { Clientset, loadConfig, SharedInformerFactory } = await import(entry);
    mark('imported');
    const { fields, disableCompression, ...others } = options;
    const clientset = new Clientset({ ...(await loadConfig({ kubeconfig })), disableCompression });
    mark('configured');
    const factory = new SharedInformerFactory(clientset, { ...others, namespace, onWatchError: fail });
    const informer = factory
      .core()
      .v1()
      .pods(fields === undefined ? undefined : { fields })
      .informer();
    informer.addEventHandler({ onAdd: handled.one, onUpdate: changed.one });
    factory.start();
    await informer.synced;
    const [pod] = informer.indexer.list();
    if (pod.status?.phase !== 'Running' || (pod.spec === undefined) !== (fields !== undefined))
      throw new Error(`a pod has ${Object.keys(pod).join()}, which is not what the row is for`);
    return () => informer.indexer.list().length;
  },
};

const commands = {
  async sync() {
    await watching;
    const size = await running;
    if (size() !== pods) throw new Error(`it holds ${size()} of ${pods} pods`);
    return { at: sinceSpawned(), cpuMs, paths, wire, peakRssMiB, after: await heap() };
  },
  async flood({ events }) {
    const all = changed.reached(events);
    const before = usedMs();
    write({ armed: true });
    await all;
    return { endedMs: monotonicMs(), cpuSeconds: (usedMs() - before) / 1000 };
  },
};

const allHandled = handled.reached(pods);
const running = participants[participant]();
await allHandled;
mark('synced');
const peakRssMiB = memoryMiB('VmHWM');
let input = commandsSoFar;
obey();
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  input += text;
  obey();
});
process.stdin.on('end', () => process.exit(0));

/** Answers each whole line. A command is given when the one before was answered. */
function obey() {
  const lines = input.split('\n');
  input = lines.pop();
  for (const line of lines) {
    const command = JSON.parse(line);
    commands[command.type](command).then((result) => write({ result }), fail);
  }
}

/** Reads without a stream, which would load modules that a library here may do without. */
function readSetup() {
  let text = '';
  const chunk = Buffer.alloc(65_536);
  while (!text.includes('\n')) text += chunk.toString('latin1', 0, readSync(0, chunk));
  const end = text.indexOf('\n');
  return { setup: JSON.parse(text.slice(0, end)), rest: text.slice(end + 1) };
}

function write(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Counts calls of `one`; `reached` resolves after so many more. */
function counter() {
  let left = Infinity;
  let all;
  const one = () => {
    if (--left === 0) all();
  };
  const reached = (count) => {
    left = count;
    return new Promise((resolve) => (all = resolve));
  };
  return { one, reached };
}

function sinceSpawned() {
  return Object.fromEntries(Object.entries(at).map(([name, ms]) => [name, ms - spawnedMs]));
}

/** Heap after garbage collection. */
async function heap() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heapMiB: heapUsed / 2 ** 20, externalMiB: external / 2 ** 20, rssMiB: memoryMiB('VmRSS') };
}

/** Linux's own count: `resourceUsage().maxRSS` of a child begins with what its parent had when it forked. */
function memoryMiB(name) {
  return (
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
  );
}

/** A row with a failure has no figures. */
function fail(error) {
  setImmediate(() => {
    throw error;
  });
}
