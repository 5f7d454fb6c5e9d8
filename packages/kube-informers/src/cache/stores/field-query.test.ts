import { afterEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../client/clientset.js';
import { SharedInformerFactory } from '../../factories/shared-informer-factory.js';
import { parseFieldSelector } from '../../meta/field-selector.js';
import { metaNamespaceKey } from '../../meta/names.js';
import { defineResource } from '../../meta/resource.js';
import { builtInSelectableFields, selectableFieldsOf } from '../../meta/selectable-fields.js';
import type { KubernetesObject } from '../../meta/types.js';
import { coreV1, resources } from '../../resources/index.js';
import type { ResourceTable } from '../../resources/index.js';
import type { corev1 } from '../../resources/types.js';
import { fieldIndexers, fieldSelectorOf } from './field-query.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex } from './indexer.js';
import { Lister } from './lister.js';

type Pod = corev1.Pod;

const wrong = (value: unknown): never => value as never;

function pod(namespace: string, name: string, nodeName?: string, phase?: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name, labels: { app: name } },
    spec: { containers: [], ...(nodeName !== undefined && { nodeName }) },
    ...(phase !== undefined && { status: { phase: phase as 'Running' } }),
  };
}

const objects = [
  pod('a', 'one', 'node-1', 'Running'),
  pod('a', 'two', 'node-2', 'Pending'),
  pod('b', 'three', 'node-1'),
  pod('b', 'four', ''),
  pod('b', 'five'),
];

function indexed(fields: readonly ('spec.nodeName' | 'status.phase')[] = []) {
  const indexer = new MemoryIndexer<Pod>({
    keyFunc: metaNamespaceKey,
    indexers: {
      [namespaceIndex]: metaNamespaceIndexFunc,
      ...fieldIndexers(coreV1.pods, ...fields),
    },
  });
  indexer.replace(objects, '1');
  let scans = 0;
  const list = () => {
    scans++;
    return indexer.list();
  };
  const { indexers } = indexer;
  const lister = new Lister<Pod>(
    {
      list,
      indexers,
      getByKey: (key) => indexer.getByKey(key),
      byIndex: (name, value) => indexer.byIndex(name, value),
    },
    coreV1.pods,
  );
  return { lister, scans: () => scans };
}

const names = (
  found: readonly { readonly metadata?: { readonly name?: string | undefined } | undefined }[],
) => found.map(({ metadata }) => metadata?.name ?? '').toSorted();

describe('a field selector of a lister', () => {
  test.each<[string, string[], string[]]>([
    ['spec.nodeName=node-1', ['one', 'three'], ['three']],
    ['spec.nodeName=node-1,status.phase=Running', ['one'], []],
    ['spec.nodeName!=node-1', ['five', 'four', 'two'], ['five', 'four']],
    ['spec.nodeName=', ['five', 'four'], ['five', 'four']],
    ['spec.nodeName!=', ['one', 'three', 'two'], ['three']],
    ['status.phase=', ['five', 'four', 'three'], ['five', 'four', 'three']],
    ['metadata.name=two', ['two'], []],
    ['metadata.namespace=a', ['one', 'two'], []],
    ['spec.hostNetwork=false', ['five', 'four', 'one', 'three', 'two'], ['five', 'four', 'three']],
    ['', ['five', 'four', 'one', 'three', 'two'], ['five', 'four', 'three']],
    ['spec.nodeName=node-1,spec.nodeName=node-2', [], []],
  ])('%j selects the same with and without an index', (fieldSelector, everywhere, inB) => {
    for (const fields of [[], ['spec.nodeName'], ['status.phase', 'spec.nodeName']] as const) {
      const { lister } = indexed(fields);
      expect(names(lister.list({ fieldSelector }))).toEqual(everywhere);
      expect(names(lister.list({ fieldSelector: parseFieldSelector(fieldSelector) }))).toEqual(everywhere);
      expect(names(lister.namespace('b').list({ fieldSelector }))).toEqual(inB);
    }
  });

  test('takes values by field, and labels beside it', () => {
    const { lister } = indexed();
    expect(names(lister.list({ fieldSelector: { 'spec.nodeName': 'node-1' } }))).toEqual(['one', 'three']);
    expect(
      names(lister.list({ fieldSelector: { 'spec.nodeName': 'node-1' }, labelSelector: 'app=three' })),
    ).toEqual(['three']);
    expect(names(lister.list({ labelSelector: { matchLabels: { app: 'two' } } }))).toEqual(['two']);
    expect(lister.list({ fieldSelector: {}, labelSelector: {} })).toHaveLength(5);
  });

  test('reads an index instead of the cache', () => {
    const { lister, scans } = indexed(['spec.nodeName']);
    lister.list({ fieldSelector: 'status.phase!=Running,spec.nodeName=node-1' });
    lister.namespace('b').list({ fieldSelector: { 'spec.nodeName': '' } });
    expect(scans()).toBe(0);
    lister.list({ fieldSelector: 'spec.nodeName!=node-1' });
    expect(scans()).toBe(1);
  });

  test.each<[string, () => unknown]>([
    [
      'pods cannot be selected by the field "spec.node": the API server supports spec.nodeName, spec.restartPolicy,',
      () => indexed().lister.list({ fieldSelector: 'spec.node=a' }),
    ],
    [
      'configmaps cannot be selected by the field "data.a": the API server supports metadata.name, metadata.namespace;',
      () =>
        new Lister(new MemoryIndexer({ keyFunc: metaNamespaceKey }), coreV1.configMaps).list({
          fieldSelector: 'data.a=b',
        }),
    ],
    [
      'pods cannot be selected by the field "__proto__"',
      () => indexed().lister.list({ fieldSelector: '__proto__=a' }),
    ],
    ['pods cannot be selected by the field "spec.x"', () => fieldIndexers(coreV1.pods, wrong('spec.x'))],
    [
      'pods cannot be selected by the field "spec.x"',
      () => fieldSelectorOf(coreV1.pods, wrong({ 'spec.x': '' })),
    ],
    [
      'spec.nodeName of a field selector must be a string, got 3',
      () => indexed().lister.list({ fieldSelector: wrong({ 'spec.nodeName': 3 }) }),
    ],
    ['a field selector must be a FieldSelector', () => indexed().lister.list({ fieldSelector: wrong(3) })],
    ['field selector "spec.nodeName"', () => indexed().lister.list({ fieldSelector: 'spec.nodeName' })],
    [
      'unknown option "labels" of list pods of a lister',
      () => indexed().lister.list(wrong({ fieldSelector: '', labels: 'a' })),
    ],
  ])('is refused: %s', (message, call) => {
    expect(call).toThrow(message);
  });

  test('uses the selectable fields of a custom resource', () => {
    const crons = defineResource({
      group: 'example.com',
      version: 'v1',
      resource: 'crons',
      kind: 'Cron',
      namespaced: true,
      selectableFields: ['.spec.every'],
    });
    const indexer = new MemoryIndexer<KubernetesObject>({ keyFunc: metaNamespaceKey });
    const cron: KubernetesObject & { spec: object } = { metadata: { name: 'a' }, spec: { every: 5 } };
    indexer.replace([cron], '1');
    const lister = new Lister(indexer, crons);
    expect(lister.list({ fieldSelector: { 'spec.every': '5' } })).toEqual([cron]);
    expect(lister.list({ fieldSelector: 'spec.every!=5' })).toEqual([]);
    expect(() => lister.list({ fieldSelector: 'spec.zone=5' })).toThrow('supports spec.every, metadata.name');
  });

  test('is refused for fields that a cache of metadata does not have', () => {
    const indexer = new MemoryIndexer<KubernetesObject>({ keyFunc: metaNamespaceKey });
    const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: { name: 'a' } };
    indexer.replace([partial], '1');
    const lister = new Lister(indexer, coreV1.pods);
    expect(lister.list({ fieldSelector: 'metadata.name=a' })).toEqual([partial]);
    expect(() => lister.list({ fieldSelector: 'spec.nodeName=' })).toThrow('in a cache of metadata');
  });
});

test('the table of selectable fields names resources of the API', () => {
  const known = Object.values<ResourceTable>(resources)
    .flatMap((table) => Object.values(table))
    .map(({ group, resource }) => `${resource}.${group}`);
  expect(Object.keys(builtInSelectableFields).filter((id) => !known.includes(id))).toEqual([]);
});

describe('the API server and a cache select the same', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => close?.());

  test('by every selectable field of pods, nodes, secrets and services', async () => {
    const server = await ApiServer.start();
    const clientset = new Clientset({ host: server.url });
    const factory = new SharedInformerFactory(clientset);
    close = async () => {
      await factory.stop();
      await clientset.close();
      await server.stop();
    };
    const containers = [{ name: 'c', image: 'c' }];
    const { pods, nodes, secrets, services } = clientset.coreV1();
    await pods('default').create({ metadata: { name: 'plain' }, spec: { containers } });
    await pods('default').create({
      metadata: { name: 'placed' },
      spec: { containers, nodeName: 'n', hostNetwork: true, restartPolicy: 'Never' },
    });
    await pods('default').updateStatus({
      ...(await pods('default').get('placed')),
      status: { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] },
    });
    await nodes().create({ metadata: { name: 'n' }, spec: { unschedulable: true } });
    await nodes().create({ metadata: { name: 'm' } });
    await secrets('default').create({ metadata: { name: 's' }, type: 'example.com/s' });
    await services('default').create({ metadata: { name: 's' }, spec: { ports: [{ port: 1 }] } });
    const accessors = factory.core().v1();
    const kinds = [
      [accessors.pods().lister(), pods(), coreV1.pods],
      [accessors.nodes().lister(), nodes(), coreV1.nodes],
      [accessors.secrets().lister(), secrets(), coreV1.secrets],
      [accessors.services().lister(), services(), coreV1.services],
    ] as const;
    factory.start();
    await factory.waitForCacheSync();
    for (const [lister, client, resource] of kinds) {
      for (const [field, read] of Object.entries(selectableFieldsOf(resource))) {
        // The server refuses the namespace of a node.
        if (field === 'metadata.namespace' && !resource.namespaced) continue;
        const cached: readonly object[] = lister.list();
        for (const value of new Set(['', ...cached.map((object) => read(object))])) {
          for (const operator of ['=', '!=']) {
            const fieldSelector = `${field}${operator}${value}`;
            const { items } = await client.list({ fieldSelector });
            expect(names(lister.list({ fieldSelector })), fieldSelector).toEqual(names(items));
          }
        }
      }
    }
  });
});
