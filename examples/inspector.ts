/**
 * Serves the inspector for an informer: the page for a browser, `/statusz` for scripts, and health endpoints for a Pod.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SharedInformerFactory } from 'kube-informers';
import { inspector } from '@kube-informers/inspector';
import { openCluster, podNamed, say } from './cluster.js';

await using cluster = await openCluster('inspector');
const { admin, clientset, namespace } = cluster;
await admin
  .coreV1()
  .pods(namespace)
  .create(podNamed('web', { app: 'web' }));

const factory = new SharedInformerFactory(clientset, { namespace });
factory.core().v1().pods().lister();
const handler = inspector({ factories: factory });
const server = createServer(handler);
server.listen(0, '127.0.0.1'); // 8082 in a real program
await once(server, 'listening');
// Listening on a port, so not the name of a pipe.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

say(`before the start: /readyz answers ${(await get('/readyz')).status}`);
factory.start();
await factory.waitForCacheSync();
say(`with a full cache: /readyz answers ${(await get('/readyz')).status}`);

const statusz = await (await get('/statusz')).text();
say(
  statusz
    .split('\n')
    .find((line) => line.includes('pods.v1'))
    ?.trim() ?? 'no pods',
);
const page = await (await get('/')).text();
say(`the page has ${Math.round(page.length / 1000)} kB and needs no other file`);

handler.close();
server.close();
await factory.stop();

function get(path: string): Promise<Response> {
  return fetch(url + path, { headers: { connection: 'close' } });
}
