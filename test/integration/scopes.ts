import { expect } from 'vitest';
import type { Deletion, ObjectOf, WatchErrorInfo } from 'kube-informers';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import type { InformerFactoryOptions } from '../../packages/kube-informers/src/factories/informer-factory.js';
import type { ListWatchClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { isForbidden, isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { apiextensionsV1 } from '../../packages/kube-informers/src/resources/apiextensions-v1.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { freshNamespace } from './harness.js';
import { plainFormat } from '../../packages/kube-informers/src/cache/cache-format.js';
import { compact } from '../../packages/kube-informers/src/compact/compact-cache.js';

type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

/** Every way in which an informer can hold several namespaces. */
export const everyWay: readonly InformerFactoryOptions[] = [true, false].flatMap((useWatchList) =>
  [compact(), plainFormat].map((cacheFormat) => ({ useWatchList, cacheFormat })),
);

/** Short delays, so that the tests do not wait for retries. */
const backoff = { baseMs: 50, factor: 2, capMs: 400 };

function configMap(name: string, data: string): ConfigMap {
  return { metadata: { name, labels: { test: 'scopes' } }, data: { value: data } };
}

function flags(deletions: readonly Deletion<KubernetesObject>[]): Record<string, boolean> {
  return Object.fromEntries(deletions.map(({ key, leftScope }) => [key, leftScope]));
}

/**
 * Adds and removes namespaces while the informer runs; `denied` has no rights and is used for one of them, `program` for the others.
 */
export async function changesNamespaces(
  clientset: Clientset,
  denied: ListWatchClient,
  options: InformerFactoryOptions,
  program: ListWatchClient = clientset,
): Promise<void> {
  const first = await freshNamespace(clientset);
  const second = await freshNamespace(clientset);
  const third = await freshNamespace(clientset);
  const secret = await freshNamespace(clientset);
  const of = (namespace: string) => clientset.resource(coreV1.configMaps, namespace);
  for (const namespace of [first, second, third, secret]) {
    await of(namespace).create(configMap('kept', 'one'));
    await of(namespace).create({ metadata: { name: 'other' } });
  }
  // As with roles in single namespaces: one of them is not allowed.
  const client: ListWatchClient = {
    list: (resource, namespace, options) =>
      (namespace === secret ? denied : program).list(resource, namespace, options),
    watch: (resource, namespace, options) =>
      (namespace === secret ? denied : program).watch(resource, namespace, options),
  };
  const faults: [Error, WatchErrorInfo][] = [];
  await using factory = new SharedInformerFactory(client, {
    backoff,
    onWatchError: (error, info) => void faults.push([error, info]),
    ...options,
  });
  const scope = { namespaces: [second, first, secret], labelSelector: 'test=scopes' };
  const configMaps = factory.core().v1().configMaps(scope);
  const informer = configMaps.informer();
  expect(
    factory
      .core()
      .v1()
      .configMaps({ ...scope, namespaces: [first, secret, second] })
      .informer(),
  ).toBe(informer);
  const held = new Map<string, string | undefined>();
  const deletions: Deletion<KubernetesObject>[] = [];
  informer.addEventHandler({
    onAdd: ({ metadata, data }) => held.set(`${metadata?.namespace}/${metadata?.name}`, data?.['value']),
    onUpdate: (_old, { metadata, data }) =>
      held.set(`${metadata?.namespace}/${metadata?.name}`, data?.['value']),
    onDelete(deletion) {
      held.delete(deletion.key);
      deletions.push(deletion);
    },
  });
  factory.start();

  // The forbidden namespace is reported, and affects neither the others nor their changes.
  await expect
    .poll(() => [...held.keys()].toSorted(), { timeout: 30_000 })
    .toEqual([`${first}/kept`, `${second}/kept`].toSorted());
  await expect.poll(() => faults.length, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const [error, info] of faults) expect([isForbidden(error), info.namespace]).toEqual([true, secret]);
  await of(first).patch('kept', { data: { value: 'two' } }, { type: 'merge' });
  await expect.poll(() => held.get(`${first}/kept`)).toBe('two');
  expect(informer.hasSynced).toBe(false);
  await expect(
    factory.waitForCacheSync({ signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow(/forbidden/);
  expect(informer.removeNamespace(secret)).toBe(true);
  await factory.waitForCacheSync();
  expect(deletions).toEqual([]);

  // One more namespace: only that one is listed.
  await informer.addNamespace(third).synced;
  await expect.poll(() => held.get(`${third}/kept`)).toBe('one');
  expect(configMaps.lister().list()).toHaveLength(3);

  // An object that leaves the scope differs from one that is deleted.
  informer.removeNamespace(first);
  await of(second).delete('kept');
  await expect.poll(() => deletions.length).toBe(2);
  expect(flags(deletions)).toEqual({ [`${first}/kept`]: true, [`${second}/kept`]: false });
  expect(
    configMaps
      .lister()
      .list()
      .map(({ metadata }) => metadata?.namespace),
  ).toEqual([third]);

  // The namespace is added again, with its current state.
  await of(first).patch('kept', { data: { value: 'three' } }, { type: 'merge' });
  await informer.addNamespace(first).synced;
  await expect.poll(() => held.get(`${first}/kept`)).toBe('three');
  expect([...held.keys()].toSorted()).toEqual([`${first}/kept`, `${third}/kept`].toSorted());
  expect(configMaps.lister().namespace(first).get('kept')?.data).toEqual({ value: 'three' });
}

interface Gadget extends KubernetesObject {
  spec?: { size?: number };
}

let definitions = 0;

/**
 * A CustomResourceDefinition installed while an informer runs, deleted, and installed again; `readerOf` connects the informer's program.
 */
export async function followsDefinition(
  clientset: Clientset,
  options: InformerFactoryOptions,
  readerOf: (resource: Resource) => Promise<ListWatchClient> = () => Promise.resolve(clientset),
): Promise<void> {
  const namespace = await freshNamespace(clientset);
  const elsewhere = await freshNamespace(clientset);
  const group = `scopes-${process.pid}-${Date.now().toString(36)}-${definitions++}.example.com`;
  const gadgets = defineResource<Gadget>({
    group,
    version: 'v1',
    resource: 'gadgets',
    kind: 'Gadget',
    namespaced: true,
  });
  const install = (): Promise<unknown> =>
    clientset.resource(apiextensionsV1.customResourceDefinitions).create({
      metadata: { name: `gadgets.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
              },
            },
          },
        ],
      },
    });
  const create = async (name: string): Promise<void> => {
    // The API serves a new kind a moment after its definition was accepted.
    await expect
      .poll(async () => {
        try {
          return await clientset
            .resource(gadgets, namespace)
            .create({ apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name }, spec: { size: 1 } });
        } catch (error) {
          if (!isNotFound(error)) throw error;
          return undefined;
        }
      })
      .toBeDefined();
  };
  const codes: unknown[] = [];
  await using factory = new SharedInformerFactory(await readerOf(gadgets), {
    backoff,
    onWatchError: (error) => void codes.push((error as { readonly code?: unknown }).code),
    ...options,
  });
  const scopes = [
    factory.forResource(gadgets),
    factory.forResource(gadgets, { namespaces: [namespace, elsewhere] }),
  ];
  const informers = scopes.map((scope) => scope.informer());
  const held = informers.map((informer) => {
    const names = new Set<string | undefined>();
    informer.addEventHandler({
      onAdd: ({ metadata }) => names.add(metadata?.name),
      onDelete: ({ object }) => names.delete(object?.metadata?.name),
    });
    return names;
  });
  const states = (): [boolean, boolean][] =>
    informers.map(({ isAbsent, hasSynced }) => [isAbsent, hasSynced]);
  factory.start();
  // The program's first connection can take a second on a busy machine.
  await expect.poll(states, { timeout: 30_000 }).toEqual([
    [true, false],
    [true, false],
  ]);
  await expect(
    factory.waitForCacheSync({ signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow(/gadgets.* is absent/);

  await install();
  await create('first');
  await factory.waitForCacheSync();
  await expect.poll(() => held).toEqual([new Set(['first']), new Set(['first'])]);
  expect(states()).toEqual([
    [false, true],
    [false, true],
  ]);

  // It arrives by watch, so the watches are open: an informer that is not connected keeps the objects of a definition.
  await create('by-watch');
  const both = new Set(['first', 'by-watch']);
  await expect.poll(() => held).toEqual([both, both]);

  await clientset.resource(apiextensionsV1.customResourceDefinitions).delete(`gadgets.${group}`);
  await expect.poll(states, { timeout: 30_000 }).toEqual([
    [true, true],
    [true, true],
  ]);
  await expect.poll(() => informers.map(({ indexer }) => indexer.size)).toEqual([0, 0]);
  await expect.poll(() => held).toEqual([new Set(), new Set()]);
  // Once for the single list and watch, and once for each namespace, whenever the resource is removed.
  const absences = (): number => codes.filter((code) => code === 'ERR_RESOURCE_ABSENT').length;
  await expect.poll(absences, { timeout: 30_000 }).toBe(6);

  await expect
    .poll(
      () =>
        install().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  await create('second');
  await expect.poll(() => held, { timeout: 30_000 }).toEqual([new Set(['second']), new Set(['second'])]);
  expect(absences()).toBe(6);
}
