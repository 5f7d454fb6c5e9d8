// @kubernetes/client-node; the version is the argument. Prints what clients.ts expects.
const { CoreV1Api, ApisApi, KubeConfig, PatchStrategy, Watch, setHeaderOptions } = await import(
  process.argv[2]
);
const namespace = process.argv[3];

const config = new KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(CoreV1Api);
const { groups } = await config.makeApiClient(ApisApi).getAPIVersions();

const { metadata } = await core.listNamespacedConfigMap({ namespace });
const created = await core.createNamespacedConfigMap({
  namespace,
  body: { metadata: { name: 'a' }, data: { k: 'v' } },
});
const listed = await core.listNamespacedConfigMap({ namespace });
const patched = await core.patchNamespacedConfigMap(
  { namespace, name: 'a', body: { data: { k: 'w' } } },
  setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
);
await core.deleteNamespacedConfigMap({ namespace, name: 'a' });
const missing = await core.readNamespacedConfigMap({ namespace, name: 'a' }).catch((error) => error.code);

const events = [];
await new Promise((resolve, reject) => {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const onEvent = (type, { metadata: { name } }) => {
    events.push(`${type} ${name}`);
    if (type === 'DELETED') resolve();
  };
  new Watch(config).watch(path, { resourceVersion: metadata.resourceVersion }, onEvent, reject).catch(reject);
});

console.log(
  JSON.stringify({
    discovered: groups.some(({ name }) => name === 'apps'),
    created: created.metadata.name,
    listed: listed.items.map((item) => item.metadata.name),
    patched: patched.data,
    missing,
    events,
  }),
);
process.exit(0);
