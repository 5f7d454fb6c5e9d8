// What docs/versions.md says of a version that replaces another one, on both servers; for StorageVersionMigrations see
// storage-migration.cluster.test.ts.
import { expect, test } from 'vitest';
import { Clientset, defineResource, isNotFound, resources } from 'kube-informers';
import type { apiextensionsv1, KubernetesObject, Resource } from 'kube-informers';
import { Webhooks } from 'kube-informers/webhook';
import { ApiServer, RealApiServer } from '@kube-informers/testing';
import type { TestServer } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { canStartServers } from './own-server.js';

interface Website extends KubernetesObject {
  spec: { url: string };
}
interface OldWebsite extends KubernetesObject {
  spec: { host: string };
}

const websites = defineResource<Website>({
  group: 'versions.example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
});
const oldWebsites = defineResource<OldWebsite>({ ...websites, version: 'v1alpha1' });
const name = `websites.${websites.group}`;

const versionOf = (version: string, field: string, stored: string, served: boolean) => ({
  name: version,
  served,
  storage: version === stored,
  deprecated: version === 'v1alpha1',
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { [field]: { type: 'string' } } } },
    },
  },
});

interface Served {
  /** The version that is stored. */
  readonly stored: 'v1' | 'v1alpha1';
  /** Default: the old version is not there. */
  readonly old?: 'served' | 'not served';
}

function definitionOf(url: string, { stored, old }: Served): object {
  const versions = [versionOf('v1', 'url', stored, true)];
  if (old !== undefined) versions.push(versionOf('v1alpha1', 'host', stored, old === 'served'));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: websites.group,
      scope: 'Namespaced',
      names: { kind: 'Website', plural: 'websites' },
      versions,
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: `${url}/convert` } },
      },
    },
  };
}

/** The program of the page. */
async function migrate(clientset: Clientset, kind: Resource): Promise<void> {
  for await (const { metadata } of clientset.resource(kind).items()) {
    const { name: each = '', namespace = '' } = metadata ?? {};
    await clientset
      .resource(kind, namespace)
      .patch(each, {}, { type: 'merge' })
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
  }
  const status = { storedVersions: [kind.version] };
  await clientset
    .resource(resources.apiextensionsV1.customResourceDefinitions)
    .patch(`${kind.resource}.${kind.group}`, { status }, { type: 'merge', subresource: 'status' });
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error: unknown) => error);

/** Calls until the outcome holds: an API server notices a definition a moment after it was written. */
async function until<T>(call: () => Promise<T>, holds: (outcome: T) => boolean): Promise<void> {
  while (!holds(await call())) await systemClock.sleep(20);
}

const servers: { server: string; start: () => Promise<TestServer>; can: boolean }[] = [
  { server: 'the embedded server', start: () => ApiServer.start(), can: true },
  { server: 'kube-apiserver', start: () => RealApiServer.start(), can: canStartServers },
];

for (const { server: title, start, can } of servers)
  test.runIf(can)(`a version replaces another one on ${title}, and no object is lost`, async () => {
    await using server = await start();
    const warnings: string[] = [];
    await using admin = new Clientset({
      ...server.config,
      onWarning: ({ text }) => void warnings.push(text),
    });
    const webhooks = new Webhooks({
      port: 0,
      host: '127.0.0.1',
      certificates: { secret: { namespace: 'default', name: 'websites-tls' }, hosts: ['127.0.0.1'] },
    }).convert(websites, {
      v1alpha1: {
        up: ({ spec }: OldWebsite) => ({ spec: { url: `https://${spec.host}` } }),
        down: ({ spec }: Website) => ({ spec: { host: new URL(spec.url).host } }),
      },
    });
    const end = new AbortController();
    const ended = webhooks.run({ signal: end.signal, clientset: admin });
    await until(async () => webhooks.port, Boolean);
    const url = `https://127.0.0.1:${webhooks.port}`;
    const definition = (): Promise<apiextensionsv1.CustomResourceDefinition> =>
      admin.apiextensionsV1().customResourceDefinitions().get(name);
    const storedVersions = async (): Promise<unknown> => (await definition()).status?.storedVersions;
    const current = admin.resource(websites, 'default');
    const old = admin.resource(oldWebsites, 'default');

    // Serve both.
    await admin.apply([definitionOf(url, { stored: 'v1alpha1', old: 'served' })]);
    await until(
      () => errorOf(current.create({ metadata: { name: 'two' }, spec: { url: 'https://two.org' } })),
      (error) => error === undefined,
    );
    await old.create({ metadata: { name: 'one' }, spec: { host: 'one.org' } });
    expect(warnings).toContain(
      `${oldWebsites.apiVersion} Website is deprecated; use ${websites.apiVersion} Website`,
    );
    expect(await storedVersions()).toEqual(['v1alpha1']);

    // Store the new version.
    await admin.apply([definitionOf(url, { stored: 'v1', old: 'served' })]);
    expect(await storedVersions()).toEqual(['v1alpha1', 'v1']);
    const isRefused = expect.stringMatching(/storedVersions/) as string;
    const removal = [definitionOf(url, { stored: 'v1' })];
    expect(await errorOf(admin.apply(removal))).toMatchObject({ message: isRefused });

    // Rewrite the objects. An API server may still write the old version for a moment.
    const versionsOf = async (): Promise<string[]> =>
      (await current.list()).items.map(({ metadata }) => metadata?.resourceVersion ?? '');
    const before = await versionsOf();
    await until(
      () => migrate(admin, websites).then(versionsOf),
      (versions) => versions.every((version) => !before.includes(version)),
    );
    expect(await storedVersions()).toEqual(['v1']);
    const migrated = await versionsOf();
    await migrate(admin, websites);
    expect(await versionsOf()).toEqual(migrated);

    // Stop serving the old version, and remove it.
    await admin.apply([definitionOf(url, { stored: 'v1', old: 'not served' })]);
    await until(() => errorOf(old.get('one')), isNotFound);
    await admin.apply(removal);
    end.abort();
    await ended;
    expect((await definition()).spec?.versions).toHaveLength(1);
    expect((await current.get('one')).spec).toEqual({ url: 'https://one.org' });
    expect((await current.get('two')).spec).toEqual({ url: 'https://two.org' });
  });
