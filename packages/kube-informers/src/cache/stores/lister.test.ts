import { describe, expect, test } from 'vitest';
import { isNotFound } from '../../meta/errors.js';
import { parseFieldSelector } from '../../meta/field-selector.js';
import { nothing, parseSelector } from '../../meta/label-selector.js';
import { metaNamespaceKey } from '../../meta/names.js';
import { defineResource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex } from './indexer.js';
import { Lister, listAll, listAllByNamespace } from './lister.js';
import type { ListerSource } from './lister.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

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
  const indexer = new MemoryIndexer<Pod>({
    keyFunc: metaNamespaceKey,
    indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
  });
  indexer.replace([web, api, bare, node], '1');
  return indexer;
}

/** Counts the reads of the whole cache by a lister. */
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
  test('reads only the namespace if there is an index', () => {
    const source = counting(indexed());
    expect(listAllByNamespace(source, 'a')).toEqual([web, api]);
    expect(listAllByNamespace(source, 'a', parseSelector('app in (web)'))).toEqual([web]);
    expect(listAllByNamespace(source, 'missing')).toEqual([]);
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

  test('nothing() matches no object', () => {
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

  test('returns the cached object, not a copy', () => {
    const lister = new Lister(indexed(), pods);
    expect(lister.namespace('a').get('web')).toBe(web);
    expect(lister.namespace('a').getOrThrow('web')).toBe(web);
    expect(lister.get('node')).toBe(node);
    expect(lister.getOrThrow('node')).toBe(node);
    expect(lister.namespace('').get('node')).toBe(node);
  });

  test('a missing object is undefined, or the NotFound error that the server would send', () => {
    const lister = new Lister(indexed(), deployments).namespace('a');
    expect(lister.get('nginx')).toBeUndefined();
    expect(new Lister(indexed(), pods).get('a/nginx')).toBeUndefined();
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
    expect(() => new Lister(indexed(), pods).getOrThrow('a/x')).toThrow('pods "a/x" not found');
  });

  test('sees later writes', () => {
    const indexer = indexed();
    const lister = new Lister(indexer, pods).namespace('b');
    indexer.add(pod('b', 'late'));
    expect(lister.list().map(({ metadata }) => metadata?.name)).toEqual(['bare', 'late']);
  });
});

describe('arguments of a lister', () => {
  const lister = (): Lister<Pod> => new Lister(indexed(), pods);
  const names = (objects: readonly DeepReadonly<Pod>[]): (string | undefined)[] =>
    objects.map((each) => each.metadata?.name);

  test.each([
    ['a string', 'app=web'],
    ['a Selector', parseSelector('app=web')],
    ['a LabelSelector', { matchLabels: { app: 'web' } }],
    ['expressions', { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] }],
  ])('list takes %s', (_what, selector) => {
    expect(names(lister().namespace('a').list(selector))).toEqual(['web']);
    expect(new Set(names(lister().list(selector)))).toEqual(new Set(['node', 'web']));
    expect(names(listAllByNamespace(indexed(), 'a', selector))).toEqual(['web']);
    expect(listAll(indexed(), selector)).toHaveLength(2);
  });

  test.each([
    [
      { fieldselector: 'spec.nodeName=a' },
      'unknown option "fieldselector" of list pods of a lister: did you mean fieldSelector?',
    ],
    [{ labels: 'app=web' }, 'unknown option "labels" of list pods of a lister: did you mean labelSelector?'],
    [{ matchlabels: { app: 'web' } }, 'did you mean matchLabels?'],
    [{ labelSelector: 'a=b', fieldselector: '' }, 'did you mean fieldSelector?'],
    [{ app: 'web' }, 'known are labelSelector, fieldSelector, matchLabels, matchExpressions'],
  ])('list names the unknown member of %j', (selector, message) => {
    for (const list of [lister(), lister().namespace('a')])
      expect(() => list.list(selector as never)).toThrow(
        expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(message) }) as Error,
      );
  });

  test('a field selector is not taken as a label selector, nor a label selector as a field selector', () => {
    for (const query of [
      parseFieldSelector('spec.nodeName=a'),
      { labelSelector: parseFieldSelector('spec.nodeName=a') },
      { fieldSelector: parseSelector('app=web') },
    ])
      expect(() => lister().list(query as never)).toThrow(
        expect.objectContaining({
          message: expect.stringMatching(/^a (label|field) selector must be/) as string,
        }) as Error,
      );
  });

  test.each(['app==web==', 7, null, { matches: true }])('list refuses %j', (selector) => {
    // A caller in JavaScript may pass anything.
    expect(() => lister().list(selector as never)).toThrow(
      expect.objectContaining({ code: 'ERR_SELECTOR' }) as Error,
    );
  });

  test('get takes namespace/name, and its error names this form if the namespace is missing', () => {
    expect(lister().get('a/web')).toBe(web);
    expect(lister().get('a/missing')).toBeUndefined();
    const message =
      'get pods needs a namespace: write get("namespace/name") or namespace("namespace").get("web"), got "web"';
    for (const ask of [
      () => lister().get('web'),
      () => lister().getOrThrow('web'),
      () => lister().namespace('').get('web'),
    ])
      expect(ask).toThrow(expect.objectContaining({ code: 'ERR_NAMESPACE', message }) as Error);
  });

  test('accepts any key for a resource of unknown scope or a cluster-scoped object', () => {
    expect(new Lister(indexed(), { group: '', resource: 'pods' }).get('web')).toBeUndefined();
    expect(lister().get('node')).toBe(node);
  });

  test('a name within a namespace has no slash, and names and namespaces are strings', () => {
    expect(() => lister().namespace('a').get('a/web')).toThrow(
      expect.objectContaining({ code: 'ERR_NAME' }) as Error,
    );
    for (const ask of [
      () => lister().get(undefined as never),
      () => lister().namespace(undefined as never),
      () =>
        lister()
          .namespace('a')
          .get(7 as never),
    ])
      expect(ask).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }) as Error);
  });
});
