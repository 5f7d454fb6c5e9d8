import { describe, expect, test } from 'vitest';
import {
  oneRound,
  pod,
  podList,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import {
  describeType,
  isUnsupportedTable,
} from '../../../packages/kube-informers/src/cache/reflector/expected-type.js';
import type { ExpectedType } from '../../../packages/kube-informers/src/cache/reflector/expected-type.js';
import { defineResource } from '../../../packages/kube-informers/src/meta/resource.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { bench, everySetup, synced } from './setups.test-support.js';

describe('TestGetTypeDescriptionFromObject', () => {
  const deployments = defineResource({
    group: 'apps',
    version: 'v1',
    resource: 'deployments',
    kind: 'Deployment',
    namespaced: true,
  });

  test.each<[string, ExpectedType | undefined, string]>([
    ['nil type', undefined, '<unspecified>'],
    ['normal type', deployments, 'apps/v1, Kind=Deployment'],
    ['with GVK', { apiVersion: 'mygroup/v1', kind: 'MyKind' }, 'mygroup/v1, Kind=MyKind'],
  ])('%s', (_name, expectedType, description) => {
    expect(describeType(expectedType)).toBe(description);
  });
});

describe.each(everySetup)('into a $sink, watch-list $useWatchList', (setup) => {
  const other = { apiVersion: 'mygroup/v2', kind: 'MyKind' };

  test.each<[string, ExpectedType | undefined, string[]]>([
    ['no expected GVK: accepts everything', undefined, ['mine', 'other']],
    ['enforces an expected GVK, with its version', { apiVersion: 'mygroup/v1', kind: 'MyKind' }, ['mine']],
  ])('TestGetExpectedGVKFromObject, %s', async (_name, expectedType, taken) => {
    const { stream, contents, faults } = await synced(setup, { reflector: { expectedType } });
    stream.add(pod('other', '2', other));
    stream.add(pod('mine', '3', { apiVersion: 'mygroup/v1', kind: 'MyKind' }));
    await settle();
    expect(Object.keys(contents())).toEqual(taken);
    expect(faults).toEqual(expectedType === undefined ? [] : ['watch ERR_UNEXPECTED_TYPE']);
  });

  test.each([
    ['no timeout', undefined, 300, 599],
    ['30m timeout', 1_800_000, 1800, 3599],
  ])('TestWatchTimeout, %s', async (_name, minWatchTimeoutMs, least, most) => {
    for (const [random, expected] of [
      [0, least],
      [0.999_999, most],
    ] as const) {
      const { source } = await synced(setup, { reflector: { minWatchTimeoutMs, random: () => random } });
      expect(source.watches.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([expected]);
    }
  });

  test('TestReflectorResourceVersionUpdate: the store gets every version in order, also from bookmarks', async () => {
    const { stream, store, reflector } = await synced(setup);
    const versions: string[] = [];
    store.updateResourceVersion = (resourceVersion) => void versions.push(resourceVersion);
    stream.add(pod('a', '10'));
    stream.modify(pod('a', '20'));
    stream.bookmark('30');
    stream.delete(pod('a', '40'));
    await settle();
    expect(versions).toEqual(['10', '20', '30', '40']);
    expect(reflector.lastSyncResourceVersion).toBe('40');
  });

  test.each(['meta.k8s.io/v1', 'meta.k8s.io/v1beta1'])(
    'TestIsUnsupportedTableObject: a Table of %s in a watch is reported and skipped',
    async (apiVersion) => {
      const { stream, contents, faults } = await synced(setup);
      stream.add({ kind: 'Table', apiVersion, metadata: { name: 'x', resourceVersion: '6' } });
      stream.add(pod('after', '7'));
      await settle();
      expect(contents()).toEqual({ after: '7' });
      expect(faults).toEqual(['watch ERR_TABLE']);
    },
  );
});

describe('TestIsUnsupportedTableObject', () => {
  test.each([
    ['Table of meta.k8s.io/v1beta1', { apiVersion: 'meta.k8s.io/v1beta1', kind: 'Table' }, true],
    ['Table of meta.k8s.io/v1', { apiVersion: 'meta.k8s.io/v1', kind: 'Table' }, true],
    ['a Pod', { apiVersion: 'v1', kind: 'Pod' }, false],
    ['Table of another group', { apiVersion: 'custom.group/v1', kind: 'Table' }, false],
  ])('%s', async (_name, type, unsupported) => {
    expect(isUnsupportedTable(type)).toBe(unsupported);
    const { reflector, source, signal } = bench(
      { sink: 'MemoryIndexer', useWatchList: false },
      { list: () => ({ ...podList('1'), ...type }) },
    );
    if (unsupported) {
      await expect(reflector.listAndWatch({ signal })).rejects.toMatchObject({ code: 'ERR_TABLE' });
    } else {
      await oneRound(reflector, source);
    }
    expect(source.watches).toHaveLength(unsupported ? 0 : 1);
  });
});
