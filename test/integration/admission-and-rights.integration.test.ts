import { createSign } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  Clientset,
  defineResource,
  isForbidden,
  isInternalError,
  isInvalid,
  isServiceUnavailable,
  isTooManyRequests,
  isUnauthorized,
  loadConfig,
  resources,
  SharedInformerFactory,
} from 'kube-informers';
import type { apiextensionsv1, KubernetesObject, rbacv1, StatusError } from 'kube-informers';
import { Controller } from 'kube-informers/controller';
import { RealApiServer } from '@kube-informers/testing';
import type { TestUser } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { webhook } from './webhook.js';

// What a cluster in production decides: rights, tokens, fairness, budgets, policies and webhooks. No controllers run here.

const { coreV1, rbacV1 } = resources;
const configMapRule = (...verbs: string[]): rbacv1.PolicyRule => ({
  apiGroups: [''],
  resources: ['configmaps'],
  verbs,
});

let server: RealApiServer;
let admin: Clientset;
let names = 0;

beforeAll(async () => {
  server = await RealApiServer.start();
  admin = new Clientset(server.config);
});

afterAll(async () => {
  await admin.close();
  await server[Symbol.asyncDispose]();
});

async function freshNamespace(): Promise<string> {
  const name = `real-${names++}`;
  await admin.coreV1().namespaces().create({ metadata: { name } });
  return name;
}

/** A client of a user who is no administrator; closed after the test. */
function clientOf({ config }: TestUser): Clientset {
  const clientset = new Clientset(config);
  onTestFinished(() => clientset.close());
  return clientset;
}

/** Calls until the outcome holds, since authorizer, policies and webhooks take effect a moment after they were written. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await systemClock.sleep(50);
  }
}

/** How many requests of a client were repeated. */
const retriesOf = (clientset: Clientset): number =>
  clientset.stats().retries.reduce((sum, { count }) => sum + count, 0);

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error: unknown) => error);

test('an informer and a controller wait for rights, work while they have them, and go on when they are given back', async () => {
  const namespace = await freshNamespace();
  const rights = (...verbs: string[]) => [{ namespace, rules: [configMapRule(...verbs)] }];
  const user = await server.addAccount({ name: 'operator', namespace, rights: rights('get') });
  const role = `${namespace}:operator`;
  const setVerbs = (...verbs: string[]): Promise<unknown> =>
    server.patch(rbacV1.roles, role, { rules: [configMapRule(...verbs)] }, { namespace });
  const clientset = clientOf(user);
  const refusals: unknown[] = [];
  const factory = new SharedInformerFactory(clientset, {
    namespace,
    onWatchError: (error) => void refusals.push(error),
  });
  const failures: unknown[] = [];
  const controller = new Controller('labels', {
    clientset,
    for: factory.core().v1().configMaps(),
    onError: (error) => void failures.push(error),
    reconcile: async ({ object, client }) => {
      if (object === undefined || object.metadata?.labels?.['seen'] !== undefined) return;
      await client.patch(object, { metadata: { labels: { seen: 'yes' } } }, { type: 'merge' });
    },
  });
  factory.start();
  const running = controller.run();
  try {
    await until(
      async () => refusals.length,
      (count) => count > 0,
    );
    expect(refusals[0]).toSatisfy(isForbidden);
    await setVerbs('get', 'list', 'watch');
    await server.create(coreV1.configMaps, { metadata: { name: 'a', namespace } });
    await until(
      async () => failures.length,
      (count) => count > 0,
    );
    expect(failures[0]).toSatisfy(isForbidden);
    await setVerbs('get', 'list', 'watch', 'patch');
    const labelled = (name: string) => async (): Promise<string | undefined> =>
      (await server.get(coreV1.configMaps, name, { namespace }))?.metadata?.labels?.['seen'];
    await until(labelled('a'), (seen) => seen === 'yes');
    // A watch that is open goes on; the next one is refused, and comes back with the rights.
    await setVerbs('get', 'patch');
    await until(async () => errorOf(clientset.coreV1().configMaps(namespace).list()), isForbidden);
    refusals.length = 0;
    await server.kill();
    await server.start();
    await until(async () => refusals.some(isForbidden), Boolean);
    await server.create(coreV1.configMaps, { metadata: { name: 'b', namespace } });
    await setVerbs('get', 'list', 'watch', 'patch');
    await until(labelled('b'), (seen) => seen === 'yes');
  } finally {
    await controller.stop();
    await running;
    await factory.stop();
  }
});

test('a service account token that expired is read from its file again', async () => {
  const namespace = await freshNamespace();
  const rights = [{ namespace, rules: [configMapRule('list', 'watch')] }];
  const { name, token } = await server.addAccount({ name: 'expiring', namespace, rights });
  const key = await readFile(join(server.folder, 'service-account.key'));
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
  /** The same claims, with another end. */
  const signed = (seconds: number): string => {
    const exp = Math.floor(Date.now() / 1000) + seconds;
    const text = `${encoded({ alg: 'RS256' })}.${encoded({ ...claims, exp })}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
  };
  const file = join(server.folder, `token-${namespace}`);
  // The server accepts a token for a minute after its end, so this one for 15 seconds.
  await writeFile(file, signed(-45));
  const kubeconfig = (await server.kubeconfig()).replace(/token: .*/, `tokenFile: ${file}`);
  const path = join(server.folder, `kubeconfig-${namespace}`);
  await writeFile(path, kubeconfig);
  const clientset = new Clientset(await loadConfig({ kubeconfig: path }));
  const errors: unknown[] = [];
  const factory = new SharedInformerFactory(clientset, {
    namespace,
    onWatchError: (error) => void errors.push(error),
  });
  const informer = factory.core().v1().configMaps().informer();
  factory.start();
  try {
    await informer.synced;
    const list = (): Promise<unknown> => errorOf(clientset.coreV1().configMaps(namespace).list());
    await until(list, isUnauthorized);
    // Its watch ends, and the next list is refused.
    await server.kill();
    await server.start();
    await until(async () => errors.some(isUnauthorized), Boolean);
    await writeFile(file, signed(600));
    await server.create(coreV1.configMaps, { metadata: { name: 'late', namespace } });
    await until(
      async () => informer.indexer.getByKey(`${namespace}/late`),
      (object) => object !== undefined,
    );
    expect(await list()).toBeUndefined();
    expect(
      (await clientset.authenticationV1().selfSubjectReviews().create({})).status?.userInfo?.username,
    ).toBe(name);
  } finally {
    await factory.stop();
    await clientset.close();
  }
});

test('a call that priority and fairness rejects is repeated after Retry-After', async () => {
  const namespace = await freshNamespace();
  const rights = [{ namespace, rules: [configMapRule('create', 'list')] }];
  const user = await server.addAccount({ name: 'busy', namespace, rights });
  const name = `full-${namespace}`;
  const release = new EventEmitter();
  // Calls that wait for this webhook take the few places of the level.
  await using hook = await webhook(server, async () => {
    await once(release, 'now');
    return { allowed: true };
  });
  await admin
    .admissionregistrationV1()
    .validatingWebhookConfigurations()
    .create({
      metadata: { name },
      webhooks: [
        {
          name: 'slow.example.com',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          timeoutSeconds: 30,
          clientConfig: { url: hook.url, caBundle: hook.caBundle },
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          rules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
          ],
        },
      ],
    });
  const flow = admin.flowcontrolV1();
  await flow.priorityLevelConfigurations().create({
    metadata: { name },
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 1, borrowingLimitPercent: 0, limitResponse: { type: 'Reject' } },
    },
  });
  await flow.flowSchemas().create({
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name },
      matchingPrecedence: 100,
      rules: [
        {
          subjects: [{ kind: 'ServiceAccount', serviceAccount: { name: 'busy', namespace } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
        },
      ],
    },
  });
  const hasty = new Clientset(user.config, { maxRetries: 0 });
  const creating: Promise<unknown>[] = [];
  const refused = await until(async () => {
    const metadata = { name: `waits-${creating.length}` };
    creating.push(errorOf(hasty.coreV1().configMaps(namespace).create({ metadata })));
    return errorOf(hasty.coreV1().configMaps(namespace).list());
  }, isTooManyRequests);
  expect(refused).toMatchObject({ statusCode: 429 });
  const clientset = clientOf(user);
  const listing = clientset.coreV1().configMaps(namespace).list();
  await until(
    async () => retriesOf(clientset),
    (retries) => retries > 0,
  );
  await admin.admissionregistrationV1().validatingWebhookConfigurations().delete(name);
  release.emit('now');
  expect((await listing).items.length).toBeGreaterThan(0);
  await Promise.all(creating);
  await hasty.close();
  await flow.flowSchemas().delete(name);
  await flow.priorityLevelConfigurations().delete(name);
});

test('an eviction that its budget refuses goes to the caller at once, one that nobody has counted yet is repeated', async () => {
  const namespace = await freshNamespace();
  await server.create(coreV1.pods, {
    metadata: { name: 'web', namespace, labels: { app: 'web' } },
    spec: { nodeName: 'n', containers: [{ name: 'app', image: 'x' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  });
  const budgets = admin.policyV1().podDisruptionBudgets(namespace);
  const budget = await budgets.create({
    metadata: { name: 'web' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
  });
  const rights = [
    { namespace, rules: [{ apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] }] },
  ];
  const clientset = clientOf(await server.addAccount({ name: 'drainer', namespace, rights }));
  // Without a controller the budget has no status: the server asks to come back in ten seconds.
  const controller = new AbortController();
  const waiting = clientset.coreV1().pods(namespace).evict('web', { signal: controller.signal });
  await until(
    async () => retriesOf(clientset),
    (retries) => retries > 0,
  );
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  const counted = {
    observedGeneration: budget.metadata?.generation,
    expectedPods: 1,
    currentHealthy: 1,
    desiredHealthy: 1,
  };
  await budgets.updateStatus({ ...budget, status: { ...counted, disruptionsAllowed: 0 } });
  const retries = retriesOf(clientset);
  const refused = await errorOf(clientset.coreV1().pods(namespace).evict('web'));
  expect(refused).toSatisfy(isTooManyRequests);
  expect((refused as Error).message).toContain("would violate the pod's disruption budget");
  expect(retriesOf(clientset)).toBe(retries);
});

test('a namespace that terminates refuses new objects by its own cause', async () => {
  const namespace = await freshNamespace();
  await server.create(coreV1.configMaps, {
    metadata: { name: 'a', namespace, finalizers: ['example.com/wait'] },
  });
  await admin.coreV1().namespaces().delete(namespace);
  const refused = await errorOf(
    admin
      .coreV1()
      .configMaps(namespace)
      .create({ metadata: { name: 'b' } }),
  );
  expect(refused).toSatisfy(isForbidden);
  expect((refused as StatusError).status.details?.causes?.[0]?.reason).toBe('NamespaceTerminating');
});

const widgets: apiextensionsv1.CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

test('an informer follows a definition that is deleted and made anew', async () => {
  const namespace = await freshNamespace();
  await server.define(widgets);
  const rights = [
    {
      namespace,
      rules: [{ apiGroups: ['example.com'], resources: ['widgets'], verbs: ['list', 'watch', 'create'] }],
    },
  ];
  const clientset = clientOf(await server.addAccount({ name: 'watcher', namespace, rights }));
  const resource = await admin.discovery().resolve('widgets.example.com');
  const create = (name: string): Promise<unknown> =>
    clientset
      .resource(resource, namespace)
      .create({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } });
  const factory = new SharedInformerFactory(clientset, { namespace, onWatchError: () => undefined });
  const informer = factory.forResource(resource).informer();
  const events: string[] = [];
  informer.addEventHandler({
    onAdd: ({ metadata }) => void events.push(`add ${metadata?.name}`),
    onDelete: ({ key }) => void events.push(`delete ${key}`),
  });
  factory.start();
  try {
    await create('first');
    await until(
      async () => events.length,
      (count) => count === 1,
    );
    await admin.apiextensionsV1().customResourceDefinitions().delete('widgets.example.com');
    await until(
      async () => events.length,
      (count) => count === 2,
    );
    await server.define(widgets);
    await create('second');
    await until(
      async () => events.length,
      (count) => count === 3,
    );
    expect(events).toEqual(['add first', `delete ${namespace}/first`, 'add second']);
  } finally {
    await factory.stop();
  }
});

test('webhooks that refuse, change and time out reach the caller as the server says', async () => {
  const namespace = await freshNamespace();
  await using hook = await webhook(server, ({ object }) => {
    const name = object?.metadata?.name;
    if (name === 'slow') return undefined;
    if (name === 'refused')
      return {
        allowed: false,
        status: { code: 422, message: 'no name like this' },
        warnings: ['names matter'],
      };
    const patch = Buffer.from(JSON.stringify([{ op: 'add', path: '/data', value: { by: 'webhook' } }]));
    return { allowed: true, patchType: 'JSONPatch', patch: patch.toString('base64') };
  });
  await admin
    .admissionregistrationV1()
    .mutatingWebhookConfigurations()
    .create({
      metadata: { name: namespace },
      webhooks: [
        {
          name: 'names.example.com',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          timeoutSeconds: 1,
          failurePolicy: 'Fail',
          clientConfig: { url: hook.url, caBundle: hook.caBundle },
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          rules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
          ],
        },
      ],
    });
  onTestFinished(async () => {
    await admin.admissionregistrationV1().mutatingWebhookConfigurations().delete(namespace);
  });
  const rights = [{ namespace, rules: [configMapRule('create')] }];
  const { config } = await server.addAccount({ name: 'writer', namespace, rights });
  const warnings: string[] = [];
  await using clientset = new Clientset({ ...config, onWarning: ({ text }) => void warnings.push(text) });
  const create = (name: string) => clientset.coreV1().configMaps(namespace).create({ metadata: { name } });
  let tries = 0;
  const changed = await until(
    () => create(`changed-${tries++}`),
    ({ data }) => data !== undefined,
  );
  expect(changed.data).toEqual({ by: 'webhook' });
  const refused = await errorOf(create('refused'));
  expect(refused).toMatchObject({ statusCode: 422 });
  expect((refused as Error).message).toContain(
    'admission webhook "names.example.com" denied the request: no name like this',
  );
  expect(warnings).toContain('names matter');
  const slow = await errorOf(create('slow'));
  expect(slow).toSatisfy(isInternalError);
  expect((slow as Error).message).toContain('failed calling webhook "names.example.com"');
});

test('a ValidatingAdmissionPolicy refuses with its message and cause', async () => {
  const namespace = await freshNamespace();
  const registration = admin.admissionregistrationV1();
  await registration.validatingAdmissionPolicies().create({
    metadata: { name: namespace },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
        ],
      },
      validations: [
        { expression: "has(object.data) && 'owner' in object.data", message: 'data.owner is required' },
      ],
    },
  });
  await registration
    .validatingAdmissionPolicyBindings()
    .create({ metadata: { name: namespace }, spec: { policyName: namespace, validationActions: ['Deny'] } });
  const rights = [{ namespace, rules: [configMapRule('create')] }];
  const clientset = clientOf(await server.addAccount({ name: 'writer', namespace, rights }));
  const configMaps = clientset.coreV1().configMaps(namespace);
  let tries = 0;
  const refused = await until(
    () => errorOf(configMaps.create({ metadata: { name: `try-${tries++}` } })),
    (error) => error !== undefined,
  );
  expect(refused).toSatisfy(isInvalid);
  expect((refused as Error).message).toContain('data.owner is required');
  expect((await configMaps.create({ metadata: { name: 'good' }, data: { owner: 'me' } })).data).toEqual({
    owner: 'me',
  });
});

test('a warning of a deprecated version reaches onWarning once', async () => {
  const namespace = await freshNamespace();
  const rights = [{ namespace, rules: [{ apiGroups: [''], resources: ['endpoints'], verbs: ['list'] }] }];
  const { config } = await server.addAccount({ name: 'reader', namespace, rights });
  const warnings: string[] = [];
  await using clientset = new Clientset({ ...config, onWarning: ({ text }) => void warnings.push(text) });
  await clientset.coreV1().endpoints(namespace).list();
  expect(warnings).toEqual([expect.stringContaining('v1 Endpoints is deprecated in v1.33+')]);
});

test('an invalid object is refused with a cause for each field', async () => {
  const namespace = await freshNamespace();
  const rights = [{ namespace, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['create'] }] }];
  const clientset = clientOf(await server.addAccount({ name: 'writer', namespace, rights }));
  const refused = await errorOf(
    clientset
      .coreV1()
      .pods(namespace)
      .create({
        metadata: { name: 'bad' },
        spec: { restartPolicy: 'Sometimes' as never, containers: [{ name: 'App', image: '' }] },
      }),
  );
  expect(refused).toSatisfy(isInvalid);
  const causes = (refused as StatusError).status.details?.causes ?? [];
  expect(causes.map(({ field, reason }) => `${field} ${reason}`).toSorted()).toEqual([
    'spec.containers[0].image FieldValueRequired',
    'spec.containers[0].name FieldValueInvalid',
    'spec.restartPolicy FieldValueNotSupported',
  ]);
});

test('discovery and other resources work while an aggregated API is unavailable', async () => {
  const namespace = await freshNamespace();
  const apiServices = admin.resource(
    defineResource<KubernetesObject & { spec: object }>({
      group: 'apiregistration.k8s.io',
      version: 'v1',
      resource: 'apiservices',
      kind: 'APIService',
      namespaced: false,
    }),
  );
  await apiServices.create({
    metadata: { name: 'v1.gone.example.com' },
    spec: {
      group: 'gone.example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 10,
      service: { namespace, name: 'nobody' },
      insecureSkipTLSVerify: true,
    },
  });
  onTestFinished(async () => void (await apiServices.delete('v1.gone.example.com')));
  const clientset = clientOf(await server.addAccount({ name: 'reader', namespace }));
  const gone = { method: 'GET', path: '/apis/gone.example.com/v1/things' } as const;
  await using hasty = new Clientset(server.config, { maxRetries: 0 });
  await until(() => errorOf(hasty.restClient.raw(gone)), isServiceUnavailable);
  expect(await clientset.discovery().resolve('deployments')).toMatchObject({
    group: 'apps',
    kind: 'Deployment',
  });
  await expect(clientset.discovery().resolve('things.gone.example.com')).rejects.toThrow(
    /gone\.example\.com/,
  );
});
