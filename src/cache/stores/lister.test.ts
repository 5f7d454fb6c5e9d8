import { describe, expect, test } from 'vitest';
import { isNotFound } from '../../meta/errors.js';
import { nothing, parseSelector } from '../../meta/label-selector.js';
import { metaNamespaceKey } from '../../meta/names.js';
import { defineResource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex, newIndexer } from './indexer.js';
import { Lister, listAllByNamespace } from './lister.js';
import type { ListerSource } from './lister.js';

type Pod = KubernetesObject;

const pods = defineResource<Pod>({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
});
const deployments = defineResource<Pod>({
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

function pod(namespace: string, name: string, app?: string): Pod {
  const labels = app === undefined ? {} : { labels: { app } };
  return { metadata: { ...(namespace === '' ? {} : { namespace }), name, ...labels } };
}

const web = pod('a', 'web', 'web');
const api = pod('a', 'api', 'api');
const bare = pod('b', 'bare');
const node = pod('', 'node', 'web');

function indexed(): MemoryIndexer<Pod> {
  const indexer = newIndexer<Pod>(metaNamespaceKey, { [namespaceIndex]: metaNamespaceIndexFunc });
  indexer.replace([web, api, bare, node], '1');
  return indexer;
}

/** Counts what a lister asks of the whole cache. */
function counting(indexer: MemoryIndexer<Pod>): ListerSource<Pod> & { lists: number } {
  return {
    lists: 0,
    list() {
      this.lists++;
      return indexer.list();
    },
    getByKey: (key) => indexer.getByKey(key),
    byIndex: (name, value) => indexer.byIndex(name, value),
    indexers: indexer.indexers,
  };
}

describe('listAllByNamespace', () => {
  test('reads the namespace alone when there is an index', () => {
    const source = counting(indexed());
    expect(listAllByNamespace(source, 'a')).toEqual([web, api]);
    expect(listAllByNamespace(source, 'a', parseSelector('app in (web)'))).toEqual([web]);
    expect(listAllByNamespace(source, 'none')).toEqual([]);
    expect(source.lists).toBe(0);
  });

  test('without the index it finds the same by a scan', () => {
    const indexer = new MemoryIndexer<Pod>();
    indexer.replace([web, api, bare, node], '1');
    expect(listAllByNamespace(indexer, 'a')).toEqual([web, api]);
    expect(listAllByNamespace(indexer, 'a', parseSelector('app=api'))).toEqual([api]);
  });

  test('"" is all namespaces', () => {
    expect(listAllByNamespace(indexed(), '')).toEqual([web, api, bare, node]);
  });

  test('nothing chooses none', () => {
    const source = counting(indexed());
    expect(listAllByNamespace(source, '', nothing())).toEqual([]);
    expect(source.lists).toBe(0);
  });
});

describe('Lister', () => {
  test('lists the cluster, or one namespace', () => {
    const lister = new Lister(indexed(), pods);
    expect(lister.list()).toEqual([web, api, bare, node]);
    expect(lister.list(parseSelector('!app'))).toEqual([bare]);
    expect(lister.namespace('a').list()).toEqual([web, api]);
    expect(lister.namespace('a').list(parseSelector('app=web'))).toEqual([web]);
    expect(lister.namespace('').list()).toHaveLength(4);
  });

  test('hands out what is in the cache, not a copy', () => {
    const lister = new Lister(indexed(), pods);
    expect(lister.namespace('a').get('web')).toBe(web);
    expect(lister.namespace('a').getOrThrow('web')).toBe(web);
    expect(lister.get('node')).toBe(node);
    expect(lister.getOrThrow('node')).toBe(node);
    expect(lister.namespace('').get('node')).toBe(node);
  });

  test('what is not there is undefined, or the NotFound that the server would send', () => {
    const lister = new Lister(indexed(), deployments).namespace('a');
    expect(lister.get('nginx')).toBeUndefined();
    expect(new Lister(indexed(), pods).get('nginx')).toBeUndefined();
    let thrown: unknown;
    try {
      lister.getOrThrow('nginx');
    } catch (error) {
      thrown = error;
    }
    expect(isNotFound(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      status: {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        message: 'deployments.apps "nginx" not found',
        reason: 'NotFound',
        details: { name: 'nginx', group: 'apps', kind: 'deployments' },
        code: 404,
      },
    });
    expect(() => new Lister(indexed(), pods).getOrThrow('x')).toThrow('pods "x" not found');
  });

  test('sees what is written later', () => {
    const indexer = indexed();
    const lister = new Lister(indexer, pods).namespace('b');
    indexer.add(pod('b', 'late'));
    expect(lister.list().map(({ metadata }) => metadata?.name)).toEqual(['bare', 'late']);
  });
});
