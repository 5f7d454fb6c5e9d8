import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { existsSync } from 'node:fs';
import {
  Clientset,
  defineResource,
  isConflict,
  isForbidden,
  isNotFound,
  isExpired,
  isUnauthorized,
  KubeConfig,
  type KubernetesObject,
  loadConfig,
  resources,
  TransportError,
  whoAmI,
} from 'kube-informers';
import type { StartServerOptions, TestServer, TestUser } from '@kube-informers/testing';

const { apiextensionsV1, coreV1 } = resources;

interface Backup extends KubernetesObject {
  spec?: { schedule?: string };
  status?: { phase?: string };
}

const backups = defineResource<Backup>({
  group: 'example.com',
  version: 'v1',
  resource: 'backups',
  kind: 'Backup',
  namespaced: true,
});

const definition = `
# Two documents, of which one is empty.
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: backups.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { plural: backups, singular: backup, kind: Backup }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { schedule: { type: string } } }
            status: { type: object, properties: { phase: { type: string } } }
`;

const listPods = { verbs: ['list'], apiGroups: [''], resources: ['pods'] };

/** What a test may rely on, whichever server it runs on. */
export function testServerSuite(
  name: string,
  start: (options: Pick<StartServerOptions, 'users'>) => Promise<TestServer>,
): void {
  describe(name, () => {
    let server: TestServer;

    beforeAll(async () => {
      server = await start({
        users: {
          'jane-token': { name: 'jane', rights: [{ namespace: 'shop', rules: [listPods] }] },
        },
      });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const pod = (podName: string) => ({
      metadata: { name: podName, namespace: 'default', labels: { app: podName } },
      spec: { nodeName: 'node-1', containers: [{ name: 'nginx', image: 'nginx' }] },
    });

    test('objects are stored with their status, listed by selectors, and deleted at once', async () => {
      const conditions = [{ type: 'Ready', status: 'True' }];
      const created = await server.create(coreV1.pods, {
        ...pod('one'),
        status: { phase: 'Running', conditions },
      });
      expect(created.status).toMatchObject({ phase: 'Running', conditions });
      await server.create(coreV1.pods, pod('two'));
      expect(await server.get(coreV1.pods, 'one')).toEqual(created);
      const names = async (options: object) =>
        (await server.list(coreV1.pods, options)).items.map(({ metadata }) => metadata?.name);
      expect(await names({})).toEqual(['one', 'two']);
      expect(await names({ namespace: 'kube-system' })).toEqual([]);
      expect(await names({ labelSelector: 'app=two' })).toEqual(['two']);
      expect(await names({ fieldSelector: 'status.phase=Running' })).toEqual(['one']);
      await server.delete(coreV1.pods, 'one');
      await server.delete(coreV1.pods, 'two', { namespace: 'default' });
      expect(await server.get(coreV1.pods, 'one')).toBeUndefined();
      await expect(server.delete(coreV1.pods, 'one')).rejects.toSatisfy(isNotFound);
    });

    test('an update replaces spec and status, and its resourceVersion must match', async () => {
      const created = await server.create(coreV1.nodes, {
        metadata: { name: 'node-1' },
        status: { phase: 'Pending', capacity: { pods: '10' } },
      });
      const updated = await server.update(coreV1.nodes, {
        ...created,
        spec: { unschedulable: true },
        status: { phase: 'Running' },
      });
      expect(updated).toMatchObject({ spec: { unschedulable: true }, status: { phase: 'Running' } });
      expect(updated.status?.capacity).toBeUndefined();
      await expect(server.update(coreV1.nodes, created)).rejects.toSatisfy(isConflict);
      await server.delete(coreV1.nodes, 'node-1');
    });

    test('a patch changes spec and status alike', async () => {
      await server.create(coreV1.nodes, { metadata: { name: 'node-2' }, status: { phase: 'Pending' } });
      const patched = await server.patch(coreV1.nodes, 'node-2', {
        metadata: { labels: { zone: 'a' } },
        spec: { unschedulable: true },
        status: { phase: null, capacity: { pods: '10' } },
      });
      expect(patched).toMatchObject({
        metadata: { labels: { zone: 'a' } },
        spec: { unschedulable: true },
        status: { capacity: { pods: '10' } },
      });
      expect(patched.status?.phase).toBeUndefined();
      await server.delete(coreV1.nodes, 'node-2');
    });

    test('definitions are served and discovered when they are defined, and can be replaced', async () => {
      await expect(server.get(backups, 'nightly')).rejects.toSatisfy(isNotFound);
      await server.define(definition);
      await using clientset = new Clientset(server.config);
      await expect(clientset.discovery().resolve('backup')).resolves.toMatchObject({ kind: 'Backup' });
      const nightly = { metadata: { name: 'nightly' }, spec: { schedule: '0 3 * * *' } };
      const created = await server.create(backups, { ...nightly, status: { phase: 'Done' } });
      expect(created.status).toEqual({ phase: 'Done' });

      const stored = await server.get(apiextensionsV1.customResourceDefinitions, 'backups.example.com');
      const { spec } = stored ?? { spec: undefined };
      if (spec === undefined) throw new Error('the definition is not stored');
      await server.define({
        metadata: { name: 'backups.example.com' },
        spec: {
          ...spec,
          versions: [...spec.versions, { ...spec.versions[0], name: 'v2', served: true, storage: false }],
        },
      });
      const second = defineResource<Backup>({ ...backups, version: 'v2' });
      expect(await server.get(second, 'nightly')).toMatchObject({ apiVersion: 'example.com/v2' });
      await expect(server.define('kind: Pod')).rejects.toMatchObject({ code: 'ERR_MANIFEST' });
      await expect(server.define('a: [')).rejects.toMatchObject({ code: 'ERR_MANIFEST' });
    });

    test('users have their rights at once: those of the start, and service accounts that are added', async () => {
      await using jane = new Clientset({
        ...server.config,
        credentials: { authorization: 'Bearer jane-token' },
      });
      await jane.coreV1().pods('shop').list();
      await expect(jane.coreV1().pods('default').list()).rejects.toSatisfy(isForbidden);
      const operator = await server.addAccount({
        name: 'operator',
        namespace: 'factory',
        rights: [
          { namespace: 'factory', rules: [listPods] },
          { rules: [{ verbs: ['list'], apiGroups: [''], resources: ['nodes'] }] },
        ],
      });
      await using clientset = new Clientset(operator.config);
      await clientset.coreV1().pods('factory').list();
      await clientset.coreV1().nodes().list();
      await expect(clientset.coreV1().pods('shop').list()).rejects.toSatisfy(isForbidden);
      expect((await whoAmI(clientset)).user).toBe('system:serviceaccount:factory:operator');
      await using stranger = new Clientset({
        ...server.config,
        credentials: { authorization: 'Bearer wrong' },
      });
      await expect(stranger.coreV1().pods('shop').list()).rejects.toSatisfy(isUnauthorized);
    });

    test('kubeconfigs, as text and in files, are those of the administrator or of a user', async () => {
      const account = await server.addAccount({ name: 'reader' });
      const nameOf = async (user: TestUser | undefined): Promise<string | undefined> => {
        const config = await (await KubeConfig.parse(await server.kubeconfig(user))).toRestConfig();
        const fromFile = await loadConfig({ kubeconfig: await server.kubeconfigFile(user) });
        await using one = new Clientset(config);
        await using other = new Clientset(fromFile);
        const name = (await whoAmI(one)).user;
        expect((await whoAmI(other)).user).toBe(name);
        return name;
      };
      expect(await nameOf(undefined)).toBe('admin');
      expect(await nameOf(account)).toBe(account.name);
    });

    test('a list that is continued after a compaction and a new start has expired', async () => {
      await using clientset = new Clientset(server.config);
      const maps = clientset.coreV1().configMaps('default');
      for (const each of ['a', 'b', 'c']) await maps.create({ metadata: { name: each } });
      const { metadata } = await maps.list({ limit: 1 });
      await maps.delete('c');
      await server.compact();
      // Until then, the watch cache of a real server has them.
      await server.stop();
      await server.start();
      await expect(maps.list({ limit: 1, continue: metadata?.continue })).rejects.toSatisfy(isExpired);
    });

    test.each(['stop', 'kill'] as const)(
      'after %s nobody answers; start serves the same objects and users on the same port',
      async (how) => {
        const { url } = server;
        const account = await server.addAccount({
          name: `before-${how}`,
          rights: [{ namespace: 'default', rules: [listPods] }],
        });
        const created = await server.create(coreV1.pods, pod(how));
        await using admin = new Clientset(server.config, { maxRetries: 0 });
        const watch = await admin.coreV1().pods('default').watch();
        const ended = (async () => {
          for await (const _event of watch);
        })();
        await Promise.all([
          server[how](),
          how === 'stop' ? ended : expect(ended).rejects.toBeInstanceOf(TransportError),
        ]);
        await server[how]();
        await expect(admin.coreV1().pods('default').list()).rejects.toBeInstanceOf(TransportError);
        await server.start();
        await server.start();
        expect(server.url).toBe(url);
        expect(await server.get(coreV1.pods, how)).toMatchObject({
          metadata: { uid: created.metadata?.uid ?? '' },
        });
        await using clientset = new Clientset(account.config);
        await clientset.coreV1().pods('default').list();
      },
    );

    test('a disposed server has removed its kubeconfig files', async () => {
      const own = await start({});
      const file = await own.kubeconfigFile();
      expect(existsSync(file)).toBe(true);
      await own[Symbol.asyncDispose]();
      expect(existsSync(file)).toBe(false);
    });
  });
}
