// kubernetes-fluent-client's Watch. It keeps a cache of its own, by uid, and has no way of reading it: what this program
// wants to read it has to keep itself, so it keeps a Map, which holds the same objects.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const handlers = 2;

export async function load() {
  const library = await import('kubernetes-fluent-client');
  return ({ baseUrl, recorder }) => start(library, baseUrl, recorder);
}

async function start({ K8s, kind, WatchEvent }, baseUrl, recorder) {
  // It reads its configuration where kubectl would, for every request, and refuses http unless TLS need not be verified.
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.KUBECONFIG = join(folder, 'kubeconfig');
  writeFileSync(
    process.env.KUBECONFIG,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'bench', cluster: { server: baseUrl, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'bench', user: {} }],
      contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
      'current-context': 'bench',
    }),
  );
  const objects = new Map();
  const watcher = K8s(kind.Pod).Watch((object, phase) => {
    objects.set(`${object.metadata.namespace}/${object.metadata.name}`, object);
    for (let handler = 0; handler < handlers; handler++) {
      if (phase === 'ADDED') recorder.added(handler);
      else recorder.updated(handler, object);
    }
  });
  for (const event of [WatchEvent.LIST_ERROR, WatchEvent.WATCH_ERROR, WatchEvent.DATA_ERROR]) {
    watcher.events.on(event, (error) => setImmediate(() => fail(error)));
  }
  await watcher.start();
  return { size: () => objects.size };
}

/** Any error ends the process: a row with a failure has no figures. */
function fail(error) {
  throw error;
}
