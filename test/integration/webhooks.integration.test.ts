import { expect, test } from 'vitest';
import {
  Clientset,
  defineResource,
  isForbidden,
  isInvalid,
  resources,
  SharedInformerFactory,
} from 'kube-informers';
import type { apiextensionsv1, corev1, KubernetesObject, Resource, StatusError } from 'kube-informers';
import { DeniedError, FieldError, Webhooks } from 'kube-informers/webhook';
import { RealApiServer } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { canStartServers } from './own-server.js';

// The API server calls webhooks of this process, on the loopback address.

interface Website extends KubernetesObject {
  spec?: { url: string; replicas?: number } | undefined;
  status?: { ready?: number } | undefined;
}
interface Beta extends KubernetesObject {
  spec?: { address: string; replicas?: number } | undefined;
}
interface Alpha extends KubernetesObject {
  spec?: { host: string } | undefined;
}

const group = 'hooks.example.com';
const common = { group, resource: 'websites', kind: 'Website', namespaced: true, subresources: ['status'] };
const websites = defineResource<Website>({ ...common, version: 'v1' });
const betas = defineResource<Beta>({ ...common, version: 'v1beta1' });
const alphas = defineResource<Alpha>({ ...common, version: 'v1alpha1' });
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };

/** Time that a test moves on, and that otherwise passes as it does. */
let shiftMs = 0;
const clock = {
  ...systemClock,
  now: () => systemClock.now() + shiftMs,
  monotonic: () => systemClock.monotonic() + shiftMs,
};

const hourMs = 3_600_000;
const secret = { namespace: 'default', name: 'hooks-tls' };
const { coreV1 } = resources;

let server: RealApiServer;
let admin: Clientset;
const warnings: string[] = [];
const seen: string[] = [];
/** What subresources send: their operation, and the versions and kinds of the object and of the old one. */
const reviewed = new Set<string>();
const subresources: readonly (readonly [Resource, string])[] = [
  [coreV1.serviceAccounts, 'token'],
  [coreV1.pods, 'binding'],
  [coreV1.pods, 'ephemeralcontainers'],
  [coreV1.pods, 'resize'],
  [coreV1.pods, 'eviction'],
  [coreV1.pods, 'exec'],
  [coreV1.pods, 'attach'],
  [coreV1.pods, 'portforward'],
  [coreV1.pods, 'proxy'],
  [coreV1.services, 'proxy'],
  [coreV1.nodes, 'proxy'],
  [resources.appsV1.deployments, 'scale'],
  [coreV1.namespaces, 'finalize'],
];
const end = new AbortController();
const runs: Promise<void>[] = [];
let replicas: Webhooks[];

function replica(): Webhooks {
  const webhooks = new Webhooks({
    port: 0,
    host: '127.0.0.1',
    clock,
    certificates: { secret, hosts: ['127.0.0.1'], configuration: 'hooks', lifeMs: hourMs },
  });
  webhooks
    .validate(coreV1.configMaps, {
      create({ object, warn, dryRun, user, namespace }) {
        seen.push(
          `create ${namespace}/${object.metadata?.name} dryRun=${dryRun} ${user.groups.includes('system:masters')}`,
        );
        warn('be careful');
        if (object.data?.['a'] === 'wrong') throw new FieldError('data.a', 'must be right', 'wrong');
      },
      update({ object, oldObject }) {
        seen.push(`update ${oldObject.data?.['a']} to ${object.data?.['a']}`);
      },
      delete({ oldObject }) {
        seen.push(`delete ${oldObject.metadata?.name}`);
        if (oldObject.metadata?.labels?.['keep'] === 'yes') throw new DeniedError('it is kept');
      },
    })
    .validate(
      websites,
      {
        update: ({ object, oldObject }) =>
          void seen.push(`status ${oldObject.status?.ready} to ${object.status?.ready}`),
      },
      { subresource: 'status' },
    )
    .mutate(websites, ({ object }) => {
      const { spec } = object;
      return spec === undefined ? object : { ...object, spec: { replicas: 1, ...spec } };
    })
    .convert(websites, {
      v1beta1: {
        up: ({ spec }: Beta) => ({ spec: spec && { url: spec.address, ...count(spec) } }),
        down: ({ spec }: Website) => ({ spec: spec && { address: spec.url, ...count(spec) } }),
      },
      v1alpha1: {
        up: ({ spec, metadata }: Alpha) => ({
          spec: spec && {
            url: `https://${spec.host}`,
            ...count({ replicas: Number(metadata?.annotations?.['replicas'] ?? 1) }),
          },
        }),
        down: ({ spec, metadata }: Website) => ({
          metadata: {
            ...metadata,
            annotations: { ...metadata?.annotations, replicas: String(spec?.replicas ?? 1) },
          },
          spec: spec && { host: new URL(spec.url).host },
        }),
      },
    });
  for (const [resource, subresource] of subresources) {
    const tell = (operation: string, object: KubernetesObject, oldObject?: KubernetesObject): void => {
      const kinds = [object, oldObject].flatMap((each) => (each ? [each.apiVersion, each.kind] : []));
      reviewed.add(`${resource.resource}/${subresource} ${operation} ${kinds.join(' ')}`);
    };
    webhooks.validate(
      resource,
      {
        create: ({ object }) => tell('CREATE', object),
        update: ({ object, oldObject }) => tell('UPDATE', object, oldObject),
        connect: ({ object }) => tell('CONNECT', object),
      },
      { subresource },
    );
  }
  return webhooks;
}

const count = ({ replicas: given }: { readonly replicas?: number }): { replicas?: number } =>
  given === undefined ? {} : { replicas: given };

/** Calls until the outcome holds: API servers notice configurations a moment after they were written. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await systemClock.sleep(20);
  }
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error: unknown) => error);

/** Each step, by what it shows. One test has them all, because an API server keeps its connections to webhooks open. */
const steps: Record<string, () => Promise<void>> = {};

test.runIf(canStartServers)('an API server calls webhooks', async () => {
  try {
    await start();
    for (const [name, step] of Object.entries(steps))
      await step().catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
  } finally {
    await stop();
  }
});

async function start(): Promise<void> {
  server = await RealApiServer.start();
  admin = new Clientset({ ...server.config, onWarning: ({ text }) => void warnings.push(text) });
  replicas = [replica(), replica(), replica()];
  for (const each of replicas) runs.push(each.run({ signal: end.signal, clientset: admin }));
  await until(async () => replicas.every(({ port }) => port !== undefined), Boolean);
  const urls = replicas.map(({ port }) => `https://127.0.0.1:${port}`);
  const [first, ...others] = urls.map((url) => replicas[0]?.configurations('hooks', { url }) ?? []);
  // Each request asks all three, whose mutations change nothing that the first one has changed.
  const configurations = (first ?? []).map((each, index) => ({
    ...each,
    webhooks: [first, ...others].flatMap((all, at) =>
      (all?.[index]?.webhooks ?? []).map((hook) => ({
        ...hook,
        name: `r${at}.${hook.name}`,
        matchConditions: [{ name: 'not-the-root-ca', expression: "request.name != 'kube-root-ca.crt'" }],
      })),
    ),
  }));
  await admin.apply(configurations);
  const definition: apiextensionsv1.CustomResourceDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `websites.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Website', plural: 'websites' },
      versions: ['v1', 'v1beta1', 'v1alpha1'].map((name) => ({
        name,
        served: true,
        storage: name === 'v1beta1',
        schema,
        subresources: { status: {} },
      })),
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: `${urls[0]}/convert` } },
      },
    },
  };
  await admin.apply([definition]);
  const maps = admin.coreV1().configMaps('default');
  // From now on the API server trusts them.
  await until(
    () => errorOf(maps.create({ metadata: { name: 'probe' } }, { dryRun: true })),
    (error) => error === undefined && seen.length > 0,
  );
  await until(
    () => errorOf(admin.resource(alphas, 'default').list()),
    (error) => error === undefined,
  );
  seen.length = 0;
  warnings.length = 0;
}

async function stop(): Promise<void> {
  end.abort();
  await Promise.all(runs);
  await admin.close();
  await server[Symbol.asyncDispose]();
}

steps['of three replicas that start at once one has written the certificate'] = async () => {
  const { data } = await admin.resource(coreV1.secrets, 'default').get('hooks-tls');
  expect(Object.keys(data ?? {}).toSorted()).toEqual(['ca.crt', 'tls.crt', 'tls.key']);
};

steps['each operation reaches its handler: causes, refusals, warnings and dry runs reach the client'] =
  async () => {
    const maps = admin.coreV1().configMaps('default');
    const three = (line: string): string[] => [line, line, line];
    const told = (): string[] => seen.splice(0).toSorted();
    await maps.create({ metadata: { name: 'a' }, data: { a: '1' } }, { dryRun: true });
    expect(told()).toEqual(three('create default/a dryRun=true true'));
    await maps.create({ metadata: { name: 'a', labels: { keep: 'yes' } }, data: { a: '1' } });
    expect(told()).toEqual(three('create default/a dryRun=false true'));
    expect(new Set(warnings.splice(0))).toEqual(new Set(['be careful']));
    const wrong = (await errorOf(
      maps.create({ metadata: { name: 'b' }, data: { a: 'wrong' } }),
    )) as StatusError;
    expect(wrong).toSatisfy(isInvalid);
    expect(wrong.status).toMatchObject({
      code: 422,
      message: expect.stringMatching(
        /^admission webhook "r\d\.configmaps\.v1\.core" denied the request: ConfigMap "b" is invalid: data\.a: Invalid value: "wrong": must be right$/,
      ) as string,
      details: {
        name: 'b',
        kind: 'ConfigMap',
        causes: [
          { reason: 'FieldValueInvalid', field: 'data.a', message: 'Invalid value: "wrong": must be right' },
        ],
      },
    });
    seen.length = 0;
    await maps.patch('a', { data: { a: '2' } }, { type: 'merge' });
    expect(told()).toEqual(three('update 1 to 2'));
    const kept = (await errorOf(maps.delete('a'))) as StatusError;
    expect(kept).toSatisfy(isForbidden);
    expect(kept.message).toMatch(/denied the request: configmaps "a" is forbidden: it is kept/);
    await maps.patch('a', { metadata: { labels: { keep: 'no' } } }, { type: 'merge' });
    seen.length = 0;
    await maps.delete('a');
    expect(told()).toEqual(three('delete a'));
  };

steps['what a handler returns is stored, and a status goes to the handler of the subresource'] = async () => {
  const client = admin.resource(websites, 'default');
  const made = await client.create({ metadata: { name: 'mutated' }, spec: { url: 'https://a.b' } });
  expect(made.spec).toEqual({ url: 'https://a.b', replicas: 1 });
  const other = await client.create({
    metadata: { name: 'other' },
    spec: { url: 'https://a.b', replicas: 3 },
  });
  expect(other.spec?.replicas).toBe(3);
  seen.length = 0;
  await client.updateStatus({ ...made, status: { ready: 1 } });
  expect(new Set(seen)).toEqual(new Set(['status undefined to 1']));
};

steps['get, list, watch and update in each version see the same object, whichever version is stored'] =
  async () => {
    const namespace = 'versions';
    await admin
      .coreV1()
      .namespaces()
      .create({ metadata: { name: namespace } });
    const [v1, beta, alpha] = [
      admin.resource(websites, namespace),
      admin.resource(betas, namespace),
      admin.resource(alphas, namespace),
    ];
    await v1.create({ metadata: { name: 'one' }, spec: { url: 'https://one.org', replicas: 2 } });
    await alpha.create({ metadata: { name: 'two' }, spec: { host: 'two.org' } });
    await beta.create({ metadata: { name: 'three' }, spec: { address: 'https://three.org', replicas: 4 } });
    expect((await beta.get('one')).spec).toEqual({ address: 'https://one.org', replicas: 2 });
    expect((await v1.get('two')).spec).toEqual({ url: 'https://two.org', replicas: 1 });
    const { items } = await alpha.list();
    expect(items.map(({ spec, metadata }) => [spec?.host, metadata?.annotations?.['replicas']])).toEqual([
      ['one.org', '2'],
      ['three.org', '4'],
      ['two.org', '1'],
    ]);
    await using factory = new SharedInformerFactory(admin, { namespace });
    const kinds: readonly Resource[] = [websites, betas, alphas];
    const informers = kinds.map((each) => factory.forResource(each).informer());
    factory.start();
    await factory.waitForCacheSync();
    const read = await alpha.get('one');
    await alpha.update({ ...read, spec: { host: 'new.org' } });
    const specs = await until(
      async () =>
        informers.map((each) => (each.indexer.getByKey(`${namespace}/one`) as Website | undefined)?.spec),
      (all) => JSON.stringify(all).split('new.org').length === 4,
    );
    expect(specs).toEqual([
      { url: 'https://new.org', replicas: 2 },
      { address: 'https://new.org', replicas: 2 },
      { host: 'new.org' },
    ]);
  };

steps['each subresource sends the object that its handler is typed with'] = async () => {
  const pods = admin.coreV1().pods('default');
  const accounts = admin.coreV1().serviceAccounts('default');
  await accounts.create({ metadata: { name: 'shop' } });
  await accounts.createToken('shop');
  const spec = {
    serviceAccountName: 'shop',
    automountServiceAccountToken: false,
    containers: [{ name: 'app', image: 'shop' }],
  };
  await pods.create({ metadata: { name: 'shop' }, spec });
  // There is nothing to connect to, which the API server notices after it has asked.
  await errorOf(pods.exec('shop', { command: ['true'] }));
  await errorOf(pods.attach('shop'));
  await errorOf(pods.connectPort('shop', 80));
  await errorOf(pods.subresource('proxy').get('shop'));
  await errorOf(admin.coreV1().services('default').subresource('proxy').get('shop'));
  await errorOf(admin.coreV1().nodes().subresource('proxy').get('shop'));
  await pods.bind('shop', 'node-1');
  const debugging = { spec: { ephemeralContainers: [{ name: 'debug', image: 'shop' }] } };
  await pods.patch('shop', debugging, { type: 'strategic', subresource: 'ephemeralcontainers' });
  await pods.patch('shop', { metadata: { labels: { a: 'b' } } }, { type: 'merge', subresource: 'resize' });
  await pods.evict('shop');
  const labels = { app: 'shop' };
  const template = { metadata: { labels }, spec: { containers: spec.containers } };
  const deployments = admin.appsV1().deployments('default');
  await deployments.create({
    metadata: { name: 'shop' },
    spec: { selector: { matchLabels: labels }, template },
  });
  await deployments.scale('shop', 0);
  const namespace = await admin.coreV1().namespaces().get('default');
  await admin.coreV1().namespaces().subresource('finalize').update('default', namespace);
  expect([...reviewed].toSorted()).toEqual([
    'deployments/scale UPDATE autoscaling/v1 Scale autoscaling/v1 Scale',
    'namespaces/finalize UPDATE v1 Namespace v1 Namespace',
    'nodes/proxy CONNECT v1 NodeProxyOptions',
    'pods/attach CONNECT v1 PodAttachOptions',
    'pods/binding CREATE v1 Binding',
    'pods/ephemeralcontainers UPDATE v1 Pod v1 Pod',
    'pods/eviction CREATE policy/v1 Eviction',
    'pods/exec CONNECT v1 PodExecOptions',
    'pods/portforward CONNECT v1 PodPortForwardOptions',
    'pods/proxy CONNECT v1 PodProxyOptions',
    'pods/resize UPDATE v1 Pod v1 Pod',
    'serviceaccounts/token CREATE authentication.k8s.io/v1 TokenRequest',
    'services/proxy CONNECT v1 ServiceProxyOptions',
  ]);
};

steps['while certificates change twice, no request is refused'] = async () => {
  const maps = admin.coreV1().configMaps('default');
  const failures: unknown[] = [];
  let requests = 0;
  let isOver = false;
  const work = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const error = await errorOf(maps.create({ metadata: { name: 'busy' } }, { dryRun: true }));
      const read = await errorOf(admin.resource(alphas, 'default').list());
      failures.push(...[error, read].filter((each) => each !== undefined));
      requests += 2;
    }
  });
  const secrets = admin.resource(coreV1.secrets, 'default');
  const stored = (): Promise<corev1.Secret | undefined> => secrets.get('hooks-tls').catch(() => undefined);
  /** Wakes the replicas, as the end of a wait would. */
  const touch = (): Promise<unknown> =>
    secrets.patch('hooks-tls', { metadata: { annotations: { at: String(shiftMs) } } }, { type: 'merge' });
  const changed = async (change: () => Promise<unknown>): Promise<void> => {
    const before = await stored();
    await change();
    const next = await until(
      stored,
      (now) => now !== undefined && now.data?.['tls.crt'] !== before?.data?.['tls.crt'],
    );
    await until(bundles, (all) => all.every((bundle) => bundle?.includes(next?.data?.['ca.crt'] ?? 'none')));
    const atLeast = requests + 50;
    await until(
      async () => requests,
      (done) => done > atLeast,
    );
    shiftMs += 61_000;
    await touch();
    const after = requests + 50;
    await until(
      async () => requests,
      (done) => done > after,
    );
  };
  await changed(async () => {
    shiftMs += (2 / 3) * hourMs;
    await touch();
  });
  await changed(() => secrets.delete('hooks-tls'));
  isOver = true;
  await Promise.all(work);
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(200);
};

/** Of each webhook, and of the definition. */
async function bundles(): Promise<(string | undefined)[]> {
  const { validatingWebhookConfigurations, mutatingWebhookConfigurations } =
    resources.admissionregistrationV1;
  const [one, two] = [
    await admin.resource(validatingWebhookConfigurations).get('hooks'),
    await admin.resource(mutatingWebhookConfigurations).get('hooks'),
  ];
  const definition = await admin
    .resource(resources.apiextensionsV1.customResourceDefinitions)
    .get(`websites.${group}`);
  return [
    ...[...(one.webhooks ?? []), ...(two.webhooks ?? [])].map((each) => each.clientConfig?.caBundle),
    definition.spec?.conversion?.webhook?.clientConfig?.caBundle,
  ];
}
