// A StorageVersionMigration, as docs/versions.md has it: kube-controller-manager rewrites the objects.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { defineResource, resources, waitFor } from 'kube-informers';
import type { apiextensionsv1, DeepReadonly } from 'kube-informers';
import { connect, freshNamespace, serverMinor } from './harness.js';

const group = 'migration.example.com';
const gadgets = defineResource({
  group,
  version: 'v1',
  resource: 'gadgets',
  kind: 'Gadget',
  namespaced: true,
});
const name = `gadgets.${group}`;
const schema = { openAPIV3Schema: { type: 'object' } };

const definitionOf = (stored: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: ['v1', 'v1alpha1'].map((version) => ({
      name: version,
      served: true,
      storage: version === stored,
      schema,
    })),
  },
});

test.runIf(serverMinor >= 37)(
  'a StorageVersionMigration writes each object, and ends the old version',
  async () => {
    await using admin = await connect();
    const { customResourceDefinitions } = resources.apiextensionsV1;
    const { storageVersionMigrations } = resources.storagemigrationV1;
    await admin.apply([definitionOf('v1alpha1')]);
    const client = admin.resource(gadgets, await freshNamespace(admin));
    const before = await client.create({ metadata: { name: 'one' } });
    await admin.apply([definitionOf('v1')]);
    const isStored =
      (...versions: readonly string[]) =>
      (definition: DeepReadonly<apiextensionsv1.CustomResourceDefinition> | undefined) =>
        isDeepStrictEqual(definition?.status?.storedVersions, versions);
    const wait = { timeoutMs: 120_000 };
    await waitFor(admin, customResourceDefinitions, name, isStored('v1alpha1', 'v1'), wait);
    const migration = {
      apiVersion: 'storagemigration.k8s.io/v1',
      kind: 'StorageVersionMigration',
      metadata: { name: 'gadgets' },
      spec: { resource: { group, resource: 'gadgets' } },
    };
    await admin.apply([migration]);
    await waitFor(admin, storageVersionMigrations, 'gadgets', 'condition=Succeeded', wait);
    await waitFor(admin, customResourceDefinitions, name, isStored('v1'), wait);
    const { metadata } = await client.get('one');
    expect(metadata?.resourceVersion).not.toBe(before.metadata?.resourceVersion);
    await admin.delete([migration, definitionOf('v1')]);
  },
);
