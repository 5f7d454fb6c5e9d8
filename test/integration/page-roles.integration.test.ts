// Each page with a Role: its program works with it, and reports each right that is missing as the page says. Those of pods are in
// page-roles.cluster.test.ts, that of elections in elections.integration.test.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import {
  AccessReviews,
  Clientset,
  loadConfig,
  resources,
  SharedInformerFactory,
  waitFor,
} from 'kube-informers';
import type { DeepReadonly, KubernetesObject, Logger, RestConfig } from 'kube-informers';
import {
  Controller,
  EventRecorder,
  Manager,
  runFinalizers,
  setControllerReference,
} from 'kube-informers/controller';
import { Sharding } from 'kube-informers/sharding';
import { start } from '../../packages/cli/src/cli.test-support.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import { connect } from './harness.js';
import { needsEachRule } from './page-roles.js';
import type { PageProgram, ProgramParts } from './page-roles.js';
import { writeKubeconfig } from './users.js';

const kubeconfig = process.env['KUBECONFIG'] ?? '';

let config: RestConfig;
let admin: Clientset;
let folder: string;

beforeAll(async () => {
  config = await loadConfig({ kubeconfig });
  admin = await connect();
  folder = await mkdtemp(join(tmpdir(), 'page-roles-'));
});

afterAll(async () => {
  await admin.close();
  await rm(folder, { recursive: true });
});

/** The errors that a program reports, to wait for the first one. */
function reports(): {
  readonly first: Promise<unknown>;
  readonly report: (error: unknown) => void;
  readonly reported: unknown[];
} {
  const reported: unknown[] = [];
  let resolveFirst: (error: unknown) => void = () => undefined;
  const first = new Promise<unknown>((resolve) => (resolveFirst = resolve));
  const report = (error: unknown): void => {
    reported.push(error);
    resolveFirst(error);
  };
  return { first, report, reported };
}

/** A logger that passes on the errors of warnings. */
function loggerTo(report: (error: unknown) => void): Logger {
  const log = ({ err }: { readonly err?: unknown }): void => void (err !== undefined && report(err));
  return { ...noopLogger, warn: log, error: log };
}

async function informs({ clientset, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  const { first, report } = reports();
  await using factory = new SharedInformerFactory(clientset, { onWatchError: report });
  const configMaps = factory.core().v1().configMaps();
  const added = new Promise<void>((resolve) => {
    configMaps.informer().addEventHandler({
      onAdd: ({ metadata }) => metadata?.name === namespace && resolve(),
    });
  });
  factory.start();
  const synced = await Promise.race([configMaps.informer().synced, first]);
  if (synced instanceof Error) return synced;
  // By watch.
  await setup
    .coreV1()
    .configMaps(namespace)
    .create({ metadata: { name: namespace } });
  return await Promise.race([added, first]);
}

/** The controller of the page. */
async function controls({ clientset, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  const { first, report } = reports();
  await using factory = new SharedInformerFactory(clientset, { onWatchError: report });
  const secrets = factory.core().v1().secrets();
  const controller = new Controller('site', {
    clientset,
    for: factory
      .core()
      .v1()
      .configMaps({ labelSelector: `site=${namespace}` }),
    owns: [secrets],
    onError: report,
    async reconcile({ object: site, name, client }) {
      if (site === undefined) return undefined;
      const metadata = { name: `${name}-key`, namespace };
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { size: 'small' } };
      await client.apply(setControllerReference(site, secret));
      return { afterMs: 3_600_000 };
    },
  });
  const cached = new Promise<void>((resolve) => {
    secrets.informer().addEventHandler({
      onAdd: ({ metadata }) => metadata?.namespace === namespace && resolve(),
    });
  });
  const stop = new AbortController();
  factory.start();
  const running = controller.run({ signal: stop.signal });
  const metadata = { name: 'web', labels: { site: namespace } };
  try {
    const synced = await Promise.race([factory.waitForCacheSync(), first]);
    if (synced instanceof Error) return synced;
    await setup.coreV1().configMaps(namespace).create({ metadata });
    return await Promise.race([cached, first]);
  } finally {
    stop.abort();
    await running;
    await controller.stop();
  }
}

/** The operator of the page, without its election. */
async function protects({ user, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  const { first, report, reported } = reports();
  const logger = loggerTo(report);
  await using clientset = new Clientset(user.config, { logger });
  const factory = new SharedInformerFactory(clientset);
  const budgets = factory.policy().v1().podDisruptionBudgets();
  const seen = new Promise<void>((resolve) => {
    budgets.informer().addEventHandler({
      onAdd: ({ metadata }) => metadata?.namespace === namespace && resolve(),
    });
  });
  const controller = new Controller('budgets', {
    for: factory.apps().v1().deployments(),
    owns: [budgets],
    async reconcile({ object: deployment, namespace: of, name, client, events }) {
      if (deployment === undefined || of !== namespace) return;
      const budget = {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { namespace, name },
        spec: { maxUnavailable: 1, selector: deployment.spec?.selector },
      };
      await client.apply(setControllerReference(deployment, budget));
      events.normal('Protected', 'has a PodDisruptionBudget');
    },
  });
  const stop = new AbortController();
  const manager = new Manager(clientset, { factory, controllers: [controller], logger });
  const ended = manager.run({ signal: stop.signal });
  await Promise.race([Promise.all([...factory.informers()].map(({ synced }) => synced)), first]);
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app' }] } };
  await setup
    .appsV1()
    .deployments(namespace)
    .create({
      metadata: { name: 'web' },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    });
  await Promise.race([seen, first]);
  stop.abort();
  // The last events are sent.
  await ended;
  return reported[0];
}

async function appliesAndDeletes({ clientset, namespace }: ProgramParts): Promise<unknown> {
  const own = `${namespace}-guide`;
  const manifest = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: ${own} }
data: { colour: red }
---
apiVersion: v1
kind: Namespace
metadata: { name: ${own} }
`;
  const collect = { onFailure: 'collect' } as const;
  const applied = await clientset.apply(manifest, collect);
  const results = [...applied, ...(await clientset.delete(manifest, collect))];
  // What is in a namespace fails after it, too.
  const failed = results.find(({ outcome }) => outcome === 'failed');
  if (failed?.outcome === 'failed') return failed.reason;
  return results.find(({ outcome }) => outcome === 'applied')?.outcome;
}

async function waits({ clientset, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  const pods = setup.coreV1().pods(namespace);
  await pods.create({ metadata: { name: 'a' }, spec: { containers: [{ name: 'app', image: 'app' }] } });
  // It is changed once the wait has seen it, so only a watch shows the change.
  let changed: Promise<unknown> | undefined;
  const hasChanged = (pod: DeepReadonly<KubernetesObject> | undefined): boolean => {
    changed ??= pods.patch('a', { metadata: { labels: { changed: 'yes' } } }, { type: 'merge' });
    return pod?.metadata?.labels?.['changed'] === 'yes';
  };
  const waiting = waitFor(clientset, 'pods', 'a', hasChanged, { namespace, timeoutMs: 60_000 });
  const failed = await waiting.then(() => undefined).catch((error: unknown) => error);
  await changed;
  return failed;
}

async function divides({ clientset, namespace }: ProgramParts): Promise<unknown> {
  const { first, report, reported } = reports();
  const sharding = new Sharding(clientset, {
    namespace,
    name: 'settings',
    leaseDurationMs: 3000,
    renewDeadlineMs: 2000,
    retryPeriodMs: 200,
    logger: loggerTo(report),
  });
  const stop = new AbortController();
  const ended = sharding.run({ signal: stop.signal });
  const renewed = async (): Promise<void> => {
    while (sharding.stats().renewals < 2 && !stop.signal.aborted) await systemClock.sleep(20);
  };
  await Promise.race([renewed(), first]);
  stop.abort();
  await ended;
  return reported[0];
}

async function records({ clientset, namespace }: ProgramParts): Promise<unknown> {
  const { report, reported } = reports();
  const recorder = new EventRecorder(clientset, { controller: 'website', logger: loggerTo(report) });
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace, uid: crypto.randomUUID() },
  };
  for (let count = 0; count < 3; count++) {
    recorder.for(pod).warning('NoCertificate', 'the issuer refused the order');
    await recorder.flush();
  }
  await recorder.stop();
  return reported[0];
}

async function finalizes({ clientset, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  const site = await setup
    .coreV1()
    .configMaps(namespace)
    .create({ metadata: { name: 'site' } });
  // The program's state is old then.
  await setup
    .coreV1()
    .configMaps(namespace)
    .patch('site', { metadata: { finalizers: ['example.com/other'] } }, { type: 'merge' });
  const cleanUp = { 'example.com/dns': () => undefined };
  const adding = runFinalizers(clientset.coreV1().configMaps(namespace), site, cleanUp);
  return adding.then(() => undefined).catch((error: unknown) => error);
}

async function reviews({ clientset, namespace }: ProgramParts): Promise<unknown> {
  const rule = { verb: 'list', resource: resources.coreV1.pods, namespace };
  const review = new AccessReviews(clientset).review({ user: 'jane', groups: ['dev'] }, rule);
  return review.then(() => undefined).catch((error: unknown) => error);
}

async function shows({ user, admin: setup, namespace }: ProgramParts): Promise<unknown> {
  const file = join(folder, namespace);
  await writeKubeconfig(file, kubeconfig, user);
  const command = start(['watch', 'pods,deployments', '-A', '--events'], { env: { KUBECONFIG: file } });
  const containers = [{ name: 'app', image: 'app' }];
  const labels = { app: 'web' };
  const refused = command.err.until('cannot').then(() => command.err.text);
  // Both are shown once they are watched.
  const shown = command.out
    .until(new RegExp(`\\+ pod ${namespace}/web`))
    .then(() => command.out.until(new RegExp(`\\+ deployment ${namespace}/web`)));
  await Promise.race([command.out.until('\n'), refused]);
  await setup
    .coreV1()
    .pods(namespace)
    .create({ metadata: { name: 'web', labels }, spec: { containers } });
  const template = { metadata: { labels }, spec: { containers } };
  await setup
    .appsV1()
    .deployments(namespace)
    .create({
      metadata: { name: 'web' },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    });
  const result = await Promise.race([shown, refused]);
  command.interrupt();
  await command.exitCode;
  return result;
}

const programs: readonly PageProgram[] = [
  { page: 'docs/informers.md', kind: 'ClusterRole', run: informs },
  { page: 'docs/controllers.md', kind: 'ClusterRole', run: controls },
  {
    page: 'docs/deploying.md',
    kind: 'ClusterRole',
    run: protects,
    // An admission plugin asks for the first one, which is off by default; no event is repeated here.
    without: { 'update deployments/finalizers': undefined, 'patch events': undefined },
  },
  {
    page: 'docs/manifests.md',
    kind: 'ClusterRole',
    role: 'guide',
    run: appliesAndDeletes,
    // What has changed is not known then.
    without: { 'get configmaps': /^applied$/, 'get namespaces': /^applied$/ },
  },
  { page: 'docs/manifests.md', kind: 'Role', role: 'waiter', run: waits },
  {
    page: 'docs/scale.md',
    kind: 'Role',
    run: divides,
    without: Object.fromEntries(
      ['list', 'create', 'update', 'delete'].map((verb) => [
        `${verb} leases`,
        new RegExp(`cannot ${verb} .*a Role with the verbs list, create, update and delete on leases`),
      ]),
    ),
  },
  { page: 'docs/objects-and-events.md', kind: 'ClusterRole', role: 'site-finalizers', run: finalizes },
  { page: 'docs/objects-and-events.md', kind: 'ClusterRole', role: 'website-events', run: records },
  { page: 'docs/users.md', kind: 'ClusterRole', run: reviews },
  { page: 'docs/command-line.md', kind: 'ClusterRole', run: shows },
];

test.each(programs)(
  'the program of $page works with its $kind, and reports each right that is missing',
  (program) => needsEachRule(admin, config, program),
);
