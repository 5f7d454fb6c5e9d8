// kubernetes-fluent-client. Prints what clients.ts expects; it has no discovery.
const { K8s, WatchEvent, kind } = await import(process.argv[2]);
const namespace = process.argv[3];

const maps = () => K8s(kind.ConfigMap).InNamespace(namespace);
const events = [];
let onDeleted;
const deleted = new Promise((resolve) => {
  onDeleted = resolve;
});
const watcher = maps().Watch(({ metadata: { name } }, phase) => {
  events.push(`${phase} ${name}`);
  if (phase === 'DELETED') onDeleted();
});
const connected = new Promise((resolve) => {
  watcher.events.once(WatchEvent.CONNECT, resolve);
});
await Promise.all([watcher.start(), connected]);
const created = await K8s(kind.ConfigMap).Create({ metadata: { name: 'a', namespace }, data: { k: 'v' } });
const listed = await maps().Get();
const patched = await K8s(kind.ConfigMap, { name: 'a', namespace }).Patch([
  { op: 'replace', path: '/data/k', value: 'w' },
]);
await maps().Delete('a');
const missing = await maps()
  .Get('a')
  .catch(({ status }) => status);
await deleted;

console.log(
  JSON.stringify({
    created: created.metadata.name,
    listed: listed.items.map((item) => item.metadata.name),
    patched: patched.data,
    missing,
    events,
  }),
);
process.exit(0);
