import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset, loadConfig, waitFor } from 'kube-informers';
import type { DeepReadonly, Logger, RestConfig } from 'kube-informers';
import { isConditionTrue } from 'kube-informers/controller';
import { websiteOperator } from '../../examples/website-operator/operator.js';
import { websites } from '../../examples/website-operator/website.js';
import type { Website } from '../../examples/website-operator/website.js';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import { connect, freshNamespace } from './harness.js';
import { needsEachRule } from './page-roles.js';
import type { ProgramParts } from './page-roles.js';
import { rulesOf, userWith } from './users.js';

// The operator of examples/, whose own test runs on the embedded server, with real pods and the rights of its manifest.

const manifest = 'examples/website-operator/rbac.yaml';

let config: RestConfig;
let admin: Clientset;

beforeAll(async () => {
  config = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  admin = await connect();
  // Resolves when the kind is served.
  await admin.apply(await readFile('examples/website-operator/website.yaml', 'utf8'));
});

afterAll(async () => {
  await admin.apiextensionsV1().customResourceDefinitions().delete('websites.example.com');
  await admin.close();
});

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

/** Runs the operator until a website is ready and gone, or the first error that it logs. */
async function serves({ user, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  let report: (error: unknown) => void = () => undefined;
  const refused = new Promise<unknown>((resolve) => (report = resolve));
  const log = ({ err }: { readonly err?: unknown }): void => void (err !== undefined && report(err));
  const logger: Logger = { ...noopLogger, warn: log, error: log };
  await using program = new Clientset(user.config, { logger });
  const sites = setup.resource(websites, namespace);
  await sites.create({ metadata: { name: 'site' }, spec: { html: '<p>site</p>' } });
  const stop = new AbortController();
  const dns = { publish: () => Promise.resolve(), withdraw: () => Promise.resolve() };
  const ended = websiteOperator(program, dns, { logger }).run({ signal: stop.signal });
  const wait = { namespace, timeoutMs: 60_000, signal: stop.signal };
  const work = async (): Promise<void> => {
    await waitFor(setup, websites, 'site', isReady(true), wait);
    // Its deletion comes by watch.
    await sites.delete('site');
    await waitFor(setup, websites, 'site', 'delete', wait);
  };
  const working = work().catch((error: unknown) => error);
  const result = await Promise.race([working, refused]);
  stop.abort();
  await ended;
  await working;
  return result;
}

test('each rule of the manifest is needed, and the error of an operator without it names the right', () =>
  needsEachRule(admin, config, {
    page: manifest,
    kind: 'ClusterRole',
    run: serves,
    without: {
      // An admission plugin asks for it, which is off by default.
      'update websites/finalizers': undefined,
      // Nobody else changes the finalizers, and no event is repeated.
      'get websites': undefined,
      'patch events': undefined,
    },
  }));
