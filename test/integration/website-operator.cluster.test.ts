import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset, isForbidden, loadConfig, waitFor } from 'kube-informers';
import type { DeepReadonly, Logger, RestConfig } from 'kube-informers';
import { isConditionTrue } from 'kube-informers/controller';
import { ownAddress } from '../../examples/cluster.js';
import { websiteOperator } from '../../examples/website-operator/operator.js';
import { websites } from '../../examples/website-operator/website.js';
import { oldWebsites, websiteWebhooks } from '../../examples/website-operator/webhooks.js';
import type { Website } from '../../examples/website-operator/website.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import { connect, freshNamespace } from './harness.js';
import { needsEachRule } from './page-roles.js';
import type { ProgramParts } from './page-roles.js';
import { rulesOf, userWith } from './users.js';

// The operator of examples/, whose own test runs on the embedded server, with real pods and the rights of its manifest.

const manifest = 'examples/website-operator/deploy/rbac.yaml';

const address = ownAddress();
let definition: string;
let configuration: string;
let config: RestConfig;
let admin: Clientset;

beforeAll(async () => {
  config = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  admin = await connect();
  definition = await readFile('examples/website-operator/deploy/website.yaml', 'utf8');
  configuration = await readFile('examples/website-operator/deploy/webhook.yaml', 'utf8');
  // Resolves when the kind is served.
  await admin.apply(at(`https://${address}`, definition));
});

afterAll(async () => {
  await admin.delete(`${configuration}\n---\n${definition}`);
  await admin.close();
});

/** A manifest whose webhooks are those of this process. */
function at(url: string, text: string): string {
  return text.replaceAll(/service: \{.* path: (.*) \}/g, `url: ${url}$1`);
}

/** Runs the operator, with its records, while `work` runs. */
async function operate(
  program: Clientset,
  namespace: string,
  work: (hosts: ReadonlySet<string>) => Promise<unknown>,
): Promise<unknown> {
  const hosts = new Set<string>();
  const dns = {
    publish: (host: string) => Promise.resolve(void hosts.add(host)),
    withdraw: (host: string) => Promise.resolve(void hosts.delete(host)),
  };
  const stop = new AbortController();
  const operator = websiteOperator(program, dns, { election: { namespace, name: 'website-operator' } });
  const ended = operator.run({ signal: stop.signal });
  try {
    return await work(hosts);
  } finally {
    stop.abort();
    await ended;
  }
}

const isReady =
  (ready: boolean) =>
  (site: DeepReadonly<Website> | undefined): boolean =>
    site?.status?.observedGeneration !== undefined &&
    isConditionTrue(site.status.conditions, 'Ready') === ready;

test('a website is ready while its pods run, not while they fail, and ends with all that it had', async () => {
  const namespace = await freshNamespace(admin);
  const user = await userWith(config, namespace, {
    clusterRules: await rulesOf(manifest, 'ClusterRole'),
    rules: await rulesOf(manifest, 'Role'),
  });
  await using program = new Clientset(user.config);
  await operate(program, namespace, async (hosts) => {
    const wait = { namespace, timeoutMs: 60_000 };
    const sites = admin.resource(websites, namespace);
    const pods = admin.coreV1().pods(namespace);
    const deployments = admin.appsV1().deployments(namespace);
    await sites.create({ metadata: { name: 'hello' }, spec: { html: '<h1>Hello</h1>', replicas: 2 } });
    await waitFor(admin, websites, 'hello', isReady(true), wait);
    expect([...hosts]).toEqual(['hello.example.com']);
    expect((await pods.list({ labelSelector: 'website=hello' })).items).toHaveLength(2);

    // Its pods fail: somebody adds a container that ends at once, and the pods before are evicted.
    const fails = { name: 'fails', image: 'busybox', command: ['sh', '-c', 'exit 1'] };
    const withContainers = (initContainers: readonly (typeof fails)[]) => ({
      spec: { strategy: { type: 'Recreate', rollingUpdate: null }, template: { spec: { initContainers } } },
    });
    await deployments.patch('website-hello', withContainers([fails]), { type: 'merge' });
    const { status } = (await waitFor(admin, websites, 'hello', isReady(false), wait)) ?? {};
    expect(status?.conditions?.[0]).toMatchObject({
      reason: 'Waiting',
      message: '0 of 2 pods are available',
    });

    // They start again without it.
    await deployments.patch('website-hello', withContainers([]), { type: 'merge' });
    await waitFor(admin, websites, 'hello', isReady(true), wait);

    await sites.delete('hello');
    await waitFor(admin, websites, 'hello', 'delete', wait);
    expect([...hosts]).toEqual([]);
    const left = async (): Promise<number> =>
      (await pods.list()).items.length +
      (await deployments.list()).items.length +
      (await admin.coreV1().configMaps(namespace).list({ fieldSelector: 'metadata.name=website-hello' }))
        .items.length;
    // The garbage collector looks for new kinds, whose ends it follows, every 30 s.
    await expect.poll(left, { timeout: 120_000 }).toBe(0);
  });
});

/** Runs the operator and its webhooks until a website is ready and gone, or the first refusal that it logs. */
async function serves({ user, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  let report: (error: unknown) => void = () => undefined;
  const refused = new Promise<unknown>((resolve) => (report = resolve));
  // The API server ends watches of a kind when its definition changes, which is logged, too.
  const log = ({ err }: { readonly err?: unknown }): void => void (isForbidden(err) && report(err));
  const logger: Logger = { ...noopLogger, warn: log, error: log };
  await using program = new Clientset(user.config, { logger });
  const stop = new AbortController();
  const dns = { publish: () => Promise.resolve(), withdraw: () => Promise.resolve() };
  const operator = websiteOperator(program, dns, { logger });
  const webhooks = websiteWebhooks(program, {
    port: 0,
    host: address,
    certificates: {
      secret: { namespace, name: 'website-operator-tls' },
      hosts: [address],
      configuration: 'website-operator',
    },
  });
  operator.add(webhooks);
  const ended = operator.run({ signal: stop.signal });
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!stop.signal.aborted && !(await holds())) await systemClock.sleep(20);
  };
  const wait = { namespace, timeoutMs: 60_000, signal: stop.signal };
  const work = async (): Promise<void> => {
    await until(async () => webhooks.port !== undefined);
    const url = `https://${address}:${webhooks.port}`;
    for (const text of [definition, configuration]) await setup.apply(at(url, text));
    // Once the API server trusts the webhooks, it asks one, and for the conversion.
    const probe = { metadata: { name: 'probe' }, spec: { page: '' } };
    const oldSites = setup.resource(oldWebsites, namespace);
    await until(() =>
      oldSites.create(probe, { dryRun: true }).then(
        () => true,
        () => false,
      ),
    );
    // A name of its own: one that the operator could not delete is still there.
    const name = namespace;
    const sites = setup.resource(websites, namespace);
    await sites.create({ metadata: { name }, spec: { html: '<p>site</p>' } });
    await waitFor(setup, websites, name, isReady(true), wait);
    // Its deletion comes by watch.
    await sites.delete(name);
    await waitFor(setup, websites, name, 'delete', wait);
  };
  const working = work().catch((error: unknown) => error);
  const result = await Promise.race([working, refused]);
  stop.abort();
  await ended;
  await working;
  return result;
}

test('each rule of the manifest is needed, and the error of an operator without it names the right', async () => {
  const clusterRules = await rulesOf(manifest, 'ClusterRole');
  const rules = await rulesOf(manifest, 'Role');
  await needsEachRule(admin, config, {
    page: manifest,
    kind: 'ClusterRole',
    also: rules,
    run: serves,
    without: {
      // An admission plugin asks for it, which is off by default.
      'update websites/finalizers': undefined,
      // Nobody else changes the finalizers, and no event is repeated.
      'get websites': undefined,
      'patch events': undefined,
    },
  });
  await needsEachRule(admin, config, {
    page: manifest,
    kind: 'Role',
    also: clusterRules,
    run: serves,
    without: {
      // There is no election, and the certificate is not renewed.
      'get leases': undefined,
      'create leases': undefined,
      'update leases': undefined,
      'patch secrets': undefined,
    },
  });
});
