import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metaNamespaceIndexFunc, namespaceIndex, MemoryIndexer } from '../cache/stores/indexer.js';
import { listAll, listAllByNamespace, Lister } from '../cache/stores/lister.js';
import { isCompact } from './compact-objects.js';
import { fieldValue, parseFieldSelector } from '../meta/field-selector.js';
import { parseSelector } from '../meta/label-selector.js';
import { metaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import { newCompactIndexer } from '../../../../test/conformance/stores/both-indexers.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName: string };
}

const indexers = {
  [namespaceIndex]: metaNamespaceIndexFunc,
  app: (pod: DeepReadonly<Pod>) =>
    pod.metadata?.labels?.['app'] === undefined ? [] : [pod.metadata.labels['app']],
  owner: (pod: DeepReadonly<Pod>) => pod.metadata?.ownerReferences?.map(({ uid }) => uid) ?? [],
  node: (pod: DeepReadonly<Pod>) => [pod.spec?.nodeName ?? ''],
};
const namespaces = ['', 'a', 'b', 'none'];
const labelSelectors = [
  '',
  'app',
  '!app',
  'app=web',
  'app!=web',
  'app in (web,api),tier notin (back)',
  'none=x',
];
const fieldSelectors = [
  'metadata.name=p1',
  'metadata.namespace!=a',
  'spec.nodeName=n1,metadata.name!=p2',
  '',
];

/** All results of a lister, an index and a selector, by key. */
function resultsOf(indexer: MemoryIndexer<Pod>): unknown {
  const lister = new Lister<Pod>(indexer, { group: '', resource: 'pods' });
  const keys = (pods: readonly DeepReadonly<Pod>[]): string[] => pods.map(metaNamespaceKey);
  const fieldsOf = (pod: DeepReadonly<Pod>): Record<string, string> =>
    Object.fromEntries(
      ['metadata.name', 'metadata.namespace', 'spec.nodeName'].map((path) => [
        path,
        fieldValue(pod, path) ?? '',
      ]),
    );
  return {
    labels: labelSelectors
      .map(parseSelector)
      .map((selector) => [
        keys(lister.list(selector)),
        keys(listAll(indexer, selector)),
        ...namespaces.map((namespace) => [
          keys(lister.namespace(namespace).list(selector)),
          keys(listAllByNamespace(indexer, namespace, selector)),
        ]),
      ]),
    fields: fieldSelectors
      .map(parseFieldSelector)
      .map((selector) => keys(lister.list().filter((pod) => selector.matches(fieldsOf(pod))))),
    indexes: Object.keys(indexers).map((name) =>
      indexer
        .indexFuncValues(name)
        .toSorted()
        .map((value) => [value, keys(indexer.byIndex(name, value)), indexer.indexKeys(name, value)]),
    ),
    objects: indexer.list().map((pod) => JSON.stringify(pod)),
  };
}

const word = (...words: string[]) => fc.constantFrom(...words);
const podArbitrary: fc.Arbitrary<Pod> = fc.record(
  {
    metadata: fc.record(
      {
        name: word('p1', 'p2', 'p3', 'p4'),
        namespace: word('a', 'b'),
        labels: fc.record({ app: word('web', 'api'), tier: word('front', 'back') }, { requiredKeys: [] }),
        ownerReferences: fc.array(
          fc.record({
            apiVersion: word('apps/v1'),
            kind: word('ReplicaSet'),
            name: word('r'),
            uid: word('u1', 'u2'),
          }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['name'] },
    ),
    spec: fc.record({ nodeName: word('n1', 'n2') }),
  },
  { requiredKeys: ['metadata'] },
);

test('listers, selectors and indexes of a compact cache return the same as those of an ordinary one', () => {
  const step = fc.record({ verb: word('add', 'update', 'delete'), pod: podArbitrary });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const plain = new MemoryIndexer<Pod>({ keyFunc: metaNamespaceKey, indexers });
      const compact = newCompactIndexer<Pod>(metaNamespaceKey, indexers);
      for (const { verb, pod } of steps) {
        for (const indexer of [plain, compact])
          indexer[verb as 'add' | 'update' | 'delete'](structuredClone(pod));
      }
      expect(compact.list().every(isCompact)).toBe(true);
      expect(resultsOf(compact)).toEqual(resultsOf(plain));
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});
