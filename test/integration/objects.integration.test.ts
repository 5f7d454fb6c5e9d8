import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import type { ResourceClient } from '../../packages/kube-informers/src/client/resource-client.js';
import { createOrUpdate } from '../../packages/kube-informers/src/controller/objects/create-or-update.js';
import { extractApply } from '../../packages/kube-informers/src/controller/objects/extract-apply.js';
import {
  ensureFinalizer,
  removeFinalizer,
  runFinalizers,
} from '../../packages/kube-informers/src/controller/objects/finalizers.js';
import { setControllerReference } from '../../packages/kube-informers/src/controller/objects/owner-references.js';
import { deleteUnwanted } from '../../packages/kube-informers/src/controller/objects/delete-unwanted.js';
import { retryOnConflict } from '../../packages/kube-informers/src/controller/objects/retry.js';
import { isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import type { ObjectOf } from '../../packages/kube-informers/src/meta/resource.js';
import { appsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { connect, freshNamespace } from './harness.js';

let clientset: Clientset;
let namespace: string;
let configMaps: ResourceClient<ObjectOf<typeof coreV1.configMaps>>;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
  configMaps = clientset.coreV1().configMaps(namespace);
});

afterAll(async () => {
  await clientset.coreV1().namespaces().delete(namespace);
  await clientset.close();
});

describe('helpers for objects', () => {
  test('finalizers are added, kept while others change the list, and removed', async () => {
    const created = await configMaps.create({ metadata: { name: 'finalized' } });
    const added = await ensureFinalizer(configMaps, created, 'example.com/own');
    expect(added.outcome).toBe('added');
    // Both from the state before: the patches test what they change.
    expect((await ensureFinalizer(configMaps, created, 'example.com/other')).outcome).toBe('added');
    expect((await ensureFinalizer(configMaps, created, 'example.com/own')).outcome).toBe('present');
    expect((await configMaps.get('finalized')).metadata?.finalizers).toEqual([
      'example.com/own',
      'example.com/other',
    ]);

    await configMaps.delete('finalized');
    expect((await ensureFinalizer(configMaps, created, 'example.com/late')).outcome).toBe('deleting');
    expect((await removeFinalizer(configMaps, added.object, 'example.com/own')).outcome).toBe('removed');
    const deleting = await configMaps.get('finalized');
    await runFinalizers(configMaps, deleting, { 'example.com/other': () => {} });
    await expect(configMaps.get('finalized')).rejects.toSatisfy(isNotFound);
    expect((await removeFinalizer(configMaps, deleting, 'example.com/other')).outcome).toBe('gone');
  });

  test('createOrUpdate creates, leaves and updates; conflicts are retried', async () => {
    const object = { metadata: { name: 'counter', namespace } };
    const count = () =>
      retryOnConflict(() =>
        createOrUpdate(configMaps, object, (counter) => {
          counter.data = { count: String(Number(counter.data?.['count'] ?? 0) + 1) };
        }),
      );
    expect((await count()).outcome).toBe('created');
    await Promise.all([count(), count()]);
    expect((await configMaps.get('counter')).data).toEqual({ count: '3' });
    expect((await createOrUpdate(configMaps, object, () => {})).outcome).toBe('unchanged');
  });

  test('prune deletes what the owner controls and no longer wants', async () => {
    const owner = await configMaps.create({ metadata: { name: 'owner' } });
    for (const name of ['kept', 'unwanted'])
      await configMaps.create(setControllerReference(owner, { metadata: { name, namespace } }));
    await configMaps.create({ metadata: { name: 'free' } });
    const { items } = await configMaps.list();
    const options = { owner, resource: coreV1.configMaps, lister: { list: () => items } };
    const keep = [{ metadata: { name: 'kept' } }];
    expect(await deleteUnwanted(clientset, { ...options, keep })).toEqual([`${namespace}/unwanted`]);
    expect(await deleteUnwanted(clientset, { ...options, keep })).toEqual([]);
    await configMaps.get('kept');
    await configMaps.get('free');
  });

  test('extractApply returns what a manager applied', async () => {
    const deployments = clientset.resource(appsV1.deployments, namespace);
    const labels = { app: 'web' };
    const applied = {
      apiVersion: 'apps/v1' as const,
      kind: 'Deployment' as const,
      metadata: { name: 'web', namespace, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80, protocol: 'TCP' }] }],
          },
        },
      },
    };
    await deployments.apply(applied, { fieldManager: 'first' });
    const other = { spec: { template: { spec: { containers: [{ name: 'web', workingDir: '/' }] } } } };
    await deployments.apply(
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, ...other },
      { fieldManager: 'second' },
    );
    const object = await deployments.get('web');
    expect(extractApply(object, 'first')).toEqual(applied);
    expect(extractApply(object, 'second')).toMatchObject(other);
    expect(extractApply(object, 'first', { subresource: 'status' }).metadata).toEqual({
      name: 'web',
      namespace,
    });
  });
});
