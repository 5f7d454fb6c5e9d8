import { describe, expect, test } from 'vitest';
import { defineResource } from '../../meta/resource.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { WatchStream } from '../../meta/watch.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { parseFieldSelector } from '../../meta/field-selector.js';
import { ListWatch, filteredListWatchFromClient, listWatchFromClient } from './listwatch.js';
import type { ListWatchClient } from './listwatch.js';

const pods = defineResource({ group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true });

function client(watchListUnsupported?: boolean): ListWatchClient & { calls: unknown[][] } {
  const calls: unknown[][] = [];
  const source = new FakeSource();
  return {
    calls,
    ...(watchListUnsupported === undefined ? {} : { watchListUnsupported }),
    list<T extends KubernetesObject>(resource: Resource, namespace: string, options: ListOptions) {
      calls.push(['list', resource.resource, namespace, options]);
      // The source is empty, so the type of its objects does not matter.
      return source.list(options) as Promise<KubernetesList<T>>;
    },
    watch<T extends KubernetesObject>(resource: Resource, namespace: string, options: ListOptions) {
      calls.push(['watch', resource.resource, namespace, options]);
      // See above.
      return source.watch(options) as Promise<WatchStream<KubernetesObject>> as Promise<WatchStream<T>>;
    },
  };
}

describe('ListWatch', () => {
  test('passes options and call on', async () => {
    const source = new FakeSource();
    const lw = new ListWatch({
      list: (options) => source.list(options),
      watch: (options) => source.watch(options),
    });
    await lw.list({ limit: 5, resourceVersion: '0' });
    (await lw.watch({ allowWatchBookmarks: true })).stop();
    expect(source.requests.map(({ options }) => options)).toEqual([
      { limit: 5, resourceVersion: '0' },
      { allowWatchBookmarks: true },
    ]);
    expect(lw.watchListUnsupported).toBe(false);
  });

  test('disableChunking sends no limit', async () => {
    const source = new FakeSource();
    const lw = new ListWatch({
      list: (options) => source.list(options),
      watch: (options) => source.watch(options),
      disableChunking: true,
    });
    await lw.list({ limit: 5, resourceVersion: '0' });
    expect(source.lists).toEqual([{ resourceVersion: '0' }]);
  });

  test('TestDoesClientNotSupportWatchListSemantics: TestToListWatcherWithWatchListSemantics: reports if its client does not support watch-lists', () => {
    expect(listWatchFromClient(client(), pods, '').watchListUnsupported).toBe(false);
    expect(listWatchFromClient(client(false), pods, '').watchListUnsupported).toBe(false);
    expect(listWatchFromClient(client(true), pods, '').watchListUnsupported).toBe(true);
  });

  test('a missing function is rejected by name', () => {
    const list = (): never => {
      throw new Error('unused');
    };
    // What a JavaScript caller may leave out.
    expect(() => new ListWatch({ list } as unknown as ConstructorParameters<typeof ListWatch>[0])).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message: 'watch of a ListWatch must be a function, got undefined',
      }),
    );
  });
});

describe('listWatchFromClient', () => {
  test('list and watch get one and the same selector', async () => {
    const asked = client();
    const lw = listWatchFromClient(asked, pods, 'default', 'spec.nodeName=node-1');
    await lw.list({ resourceVersion: '0' });
    (await lw.watch({ resourceVersion: '' })).stop();
    expect(asked.calls).toEqual([
      ['list', 'pods', 'default', { resourceVersion: '0', fieldSelector: 'spec.nodeName=node-1' }],
      [
        'watch',
        'pods',
        'default',
        { resourceVersion: '', fieldSelector: 'spec.nodeName=node-1', watch: true },
      ],
    ]);
  });

  test('a selector object is formatted; an absent one is left out', async () => {
    const asked = client();
    await listWatchFromClient(asked, pods, '', parseFieldSelector('status.phase=b')).list({});
    await listWatchFromClient(asked, pods, '').list({});
    expect(asked.calls.map((call) => call[3])).toEqual([{ fieldSelector: 'status.phase=b' }, {}]);
  });

  test('a modifier may change the options in place or return new ones; those of the caller stay unchanged', async () => {
    const asked = client();
    const mine = { resourceVersion: '0' };
    await filteredListWatchFromClient(asked, pods, '', (options) => {
      options.labelSelector = 'app=web';
    }).list(mine);
    await filteredListWatchFromClient(asked, pods, '', (options) => ({ ...options, limit: 1 })).list(mine);
    expect(asked.calls.map((call) => call[3])).toEqual([
      { resourceVersion: '0', labelSelector: 'app=web' },
      { resourceVersion: '0', limit: 1 },
    ]);
    expect(mine).toEqual({ resourceVersion: '0' });
  });

  test('rejects a resource that is not a descriptor and an invalid namespace', () => {
    // What a JavaScript caller may pass.
    expect(() => listWatchFromClient(client(), 'pods' as unknown as typeof pods, '')).toThrow('got "pods"');
    expect(() => listWatchFromClient(client(), null as unknown as typeof pods, '')).toThrow('got null');
    expect(() => listWatchFromClient(client(), pods, undefined as unknown as string)).toThrow(
      'namespace must be',
    );
  });
});
