import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApiServer } from '@kube-informers/testing';
import { Controller, Manager } from 'kube-informers/controller';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import { inspector } from '@kube-informers/inspector';
import type { InspectorOptions } from '@kube-informers/inspector';
import { appsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { FaultProxy, faults } from '@kube-informers/testing';

/** A program with informers, a controller and an inspector, as a user has it, and the API server that it talks to. */
export class InspectedProgram implements AsyncDisposable {
  readonly server: ApiServer;
  readonly proxy: FaultProxy;
  readonly clientset: Clientset;
  readonly factory: SharedInformerFactory;
  readonly url: string;
  /** Without it, the controller fails for shop/web-3. */
  hasVolume = false;
  /** Of the tests: not through the proxy. */
  readonly #direct: Clientset;
  readonly #http: Server;
  readonly #inspector: ReturnType<typeof inspector>;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #refusal: ReturnType<FaultProxy['refuse']> | undefined;

  private constructor(
    server: ApiServer,
    proxy: FaultProxy,
    clientset: Clientset,
    factory: SharedInformerFactory,
    handler: ReturnType<typeof inspector>,
    http: Server,
  ) {
    this.server = server;
    this.#direct = new Clientset({ host: server.url });
    this.proxy = proxy;
    this.clientset = clientset;
    this.factory = factory;
    this.#inspector = handler;
    this.#http = http;
    // Listening on a port, so not a pipe's name.
    this.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  }

  /** Starts it with some pods, deployments, config maps and a Secret. */
  static async start(
    options: Omit<InspectorOptions, 'factories' | 'managers'> = {},
    { hasVolume = false }: { readonly hasVolume?: boolean } = {},
  ): Promise<InspectedProgram> {
    const server = await ApiServer.start();
    const proxy = await FaultProxy.start({ target: { host: server.url } });
    const clientset = new Clientset({ host: proxy.url });
    const factory = new SharedInformerFactory(clientset, { backoff: { baseMs: 200, capMs: 500 } });
    const pods = factory.core().v1().pods();
    factory.apps().v1().deployments().lister();
    factory.core().v1().secrets().lister();
    factory.core().v1().configMaps({ namespace: 'shop', labelSelector: 'app=web' }).lister();
    pods.informer().addEventHandler({ onAdd() {} }, { name: 'pod counter' });
    const direct = new Clientset({ host: server.url });
    await populate(direct);
    await direct.close();
    const controller = new Controller('web', {
      for: pods,
      giveUp: { attempts: 1 },
      reconcile: ({ key }) => {
        if (key === 'shop/web-3' && !program.hasVolume) throw new Error('the volume "data" is not there');
      },
    });
    const manager = new Manager(clientset, {
      factory,
      controllers: [controller],
      election: { namespace: 'shop', name: 'web-operator', identity: 'web-operator-0' },
    });
    const identity = { name: 'web-operator', version: '1.4.0', pod: 'web-operator-0', namespace: 'shop' };
    const handler = inspector({ program: identity, ...options, factories: factory, managers: manager });
    const http = createServer(handler);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const program = new InspectedProgram(server, proxy, clientset, factory, handler, http);
    program.hasVolume = hasVolume;
    program.#running = manager.run({ signal: program.#stop.signal });
    await factory.waitForCacheSync();
    return program;
  }

  /** Changes the phase of a pod on the server. */
  async setPhase(name: string, phase: string): Promise<void> {
    const pods = this.#direct.coreV1().pods('shop');
    const object = await pods.get(name);
    await pods.updateStatus({ ...object, status: { ...object.status, phase } });
  }

  /** Creates a config map that its informer selects. */
  async createConfigMap(name: string, data: Readonly<Record<string, string>>): Promise<void> {
    await this.#direct
      .coreV1()
      .configMaps('shop')
      .create({ metadata: { name, labels: { app: 'web' } }, data });
  }

  /** Makes the API server unreachable, and breaks what is open. */
  outage(): void {
    this.#refusal = this.proxy.refuse();
    this.proxy.applyNow(faults.reset());
  }

  /** Ends the outage. */
  async recover(): Promise<void> {
    await this.#refusal?.remove();
    this.#refusal = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.recover();
    this.#inspector.close();
    this.#http.close();
    this.#http.closeAllConnections();
    this.#stop.abort();
    await this.#running;
    await this.clientset.close();
    await this.#direct.close();
    await this.proxy.stop();
    await this.server.stop();
  }
}

/** A pod, as much of it as the table shows. */
export function pod(name: string, phase: string): KubernetesObject & Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels: { app: name.replace(/-\d+$/, ''), tier: 'front' } },
    spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'example.com/web:1.4' }] },
    status: { phase, containerStatuses: [{ name: 'main', ready: phase === 'Running', restartCount: 0 }] },
  };
}

async function populate(clientset: Clientset): Promise<void> {
  await clientset
    .coreV1()
    .namespaces()
    .create({ metadata: { name: 'shop' } });
  const pods = clientset.coreV1().pods('shop');
  for (let index = 0; index < 12; index++) {
    const object = pod(index < 8 ? `web-${index}` : `cart-${index}`, index === 5 ? 'Pending' : 'Running');
    const created = await pods.create(object as never);
    await pods.updateStatus({ ...created, status: object.status } as never);
  }
  for (const name of ['web', 'cart'])
    await clientset.resource(appsV1.deployments, 'shop').create({
      metadata: { name },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: { containers: [{ name: 'main', image: 'example.com/web:1.4' }] },
        },
      },
    });
  await clientset.resource(coreV1.configMaps, 'shop').create({
    metadata: { name: 'web', labels: { app: 'web' } },
    data: { 'web.conf': 'workers 4\nlisten 8080\n' },
  });
  await clientset
    .resource(coreV1.secrets, 'shop')
    .create({ metadata: { name: 'login' }, type: 'Opaque', stringData: { password: 'correct horse' } });
}
