// What the garbage collector, the namespace controller and the Deployment controller do, as informers, controllers, waits and the
// table see it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isForbidden, SharedInformerFactory, waitFor } from 'kube-informers';
import type { DeepReadonly, KubernetesObject } from 'kube-informers';
import { Controller, runFinalizers, setControllerReference } from 'kube-informers/controller';
import { FakeTerminal, start } from '../../packages/cli/src/cli.test-support.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { hasStatusCause } from '../../packages/kube-informers/src/meta/errors.js';
import { appsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { connect, connectAs, freshNamespace, Recorder } from './harness.js';
import { forKinds, rulesOf, userWith, writeKubeconfig } from './users.js';

const limit = { timeoutMs: 60_000 };

let admin: Clientset;
beforeAll(async () => {
  admin = await connect();
});
afterAll(() => admin.close());

/**
 * A controller whose user has the rights of its page: a config map with the label `site` has a page, another config map that it owns,
 * and a record that is cleaned up before the site goes.
 */
class Sites implements AsyncDisposable {
  readonly recorder = new Recorder();
  readonly errors: Error[] = [];
  readonly cleaned: string[] = [];
  readonly controller: Controller;
  readonly #program: Clientset;
  readonly #factory: SharedInformerFactory;
  readonly #running: Promise<void>;

  private constructor(program: Clientset) {
    this.#program = program;
    this.#factory = new SharedInformerFactory(program);
    const { configMaps } = this.#factory.core().v1();
    configMaps({ labelSelector: 'part-of=sites' }).informer().addEventHandler(this.recorder);
    const pages = configMaps({ labelSelector: 'page' });
    this.controller = new Controller('sites', {
      clientset: program,
      for: configMaps({ labelSelector: 'site' }),
      owns: [pages],
      onError: (error) => this.errors.push(error),
      reconcile: async ({ object: site, namespace, key, client }) => {
        if (site === undefined) return;
        const { deleting } = await runFinalizers(client, site, {
          'example.com/record': () => void this.cleaned.push(key),
        });
        // Applying a page that is there could make an orphan a dependent again.
        if (deleting || pages.lister().namespace(namespace).get('page') !== undefined) return;
        const labels = { page: 'yes', 'part-of': 'sites' };
        const page = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'page', namespace, labels } };
        await client.apply(setControllerReference(site, page));
      },
    });
    this.#factory.start();
    this.#running = this.controller.run();
  }

  static async start(): Promise<Sites> {
    const [, owned] = await rulesOf('docs/controllers.md', 'ClusterRole');
    if (owned === undefined) throw new Error('the page has two rules');
    const sites = new Sites(await connectAs(forKinds([owned], [coreV1.configMaps])));
    await sites.#factory.waitForCacheSync();
    return sites;
  }

  /** Creates a site in a new namespace, and waits for its page. */
  async create(): Promise<string> {
    const namespace = await freshNamespace(admin);
    const labels = { site: 'yes', 'part-of': 'sites' };
    await admin
      .coreV1()
      .configMaps(namespace)
      .create({ metadata: { name: 'site', labels } });
    await this.until(namespace, 'add page');
    return namespace;
  }

  /** Resolves when the garbage collector has seen all config maps that were created before. */
  async collectorIsThere(namespace: string): Promise<void> {
    const configMaps = admin.coreV1().configMaps(namespace);
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'never', uid: crypto.randomUUID() };
    await configMaps.create({ metadata: { name: 'garbage', ownerReferences: [owner] } });
    await waitFor(admin, 'configmaps', 'garbage', 'delete', { namespace, ...limit });
  }

  /** What the informer told of one namespace: `add page`. */
  told(namespace: string): string[] {
    const own = this.recorder.events.filter(({ key }) => key.startsWith(`${namespace}/`));
    return own.map(({ type, key }) => `${type} ${key.split('/')[1]}`);
  }

  async until(namespace: string, event: string): Promise<void> {
    await this.recorder.until(() => this.told(namespace).includes(event));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.controller.stop();
    await this.#running;
    await this.#factory.stop();
    await this.#program.close();
  }
}

test.each([
  { policy: 'Background', order: ['delete site', 'delete page'], left: [] },
  { policy: 'Foreground', order: ['delete page', 'delete site'], left: [] },
  { policy: 'Orphan', order: ['delete site'], left: ['page'] },
] as const)(
  'a controller cleans up after an owner that is deleted with $policy',
  async ({ policy, order, left }) => {
    await using sites = await Sites.start();
    const namespace = await sites.create();
    const configMaps = admin.coreV1().configMaps(namespace);
    // It deletes a dependent of which it did not know when its owner was orphaned.
    await sites.collectorIsThere(namespace);
    await configMaps.delete('site', { propagationPolicy: policy });
    for (const event of order) await sites.until(namespace, event);
    const deletions = sites.told(namespace).filter((event) => event.startsWith('delete'));
    expect(deletions[0]).toBe(order[0]);
    expect(sites.cleaned).toContain(`${namespace}/site`);
    // A run that does not see the site's end yet may create a page again, which is collected as the first one was.
    const names = async (): Promise<unknown[]> => {
      const { items } = await configMaps.list({ labelSelector: 'part-of=sites' });
      return items.map(({ metadata }) => metadata?.name);
    };
    await expect.poll(names, { timeout: 60_000 }).toEqual(left);
    if (policy === 'Orphan') {
      const isOrphan = (page: DeepReadonly<KubernetesObject> | undefined): boolean =>
        page?.metadata?.ownerReferences === undefined;
      expect(await waitFor(admin, 'configmaps', 'page', isOrphan, { namespace, ...limit })).toBeDefined();
    }
    expect(sites.recorder.illegal()).toEqual([]);
    expect(sites.errors).toEqual([]);
  },
);

test('a namespace terminates under a controller, which cleans up there and goes on in another one', async () => {
  await using sites = await Sites.start();
  const namespace = await sites.create();
  await admin.coreV1().namespaces().delete(namespace);
  await waitFor(admin, 'namespaces', namespace, 'delete', limit);
  for (const event of ['delete site', 'delete page']) await sites.until(namespace, event);
  expect(sites.cleaned).toContain(`${namespace}/site`);
  // A page that is gone before its site is created again, which such a namespace refuses.
  for (const error of sites.errors)
    expect([isForbidden(error), hasStatusCause(error, 'NamespaceTerminating')]).toEqual([true, true]);
  const lastRun = () => sites.controller.history().runs.find(({ key }) => key === `${namespace}/site`);
  while (lastRun()?.result === 'error') await systemClock.sleep(50);
  await sites.create();
  expect(sites.recorder.illegal()).toEqual([]);
});

test('a Deployment is rolled out and back while a wait and the live table watch', async () => {
  const namespace = await freshNamespace(admin);
  const folder = await mkdtemp(join(tmpdir(), 'rollout-'));
  const given = process.env['KUBECONFIG'] ?? '';
  const { config } = admin.restClient;
  const viewer = await userWith(config, namespace, {
    clusterRules: await rulesOf('docs/command-line.md', 'ClusterRole'),
  });
  const kubeconfig = join(folder, 'kubeconfig');
  await writeKubeconfig(kubeconfig, given, viewer);
  const waiter = await rulesOf('docs/manifests.md', 'Role', 'waiter');
  await using program = await connectAs(forKinds(waiter, [appsV1.deployments]));

  const terminal = new FakeTerminal();
  terminal.columns = 200;
  const args = ['watch', 'deployments', '-n', namespace, '-o', 'wide'];
  const command = start(args, { env: { KUBECONFIG: kubeconfig }, isTTY: true, terminal });
  const shows = async (image: string, from: number): Promise<void> => {
    const row = new RegExp(`web +2/2 +2 +2 .*busybox:${image.replace('.', '\\.')} `);
    while (!row.test(terminal.output.text.slice(from))) await systemClock.sleep(50);
  };
  const labels = { app: 'web' };
  const container = (image: string) => ({
    name: 'app',
    image: `busybox:${image}`,
    command: ['sh', '-c', 'exec sleep 3600'],
  });
  const deployments = admin.appsV1().deployments(namespace);
  await deployments.create({
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 1, containers: [container('1.36')] },
      },
    },
  });
  const rolledOut = async (image: string, from: number): Promise<void> => {
    await waitFor(program, 'deployments', 'web', 'rollout', { namespace, ...limit });
    const { items } = await admin.coreV1().pods(namespace).list({ labelSelector: 'app=web' });
    const ready = items.filter(({ status }) =>
      status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
    );
    const images = ready.map(({ spec }) => spec?.containers[0]?.image);
    expect(images.filter((each) => each === `busybox:${image}`)).toHaveLength(2);
    await shows(image, from);
  };
  await rolledOut('1.36', 0);
  for (const image of ['1.37', '1.36']) {
    const from = terminal.output.text.length;
    const spec = { template: { spec: { containers: [container(image)] } } };
    await deployments.patch('web', { spec }, { type: 'strategic' });
    await rolledOut(image, from);
  }
  terminal.press('q');
  expect(await command.exitCode).toBe(0);
  await rm(folder, { recursive: true });
});
