// Takes the pictures of the inspector, after `npm run build`; needs Chromium, or its path in CHROMIUM:
//
//     node docs/images/inspector.mjs
//
// Writes inspector-*.png beside itself: an outage in light and dark colours, an object, the controllers, and a key that was
// given up.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspector } from '@kube-informers/inspector';
import { ApiServer, FaultProxy, faults } from '@kube-informers/testing';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import { Controller, Manager } from 'kube-informers/controller';
import { chromium } from 'playwright-core';

const here = import.meta.dirname;
const token = 'the-token-of-the-pictures';
const executablePath =
  process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

const server = await ApiServer.start();
const proxy = await FaultProxy.start({ target: { host: server.url } });
const direct = new Clientset({ host: server.url });
await direct
  .coreV1()
  .namespaces()
  .create({ metadata: { name: 'shop' } });
const pods = direct.coreV1().pods('shop');
for (let index = 0; index < 12; index++) {
  const app = index < 8 ? 'web' : 'cart';
  const created = await pods.create({
    metadata: { name: `${app}-${index}`, labels: { app } },
    spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'example.com/web:1.4' }] },
  });
  await pods.updateStatus({ ...created, status: { phase: 'Running' } });
}

const clientset = new Clientset({ host: proxy.url });
const factory = new SharedInformerFactory(clientset, { backoff: { baseMs: 30_000 } });
factory.apps().v1().deployments().lister();
factory.core().v1().secrets().lister();
const controller = new Controller('web', {
  for: factory.core().v1().pods(),
  giveUp: { attempts: 6 },
  onError: () => {},
  reconcile: ({ key }) => {
    if (key !== 'shop/web-3') return;
    const error = new Error('the volume "data" does not exist');
    // Not the folder of whoever takes the pictures.
    error.stack = error.stack?.replaceAll(/(file:\/\/)?\/[^()]*\/(docs|packages)\//g, '/app/$2/');
    throw error;
  },
});
const manager = new Manager(clientset, {
  factory,
  controllers: [controller],
  election: { namespace: 'shop', name: 'web-operator', identity: 'web-operator-0' },
});
const handler = inspector({
  factories: factory,
  managers: manager,
  access: { token },
  actions: true,
  program: {
    name: 'web-operator',
    version: '1.4.0',
    pod: 'web-operator-0',
    namespace: 'shop',
    cluster: 'production',
  },
});
const http = createServer(handler).listen(0, '127.0.0.1');
await once(http, 'listening');
const stop = new AbortController();
const running = manager.run({ signal: stop.signal });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** Takes a picture of a view as soon as it shows the text. */
async function take(
  name,
  view,
  text,
  { colorScheme = 'light', height = 720, during = () => Promise.resolve() } = {},
) {
  const viewport = { width: 1200, height };
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript((value) => sessionStorage.setItem('kube-informers-inspector-token', value), token);
  await page.goto(`http://127.0.0.1:${http.address().port}/${view}`);
  await page.getByText('up ').first().waitFor();
  await during(page);
  await page.getByText(text).first().waitFor();
  await page.screenshot({ path: join(here, name) });
  await context.close();
  console.log(name);
}

try {
  while (controller.givenUp().length === 0 || !manager.elector?.isLeader) await sleep(200);
  await take('inspector-controllers.png', '#/controllers', 'failed in the last hour', { height: 760 });
  await take('inspector-key.png', '#/controller/web/shop%2Fweb-3', 'at reconcile');
  await take('inspector-object.png', '#/informer/pods.v1/objects/shop%2Fweb-0', 'phase: Failed', {
    during: async (page) => {
      await page.getByText('No change since you opened it.').waitFor();
      await pods.updateStatus({ ...(await pods.get('web-0')), status: { phase: 'Failed' } });
    },
  });
  const refusal = proxy.refuse();
  proxy.applyNow(faults.reset());
  await sleep(3000);
  await take('inspector-outage.png', '#/overview', 'unreachable', { height: 840 });
  await take('inspector-outage-dark.png', '#/overview', 'unreachable', {
    height: 840,
    colorScheme: 'dark',
  });
  await refusal.remove();
} finally {
  await browser.close();
  handler.close();
  http.close();
  http.closeAllConnections();
  stop.abort();
  await running;
  await Promise.all([clientset.close(), direct.close()]);
  await proxy.stop();
  await server.stop();
}
