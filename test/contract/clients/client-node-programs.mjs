// Programs in the shape of public ones that use client-node's informers. The arguments are client-node's name, a namespace, and the
// module that has makeInformer and ListWatch: client-node again, or the file of kube-informers/client-node. The programs are the same
// for both, and so must be what they print: an object with the events of each program.
const [, , name, namespace, implementation] = process.argv;
const clientNode = await import(name);
const { ListWatch, makeInformer } = await import(implementation);
const { CoreV1Api, KubeConfig, Watch } = clientNode;

const kc = new KubeConfig();
kc.loadFromDefault();
const core = kc.makeApiClient(CoreV1Api);
const path = `/api/v1/namespaces/${namespace}/configmaps`;

/** Waits until the condition holds: for events of a server, or the end of the test's patience. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** ConfigMaps with the label of one program. */
function configMapsOf(program) {
  const labels = { program };
  const labelSelector = `program=${program}`;
  const body = (object, more) => ({ metadata: { name: `${program}-${object}`, labels, ...more } });
  return {
    labelSelector,
    list: () => core.listNamespacedConfigMap({ namespace, labelSelector }),
    create: (object) => core.createNamespacedConfigMap({ namespace, body: body(object) }),
    update: (object, more) => {
      const body_ = { ...body(object, more), data: { changed: 'yes' } };
      return core.replaceNamespacedConfigMap({ namespace, name: `${program}-${object}`, body: body_ });
    },
    remove: (object) => core.deleteNamespacedConfigMap({ namespace, name: `${program}-${object}` }),
    short: ({ metadata }) => metadata.name.slice(program.length + 1),
  };
}

const programs = {
  // client-node's examples informer.ts and informer-with-label-selector.ts.
  async printer({ labelSelector, list, create, update, remove, short }, events) {
    const informer = makeInformer(kc, path, list, labelSelector);
    informer.on('add', (object) => events.push(`added ${short(object)}`));
    informer.on('update', (object) => events.push(`updated ${short(object)}`));
    informer.on('delete', (object) => events.push(`deleted ${short(object)}`));
    informer.on('connect', (error) => events.push(`connected ${error}`));
    let isStopped = false;
    // client-node reports the end of the request that stop() has aborted.
    informer.on('error', (error) => isStopped || events.push(`failed ${error}`));
    await create('a');
    await informer.start();
    await create('b');
    await until(() => events.includes('added b'));
    await update('a');
    await until(() => events.includes('updated a'));
    // Leaves the selector.
    await update('b', { labels: { program: 'other' } });
    await until(() => events.includes('deleted b'));
    await remove('a');
    await until(() => events.includes('deleted a'));
    await remove('b');
    isStopped = true;
    await informer.stop();
  },

  // client-node's cache-example.js.
  async cache({ list, create, remove, short }, events) {
    await create('a');
    const cache = new ListWatch(path, new Watch(kc), list);
    const names = () => cache.list(namespace).filter(({ metadata }) => metadata.labels?.program === 'cache');
    const shown = () => names().map(short).sort().join();
    await until(() => shown() === 'a');
    events.push(shown());
    await create('b');
    await until(() => names().length === 2);
    events.push(shown(), `get ${short(cache.get('cache-b', namespace))} ${cache.get('cache-b')}`);
    await remove('a');
    await until(() => names().length === 1);
    events.push(shown(), `${cache.list('nowhere').length} elsewhere`);
    await remove('b');
    await cache.stop();
  },

  // Rancher Desktop wraps the watch to hear of each change, and reads the cache then.
  async wrapped({ labelSelector, list, create, update, remove, short }, events) {
    class WrappedWatch extends Watch {
      watch(at, query, callback, done) {
        const wrappedCallback = (phase, object, event) => {
          callback(phase, object, event);
          if (phase !== 'BOOKMARK') events.push(services.list().map(short).sort().join());
        };
        return super.watch(at, query, wrappedCallback, done);
      }
    }
    const services = new ListWatch(path, new WrappedWatch(kc), list, false, labelSelector);
    await create('a');
    await services.start();
    events.push(services.list().map(short).join());
    await create('b');
    await until(() => events.length === 2);
    await update('b');
    await until(() => events.length === 3);
    await remove('a');
    await until(() => events.length === 4);
    await remove('b');
    await until(() => events.length === 5);
    await services.stop();
  },

  // The dashboard of Podman Desktop gives the items of its lists a kind, and counts on it for all objects.
  async kinds({ labelSelector, list, create, update, remove }, events) {
    const typedList = async () => {
      const found = await list();
      const items = found.items.map((item) => ({ kind: 'ConfigMap', apiVersion: found.apiVersion, ...item }));
      return { ...found, items };
    };
    const informer = makeInformer(kc, path, typedList, labelSelector);
    informer.on('change', ({ kind, metadata }) => events.push(`${kind} ${metadata.name}`));
    await create('a');
    await informer.start();
    await create('b');
    await until(() => events.length === 2);
    await update('a');
    await until(() => events.length === 3);
    events.push(
      informer
        .list()
        .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
        .join(),
    );
    await remove('a');
    await remove('b');
    await until(() => events.length === 6);
    await informer.stop();
  },

  // Monokle's admission controller and Snyk's monitor start again after an error. Here the first list fails.
  async restarted({ labelSelector, list, create, remove, short }, events) {
    let failures = 1;
    const listOnce = () => (failures-- > 0 ? Promise.reject(new Error('no list')) : list());
    const informer = makeInformer(kc, path, listOnce, labelSelector);
    informer.on('add', (object) => events.push(`added ${short(object)}`));
    informer.on('connect', () => events.push('connected'));
    let isStopped = false;
    informer.on('error', ({ message }) => {
      if (isStopped) return;
      events.push(`failed ${message}`);
      setTimeout(() => void informer.start(), 100);
    });
    await create('a');
    await informer.start();
    await until(() => events.includes('added a'));
    await remove('a');
    await until(() => informer.list().length === 0);
    isStopped = true;
    await informer.stop();
  },

  // A service of opsiforce stops and starts; a handler may leave in its own call.
  async stopped({ labelSelector, list, create, remove, short }, events) {
    const informer = makeInformer(kc, path, list, labelSelector);
    const once = (object) => {
      events.push(`once ${short(object)}`);
      informer.off('add', once);
    };
    const deleted = (object) => events.push(`deleted ${short(object)}`);
    informer.on('add', once);
    informer.on('add', (object) => events.push(`added ${short(object)}`));
    informer.on('delete', deleted);
    informer.on('connect', () => events.push('connected'));
    await create('a');
    await informer.start();
    await informer.stop();
    await remove('a');
    await create('b');
    events.push(`kept ${informer.list().map(short)}`);
    await informer.start();
    await until(() => events.includes('added b'));
    informer.off('delete', deleted);
    await remove('b');
    await until(() => informer.list().length === 0);
    await informer.stop();
  },
};

const printed = {};
for (const [program, run] of Object.entries(programs)) {
  printed[program] = [];
  await run(configMapsOf(program), printed[program]);
}
console.log(JSON.stringify(printed));
