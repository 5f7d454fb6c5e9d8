import { execFile, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { Clientset, resources } from 'kube-informers';
import type { apiextensionsv1 } from 'kube-informers';
import type { Webhooks } from 'kube-informers/webhook';
import { faults, FaultProxy, RealApiServer } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { readableCertificates } from '../../packages/kube-informers/src/rest/tls.js';
import { canStartServers } from './own-server.js';
import { alphas, hourMs, name, newReplica } from './webhook-replica/replica.js';
import type { Alpha } from './webhook-replica/replica.js';

const { validatingWebhookConfigurations, mutatingWebhookConfigurations } = resources.admissionregistrationV1;
const { customResourceDefinitions } = resources.apiextensionsV1;
const folder = join(import.meta.dirname, 'webhook-replica');
const { group } = alphas;
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const writes = ['create', 'patch'] as const;

/** Calls until the outcome holds: what other processes do takes a moment. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await systemClock.sleep(20);
  }
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error: unknown) => error);

/**
 * A cluster, a replica in this process that the API server asks, and one that is killed. It does not ask that one: what a process
 * has not answered when it is killed is lost with the connection.
 */
class Scene implements AsyncDisposable {
  readonly admin: Clientset;
  readonly survivor: Webhooks;
  /** By how much the clock of the survivor is ahead, ms. */
  shiftMs = 0;
  readonly #server: RealApiServer;
  /** Between the API server and each replica. */
  readonly #proxies: readonly [survivor: FaultProxy, killed: FaultProxy];
  readonly #end = new AbortController();
  readonly #clientset: Clientset;
  readonly #running: Promise<void>;

  private constructor(server: RealApiServer, proxies: readonly [FaultProxy, FaultProxy]) {
    this.#server = server;
    this.#proxies = proxies;
    this.admin = new Clientset(server.config);
    this.#clientset = new Clientset(proxies[0].config);
    this.survivor = newReplica(() => this.shiftMs);
    this.#running = this.survivor.run({ signal: this.#end.signal, clientset: this.#clientset });
  }

  static async start(): Promise<Scene> {
    const server = await RealApiServer.start();
    const target = server.config;
    const scene = new Scene(server, [await FaultProxy.start({ target }), await FaultProxy.start({ target })]);
    const { admin, survivor } = scene;
    await until(async () => survivor.port, Boolean);
    const url = `https://127.0.0.1:${survivor.port}`;
    await admin.apply(survivor.configurations(name, { url }));
    const definition: apiextensionsv1.CustomResourceDefinition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `websites.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind: 'Website', plural: 'websites' },
        versions: ['v1', 'v1alpha1'].map((version) => ({
          name: version,
          served: true,
          storage: version === 'v1',
          schema,
        })),
        conversion: {
          strategy: 'Webhook',
          webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: `${url}/convert` } },
        },
      },
    };
    await admin.apply([definition]);
    await until(
      () => errorOf(scene.ask()),
      (error) => error === undefined,
    );
    return scene;
  }

  /** A request for which the API server calls all three webhooks. */
  ask(): Promise<Alpha> {
    const website = { metadata: { name: 'shop' }, spec: { host: 'a.org' } };
    return this.admin.resource(alphas, 'default').create(website, { dryRun: true });
  }

  /** The certificate in the Secret. */
  async stored(): Promise<X509Certificate> {
    const { data } = await this.admin.resource(resources.coreV1.secrets, 'default').get(name);
    return new X509Certificate(Buffer.from(data?.['tls.crt'] ?? '', 'base64'));
  }

  /** Every `caBundle`, in the order in which a replica writes them. */
  async bundles(): Promise<string[]> {
    const one = await this.admin.resource(validatingWebhookConfigurations).get(name);
    const two = await this.admin.resource(mutatingWebhookConfigurations).get(name);
    const three = await this.admin.resource(customResourceDefinitions).get(`websites.${group}`);
    const configs = [one.webhooks?.[0]?.clientConfig, two.webhooks?.[0]?.clientConfig];
    return [...configs, three.spec?.conversion?.webhook?.clientConfig].map((each) =>
      Buffer.from(each?.caBundle ?? '', 'base64').toString(),
    );
  }

  /** The certificate that the survivor serves; rejects as an API server that has just started and has this bundle would refuse it. */
  async served(ca: string): Promise<X509Certificate | undefined> {
    const socket = connect({ host: '127.0.0.1', port: this.survivor.port, ca });
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate();
    socket.destroy();
    await once(socket, 'close');
    return certificate;
  }

  /** Starts a replica that has to renew the certificates, and kills it after so many writes, before it learns of the last one. */
  async killAfter(count: number): Promise<void> {
    const [survivor, killed] = this.#proxies;
    survivor.inject(faults.stall({ direction: 'toServer' }), { verbs: writes, times: Infinity });
    const fault = count === 0 ? faults.stall({ direction: 'toServer' }) : faults.stall();
    const last = killed.inject(fault, { verbs: writes, skip: Math.max(0, count - 1) });
    const args = [join(folder, 'dist/program.js'), killed.url, String((2 / 3) * hourMs)];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const exited = once(child, 'exit');
    try {
      const ended = exited.then(() => {
        throw new Error('the replica has ended by itself');
      });
      await Promise.race([last.hit(), ended]);
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  }

  /** Lets the survivor write. */
  heal(): void {
    for (const proxy of this.#proxies) proxy.heal();
  }

  /** Wakes the survivor, as the end of its wait would. */
  async touch(): Promise<void> {
    const metadata = { annotations: { at: String(this.shiftMs) } };
    const secrets = this.admin.resource(resources.coreV1.secrets, 'default');
    await secrets.patch(name, { metadata }, { type: 'merge' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    this.#end.abort();
    await this.#running;
    for (const each of [this.#clientset, this.admin]) await each.close();
    for (const proxy of this.#proxies) await proxy.stop();
    await this.#server[Symbol.asyncDispose]();
  }
}

beforeAll(async () => {
  const args = ['scripts/bundle-programs.mjs', join(folder, 'program.ts')];
  await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '../..') });
});

// It writes the Secret, the two configurations and the definition.
test.runIf(canStartServers).each([0, 1, 2, 3, 4])(
  'a replica is killed in a renewal (writes so far: %i): another one completes it, and no request is refused',
  async (count) => {
    await using scene = await Scene.start();
    const old = await scene.stored();
    const failures: unknown[] = [];
    let [requests, isOver] = [0, false];
    const load = [
      async () => {
        failures.push(await errorOf(scene.ask()));
        requests++;
      },
      async () => {
        for (const bundle of await scene.bundles()) failures.push(await errorOf(scene.served(bundle)));
      },
    ].map(async (work) => {
      while (!isOver) await work();
    });
    const more = async (): Promise<void> => {
      const enough = requests + 20;
      await until(
        async () => requests,
        (now) => now >= enough,
      );
    };
    try {
      await more();
      await scene.killAfter(count);
      expect((await scene.stored()).raw.equals(old.raw)).toBe(count === 0);
      const written = (await scene.bundles()).map((bundle) => readableCertificates(bundle).length === 2);
      expect(written).toEqual([count > 1, count > 2, count > 3]);
      await more();
      scene.shiftMs = (2 / 3) * hourMs;
      scene.heal();
      await until(
        async () => {
          // What it waits for: that API servers have had time to notice.
          scene.shiftMs += 1000;
          await scene.touch();
          return scene.served((await scene.bundles())[0] ?? '');
        },
        (certificate) => certificate !== undefined && !certificate.raw.equals(old.raw),
      );
      await more();
      const newest = await scene.stored();
      for (const bundle of await scene.bundles()) {
        expect(readableCertificates(bundle)).toHaveLength(2);
        expect((await scene.served(bundle))?.raw).toEqual(newest.raw);
      }
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    expect(failures.filter((each) => each !== undefined)).toEqual([]);
  },
);
